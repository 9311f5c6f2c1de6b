//! Builds a map from loose Mini World scripts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::literals::Literals;

use crate::views::ElementKind;

/// Sizes of the grid cells in which elements lie on a page of 1280 by 720, the gap beside them
/// included, from the usual one to the smallest that is still readable. The largest of which there
/// are enough for all pages together is used.
const CELLS: [[usize; 2]; 5] = [[150, 62], [124, 50], [100, 42], [80, 34], [60, 28]];
/// The gap between elements.
const GAP: usize = 10;
/// The area for elements: above the items at hand, which are at the bottom.
const AREA: [[usize; 2]; 2] = [[40, 4], [1240, 562]];
/// Number of teams, if scripts ask for teams.
const TEAMS: usize = 2;

/// Decodes a script to UTF-8. Many are saved in the encoding of Chinese Windows.
pub fn script_text(bytes: &[u8]) -> Vec<u8> {
    match std::str::from_utf8(bytes) {
        Ok(_) => bytes.to_vec(),
        Err(_) => encoding_rs::GB18030.decode(bytes).0.into_owned().into_bytes(),
    }
}

/// Whether a file may be a script by its name: `.lua`, `.luau`, `.txt`, or no suffix at all, as in
/// the folders of Mini World's editor.
pub fn may_be_script(file: &str) -> bool {
    let small = file.to_lowercase();
    let suffix = small.rsplit_once('.').map(|(_, suffix)| suffix);
    let plain = suffix.is_none_or(|suffix| !suffix.bytes().all(|byte| byte.is_ascii_alphabetic()));
    !small.starts_with('.')
        && (plain || suffix.is_some_and(|suffix| ["lua", "luau", "txt"].contains(&suffix)))
}

/// The name in a map of the script at `path`. A script without a suffix gets `.lua`. A script in a
/// folder named after a page of the custom interface, such as `7072350482370595313/shop.lua`, is
/// attached to that page and stays in the folder; all others are put side by side.
pub fn script_name(path: &str) -> String {
    let small = path.to_lowercase();
    let has_suffix = [".lua", ".luau", ".txt"].iter().any(|suffix| small.ends_with(suffix));
    let path = &*if has_suffix { path.to_owned() } else { format!("{path}.lua") };
    match path.rsplit_once('/') {
        Some((folder, file)) => match page_of(&format!("{}/", base(folder))) {
            Some(page) => format!("{page}/{file}"),
            None => path.replace('/', "-"),
        },
        None => path.to_owned(),
    }
}

/// The name in a map of a script that was given on its own: its folder counts only if it is a
/// page's.
pub(super) fn own_name(path: &str) -> String {
    let path = path.replace('\\', "/");
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", &path));
    let below = script_name(&format!("{}/{file}", base(folder)));
    if page_of(&below).is_some() { below } else { script_name(file) }
}

fn base(folder: &str) -> &str {
    folder.rsplit('/').next().unwrap_or(folder)
}

/// The page to which a script with this name is attached.
fn page_of(name: &str) -> Option<&str> {
    let (folder, _) = name.split_once('/')?;
    let is_page = !folder.is_empty() && folder.bytes().all(|byte| byte.is_ascii_digit());
    is_page.then_some(folder)
}

/// Makes names unique: a later script with the same name gets a number.
pub fn unlike(scripts: Vec<(String, Vec<u8>)>) -> Vec<(String, Vec<u8>)> {
    let mut taken = BTreeSet::new();
    let named = scripts.into_iter().map(|(name, text)| {
        let mut own = name.clone();
        let mut number = 2;
        while !taken.insert(own.clone()) {
            own = match name.rsplit_once('/') {
                Some((page, file)) => format!("{page}/{number}-{file}"),
                None => format!("{number}-{name}"),
            };
            number += 1;
        }
        (own, text)
    });
    named.collect()
}

/// The pages that scripts mention or are attached to.
pub(super) fn known_pages<'a>(
    found: &'a Literals,
    scripts: &'a [(String, Vec<u8>)],
) -> BTreeSet<&'a str> {
    let attached = scripts.iter().filter_map(|(name, _)| page_of(name));
    let own = found.pages.iter().map(String::as_str).filter(|page| found.is_page(page));
    attached.chain(own).collect()
}

