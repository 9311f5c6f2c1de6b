use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The clocks that rooms live by. The simulation brings its own.
pub trait Time: Send + Sync + 'static {
    /// The steady clock.
    fn now(&self) -> Instant;

    /// Seconds since 1970 by the clock on the wall, which may jump either way.
    fn unix_seconds(&self) -> u64;
}

/// The clocks of the machine.
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
