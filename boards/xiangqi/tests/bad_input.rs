//! Everything that can be wrong with a position or a move is named, and nothing panics.

use fangqi_xiangqi::notation::{parse_chinese, parse_wxf};
use fangqi_xiangqi::uci::{Reply, Session};
use fangqi_xiangqi::{FenError, Game, Illegal, Move, Position, Setup, Square, explain_illegal};
use proptest::prelude::*;

/// A FEN with one defect, and words that its error must hold.
const DEFECTS: [(&str, &str); 33] = [
    ("", "empty"),
    ("9/9/9 w", "3 ranks"),
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR/9 w", "11 ranks"),
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/8/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "rank 4: 8 points"),
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1PP/1C5C1/9/RNBAKABNR w", "rank 3: 10 points"),
    ("rnbakabnr/0/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "rank 8: `0`"),
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAQABNR w", "rank 0: `Q`"),
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAK車BNR w", "rank 0: `車`"),
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

#[test]
fn all_defects_of_a_setup_are_listed() {
    let setup: Setup = "9/9/4k4/9/9/9/9/RR7/R7A/4K4 w".parse().expect("well formed");
    let defects: Vec<String> = setup.defects().iter().map(ToString::to_string).collect();
    assert_eq!(defects.len(), 2, "{defects:?}");
    let setup: Setup = "9/4k4/9/9/k8/9/9/RR7/R7A/9 w".parse().expect("well formed");
    assert_eq!(setup.defects().len(), 5, "{:?}", setup.defects());
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
    let error = Position::from_fen("9/9/9/9/9/9/9/9/9/9 w");
    assert!(matches!(error, Err(FenError::Setup(_))), "{error:?}");
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
    for line in include_str!("data/xiangqi-perft-A.txt").lines().skip(1) {
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

/// Gives a text to everything that reads. Searches are asked for by no text here, since the
/// session only orders them.
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
