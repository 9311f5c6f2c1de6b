//! Showing things in order, and only once they are durable.

use std::sync::Arc;
use std::time::Instant;

use fangqi_room::model::Audience;

use super::host::{Host, Panicked};
use super::outbox::Unreachable;
use super::ring::EventFrames;
use super::viewer::ConnId;
use super::{Internal, OpenRoomError, Reply};
use crate::log::{Entry, LogError};
use crate::session::Token;
use crate::wire::Frame;

/// Viewers whose frames a room writes to their lines by itself. With more of them the neighbours on
/// its thread would wait.
const PROMPT_VIEWERS: usize = 8;

/// How many entries a room has given to the log.
pub(super) type Ticket = u64;

/// Something to show once the entries before it are durable.
#[derive(Debug)]
pub(super) enum Release {
    /// The room exists.
    Opened(Reply<Result<(), OpenRoomError>>),
    /// Who opened the room may come in with this token.
    Claimed(Reply<Option<Token>>, Token),
    /// An event.
    Event(Arc<EventFrames>),
    /// An event after which every viewer needs its whole scene; each has its own here.
    Resync { event: u64, scenes: Vec<(ConnId, Vec<Frame>)> },
    /// Frames that belong to no event, each complete in itself.
    Passing(Vec<(Audience, Frame)>),
    /// A viewer is welcomed with everything, as it was after an event.
    Welcome { conn: ConnId, event: u64, frames: Vec<Frame> },
    /// A viewer is welcomed back with what it missed.
    WelcomeBack { conn: ConnId, after: u64, welcome: Frame },
    /// An answer to one viewer.
    Answer { conn: ConnId, frame: Frame },
}

impl Release {
    /// Whether all of it goes to connections. Where a parent has those, it is given at once, and
    /// the parent keeps it until the log has what was given to it before: the rooms need not be
    /// woken for that.
    fn is_shown(&self) -> bool {
        !matches!(self, Self::Opened(_) | Self::Claimed(..))
    }
}

impl Host {
    /// Hands an entry to the log. What is queued next waits for it.
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
            // A shard that has stopped shows nothing any more.
            let _ = internal.send(Internal::Durable { room, incarnation, ticket, result });
        });
        self.services.log.append(&self.lease, entry, ack);
    }

    /// The log has acknowledged the entry of a ticket.
    pub(super) fn acknowledged(&mut self, ticket: Ticket) {
        debug_assert_eq!(
            ticket,
            self.durable + 1,
            "the log acknowledges a room's entries in order"
        );
        self.durable = ticket;
        self.release();
    }

    /// Queues a frame for one viewer, behind everything it depends on.
    pub(super) fn tell(&mut self, conn: ConnId, frame: Frame) {
        self.waiting.push_back((self.issued, Release::Answer { conn, frame }));
        self.release();
    }

    /// Shows what is no event of the room, once all that was before it is shown.
    pub(super) fn pass(&mut self, frames: Vec<(Audience, Frame)>) {
        self.waiting.push_back((self.issued, Release::Passing(frames)));
        self.release();
    }

    /// Shows all that waits for nothing any more.
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
            // The asker may have gone; the room stays for others.
            Release::Opened(reply) => reply.send(Ok(())),
            Release::Claimed(reply, token) => reply.send(Some(token)),
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
                    // Too much happened in the meantime; it has to come again and take everything.
                    self.slow.push(conn);
                    return;
                }
                let mut frames = vec![welcome];
                frames.extend(self.ring.missed(after, viewer.player));
                self.welcome(conn, self.ring.last(), frames);
            }
            Release::Answer { conn, frame } => {
                // One that could not be welcomed back is on its way out and hears nothing more.
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

    /// Lets go of connections that took no more; their players leave.
    pub(super) fn let_go(&mut self) -> Result<(), Panicked> {
        while let Some(conn) = self.slow.pop() {
            if let Some(viewer) = self.viewers.remove(&conn) {
                let player = viewer.player;
                if !viewer.outbox.is_gone() {
                    self.services.metrics.slow_readers.add(1);
                    tracing::info!(room = %self.id, player = player.0, "dropped a slow reader");
                }
                viewer.outbox.kill();
                self.departed(player)?;
            }
        }
        Ok(())
    }
}
