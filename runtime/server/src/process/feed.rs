//! Turns messages of the parent into messages in the shard's queues.

use std::os::fd::AsFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use crossbeam_channel::Sender;

use super::line::{Line, lock};
use super::message::{Answer, FromWorker, ToWorker, Visitor};
use super::pipe;
use super::room::Listing;
use crate::jobs::{self, Jobs};
use crate::maps::{MapSet, OfferedMap};
use crate::message_limiter::MessageLimiter;
use crate::metrics::Metrics;
use crate::session::{RoomId, Token};
use crate::shard::{
    AdminOrder, Carrier, Command, Directory, Feed, Internal, Outbox, Placement, Visit,
};
use crate::time::Time;
use crate::wakeup::WakingSender;
use crate::wire::ClientMessage;

/// The [`Feed`] of a worker process.
pub(super) struct ParentFeed {
    pub(super) parent: Arc<Line>,
    pub(super) index: usize,
    pub(super) commands: WakingSender<Command>,
    pub(super) internal: WakingSender<Internal>,
    pub(super) maps: Arc<MapSet>,
    pub(super) directory: Arc<Directory>,
    pub(super) placement: Arc<Placement>,
    pub(super) metrics: Arc<Metrics>,
    pub(super) awake: Arc<AtomicUsize>,
    pub(super) jobs: Arc<dyn Jobs>,
    pub(super) past: Sender<ToWorker>,
    pub(super) time: Arc<dyn Time>,
}

impl Feed for ParentFeed {
    fn gather(&self) {
        self.parent.flush();
        let mut inbound = lock(&self.parent.inbound);
        self.parent.receive(&mut inbound);
        // If the command queue is full, further messages wait here and at the parent, which then
        // refuses commands.
        while !self.commands.is_full() {
            let Some(message) = inbound.waiting.pop_front() else { break };
            self.take(message);
        }
    }

    fn wait(&self, time: Duration) {
        self.parent.flush();
        pipe::wait([self.parent.stream.as_fd(), self.parent.wake.as_fd()], false, time);
        self.parent.wake.clear();
    }

    fn report(&self) {
        let mut report = self.metrics.report(self.index);
        report.awake = self.awake.load(Ordering::Relaxed) as u64;
        report.queues = [self.commands.len() as u64, self.internal.len() as u64];
        report.jobs_waiting = self.jobs.waiting() as u64;
        self.parent.send(&FromWorker::Counted(Box::new(report)));
    }

    fn flush(&self) {
        self.report();
        self.parent.flush();
    }
}

impl ParentFeed {
    fn command(&self, command: Command) {
        // Cannot fail: the caller checked for space, and this thread is the reader.
        let _ = self.commands.try_send(command);
    }

    fn internal(&self, message: Internal) {
        let _ = self.internal.send(message);
    }

