//! Every defect of a position or move is reported, and nothing panics.

use fangqi_xiangqi::notation::{parse_chinese, parse_wxf};
use fangqi_xiangqi::uci::{Reply, Session};
use fangqi_xiangqi::{FenError, Game, Illegal, Move, Position, Setup, Square, explain_illegal};
use proptest::prelude::*;

/// FENs with one defect each, and text that the error must contain.
const DEFECTS: [(&str, &str); 33] = [
    ("", "empty"),
    ("9/9/9 w", "3 ranks"),
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR/9 w", "11 ranks"),
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/8/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "rank 4: 8 points"),
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1PP/1C5C1/9/RNBAKABNR w", "rank 3: 10 points"),
    ("rnbakabnr/0/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "rank 8, character 1: `0`"),
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAQABNR w", "rank 0, character 5: `Q`"),
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAK車BNR w", "rank 0, character 6: `車`"),
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", "field 2"),
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR x", "`x` is neither w"),
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w KQ", "field 3: `KQ`"),
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - e3", "field 4: `e3`"),
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - x", "field 5"),
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - -1", "field 5"),
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 99999", "field 6"),
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 2", "`2` follows"),
    ("9/9/9/9/9/9/9/9/9/4K4 w", "Black has no king"),
    ("4k4/9/9/9/9/9/9/9/9/9 w", "Red has no king"),
    ("3k5/9/9/9/9/9/9/9/5K3/4K4 w", "2 pieces `K`"),
    ("3k5/9/9/9/9/9/9/RR7/R8/4K4 w", "3 pieces `R`"),
    ("3k5/9/9/p1p1p1p1p/4p4/9/9/9/9/4K4 w", "6 pieces `p`"),
    ("3k5/9/9/9/9/9/4K4/9/9/9 w", "Red king stands on e3"),
    ("9/9/9/9/k8/9/9/9/9/4K4 b", "Black king stands on a5"),
    ("3k5/9/9/9/9/9/9/9/3A5/4K4 w", "Red advisor on d1"),
    ("4k4/a8/9/9/9/9/9/9/9/3K5 w", "Black advisor on a8"),
    ("3k5/9/9/2B6/9/9/9/9/9/4K4 w", "Red elephant on c6"),
    ("3kb4/9/9/9/9/9/9/9/9/4K4 w", "Black elephant on e9"),
    ("3k5/9/9/9/9/9/9/9/P8/4K4 w", "Red pawn cannot have come to a1"),
    ("3k5/9/9/9/1p7/9/9/9/9/4K4 w", "Black pawn cannot have come to b5"),
    ("3k5/9/9/9/9/P8/P8/9/9/4K4 w", "two pawns before the river on the file of a4"),
    ("3k5/9/9/9/9/9/9/9/9/3K5 w", "face each other on file d"),
    ("3k5/9/9/9/9/9/9/9/3R5/4K4 w", "Black is in check"),
    ("3k5/9/9/9/9/9/9/3n5/9/4K4 b", "Red is in check"),
];

#[test]
fn every_defect_of_a_fen_is_named() {
    for (fen, words) in DEFECTS {
        let error = Position::from_fen(fen).expect_err(fen).to_string();
        assert!(error.contains(words), "{fen}: {error}");
    }
}

