//! Shows output in order, and only once the records it depends on are durable.

use std::sync::Arc;
use std::time::Instant;

use fangqi_protocol::Audience;

use super::errors::OpenRoomError;
use super::host::{Host, Panicked};
use super::outbox::Unreachable;
use super::reply::Reply;
use super::ring::EventFrames;
use super::task::Internal;
use super::task::Ticket;
use super::viewer::ConnId;
use crate::log::{Entry, LogError};
use crate::session::Token;
use crate::wire::Frame;

/// With at most this many viewers, a room's thread writes frames to their lines itself. With more,
/// the other rooms of the shard would wait too long.
const PROMPT_VIEWERS: usize = 8;

/// Output to be shown once the entries before it are durable.
#[derive(Debug)]
pub(super) enum Release {
    /// Tells the client that opened the room that the room exists.
    Opened(Reply<Result<(), OpenRoomError>>),
    /// Gives the client that opened the room the token of its first player.
    Claimed(Reply<Option<Token>>, Token),
    /// Answers a request for the drawing of the board.
    Drawn(Reply<Option<String>>, Option<String>),
    /// What an event shows.
    Event(Arc<EventFrames>),
    /// An event after which every viewer needs a whole scene. Each viewer has its own.
    Resync { event: u64, scenes: Vec<(ConnId, Vec<Frame>)> },
    /// Frames that belong to no event and do not depend on other frames.
    Passing(Vec<(Audience, Frame)>),
    /// The welcome and the whole scene of a new viewer, as of `event`.
    Welcome { conn: ConnId, event: u64, frames: Vec<Frame> },
    /// The welcome of a resuming viewer, followed by the events it missed since `after`.
    WelcomeBack { conn: ConnId, after: u64, welcome: Frame },
    /// A frame for one viewer that belongs to no event.
    Answer { conn: ConnId, frame: Frame },
}

impl Release {
    /// Whether all of it goes to connections. If a parent process holds these, such output is sent
    /// at once: the parent holds it back until the log has the entries before it, without waking
    /// the room again.
    fn is_shown(&self) -> bool {
        !matches!(self, Self::Opened(_) | Self::Claimed(..) | Self::Drawn(..))
    }
}

impl Host {
    /// Appends an entry to the log. Output queued afterwards waits until it is durable.
    pub(super) fn append(&mut self, entry: Entry) {
        self.issued += 1;
        let (room, incarnation, ticket) = (self.id.clone(), self.incarnation, self.issued);
        let internal = self.services.internal.clone();
        let metrics = Arc::clone(&self.services.metrics);
        metrics.log_waiting.add(1);
        let given = Instant::now();
        let ack = Box::new(move |result: Result<(), LogError>| {
            metrics.log_waiting.sub(1);
            metrics.durable.add_since(given);
            metrics.log_failures.add(u64::from(result.is_err()));
            // A shard that has stopped shows nothing more.
            let _ = internal.send(Internal::Durable { room, incarnation, ticket, result });
        });
        self.services.log.append(&self.lease, entry, ack);
    }

    /// Handles the log's acknowledgement of the entry with this ticket, and shows what waited for
    /// it.
    pub(super) fn acknowledged(&mut self, ticket: Ticket) {
        debug_assert_eq!(
            ticket,
            self.durable + 1,
            "the log acknowledges a room's entries in order"
        );
        self.durable = ticket;
        self.release();
    }

    /// Queues a frame for one viewer behind all output that was queued before.
    pub(super) fn tell(&mut self, conn: ConnId, frame: Frame) {
        self.waiting.push_back((self.issued, Release::Answer { conn, frame }));
        self.release();
    }

    /// Queues frames that belong to no event behind all output that was queued before.
    pub(super) fn pass(&mut self, frames: Vec<(Audience, Frame)>) {
        self.waiting.push_back((self.issued, Release::Passing(frames)));
        self.release();
    }

