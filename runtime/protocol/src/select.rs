use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::input::{SeatIndex, Tick};
use super::text::LocalText;

/// What may be selected in answer to a request, as its player is shown it: some of these cells,
/// together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SelectView {
    /// The cells; an answer names them by their places in this list.
    pub cells: Vec<[i32; 3]>,
    /// The class of each cell, a character each, such as a card's rank; empty where it does not
    /// matter.
    pub classes: String,
    /// What may be selected together, as the classes in order; empty: any cells, as many as `min`
    /// to `max`.
    pub legal: Vec<String>,
    /// How many at least.
    pub min: u32,
    /// How many at most.
    pub max: u32,
    /// Selections to suggest, best first.
    pub suggest: Vec<Vec<u16>>,
    /// What the button says that gives the answer; `None` for the client's own word.
    pub label: Option<LocalText>,
}

/// A seat that is being asked something everybody knows of, and has a deadline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct Asked {
    /// Which seat.
    pub seat: SeatIndex,
    /// Room time at which it was asked.
    pub since: Tick,
    /// Room time of its deadline.
    pub until: Tick,
}

/// What a row of cells of a card table is for. Clients place what lies there around the table as
/// each seat looks at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ZoneKind {
    /// The cards a seat holds.
    Hand,
    /// What a seat has played last, between it and the middle.
    Played,
    /// A row before a seat that stays, such as equipment.
    Row,
    /// A row in the middle.
    Common,
    /// A pile in the middle: its first cell is on top.
    Pile,
}

/// A row of cells of a card table, along x.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct Zone {
    /// What it is for.
    pub kind: ZoneKind,
    /// Whose it is; `None` for one of the middle.
    pub seat: Option<SeatIndex>,
    /// Its first cell.
    pub at: [i32; 3],
    /// How many cells.
    pub count: u16,
}
