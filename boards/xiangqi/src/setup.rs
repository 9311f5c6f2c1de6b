use thiserror::Error;

use crate::attacks::{self, Occupancy};
use crate::{Color, Piece, PieceKind, Position, Square};

/// A description of a position that anyone may fill, legal or not.
///
/// [`Position::try_from`] validates it; [`Setup::defects`] lists everything that is wrong.
///
/// ```
/// use fangqi_xiangqi::{Color, Piece, PieceKind, Position, Setup, SetupError, Square};
/// let mut setup = Setup::empty();
/// let place = |file, rank| Square::new(file, rank).expect("on the board");
/// setup.set(place(4, 0), Some(Piece::new(Color::Red, PieceKind::King)));
/// assert_eq!(Position::try_from(setup.clone()), Err(SetupError::MissingKing(Color::Black)));
/// setup.set(place(3, 9), Some(Piece::new(Color::Black, PieceKind::King)));
/// assert!(Position::try_from(setup).is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What stands on each point, by [`Square::index`].
    pub board: [Option<Piece>; Square::COUNT],
    /// Who is to move.
    pub side_to_move: Color,
    /// Moves of either side since the last capture.
    pub quiet_plies: u16,
    /// The number of the move to be made, counted from 1 and increased after Black's.
    pub move_number: u16,
}

/// Why a description is not a legal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// Each side needs its king.
    #[error("{} has no king", .0.name_en())]
    MissingKing(Color),
    /// More pieces of a kind than a side begins with.
    #[error("{} has {count} pieces `{}` ({}); {} is the most", piece.color.name_en(),
        piece.letter(), piece.kind.name_en(), piece.kind.most())]
    TooMany {
        /// Which piece.
        piece: Piece,
        /// How many there are.
        count: usize,
    },
    /// A king outside its palace.
    #[error("the {} king stands on {square}, outside its palace", .color.name_en())]
    KingOffPalace {
        /// Whose king.
        color: Color,
        /// Where it stands.
        square: Square,
    },
    /// An advisor can stand on five points only.
    #[error("the {} advisor on {square} is off the five advisor points", .color.name_en())]
    AdvisorOffPoint {
        /// Whose advisor.
        color: Color,
        /// Where it stands.
        square: Square,
    },
    /// An elephant can stand on seven points only.
    #[error("the {} elephant on {square} is off the seven elephant points", .color.name_en())]
    ElephantOffPoint {
        /// Whose elephant.
        color: Color,
        /// Where it stands.
        square: Square,
    },
    /// A pawn behind its first line or, before the river, between the pawn files. One point
    /// behind the line passes, for diagrams in rule books have such pawns.
    #[error("a {} pawn cannot have come to {square}", .color.name_en())]
    PawnOffPoint {
        /// Whose pawn.
        color: Color,
        /// Where it stands.
        square: Square,
    },
    /// Pawns leave their file only across the river, so a file holds one before it.
    #[error("{} has two pawns before the river on the file of {square}", .color.name_en())]
    PawnsOnOneFile {
        /// Whose pawns.
        color: Color,
        /// Where the second of them stands.
        square: Square,
    },
    /// The kings see each other.
    #[error("the kings face each other on file {}", char::from(b'a' + .file))]
    KingsFace {
        /// Their file, 0 to 8.
        file: u8,
    },
    /// The side that has just moved left its king to be taken.
    #[error("{} is in check but it is not its move", .0.name_en())]
    OpponentInCheck(Color),
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

    /// Puts a piece on a point, or takes away what stands there.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.board[square.index()] = piece;
    }

    /// What stands on a point.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::all().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Everything that keeps this from being a legal position, pieces first; empty if it is one.
    pub fn defects(&self) -> Vec<SetupError> {
        let mut defects = Vec::new();
        for color in Color::ALL {
            self.count_defects(color, &mut defects);
        }
        for (square, piece) in self.pieces() {
            defects.extend(self.place_defect(square, piece));
        }
        // The rest asks where the kings are, and for nothing but sensible pieces.
        if defects.is_empty() {
            defects.extend(self.check_defect());
        }
        defects
    }

    fn count_defects(&self, color: Color, defects: &mut Vec<SetupError>) {
        for kind in PieceKind::ALL {
            let piece = Piece::new(color, kind);
            let count = self.board.iter().filter(|&&p| p == Some(piece)).count();
            if kind == PieceKind::King && count == 0 {
                defects.push(SetupError::MissingKing(color));
            }
            if count > kind.most() {
                defects.push(SetupError::TooMany { piece, count });
            }
        }
    }

    fn place_defect(&self, square: Square, Piece { color, kind }: Piece) -> Option<SetupError> {
        let (file, rank) = (square.file(), square.home_rank(color));
        match kind {
            PieceKind::King if !square.in_palace(color) => {
                Some(SetupError::KingOffPalace { color, square })
            }
            PieceKind::Advisor if !square.in_palace(color) || (file + rank) % 2 == 0 => {
                Some(SetupError::AdvisorOffPoint { color, square })
            }
            PieceKind::Elephant if !matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2)) => {
                Some(SetupError::ElephantOffPoint { color, square })
            }
            PieceKind::Pawn if rank < 2 || rank < 5 && file % 2 == 1 => {
                Some(SetupError::PawnOffPoint { color, square })
            }
            // Ranks 3 and 4 are Red's, 5 and 6 Black's: a pair is reported once, on 4 or 6.
            PieceKind::Pawn if matches!(square.rank(), 4 | 6) && square.is_home(color) => {
                let below = square.offset(0, -1).and_then(|below| self.piece_at(below));
                let pair = below == Some(Piece::new(color, kind));
                pair.then_some(SetupError::PawnsOnOneFile { color, square })
            }
            _ => None,
        }
    }

    fn check_defect(&self) -> Option<SetupError> {
        let king = |color| {
            let king = Some(Piece::new(color, PieceKind::King));
            Square::all().find(|&s| self.piece_at(s) == king)
        };
        let (red, black) = (king(Color::Red)?, king(Color::Black)?);
        let mut occupancy = Occupancy::default();
        self.pieces().for_each(|(square, _)| occupancy.toggle(square));
        if red.file() == black.file() && (attacks::between(red, black) & occupancy.all).is_empty() {
            return Some(SetupError::KingsFace { file: red.file() });
        }
        let waiting = !self.side_to_move;
        let position = Position::assemble(self);
        position
            .is_attacked(position.king(waiting), self.side_to_move)
            .then_some(SetupError::OpponentInCheck(waiting))
    }
}

impl TryFrom<Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Position, SetupError> {
        match setup.defects().first() {
            Some(&defect) => Err(defect),
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
