//! Where rooms live: each with one of the shards, by its name, or in the *annex*, one more shard
//! whose thread stands behind all others, for rooms that would hold up their neighbours.
//!
//! A room changes quarters by falling asleep in one and waking in the other, from its log. Only the
//! shard with which it lives may send it elsewhere, and only once it has dropped it: who finds a
//! room to be its own on its own thread may rely on that, and finds in the log all that was given
//! to it elsewhere. What was on its way to the room at that moment is turned away or sent after it.

use std::collections::BTreeSet;
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock};

use rustc_hash::FxBuildHasher;

use crate::session::RoomId;

/// Which of the shards a room lives with.
#[derive(Debug)]
pub(crate) struct Quarters {
    /// Shards that a room may have by its name. The annex, if there is one, comes after them.
    ordinary: usize,
    annex: Option<Annex>,
}

#[derive(Debug, Default)]
struct Annex {
    /// Who lives there, awake or asleep.
    rooms: RwLock<BTreeSet<RoomId>>,
    /// How many those are: mostly none, and then nobody need look.
    count: AtomicUsize,
}

impl Annex {
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

impl Quarters {
    pub(crate) fn new(ordinary: usize, annex: bool) -> Self {
        Self { ordinary: ordinary.max(1), annex: annex.then(Annex::default) }
    }

    /// How many shards there are, the annex included.
    pub(crate) fn count(&self) -> usize {
        self.ordinary + usize::from(self.annex.is_some())
    }

    /// The number of the shard with which a room lives.
    pub(crate) fn of(&self, room: &RoomId) -> usize {
        match &self.annex {
            Some(annex) if annex.holds(room) => self.ordinary,
            // Reduced before the cast, so it fits.
            _ => (FxBuildHasher.hash_one(room) % self.ordinary as u64) as usize,
        }
    }

    /// Whether the shard of this number is the annex.
    pub(crate) fn is_annex(&self, shard: usize) -> bool {
        shard == self.ordinary
    }

    /// Rooms that live in the annex; `None` if there is none.
    pub(crate) fn in_annex(&self) -> Option<usize> {
        self.annex.as_ref().map(|annex| annex.count.load(Ordering::Acquire))
    }

    /// From now on a room lives in the annex; says whether it does that did not before.
    pub(crate) fn send_to_annex(&self, room: &RoomId) -> bool {
        self.annex.as_ref().is_some_and(|annex| annex.change(|rooms| rooms.insert(room.clone())))
    }

    /// From now on a room lives with the shard of its name; says whether it did not before.
    pub(crate) fn send_home(&self, room: &RoomId) -> bool {
        self.annex.as_ref().is_some_and(|annex| annex.change(|rooms| rooms.remove(room)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_lives_with_the_shard_of_its_name_or_in_the_annex() {
        let (with, without) = (Quarters::new(3, true), Quarters::new(3, false));
        let rooms: Vec<RoomId> = (0..50).map(|_| RoomId::random().unwrap()).collect();
        assert!(rooms.iter().all(|room| with.of(room) < 3 && with.of(room) == without.of(room)));
        assert_eq!((with.count(), without.count()), (4, 3));
        assert!(with.is_annex(3) && !with.is_annex(2));

        assert!(with.send_to_annex(&rooms[0]) && !with.send_to_annex(&rooms[0]));
        assert_eq!((with.of(&rooms[0]), with.in_annex()), (3, Some(1)));
        assert!(with.of(&rooms[1]) < 3);
        assert!(with.send_home(&rooms[0]) && !with.send_home(&rooms[0]));
        assert_eq!((with.of(&rooms[0]), with.in_annex()), (without.of(&rooms[0]), Some(0)));

        assert!(!without.send_to_annex(&rooms[0]));
        assert_eq!((without.of(&rooms[0]) < 3, without.in_annex()), (true, None));
    }
}
