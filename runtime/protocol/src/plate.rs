use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::input::SeatIndex;
use super::text::LocalText;

/// Who or what a seat of a card table plays, such as a hero with its life.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct Plate {
    /// Its name; empty: the seat has no plate.
    pub title: LocalText,
    /// Of its side, as `#rrggbb`; empty for the seat's own colour.
    pub colour: String,
    /// The letter of its side; empty for the first of its name.
    pub glyph: String,
    /// Lives left; may be below 0.
    pub life: i32,
    /// Lives at most; 0 where there are none.
    pub life_max: i32,
    /// Words on how it is: chained, in prison, marked.
    pub tags: Vec<LocalText>,
    /// What it has put on, a word each.
    pub wears: Vec<LocalText>,
    /// What it can do, shown to those who ask: a paragraph each.
    pub lines: Vec<LocalText>,
    /// It is its turn, whoever is asked.
    pub acts: bool,
    /// It is out of the game.
    pub out: bool,
    /// It lies face down.
    pub turned: bool,
}

/// How a question is answered at a card table, step by step: what has been picked, and what its
/// choices are besides cells and buttons.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct PanelView {
    /// Cells picked in earlier steps.
    pub picked: Vec<[i32; 3]>,
    /// Seats picked in earlier steps.
    pub seats: Vec<SeatIndex>,
    /// What each choice is, in their order.
    pub looks: Vec<ChoiceLook>,
}

/// What a choice of a [`PanelView`] is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct ChoiceLook {
    /// Made by a click on the plate of this seat.
    pub seat: Option<SeatIndex>,
    /// The button that confirms what is picked.
    pub main: bool,
    /// The button is pressed: its choice takes back what it began.
    pub on: bool,
    /// What it means, for those who hesitate.
    pub about: Option<LocalText>,
    /// Of its side, as `#rrggbb`; empty for none.
    pub colour: String,
}
