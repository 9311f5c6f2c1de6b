//! Noisy-neighbour detection: which rooms delay the other rooms of their shard.
//!
//! The fair queue bounds how much of a shard's time a room uses, but not how long one task runs,
//! and every task that arrives meanwhile waits for its end. A room is *noisy* if its slow tasks of
//! the last minute, those of 25 ms of processor time or more, meet one of these conditions:
//!
//! - one of them used up a step's fuel, which takes a fifth of a second;
//! - the room is over its quota, and two or more of them together exceed its burst;
//! - four or more of them together took a second, over quota or not: a neighbour would then have
//!   felt them for more than a hundredth of the time.
//!
//! Maps that people play need a millisecond for a click. The slowest of the shipped maps, the
//! tutorial, searches inside the room with a fifth of a step's fuel: some 40 ms a move, and no
//! player makes 25 moves in a minute. What is slow only once (opening a room, waking it from the
//! log, a take-back in a long game, the first scene of a large map) does not make a room noisy, and
//! neither does much time used in short tasks: the fair queue deals with that.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::session::RoomId;

/// A task of at least this length is slow: those who wait for it notice.
pub(super) const SLOW: Duration = Duration::from_millis(25);
/// How long slow tasks are remembered.
const WINDOW: Duration = Duration::from_secs(60);
/// Slow tasks, at least, that make a room noisy that is over its quota.
const SEVERAL: u32 = 2;
/// Slow tasks, at least, that make any room noisy once they took [`TOO_MUCH`] together.
const MANY: u32 = 4;
/// More than a hundredth of [`WINDOW`].
const TOO_MUCH: Duration = Duration::from_secs(1);
/// A room leaves the isolation shard after being awake there for so long without being noisy.
const PROBATION: Duration = Duration::from_secs(300);

/// What one task of a room cost.
#[derive(Debug, Clone, Copy)]
pub(super) struct TaskCost {
    /// Processor time.
    pub(super) took: Duration,
    /// Whether it used up a step's fuel.
    pub(super) burned: bool,
    /// Whether the room is over its quota now.
    pub(super) over_quota: bool,
}

/// The slow tasks of a room within one window.
#[derive(Debug)]
struct SlowTasks {
    /// When the first of them ended.
    since: Instant,
    count: u32,
    took: Duration,
}

impl SlowTasks {
    fn is_recent(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.since) < WINDOW
    }
}

/// The rooms of one shard that had slow tasks lately or are under observation.
#[derive(Debug)]
pub(super) struct NoisyNeighbours {
    /// Time that a room may use at once.
    burst: Duration,
    slow: BTreeMap<RoomId, SlowTasks>,
    /// For each room awake in the isolation shard: since when it has not been noisy.
    quiet_since: BTreeMap<RoomId, Instant>,
}

impl NoisyNeighbours {
    pub(super) fn new(burst: Duration) -> Self {
        Self { burst, slow: BTreeMap::new(), quiet_since: BTreeMap::new() }
    }

    /// Counts a task of a room. Returns whether the room is noisy by now; if it is, its slow tasks
    /// are forgotten, so that it is judged afresh in the shard it moves to.
    pub(super) fn is_noisy(&mut self, room: &RoomId, task: TaskCost, now: Instant) -> bool {
        let TaskCost { took, burned, over_quota } = task;
        if took < SLOW {
            return false;
        }
        let none = SlowTasks { since: now, count: 0, took: Duration::ZERO };
        let slow = match self.slow.get_mut(room) {
            Some(known) if known.is_recent(now) => known,
            Some(known) => {
                *known = none;
                known
            }
            None => self.slow.entry(room.clone()).or_insert(none),
        };
        slow.count += 1;
        slow.took += took;
        let noisy = burned
            || over_quota && slow.count >= SEVERAL && slow.took > self.burst
            || slow.count >= MANY && slow.took >= TOO_MUCH;
        if noisy {
            self.slow.remove(room);
            if let Some(quiet_since) = self.quiet_since.get_mut(room) {
                *quiet_since = now;
            }
        }
        noisy
    }

    /// Forgets slow tasks that are older than the window.
    pub(super) fn expire(&mut self, now: Instant) {
        self.slow.retain(|_, slow| slow.is_recent(now));
    }

