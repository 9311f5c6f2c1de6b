//! The parent's side of one worker process: starts it, talks with it, and starts another when it
//! ends.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command as Process, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::Workers;
use super::memory::{self, SharedPage, Wake};
use super::message::{Answer, Boot, FromWorker, Refusal, ToWorker, Visitor};
use super::page::{self, Busy, Phase};
use super::pipe::{self, Backlog, Reader};
use super::quarantine::{Quarantine, Standing};
use super::room::{Branched, Listing};
use crate::config::Config;
use crate::log::{Entry, Lease, LogError, RoomLog, StoredRoom};
use crate::maps::{MapSet, OfferedMap};
use crate::metrics::{Metrics, Report};
use crate::pace::{Pace, Paces};
use crate::session::{RoomId, Token, TokenKeys};
use crate::shard::{
    AdminOrder, Closing, Command, ConnId, Directory, Internal, OpenRoomError, Outbox, PastError,
    Quarters, Reply, RoomReload, RoomReport, Visit, words,
};
use crate::slice::brief;
use crate::time::Time;
use crate::wire::Frame;

/// How often a worker is looked at that says nothing.
const LOOK: Duration = Duration::from_millis(100);
/// Ends of workers in a row, each within [`SHORT_LIFE`] of its start, after which a new one waits.
const QUICK_ENDS: u32 = 3;
const SHORT_LIFE: Duration = Duration::from_secs(2);
const BACKOFF: Duration = Duration::from_millis(500);
/// How long a script step may go on once the watchdog of its process has told it to stop, which it
/// does at its next safepoint: a call of the host between two takes a third of that at most.
const GRACE: Duration = Duration::from_secs(1);
/// How many times as long all may take where the machine gives the worker hardly any time.
const STARVED: u32 = 4;
/// How many times as long an annex may take, whose thread stands behind all others.
const ANNEX_PATIENCE: u32 = 4;
/// Longest time that a job or a replay may take.
const LONG_WORK: Duration = Duration::from_secs(300);
/// Messages of a worker that are dealt with before others have a turn.
const TURN: usize = 256;

/// What all workers of a server share.
pub(crate) struct Common {
    pub(crate) config: Arc<Config>,
    pub(crate) workers: Workers,
    pub(crate) maps: Arc<MapSet>,
    pub(crate) log: Arc<dyn RoomLog>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) directory: Arc<Directory>,
    pub(crate) quarters: Arc<Quarters>,
    pub(crate) keys: TokenKeys,
    pub(crate) paces: Arc<Paces>,
    pub(crate) time: Arc<dyn Time>,
    pub(crate) quarantine: Quarantine,
    /// Of all shards, in order.
    pub(crate) links: OnceLock<Vec<Arc<Link>>>,
}

/// One shard, which lives in a worker process.
pub(crate) struct Link {
    index: usize,
    common: Arc<Common>,
    state: Mutex<State>,
    /// Connections to its rooms.
    conns: Mutex<HashMap<ConnId, Attached>>,
    /// What the log has answered and nobody has passed on.
    logged: Mutex<Vec<Logged>>,
    wake: Wake,
    stopping: AtomicBool,
    awake: AtomicU64,
    queues: [AtomicU64; 2],
    jobs_waiting: AtomicU64,
}

#[derive(Default)]
struct State {
    /// Grows with each process: what was asked of an earlier one means nothing any more.
    generation: u64,
    /// None while there is no process; what is sent then waits for the next.
    stream: Option<Arc<UnixStream>>,
    backlog: Backlog,
    questions: HashMap<u64, Question>,
    asked: u64,
}

/// The log's answer to an entry that a worker gave.
struct Logged {
    /// Of which process it was.
    generation: u64,
    room: RoomId,
    entry: u64,
    result: Result<(), LogError>,
}

/// A connection to a room of the worker.
struct Attached {
    room: RoomId,
    outbox: Outbox,
    pace: Pace,
}

