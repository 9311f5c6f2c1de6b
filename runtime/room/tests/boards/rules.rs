//! Loading the rules of a board in `scripts/` and asking them.

use std::sync::atomic::AtomicBool;

use fangqi_room::board::{RulesVm, Study};
use fangqi_room::vm::compile;

/// The rules of a map.
pub fn load(map: &str) -> RulesVm {
    let path = format!("{}/../../scripts/{map}/rules.lua", env!("CARGO_MANIFEST_DIR"));
    let source = std::fs::read(&path).unwrap();
    let script = compile(&format!("{map}/rules.lua"), &source).unwrap();
    RulesVm::load(&script, 1).unwrap()
}

/// Paths of exactly so many moves from the beginning.
pub fn perft(map: &str, depth: u32) -> u64 {
    let rules = load(map);
    let stop = AtomicBool::new(false);
    let study = Study::new(&rules, u64::MAX, 1, &stop).unwrap();
    study.perft(&rules.setup(None, &[]).unwrap(), depth).unwrap()
}

#[test]
fn tic_tac_toe_has_255_168_games() {
    // Games that end with the ninth move are paths of nine; those that end before are not.
    assert_eq!(perft("tic-tac-toe", 1), 9);
    assert_eq!(perft("tic-tac-toe", 5), 15_120);
    assert_eq!(perft("tic-tac-toe", 6), 54_720);
    assert_eq!(perft("tic-tac-toe", 9), 127_872);
}

/// Not a check: prints how fast playouts of gomoku are.
#[test]
#[ignore = "measures"]
fn gomoku_speed() {
    use fangqi_kit::search::{Board, Limits, mcts};
    let rules = load("gomoku");
    let stop = AtomicBool::new(false);
    let study = Study::new(&rules, u64::MAX, 1, &stop).unwrap();
    let game = study.game(rules.setup(None, &[]).unwrap(), false).unwrap();
    let start = std::time::Instant::now();
    let report = mcts::search(&game, &Limits { nodes: 300_000, depth: 64, seed: 1 }, &stop);
    let seconds = start.elapsed().as_secs_f64();
    println!("{:.0} moves/s, {:?}", report.nodes as f64 / seconds, study.trouble());
    let _ = game.turn();
}
