//! Tests the searches on games whose exact values are known by other means.

mod games;

use std::sync::atomic::AtomicBool;

use fangqi_kit::Rng;
use fangqi_kit::search::{Board, Limits, Line, Report, Turn, Worth, alphabeta, best_move, mcts};
use games::connect_four::ConnectFour;
use games::kuhn::{Bet, Kuhn};
use games::pig::{Pig, PigMove};
use games::tic_tac_toe::TicTacToe;
use games::wager::{Choice, Wager};

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

/// The value of a position to the seat to move by looking at every game, without a search of the
/// kit: above 0 for a win and below for a loss, the further the sooner it comes; 0 for a draw.
fn exact(game: &mut TicTacToe, ply: i32) -> i32 {
    match game.turn() {
        Turn::Over => (game.payoff(game.mover()) as i32) * (100 - ply),
        _ => {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let values = moves.into_iter().map(|mv| after(game, mv, ply));
            values.max().expect("a move")
        }
    }
}

/// The same of a move, to the seat that plays it.
fn after(game: &mut TicTacToe, mv: u8, ply: i32) -> i32 {
    game.play(mv);
    let value = -exact(game, ply + 1);
    game.undo();
    value
}

/// A worth as `exact` gives it.
fn as_exact(worth: Worth) -> i32 {
    match worth {
        Worth::Score(score) => score,
        Worth::WonIn(plies) => 100 - plies as i32,
        Worth::LostIn(plies) => plies as i32 - 100,
        Worth::Mean(value) => panic!("alpha-beta gave a mean of {value}"),
    }
}

/// Checks what holds of the lines of any search, and gives their first moves.
fn firsts(game: &TicTacToe, lines: &[Line<u8>], wanted: usize) -> Vec<u8> {
    let mut legal = Vec::new();
    game.moves(&mut legal);
    assert_eq!(lines.len(), wanted.min(legal.len()), "{game:?}");
    for line in lines {
        let mut game = game.clone();
        for mv in &line.moves {
            game.moves(&mut legal);
            assert!(game.turn() != Turn::Over && legal.contains(mv), "{mv} of {line:?}");
            game.play(*mv);
        }
    }
    let mut firsts: Vec<u8> = lines.iter().map(|line| line.moves[0]).collect();
    let given = firsts.clone();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), given.len(), "each begins with a move of its own");
    given
}

/// All unfinished positions with this number of stones.
fn unfinished(stones: usize) -> Vec<TicTacToe> {
    let mut found = vec![TicTacToe::default()];
    for _ in 0..stones {
        let mut next = Vec::new();
        for game in found {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            next.extend(moves.into_iter().map(|mv| {
                let mut game = game.clone();
                game.play(mv);
                game
            }));
        }
        next.retain(|game| game.turn() != Turn::Over);
        found = next;
    }
    found
}

#[test]
fn the_best_lines_are_worth_what_all_games_say() {
    for stones in [5, 7] {
        // A part of them: the same board is reached in many orders.
        for game in unfinished(stones).iter().step_by(23) {
            for lines in 1..=4 {
                let limits = Limits { lines, ..limits(100_000, 1) };
                let found = alphabeta::search(game, &limits, &go()).lines;
                let mut legal = Vec::new();
                game.moves(&mut legal);
                let mut game = game.clone();
                let mut all: Vec<i32> = legal.iter().map(|mv| after(&mut game, *mv, 0)).collect();
                all.sort_unstable_by_key(|value| std::cmp::Reverse(*value));
                let firsts = firsts(&game, &found, usize::from(lines));
                // A win that is found ends the search: what is worse is then known less deeply.
                if all[0] > 0 {
                    assert_eq!(as_exact(found[0].worth), all[0], "{game:?}");
                    continue;
                }
                let worths: Vec<i32> = found.iter().map(|line| as_exact(line.worth)).collect();
                assert_eq!(worths, all[..found.len()], "{game:?}");
                for (mv, worth) in firsts.into_iter().zip(worths) {
                    assert_eq!(after(&mut game, mv, 0), worth, "{mv} in {game:?}");
                }
            }
        }
    }
}

