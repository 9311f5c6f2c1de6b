//! What people are told of a map that is edited while they play it.

use fangqi_protocol::LocalText;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How a room stands to a new version of its map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "state")]
pub enum ReloadView {
    /// The new version would change this game: the old one stays until somebody accepts the new.
    Differs {
        /// The first input that leads elsewhere; null when the rooms differ from the beginning.
        first: Option<ReloadInput>,
        /// Why the new version refuses that input, if it does.
        refused: Option<LocalText>,
        /// What differs, in words.
        parts: Vec<LocalText>,
        /// The first cells that differ, at most [`ReloadView::BLOCKS_MAX`].
        blocks: Vec<ReloadBlock>,
        /// Whether this viewer may accept the new version or dismiss it.
        may_decide: bool,
    },
    /// The new version has a fault; the room goes on with the old.
    Failed {
        /// The fault, with file and line if it is a script's.
        message: String,
    },
    /// What was told before does not matter any more.
    Settled {
        /// Whether the game now goes on with a version that changed it.
        accepted: bool,
    },
}

impl ReloadView {
    /// Cells named at most.
    pub const BLOCKS_MAX: usize = 8;
}

/// An input of a room's log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReloadInput {
    /// Its number in the log, from 0.
    pub number: u64,
    /// What it is.
    pub what: LocalText,
    /// The name of the player behind it; null for time and jobs.
    pub player: Option<String>,
}

/// A cell that two versions of a map leave in different states.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReloadBlock {
    /// Where.
    pub pos: [i32; 3],
    /// What the old version has there.
    pub old: LocalText,
    /// What the new version has there.
    pub new: LocalText,
}
