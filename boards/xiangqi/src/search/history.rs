//! What a search learns about moves and about its evaluation, beside the table.

use crate::{Color, Move, Piece, PieceKind, Position};

/// The greatest magnitude of a score of a move.
const LIMIT: i32 = 16_384;

/// Pieces times points.
const CHANNELS: usize = 14 * 90;

/// The row of what follows no move, as at the root and after a passed turn.
pub(super) const NO_CHANNEL: usize = CHANNELS;

/// The index of "this piece goes to that point".
pub(super) fn channel(piece: Piece, mv: Move) -> usize {
    piece.index() * 90 + mv.to.index()
}

/// The channels of the moves one, two and four plies before a node.
pub(super) type Past = [usize; 3];

/// Cells of each correction table, by a hash of some of the pieces; a power of two.
const CORRECTIONS: usize = 1 << 13;
/// The greatest magnitude of a cell of a correction table …
const CORRECTION_LIMIT: i32 = 1024;
/// … and how much of it makes a hundredth of a pawn.
const CORRECTION_UNIT: i32 = 30;

/// How well moves have done, and by how much the evaluation has been wrong.
pub(super) struct History {
    quiet: Vec<i16>,
    /// Quiet moves as what follows another move, one, two or four plies later.
    follow: Vec<i16>,
    /// Captures by what takes, where, and what is taken.
    capture: Vec<i16>,
    /// By side to move and pawns, red pieces, black pieces.
    corrections: [Vec<i16>; 3],
}

/// Moves a score towards `bonus`, less the nearer it is to the limit.
fn nudge(cell: &mut i16, bonus: i32, limit: i32) {
    let old = i32::from(*cell);
    *cell = (old + bonus - old * bonus.abs() / limit) as i16;
}

impl History {
    pub(super) fn new() -> History {
        History {
            quiet: vec![0; CHANNELS],
            follow: vec![0; (CHANNELS + 1) * CHANNELS],
            capture: vec![0; CHANNELS * 7],
            corrections: std::array::from_fn(|_| vec![0; 2 * CORRECTIONS]),
        }
    }

    /// What the moves before a node say about a quiet move.
    pub(super) fn follows(&self, channel: usize, past: &Past) -> [i32; 3] {
        past.map(|row| i32::from(self.follow[row * CHANNELS + channel]))
    }

    /// How a quiet move has done, up to four times the limit.
    pub(super) fn quiet(&self, channel: usize, past: &Past) -> i32 {
        let [one, two, four] = self.follows(channel, past);
        2 * i32::from(self.quiet[channel]) + one + two + four / 2
    }

    pub(super) fn update_quiet(&mut self, channel: usize, past: &Past, bonus: i32) {
        nudge(&mut self.quiet[channel], bonus, LIMIT);
        for &row in past {
            if row != NO_CHANNEL {
                nudge(&mut self.follow[row * CHANNELS + channel], bonus, LIMIT);
            }
        }
    }

    pub(super) fn capture(&self, channel: usize, taken: PieceKind) -> i32 {
        self.capture[channel * 7 + taken.index()].into()
    }

    pub(super) fn update_capture(&mut self, channel: usize, taken: PieceKind, bonus: i32) {
        nudge(&mut self.capture[channel * 7 + taken.index()], bonus, LIMIT);
    }

    /// By how much the evaluation of positions with these pieces has been too low.
    pub(super) fn correction(&self, position: &Position) -> i32 {
        let cells = correction_cells(position);
        let sum: i32 =
            self.corrections.iter().zip(cells).map(|(table, cell)| i32::from(table[cell])).sum();
        sum / CORRECTION_UNIT
    }

    /// Learns that the evaluation was too low by `error`, as a search of `depth` has found.
    pub(super) fn correct(&mut self, position: &Position, error: i32, depth: i32) {
        let most = CORRECTION_LIMIT / 4;
        let bonus = (error * depth / 5).clamp(-most, most);
        for (table, cell) in self.corrections.iter_mut().zip(correction_cells(position)) {
            nudge(&mut table[cell], bonus, CORRECTION_LIMIT);
        }
    }
}

fn correction_cells(position: &Position) -> [usize; 3] {
    let mix = |set: u128, salt: u64| {
        let folded = set as u64 ^ ((set >> 64) as u64).rotate_left(37);
        (folded ^ salt).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    };
    let pawns = position.kind(PieceKind::Pawn);
    let officers = |color: Color| {
        let set = |kind: PieceKind| position.set_of(color, kind).0;
        mix(set(PieceKind::Chariot), 1)
            ^ mix(set(PieceKind::Horse), 2).rotate_left(9)
            ^ mix(set(PieceKind::Cannon), 3).rotate_left(18)
            ^ mix(set(PieceKind::Advisor) | set(PieceKind::Elephant), 4).rotate_left(27)
    };
    let red_pawns = (pawns & position.of(Color::Red)).0;
    let keys = [
        mix(red_pawns, 5) ^ mix(pawns.0, 6).rotate_left(11),
        officers(Color::Red),
        officers(Color::Black),
    ];
    let side = position.side_to_move().index() * CORRECTIONS;
    keys.map(|key| side + (key >> 40) as usize % CORRECTIONS)
}
