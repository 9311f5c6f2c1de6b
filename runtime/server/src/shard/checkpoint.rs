//! Checkpoints of a room, so that waking it does not take longer the longer it was played.

use std::hash::BuildHasher;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use fangqi_room::model::{Applied, Input, Record};
use fangqi_room::{MapPackage, OpenError, Room, RoomOptions};
use rustc_hash::FxBuildHasher;

use super::host::{Host, Panicked};
use crate::log::{Entry, StoredRoom};
use crate::metrics::InputKind;
use crate::session::RoomId;

impl Host {
    /// Stores the room if it is time.
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
            // Tried again after the next input.
            Err(why) if why.is_passing() => {}
            Err(why) => {
                let map = self.map.package.id();
                tracing::info!(room = %self.id, map, "no checkpoint: {why}");
                self.checkpoint_at = u64::MAX;
            }
        }
        Ok(())
    }

    /// Plans the next checkpoint of a room that has just been made: within so many inputs, sooner
    /// in one room than in another. Rooms that were opened together, as after a restart or at the
    /// beginning of a tournament, would else all be stored in the same second.
    pub(super) fn plan_checkpoint(room: &Room, id: &RoomId, every: u64) -> u64 {
        let last = room.last_checkpoint().map_or(0, |(record, _)| record + 1);
        let sooner = FxBuildHasher.hash_one(id) % every.max(1);
        last.max(room.event().saturating_sub(every)) + every.max(1) - sooner
    }
}

/// Records at the end of a room's log that are played as they were when it wakes, so that those who
/// saw what came before them can be shown what they missed, and no more.
const RETOLD: usize = 16;

/// A room made again.
pub(super) struct Woken {
    pub(super) room: Room,
    /// The number of a record that the log is to let go.
    pub(super) let_go: Option<u64>,
    pub(super) recent: Recent,
}

/// The last events of a room made again.
#[derive(Default)]
pub(super) struct Recent {
    /// What they showed, in order.
    pub(super) events: Vec<Applied>,
}

/// Makes a room again from what the log has of it. The last record may be a draft of an input that
/// the room refused or that broke it, if the server ended before it could say so: then nobody has
/// been told of it, the room is made without it, and its number is given for the log to let it go.
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

/// The room with what its last records showed; nothing where they do not go as they went, as after
/// a change of the map, or with a draft that came to nothing.
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

/// Makes a room again from its checkpoint if that can be used, else from its first input.
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
