//! History heuristics: what the search learns about moves (butterfly, continuation and capture
//! history) and about errors of the evaluation (correction history).

use crate::{Color, Move, Piece, PieceKind, Position};

/// Maximum magnitude of a history score.
const LIMIT: i32 = 16_384;

/// Number of piece-to indices: 14 pieces times 90 points.
const PIECE_TO_COUNT: usize = 14 * 90;

/// Stands for "no move", at the root and after a null move.
pub(super) const NO_PIECE_TO: usize = PIECE_TO_COUNT;

/// Piece-to index: a moving piece and its destination.
pub(super) fn piece_to(piece: Piece, mv: Move) -> usize {
    piece.index() * 90 + mv.to.index()
}

/// The piece-to indices of the moves one, two and four plies before a node.
pub(super) type PriorMoves = [usize; 3];

/// Entries of each correction table for one side to move; a power of two.
const CORRECTIONS: usize = 1 << 13;
/// Maximum magnitude of a correction entry.
const CORRECTION_LIMIT: i32 = 1024;
/// Correction units in a hundredth of a pawn.
const CORRECTION_UNIT: i32 = 30;

/// The tables of one thread.
pub(super) struct History {
    quiet: Vec<i16>,
    /// Continuation history: quiet moves by a move played one, two or four plies before.
    continuation: Vec<i16>,
    /// Captures by piece, destination and captured kind.
    capture: Vec<i16>,
    /// Correction history by side to move and the placement of pawns, of Red's other pieces, and of
    /// Black's.
    corrections: [Vec<i16>; 3],
}

/// Adds `bonus` with the usual history gravity: the closer a score is to the limit, the less it
/// moves, so it never exceeds the limit.
fn add_with_gravity(cell: &mut i16, bonus: i32, limit: i32) {
    let old = i32::from(*cell);
    *cell = (old + bonus - old * bonus.abs() / limit) as i16;
}

impl History {
    pub(super) fn new() -> History {
        History {
            quiet: vec![0; PIECE_TO_COUNT],
            continuation: vec![0; (PIECE_TO_COUNT + 1) * PIECE_TO_COUNT],
            capture: vec![0; PIECE_TO_COUNT * 7],
            corrections: std::array::from_fn(|_| vec![0; 2 * CORRECTIONS]),
        }
    }

    /// The continuation history of a quiet move.
    pub(super) fn continuation_scores(
        &self,
        piece_to: usize,
        prior_moves: &PriorMoves,
    ) -> [i32; 3] {
        prior_moves.map(|row| i32::from(self.continuation[row * PIECE_TO_COUNT + piece_to]))
    }

    /// The combined history score of a quiet move, at most 4.5 times [`LIMIT`].
    pub(super) fn quiet(&self, piece_to: usize, prior_moves: &PriorMoves) -> i32 {
        let [one, two, four] = self.continuation_scores(piece_to, prior_moves);
        2 * i32::from(self.quiet[piece_to]) + one + two + four / 2
    }

    pub(super) fn update_quiet(&mut self, piece_to: usize, prior_moves: &PriorMoves, bonus: i32) {
        add_with_gravity(&mut self.quiet[piece_to], bonus, LIMIT);
        for &row in prior_moves {
            if row != NO_PIECE_TO {
                add_with_gravity(
                    &mut self.continuation[row * PIECE_TO_COUNT + piece_to],
                    bonus,
                    LIMIT,
                );
            }
        }
    }

    pub(super) fn capture(&self, piece_to: usize, taken: PieceKind) -> i32 {
        self.capture[piece_to * 7 + taken.index()].into()
    }

    pub(super) fn update_capture(&mut self, piece_to: usize, taken: PieceKind, bonus: i32) {
        add_with_gravity(&mut self.capture[piece_to * 7 + taken.index()], bonus, LIMIT);
    }

    /// The correction to add to the evaluation of the position, in hundredths of a pawn.
    pub(super) fn correction(&self, position: &Position) -> i32 {
        let cells = correction_cells(position);
        let sum: i32 =
            self.corrections.iter().zip(cells).map(|(table, cell)| i32::from(table[cell])).sum();
        sum / CORRECTION_UNIT
    }

    /// Updates the correction history: a search of `depth` found the evaluation too low by `error`.
    pub(super) fn correct(&mut self, position: &Position, error: i32, depth: i32) {
        let most = CORRECTION_LIMIT / 4;
        let bonus = (error * depth / 5).clamp(-most, most);
        for (table, cell) in self.corrections.iter_mut().zip(correction_cells(position)) {
            add_with_gravity(&mut table[cell], bonus, CORRECTION_LIMIT);
        }
    }
}

fn correction_cells(position: &Position) -> [usize; 3] {
    let mix = |set: u128, salt: u64| {
        let folded = set as u64 ^ ((set >> 64) as u64).rotate_left(37);
        (folded ^ salt).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    };
    let pawns = position.kind(PieceKind::Pawn);
    let pieces_key = |color: Color| {
        let set = |kind: PieceKind| position.set_of(color, kind).0;
        mix(set(PieceKind::Chariot), 1)
            ^ mix(set(PieceKind::Horse), 2).rotate_left(9)
            ^ mix(set(PieceKind::Cannon), 3).rotate_left(18)
            ^ mix(set(PieceKind::Advisor) | set(PieceKind::Elephant), 4).rotate_left(27)
    };
    let red_pawns = (pawns & position.of(Color::Red)).0;
    let keys = [
        mix(red_pawns, 5) ^ mix(pawns.0, 6).rotate_left(11),
        pieces_key(Color::Red),
        pieces_key(Color::Black),
    ];
    let side = position.side_to_move().index() * CORRECTIONS;
    keys.map(|key| side + (key >> 40) as usize % CORRECTIONS)
}
