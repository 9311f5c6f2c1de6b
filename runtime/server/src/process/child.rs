//! The worker process itself.

use std::cell::Cell;
use std::io;
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use crossbeam_channel::{Sender, bounded, unbounded};
use fangqi_room::plugin::Plugins;

use super::feed::ParentFeed;
use super::line::{Line, ParentLog};
use super::memory::SharedPage;
use super::message::{Answer, Boot, ToWorker};
use super::page::{self, Phase};
use super::pipe::{self, Reader};
use super::{crash, reading, sandbox};
use crate::config::Config;
use crate::jobs::{JobPool, Jobs};
use crate::maps::MapSet;
use crate::message_limiter::MessageLimiters;
use crate::metrics::Metrics;
use crate::scheduling::priority;
use crate::session::TokenKeys;
use crate::shard::{Directory, Mailbox, Past, Placement, Services, Watchdog, Worker};
use crate::time::{MachineTime, Time};
use crate::wakeup::{WakeUp, WakingSender};

/// Number of threads that replay rooms.
const PAST_THREADS: usize = 2;
/// Longest single wait for a message of the parent.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Runs a worker process until the parent stops it or is gone.
///
/// The process must have been started by a [`crate::Server`]: its standard input is the socket to
/// its parent and its standard output the page they share. `plugins` are those of the program;
/// `allocator` is called once, at the point
/// where it may start threads that will be in the sandbox.
///
/// # Errors
/// The process was started in another way, or a system call failed.
pub fn run(plugins: Plugins, allocator: impl FnOnce()) -> io::Result<()> {
    let stream = UnixStream::from(take(0)?);
    let page: &'static SharedPage = Box::leak(Box::new(SharedPage::map(&take(1)?)?));
    crash::this_thread_is(page::SHARD);
    crash::note_on(page);
    let mut reader = Reader::default();
    let boot = loop {
        match reader.next()? {
            Some(ToWorker::Boot(boot)) => break boot,
            Some(ToWorker::ReadMaps(maps)) => return reading::read(*maps, stream, plugins),
            Some(_) => {
                return Err(io::Error::other("the first message tells nothing to work with"));
            }
            None => {}
        }
        pipe::wait([stream.as_fd()], false, PATIENCE);
        if !reader.fill(&stream)? {
            return Ok(());
        }
    };
    sandbox::limit(boot.memory)?;
    sandbox::restrict();
    allocator();
    let (worker, mailbox) =
        assemble(*boot, plugins, stream, reader, page).map_err(io::Error::other)?;
    sandbox::filter_calls()?;
    worker.run(&mailbox);
    mailbox.flush();
    Ok(())
}

/// Takes over a descriptor that the process was started with. `/dev/null` replaces it, so that code
/// which reads or prints does no harm.
fn take(number: i32) -> io::Result<OwnedFd> {
    let null = std::fs::File::options().read(true).write(true).open(Path::new("/dev/null"))?;
    // SAFETY: the copy is new and owned by nothing else; `number` stays open throughout.
    unsafe {
        let copy = libc::fcntl(number, libc::F_DUPFD_CLOEXEC, 3);
        if copy < 0 || libc::dup2(null.as_raw_fd(), number) < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(OwnedFd::from_raw_fd(copy))
    }
}

