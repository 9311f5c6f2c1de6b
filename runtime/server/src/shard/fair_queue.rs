//! Fair queue: how the rooms of a shard share its time.
//!
//! Each room has a quota: a fraction of the shard's time in the long run, with a burst on top. The
//! tasks of a room that is over its quota are *deferred*: they wait in the room's own queue until
//! the shard has nothing else to do or the room's debt has drained. All deferred tasks together get
//! that same fraction while other tasks wait. A map that uses up its fuel at every click thus slows
//! down itself and no other room.
//!
//! Nothing here is part of a room: it decides when inputs are applied, never what they do. Time is
//! passed in; in a simulation none passes while a room works, and nothing is ever deferred.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use fangqi_protocol::{JobId, JobResult};

use super::task::Command;
use super::viewer::ConnId;
use crate::session::RoomId;

/// Largest debt in seconds, so that one slow task does not stop a room for long.
const DEBT_MAX: f64 = 10.0;

/// One thing for a room to do.
#[derive(Debug)]
pub(super) enum Task {
    Command(Command),
    Detach(ConnId),
    JobDone {
        incarnation: u64,
        job: JobId,
        result: JobResult,
    },
    /// Applies what is due, if anything is.
    Tick,
}

impl Task {
    /// Whether clients can send any number of them, so that the queue needs a limit.
    fn is_bounded(&self) -> bool {
        use Command::{Attach, Draw, Message};
        matches!(self, Self::Command(Message { .. } | Attach { .. } | Draw { .. }))
    }
}

/// Time that may be used now.
#[derive(Debug, Clone, Copy)]
struct Budget {
    /// Seconds; negative: a debt.
    left: f64,
    at: Instant,
}

impl Budget {
    fn fill(&mut self, part: f64, burst: f64, now: Instant) {
        let rested = now.saturating_duration_since(self.at).as_secs_f64() * part;
        self.at = now;
        self.left = (self.left + rested).min(burst);
    }

    fn spend(&mut self, seconds: f64) {
        self.left = (self.left - seconds).max(-DEBT_MAX);
    }
}

/// One room's budget and its deferred tasks.
#[derive(Debug)]
struct RoomQuota {
    budget: Budget,
    deferred: VecDeque<(Instant, Task)>,
    /// How many of them count towards the limit.
    bounded: usize,
    tick_is_deferred: bool,
}

impl RoomQuota {
    fn take(&mut self) -> Option<(Instant, Task)> {
        let (since, task) = self.deferred.pop_front()?;
        self.bounded -= usize::from(task.is_bounded());
        self.tick_is_deferred &= !matches!(task, Task::Tick);
        Some((since, task))
    }
}

/// The quotas and deferred tasks of a shard's rooms.
#[derive(Debug)]
pub(super) struct FairQueue {
    part: f64,
    burst: f64,
    deferred_max: usize,
    /// Rooms that used time lately, awake or not. Ordered, so that simulations are deterministic.
    rooms: BTreeMap<RoomId, RoomQuota>,
    /// What all deferred tasks together may use while others wait.
    together: Budget,
    deferred: usize,
}

impl FairQueue {
    /// Each room may use the fraction `part` of the time, and `burst` at once. At most
    /// `deferred_max` messages and visitors are deferred for one room.
    pub(super) fn new(part: f64, burst: Duration, deferred_max: usize, now: Instant) -> Self {
        let burst = burst.as_secs_f64();
        let together = Budget { left: burst, at: now };
        Self { part, burst, deferred_max, rooms: BTreeMap::new(), together, deferred: 0 }
    }

    /// Whether a task for this room must be deferred: the room is in debt or has deferred tasks.
    pub(super) fn must_wait(&mut self, room: &RoomId, now: Instant) -> bool {
        let Some(quota) = self.rooms.get_mut(room) else { return false };
        quota.budget.fill(self.part, self.burst, now);
        quota.budget.left < 0.0 || !quota.deferred.is_empty()
    }