    /// Shows all output that no longer waits for the log.
    pub(super) fn release(&mut self) {
        while self.waiting.front().is_some_and(|(ticket, release)| {
            *ticket <= self.durable || (self.services.parent.is_some() && release.is_shown())
        }) {
            if let Some((_, release)) = self.waiting.pop_front() {
                self.show(release);
            }
        }
    }

    fn show(&mut self, release: Release) {
        match release {
            // The room exists even if the asker has gone.
            Release::Opened(reply) => reply.send(Ok(())),
            Release::Claimed(reply, token) => reply.send(Some(token)),
            Release::Drawn(reply, drawing) => reply.send(drawing),
            Release::Event(event) => {
                self.ring.push(Arc::clone(&event));
                let promptly = self.viewers.len() <= PROMPT_VIEWERS;
                for (conn, viewer) in &mut self.viewers {
                    if viewer.seen.is_none_or(|seen| seen >= event.event) {
                        continue;
                    }
                    let mut batch = Vec::new();
                    event.show(viewer.player, &mut batch);
                    viewer.seen = Some(event.event);
                    let pushed = match promptly {
                        true => viewer.outbox.push_promptly(batch),
                        false => viewer.outbox.push(batch),
                    };
                    if pushed == Err(Unreachable) {
                        self.slow.push(*conn);
                    }
                }
            }
            Release::Resync { event, scenes } => {
                self.ring.restart(event);
                for (conn, frames) in scenes {
                    self.welcome(conn, event, frames);
                }
            }
            Release::Passing(frames) => self.show_passing(&frames),
            Release::Welcome { conn, event, frames } => self.welcome(conn, event, frames),
            Release::WelcomeBack { conn, after, welcome } => {
                let Some(viewer) = self.viewers.get(&conn) else { return };
                if !self.ring.covers(after) {
                    // The ring no longer has the missed events: the client must reconnect and take
                    // a whole scene.
                    self.slow.push(conn);
                    return;
                }
                let mut frames = vec![welcome];
                frames.extend(self.ring.missed(after, viewer.player));
                self.welcome(conn, self.ring.last(), frames);
            }
            Release::Answer { conn, frame } => {
                // A viewer that could not be welcomed is about to be dropped and is sent nothing
                // more.
                if let Some(viewer) = self.viewers.get(&conn)
                    && viewer.seen.is_some()
                    && viewer.outbox.push_promptly(vec![frame]) == Err(Unreachable)
                {
                    self.slow.push(conn);
                }
            }
        }
    }

    fn show_passing(&mut self, frames: &[(Audience, Frame)]) {
        for (conn, viewer) in &self.viewers {
            let batch: Vec<Frame> = frames
                .iter()
                .filter(|(audience, _)| audience.includes(viewer.player))
                .map(|(_, frame)| frame.clone())
                .collect();
            if viewer.seen.is_some()
                && !batch.is_empty()
                && viewer.outbox.push(batch) == Err(Unreachable)
            {
                self.slow.push(*conn);
            }
        }
    }

    fn welcome(&mut self, conn: ConnId, event: u64, frames: Vec<Frame>) {
        let Some(viewer) = self.viewers.get_mut(&conn) else { return };
        viewer.seen = Some(event);
        if viewer.outbox.push(frames) == Err(Unreachable) {
            self.slow.push(conn);
        }
    }

    /// Drops the connections found too slow or gone. Players without another connection leave.
    pub(super) fn let_go(&mut self) -> Result<(), Panicked> {
        while let Some(conn) = self.slow.pop() {
            if let Some(viewer) = self.viewers.remove(&conn) {
                let player = viewer.player;
                if !viewer.outbox.is_gone() {
                    self.services.metrics.slow_readers.add(1);
                    tracing::info!(player = player.0, "dropped a slow reader");
                }
                viewer.outbox.kill();
                self.departed(player)?;
            }
        }
        Ok(())
    }
}
