//! What a shard is asked to do.

use std::net::IpAddr;

use fangqi_protocol::{JobId, JobResult};

use super::errors::OpenRoomError;
use super::outbox::Outbox;
use super::reload_outcome::RoomReload;
use super::reply::Reply;
use super::report::RoomReport;
use super::viewer::{ConnId, Visit};
use crate::log::{LogError, RoomMeta};
use crate::maps::OfferedMap;
use crate::session::{RoomId, Token};
use crate::wire::ClientMessage;

/// How many entries a room had given to the log at some moment. Output with a ticket waits until
/// that many entries are durable.
pub(super) type Ticket = u64;

/// What clients ask of a shard. Its queue is bounded: when it is full, commands are refused.
#[derive(Debug)]
pub(crate) enum Command {
    Open {
        room: RoomId,
        meta: RoomMeta,
        reply: Reply<Result<(), OpenRoomError>>,
    },
    Attach {
        room: RoomId,
        visit: Visit,
    },
    Message {
        room: RoomId,
        conn: ConnId,
        message: ClientMessage,
    },
    Detach {
        room: RoomId,
        conn: ConnId,
    },
    /// Draw the board as spectators see it, as SVG; answers `None` if there is no board to be seen.
    /// Also brings the room's entry in the directory up to date.
    Draw {
        room: RoomId,
        reply: Reply<Option<String>>,
    },
}

impl Command {
    /// The room it is for.
    pub(super) fn room(&self) -> &RoomId {
        match self {
            Self::Open { room, .. }
            | Self::Attach { room, .. }
            | Self::Message { room, .. }
            | Self::Detach { room, .. }
            | Self::Draw { room, .. } => room,
        }
    }
}

/// What the fan-out of a room is asked to do for connections that only watch.
#[derive(Debug)]
pub(crate) enum WatchOrder {
    /// Shows the connection the room. `address`: that of a client that looks for the room.
    Join { conn: ConnId, outbox: Outbox, address: Option<IpAddr> },
    /// Shows it everything once more.
    ShowAgain { conn: ConnId },
    /// Shows it nothing more.
    Leave { conn: ConnId },
}

/// Messages to a shard that must never be refused: acknowledgements of the log, results of jobs,
/// and requests of the server itself. The queue is unbounded, because there is at most one for each
/// entry, job, connection and request.
#[derive(Debug)]
pub(crate) enum Internal {
    Durable {
        room: RoomId,
        incarnation: u64,
        ticket: Ticket,
        result: Result<(), LogError>,
    },
    JobDone {
        room: RoomId,
        incarnation: u64,
        job: JobId,
        result: JobResult,
    },
    Detach {
        room: RoomId,
        conn: ConnId,
    },
    /// The client that opened the room asks for the token of its first player.
    Claim {
        room: RoomId,
        reply: Reply<Option<Token>>,
    },
    Admin(AdminOrder),
    Reload {
        map: OfferedMap,
        reply: Reply<Vec<RoomReload>>,
    },
    DecideReload {
        room: RoomId,
        accept: bool,
        reply: Reply<RoomReload>,
    },
    MapBroken {
        map: String,
        error: String,
    },
    /// Answer, to show that the shard works.
    Ping {
        reply: Reply<()>,
    },
    Stop,
}

/// A request of an operator to a shard.
#[derive(Debug)]
pub(crate) enum AdminOrder {
    /// Report on a room; answers `None` if it is asleep or does not exist.
    Look { room: RoomId, reply: Reply<Option<Box<RoomReport>>> },
    /// Announce a text in a room, or in all rooms of the shard; answers the number of connections.
    Say { room: Option<RoomId>, text: String, reply: Reply<usize> },
    /// Close a room for good; answers whether it existed.
    Close { room: RoomId, reply: Reply<bool> },
}
