//! Loading the rules of a board in `scripts/` and asking them.

use fangqi_kit::search::Board;
use fangqi_plugin::{MapPackage, Plugins};
use fangqi_plugin_rules::{BoardPackage, LuaBoard, Rules, RulesVm, Study};
use mlua::Value;

const PLUGINS: Plugins = Plugins::new(&[&Rules]);

/// The rules of a map, with the modules that they require.
pub fn load(map: &str) -> RulesVm {
    let package = MapPackage::load(&fangqi_testkit::shipped_files(), map, PLUGINS).unwrap();
    let board = package.part::<BoardPackage>().unwrap();
    RulesVm::load(board.script(), board.parameters(), 1).unwrap()
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
