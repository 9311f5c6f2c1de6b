/// How a stored value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<M> {
    key: u64,
    pub(super) value: i32,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    pub(super) best: Option<M>,
}

/// The transposition table: results of positions searched before, indexed by the low bits of their
/// hash. A new entry always replaces the one in its slot.
#[derive(Debug)]
pub(super) struct Table<M> {
    entries: Vec<Option<Entry<M>>>,
}

impl<M: Copy> Table<M> {
    pub(super) fn new(entries: usize) -> Self {
        Self { entries: vec![None; entries.next_power_of_two()] }
    }

    fn slot(&self, key: u64) -> usize {
        (key as usize) & (self.entries.len() - 1)
    }

    pub(super) fn probe(&self, key: u64) -> Option<Entry<M>> {
        self.entries[self.slot(key)].filter(|entry| entry.key == key)
    }

    pub(super) fn store(&mut self, key: u64, value: i32, depth: u8, bound: Bound, best: Option<M>) {
        let slot = self.slot(key);
        self.entries[slot] = Some(Entry { key, value, depth, bound, best });
    }
}
