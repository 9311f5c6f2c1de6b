//! How strong a computer player is, and what that costs.

use fangqi_kit::Rng;
use fangqi_kit::search::{Candidate, Limits, Report};

/// The highest level.
pub const LEVELS: u8 = 5;

/// A computer player's strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Level {
    nodes: u64,
    depth: u8,
    /// Fuel it may use: about ten nanoseconds a unit.
    pub(super) fuel: u64,
    /// How many of a hundred moves it picks without care.
    careless: usize,
}

const TABLE: [Level; LEVELS as usize] = [
    Level { nodes: 150, depth: 1, fuel: 20_000_000, careless: 30 },
    Level { nodes: 1_500, depth: 2, fuel: 50_000_000, careless: 10 },
    Level { nodes: 15_000, depth: 4, fuel: 80_000_000, careless: 0 },
    Level { nodes: 100_000, depth: 8, fuel: 150_000_000, careless: 0 },
    Level { nodes: 2_000_000, depth: 64, fuel: 300_000_000, careless: 0 },
];

impl Level {
    /// A level, from 1 to [`LEVELS`].
    pub(super) fn new(level: u8) -> Option<Self> {
        TABLE.get(usize::from(level).checked_sub(1)?).copied()
    }

    pub(super) fn limits(self, seed: u64) -> Limits {
        Limits { nodes: self.nodes, depth: self.depth, seed }
    }

    /// The move it plays of those it considered.
    pub(super) fn choose<M: Copy>(self, report: &Report<M>, seed: u64) -> Option<Candidate<M>> {
        let mut rng = Rng::new(seed ^ 0x005e_1f0f_c0de);
        let best = report.candidates.first().copied()?;
        // What wins at once is not overlooked, however careless.
        if best.value < 1.0 && rng.below(100) < self.careless {
            return Some(report.candidates[rng.below(report.candidates.len())]);
        }
        Some(best)
    }
}
