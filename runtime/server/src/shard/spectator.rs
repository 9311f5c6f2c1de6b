use fangqi_protocol::PlayerId;

/// The viewer of a retelling, who only watches and was never in the room: no player has this id.
pub(super) const SPECTATOR: PlayerId = PlayerId((1 << 53) - 1);
