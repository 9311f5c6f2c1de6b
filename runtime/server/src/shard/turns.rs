//! Whose turn it is on a shard: rooms that have used up their part of its time wait for the others.

use std::time::{Duration, Instant};

use super::conduct::SLOW;
use super::ration::Errand;
use super::worker::Worker;
use super::{Command, words};
use crate::session::RoomId;

/// Something has waited for so long that the operator wants to know.
const LONG: Duration = Duration::from_secs(1);
/// How often the operator is told, at most.
const TOLD_EVERY: Duration = Duration::from_secs(10);

impl Worker {
    /// Does something in a room, or puts it off if the room has used up its part.
    pub(super) fn errand(&mut self, room: &RoomId, errand: Errand) {
        let now = self.services.time.now();
        if !self.rations.must_wait(room, now) {
            return self.spend(room, false, errand);
        }
        match self.rations.park(room, errand, now) {
            Ok(waits) => self.services.metrics.parked.add(u64::from(waits)),
            Err(errand) => {
                self.tell_operator(room, "has more waiting than may wait");
                self.turn_away(room, *errand);
            }
        }
    }

    /// Gives a turn to what has waited: to anything if nobody else waits, else to who has rested.
    /// Says whether there was one.
    pub(super) fn serve_parked(&mut self, idle: bool) -> bool {
        let now = self.services.time.now();
        let Some((room, since, errand)) = self.rations.next(idle, now) else { return false };
        if now.saturating_duration_since(since) >= LONG {
            self.tell_operator(&room, "is made to wait for the others");
        }
        // What nobody else wants is not held against all that are parked.
        self.spend(&room, !idle, errand);
        true
    }

    /// Does something on a room's account.
    fn spend(&mut self, room: &RoomId, parked: bool, errand: Errand) {
        let began = self.services.time.now();
        // Being made takes as long as it takes.
        let was_awake = self.host(room).is_some();
        self.services.burned.set(false);
        self.run_errand(room, errand);
        let now = self.services.time.now();
        let took = now.saturating_duration_since(began);
        self.rations.charge(room, took, parked, now);
        let burned = self.services.burned.get();
        if was_awake && took >= SLOW {
            self.judge(room, took, burned);
        }
    }

    fn run_errand(&mut self, room: &RoomId, errand: Errand) {
        match errand {
            Errand::Command(Command::Open { room, meta, reply }) => self.open(room, meta, reply),
            Errand::Command(Command::Attach { room, visit }) => self.attach(&room, visit),
            Errand::Command(Command::Message { room, conn, message }) => {
                self.with(&room, |host| host.message(conn, message));
            }
            Errand::Command(Command::Detach { room, conn }) => {
                self.with(&room, |host| host.detach(conn));
            }
            Errand::Detach(conn) => self.with(room, |host| host.detach(conn)),
            Errand::JobDone { life, job, result } => {
                self.with_life(room, life, |host| host.job_done(job, result));
            }
            Errand::Tick => {
                let now = self.services.time.now();
                if self.host(room).is_some_and(|host| host.is_due(now)) {
                    self.with(room, |host| host.pass_time());
                }
            }
        }
    }

    /// Refuses what may not even wait.
    fn turn_away(&mut self, room: &RoomId, errand: Errand) {
        match errand {
            Errand::Command(Command::Attach { visit, .. }) => visit.outbox.close(words::busy()),
            Errand::Command(Command::Message { conn, .. }) => self.with(room, |host| {
                host.refuse(conn, words::too_busy());
                Ok(())
            }),
            other => self.run_errand(room, other),
        }
    }

    fn tell_operator(&mut self, room: &RoomId, what: &str) {
        let now = self.services.time.now();
        let quiet = |told: Instant| now.saturating_duration_since(told) < TOLD_EVERY;
        if self.told.is_some_and(quiet) {
            return;
        }
        self.told = Some(now);
        let map = self.host(room).map_or("", |host| host.map.package.id());
        tracing::warn!(%room, map, "a room uses more than its part of its shard and {what}");
    }
}
