//! Requests of a worker process to its parent: append to the log, show output to clients, update
//! the directory. They are served for the worker's own rooms only.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use fangqi_protocol::PackedJob;

use super::link::{Attached, Link, Logged, lock};
use super::message::{FromWorker, Refusal, ToWorker};
use super::output::Outputs;
use crate::log::{Entry, Lease, LogError};
use crate::metrics::Report;
use crate::session::RoomId;
use crate::shard::{Closing, ConnId};
use crate::wire::Frame;

/// The state that the parent keeps for one worker process.
pub(super) struct Tenancy {
    /// Which process of its shard it is.
    pub(super) generation: u64,
    pub(super) leases: HashMap<RoomId, Lease>,
    pub(super) outputs: Outputs<Parcel>,
}

impl Tenancy {
    /// The state of a process that has just started.
    pub(super) fn new(generation: u64) -> Self {
        Self { generation, leases: HashMap::new(), outputs: Outputs::default() }
    }
}

/// Output for a connection.
pub(super) enum Parcel {
    Frames { conn: ConnId, frames: Vec<Frame>, promptly: bool },
    Close { conn: ConnId, closing: Closing },
}

impl Parcel {
    fn conn(&self) -> ConnId {
        match self {
            Self::Frames { conn, .. } | Self::Close { conn, .. } => *conn,
        }
    }
}

impl Link {
    pub(super) fn hear(&self, tenancy: &mut Tenancy, message: FromWorker) {
        match message {
            FromWorker::Append { entry, room, step } => self.append(tenancy, entry, &room, step),
            FromWorker::Read { room } => {
                let stored = self.lease(tenancy, &room).and_then(|_| self.common.log.read(&room));
                let stored = stored.map(Box::new).map_err(Refusal::from);
                self.send_to(tenancy.generation, &ToWorker::Stored(stored));
            }
            FromWorker::Release { room } => {
                if let Some(lease) = tenancy.leases.remove(&room) {
                    self.common.log.release(&lease);
                }
            }
            FromWorker::Frames { conn, frames, promptly, after } => {
                let frames = frames.into_iter().map(Into::into).collect();
                self.hold(tenancy, after, Parcel::Frames { conn, frames, promptly });
            }
            FromWorker::Close { conn, closing, after } => {
                self.hold(tenancy, after, Parcel::Close { conn, closing });
            }
            FromWorker::Kill { conn } => {
                if let Some(attached) = lock(&self.conns).remove(&conn) {
                    attached.outbox.kill();
                }
            }
            FromWorker::Known { conn, token } => {
                if let Some(attached) = lock(&self.conns).get(&conn) {
                    self.common.limiters.associate(
                        token,
                        &attached.limiter,
                        self.common.time.now(),
                    );
                }
            }
            FromWorker::Listed { room, attendance } if self.owns(&room) => {
                self.common.directory.update(&room, attendance);
            }
            FromWorker::Unlisted { room } if self.owns(&room) => {
                self.common.directory.remove(&room);
                self.common.quarantine.release(&room);
                self.common.placement.return_home(&room);
            }
            FromWorker::Moved { room, to_isolation } if self.owns(&room) => {
                self.moved(&room, to_isolation)
            }
            FromWorker::Offer { offer, room, job } if self.owns(&room) => {
                self.seek_help(tenancy.generation, offer, &room, job);
            }
            FromWorker::Listed { room, .. }
            | FromWorker::Offer { room, .. }
            | FromWorker::Unlisted { room }
            | FromWorker::Moved { room, .. } => {
                tracing::warn!(shard = self.index, %room, "a worker speaks for another's room");
            }
            FromWorker::Counted(report) => self.counted(*report),
            // Unexpected: this process was not asked to read maps.
            FromWorker::MapRead(_) => {}
            FromWorker::Answer { question, answer } => {
                let asked = lock(&self.state).questions.remove(&question);
                if let Some(asked) = asked {
                    self.answered(asked, answer.map(|answer| *answer));
                }
            }
        }
    }

    fn lease(&self, tenancy: &mut Tenancy, room: &RoomId) -> Result<Lease, LogError> {
        if !self.owns(room) {
            let text = format!("room {room} lives with another worker");
            return Err(LogError::Elsewhere(text));
        }
        if let Some(lease) = tenancy.leases.get(room) {
            return Ok(lease.clone());
        }
        let lease = self.common.log.lease(room)?;
        tenancy.leases.insert(room.clone(), lease.clone());
        Ok(lease)
    }

