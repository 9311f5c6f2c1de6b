//! The durable log of rooms: everything a room is, so that it can be made again.
//!
//! A shard hands entries over with [`RoomLog::append`] and goes on; a room's viewers are shown
//! nothing of an entry until its acknowledgement has come. Entries of one room take effect in the
//! order given.

mod memory;
mod record;
mod sqlite;
mod writer;

use fangqi_room::model::{PlayerId, Record};
use serde::{Deserialize, Serialize};

pub use memory::MemoryLog;
pub use record::{decode_record, encode_record};
pub use sqlite::SqliteLog;

use crate::metrics::CommitStats;
use crate::session::{RoomId, Token};

/// What a room was opened with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomMeta {
    /// The map's id.
    pub map: String,
    /// Seed of all the room's chance.
    pub seed: u64,
    /// When it was opened, in seconds since 1970.
    pub created: u64,
    /// Options of the room as JSON, for settings to come.
    pub options: String,
}

/// One step of a room's log.
#[derive(Debug, Clone)]
pub enum Entry {
    /// The room is opened. Comes first.
    Open(RoomMeta),
    /// A player of the room is known by a token.
    Token {
        /// The token.
        token: Token,
        /// Who bears it.
        player: PlayerId,
    },
    /// An input took effect.
    Record {
        /// Its number in the room, from 1, without gaps.
        event: u64,
        /// What it was.
        record: Record,
    },
    /// The room is forgotten.
    Delete,
}

/// Called once when an entry is durable, or cannot be made so. From any thread; must not block.
pub type Ack = Box<dyn FnOnce(Result<(), LogError>) + Send>;

/// A room as the log knows it.
#[derive(Debug, Clone)]
pub struct StoredRoom {
    /// What it was opened with.
    pub meta: RoomMeta,
    /// Its inputs, in order.
    pub records: Vec<Record>,
    /// Who its players are known by.
    pub tokens: Vec<(Token, PlayerId)>,
}

/// Keeps rooms. Implementations may be slow to acknowledge but not slow to take an entry.
pub trait RoomLog: Send + Sync + 'static {
    /// Takes an entry of a room and acknowledges it when it is durable.
    fn append(&self, room: &RoomId, entry: Entry, ack: Ack);

    /// All that was appended to a room before this call. Waits for what is on its way.
    fn read(&self, room: &RoomId) -> Result<StoredRoom, LogError>;

    /// Every room there is, oldest first.
    fn rooms(&self) -> Result<Vec<(RoomId, RoomMeta)>, LogError>;

    /// How its commits went, if it makes any.
    fn commits(&self) -> Option<&CommitStats> {
        None
    }
}

/// Why the log failed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum LogError {
    /// There is no such room.
    #[error("room {0} is not in the log")]
    NoSuchRoom(RoomId),
    /// A record cannot be read.
    #[error("record {event} of room {room} is damaged: {reason}")]
    Damaged {
        /// The room.
        room: RoomId,
        /// The record's number.
        event: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// An entry does not follow the one before it.
    #[error("room {room}: record {event} does not follow record {last}")]
    OutOfOrder {
        /// The room.
        room: RoomId,
        /// The number given.
        event: u64,
        /// The last number in the log.
        last: u64,
    },
    /// A record of this room cannot be encoded.
    #[error("a record of room {room} cannot be encoded: {reason}")]
    Encode {
        /// The room.
        room: RoomId,
        /// Why.
        reason: String,
    },
    /// The store failed.
    #[error("the log's store failed while {doing}: {reason}")]
    Store {
        /// What was being done.
        doing: &'static str,
        /// What it said.
        reason: String,
    },
    /// The log has been closed.
    #[error("the log is closed")]
    Closed,
}
