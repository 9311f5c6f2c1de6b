//! Why a room cannot be opened, or its past not be told.

use serde::{Deserialize, Serialize};

/// Why a room cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum OpenRoomError {
    /// The server has no such map.
    #[error("there is no such map")]
    NoSuchMap,
    /// There are as many rooms as the operator allows.
    #[error("there are too many rooms already")]
    TooMany,
    /// The shard's queue is full.
    #[error("the server is busy")]
    Busy,
    /// Opening rooms of this map has ended several worker processes.
    #[error("the map has crashed the script host several times and is not opened any more")]
    Quarantined,
    /// A script of the map failed.
    #[error("the map cannot be opened: {0}")]
    Script(String),
    /// The system failed.
    #[error("the server failed: {0}")]
    System(String),
}

/// Why a room's past cannot be retold or branched from.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub(crate) enum PastError {
    /// There is no such room.
    #[error("there is no such room")]
    NoSuchRoom,
    /// The room has fewer events.
    #[error("the last event is {last}")]
    NoSuchEvent {
        /// The room's last event.
        last: u64,
    },
    /// The log no longer has the room's first inputs.
    #[error("the inputs before {first} were given up")]
    GivenUp {
        /// The first input that is still there.
        first: u64,
    },
    /// The replay is longer than the limit, or took too long to compute.
    #[error("the replay is too long")]
    TooLong,
    /// The game is not over and keeps secrets from some players.
    #[error("the game goes on and has secrets")]
    Secrets,
    /// The log or the map cannot be read, or does not lead to a room any more.
    #[error("the room cannot be made again: {0}")]
    Unreadable(String),
    /// The branch cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenRoomError),
}
