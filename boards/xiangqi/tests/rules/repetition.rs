//! Repetition verdicts of rule-book diagrams, from the fact file. Each list of moves is continued
//! with its own loop until the game ends or the final position has occurred three times.

use fangqi_xiangqi::{Game, Move, Position, Status};

/// The string value of a key in a flat JSON line.
fn field<'a>(line: &'a str, key: &str) -> &'a str {
    let start = line.find(&format!("\"{key}\": \"")).expect(key) + key.len() + 5;
    &line[start..start + line[start..].find('"').expect("a closing quote")]
}

/// The moves from the previous occurrence of the final position to its last.
fn closing_loop(start: &Position, moves: &[Move]) -> Vec<Move> {
    let mut position = start.clone();
    let mut hashes = vec![position.hash()];
    for &mv in moves {
        position.play(mv).expect("the file's moves are legal");
        hashes.push(position.hash());
    }
    let last = hashes.len() - 1;
    match (0..last).rev().find(|&i| hashes[i] == hashes[last]) {
        Some(first) => moves[first..].to_vec(),
        None => Vec::new(),
    }
}

fn verdict(fen: &str, moves: &[Move]) -> String {
    let mut game = Game::from_fen(fen).expect("a legal position");
    let mut side = game.side_to_move();
    if moves.len() % 2 == 1 {
        side = !side;
    }
    let closing = closing_loop(game.start(), moves);
    let endless = moves.iter().chain(closing.iter().cycle().take(40));
    for &mv in endless {
        if game.status().is_over() {
            break;
        }
        game.play(mv).expect("the loop is legal");
    }
    match game.status() {
        Status::Ongoing { .. } => "Undecided".into(),
        Status::Draw { .. } => "Draw".into(),
        Status::Won { winner, .. } if winner == side => "Win".into(),
        Status::Won { .. } => "Loss".into(),
    }
}

/// Diagrams where this crate disagrees with the book, by their notes, with this crate's verdict.
const DIFFERENCES: [(&str, &str); 1] = [
    // The list of moves does not return to an earlier position, so there is no repetition to judge.
    ("diagram 81. two chariots chase one cannon.", "Undecided"),
];

#[test]
fn diagrams_are_judged_as_the_rule_book_does() {
    let mut as_book = 0;
    for line in include_str!("../data/xiangqi-repetition-A.jsonl").lines() {
        let moves: Vec<Move> =
            field(line, "moves").split_whitespace().map(|mv| mv.parse().expect(mv)).collect();
        let (want, got) = (field(line, "verdict"), verdict(field(line, "fen"), &moves));
        let known = DIFFERENCES.iter().find(|(note, _)| *note == field(line, "note"));
        assert_eq!(got, known.map_or(want, |(_, verdict)| verdict), "{line}");
        as_book += usize::from(got == want);
    }
    assert_eq!(as_book, 89);
}
