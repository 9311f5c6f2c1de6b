//! Jobs: computations that take real time, run outside the rooms on a bounded pool of threads.

mod alarm;
mod crew;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use fangqi_protocol::Crew;
use fangqi_protocol::{JobResult, JobSpec};

use alarm::Alarm;
use crew::{Neighbours, Shared};

use crate::process::page::{Page, Phase, Place, SHARD};
use crate::session::RoomId;

/// Called once with a job's result, on a job thread. Must not block.
pub(crate) type Done = Box<dyn FnOnce(JobResult) + Send>;

/// Runs jobs. A simulation has an implementation of its own.
pub(crate) trait Jobs: Send + Sync + 'static {
    /// Queues a job of a room.
    ///
    /// # Errors
    /// The reason, if the queue is full.
    fn submit(&self, room: &RoomId, spec: JobSpec, done: Done) -> Result<Submitted, String>;

    /// Number of jobs in the queue.
    fn waiting(&self) -> usize;
}

/// The job threads and their queue.
#[derive(Debug)]
pub(crate) struct JobPool {
    tasks: Option<Arc<Sender<Work>>>,
    threads: Vec<JoinHandle<()>>,
}

/// What a job thread is given to do.
enum Work {
    Task(Task),
    /// A share of another worker's job.
    Help(Arc<Shared>),
}

/// A job, with the callback for its result.
pub(crate) struct Task {
    room: RoomId,
    spec: JobSpec,
    stop: Arc<AtomicBool>,
    done: Done,
}

impl Task {
    /// A job to be run, and the handle that cancels it.
    pub(crate) fn new(room: RoomId, spec: JobSpec, done: Done) -> (Self, Submitted) {
        let stop = Arc::new(AtomicBool::new(false));
        (Self { room, spec, stop: Arc::clone(&stop), done }, Submitted(stop))
    }

    #[cfg(feature = "stepped")]
    pub(crate) fn spec(&self) -> &JobSpec {
        &self.spec
    }

    /// Ends the job with a result that was not computed.
    #[cfg(feature = "stepped")]
    pub(crate) fn end(self, result: JobResult) {
        (self.done)(result);
    }

    /// Runs the job and delivers the result, unless it was cancelled. With an alarm, a job that has
    /// a time limit is stopped then.
    pub(crate) fn run(self, crew: &dyn Crew, alarm: Option<&Alarm>) {
        let Self { spec, stop, done, .. } = self;
        if stop.load(Ordering::Relaxed) {
            return;
        }
        // From here on, a flag that is set may also mean that the time is up.
        if let (Some(alarm), Some(limit)) = (alarm, spec.time_limit()) {
            alarm.set(limit, &stop);
        }
        let run = || fangqi_protocol::run_job(&spec, crew, &stop);
        let result = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
            tracing::error!(?spec, "a job panicked");
            JobResult::Failed { reason: "the engine failed".to_owned() }
        });
        done(result);
    }
}

/// A submitted job. Dropping this cancels it.
#[derive(Debug)]
pub(crate) struct Submitted(Arc<AtomicBool>);

impl Submitted {
    /// The handle of a job that was refused, kept until its failure is delivered.
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
    /// Starts `workers` threads with a queue for `queue` jobs.
    pub(crate) fn start(workers: usize, queue: usize) -> std::io::Result<Self> {
        Self::start_watched(workers, queue, |_| {
            let unseen: &'static Page = Box::leak(Box::default());
            unseen.place(SHARD)
        })
    }

    /// Like [`Self::start`]. For each thread, `place` is asked once for its slot of the page.
    pub(crate) fn start_watched(
        workers: usize,
        queue: usize,
        place: impl Fn(usize) -> Place + Clone + Send + 'static,
    ) -> std::io::Result<Self> {
        let (tasks, waiting) = bounded(queue);
        let tasks = Arc::new(tasks);
        let workers = workers.max(1);
        let (alarm, alarm_thread) = Alarm::start()?;
        let mut threads = (0..workers)
            .map(|index| {
                let waiting = waiting.clone();
                let neighbours = Neighbours::new(Arc::downgrade(&tasks), workers - 1);
                let (place, alarm) = (place.clone(), alarm.clone());
                std::thread::Builder::new()
                    .name(format!("fangqi-job-{index}"))
                    .spawn(move || work(&waiting, &neighbours, &alarm, place(index)))
            })
            .collect::<Result<Vec<_>, _>>()?;
        // Joined last: it ends when the workers have dropped their handles.
        threads.push(alarm_thread);
        Ok(Self { tasks: Some(tasks), threads })
    }
}

impl Jobs for JobPool {
    fn waiting(&self) -> usize {
        self.tasks.as_ref().map_or(0, |tasks| tasks.len())
    }

    fn submit(&self, room: &RoomId, spec: JobSpec, done: Done) -> Result<Submitted, String> {
        let (task, submitted) = Task::new(room.clone(), spec, done);
        let sent = match &self.tasks {
            Some(tasks) => tasks.try_send(Work::Task(task)),
            None => Err(TrySendError::Disconnected(Work::Task(task))),
        };
        match sent {
            Ok(()) => Ok(submitted),
            Err(TrySendError::Full(_)) => Err("too many jobs wait for a worker".to_owned()),
            Err(TrySendError::Disconnected(_)) => Err("the workers have stopped".to_owned()),
        }
    }
}

impl Drop for JobPool {
    /// Waits for running jobs, whose rooms have cancelled them by now.
    fn drop(&mut self) {
        self.tasks = None;
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                tracing::error!("a job worker panicked outside a job");
            }
        }
    }
}

fn work(waiting: &Receiver<Work>, neighbours: &Neighbours, alarm: &Alarm, place: Place) {
    for work in waiting {
        match work {
            Work::Task(task) => {
                let _busy = place.enter(Phase::Job, &task.room);
                neighbours.works_for(&task.room);
                task.run(neighbours, Some(alarm));
            }
            Work::Help(shared) => {
                let _busy = shared.room().map(|room| place.enter(Phase::Job, room));
                shared.work();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use fangqi_protocol::{Computation, PlainValue};

    use super::*;

    /// Runs until it is stopped, and says so.
    #[derive(Debug, Clone)]
    struct Endless(Option<Duration>);

    impl Computation for Endless {
        fn run(&self, _: &dyn Crew, stop: &Arc<AtomicBool>) -> JobResult {
            while !stop.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            JobResult::done(&PlainValue::Boolean(true))
        }

        fn time_limit(&self) -> Option<Duration> {
            self.0
        }

        fn shortened(&self) -> Box<dyn Computation> {
            Box::new(self.clone())
        }
    }

    #[test]
    fn what_was_found_within_the_time_is_delivered() {
        let pool = JobPool::start(1, 4).unwrap();
        let (sender, results) = bounded(2);
        let order = |limit| {
            let sender = sender.clone();
            let done = move |result| sender.send(result).unwrap();
            let spec = JobSpec::new("Test", Endless(limit));
            pool.submit(&RoomId::random().unwrap(), spec, Box::new(done)).unwrap()
        };
        let limited = [Duration::ZERO, Duration::from_millis(20)].map(Some).map(order);
        for _ in &limited {
            let result = results.recv_timeout(Duration::from_secs(60)).unwrap();
            assert!(matches!(result, JobResult::Done { .. }), "{result:?}");
        }
        // One without a limit runs until its room gives it up.
        let unlimited = order(None);
        assert!(results.recv_timeout(Duration::from_millis(50)).is_err());
        drop(unlimited);
        assert!(results.recv_timeout(Duration::from_secs(60)).is_ok());
    }
}
