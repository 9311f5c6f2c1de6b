//! How strong and how fast computers are at the boards:
//! `cargo run --release -p fangqi-plugin-rules --example board_strength -- reversi 200 30000000`.
//!
//! - `tic-tac-toe`: the highest level against every line of play
//! - `gomoku`: the highest level against the lowest
//! - `reversi`: the highest level against a player who turns over the most discs
//! - `connect-four`: the highest level against an exact solver, from 16 stones on
//! - `levels MAP`: each level against the one below
//! - `playouts`: moves a second of the tree search
//!
//! After that come, if given, how many games or positions, and the most fuel the highest level may
//! use for a move (a unit is about ten nanoseconds). All is seeded, but fuel ends a search, not
//! time.

#[path = "../tests/boards/arena.rs"]
mod arena;
#[path = "../tests/boards/rules.rs"]
mod rules;
#[path = "../tests/boards/solver.rs"]
mod solver;

use arena::{Score, against_the_solver, computer, duel, every_reply, greedy, playouts};
use fangqi_plugin_rules::LEVELS;

fn print(what: &str, [wins, draws, losses]: Score) {
    let games = (wins + draws + losses) as f64;
    let share = 100.0 * wins as f64 / games;
    println!("{what}: {wins} won, {draws} drawn, {losses} lost ({share:.1} % won)");
}

fn main() {
    let mut args = std::env::args().skip(1);
    let what = args.next().unwrap_or_default();
    let map = if what == "levels" { args.next().unwrap_or_default() } else { String::new() };
    let count = args.next().and_then(|word| word.parse().ok());
    let fuel = args.next().and_then(|word| word.parse().ok());
    let best = computer(LEVELS, fuel);
    match what.as_str() {
        "tic-tac-toe" => (0..2).for_each(|seat| print(&format!("seat {seat}"), every_reply(seat))),
        "gomoku" => {
            let score = duel("gomoku", &best, &computer(1, None), count.unwrap_or(100), 1);
            print("gomoku, level 5 against level 1", score);
        }
        "reversi" => {
            let score = duel("reversi", &best, &greedy, count.unwrap_or(200), 1);
            print("reversi, level 5 against greed", score);
        }
        "connect-four" => {
            let count = count.unwrap_or(200) as usize;
            let [positions, kept, known] = against_the_solver(count, fuel, 1);
            println!("connect-four: {kept} of {positions} moves keep the value, {known} know it");
        }
        "levels" => (2..=LEVELS).for_each(|level| {
            let (upper, lower) = (computer(level, fuel), computer(level - 1, fuel));
            let score = duel(&map, &upper, &lower, count.unwrap_or(20), 1);
            print(&format!("{map}, level {level} against level {}", level - 1), score);
        }),
        "playouts" => {
            for (map, rule) in [("gomoku", "free"), ("gomoku", "renju"), ("reversi", "")] {
                let options: &[(&str, &str)] =
                    if rule.is_empty() { &[] } else { &[("rule", rule)] };
                println!("{map} {rule}: {:.0} moves/s", playouts(map, options, 500_000));
            }
        }
        _ => println!("what to measure stands at the top of this example"),
    }
}
