use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::hud::Button;
use super::input::SeatIndex;
use super::text::LocalText;

/// What a map shows so that a game is understood: the same for every viewer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct Insight {
    /// What is played, such as the name of an opening or of a problem.
    pub title: Option<LocalText>,
    /// How the game stands, as a bar beside the board.
    pub bar: Option<Bar>,
    /// Something explained, until it is taken away.
    pub note: Option<Note>,
    /// Arrows over the board.
    pub arrows: Vec<Arrow>,
    /// The game as seen afterwards.
    pub review: Option<Review>,
}

/// How a game stands for a seat and against all others.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct Bar {
    /// For whom.
    pub seat: SeatIndex,
    /// From 0, lost, to 1000, won.
    pub share: u16,
    /// The same in a few letters, such as `+1.3`.
    pub text: LocalText,
}

/// Something explained.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct Note {
    /// What it is about.
    pub title: LocalText,
    /// What is said, a paragraph each.
    pub lines: Vec<LocalText>,
    /// Buttons of the note. They act as the map's others do.
    pub buttons: Vec<Button>,
}

/// What an arrow says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ArrowKind {
    /// A suggestion.
    Hint,
    /// The better move.
    Best,
    /// What an opponent would do.
    Threat,
}

/// An arrow over the board, from one cell to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct Arrow {
    /// Where it begins.
    pub from: [i32; 3],
    /// Where it points.
    pub to: [i32; 3],
    /// What it says.
    pub kind: ArrowKind,
}

/// What a computer expects of the present position.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct BestLines {
    /// For whom the scores are.
    pub seat: SeatIndex,
    /// The lines, best first for the side to move.
    pub lines: Vec<BestLine>,
}

/// A move that could be played now, with what is expected to follow.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct BestLine {
    /// What it is worth in a few letters, such as `+1.3`.
    pub score: LocalText,
    /// The moves in the game's notation, the first to be played now.
    pub moves: Vec<LocalText>,
    /// Where the first move goes; one that ends where it begins points at a cell.
    pub arrow: Option<Arrow>,
}

/// A game looked at move by move.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct Review {
    /// For whom the shares are.
    pub seat: SeatIndex,
    /// How the game stood before the first move and after each, from 0, lost, to 1000, won. While
    /// there are fewer, the rest is still looked at.
    pub shares: Vec<u16>,
    /// What is said of moves, in their order.
    pub notes: Vec<ReviewNote>,
}

/// What is said of a move of the list.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct ReviewNote {
    /// Which move, from 1.
    #[serde(rename = "move")]
    pub number: u32,
    /// How good it was, in a sign such as `??`, `?`, `?!` or `!`.
    pub mark: String,
    /// The same in words.
    pub text: LocalText,
    /// A better move, if the map gives one: an arrow from cell to cell.
    pub better: Option<Arrow>,
}