/// The files of a map made of loose scripts, which are given as names as of [`script_name`] and
/// texts, in the order in which they run. A page gets the elements that scripts mention, since only
/// the map's editor knew the others. Players see the pages `at_start` from the beginning.
pub fn miniworld_map(
    id: &str,
    title: &str,
    scripts: &[(String, Vec<u8>)],
    at_start: &BTreeSet<String>,
) -> BTreeMap<String, Vec<u8>> {
    let of_map = scripts.iter().filter(|(name, _)| page_of(name).is_none());
    let names: Vec<String> = of_map.map(|(name, _)| quoted(name)).collect();
    let found = Literals::of(scripts);
    let pages = pages(&found, scripts, at_start);
    let page_names: Vec<String> = pages.keys().map(|name| quoted(name)).collect();
    let teams = if found.teams { format!("teams = {TEAMS}\n") } else { String::new() };
    let (id_text, title) = (quoted(id), quoted(title));
    let manifest = format!(
        "format = 1\nid = {id_text}\nversion = \"1\"\nname = {{ zh = {title}, en = {title} }}\n\
         description = {{ zh = \"由迷你世界脚本制成。\", en = \"Made of Mini World scripts.\" }}\n\
         scripts = [{}]\n\n[camera]\ntarget = [0.5, 7.0, 0.5]\n\
         distance = 16.0\npitch = 40.0\nyaw = [0.0]\n\n[miniworld]\nclock = true\n\
         spawn = [0.5, 7.0, 0.5]\n{teams}pages = [{}]\n\n\
         # A meadow, as flat as Mini World's, that goes on for ever: people stand at y = 7.\n\
         [[miniworld.ground]]\nblock = \"soil\"\nfrom = 0\nto = 5\n\n\
         [[miniworld.ground]]\nblock = \"grass_block\"\nfrom = 6\nto = 6\n",
        names.join(", "),
        page_names.join(", ")
    );
    let mut files = BTreeMap::from([(format!("{id}/map.toml"), manifest.into_bytes())]);
    files.extend(scripts.iter().map(|(name, text)| (format!("{id}/{name}"), text.clone())));
    files.extend(pages.into_iter().map(|(name, text)| (format!("{id}/{name}"), text.into_bytes())));
    files
}

/// A text as a TOML string.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// The contents of an imported page.
#[derive(Debug, Default)]
struct PageParts<'a> {
    elements: Vec<(u32, ElementKind)>,
    scripts: Vec<&'a str>,
}

/// The files of the pages: elements that scripts listen to or change, and attached scripts.
fn pages(
    found: &Literals,
    scripts: &[(String, Vec<u8>)],
    at_start: &BTreeSet<String>,
) -> BTreeMap<String, String> {
    let mut pages: BTreeMap<&str, PageParts<'_>> = BTreeMap::new();
    for (page, number) in found.buttons() {
        pages.entry(page).or_default().elements.push((number, ElementKind::Button));
    }
    for ((page, number), kind) in found.shown() {
        pages.entry(page).or_default().elements.push((number, kind));
    }
    for (name, _) in scripts {
        if let Some(page) = page_of(name) {
            pages.entry(page).or_default().scripts.push(name);
        }
    }
    let count = pages.values().map(|page| page.elements.len()).sum();
    let mut places = Places::for_elements(count);
    let files = pages.into_iter().map(|(page, mut parts)| {
        parts.elements.sort_by_key(|(number, _)| *number);
        let text = page_file(page, &parts, at_start.contains(page), &mut places);
        (format!("page-{page}.toml"), text)
    });
    files.collect()
}

/// Grid cells, given out in rows from the bottom up. Elements of pages that may be open together do
/// not overlap while there is room for all of them.
#[derive(Debug)]
struct Places {
    cell: [usize; 2],
    columns: usize,
    rows: usize,
    next: usize,
}

impl Places {
    /// The largest cells of which there are enough for `count` elements.
    fn for_elements(count: usize) -> Self {
        let [[left, top], [right, bottom]] = AREA;
        let grids = CELLS.map(|cell| {
            let (columns, rows) = ((right - left) / cell[0], (bottom - top) / cell[1]);
            Self { cell, columns, rows, next: 0 }
        });
        let [.., smallest] = &grids;
        let smallest = Self { ..*smallest };
        let enough = grids.into_iter().find(|grid| grid.columns * grid.rows >= count);
        enough.unwrap_or(smallest)
    }

    /// Prepares for the elements of a page: if the pages do not fit beside each other, at least the
    /// elements of one page do not overlap.
    fn begin(&mut self, count: usize) {
        if self.next + count > self.columns * self.rows {
            self.next = 0;
        }
    }

    /// The position and size of the next cell.
    fn give(&mut self) -> ([usize; 2], [usize; 2]) {
        let [[left, _], [_, bottom]] = AREA;
        let (column, row) = (self.next % self.columns, self.next / self.columns % self.rows);
        self.next += 1;
        let [width, height] = self.cell;
        let place = [left + column * width + GAP / 2, bottom - (row + 1) * height + GAP / 2];
        (place, [width - GAP, height - GAP])
    }
}

