//! A map whose every click burns all the fuel it is given: the worst neighbour a map's author can
//! make within the limits on scripts.

use std::collections::BTreeMap;

use fangqi_room::{MapPackage, PackageError};

use crate::plugins::PLUGINS;

/// The map's id.
pub(super) const ID: &str = "burner";

const MANIFEST: &str = r##"
format = 1
id = "burner"
version = "1"
name = { zh = "烧", en = "Burner" }
description = { zh = "测量用", en = "A map to measure with" }
scripts = ["main.lua"]
[[seats]]
name = { zh = "一", en = "One" }
colour = "#102030"
[[seats]]
name = { zh = "二", en = "Two" }
colour = "#405060"
"##;

const SCRIPT: &str = r#"
ScriptSupportEvent:registerEvent("Player.ClickBlock", function()
  while true do end
end)
"#;

/// The map, ready to be served.
pub(super) fn map() -> Result<MapPackage, PackageError> {
    let file = |name: &str, text: &str| (format!("{ID}/{name}"), text.as_bytes().to_vec());
    let files = BTreeMap::from([file("map.toml", MANIFEST), file("main.lua", SCRIPT)]);
    MapPackage::load(&files, ID, PLUGINS)
}
