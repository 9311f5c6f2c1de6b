//! The log's own clock, by which retention measures age.
//!
//! It counts only the time for which the log was open, by the steady clock. A machine's wall clock
//! may be years off when it starts and be corrected a minute later, and no deletion may depend on
//! one reading of it. Time without a running server therefore makes nothing older.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use rusqlite::{Connection, OptionalExtension, Transaction};

use super::connect::failed;
use crate::log::LogError;
use crate::time::Time;

/// Seconds after which the clock is stored together with other entries. A crash sets a log that is
/// written to back by no more than this.
pub(super) const NOTED: u64 = 60;
/// Seconds after which the clock is stored if nothing else is written.
pub(super) const NOTED_IDLE: u64 = 600;

/// The stored value of the clock when the log was opened, and the time passed since.
pub(super) struct LogClock {
    base: u64,
    opened: Instant,
    /// `None` in simulations, where the clock does not advance.
    time: Option<Arc<dyn Time>>,
}

impl std::fmt::Debug for LogClock {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("LogClock").field("now", &self.now()).finish_non_exhaustive()
    }
}

impl LogClock {
    /// The clock of a file, continuing from its stored value. The table of visits must exist.
    pub(super) fn open(
        connection: &Connection,
        path: &Path,
        time: Option<Arc<dyn Time>>,
    ) -> Result<Self, LogError> {
        let opened = time.as_ref().map_or_else(Instant::now, |time| time.now());
        let wall = time.as_ref().map_or(0, |time| time.unix_seconds());
        let base = stood(connection, wall).map_err(failed(path, "looking up its clock"))?;
        Ok(Self { base, opened, time })
    }

    /// The time in seconds. A new file starts with the seconds since 1970.
    pub(super) fn now(&self) -> u64 {
        let since = self
            .time
            .as_ref()
            .map_or(0, |time| time.now().saturating_duration_since(self.opened).as_secs());
        self.base.saturating_add(since)
    }
}

/// Reads the stored value of the clock, or sets its initial one.
fn stood(connection: &Connection, wall: u64) -> rusqlite::Result<u64> {
    connection.execute_batch(
        "CREATE TABLE IF NOT EXISTS clock (\
             id INTEGER PRIMARY KEY CHECK (id = 1), counted INTEGER NOT NULL\
         ) STRICT",
    )?;
    let stood: Option<i64> = connection
        .query_row("SELECT counted FROM clock WHERE id = 1", [], |row| row.get(0))
        .optional()?;
    if let Some(stood) = stood {
        return Ok(stood.max(0).cast_unsigned());
    }
    // Older files without this clock hold times by the wall clock. The clock starts with the latest
    // of them, or with the current time if that is earlier, so that no room ages by the difference.
    let last: Option<i64> = connection.query_row(
        "SELECT max(at) FROM (SELECT max(at) AS at FROM visits UNION ALL \
         SELECT max(saved) FROM checkpoints)",
        [],
        |row| row.get(0),
    )?;
    let base = last.map_or(wall, |last| wall.min(last.max(0).cast_unsigned()));
    connection.execute("INSERT INTO clock (id, counted) VALUES (1, ?1)", [base.cast_signed()])?;
    Ok(base)
}

/// Stores the value of the clock, which never goes back.
pub(super) fn note(transaction: &Transaction<'_>, now: u64) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("UPDATE clock SET counted = ?1 WHERE id = 1 AND counted < ?1")?
        .execute([now.cast_signed()])?;
    Ok(())
}
