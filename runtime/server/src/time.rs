use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The clocks that the server uses. A simulation has an implementation of its own.
pub trait Time: Send + Sync + 'static {
    /// The steady clock, which never goes back.
    fn now(&self) -> Instant;

    /// Seconds since 1970 by the wall clock, which may jump in both directions.
    fn unix_seconds(&self) -> u64;
}

/// The machine's clocks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MachineTime;

impl Time for MachineTime {
    fn now(&self) -> Instant {
        Instant::now()
    }

    fn unix_seconds(&self) -> u64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |age| age.as_secs())
    }
}
