//! How many moves a board's rules make in a second:
//! `cargo run --release -p fangqi-room --example board_perft -- [MAP [DEPTH]]`.
//!
//! Paths are counted as `perft` counts them: the moves of the last ply are listed and not played.
//! Then a search of playouts or of alpha-beta plays from the beginning, whose moves are all played.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use fangqi_kit::search::{Limits, best_move};
use fangqi_room::board::{RulesVm, Study};
use fangqi_room::vm::compile;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let map = args.first().map_or("chess", String::as_str);
    let depth: u32 = args.get(1).map_or(4, |text| text.parse().expect("a depth is a number"));
    let path = format!("{}/../../scripts/{map}/rules.lua", env!("CARGO_MANIFEST_DIR"));
    let source = std::fs::read(&path).expect("the map has rules");
    let script = compile(&format!("{map}/rules.lua"), &source).expect("the rules compile");
    let rules = RulesVm::load(&script, 1).expect("the rules load");
    let stop = AtomicBool::new(false);
    let study = Study::new(&rules, u64::MAX, 1, &stop).expect("there is memory");
    let state = rules.setup(None, &[]).expect("a game can begin");
    for depth in 1..=depth {
        let start = Instant::now();
        let paths = study.perft(&state, depth).expect("the rules work");
        let seconds = start.elapsed().as_secs_f64();
        println!("depth {depth}: {paths} paths, {:.0} a second", paths as f64 / seconds);
    }
    let game = study.game(state, rules.spec().hidden).expect("a game can begin");
    let start = Instant::now();
    let report = best_move(&game, &Limits { nodes: 20_000, ..Limits::default() }, &stop);
    let seconds = start.elapsed().as_secs_f64();
    let (nodes, depth) = (report.nodes, report.depth);
    println!("search: {nodes} moves to depth {depth}, {:.0} a second", nodes as f64 / seconds);
    assert!(study.trouble().is_none(), "{:?}", study.trouble());
}
