//! The durable log of rooms, from which every room can be restored.
//!
//! A shard hands entries over with [`RoomLog::append`] and continues. Nothing that depends on an
//! entry is shown to viewers until the entry is acknowledged. Entries of one room take effect in
//! the order in which they were appended.
//!
//! A [`Lease`] decides who may write to a room. It carries an epoch, which rises whenever the room
//! changes hands; the store itself refuses entries with an older epoch ([`LogError::Stale`]). A
//! program that wrongly believes to own a room, because it was suspended or cut off, can therefore
//! do no harm. With [`SqliteLog`] all rooms of a data folder change hands together when the folder
//! is opened. [`PostgresLog`], which several servers may share, keeps an owner and an epoch for
//! each room.

mod error;
mod games;
mod memory;
mod packages;
mod postgres;
mod record;
mod shared;
mod sound;
mod sqlite;

use std::sync::Arc;
use std::time::Duration;

use fangqi_protocol::{PlayerId, Record};
use fangqi_room::{PackageDigest, RoomOptions};
use serde::{Deserialize, Serialize};

pub use error::LogError;
pub use games::{Continuation, DEPTH as GAME_DEPTH, FinishedGame, GAMES_MAX, Opening};
pub use memory::MemoryLog;
pub use postgres::{Ages, Node, PostgresLog, PostgresReader};
pub use record::{RECORD_VERSION, Unreadable, decode_record, encode_record};
pub use shared::{Location, Peer, PostedRoom, Presence, SharedDirectory};
pub use sqlite::{Freed, SqliteLog, SqliteReader, backup};

use crate::metrics::CommitStats;
use crate::session::{RoomId, TokenDigest};

/// What a room was opened with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomMeta {
    /// The map's id.
    pub map: String,
    /// The package it is played with; unknown for rooms from before packages were kept.
    pub package: PackageDigest,
    /// Seed of the room's random numbers.
    pub seed: u64,
    /// When it was opened, in seconds since 1970.
    pub created: u64,
    /// Further options as JSON; see [`Self::room_options`].
    pub options: String,
}

/// The JSON of [`RoomMeta::options`].
#[derive(Debug, Serialize, Deserialize)]
struct Options {
    /// The opening time that scripts are told, in seconds since 1970. A branch keeps that of the
    /// original room. Older rooms do not have it and use a fixed day.
    #[serde(skip_serializing_if = "Option::is_none")]
    opened: Option<i64>,
    /// Whether the lobby does not list the room.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    private: bool,
}

impl RoomMeta {
    /// The options of a listed room that is opened at this time, in seconds since 1970.
    pub fn options_at(opened: u64) -> String {
        Self::options_of(opened, false)
    }

    /// The same, for a room that is `private` or not.
    pub(crate) fn options_of(opened: u64, private: bool) -> String {
        let opened = i64::try_from(opened).ok();
        serde_json::to_string(&Options { opened, private }).unwrap_or_else(|_| "{}".to_owned())
    }

    /// Whether the lobby does not list the room.
    pub(crate) fn is_private(&self) -> bool {
        serde_json::from_str(&self.options).is_ok_and(|own: Options| own.private)
    }

    /// The options with which to open the room, with default limits.
    pub fn room_options(&self) -> RoomOptions {
        let usual = RoomOptions { seed: self.seed, ..RoomOptions::default() };
        let own = serde_json::from_str(&self.options).ok();
        let opened = own.and_then(|own: Options| own.opened).unwrap_or(usual.opened);
        RoomOptions { opened, ..usual }
    }
}

/// The right to write to one room.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lease {
    room: RoomId,
    epoch: u64,
}

impl Lease {
    /// A lease as an implementation of [`RoomLog`] grants it.
    pub fn new(room: RoomId, epoch: u64) -> Self {
        Self { room, epoch }
    }

    /// The room.
    pub fn room(&self) -> &RoomId {
        &self.room
    }

    /// The epoch: how often the room had changed hands when the lease was granted.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }
}

/// One entry of a room's log.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Entry {
    /// A package that rooms are played with. It is stored once, however many rooms name it, and may
    /// precede the opening of the first room that does.
    Package {
        /// The digest that identifies it.
        digest: PackageDigest,
        /// The output of [`fangqi_room::Package::pack`].
        bytes: Arc<[u8]>,
    },
    /// The room is opened. Precedes all other entries of the room except packages.
    Open(RoomMeta),
    /// A new token of a player, which replaces any earlier one.
    Token {
        /// The digest of the token; the token itself is not stored.
        token: TokenDigest,
        /// The player it belongs to.
        player: PlayerId,
    },
    /// The record of an input that took effect, or a draft: see [`Self::Amend`].
    Record {
        /// Its event number in the room: from 1, without gaps.
        event: u64,
        /// The record.
        record: Record,
    },
    /// The newest record was a draft, appended before the room had applied its input, and the input
    /// had another result. Precedes any other record of the room.
    Amend {
        /// The event number of the draft.
        event: u64,
        /// The record that replaces it; `None` if the room refused the input.
        record: Option<Record>,
    },
    /// From now on the whole log of the room is replayed with another package, which must be stored
    /// already. Checkpoints made with the earlier one are deleted if the log is complete without
    /// them.
    Repackage {
        /// The package.
        digest: PackageDigest,
        /// The event number of the checkpoint from which the room was restored with the new
        /// package; earlier entries are deleted, because with this package they would have had
        /// other results. 0 if the room was replayed from its opening.
        since: u64,
    },
    /// The room's whole state after an event. The newest two checkpoints are kept.
    Checkpoint {
        /// The number of the event.
        event: u64,
        /// The state, which the log does not interpret.
        bytes: Vec<u8>,
    },
    /// The room has viewers.
    Visited {
        /// The time by the log's clock. A later time than the clock shows, such as [`NOW`], stands
        /// for the moment at which the log writes the entry.
        at: u64,
    },
    /// A game of the room has ended. Follows the record of its last event.
    Finished(FinishedGame),
    /// The room is deleted.
    Delete,
}