/// Who waits for an answer of the worker.
enum Question {
    Opened(Reply<Result<(), OpenRoomError>>),
    Claimed(Reply<Option<Token>>, RoomId),
    Looked(Reply<Option<Box<RoomReport>>>),
    Said(Reply<usize>),
    Closed(Reply<bool>),
    Reloaded(Reply<Vec<RoomReload>>),
    Decided(Reply<RoomReload>),
    Retold(Reply<Result<Vec<u8>, PastError>>),
    Branched(Reply<Result<Box<Branched>, PastError>>),
    Reported(Reply<()>),
}

/// A running worker.
struct Running {
    child: Child,
    stream: Arc<UnixStream>,
    reader: Reader,
    page: SharedPage,
    leases: HashMap<RoomId, Lease>,
    /// What rooms have given to the log and shown since.
    given: HashMap<RoomId, Given>,
    generation: u64,
    started: Instant,
    sights: [Sight; page::SLOTS],
    /// What its parent ended it for.
    stuck: Option<Busy>,
}

/// What a room has given to the log, and what it has shown that the log does not cover yet.
#[derive(Default)]
struct Given {
    /// The newest entry given, and the newest that the log has.
    last: u64,
    durable: u64,
    /// The newest that the log has not taken: nothing is shown of what came after it.
    lost: u64,
    /// In order, with the entry that each waits for.
    held: VecDeque<(u64, Parcel)>,
}

/// Something for a connection.
enum Parcel {
    Frames { conn: ConnId, frames: Vec<Frame>, promptly: bool },
    Close { conn: ConnId, closing: Closing },
}

impl Parcel {
    fn conn(&self) -> ConnId {
        match self {
            Self::Frames { conn, .. } | Self::Close { conn, .. } => *conn,
        }
    }
}

/// What was last seen of a slot of the page.
#[derive(Clone, Copy, Default)]
struct Sight {
    progress: (u64, u64),
    /// Time without any progress, as far as the parent itself was running.
    quiet: Duration,
    /// What the process had used of processors at the last progress.
    used: Duration,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl std::fmt::Debug for Link {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Link").field("index", &self.index).finish_non_exhaustive()
    }
}

impl Link {
    /// A shard without a process yet.
    pub(crate) fn new(index: usize, common: Arc<Common>) -> io::Result<Self> {
        Ok(Self {
            index,
            common,
            state: Mutex::default(),
            conns: Mutex::default(),
            logged: Mutex::default(),
            wake: Wake::new()?,
            stopping: AtomicBool::new(false),
            awake: AtomicU64::new(0),
            queues: Default::default(),
            jobs_waiting: AtomicU64::new(0),
        })
    }

    /// Rooms in memory, as the worker last said.
    pub(crate) fn awake(&self) -> usize {
        self.awake.load(Ordering::Relaxed) as usize
    }

    /// Jobs that wait for a thread, as the worker last said.
    pub(crate) fn jobs_waiting(&self) -> usize {
        self.jobs_waiting.load(Ordering::Relaxed) as usize
    }

    /// Messages that wait: from clients, and from inside.
    pub(crate) fn queues(&self) -> [usize; 2] {
        let [clients, inside] = &self.queues;
        let waiting = lock(&self.state).backlog.len();
        [
            clients.load(Ordering::Relaxed) as usize + waiting,
            inside.load(Ordering::Relaxed) as usize,
        ]
    }

    fn is_annex(&self) -> bool {
        self.common.quarters.is_annex(self.index)
    }

    /// Whether a room lives with this worker.
    fn owns(&self, room: &RoomId) -> bool {
        self.common.quarters.of(room) == self.index
    }

    /// Sends a message, or lets it wait until the worker takes more, or there is one.
    fn send(&self, message: &ToWorker) {
        self.deliver(&mut lock(&self.state), pipe::framed(message));
    }

    /// As [`Self::send`] to the process of a generation; nothing to a later one.
    fn send_to(&self, generation: u64, message: &ToWorker) {
        let framed = pipe::framed(message);
        let mut state = lock(&self.state);
        if state.generation == generation {
            self.deliver(&mut state, framed);
        }
    }

    fn deliver(&self, state: &mut State, framed: Vec<u8>) {
        let waited = !state.backlog.is_empty();
        state.backlog.push(framed);
        let Some(stream) = state.stream.clone() else { return };
        // What waits is written by the thread that reads, in order.
        if !waited {
            // A socket that has broken is noticed by the thread that reads.
            let _ = state.backlog.write(&stream);
            if !state.backlog.is_empty() {
                self.wake.wake();
            }
        }
    }

