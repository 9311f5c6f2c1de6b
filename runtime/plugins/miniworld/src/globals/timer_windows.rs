use std::collections::BTreeMap;

use fangqi_protocol::PlayerId;
use serde::{Deserialize, Serialize};

/// Timers that are shown to players. On board maps each window is a floating text that one player
/// sees; where players walk, windows are part of the player's own view.
#[derive(Debug, Clone, Default, PartialEq, Hash, Serialize, Deserialize)]
pub struct TimerWindows {
    /// The windows, by timer and player.
    pub shown: BTreeMap<(u32, PlayerId), Window>,
}

/// A window.
#[derive(Debug, Clone, PartialEq, Hash, Serialize, Deserialize)]
pub struct Window {
    /// Id of its floating text.
    pub text: u32,
    /// Its title.
    pub title: String,
    /// Position in the player's stack of windows, from below.
    pub place: u8,
}
