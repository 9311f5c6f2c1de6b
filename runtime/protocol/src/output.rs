use fangqi_world::EffectChange;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::hud::HudChange;
use super::input::{PlayerId, Tick};
use super::plugin_view::{PluginChange, PluginView};
use super::request::{Mark, RequestView};
use super::scene::{PlayerView, SeatView, Setting};
use super::text::LocalText;

/// The cost of one step: one run of a script handler until it ended or waited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepCost {
    /// The event of the handler, or a description of how else it came to run, such as `(task)`.
    pub event: String,
    /// The script that defines the handler.
    pub script: String,
    /// The line at which its definition begins.
    pub line: u32,
    /// Units of fuel it used.
    pub fuel: u64,
    /// Whether the step called the handler; otherwise it continued it after a wait.
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

/// An output and its audience.
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    /// Who may see it. No other viewer may receive any of it.
    pub audience: Audience,
    /// The content.
    pub body: OutputBody,
}

/// The viewers an output is meant for.
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
    /// Whether `viewer` is in the audience.
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
    /// The cell.
    pub pos: [i32; 3],
    /// `fangqi_world::BlockState::raw` of the block that the viewer sees there.
    pub state: u32,
}

/// The content of an output.
#[derive(Debug, Clone, PartialEq)]
pub enum OutputBody {
    /// Cells that look different now, in their new state.
    Cells(Vec<CellView>),
    /// An effect, sound or text starts or ends.
    Effect(EffectChange),
    /// The heads-up display changes.
    Hud(HudChange),
    /// All seats.
    Seats(Vec<SeatView>),
    /// All players.
    Players(Vec<PlayerView>),
    /// The question to the viewer; `None` if there is none.
    Request(Option<RequestView>),
    /// All marks that the viewer sees.
    Marks(Vec<Mark>),
    /// New surroundings of the board.
    Setting(Setting),
    /// A plugin's view for the viewer, whole.
    Plugin(PluginView),
    /// Parts of a plugin's view that are different now.
    PluginChange(PluginChange),
    /// A line of chat.
    Chat {
        /// Who said it; `None` for the room itself.
        from: Option<PlayerId>,
        /// What was said.
        text: LocalText,
    },
    /// A short message that fades.
    Toast {
        /// Its look.
        kind: ToastKind,
        /// Its text.
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
    /// The severity.
    pub level: LogLevel,
    /// Room time in ticks.
    pub tick: Tick,
    /// What happened, with script and line if a script is at fault.
    pub text: String,
    /// The event whose handler was running; `None` outside of handlers.
    pub event: Option<String>,
    /// Whether it is an error that the script caught itself. Only rooms opened with
    /// `RoomOptions::tells_caught` log those.
    pub caught: bool,
    /// The calls that led to an error, innermost first, a line each; empty where none is known.
    pub calls: String,
}

impl LogLine {
    /// A line that no handler has logged.
    pub fn new(level: LogLevel, tick: Tick, text: String) -> Self {
        Self { level, tick, text, event: None, caught: false, calls: String::new() }
    }
}

/// The severity of a [`LogLine`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogLevel {
    /// What a script printed.
    Print,
    /// Something the author should look at.
    Warn,
    /// A script failed.
    Error,
}
