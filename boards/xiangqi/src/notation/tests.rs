use fangqi_kit::Rng;

use super::*;

/// Positions of random games from every perft position.
fn positions(count: usize) -> Vec<Position> {
    let starts: Vec<Position> = include_str!("../../tests/data/xiangqi-perft-A.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| Position::from_fen(line.split(" ; ").next().unwrap()).unwrap())
        .collect();
    let mut rng = Rng::new(7);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = starts[rng.below(starts.len())].clone();
        for _ in 0..80 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            positions.push(position.clone());
            position.play_unchecked(moves[rng.below(moves.len())]);
        }
    }
    positions
}

const PAWNS: [&str; 5] = [
    "5k3/4P4/4P4/4P4/9/9/9/9/9/3K5 w",
    "5k3/4P4/4P4/4P4/4P4/9/9/9/9/3K5 w",
    "5k3/4P4/4P4/4P4/4P4/4P4/9/9/9/3K5 w",
    "5k3/9/4P1P2/4P1P2/8P/9/9/9/9/3K5 w",
    "5k3/9/9/9/9/3p5/3p1p3/3p1p3/9/4K4 b",
];

#[test]
fn every_legal_move_round_trips_in_both_notations() {
    let crowded = PAWNS.iter().map(|fen| Position::from_fen(fen).unwrap());
    let mut moves = 0;
    for position in positions(1500).into_iter().chain(crowded) {
        for mv in position.legal_moves() {
            let zh = chinese(&position, mv);
            assert_eq!(parse_chinese(&position, &zh), Ok(mv), "{zh} in {position:?}");
            let en = wxf(&position, mv);
            assert_eq!(parse_wxf(&position, &en), Ok(mv), "{en} in {position:?}");
            moves += 1;
        }
    }
    assert!(moves > 30_000, "{moves}");
}

/// Where the other piece of a pair could not make the move, as it would leave the board, pyffish
/// writes the file; the rule book, and we, write + and - even so. The reader takes both.
#[test]
fn wxf_equals_pyffish() {
    let (mut compared, mut pairs) = (0, 0);
    for line in include_str!("../../tests/data/wxf.txt").lines().filter(|l| !l.starts_with('#')) {
        let [fen, mv, want] = line.split(" ; ").collect::<Vec<_>>()[..] else {
            panic!("three fields in {line}");
        };
        let position = Position::from_fen(fen).expect(line);
        let mv = mv.parse().expect(line);
        let got = wxf(&position, mv);
        if got != want {
            assert!(matches!(got.as_bytes()[1], b'+' | b'-'), "{got} for {line}");
            pairs += 1;
        }
        assert_eq!(parse_wxf(&position, want), Ok(mv), "{line}");
        compared += 1;
    }
    assert_eq!((compared, pairs), (4000, 11));
}

#[test]
fn tandem_pieces_are_written_as_the_books_do() {
    for (fen, mv, zh) in [
        (PAWNS[0], "e8d8", "前兵平六"),
        (PAWNS[0], "e7d7", "中兵平六"),
        (PAWNS[0], "e6d6", "后兵平六"),
        (PAWNS[1], "e7d7", "二兵平六"),
        (PAWNS[2], "e5d5", "四兵平六"),
        (PAWNS[3], "g7h7", "前三平二"),
        (PAWNS[4], "d4e4", "后４平５"),
        (PAWNS[4], "d3e3", "中４平５"),
        ("3k5/9/9/9/4n4/9/4n4/9/9/4K4 b", "e5c4", "后马进３"),
        ("4k4/9/9/9/9/2B6/9/9/9/2BK5 w", "c4a2", "相七退九"),
    ] {
        let position = Position::from_fen(fen).unwrap();
        let mv = mv.parse().unwrap();
        assert_eq!(chinese(&position, mv), zh, "{fen}");
        assert_eq!(parse_chinese(&position, zh), Ok(mv), "{fen}");
    }
}

#[test]
fn traditional_text_is_read() {
    let start = Position::start();
    for (text, want) in [("馬八進七", "b0c2"), ("傌2進3", "h0g2"), ("俥九進一", "a0a1")] {
        assert_eq!(parse_chinese(&start, text).unwrap().to_string(), want);
    }
    let tandem = Position::from_fen("4k4/9/9/9/4N4/9/4N4/9/9/3K5 w").unwrap();
    assert_eq!(parse_chinese(&tandem, "後馬退六").unwrap().to_string(), "e3d1");
}

#[test]
fn errors_say_what_is_wrong() {
    let start = Position::start();
    let zh = |text| parse_chinese(&start, text).expect_err(text);
    assert!(matches!(zh("炮二平"), NotationError::Syntax { .. }));
    assert!(matches!(zh("炮二上五"), NotationError::Syntax { .. }));
    assert!(matches!(zh("炮零平五"), NotationError::Syntax { .. }));
    assert_eq!(zh("炮三平五"), NotationError::NoSuchPiece("炮三平五".into()));
    assert_eq!(zh("前炮平五"), NotationError::NoSuchPiece("前炮平五".into()));
    let blocked = Illegal::HorseLeg {
        square: "g0".parse().unwrap(),
        blocker: crate::Piece::from_letter('B').unwrap(),
    };
    assert!(matches!(zh("马二进四"), NotationError::Illegal { reason, .. } if reason == blocked));
    let wxf = |text| parse_wxf(&start, text).expect_err(text);
    assert!(matches!(wxf("X2=5"), NotationError::Syntax { .. }));
    assert!(matches!(wxf("C0=5"), NotationError::Syntax { .. }));
    assert!(matches!(wxf("C2+8"), NotationError::Illegal { .. }));
    let tandem = Position::from_fen("4k4/9/9/9/4N4/9/4N4/9/9/3K5 w").unwrap();
    let error = parse_chinese(&tandem, "马五进六").expect_err("either horse");
    assert!(matches!(error, NotationError::Ambiguous { moves, .. } if moves.len() == 2));
}
