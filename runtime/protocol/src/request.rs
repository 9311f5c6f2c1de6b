use std::sync::Arc;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::input::Tick;
use super::plate::PanelView;
use super::select::SelectView;
use super::text::LocalText;

/// Names a request within its room.
pub type RequestId = u32;

/// One thing that may be answered to a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Choice {
    /// Cells to click, in order, to make this choice: a move is `[from, to]`, a placement `[cell]`.
    /// Empty for a choice made by its button alone.
    pub path: Vec<[i32; 3]>,
    /// What the choice's button says; `None` for a choice made by clicking cells alone.
    pub label: Option<LocalText>,
}

/// A question put to a player, as that player is shown it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RequestView {
    /// Its name, to be given back with the answer.
    pub id: RequestId,
    /// What the player is asked.
    pub hint: LocalText,
    /// What may be answered.
    pub choices: Arc<Vec<Choice>>,
    /// When the default answer is given in the player's stead.
    pub deadline: Option<Tick>,
    /// What may be selected, where the answer may be several cells together. The choices are then
    /// buttons beside it.
    pub selection: Option<SelectView>,
    /// What has been picked on the way to an answer that is given step by step.
    pub panel: Option<Box<PanelView>>,
}

/// What a mark on a cell says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum MarkKind {
    /// The piece the viewer has picked up.
    Selected,
    /// An empty cell it may go to.
    Target,
    /// An occupied cell it may go to.
    Capture,
    /// Where the last move came from.
    LastFrom,
    /// Where the last move went to.
    LastTo,
    /// A piece under attack that its owner must answer for.
    Check,
    /// A suggestion.
    Hint,
    /// A piece that decided the game, such as one of a winning line.
    Won,
}

/// A mark on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
pub struct Mark {
    /// The cell.
    pub pos: [i32; 3],
    /// What the mark says.
    pub kind: MarkKind,
}