    /// Asks something of the worker.
    fn ask(&self, question: Question, message: impl FnOnce(u64) -> ToWorker) {
        let mut state = lock(&self.state);
        state.asked += 1;
        let number = state.asked;
        state.questions.insert(number, question);
        let framed = pipe::framed(&message(number));
        self.deliver(&mut state, framed);
    }

    /// Takes something that clients want; gives it back when too much waits.
    pub(crate) fn command(&self, command: Command) -> Result<(), Box<Command>> {
        if lock(&self.state).backlog.len() >= self.common.config.shard_queue {
            return Err(Box::new(command));
        }
        match command {
            Command::Open { room, meta, reply } => {
                if !self.common.quarantine.may_open(&meta.map, self.common.time.now()) {
                    reply.send(Err(OpenRoomError::Quarantined));
                    return Ok(());
                }
                let open = |question| ToWorker::Open { question, room, meta };
                self.ask(Question::Opened(reply), open);
            }
            Command::Attach { room, visit } => self.attach(room, visit),
            Command::Message { room, conn, message } => {
                // What was read from JSON can be written as JSON.
                let text = serde_json::to_string(&message).unwrap_or_default();
                self.send(&ToWorker::Message { room, conn, text });
            }
            Command::Detach { room, conn } => self.detach(room, conn),
        }
        Ok(())
    }

    /// Takes something that must not be refused.
    pub(crate) fn internal(&self, message: Internal) {
        match message {
            Internal::Detach { room, conn } => self.detach(room, conn),
            Internal::Claim { room, reply } => {
                let claim = |question| ToWorker::Claim { question, room: room.clone() };
                self.ask(Question::Claimed(reply, room.clone()), claim);
            }
            Internal::Admin(AdminOrder::Look { room, reply }) => {
                self.ask(Question::Looked(reply), |question| ToWorker::Look { question, room });
            }
            Internal::Admin(AdminOrder::Say { room, text, reply }) => {
                let say = |question| ToWorker::Say { question, room, text };
                self.ask(Question::Said(reply), say);
            }
            Internal::Admin(AdminOrder::Close { room, reply }) => {
                self.ask(Question::Closed(reply), |question| ToWorker::Close { question, room });
            }
            Internal::Reload { map, reply } => {
                self.offer(&map);
                let map = map.package.id().to_owned();
                self.common.quarantine.mended(&map);
                self.ask(Question::Reloaded(reply), |question| ToWorker::Reload { question, map });
            }
            Internal::DecideReload { room, accept, reply } => {
                let decide = |question| ToWorker::DecideReload { question, room, accept };
                self.ask(Question::Decided(reply), decide);
            }
            Internal::MapBroken { map, error } => self.send(&ToWorker::MapBroken { map, error }),
            Internal::Stop => {
                self.stopping.store(true, Ordering::Release);
                self.send(&ToWorker::Stop);
                self.wake.wake();
            }
            // The worker's own.
            Internal::Durable { .. } | Internal::JobDone { .. } => {}
        }
    }

    fn attach(&self, room: RoomId, visit: Visit) {
        let notice = match self.common.quarantine.standing(&room, self.common.time.now()) {
            Standing::Clean => None,
            Standing::Tried(notice) => Some(notice),
            Standing::Closed => return visit.outbox.close(words::quarantined()),
        };
        let Visit { conn, token, after, name, chinese, local, pace, outbox, .. } = visit;
        let attached = Attached { room: room.clone(), outbox, pace };
        lock(&self.conns).insert(conn, attached);
        let token = token.map(|token| token.reveal().to_owned());
        let visit = Box::new(Visitor { conn, token, after, name, chinese, local, notice });
        self.send(&ToWorker::Attach { room, visit });
    }

    fn detach(&self, room: RoomId, conn: ConnId) {
        lock(&self.conns).remove(&conn);
        self.send(&ToWorker::Detach { room, conn });
    }

    /// A room lives here from now on.
    pub(crate) fn adopt(&self, room: &RoomId) {
        if let Some(listing) = self.listing(room) {
            self.send(&ToWorker::Adopt(listing));
        }
    }

