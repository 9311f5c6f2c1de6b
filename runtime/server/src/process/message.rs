//! What travels between a worker process and its parent.
//!
//! Both are the same program, so the forms need no versions. The parent trusts nothing that it
//! reads: every message is bounded in length and checked as it is decoded, and it speaks only for
//! the rooms and connections that are the worker's.

use std::collections::BTreeMap;
use std::sync::Arc;

use fangqi_room::model::{Input, LocalText, Rejection};
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
    Closing, ConnId, OpenRoomError, PastError, ReloadOutcome, RoomReload, RoomReport,
};
use crate::wire::Frame;

/// Longest message in bytes. A room's whole log may be one.
pub(super) const MESSAGE_MAX: usize = 512 << 20;

/// From the parent to a worker.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ToWorker {
    /// All that a worker works with; comes first.
    Boot(Box<Boot>),
    /// In place of it: the process is to read maps, and ends then.
    ReadMaps(Box<MapsToRead>),
    /// A room lives with this worker from now on, or did before the worker was started.
    Adopt(Listing),
    /// A map is offered in place of the one of the same name.
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
    /// What a client said, as JSON.
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
    /// Rooms are to try the offered version of a map.
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
    /// The log has taken these entries.
    Logged {
        entries: Vec<u64>,
    },
    /// The log has not taken an entry.
    NotLogged {
        entry: u64,
        why: Refusal,
    },
    /// The answer to a [`FromWorker::Read`].
    Stored(Result<Box<StoredRoom>, Refusal>),
    /// Play a room again for a spectator.
    Retell {
        question: u64,
        room: RoomId,
        stored: Box<StoredRoom>,
    },
    /// Find out how a room stood after an event, with every seat free.
    Branch {
        question: u64,
        room: RoomId,
        stored: Box<StoredRoom>,
        event: u64,
    },
    /// Say what was counted.
    Report {
        question: u64,
    },
    Stop,
}

/// From a worker to its parent.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum FromWorker {
    /// An entry for the log, of a room that lives here; [`ToWorker::Logged`] or
    /// [`ToWorker::NotLogged`] answers it.
    Append { entry: u64, room: RoomId, step: Entry },
    /// Asks for a room's log; the worker waits for [`ToWorker::Stored`].
    Read { room: RoomId },
    /// A room is not written to for the time being.
    Release { room: RoomId },
    /// Frames for a connection, and whether they may go straight to its line. Shown once the log
    /// has the entry of that number, the room's last before them; 0 if there is none.
    Frames { conn: ConnId, frames: Vec<Framed>, promptly: bool, after: u64 },
    /// A connection ends after what was sent before.
    Close { conn: ConnId, closing: Closing, after: u64 },
    /// A connection ends at once.
    Kill { conn: ConnId },
    /// A connection is known by this token from now on.
    Known { conn: ConnId, token: TokenDigest },
    /// Who sits in a room, and how many are connected.
    Listed { room: RoomId, seats: Vec<Option<String>>, present: u32 },
    /// A room is no more.
    Unlisted { room: RoomId },
    /// A room lives in the isolation shard from now on, or with the shard of its name again.
    Moved { room: RoomId, to_isolation: bool },
    /// What was counted.
    Counted(Box<Report>),
    /// The next of the maps that were to be read, or what is wrong with it.
    MapRead(Result<Box<MapRead>, String>),
    /// The answer to a question; `None` if there is none.
    Answer { question: u64, answer: Option<Box<Answer>> },
}

/// What a question was answered with.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Answer {
    Opened(Result<(), OpenRoomError>),
    /// The token's text.
    Claimed(Option<String>),
    Looked(Option<Box<RoomReport>>),
    Said(usize),
    Closed(bool),
    Reloaded(Vec<Reloaded>),
    Retold(Result<Vec<u8>, PastError>),
    Branched(Result<Box<Branched>, PastError>),
    /// Comes behind a [`FromWorker::Counted`].
    Reported,
}

/// All that a worker works with.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Boot {
    /// Which of the shards it is.
    pub(super) index: usize,
    /// Tells this process from those that were the same shard before.
    pub(super) generation: u64,
    pub(super) shards: usize,
    pub(super) isolation_shard: bool,
    pub(super) job_threads: usize,
    pub(super) job_queue: usize,
    pub(super) shard_queue: usize,
    pub(super) awake_rooms: usize,
    pub(super) watch: bool,
    pub(super) hazards: bool,
    /// Most memory it may map, in bytes.
    pub(super) memory: u64,
    pub(super) keys: Vec<[u8; 32]>,
    pub(super) room: RoomLimits,
    pub(super) socket: SocketLimits,
    pub(super) http: HttpLimits,
}

/// Maps that a process is to read, and how.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct MapsToRead {
    /// Files by path, those of other maps among them.
    pub(super) files: BTreeMap<String, codec::Bytes>,
    /// The maps, in the order in which they are answered.
    pub(super) maps: Vec<String>,
    /// Most memory the process may map, in bytes.
    pub(super) memory: u64,
    pub(super) hazards: bool,
}

/// A map that was read.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct MapRead {
    pub(super) about: MapAbout,
    pub(super) packed: codec::Bytes,
}

/// A visitor, as far as its room's worker has to know it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Visitor {
    pub(super) conn: ConnId,
    pub(super) token: Option<String>,
    pub(super) after: Option<u64>,
    pub(super) name: Option<String>,
    pub(super) chinese: bool,
    pub(super) local: bool,
    pub(super) notice: Option<LocalText>,
}

/// A frame. Sent as bytes, not as a list of numbers.
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

/// Why the log did not do something, as far as a worker tells reasons apart.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum Refusal {
    Full { path: String },
    NoSuchRoom(RoomId),
    Other(String),
}

impl From<LogError> for Refusal {
    fn from(error: LogError) -> Self {
        match error {
            LogError::Full { path } => Self::Full { path },
            LogError::NoSuchRoom(room) => Self::NoSuchRoom(room),
            other => Self::Other(other.to_string()),
        }
    }
}

impl From<Refusal> for LogError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Full { path } => Self::Full { path },
            Refusal::NoSuchRoom(room) => Self::NoSuchRoom(room),
            Refusal::Other(text) => Self::Elsewhere(text),
        }
    }
}

/// What became of a room when its map changed.
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

/// A [`Divergence`]; of a rejection only the sentence travels.
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
