use std::borrow::Cow;

use fangqi_protocol::{EventArgs, JobResult, PlayerId, RequestId, Token};

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
