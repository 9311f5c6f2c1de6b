//! Maps that remember which of their entries may have changed, so that what is shown after an
//! input costs as much as the input did and not as much as all that lives in the room.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Entries that may have changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Touched {
    /// Any of them.
    All,
    /// No others than these; some of them may be gone.
    Some(BTreeSet<u64>),
}

impl Touched {
    /// Whether an entry may have changed.
    pub fn has(&self, id: u64) -> bool {
        match self {
            Self::All => true,
            Self::Some(ids) => ids.contains(&id),
        }
    }

    fn add(&mut self, id: u64) {
        if let Self::Some(ids) = self {
            ids.insert(id);
        }
    }
}

/// A map by numbers of objects that can be read as one, and notes whatever is changed. What it has
/// noted is no part of it: two with the same entries are equal, and one that is read from a store
/// may have changed altogether.
#[derive(Debug, Clone)]
pub struct Tracked<V> {
    // Boxed: a map has room for eleven at once, and rooms that play on boards would pay for all.
    entries: BTreeMap<u64, Box<V>>,
    touched: Touched,
}

impl<V> Tracked<V> {
    /// An entry, to change it.
    pub fn get_mut(&mut self, id: u64) -> Option<&mut V> {
        let entry = self.entries.get_mut(&id)?;
        self.touched.add(id);
        Some(entry)
    }

    /// Adds an entry, or puts it in the place of another.
    pub fn insert(&mut self, id: u64, entry: Box<V>) {
        self.touched.add(id);
        self.entries.insert(id, entry);
    }

    /// Takes an entry out.
    pub fn remove(&mut self, id: u64) -> Option<Box<V>> {
        self.touched.add(id);
        self.entries.remove(&id)
    }

    /// Notes that what is shown of an entry may have changed, though it is the same itself.
    pub fn touch(&mut self, id: u64) {
        self.touched.add(id);
    }

    /// Changes those entries to which `applies`.
    pub fn change_where(&mut self, applies: impl Fn(&V) -> bool, mut change: impl FnMut(&mut V)) {
        for (id, entry) in self.entries.iter_mut().filter(|(_, entry)| applies(entry)) {
            self.touched.add(*id);
            change(entry);
        }
    }

    /// What may have changed since this was asked for last.
    pub fn take_touched(&mut self) -> Touched {
        std::mem::replace(&mut self.touched, Touched::Some(BTreeSet::new()))
    }
}

impl<V> Deref for Tracked<V> {
    type Target = BTreeMap<u64, Box<V>>;

    fn deref(&self) -> &Self::Target {
        &self.entries
    }
}

impl<V> Default for Tracked<V> {
    fn default() -> Self {
        Self { entries: BTreeMap::new(), touched: Touched::All }
    }
}

impl<V: PartialEq> PartialEq for Tracked<V> {
    fn eq(&self, other: &Self) -> bool {
        self.entries == other.entries
    }
}

impl<V: Serialize> Serialize for Tracked<V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.entries.serialize(to)
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Tracked<V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self { entries: Deserialize::deserialize(from)?, touched: Touched::All })
    }
}
