//! A worker process from inside.

use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::io;
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crossbeam_channel::{Sender, bounded, unbounded};
use fangqi_room::PackageDigest;

use super::memory::{SharedPage, Wake};
use super::message::{Answer, Boot, Framed, FromWorker, ToWorker, Visitor};
use super::page::{self, Phase};
use super::pipe::{self, Reader, Writer};
use super::room::Listing;
use super::{crash, sandbox};
use crate::behind::stand_behind;
use crate::bell::{Bell, Door};
use crate::config::Config;
use crate::jobs::{JobPool, Jobs};
use crate::log::{Ack, Entry, Lease, LogError, RoomLog, RoomMeta, StoredRoom};
use crate::maps::MapSet;
use crate::metrics::Metrics;
use crate::pace::{Pace, Paces};
use crate::session::{RoomId, Token, TokenDigest, TokenKeys};
use crate::shard::{
    AdminOrder, Carrier, Command, ConnId, Directory, Feed, Internal, Mailbox, Outbox, Parcel,
    Parent, Past, Quarters, Reply, Services, Visit, Watchdog, Worker,
};
use crate::time::{MachineTime, Time};
use crate::wire::ClientMessage;

/// Threads that play rooms again.
const PAST_THREADS: usize = 2;
/// Longest wait for a message of the parent.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Works as a worker process until the parent says that it is enough, or is gone.
///
/// The process must have been started by a [`crate::Server`]: its standard input is the socket to
/// its parent, its standard output the page that they share. `allocator` is called once when
/// threads may be started that are to be under the sandbox, too.
///
/// # Errors
/// The process was started otherwise, or the system refuses what it needs.
pub fn run(allocator: impl FnOnce()) -> io::Result<()> {
    let stream = UnixStream::from(take(0)?);
    let page: &'static SharedPage = Box::leak(Box::new(SharedPage::map(&take(1)?)?));
    crash::this_thread_is(page::SHARD);
    crash::note_on(page);
    let mut reader = Reader::default();
    let boot = loop {
        match reader.next()? {
            Some(ToWorker::Boot(boot)) => break boot,
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
    match sandbox::close_doors() {
        Ok(true) => {}
        Ok(false) => tracing::debug!("this kernel has no Landlock: one layer less"),
        Err(error) => tracing::warn!(%error, "files are not taken away from a worker"),
    }
    allocator();
    let (worker, mailbox) = assemble(*boot, stream, reader, page).map_err(io::Error::other)?;
    if let Err(error) = sandbox::filter_calls() {
        return Err(io::Error::other(format!("system calls cannot be filtered: {error}")));
    }
    worker.run(&mailbox);
    mailbox.flush();
    Ok(())
}

/// A descriptor that the process was started with, moved away; in its place is nothing to read or
/// write, for all that prints.
fn take(number: i32) -> io::Result<OwnedFd> {
    let null = std::fs::File::options().read(true).write(true).open(Path::new("/dev/null"))?;
    // SAFETY: the copy is new and nobody else's; `number` stays open throughout.
    unsafe {
        let copy = libc::fcntl(number, libc::F_DUPFD_CLOEXEC, 3);
        if copy < 0 || libc::dup2(null.as_raw_fd(), number) < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(OwnedFd::from_raw_fd(copy))
    }
}

/// Puts the worker together, all of its threads started.
fn assemble(
    boot: Boot,
    stream: UnixStream,
    reader: Reader,
    page: &'static SharedPage,
) -> Result<(Worker, Mailbox), String> {
    let failed = |error: io::Error| format!("threads cannot be started: {error}");
    let time: Arc<dyn Time> = Arc::new(MachineTime);
    let config = Arc::new(Config {
        shards: boot.shards,
        annex: boot.annex,
        awake_rooms: boot.awake_rooms,
        watch: boot.watch,
        hazards: boot.hazards,
        room: boot.room,
        socket: boot.socket,
        http: boot.http,
        ..Config::default()
    });
    let quarters = Arc::new(Quarters::new(boot.shards, boot.annex));
    let is_annex = quarters.is_annex(boot.index);
    let maps = Arc::new(MapSet::new());
    let metrics = Arc::new(Metrics::new(quarters.count()));
    let directory = Arc::new(Directory::new(usize::MAX, Arc::clone(&time)));
    let awake = Arc::new(AtomicUsize::new(0));
    let slots = page::SHARD + 1..page::SLOTS - PAST_THREADS;
    let threads = boot.job_threads.min(slots.len());
    let jobs: Arc<dyn Jobs> = Arc::new(
        JobPool::start_watched(threads, boot.job_queue, move |index| {
            crash::this_thread_is(slots.start + index);
            page.place(slots.start + index)
        })
        .map_err(failed)?,
    );
    let writer = stream.try_clone().map_err(failed)?;
    let parent = Arc::new(Line {
        writer: Mutex::new(Writer::new(writer)),
        stream,
        inbound: Mutex::new(Inbound { reader, waiting: VecDeque::new() }),
        wake: Wake::new().map_err(failed)?,
        entries: AtomicU64::new(1),
        acks: Mutex::default(),
        conns: Mutex::default(),
        given: Mutex::default(),
        barred: Mutex::default(),
    });
    let past = past_threads(&parent, &maps, &config, page).map_err(failed)?;
    let waker = Arc::clone(&parent);
    let bell = Bell::hooked(move || waker.wake.wake());
    let (commands, command_queue) = bounded(boot.shard_queue);
    let (internal, internal_queue) = unbounded();
    let (commands, internal) = (Door::new(commands, &bell), Door::new(internal, &bell));
    let services = Services {
        config,
        maps: Arc::clone(&maps),
        log: Arc::new(ParentLog(Arc::clone(&parent))),
        jobs: Arc::clone(&jobs),
        time: Arc::clone(&time),
        keys: TokenKeys::of(&boot.keys),
        paces: Arc::new(Paces::new(1.0, 1.0)),
        metrics: Arc::clone(&metrics),
        index: boot.index,
        quarters: Arc::clone(&quarters),
        directory: Arc::clone(&directory),
        awake: Arc::clone(&awake),
        burned: Cell::new(false),
        internal: internal.clone(),
        doors: Arc::new([]),
        parent: Some(Arc::<Line>::clone(&parent)),
        page,
        // No two lives of a room are called the same, whichever worker it lived in.
        lives: boot.generation << 48 | (boot.index as u64) << 40,
    };
    let limit = services.config.room.step_time;
    let watchdog = Watchdog::start(limit).map_err(failed)?;
    if is_annex {
        stand_behind();
    }
    let worker = Worker::new(services);
    watchdog.watch(&worker);
    // It watches for as long as there is the process.
    std::mem::forget(watchdog);
    let feed = ParentFeed {
        parent,
        index: boot.index,
        commands,
        internal,
        maps,
        directory,
        quarters,
        metrics,
        awake,
        jobs,
        past,
        time,
    };
    let mailbox = Mailbox {
        commands: command_queue,
        internal: internal_queue,
        bell,
        feed: Some(Box::new(feed)),
    };
    Ok((worker, mailbox))
}

/// The worker's end of the socket, and what waits for answers over it.
struct Line {
    writer: Mutex<Writer>,
    stream: UnixStream,
    inbound: Mutex<Inbound>,
    /// Ends a wait for the socket when another thread has something for the rooms.
    wake: Wake,
    entries: AtomicU64,
    acks: Mutex<HashMap<u64, (RoomId, Ack)>>,
    /// Connections with their rooms, and where those that have ended are said to have.
    conns: Mutex<HashMap<ConnId, (RoomId, Arc<AtomicBool>)>>,
    /// The last entry that each room gave to the log, unless it was not taken.
    given: Mutex<HashMap<RoomId, u64>>,
    /// Rooms whose jobs are to fail when they wake.
    barred: Mutex<Vec<RoomId>>,
}

struct Inbound {
    reader: Reader,
    waiting: VecDeque<ToWorker>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the process: there is nobody to work for.
fn orphaned() -> ! {
    // SAFETY: it ends the process without running anything of it.
    unsafe { libc::_exit(0) }
}

impl Line {
    /// Adds a message to what is sent when the rooms have done what they are at.
    fn send(&self, message: &FromWorker) {
        lock(&self.writer).push(message);
    }

    fn flush(&self) {
        if lock(&self.writer).flush().is_err() {
            orphaned();
        }
    }

    fn send_now(&self, message: &FromWorker) {
        let mut writer = lock(&self.writer);
        writer.push(message);
        if writer.flush().is_err() {
            orphaned();
        }
    }

    /// Takes what has come, without waiting.
    fn receive(&self, inbound: &mut Inbound) {
        let more = inbound.reader.fill(&self.stream);
        loop {
            match inbound.reader.next() {
                Ok(Some(message)) => inbound.waiting.push_back(message),
                Ok(None) => break,
                Err(error) => {
                    tracing::error!(%error, "the parent sends what is no message");
                    orphaned();
                }
            }
        }
        if !matches!(more, Ok(true)) {
            orphaned();
        }
    }

    fn acknowledge(&self, entry: u64, result: Result<(), LogError>) {
        let ack = lock(&self.acks).remove(&entry);
        if let Some((_, ack)) = ack {
            ack(result);
        }
    }

    fn answer(&self, question: u64, answer: Option<Answer>) {
        self.send(&FromWorker::Answer { question, answer: answer.map(Box::new) });
    }

    /// A reply that goes back to the parent.
    fn reply<T: 'static>(
        self: &Arc<Self>,
        question: u64,
        wrap: impl FnOnce(T) -> Answer + Send + 'static,
    ) -> Reply<T> {
        let line = Arc::clone(self);
        Reply::to(move |answer: Option<T>| line.answer(question, answer.map(wrap)))
    }
}

impl Carrier for Line {
    fn carry(&self, conn: ConnId, parcel: Parcel) {
        let mut conns = lock(&self.conns);
        let Some((room, _)) = conns.get(&conn) else { return };
        let after = lock(&self.given).get(room).copied().unwrap_or(0);
        if matches!(parcel, Parcel::Close(_) | Parcel::Kill) {
            conns.remove(&conn);
        }
        drop(conns);
        self.send(&match parcel {
            Parcel::Frames { frames, promptly } => {
                let frames = frames.into_iter().map(Framed::from).collect();
                FromWorker::Frames { conn, frames, promptly, after }
            }
            Parcel::Close(closing) => FromWorker::Close { conn, closing, after },
            Parcel::Kill => FromWorker::Kill { conn },
        });
    }
}

impl Parent for Line {
    fn known(&self, conn: ConnId, token: TokenDigest) {
        self.send(&FromWorker::Known { conn, token });
    }

    fn listed(&self, room: &RoomId, seats: &[Option<String>], present: u32) {
        let (room, seats) = (room.clone(), seats.to_vec());
        self.send(&FromWorker::Listed { room, seats, present });
    }

    fn unlisted(&self, room: &RoomId) {
        self.send(&FromWorker::Unlisted { room: room.clone() });
    }

    fn moved(&self, room: &RoomId, to_annex: bool) {
        self.send(&FromWorker::Moved { room: room.clone(), to_annex });
    }

    fn jobs_fail(&self, room: &RoomId) -> bool {
        let mut barred = lock(&self.barred);
        let before = barred.len();
        barred.retain(|known| known != room);
        barred.len() < before
    }
}

/// The log, which the parent holds.
struct ParentLog(Arc<Line>);

impl RoomLog for ParentLog {
    /// The parent takes the lease itself before the first entry, and before a room is read.
    fn lease(&self, room: &RoomId) -> Result<Lease, LogError> {
        Ok(Lease::new(room.clone(), 0))
    }

    fn append(&self, lease: &Lease, entry: Entry, ack: Ack) {
        let number = self.0.entries.fetch_add(1, Ordering::Relaxed);
        let room = lease.room().clone();
        lock(&self.0.acks).insert(number, (room.clone(), ack));
        lock(&self.0.given).insert(room.clone(), number);
        // At once: the disk works while the room does.
        self.0.send_now(&FromWorker::Append { entry: number, room, step: entry });
    }

    fn release(&self, lease: &Lease) {
        lock(&self.0.given).remove(lease.room());
        self.0.send(&FromWorker::Release { room: lease.room().clone() });
    }

    fn read(&self, room: &RoomId) -> Result<StoredRoom, LogError> {
        self.0.send_now(&FromWorker::Read { room: room.clone() });
        let mut inbound = lock(&self.0.inbound);
        loop {
            let stored = inbound.waiting.iter().position(|it| matches!(it, ToWorker::Stored(_)));
            if let Some(ToWorker::Stored(stored)) =
                stored.and_then(|stored| inbound.waiting.remove(stored))
            {
                return stored.map(|room| *room).map_err(LogError::from);
            }
            pipe::wait([self.0.stream.as_fd()], false, PATIENCE);
            self.0.receive(&mut inbound);
        }
    }

    fn package(&self, _digest: PackageDigest) -> Result<Option<Arc<[u8]>>, LogError> {
        Err(LogError::Elsewhere("a worker reads packages with their rooms only".to_owned()))
    }

    fn rooms(&self) -> Result<Vec<(RoomId, RoomMeta)>, LogError> {
        Err(LogError::Elsewhere("a worker is told of its rooms one by one".to_owned()))
    }
}

/// What the parent wants, put into the queues that a shard looks at.
struct ParentFeed {
    parent: Arc<Line>,
    index: usize,
    commands: Door<Command>,
    internal: Door<Internal>,
    maps: Arc<MapSet>,
    directory: Arc<Directory>,
    quarters: Arc<Quarters>,
    metrics: Arc<Metrics>,
    awake: Arc<AtomicUsize>,
    jobs: Arc<dyn Jobs>,
    past: Sender<ToWorker>,
    time: Arc<dyn Time>,
}

impl Feed for ParentFeed {
    fn gather(&self) {
        self.parent.flush();
        let mut inbound = lock(&self.parent.inbound);
        self.parent.receive(&mut inbound);
        // Where too many commands wait already, the rest waits with the parent, which refuses more.
        while !self.commands.is_full() {
            let Some(message) = inbound.waiting.pop_front() else { break };
            self.take(message);
        }
    }

    fn wait(&self, time: Duration) {
        self.parent.flush();
        pipe::wait([self.parent.stream.as_fd(), self.parent.wake.as_fd()], false, time);
        self.parent.wake.clear();
    }

    fn report(&self) {
        let mut report = self.metrics.report(self.index);
        report.awake = self.awake.load(Ordering::Relaxed) as u64;
        report.queues = [self.commands.len() as u64, self.internal.len() as u64];
        report.jobs_waiting = self.jobs.waiting() as u64;
        self.parent.send(&FromWorker::Counted(Box::new(report)));
    }

    fn flush(&self) {
        self.report();
        self.parent.flush();
    }
}

impl ParentFeed {
    fn command(&self, command: Command) {
        // There is space, and who reads is this thread.
        let _ = self.commands.try_send(command);
    }

    fn internal(&self, message: Internal) {
        let _ = self.internal.send(message);
    }

    fn take(&self, message: ToWorker) {
        let parent = &self.parent;
        match message {
            // Comes once, before there is a feed.
            ToWorker::Boot(_) => {}
            ToWorker::Adopt(listing) => self.adopt(listing),
            ToWorker::Offer { map, digest, packed } => self.maps.offer_packed(map, digest, packed),
            ToWorker::Open { question, room, meta } => {
                let (map, created, deserted) = (meta.map.clone(), meta.created, Duration::ZERO);
                let listing =
                    Listing { room: room.clone(), map, created, deserted, jobs_fail: false };
                self.adopt(listing);
                let reply = parent.reply(question, Answer::Opened);
                self.command(Command::Open { room, meta, reply });
            }
            ToWorker::Attach { room, visit } => {
                let visit = self.visit(&room, *visit);
                self.command(Command::Attach { room, visit });
            }
            ToWorker::Message { room, conn, text } => match ClientMessage::parse(&text) {
                Ok(message) => self.command(Command::Message { room, conn, message }),
                Err(bad) => tracing::error!(code = bad.code, "the parent passes on nonsense"),
            },
            ToWorker::Detach { room, conn } => {
                // Seen at once by whatever is still to be done for it.
                if let Some((_, gone)) = lock(&parent.conns).remove(&conn) {
                    gone.store(true, Ordering::Release);
                }
                self.internal(Internal::Detach { room, conn });
            }
            ToWorker::Claim { question, room } => {
                let token = |token: Option<Token>| token.map(|token| token.reveal().to_owned());
                let reply = parent.reply(question, move |it| Answer::Claimed(token(it)));
                self.internal(Internal::Claim { room, reply });
            }
            ToWorker::Look { question, room } => {
                let reply = parent.reply(question, Answer::Looked);
                self.internal(Internal::Admin(AdminOrder::Look { room, reply }));
            }
            ToWorker::Say { question, room, text } => {
                let reply = parent.reply(question, Answer::Said);
                self.internal(Internal::Admin(AdminOrder::Say { room, text, reply }));
            }
            ToWorker::Close { question, room } => {
                let reply = parent.reply(question, Answer::Closed);
                self.internal(Internal::Admin(AdminOrder::Close { room, reply }));
            }
            ToWorker::Reload { question, map } => {
                let reloaded = |reloads: Vec<_>| reloads.into_iter().map(Into::into).collect();
                let reply = parent.reply(question, move |it| Answer::Reloaded(reloaded(it)));
                match self.maps.find(&map) {
                    Some(map) => self.internal(Internal::Reload { map, reply }),
                    None => reply.send(Vec::new()),
                }
            }
            ToWorker::DecideReload { question, room, accept } => {
                let reply =
                    parent.reply(question, |reload| Answer::Reloaded(vec![Into::into(reload)]));
                self.internal(Internal::DecideReload { room, accept, reply });
            }
            ToWorker::MapBroken { map, error } => {
                self.internal(Internal::MapBroken { map, error });
            }
            ToWorker::Logged { entries } => {
                for entry in entries {
                    parent.acknowledge(entry, Ok(()));
                }
            }
            ToWorker::NotLogged { entry, why } => {
                // What the room says of that waits for nothing.
                if let Some((room, _)) = lock(&parent.acks).get(&entry) {
                    lock(&parent.given).remove(room);
                }
                parent.acknowledge(entry, Err(why.into()));
            }
            // Of a room whose reader has not waited for it: there is none.
            ToWorker::Stored(_) => {}
            ToWorker::Retell { .. } | ToWorker::Branch { .. } => drop(self.past.send(message)),
            ToWorker::Report { question } => {
                self.report();
                parent.answer(question, Some(Answer::Reported));
            }
            ToWorker::Stop => self.internal(Internal::Stop),
        }
    }

    /// A room lives here from now on.
    fn adopt(&self, Listing { room, map, created, deserted, jobs_fail }: Listing) {
        if self.quarters.is_annex(self.index) {
            self.quarters.send_to_annex(&room);
        } else {
            self.quarters.send_home(&room);
        }
        if jobs_fail {
            lock(&self.parent.barred).push(room.clone());
        }
        self.directory.restore(room, map, created, deserted);
    }

    fn visit(&self, room: &RoomId, visitor: Visitor) -> Visit {
        let Visitor { conn, token, after, name, chinese, local, notice } = visitor;
        let carrier: Arc<dyn Carrier> = Arc::<Line>::clone(&self.parent);
        let gone = Arc::<AtomicBool>::default();
        lock(&self.parent.conns).insert(conn, (room.clone(), Arc::clone(&gone)));
        Visit {
            conn,
            token: token.as_deref().and_then(Token::parse),
            after,
            name,
            chinese,
            local,
            // The parent counts what its clients say.
            pace: Pace::full(1.0, self.time.now()),
            notice,
            outbox: Outbox::remote(conn, carrier, gone),
        }
    }
}

/// Starts the threads that play rooms again, and gives where they take their work.
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
            stand_behind();
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
