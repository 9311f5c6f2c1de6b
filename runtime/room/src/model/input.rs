use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::request::RequestId;
use super::walk::{Act, Pose};
use super::{JobId, JobResult};

/// Room time: a count of 50 ms steps since the room was opened.
pub type Tick = u64;

/// Index of a seat in the map's manifest, from 0.
pub type SeatIndex = u8;

/// A person (or a program playing as one) in a room; scripts see it as `uin`.
///
/// Unique within a room for the room's whole life. Below 2^53, so JavaScript and Lua hold it
/// exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(transparent)]
pub struct PlayerId(pub u64);

/// Something that happened to a room. The only way to change one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Input {
    /// A player is present from now on, as a spectator until it sits. Also a reconnect.
    Join {
        /// Who.
        player: PlayerId,
        /// The name shown to others.
        name: String,
    },
    /// A player's last connection ended. Its seat is held.
    Leave {
        /// Who.
        player: PlayerId,
    },
    /// A player takes a seat that nobody holds, or one held by the computer.
    Sit {
        /// Who.
        player: PlayerId,
        /// Where.
        seat: SeatIndex,
    },
    /// A player gives up its seat and becomes a spectator.
    Stand {
        /// Who.
        player: PlayerId,
    },
    /// A seat without a person is given to the computer at a level, or opened (`None`).
    SetComputer {
        /// Who asked.
        player: PlayerId,
        /// Which seat.
        seat: SeatIndex,
        /// The computer's level, from 1; `None` opens the seat for people.
        level: Option<u8>,
    },
    /// A click on a block.
    Click {
        /// Who.
        player: PlayerId,
        /// The cell clicked.
        pos: [i32; 3],
        /// The face clicked, numbered as in `fangqi_world::Face`.
        face: u8,
    },
    /// The answer to a request, given directly rather than by clicking cells.
    Choose {
        /// Who.
        player: PlayerId,
        /// The request answered.
        request: RequestId,
        /// Index into the request's choices.
        choice: u32,
    },
    /// A button of the map's heads-up display.
    Action {
        /// Who.
        player: PlayerId,
        /// The button's id.
        id: String,
        /// The value chosen, for a button that offers several; otherwise empty.
        value: String,
    },
    /// A line of chat.
    Chat {
        /// Who.
        player: PlayerId,
        /// What it said.
        text: String,
    },
    /// A player wants its last move back.
    TakeBack {
        /// Who.
        player: PlayerId,
    },
    /// A computation that left the room as a job has ended.
    JobDone {
        /// Which.
        job: JobId,
        /// Its result.
        result: JobResult,
    },
    /// Nothing but time passed, and something in the room was waiting for it.
    Tick,
    /// The room was stored and goes on from what was stored: see
    /// [`Room::checkpoint`](crate::Room::checkpoint).
    Checkpoint,
    /// A player leaves its seat to the map's stand-in, or takes it back.
    StandIn {
        /// Who.
        player: PlayerId,
        /// Whether the stand-in is to play from now on.
        on: bool,
    },
    /// The answer to a request that asks for a selection.
    Select {
        /// Who.
        player: PlayerId,
        /// The request answered.
        request: RequestId,
        /// The cells selected, by their places in the request's list.
        cells: Vec<u16>,
    },
    /// A walking player is somewhere.
    Pose {
        /// Who.
        player: PlayerId,
        /// Where.
        pose: Pose,
    },
    /// A player does something in a map in which players walk.
    Act {
        /// Who.
        player: PlayerId,
        /// What.
        act: Act,
    },
}

impl Input {
    /// The player behind this input; `None` for time and jobs.
    pub fn player(&self) -> Option<PlayerId> {
        match self {
            Self::Join { player, .. }
            | Self::Leave { player }
            | Self::Sit { player, .. }
            | Self::Stand { player }
            | Self::SetComputer { player, .. }
            | Self::Click { player, .. }
            | Self::Choose { player, .. }
            | Self::Action { player, .. }
            | Self::Chat { player, .. }
            | Self::TakeBack { player }
            | Self::StandIn { player, .. }
            | Self::Select { player, .. }
            | Self::Pose { player, .. }
            | Self::Act { player, .. } => Some(*player),
            Self::JobDone { .. } | Self::Tick | Self::Checkpoint => None,
        }
    }
}

/// One entry of a room's durable log: an input, when it took effect, and what went wrong in it.
///
/// Which steps failed is part of the record, so that a replay never has to count fuel alike.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Room time at which the input was applied; never less than the record's before it.
    pub tick: Tick,
    /// What happened.
    pub input: Input,
    /// Steps of this input that failed and were undone, in order. Usually empty.
    pub faults: Vec<Fault>,
    /// If this input took a move back: the number (from 0) of the first record that no longer
    /// counts. Joins, leaves and changes of seats after it still do.
    pub rewound: Option<u64>,
}

/// A step (one run of one script handler) that failed within an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Ordinal of the step within its input, from 0.
    pub step: u32,
    /// Why.
    pub kind: FaultKind,
}

/// Why a step failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FaultKind {
    /// The script raised an error.
    Error,
    /// The step used up its fuel.
    Fuel,
    /// The step reached the room's memory limit.
    Memory,
    /// The step took so long that the operator's watchdog ended it.
    Stopped,
    /// What an input set off had used up its fuel before this step; the step and all that was
    /// queued behind it were dropped.
    Input,
}
