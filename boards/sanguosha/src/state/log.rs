//! The game log for spectators and players.

use crate::basics::{Name, PlayerId};

/// A line of the log: a translation key and its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    /// The key: `#…` for sentences, `$…` for sentences about cards.
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
    /// The only player who may read the line; `None` for everyone.
    pub viewer: Option<PlayerId>,
}

impl LogLine {
    /// A line without arguments.
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

    /// Sets the acting player.
    pub fn from(mut self, id: PlayerId) -> LogLine {
        self.from = Some(id);
        self
    }

    /// Sets the affected players.
    pub fn to(mut self, ids: &[PlayerId]) -> LogLine {
        self.to = ids.to_vec();
        self
    }

    /// Sets the card.
    pub fn card(mut self, text: String) -> LogLine {
        self.card = text.into();
        self
    }

    /// Sets the first argument, a number or a word.
    pub fn arg(mut self, arg: impl ToString) -> LogLine {
        self.arg = arg.to_string().into();
        self
    }

    /// Sets the second argument.
    pub fn arg2(mut self, arg: impl ToString) -> LogLine {
        self.arg2 = arg.to_string().into();
        self
    }
}
