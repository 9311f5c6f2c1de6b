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

/// What was found of positions met before; of two that share a place the deeper one stays, unless
/// it is from an earlier iteration's root.
#[derive(Debug)]
pub(super) struct Table<M> {
    entries: Vec<Option<Entry<M>>>,
}

impl<M: Copy> Table<M> {
    pub(super) fn new(entries: usize) -> Self {
        Self { entries: vec![None; entries.next_power_of_two()] }
    }

    fn place(&self, key: u64) -> usize {
        // A power of two, so the low bits are a place.
        (key as usize) & (self.entries.len() - 1)
    }

    pub(super) fn find(&self, key: u64) -> Option<Entry<M>> {
        self.entries[self.place(key)].filter(|entry| entry.key == key)
    }

    pub(super) fn keep(&mut self, key: u64, value: i32, depth: u8, bound: Bound, best: Option<M>) {
        let place = self.place(key);
        let old = &mut self.entries[place];
        let gives_way = old
            .as_ref()
            .is_none_or(|old| old.key == key || old.depth <= depth || (key ^ old.key) & 0x3 == 0);
        if gives_way {
            *old = Some(Entry { key, value, depth, bound, best });
        }
    }
}
