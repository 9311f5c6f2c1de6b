//! Rooms at work: each lives on one of a few threads (shards), which nothing else shares.

mod admin;
mod annex;
mod attach;
mod branch;
mod checkpoint;
mod clock;
mod conduct;
mod directory;
mod host;
mod input;
mod mailbox;
mod moving;
mod outbox;
mod past;
mod places;
mod ration;
mod release;
mod reload;
mod rights;
mod ring;
mod rooms;
#[cfg(feature = "stepped")]
pub mod stepped;
mod turns;
mod viewer;
mod watchdog;
pub(crate) mod words;
mod worker;

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use fangqi_room::model::{JobId, JobResult};
use tokio::sync::oneshot;

pub(crate) use admin::{AdminOrder, RoomReport};
pub(crate) use directory::Directory;
pub(crate) use outbox::{Batch, Closing, Inbox, Line, Written, queue};
pub(crate) use past::PastError;
pub use reload::{ReloadOutcome, RoomReload};
pub use rooms::OpenRoomError;
pub(crate) use rooms::Rooms;
pub(crate) use viewer::{ConnId, Visit};

use crate::bell::Door;
use crate::config::Config;
use crate::jobs::Jobs;
use crate::log::{LogError, RoomLog, RoomMeta};
use crate::maps::{MapSet, OfferedMap};
use crate::metrics::Metrics;
use crate::pace::Paces;
use crate::session::{RoomId, Token, TokenKeys};
use crate::time::Time;
use crate::wire::ClientMessage;
use annex::Quarters;
use release::Ticket;

/// What the outside asks of a shard. The queue is bounded: more is refused.
#[derive(Debug)]
enum Command {
    Open { room: RoomId, meta: RoomMeta, reply: oneshot::Sender<Result<(), OpenRoomError>> },
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
enum Internal {
    Durable {
        room: RoomId,
        life: u64,
        ticket: Ticket,
        result: Result<(), LogError>,
    },
    JobDone {
        room: RoomId,
        life: u64,
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
        reply: oneshot::Sender<Option<Token>>,
    },
    Admin(AdminOrder),
    Reload {
        map: OfferedMap,
        reply: oneshot::Sender<Vec<RoomReload>>,
    },
    DecideReload {
        room: RoomId,
        accept: bool,
        reply: oneshot::Sender<RoomReload>,
    },
    MapBroken {
        map: String,
        error: String,
    },
    Stop,
}

/// What every room of a shard uses.
struct Services {
    config: Arc<Config>,
    maps: Arc<MapSet>,
    log: Arc<dyn RoomLog>,
    jobs: Arc<dyn Jobs>,
    time: Arc<dyn Time>,
    keys: TokenKeys,
    paces: Arc<Paces>,
    metrics: Arc<Metrics>,
    /// Which of the shards this is.
    index: usize,
    /// Which rooms live with which.
    quarters: Arc<Quarters>,
    directory: Arc<Directory>,
    /// Rooms awake over all shards.
    awake: Arc<AtomicUsize>,
    /// Whether the errand under way has burned what fuel a step is given.
    burned: Cell<bool>,
    internal: Door<Internal>,
    /// Those of all shards, for what was asked of the wrong one.
    doors: Arc<[Door<Internal>]>,
}