    fn listing(&self, room: &RoomId) -> Option<Listing> {
        let mut listing = self.common.directory.listing(room)?;
        listing.jobs_fail = self.common.quarantine.jobs_fail(room);
        Some(listing)
    }

    /// New rooms of a map are opened on this.
    fn offer(&self, map: &OfferedMap) {
        match map.packed() {
            Ok(packed) => {
                let (map, digest) = (map.package.id().to_owned(), map.package.digest());
                self.send(&ToWorker::Offer { map, digest, packed });
            }
            Err(error) => {
                tracing::error!(map = map.package.id(), %error, "a map cannot be given to workers");
            }
        }
    }

    /// Has the worker say what it has counted.
    pub(crate) fn report(&self, reply: Reply<()>) {
        self.ask(Question::Reported(reply), |question| ToWorker::Report { question });
    }

    /// Has the worker play a room again for a spectator; blocks until it has.
    pub(crate) fn retell(&self, room: &RoomId, stored: StoredRoom) -> Result<Vec<u8>, PastError> {
        let (reply, answer) = blocking();
        let (room, stored) = (room.clone(), Box::new(stored));
        let retell = |question| ToWorker::Retell { question, room, stored };
        self.past(Question::Retold(reply), retell, &answer)
    }

    /// Has the worker find out how a branch begins; blocks until it has.
    pub(crate) fn branch(
        &self,
        room: &RoomId,
        stored: StoredRoom,
        event: u64,
    ) -> Result<Box<Branched>, PastError> {
        let (reply, answer) = blocking();
        let (room, stored) = (room.clone(), Box::new(stored));
        let branch = |question| ToWorker::Branch { question, room, stored, event };
        self.past(Question::Branched(reply), branch, &answer)
    }

    fn past<T>(
        &self,
        question: Question,
        message: impl FnOnce(u64) -> ToWorker,
        answer: &crossbeam_channel::Receiver<Option<Result<T, PastError>>>,
    ) -> Result<T, PastError> {
        self.ask(question, message);
        let ended = || PastError::Unreadable("the script host ended while it was played".into());
        answer.recv().ok().flatten().unwrap_or_else(|| Err(ended()))
    }

    /// Starts workers, one after the other, until the server stops.
    pub(crate) fn supervise(&self) {
        // It passes things on, and is waited for by whoever plays.
        brief();
        let mut quick = 0;
        while !self.stopping.load(Ordering::Acquire) {
            let mut running = match self.start() {
                Ok(running) => running,
                Err(error) => {
                    tracing::error!(shard = self.index, %error, "no worker process can be started");
                    std::thread::sleep(BACKOFF);
                    continue;
                }
            };
            let status = self.serve(&mut running);
            let stopped = self.stopping.load(Ordering::Acquire);
            self.bury(running, status, &mut quick, stopped);
        }
        self.bury_conns();
    }

