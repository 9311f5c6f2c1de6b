//! Raises the flag that ends a search when its time has come. One thread does so for as long as
//! the program runs: one that came and went with each search would take what it used from the
//! accounts of match runners that weigh processor time.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

#[derive(Debug, Default)]
pub(super) struct Timer {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    deadline: Mutex<Option<Instant>>,
    changed: Condvar,
    stop: Arc<AtomicBool>,
}

impl Shared {
    fn deadline(&self) -> MutexGuard<'_, Option<Instant>> {
        self.deadline.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Timer {
    /// A timer that is not set, for this flag.
    pub(super) fn new(stop: Arc<AtomicBool>) -> io::Result<Timer> {
        let shared = Arc::new(Shared { stop, ..Shared::default() });
        let own = Arc::clone(&shared);
        thread::Builder::new().name("timer".into()).spawn(move || keep_watch(&own))?;
        Ok(Timer { shared })
    }

    /// The flag rises at that time, or never.
    pub(super) fn set(&self, deadline: Option<Instant>) {
        *self.shared.deadline() = deadline;
        self.shared.changed.notify_one();
    }
}

fn keep_watch(shared: &Shared) {
    let mut deadline = shared.deadline();
    loop {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        deadline = match left {
            None => shared.changed.wait(deadline).unwrap_or_else(PoisonError::into_inner),
            Some(left) if left.is_zero() => {
                shared.stop.store(true, Ordering::Relaxed);
                *deadline = None;
                deadline
            }
            Some(left) => {
                let waited = shared.changed.wait_timeout(deadline, left);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
        };
    }
}