/// FENs with several defects each: the defects of the text and of the position, derived by hand
/// from the rules.
const SEVERAL: [(&str, &[&str], &[&str]); 9] = [
    (
        "9/4k4/9/9/k8/9/9/RR7/R7A/9 w",
        &[],
        &["Red has no king", "3 pieces `R`", "2 pieces `k`", "advisor on i1", "king stands on a5"],
    ),
    // Two advisors too many, both off their points, and the kings face each other.
    (
        "4k4/9/9/9/9/9/9/9/AA7/A2AK4 w",
        &[],
        &[
            "4 pieces `A` (advisor); 2 is",
            "advisor on a0",
            "advisor on a1",
            "advisor on b1",
            "face each other on file e",
        ],
    ),
    // Red to move with Black in check from a chariot; an elephant across the river; a pawn behind
    // its rank.
    (
        "3k5/9/9/9/4B4/9/9/9/P2R5/4K4 w",
        &[],
        &["Red pawn cannot have come to a1", "elephant on e5", "Black is in check"],
    ),
    // Facing kings and a check by another piece are distinct defects.
    ("4k4/4R4/9/9/9/9/9/9/9/4K4 w", &[], &["Black is in check"]),
    ("3k5/5N3/9/9/9/9/9/9/9/3K5 w", &[], &["face each other on file d", "Black is in check"]),
    (
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/8/P1P1P1P1P/1C5CX/9/RNBAKABNR/9 x KQ e3 many 70000 end",
        &[
            "11 ranks",
            "rank 4: 8 points",
            "rank 2, character 5: `X`",
            "`x` is neither w",
            "field 3: `KQ`",
            "field 4: `e3`",
            "field 5 (moves since a capture): `many`",
            "field 6 (move number): `70000`",
            "`end` follows",
        ],
        &[],
    ),
    // Missing kings are reported only if every rank could be parsed.
    ("9/9/9/9/9/9/9/4?4/9/9", &["rank 2, character 2: `?`", "field 2 (side to move) is"], &[]),
    (
        "9/9/9/9/9/9/9/9/9/B8",
        &["field 2 (side to move) is missing"],
        &["Red has no king", "Black has no king", "elephant on a0"],
    ),
    // With an unknown side to move, checks cannot be reported, but facing kings can.
    (
        "3k5/9/9/9/9/9/9/9/9/3K3R1 z - - -3",
        &["`z` is neither", "field 5 (moves since a capture): `-3`"],
        &["face each other on file d"],
    ),
];

#[test]
fn all_defects_are_named_at_once() {
    for (fen, text, position) in SEVERAL {
        let error = Position::from_fen(fen).expect_err(fen);
        let agree = |wanted: &[&str], found: Vec<String>| {
            assert_eq!(found.len(), wanted.len(), "{fen}: {found:#?}");
            for (wanted, found) in wanted.iter().zip(&found) {
                assert!(found.contains(wanted), "{fen}: {found} does not hold {wanted}");
            }
        };
        agree(text, error.text_defects().iter().map(ToString::to_string).collect());
        agree(position, error.position_defects().iter().map(ToString::to_string).collect());
        let (zh, en) = error.text();
        assert_eq!(en, error.to_string());
        let count = text.len() + position.len();
        assert_eq!(en.starts_with(&format!("{count} defects: (1) ")), count > 1, "{en}");
        assert_eq!(zh.starts_with(&format!("{count}处错误：(1) ")), count > 1, "{zh}");
        // A `Setup` can hold whatever the text says, however illegal.
        assert_eq!(fen.parse::<Setup>().is_ok(), text.is_empty(), "{fen}");
    }
}

/// The message stays readable for input of any length.
#[test]
fn a_flood_of_defects_is_kept_short() {
    let long = "?".repeat(100_000);
    for fen in [long.clone(), format!("{long}/{long}/9 {long} {long} - {long} x {long}")] {
        let error = Position::from_fen(&fen).expect_err("nonsense");
        assert!(error.text_defects().len() < 60, "{}", error.text_defects().len());
        assert!(error.to_string().len() < 10_000);
    }
}

#[test]
fn other_usages_of_fen_are_read() {
    let start = Position::start();
    for fen in [
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 0",
        "  rnbakabnr/54/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR   w  - - 0  1 ",
    ] {
        assert_eq!(Position::from_fen(fen), Ok(start.clone()), "{fen}");
    }
    let error: FenError = Position::from_fen("9/9/9/9/9/9/9/9/9/9 w").expect_err("no kings");
    assert!(error.text_defects().is_empty() && error.position_defects().len() == 2, "{error}");
}

