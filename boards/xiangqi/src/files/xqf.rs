//! XQF, the binary format of XQStudio (象棋演播室), which many programs read.
//!
//! The header has 1024 bytes: `XQ`, the version (10 is plain, 11 and later are scrambled, 18 is
//! usual), keys, one byte for the point of each of 32 pieces, side to move, result, and
//! length-prefixed texts in GB18030. A point is `10 * file + rank`, files 0 to 8 from Red's left,
//! ranks 0 to 9 from Red's side. The move tree follows in pre-order: from, to, flags, an unused
//! byte, and a comment. The root node is not a move and holds the comment on the start position. A
//! [`GameFile`] holds the main line: the nodes up to the first without a child. Variations are
//! ignored.
//!
//! From version 11 on, keys are added to points and comment lengths, and a 32-byte key to all bytes
//! after the header; from version 12 on, the list of pieces is rotated. Layout and key formulas are
//! those of the units that XQStudio's author, Dong Shiwei, published.

use fangqi_kit::Outcome;

use super::bytes::Cursor;
use super::encoding::gb18030;
use super::{GameFile, Problem};
use crate::{Color, Move, Piece, Position, Setup, Square};

const HEADER_BYTES: usize = 1024;
/// The first version with scrambled moves, and the first with a rotated piece list.
const SCRAMBLED: u8 = 11;
const TURNED: u8 = 12;
/// The last version that XQStudio wrote.
const LAST: u8 = 18;
/// Text fields of the header: offset and tag.
const TEXTS: [(usize, &str); 8] = [
    (0x050, "Title"),
    (0x0d0, "Event"),
    (0x110, "Date"),
    (0x120, "Site"),
    (0x130, "Red"),
    (0x140, "Black"),
    (0x1d0, "Annotator"),
    (0x1e0, "Author"),
];
/// The pieces of a side in file order.
const PIECES: &[u8; 16] = b"RNBAKABNRCCPPPPP";
const SIGNATURE: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// The keys of a scrambled file; all zero in a plain one.
struct Keys {
    points: u8,
    from: u8,
    to: u8,
    length: u32,
    stream: [u8; 32],
}

impl Keys {
    fn of(header: &[u8]) -> Keys {
        let mut keys = Keys { points: 0, from: 0, to: 0, length: 0, stream: [0; 32] };
        if header[2] < SCRAMBLED {
            return keys;
        }
        // The author's formula ((((x * x * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8), expanded.
        let spread = |x: u8| x.wrapping_mul(x).wrapping_mul(54).wrapping_add(221);
        let [sum, points, from, to] = [12, 13, 14, 15].map(|at: usize| header[at]);
        keys.points = spread(points).wrapping_mul(points);
        keys.from = spread(from).wrapping_mul(keys.points);
        keys.to = spread(to).wrapping_mul(keys.from);
        keys.length = (u32::from(sum) * 256 + u32::from(points)) % 32_000 + 767;
        let mask = header[3];
        for (at, key) in keys.stream.iter_mut().enumerate() {
            let which = at % 4;
            *key = SIGNATURE[at] & (header[12 + which] & mask | header[8 + which]);
        }
        keys
    }
}

/// A node of the tree.
struct Node {
    from: u8,
    to: u8,
    has_child: bool,
    remark: String,
}

/// Whether a file starts with the magic bytes of XQF.
pub(super) fn detect(bytes: &[u8]) -> bool {
    bytes.starts_with(b"XQ") && bytes.get(2).is_some_and(|&version| version < 32)
}

