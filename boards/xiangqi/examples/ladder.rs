//! Measures the distance between levels: plays each level against the next one with alternating
//! colors from random openings, and prints the stronger level's results: `cargo run --release
//! --example ladder -- [PAIRS] [FROM] [TO]`.

use std::sync::atomic::AtomicBool;

use fangqi_kit::Rng;
use fangqi_xiangqi::search::{Level, think_level};
use fangqi_xiangqi::{Color, Game, Status};

fn main() {
    let argument = |n: usize, default: u64| {
        std::env::args().nth(n).map_or(default, |text| text.parse().expect("a number"))
    };
    let (pairs, from, to) = (argument(1, 20), argument(2, 1), argument(3, 10));
    for number in from..to {
        let level = |n: u64| Level::new(n as u8).expect("levels are 1 to 10");
        let (weak, strong) = (level(number), level(number + 1));
        let (mut wins, mut draws, mut losses) = (0u32, 0u32, 0u32);
        for seed in 0..pairs {
            for strong_side in Color::ALL {
                match play(seed, strong, weak, strong_side) {
                    Some(winner) if winner == strong_side => wins += 1,
                    Some(_) => losses += 1,
                    None => draws += 1,
                }
            }
        }
        let games = f64::from(wins + draws + losses);
        let share = (f64::from(wins) + f64::from(draws) / 2.0) / games;
        let elo = -400.0 * (1.0 / share - 1.0).log10();
        println!("level {} - {number}: +{wins} ={draws} -{losses}  Elo {elo:+.0}", number + 1);
    }
}

/// Plays a game that starts with four random moves. Returns the winner.
fn play(seed: u64, strong: Level, weak: Level, strong_side: Color) -> Option<Color> {
    let mut rng = Rng::new(seed);
    let mut game = Game::default();
    for _ in 0..4 {
        let moves = game.legal_moves();
        game.play(moves[rng.below(moves.len())]).expect("a legal move");
    }
    let stop = AtomicBool::new(false);
    // After this many moves, the game is adjudicated a draw.
    for _ in 0..300 {
        match game.status() {
            Status::Won { winner, .. } => return Some(winner),
            Status::Draw { .. } => return None,
            Status::Ongoing { .. } => {}
        }
        let level = if game.side_to_move() == strong_side { strong } else { weak };
        let best = think_level(&game, level, rng.next_u64(), &stop).best;
        game.play(best.expect("the game goes on")).expect("a legal move");
    }
    None
}
