use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::job::JobId;
use super::job_result::JobResult;
use super::request::RequestId;
use super::walk::{Act, Pose};

/// Room time: a count of 50 ms steps since the room was opened.
pub type Tick = u64;

/// Ticks of room time per second.
pub const TICKS_PER_SECOND: u64 = 20;

/// Index of a seat in the map's manifest, from 0.
pub type SeatIndex = u8;

/// A person (or a program playing as one) in a room; scripts see it as `uin`.
///
/// Unique within a room for the room's whole life. Below 2^53, so JavaScript and Lua hold it
/// exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(transparent)]
pub struct PlayerId(pub u64);

/// Something that happened to a room. Inputs are the only way to change a room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Input {
    /// A player is present from now on; it watches until it sits. Also a reconnect.
    Join {
        /// The player.
        player: PlayerId,
        /// The name shown to others.
        name: String,
    },
    /// A player's last connection ended. Its seat is held.
    Leave {
        /// The player.
        player: PlayerId,
    },
    /// A player takes a seat that is open or held by the computer.
    Sit {
        /// The player.
        player: PlayerId,
        /// The seat.
        seat: SeatIndex,
    },
    /// A player gives up its seat and becomes a spectator.
    Stand {
        /// The player.
        player: PlayerId,
    },
    /// A seat without a person is given to the computer at a level, or opened (`None`).
    SetComputer {
        /// The player who asked.
        player: PlayerId,
        /// The seat.
        seat: SeatIndex,
        /// The computer's level, from 1; `None` opens the seat for people.
        level: Option<u8>,
    },
    /// A click on a block.
    Click {
        /// The player.
        player: PlayerId,
        /// The cell clicked.
        pos: [i32; 3],
        /// The face clicked, numbered as in `fangqi_world::Face`.
        face: u8,
    },
    /// The answer to a request, given directly rather than by clicking cells.
    Choose {
        /// The player.
        player: PlayerId,
        /// The request answered.
        request: RequestId,
        /// Index into the request's choices.
        choice: u32,
    },
    /// A press of a button of the map's heads-up display.
    Action {
        /// The player.
        player: PlayerId,
        /// The button's id.
        id: String,
        /// The value chosen, if the button offers several; otherwise empty.
        value: String,
    },
    /// A line of chat.
    Chat {
        /// The player.
        player: PlayerId,
        /// The text.
        text: String,
    },
    /// A player wants to take its last move back.
    TakeBack {
        /// The player.
        player: PlayerId,
    },
    /// The result of a job has arrived.
    JobDone {
        /// The job.
        job: JobId,
        /// Its result.
        result: JobResult,
    },
    /// Time has passed, and something in the room was due.
    Tick,
    /// The room was stored and continued from the stored state: see
    /// `Room::checkpoint`.
    Checkpoint,
    /// A player hands its seat over to the map's stand-in, or takes it back.
    StandIn {
        /// The player.
        player: PlayerId,
        /// Whether the stand-in plays from now on.
        on: bool,
    },
    /// The answer to a request that asks for a selection.
    Select {
        /// The player.
        player: PlayerId,
        /// The request answered.
        request: RequestId,
        /// The selected cells, as indices into the request's list.
        cells: Vec<u16>,
    },
    /// The position of a walking player.
    Pose {
        /// The player.
        player: PlayerId,
        /// Its position, direction and stance.
        pose: Pose,
    },
    /// An action of a player in a map where players walk.
    Act {
        /// The player.
        player: PlayerId,
        /// The action.
        act: Act,
    },
    /// What a player's page sends to a plugin.
    Plugin {
        /// The player.
        player: PlayerId,
        /// The plugin's name.
        plugin: String,
        /// Version of the payload's form, which the plugin knows.
        version: u16,
        /// JSON text.
        payload: String,
    },
    /// A player who is alone at the table goes back to what the room was right after an event.
    GoBack {
        /// The player.
        player: PlayerId,
        /// The number of the event.
        event: u64,
    },
}

impl Input {
    /// The player who gave this input; `None` for time, jobs and checkpoints.
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
            | Self::Act { player, .. }
            | Self::Plugin { player, .. }
            | Self::GoBack { player, .. } => Some(*player),
            Self::JobDone { .. } | Self::Tick | Self::Checkpoint => None,
        }
    }
}

/// One entry of a room's durable log: an input, when it took effect, and which of its steps failed.
///
/// A replay skips the steps recorded as failed, so it never has to count fuel identically.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Time at which the input was applied, in ticks; never less than that of the record before.
    pub tick: Tick,
    /// The input.
    pub input: Input,
    /// Steps of this input that failed and were undone, in order. Usually empty.
    pub faults: Vec<Fault>,
    /// If this input took a move back: the number (from 0) of the first record that no longer
    /// counts. Joins, leaves and changes of seats after that one still count.
    pub rewound: Option<u64>,
}

/// A step (one run of one script handler) that failed within an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Ordinal of the step within its input, from 0.
    pub step: u32,
    /// Why it failed.
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
    /// The steps set off by an input had used up its fuel before this step, or too many had failed
    /// already; the step and the rest of the queue were dropped.
    Input,
}

impl Record {
    /// Whether the record has the form of a draft (`Room::draft`): an answer without faults.
    pub fn may_be_draft(&self) -> bool {
        let answers =
            matches!(self.input, Input::Click { .. } | Input::Choose { .. } | Input::Select { .. });
        answers && self.faults.is_empty() && self.rewound.is_none()
    }
}
