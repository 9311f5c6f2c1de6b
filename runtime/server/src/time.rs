use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The clocks that the server uses. A simulation has an implementation of its own.
pub trait Time: Send + Sync + 'static {
    /// The steady clock, which never goes back.
    fn now(&self) -> Instant;

    /// Seconds since 1970 by the wall clock, which may jump in both directions.
    fn unix_seconds(&self) -> u64;

    /// The processor time that the calling thread has used. What a room costs is measured by it: a
    /// room is not to blame for what other processes do meanwhile.
    fn thread_time(&self) -> Duration;
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

    #[cfg(unix)]
    fn thread_time(&self) -> Duration {
        read_clock(libc::CLOCK_THREAD_CPUTIME_ID).unwrap_or_default()
    }

    /// There is no such clock, so the steady one has to do.
    #[cfg(not(unix))]
    fn thread_time(&self) -> Duration {
        static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
        START.elapsed()
    }
}

/// The time of one of the system's clocks; `None` if there is no such clock.
#[cfg(unix)]
pub(crate) fn read_clock(clock: libc::clockid_t) -> Option<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes only to the variable passed.
    let read = unsafe { libc::clock_gettime(clock, &raw mut time) };
    (read == 0).then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_thread_that_sleeps_uses_no_processor_time() {
        let (began, before) = (Instant::now(), MachineTime.thread_time());
        std::thread::sleep(Duration::from_millis(300));
        let slept = MachineTime.thread_time() - before;
        assert!(slept < began.elapsed() / 2, "{slept:?}");
        let before = MachineTime.thread_time();
        let mut sum = 0_u64;
        while MachineTime.thread_time() == before {
            sum = std::hint::black_box(sum + 1);
        }
    }
}
