//! Waking a thread that reads several queues.
//!
//! A thread that selects over several channels is registered with each of them, and a sender holds
//! its channel's lock while it wakes the thread, which then contends for that lock. Here the thread
//! parks, senders unpark it, and it polls its queues itself.

use std::sync::{Arc, OnceLock};
use std::thread::{Thread, ThreadId};

use crossbeam_channel::{SendError, Sender, TrySendError};

/// Wakes one thread from any other.
#[derive(Clone, Default)]
pub(crate) struct WakeUp {
    thread: Arc<OnceLock<Thread>>,
    /// Wakes the thread where it blocks in a system call instead of parking.
    hook: Option<Arc<dyn Fn() + Send + Sync>>,
}

impl std::fmt::Debug for WakeUp {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("WakeUp").field(&self.thread).finish()
    }
}

impl WakeUp {
    /// A wake-up that calls `hook`, on every thread but the one it wakes.
    pub(crate) fn with_hook(hook: impl Fn() + Send + Sync + 'static) -> Self {
        Self { hook: Some(Arc::new(hook)), ..Self::default() }
    }

    /// Makes the calling thread the one to wake.
    pub(crate) fn bind_to_current_thread(&self) {
        // One thread for the whole life of the wake-up.
        let _ = self.thread.set(std::thread::current());
    }

    /// Wakes the thread, or makes its next attempt to park return at once.
    pub(crate) fn wake(&self) {
        // A thread polls its queues before it parks first, so nothing is missed before it is bound.
        let Some(thread) = self.thread.get() else { return };
        match &self.hook {
            None => thread.unpark(),
            Some(hook) if thread.id() != here() => hook(),
            Some(_) => {}
        }
    }
}

fn here() -> ThreadId {
    std::thread::current().id()
}

/// The sending end of a queue whose reader is woken.
#[derive(Debug)]
pub(crate) struct WakingSender<T> {
    queue: Sender<T>,
    wake_up: WakeUp,
}

impl<T> Clone for WakingSender<T> {
    fn clone(&self) -> Self {
        Self { queue: self.queue.clone(), wake_up: self.wake_up.clone() }
    }
}

impl<T> WakingSender<T> {
    /// The sender of a queue whose reader this wake-up wakes.
    pub(crate) fn new(queue: Sender<T>, wake_up: &WakeUp) -> Self {
        Self { queue, wake_up: wake_up.clone() }
    }

    /// Sends a value, waiting for space.
    ///
    /// # Errors
    /// The value, if the reader is gone.
    pub(crate) fn send(&self, value: T) -> Result<(), SendError<T>> {
        self.queue.send(value)?;
        self.wake_up.wake();
        Ok(())
    }

    /// Sends a value if there is space.
    ///
    /// # Errors
    /// The value, if the queue is full or the reader is gone.
    pub(crate) fn try_send(&self, value: T) -> Result<(), TrySendError<T>> {
        self.queue.try_send(value)?;
        self.wake_up.wake();
        Ok(())
    }

    /// Whether the queue has no space.
    pub(crate) fn is_full(&self) -> bool {
        self.queue.is_full()
    }

    /// The number of values in the queue.
    pub(crate) fn len(&self) -> usize {
        self.queue.len()
    }
}
