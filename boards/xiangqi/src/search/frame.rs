use std::sync::LazyLock;

use super::history::NO_CHANNEL;
use crate::Move;

/// What is known of one ply of the line.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// The static value, corrected; of a position in check that of two plies before.
    pub(super) eval: i32,
    pub(super) killers: [Option<Move>; 2],
    /// The channel of the move that was made here.
    pub(super) channel: usize,
    /// A move that is not to be searched here.
    pub(super) excluded: Option<Move>,
    /// How often a move has refuted here, since the ply two before was entered.
    pub(super) refuted: u32,
}

impl Frame {
    pub(super) const EMPTY: Frame =
        Frame { eval: 0, killers: [None; 2], channel: NO_CHANNEL, excluded: None, refuted: 0 };
}

/// By how much late moves are reduced, by depth and number: a logarithm of either.
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
