//! Rooms at work: each runs on one of a few threads (shards), which share no rooms.

mod admin;
mod attach;
mod branch;
mod checkpoint;
mod clock;
mod directory;
mod dispatch;
mod fair_queue;
pub(crate) mod hazard;
mod host;
mod input;
mod mailbox;
pub(crate) mod messages;
mod migration;
mod noisy_neighbours;
mod outbox;
mod past;
mod placement;
mod player_slots;
mod release;
mod reload;
mod reply;
mod rights;
mod ring;
mod rooms;
#[cfg(feature = "stepped")]
pub mod stepped;
mod viewer;
mod watchdog;
mod worker;

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use fangqi_room::model::{JobId, JobResult};

pub(crate) use admin::{AdminOrder, RoomReport};
pub(crate) use directory::Directory;
pub(crate) use mailbox::{Feed, Mailbox};
pub(crate) use outbox::{Batch, Carrier, Closing, Inbox, Line, Outbox, Parcel, Written, queue};
pub(crate) use past::{Past, PastError};
pub(crate) use placement::Placement;
pub use reload::{ReloadOutcome, RoomReload};
pub(crate) use reply::Reply;
pub use rooms::OpenRoomError;
pub(crate) use rooms::Rooms;
pub(crate) use viewer::{ConnId, Visit};
pub(crate) use watchdog::Watchdog;
pub(crate) use worker::Worker;

use crate::config::Config;
use crate::jobs::Jobs;
use crate::log::{LogError, RoomLog, RoomMeta};
use crate::maps::{MapSet, OfferedMap};
use crate::message_limiter::MessageLimiters;
use crate::metrics::Metrics;
use crate::process::page::Page;
use crate::session::{RoomId, Token, TokenDigest, TokenKeys};
use crate::time::Time;
use crate::wakeup::WakingSender;
use crate::wire::ClientMessage;
use release::Ticket;
use reply::reply;

/// What clients ask of a shard. Its queue is bounded: when it is full, commands are refused.
#[derive(Debug)]
pub(crate) enum Command {
    Open { room: RoomId, meta: RoomMeta, reply: Reply<Result<(), OpenRoomError>> },
    Attach { room: RoomId, visit: Visit },
    Message { room: RoomId, conn: ConnId, message: ClientMessage },
    Detach { room: RoomId, conn: ConnId },
}

impl Command {
    /// The room it is for.
    fn room(&self) -> &RoomId {
        match self {
            Self::Open { room, .. }
            | Self::Attach { room, .. }
            | Self::Message { room, .. }
            | Self::Detach { room, .. } => room,
        }
    }
}

/// Messages to a shard that must never be refused: acknowledgements of the log, results of jobs,
/// and requests of the server itself. The queue is unbounded, because there is at most one for each
/// entry, job, connection and request.
#[derive(Debug)]
pub(crate) enum Internal {
    Durable {
        room: RoomId,
        incarnation: u64,
        ticket: Ticket,
        result: Result<(), LogError>,
    },
    JobDone {
        room: RoomId,
        incarnation: u64,
        job: JobId,
        result: JobResult,
    },
    Detach {
        room: RoomId,
        conn: ConnId,
    },
    /// The client that opened the room asks for the token of its first player.
    Claim {
        room: RoomId,
        reply: Reply<Option<Token>>,
    },
    Admin(AdminOrder),
    Reload {
        map: OfferedMap,
        reply: Reply<Vec<RoomReload>>,
    },
    DecideReload {
        room: RoomId,
        accept: bool,
        reply: Reply<RoomReload>,
    },
    MapBroken {
        map: String,
        error: String,
    },
    Stop,
}

/// What a shard in a worker process reports to the parent process.
pub(crate) trait Parent: Send + Sync {
    /// A connection's player has this token.
    fn known(&self, conn: ConnId, token: TokenDigest);
    /// Who sits in a room, and how many connections it has.
    fn listed(&self, room: &RoomId, seats: &[Option<String>], present: u32);
    /// A room was deleted.
    fn unlisted(&self, room: &RoomId);
    /// A room was placed on the isolation shard, or back on the shard that its name hashes to.
    fn moved(&self, room: &RoomId, to_isolation: bool);
    /// Whether the jobs of a room that wakes are to fail because one ended a worker process.
    fn jobs_fail(&self, room: &RoomId) -> bool;
}

/// What all rooms of a shard use.
pub(crate) struct Services {
    pub(crate) config: Arc<Config>,
    pub(crate) maps: Arc<MapSet>,
    pub(crate) log: Arc<dyn RoomLog>,
    pub(crate) jobs: Arc<dyn Jobs>,
    pub(crate) time: Arc<dyn Time>,
    pub(crate) keys: TokenKeys,
    pub(crate) limiters: Arc<MessageLimiters>,
    pub(crate) metrics: Arc<Metrics>,
    /// The index of this shard.
    pub(crate) index: usize,
    /// Which shard each room runs on.
    pub(crate) placement: Arc<Placement>,
    pub(crate) directory: Arc<Directory>,
    /// Number of rooms awake on all shards of this process.
    pub(crate) awake: Arc<AtomicUsize>,
    /// Whether the running task used up the fuel of a step.
    pub(crate) burned: Cell<bool>,
    pub(crate) internal: WakingSender<Internal>,
    /// The internal queues of all shards of this process, to forward messages for migrated rooms.
    pub(crate) shards: Arc<[WakingSender<Internal>]>,
    /// The parent process, if this is a worker process.
    pub(crate) parent: Option<Arc<dyn Parent>>,
    /// The page on which the shard notes what it works on.
    pub(crate) page: &'static Page,
    /// The shard numbers incarnations of its rooms from one above this.
    pub(crate) incarnations: u64,
}

impl Services {
    /// Updates a room's entry in the lobby, here and in the parent process.
    fn list(&self, room: &RoomId, seats: Vec<Option<String>>, present: u32) {
        if let Some(parent) = &self.parent {
            parent.listed(room, &seats, present);
        }
        self.directory.update(room, seats, present);
    }

    /// Removes a deleted room from the directory, here and in the parent process.
    fn unlist(&self, room: &RoomId) {
        self.directory.remove(room);
        if let Some(parent) = &self.parent {
            parent.unlisted(room);
        }
    }

    /// Places a room on the isolation shard.
    fn isolate(&self, room: &RoomId) {
        self.placement.isolate(room);
        self.moved(room, true);
    }

    /// Places a room on the shard that its name hashes to.
    fn return_home(&self, room: &RoomId) {
        self.placement.return_home(room);
        self.moved(room, false);
    }

    fn moved(&self, room: &RoomId, to_isolation: bool) {
        if let Some(parent) = &self.parent {
            // The room now runs in another process.
            self.directory.remove(room);
            parent.moved(room, to_isolation);
        }
    }
}
