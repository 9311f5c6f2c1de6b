//! What is told to those who watch.

use crate::basics::{Name, PlayerId};

/// A line of the game's log: a key into translations, and what is put into it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    /// The key: `#…` for a sentence, `$…` for one about cards.
    pub key: Name,
    /// `%from`
    pub from: Option<PlayerId>,
    /// `%to`
    pub to: Vec<PlayerId>,
    /// `%card`: a card as text.
    pub card: Name,
    /// `%arg`
    pub arg: Name,
    /// `%arg2`
    pub arg2: Name,
    /// Only this player may read it; everybody if nobody is named.
    pub viewer: Option<PlayerId>,
}

impl LogLine {
    /// A line with nothing in it yet.
    pub fn new(key: &str) -> LogLine {
        LogLine {
            key: key.into(),
            from: None,
            to: Vec::new(),
            card: "".into(),
            arg: "".into(),
            arg2: "".into(),
            viewer: None,
        }
    }

    /// Who does it.
    pub fn from(mut self, id: PlayerId) -> LogLine {
        self.from = Some(id);
        self
    }

    /// To whom.
    pub fn to(mut self, ids: &[PlayerId]) -> LogLine {
        self.to = ids.to_vec();
        self
    }

    /// With which card.
    pub fn card(mut self, text: String) -> LogLine {
        self.card = text.into();
        self
    }

    /// A number or a word.
    pub fn arg(mut self, arg: impl ToString) -> LogLine {
        self.arg = arg.to_string().into();
        self
    }

    /// A second one.
    pub fn arg2(mut self, arg: impl ToString) -> LogLine {
        self.arg2 = arg.to_string().into();
        self
    }
}
