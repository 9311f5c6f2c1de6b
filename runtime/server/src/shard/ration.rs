//! How the rooms of a shard share its time.
//!
//! A room may use a part of the shard's time in the long run, and some more at once. One that has
//! used more is *parked*: what it is asked waits in a queue of its own, until nobody else has
//! anything waiting or until it has rested; and all that are parked together get no more than that
//! part while others wait. So a map that burns all its fuel at every click slows down itself.
//!
//! None of this is part of a room: it says when inputs are taken, never what they do. Time is given
//! in; in a simulation none passes while a room works, and nothing is ever parked.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use fangqi_room::model::{JobId, JobResult};

use super::{Command, ConnId};
use crate::session::RoomId;

/// Most time that a room may owe, so that one bad moment is not held against it for ever.
const DEBT_MAX: f64 = 10.0;

/// Something a room is to do.
#[derive(Debug)]
pub(super) enum Errand {
    Command(Command),
    Detach(ConnId),
    JobDone {
        life: u64,
        job: JobId,
        result: JobResult,
    },
    /// Something may be due.
    Tick,
}

impl Errand {
    /// Whether it comes from outside, without any bound, so that it may be refused.
    fn is_bounded(&self) -> bool {
        matches!(self, Self::Command(Command::Message { .. } | Command::Attach { .. }))
    }
}

/// What may be used now.
#[derive(Debug, Clone, Copy)]
struct Allowance {
    /// Seconds; less than nothing is owed.
    left: f64,
    at: Instant,
}

impl Allowance {
    fn fill(&mut self, part: f64, burst: f64, now: Instant) {
        let rested = now.saturating_duration_since(self.at).as_secs_f64() * part;
        self.at = now;
        self.left = (self.left + rested).min(burst);
    }

    fn spend(&mut self, seconds: f64) {
        self.left = (self.left - seconds).max(-DEBT_MAX);
    }
}

/// What one room may use, and what waits for it.
#[derive(Debug)]
struct Ration {
    allowance: Allowance,
    parked: VecDeque<(Instant, Errand)>,
    /// How many of them are bounded.
    bounded: usize,
    tick_is_parked: bool,
}

impl Ration {
    fn take(&mut self) -> Option<(Instant, Errand)> {
        let (since, errand) = self.parked.pop_front()?;
        self.bounded -= usize::from(errand.is_bounded());
        self.tick_is_parked &= !matches!(errand, Errand::Tick);
        Some((since, errand))
    }
}

/// The rations of a shard's rooms.
#[derive(Debug)]
pub(super) struct Rations {
    part: f64,
    burst: f64,
    parked_max: usize,
    /// Rooms that have worked lately, awake or not. In order, so that a simulation goes the same
    /// way every time.
    rooms: BTreeMap<RoomId, Ration>,
    /// What all that are parked may use while others wait.
    together: Allowance,
    parked: usize,
}

impl Rations {
    /// Each room may use `part` of the time, and `burst` at once; `parked_max` messages and
    /// visitors may wait for one that has used more.
    pub(super) fn new(part: f64, burst: Duration, parked_max: usize, now: Instant) -> Self {
        let burst = burst.as_secs_f64();
        let together = Allowance { left: burst, at: now };
        Self { part, burst, parked_max, rooms: BTreeMap::new(), together, parked: 0 }
    }

    /// Whether something for this room must wait: it owes time, or has something waiting already.
    pub(super) fn must_wait(&mut self, room: &RoomId, now: Instant) -> bool {
        let Some(ration) = self.rooms.get_mut(room) else { return false };
        ration.allowance.fill(self.part, self.burst, now);
        ration.allowance.left < 0.0 || !ration.parked.is_empty()
    }

    /// Lets something wait, and says whether it does: a room has to look at its clock only once.
    /// Gives it back when too much waits.
    pub(super) fn park(
        &mut self,
        room: &RoomId,
        errand: Errand,
        now: Instant,
    ) -> Result<bool, Box<Errand>> {
        let Some(ration) = self.rooms.get_mut(room) else { return Err(Box::new(errand)) };
        let bounded = errand.is_bounded();
        if bounded && ration.bounded >= self.parked_max {
            return Err(Box::new(errand));
        }
        if matches!(errand, Errand::Tick) && std::mem::replace(&mut ration.tick_is_parked, true) {
            return Ok(false);
        }
        ration.bounded += usize::from(bounded);
        ration.parked.push_back((now, errand));
        self.parked += 1;
        Ok(true)
    }

    /// The next thing that has waited, with the time since when. While others wait (`idle` is
    /// false) it is only given if its room owes nothing any more, nor all that are parked together.
    pub(super) fn next(&mut self, idle: bool, now: Instant) -> Option<(RoomId, Instant, Errand)> {
        if self.parked == 0 {
            return None;
        }
        self.together.fill(self.part, self.burst, now);
        if !idle && self.together.left < 0.0 {
            return None;
        }
        let mut best: Option<(&RoomId, &mut Ration)> = None;
        for (room, ration) in self.rooms.iter_mut().filter(|(_, ration)| !ration.parked.is_empty())
        {
            ration.allowance.fill(self.part, self.burst, now);
            let left = ration.allowance.left;
            if best.as_ref().is_none_or(|(_, best)| left > best.allowance.left) {
                best = Some((room, ration));
            }
        }
        let (room, ration) = best.filter(|(_, best)| idle || best.allowance.left >= 0.0)?;
        let (since, errand) = ration.take()?;
        self.parked -= 1;
        Some((room.clone(), since, errand))
    }

