//! Messages between a worker process and its parent.
//!
//! Both run the same executable, so the formats need no versions. The parent does not trust what it
//! reads: every message is bounded in length and checked while it is decoded, and concerns only the
//! worker's own rooms and connections.

use std::collections::BTreeMap;
use std::sync::Arc;

use fangqi_protocol::{Input, JobResult, LocalText, PackedJob, Rejection};
use fangqi_room::{BlockChange, Divergence};
use fangqi_world::{BlockState, codec};
use serde::{Deserialize, Serialize};
use tokio_tungstenite::tungstenite::{Bytes, Utf8Bytes};

use super::room::{Branched, Listing};
use crate::config::{HttpLimits, RoomLimits, SocketLimits};
use crate::log::{Entry, LogError, RoomMeta, StoredRoom};
use crate::maps::MapAbout;
use crate::metrics::Report;
use crate::session::{RoomId, TokenDigest};
use crate::shard::{
    Attendance, Closing, ConnId, OpenRoomError, PastError, ReloadOutcome, RoomReload, RoomReport,
};
use crate::wire::Frame;

/// Longest message in bytes. One message may hold a room's whole log.
pub(super) const MESSAGE_MAX: usize = 512 << 20;

/// Messages from the parent to a worker.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ToWorker {
    /// The worker's configuration. It is the first message.
    Boot(Box<Boot>),
    /// The first message of a process that only reads maps and then ends.
    ReadMaps(Box<MapsToRead>),
    /// A room is placed on this worker, now or since before the worker was started.
    Adopt(Listing),
    /// A new version of a map, which replaces the one with the same id.
    Offer {
        about: Box<MapAbout>,
        packed: Arc<[u8]>,
    },
    Open {
        question: u64,
        room: RoomId,
        meta: RoomMeta,
    },
    Attach {
        room: RoomId,
        visit: Box<Visitor>,
    },
    /// A client's message as JSON.
    Message {
        room: RoomId,
        conn: ConnId,
        text: String,
    },
    Detach {
        room: RoomId,
        conn: ConnId,
    },
    Claim {
        question: u64,
        room: RoomId,
    },
    Draw {
        question: u64,
        room: RoomId,
    },
    Look {
        question: u64,
        room: RoomId,
    },
    Say {
        question: u64,
        room: Option<RoomId>,
        text: String,
    },
    Close {
        question: u64,
        room: RoomId,
    },
    /// The rooms of a map are to try its offered version.
    Reload {
        question: u64,
        map: String,
    },
    DecideReload {
        question: u64,
        room: RoomId,
        accept: bool,
    },
    MapBroken {
        map: String,
        error: String,
    },
    /// The log has made these entries durable.
    Logged {
        entries: Vec<u64>,
    },
    /// The log has failed to write an entry.
    NotLogged {
        entry: u64,
        why: Refusal,
    },
    /// The answer to a [`FromWorker::Read`].
    Stored(Result<Box<StoredRoom>, Refusal>),
    /// Replay a room for a spectator.
    Retell {
        question: u64,
        room: RoomId,
        stored: Box<StoredRoom>,
    },
    /// Replay a room up to an event and free every seat.
    Branch {
        question: u64,
        room: RoomId,
        stored: Box<StoredRoom>,
        event: u64,
    },
    /// Compute a job of another server, if a thread is free.
    Help {
        question: u64,
        room: RoomId,
        job: PackedJob,
    },
    /// The answer to a [`FromWorker::Offer`]: what another server has computed, if one has.
    Helped {
        offer: u64,
        result: Option<JobResult>,
    },
    /// Report the counters.
    Report {
        question: u64,
    },
    Stop,
}

