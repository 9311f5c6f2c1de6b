//! The transposition table: what earlier search found at positions, by their hash.

use crate::{Move, Square};

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    /// The best move, `from * 90 + to`; `u16::MAX` for none.
    best: u16,
    pub(super) score: i16,
    pub(super) eval: i16,
    pub(super) depth: i8,
    pub(super) bound: Bound,
    age: u8,
}

impl Entry {
    pub(super) fn best(&self) -> Option<Move> {
        let from = Square::from_index(usize::from(self.best) / Square::COUNT)?;
        let to = Square::from_index(usize::from(self.best) % Square::COUNT)?;
        Some(Move::new(from, to))
    }
}

/// What an entry takes in memory.
pub(super) const ENTRY_BYTES: usize = size_of::<Option<Entry>>();

/// Entries that one hash may use.
const BUCKET: usize = 4;

pub(super) struct Table {
    entries: Vec<Option<Entry>>,
    age: u8,
}

impl Table {
    /// A table of about this many entries, in a power of two.
    pub(super) fn new(entries: usize) -> Table {
        Table { entries: vec![None; entries.next_power_of_two().max(BUCKET)], age: 0 }
    }

    /// How many entries it has room for.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Marks what is stored as old: it gives way first.
    pub(super) fn grow_old(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let start = key as usize & (self.entries.len() - 1) & !(BUCKET - 1);
        start..start + BUCKET
    }

    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.entries[self.bucket(key)].iter().flatten().find(|entry| entry.key == key).copied()
    }

    pub(super) fn store(
        &mut self,
        key: u64,
        best: Option<Move>,
        score: i32,
        eval: i32,
        depth: i32,
        bound: Bound,
    ) {
        let age = self.age;
        let range = self.bucket(key);
        let slots = &mut self.entries[range];
        // The same position, else a free slot, else the shallowest, old ones counting less.
        let worth = |slot: &Option<Entry>| match slot {
            Some(entry) if entry.key == key => i32::MIN,
            Some(entry) => {
                i32::from(entry.depth) - 8 * i32::from(age.wrapping_sub(entry.age).min(8))
            }
            None => i32::MIN + 1,
        };
        let Some(slot) = slots.iter_mut().min_by_key(|slot| worth(slot)) else { return };
        let mut packed = best.map_or(u16::MAX, |mv| (mv.from.index() * 90 + mv.to.index()) as u16);
        if let Some(old) = slot.filter(|old| old.key == key) {
            if packed == u16::MAX {
                packed = old.best;
            }
            if bound != Bound::Exact && i32::from(old.depth) > depth + 3 && old.age == age {
                return;
            }
        }
        let narrow = |value: i32| value.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        *slot = Some(Entry {
            key,
            best: packed,
            score: narrow(score),
            eval: narrow(eval),
            depth: depth.clamp(-1, 120) as i8,
            bound,
            age,
        });
    }
}
