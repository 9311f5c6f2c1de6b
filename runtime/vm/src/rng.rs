//! The room's random numbers.

/// xoshiro256** by Blackman and Vigna (public domain), seeded through SplitMix64.
///
/// Small, fast, and its whole state can go into the room's hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rng([u64; 4]);

impl Rng {
    /// The generator for a seed. Every seed, zero included, gives a full-period state.
    pub fn new(mut seed: u64) -> Self {
        let mut next = || {
            seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut z = seed;
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            z ^ (z >> 31)
        };
        Self([next(), next(), next(), next()])
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.0;
        let result = s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number in [0, 1) with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
    }

    /// An unbiased integer from `low` to `high`, both included (Lemire's method).
    ///
    /// `low` must not be above `high`.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        let span = high.wrapping_sub(low).cast_unsigned().wrapping_add(1);
        if span == 0 {
            return self.next_u64().cast_signed();
        }
        let threshold = span.wrapping_neg() % span;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(span);
            if product as u64 >= threshold {
                return low.wrapping_add(((product >> 64) as u64).cast_signed());
            }
        }
    }

    /// The generator in a state that [`Self::state`] returned.
    pub fn from_state(state: [u64; 4]) -> Self {
        Self(state)
    }

    /// The state, to be hashed or stored.
    pub fn state(&self) -> [u64; 4] {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    /// First outputs of the reference C code for the state 1, 2, 3, 4.
    #[test]
    fn matches_the_reference_sequence() {
        let mut rng = Rng([1, 2, 3, 4]);
        let got: Vec<u64> = (0..5).map(|_| rng.next_u64()).collect();
        assert_eq!(
            got,
            [11520, 0, 1_509_978_240, 1_215_971_899_390_074_240, 1_216_172_134_540_287_360]
        );
    }

    #[test]
    fn stays_in_range_and_reaches_the_ends() {
        let mut rng = Rng::new(7);
        let drawn: Vec<i64> = (0..1000).map(|_| rng.between(-3, 3)).collect();
        assert_eq!(drawn.iter().min(), Some(&-3));
        assert_eq!(drawn.iter().max(), Some(&3));
        assert!((0..1000).map(|_| rng.unit()).all(|x| (0.0..1.0).contains(&x)));
        assert_eq!(rng.between(5, 5), 5);
        rng.between(i64::MIN, i64::MAX);
    }
}
