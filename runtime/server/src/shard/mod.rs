//! Rooms at work: each lives on one of a few threads (shards), which nothing else shares.

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

/// What the outside asks of a shard. The queue is bounded: more is refused.
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

/// What a shard hears from its own log entries and jobs, and what must never be refused. Unbounded,
/// since there is at most one for each entry, job and connection.
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
    /// Who opened the room wants to be known as its first player.
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

/// What the process in which a shard works tells its parent, where that holds the rest of the
/// server.
pub(crate) trait Parent: Send + Sync {
    /// A connection is known by this token from now on.
    fn known(&self, conn: ConnId, token: TokenDigest);
    /// Who sits in a room, and how many are connected.
    fn listed(&self, room: &RoomId, seats: &[Option<String>], present: u32);
    /// A room is no more.
    fn unlisted(&self, room: &RoomId);
    /// A room lives in the isolation shard from now on, or with the shard of its name again.
    fn moved(&self, room: &RoomId, to_isolation: bool);
    /// Whether the jobs of a room that wakes are to fail, since they ended a process.
    fn jobs_fail(&self, room: &RoomId) -> bool;
}

/// What every room of a shard uses.
pub(crate) struct Services {
    pub(crate) config: Arc<Config>,
    pub(crate) maps: Arc<MapSet>,
    pub(crate) log: Arc<dyn RoomLog>,
    pub(crate) jobs: Arc<dyn Jobs>,
    pub(crate) time: Arc<dyn Time>,
    pub(crate) keys: TokenKeys,
    pub(crate) limiters: Arc<MessageLimiters>,
    pub(crate) metrics: Arc<Metrics>,
    /// Which of the shards this is.
    pub(crate) index: usize,
    /// Which rooms live with which.
    pub(crate) placement: Arc<Placement>,
    pub(crate) directory: Arc<Directory>,
    /// Rooms awake over all shards of this process.
    pub(crate) awake: Arc<AtomicUsize>,
    /// Whether the running task used up a step's fuel.
    pub(crate) burned: Cell<bool>,
    pub(crate) internal: WakingSender<Internal>,
    /// Those of all shards of this process, for what was asked of the wrong one.
    pub(crate) shards: Arc<[WakingSender<Internal>]>,
    /// Where the rest of the server is, if it is in another process.
    pub(crate) parent: Option<Arc<dyn Parent>>,
    /// Where the shard notes what it does.
    pub(crate) page: &'static Page,
    /// What the numbers of its rooms' lives begin after.
    pub(crate) incarnations: u64,
}

impl Services {
    /// Brings the lobby up to date.
    fn list(&self, room: &RoomId, seats: Vec<Option<String>>, present: u32) {
        if let Some(parent) = &self.parent {
            parent.listed(room, &seats, present);
        }
        self.directory.update(room, seats, present);
    }

    /// A room is no more.
    fn unlist(&self, room: &RoomId) {
        self.directory.remove(room);
        if let Some(parent) = &self.parent {
            parent.unlisted(room);
        }
    }

    /// A room lives in the isolation shard from now on.
    fn isolate(&self, room: &RoomId) {
        self.placement.isolate(room);
        self.moved(room, true);
    }

    /// A room lives with the shard of its name from now on.
    fn return_home(&self, room: &RoomId) {
        self.placement.return_home(room);
        self.moved(room, false);
    }

    fn moved(&self, room: &RoomId, to_isolation: bool) {
        if let Some(parent) = &self.parent {
            // It is another process's room now.
            self.directory.remove(room);
            parent.moved(room, to_isolation);
        }
    }
}
