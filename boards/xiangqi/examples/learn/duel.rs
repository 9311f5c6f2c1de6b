//! A match between two networks in the same engine.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use fangqi_kit::Rng;
use fangqi_xiangqi::net::Net;
use fangqi_xiangqi::search::{Engine, Limits, Score};
use fangqi_xiangqi::{Color, Game, Status};

use crate::THREADS;

/// Random opening plies of each pair of games.
const RANDOM_PLIES: usize = 6;
/// Openings with a score beyond this are discarded, as they decide the game.
const UNFAIR: i32 = 150;
/// Plies after which a game is adjudicated as a draw.
const LONGEST: usize = 300;

/// Plays pairs of games with alternating colors and prints the results of the first network.
pub fn play(nets: &[Arc<Net>; 2], nodes: u64, pairs: u64) {
    let (next, tally) = (AtomicU64::new(0), Mutex::new([0; 3]));
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                let engine = |net: &Arc<Net>| Engine::with_entries(1 << 16).with_net(net.clone());
                let mut engines = [engine(&nets[0]), engine(&nets[1])];
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                loop {
                    let pair = next.fetch_add(1, Relaxed);
                    if pair >= pairs {
                        break;
                    }
                    let start = opening(&mut Rng::new(pair), &mut engines[0], &limits);
                    for side in Color::ALL {
                        engines.iter_mut().for_each(Engine::clear);
                        let result = game(start.clone(), &mut engines, side, &limits);
                        note(&mut tally.lock().expect("nobody panics with it"), result);
                    }
                }
            });
        }
    });
}

/// A random opening that the engine scores as fair.
fn opening(rng: &mut Rng, engine: &mut Engine, limits: &Limits) -> Game {
    loop {
        let mut game = Game::default();
        for _ in 0..RANDOM_PLIES {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[rng.below(moves.len())]).expect("a legal move");
        }
        if game.status().is_over() {
            continue;
        }
        engine.clear();
        let thought = engine.think(&game, limits, &AtomicBool::new(false), &mut |_| {});
        if matches!(thought.score, Score::Cp(value) if value.abs() < UNFAIR) {
            return game;
        }
    }
}

/// The result of a game for the first engine, which plays `side`: 0 win, 1 draw, 2 loss.
fn game(mut game: Game, engines: &mut [Engine; 2], side: Color, limits: &Limits) -> usize {
    for _ in 0..LONGEST {
        if game.status().is_over() {
            break;
        }
        let engine = &mut engines[usize::from(game.side_to_move() != side)];
        let thought = engine.think(&game, limits, &AtomicBool::new(false), &mut |_| {});
        game.play(thought.best.expect("the game goes on")).expect("a legal move");
    }
    match game.status() {
        Status::Won { winner, .. } if winner == side => 0,
        Status::Won { .. } => 2,
        _ => 1,
    }
}

/// Counts a result, and prints the score from time to time.
fn note(tally: &mut [u32; 3], result: usize) {
    tally[result] += 1;
    let games: u32 = tally.iter().sum();
    if games.is_multiple_of(20) {
        let [wins, draws, losses] = *tally;
        let share = (f64::from(wins) + f64::from(draws) / 2.0) / f64::from(games);
        let elo = -400.0 * (1.0 / share - 1.0).log10();
        println!("{games} games: +{wins} ={draws} -{losses}, Elo {elo:+.0}");
    }
}
