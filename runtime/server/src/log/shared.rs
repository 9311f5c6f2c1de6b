//! What servers that share a log know of each other's rooms.

use super::{LogError, RoomMeta};
use crate::session::{AdminSecret, RoomId};

/// Another server that shares the log.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Peer {
    /// Its name.
    pub name: String,
    /// Where it says that it can be reached: `HOST:PORT`, or `https://HOST:PORT` if it speaks TLS.
    pub address: String,
}

/// Where a room is.
#[derive(Debug, Clone)]
pub enum Location {
    /// This server has the room, or may have it: no other server that is alive does.
    Here {
        /// What it was opened with.
        meta: RoomMeta,
        /// When it last had viewers, by [`RoomLog::clock`](super::RoomLog::clock).
        visited: u64,
    },
    /// Another server, which is alive, has it.
    Elsewhere(Peer),
    /// There is no such room.
    Nowhere,
}

/// Who is in a room, as its server tells the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Presence {
    /// The room.
    pub room: RoomId,
    /// Whether the lobby lists it only for those who know its id.
    pub private: bool,
    /// Number of connections.
    pub present: u32,
    /// What the lobby shows besides, which the log does not interpret.
    pub content: String,
}

/// A room as the lobby of any server may list it.
#[derive(Debug, Clone)]
pub struct PostedRoom {
    /// The room.
    pub room: RoomId,
    /// What it was opened with.
    pub meta: RoomMeta,
    /// [`Presence::content`] as its server told it last, if it ever did.
    pub content: Option<String>,
    /// Whether a server that is alive has it, so that those who were present still are.
    pub served: bool,
}

/// The directory of rooms over all servers of a log. All methods may block on the store.
pub trait SharedDirectory: Send + Sync {
    /// What the servers show each other to be known as such.
    fn peer_secret(&self) -> &AdminSecret;

    /// The other servers that are alive.
    fn peers(&self) -> Result<Vec<Peer>, LogError>;

    /// Whether this server has the room for certain, as far as it knows without asking.
    fn holds(&self, room: &RoomId) -> bool;

    /// Whether nothing can be read or written at the moment, as far as this server knows without
    /// asking.
    fn is_away(&self) -> bool;

    /// Where a room is.
    fn locate(&self, room: &RoomId) -> Result<Location, LogError>;

    /// Tells the other servers who is in rooms of this one. Rooms that another server has by now
    /// are left out.
    fn post(&self, rooms: Vec<Presence>) -> Result<(), LogError>;

    /// Up to `count` rooms of other servers with people in them and none of them private, newest
    /// first.
    fn occupied_elsewhere(&self, count: usize) -> Result<Vec<PostedRoom>, LogError>;

    /// Those of these rooms that there are.
    fn posted(&self, rooms: &[RoomId]) -> Result<Vec<PostedRoom>, LogError>;
}
