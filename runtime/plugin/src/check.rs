use crate::Finding;
use crate::package::Package;

/// How thoroughly a map is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckOptions {
    /// Number of games of a board that are played at random.
    pub games: u32,
    /// Fuel after which no further game is started; a unit is about ten nanoseconds.
    pub fuel: u64,
    /// Number of simulated rooms.
    pub rooms: u64,
    /// Seed of all randomness.
    pub seed: u64,
}

impl Default for CheckOptions {
    /// Some seconds for a small board, less than a minute for a large one.
    fn default() -> Self {
        Self { games: 30, fuel: 700_000_000, rooms: 4, seed: 1 }
    }
}

/// Checks a plugin's part of a map.
pub type CheckMap = fn(&Package, CheckOptions) -> Checked;

/// What a plugin's check found, and how much it checked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checked {
    /// What is wrong.
    pub findings: Vec<Finding>,
    /// Number of games that were played at random.
    pub games: u32,
    /// Number of moves in those games.
    pub plies: usize,
}