    /// Defers a task. Returns whether it was queued: of several ticks one is kept.
    ///
    /// # Errors
    /// The task, if the room's queue is full.
    pub(super) fn defer(
        &mut self,
        room: &RoomId,
        task: Task,
        now: Instant,
    ) -> Result<bool, Box<Task>> {
        let Some(quota) = self.rooms.get_mut(room) else { return Err(Box::new(task)) };
        let bounded = task.is_bounded();
        if bounded && quota.bounded >= self.deferred_max {
            return Err(Box::new(task));
        }
        if matches!(task, Task::Tick) && std::mem::replace(&mut quota.tick_is_deferred, true) {
            return Ok(false);
        }
        quota.bounded += usize::from(bounded);
        quota.deferred.push_back((now, task));
        self.deferred += 1;
        Ok(true)
    }

    /// The next deferred task, and since when it waits. Unless the shard is `idle`, only a task of
    /// a room without debt, and only while the deferred tasks together are not in debt.
    pub(super) fn next(&mut self, idle: bool, now: Instant) -> Option<(RoomId, Instant, Task)> {
        if self.deferred == 0 {
            return None;
        }
        self.together.fill(self.part, self.burst, now);
        if !idle && self.together.left < 0.0 {
            return None;
        }
        let mut best: Option<(&RoomId, &mut RoomQuota)> = None;
        for (room, quota) in self.rooms.iter_mut().filter(|(_, quota)| !quota.deferred.is_empty()) {
            quota.budget.fill(self.part, self.burst, now);
            let left = quota.budget.left;
            if best.as_ref().is_none_or(|(_, best)| left > best.budget.left) {
                best = Some((room, quota));
            }
        }
        let (room, quota) = best.filter(|(_, best)| idle || best.budget.left >= 0.0)?;
        let (since, task) = quota.take()?;
        self.deferred -= 1;
        Some((room.clone(), since, task))
    }

    /// Charges a room for time it used; `deferred` says whether a deferred task used it.
    pub(super) fn charge(&mut self, room: &RoomId, used: Duration, deferred: bool, now: Instant) {
        if used.is_zero() {
            return;
        }
        let seconds = used.as_secs_f64();
        if deferred {
            self.together.spend(seconds);
        }
        if let Some(quota) = self.rooms.get_mut(room) {
            quota.budget.fill(self.part, self.burst, now);
            return quota.budget.spend(seconds);
        }
        let mut budget = Budget { left: self.burst, at: now };
        budget.spend(seconds);
        let (deferred, bounded, tick_is_deferred) = (VecDeque::new(), 0, false);
        let quota = RoomQuota { budget, deferred, bounded, tick_is_deferred };
        self.rooms.insert(room.clone(), quota);
    }

    /// Forgets a room; returns its deferred tasks.
    pub(super) fn forget(&mut self, room: &RoomId) -> impl Iterator<Item = Task> + use<> {
        let deferred = self.rooms.remove(room).map_or_else(VecDeque::new, |quota| quota.deferred);
        self.deferred -= deferred.len();
        deferred.into_iter().map(|(_, task)| task)
    }

    /// Forgets rooms with a full budget and nothing deferred.
    pub(super) fn expire(&mut self, now: Instant) {
        let (part, burst) = (self.part, self.burst);
        self.rooms.retain(|_, quota| {
            quota.budget.fill(part, burst, now);
            quota.budget.left < burst || !quota.deferred.is_empty()
        });
    }

    /// Number of deferred tasks.
    pub(super) fn deferred(&self) -> usize {
        self.deferred
    }

