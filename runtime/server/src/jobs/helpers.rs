//! Jobs that other servers compute.
//!
//! A job that finds every thread busy stays in the queue and is offered to another server as well.
//! Whichever result comes first counts: one that another server fails to give costs nothing.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use fangqi_protocol::{JobResult, PackedJob};
use fangqi_room::plugin::Plugins;

use super::{Done, Jobs};
use crate::session::RoomId;

/// Receives what another server computed; `None` if it computed nothing.
pub(crate) type Helped = Box<dyn FnOnce(Option<JobResult>) + Send>;

/// Other servers, as a pool whose threads are busy asks them.
pub(crate) trait Helpers: Send + Sync + 'static {
    /// Offers a job of a room. Must not block.
    fn offer(&self, room: &RoomId, job: PackedJob, helped: Helped);
}

/// The callback of a job that is computed here and elsewhere: it takes the first result.
#[derive(Clone)]
pub(super) struct First(Arc<Mutex<Option<Done>>>);

impl First {
    pub(super) fn new(done: Done) -> Self {
        Self(Arc::new(Mutex::new(Some(done))))
    }

    pub(super) fn give(&self, result: JobResult) {
        let done = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(done) = done {
            done(result);
        }
    }

    /// Takes the result of another server and ends the job here, which may have begun. A failure is
    /// left to this server, which may do better, and which notices if the job ends its process.
    pub(super) fn helped(self, stop: Arc<AtomicBool>) -> Helped {
        Box::new(move |result| {
            let Some(result @ (JobResult::Done { .. } | JobResult::Declined { .. })) = result
            else {
                return;
            };
            // Cancelled, or out of time: then its own result is about to come.
            if !stop.load(Ordering::Relaxed) {
                self.give(result);
                stop.store(true, Ordering::Relaxed);
            }
        })
    }
}

/// Computes a job of another server. `done` is dropped uncalled if every thread is busy, or nothing
/// can be made of the job.
pub(crate) fn help(jobs: &dyn Jobs, plugins: Plugins, room: &RoomId, job: &PackedJob, done: Done) {
    if jobs.are_busy() {
        return;
    }
    match plugins.unpack_job(job).and_then(|spec| jobs.submit(room, spec, done)) {
        Ok(submitted) => submitted.unattended(),
        Err(error) => tracing::warn!(%room, %error, "a job of another server is not computed"),
    }
}
