//! The two notations that people write: Chinese 炮二平五 and WXF `C2=5`. [`parse`] reads both, and
//! coordinates.
//!
//! Both name the piece, its file, the direction, and the distance or target file. A text is parsed
//! into this description, which is then matched against the legal moves.

mod chinese;
mod wxf;

use thiserror::Error;

pub use chinese::{chinese, parse_chinese};
pub use wxf::{parse_wxf, wxf};

use crate::{Color, Illegal, Move, ParseMoveError, PieceKind, Position, Square, explain_illegal};

/// Why a text is not a legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotationError {
    /// The text does not have the shape of a move.
    #[error("`{text}` is not a move in this notation: {expected}")]
    Syntax {
        /// The text.
        text: String,
        /// What was expected.
        expected: &'static str,
    },
    /// The text looks like coordinates but does not name two points.
    #[error(transparent)]
    Coordinates(#[from] ParseMoveError),
    /// The side to move has no piece that fits the description.
    #[error("`{0}`: no piece of the side to move fits")]
    NoSuchPiece(String),
    /// A piece fits the description, but the move is illegal.
    #[error("`{text}` is illegal: {reason}")]
    Illegal {
        /// The text.
        text: String,
        /// The rule that it breaks.
        reason: Illegal,
    },
    /// Several legal moves fit the description.
    #[error("`{text}` may be any of {moves:?}")]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves.
        moves: Vec<Move>,
    },
}

/// Parses a legal move in Chinese notation, WXF or coordinates, which are told apart by their
/// shape.
///
/// # Errors
/// The text is not a move, or the move is illegal.
///
/// ```
/// use fangqi_xiangqi::{Position, notation};
/// let start = Position::start();
/// for text in ["炮二平五", "C2=5", "c2.5", "h2e2", "H2-E2"] {
///     assert_eq!(notation::parse(&start, text).map(|mv| mv.to_string()), Ok("h2e2".into()));
/// }
/// ```
pub fn parse(position: &Position, text: &str) -> Result<Move, NotationError> {
    let text: String = text.trim().chars().map(narrow).collect();
    let text = text.as_str();
    if !text.is_ascii() {
        return parse_chinese(position, text);
    }
    // The third character of WXF is a direction. In coordinates it is one only in `H2-E2`, which is
    // longer.
    let bytes = text.as_bytes();
    if bytes.len() == 4 && matches!(bytes[2], b'+' | b'-' | b'=' | b'.') {
        return parse_wxf(position, text);
    }
    let mv: Move = text.parse()?;
    match explain_illegal(position, mv) {
        Some(reason) => Err(NotationError::Illegal { text: text.into(), reason }),
        None => Ok(mv),
    }
}

/// Converts a full-width letter, digit or sign, as Chinese input methods produce, to ASCII.
pub(crate) fn narrow(letter: char) -> char {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(letter) - 0xff01 + 0x21).unwrap_or(letter)
        }
        _ => letter,
    }
}

/// Whether a word has the shape of a move or of a prefix of one, be it legal or not.
pub(crate) fn looks_like_move(word: &str) -> bool {
    let letters: Vec<char> = word.chars().map(narrow).collect();
    if letters.iter().all(char::is_ascii) {
        // Every form contains a digit, and none is longer than `H2-E2`.
        return letters.len() < 6 && letters.iter().any(char::is_ascii_digit);
    }
    let directs = |letter: &char| matches!(letter, '进' | '進' | '平' | '退' | '+' | '-' | '=');
    letters.len() < 6 && letters.iter().any(directs) || chinese::begins_move(&letters)
}

/// A move as both notations describe it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Description {
    /// `None` if the text omits it, which is allowed if only one kind can be meant.
    kind: Option<PieceKind>,
    origin: Origin,
    direction: Direction,
    /// The distance along the file, or the target file counted from the mover's right.
    number: u8,
}

/// How the moving piece is distinguished from others of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// By its file, counted from the mover's right.
    File(u8),
    /// By its place among those on one file, and the file if the text names it.
    Place(Place, Option<u8>),
}

/// A place in a column of pieces on a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Front,
    Middle,
    Rear,
    /// Counted from 1 at the front. If two files hold several pawns and the text names no file, the
    /// count runs through both, the file at the mover's right first.
    Nth(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Forward,
    Level,
    Backward,
}

/// The place of a piece among those of its kind on its file.
struct Row {
    /// Counted from 0 at the front.
    index: u8,
    length: u8,
    /// Number of pieces on files further right that hold two or more.
    before: u8,
    /// Whether another file also holds two or more.
    others: bool,
}

/// The number of a file from the point of view of `color`: 1 at its right hand.
fn file_number(color: Color, square: Square) -> u8 {
    match color {
        Color::Red => 9 - square.file(),
        Color::Black => square.file() + 1,
    }
}

