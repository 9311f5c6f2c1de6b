use std::collections::BTreeMap;

use fangqi_protocol::Tick;

use super::ready::Ready;

/// What runs at a later time, ordered by time and then by when it was scheduled.
#[derive(Debug, Default)]
pub struct Timers {
    due: BTreeMap<(Tick, u64), Ready>,
    next: u64,
}

impl Timers {
    /// Number of entries.
    pub fn count(&self) -> usize {
        self.due.len()
    }

    /// Schedules `ready` at `tick`.
    pub fn at(&mut self, tick: Tick, ready: Ready) {
        self.due.insert((tick, self.next), ready);
        self.next += 1;
    }

    /// When the next entry is due.
    pub fn next_due(&self) -> Option<Tick> {
        self.due.keys().next().map(|(tick, _)| *tick)
    }

    /// Takes the first entry that is due at `tick` or before.
    pub fn pop(&mut self, tick: Tick) -> Option<Ready> {
        let entry = self.due.first_entry().filter(|entry| entry.key().0 <= tick)?;
        Some(entry.remove())
    }

    /// The entries, for the room's hash.
    pub fn iter(&self) -> impl Iterator<Item = (Tick, &Ready)> {
        self.due.iter().map(|((tick, _), ready)| (*tick, ready))
    }
}
