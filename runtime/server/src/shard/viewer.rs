use fangqi_protocol::{LocalText, PlayerId};
use serde::{Deserialize, Serialize};

use super::outbox::Outbox;
use crate::message_limiter::MessageLimiter;
use crate::session::Token;

/// Identifies a connection within the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct ConnId(pub(crate) u64);

/// A connection that watches a room, with or without a seat.
#[derive(Debug)]
pub(super) struct Viewer {
    pub(super) player: PlayerId,
    pub(super) outbox: Outbox,
    /// The last event it was shown; `None` until it has been welcomed.
    pub(super) seen: Option<u64>,
    /// Whether this client may accept or dismiss a new version of the room's map.
    pub(super) decides: bool,
}

/// A client that wants to enter a room.
#[derive(Debug)]
pub(crate) struct Visit {
    pub(crate) conn: ConnId,
    pub(crate) token: Option<Token>,
    pub(crate) after: Option<u64>,
    /// The requested name, already checked for display.
    pub(crate) name: Option<String>,
    /// Whether it is only shown what everybody may see, and is no player.
    pub(crate) watch: bool,
    /// Whether a default name for the client should be Chinese.
    pub(crate) chinese: bool,
    /// Whether the client connects from the server's machine.
    pub(crate) local: bool,
    /// The message rate limit that applies to the client.
    pub(crate) limiter: MessageLimiter,
    /// A notice for the client, sent once it has entered.
    pub(crate) notice: Option<LocalText>,
    pub(crate) outbox: Outbox,
}