fn row(position: &Position, color: Color, kind: PieceKind, square: Square) -> Row {
    let mut count = [0u8; 9];
    let mut ahead = 0;
    for other in position.set_of(color, kind) {
        count[usize::from(other.file())] += 1;
        if other.file() == square.file() && other.home_rank(color) > square.home_rank(color) {
            ahead += 1;
        }
    }
    let own = usize::from(square.file());
    let crowded = |file: usize| file != own && count[file] > 1;
    let right = |file: usize| match color {
        Color::Red => file > own,
        Color::Black => file < own,
    };
    let before = (0..9).filter(|&file| crowded(file) && right(file)).map(|file| count[file]).sum();
    Row { index: ahead, length: count[own], before, others: (0..9).any(crowded) }
}

/// Direction and number of a move by a piece of `color`.
fn direction_and_number(color: Color, mv: Move) -> (Direction, u8) {
    let (from, to) = (mv.from.home_rank(color), mv.to.home_rank(color));
    let direction = match to.cmp(&from) {
        std::cmp::Ordering::Greater => Direction::Forward,
        std::cmp::Ordering::Equal => Direction::Level,
        std::cmp::Ordering::Less => Direction::Backward,
    };
    let along = mv.from.file() == mv.to.file();
    let number = if along { from.abs_diff(to) } else { file_number(color, mv.to) };
    (direction, number)
}

/// The canonical description of a move; `None` if it starts from an empty point.
fn describe(position: &Position, mv: Move) -> Option<(Color, Description)> {
    let piece = position.piece_at(mv.from)?;
    let (direction, number) = direction_and_number(piece.color, mv);
    let file = file_number(piece.color, mv.from);
    let row = row(position, piece.color, piece.kind, mv.from);
    let pawn = piece.kind == PieceKind::Pawn;
    // Two advisors or elephants on a file are already distinguished by the direction.
    let origin = if row.length < 2 || !piece.kind.is_attacker() {
        Origin::File(file)
    } else {
        let place = match (row.index, row.length) {
            (index, _) if pawn && row.others => Place::Nth(row.before + index + 1),
            (0, _) => Place::Front,
            (index, length) if index + 1 == length => Place::Rear,
            (_, 3) => Place::Middle,
            (index, _) => Place::Nth(index + 1),
        };
        Origin::Place(place, None)
    };
    Some((piece.color, Description { kind: Some(piece.kind), origin, direction, number }))
}

impl Description {
    /// Whether a move of the side to move matches the description.
    fn fits(&self, position: &Position, mv: Move) -> bool {
        let color = position.side_to_move();
        direction_and_number(color, mv) == (self.direction, self.number)
            && self.fits_piece(position, mv.from)
    }

    fn fits_piece(&self, position: &Position, from: Square) -> bool {
        let color = position.side_to_move();
        let Some(piece) = position.piece_at(from).filter(|piece| piece.color == color) else {
            return false;
        };
        if self.kind.is_some_and(|kind| kind != piece.kind) {
            return false;
        }
        let file = file_number(color, from);
        match self.origin {
            Origin::File(number) => number == file,
            Origin::Place(place, number) => {
                let row = row(position, color, piece.kind, from);
                let right_place = match place {
                    Place::Front => row.index == 0,
                    Place::Middle => row.length == 3 && row.index == 1,
                    Place::Rear => row.index + 1 == row.length,
                    Place::Nth(nth) => {
                        let counts_on = number.is_none() && row.others;
                        nth == row.index + 1 + if counts_on { row.before } else { 0 }
                    }
                };
                row.length > 1 && right_place && number.is_none_or(|number| number == file)
            }
        }
    }

    /// The only legal move that matches. `text` is quoted in errors.
    fn resolve(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let text = text.to_owned();
        let legal = position.legal_moves();
        let moves: Vec<Move> = legal.into_iter().filter(|&mv| self.fits(position, mv)).collect();
        match moves[..] {
            [mv] => return Ok(mv),
            [] => {}
            _ => return Err(NotationError::Ambiguous { text, moves }),
        }
        let mut piece = None;
        for from in Square::all().filter(|&from| self.fits_piece(position, from)) {
            piece = Some(from);
            let mut targets = Square::all().map(|to| Move::new(from, to));
            if let Some(mv) = targets.find(|&mv| mv.to != from && self.fits(position, mv))
                && let Some(reason) = explain_illegal(position, mv)
            {
                return Err(NotationError::Illegal { text, reason });
            }
        }
        Err(match piece.and_then(|from| position.piece_at(from)) {
            Some(piece) => NotationError::Illegal { text, reason: Illegal::WrongPattern(piece) },
            None => NotationError::NoSuchPiece(text),
        })
    }
}

#[cfg(test)]
mod tests;
