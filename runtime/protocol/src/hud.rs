use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::input::{SeatIndex, Tick};
use super::insight::{Arrow, Bar, BestLines, Insight, Note, Review};
use super::plate::Plate;
use super::select::Asked;
use super::text::LocalText;

/// Most short marks beside a seat.
pub const SEAT_TAGS_MAX: usize = 4;
/// Most characters of such a mark.
pub const TAG_CHARACTERS_MAX: usize = 16;

/// The heads-up display a map fills in: the same for every viewer.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct Hud {
    /// One line on how the game stands.
    pub status: Option<LocalText>,
    /// Whose turn it is.
    pub turn: Option<SeatIndex>,
    /// The seat for which the computer is thinking.
    pub thinking: Option<SeatIndex>,
    /// How the game ended.
    pub result: Option<GameResult>,
    /// Moves so far.
    pub moves: Vec<MoveEntry>,
    /// Buttons of the map.
    pub buttons: Vec<Button>,
    /// The game clock of each seat; empty when there are none.
    pub clocks: Vec<ClockView>,
    /// What explains the game.
    pub insight: Insight,
    /// Who is being asked something until when, as far as everybody knows of it.
    pub asked: Vec<Asked>,
    /// A few words beside each seat, such as its score; seats after the last have none.
    pub badges: Vec<LocalText>,
    /// Short marks beside each seat, such as `dealer`; seats after the last have none.
    pub tags: Vec<Vec<LocalText>>,
    /// Who each seat plays; seats after the last have none.
    pub plates: Vec<Plate>,
    /// A word beside the viewer's own seat that nobody else sees.
    pub secret: Option<LocalText>,
    /// The position as the game writes it, such as a FEN, if it has a way to.
    pub position: Option<String>,
    /// What a computer expects of the present position.
    pub lines: Option<BestLines>,
}

impl Hash for Hud {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { status, turn, thinking, result, moves, buttons, clocks, .. } = self;
        let Self { insight, asked, badges, tags, plates, secret, position, lines, .. } = self;
        (status, turn, thinking, result, moves, buttons, clocks).hash(state);
        // Hashed only if there are any, so that rooms stored before these existed keep their hash.
        if *insight != Insight::default() {
            insight.hash(state);
        }
        if !asked.is_empty() || !badges.is_empty() {
            (asked, badges).hash(state);
        }
        if !plates.is_empty() || secret.is_some() {
            (plates, secret).hash(state);
        }
        if position.is_some() {
            position.hash(state);
        }
        if lines.is_some() {
            lines.hash(state);
        }
        if !tags.is_empty() {
            tags.hash(state);
        }
    }
}

/// A seat's game clock as it stood at `at`. All times in ticks of 50 ms.
///
/// While it runs, what passes since `at` is taken from `left`; when that is used up and `later` is
/// not 0, a period of overtime begins, and so on until the last is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct ClockView {
    /// What was left of the stretch then counted: the main time or a period of overtime.
    pub left: Tick,
    /// Whole periods of overtime after it.
    pub later: u32,
    /// Length of a period.
    pub period: Tick,
    /// Whether the stretch is a period of overtime.
    pub overtime: bool,
    /// Whether it runs.
    pub running: bool,
    /// Room time at which it stood so.
    pub at: Tick,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct GameResult {
    /// The winning seat; `None` for a draw.
    pub winner: Option<SeatIndex>,
    /// The reason, as a sentence.
    pub text: LocalText,
}

/// One line of the move list.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct MoveEntry {
    /// Who moved.
    pub seat: SeatIndex,
    /// The move in the game's notation.
    pub text: LocalText,
}

/// A button that sends [`super::Input::Action`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct Button {
    /// Its id. The client has icons for `new`, `undo`, `resign`, `draw`, `hint` and `flip`.
    pub id: String,
    /// What it says.
    pub label: LocalText,
    /// Whether it can be pressed now.
    pub enabled: bool,
    /// Only players with a seat see it.
    pub seated: bool,
    /// A question to confirm first.
    pub confirm: Option<LocalText>,
    /// What it offers; its action's value is that of the one chosen. Empty: the button acts at
    /// once.
    pub options: Vec<ButtonOption>,
}

/// One of several things that a button offers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct ButtonOption {
    /// The value of the action.
    pub value: String,
    /// What it says.
    pub label: LocalText,
    /// Whether it is how things are now.
    pub chosen: bool,
}

