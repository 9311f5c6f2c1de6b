//! Which rooms hold up their neighbours.
//!
//! Rations see to it that a room uses no more than its part of a shard's time, but not in how large
//! pieces: whoever comes while a piece is under way waits for its end. A room is *greedy* if within
//! a minute it did slow things, 25 ms each or more, and
//!
//! - one of them burned what fuel a step is given, which takes a fifth of a second, or
//! - it owes time, and two or more of them alone have used more than it may use at once, or
//! - many of them have used a second together, whether it owes or not: more than a hundredth of the
//!   time was then one in which a neighbour would have felt it.
//!
//! Maps that people play take a millisecond for a click. The slowest of those that come with this,
//! the tutorial, searches in the room itself, with a fifth of a step's fuel: some forty
//! milliseconds a move, of which nobody plays 25 in a minute. Being opened, being made again from
//! the log, and whatever else is slow once (a take-back in a long game, a large map's first scene)
//! is held against nobody, and neither is using much time in small pieces, for which rations are
//! enough.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::session::RoomId;

/// What takes this long is felt by those who wait for it.
pub(super) const SLOW: Duration = Duration::from_millis(25);
/// How long slow things are remembered.
const WINDOW: Duration = Duration::from_secs(60);
/// Slow things at least.
const SEVERAL: u32 = 2;
/// More than a hundredth of the time.
const TOO_MUCH: Duration = Duration::from_secs(1);
/// Slow things at least, of a room that owes nothing.
const MANY: u32 = 4;
/// A room leaves the annex when it has been awake there for so long without being greedy.
const REFORMED: Duration = Duration::from_secs(300);

/// What a room has just done.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deed {
    pub(super) took: Duration,
    /// Whether it burned what fuel a step is given.
    pub(super) burned: bool,
    /// Whether the room owes time now.
    pub(super) owes: bool,
}

/// The slow things that a room did.
#[derive(Debug)]
struct Suspicion {
    /// When it did the first.
    since: Instant,
    errands: u32,
    used: Duration,
}

/// How the rooms of a shard behave. Only those are in it that did something slow, or live in the
/// annex.
#[derive(Debug)]
pub(super) struct Conduct {
    /// Time that a room may use at once.
    burst: Duration,
    suspects: BTreeMap<RoomId, Suspicion>,
    /// Since when rooms of the annex have not been greedy, as far as they are awake.
    good: BTreeMap<RoomId, Instant>,
}

impl Conduct {
    pub(super) fn new(burst: Duration) -> Self {
        Self { burst, suspects: BTreeMap::new(), good: BTreeMap::new() }
    }

    /// Whether a room has shown itself greedy by what it has just done; then it begins anew.
    pub(super) fn is_greedy(&mut self, room: &RoomId, deed: Deed, now: Instant) -> bool {
        let Deed { took, burned, owes } = deed;
        if took < SLOW {
            return false;
        }
        let fresh = Suspicion { since: now, errands: 0, used: Duration::ZERO };
        let suspicion = match self.suspects.get_mut(room) {
            Some(known) if known.is_kept(now) => known,
            Some(known) => {
                *known = fresh;
                known
            }
            None => self.suspects.entry(room.clone()).or_insert(fresh),
        };
        suspicion.errands += 1;
        suspicion.used += took;
        let Suspicion { errands, used, .. } = *suspicion;
        let greedy = burned
            || owes && errands >= SEVERAL && used > self.burst
            || errands >= MANY && used >= TOO_MUCH;
        if greedy {
            self.suspects.remove(room);
            if let Some(good) = self.good.get_mut(room) {
                *good = now;
            }
        }
        greedy
    }

    /// Forgets what was long ago.
    pub(super) fn keep_house(&mut self, now: Instant) {
        self.suspects.retain(|_, suspicion| suspicion.is_kept(now));
    }

