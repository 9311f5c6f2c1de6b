//! Loading the rules of a board in `scripts/` and asking them.

use std::sync::atomic::AtomicBool;

use fangqi_kit::search::Board;
use fangqi_room::board::{LuaBoard, RulesVm, Study};
use fangqi_room::vm::compile;
use mlua::Value;

/// The source of a map's rules.
pub fn source(map: &str) -> String {
    let path = format!("{}/../../scripts/{map}/rules.lua", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// The rules of a map.
pub fn load(map: &str) -> RulesVm {
    let script = compile(&format!("{map}/rules.lua"), source(map).as_bytes()).unwrap();
    RulesVm::load(&script, 1).unwrap()
}

/// Does something with a game at its beginning.
pub fn with_game<R>(
    map: &str,
    options: &[(&str, &str)],
    work: impl FnOnce(&Study<'_>, LuaBoard<'_>) -> R,
) -> R {
    let rules = load(map);
    let stop = AtomicBool::new(false);
    let study = Study::new(&rules, u64::MAX, 1, &stop).unwrap();
    let game = study.game(rules.setup(None, options).unwrap(), false).unwrap();
    let result = work(&study, game);
    assert_eq!(study.trouble(), None);
    result
}

/// Paths of exactly so many moves from the beginning.
pub fn perft(map: &str, depth: u32) -> u64 {
    with_game(map, &[], |study, game| study.perft(game.state(), depth).unwrap())
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

/// Plays the move of these cells.
pub fn play(study: &Study<'_>, game: &mut LuaBoard<'_>, cells: &[u32]) {
    let moves = paths(study, game);
    let found = moves.iter().find(|(path, _)| path == cells);
    game.play(found.unwrap_or_else(|| panic!("{cells:?} is not among {moves:?}")).1);
}
