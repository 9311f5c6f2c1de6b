use fangqi_kit::Rng;

use super::*;
use crate::{Piece, Setup};

/// `count` positions of random games from each perft position.
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

/// If the other piece of a pair could not make the move because it would leave the board, pyffish
/// writes the file; the rule book and this crate still write + and -. The parser accepts both.
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
        (PAWNS[3], "g7h7", "一兵平二"),
        (PAWNS[3], "e6d6", "四兵平六"),
        (PAWNS[4], "d4e4", "三卒平５"),
        (PAWNS[4], "d2d1", "一卒进１"),
        (PAWNS[4], "f2f1", "四卒进１"),
        (PAWNS[4], "f3e3", "五卒平５"),
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

/// The pawn convention, implemented independently: all names that it allows for the pawn on `from`
/// of a side with pawns on `pawns`, in the digits of either side.
fn pawn_names(color: Color, pawns: &[Square], from: Square) -> Vec<String> {
    // From the mover's perspective: files from its right hand, from 1; ranks from its own side.
    let seen = |square: &Square| match color {
        Color::Red => (9 - square.file(), square.rank()),
        Color::Black => (square.file() + 1, 9 - square.rank()),
    };
    let mut files: Vec<(u8, Vec<u8>)> = Vec::new();
    for number in 1..=9 {
        let mut ranks: Vec<u8> =
            pawns.iter().map(seen).filter(|at| at.0 == number).map(|at| at.1).collect();
        ranks.sort_by_key(|&rank| std::cmp::Reverse(rank));
        if ranks.len() > 1 {
            files.push((number, ranks));
        }
    }
    let (file, rank) = seen(&from);
    let numerals = ["一二三四五六七八九", "123456789", "１２３４５６７８９"];
    let digit = |list: &str, number: usize| list.chars().nth(number - 1).unwrap();
    let mut names = Vec::new();
    let Some(own) = files.iter().position(|(number, _)| *number == file) else {
        for list in numerals {
            names.push(format!("兵{}", digit(list, file.into())));
        }
        return names;
    };
    let ranks = &files[own].1;
    let index = ranks.iter().position(|&other| other == rank).unwrap();
    let mut places = Vec::new();
    if index == 0 {
        places.push('前');
    }
    if index + 1 == ranks.len() {
        places.extend(['后', '後']);
    }
    if ranks.len() == 3 && index == 1 {
        places.push('中');
    }
    for list in numerals {
        // With the file named, other files do not matter.
        let nth = digit(list, index + 1);
        for place in places.iter().copied().chain([nth]) {
            names.push(format!("{place}{}", digit(list, file.into())));
        }
        // Without a file: from the front, and with two files, the right one first.
        let before: usize = files[..own].iter().map(|(_, ranks)| ranks.len()).sum();
        names.push(format!("{}兵", digit(list, before + index + 1)));
    }
    if files.len() == 1 {
        names.extend(places.iter().flat_map(|place| [format!("{place}兵"), format!("兵{place}")]));
        names.extend(places.iter().map(char::to_string));
    }
    names
}

/// Two to five pawns in every arrangement on files, on random ranks across the river, for either
/// side: all names of every move are parsed, and the written one is among them.
#[test]
fn all_names_of_pawns_are_read_in_every_arrangement() {
    let mut rng = Rng::new(11);
    let (mut boards, mut names) = (0, 0);
    for arrangement in arrangements() {
        for color in Color::ALL {
            let Some(position) = with_pawns(&arrangement, color, &mut rng) else { continue };
            boards += 1;
            let pawns: Vec<Square> = position.set_of(color, PieceKind::Pawn).collect();
            for mv in position.legal_moves() {
                if !pawns.contains(&mv.from) {
                    continue;
                }
                let written = chinese(&position, mv);
                let tail: String = written.chars().skip(2).collect();
                let all = pawn_names(color, &pawns, mv.from);
                for name in &all {
                    for text in [
                        format!("{name}{tail}"),
                        format!("{name}{tail}").replace('兵', "卒").replace('进', "進"),
                    ] {
                        let read = parse(&position, &text);
                        assert_eq!(read, Ok(mv), "{text} in {position:?}");
                    }
                    names += 1;
                }
                let begins = written.replace('卒', "兵");
                assert!(all.iter().any(|name| begins.starts_with(name)), "{written}: {all:?}");
                assert_eq!(parse_wxf(&position, &wxf(&position, mv)), Ok(mv));
            }
        }
    }
    assert!(boards > 2_000 && names > 50_000, "{boards} {names}");
}

