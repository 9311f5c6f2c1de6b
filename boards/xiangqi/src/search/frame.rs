use std::sync::LazyLock;

use super::history::NO_PIECE_TO;
use crate::Move;

/// Search state of one ply, as in Stockfish's search stack.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// Corrected static evaluation; in check, that of the position two plies before.
    pub(super) eval: i32,
    pub(super) killers: [Option<Move>; 2],
    /// The piece-to index of the move made at this ply.
    pub(super) piece_to: usize,
    /// A move that is skipped here, during the verification search for a singular extension.
    pub(super) excluded: Option<Move>,
    /// Number of beta cutoffs at this ply since the node two plies above was entered.
    pub(super) cutoffs: u32,
}

impl Frame {
    pub(super) const EMPTY: Frame =
        Frame { eval: 0, killers: [None; 2], piece_to: NO_PIECE_TO, excluded: None, cutoffs: 0 };
}

/// Late move reductions in 1024ths of a ply, by depth and number of the move: the product of the
/// two logarithms.
pub(super) static REDUCTIONS: LazyLock<[[i32; 64]; 64]> = LazyLock::new(reductions);

fn reductions() -> [[i32; 64]; 64] {
    let mut table = [[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (tried, cell) in row.iter_mut().enumerate().skip(1) {
            *cell = ((depth as f64).ln() * (tried as f64).ln() / 2.15 * 1024.0) as i32 + 512;
        }
    }
    table
}
