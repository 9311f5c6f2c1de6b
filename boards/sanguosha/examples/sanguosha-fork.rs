//! Measures how long copying a whole state takes: `cargo run --release --example sanguosha-fork`.

#[path = "../tests/engine/simple/mod.rs"]
mod simple;

use std::hint::black_box;
use std::time::Instant;

/// Number of copies in a measurement.
const COPIES: u32 = 10_000;

fn main() {
    for players in [2, 5, 8, 10] {
        let (mut engine, scripts) = simple::table(players, 1);
        engine.run(&scripts);
        let state = engine.state().borrow();
        let mut rounds: Vec<f64> = (0..11)
            .map(|_| {
                let started = Instant::now();
                for _ in 0..COPIES {
                    black_box(state.clone());
                }
                started.elapsed().as_secs_f64() * 1e6 / f64::from(COPIES)
            })
            .collect();
        rounds.sort_by(f64::total_cmp);
        println!("{players} players: {:.2} µs a copy (median of {})", rounds[5], rounds.len());
    }
}
