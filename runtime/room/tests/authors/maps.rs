//! Good maps, and small changes to them.

use fangqi_room::plugin::Plugins;
use fangqi_testkit::files_in;
pub use fangqi_testkit::shipped_files;
use std::collections::BTreeMap;
use std::path::Path;

/// The plugins that these maps need.
pub const PLUGINS: Plugins = Plugins::new(&[
    &fangqi_plugin_miniworld::MiniWorlds,
    &fangqi_plugin_rules::Rules,
    &fangqi_plugin_xiangqi::Xiangqi,
]);

pub type Files = BTreeMap<String, Vec<u8>>;

/// The map `game`, as `fangqi new` writes one of this kind, with all that maps share.
pub fn template(kind: &str) -> Files {
    let mut files = shipped_files();
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../fangqi/src/new/templates").join(kind);
    files.extend(files_in(&folder, "game"));
    let manifest = String::from_utf8(files["game/map.toml"].clone()).unwrap();
    let manifest = manifest.replace("@ID@", "game").replace("@TITLE@", "Game");
    files.insert("game/map.toml".to_owned(), manifest.into_bytes());
    files
}

/// Replaces a text that stands once in a file of the map `game`; gives the line it stands in.
pub fn change(files: &mut Files, file: &str, old: &str, new: &str) -> u32 {
    let path = format!("game/{file}");
    let text = String::from_utf8(files[&path].clone()).unwrap();
    assert_eq!(text.matches(old).count(), 1, "{path} holds {old:?} once");
    let before = &text[..text.find(old).unwrap()];
    let line = before.matches('\n').count() as u32 + 1;
    files.insert(path, text.replacen(old, new, 1).into_bytes());
    line
}

/// The line, from 1, of a text in the map's rules.
pub fn line_of(files: &Files, file: &str, text: &str) -> u32 {
    let source = String::from_utf8(files[&format!("game/{file}")].clone()).unwrap();
    let at = source.find(text).unwrap_or_else(|| panic!("{file} holds no {text:?}"));
    source[..at].matches('\n').count() as u32 + 1
}
