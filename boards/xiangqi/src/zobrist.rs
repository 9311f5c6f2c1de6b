//! Zobrist keys (Zobrist 1970), from a fixed seed so that hashes may be stored.

use fangqi_kit::Rng;

use crate::{Piece, Square};

static KEYS: [[u64; Square::COUNT]; 14] = keys();

/// The key for Black to move.
pub(crate) const BLACK: u64 = Rng::new(0x6661_6e67_7169).next_u64();

const fn keys() -> [[u64; Square::COUNT]; 14] {
    let mut rng = Rng::new(0x0078_6961_6e67_7169);
    let mut table = [[0; Square::COUNT]; 14];
    let mut index = 0;
    while index < 14 * Square::COUNT {
        table[index / Square::COUNT][index % Square::COUNT] = rng.next_u64();
        index += 1;
    }
    table
}

pub(crate) fn key(piece: Piece, square: Square) -> u64 {
    KEYS[piece.index()][square.index()]
}