fn page_file(page: &str, parts: &PageParts<'_>, at_start: bool, places: &mut Places) -> String {
    let mut text = format!(
        "# What scripts hear of and change. Where it lies is made up: the scripts do not say.\n\
         id = \"{page}\"\n"
    );
    // Writing to a string cannot fail.
    if at_start {
        let _ = writeln!(text, "# No script opens it.\nopen = true");
    }
    let scripts: Vec<String> = parts.scripts.iter().map(|name| quoted(name)).collect();
    if !scripts.is_empty() {
        let _ = writeln!(text, "scripts = [{}]", scripts.join(", "));
    }
    places.begin(parts.elements.len());
    for (number, kind) in &parts.elements {
        let ([x, y], [width, height]) = places.give();
        let (kind, own) = match kind {
            ElementKind::Button => ("button", format!("text = \"{number}\", ")),
            ElementKind::Text => ("text", String::new()),
            ElementKind::Picture => ("picture", String::new()),
            ElementKind::Progress => ("progress", String::new()),
            ElementKind::Slider => ("slider", String::new()),
            ElementKind::Input => ("input", String::new()),
            ElementKind::Loader => ("loader", String::new()),
        };
        let font = (height * 2 / 5).clamp(10, 20);
        let _ = write!(
            text,
            "\n[[element]]\nid = \"{page}_{number}\"\nis = {{ kind = \"{kind}\", {own}\
             place = [{x}, {y}], size = [{width}, {height}], font = {font} }}\n"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::MiniMap;
    use fangqi_plugin::MapPackage;

    fn made(script: &str, at_start: &[&str]) -> MapPackage {
        let scripts = [("main.lua".to_owned(), script.as_bytes().to_vec())];
        let at_start = at_start.iter().map(|page| (*page).to_owned()).collect();
        MapPackage::load(
            &miniworld_map("made", "Ma\"de", &scripts, &at_start),
            "made",
            crate::MINIWORLD,
        )
        .unwrap()
    }

    #[test]
    fn pages_have_what_scripts_hear_of_and_change() {
        let script = r#"
            local page = "7100000000000000001"
            ScriptSupportEvent:registerEvent("UI.Button.Click", function(event)
              if event.uielement == page .. "_9" then Customui:setText(1, page, page .. "_3", "") end
            end)
            local PIC = "7100000000000000001_4"
            Customui:setTexture(1, page, PIC, "x")
            Customui:setText(1, page, "7100000000000000001_5", "x")
            local buttons = { "7100000000000000001_6" }
        "#;
        let package = made(script, &["7100000000000000001"]);
        let elements = package.page("7100000000000000001");
        let kinds: Vec<(&str, ElementKind)> =
            elements.iter().map(|(id, element)| (&id[20..], element.kind)).collect();
        let (button, text) = (ElementKind::Button, ElementKind::Text);
        let picture = ElementKind::Picture;
        assert_eq!(kinds, [("3", text), ("4", picture), ("5", text), ("6", button), ("9", button)]);
        assert_eq!(elements[4].1.text.as_deref(), Some("9"));
    }

    /// All pairs of elements of these pages that overlap.
    fn overlaps(package: &MapPackage, pages: &[&str]) -> usize {
        let boxes: Vec<[f64; 4]> = pages
            .iter()
            .flat_map(|page| package.page(page))
            .map(|(_, element)| {
                let (place, size) = (element.place.unwrap(), element.size.unwrap());
                assert!(place[0] >= 0.0 && place[1] >= 0.0, "{element:?}");
                assert!(place[0] + size[0] <= 1280.0 && place[1] + size[1] <= 720.0);
                [place[0], place[1], place[0] + size[0], place[1] + size[1]]
            })
            .collect();
        let meet =
            |a: &[f64; 4], b: &[f64; 4]| a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
        let pairs = boxes.iter().enumerate();
        pairs.map(|(at, a)| boxes[at + 1..].iter().filter(|b| meet(a, b)).count()).sum()
    }

    #[test]
    fn elements_do_not_lie_on_each_other() {
        for (pages, elements) in [(1, 1), (1, 72), (2, 36), (3, 60), (5, 64)] {
            let ids: Vec<String> = (1..=pages).map(|page| format!("710000{page}")).collect();
            let mut script = String::new();
            for (id, number) in
                ids.iter().flat_map(|id| (1..=elements).map(move |number| (id, number)))
            {
                script.push_str(&format!("Customui:setText(1, '{id}', '{id}_{number}', 'x')\n"));
            }
            let package = made(&script, &[]);
            let all: Vec<&str> = ids.iter().map(String::as_str).collect();
            assert_eq!(package.page(all[0]).len(), elements);
            assert_eq!(overlaps(&package, &all), 0, "{pages} pages of {elements}");
        }
        // More than fits at once, so each page is laid out by itself.
        let script: String = (0..12 * 60)
            .map(|at| {
                format!("Customui:setText(1, '71{0:05}', '71{0:05}_{1}', '')\n", at / 60, at % 60)
            })
            .collect();
        let package = made(&script, &[]);
        for page in 0..12 {
            assert_eq!(overlaps(&package, &[&format!("71{page:05}")]), 0);
        }
    }

    #[test]
    fn files_without_a_suffix_may_be_scripts() {
        for (file, may_be) in [
            ("main", true),
            ("脚本 1", true),
            ("a.LUA", true),
            ("b.txt", true),
            ("v1.2", true),
            ("c.json", false),
            ("d.png", false),
            (".hidden", false),
        ] {
            assert_eq!(may_be_script(file), may_be, "{file}");
        }
        assert_eq!(script_name("ui/main"), "ui-main.lua");
        assert_eq!(script_name("7072350482370595313/v1.2"), "7072350482370595313/v1.2.lua");
        assert_eq!(script_name("a b.txt"), "a b.txt");
    }
}