/// Assembles the worker and starts all of its threads.
fn assemble(
    boot: Boot,
    plugins: Plugins,
    stream: UnixStream,
    reader: Reader,
    page: &'static SharedPage,
) -> Result<(Worker, Mailbox), String> {
    let failed = |error: io::Error| format!("threads cannot be started: {error}");
    let time: Arc<dyn Time> = Arc::new(MachineTime);
    let config = Arc::new(Config {
        shards: boot.shards,
        isolation_shard: boot.isolation_shard,
        awake_rooms: boot.awake_rooms,
        watch: boot.watch,
        hazards: boot.hazards,
        room: boot.room,
        socket: boot.socket,
        http: boot.http,
        ..Config::default()
    });
    let placement = Arc::new(Placement::new(boot.shards, boot.isolation_shard));
    let is_isolation_shard = placement.is_isolation_shard(boot.index);
    let maps = Arc::new(MapSet::new(plugins));
    let metrics = Arc::new(Metrics::new(placement.count()));
    let directory = Arc::new(Directory::new(usize::MAX, Arc::clone(&time)));
    let awake = Arc::new(AtomicUsize::new(0));
    let slots = page::SHARD + 1..page::SLOTS - PAST_THREADS;
    let threads = boot.job_threads.min(slots.len());
    let pool = JobPool::start_watched(threads, boot.job_queue, move |index| {
        crash::this_thread_is(slots.start + index);
        page.place(slots.start + index)
    })
    .map_err(failed)?;
    let writer = stream.try_clone().map_err(failed)?;
    let parent = Arc::new(Line::new(stream, writer, reader).map_err(failed)?);
    if boot.helpers {
        pool.set_helpers(Arc::<Line>::clone(&parent));
    }
    let jobs: Arc<dyn Jobs> = Arc::new(pool);
    let past = past_threads(&parent, &maps, &config, page).map_err(failed)?;
    let waker = Arc::clone(&parent);
    let wake_up = WakeUp::with_hook(move || waker.wake.wake());
    let (commands, command_queue) = bounded(boot.shard_queue);
    let (internal, internal_queue) = unbounded();
    let (commands, internal) =
        (WakingSender::new(commands, &wake_up), WakingSender::new(internal, &wake_up));
    let services = Services {
        config,
        maps: Arc::clone(&maps),
        log: Arc::new(ParentLog(Arc::clone(&parent))),
        jobs: Arc::clone(&jobs),
        time: Arc::clone(&time),
        keys: TokenKeys::of(&boot.keys),
        limiters: Arc::new(MessageLimiters::new(1.0, 1.0)),
        metrics: Arc::clone(&metrics),
        index: boot.index,
        placement: Arc::clone(&placement),
        directory: Arc::clone(&directory),
        awake: Arc::clone(&awake),
        burned: Cell::new(false),
        internal: internal.clone(),
        shards: Arc::new([]),
        parent: Some(Arc::<Line>::clone(&parent)),
        page,
        // Incarnation numbers are unique over all worker processes of the server.
        incarnations: boot.generation << 48 | (boot.index as u64) << 40,
    };
    let limit = services.config.room.step_time;
    let watchdog = Watchdog::start(limit).map_err(failed)?;
    if is_isolation_shard {
        priority::lower();
    }
    let worker = Worker::new(services);
    watchdog.watch(&worker);
    // It has to watch as long as the process lives.
    std::mem::forget(watchdog);
    let feed = ParentFeed {
        parent,
        index: boot.index,
        commands,
        internal,
        maps,
        directory,
        placement,
        metrics,
        awake,
        jobs,
        past,
        time,
    };
    let mailbox = Mailbox {
        commands: command_queue,
        internal: internal_queue,
        wake_up,
        feed: Some(Box::new(feed)),
    };
    Ok((worker, mailbox))
}

/// Starts the threads that replay rooms. Returns the sender of their work queue.
fn past_threads(
    parent: &Arc<Line>,
    maps: &Arc<MapSet>,
    config: &Arc<Config>,
    page: &'static SharedPage,
) -> io::Result<Sender<ToWorker>> {
    let (sender, questions) = unbounded::<ToWorker>();
    for index in 0..PAST_THREADS {
        let (questions, parent, maps, config) =
            (questions.clone(), Arc::clone(parent), Arc::clone(maps), Arc::clone(config));
        let slot = page::SLOTS - 1 - index;
        let work = move || {
            crash::this_thread_is(slot);
            priority::lower();
            for message in questions {
                let (question, answer) = match message {
                    ToWorker::Retell { question, room, stored } => {
                        let _busy = page.enter(slot, Phase::Past, &room);
                        let told = Past::of(*stored, &maps, &config)
                            .and_then(|past| past.retell(&room, config.http.replay_bytes));
                        (question, Answer::Retold(told))
                    }
                    ToWorker::Branch { question, room, stored, event } => {
                        let _busy = page.enter(slot, Phase::Past, &room);
                        let branched = Past::of(*stored, &maps, &config)
                            .and_then(|past| past.branch(event))
                            .map(Box::new);
                        (question, Answer::Branched(branched))
                    }
                    _ => continue,
                };
                parent.answer(question, Some(answer));
                parent.flush();
            }
        };
        std::thread::Builder::new().name(format!("fangqi-past-{index}")).spawn(work)?;
    }
    Ok(sender)
}
