//! The log's own clock: the time for which servers had the log open, as the database has it stored.

use tokio::time::Instant;

/// Seconds after which the clock is stored together with other entries.
pub(super) const NOTED: u64 = 60;

/// The stored value of the clock when the log was opened, and the time passed since.
#[derive(Debug)]
pub(super) struct LogClock {
    base: u64,
    opened: Instant,
}

impl LogClock {
    pub(super) fn from(base: u64) -> Self {
        Self { base, opened: Instant::now() }
    }

    /// The time in seconds. A new database starts with its seconds since 1970.
    pub(super) fn now(&self) -> u64 {
        self.base.saturating_add(self.opened.elapsed().as_secs())
    }
}
