//! Computer players against each other and against what is known.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use fangqi_kit::Rng;
use fangqi_kit::search::{Board, Limits, Turn, mcts};
use fangqi_plugin_rules::{LuaBoard, RulesVm, Study, advise};
use mlua::Table;

use super::rules::{load, path, paths};
use super::solver::{Position, Solver};

/// Wins, draws and losses.
pub type Score = [usize; 3];

/// Where a payoff is counted.
fn place(worth: f32) -> usize {
    match worth {
        _ if worth > 0.0 => 0,
        _ if worth < 0.0 => 2,
        _ => 1,
    }
}

/// The cells of a state.
pub fn cells(state: &Table) -> Vec<u8> {
    state.raw_get("cells").unwrap()
}

/// Chooses the number of a move.
pub type Player<'a> = &'a dyn Fn(&RulesVm, &Study<'_>, &LuaBoard<'_>, u64) -> u32;

/// A computer of a level, with no more than so much fuel for a move.
pub fn computer(
    level: u8,
    fuel: Option<u64>,
) -> impl Fn(&RulesVm, &Study<'_>, &LuaBoard<'_>, u64) -> u32 {
    move |rules, study, game, seed| {
        let stop = AtomicBool::new(false);
        let thought = advise(rules, game.state(), (level, fuel), seed, &stop).unwrap();
        study.number_of(&rules.read(&thought.best.unwrap()).unwrap()).unwrap()
    }
}

/// Takes as many cells as it can at once, one of the best by chance.
pub fn greedy(_: &RulesVm, study: &Study<'_>, game: &LuaBoard<'_>, seed: u64) -> u32 {
    let own = cells(game.state());
    let Turn::Seat(seat) = game.turn() else { panic!("the game is over") };
    let count = |cells: Vec<u8>| cells.iter().filter(|piece| **piece == seat as u8 + 1).count();
    let before = count(own);
    let gains: Vec<(usize, u32)> = paths(study, game)
        .into_iter()
        .map(|(_, mv)| {
            let mut then = game.clone();
            then.play(mv);
            (count(cells(then.state())) - before, mv)
        })
        .collect();
    let most = gains.iter().map(|(gain, _)| *gain).max().unwrap();
    let best: Vec<u32> =
        gains.iter().filter(|(gain, _)| *gain == most).map(|(_, mv)| *mv).collect();
    best[Rng::new(seed).below(best.len())]
}

/// Games of two players, who begin by turns; the score of the first.
pub fn duel(map: &str, first: Player<'_>, second: Player<'_>, games: u64, seed: u64) -> Score {
    let rules = load(map);
    let stop = AtomicBool::new(false);
    let mut score = [0; 3];
    for game_seed in seed..seed + games {
        let study = Study::new(&rules, u64::MAX, game_seed, &stop).unwrap();
        let mut game = study.game(rules.setup(None, &[]).unwrap(), false).unwrap();
        let seat = (game_seed % 2) as usize;
        let mut rng = Rng::new(game_seed);
        loop {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let Turn::Seat(mover) = game.turn() else { break };
            let player = if mover == seat { first } else { second };
            game.play(player(&rules, &study, &game, rng.next_u64()));
            if game.turn() == Turn::Over {
                break;
            }
        }
        let worth = game.payoff(seat);
        score[place(worth)] += 1;
    }
    score
}

/// Positions of Connect Four, from 16 stones on, that are not decided within a move: how many
/// there were, in how many of them a computer of the highest level chose a move that keeps the true
/// value, and in how many it also knew the value.
pub fn against_the_solver(count: usize, fuel: Option<u64>, seed: u64) -> [usize; 3] {
    let (rules, stop) = (load("connect-four"), AtomicBool::new(false));
    let (mut rng, mut solver) = (Rng::new(seed), Solver::new());
    let mut found = [0; 3];
    while found[0] < count {
        let study = Study::new(&rules, u64::MAX, rng.next_u64(), &stop).unwrap();
        let mut game = study.game(rules.setup(None, &[]).unwrap(), false).unwrap();
        let stones = 16 + rng.below(15);
        for _ in 0..stones {
            if game.turn() != Turn::Over {
                let moves = paths(&study, &game);
                game.play(moves[rng.below(moves.len())].1);
            }
        }
        let Turn::Seat(seat) = game.turn() else { continue };
        let position = Position::new(&cells(game.state()), seat as u8 + 1);
        if position.wins_now() || position.loses_next() {
            continue;
        }
        let truth = solver.value(position);
        let thought = advise(&rules, game.state(), (5, fuel), rng.next_u64(), &stop).unwrap();
        let mv = rules.read(&thought.best.unwrap()).unwrap();
        let cell = path(&study, study.number_of(&mv).unwrap())[0];
        let kept = -solver.value(position.after(cell)) == truth;
        // A value in between is a guess, which stands for a draw.
        let known = if thought.value.abs() < 1.0 { 0 } else { thought.value as i8 };
        found[0] += 1;
        found[1] += usize::from(kept);
        found[2] += usize::from(kept && known == truth);
    }
    found
}

/// Plays a seat of tic-tac-toe on the highest level against every line of play: wins, draws,
/// losses.
pub fn every_reply(seat: usize) -> Score {
    let (rules, stop) = (load("tic-tac-toe"), AtomicBool::new(false));
    let study = Study::new(&rules, u64::MAX, 1, &stop).unwrap();
    let mut game = study.game(rules.setup(None, &[]).unwrap(), false).unwrap();
    let (mut score, mut known) = ([0; 3], HashMap::new());
    replies(&rules, &study, &mut game, seat, &mut known, &mut score);
    score
}

fn replies(
    rules: &RulesVm,
    study: &Study<'_>,
    game: &mut LuaBoard<'_>,
    seat: usize,
    known: &mut HashMap<Vec<u8>, u32>,
    score: &mut Score,
) {
    let Turn::Seat(mover) = game.turn() else {
        let worth = game.payoff(seat);
        score[place(worth)] += 1;
        return;
    };
    let mut moves = Vec::new();
    if mover == seat {
        let choose = || computer(5, None)(rules, study, game, 1);
        moves.push(*known.entry(cells(game.state())).or_insert_with(choose));
    } else {
        game.moves(&mut moves);
    }
    for mv in moves {
        game.play(mv);
        replies(rules, study, game, seat, known, score);
        game.undo();
    }
}

/// Moves a second of a tree search that plays a game out, with so many moves made.
pub fn playouts(map: &str, options: &[(&str, &str)], nodes: u64) -> f64 {
    let (rules, stop) = (load(map), AtomicBool::new(false));
    let study = Study::new(&rules, u64::MAX, 1, &stop).unwrap();
    let game = study.game(rules.setup(None, options).unwrap(), false).unwrap();
    let start = Instant::now();
    let report = mcts::search(&game, &Limits { nodes, ..Limits::default() }, &stop);
    assert_eq!(study.trouble(), None);
    report.nodes as f64 / start.elapsed().as_secs_f64()
}
