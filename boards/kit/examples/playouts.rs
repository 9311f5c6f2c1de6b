//! Measures how many moves per second the tree search makes in a Rust game on one core: `cargo run
//! --release -p fangqi-kit --example playouts`.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use fangqi_kit::search::{GameBoard, Limits, mcts};

#[path = "../tests/games/reversi.rs"]
mod reversi;

use reversi::{Reversi, Seat};

fn main() {
    let board = GameBoard::new(Reversi::default(), [Seat::Black, Seat::White], None);
    for seed in 1..=3 {
        let limits = Limits { nodes: 20_000_000, seed, ..Limits::default() };
        let start = Instant::now();
        let report = mcts::search(&board, &limits, &AtomicBool::new(false));
        let rate = report.nodes as f64 / start.elapsed().as_secs_f64() / 1e6;
        println!("reversi, seed {seed}: {rate:.2} million moves/s");
    }
}
