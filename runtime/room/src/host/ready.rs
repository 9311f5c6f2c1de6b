use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::model::{JobResult, PlayerId, RequestId};

/// Names a handler that waits.
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

/// Something a script handler must run for.
#[derive(Debug, Clone, PartialEq)]
pub enum Ready {
    /// An event of the host's.
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
    /// A function to be called once, held on the Lua side.
    Call {
        /// Where the Lua side keeps the function and its arguments.
        slot: u64,
    },
    /// A waiting handler goes on.
    Wake {
        /// Which.
        token: Token,
        /// What it was waiting for.
        value: WakeValue,
    },
    /// The stand-in is to answer a question.
    StandIn {
        /// Which.
        request: RequestId,
        /// Which time it is given to the stand-in.
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
    /// The map is asked what it says to a selection.
    Judge {
        /// The request.
        request: RequestId,
        /// Who selected.
        player: PlayerId,
        /// The cells, by their places in the question's list.
        cells: Vec<u16>,
        /// Whether it counts unless the map has something to say against it.
        legal: bool,
    },
}

/// What a waiting handler is given when it goes on.
#[derive(Debug, Clone, PartialEq)]
pub enum WakeValue {
    /// Nothing but time.
    Time,
    /// A request was answered: index of the choice, from 0, and who chose; nobody at the deadline.
    Choice(u32, Option<PlayerId>),
    /// Cells were selected, by their places in the question's list, and who did; nobody at the
    /// deadline.
    Selected(Vec<u16>, Option<PlayerId>),
    /// What it waited for was given up.
    Cancelled,
    /// A job ended.
    Job(JobResult),
}
