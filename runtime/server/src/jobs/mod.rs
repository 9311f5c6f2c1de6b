//! Computations that take real time, run beside the rooms on a bounded pool of threads.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use fangqi_room::model::{JobResult, JobSpec};

/// Called once with a job's result, on a worker thread. Must not block.
pub(crate) type Done = Box<dyn FnOnce(JobResult) + Send>;

/// Worker threads and the jobs that wait for them.
#[derive(Debug)]
pub(crate) struct JobPool {
    tasks: Option<Sender<Task>>,
    threads: Vec<JoinHandle<()>>,
}

struct Task {
    spec: JobSpec,
    stop: Arc<AtomicBool>,
    done: Done,
}

/// A job that was submitted. Dropping it tells the job that nobody wants its result.
#[derive(Debug)]
pub(crate) struct Submitted(Arc<AtomicBool>);

impl Submitted {
    /// A job that was refused, until its failure has been told.
    pub(crate) fn never() -> Self {
        Self(Arc::default())
    }
}

impl Drop for Submitted {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl JobPool {
    /// Starts `workers` threads; at most `queue` jobs wait.
    pub(crate) fn start(workers: usize, queue: usize) -> std::io::Result<Self> {
        let (tasks, waiting) = bounded(queue);
        let threads = (0..workers.max(1))
            .map(|index| {
                let waiting = waiting.clone();
                std::thread::Builder::new()
                    .name(format!("fangqi-job-{index}"))
                    .spawn(move || work(&waiting))
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { tasks: Some(tasks), threads })
    }

    /// Jobs that wait for a worker.
    pub(crate) fn waiting(&self) -> usize {
        self.tasks.as_ref().map_or(0, Sender::len)
    }

    /// Runs a job as soon as a worker is free; fails with a reason when too many wait already.
    pub(crate) fn submit(&self, spec: JobSpec, done: Done) -> Result<Submitted, String> {
        let stop = Arc::new(AtomicBool::new(false));
        let task = Task { spec, stop: Arc::clone(&stop), done };
        let sent = match &self.tasks {
            Some(tasks) => tasks.try_send(task),
            None => Err(TrySendError::Disconnected(task)),
        };
        match sent {
            Ok(()) => Ok(Submitted(stop)),
            Err(TrySendError::Full(_)) => Err("too many jobs wait for a worker".to_owned()),
            Err(TrySendError::Disconnected(_)) => Err("the workers have stopped".to_owned()),
        }
    }
}

impl Drop for JobPool {
    /// Waits for running jobs; whoever submitted them has told them to stop by now.
    fn drop(&mut self) {
        self.tasks = None;
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                tracing::error!("a job worker panicked outside a job");
            }
        }
    }
}

fn work(waiting: &Receiver<Task>) {
    for Task { spec, stop, done } in waiting {
        if stop.load(Ordering::Relaxed) {
            continue;
        }
        let run = || fangqi_room::run_job(&spec, &stop);
        let result = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
            tracing::error!(?spec, "a job panicked");
            JobResult::Failed { reason: "the engine failed".to_owned() }
        });
        done(result);
    }
}
