//! Checkpoints of a room, which bound the time it takes to wake.

use std::hash::BuildHasher;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use fangqi_protocol::{Input, Record};
use fangqi_room::Applied;
use fangqi_room::{MapPackage, OpenError, Room, RoomOptions};
use rustc_hash::FxBuildHasher;

use super::host::{Host, Panicked};
use crate::log::{Entry, StoredRoom};
use crate::metrics::InputKind;
use crate::session::RoomId;

impl Host {
    /// Writes a checkpoint if one is due.
    pub(super) fn checkpoint_when_due(&mut self) -> Result<(), Panicked> {
        if self.room.event() < self.checkpoint_at {
            return Ok(());
        }
        let tick = self.tick();
        let room = &mut self.room;
        let stored = catch_unwind(AssertUnwindSafe(|| room.checkpoint(tick)));
        match stored.map_err(|_| Panicked)? {
            Ok((mut applied, bytes)) => {
                let kind = InputKind::from(&Input::Checkpoint);
                self.services.metrics.applied(kind, self.map.package.id(), &mut applied);
                self.take(applied);
                let event = self.room.event();
                self.append(Entry::Checkpoint { event, bytes });
                if !self.services.config.room.keep_beginnings {
                    self.room.forget_beginning();
                }
                self.checkpoint_at = event + self.services.config.room.checkpoint_every;
            }
            // Retried after the next input.
            Err(why) if why.is_passing() => {}
            Err(why) => {
                tracing::info!("no checkpoint: {why}");
                self.checkpoint_at = u64::MAX;
            }
        }
        Ok(())
    }

    /// The event number of the next checkpoint of a room that was just opened or restored: at most
    /// `every` events away, and staggered by the room's id. Otherwise rooms that were opened
    /// together, as after a restart or at the start of a tournament, would all write checkpoints in
    /// the same second.
    pub(super) fn plan_checkpoint(room: &Room, id: &RoomId, every: u64) -> u64 {
        let last = room.last_checkpoint().map_or(0, |(record, _)| record + 1);
        let sooner = FxBuildHasher.hash_one(id) % every.max(1);
        last.max(room.event().saturating_sub(every)) + every.max(1) - sooner
    }
}

/// Number of records at the end of the log that a waking room repeats together with what they
/// showed, so that clients which saw the event before can resume.
const RETOLD: usize = 16;

/// A room restored from its log.
pub(super) struct Woken {
    pub(super) room: Room,
    /// The number of a draft that did not succeed and has to be removed from the log.
    pub(super) let_go: Option<u64>,
    pub(super) recent: Recent,
}

/// The last events of a restored room.
#[derive(Default)]
pub(super) struct Recent {
    /// What each event showed, oldest first.
    pub(super) events: Vec<Applied>,
}

/// Restores a room from its log. The last record may be a draft of an input that the room refused
/// or that made it panic, if the server ended before it appended the amendment. No client was shown
/// anything of such a draft, so the room is restored without it, and its number is returned so that
/// it is removed from the log.
pub(super) fn resume(
    id: &RoomId,
    package: &Arc<MapPackage>,
    options: RoomOptions,
    stored: &StoredRoom,
) -> Result<Woken, OpenError> {
    let records = stored.records.as_slice();
    let retell = || retold(id, package, options.clone(), stored);
    if let Ok(Some((room, recent))) = catch_unwind(AssertUnwindSafe(retell)) {
        return Ok(Woken { room, let_go: None, recent });
    }
    let resume = |records| resume_from(id, package, options.clone(), stored, records);
    let woken = |room, let_go| Woken { room, let_go, recent: Recent::default() };
    let Some((last, before)) = records.split_last().filter(|(last, _)| last.may_be_draft()) else {
        return Ok(woken(resume(records)?, None));
    };
    let event = stored.first_event + before.len() as u64;
    match catch_unwind(AssertUnwindSafe(|| resume(records))) {
        Ok(Ok(room)) => return Ok(woken(room, None)),
        Ok(Err(error)) if error.record() != Some(event - 1) => return Err(error),
        Ok(Err(error)) => tracing::warn!(room = %id, event, %error, "a draft is let go"),
        Err(_) => tracing::warn!(room = %id, event, ?last, "a draft that panicked is let go"),
    }
    Ok(woken(resume(before)?, Some(event)))
}

/// The room together with what its last records showed. `None` if they do not repeat exactly, as
/// after a change of the map or with a draft that failed.
fn retold(
    id: &RoomId,
    package: &Arc<MapPackage>,
    options: RoomOptions,
    stored: &StoredRoom,
) -> Option<(Room, Recent)> {
    let last = stored.first_event - 1 + stored.records.len() as u64;
    let checkpoint = stored.checkpoint.as_ref().map_or(0, |(event, _)| *event);
    let since = last - last.min(checkpoint.max(stored.repackaged).max(stored.first_event - 1));
    let count = RETOLD.min(since as usize);
    let (before, tail) = stored.records.split_at(stored.records.len() - count);
    let mut room = resume_from(id, package, options, stored, before).ok()?;
    let repeated = tail.iter().map(|record| {
        let applied = room.repeat(record);
        (applied.record.as_ref() == Some(record)).then_some(applied)
    });
    let events = repeated.collect::<Option<Vec<_>>>()?;
    Some((room, Recent { events }))
}

/// Restores a room from its checkpoint, or from its first input if the checkpoint cannot be used.
fn resume_from(
    id: &RoomId,
    package: &Arc<MapPackage>,
    options: RoomOptions,
    stored: &StoredRoom,
    records: &[Record],
) -> Result<Room, OpenError> {
    let (records, first) = (|| records.to_vec(), stored.first_event.saturating_sub(1));
    let checkpoint = stored.checkpoint.as_ref().map(|(_, bytes)| bytes.as_slice());
    if checkpoint.is_some() || first > 0 {
        let package = Arc::clone(package);
        match Room::resume_since(package, options.clone(), first, records(), checkpoint) {
            Err(error) if first == 0 => {
                tracing::warn!(room = %id, %error, "replayed from its first input");
            }
            done => return done,
        }
    }
    Room::replay(Arc::clone(package), options, records())
}