/// Reads a file.
pub(super) fn read(bytes: &[u8]) -> Result<GameFile, Problem> {
    let mut cursor = Cursor { format: "XQF", bytes, at: 0 };
    let header = cursor.take(HEADER_BYTES)?;
    let version = header[2];
    if version > LAST {
        return Err(cursor.damaged(format!("version {version} is unknown; {LAST} is the last")));
    }
    let keys = Keys::of(header);
    let plain: Vec<u8> = bytes
        .iter()
        .enumerate()
        .map(|(at, &byte)| {
            byte.wrapping_sub(if at < HEADER_BYTES { 0 } else { keys.stream[at % 32] })
        })
        .collect();
    let mut nodes = Cursor { format: "XQF", bytes: &plain, at: HEADER_BYTES };
    let root = node(&mut nodes, version, &keys)?;
    let (mut line, mut goes_on) = (Vec::new(), root.has_child);
    while goes_on {
        let next = node(&mut nodes, version, &keys)?;
        goes_on = next.has_child;
        line.push(next);
    }
    let first = line.first().and_then(|node| square(node.from));
    let mut file = GameFile::new(start(header, &keys, first, &cursor)?);
    for (at, tag) in TEXTS {
        let length = usize::from(header[at]).min(if tag_is_long(tag) { 63 } else { 15 });
        file.set_tag(tag, &gb18030(&header[at + 1..at + 1 + length]));
    }
    file.outcome = match header[51] {
        1 => Some(Outcome::Won(Color::Red)),
        2 => Some(Outcome::Won(Color::Black)),
        3 | 4 => Some(Outcome::Drawn),
        _ => None,
    };
    file.remark(&root.remark);
    for (index, node) in line.iter().enumerate() {
        let (Some(from), Some(to)) = (square(node.from), square(node.to)) else {
            let number = index + 1;
            return Err(cursor.damaged(format!("move {number} leads from or to no point")));
        };
        file.read_move(&Move::new(from, to).to_string())?;
        file.remark(&node.remark);
    }
    Ok(file)
}

fn tag_is_long(tag: &str) -> bool {
    matches!(tag, "Title" | "Event")
}

/// Decodes a point; `None` if it is off the board.
fn square(point: u8) -> Option<Square> {
    Square::new(point / 10, point % 10)
}

/// Reads a node and descrambles the points of its move.
fn node(cursor: &mut Cursor<'_>, version: u8, keys: &Keys) -> Result<Node, Problem> {
    let record = cursor.take(4)?;
    let from = record[0].wrapping_sub(24).wrapping_sub(keys.from);
    let to = record[1].wrapping_sub(32).wrapping_sub(keys.to);
    let flags = record[2];
    let (has_child, has_remark) = if version < SCRAMBLED {
        (flags & 0xf0 != 0, true)
    } else {
        (flags & 0x80 != 0, flags & 0x20 != 0)
    };
    let mut remark = String::new();
    if has_remark {
        let length = cursor.number()?;
        let length = length.checked_sub(keys.length).ok_or_else(|| {
            let at = cursor.at;
            cursor.damaged(format!("the remark at byte {at} has a negative length"))
        })?;
        remark = gb18030(cursor.take(length as usize)?).replace("\r\n", "\n");
    }
    Ok(Node { from, to, has_child, remark })
}

/// The start position. The side to move is that of the piece moved `first`.
fn start(
    header: &[u8],
    keys: &Keys,
    first: Option<Square>,
    cursor: &Cursor<'_>,
) -> Result<Position, Problem> {
    let mut points = [0u8; 32];
    for (at, &point) in header[16..48].iter().enumerate() {
        let turned = if header[2] < TURNED { at } else { (at + usize::from(keys.points) + 1) % 32 };
        points[turned] = point.wrapping_sub(keys.points);
    }
    let mut setup = Setup::empty();
    for (number, &point) in points.iter().enumerate() {
        // Captured pieces have a point off the board, 255 in most files.
        let Some(square) = square(point) else { continue };
        let letter = char::from(PIECES[number % 16]);
        let letter = if number < 16 { letter } else { letter.to_ascii_lowercase() };
        if setup.piece_at(square).is_some() {
            return Err(cursor.damaged(format!("two pieces stand on {square}")));
        }
        setup.set(square, Piece::from_letter(letter));
    }
    let begins = if header[50] == 1 { Color::Black } else { Color::Red };
    let mover = first.and_then(|square| setup.piece_at(square)).map(|piece| piece.color);
    setup.side_to_move = mover.unwrap_or(begins);
    Ok(Position::try_from(setup)?)
}
