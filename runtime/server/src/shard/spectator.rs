use fangqi_protocol::PlayerId;

/// Who only watches and was never in the room, such as the viewer of a replay: no player has this
/// id.
pub(super) const SPECTATOR: PlayerId = PlayerId((1 << 53) - 1);