    fn start(&self) -> io::Result<Running> {
        let (ours, theirs) = UnixStream::pair()?;
        let (page, file) = SharedPage::new()?;
        let workers = &self.common.workers;
        let child = Process::new(&workers.program)
            .args(&workers.arguments)
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::from(file))
            .spawn()?;
        let stream = Arc::new(ours);
        let mut state = lock(&self.state);
        state.generation += 1;
        let generation = state.generation;
        // What was sent since the last process ended comes behind what every worker is told first.
        let mut waiting = std::mem::take(&mut state.backlog);
        state.backlog.push(pipe::framed(&ToWorker::Boot(Box::new(self.boot(generation)))));
        for map in self.common.maps.iter() {
            if let Ok(packed) = map.packed() {
                let (map, digest) = (map.package.id().to_owned(), map.package.digest());
                state.backlog.push(pipe::framed(&ToWorker::Offer { map, digest, packed }));
            }
        }
        for room in self.common.directory.rooms().into_iter().filter(|room| self.owns(room)) {
            if let Some(listing) = self.listing(&room) {
                state.backlog.push(pipe::framed(&ToWorker::Adopt(listing)));
            }
        }
        state.backlog.append(&mut waiting);
        state.stream = Some(Arc::clone(&stream));
        // A worker that has ended again already is noticed when it is read from.
        let _ = state.backlog.write(&stream);
        drop(state);
        tracing::debug!(shard = self.index, process = child.id(), "a worker process has started");
        Ok(Running {
            child,
            stream,
            reader: Reader::default(),
            page,
            leases: HashMap::new(),
            given: HashMap::new(),
            generation,
            started: Instant::now(),
            sights: Default::default(),
            stuck: None,
        })
    }

    fn boot(&self, generation: u64) -> Boot {
        let Common { config, workers, .. } = &*self.common;
        let shards = config.shards.max(1);
        Boot {
            index: self.index,
            generation,
            shards,
            annex: self.common.quarters.in_annex().is_some(),
            job_threads: config.workers,
            job_queue: config.job_queue,
            shard_queue: config.shard_queue,
            // Rooms are spread by their names, which are random.
            awake_rooms: config.awake_rooms.div_ceil(shards),
            watch: config.watch,
            hazards: workers.hazards,
            memory: workers.memory,
            keys: self.common.keys.bytes(),
            room: config.room.clone(),
            socket: config.socket.clone(),
            http: config.http.clone(),
        }
    }

    /// Does what the worker wants until it ends.
    fn serve(&self, running: &mut Running) -> ExitStatus {
        let mut looked = Instant::now();
        loop {
            let waits = !lock(&self.state).backlog.is_empty();
            pipe::wait([running.stream.as_fd(), self.wake.as_fd()], waits, LOOK);
            self.wake.clear();
            self.pass_answers(running);
            {
                let mut state = lock(&self.state);
                // A broken socket is seen below.
                let _ = state.backlog.write(&running.stream);
            }
            let more = running.reader.fill(&running.stream);
            let mut dealt = 0;
            loop {
                match running.reader.next() {
                    Ok(Some(message)) => self.hear(running, message),
                    Ok(None) => break,
                    Err(error) => {
                        tracing::error!(shard = self.index, %error, "a worker sends nonsense");
                        return end(&mut running.child);
                    }
                }
                dealt += 1;
                if dealt % TURN == 0 {
                    // A broken socket is seen above.
                    let _ = lock(&self.state).backlog.write(&running.stream);
                }
            }
            if !matches!(more, Ok(true)) {
                return end(&mut running.child);
            }
            let now = Instant::now();
            if now.saturating_duration_since(looked) >= LOOK {
                // Where the parent itself was held up, its workers were, too.
                self.look(running, now.saturating_duration_since(looked).min(2 * LOOK));
                looked = now;
            }
        }
    }

    /// Ends a worker that makes no progress.
    fn look(&self, running: &mut Running, passed: Duration) {
        let patience = if self.is_annex() { ANNEX_PATIENCE } else { 1 };
        let step = (self.common.config.room.step_time + GRACE) * patience;
        let used = memory::processor_time(running.child.id());
        for (slot, sight) in running.sights.iter_mut().enumerate() {
            let Some(busy) = running.page.busy(slot) else {
                *sight = Sight::default();
                continue;
            };
            if busy.progress != sight.progress {
                *sight = Sight { progress: busy.progress, quiet: Duration::ZERO, used };
                continue;
            }
            sight.quiet += passed;
            let limit = match busy.phase {
                Phase::Job | Phase::Past => LONG_WORK,
                Phase::Open | Phase::Wake | Phase::Work => step,
            };
            // Who has had no processor has had no chance.
            let starved = used.saturating_sub(sight.used) < limit / 2;
            let limit = if starved { limit * STARVED } else { limit };
            if sight.quiet >= limit && running.stuck.is_none() {
                let (room, seconds) = (&busy.room, sight.quiet.as_secs_f32());
                tracing::error!(shard = self.index, %room, seconds, "a worker hangs and is ended");
                running.stuck = Some(busy);
                // It ends a moment later, which the socket tells.
                let _ = running.child.kill();
            }
        }
    }

    fn hear(&self, running: &mut Running, message: FromWorker) {
        match message {
            FromWorker::Append { entry, room, step } => self.append(running, entry, &room, step),
            FromWorker::Read { room } => {
                let stored = self.lease(running, &room).and_then(|_| self.common.log.read(&room));
                let stored = stored.map(Box::new).map_err(Refusal::from);
                self.send_to(running.generation, &ToWorker::Stored(stored));
            }
            FromWorker::Release { room } => {
                if let Some(lease) = running.leases.remove(&room) {
                    self.common.log.release(&lease);
                }
            }
            FromWorker::Frames { conn, frames, promptly, after } => {
                let frames = frames.into_iter().map(Into::into).collect();
                self.hold(running, after, Parcel::Frames { conn, frames, promptly });
            }
            FromWorker::Close { conn, closing, after } => {
                self.hold(running, after, Parcel::Close { conn, closing });
            }
            FromWorker::Kill { conn } => {
                if let Some(attached) = lock(&self.conns).remove(&conn) {
                    attached.outbox.kill();
                }
            }
            FromWorker::Known { conn, token } => {
                if let Some(attached) = lock(&self.conns).get(&conn) {
                    self.common.paces.know(token, &attached.pace, self.common.time.now());
                }
            }
            FromWorker::Listed { room, seats, present } if self.owns(&room) => {
                self.common.directory.update(&room, seats, present);
            }
            FromWorker::Unlisted { room } if self.owns(&room) => {
                self.common.directory.remove(&room);
                self.common.quarantine.release(&room);
                self.common.quarters.send_home(&room);
            }
            FromWorker::Moved { room, to_annex } if self.owns(&room) => self.moved(&room, to_annex),
            FromWorker::Listed { room, .. }
            | FromWorker::Unlisted { room }
            | FromWorker::Moved { room, .. } => {
                tracing::warn!(shard = self.index, %room, "a worker speaks for another's room");
            }
            FromWorker::Counted(report) => self.counted(*report),
            FromWorker::Answer { question, answer } => {
                let asked = lock(&self.state).questions.remove(&question);
                if let Some(asked) = asked {
                    self.answered(asked, answer.map(|answer| *answer));
                }
            }
        }
    }

    fn lease(&self, running: &mut Running, room: &RoomId) -> Result<Lease, LogError> {
        if !self.owns(room) {
            let text = format!("room {room} lives with another worker");
            return Err(LogError::Elsewhere(text));
        }
        if let Some(lease) = running.leases.get(room) {
            return Ok(lease.clone());
        }
        let lease = self.common.log.lease(room)?;
        running.leases.insert(room.clone(), lease.clone());
        Ok(lease)
    }

    fn append(&self, running: &mut Running, entry: u64, room: &RoomId, step: Entry) {
        let generation = running.generation;
        let lease = match self.lease(running, room) {
            Ok(lease) => lease,
            Err(error) => {
                running.given.entry(room.clone()).or_default().lost = entry;
                let why = Refusal::from(error);
                return self.send_to(generation, &ToWorker::NotLogged { entry, why });
            }
        };
        running.given.entry(room.clone()).or_default().last = entry;
        self.common.metrics.log_waiting.add(1);
        let Some(link) = self.shared() else { return };
        let room = room.clone();
        let ack = Box::new(move |result: Result<(), LogError>| {
            link.common.metrics.log_waiting.sub(1);
            let mut logged = lock(&link.logged);
            logged.push(Logged { generation, room, entry, result });
            // Of many at once the first wakes the thread.
            if logged.len() == 1 {
                link.wake.wake();
            }
        });
        self.common.log.append(&lease, step, ack);
    }

    /// Passes on what the log has answered, and shows what waited for it.
    fn pass_answers(&self, running: &mut Running) {
        let answers = std::mem::take(&mut *lock(&self.logged));
        let mut entries = Vec::new();
        for Logged { generation, room, entry, result } in answers {
            if generation != running.generation {
                continue;
            }
            let Some(given) = running.given.get_mut(&room) else { continue };
            match result {
                Ok(()) => {
                    given.durable = entry;
                    entries.push(entry);
                    while given.held.front().is_some_and(|(after, _)| *after <= entry) {
                        if let Some((_, parcel)) = given.held.pop_front() {
                            self.deliver_parcel(parcel);
                        }
                    }
                }
                Err(error) => {
                    given.lost = entry;
                    given.held.clear();
                    let why = Refusal::from(error);
                    self.send_to(running.generation, &ToWorker::NotLogged { entry, why });
                }
            }
            if given.held.is_empty() && given.last <= given.durable {
                running.given.remove(&room);
            }
        }
        if !entries.is_empty() {
            self.send_to(running.generation, &ToWorker::Logged { entries });
        }
    }

    /// Shows something once the log has what it comes after.
    fn hold(&self, running: &mut Running, after: u64, parcel: Parcel) {
        let room = lock(&self.conns).get(&parcel.conn()).map(|attached| attached.room.clone());
        // Whoever it was for has gone.
        let Some(room) = room else { return };
        match running.given.get_mut(&room) {
            Some(given) if after > 0 && after <= given.lost => {}
            Some(given) if after > given.durable || !given.held.is_empty() => {
                given.held.push_back((after, parcel));
            }
            _ => self.deliver_parcel(parcel),
        }
    }

    fn deliver_parcel(&self, parcel: Parcel) {
        match parcel {
            Parcel::Frames { conn, frames, promptly } => self.show(conn, frames, promptly),
            Parcel::Close { conn, closing } => {
                if let Some(attached) = lock(&self.conns).remove(&conn) {
                    attached.outbox.close(closing);
                }
            }
        }
    }

    /// This very link, as others hold it.
    fn shared(&self) -> Option<Arc<Self>> {
        self.common.links.get()?.get(self.index).cloned()
    }

    fn show(&self, conn: ConnId, frames: Vec<Frame>, promptly: bool) {
        let mut conns = lock(&self.conns);
        let Some(Attached { outbox, .. }) = conns.get(&conn) else { return };
        let pushed = if promptly { outbox.push_promptly(frames) } else { outbox.push(frames) };
        if pushed.is_ok() {
            return;
        }
        let Some(Attached { room, outbox, .. }) = conns.remove(&conn) else { return };
        drop(conns);
        if !outbox.is_gone() {
            self.common.metrics.slow_readers.add(1);
            tracing::info!(%room, "dropped a slow reader");
        }
        outbox.kill();
        self.send(&ToWorker::Detach { room, conn });
    }

    fn moved(&self, room: &RoomId, to_annex: bool) {
        let quarters = &self.common.quarters;
        let changed = match to_annex {
            true => quarters.send_to_annex(room),
            false => quarters.send_home(room),
        };
        if changed && let Some(links) = self.common.links.get() {
            links[quarters.of(room)].adopt(room);
        }
    }

    fn counted(&self, report: Report) {
        self.awake.store(report.awake, Ordering::Relaxed);
        self.jobs_waiting.store(report.jobs_waiting, Ordering::Relaxed);
        for (queue, waiting) in self.queues.iter().zip(report.queues) {
            queue.store(waiting, Ordering::Relaxed);
        }
        self.common.metrics.merge(self.index, report);
    }

    /// Gives an answer to who asked. One that does not fit the question is none.
    fn answered(&self, asked: Question, answer: Option<Answer>) {
        match (asked, answer) {
            (Question::Opened(reply), Some(Answer::Opened(opened))) => reply.send(opened),
            (Question::Claimed(reply, room), Some(Answer::Claimed(text))) => {
                let verify = |text: String| self.common.keys.verify(&room, &text);
                reply.send(text.and_then(verify).map(|(token, _)| token));
            }
            (Question::Looked(reply), Some(Answer::Looked(mut report))) => {
                if let Some(report) = &mut report {
                    let conns = lock(&self.conns);
                    report.bytes_waiting(|conn| {
                        conns.get(&conn).map_or(0, |attached| attached.outbox.bytes_waiting())
                    });
                }
                reply.send(report);
            }
            (Question::Said(reply), Some(Answer::Said(count))) => reply.send(count),
            (Question::Closed(reply), Some(Answer::Closed(closed))) => reply.send(closed),
            (Question::Reloaded(reply), Some(Answer::Reloaded(reloads))) => {
                reply.send(reloads.into_iter().map(Into::into).collect());
            }
            (Question::Decided(reply), Some(Answer::Reloaded(reloads))) => {
                if let Some(reload) = reloads.into_iter().next() {
                    reply.send(reload.into());
                }
            }
            (Question::Reported(reply), Some(Answer::Reported)) => reply.send(()),
            (Question::Retold(reply), Some(Answer::Retold(told))) => reply.send(told),
            (Question::Branched(reply), Some(Answer::Branched(branched))) => reply.send(branched),
            // Dropping the question tells who asked.
            _ => {}
        }
    }

    /// Everybody comes back by themselves.
    fn bury_conns(&self) {
        let conns = std::mem::take(&mut *lock(&self.conns));
        for attached in conns.into_values() {
            attached.outbox.close(words::restart());
        }
    }

    /// Cleans up behind a worker that has ended, and finds out whose fault it was.
    fn bury(&self, running: Running, status: ExitStatus, quick: &mut u32, stopped: bool) {
        let Running { page, leases, started, stuck, .. } = running;
        let questions = {
            let mut state = lock(&self.state);
            state.stream = None;
            // Whatever comes late is for the process that has ended.
            state.generation += 1;
            state.backlog.clear();
            std::mem::take(&mut state.questions)
        };
        for lease in leases.into_values() {
            self.common.log.release(&lease);
        }
        self.common.metrics.clear_gauges(self.index);
        self.awake.store(0, Ordering::Relaxed);
        self.jobs_waiting.store(0, Ordering::Relaxed);
        self.common.directory.abandon(|room| self.owns(room));
        if !stopped {
            let suspects = stuck.map_or_else(|| page.suspects(), |stuck| vec![stuck]);
            self.common.metrics.workers_ended.add(1);
            let reason = describe(status);
            tracing::error!(shard = self.index, reason, "a worker process ended; starting another");
            for suspect in suspects {
                self.accuse(&suspect, &reason);
            }
        }
        // Who asked, and who was in a room, is told once it is settled where the room lives now.
        drop(questions);
        self.bury_conns();
        *quick = if started.elapsed() < SHORT_LIFE { *quick + 1 } else { 0 };
        if *quick >= QUICK_ENDS && !stopped {
            std::thread::sleep(BACKOFF);
        }
    }

    /// Something was being done for a room when its worker ended: it did not happen, and the room
    /// goes where it can do no more harm.
    fn accuse(&self, suspect: &Busy, reason: &str) {
        let Common { quarantine, directory, log, quarters, time, .. } = &*self.common;
        let Busy { room, phase, draft, .. } = suspect;
        if !self.owns(room) && *phase != Phase::Past {
            return;
        }
        let map = directory.listing(room).map_or_else(String::new, |listing| listing.map);
        let strikes = quarantine.strike(room, &map, *phase, time.now());
        tracing::error!(
            %room, map, ?phase, input = draft, strikes, reason,
            "the script host ended while it worked on this room: its input is refused"
        );
        if let Some(event) = *draft {
            match log.lease(room) {
                Ok(lease) => {
                    let name = room.clone();
                    let told = move |result: Result<(), LogError>| {
                        if let Err(error) = result {
                            tracing::error!(room = %name, %error, "an input is not taken back");
                        }
                    };
                    log.append(&lease, Entry::Amend { event, record: None }, Box::new(told));
                    log.release(&lease);
                }
                Err(error) => tracing::error!(%room, %error, "an input is not taken back"),
            }
        }
        if matches!(phase, Phase::Wake | Phase::Work | Phase::Job)
            && !self.is_annex()
            && quarters.send_to_annex(room)
            && let Some(links) = self.common.links.get()
        {
            links[quarters.of(room)].adopt(room);
        }
    }
}

/// A reply that a blocked thread waits for.
fn blocking<T: Send + 'static>() -> (Reply<T>, crossbeam_channel::Receiver<Option<T>>) {
    let (sender, answer) = crossbeam_channel::bounded(1);
    // Who asked waits for it.
    (Reply::to(move |answer| drop(sender.send(answer))), answer)
}

/// Sees to it that a worker has ended.
fn end(child: &mut Child) -> ExitStatus {
    // It may have closed its socket and go on, whatever it is.
    let _ = child.kill();
    // Fails only where somebody else has waited for it.
    child.wait().unwrap_or_default()
}

fn describe(status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (Some(signal), _) => format!("signal {signal}"),
        (_, Some(code)) => format!("exit code {code}"),
        _ => "unknown".to_owned(),
    }
}
