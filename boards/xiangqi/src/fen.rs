//! Forsyth-Edwards notation for Xiangqi: ranks from Black's side, side to move, two fields that
//! only chess needs (`-`), plies since the last capture, move number.

mod defect;

use std::fmt;
use std::str::FromStr;

use crate::{Color, Piece, Position, Setup, Square};

pub use defect::{FenDefect, FenError};

/// Maximum number of points considered in a rank, to bound the work on overlong input.
const MOST_POINTS: usize = 20;
/// Maximum number of characters of a faulty word that are quoted.
const QUOTED: usize = 24;

/// A FEN as far as it could be parsed.
struct Reading {
    setup: Setup,
    /// Whether the contents of every point are known.
    is_complete: bool,
    side: Option<Color>,
    defects: Vec<FenDefect>,
}

impl Reading {
    fn of(text: &str) -> Reading {
        let setup = Setup::empty();
        let mut reading = Reading { setup, is_complete: false, side: None, defects: Vec::new() };
        let mut fields = text.split_whitespace();
        let Some(board) = fields.next() else {
            reading.defects.push(FenDefect::Empty);
            return reading;
        };
        reading.board(board);
        reading.side(fields.next());
        for field in [3, 4] {
            let text = fields.next().unwrap_or("-");
            if text != "-" {
                reading.defects.push(FenDefect::NotDash { field, text: quoted(text) });
            }
        }
        reading.setup.quiet_plies = reading.counter(fields.next(), 5, 0);
        // Some programs write 0 for the first move.
        reading.setup.move_number = reading.counter(fields.next(), 6, 1).max(1);
        let rest: Vec<&str> = fields.take(QUOTED).collect();
        if !rest.is_empty() {
            reading.defects.push(FenDefect::Trailing(quoted(&rest.join(" "))));
        }
        reading
    }

    fn board(&mut self, text: &str) {
        let count = text.split('/').count();
        self.is_complete = true;
        if count != 10 {
            self.defects.push(FenDefect::RankCount(count));
            // It is unknown which ranks are missing, so the pieces are not checked.
            self.is_complete = false;
        }
        for (row, letters) in text.split('/').take(10).enumerate() {
            let known = self.rank(9 - row, letters);
            self.is_complete &= known;
        }
        if count != 10 {
            self.setup = Setup::empty();
        }
    }

    /// Parses a rank; a defective one stays empty.
    fn rank(&mut self, rank: usize, letters: &str) -> bool {
        let (mut points, known) = (0usize, self.defects.len());
        let mut pieces = [None; 9];
        for (place, letter) in letters.chars().enumerate() {
            if let Some(empty @ 1..) = letter.to_digit(10) {
                points += empty as usize;
                continue;
            }
            let piece = Piece::from_letter(letter);
            if let Some(point) = pieces.get_mut(points) {
                *point = piece;
            }
            if piece.is_none() && points < MOST_POINTS {
                let defect = FenDefect::UnknownPiece { rank, place: place + 1, letter };
                self.defects.push(defect);
            }
            points += 1;
        }
        // An invalid letter may have stood for any number of points, so the length is not reported.
        if points != 9 && self.defects.len() == known {
            self.defects.push(FenDefect::RankLength { rank, points });
        }
        if self.defects.len() > known {
            return false;
        }
        self.setup.board[rank * 9..rank * 9 + 9].copy_from_slice(&pieces);
        true
    }

    fn side(&mut self, text: Option<&str>) {
        self.side = match text {
            Some("w" | "W" | "r" | "R") => Some(Color::Red),
            Some("b" | "B") => Some(Color::Black),
            _ => None,
        };
        match (self.side, text) {
            (Some(side), _) => self.setup.side_to_move = side,
            (None, None) => self.defects.push(FenDefect::MissingSide),
            (None, Some(text)) => self.defects.push(FenDefect::UnknownSide(quoted(text))),
        }
    }

    fn counter(&mut self, text: Option<&str>, field: usize, default: u16) -> u16 {
        let Some(text) = text else { return default };
        text.parse().unwrap_or_else(|_| {
            self.defects.push(FenDefect::Counter { field, text: quoted(text) });
            default
        })
    }
}

/// The text, shortened for messages.
pub(crate) fn quoted(text: &str) -> String {
    let mut letters = text.chars();
    let mut short: String = letters.by_ref().take(QUOTED).collect();
    if letters.next().is_some() {
        short.push('…');
    }
    short
}

impl FromStr for Setup {
    type Err = FenError;

    /// Parses a FEN without validating the position. Fields after the side to move may be omitted.
    fn from_str(text: &str) -> Result<Setup, FenError> {
        let Reading { setup, defects, .. } = Reading::of(text);
        if defects.is_empty() {
            return Ok(setup);
        }
        Err(FenError { text: defects, position: Vec::new() })
    }
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
    /// Parses a FEN of a legal position. See [`Setup`] for illegal ones.
    ///
    /// # Errors
    /// All defects of the text and of the position at once.
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        let Reading { setup, is_complete, side, defects } = Reading::of(fen);
        if defects.is_empty() {
            return Ok(Position::try_from(setup)?);
        }
        let mut position = setup.piece_defects(is_complete);
        if is_complete {
            setup.king_defects(side, &mut position);
        }
        Err(FenError { text: defects, position })
    }

    /// The position in FEN.
    pub fn fen(&self) -> String {
        Setup::from(self).to_string()
    }
}
