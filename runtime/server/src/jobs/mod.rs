//! Jobs: computations that take real time, run outside the rooms on a bounded pool of threads.

mod alarm;
mod crew;
mod helpers;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use fangqi_protocol::Crew;
use fangqi_protocol::{JobResult, JobSpec};

use alarm::Alarm;
use crew::{Neighbours, Shared};
use helpers::First;
pub(crate) use helpers::{Helped, Helpers, help};

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

    /// Whether a job that came now would have to wait.
    fn are_busy(&self) -> bool;
}

/// The job threads and their queue.
pub(crate) struct JobPool {
    tasks: Option<Arc<Sender<Work>>>,
    threads: Vec<JoinHandle<()>>,
    /// Number of threads that run jobs.
    workers: usize,
    /// Number of jobs that wait or run.
    open: Arc<AtomicUsize>,
    /// The other servers, if there are any, which compute what would have to wait here.
    helpers: OnceLock<Arc<dyn Helpers>>,
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
    first: First,
    open: Option<Open>,
}

/// Counts a job as open until it is dropped.
struct Open(Arc<AtomicUsize>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Task {
    /// A job to be run, and the handle that cancels it.
    pub(crate) fn new(room: RoomId, spec: JobSpec, done: Done) -> (Self, Submitted) {
        let stop = Arc::new(AtomicBool::new(false));
        let first = First::new(done);
        (Self { room, spec, stop: Arc::clone(&stop), first, open: None }, Submitted(Some(stop)))
    }

    #[cfg(feature = "stepped")]
    pub(crate) fn spec(&self) -> &JobSpec {
        &self.spec
    }

    /// Ends the job with a result that was not computed.
    #[cfg(feature = "stepped")]
    pub(crate) fn end(self, result: JobResult) {
        self.first.give(result);
    }

    /// Runs the job and delivers the result, unless it was cancelled. With an alarm, a job that has
    /// a time limit is stopped then.
    pub(crate) fn run(self, crew: &dyn Crew, alarm: Option<&Alarm>) {
        let Self { spec, stop, first, open: _open, .. } = self;
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
        first.give(result);
    }
}

/// A submitted job. Dropping this cancels it.
#[derive(Debug)]
pub(crate) struct Submitted(Option<Arc<AtomicBool>>);

impl Submitted {
    /// The handle of a job that was refused, kept until its failure is delivered.
    pub(crate) fn never() -> Self {
        Self(None)
    }

    /// Lets the job run to its end.
    pub(crate) fn unattended(mut self) {
        self.0 = None;
    }
}

impl Drop for Submitted {
    fn drop(&mut self) {
        if let Some(stop) = &self.0 {
            stop.store(true, Ordering::Relaxed);
        }
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
        let (open, helpers) = (Arc::default(), OnceLock::new());
        Ok(Self { tasks: Some(tasks), threads, workers, open, helpers })
    }

    /// From now on jobs that would have to wait are offered to others, too.
    pub(crate) fn set_helpers(&self, helpers: Arc<dyn Helpers>) {
        // Set once, before there are jobs.
        let _ = self.helpers.set(helpers);
    }
}

impl Jobs for JobPool {
    fn waiting(&self) -> usize {
        self.tasks.as_ref().map_or(0, |tasks| tasks.len())
    }

    fn are_busy(&self) -> bool {
        self.open.load(Ordering::Relaxed) >= self.workers
    }

    fn submit(&self, room: &RoomId, spec: JobSpec, done: Done) -> Result<Submitted, String> {
        let (mut task, submitted) = Task::new(room.clone(), spec, done);
        let offered = self.helpers.get().filter(|_| self.are_busy()).and_then(|helpers| {
            let helped = task.first.clone().helped(Arc::clone(&task.stop));
            Some((helpers, task.spec.packed()?, helped))
        });
        self.open.fetch_add(1, Ordering::Relaxed);
        task.open = Some(Open(Arc::clone(&self.open)));
        let sent = match &self.tasks {
            Some(tasks) => tasks.try_send(Work::Task(task)),
            None => Err(TrySendError::Disconnected(Work::Task(task))),
        };
        match sent {
            Ok(()) => {
                if let Some((helpers, job, helped)) = offered {
                    helpers.offer(room, job, helped);
                }
                Ok(submitted)
            }
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
    use std::sync::Mutex;
    use std::time::Duration;

    use fangqi_protocol::{Computation, PackedJob, PlainValue};

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

        fn packed(&self) -> Option<String> {
            Some(String::new())
        }
    }

    /// Holds what it is offered until a test answers.
    #[derive(Default)]
    struct Held(Mutex<Vec<(PackedJob, Helped)>>);

    impl Helpers for Held {
        fn offer(&self, _: &RoomId, job: PackedJob, helped: Helped) {
            self.0.lock().unwrap().push((job, helped));
        }
    }

    impl Held {
        fn take(&self) -> (PackedJob, Helped) {
            self.0.lock().unwrap().pop().expect("a job was offered")
        }
    }

    #[test]
    fn the_first_result_of_a_job_counts_wherever_it_comes_from() {
        let (pool, held) = (JobPool::start(1, 4).unwrap(), Arc::new(Held::default()));
        pool.set_helpers(Arc::<Held>::clone(&held));
        let room = RoomId::random().unwrap();
        let (sender, results) = bounded(4);
        let order = |limit| {
            let sender = sender.clone();
            let done = move |result| sender.send(result).unwrap();
            pool.submit(&room, JobSpec::new("Test", Endless(limit)), Box::new(done)).unwrap()
        };
        let next = || results.recv_timeout(Duration::from_secs(60));
        let theirs = JobResult::done(&PlainValue::Boolean(false));
        let failed = JobResult::Failed { reason: "elsewhere".to_owned() };

        // Whether it begins before it is given up decides whether it has a result.
        let spec = JobSpec::new("Test", Endless(None));
        let first = pool.submit(&room, spec, Box::new(|_| ())).unwrap();
        assert!(held.0.lock().unwrap().is_empty() && pool.are_busy(), "a thread was free for it");
        // While the only thread is busy, another server is as good.
        let _second = order(None);
        let (job, helped) = held.take();
        assert_eq!(job.module, "Test");
        helped(Some(theirs.clone()));
        assert_eq!(next().unwrap(), theirs);
        // One that the other server cannot compute, and one whose result from there is late.
        let third = order(Some(Duration::ZERO));
        held.take().1(Some(failed));
        let fourth = order(Some(Duration::ZERO));
        let (_, late) = held.take();
        assert!(results.try_recv().is_err(), "the thread is still busy");
        drop(first);
        let ours = JobResult::done(&PlainValue::Boolean(true));
        for _ in 0..2 {
            assert_eq!(next().unwrap(), ours, "the third and the fourth");
        }
        late(Some(theirs));
        drop((third, fourth));
        assert!(results.recv_timeout(Duration::from_millis(50)).is_err(), "no result comes twice");
    }

    #[test]
    fn a_job_that_is_given_up_has_no_result_from_elsewhere() {
        let (pool, held) = (JobPool::start(1, 4).unwrap(), Arc::new(Held::default()));
        pool.set_helpers(Arc::<Held>::clone(&held));
        let room = RoomId::random().unwrap();
        let spec = || JobSpec::new("Test", Endless(None));
        let busy = pool.submit(&room, spec(), Box::new(|_| ())).unwrap();
        let refused = pool.submit(&room, spec(), Box::new(|_| panic!("it was given up"))).unwrap();
        let (_, helped) = held.take();
        drop(refused);
        helped(Some(JobResult::done(&PlainValue::Boolean(false))));
        drop(busy);
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
