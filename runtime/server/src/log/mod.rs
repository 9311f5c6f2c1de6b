//! The durable log of rooms: everything a room is, so that it can be made again.
//!
//! A shard hands entries over with [`RoomLog::append`] and goes on; a room's viewers are shown
//! nothing of an entry until its acknowledgement has come. Entries of one room take effect in the
//! order given.
//!
//! Who may write to a room is settled by a [`Lease`], which carries an epoch: whenever a room
//! changes hands its epoch rises, and an entry that comes with an older one is refused by the
//! store itself ([`LogError::Stale`]). A program that only believes it still owns a room (it was
//! stopped for a minute, or cut off) can therefore do no harm. With [`SqliteLog`] all rooms of a
//! data folder change hands together, when the folder is opened; a store shared by several servers
//! would keep an owner and an epoch for each room, and nothing above this module would change.

mod error;
mod memory;
mod record;
mod sqlite;

use std::sync::Arc;

use fangqi_room::model::{PlayerId, Record};
use fangqi_room::{PackageDigest, RoomOptions};
use serde::{Deserialize, Serialize};

pub use error::LogError;
pub use memory::MemoryLog;
pub use record::{RECORD_VERSION, Unreadable, decode_record, encode_record};
pub use sqlite::{Freed, SqliteLog, SqliteReader};

use crate::metrics::CommitStats;
use crate::session::{RoomId, TokenDigest};

/// What a room was opened with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomMeta {
    /// The map's id.
    pub map: String,
    /// The very package it is played with; unknown for rooms of before packages were kept.
    pub package: PackageDigest,
    /// Seed of all the room's chance.
    pub seed: u64,
    /// When it was opened, in seconds since 1970.
    pub created: u64,
    /// Options of the room as JSON: see [`Self::room_options`].
    pub options: String,
}

/// What the options of a room say.
#[derive(Debug, Serialize, Deserialize)]
struct Options {
    /// What scripts are told of when the room was opened, in seconds since 1970. A branch of a room
    /// has been opened when that was. Rooms of before this was kept take a fixed day.
    #[serde(skip_serializing_if = "Option::is_none")]
    opened: Option<i64>,
}

impl RoomMeta {
    /// The options of a room that is opened at a time, in seconds since 1970.
    pub fn options_at(opened: u64) -> String {
        let opened = i64::try_from(opened).ok();
        serde_json::to_string(&Options { opened }).unwrap_or_else(|_| "{}".to_owned())
    }

    /// How the room is to be opened, with the usual limits.
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
    /// A lease as a [`RoomLog`] gives it out.
    pub fn new(room: RoomId, epoch: u64) -> Self {
        Self { room, epoch }
    }

    /// The room.
    pub fn room(&self) -> &RoomId {
        &self.room
    }

    /// How often the room had changed hands when the lease was given.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }
}

/// One step of a room's log.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Entry {
    /// A package that rooms are played with. Kept once, however many rooms name it; may come before
    /// the room that brings it is opened.
    Package {
        /// Its name.
        digest: PackageDigest,
        /// What [`fangqi_room::MapPackage::pack`] made of it.
        bytes: Arc<[u8]>,
    },
    /// The room is opened. Comes before all that follows.
    Open(RoomMeta),
    /// A player of the room is known by a token, and by none that came before.
    Token {
        /// What is kept of the token.
        token: TokenDigest,
        /// Who bears it.
        player: PlayerId,
    },
    /// An input took effect, or is about to: see [`Self::Amend`].
    Record {
        /// Its number in the room, from 1, without gaps.
        event: u64,
        /// What it was.
        record: Record,
    },
    /// The newest record was a draft, given before the room had applied its input, and something
    /// else came of it. Comes before any other record.
    Amend {
        /// The number of the draft.
        event: u64,
        /// What is to stand in its place; `None` if the room refused the input.
        record: Option<Record>,
    },
    /// From now on all of the room's log is read with another package, which the log must have.
    /// Checkpoints made with the one before are let go if the log can do without them.
    Repackage {
        /// The package.
        digest: PackageDigest,
        /// The number of the checkpoint from which the room was made with it, if not from its
        /// opening: what was before it is given up, for with this package other things had
        /// happened there. 0 for the opening.
        since: u64,
    },
    /// The room's whole state after an input. The newest two are kept.
    Checkpoint {
        /// The number of the input.
        event: u64,
        /// The state; means nothing to the log.
        bytes: Vec<u8>,
    },
    /// Somebody is in the room.
    Visited {
        /// When, by the log's clock; what is later than that shows, as [`NOW`] always is, is taken
        /// for the moment at which the log writes it.
        at: u64,
    },
    /// The room is forgotten.
    Delete,
}

