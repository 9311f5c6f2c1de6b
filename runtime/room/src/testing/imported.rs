//! A map made of loose Mini World scripts.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::literals::Literals;

/// Buttons in a row of a page of 1280 by 720, their size with the gap beside them, and the upper
/// left corner of the first: the rows grow upwards, above the items at hand.
const COLUMNS: usize = 8;
const STEP: [usize; 2] = [150, 62];
const FIRST: [usize; 2] = [45, 500];

/// A script's text as UTF-8: many are saved in the encoding of Chinese Windows.
pub fn script_text(bytes: &[u8]) -> Vec<u8> {
    match std::str::from_utf8(bytes) {
        Ok(_) => bytes.to_vec(),
        Err(_) => encoding_rs::GB18030.decode(bytes).0.into_owned().into_bytes(),
    }
}

/// The name in a map of a script that lies at `path` beside others. What lies in a folder named
/// after a page of the custom interface, as `7072350482370595313/shop.lua`, is attached to that
/// page and stays below it; others lie side by side.
pub fn script_name(path: &str) -> String {
    match path.rsplit_once('/') {
        Some((folder, file)) => match page_of(&format!("{}/", base(folder))) {
            Some(page) => format!("{page}/{file}"),
            None => path.replace('/', "-"),
        },
        None => path.to_owned(),
    }
}

fn base(folder: &str) -> &str {
    folder.rsplit('/').next().unwrap_or(folder)
}

/// The page to which a script of this name is attached.
fn page_of(name: &str) -> Option<&str> {
    let (folder, _) = name.split_once('/')?;
    let is_page = !folder.is_empty() && folder.bytes().all(|byte| byte.is_ascii_digit());
    is_page.then_some(folder)
}

/// The files of a map made of loose script files: names as of [`script_name`] and texts, in the
/// order they run. Pages whose buttons the scripts hear of get these buttons, since only the map's
/// editor knew the rest.
pub fn miniworld_map(
    id: &str,
    title: &str,
    scripts: &[(String, Vec<u8>)],
) -> BTreeMap<String, Vec<u8>> {
    let of_map = scripts.iter().filter(|(name, _)| page_of(name).is_none());
    let names: Vec<String> = of_map.map(|(name, _)| format!("{name:?}")).collect();
    let pages = pages(&Literals::of(scripts), scripts);
    let page_names: Vec<String> = pages.keys().map(|name| format!("{name:?}")).collect();
    let manifest = format!(
        "format = 1\nid = {id:?}\nversion = \"1\"\nname = {{ zh = {title:?}, en = {title:?} }}\n\
         description = {{ zh = \"由迷你世界脚本制成。\", en = \"Made of Mini World scripts.\" }}\n\
         scripts = [{}]\n\n[camera]\ntarget = [0.5, 7.0, 0.5]\n\
         distance = 16.0\npitch = 40.0\nyaw = [0.0]\n\n[miniworld]\nclock = true\n\
         spawn = [0.5, 7.0, 0.5]\npages = [{}]\n\n\
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

/// Files of pages: the buttons that scripts hear of, and the scripts attached to them.
fn pages(found: &Literals, scripts: &[(String, Vec<u8>)]) -> BTreeMap<String, String> {
    let mut pages: BTreeMap<&str, (Vec<u32>, Vec<&str>)> = BTreeMap::new();
    for (page, number) in found.buttons() {
        pages.entry(page).or_default().0.push(number);
    }
    for (name, _) in scripts {
        if let Some(page) = page_of(name) {
            pages.entry(page).or_default().1.push(name);
        }
    }
    let files = pages.into_iter().map(|(page, (numbers, scripts))| {
        (format!("page-{page}.toml"), page_file(page, &numbers, &scripts))
    });
    files.collect()
}

fn page_file(page: &str, buttons: &[u32], scripts: &[&str]) -> String {
    let mut text = format!(
        "# Buttons that scripts hear of. Their places are made up: the scripts do not say.\n\
         id = \"{page}\"\n"
    );
    // Writing to a string does not fail.
    if !scripts.is_empty() {
        let _ = writeln!(text, "scripts = {scripts:?}");
    }
    for (index, number) in buttons.iter().enumerate() {
        let x = FIRST[0] + index % COLUMNS * STEP[0];
        let y = FIRST[1].saturating_sub(index / COLUMNS * STEP[1]);
        let _ = write!(
            text,
            "\n[[element]]\nid = \"{page}_{number}\"\nis = {{ kind = \"button\", \
             text = \"{number}\", place = [{x}, {y}], size = [140, 52], font = 20 }}\n"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::MapPackage;

    #[test]
    fn pages_have_the_buttons_that_scripts_hear_of() {
        let script = r#"
            local page = "7100000000000000001"
            ScriptSupportEvent:registerEvent("UI.Button.Click", function(event)
              if event.uielement == page .. "_9" then Customui:hideElement(1, page, page .. "_3") end
            end)
        "#;
        let scripts = [("main.lua".to_owned(), script.as_bytes().to_vec())];
        let package = MapPackage::load(&miniworld_map("made", "Made", &scripts), "made").unwrap();
        let elements = package.page("7100000000000000001");
        let ids: Vec<&str> = elements.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(ids, ["7100000000000000001_9"]);
        assert_eq!(elements[0].1.text.as_deref(), Some("9"));
    }
}