/// Messages from a worker to its parent.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum FromWorker {
    /// An entry for the log of a room placed here. [`ToWorker::Logged`] or [`ToWorker::NotLogged`]
    /// answers it.
    Append { entry: u64, room: RoomId, step: Entry },
    /// Requests a room's log; the worker blocks until [`ToWorker::Stored`] arrives.
    Read { room: RoomId },
    /// Releases the lease of a room that is no longer awake.
    Release { room: RoomId },
    /// Frames for a connection, and whether they may be written to its line directly. They are
    /// shown once the log has entry number `after`, the room's last entry before them; 0 if there
    /// is none.
    Frames { conn: ConnId, frames: Vec<Framed>, promptly: bool, after: u64 },
    /// Close a connection after what was sent before.
    Close { conn: ConnId, closing: Closing, after: u64 },
    /// End a connection at once.
    Kill { conn: ConnId },
    /// A connection's player has this token.
    Known { conn: ConnId, token: TokenDigest },
    /// Who is in a room, and whose turn it is.
    Listed { room: RoomId, attendance: Attendance },
    /// A room was deleted.
    Unlisted { room: RoomId },
    /// A room was placed on the isolation shard, or back on the shard that its name hashes to.
    Moved { room: RoomId, to_isolation: bool },
    /// A job that has to wait here. [`ToWorker::Helped`] answers it.
    Offer { offer: u64, room: RoomId, job: PackedJob },
    /// The counters.
    Counted(Box<Report>),
    /// The next of the maps to be read, or why it cannot be read.
    MapRead(Result<Box<MapRead>, String>),
    /// The answer to a question; `None` if there will be none.
    Answer { question: u64, answer: Option<Box<Answer>> },
}

/// The answers to questions.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Answer {
    Opened(Result<(), OpenRoomError>),
    /// The token's text.
    Claimed(Option<String>),
    /// A drawing as SVG.
    Drawn(Option<String>),
    Looked(Option<Box<RoomReport>>),
    Said(usize),
    Closed(bool),
    Reloaded(Vec<Reloaded>),
    Retold(Result<Vec<u8>, PastError>),
    Branched(Result<Box<Branched>, PastError>),
    /// The result of another server's job.
    Helped(JobResult),
    /// Sent after the [`FromWorker::Counted`] that was asked for.
    Reported,
}

/// The configuration of a worker.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Boot {
    /// The index of its shard.
    pub(super) index: usize,
    /// Distinguishes this process from earlier ones of the same shard.
    pub(super) generation: u64,
    pub(super) shards: usize,
    pub(super) isolation_shard: bool,
    pub(super) job_threads: usize,
    pub(super) job_queue: usize,
    /// Whether other servers may compute jobs.
    pub(super) helpers: bool,
    pub(super) shard_queue: usize,
    pub(super) awake_rooms: usize,
    pub(super) watch: bool,
    pub(super) hazards: bool,
    /// Memory limit of the process's address space, in bytes.
    pub(super) memory: u64,
    pub(super) keys: Vec<[u8; 32]>,
    pub(super) room: RoomLimits,
    pub(super) socket: SocketLimits,
    pub(super) http: HttpLimits,
}

/// Maps that a process is to read.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct MapsToRead {
    /// Files of all maps by path.
    pub(super) files: BTreeMap<String, codec::Bytes>,
    /// Ids of the maps to read, in the order of the answers.
    pub(super) maps: Vec<String>,
    /// Memory limit of the process's address space, in bytes.
    pub(super) memory: u64,
    pub(super) hazards: bool,
}

/// A map that was read.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct MapRead {
    pub(super) about: MapAbout,
    pub(super) packed: codec::Bytes,
}

/// The part of a visit that the room's worker needs.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Visitor {
    pub(super) conn: ConnId,
    pub(super) token: Option<String>,
    pub(super) after: Option<u64>,
    pub(super) name: Option<String>,
    pub(super) watch: bool,
    pub(super) chinese: bool,
    pub(super) local: bool,
    pub(super) notice: Option<LocalText>,
}

/// A frame in a form that is serialized as bytes, not as a list of numbers.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Framed {
    Text(String),
    Binary(codec::Bytes),
}

impl From<Frame> for Framed {
    fn from(frame: Frame) -> Self {
        match frame {
            Frame::Text(text) => Self::Text(text.to_string()),
            Frame::Binary(bytes) => Self::Binary(codec::Bytes(bytes.to_vec())),
        }
    }
}

