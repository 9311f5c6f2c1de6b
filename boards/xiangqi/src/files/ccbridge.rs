//! CBR and CBL, the binary records and libraries of CCBridge (象棋桥).
//!
//! The program is closed source and its formats are not documented; the layout below was
//! reverse-engineered by others. The reader therefore validates every piece, point and move. Text
//! is UTF-16, little-endian.
//!
//! A record starts with `CCBridge Record` and a zero byte. Title, event, names, result, side to
//! move and board (one byte per point, row by row from Black's side) are at fixed offsets. The move
//! tree starts at byte 2214, in pre-order as in XQF. A node consists of flags (1: no child, 2: has
//! a sibling, 4: has a comment), an unused byte, from and to. The root node is not a move. A
//! library stores records in blocks of 4096 bytes after an index.

use fangqi_kit::Outcome;

use super::bytes::Cursor;
use super::encoding::utf_16_low_first;
use super::{GameFile, Problem};
use crate::{Color, Move, Piece, PieceKind, Position, Setup, Square};

const RECORD: &[u8; 16] = b"CCBridge Record\0";
const LIBRARY: &[u8; 16] = b"CCBridgeLibrary\0";
const BLOCK: usize = 4096;
/// Text fields of a record: offset, size in bytes, tag.
const TEXTS: [(usize, usize, &str); 4] =
    [(180, 128, "Title"), (692, 64, "Event"), (1076, 64, "Red"), (1300, 64, "Black")];
const RESULT: usize = 2076;
const SIDE: usize = 2116;
const BOARD: usize = 2120;
const MOVES: usize = 2214;
/// Piece kinds by their number, from 1.
const KINDS: [PieceKind; 7] = [
    PieceKind::Chariot,
    PieceKind::Horse,
    PieceKind::Elephant,
    PieceKind::Advisor,
    PieceKind::King,
    PieceKind::Cannon,
    PieceKind::Pawn,
];
/// Maximum number of nodes, more than any game has.
const NODES_MAX: usize = 10_000;

/// Whether the file is a single record.
pub(super) fn is_record(bytes: &[u8]) -> bool {
    bytes.starts_with(RECORD)
}

/// Whether the file is a library.
pub(super) fn is_library(bytes: &[u8]) -> bool {
    bytes.starts_with(LIBRARY)
}

/// Reads all records of a library.
pub(super) fn read_library(bytes: &[u8]) -> Result<Vec<GameFile>, Problem> {
    let damaged = |problem: String| Problem::Damaged { format: "CBL", problem };
    let first = bytes.windows(RECORD.len()).position(|window| window == RECORD);
    let Some(first) = first else { return Err(damaged("there is no game in it".into())) };
    let mut games = Vec::new();
    // A long record takes several blocks, of which only the first has the header.
    for at in (first..bytes.len()).step_by(BLOCK) {
        if is_record(&bytes[at..]) {
            let number = games.len() + 1;
            let game = read(&bytes[at..]);
            games.push(game.map_err(|problem| damaged(format!("game {number}: {problem}")))?);
        }
    }
    Ok(games)
}

/// Reads a record.
pub(super) fn read(bytes: &[u8]) -> Result<GameFile, Problem> {
    let mut cursor = Cursor { format: "CBR", bytes, at: 0 };
    let header = cursor.take(MOVES)?;
    let mut file = GameFile::new(start(header, &cursor)?);
    for (at, length, tag) in TEXTS {
        file.set_tag(tag, &utf_16_low_first(&header[at..at + length]));
    }
    file.outcome = match header[RESULT] {
        1 => Some(Outcome::Won(Color::Red)),
        2 => Some(Outcome::Won(Color::Black)),
        3 | 4 => Some(Outcome::Drawn),
        _ => None,
    };
    begin(&mut cursor, &mut file)?;
    let mut goes_on = true;
    for _ in 0..NODES_MAX {
        // A record is padded with zeros to the end of its last block.
        if !goes_on || cursor.left() == 0 {
            return Ok(file);
        }
        let (next, mv) = node(&mut cursor, &mut file)?;
        if mv.is_none() {
            return Ok(file);
        }
        goes_on = next;
    }
    Err(cursor.damaged("it has no end of moves"))
}

/// Reads the root node, which may have a comment and is zero otherwise.
fn begin(cursor: &mut Cursor<'_>, file: &mut GameFile) -> Result<(), Problem> {
    if cursor.number()? != 0 && cursor.left() > 0 {
        remark(cursor, file)?;
    }
    Ok(())
}

/// Reads a node, plays its move and stores its comment. Returns whether it has a child, and the
/// move; no move at the end.
fn node(cursor: &mut Cursor<'_>, file: &mut GameFile) -> Result<(bool, Option<Move>), Problem> {
    let record = cursor.take(4)?;
    let (flags, from, to) = (record[0], record[2], record[3]);
    if *record == [0; 4] {
        return Ok((false, None));
    }
    let (Some(from), Some(to)) = (square(from), square(to)) else {
        return Err(cursor.damaged(format!("a move leads from {from} to {to}: 0 to 89")));
    };
    let mv = Move::new(from, to);
    file.read_move(&mv.to_string())?;
    if flags & 4 != 0 {
        remark(cursor, file)?;
    }
    Ok((flags & 1 == 0, Some(mv)))
}

fn remark(cursor: &mut Cursor<'_>, file: &mut GameFile) -> Result<(), Problem> {
    let length = cursor.number()?;
    let text = utf_16_low_first(cursor.take(length as usize)?);
    file.remark(&text.replace("\r\n", "\n"));
    Ok(())
}

fn square(point: u8) -> Option<Square> {
    Square::new(point % 9, 9u8.checked_sub(point / 9)?)
}

fn start(header: &[u8], cursor: &Cursor<'_>) -> Result<Position, Problem> {
    let mut setup = Setup::empty();
    for (point, &byte) in (0u8..).zip(&header[BOARD..BOARD + 90]) {
        if byte == 0 {
            continue;
        }
        let kind = usize::from(byte & 15).checked_sub(1).and_then(|kind| KINDS.get(kind));
        let piece = match (byte >> 4, kind) {
            (1, Some(&kind)) => Piece::new(Color::Red, kind),
            (2, Some(&kind)) => Piece::new(Color::Black, kind),
            _ => return Err(cursor.damaged(format!("{byte} on its board is no piece"))),
        };
        if let Some(square) = square(point) {
            setup.set(square, Some(piece));
        }
    }
    setup.side_to_move = if header[SIDE] == 1 { Color::Red } else { Color::Black };
    Ok(Position::try_from(setup)?)
}
