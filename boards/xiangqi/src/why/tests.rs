use std::sync::atomic::AtomicBool;

use super::*;
use crate::search::{self, Limits};
use crate::{Color, Game};

fn verdict(score: Score, line: &str) -> Verdict {
    let line = line.split_whitespace().map(|text| text.parse().expect(text)).collect();
    Verdict { score, line }
}

fn found(fen: &str, score: Score, line: &str, threat: Option<Verdict>) -> Vec<Reason> {
    let position = Position::from_fen(fen).expect(fen);
    reasons(&position, &verdict(score, line), threat.as_ref())
}

#[test]
fn mate_distances_are_counted_for_either_side() {
    let fen = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w";
    assert_eq!(found(fen, Score::Mate(1), "a0d0", None), [Reason::Mates { moves: 1 }]);
    assert_eq!(found(fen, Score::Mate(-3), "a0a5", None), [Reason::HoldsOut { moves: 3 }]);
}

#[test]
fn captures_in_the_line_are_gains_or_exchanges() {
    // The chariot captures an unprotected horse; the black king steps aside.
    let fen = "3k5/9/9/n8/9/9/9/9/9/R3K4 w";
    let horse = Reason::Wins { won: vec![PieceKind::Horse], lost: vec![] };
    assert_eq!(found(fen, Score::Cp(900), "a0a6 d9d8", None)[0], horse);
    // A protected pawn for a chariot is no gain; the capture alone, without the reply, proves
    // nothing.
    let fen = "r3k4/9/9/p8/9/9/9/9/9/R4K3 w";
    let lines = found(fen, Score::Cp(-900), "a0a6 a9a6 f0f1", None);
    assert!(!lines.iter().any(|reason| matches!(reason, Reason::Wins { .. })), "{lines:?}");
}

#[test]
fn like_for_like_is_a_trade() {
    // Black's other chariot recaptures.
    let fen = "r2rk4/9/9/9/9/9/9/9/9/R4K3 w";
    let lines = found(fen, Score::Cp(-900), "a0a9 d9a9 f0f1", None);
    assert!(lines.contains(&Reason::Trades(vec![PieceKind::Chariot])), "{lines:?}");
}

#[test]
fn a_fork_names_both_pieces() {
    // From e5 the horse attacks the chariot on d7 and the unprotected cannon on f7.
    let fen = "4k4/9/3rpc3/9/9/9/3N5/9/9/5K3 w";
    let lines = found(fen, Score::Cp(500), "d3e5 d7d8 e5f7", None);
    let forked = |kind| Piece::new(Color::Black, kind);
    let fork = Reason::Forks(vec![forked(PieceKind::Chariot), forked(PieceKind::Cannon)]);
    assert!(lines.contains(&fork), "{lines:?}");
}

#[test]
fn threats_are_met_only_if_they_are_threats() {
    // Black's chariot attacks the unprotected red chariot on a0, which moves away.
    let fen = "r3k4/9/9/9/9/9/9/9/9/R4K3 w";
    let threat = verdict(Score::Cp(900), "a9a0");
    let lines = found(fen, Score::Cp(0), "a0b0 e9e8", Some(threat.clone()));
    assert!(lines.contains(&Reason::Saves(Piece::new(Color::Red, PieceKind::Chariot))));
    // Interposing a pawn also stops it.
    let fen = "r3k4/9/9/9/1P7/9/9/9/9/R4K3 w";
    let lines = found(fen, Score::Cp(100), "b5a5 e9e8", Some(threat));
    assert!(lines.contains(&Reason::Guards(Piece::new(Color::Red, PieceKind::Chariot))));
    // A threat of mate.
    let threat = verdict(Score::Mate(2), "a9a0");
    let lines = found(fen, Score::Cp(0), "f0f1 e9e8", Some(threat));
    assert_eq!(lines[0], Reason::StopsMate { moves: 2 });
}

#[test]
fn room_is_counted_by_legal_moves() {
    // After 炮二平五 马8进7 马二进三 车9平8, the chariot on i0 could move to i1, i2 and h0; from h0 it reaches
    // i0 and the file up to the black cannon on h7.
    let fen = "rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w";
    let lines = found(fen, Score::Cp(20), "i0h0 b9c7", None);
    let piece = Piece::new(Color::Red, PieceKind::Chariot);
    assert_eq!(lines, [Reason::Develops(piece), Reason::Frees { piece, before: 3, after: 8 }]);
}

#[test]
fn coming_out_is_a_merit_at_the_beginning_only() {
    let fen = crate::START_FEN;
    let horse = Piece::new(Color::Red, PieceKind::Horse);
    assert_eq!(found(fen, Score::Cp(20), "h0g2 b9c7", None), [Reason::Develops(horse)]);
    let late = fen.replace("0 1", "0 40");
    assert_ne!(late, fen);
    assert_eq!(found(&late, Score::Cp(20), "h0g2 b9c7", None), [Reason::Worth(20)]);
    assert_eq!(found(fen, Score::Cp(20), "c3c4 b9c7", None), [Reason::Worth(20)]);
}

#[test]
fn the_engines_own_lines_always_have_a_reason_in_both_languages() {
    let mut game = Game::default();
    for _ in 0..12 {
        let limits = Limits { nodes: Some(3_000), ..Limits::default() };
        let thought = search::think(&game, &limits, &AtomicBool::new(false));
        let best = Verdict { score: thought.score, line: thought.pv };
        let found = reasons(game.position(), &best, None);
        assert!(!found.is_empty(), "{}", game.position());
        for reason in found {
            let (zh, en) = reason.text();
            assert!(!zh.is_ascii() && en.is_ascii(), "{zh} {en}");
        }
        game.play(best.line[0]).expect("legal");
    }
}

#[test]
fn nothing_is_said_of_lines_that_cannot_be_played() {
    assert_eq!(found(crate::START_FEN, Score::Cp(0), "", None), []);
    assert_eq!(found(crate::START_FEN, Score::Cp(0), "a0a9", None), []);
}
