//! Placement: which shard a room runs on.
//!
//! A room runs on the shard that its name hashes to, or, if it is a noisy neighbour, on the
//! *isolation shard*, an additional one whose thread has a lower priority.
//!
//! A room migrates by being put to sleep on one shard and woken from its log on the other. Only the
//! shard that a room runs on may send it elsewhere, and only after dropping it. A shard that finds
//! a room to be its own on its own thread can therefore rely on that, and finds in the log all that
//! was appended elsewhere. Tasks that were on their way are refused or forwarded.

use std::collections::BTreeSet;
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock};

use rustc_hash::FxBuildHasher;

use crate::session::RoomId;

/// Maps rooms to shards.
#[derive(Debug)]
pub(crate) struct Placement {
    /// Number of shards that names hash to. The isolation shard, if any, comes after them.
    ordinary: usize,
    isolation: Option<IsolationShard>,
}

#[derive(Debug, Default)]
struct IsolationShard {
    /// The rooms placed there, awake or asleep.
    rooms: RwLock<BTreeSet<RoomId>>,
    /// Their number: mostly 0, and then the lock is not taken.
    count: AtomicUsize,
}

impl IsolationShard {
    fn change(&self, change: impl FnOnce(&mut BTreeSet<RoomId>) -> bool) -> bool {
        let mut rooms = self.rooms.write().unwrap_or_else(PoisonError::into_inner);
        let changed = change(&mut rooms);
        self.count.store(rooms.len(), Ordering::Release);
        changed
    }

    fn holds(&self, room: &RoomId) -> bool {
        self.count.load(Ordering::Acquire) > 0
            && self.rooms.read().unwrap_or_else(PoisonError::into_inner).contains(room)
    }
}

impl Placement {
    pub(crate) fn new(ordinary: usize, isolation_shard: bool) -> Self {
        let isolation = isolation_shard.then(IsolationShard::default);
        Self { ordinary: ordinary.max(1), isolation }
    }

    /// The number of shards, the isolation shard included.
    pub(crate) fn count(&self) -> usize {
        self.ordinary + usize::from(self.isolation.is_some())
    }

    /// The index of the shard that a room runs on.
    pub(crate) fn of(&self, room: &RoomId) -> usize {
        match &self.isolation {
            Some(isolation) if isolation.holds(room) => self.ordinary,
            // Reduced before the cast, so it fits.
            _ => (FxBuildHasher.hash_one(room) % self.ordinary as u64) as usize,
        }
    }

    /// Whether the shard of this index is the isolation shard.
    pub(crate) fn is_isolation_shard(&self, shard: usize) -> bool {
        shard == self.ordinary
    }

    /// The number of rooms in the isolation shard; `None` if there is no such shard.
    pub(crate) fn isolated(&self) -> Option<usize> {
        self.isolation.as_ref().map(|isolation| isolation.count.load(Ordering::Acquire))
    }

    /// Places a room in the isolation shard; returns whether it was elsewhere before.
    pub(crate) fn isolate(&self, room: &RoomId) -> bool {
        let isolate = |rooms: &mut BTreeSet<RoomId>| rooms.insert(room.clone());
        self.isolation.as_ref().is_some_and(|isolation| isolation.change(isolate))
    }

    /// Places a room in the shard that its name hashes to; returns whether it was elsewhere before.
    pub(crate) fn return_home(&self, room: &RoomId) -> bool {
        let release = |rooms: &mut BTreeSet<RoomId>| rooms.remove(room);
        self.isolation.as_ref().is_some_and(|isolation| isolation.change(release))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_is_placed_by_its_name_or_in_the_isolation_shard() {
        let (with, without) = (Placement::new(3, true), Placement::new(3, false));
        let rooms: Vec<RoomId> = (0..50).map(|_| RoomId::random().unwrap()).collect();
        assert!(rooms.iter().all(|room| with.of(room) < 3 && with.of(room) == without.of(room)));
        assert_eq!((with.count(), without.count()), (4, 3));
        assert!(with.is_isolation_shard(3) && !with.is_isolation_shard(2));

        assert!(with.isolate(&rooms[0]) && !with.isolate(&rooms[0]));
        assert_eq!((with.of(&rooms[0]), with.isolated()), (3, Some(1)));
        assert!(with.of(&rooms[1]) < 3);
        assert!(with.return_home(&rooms[0]) && !with.return_home(&rooms[0]));
        assert_eq!((with.of(&rooms[0]), with.isolated()), (without.of(&rooms[0]), Some(0)));

        assert!(!without.isolate(&rooms[0]));
        assert_eq!((without.of(&rooms[0]) < 3, without.isolated()), (true, None));
    }
}
