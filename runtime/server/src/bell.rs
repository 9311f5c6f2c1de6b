//! Waking a thread that waits for queues.
//!
//! A thread that waits for several channels at once is registered with each, and whoever sends
//! holds that channel's lock while it wakes the thread, which then wants the lock. Here the thread
//! only sleeps until the bell rings, and looks into its queues itself.

use std::sync::{Arc, OnceLock};
use std::thread::{Thread, ThreadId};

use crossbeam_channel::{SendError, Sender, TrySendError};

/// Wakes one thread, from any other.
#[derive(Clone, Default)]
pub(crate) struct Bell {
    thread: Arc<OnceLock<Thread>>,
    /// How to wake it where it waits for something else as well.
    hook: Option<Arc<dyn Fn() + Send + Sync>>,
}

impl std::fmt::Debug for Bell {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Bell").field(&self.thread).finish()
    }
}

impl Bell {
    /// A bell that calls `hook`, from any thread but the one that hears it.
    pub(crate) fn hooked(hook: impl Fn() + Send + Sync + 'static) -> Self {
        Self { hook: Some(Arc::new(hook)), ..Self::default() }
    }

    /// Makes the bell wake the calling thread, which is the one that hears it from now on.
    pub(crate) fn answer_here(&self) {
        // Heard by one thread all its life.
        let _ = self.thread.set(std::thread::current());
    }

    /// Wakes the thread, or keeps it from falling asleep once.
    pub(crate) fn ring(&self) {
        // Before there is a thread there is nobody to wake; it looks before it sleeps.
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

    /// Whether there is no space.
    pub(crate) fn is_full(&self) -> bool {
        self.queue.is_full()
    }

    /// How much waits.
    pub(crate) fn len(&self) -> usize {
        self.queue.len()
    }
}
