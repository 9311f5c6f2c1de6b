//! Forsyth-Edwards notation of Xiangqi: ranks from Black's side, side to move, two fields that
//! chess needs, moves since the last capture, move number.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{Color, Piece, Position, Setup, SetupError, Square};

/// Why a text is not the FEN of a legal position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// Nothing but spaces.
    #[error("the FEN is empty")]
    Empty,
    /// A board has ten ranks.
    #[error("field 1 (board): {0} ranks, 10 are expected")]
    RankCount(usize),
    /// A rank has nine points.
    #[error("field 1 (board), rank {rank}: {points} points, 9 are expected")]
    RankLength {
        /// The rank as moves name it, 9 (the first in the text) to 0.
        rank: usize,
        /// How many points the text describes.
        points: usize,
    },
    /// A letter that is no piece.
    #[error(
        "field 1 (board), rank {rank}: `{letter}` is neither a piece (KABNRCP, kabnrcp; \
        also h and e) nor a number of empty points 1 to 9"
    )]
    UnknownPiece {
        /// The rank as moves name it.
        rank: usize,
        /// The letter.
        letter: char,
    },
    /// The second field is missing.
    #[error("field 2 (side to move) is missing: w or b is expected")]
    MissingSide,
    /// The second field is neither side.
    #[error("field 2 (side to move): `{0}` is neither w (or r) nor b")]
    UnknownSide(String),
    /// Xiangqi has neither castling nor capture en passant.
    #[error("field {field}: `{text}` stands where only - can")]
    NotDash {
        /// 3 or 4.
        field: usize,
        /// What stands there.
        text: String,
    },
    /// A counter that is not a number, or too large.
    #[error("field {field} ({name}): `{text}` is not a number up to 65535")]
    Counter {
        /// 5 or 6.
        field: usize,
        /// What the number means.
        name: &'static str,
        /// What stands there.
        text: String,
    },
    /// More than six fields.
    #[error("`{0}` follows the six fields")]
    Trailing(String),
    /// The text is well formed but the position is not legal.
    #[error("illegal position: {0}")]
    Setup(#[from] SetupError),
}

impl FromStr for Setup {
    type Err = FenError;

    /// Reads a FEN without asking whether the position is legal. The fields after the side to
    /// move may be left out.
    fn from_str(text: &str) -> Result<Setup, FenError> {
        let mut fields = text.split_whitespace();
        let mut setup = Setup::empty();
        read_board(fields.next().ok_or(FenError::Empty)?, &mut setup)?;
        setup.side_to_move = match fields.next().ok_or(FenError::MissingSide)? {
            "w" | "W" | "r" | "R" => Color::Red,
            "b" | "B" => Color::Black,
            other => return Err(FenError::UnknownSide(other.into())),
        };
        for field in [3, 4] {
            let text = fields.next().unwrap_or("-");
            if text != "-" {
                return Err(FenError::NotDash { field, text: text.into() });
            }
        }
        setup.quiet_plies = counter(fields.next(), 5, "moves since a capture", 0)?;
        // Some programs write 0 for the first move.
        setup.move_number = counter(fields.next(), 6, "move number", 1)?.max(1);
        match fields.next() {
            Some(extra) => Err(FenError::Trailing(extra.into())),
            None => Ok(setup),
        }
    }
}

fn read_board(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 10 {
        return Err(FenError::RankCount(ranks.len()));
    }
    for (row, letters) in ranks.into_iter().enumerate() {
        let rank = 9 - row;
        let mut points = 0usize;
        for letter in letters.chars() {
            if let Some(empty @ 1..) = letter.to_digit(10) {
                points += empty as usize;
                continue;
            }
            let piece =
                Piece::from_letter(letter).ok_or(FenError::UnknownPiece { rank, letter })?;
            if points < 9 {
                setup.board[rank * 9 + points] = Some(piece);
            }
            points += 1;
        }
        if points != 9 {
            return Err(FenError::RankLength { rank, points });
        }
    }
    Ok(())
}

fn counter(
    text: Option<&str>,
    field: usize,
    name: &'static str,
    default: u16,
) -> Result<u16, FenError> {
    text.map_or(Ok(default), |text| {
        text.parse().map_err(|_| FenError::Counter { field, name, text: text.into() })
    })
}

impl fmt::Display for Setup {
    /// Writes the FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..10).rev() {
            let mut empty = 0;
            for file in 0..9 {
                let piece = Square::new(file, rank).and_then(|square| self.piece_at(square));
                if piece.is_some() && empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                match piece {
                    Some(piece) => write!(f, "{}", piece.letter())?,
                    None => empty += 1,
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank > 0 { "/" } else { "" })?;
        }
        let side = if self.side_to_move == Color::Red { 'w' } else { 'b' };
        write!(f, " {side} - - {} {}", self.quiet_plies, self.move_number)
    }
}

impl Position {
    /// Reads a FEN; see [`Setup`] for descriptions that need not be legal.
    ///
    /// # Errors
    /// Every defect of the text or of the position is named.
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        Ok(Position::try_from(fen.parse::<Setup>()?)?)
    }

    /// The position in FEN.
    pub fn fen(&self) -> String {
        Setup::from(self).to_string()
    }
}
