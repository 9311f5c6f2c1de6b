//! Chance that a seed repeats.

/// A xorshift generator.
#[derive(Debug)]
pub(super) struct Dice(u64);

impl Dice {
    /// The generator of a seed.
    pub(super) fn new(seed: u64) -> Self {
        // It would stay at zero.
        Self(seed | 1)
    }

    /// The next number.
    pub(super) fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}