impl From<Framed> for Frame {
    fn from(framed: Framed) -> Self {
        match framed {
            Framed::Text(text) => Self::Text(Utf8Bytes::from(text)),
            Framed::Binary(codec::Bytes(bytes)) => Self::Binary(Bytes::from(bytes)),
        }
    }
}

/// Why the log failed, as far as a worker distinguishes reasons.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum Refusal {
    Full { path: String },
    Away { database: String, reason: String },
    NoSuchRoom(RoomId),
    OwnedElsewhere { room: RoomId, node: String, address: String },
    Other(String),
}

impl From<LogError> for Refusal {
    fn from(error: LogError) -> Self {
        match error {
            LogError::Full { path } => Self::Full { path },
            LogError::Away { database, reason } => Self::Away { database, reason },
            LogError::NoSuchRoom(room) => Self::NoSuchRoom(room),
            LogError::OwnedElsewhere { room, node, address } => {
                Self::OwnedElsewhere { room, node, address }
            }
            other => Self::Other(other.to_string()),
        }
    }
}

impl From<Refusal> for LogError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Full { path } => Self::Full { path },
            Refusal::Away { database, reason } => Self::Away { database, reason },
            Refusal::NoSuchRoom(room) => Self::NoSuchRoom(room),
            Refusal::OwnedElsewhere { room, node, address } => {
                Self::OwnedElsewhere { room, node, address }
            }
            Refusal::Other(text) => Self::Elsewhere(text),
        }
    }
}

/// The result of a reload for one room.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Reloaded {
    room: RoomId,
    outcome: Outcome,
}

#[derive(Debug, Serialize, Deserialize)]
enum Outcome {
    Swapped,
    Differs(Box<Difference>),
    Failed(String),
    Accepted,
    Dismissed,
    NothingOffered,
}

/// A [`Divergence`]. Of its rejection only the text is sent.
#[derive(Debug, Serialize, Deserialize)]
struct Difference {
    record: Option<u64>,
    input: Option<Input>,
    refused: Option<LocalText>,
    parts: Vec<String>,
    blocks: Vec<([i32; 3], BlockState, BlockState)>,
}

impl From<RoomReload> for Reloaded {
    fn from(RoomReload { room, outcome }: RoomReload) -> Self {
        let outcome = match outcome {
            ReloadOutcome::Swapped => Outcome::Swapped,
            ReloadOutcome::Failed(error) => Outcome::Failed(error),
            ReloadOutcome::Accepted => Outcome::Accepted,
            ReloadOutcome::Dismissed => Outcome::Dismissed,
            ReloadOutcome::NothingOffered => Outcome::NothingOffered,
            ReloadOutcome::Differs(first) => {
                let Divergence { record, input, refused, parts, blocks } = *first;
                let blocks = blocks.into_iter().map(|block| (block.pos, block.old, block.new));
                Outcome::Differs(Box::new(Difference {
                    record,
                    input,
                    refused: refused.map(|rejection| rejection.text),
                    parts,
                    blocks: blocks.collect(),
                }))
            }
        };
        Self { room, outcome }
    }
}

impl From<Reloaded> for RoomReload {
    fn from(Reloaded { room, outcome }: Reloaded) -> Self {
        let outcome = match outcome {
            Outcome::Swapped => ReloadOutcome::Swapped,
            Outcome::Failed(error) => ReloadOutcome::Failed(error),
            Outcome::Accepted => ReloadOutcome::Accepted,
            Outcome::Dismissed => ReloadOutcome::Dismissed,
            Outcome::NothingOffered => ReloadOutcome::NothingOffered,
            Outcome::Differs(difference) => {
                let Difference { record, input, refused, parts, blocks } = *difference;
                let blocks =
                    blocks.into_iter().map(|(pos, old, new)| BlockChange { pos, old, new });
                ReloadOutcome::Differs(Box::new(Divergence {
                    record,
                    input,
                    refused: refused.map(|text| Rejection { code: "refused", text }),
                    parts,
                    blocks: blocks.collect(),
                }))
            }
        };
        Self { room, outcome }
    }
}
