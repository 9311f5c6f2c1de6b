use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::model::{JobResult, PlayerId, RequestId};

/// Identifies a parked handler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Token(pub u64);

/// A value a handler's event table can hold.
#[derive(Debug, Clone, PartialEq)]
pub enum EventValue {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

/// The fields of an event's table, in order.
pub type EventArgs = Vec<(&'static str, EventValue)>;

impl From<u64> for EventValue {
    fn from(value: u64) -> Self {
        Self::Number(value as f64)
    }
}

impl From<i32> for EventValue {
    fn from(value: i32) -> Self {
        Self::Number(f64::from(value))
    }
}

impl From<u32> for EventValue {
    fn from(value: u32) -> Self {
        Self::Number(f64::from(value))
    }
}

impl From<u16> for EventValue {
    fn from(value: u16) -> Self {
        Self::Number(f64::from(value))
    }
}

impl From<u8> for EventValue {
    fn from(value: u8) -> Self {
        Self::Number(f64::from(value))
    }
}

impl From<PlayerId> for EventValue {
    fn from(value: PlayerId) -> Self {
        value.0.into()
    }
}

impl From<&str> for EventValue {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

/// Something that a script handler must run for.
#[derive(Debug, Clone, PartialEq)]
pub enum Ready {
    /// An event raised by the host.
    Event {
        /// Its name.
        name: Cow<'static, str>,
        /// The fields of its table.
        args: EventArgs,
    },
    /// An event raised by a script, whose table is held on the Lua side.
    Dispatch {
        /// Its name.
        name: String,
        /// Where the Lua side keeps the table.
        slot: u64,
    },
    /// A function to be called once, which the Lua side holds.
    Call {
        /// Where the Lua side keeps the function and its arguments.
        slot: u64,
    },
    /// A parked handler continues.
    Wake {
        /// The handler.
        token: Token,
        /// What the waiting call returns.
        value: WakeValue,
    },
    /// The stand-in must answer a question.
    StandIn {
        /// The question.
        request: RequestId,
        /// Number of the delegation; an answer to an earlier one does not count.
        turn: u32,
    },
    /// The map is asked why a click is not among a request's choices.
    Explain {
        /// The request.
        request: RequestId,
        /// Who clicked.
        player: PlayerId,
        /// The cells clicked so far, the refused one last.
        path: Vec<[i32; 3]>,
    },
    /// The map's `explain` is asked about a selection.
    Judge {
        /// The request.
        request: RequestId,
        /// Who selected.
        player: PlayerId,
        /// The cells, as indices into the question's list.
        cells: Vec<u16>,
        /// Whether the selection is legal, and so counts if the map returns no reason against it.
        legal: bool,
    },
}

/// What a waiting call returns to its handler.
#[derive(Debug, Clone, PartialEq)]
pub enum WakeValue {
    /// The time has come.
    Time,
    /// A question was answered: index of the choice, from 0, and the player; `None` for the
    /// default.
    Choice(u32, Option<PlayerId>),
    /// Cells were selected: indices into the question's list, and the player; `None` for the
    /// default.
    Selected(Vec<u16>, Option<PlayerId>),
    /// What the handler waited for was cancelled.
    Cancelled,
    /// A job ended.
    Job(JobResult),
}
