//! How many moves a board's rules make in a second:
//! `cargo run --release -p fangqi-plugin-rules --example board_perft -- [MAP [DEPTH]]`.
//!
//! Paths are counted as `perft` counts them: the moves of the last ply are listed and not played.
//! Then a search of playouts or of alpha-beta plays from the beginning, whose moves are all played.
//! Times are processor time of the thread, since machines are shared.

#[path = "../tests/boards/rules.rs"]
#[expect(dead_code, reason = "tests ask more of the rules")]
mod rules;

use std::sync::atomic::AtomicBool;

use fangqi_kit::Rng;
use fangqi_kit::search::{Board, Limits, Turn, best_move};
use fangqi_plugin_rules::Study;

/// Seconds of processor time that this thread has used.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.unwrap_or(f64::NAN) / 1e9
}

/// So many since then, and how many that are in a second if it can be told.
fn rate(count: u64, what: &str, start: f64) -> String {
    let seconds = processor_seconds() - start;
    let rate = if seconds > 0.01 { count as f64 / seconds } else { f64::NAN };
    format!("{count} {what}, {rate:.0} a second")
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let map = args.first().map_or("chess", String::as_str);
    let depth: u32 = args.get(1).map_or(4, |text| text.parse().expect("a depth is a number"));
    let rules = rules::load(map);
    let stop = AtomicBool::new(false);
    let study = Study::new(&rules, u64::MAX, 1, &stop).expect("there is memory");
    let state = rules.setup(None, &[]).expect("a game can begin");
    for depth in 1..=depth {
        let start = processor_seconds();
        let paths = study.perft(&state, depth).expect("the rules work");
        println!("depth {depth}: {}", rate(paths, "paths", start));
    }
    let mut game = study.game(state, rules.spec().hidden).expect("a game can begin");
    while game.turn() == Turn::Chance {
        let fallen = game.random_move(&mut Rng::new(1)).expect("chance brings something");
        game.play(fallen);
    }
    let start = processor_seconds();
    let report = best_move(&game, &Limits { nodes: 20_000, ..Limits::default() }, &stop);
    println!("search to depth {}: {}", report.depth, rate(report.nodes, "moves", start));
    assert!(study.trouble().is_none(), "{:?}", study.trouble());
}
