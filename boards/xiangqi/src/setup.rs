mod defect;

use crate::attacks::{self, Occupancy};
use crate::{Color, Piece, PieceKind, Position, Square};

pub(crate) use defect::enumerate;
pub use defect::{SetupDefect, SetupError};

/// The description of a position, legal or not.
///
/// [`Position::try_from`] validates it; [`Setup::defects`] lists everything that is wrong.
///
/// ```
/// use fangqi_xiangqi::{Color, Piece, PieceKind, Position, Setup, SetupDefect, Square};
/// let mut setup = Setup::empty();
/// let place = |file, rank| Square::new(file, rank).expect("on the board");
/// setup.set(place(4, 0), Some(Piece::new(Color::Red, PieceKind::King)));
/// let error = Position::try_from(setup.clone()).expect_err("Black has no king");
/// assert_eq!(error.defects(), [SetupDefect::MissingKing(Color::Black)]);
/// setup.set(place(3, 9), Some(Piece::new(Color::Black, PieceKind::King)));
/// assert!(Position::try_from(setup).is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The piece on each point, by [`Square::index`].
    pub board: [Option<Piece>; Square::COUNT],
    /// The side to move.
    pub side_to_move: Color,
    /// Plies since the last capture.
    pub quiet_plies: u16,
    /// The number of the next move, counted from 1 and increased after Black's move.
    pub move_number: u16,
}

impl Setup {
    /// An empty board, Red to move.
    pub fn empty() -> Setup {
        Setup {
            board: [None; Square::COUNT],
            side_to_move: Color::Red,
            quiet_plies: 0,
            move_number: 1,
        }
    }

    /// Puts a piece on a point, or empties it.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.board[square.index()] = piece;
    }

    /// The piece on a point.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::all().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// All reasons why the position is illegal, pieces first; empty if it is legal.
    pub fn defects(&self) -> Vec<SetupDefect> {
        let mut defects = self.piece_defects(true);
        self.king_defects(Some(self.side_to_move), &mut defects);
        defects
    }

    /// Defects of single pieces. Missing kings are not reported unless `is_complete`: the part of
    /// the board that could not be read may hold them.
    pub(crate) fn piece_defects(&self, is_complete: bool) -> Vec<SetupDefect> {
        let mut defects = Vec::new();
        for color in Color::ALL {
            self.count_defects(color, &mut defects);
        }
        if !is_complete {
            defects.retain(|defect| !matches!(defect, SetupDefect::MissingKing(_)));
        }
        for (square, piece) in self.pieces() {
            defects.extend(self.place_defect(square, piece));
        }
        defects
    }

    fn count_defects(&self, color: Color, defects: &mut Vec<SetupDefect>) {
        for kind in PieceKind::ALL {
            let piece = Piece::new(color, kind);
            let count = self.board.iter().filter(|&&p| p == Some(piece)).count();
            if kind == PieceKind::King && count == 0 {
                defects.push(SetupDefect::MissingKing(color));
            }
            if count > kind.most() {
                defects.push(SetupDefect::TooMany { piece, count });
            }
        }
    }

    fn place_defect(&self, square: Square, Piece { color, kind }: Piece) -> Option<SetupDefect> {
        let (file, rank) = (square.file(), square.home_rank(color));
        match kind {
            PieceKind::King if !square.in_palace(color) => {
                Some(SetupDefect::KingOffPalace { color, square })
            }
            PieceKind::Advisor if !square.in_palace(color) || (file + rank) % 2 == 0 => {
                Some(SetupDefect::AdvisorOffPoint { color, square })
            }
            PieceKind::Elephant if !matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2)) => {
                Some(SetupDefect::ElephantOffPoint { color, square })
            }
            PieceKind::Pawn if rank < 2 || rank < 5 && file % 2 == 1 => {
                Some(SetupDefect::PawnOffPoint { color, square })
            }
            // Ranks 3 and 4 are Red's, 5 and 6 Black's: a pair is reported once, on 4 or 6.
            PieceKind::Pawn if matches!(square.rank(), 4 | 6) && square.is_home(color) => {
                let below = square.offset(0, -1).and_then(|below| self.piece_at(below));
                let pair = below == Some(Piece::new(color, kind));
                pair.then_some(SetupDefect::PawnsOnOneFile { color, square })
            }
            _ => None,
        }
    }

    /// Facing kings, and a check of the side not to move if `to_move` is known. Reports nothing
    /// unless each side has exactly one king.
    pub(crate) fn king_defects(&self, to_move: Option<Color>, defects: &mut Vec<SetupDefect>) {
        let king = |color| {
            let king = Some(Piece::new(color, PieceKind::King));
            let mut found = Square::all().filter(|&square| self.piece_at(square) == king);
            found.next().filter(|_| found.next().is_none())
        };
        let (Some(red), Some(black)) = (king(Color::Red), king(Color::Black)) else { return };
        let mut occupancy = Occupancy::default();
        self.pieces().for_each(|(square, _)| occupancy.toggle(square));
        if red.file() == black.file() && (attacks::between(red, black) & occupancy.all).is_empty() {
            defects.push(SetupDefect::KingsFace { file: red.file() });
        }
        let Some(to_move) = to_move else { return };
        let position = Position::assemble(self);
        let (waiting, other) = (position.king(!to_move), position.king(to_move));
        // Facing kings have already been reported.
        if position.is_attacked_with(waiting, to_move, &occupancy, other.into()) {
            defects.push(SetupDefect::OpponentInCheck(!to_move));
        }
    }
}

impl TryFrom<Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Position, SetupError> {
        match SetupError::of(setup.defects()) {
            Some(error) => Err(error),
            None => Ok(Position::assemble(&setup)),
        }
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Setup {
        let mut setup = Setup::empty();
        for (square, piece) in position.pieces() {
            setup.set(square, Some(piece));
        }
        setup.side_to_move = position.side_to_move();
        setup.quiet_plies = position.quiet_plies();
        setup.move_number = position.move_number();
        setup
    }
}
