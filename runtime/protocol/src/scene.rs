use fangqi_world::EffectChange;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::hud::Hud;
use super::input::{PlayerId, Tick};
use super::plugin_view::PluginView;
use super::request::{Mark, RequestView};
use super::select::Zone;
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

/// Who plays a seat that a person holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "by")]
pub enum SeatCare {
    /// The person itself (also for seats that no person holds).
    Own,
    /// Nobody: the person is away, and the seat is held for it.
    Held {
        /// Until this room time, while anybody is in the room.
        until: Tick,
    },
    /// Nobody: the person is away, and the map has no stand-in.
    Away,
    /// The map's stand-in.
    StandIn {
        /// Whether the person wished so, rather than being away.
        wished: bool,
    },
}

/// A seat as everyone sees it; its index is its place in the list.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct SeatView {
    /// The seat's name, from the manifest.
    pub name: LocalText,
    /// `#rrggbb`, from the manifest.
    pub colour: String,
    /// Whose it is.
    pub holder: SeatHolder,
    /// Who plays it.
    pub care: SeatCare,
    /// Whether its player may leave it to the stand-in.
    pub can_hand_over: bool,
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

/// What surrounds the board: the same for every viewer.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct Setting {
    /// Hour of the day, 0 to 23.
    pub hour: u8,
    /// Numbers that the map's scripts have sent to clients, each with its index.
    pub vars: Vec<(u8, f64)>,
    /// The rows of a card table; none on other boards.
    pub zones: Vec<Zone>,
}

/// Everything that one viewer may see, except the blocks, which are sent as chunks.
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
    /// Everyone who has ever joined, in order of arrival.
    pub players: Vec<PlayerView>,
    /// The question to the viewer.
    pub request: Option<RequestView>,
    /// The marks that the viewer sees.
    pub marks: Vec<Mark>,
    /// The surroundings of the board.
    pub setting: Setting,
    /// What plugins show the viewer.
    pub plugins: Vec<PluginView>,
}
