use fangqi_world::EffectChange;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::hud::HudChange;
use super::input::{PlayerId, Record, Tick};
use super::request::{Mark, RequestView};
use super::scene::{PlayerView, SeatView, Setting};
use super::text::LocalText;
use super::walk::{ActorsChange, OwnView, PageView, SpaceView};
use super::{JobId, JobOrder};

/// What one input did: derived, never stored.
#[derive(Debug, Clone, Default)]
pub struct Applied {
    /// The record to make durable before any output is shown; `None` when the room did not change.
    pub record: Option<Record>,
    /// What viewers are to be shown, in order.
    pub outputs: Vec<Output>,
    /// Jobs to start.
    pub jobs: Vec<JobOrder>,
    /// Jobs whose results are no longer wanted.
    pub cancelled: Vec<JobId>,
    /// Lines for the author and the operator.
    pub log: Vec<LogLine>,
    /// Why the input was refused, for the player who gave it. The room is as it was.
    pub rejected: Option<Rejection>,
    /// What the steps of this input cost, for the operator's profile.
    pub costs: Vec<StepCost>,
    /// Viewers must be sent their whole scene: a rewind changed too much to list.
    pub resync: bool,
    /// In heavy mode: what was found to escape the log, or not to be offered for checkpoints.
    pub heavy: Option<crate::core::HeavyReport>,
}

/// What one step cost: one run of one script handler until it ended or waited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepCost {
    /// The event the handler is registered for, or in words how else it came to run.
    pub event: String,
    /// The script that defines the handler.
    pub script: String,
    /// The line at which its definition begins.
    pub line: u32,
    /// Units of fuel it used.
    pub fuel: u64,
    /// Whether the handler was called in it; else it went on after a wait.
    pub called: bool,
}

/// Why an input was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// A stable code such as `not_your_turn`.
    pub code: &'static str,
    /// A sentence for the player.
    pub text: LocalText,
}

/// Something to show, and to whom.
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    /// Who may see it. Nobody else may receive a byte of it.
    pub audience: Audience,
    /// What it is.
    pub body: OutputBody,
}

/// Who may see an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Audience {
    /// Everyone in the room.
    All,
    /// One viewer.
    Player(PlayerId),
    /// Everyone but one viewer, who gets an output of its own.
    Except(PlayerId),
}

impl Audience {
    /// Whether `viewer` is among them.
    pub fn includes(self, viewer: PlayerId) -> bool {
        match self {
            Self::All => true,
            Self::Player(player) => player == viewer,
            Self::Except(player) => player != viewer,
        }
    }
}

/// A cell as a viewer sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellView {
    /// Where.
    pub pos: [i32; 3],
    /// `fangqi_world::BlockState::raw` of what stands there.
    pub state: u32,
}

/// What viewers are shown.
#[derive(Debug, Clone, PartialEq)]
pub enum OutputBody {
    /// Cells that look different now.
    Cells(Vec<CellView>),
    /// An effect, sound or text starts or ends.
    Effect(EffectChange),
    /// The heads-up display changes.
    Hud(HudChange),
    /// The seats, all of them.
    Seats(Vec<SeatView>),
    /// The players, all of them.
    Players(Vec<PlayerView>),
    /// What the viewer is being asked now; `None` when it is asked nothing.
    Request(Option<RequestView>),
    /// The marks the viewer sees now, all of them.
    Marks(Vec<Mark>),
    /// What surrounds the board changes.
    Setting(Setting),
    /// Objects come, change or go.
    Actors(ActorsChange),
    /// What a walking player is shown of itself.
    Own(Option<Box<OwnView>>),
    /// The viewer's open pages, all of them.
    Pages(Vec<PageView>),
    /// What surrounds everybody where players walk.
    Space(Box<SpaceView>),
    /// A line of chat; `None` is the room itself.
    Chat {
        /// Who said it.
        from: Option<PlayerId>,
        /// What was said.
        text: LocalText,
    },
    /// A short message that fades.
    Toast {
        /// How it looks.
        kind: ToastKind,
        /// What it says.
        text: LocalText,
    },
}

/// How a toast looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ToastKind {
    /// Plain news.
    Info,
    /// Something that matters now, such as check.
    Alert,
    /// Something went wrong or is not allowed.
    Error,
    /// The game is won.
    Win,
    /// A word large over the table.
    Big,
}

/// A line for the author and the operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    /// How serious.
    pub level: LogLevel,
    /// Room time.
    pub tick: Tick,
    /// What happened, with script and line where a script is at fault.
    pub text: String,
    /// The event whose handler was running; `None` outside of handlers.
    pub event: Option<String>,
    /// It is an error that the script has caught by itself. Only rooms that were opened with
    /// `RoomOptions::tells_caught` tell of those.
    pub caught: bool,
}

impl LogLine {
    /// A line that comes from no handler.
    pub fn new(level: LogLevel, tick: Tick, text: String) -> Self {
        Self { level, tick, text, event: None, caught: false }
    }
}

/// How serious a [`LogLine`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogLevel {
    /// What a script printed.
    Print,
    /// Something the author should look at.
    Warn,
    /// A script failed.
    Error,
}
