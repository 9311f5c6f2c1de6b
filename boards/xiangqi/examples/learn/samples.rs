//! Training samples of 32 bytes: positions with the score and the result of their game.

use fangqi_xiangqi::{Color, Piece, PieceKind, Position, Square};

/// Size of a sample in bytes.
pub const BYTES: usize = 32;

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
}

impl Sample {
    /// A sample whose result is still unknown.
    pub fn new(position: &Position, score: i16) -> Sample {
        let (mut occupied, mut pieces) = (0, [0; 32]);
        for (slot, (square, piece)) in pieces.iter_mut().zip(position.pieces()) {
            occupied |= 1 << square.index();
            *slot = (piece.color as u8) * 7 + piece.kind as u8;
        }
        Sample { occupied, pieces, side: position.side_to_move(), score, result: 1 }
    }

    /// Every piece with its point.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let squares = Square::all().filter(|square| self.occupied >> square.index() & 1 == 1);
        squares.zip(&self.pieces).map(|(square, &code)| {
            let color = Color::ALL[usize::from(code / 7)];
            (square, Piece::new(color, PieceKind::ALL[usize::from(code % 7)]))
        })
    }

    pub fn to_bytes(self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..12].copy_from_slice(&self.occupied.to_le_bytes()[..12]);
        for (byte, pair) in bytes[12..28].iter_mut().zip(self.pieces.chunks(2)) {
            *byte = pair[0] | pair[1] << 4;
        }
        bytes[28..30].copy_from_slice(&self.score.to_le_bytes());
        bytes[30] = self.side as u8;
        bytes[31] = self.result;
        bytes
    }

    pub fn from_bytes(bytes: &[u8; BYTES]) -> Sample {
        let mut occupied = [0; 16];
        occupied[..12].copy_from_slice(&bytes[..12]);
        let mut pieces = [0; 32];
        for (pair, byte) in pieces.chunks_mut(2).zip(&bytes[12..28]) {
            (pair[0], pair[1]) = (byte & 15, byte >> 4);
        }
        Sample {
            occupied: u128::from_le_bytes(occupied),
            pieces,
            side: Color::ALL[usize::from(bytes[30] & 1)],
            score: i16::from_le_bytes([bytes[28], bytes[29]]),
            result: bytes[31],
        }
    }
}