/// Stands for the time at which the log writes the entry.
pub const NOW: u64 = u64::MAX;

/// Called once when an entry is durable or has failed, from any thread. Must neither block nor use
/// the log.
pub type Ack = Box<dyn FnOnce(Result<(), LogError>) + Send>;

/// A room as read from the log.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct StoredRoom {
    /// What it was opened with.
    pub meta: RoomMeta,
    /// Its records in order, without gaps, beginning with event [`Self::first_event`].
    pub records: Vec<Record>,
    /// The token digests of its players.
    pub tokens: Vec<(TokenDigest, PlayerId)>,
    /// Its package, packed; `None` if the log does not have it.
    pub package: Option<Arc<[u8]>>,
    /// The newest valid checkpoint: the number of its event, and the state.
    pub checkpoint: Option<(u64, Vec<u8>)>,
    /// Event number of the first record. Above 1 if retention has deleted earlier ones; the room
    /// can then only be restored from its checkpoint.
    pub first_event: u64,
    /// The number of the last event before the package was last changed; 0 if it never was. Records
    /// up to there were made with an earlier package, and the current one may refuse them.
    pub repackaged: u64,
    /// The damaged part of the log that was found by this read and cut off.
    pub lost: Option<Lost>,
}

/// Records that cannot be read, or cannot be used because they follow one that cannot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lost {
    /// Event number of the first.
    pub event: u64,
    /// Their number, as far as it is known.
    pub records: u64,
    /// What is wrong with the first.
    pub reason: String,
}

/// A log of rooms. Implementations may take long to acknowledge an entry, but not to accept it.
pub trait RoomLog: Send + Sync + 'static {
    /// Makes the caller the only writer of a room, which need not have been opened yet. Earlier
    /// leases may be refused from then on. May block on the store.
    fn lease(&self, room: &RoomId) -> Result<Lease, LogError>;

    /// Accepts an entry for the room of a lease, and acknowledges it when it is durable.
    fn append(&self, lease: &Lease, entry: Entry, ack: Ack);

    /// Acknowledges once the log has shown that it still makes writes durable. Nothing that a room
    /// is restored from changes.
    fn probe(&self, ack: Ack) {
        ack(Ok(()));
    }

    /// Releases a room once everything appended with the lease is written. In a store with expiring
    /// leases, another owner then need not wait for the expiry.
    fn release(&self, lease: &Lease) {
        let _ = lease;
    }

    /// Reads everything appended to a room before this call; waits for entries in progress. Damaged
    /// records are cut off and reported in [`StoredRoom::lost`].
    fn read(&self, room: &RoomId) -> Result<StoredRoom, LogError>;

    /// The package with this digest; `None` if it is not stored.
    fn package(&self, digest: PackageDigest) -> Result<Option<Arc<[u8]>>, LogError>;

    /// What servers that share the log know of each other's rooms; `None` for the log of one
    /// server.
    fn shared(&self) -> Option<&dyn SharedDirectory> {
        None
    }

    /// All rooms, oldest first.
    fn rooms(&self) -> Result<Vec<(RoomId, RoomMeta)>, LogError>;

    /// The log's own clock in seconds, by which retention measures age. It counts only the time for
    /// which the log was open, by the machine's steady clock, so a wrong wall clock never affects
    /// it.
    fn clock(&self) -> u64 {
        0
    }

    /// When each room last had viewers, by [`Self::clock`], as far as it is known. A room that was
    /// never visited counts from its opening.
    fn visits(&self) -> Result<Vec<(RoomId, u64)>, LogError> {
        Ok(Vec::new())
    }

    /// What was played next in a position, in the finished games of rooms that are not private.
    /// The most frequent moves come first. A log that keeps no games knows none.
    fn explore(&self, opening: &Opening) -> Result<Vec<Continuation>, LogError> {
        let _ = opening;
        Ok(Vec::new())
    }

    /// For how long its copy in another folder has not had everything; `None` if it has none.
    fn copy_lag(&self) -> Option<Duration> {
        None
    }

    /// Statistics of its commits; `None` if it has no commits.
    fn commits(&self) -> Option<&CommitStats> {
        None
    }
}
