//! Tests of the binary formats, with files assembled here according to the format descriptions, and
//! of text encodings.

use encoding_rs::{BIG5, GB18030};
use fangqi_kit::Rng;

use super::*;
use crate::{Piece, PieceKind, Square};

/// A node to be written: a move, its comment, and whether a variation follows.
struct Step {
    mv: Move,
    remark: &'static str,
    sibling: Option<Move>,
}

fn steps(moves: &[(&str, &'static str)]) -> Vec<Step> {
    let step =
        |&(mv, remark): &(&str, _)| Step { mv: mv.parse().expect("a move"), remark, sibling: None };
    moves.iter().map(step).collect()
}

/// The pieces of a side in the order of XQF.
const ORDER: [PieceKind; 16] = {
    use PieceKind::{Advisor, Cannon, Chariot, Elephant, Horse, King, Pawn};
    [
        Chariot, Horse, Elephant, Advisor, King, Advisor, Elephant, Horse, Chariot, Cannon, Cannon,
        Pawn, Pawn, Pawn, Pawn, Pawn,
    ]
};

fn xqf_point(square: Square) -> u8 {
    square.file() * 10 + square.rank()
}

/// Writes an XQF file. `keys` are bytes 3 and 8 to 15 of the header.
fn xqf(version: u8, keys: [u8; 9], start: &Position, remark: &str, steps: &[Step]) -> Vec<u8> {
    let mut file = vec![0u8; 1024];
    file[..3].copy_from_slice(&[b'X', b'Q', version]);
    file[3] = keys[0];
    file[8..16].copy_from_slice(&keys[1..]);
    let scrambled = version > 10;
    let factor = |x: u8, y: u8| {
        let x = u32::from(x);
        ((((x * x * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8).wrapping_mul(u32::from(y)) as u8
    };
    let points = if scrambled { factor(keys[6], keys[6]) } else { 0 };
    let from = if scrambled { factor(keys[7], points) } else { 0 };
    let to = if scrambled { factor(keys[8], from) } else { 0 };
    let length =
        if scrambled { (u32::from(keys[5]) * 256 + u32::from(keys[6])) % 32_000 + 767 } else { 0 };
    let mut left: Vec<(Square, Piece)> = start.pieces().collect();
    for (number, color) in Color::ALL.into_iter().flat_map(|c| [c; 16]).enumerate() {
        let wanted = Piece::new(color, ORDER[number % 16]);
        let found = left.iter().position(|(_, piece)| *piece == wanted);
        let point = found.map_or(0xff, |at| xqf_point(left.remove(at).0));
        let turned = |slot: &usize| (slot + usize::from(points) + 1) % 32 == number;
        let slot = if version > 11 { (0..32).find(turned).expect("32 slots") } else { number };
        file[16 + slot] = point.wrapping_add(points);
    }
    file[50] = u8::from(start.side_to_move() == Color::Black);
    file[51] = 1;
    for (at, text) in [(0x50, "五羊杯"), (0x130, "许银川"), (0x140, "胡荣华")] {
        let bytes = GB18030.encode(text).0;
        file[at] = bytes.len() as u8;
        file[at + 1..at + 1 + bytes.len()].copy_from_slice(&bytes);
    }
    let mut body = Vec::new();
    let mut node = |squares: [u8; 2], child: bool, sibling: bool, remark: &str| {
        let text = GB18030.encode(remark).0;
        let flags = if scrambled {
            u8::from(child) << 7 | u8::from(sibling) << 6 | u8::from(!remark.is_empty()) << 5
        } else {
            (u8::from(child) * 0xf0) | (u8::from(sibling) * 0x0f)
        };
        let [a, b] = squares;
        body.extend([
            a.wrapping_add(24).wrapping_add(from),
            b.wrapping_add(32).wrapping_add(to),
            flags,
            0,
        ]);
        if !scrambled || !remark.is_empty() {
            body.extend((text.len() as u32 + length).to_le_bytes());
            body.extend(text.iter());
        }
    };
    node([0, 0], !steps.is_empty(), false, remark);
    for (index, step) in steps.iter().enumerate() {
        let squares = [xqf_point(step.mv.from), xqf_point(step.mv.to)];
        node(squares, index + 1 < steps.len(), step.sibling.is_some(), step.remark);
    }
    for mv in steps.iter().rev().filter_map(|step| step.sibling) {
        node([xqf_point(mv.from), xqf_point(mv.to)], false, false, "变着");
    }
    let stream: Vec<u8> = (0..32)
        .map(|i: usize| {
            let word = b"[(C) Copyright Mr. Dong Shiwei.]";
            let key = (keys[5 + i % 4] & keys[0]) | keys[1 + i % 4];
            if scrambled { word[i] & key } else { 0 }
        })
        .collect();
    file.extend(body.iter().enumerate().map(|(i, byte)| byte.wrapping_add(stream[i % 32])));
    file
}

const GAME: [(&str, &str); 4] =
    [("h2e2", "中炮"), ("h9g7", ""), ("h0g2", "正着\r\n好"), ("i9h9", "")];

fn moves(file: &GameFile) -> String {
    file.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn xqf_is_read_in_every_version_and_with_any_keys() {
    let mut rng = Rng::new(3);
    let mut game = steps(&GAME);
    game[1].sibling = Some("b9c7".parse().unwrap());
    for version in 10..=18 {
        for _ in 0..20 {
            let keys = std::array::from_fn(|_| rng.below(256) as u8);
            let bytes = xqf(version, keys, &Position::start(), "开局", &game);
            let file = read_bytes(&bytes).unwrap_or_else(|error| panic!("{version}: {error}"));
            assert_eq!(moves(&file), "h2e2 h9g7 h0g2 i9h9", "{version} {keys:?}");
            assert_eq!(file.start(), &Position::start());
            assert_eq!((file.comment(0), file.comment(1)), ("开局", "中炮"));
            assert_eq!((file.comment(2), file.comment(3)), ("", "正着\n好"));
            assert_eq!(file.tags()["Title"], "五羊杯");
            assert_eq!((&*file.tags()["Red"], &*file.tags()["Black"]), ("许银川", "胡荣华"));
            assert_eq!(file.outcome, Some(Outcome::Won(Color::Red)));
        }
    }
}

#[test]
fn xqf_holds_studies_in_which_black_begins() {
    let fen = "3k5/4P4/9/9/9/9/9/9/4p4/5K3 b";
    let start = Position::from_fen(fen).unwrap();
    let bytes = xqf(18, [9, 1, 2, 3, 4, 55, 66, 77, 88], &start, "", &steps(&[("e1e0", "")]));
    let file = read_bytes(&bytes).unwrap();
    assert_eq!(file.start().fen(), start.fen());
    assert_eq!(moves(&file), "e1e0");
    // Without moves, the header determines the side to move.
    let bytes = xqf(10, [0; 9], &start, "", &[]);
    assert_eq!(read_bytes(&bytes).unwrap().start().side_to_move(), Color::Black);
}

/// Writes a CCBridge record.
fn cbr(start: &Position, remark: &str, steps: &[Step]) -> Vec<u8> {
    let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let mut file = vec![0u8; 2214];
    file[..15].copy_from_slice(b"CCBridge Record");
    for (at, text) in [(180, "象棋桥"), (692, "五羊杯"), (1076, "许银川"), (1300, "胡荣华")]
    {
        let bytes = utf_16(text);
        file[at..at + bytes.len()].copy_from_slice(&bytes);
    }
    (file[2076], file[2116]) = (3, if start.side_to_move() == Color::Red { 1 } else { 2 });
    let point = |square: Square| (9 - square.rank()) * 9 + square.file();
    for (square, piece) in start.pieces() {
        let kind = "RNBAKCP".find(piece.letter().to_ascii_uppercase()).expect("a piece") as u8;
        let side = if piece.color == Color::Red { 0x11 } else { 0x21 };
        file[2120 + usize::from(point(square))] = side + kind;
    }
    let mut node = |flags: u8, squares: [u8; 2], remark: &str| {
        file.extend([flags | u8::from(!remark.is_empty()) << 2, 0, squares[0], squares[1]]);
        if !remark.is_empty() {
            let text = utf_16(remark);
            file.extend((text.len() as u32).to_le_bytes());
            file.extend(text);
        }
    };
    node(u8::from(steps.is_empty()), [0, 0], remark);
    for (index, step) in steps.iter().enumerate() {
        let last = u8::from(index + 1 == steps.len());
        let sibling = u8::from(step.sibling.is_some()) << 1;
        node(last | sibling, [point(step.mv.from), point(step.mv.to)], step.remark);
    }
    for mv in steps.iter().rev().filter_map(|step| step.sibling) {
        node(1, [point(mv.from), point(mv.to)], "");
    }
    file
}

#[test]
fn cbr_and_cbl_are_read() {
    let mut game = steps(&GAME);
    game[2].sibling = Some("b0c2".parse().unwrap());
    let record = cbr(&Position::start(), "开局", &game);
    let file = read_bytes(&record).unwrap();
    assert_eq!(moves(&file), "h2e2 h9g7 h0g2 i9h9");
    assert_eq!((file.comment(0), file.comment(3)), ("开局", "正着\n好"));
    assert_eq!((&*file.tags()["Title"], &*file.tags()["Red"]), ("象棋桥", "许银川"));
    assert_eq!(file.outcome, Some(Outcome::Drawn));
    let study = Position::from_fen("3k5/4P4/9/9/9/9/9/9/4p4/5K3 b").unwrap();
    let second = cbr(&study, "", &steps(&[("e1e0", "")]));
    let mut library = b"CCBridgeLibrary\0".to_vec();
    library.resize(101_952, 0);
    for record in [&record, &second, &record] {
        let at = library.len();
        library.extend(record);
        library.resize(at + 4096, 0);
    }
    let games = read_games(&library).unwrap();
    assert_eq!(
        games.iter().map(moves).collect::<Vec<_>>(),
        ["h2e2 h9g7 h0g2 i9h9", "e1e0", "h2e2 h9g7 h0g2 i9h9"]
    );
    assert_eq!(games[1].start().fen(), study.fen());
    let error = read_bytes(&library).unwrap_err().to_string();
    assert_eq!(error, "the file holds 3 games; one is wanted");
}

/// Every truncation, and damage to every header byte, is either read or refused with the format's
/// name.
#[test]
fn damaged_binary_files_are_refused_by_name() {
    let game = steps(&GAME);
    let plain = xqf(10, [0; 9], &Position::start(), "", &game);
    let scrambled = xqf(18, [7, 1, 2, 3, 4, 5, 6, 7, 8], &Position::start(), "开", &game);
    let record = cbr(&Position::start(), "开", &game);
    for (bytes, name) in [(&plain, "XQF"), (&scrambled, "XQF"), (&record, "CBR")] {
        for end in (16..bytes.len()).step_by(3) {
            let error = read_bytes(&bytes[..end]).map(|file| moves(&file));
            match error {
                Err(error) => assert!(error.to_string().contains(name), "{end}: {error}"),
                // A record may end after any move; within a library it is padded with zeros.
                Ok(part) => assert!("h2e2 h9g7 h0g2 i9h9".starts_with(&part), "{end}: {part}"),
            }
        }
        for at in 2..bytes.len() {
            for value in [0, 1, 0x7f, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] = value;
                let _ = read_bytes(&damaged);
            }
        }
    }
    let mut late = plain.clone();
    late[2] = 19;
    assert!(read_bytes(&late).unwrap_err().to_string().contains("version 19 is unknown"));
    let mut two = plain;
    two[17] = two[16];
    assert!(read_bytes(&two).unwrap_err().to_string().contains("two pieces stand on"));
    let empty = b"CCBridgeLibrary\0 and nothing".to_vec();
    assert!(read_games(&empty).unwrap_err().to_string().contains("no game in it"));
}

const TRADITIONAL: &str =
    "[Game \"Chinese Chess\"]\n[Red \"許銀川\"]\n1. 炮二平五 馬8進7 2. 馬二進三 *\n";

#[test]
fn text_is_read_in_every_encoding() {
    let simplified = TRADITIONAL.replace('許', "许").replace('馬', "马").replace('進', "进");
    let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let swapped = |bytes: Vec<u8>| bytes.chunks(2).flat_map(|unit| [unit[1], unit[0]]).collect();
    for (name, bytes, red) in [
        ("utf-8", TRADITIONAL.as_bytes().to_vec(), "許銀川"),
        ("utf-8 with mark", format!("\u{feff}{TRADITIONAL}").into_bytes(), "許銀川"),
        ("gbk", GB18030.encode(&simplified).0.into_owned(), "许銀川"),
        ("gbk, traditional", GB18030.encode(TRADITIONAL).0.into_owned(), "許銀川"),
        ("big5", BIG5.encode(TRADITIONAL).0.into_owned(), "許銀川"),
        ("utf-16", utf_16(TRADITIONAL), "許銀川"),
        ("utf-16 with mark", utf_16(&format!("\u{feff}{TRADITIONAL}")), "許銀川"),
        ("utf-16, high first", swapped(utf_16(TRADITIONAL)), "許銀川"),
    ] {
        let file = read_bytes(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(moves(&file), "h2e2 h9g7 h0g2", "{name}");
        assert_eq!(file.tags()["Red"], red, "{name}");
    }
    // An invalid byte in a tag does not change the detected encoding.
    let mut broken = simplified.into_bytes();
    let at = broken.windows(3).position(|w| w == "许".as_bytes()).unwrap();
    broken.remove(at + 1);
    assert_eq!(moves(&read_bytes(&broken).unwrap()), "h2e2 h9g7 h0g2");
}

#[test]
fn files_of_other_kinds_are_called_by_their_names() {
    for (bytes, words) in [
        (&b"PK\x03\x04...."[..], "a ZIP archive; unpack it"),
        (b"\x89PNG\r\n", "a PNG image"),
        (b"BM\0\0\0\0", "a bitmap image"),
        (b"SQLite format 3\0", "a database, perhaps an opening book"),
        (b"<?xml version=\"1.0\"?><ChineseChessRecord Version=\"1.0\">", "CCBridge in XML"),
        (b"(;GM[7]AP[x])", "a game in SGF"),
        (b"<!DOCTYPE html><html>", "a web page without a game"),
        (b"\x01\x02\0\x03", "a binary file of an unknown kind; save the game as PGN"),
    ] {
        let error = read_bytes(bytes).unwrap_err().to_string();
        assert!(error.contains("this is ") && error.contains(words), "{error}");
    }
    // Text may start with the magic bytes of a bitmap.
    assert!(read_bytes(b"BM of a kind").unwrap_err().to_string().contains("is not a move"));
}
