//! Tests the searches on games whose exact values are known by other means.

mod games;

use std::sync::atomic::AtomicBool;

use fangqi_kit::Rng;
use fangqi_kit::search::{Board, Limits, Report, Turn, alphabeta, best_move, mcts};
use games::connect_four::ConnectFour;
use games::kuhn::{Bet, Kuhn};
use games::pig::{Pig, PigMove};
use games::tic_tac_toe::TicTacToe;

fn limits(nodes: u64, seed: u64) -> Limits {
    Limits { nodes, seed, ..Limits::default() }
}

fn go() -> AtomicBool {
    AtomicBool::new(false)
}

type Search = fn(&TicTacToe) -> Report<u8>;

/// Plays `seat` by the search against every possible reply. Returns the number of games.
fn never_loses(game: &mut TicTacToe, seat: usize, search: Search) -> usize {
    match game.turn() {
        Turn::Over => {
            assert!(game.payoff(seat) >= 0.0, "lost as {seat}: {game:?}");
            1
        }
        Turn::Seat(mover) if mover == seat => {
            let mv = search(game).best().expect("a move");
            game.play(mv);
            let games = never_loses(game, seat, search);
            game.undo();
            games
        }
        _ => {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let mut games = 0;
            for mv in moves {
                game.play(mv);
                games += never_loses(game, seat, search);
                game.undo();
            }
            games
        }
    }
}

#[test]
fn searches_never_lose_tic_tac_toe() {
    let by_score: Search = |game| alphabeta::search(game, &limits(100_000, 1), &go());
    let by_trying: Search = |game| mcts::search(game, &limits(60_000, 1), &go());
    for search in [by_score, by_trying] {
        let games = (0..2).map(|seat| never_loses(&mut TicTacToe::default(), seat, search));
        assert!(games.sum::<usize>() > 100);
    }
}

/// `count` random unfinished positions with `stones` stones.
fn positions(stones: usize, count: usize) -> Vec<ConnectFour> {
    let mut rng = Rng::new(stones as u64);
    let mut found = Vec::new();
    while found.len() < count {
        let mut game = ConnectFour::default();
        while game.stones_played() < stones && game.turn() != Turn::Over {
            game.play(game.random_move(&mut rng).expect("a move"));
        }
        if game.turn() != Turn::Over {
            found.push(game);
        }
    }
    found
}

/// How many of the chosen moves keep the position's exact value.
fn kept(positions: &[ConnectFour], search: impl Fn(&ConnectFour) -> Report<u8>) -> usize {
    positions
        .iter()
        .filter(|position| {
            let mut truth = (*position).clone();
            let value = truth.solve();
            truth.play(search(position).best().expect("a move"));
            -truth.solve() == value
        })
        .count()
}

#[test]
fn alpha_beta_solves_late_connect_four() {
    let positions = positions(24, 40);
    let all = kept(&positions, |game| {
        let scored = ConnectFour { scored: true, ..game.clone() };
        alphabeta::search(&scored, &limits(3_000_000, 1), &go())
    });
    assert_eq!(all, positions.len());
}

#[test]
fn tree_search_finds_the_value_of_late_connect_four() {
    let positions = positions(24, 40);
    let all = kept(&positions, |game| mcts::search(game, &limits(400_000, 5), &go()));
    assert!(all >= 39, "{all} of 40");
}

#[test]
fn the_same_seed_finds_the_same() {
    let game = ConnectFour::default();
    let run = |seed| mcts::search(&game, &limits(20_000, seed), &go());
    assert_eq!(run(3), run(3));
    assert_ne!(run(3), run(4));
    let merged = Report::merge([run(3), run(4)]).expect("two reports");
    assert_eq!(merged.nodes, run(3).nodes + run(4).nodes);
    let visits = |report: &Report<u8>| report.candidates.iter().map(|c| c.visits).sum::<u64>();
    assert_eq!(visits(&merged), visits(&run(3)) + visits(&run(4)));
}

#[test]
fn a_kept_tree_goes_on_from_the_move_played() {
    let mut searcher = mcts::Searcher::new(ConnectFour::default());
    let first = searcher.run(&limits(50_000, 1), &go());
    let mv = first.best().expect("a move");
    searcher.advance(mv);
    let kept = searcher.run(&limits(1, 1), &go());
    let visits: u64 = kept.candidates.iter().map(|candidate| candidate.visits).sum();
    // The subtree of the move (its visits but the first, which created the node) and one new
    // iteration.
    assert_eq!(visits, first.candidates[0].visits);
}

/// Neller and Presser, "Optimal play of the dice game Pig" (2004): at 0-0 one rolls until 20 or 21,
/// and at 99 points any roll but a one wins.
#[test]
fn chance_nodes_are_averaged() {
    let at = |banked, gathered| {
        let pig = Pig { banked, gathered, mover: 0, rolling: false };
        best_move(&pig, &limits(2_000_000, 9), &go()).best()
    };
    assert_eq!(at([0, 0], 8), Some(PigMove::Roll));
    assert_eq!(at([0, 0], 30), Some(PigMove::Hold));
    assert_eq!(at([80, 50], 20), Some(PigMove::Hold));
    assert_eq!(at([20, 99], 30), Some(PigMove::Roll));
}

/// Choices common to all equilibria of Kuhn poker. They must depend on the seat's own card alone.
#[test]
fn hidden_cards_do_not_influence_the_choice() {
    let (call, fold) = (Bet::Bet, Bet::Pass);
    let choose = |cards: [u8; 2], bets: &[Bet]| {
        let game = Kuhn { cards, bets: bets.to_vec() };
        best_move(&game, &limits(200_000, 2), &go())
    };
    for other in [0, 1] {
        assert_eq!(choose([other, 2], &[call]).best(), Some(call), "a king calls");
    }
    for other in [1, 2] {
        assert_eq!(choose([other, 0], &[call]).best(), Some(fold), "a jack folds");
    }
    // The opponent's card must not matter.
    assert_eq!(choose([0, 1], &[fold]), choose([2, 1], &[fold]));
    assert_eq!(choose([1, 0], &[]), choose([1, 2], &[]));
}

#[test]
fn a_raised_flag_ends_a_search_at_once() {
    let raised = AtomicBool::new(true);
    let game = ConnectFour { scored: true, ..ConnectFour::default() };
    let report = alphabeta::search(&game, &limits(u64::MAX, 1), &raised);
    assert!(report.best().is_some() && report.nodes < 10_000);
    assert!(mcts::search(&game, &limits(u64::MAX, 1), &raised).best().is_some());
}

#[test]
fn the_end_has_no_moves() {
    let mut game = TicTacToe::default();
    for mv in [0, 3, 1, 4, 2] {
        game.play(mv);
    }
    assert_eq!(best_move(&game, &Limits::default(), &go()).best(), None);
}
