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

/// The files of a map made of loose script files: names and texts, in the order they run. Pages
/// whose buttons the scripts hear of get these buttons, since only the map's editor knew the rest.
pub fn miniworld_map(
    id: &str,
    title: &str,
    scripts: &[(String, Vec<u8>)],
) -> BTreeMap<String, Vec<u8>> {
    let names: Vec<String> = scripts.iter().map(|(name, _)| format!("{name:?}")).collect();
    let pages = pages(&Literals::of(scripts));
    let page_names: Vec<String> = pages.keys().map(|name| format!("{name:?}")).collect();
    let manifest = format!(
        "format = 1\nid = {id:?}\nversion = \"1\"\nname = {{ zh = {title:?}, en = {title:?} }}\n\
         description = {{ zh = \"由迷你世界脚本制成。\", en = \"Made of Mini World scripts.\" }}\n\
         scripts = [{}]\nlayout = \"layout.toml\"\n\n[camera]\ntarget = [0.5, 7.0, 0.5]\n\
         distance = 16.0\npitch = 40.0\nyaw = [0.0]\n\n[miniworld]\nclock = true\n\
         spawn = [0.5, 7.0, 0.5]\npages = [{}]\n",
        names.join(", "),
        page_names.join(", ")
    );
    let layout = "# A meadow, as flat as Mini World's: people stand at y = 7.\n\
                  [[fill]]\nfrom = [-48, 0, -48]\nto = [48, 5, 48]\nblock = \"soil\"\n\n\
                  [[fill]]\nfrom = [-48, 6, -48]\nto = [48, 6, 48]\nblock = \"grass_block\"\n";
    let mut files = BTreeMap::from([
        (format!("{id}/map.toml"), manifest.into_bytes()),
        (format!("{id}/layout.toml"), layout.as_bytes().to_vec()),
    ]);
    files.extend(scripts.iter().map(|(name, text)| (format!("{id}/{name}"), text.clone())));
    files.extend(pages.into_iter().map(|(name, text)| (format!("{id}/{name}"), text.into_bytes())));
    files
}

/// Files of pages with the buttons that scripts hear of.
fn pages(found: &Literals) -> BTreeMap<String, String> {
    let mut buttons: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (page, number) in found.buttons() {
        buttons.entry(page).or_default().push(number);
    }
    let files = buttons.into_iter().map(|(page, numbers)| {
        let mut text = format!(
            "# Buttons that scripts hear of. Their places are made up: the scripts do not say.\n\
             id = \"{page}\"\n"
        );
        for (index, number) in numbers.into_iter().enumerate() {
            let x = FIRST[0] + index % COLUMNS * STEP[0];
            let y = FIRST[1].saturating_sub(index / COLUMNS * STEP[1]);
            // Writing to a string does not fail.
            let _ = write!(
                text,
                "\n[[element]]\nid = \"{page}_{number}\"\nis = {{ kind = \"button\", \
                 text = \"{number}\", place = [{x}, {y}], size = [140, 52], font = 20 }}\n"
            );
        }
        (format!("page-{page}.toml"), text)
    });
    files.collect()
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
