//! Jobs: computations that take real time and run outside the room.
//!
//! A module orders one ([`Computation`]), the room's host runs it on any thread ([`run_job`]), and
//! the result comes back as an input, which the log keeps. What is computed is known to the module
//! alone; the result is plain Lua data, which the waiting call returns to its script.

use std::fmt::Debug;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::job_result::JobResult;

/// What a job computes: a function of its fields alone, whatever the number of threads, unless it
/// has a time limit. The room's log keeps the result, so a replay needs no clock.
pub trait Computation: Debug + Send + Sync + 'static {
    /// Computes it on this thread, with the help of `crew`. Once `stop` is set it returns early:
    /// with the best it has found if it has a [time limit](Self::time_limit), otherwise with
    /// anything, because the result is dropped.
    fn run(&self, crew: &dyn Crew, stop: &Arc<AtomicBool>) -> JobResult;

    /// After how long a server sets `stop` and uses what was found; `None` if a result that ended
    /// early is worth nothing. The time counts from when a worker takes the job up.
    fn time_limit(&self) -> Option<Duration> {
        None
    }

    /// The same question with a budget of at most some milliseconds, for simulations.
    fn shortened(&self) -> Box<dyn Computation>;

    /// All of it as a text from which the plugin of its module makes it again, so that another
    /// server may compute it; `None` if it can be computed only where it was ordered.
    fn packed(&self) -> Option<String> {
        None
    }
}

/// A computation, described completely enough to run on any thread.
#[derive(Debug, Clone)]
pub struct JobSpec {
    module: &'static str,
    computation: Arc<dyn Computation>,
}

impl JobSpec {
    /// A computation that a Lua module orders, such as `"Board"`.
    pub fn new(module: &'static str, computation: impl Computation) -> Self {
        Self { module, computation: Arc::new(computation) }
    }

    /// One that was made again of what another server packed.
    pub fn unpacked(module: &'static str, computation: Box<dyn Computation>) -> Self {
        Self { module, computation: computation.into() }
    }

    /// The Lua module that ordered it.
    pub fn module(&self) -> &'static str {
        self.module
    }

    /// After how long a server ends it and uses what was found, if it may be ended.
    pub fn time_limit(&self) -> Option<Duration> {
        self.computation.time_limit()
    }

    /// The same question with a budget of at most some milliseconds, for simulations.
    pub fn shortened(&self) -> Self {
        Self { module: self.module, computation: self.computation.shortened().into() }
    }

    /// The computation as it travels to another server, if it can.
    pub fn packed(&self) -> Option<PackedJob> {
        let content = self.computation.packed()?;
        Some(PackedJob { module: self.module.to_owned(), content })
    }
}

/// A computation on its way to another server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackedJob {
    /// The Lua module that ordered it.
    pub module: String,
    /// [`Computation::packed`].
    pub content: String,
}

/// Names a job within its room. Never reused, not even after a take-back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JobId(pub u64);

/// A job to be run outside the room; its result comes back as
/// [`Input::JobDone`](crate::Input::JobDone).
#[derive(Debug, Clone)]
pub struct JobOrder {
    /// The job's name.
    pub id: JobId,
    /// What to compute.
    pub spec: JobSpec,
}

/// Threads that share a job's work.
pub trait Crew {
    /// Calls `work` once with each number below `parts`, in any order and on any threads, and
    /// returns when all of these calls have ended. Calls may panic.
    fn share(&self, parts: usize, work: Arc<dyn Fn(usize) + Send + Sync>);
}

/// A crew of one: the calling thread.
#[derive(Debug, Clone, Copy)]
pub struct Alone;

impl Crew for Alone {
    fn share(&self, parts: usize, work: Arc<dyn Fn(usize) + Send + Sync>) {
        (0..parts).for_each(|part| work(part));
    }
}

/// The results of each part of some work; `None` for parts that panicked.
pub fn share_out<T: Clone + Send + Sync + 'static>(
    crew: &dyn Crew,
    parts: usize,
    work: impl Fn(usize) -> T + Send + Sync + 'static,
) -> Vec<Option<T>> {
    let slots: Arc<[OnceLock<T>]> = (0..parts).map(|_| OnceLock::new()).collect();
    let filled = Arc::clone(&slots);
    crew.share(parts, Arc::new(move |part| drop(filled[part].set(work(part)))));
    slots.iter().map(|slot| slot.get().cloned()).collect()
}

/// Runs a job to its end on this thread.
pub fn run_job_alone(spec: &JobSpec) -> JobResult {
    run_job(spec, &Alone, &Arc::default())
}

/// Runs a job to its end, or until `stop` is set. A result that was not stopped is the same for
/// every crew.
pub fn run_job(spec: &JobSpec, crew: &dyn Crew, stop: &Arc<AtomicBool>) -> JobResult {
    spec.computation.run(crew, stop)
}