#[test]
fn every_reason_of_an_illegal_move_is_found() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    for (fen, mv, words) in [
        (start, "e4e5", "no piece on e4"),
        (start, "e6e5", "Black's and Red is to move"),
        (start, "a0b0", "your own horse stands on b0"),
        (start, "h0f1", "the elephant on g0 blocks the horse's leg"),
        ("3k5/9/9/9/9/9/9/9/3p5/2B1K4 w", "c0e2", "the pawn on d1 blocks the elephant's eye"),
        ("3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4e6", "cannot cross the river"),
        ("3k5/9/9/9/9/9/9/9/9/5K3 w", "f0g0", "king cannot leave the palace"),
        ("3k5/9/9/9/9/9/9/5A3/9/4K4 w", "f2g3", "advisor cannot leave the palace"),
        (start, "a0a5", "the pawn on a3 is in the way"),
        (start, "h2h8", "the cannon on h7 is in the way"),
        (start, "b2e2", ""),
        ("3k5/9/9/9/9/9/9/p7p/9/C3K3C w", "a0a2", "here are 0 between"),
        (start, "e3d3", "Red's pawn moves one forward"),
        (start, "e0e2", "Red's king moves one point"),
        ("4k4/9/4r4/9/9/9/9/4R4/9/4K4 w", "e2d2", "leaves your king in check"),
        ("4k4/9/9/9/9/9/9/4B4/9/4K4 w", "e2c4", "may not face each other"),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w", "e0d0", "may not face each other"),
        (start, "e0e0", "Red's king moves"),
    ] {
        let position = Position::from_fen(fen).expect(fen);
        let reason = explain_illegal(&position, mv.parse().expect(mv));
        let text = reason.map(|reason| reason.to_string()).unwrap_or_default();
        assert_eq!(words.is_empty(), text.is_empty(), "{mv}: {text}");
        assert!(text.contains(words), "{mv}: {text}");
    }
    let mut game = Game::default();
    game.resign(fangqi_xiangqi::Color::Red).expect("the game goes on");
    let error = game.play("h2e2".parse().expect("a move")).expect_err("the game is over");
    assert_eq!(error.reason, Illegal::GameOver);
}

/// A move is explained if and only if it is illegal.
#[test]
fn explanations_agree_with_legality() {
    for line in include_str!("../data/xiangqi-perft-A.txt").lines().skip(1) {
        let position = Position::from_fen(line.split(" ; ").next().expect("a FEN")).expect(line);
        let legal = position.legal_moves();
        for from in Square::all() {
            for to in Square::all() {
                let mv = Move::new(from, to);
                let reason = explain_illegal(&position, mv);
                assert_eq!(reason.is_none(), legal.contains(&mv), "{mv}: {reason:?}");
                assert_eq!(position.is_legal(mv), legal.contains(&mv), "{mv}");
                if let Some(reason) = reason {
                    let (zh, en) = reason.text();
                    assert!(!zh.is_empty() && !en.is_empty());
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn no_text_makes_a_parser_panic(text in ".{0,80}") {
        read_everything(&text);
    }

    #[test]
    fn no_likely_text_makes_a_parser_panic(
        text in "[a-iA-IkrncpKRNCP0-9/ w前后中一二三五炮马兵进退平+=.\\-]{0,60}",
    ) {
        read_everything(&text);
    }

    #[test]
    fn a_damaged_fen_is_read_or_refused(at in 0usize..69, letter in "[ -~]") {
        let mut fen = fangqi_xiangqi::START_FEN.to_owned();
        fen.replace_range(at..at + 1, &letter);
        if let Ok(position) = Position::from_fen(&fen) {
            prop_assert_eq!(Position::from_fen(&position.fen()), Ok(position));
        }
    }
}

/// Feeds a text to every parser. No input starts a search, because the session only orders them.
fn read_everything(text: &str) {
    let start = Position::start();
    let _ = Position::from_fen(text);
    let _ = text.parse::<Move>();
    let _ = Move::from_uci_ranks_1_to_10(text);
    let _ = parse_chinese(&start, text);
    let _ = parse_wxf(&start, text);
    let _ = <Game as fangqi_kit::Game>::from_record(text);
    let mut session = Session::new();
    for line in [text.to_owned(), format!("position startpos moves {text}"), format!("go {text}")] {
        assert!(session.line(&line).iter().all(|reply| !matches!(reply, Reply::Quit)));
    }
}
