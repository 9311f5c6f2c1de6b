//! What a changed map did to a room.

use fangqi_room::Divergence;

use crate::maps::LoadedMap;
use crate::session::RoomId;

/// The result of offering a map to one room, or of a decision about it.
#[derive(Debug, Clone, PartialEq)]
pub struct RoomReload {
    /// The room.
    pub room: RoomId,
    /// What happened to the room.
    pub outcome: ReloadOutcome,
}

/// What a changed map did to a room.
#[derive(Debug, Clone, PartialEq)]
pub enum ReloadOutcome {
    /// The room switched to the new version: replaying its log gave the same result.
    Swapped,
    /// The room keeps the old version because some input would have another result. The new version
    /// waits to be accepted.
    Differs(Box<Divergence>),
    /// The room keeps the old version because the new one fails in it, with this error.
    Failed(String),
    /// The new version was accepted, and every viewer is shown the game as it makes it.
    Accepted,
    /// The new version was dismissed; the room keeps the old one.
    Dismissed,
    /// There is no offered version to accept or dismiss.
    NothingOffered,
}

/// The new version of a room's map while it is neither in use nor dismissed.
pub(super) enum Offer {
    /// It would change the game and waits to be accepted.
    Waiting { map: LoadedMap, first: Box<Divergence> },
    /// It failed with this error.
    Failed(String),
}
