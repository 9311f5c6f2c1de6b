//! Stopping a step from another thread.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Tells which step runs on a thread, and can end it. It is for a watchdog on another thread, since
/// the VM itself has no clock.
///
/// Steps are numbered across all VMs of the thread. A step that is stopped fails with
/// [`super::ErrorKind::Stopped`] at one of its next safepoints, even if it catches the error. Steps
/// of a replay have no number, since they are known to end.
#[derive(Debug, Clone, Default)]
pub struct StopHandle(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    /// Odd while a step runs; increases by one when a step begins and when it ends.
    step: AtomicU64,
    /// Number of the step that must end; 0 for none.
    stop: AtomicU64,
    /// Number of steps begun, those of replays included.
    begun: AtomicU64,
}

thread_local! {
    static OF_THIS_THREAD: StopHandle = StopHandle::default();
    static REPLAYING: Cell<bool> = const { Cell::new(false) };
}

impl StopHandle {
    /// The handle of all steps that run on the calling thread.
    pub fn of_this_thread() -> Self {
        OF_THIS_THREAD.with(Clone::clone)
    }

    /// The number of the step that runs now; `None` between steps.
    pub fn running(&self) -> Option<u64> {
        let step = self.0.step.load(Ordering::Acquire);
        (step % 2 == 1).then_some(step)
    }

    /// Number of steps begun on the thread, those of replays included. It grows as long as the
    /// thread makes progress.
    pub fn begun(&self) -> u64 {
        self.0.begun.load(Ordering::Relaxed)
    }

    /// Counts a step, whether it has a number or not.
    pub(super) fn count(&self) {
        // Only this thread writes it.
        self.0.begun.store(self.0.begun.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }

    /// Ends the step with this number if it still runs.
    pub fn stop(&self, step: u64) {
        self.0.stop.store(step, Ordering::Release);
    }

    /// Marks the beginning of a step; it ends when the guard is dropped.
    pub(super) fn begin(&self) -> Running {
        // Only this thread writes it. A step that was never marked as ended no longer runs.
        let step = (self.0.step.load(Ordering::Relaxed) + 1) | 1;
        self.0.step.store(step, Ordering::Release);
        Running(self.clone())
    }

    /// Whether any step must end. The interrupt asks this every few safepoints.
    #[inline]
    pub(super) fn asked(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed) != 0
    }

    /// Whether the running step must end. A request that came too late for its step is dropped.
    #[cold]
    pub(super) fn take(&self) -> bool {
        let wished = self.0.stop.swap(0, Ordering::Acquire);
        Some(wished) == self.running()
    }
}

/// While it exists, the steps of this thread repeat recorded ones.
///
/// Those are known to end. They have twice the fuel, so that slightly different counts in two
/// builds do not matter, and a [`StopHandle`] does not see them.
#[derive(Debug)]
pub struct Replaying {
    before: bool,
}

impl Replaying {
    /// Begins a replay on the calling thread. It ends when the guard is dropped.
    #[must_use]
    pub fn begin() -> Self {
        Self { before: REPLAYING.replace(true) }
    }

    /// Whether the calling thread is in a replay.
    pub fn is_on() -> bool {
        REPLAYING.get()
    }
}

impl Drop for Replaying {
    fn drop(&mut self) {
        REPLAYING.set(self.before);
    }
}

/// A running step; see [`StopHandle::begin`].
pub(super) struct Running(StopHandle);

impl Drop for Running {
    fn drop(&mut self) {
        let Shared { step, .. } = &*self.0.0;
        // If a step has run one of another VM, the end of the inner one has marked both as ended.
        step.store((step.load(Ordering::Relaxed) + 1) & !1, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_runs_after_a_step_within_a_step() {
        let handle = StopHandle::default();
        let outer = handle.begin();
        drop(handle.begin());
        drop(outer);
        assert_eq!(handle.running(), None);
    }

    #[test]
    fn a_wish_ends_the_step_it_names_and_no_other() {
        let handle = StopHandle::default();
        assert_eq!(handle.running(), None);
        let first = handle.begin();
        let number = handle.running().unwrap();
        handle.stop(number);
        assert!(handle.asked() && handle.take() && !handle.asked());
        drop(first);
        let _second = handle.begin();
        assert_ne!(handle.running(), Some(number));
        handle.stop(number);
        assert!(!handle.take(), "it came too late");
    }
}