    /// Given the rooms that are awake in the annex, says which of them may go home.
    pub(super) fn reformed<'a>(
        &mut self,
        awake: impl Iterator<Item = &'a RoomId>,
        now: Instant,
    ) -> Vec<RoomId> {
        let mut before = std::mem::take(&mut self.good);
        for room in awake {
            let (room, since) = before.remove_entry(room).unwrap_or_else(|| (room.clone(), now));
            self.good.insert(room, since);
        }
        let good = self.good.iter();
        let long = good.filter(|(_, since)| now.saturating_duration_since(**since) >= REFORMED);
        long.map(|(room, _)| room.clone()).collect()
    }
}

impl Suspicion {
    fn is_kept(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.since) < WINDOW
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BURST: Duration = Duration::from_millis(300);

    fn milliseconds(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    fn deed(took: u64, owes: bool) -> Deed {
        Deed { took: milliseconds(took), burned: false, owes }
    }

    fn conduct() -> (Conduct, RoomId, Instant) {
        (Conduct::new(BURST), RoomId::random().unwrap(), Instant::now())
    }

    #[test]
    fn a_room_that_owes_for_several_slow_things_is_greedy() {
        let (mut conduct, room, start) = conduct();
        assert!(!conduct.is_greedy(&room, deed(200, false), start));
        assert!(conduct.is_greedy(&room, deed(200, true), start + milliseconds(200)));
        // It begins anew, wherever it lives now.
        assert!(!conduct.is_greedy(&room, deed(200, true), start + milliseconds(400)));
    }

    #[test]
    fn a_room_that_burns_its_fuel_is_greedy_at_once() {
        let (mut conduct, room, start) = conduct();
        let burned = Deed { burned: true, ..deed(200, false) };
        assert!(conduct.is_greedy(&room, burned, start));
        // With so little given to a step that nobody notices, it may.
        let burned = Deed { burned: true, ..deed(2, false) };
        assert!(!conduct.is_greedy(&room, burned, start));
    }

    #[test]
    fn what_is_slow_once_or_small_is_held_against_nobody() {
        let (mut conduct, room, start) = conduct();
        assert!(!conduct.is_greedy(&room, deed(5000, true), start), "once");
        for count in 0..10_000 {
            let now = start + milliseconds(count);
            assert!(!conduct.is_greedy(&room, deed(24, true), now), "small");
        }
        let later = start + Duration::from_secs(61);
        assert!(!conduct.is_greedy(&room, deed(5000, true), later), "once a minute");
        // A little slow, while it owes for something else.
        let other = RoomId::random().unwrap();
        let slow = |at| start + milliseconds(at);
        assert!((0..10).all(|at| !conduct.is_greedy(&other, deed(30, true), slow(at))));
        assert!(conduct.is_greedy(&other, deed(30, true), slow(11)));
    }

    #[test]
    fn slow_things_within_the_ration_are_greedy_when_there_are_many() {
        let (mut conduct, room, start) = conduct();
        let found = (0..20).find(|count| {
            let now = start + Duration::from_secs(*count);
            conduct.is_greedy(&room, deed(200, false), now)
        });
        assert_eq!(found, Some(4), "the fifth fills the second");
        let rare = (0..200).any(|count| {
            let now = start + Duration::from_secs(100 + 16 * count);
            conduct.is_greedy(&room, deed(200, false), now)
        });
        assert!(!rare, "four a minute");
        conduct.keep_house(start + Duration::from_secs(10_000));
        assert!(conduct.suspects.is_empty());
    }

    #[test]
    fn a_room_may_leave_the_annex_once_it_has_behaved_long_enough_while_it_was_awake() {
        let (mut conduct, room, start) = conduct();
        let at = |seconds| start + Duration::from_secs(seconds);
        assert!(conduct.reformed([&room].into_iter(), at(0)).is_empty());
        assert!(!conduct.is_greedy(&room, deed(400, true), at(100)));
        assert!(conduct.is_greedy(&room, deed(400, true), at(100)));
        assert!(conduct.reformed([&room].into_iter(), at(399)).is_empty());
        assert_eq!(conduct.reformed([&room].into_iter(), at(400)).len(), 1);
        assert!(conduct.reformed([].into_iter(), at(401)).is_empty());
        assert!(conduct.reformed([&room].into_iter(), at(1000)).is_empty(), "it slept");
    }
}
