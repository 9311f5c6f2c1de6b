//! Measures search speed: `cargo run --release -p fangqi-xiangqi --example speed -- [NODES] [FILE]
//! [THREADS]` searches every position of a file (each line's text up to ` ; `, ` bm ` or ` | `; by
//! default the perft positions) with the given nodes, and prints nodes and milliseconds. On a
//! machine that is not idle, measure it with `perf stat`.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use fangqi_xiangqi::Game;
use fangqi_xiangqi::search::{Engine, Limits};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let nodes = arguments.next().map_or(200_000, |text| text.parse().expect("a number of nodes"));
    let text = match arguments.next() {
        Some(path) => std::fs::read_to_string(path).expect("a file that can be read"),
        None => include_str!("../tests/data/xiangqi-perft-A.txt").to_owned(),
    };
    let threads = arguments.next().map_or(1, |text| text.parse().expect("a number of threads"));
    let mut engine = Engine::new(64).with_threads(threads);
    let (mut sum, mut depths, mut asked) = (0, 0, 0);
    let began = Instant::now();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fen = line.split([';', '|']).next().and_then(|fen| fen.split(" bm ").next());
        let Some(Ok(game)) = fen.map(|fen| Game::from_fen(fen.trim())) else { continue };
        engine.clear();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let thought = engine.think(&game, &limits, &AtomicBool::new(false), &mut |_| {});
        sum += thought.nodes;
        depths += u64::from(thought.depth);
        asked += 1;
    }
    println!(
        "{sum} nodes, {asked} positions, mean depth {:.2}, {} ms",
        depths as f64 / f64::from(asked.max(1)),
        began.elapsed().as_millis()
    );
}
