use fangqi_room::PackageDigest;

use crate::session::RoomId;

/// Why the log failed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum LogError {
    /// There is no such room.
    #[error("room {0} is not in the log")]
    NoSuchRoom(RoomId),
    /// A record cannot be read, and the room cannot be made without it.
    #[error("record {event} of room {room} is damaged: {reason}")]
    Damaged {
        /// The room.
        room: RoomId,
        /// The record's number; 0 for what the room was opened with.
        event: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// A record is sound, but this program does not know what it says.
    #[error(
        "record {event} of room {room} was written by a newer program: {reason}; the room stays \
         as it is for that one"
    )]
    NewerRecord {
        /// The room.
        room: RoomId,
        /// The record's number; 0 for what the room was opened with.
        event: u64,
        /// What is not known.
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
    /// The room has changed hands since the lease was given.
    #[error("room {room}: lease {epoch} has ended, lease {current} holds now")]
    Stale {
        /// The room.
        room: RoomId,
        /// The lease's epoch.
        epoch: u64,
        /// The present one.
        current: u64,
    },
    /// Another program works with the data folder.
    #[error(
        "the data folder {folder} is in use by {owner}; stop it, or give this one another folder \
         with --data"
    )]
    InUse {
        /// The folder.
        folder: String,
        /// Who, such as `process 123`.
        owner: String,
    },
    /// A package is named that the log does not have.
    #[error("room {room}: package {digest} is not in the log")]
    NoPackage {
        /// The room.
        room: RoomId,
        /// The package.
        digest: PackageDigest,
    },
    /// An entry of this room cannot be encoded.
    #[error("an entry of room {room} cannot be encoded: {reason}")]
    Encode {
        /// The room.
        room: RoomId,
        /// Why.
        reason: String,
    },
    /// There is no space.
    #[error("there is no space left for {path}")]
    Full {
        /// The file.
        path: String,
    },
    /// The folder or file may only be read.
    #[error("{path} cannot be written to: {reason}")]
    ReadOnly {
        /// The folder or file.
        path: String,
        /// What the system said.
        reason: String,
    },
    /// The data folder is something else.
    #[error("{path} is not a folder; rooms are kept in a folder")]
    NotAFolder {
        /// The path.
        path: String,
    },
    /// The file was written by a newer program.
    #[error("{path} is of version {found}, this program knows up to {known}; use a newer one")]
    Newer {
        /// The file.
        path: String,
        /// Its version.
        found: i64,
        /// The newest version known.
        known: i64,
    },
    /// The file is not a log.
    #[error("{path} is not a log of rooms: {reason}")]
    Foreign {
        /// The file.
        path: String,
        /// Why not.
        reason: String,
    },
    /// The file is damaged in a place that other rooms may not share.
    #[error("{path} is damaged, found while {doing}: {reason}")]
    Malformed {
        /// The file.
        path: String,
        /// What was being done.
        doing: &'static str,
        /// What the store said.
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
    /// As the process that holds the log says.
    #[error("{0}")]
    Elsewhere(String),
    /// The log has been closed.
    #[error("the log is closed")]
    Closed,
}