    fn append(&self, tenancy: &mut Tenancy, entry: u64, room: &RoomId, step: Entry) {
        let generation = tenancy.generation;
        let lease = match self.lease(tenancy, room) {
            Ok(lease) => lease,
            Err(error) => {
                tenancy.outputs.lost(room, entry);
                let why = Refusal::from(error);
                return self.send_to(generation, &ToWorker::NotLogged { entry, why });
            }
        };
        tenancy.outputs.given(room, entry);
        self.common.metrics.log_waiting.add(1);
        let Some(link) = self.shared() else { return };
        let room = room.clone();
        let ack = Box::new(move |result: Result<(), LogError>| {
            link.common.metrics.log_waiting.sub(1);
            let mut logged = lock(&link.logged);
            logged.push(Logged { generation, room, entry, result });
            // Only the first of several results has to wake the thread.
            if logged.len() == 1 {
                link.wake.wake();
            }
        });
        self.common.log.append(&lease, step, ack);
    }

    /// Passes results of the log on to the worker and shows the output that waited for them.
    pub(super) fn pass_answers(&self, tenancy: &mut Tenancy) {
        let answers = std::mem::take(&mut *lock(&self.logged));
        let mut entries = Vec::new();
        for Logged { generation, room, entry, result } in answers {
            if generation != tenancy.generation {
                continue;
            }
            match result {
                Ok(()) => {
                    entries.push(entry);
                    for parcel in tenancy.outputs.durable(&room, entry) {
                        self.deliver_parcel(parcel);
                    }
                }
                Err(error) => {
                    tenancy.outputs.lost(&room, entry);
                    let why = Refusal::from(error);
                    self.send_to(tenancy.generation, &ToWorker::NotLogged { entry, why });
                }
            }
        }
        if !entries.is_empty() {
            self.send_to(tenancy.generation, &ToWorker::Logged { entries });
        }
    }

    /// Shows output once the log has the entry that it depends on.
    fn hold(&self, tenancy: &mut Tenancy, after: u64, parcel: Parcel) {
        let room = lock(&self.conns).get(&parcel.conn()).map(|attached| attached.room.clone());
        // The client has gone.
        let Some(room) = room else { return };
        if let Some(parcel) = tenancy.outputs.hold(&room, after, parcel) {
            self.deliver_parcel(parcel);
        }
    }

    fn deliver_parcel(&self, parcel: Parcel) {
        match parcel {
            Parcel::Frames { conn, frames, promptly } => self.show(conn, frames, promptly),
            Parcel::Close { conn, closing } => {
                if let Some(attached) = lock(&self.conns).remove(&conn) {
                    attached.outbox.close(closing);
                }
            }
        }
    }

    /// This link as a shared reference.
    fn shared(&self) -> Option<Arc<Self>> {
        self.common.links.get()?.get(self.index).cloned()
    }

    fn show(&self, conn: ConnId, frames: Vec<Frame>, promptly: bool) {
        let mut conns = lock(&self.conns);
        let Some(Attached { outbox, .. }) = conns.get(&conn) else { return };
        let pushed = if promptly { outbox.push_promptly(frames) } else { outbox.push(frames) };
        if pushed.is_ok() {
            return;
        }
        let Some(Attached { room, outbox, .. }) = conns.remove(&conn) else { return };
        drop(conns);
        if !outbox.is_gone() {
            self.common.metrics.slow_readers.add(1);
            tracing::info!(%room, "dropped a slow reader");
        }
        outbox.kill();
        self.send(&ToWorker::Detach { room, conn });
    }

    fn moved(&self, room: &RoomId, to_isolation: bool) {
        let placement = &self.common.placement;
        let changed = match to_isolation {
            true => placement.isolate(room),
            false => placement.return_home(room),
        };
        if changed && let Some(links) = self.common.links.get() {
            links[placement.of(room)].adopt(room);
        }
    }

    fn seek_help(&self, generation: u64, offer: u64, room: &RoomId, job: PackedJob) {
        let (Some(helpers), Some(link)) = (&self.common.helpers, self.shared()) else { return };
        let helped = move |result| link.send_to(generation, &ToWorker::Helped { offer, result });
        helpers.offer(room, job, Box::new(helped));
    }

    fn counted(&self, report: Report) {
        self.awake.store(report.awake, Ordering::Relaxed);
        self.jobs_waiting.store(report.jobs_waiting, Ordering::Relaxed);
        for (queue, waiting) in self.queues.iter().zip(report.queues) {
            queue.store(waiting, Ordering::Relaxed);
        }
        self.common.metrics.merge(self.index, report);
    }
}
