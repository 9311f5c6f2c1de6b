use fangqi_world::EffectChange;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::hud::Hud;
use super::input::{PlayerId, Tick};
use super::request::{Mark, RequestView};
use super::text::LocalText;

/// Who plays a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "by")]
pub enum SeatHolder {
    /// Nobody yet.
    Open,
    /// A person, present or not.
    Player {
        /// Who.
        player: PlayerId,
    },
    /// The computer.
    Computer {
        /// Its strength, from 1.
        level: u8,
    },
}

/// A seat as everyone sees it; its index is its place in the list.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct SeatView {
    /// The seat's name, from the manifest.
    pub name: LocalText,
    /// `#rrggbb`, from the manifest.
    pub colour: String,
    /// Who plays it.
    pub holder: SeatHolder,
}

/// A player as everyone sees it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct PlayerView {
    /// Who.
    pub id: PlayerId,
    /// Its name.
    pub name: String,
    /// Whether it is connected now.
    pub present: bool,
}

/// All that one viewer may see, except the blocks, which travel as chunks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    /// Room time.
    pub tick: Tick,
    /// Running effects and texts.
    pub effects: Vec<EffectChange>,
    /// The heads-up display.
    pub hud: Hud,
    /// Seats in the manifest's order.
    pub seats: Vec<SeatView>,
    /// Everyone who has been here, in order of arrival.
    pub players: Vec<PlayerView>,
    /// What the viewer is being asked.
    pub request: Option<RequestView>,
    /// Marks the viewer sees.
    pub marks: Vec<Mark>,
}
