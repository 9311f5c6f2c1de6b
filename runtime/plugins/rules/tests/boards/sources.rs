//! The files in `scripts/` in which rules of boards stand.

use std::path::{Path, PathBuf};

use fangqi_plugin_rules::Parameters;

/// What the manifest in a map's folder says of its rules: the file and the parameters, or nothing.
pub fn named(folder: &Path) -> Option<(PathBuf, Parameters)> {
    let manifest = std::fs::read_to_string(folder.join("map.toml")).ok()?;
    let manifest: toml::Table = manifest.parse().unwrap();
    let rules = manifest.get("rules")?;
    let path = rules.as_str().or_else(|| rules.get("script")?.as_str()).unwrap();
    let parameters = rules.get("parameters").cloned();
    let parameters = parameters.map(|given| given.try_into().unwrap()).unwrap_or_default();
    let shared = folder.ancestors().find(|above| above.ends_with("scripts")).unwrap();
    let below = if path.starts_with("lib/") { shared } else { folder };
    Some((below.join(path), parameters))
}

/// The source of a map's rules, and their parameters.
pub fn source(map: &str) -> (String, Parameters) {
    let folder = fangqi_testkit::map_folders().into_iter().find(|folder| folder.ends_with(map));
    let folder = folder.unwrap_or_else(|| panic!("there is no map {map}"));
    let (path, parameters) = named(&folder).unwrap_or_else(|| panic!("{map} has no rules"));
    (std::fs::read_to_string(path).unwrap(), parameters)
}
