use fangqi_room::model::{LocalText, PlayerId};
use serde::{Deserialize, Serialize};

use super::outbox::Outbox;
use crate::message_limiter::MessageLimiter;
use crate::session::Token;

/// Names a connection within the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct ConnId(pub(crate) u64);

/// A connection that watches a room.
#[derive(Debug)]
pub(super) struct Viewer {
    pub(super) player: PlayerId,
    pub(super) outbox: Outbox,
    /// The last event it was shown; `None` until it has been welcomed.
    pub(super) seen: Option<u64>,
    /// Whether it may say whether the room goes on with a new version of its map.
    pub(super) decides: bool,
}

/// Somebody who wants into a room.
#[derive(Debug)]
pub(crate) struct Visit {
    pub(crate) conn: ConnId,
    pub(crate) token: Option<Token>,
    pub(crate) after: Option<u64>,
    /// The name wanted, fit to be shown.
    pub(crate) name: Option<String>,
    /// Whether a name made up for it should be Chinese.
    pub(crate) chinese: bool,
    /// Whether it comes from this machine.
    pub(crate) local: bool,
    /// How fast it talks.
    pub(crate) limiter: MessageLimiter,
    /// What it is told once it is in.
    pub(crate) notice: Option<LocalText>,
    pub(crate) outbox: Outbox,
}
