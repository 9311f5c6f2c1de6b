use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::Color;

/// One of the 90 points of the board.
///
/// ```
/// use fangqi_xiangqi::Square;
/// let center: Square = "e0".parse()?;
/// assert_eq!((center.file(), center.rank()), (4, 0));
/// assert_eq!(Square::new(9, 0), None);
/// # Ok::<(), fangqi_xiangqi::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Number of points.
    pub const COUNT: usize = 90;

    /// The point on `file` (0 to 8 from Red's left) and `rank` (0 to 9 from Red's side).
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < 9 && rank < 10 { Some(Square(rank * 9 + file)) } else { None }
    }

    /// The point with this [`index`](Square::index), 0 to 89.
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < Square::COUNT { Some(Square(index as u8)) } else { None }
    }

    /// All points in index order: a0, b0, … i9.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + Clone {
        (0..Square::COUNT as u8).map(Square)
    }

    /// 0 to 8 from Red's left: a to i.
    pub const fn file(self) -> u8 {
        self.0 % 9
    }

    /// 0 to 9 from Red's side.
    pub const fn rank(self) -> u8 {
        self.0 / 9
    }

    /// `rank * 9 + file`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point `files` to the right and `ranks` up; `None` if it is off the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let (file, rank) = (self.file() as i8 + files, self.rank() as i8 + ranks);
        if file < 0 || rank < 0 { None } else { Square::new(file as u8, rank as u8) }
    }

    /// The point mirrored vertically, as the other side sees it.
    pub const fn flipped(self) -> Square {
        Square((9 - self.rank()) * 9 + self.file())
    }

    /// Whether the point lies within the palace of `color`.
    pub const fn in_palace(self, color: Color) -> bool {
        self.home_rank(color) <= 2 && self.file() >= 3 && self.file() <= 5
    }

    /// Whether the point lies on the half of the board that belongs to `color`.
    pub const fn is_home(self, color: Color) -> bool {
        self.home_rank(color) <= 4
    }

    /// The rank counted from the back rank of `color`.
    pub const fn home_rank(self, color: Color) -> u8 {
        match color {
            Color::Red => self.rank(),
            Color::Black => 9 - self.rank(),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a point or move in coordinates.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseMoveError {
    /// Not a point: a file a to i and a rank.
    #[error("`{0}` is not a point: a file a to i and a rank {1} are expected")]
    Square(String, &'static str),
    /// Not two points.
    #[error("`{0}` is not a move: two points are expected, as in h2e2")]
    Shape(String),
}

impl FromStr for Square {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Square, ParseMoveError> {
        let error = || ParseMoveError::Square(text.into(), "0 to 9");
        match *text.as_bytes() {
            [file, rank] if rank.is_ascii_digit() => {
                let file = file.to_ascii_lowercase().wrapping_sub(b'a');
                Square::new(file, rank - b'0').ok_or_else(error)
            }
            _ => Err(error()),
        }
    }
}

/// A move from one point to another, capturing the piece there if there is one.
///
/// It is written in the coordinates of UCI and UCCI, with ranks 0 to 9.
///
/// ```
/// use fangqi_xiangqi::Move;
/// let cannon: Move = "h2e2".parse()?;
/// assert_eq!(cannon.to_string(), "h2e2");
/// assert_eq!("H2-E2".parse(), Ok(cannon));
/// assert_eq!(Move::from_uci_ranks_1_to_10("h3e3"), Ok(cannon));
/// # Ok::<(), fangqi_xiangqi::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The start point.
    pub from: Square,
    /// The target point.
    pub to: Square,
}

impl Move {
    /// The move between two points.
    pub const fn new(from: Square, to: Square) -> Move {
        Move { from, to }
    }

    /// Parses coordinates with ranks 1 to 10, as Fairy-Stockfish writes them.
    ///
    /// # Errors
    /// The text is not two points.
    pub fn from_uci_ranks_1_to_10(text: &str) -> Result<Move, ParseMoveError> {
        let shape = || ParseMoveError::Shape(text.into());
        let second = text.char_indices().skip(1).find(|(_, c)| c.is_ascii_alphabetic());
        let (second, _) = second.ok_or_else(shape)?;
        let square = |part: &str| {
            let error = || ParseMoveError::Square(part.into(), "1 to 10");
            let (file, rank) = part.split_at_checked(1).ok_or_else(error)?;
            let file = file.as_bytes()[0].to_ascii_lowercase().wrapping_sub(b'a');
            // `parse` would accept a sign or leading zeros.
            if !rank.starts_with(|c: char| ('1'..='9').contains(&c)) {
                return Err(error());
            }
            let rank: u8 = rank.parse().map_err(|_| error())?;
            Square::new(file, rank - 1).ok_or_else(error)
        };
        Ok(Move { from: square(&text[..second])?, to: square(&text[second..])? })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Parses `h2e2` and the ICCS form `H2-E2`.
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let shape = || ParseMoveError::Shape(text.into());
        let (from, rest) = text.split_at_checked(2).ok_or_else(shape)?;
        let to = rest.strip_prefix('-').unwrap_or(rest);
        if to.len() != 2 {
            return Err(shape());
        }
        Ok(Move { from: from.parse()?, to: to.parse()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_and_move_round_trips() {
        for from in Square::all() {
            assert_eq!(from.to_string().parse(), Ok(from));
            assert_eq!(from.flipped().flipped(), from);
            for to in Square::all() {
                let mv = Move::new(from, to);
                assert_eq!(mv.to_string().parse(), Ok(mv));
                let ten = |s: Square| format!("{}{}", char::from(b'a' + s.file()), s.rank() + 1);
                let text = ten(from) + &ten(to);
                assert_eq!(Move::from_uci_ranks_1_to_10(&text), Ok(mv), "{text}");
            }
        }
    }

    #[test]
    fn bad_texts_are_named() {
        for text in ["", "h2", "h2e", "h2e22", "j2e2", "h2x2", "h2--e2", "炮二平五", "h2é"] {
            let error = text.parse::<Move>().expect_err(text);
            assert!(error.to_string().contains('`'), "{error}");
        }
        for text in ["", "h0e3", "h3e11", "h+3e3", "h3", "hh3e3", "é3e3"] {
            assert!(Move::from_uci_ranks_1_to_10(text).is_err(), "{text}");
        }
    }
}