    /// The number of a room's deferred tasks, and its budget in seconds; negative: a debt.
    pub(super) fn of(&mut self, room: &RoomId, now: Instant) -> (usize, f64) {
        let Some(quota) = self.rooms.get_mut(room) else { return (0, self.burst) };
        quota.budget.fill(self.part, self.burst, now);
        (quota.deferred.len(), quota.budget.left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(now: Instant) -> (FairQueue, RoomId, RoomId) {
        let room = |text| RoomId::parse(text).unwrap();
        let queue = FairQueue::new(0.25, Duration::from_millis(300), 2, now);
        (queue, room("aaaaaaaaaa"), room("bbbbbbbbbb"))
    }

    fn message(room: &RoomId, conn: u64) -> Task {
        let message = crate::wire::ClientMessage::Stand {};
        Task::Command(Command::Message { room: room.clone(), conn: ConnId(conn), message })
    }

    fn conn(task: &Task) -> u64 {
        match task {
            Task::Command(Command::Message { conn, .. }) | Task::Detach(conn) => conn.0,
            _ => 0,
        }
    }

    #[test]
    fn a_room_over_its_quota_waits_for_its_debt_to_drain_or_for_an_idle_shard() {
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        let (mut queue, heavy, light) = queue(start);
        queue.charge(&heavy, Duration::from_millis(300), false, start);
        assert!(!queue.must_wait(&heavy, start), "the burst is its own");
        queue.charge(&heavy, Duration::from_millis(1000), false, start);
        assert!(queue.must_wait(&heavy, start) && !queue.must_wait(&light, start));
        queue.defer(&heavy, message(&heavy, 1), start).unwrap();
        assert!(queue.next(false, at(3900)).is_none());
        let (room, since, task) = queue.next(false, at(4100)).unwrap();
        assert_eq!((&room, since, conn(&task)), (&heavy, start, 1));
        queue.charge(&heavy, Duration::from_millis(1000), true, at(4100));
        queue.defer(&heavy, message(&heavy, 2), at(4100)).unwrap();
        assert_eq!(conn(&queue.next(true, at(4100)).unwrap().2), 2, "no other task waits");
        assert!(queue.next(true, at(4100)).is_none());
        queue.expire(at(60_000));
        assert_eq!((queue.rooms.len(), queue.deferred()), (0, 0));
    }

    #[test]
    fn deferred_tasks_keep_their_order_and_those_of_clients_are_limited() {
        let now = Instant::now();
        let (mut queue, heavy, _) = queue(now);
        queue.charge(&heavy, Duration::from_secs(1), false, now);
        queue.defer(&heavy, message(&heavy, 1), now).unwrap();
        queue.defer(&heavy, Task::Tick, now).unwrap();
        queue.defer(&heavy, Task::Tick, now).unwrap();
        queue.defer(&heavy, message(&heavy, 2), now).unwrap();
        assert_eq!(conn(&queue.defer(&heavy, message(&heavy, 3), now).unwrap_err()), 3);
        queue.defer(&heavy, Task::Detach(ConnId(1)), now).unwrap();
        assert_eq!(queue.of(&heavy, now).0, 4, "one tick is as good as two");
        let order: Vec<u64> =
            std::iter::from_fn(|| queue.next(true, now)).map(|(.., it)| conn(&it)).collect();
        assert_eq!(order, [1, 0, 2, 1]);
        queue.defer(&heavy, message(&heavy, 3), now).unwrap();
        queue.defer(&heavy, Task::Tick, now).unwrap();
        assert_eq!(queue.deferred(), 2);
    }

    #[test]
    fn deferred_rooms_share_one_quota() {
        let start = Instant::now();
        let (mut queue, one, two) = queue(start);
        for room in [&one, &two] {
            queue.charge(room, Duration::from_millis(1300), false, start);
            for conn in 0..2 {
                queue.defer(room, message(room, conn), start).unwrap();
            }
        }
        let later = start + Duration::from_secs(5);
        assert_eq!(queue.next(false, later).unwrap().0, one);
        queue.charge(&one, Duration::from_millis(1300), true, later);
        assert!(queue.next(false, later).is_none(), "the other has rested, but not all together");
        assert_eq!(queue.next(true, later).unwrap().0, two, "who owes less comes first");
    }
}
