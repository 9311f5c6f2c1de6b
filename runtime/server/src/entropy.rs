//! The source of randomness for ids, tokens and seeds.

/// Fills `bytes` with randomness of the operating system, or of the simulation on this thread.
pub(crate) fn fill(bytes: &mut [u8]) -> Result<(), getrandom::Error> {
    #[cfg(feature = "stepped")]
    if seeded::fill(bytes) {
        return Ok(());
    }
    getrandom::fill(bytes)
}

/// Reproducible randomness for simulations.
#[cfg(feature = "stepped")]
pub(crate) mod seeded {
    use std::cell::Cell;

    thread_local! {
        static STATE: Cell<Option<u64>> = const { Cell::new(None) };
    }

    /// Makes this thread's randomness follow from `seed`. `None` restores that of the operating
    /// system.
    pub(crate) fn set(seed: Option<u64>) {
        STATE.set(seed);
    }

    pub(super) fn fill(bytes: &mut [u8]) -> bool {
        let Some(mut state) = STATE.get() else { return false };
        for byte in bytes {
            // SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators").
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut mixed = state;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            *byte = (mixed >> 56) as u8;
        }
        STATE.set(Some(state));
        true
    }
}
