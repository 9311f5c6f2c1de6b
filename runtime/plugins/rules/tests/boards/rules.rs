//! Loading the rules of a board in `scripts/` and asking them.

use fangqi_kit::search::Board;
use fangqi_plugin_rules::{LuaBoard, RulesVm, Study};
use fangqi_vm::compile;
use mlua::Value;

/// The source of a map's rules.
pub fn source(map: &str) -> String {
    let folder = fangqi_testkit::map_folders().into_iter().find(|folder| folder.ends_with(map));
    let folder = folder.unwrap_or_else(|| panic!("there is no map {map}"));
    std::fs::read_to_string(folder.join("rules.lua")).unwrap()
}

/// The rules of a map.
pub fn load(map: &str) -> RulesVm {
    let script = compile(&format!("{map}/rules.lua"), source(map).as_bytes()).unwrap();
    RulesVm::load(&script, 1).unwrap()
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
