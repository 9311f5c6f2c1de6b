//! Cuts off damaged records.

use rusqlite::{Transaction, params};

use crate::session::RoomId;

/// From where on a room's records cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cut {
    /// Event number of the first record to cut off.
    pub(super) from: u64,
    /// Why.
    pub(super) reason: String,
}

impl Cut {
    /// Moves the records to `cut_records`, where they can still be examined, and deletes the
    /// checkpoints that depend on them.
    pub(super) fn make(
        &self,
        transaction: &Transaction<'_>,
        room: &RoomId,
        now: u64,
    ) -> rusqlite::Result<()> {
        let (id, from) = (room.as_str(), self.from.cast_signed());
        transaction
            .prepare_cached(
                "INSERT INTO cut_records (room, event, saved, reason, bytes) \
                 SELECT room, event, ?3, ?4, bytes FROM records WHERE room = ?1 AND event >= ?2",
            )?
            .execute(params![id, from, now.cast_signed(), self.reason])?;
        for sql in [
            "DELETE FROM records WHERE room = ?1 AND event >= ?2",
            "DELETE FROM checkpoints WHERE room = ?1 AND event >= ?2",
        ] {
            transaction.prepare_cached(sql)?.execute(params![id, from])?;
        }
        Ok(())
    }
}
