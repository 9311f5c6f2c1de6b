//! The log's own clock, by which it says how old something is.
//!
//! It counts the time for which the log was open, by the steady clock, and nothing else. The clock
//! on the wall may be years ahead or behind when a machine starts, and be put right a minute later:
//! whatever is let go because of its age must not depend on one reading of it. So time in which no
//! server runs makes nothing older.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use rusqlite::{Connection, OptionalExtension, Transaction};

use super::connect::failed;
use crate::log::LogError;
use crate::time::Time;

/// Seconds after which the clock is written down with whatever else is written. A crash costs the
/// clock no more than that, where something is written at all.
pub(super) const NOTED: u64 = 60;
/// The same where nothing else is written.
pub(super) const NOTED_IDLE: u64 = 600;

/// Where the clock stood when the log was opened, and when that was.
pub(super) struct LogClock {
    base: u64,
    opened: Instant,
    /// `None` in simulations, for which no time passes.
    time: Option<Arc<dyn Time>>,
}

impl std::fmt::Debug for LogClock {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("LogClock").field("now", &self.now()).finish_non_exhaustive()
    }
}

impl LogClock {
    /// The clock of a file, which goes on from where it stood. The table of visits must be there.
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

    /// Seconds by this clock. It began with the seconds since 1970 when the file was made.
    pub(super) fn now(&self) -> u64 {
        let since = self
            .time
            .as_ref()
            .map_or(0, |time| time.now().saturating_duration_since(self.opened).as_secs());
        self.base.saturating_add(since)
    }
}

/// Where the clock stood; where there was none yet, it begins.
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
    // A file of before there was this clock holds times by the wall. It begins with the last of
    // them, or today's if one of them was ahead: no room ages by what is between the two.
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

/// Writes down where the clock stands.
pub(super) fn note(transaction: &Transaction<'_>, now: u64) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("UPDATE clock SET counted = ?1 WHERE id = 1 AND counted < ?1")?
        .execute([now.cast_signed()])?;
    Ok(())
}
