//! How a room is opened.

use fangqi_protocol::Limits;

/// The time at which a room was opened, for scripts, unless the options say otherwise: 2026-01-01
/// 00:00 UTC. Room time counts from there, so that a replay sees the same dates.
pub const OPENED: i64 = 1_767_225_600;

/// How a room is opened.
#[derive(Debug, Clone)]
pub struct RoomOptions {
    /// Seed of all randomness in the room.
    pub seed: u64,
    /// When the room was opened, in seconds since 1970. Dates that scripts see count from there.
    pub opened: i64,
    /// Resource limits of the room.
    pub limits: Limits,
    /// Whether the room is rebuilt after each input and compared, to find state that escapes the
    /// log: see `HeavyReport` of `fangqi-room`. Slow.
    pub heavy: bool,
    /// Records before this number were made with another version of the map; a replay skips those
    /// that are refused now. 0 for a room whose map never changed.
    pub repackaged: u64,
    /// Whether errors that scripts catch themselves (with `pcall` and the like) are
    /// logged, for debugging.
    pub tells_caught: bool,
}

impl Default for RoomOptions {
    /// Seed 0, opened at the beginning of 2026, usual limits, not heavy, never repackaged, without
    /// caught errors in the log.
    fn default() -> Self {
        Self {
            seed: 0,
            opened: OPENED,
            limits: Limits::default(),
            heavy: false,
            repackaged: 0,
            tells_caught: false,
        }
    }
}
