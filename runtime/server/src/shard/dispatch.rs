//! Dispatch of tasks to the rooms of a shard, by the order of the fair queue.

use std::time::{Duration, Instant};

use super::fair_queue::Task;
use super::messages;
use super::noisy_neighbours::SLOW;
use super::task::Command;
use super::worker::Worker;
use crate::session::RoomId;

/// A task deferred for this long is worth a line in the log.
const LONG: Duration = Duration::from_secs(1);
/// Shortest time between two such lines.
const LOG_EVERY: Duration = Duration::from_secs(10);

impl Worker {
    /// Runs a task of a room, or defers it if the room is over its quota.
    pub(super) fn submit(&mut self, room: &RoomId, task: Task) {
        let now = self.services.time.now();
        if !self.fair_queue.must_wait(room, now) {
            return self.run_charged(room, false, task);
        }
        match self.fair_queue.defer(room, task, now) {
            Ok(waits) => self.services.metrics.deferred.add(u64::from(waits)),
            Err(task) => {
                self.log_over_quota(room, "has too many deferred tasks");
                self.refuse_task(room, *task);
            }
        }
    }

    /// Runs the next deferred task, of any room if the shard is `idle`, else of a room without
    /// debt. Returns whether there was one.
    pub(super) fn serve_deferred(&mut self, idle: bool) -> bool {
        let now = self.services.time.now();
        let Some((room, since, task)) = self.fair_queue.next(idle, now) else { return false };
        if now.saturating_duration_since(since) >= LONG {
            self.log_over_quota(&room, "waits for the other rooms");
        }
        // Time that no other task wanted is not charged to the deferred ones.
        self.run_charged(&room, !idle, task);
        true
    }

    /// Runs a task and charges its room for the processor time.
    fn run_charged(&mut self, room: &RoomId, deferred: bool, task: Task) {
        let began = self.services.time.thread_time();
        // Opening or waking a room is slow once, which says nothing about it.
        let was_awake = self.host(room).is_some();
        self.services.burned.set(false);
        self.run_task(room, task);
        let took = self.services.time.thread_time().saturating_sub(began);
        let now = self.services.time.now();
        self.fair_queue.charge(room, took, deferred, now);
        let burned = self.services.burned.get();
        if was_awake && took >= SLOW {
            self.check_noise(room, took, burned);
        }
    }

    fn run_task(&mut self, room: &RoomId, task: Task) {
        match task {
            Task::Command(Command::Open { room, meta, reply }) => self.open(room, meta, reply),
            Task::Command(Command::Attach { room, visit }) => self.attach(&room, visit),
            Task::Command(Command::Message { room, conn, message }) => {
                self.with(&room, |host| host.message(conn, message));
            }
            Task::Command(Command::Detach { room, conn }) => {
                self.with(&room, |host| host.detach(conn));
            }
            Task::Command(Command::Draw { room, reply }) => self.draw(&room, reply),
            Task::Detach(conn) => self.with(room, |host| host.detach(conn)),
            Task::JobDone { incarnation, job, result } => {
                self.with_incarnation(room, incarnation, |host| host.job_done(job, result));
            }
            Task::Tick => {
                let now = self.services.time.now();
                if self.host(room).is_some_and(|host| host.is_due(now)) {
                    self.with(room, |host| host.pass_time());
                }
            }
        }
    }

    /// Refuses a task for which the queue has no space; what cannot be refused is run.
    fn refuse_task(&mut self, room: &RoomId, task: Task) {
        match task {
            Task::Command(Command::Attach { visit, .. }) => visit.outbox.close(messages::busy()),
            // Without a reply, the asker gets no answer.
            Task::Command(Command::Draw { .. }) => {}
            Task::Command(Command::Message { conn, .. }) => self.with(room, |host| {
                host.refuse(conn, messages::too_busy());
                Ok(())
            }),
            other => self.run_task(room, other),
        }
    }

    fn log_over_quota(&mut self, room: &RoomId, what: &str) {
        let now = self.services.time.now();
        let recent = |logged: Instant| now.saturating_duration_since(logged) < LOG_EVERY;
        if self.quota_logged.is_some_and(recent) {
            return;
        }
        self.quota_logged = Some(now);
        let map = self.host(room).map_or("", |host| host.map.package.id());
        tracing::warn!(%room, map, "room is over its quota of the shard's time and {what}");
    }
}
