//! Checkpoints of a room, so that waking it does not take longer the longer it was played.

use std::hash::BuildHasher;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use fangqi_room::model::{Input, Record};
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

/// Makes a room again from what the log has of it. The last record may be a draft of an input that
/// the room refused or that broke it, if the server ended before it could say so: then nobody has
/// been told of it, the room is made without it, and its number is given for the log to let it go.
pub(super) fn resume(
    id: &RoomId,
    package: &Arc<MapPackage>,
    options: RoomOptions,
    stored: &StoredRoom,
) -> Result<(Room, Option<u64>), OpenError> {
    let records = stored.records.as_slice();
    let resume = |records| resume_from(id, package, options.clone(), stored, records);
    let Some((last, before)) = records.split_last().filter(|(last, _)| last.may_be_draft()) else {
        return Ok((resume(records)?, None));
    };
    let event = stored.first_event + before.len() as u64;
    match catch_unwind(AssertUnwindSafe(|| resume(records))) {
        Ok(Ok(room)) => return Ok((room, None)),
        Ok(Err(error)) if error.record() != Some(event - 1) => return Err(error),
        Ok(Err(error)) => tracing::warn!(room = %id, event, %error, "a draft is let go"),
        Err(_) => tracing::warn!(room = %id, event, ?last, "a draft that panicked is let go"),
    }
    Ok((resume(before)?, Some(event)))
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
