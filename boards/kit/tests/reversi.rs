//! Reversi through the whole kit: conformance, perft and search.

#[path = "games/reversi.rs"]
mod reversi;

use std::sync::atomic::AtomicBool;

use fangqi_kit::search::{GameBoard, Limits, mcts};
use fangqi_kit::{Game, Outcome, Rng, conformance, perft};
use reversi::{Move, Reversi, Seat};

#[test]
fn reversi_keeps_the_laws() {
    let coverage = conformance::check(&Reversi::default(), 0..20, 130).unwrap();
    assert_eq!(coverage.finished, 20);
    assert!(coverage.positions > 1_000);
}

/// Published perft counts; from depth nine on they include passes.
#[test]
fn perft_equals_published_counts() {
    let published = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];
    for (depth, paths) in (1..).zip(published) {
        assert_eq!(perft(&mut Reversi::default(), depth), paths, "{depth} moves");
    }
}

#[test]
fn a_search_beats_chance() {
    let seats = [Seat::Black, Seat::White];
    let mut rng = Rng::new(5);
    for seed in 0..10 {
        let (mut game, own) = (Reversi::default(), seats[seed % 2]);
        while game.outcome().is_none() {
            let mv: Option<Move> = if game.side_to_move() == own {
                let limits = Limits { nodes: 60_000, seed: seed as u64, ..Limits::default() };
                let board = GameBoard::new(game.clone(), seats, None);
                mcts::search(&board, &limits, &AtomicBool::new(false)).best()
            } else {
                game.random_move(&mut rng)
            };
            game.play(mv.unwrap()).unwrap();
        }
        assert_eq!(game.outcome(), Some(Outcome::Won(own)), "game {seed}");
    }
}
