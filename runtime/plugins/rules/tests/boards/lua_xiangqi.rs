//! Xiangqi in Lua against the engine's own rules in Rust, which were checked against other engines.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use fangqi_plugin_rules::{LuaBoard, RulesVm, Study};
use fangqi_xiangqi::{Color, Position, Square};
use mlua::Table;

use crate::played::{random_game, random_games};
use crate::rules::load;

/// Pieces in the order of their numbers.
const PIECES: &str = "KABNRCPkabnrcp";

fn cells(position: &Position) -> Vec<usize> {
    let number = |square| {
        let piece = position.piece_at(square);
        piece.map_or(0, |piece| PIECES.find(piece.letter()).unwrap() + 1)
    };
    Square::all().map(number).collect()
}

/// The state of a position.
fn state(rules: &RulesVm, position: &Position) -> Table {
    let state = rules.setup(None, &[]).unwrap();
    state.raw_set("cells", cells(position)).unwrap();
    let red = position.side_to_move() == Color::Red;
    state.raw_set("turn", if red { 1 } else { 2 }).unwrap();
    state
}

/// The moves as pairs of cells.
fn ours(study: &Study<'_>, moves: &[u32]) -> BTreeSet<(usize, usize)> {
    let pair = |mv: &u32| {
        let mv = study.move_of(*mv).unwrap();
        let cells = mv.as_table().unwrap();
        (cells.raw_get(1).unwrap(), cells.raw_get(2).unwrap())
    };
    moves.iter().map(pair).collect()
}

fn theirs(position: &Position) -> BTreeSet<(usize, usize)> {
    let pair = |mv: &fangqi_xiangqi::Move| (mv.from.index() + 1, mv.to.index() + 1);
    position.legal_moves().iter().map(pair).collect()
}

/// The positions whose counts several engines agree on.
fn positions() -> impl Iterator<Item = (Position, Vec<u64>)> {
    let lines =
        include_str!("../../../../../boards/xiangqi/tests/data/xiangqi-perft-A.txt").lines();
    lines.filter(|line| !line.starts_with('#')).map(|line| {
        let [fen, counts, _] = line.split(" ; ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let counts = counts.split(' ').map(|count| count.parse().unwrap()).collect();
        (Position::from_fen(fen).unwrap(), counts)
    })
}

#[test]
fn a_game_begins_as_in_rust() {
    let cells_of = |state: Table| state.raw_get::<Vec<usize>>("cells").unwrap();
    assert_eq!(cells_of(load("lua-xiangqi").setup(None, &[]).unwrap()), cells(&Position::start()));
}

#[test]
fn moves_are_as_many_as_other_engines_count() {
    let (rules, stop) = (load("lua-xiangqi"), AtomicBool::new(false));
    let study = Study::new(&rules, u64::MAX, 1, &stop).unwrap();
    let mut tried = 0;
    for (position, counts) in positions() {
        let state = state(&rules, &position);
        for (depth, count) in (1..=3).zip(&counts) {
            let found = study.perft(&state, depth).unwrap();
            assert_eq!(found, *count, "{} to depth {depth}", position.fen());
            tried += 1;
        }
    }
    assert!(tried >= 50, "the file holds only {tried} counts");
}

/// Two hundred random games, and at every ply the two sets of legal moves.
#[test]
fn random_games_have_the_same_moves_as_in_rust() {
    let rules = load("lua-xiangqi");
    let mut compared = 0;
    for seed in 0..200 {
        random_game(&rules, 2, seed, 2_000, |study: &Study<'_>, game: &LuaBoard<'_>, moves| {
            let position = read(game.state());
            assert_eq!(ours(study, moves), theirs(&position), "{}", position.fen());
            compared += 1;
        });
    }
    assert!(compared > 20_000, "only {compared} positions were met");
}

/// The position of a state.
fn read(state: &Table) -> Position {
    let numbers: Vec<usize> = state.raw_get("cells").unwrap();
    let letter = |number: &usize| match number {
        0 => "1",
        number => &PIECES[number - 1..*number],
    };
    let row = |row: &[usize]| row.iter().map(letter).collect::<String>();
    let rows: Vec<String> = numbers.chunks(9).rev().map(row).collect();
    let side = if state.raw_get::<u32>("turn").unwrap() == 1 { "w" } else { "b" };
    Position::from_fen(&format!("{} {side} - - 0 1", rows.join("/"))).unwrap()
}

#[test]
fn no_move_loses_in_check_or_not() {
    let rules = load("lua-xiangqi");
    let stuck: mlua::Function = rules.spec().rules.raw_get("stuck").unwrap();
    for (fen, why) in [
        ("3k5/4R4/4R4/9/9/9/9/9/9/4K4 b - - 0 1", "stalemate"),
        ("3kR4/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1", "checkmate"),
    ] {
        let position = Position::from_fen(fen).unwrap();
        assert!(!position.has_legal_move());
        let state = state(&rules, &position);
        assert_eq!(stuck.call::<(u32, String)>((state, 2)).unwrap(), (1, why.to_owned()));
    }
}

#[test]
fn the_third_time_a_position_stands_it_is_a_draw() {
    let (rules, stop) = (load("lua-xiangqi"), AtomicBool::new(false));
    let study = Study::new(&rules, u64::MAX, 1, &stop).unwrap();
    let state = rules.setup(None, &[]).unwrap();
    let apply: mlua::Function = rules.spec().rules.raw_get("apply").unwrap();
    let over: mlua::Function = rules.spec().rules.raw_get("over").unwrap();
    let dance = [(2, 21), (83, 64), (21, 2), (64, 83)];
    for (ply, (from, to)) in dance.iter().cycle().take(8).enumerate() {
        assert_eq!(over.call::<Option<u32>>(&state).unwrap(), None, "after {ply} plies");
        apply.call::<()>((&state, vec![*from, *to], ply % 2 + 1)).unwrap();
    }
    assert_eq!(over.call::<(u32, String)>(&state).unwrap(), (0, "repetition".to_owned()));
    drop(study);
}

#[test]
fn random_games_end() {
    let plies = random_games(&load("lua-xiangqi"), 10, 2_000);
    assert!((100..1_000).contains(&plies), "{plies} plies a game");
}