/// All numbers of pawns by file with sums from two to five.
fn arrangements() -> Vec<[usize; 9]> {
    let mut found = Vec::new();
    let mut counts = [0; 9];
    loop {
        if (2..=5).contains(&counts.iter().sum::<usize>()) {
            found.push(counts);
        }
        let Some(file) = counts.iter().position(|&count| count < 5) else { return found };
        counts[..file].fill(0);
        counts[file] += 1;
        // Skips files that would make the sum too large.
        while counts.iter().sum::<usize>() > 5 {
            let Some(first) = counts.iter().position(|&count| count > 0) else { return found };
            counts[first] = 0;
            match counts.get_mut(first + 1) {
                Some(next) => *next += 1,
                None => return found,
            }
        }
    }
}

fn with_pawns(counts: &[usize; 9], color: Color, rng: &mut Rng) -> Option<Position> {
    let mut setup = Setup::empty();
    for (file, &count) in (0u8..).zip(counts) {
        let mut ranks: Vec<u8> = (5..10).collect();
        for _ in 0..count {
            let rank = ranks.swap_remove(rng.below(ranks.len()));
            let rank = if color == Color::Red { rank } else { 9 - rank };
            setup.set(Square::new(file, rank)?, Some(Piece::new(color, PieceKind::Pawn)));
        }
    }
    for king in Color::ALL {
        let rank = if king == Color::Red { 0 } else { 9 };
        let free = (3..6).filter_map(|file| Square::new(file, rank));
        let file = free.filter(|&at| setup.piece_at(at).is_none()).nth(usize::from(king == color));
        setup.set(file?, Some(Piece::new(king, PieceKind::King)));
    }
    setup.side_to_move = color;
    Position::try_from(setup).ok()
}

/// The example of the convention: its move, and the names of its other pawns.
#[test]
fn two_files_are_counted_from_right_to_left() {
    let position = Position::from_fen("5k3/3P5/3P5/3P1P3/5P3/9/9/9/9/3K5 w").unwrap();
    for (text, mv) in [
        ("三兵平五", "d8e8"),
        ("四兵平五", "d7e7"),
        ("五兵平五", "d6e6"),
        ("一兵平五", "f6e6"),
        ("二兵平五", "f5e5"),
        ("前六平五", "d8e8"),
        ("中六平五", "d7e7"),
        ("后四平五", "f5e5"),
        ("３兵平５", "d8e8"),
        ("Pc=5", "d8e8"),
        ("16=5", "d8e8"),
        ("24.5", "f5e5"),
        ("１６＝５", "d8e8"),
    ] {
        assert_eq!(parse(&position, text).map(|mv| mv.to_string()), Ok(mv.into()), "{text}");
    }
    assert_eq!(chinese(&position, "d8e8".parse().unwrap()), "三兵平五");
    let error = parse(&position, "前兵平五").expect_err("of either file");
    assert!(matches!(error, NotationError::Ambiguous { moves, .. } if moves.len() == 2));
}

#[test]
fn tandem_signs_may_stand_on_either_side_and_the_piece_may_be_left_out() {
    let tandem = Position::from_fen("3k5/9/9/9/4C4/9/4C4/9/9/5K3 w").unwrap();
    for (text, mv) in [
        ("前炮平七", "e5c5"),
        ("炮前平七", "e5c5"),
        ("前平七", "e5c5"),
        ("后平七", "e3c3"),
        ("後進一", "e3e4"),
        ("+C=7", "e5c5"),
        ("-c.7", "e3c3"),
        ("C+=7", "e5c5"),
        ("Ｃ－＝７", "e3c3"),
    ] {
        assert_eq!(parse(&tandem, text).map(|mv| mv.to_string()), Ok(mv.into()), "{text}");
    }
    // Tandem chariots and tandem horses, of which only one kind can make the move.
    let two = Position::from_fen("4k4/9/9/R8/4N4/R8/4N4/9/9/3K5 w").unwrap();
    assert_eq!(parse(&two, "前平七").map(|mv| mv.to_string()), Ok("a6c6".into()));
    assert_eq!(parse(&two, "前进四").map(|mv| mv.to_string()), Ok("e5f7".into()));
    assert!(matches!(parse(&two, "后退三"), Err(NotationError::Ambiguous { .. })));
}
