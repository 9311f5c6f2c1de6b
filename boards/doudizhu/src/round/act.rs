use std::fmt;
use std::str::FromStr;

use crate::Hand;

/// An act of a seat in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// An answer in the auction: a bid from 0 to 3, or 1 and 0 for yes and no.
    Say(u8),
    /// Doubles the seat's own stake: 1, 2 or 4.
    Double(u8),
    /// Plays cards; the empty hand is a pass.
    Play(Hand),
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Say(said) => write!(f, "say:{said}"),
            Act::Double(factor) => write!(f, "double:{factor}"),
            Act::Play(cards) => write!(f, "play:{cards}"),
        }
    }
}

impl FromStr for Act {
    type Err = String;

    fn from_str(text: &str) -> Result<Act, String> {
        let bad = || format!("`{text}` is not an act");
        let (what, value) = text.split_once(':').ok_or_else(bad)?;
        match what {
            "say" => value.parse().map(Act::Say).map_err(|_| bad()),
            "double" => value.parse().map(Act::Double).map_err(|_| bad()),
            "play" => value.parse().map(Act::Play).map_err(|error| format!("`{text}`: {error}")),
            _ => Err(bad()),
        }
    }
}
