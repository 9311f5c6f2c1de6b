//! Processor time, for commands that measure.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "commands run outside of rooms"
)]

use std::time::{Duration, Instant};

/// The processor time of the calling thread where the system tells it, since machines are shared;
/// else the time of day.
#[derive(Debug)]
pub struct ProcessorClock {
    started: Instant,
}

impl ProcessorClock {
    /// A clock for commands.
    pub fn start() -> ProcessorClock {
        ProcessorClock { started: Instant::now() }
    }

    /// The time since some moment before the start.
    pub fn now(&self) -> Duration {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        let nanoseconds = text.split(' ').next().and_then(|word| word.parse().ok());
        nanoseconds.map_or_else(|| self.started.elapsed(), Duration::from_nanos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_thread_that_sleeps_uses_no_processor_time() {
        let clock = ProcessorClock::start();
        let before = clock.now();
        std::thread::sleep(Duration::from_millis(300));
        assert!(clock.now() - before < Duration::from_millis(100));
    }
}