    /// Given the rooms that are awake in the isolation shard, returns those that may leave it.
    pub(super) fn quiet_long_enough<'a>(
        &mut self,
        awake: impl Iterator<Item = &'a RoomId>,
        now: Instant,
    ) -> Vec<RoomId> {
        let mut before = std::mem::take(&mut self.quiet_since);
        for room in awake {
            let (room, since) = before.remove_entry(room).unwrap_or_else(|| (room.clone(), now));
            self.quiet_since.insert(room, since);
        }
        let quiet = self.quiet_since.iter();
        let long = quiet.filter(|(_, since)| now.saturating_duration_since(**since) >= PROBATION);
        long.map(|(room, _)| room.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BURST: Duration = Duration::from_millis(300);

    fn milliseconds(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    fn task(took: u64, over_quota: bool) -> TaskCost {
        TaskCost { took: milliseconds(took), burned: false, over_quota }
    }

    fn detector() -> (NoisyNeighbours, RoomId, Instant) {
        (NoisyNeighbours::new(BURST), RoomId::random().unwrap(), Instant::now())
    }

    #[test]
    fn a_room_over_its_quota_is_noisy_after_several_slow_tasks() {
        let (mut detector, room, start) = detector();
        assert!(!detector.is_noisy(&room, task(200, false), start));
        assert!(detector.is_noisy(&room, task(200, true), start + milliseconds(200)));
        // Judged afresh, wherever it lives now.
        assert!(!detector.is_noisy(&room, task(200, true), start + milliseconds(400)));
    }

    #[test]
    fn a_room_that_uses_up_its_fuel_is_noisy_at_once() {
        let (mut detector, room, start) = detector();
        let burned = TaskCost { burned: true, ..task(200, false) };
        assert!(detector.is_noisy(&room, burned, start));
        // A limit too low to be noticed does not count.
        let burned = TaskCost { burned: true, ..task(2, false) };
        assert!(!detector.is_noisy(&room, burned, start));
    }

    #[test]
    fn a_single_slow_task_or_many_short_ones_are_not_noisy() {
        let (mut detector, room, start) = detector();
        assert!(!detector.is_noisy(&room, task(5000, true), start), "once");
        for count in 0..10_000 {
            let now = start + milliseconds(count);
            assert!(!detector.is_noisy(&room, task(24, true), now), "small");
        }
        let later = start + Duration::from_secs(61);
        assert!(!detector.is_noisy(&room, task(5000, true), later), "once a minute");
        // Slightly slow, and over quota for another reason.
        let other = RoomId::random().unwrap();
        let slow = |at| start + milliseconds(at);
        assert!((0..10).all(|at| !detector.is_noisy(&other, task(30, true), slow(at))));
        assert!(detector.is_noisy(&other, task(30, true), slow(11)));
    }

    #[test]
    fn many_slow_tasks_within_the_quota_are_noisy() {
        let (mut detector, room, start) = detector();
        let found = (0..20).find(|count| {
            let now = start + Duration::from_secs(*count);
            detector.is_noisy(&room, task(200, false), now)
        });
        assert_eq!(found, Some(4), "the fifth fills the second");
        let rare = (0..200).any(|count| {
            let now = start + Duration::from_secs(100 + 16 * count);
            detector.is_noisy(&room, task(200, false), now)
        });
        assert!(!rare, "four a minute");
        detector.expire(start + Duration::from_secs(10_000));
        assert!(detector.slow.is_empty());
    }

    #[test]
    fn a_room_leaves_isolation_after_a_probation_awake() {
        let (mut detector, room, start) = detector();
        let at = |seconds| start + Duration::from_secs(seconds);
        assert!(detector.quiet_long_enough([&room].into_iter(), at(0)).is_empty());
        assert!(!detector.is_noisy(&room, task(400, true), at(100)));
        assert!(detector.is_noisy(&room, task(400, true), at(100)));
        assert!(detector.quiet_long_enough([&room].into_iter(), at(399)).is_empty());
        assert_eq!(detector.quiet_long_enough([&room].into_iter(), at(400)).len(), 1);
        assert!(detector.quiet_long_enough([].into_iter(), at(401)).is_empty());
        assert!(detector.quiet_long_enough([&room].into_iter(), at(1000)).is_empty(), "it slept");
    }
}
