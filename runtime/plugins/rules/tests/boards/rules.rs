//! Loading the rules of a board in `scripts/` and asking them.

use std::path::{Path, PathBuf};

use fangqi_kit::search::Board;
use fangqi_plugin_rules::{LuaBoard, Parameters, RulesVm, Study};
use fangqi_vm::compile;
use mlua::Value;

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

/// The rules of a map.
pub fn load(map: &str) -> RulesVm {
    let (source, parameters) = source(map);
    let script = compile(&format!("{map}/rules.lua"), source.as_bytes()).unwrap();
    RulesVm::load(&script, &parameters, 1).unwrap()
}

/// The cells of a move; none for a word.
pub fn path(study: &Study<'_>, number: u32) -> Vec<u32> {
    match study.move_of(number).unwrap() {
        Value::Table(cells) => cells.sequence_values().map(Result::unwrap).collect(),
        Value::String(_) => Vec::new(),
        cell => vec![cell.as_u32().unwrap()],
    }
}

/// The moves of a game with the cells of each, sorted by them.
pub fn paths(study: &Study<'_>, game: &LuaBoard<'_>) -> Vec<(Vec<u32>, u32)> {
    let mut numbers = Vec::new();
    game.moves(&mut numbers);
    let mut moves: Vec<_> = numbers.iter().map(|number| (path(study, *number), *number)).collect();
    moves.sort();
    moves
}