#[test]
fn more_lines_leave_the_best_move_as_it_is_worth() {
    for position in positions(24, 20) {
        let scored = ConnectFour { scored: true, ..position.clone() };
        let limits = Limits { lines: 3, ..limits(3_000_000, 1) };
        let report = alphabeta::search(&scored, &limits, &go());
        let mut truth = position.clone();
        let value = truth.solve();
        truth.play(report.best().expect("a move"));
        assert_eq!(-truth.solve(), value);
        let worths: Vec<i32> = report.lines.iter().map(|line| as_exact(line.worth)).collect();
        assert!(worths.is_sorted_by(|a, b| a >= b), "{worths:?}");
    }
}

#[test]
fn a_search_by_playouts_has_lines_too() {
    for game in unfinished(3).iter().step_by(41) {
        let limits = Limits { lines: 3, ..limits(20_000, 4) };
        let lines = mcts::search(game, &limits, &go()).lines;
        firsts(game, &lines, 3);
        let worths: Vec<f64> = lines
            .iter()
            .map(|line| match line.worth {
                Worth::Mean(value) => value,
                other => panic!("playouts gave {other:?}"),
            })
            .collect();
        assert!(worths.is_sorted_by(|a, b| a >= b), "{worths:?}");
        let mut game = game.clone();
        let best = after(&mut game, lines[0].moves[0], 0);
        assert_eq!(best.signum(), exact(&mut game, 0).signum(), "{game:?}");
    }
}

#[test]
fn lines_of_a_search_that_ends_early_are_of_one_depth() {
    let game = ConnectFour { scored: true, ..ConnectFour::default() };
    for nodes in (100..4_000).step_by(170) {
        let limits = Limits { lines: 3, ..limits(nodes, 1) };
        let report = alphabeta::search(&game, &limits, &go());
        let depth = u8::try_from(report.depth).expect("a small depth");
        let whole = Limits { nodes: 1_000_000, depth, ..limits };
        // What follows is read from a table that is smaller where fewer nodes are searched.
        let begun = |report: Report<u8>| {
            report.lines.into_iter().map(|line| (line.moves[0], line.worth)).collect::<Vec<_>>()
        };
        let expected = begun(alphabeta::search(&game, &whole, &go()));
        assert_eq!(begun(report), expected, "{nodes}");
    }
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

/// Games of Pig, of 400, that a search with `nodes` wins against one with a tenth of them.
fn pig_won_with_more(nodes: u64) -> usize {
    let game = |seed: u64| {
        let mut pig = Pig { banked: [0, 0], gathered: 0, mover: 0, rolling: false };
        let (mut dice, strong) = (Rng::new(seed), seed as usize % 2);
        loop {
            let mv = match pig.turn() {
                Turn::Over => return pig.payoff(strong) > 0.0,
                Turn::Chance => pig.random_move(&mut dice),
                Turn::Seat(_) if pig.gathered == 0 => Some(PigMove::Roll),
                Turn::Seat(seat) => {
                    let nodes = if seat == strong { nodes } else { nodes / 10 };
                    let seed = seed ^ u64::from(pig.gathered + 100 * pig.banked[seat]) << 32;
                    best_move(&pig, &limits(nodes, seed), &go()).best()
                }
            };
            pig.play(mv.expect("a move"));
        }
    };
    (0..400).filter(|seed| game(*seed)).count()
}

/// What was won by holding later on must not make a search hold too early: with few samples that
/// cost it more games than it won by them.
#[test]
fn more_samples_play_pig_better() {
    for nodes in [1_500, 15_000] {
        let won = pig_won_with_more(nodes);
        assert!(won > 210, "{nodes} nodes won {won} of 400");
    }
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

/// No random game may have met the dice by which a game could yet go on.
#[test]
fn alpha_beta_takes_a_chance_node_for_what_it_is_estimated_at() {
    for (estimate, best) in [(300, Choice::Throw), (-300, Choice::Draw)] {
        let game = Wager { estimate, chosen: None };
        let report = alphabeta::search(&game, &limits(1_000, 1), &go());
        assert_eq!(report.best(), Some(best), "{estimate}");
    }
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