/// The time at which the log takes something, whatever its clock shows then.
pub const NOW: u64 = u64::MAX;

/// Called once when an entry is durable, or cannot be made so. From any thread; must not block nor
/// use the log.
pub type Ack = Box<dyn FnOnce(Result<(), LogError>) + Send>;

/// A room as the log knows it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct StoredRoom {
    /// What it was opened with.
    pub meta: RoomMeta,
    /// Its inputs, in order, without gaps, from [`Self::first_event`].
    pub records: Vec<Record>,
    /// Who its players are known by.
    pub tokens: Vec<(TokenDigest, PlayerId)>,
    /// Its package, packed; `None` if the log does not have it.
    pub package: Option<Arc<[u8]>>,
    /// The newest sound checkpoint: the number of the input it was made after, and the state.
    pub checkpoint: Option<(u64, Vec<u8>)>,
    /// Number of the first of the inputs. Above 1 when earlier ones were given up: the room can
    /// then only be made from its checkpoint.
    pub first_event: u64,
    /// How many inputs there were when the package was last changed; 0 if it never was. Those were
    /// made with another package and may be refused by this one.
    pub repackaged: u64,
    /// What of the room was found damaged just now and set aside.
    pub lost: Option<Lost>,
}

/// Inputs that cannot be read any more, or not be used because one before them cannot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lost {
    /// Number of the first.
    pub event: u64,
    /// How many, as far as can be told.
    pub records: u64,
    /// What is wrong with the first.
    pub reason: String,
}

/// Keeps rooms. Implementations may be slow to acknowledge but not slow to take an entry.
pub trait RoomLog: Send + Sync + 'static {
    /// Becomes the one writer of a room, which need not have been opened yet. Leases given earlier
    /// may be refused from then on. May wait for the store.
    fn lease(&self, room: &RoomId) -> Result<Lease, LogError>;

    /// Takes an entry of a lease's room and acknowledges it when it is durable.
    fn append(&self, lease: &Lease, entry: Entry, ack: Ack);

    /// Gives a room up once everything appended with the lease has been written. A store that lends
    /// rooms for a time only need not wait for that time to pass.
    fn release(&self, lease: &Lease) {
        let _ = lease;
    }

    /// All that was appended to a room before this call. Waits for what is on its way. What is
    /// damaged is set aside and said in [`StoredRoom::lost`].
    fn read(&self, room: &RoomId) -> Result<StoredRoom, LogError>;

    /// A package by name; `None` if the log does not have it.
    fn package(&self, digest: PackageDigest) -> Result<Option<Arc<[u8]>>, LogError>;

    /// Every room there is, oldest first.
    fn rooms(&self) -> Result<Vec<(RoomId, RoomMeta)>, LogError>;

    /// What the log's own clock shows, in seconds. Whatever is let go because of its age is so old
    /// by this clock, which counts the time for which the log was open, by the machine's steady
    /// clock. No reading of the clock on the wall moves it.
    fn clock(&self) -> u64 {
        0
    }

    /// When somebody was last in each room, by [`Self::clock`], as far as it is known. A room that
    /// nobody has come to was visited when it was opened.
    fn visits(&self) -> Result<Vec<(RoomId, u64)>, LogError> {
        Ok(Vec::new())
    }

    /// How its commits went, if it makes any.
    fn commits(&self) -> Option<&CommitStats> {
        None
    }
}