/// A change to the [`Hud`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "field", content = "value")]
pub enum HudChange {
    /// The status line.
    Status(Option<LocalText>),
    /// Whose turn it is.
    Turn(Option<SeatIndex>),
    /// For whom the computer thinks.
    Thinking(Option<SeatIndex>),
    /// The result.
    Result(Option<GameResult>),
    /// The first `keep` moves stay, then come `add`.
    Moves {
        /// How many of the viewer's moves stay.
        keep: u32,
        /// The moves after them.
        add: Vec<MoveEntry>,
    },
    /// The buttons.
    Buttons(Vec<Button>),
    /// The game clocks, all of them.
    Clocks(Vec<ClockView>),
    /// What is played.
    Title(Option<LocalText>),
    /// The bar beside the board.
    Bar(Option<Bar>),
    /// What is explained.
    Note(Option<Note>),
    /// The arrows over the board, all of them.
    Arrows(Vec<Arrow>),
    /// The game as seen afterwards.
    Review(Option<Review>),
    /// Who is being asked, all of them.
    Asked(Vec<Asked>),
    /// The words beside the seats, all of them.
    Badges(Vec<LocalText>),
    /// The short marks beside the seats, all of them.
    Tags(Vec<Vec<LocalText>>),
    /// Who each seat plays, all of them.
    Plates(Vec<Plate>),
    /// The word that only the viewer sees.
    Secret(Option<LocalText>),
    /// The position as the game writes it.
    Position(Option<String>),
    /// What a computer expects.
    Lines(Option<BestLines>),
}

impl Hud {
    /// The map's buttons, and those of its note.
    pub fn all_buttons(&self) -> impl Iterator<Item = &Button> {
        self.buttons.iter().chain(self.insight.note.iter().flat_map(|note| &note.buttons))
    }

    /// The changes that turn `old` into `self`.
    pub fn changes_since(&self, old: &Self) -> Vec<HudChange> {
        let mut changes = Vec::new();
        if self.moves != old.moves {
            let keep = self.moves.iter().zip(&old.moves).take_while(|(a, b)| a == b).count();
            changes.push(HudChange::Moves {
                keep: u32::try_from(keep).unwrap_or(u32::MAX),
                add: self.moves[keep..].to_vec(),
            });
        }
        if self.buttons != old.buttons {
            changes.push(HudChange::Buttons(self.buttons.clone()));
        }
        if self.clocks != old.clocks {
            changes.push(HudChange::Clocks(self.clocks.clone()));
        }
        if self.turn != old.turn {
            changes.push(HudChange::Turn(self.turn));
        }
        if self.thinking != old.thinking {
            changes.push(HudChange::Thinking(self.thinking));
        }
        if self.status != old.status {
            changes.push(HudChange::Status(self.status.clone()));
        }
        if self.result != old.result {
            changes.push(HudChange::Result(self.result.clone()));
        }
        if self.badges != old.badges {
            changes.push(HudChange::Badges(self.badges.clone()));
        }
        if self.tags != old.tags {
            changes.push(HudChange::Tags(self.tags.clone()));
        }
        if self.plates != old.plates {
            changes.push(HudChange::Plates(self.plates.clone()));
        }
        if self.position != old.position {
            changes.push(HudChange::Position(self.position.clone()));
        }
        if self.lines != old.lines {
            changes.push(HudChange::Lines(self.lines.clone()));
        }
        let (new, old) = (&self.insight, &old.insight);
        if new.title != old.title {
            changes.push(HudChange::Title(new.title.clone()));
        }
        if new.bar != old.bar {
            changes.push(HudChange::Bar(new.bar.clone()));
        }
        if new.note != old.note {
            changes.push(HudChange::Note(new.note.clone()));
        }
        if new.arrows != old.arrows {
            changes.push(HudChange::Arrows(new.arrows.clone()));
        }
        if new.review != old.review {
            changes.push(HudChange::Review(new.review.clone()));
        }
        changes
    }

    /// Applies a change.
    pub fn change(&mut self, change: HudChange) {
        match change {
            HudChange::Status(value) => self.status = value,
            HudChange::Turn(value) => self.turn = value,
            HudChange::Thinking(value) => self.thinking = value,
            HudChange::Result(value) => self.result = value,
            HudChange::Moves { keep, add } => {
                self.moves.truncate(keep as usize);
                self.moves.extend(add);
            }
            HudChange::Buttons(value) => self.buttons = value,
            HudChange::Clocks(value) => self.clocks = value,
            HudChange::Plates(value) => self.plates = value,
            HudChange::Secret(value) => self.secret = value,
            HudChange::Position(value) => self.position = value,
            HudChange::Lines(value) => self.lines = value,
            HudChange::Title(value) => self.insight.title = value,
            HudChange::Bar(value) => self.insight.bar = value,
            HudChange::Note(value) => self.insight.note = value,
            HudChange::Arrows(value) => self.insight.arrows = value,
            HudChange::Review(value) => self.insight.review = value,
            HudChange::Asked(value) => self.asked = value,
            HudChange::Badges(value) => self.badges = value,
            HudChange::Tags(value) => self.tags = value,
        }
    }
}