    /// A room has used some time.
    pub(super) fn charge(&mut self, room: &RoomId, used: Duration, parked: bool, now: Instant) {
        if used.is_zero() {
            return;
        }
        let seconds = used.as_secs_f64();
        if parked {
            self.together.spend(seconds);
        }
        if let Some(ration) = self.rooms.get_mut(room) {
            ration.allowance.fill(self.part, self.burst, now);
            return ration.allowance.spend(seconds);
        }
        let mut allowance = Allowance { left: self.burst, at: now };
        allowance.spend(seconds);
        let (parked, bounded, tick_is_parked) = (VecDeque::new(), 0, false);
        let ration = Ration { allowance, parked, bounded, tick_is_parked };
        self.rooms.insert(room.clone(), ration);
    }

    /// Lets go of a room, with all that waits for it.
    pub(super) fn forget(&mut self, room: &RoomId) -> impl Iterator<Item = Errand> + use<> {
        let parked = self.rooms.remove(room).map_or_else(VecDeque::new, |ration| ration.parked);
        self.parked -= parked.len();
        parked.into_iter().map(|(_, errand)| errand)
    }

    /// Forgets rooms that have rested.
    pub(super) fn keep_house(&mut self, now: Instant) {
        let (part, burst) = (self.part, self.burst);
        self.rooms.retain(|_, ration| {
            ration.allowance.fill(part, burst, now);
            ration.allowance.left < burst || !ration.parked.is_empty()
        });
    }

    /// Things that wait.
    pub(super) fn parked(&self) -> usize {
        self.parked
    }

    /// How much waits for a room, and what it may use now, in seconds; less than nothing is owed.
    pub(super) fn of(&mut self, room: &RoomId, now: Instant) -> (usize, f64) {
        let Some(ration) = self.rooms.get_mut(room) else { return (0, self.burst) };
        ration.allowance.fill(self.part, self.burst, now);
        (ration.parked.len(), ration.allowance.left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rations(now: Instant) -> (Rations, RoomId, RoomId) {
        let room = |text| RoomId::parse(text).unwrap();
        let rations = Rations::new(0.25, Duration::from_millis(300), 2, now);
        (rations, room("aaaaaaaaaa"), room("bbbbbbbbbb"))
    }

    fn message(room: &RoomId, conn: u64) -> Errand {
        let message = crate::wire::ClientMessage::Stand {};
        Errand::Command(Command::Message { room: room.clone(), conn: ConnId(conn), message })
    }

    fn conn(errand: &Errand) -> u64 {
        match errand {
            Errand::Command(Command::Message { conn, .. }) | Errand::Detach(conn) => conn.0,
            _ => 0,
        }
    }

    #[test]
    fn a_room_that_has_used_its_part_waits_until_it_has_rested_or_nobody_else_waits() {
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        let (mut rations, heavy, light) = rations(start);
        rations.charge(&heavy, Duration::from_millis(300), false, start);
        assert!(!rations.must_wait(&heavy, start), "the burst is its own");
        rations.charge(&heavy, Duration::from_millis(1000), false, start);
        assert!(rations.must_wait(&heavy, start) && !rations.must_wait(&light, start));
        rations.park(&heavy, message(&heavy, 1), start).unwrap();
        assert!(rations.next(false, at(3900)).is_none());
        let (room, since, errand) = rations.next(false, at(4100)).unwrap();
        assert_eq!((&room, since, conn(&errand)), (&heavy, start, 1));
        rations.charge(&heavy, Duration::from_millis(1000), true, at(4100));
        rations.park(&heavy, message(&heavy, 2), at(4100)).unwrap();
        assert_eq!(conn(&rations.next(true, at(4100)).unwrap().2), 2, "nobody else waits");
        assert!(rations.next(true, at(4100)).is_none());
        rations.keep_house(at(60_000));
        assert_eq!((rations.rooms.len(), rations.parked()), (0, 0));
    }

    #[test]
    fn what_waits_keeps_its_order_and_is_bounded_where_anybody_can_add_to_it() {
        let now = Instant::now();
        let (mut rations, heavy, _) = rations(now);
        rations.charge(&heavy, Duration::from_secs(1), false, now);
        rations.park(&heavy, message(&heavy, 1), now).unwrap();
        rations.park(&heavy, Errand::Tick, now).unwrap();
        rations.park(&heavy, Errand::Tick, now).unwrap();
        rations.park(&heavy, message(&heavy, 2), now).unwrap();
        assert_eq!(conn(&rations.park(&heavy, message(&heavy, 3), now).unwrap_err()), 3);
        rations.park(&heavy, Errand::Detach(ConnId(1)), now).unwrap();
        assert_eq!(rations.of(&heavy, now).0, 4, "one tick is as good as two");
        let order: Vec<u64> =
            std::iter::from_fn(|| rations.next(true, now)).map(|(.., it)| conn(&it)).collect();
        assert_eq!(order, [1, 0, 2, 1]);
        rations.park(&heavy, message(&heavy, 3), now).unwrap();
        rations.park(&heavy, Errand::Tick, now).unwrap();
        assert_eq!(rations.parked(), 2);
    }

    #[test]
    fn many_that_are_parked_get_no_more_together_than_one() {
        let start = Instant::now();
        let (mut rations, one, two) = rations(start);
        for room in [&one, &two] {
            rations.charge(room, Duration::from_millis(1300), false, start);
            for conn in 0..2 {
                rations.park(room, message(room, conn), start).unwrap();
            }
        }
        let later = start + Duration::from_secs(5);
        assert_eq!(rations.next(false, later).unwrap().0, one);
        rations.charge(&one, Duration::from_millis(1300), true, later);
        assert!(rations.next(false, later).is_none(), "the other has rested, but not all together");
        assert_eq!(rations.next(true, later).unwrap().0, two, "who owes less comes first");
    }
}
