//! What the simulation leaves to chance. It comes from the generator that the code under test draws
//! from as well, so that everything follows from one seed.

use std::time::Duration;

use crate::entropy;

fn draw() -> u64 {
    let mut bytes = [0; 8];
    entropy::fill(&mut bytes).expect("a seed was set");
    u64::from_le_bytes(bytes)
}

/// A number below `bound`, which is not 0.
pub(super) fn below(bound: usize) -> usize {
    (draw() % bound as u64) as usize
}

/// True once in `times` on average.
pub(super) fn once_in(times: u64) -> bool {
    draw().is_multiple_of(times)
}

/// Up to `most` milliseconds, and at least `least`.
pub(super) fn millis(least: u64, most: u64) -> Duration {
    Duration::from_millis(least + draw() % (most - least + 1))
}
