//! Determines which stored parts of a room are valid, whatever store they were read from.

use fangqi_protocol::{PlayerId, Record};

use super::{LogError, Lost, RoomMeta, StoredRoom, Unreadable, decode_record};
use crate::session::{RoomId, TokenDigest};

/// Records without gaps between them.
#[derive(Debug, PartialEq)]
struct Run {
    first: u64,
    records: Vec<Record>,
    /// Why the run ends.
    end: End,
}

#[derive(Debug, PartialEq)]
enum End {
    /// There are no more records.
    End,
    /// The next record is missing or damaged.
    Bad(String),
}

impl Run {
    fn from(first: u64) -> Self {
        Self { first, records: Vec::new(), end: End::End }
    }

    /// The event number after the last record.
    fn after(&self) -> u64 {
        self.first + self.records.len() as u64
    }
}

/// All valid records of a room as runs, with a missing or damaged record between two runs.
#[derive(Debug)]
pub(super) struct Runs<'a> {
    room: &'a RoomId,
    first_event: u64,
    done: Vec<Run>,
    run: Run,
}

/// The parts from which a room can be restored.
#[derive(Debug, PartialEq)]
pub(super) struct Sound {
    records: Vec<Record>,
    first_event: u64,
    checkpoint: Option<(u64, Vec<u8>)>,
    lost: Option<Lost>,
}

impl Sound {
    /// The room, without its package.
    pub(super) fn room(
        self,
        meta: RoomMeta,
        repackaged: u64,
        tokens: Vec<(TokenDigest, PlayerId)>,
    ) -> StoredRoom {
        let Self { records, first_event, checkpoint, lost } = self;
        StoredRoom {
            meta,
            records,
            tokens,
            package: None,
            checkpoint,
            first_event,
            repackaged,
            lost,
        }
    }
}

impl<'a> Runs<'a> {
    /// Of a room whose records are kept from `first_event` on.
    pub(super) fn of(room: &'a RoomId, first_event: u64) -> Self {
        Self { room, first_event, done: Vec::new(), run: Run::from(first_event) }
    }

    /// Takes the next stored record; they come in the order of their event numbers.
    ///
    /// # Errors
    /// A newer program wrote it: it has taken effect, but this program does not know how.
    pub(super) fn add(&mut self, event: u64, bytes: &[u8]) -> Result<(), LogError> {
        if event < self.first_event {
            // Deletion by retention was not complete.
            return Ok(());
        }
        if event != self.run.after() {
            self.end(format!("it is missing; the next is {event}"), event);
        }
        match decode_record(bytes) {
            Ok(record) => self.run.records.push(record),
            Err(newer @ Unreadable::Newer(_)) => return Err(newer.of(self.room, event)),
            Err(Unreadable::Damaged(reason)) => self.end(reason, event + 1),
        }
        Ok(())
    }

    fn end(&mut self, reason: String, next: u64) {
        self.run.end = End::Bad(reason);
        self.done.push(std::mem::replace(&mut self.run, Run::from(next)));
    }

    /// Selects the records up to the first gap, and the newest checkpoint of an event up to there.
    /// Records after a gap are useless: they would be applied to another state than they were made
    /// in. The valid checkpoints come newest first.
    pub(super) fn assemble(self, checkpoints: Vec<(u64, Vec<u8>)>) -> Result<Sound, LogError> {
        let Self { room, first_event, done: mut runs, run } = self;
        runs.push(run);
        // The highest event number of which there is any trace.
        let known = checkpoints.first().map_or(0, |(event, _)| *event);
        let last = runs.last().map_or(0, |run| run.after() - 1).max(known);
        let Run { first, records, end } = runs.swap_remove(0);
        let after = first + records.len() as u64;
        let reason = match end {
            End::Bad(reason) => Some(reason),
            End::End if last >= after => Some("it and all that follow are missing".to_owned()),
            End::End => None,
        };
        let lost = reason.map(|reason| Lost { event: after, records: last + 1 - after, reason });
        let checkpoint = checkpoints.into_iter().find(|(event, _)| *event < after);
        if first_event > 1 && checkpoint.as_ref().is_none_or(|(event, _)| *event + 1 < first_event)
        {
            let reason =
                "the inputs before it were dropped, and no checkpoint can be read".to_owned();
            return Err(LogError::Damaged { room: room.clone(), event: first_event, reason });
        }
        Ok(Sound { records, first_event: first, checkpoint, lost })
    }
}