    fn take(&self, message: ToWorker) {
        let parent = &self.parent;
        match message {
            // Handled before the feed exists.
            ToWorker::Boot(_) | ToWorker::ReadMaps(_) => {}
            ToWorker::Adopt(listing) => self.adopt(listing),
            ToWorker::Offer { about, packed } => {
                self.maps.replace(OfferedMap::read_elsewhere(*about, packed, self.maps.plugins()));
            }
            ToWorker::Open { question, room, meta } => {
                self.adopt(Listing::of(room.clone(), &meta, Duration::ZERO));
                let reply = parent.reply(question, Answer::Opened);
                self.command(Command::Open { room, meta, reply });
            }
            ToWorker::Attach { room, visit } => {
                let visit = self.visit(&room, *visit);
                self.command(Command::Attach { room, visit });
            }
            ToWorker::Message { room, conn, text } => match ClientMessage::parse(&text) {
                Ok(message) => self.command(Command::Message { room, conn, message }),
                Err(bad) => tracing::error!(code = bad.code, "the parent passes on nonsense"),
            },
            ToWorker::Detach { room, conn } => {
                // Set at once, so that output still queued for the connection is dropped.
                if let Some((_, gone)) = lock(&parent.conns).remove(&conn) {
                    gone.store(true, Ordering::Release);
                }
                self.internal(Internal::Detach { room, conn });
            }
            ToWorker::Claim { question, room } => {
                let token = |token: Option<Token>| token.map(|token| token.reveal().to_owned());
                let reply = parent.reply(question, move |it| Answer::Claimed(token(it)));
                self.internal(Internal::Claim { room, reply });
            }
            ToWorker::Draw { question, room } => {
                let reply = parent.reply(question, Answer::Drawn);
                self.command(Command::Draw { room, reply });
            }
            ToWorker::Look { question, room } => {
                let reply = parent.reply(question, Answer::Looked);
                self.internal(Internal::Admin(AdminOrder::Look { room, reply }));
            }
            ToWorker::Say { question, room, text } => {
                let reply = parent.reply(question, Answer::Said);
                self.internal(Internal::Admin(AdminOrder::Say { room, text, reply }));
            }
            ToWorker::Close { question, room } => {
                let reply = parent.reply(question, Answer::Closed);
                self.internal(Internal::Admin(AdminOrder::Close { room, reply }));
            }
            ToWorker::Reload { question, map } => {
                let reloaded = |reloads: Vec<_>| reloads.into_iter().map(Into::into).collect();
                let reply = parent.reply(question, move |it| Answer::Reloaded(reloaded(it)));
                match self.maps.find(&map) {
                    Some(map) => self.internal(Internal::Reload { map, reply }),
                    None => reply.send(Vec::new()),
                }
            }
            ToWorker::DecideReload { question, room, accept } => {
                let reply =
                    parent.reply(question, |reload| Answer::Reloaded(vec![Into::into(reload)]));
                self.internal(Internal::DecideReload { room, accept, reply });
            }
            ToWorker::MapBroken { map, error } => {
                self.internal(Internal::MapBroken { map, error });
            }
            ToWorker::Logged { entries } => {
                for entry in entries {
                    parent.acknowledge(entry, Ok(()));
                }
            }
            ToWorker::NotLogged { entry, why } => {
                // What the room says about the failure must not wait for the failed entry.
                if let Some((room, _)) = lock(&parent.acks).get(&entry) {
                    lock(&parent.given).remove(room);
                }
                parent.acknowledge(entry, Err(why.into()));
            }
            // [`ParentLog::read`](super::line::ParentLog) waits for this message; here it is
            // unexpected.
            ToWorker::Stored(_) => {}
            ToWorker::Retell { .. } | ToWorker::Branch { .. } => drop(self.past.send(message)),
            ToWorker::Help { question, room, job } => {
                let (line, reply) = (Arc::clone(parent), parent.reply(question, Answer::Helped));
                let done = move |result| {
                    reply.send(result);
                    line.flush();
                };
                jobs::help(&*self.jobs, self.maps.plugins(), &room, &job, Box::new(done));
            }
            ToWorker::Helped { offer, result } => {
                let helped = lock(&parent.offers).remove(&offer);
                if let Some(helped) = helped {
                    helped(result);
                }
            }
            ToWorker::Report { question } => {
                self.report();
                parent.answer(question, Some(Answer::Reported));
            }
            ToWorker::Stop => self.internal(Internal::Stop),
        }
    }

    /// Adds a room that is placed on this worker.
    fn adopt(&self, listing: Listing) {
        let room = &listing.room;
        if self.placement.is_isolation_shard(self.index) {
            self.placement.isolate(room);
        } else {
            self.placement.return_home(room);
        }
        if listing.jobs_fail {
            lock(&self.parent.barred).push(room.clone());
        }
        self.directory.restore(listing);
    }

    fn visit(&self, room: &RoomId, visitor: Visitor) -> Visit {
        let Visitor { conn, token, after, name, watch, chinese, local, notice } = visitor;
        let carrier: Arc<dyn Carrier> = Arc::<Line>::clone(&self.parent);
        let gone = Arc::<AtomicBool>::default();
        lock(&self.parent.conns).insert(conn, (room.clone(), Arc::clone(&gone)));
        Visit {
            conn,
            token: token.as_deref().and_then(Token::parse),
            after,
            name,
            watch,
            chinese,
            local,
            // The parent limits the messages of its clients.
            limiter: MessageLimiter::full(1.0, self.time.now()),
            notice,
            outbox: Outbox::remote(conn, carrier, gone),
        }
    }
}
