//! Training samples of 32 bytes: positions with the score and the result of their game.

use fangqi_xiangqi::{Color, Piece, PieceKind, Position, Square};

/// Size of a sample in bytes.
pub const BYTES: usize = 32;
/// A packed sample.
pub type Packed = [u8; BYTES];

/// Bits of the first twelve bytes that follow the points of the board.
const SIDE_BIT: usize = Square::COUNT;
const RESULT_BIT: usize = SIDE_BIT + 1;

/// A position from the perspective of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Occupied points; a0 is bit 0.
    pub occupied: u128,
    /// Pieces in the order of their points: seven times the color plus the kind.
    pub pieces: [u8; 32],
    pub side: Color,
    /// The search score for the side to move, in hundredths of a pawn.
    pub score: i16,
    /// The result for the side to move: 0 loss, 1 draw, 2 win.
    pub result: u8,
    /// Plies of the game before the position.
    pub ply: u16,
}

impl Sample {
    /// A sample whose result is still unknown.
    pub fn new(position: &Position, score: i16, ply: u16) -> Sample {
        let (mut occupied, mut pieces) = (0, [0; 32]);
        for (slot, (square, piece)) in pieces.iter_mut().zip(position.pieces()) {
            occupied |= 1 << square.index();
            *slot = (piece.color as u8) * 7 + piece.kind as u8;
        }
        Sample { occupied, pieces, side: position.side_to_move(), score, result: 1, ply }
    }

    /// Every piece with its point.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let squares = Square::all().filter(|square| self.occupied >> square.index() & 1 == 1);
        squares.zip(&self.pieces).map(|(square, &code)| {
            let color = Color::ALL[usize::from(code / 7)];
            (square, Piece::new(color, PieceKind::ALL[usize::from(code % 7)]))
        })
    }

    /// Twelve bytes for the points, the side and the result, sixteen for the pieces, two each for
    /// the score and the ply.
    pub fn to_bytes(self) -> Packed {
        let bits =
            self.occupied | (self.side as u128) << SIDE_BIT | u128::from(self.result) << RESULT_BIT;
        let mut bytes = [0; BYTES];
        bytes[..12].copy_from_slice(&bits.to_le_bytes()[..12]);
        for (byte, pair) in bytes[12..28].iter_mut().zip(self.pieces.chunks(2)) {
            *byte = pair[0] | pair[1] << 4;
        }
        bytes[28..30].copy_from_slice(&self.score.to_le_bytes());
        bytes[30..].copy_from_slice(&self.ply.to_le_bytes());
        bytes
    }

    pub fn from_bytes(bytes: &Packed) -> Sample {
        let mut bits = [0; 16];
        bits[..12].copy_from_slice(&bytes[..12]);
        let bits = u128::from_le_bytes(bits);
        let mut pieces = [0; 32];
        for (pair, byte) in pieces.chunks_mut(2).zip(&bytes[12..28]) {
            (pair[0], pair[1]) = (byte & 15, byte >> 4);
        }
        Sample {
            occupied: bits & ((1 << Square::COUNT) - 1),
            pieces,
            side: Color::ALL[(bits >> SIDE_BIT & 1) as usize],
            score: i16::from_le_bytes([bytes[28], bytes[29]]),
            result: (bits >> RESULT_BIT & 3) as u8,
            ply: u16::from_le_bytes([bytes[30], bytes[31]]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The position is read back by way of the FEN, which does not know the packed form.
    #[test]
    fn a_sample_is_the_same_after_packing() {
        let lines = include_str!("../../tests/data/xiangqi-perft-A.txt").lines().skip(1);
        for (number, line) in lines.enumerate() {
            let position = Position::from_fen(line.split(" ; ").next().unwrap()).unwrap();
            let mut sample = Sample::new(&position, 2500 - 250 * number as i16, 40 * number as u16);
            sample.result = (number % 3) as u8;
            let read = Sample::from_bytes(&sample.to_bytes());
            assert_eq!(read, sample, "{line}");
            assert!(read.pieces().eq(position.pieces()), "{line}");
            assert_eq!(read.side, position.side_to_move(), "{line}");
        }
    }
}
