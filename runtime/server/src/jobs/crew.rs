//! Work that several job workers share.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};

use crossbeam_channel::Sender;
use fangqi_protocol::Crew;

use super::Work;
use crate::session::RoomId;

/// Work in numbered parts. Each worker takes the next part until none is left.
pub(super) struct Shared {
    /// The room whose job it belongs to.
    room: Option<RoomId>,
    work: Arc<dyn Fn(usize) + Send + Sync>,
    parts: usize,
    next: AtomicUsize,
    /// Number of parts that have ended.
    ended: Mutex<usize>,
    all_ended: Condvar,
}

impl Shared {
    fn new(room: Option<RoomId>, parts: usize, work: Arc<dyn Fn(usize) + Send + Sync>) -> Self {
        let (next, ended) = (AtomicUsize::new(0), Mutex::new(0));
        Self { room, work, parts, next, ended, all_ended: Condvar::new() }
    }

    /// The room whose job it belongs to.
    pub(super) fn room(&self) -> Option<&RoomId> {
        self.room.as_ref()
    }

    /// Runs parts until all are taken.
    pub(super) fn work(&self) {
        loop {
            let part = self.next.fetch_add(1, Ordering::Relaxed);
            if part >= self.parts {
                return;
            }
            if catch_unwind(AssertUnwindSafe(|| (self.work)(part))).is_err() {
                tracing::error!(part, "a part of a job panicked");
            }
            let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
            *ended += 1;
            if *ended == self.parts {
                self.all_ended.notify_all();
            }
        }
    }

    /// Waits until the parts taken by other workers have ended.
    fn wait(&self) {
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        let unfinished = |ended: &mut usize| *ended < self.parts;
        drop(self.all_ended.wait_while(ended, unfinished).unwrap_or_else(PoisonError::into_inner));
    }
}

/// The other workers of a pool, which help when they are idle.
pub(super) struct Neighbours {
    /// Weak, so that the pool's threads end when the pool is dropped.
    tasks: Weak<Sender<Work>>,
    count: usize,
    /// The room whose job this thread runs, or ran last.
    room: RefCell<Option<RoomId>>,
}

impl Neighbours {
    pub(super) fn new(tasks: Weak<Sender<Work>>, count: usize) -> Self {
        Self { tasks, count, room: RefCell::default() }
    }

    /// Notes that the thread runs a job of this room.
    pub(super) fn works_for(&self, room: &RoomId) {
        *self.room.borrow_mut() = Some(room.clone());
    }
}

impl Crew for Neighbours {
    fn share(&self, parts: usize, work: Arc<dyn Fn(usize) + Send + Sync>) {
        let room = self.room.borrow().clone();
        let shared = Arc::new(Shared::new(room, parts, work));
        if let Some(tasks) = self.tasks.upgrade() {
            for _ in 0..self.count.min(parts.saturating_sub(1)) {
                // Jobs come first: if the queue is full, all workers are busy anyway.
                if tasks.try_send(Work::Help(Arc::clone(&shared))).is_err() {
                    break;
                }
            }
        }
        // Parts that no idle worker takes run here, so that the job never waits for a busy worker.
        shared.work();
        shared.wait();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::time::Duration;

    use crossbeam_channel::bounded;

    use super::*;

    /// Runs all parts once and returns the name of the thread that ran each.
    fn threads_of(crew: &dyn Crew, parts: usize) -> Vec<String> {
        let seen: Arc<Mutex<Vec<(usize, String)>>> = Arc::default();
        let noted = Arc::clone(&seen);
        crew.share(
            parts,
            Arc::new(move |part| {
                std::thread::sleep(Duration::from_millis(30));
                let name = format!("{:?}", std::thread::current().id());
                noted.lock().unwrap().push((part, name));
                assert!(part != 2, "this one panics");
            }),
        );
        let mut seen = std::mem::take(&mut *seen.lock().unwrap());
        seen.sort();
        let (called, threads): (Vec<usize>, Vec<String>) = seen.into_iter().unzip();
        assert_eq!(called, (0..parts).collect::<Vec<_>>());
        threads
    }

    #[test]
    fn idle_workers_help_and_busy_ones_are_not_waited_for() {
        let (tasks, waiting) = bounded(8);
        let tasks = Arc::new(tasks);
        let neighbours = Neighbours::new(Arc::downgrade(&tasks), 1);
        // No worker receives what is sent.
        let alone: BTreeSet<_> = threads_of(&neighbours, 5).into_iter().collect();
        assert_eq!(alone.len(), 1);
        let helper = std::thread::spawn(move || {
            for work in waiting {
                if let Work::Help(shared) = work {
                    shared.work();
                }
            }
        });
        let both: BTreeSet<_> = threads_of(&neighbours, 8).into_iter().collect();
        assert_eq!(both.len(), 2);
        drop(tasks);
        helper.join().unwrap();
        // If the pool has ended, the caller runs everything.
        assert_eq!(threads_of(&neighbours, 3).len(), 3);
    }
}
