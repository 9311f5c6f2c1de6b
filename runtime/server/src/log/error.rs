use fangqi_room::PackageDigest;

use crate::session::RoomId;

/// Why an operation of the log failed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum LogError {
    /// There is no such room.
    #[error("room {0} is not in the log")]
    NoSuchRoom(RoomId),
    /// A record is damaged, and the room cannot be restored without it.
    #[error("record {event} of room {room} is damaged: {reason}")]
    Damaged {
        /// The room.
        room: RoomId,
        /// The event number of the record; 0 for the room's meta data.
        event: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// A record is intact, but this program does not know its content.
    #[error(
        "record {event} of room {room} was written by a newer program: {reason}; the room stays \
         as it is for that one"
    )]
    NewerRecord {
        /// The room.
        room: RoomId,
        /// The event number of the record; 0 for the room's meta data.
        event: u64,
        /// What is unknown.
        reason: String,
    },
    /// An entry's event number does not follow the last one in the log.
    #[error("room {room}: record {event} does not follow record {last}")]
    OutOfOrder {
        /// The room.
        room: RoomId,
        /// The event number of the entry.
        event: u64,
        /// The last event number in the log.
        last: u64,
    },
    /// The room has changed hands since the lease was granted.
    #[error("room {room}: lease {epoch} has ended, lease {current} holds now")]
    Stale {
        /// The room.
        room: RoomId,
        /// The lease's epoch.
        epoch: u64,
        /// The current epoch.
        current: u64,
    },
    /// Another program uses the data folder.
    #[error(
        "the data folder {folder} is in use by {owner}; stop it, or give this one another folder \
         with --data"
    )]
    InUse {
        /// The folder.
        folder: String,
        /// The other program, such as `process 123`.
        owner: String,
    },
    /// The database cannot be reached, and may be reached again later.
    #[error("the database {database} is away: {reason}")]
    Away {
        /// Where it is, without its password.
        database: String,
        /// Why, and what to do about it.
        reason: String,
    },
    /// The database answers, but cannot be used as it is.
    #[error("the database {database} cannot be used: {reason}")]
    Unusable {
        /// Where it is, without its password.
        database: String,
        /// Why, and what to do about it.
        reason: String,
    },
    /// Another server goes by the same name.
    #[error(
        "a server named {name} already uses the database {database}, at {address}; stop it, or \
         give this one another name with --node"
    )]
    NameInUse {
        /// The name.
        name: String,
        /// Where the database is.
        database: String,
        /// The address at which the other server says it can be reached.
        address: String,
    },
    /// Another server, which is alive, has the room.
    #[error("room {room} is on the server {node} at {address}")]
    OwnedElsewhere {
        /// The room.
        room: RoomId,
        /// The name of the other server.
        node: String,
        /// The address at which it says it can be reached.
        address: String,
    },
    /// The server was not heard of in time, and others may have taken its rooms.
    #[error(
        "the server {node} was not heard of in time and has lost its rooms; they start again \
         from the log"
    )]
    Fenced {
        /// The name of this server.
        node: String,
    },
    /// An entry names a package that is not stored.
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
    /// The disk is full.
    #[error("there is no space left for {path}")]
    Full {
        /// The file.
        path: String,
    },
    /// The folder or file is read-only.
    #[error("{path} cannot be written to: {reason}")]
    ReadOnly {
        /// The folder or file.
        path: String,
        /// The message of the operating system.
        reason: String,
    },
    /// The path of the data folder is not a folder.
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
    /// The file is damaged in a part that other rooms need not share.
    #[error("{path} is damaged, found while {doing}: {reason}")]
    Malformed {
        /// The file.
        path: String,
        /// The operation during which it was found.
        doing: &'static str,
        /// The message of the store.
        reason: String,
    },
    /// The store failed for another reason.
    #[error("the log's store failed while {doing}: {reason}")]
    Store {
        /// The operation that failed.
        doing: &'static str,
        /// The message of the store.
        reason: String,
    },
    /// The log cannot be copied to this folder.
    #[error(
        "the log cannot be copied to {folder}: {reason}; restore what is there if it is needed, and \
         give an empty folder with --copy-to"
    )]
    NoCopy {
        /// The folder.
        folder: String,
        /// Why.
        reason: String,
    },
    /// An error reported by the process that holds the log.
    #[error("{0}")]
    Elsewhere(String),
    /// The log has been closed.
    #[error("the log is closed")]
    Closed,
}
