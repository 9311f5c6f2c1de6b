//! Repetition verdicts of this project's own diagrams under three sets of rules. A diagram is a
//! position with a loop of moves, which is played until the position has occurred three times. The
//! verdicts were derived from the rules that each line cites.

use std::collections::BTreeSet;

use fangqi_xiangqi::{Color, Game, Move, Position, RuleSet, Status, WinReason};

const TABLE: &str = include_str!("../data/repetition.jsonl");

/// The string value of a key in a flat JSON line.
fn field<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!("\"{key}\": \""))?;
    Some(&rest[..rest.find('"').expect("a closing quote")])
}

fn verdict(position: &Position, moves: &[Move], rules: RuleSet) -> String {
    let mut game = Game::with_rules(position.clone(), rules);
    for &mv in moves.iter().chain(moves) {
        assert!(!game.status().is_over(), "{}: over too early: {}", position.fen(), game.status());
        game.play(mv).unwrap_or_else(|error| panic!("{}: {error}", position.fen()));
    }
    assert_eq!(game.position().hash(), position.hash(), "{}: the loop is open", position.fen());
    explains(&game);
    match game.status() {
        Status::Ongoing { .. } => "ongoing".into(),
        Status::Draw { .. } => "draw".into(),
        Status::Won { winner: Color::Black, .. } => "red loses".into(),
        Status::Won { winner: Color::Red, .. } => "black loses".into(),
    }
}

/// The explanation of a verdict agrees with its reason.
fn explains(game: &Game) {
    let moves = game.repetition().expect("the position stands for the third time");
    let Status::Won { winner, reason } = game.status() else { return };
    for mv in moves.iter().filter(|mv| mv.by != winner) {
        let chases = |victim| mv.chased.iter().any(|chased| chased.piece == victim);
        let is_reason = match reason {
            WinReason::PerpetualCheck => mv.check,
            WinReason::PerpetualChase { chased, .. } => chases(chased.piece),
            _ => mv.check || mv.threatens_mate || !mv.chased.is_empty(),
        };
        assert!(is_reason, "{}: {mv:?}", game.status());
        let (zh, en) = mv.text();
        assert!(zh != "闲着" && en != "is idle", "{mv:?}");
    }
}

#[test]
fn own_diagrams_are_judged_by_the_rule_they_cite() {
    let (mut names, mut wrong) = (BTreeSet::new(), Vec::new());
    for line in TABLE.lines() {
        let read = |key: &str| field(line, key).unwrap_or_else(|| panic!("no {key} in {line}"));
        assert!(names.insert(read("name")), "{line}: the name is taken");
        let position = Position::from_fen(read("fen")).expect(line);
        let moves: Vec<Move> =
            read("loop").split(' ').map(|mv| mv.parse().expect("a move")).collect();
        for (key, rules) in
            [("axf", RuleSet::Axf), ("cxa", RuleSet::Cxa), ("simple", RuleSet::Simple)]
        {
            let (want, got) = (read(key), verdict(&position, &moves, rules));
            if want != got {
                wrong.push(format!("{}, {key}: {want} is right, not {got}", read("name")));
            }
            assert!(!read(&format!("rule_{key}")).is_empty(), "{line}");
        }
        // Verdicts that differ from pyffish's need a stated reason.
        let differs = read("pyffish") != read("axf");
        assert_eq!(field(line, "why_not_pyffish").is_some(), differs, "{line}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(names.len() >= 60, "{}", names.len());
}

/// Mirroring left to right and exchanging colors do not change the verdict.
#[test]
fn diagrams_are_judged_the_same_from_every_side() {
    let mirror = |text: &str| -> String {
        text.split('/')
            .map(|rank| rank.chars().rev().collect::<String>())
            .collect::<Vec<_>>()
            .join("/")
    };
    let swap = |text: &str| -> String {
        let case = |c: char| {
            if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        text.split('/')
            .rev()
            .map(|rank| rank.chars().map(case).collect::<String>())
            .collect::<Vec<_>>()
            .join("/")
    };
    let file = |c: char| char::from(b'a' + b'i' - c as u8);
    let rank = |c: char| char::from(b'0' + b'9' - c as u8);
    for line in TABLE.lines() {
        let read = |key: &str| field(line, key).expect(key);
        let board = read("fen").split(' ').next().expect("a board");
        for is_mirrored in [false, true] {
            for is_swapped in [false, true] {
                let board = if is_mirrored { mirror(board) } else { board.into() };
                let board = if is_swapped { swap(&board) } else { board };
                let side = if is_swapped { 'b' } else { 'w' };
                let position = Position::from_fen(&format!("{board} {side}")).expect(line);
                let turn = |(index, c): (usize, char)| match index % 2 {
                    0 if is_mirrored => file(c),
                    1 if is_swapped => rank(c),
                    _ => c,
                };
                let word = |mv: &str| mv.chars().enumerate().map(turn).collect::<String>();
                let moves: Vec<Move> =
                    read("loop").split(' ').map(|mv| word(mv).parse().expect("a move")).collect();
                let want = match (read("axf"), is_swapped) {
                    ("red loses", true) => "black loses",
                    ("black loses", true) => "red loses",
                    (want, _) => want,
                };
                assert_eq!(verdict(&position, &moves, RuleSet::Axf), want, "{line}");
            }
        }
    }
}
