//! Waking a thread that waits for queues.
//!
//! A thread that waits for several channels at once is registered with each, and whoever sends
//! holds that channel's lock while it wakes the thread, which then wants the lock. Here the thread
//! only sleeps until the bell rings, and looks into its queues itself.

use std::sync::{Arc, OnceLock};
use std::thread::Thread;

use crossbeam_channel::{SendError, Sender, TrySendError};

/// Wakes one thread, from any other.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bell(Arc<OnceLock<Thread>>);

impl Bell {
    /// Makes the bell wake the calling thread, which is the one that hears it from now on.
    pub(crate) fn answer_here(&self) {
        // Heard by one thread all its life.
        let _ = self.0.set(std::thread::current());
    }

    /// Wakes the thread, or keeps it from falling asleep once.
    pub(crate) fn ring(&self) {
        // Before there is a thread there is nobody to wake; it looks before it sleeps.
        if let Some(thread) = self.0.get() {
            thread.unpark();
        }
    }
}

/// Where others put what a shard is to do.
#[derive(Debug)]
pub(crate) struct Door<T> {
    queue: Sender<T>,
    bell: Bell,
}

impl<T> Clone for Door<T> {
    fn clone(&self) -> Self {
        Self { queue: self.queue.clone(), bell: self.bell.clone() }
    }
}

impl<T> Door<T> {
    /// The door of a queue whose reader hears this bell.
    pub(crate) fn new(queue: Sender<T>, bell: &Bell) -> Self {
        Self { queue, bell: bell.clone() }
    }

    /// Puts something in, waiting for space; gives it back if nobody will read it.
    pub(crate) fn send(&self, value: T) -> Result<(), SendError<T>> {
        self.queue.send(value)?;
        self.bell.ring();
        Ok(())
    }

    /// Puts something in if there is space.
    pub(crate) fn try_send(&self, value: T) -> Result<(), TrySendError<T>> {
        self.queue.try_send(value)?;
        self.bell.ring();
        Ok(())
    }

    /// How much waits.
    pub(crate) fn len(&self) -> usize {
        self.queue.len()
    }
}
