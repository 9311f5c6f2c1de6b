//! What an audit finds.

use std::fmt;

/// What a server must never do, and what makes a recording useless.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A recording has a line that is none.
    Garbage,
    /// The log has no such room, or does not give it back.
    NoRoom,
    /// The log has a gap or damage.
    Gap,
    /// The room does not go again as its log says.
    Replay,
    /// A client was shown an event that the log does not have.
    Missing,
    /// An input that was acknowledged is not in the log as it was acknowledged.
    Lost,
    /// An input is in the log more often than it was sent.
    Twice,
    /// Inputs of one client are in the log in another order.
    Order,
    /// The log has an input of a client that it did not send.
    Unsent,
    /// A client was shown something else than the log shows when it is played again.
    Differs,
    /// Two who may see the same were shown different things as one event.
    Fork,
    /// A client was not shown an event between two others.
    Skipped,
    /// A client was shown an event again.
    Again,
    /// A client came back as another player, or two were the same.
    Player,
}

impl Kind {
    /// What it is called in a summary.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Garbage => "lines of recordings that are none",
            Self::NoRoom => "rooms that the log does not give back",
            Self::Gap => "gaps in the log",
            Self::Replay => "logs that do not go again as they went",
            Self::Missing => "events shown that the log does not have",
            Self::Lost => "acknowledged inputs lost",
            Self::Twice => "inputs twice in the log",
            Self::Order => "inputs in another order than they were sent",
            Self::Unsent => "inputs in the log that no client sent",
            Self::Differs => "events shown otherwise than the log shows them",
            Self::Fork => "events shown to two clients in two ways",
            Self::Skipped => "events left out for a client",
            Self::Again => "events shown to a client again",
            Self::Player => "clients taken for others",
        }
    }
}

/// A violation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) kind: Kind,
    /// The room, or the file if it is of no room.
    pub(super) room: String,
    /// The event, if it is about one.
    pub(super) event: Option<u64>,
    /// The recording of the client, and the line in it.
    pub(super) client: Option<(String, usize)>,
    /// A sentence.
    pub(super) text: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "room {}", self.room)?;
        if let Some(event) = self.event {
            write!(out, ", event {event}")?;
        }
        if let Some((file, line)) = &self.client {
            write!(out, ", {file} line {line}")?;
        }
        write!(out, ": {}", self.text)
    }
}
