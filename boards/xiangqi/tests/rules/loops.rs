//! Thousands of constructed loops, judged by an independent program: see the head of the data file.

use std::collections::BTreeMap;

use fangqi_xiangqi::{Color, Game, Move, Position, RuleSet, Status};

fn verdict(board: &str, cycle: &[Move]) -> &'static str {
    let mut game = Game::with_rules(Position::from_fen(board).expect(board), RuleSet::Axf);
    for &mv in cycle.iter().chain(cycle) {
        assert!(!game.status().is_over(), "{board} ends early: {}", game.status());
        game.play(mv).expect(board);
    }
    match game.status() {
        Status::Ongoing { .. } => "goes on",
        Status::Draw { .. } => "draw",
        Status::Won { winner: Color::Red, .. } => "black loses",
        Status::Won { winner: Color::Black, .. } => "red loses",
    }
}

/// The loop rotated by 180 degrees with colors exchanged.
fn turned(board: &str, cycle: &[Move]) -> (String, Vec<Move>) {
    let (cells, side) = board.split_once(' ').expect("a side");
    let swap = |c: char| {
        if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
    };
    let cells: String = cells.chars().rev().map(swap).collect();
    let side = if side == "w" { 'b' } else { 'w' };
    let square = |s: fangqi_xiangqi::Square| {
        fangqi_xiangqi::Square::new(8 - s.file(), 9 - s.rank()).expect("a point")
    };
    let cycle = cycle.iter().map(|mv| Move::new(square(mv.from), square(mv.to))).collect();
    (format!("{cells} {side}"), cycle)
}

#[test]
fn loops_are_judged_as_outside_except_where_the_rule_says_otherwise() {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for line in include_str!("../data/loops.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(';').collect();
        let cycle: Vec<Move> = fields[1].split(' ').map(|mv| mv.parse().expect(line)).collect();
        let (outside, ours, why) = match fields[2..] {
            [outside] => (outside, outside, outside),
            [outside, ours, why] => (outside, ours, why),
            _ => panic!("{line}"),
        };
        assert_eq!(verdict(fields[0], &cycle), ours, "{line}");
        assert!(fields.len() == 3 || outside != ours, "{line}");
        let (board, cycle) = turned(fields[0], &cycle);
        let mirrored = match ours {
            "red loses" => "black loses",
            "black loses" => "red loses",
            other => other,
        };
        assert_eq!(verdict(&board, &cycle), mirrored, "turned: {line}");
        *counts.entry(why).or_default() += 1;
    }
    let differences: u32 = ["stood", "check", "bound", "root"].map(|why| counts[why]).iter().sum();
    let all: u32 = counts.values().sum();
    assert!(all > 1_500 && differences < 100, "{counts:?}");
}
