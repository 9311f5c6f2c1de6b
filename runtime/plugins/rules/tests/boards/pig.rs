//! Pig against the exact chances of its playouts' policy, and its die against the odds.

use std::sync::atomic::AtomicBool;

use fangqi_kit::Rng;
use fangqi_kit::search::{Board, Turn};
use fangqi_plugin_rules::{LuaBoard, Study};

use crate::played::random_games;
use crate::rules::load;

/// The chance to win of the seat to move with `own` points against `other`, when both throw until a
/// turn has brought twenty or the game.
fn exact() -> Vec<Vec<f64>> {
    // What a turn from so many points comes to, by its chance; a hundred is the end.
    let turn = |own: usize| {
        let (mut gains, mut ends) = (vec![0.0; 106], vec![0.0; 106]);
        gains[0] = 1.0;
        for gain in 0..106 {
            let chance = gains[gain];
            if gain >= 20 || own + gain >= 100 {
                ends[gain] += chance;
            } else {
                ends[0] += chance / 6.0;
                (2..=6).for_each(|face| gains[gain + face] += chance / 6.0);
            }
        }
        ends
    };
    let ends: Vec<Vec<f64>> = (0..100).map(turn).collect();
    let mut wins = vec![vec![0.5; 100]; 100];
    // A one leads back to the same scores: values are repeated until they stand still.
    for _ in 0..400 {
        for (own, other) in (0..100).flat_map(|own| (0..100).map(move |other| (own, other))) {
            let after = |(gain, chance): (usize, &f64)| {
                let score = own + gain;
                chance * if score >= 100 { 1.0 } else { 1.0 - wins[other][score] }
            };
            wins[own][other] = ends[own].iter().enumerate().map(after).sum();
        }
    }
    wins
}

#[test]
fn playouts_win_as_often_as_their_policy_does() {
    const GAMES: usize = 4_000;
    let (rules, stop) = (load("pig"), AtomicBool::new(false));
    let study = Study::new(&rules, u64::MAX, 7, &stop).unwrap();
    let start = study.game(rules.setup(None, &[]).unwrap(), false).unwrap();
    let (mut first, mut played, mut rng) = (0, Vec::new(), Rng::new(1));
    for _ in 0..GAMES {
        let mut game = start.clone();
        game.playout(4_000, &mut rng, &mut played);
        assert_eq!(game.turn(), Turn::Over);
        first += usize::from(game.payoff(0) > 0.0);
        played.clear();
    }
    let (found, expected) = (first as f64 / GAMES as f64, exact()[0][0]);
    assert!((0.5..0.6).contains(&expected), "{expected}");
    // Three standard deviations.
    assert!((found - expected).abs() < 0.024, "{found} of games for {expected}");
}

#[test]
fn every_face_falls_as_often_as_any_other() {
    const THROWS: usize = 12_000;
    let (rules, stop) = (load("pig"), AtomicBool::new(false));
    let study = Study::new(&rules, u64::MAX, 3, &stop).unwrap();
    let mut game = study.game(rules.setup(None, &[]).unwrap(), false).unwrap();
    let mut rng = Rng::new(1);
    let roll = game.random_move(&mut rng).unwrap();
    game.play(roll);
    assert_eq!(game.turn(), Turn::Chance);
    let mut falls = [0.0_f64; 6];
    for _ in 0..THROWS {
        let face = study.move_of(game.random_move(&mut rng).unwrap()).unwrap().as_usize().unwrap();
        falls[face - 1] += 1.0;
    }
    let even = THROWS as f64 / 6.0;
    let distance: f64 = falls.iter().map(|count| (count - even).powi(2) / even).sum();
    assert!(distance < 20.5, "chi-squared of {distance} in five degrees of freedom");
}

/// Scores, what the turn has brought, and whose it is.
fn standing(game: &LuaBoard<'_>) -> ([u32; 2], u32, usize) {
    let scores: Vec<u32> = game.state().raw_get("scores").unwrap();
    let turn: usize = game.state().raw_get("turn").unwrap();
    ([scores[0], scores[1]], game.state().raw_get("gain").unwrap(), turn - 1)
}

#[test]
fn a_one_costs_the_turn_and_holding_keeps_it() {
    let (rules, stop) = (load("pig"), AtomicBool::new(false));
    let (mut ones, mut holds) = (0, 0);
    for seed in 0..40 {
        let study = Study::new(&rules, u64::MAX, seed, &stop).unwrap();
        let mut game = study.game(rules.setup(None, &[]).unwrap(), false).unwrap();
        let (mut rng, mut moves) = (Rng::new(seed), Vec::new());
        while game.turn() != Turn::Over {
            let (mut scores, gain, mover) = standing(&game);
            let chosen = if game.turn() == Turn::Chance {
                game.random_move(&mut rng).unwrap()
            } else {
                game.moves(&mut moves);
                moves[rng.below(moves.len())]
            };
            let mv = study.move_of(chosen).unwrap();
            game.play(chosen);
            let expected = match (mv.as_u32(), mv.as_string()) {
                (Some(1), _) => (scores, 0, 1 - mover),
                (Some(face), _) => (scores, gain + face, mover),
                (None, Some(word)) if *word == "hold" => {
                    scores[mover] += gain;
                    holds += 1;
                    (scores, 0, 1 - mover)
                }
                _ => (scores, gain, mover),
            };
            ones += usize::from(mv.as_u32() == Some(1));
            assert_eq!(standing(&game), expected, "after {mv:?}");
        }
    }
    assert!(ones > 100 && holds > 100, "{ones} ones, {holds} holds");
}

#[test]
fn random_games_end() {
    let plies = random_games(&load("pig"), 20, 5_000);
    assert!(plies > 30, "{plies} plies a game");
}
