//! Hashing of small ordered states, reproducible in every process and on every machine.

use xxhash_rust::xxh3::Xxh3Default;

/// XXH3 (64 bits) over numbers and texts, encoded such that distinct sequences yield distinct
/// input.
pub(crate) struct Hasher(Xxh3Default);

impl Hasher {
    pub(crate) fn new() -> Hasher {
        Hasher(Xxh3Default::new())
    }

    pub(crate) fn u64(&mut self, number: u64) {
        self.0.update(&number.to_le_bytes());
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.u64(text.len() as u64);
        self.0.update(text.as_bytes());
    }

    pub(crate) fn finish(&self) -> u64 {
        self.0.digest()
    }
}
