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

/// Fixed, whatever the machine has: unless its time is up first, a computer's move must not depend
/// on where it is thought up.
const PARTS: usize = 4;
/// Nodes from which thinking by samples is shared.
const SHARED_NODES: u64 = 10_000;

const TABLE: [Level; LEVELS as usize] = [
    Level { nodes: 150, depth: 1, fuel: 20_000_000, careless: 30 },
    Level { nodes: 1_500, depth: 2, fuel: 50_000_000, careless: 10 },
    Level { nodes: 15_000, depth: 4, fuel: 80_000_000, careless: 0 },
    Level { nodes: 100_000, depth: 8, fuel: 150_000_000, careless: 0 },
    Level { nodes: 2_000_000, depth: 64, fuel: 300_000_000, careless: 0 },
];

impl Level {
    /// A level, from 1 to [`LEVELS`], with no more than so much fuel.
    ///
    /// # Errors
    /// There is none.
    pub(super) fn new(level: u8, fuel: Option<u64>) -> Result<Self, String> {
        let known = usize::from(level).checked_sub(1).and_then(|index| TABLE.get(index));
        let known = known.ok_or_else(|| format!("there is no level {level}"))?;
        Ok(Self { fuel: fuel.map_or(known.fuel, |fuel| fuel.min(known.fuel)), ..*known })
    }

    pub(super) fn limits(self, seed: u64, lines: u8) -> Limits {
        Limits { nodes: self.nodes, depth: self.depth, seed, lines }
    }

    /// What each of several searches may use that share the work.
    pub(super) fn share(self, parts: usize) -> Self {
        let parts = parts as u64;
        Self { nodes: self.nodes / parts, fuel: self.fuel / parts, ..self }
    }

    /// Searches among which thinking by samples is shared. Small ones are not worth the trouble.
    pub(super) fn parts(self) -> usize {
        if self.nodes < SHARED_NODES { 1 } else { PARTS }
    }

    /// The move it plays of those it considered.
    pub(super) fn choose<M: Clone>(self, report: &Report<M>, seed: u64) -> Option<Candidate<M>> {
        let mut rng = Rng::new(seed ^ 0x005e_1f0f_c0de);
        let best = report.candidates.first()?;
        // What wins at once is not overlooked, however careless.
        if best.value < 1.0 && rng.below(100) < self.careless {
            return Some(report.candidates[rng.below(report.candidates.len())].clone());
        }
        Some(best.clone())
    }
}
