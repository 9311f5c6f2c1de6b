//! One shard in a worker process, as the rest of the server sees it: sends requests of clients and
//! operators to the current process, and passes on its answers.

use std::collections::HashMap;
use std::io;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use fangqi_protocol::{JobResult, PackedJob};

use super::memory::Wake;
use super::message::{Answer, ToWorker, Visitor};
use super::pipe::{self, Backlog};
use super::quarantine::{Quarantine, Standing};
use super::room::{Branched, Listing};
use crate::config::Config;
use crate::config::Workers;
use crate::jobs::Helpers;
use crate::log::{LogError, RoomLog, StoredRoom};
use crate::maps::{MapSet, OfferedMap};
use crate::message_limiter::{MessageLimiter, MessageLimiters};
use crate::metrics::Metrics;
use crate::session::{RoomId, Token, TokenKeys};
use crate::shard::{
    AdminOrder, Command, ConnId, Directory, Internal, OpenRoomError, Outbox, PastError, Placement,
    Reply, RoomReload, RoomReport, Visit, messages,
};
use crate::time::Time;

/// State shared by all workers of a server.
pub(crate) struct Common {
    pub(crate) config: Arc<Config>,
    pub(crate) workers: Workers,
    pub(crate) maps: Arc<MapSet>,
    pub(crate) log: Arc<dyn RoomLog>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) directory: Arc<Directory>,
    pub(crate) placement: Arc<Placement>,
    pub(crate) keys: TokenKeys,
    pub(crate) limiters: Arc<MessageLimiters>,
    pub(crate) time: Arc<dyn Time>,
    pub(crate) quarantine: Quarantine,
    /// The links of all shards, in the order of their indices.
    pub(crate) links: OnceLock<Vec<Arc<Link>>>,
    /// The other servers of the log, if it is shared.
    pub(crate) helpers: Option<Arc<dyn Helpers>>,
}

/// One shard that runs in a worker process.
pub(crate) struct Link {
    pub(super) index: usize,
    pub(super) common: Arc<Common>,
    pub(super) state: Mutex<State>,
    /// The connections to its rooms.
    pub(super) conns: Mutex<HashMap<ConnId, Attached>>,
    /// Results of the log that the supervisor has not yet passed on.
    pub(super) logged: Mutex<Vec<Logged>>,
    pub(super) wake: Wake,
    pub(super) stopping: AtomicBool,
    pub(super) awake: AtomicU64,
    pub(super) queues: [AtomicU64; 2],
    pub(super) jobs_waiting: AtomicU64,
}

#[derive(Default)]
pub(super) struct State {
    /// Grows when a process starts or ends, so that late results for an earlier one are ignored.
    pub(super) generation: u64,
    /// `None` while there is no process; messages then wait in the backlog for the next one.
    pub(super) stream: Option<Arc<UnixStream>>,
    pub(super) backlog: Backlog,
    pub(super) questions: HashMap<u64, Question>,
    asked: u64,
}

/// The log's result for an entry of a worker.
pub(super) struct Logged {
    /// The generation of the process that gave the entry.
    pub(super) generation: u64,
    pub(super) room: RoomId,
    pub(super) entry: u64,
    pub(super) result: Result<(), LogError>,
}

/// A connection to a room of the worker.
pub(super) struct Attached {
    pub(super) room: RoomId,
    pub(super) outbox: Outbox,
    pub(super) limiter: MessageLimiter,
}

/// An unanswered question to the worker, with the reply it is for.
pub(super) enum Question {
    Opened(Reply<Result<(), OpenRoomError>>),
    Claimed(Reply<Option<Token>>, RoomId),
    Drawn(Reply<Option<String>>),
    Looked(Reply<Option<Box<RoomReport>>>),
    Said(Reply<usize>),
    Closed(Reply<bool>),
    Reloaded(Reply<Vec<RoomReload>>),
    Decided(Reply<RoomReload>),
    Retold(Reply<Result<Vec<u8>, PastError>>),
    Branched(Reply<Result<Box<Branched>, PastError>>),
    Helped(Reply<JobResult>),
    Reported(Reply<()>),
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl std::fmt::Debug for Link {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Link").field("index", &self.index).finish_non_exhaustive()
    }
}

impl Link {
    /// A shard whose process has not been started yet.
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

    /// Whether its process has ended and the next one is not started yet.
    pub(crate) fn is_gone(&self) -> bool {
        lock(&self.state).stream.is_none()
    }

    /// Number of rooms awake, as last reported.
    pub(crate) fn awake(&self) -> usize {
        self.awake.load(Ordering::Relaxed) as usize
    }

    /// Number of jobs waiting for a thread, as last reported.
    pub(crate) fn jobs_waiting(&self) -> usize {
        self.jobs_waiting.load(Ordering::Relaxed) as usize
    }

    /// Number of queued messages: commands of clients, and internal messages.
    pub(crate) fn queues(&self) -> [usize; 2] {
        let [clients, inside] = &self.queues;
        let waiting = lock(&self.state).backlog.len();
        [
            clients.load(Ordering::Relaxed) as usize + waiting,
            inside.load(Ordering::Relaxed) as usize,
        ]
    }

    pub(super) fn is_isolation_shard(&self) -> bool {
        self.common.placement.is_isolation_shard(self.index)
    }

    /// Whether a room is placed on this worker.
    pub(super) fn owns(&self, room: &RoomId) -> bool {
        self.common.placement.of(room) == self.index
    }

    /// Sends a message, or queues it until the worker reads more or is started.
    pub(super) fn send(&self, message: &ToWorker) {
        self.deliver(&mut lock(&self.state), pipe::framed(message));
    }

    /// Like [`Self::send`], but drops the message if the generation has ended.
    pub(super) fn send_to(&self, generation: u64, message: &ToWorker) {
        let framed = pipe::framed(message);
        let mut state = lock(&self.state);
        if state.generation == generation {
            self.deliver(&mut state, framed);
        }
    }

    pub(super) fn deliver(&self, state: &mut State, framed: Vec<u8>) {
        let waited = !state.backlog.is_empty();
        state.backlog.push(framed);
        let Some(stream) = state.stream.clone() else { return };
        // The supervisor writes the backlog, so the order is kept.
        if !waited {
            // The supervisor notices a broken socket when it reads.
            let _ = state.backlog.write(&stream);
            if !state.backlog.is_empty() {
                self.wake.wake();
            }
        }
    }

    /// Sends a question to the worker and keeps the reply for its answer.
    fn ask(&self, question: Question, message: impl FnOnce(u64) -> ToWorker) {
        let mut state = lock(&self.state);
        state.asked += 1;
        let number = state.asked;
        state.questions.insert(number, question);
        let framed = pipe::framed(&message(number));
        self.deliver(&mut state, framed);
    }

    /// Sends a client's command. Gives it back if the backlog is full.
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
                // Cannot fail: the message was parsed from JSON.
                let text = serde_json::to_string(&message).unwrap_or_default();
                self.send(&ToWorker::Message { room, conn, text });
            }
            Command::Detach { room, conn } => self.detach(room, conn),
            // A closed room has ended workers; who asks for its picture gets none.
            Command::Draw { room, .. } if self.is_closed(&room) => {}
            Command::Draw { room, reply } => {
                self.ask(Question::Drawn(reply), |question| ToWorker::Draw { question, room });
            }
        }
        Ok(())
    }

    /// Sends a message that must not be refused.
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
                let map = map.id().to_owned();
                self.common.quarantine.mended(&map);
                self.ask(Question::Reloaded(reply), |question| ToWorker::Reload { question, map });
            }
            Internal::DecideReload { room, accept, reply } => {
                let decide = |question| ToWorker::DecideReload { question, room, accept };
                self.ask(Question::Decided(reply), decide);
            }
            Internal::MapBroken { map, error } => self.send(&ToWorker::MapBroken { map, error }),
            Internal::Ping { reply } => self.report(reply),
            Internal::Stop => {
                self.stopping.store(true, Ordering::Release);
                self.send(&ToWorker::Stop);
                self.wake.wake();
            }
            // These arise only within the worker.
            Internal::Durable { .. } | Internal::JobDone { .. } => {}
        }
    }

    fn attach(&self, room: RoomId, visit: Visit) {
        let notice = match self.common.quarantine.standing(&room, self.common.time.now()) {
            Standing::Clean => None,
            Standing::Tried(notice) => Some(notice),
            Standing::Closed => return visit.outbox.close(messages::quarantined()),
        };
        let Visit { conn, token, after, name, watch, chinese, local, limiter, outbox, .. } = visit;
        let attached = Attached { room: room.clone(), outbox, limiter };
        lock(&self.conns).insert(conn, attached);
        let token = token.map(|token| token.reveal().to_owned());
        let visit = Box::new(Visitor { conn, token, after, name, watch, chinese, local, notice });
        self.send(&ToWorker::Attach { room, visit });
    }

    fn is_closed(&self, room: &RoomId) -> bool {
        let standing = self.common.quarantine.standing(room, self.common.time.now());
        matches!(standing, Standing::Closed)
    }

    fn detach(&self, room: RoomId, conn: ConnId) {
        lock(&self.conns).remove(&conn);
        self.send(&ToWorker::Detach { room, conn });
    }

    /// Tells the worker that a room is placed on it.
    pub(crate) fn adopt(&self, room: &RoomId) {
        if let Some(listing) = self.listing(room) {
            self.send(&ToWorker::Adopt(listing));
        }
    }

    pub(super) fn listing(&self, room: &RoomId) -> Option<Listing> {
        let mut listing = self.common.directory.listing(room)?;
        listing.jobs_fail = self.common.quarantine.jobs_fail(room);
        Some(listing)
    }

    /// Sends the worker a new version of a map, with which it opens new rooms.
    fn offer(&self, map: &OfferedMap) {
        match map.packed() {
            Ok(packed) => {
                self.send(&ToWorker::Offer { about: Box::new(map.about().clone()), packed });
            }
            Err(error) => {
                tracing::error!(map = map.id(), %error, "a map cannot be given to workers");
            }
        }
    }

    /// Asks the worker to report its counters.
    pub(crate) fn report(&self, reply: Reply<()>) {
        self.ask(Question::Reported(reply), |question| ToWorker::Report { question });
    }

    /// Has the worker compute a job of another server, if a thread is free.
    pub(crate) fn help(&self, room: RoomId, job: PackedJob, reply: Reply<JobResult>) {
        self.ask(Question::Helped(reply), |question| ToWorker::Help { question, room, job });
    }

    /// Lets the worker replay a room for a spectator. Blocks until it has.
    pub(crate) fn retell(&self, room: &RoomId, stored: StoredRoom) -> Result<Vec<u8>, PastError> {
        let (reply, answer) = blocking();
        let (room, stored) = (room.clone(), Box::new(stored));
        let retell = |question| ToWorker::Retell { question, room, stored };
        self.past(Question::Retold(reply), retell, &answer)
    }

    /// Lets the worker compute the beginning of a branch. Blocks until it has.
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

    /// Passes an answer on to its asker. An answer of the wrong kind counts as none.
    pub(super) fn answered(&self, asked: Question, answer: Option<Answer>) {
        match (asked, answer) {
            (Question::Opened(reply), Some(Answer::Opened(opened))) => reply.send(opened),
            (Question::Claimed(reply, room), Some(Answer::Claimed(text))) => {
                let verify = |text: String| self.common.keys.verify(&room, &text);
                reply.send(text.and_then(verify).map(|(token, _)| token));
            }
            (Question::Drawn(reply), Some(Answer::Drawn(drawing))) => reply.send(drawing),
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
            (Question::Helped(reply), Some(Answer::Helped(result))) => reply.send(result),
            // The reply is dropped, which tells the asker that there is no answer.
            _ => {}
        }
    }
}

/// A reply for a thread that blocks on its answer.
fn blocking<T: Send + 'static>() -> (Reply<T>, crossbeam_channel::Receiver<Option<T>>) {
    let (sender, answer) = crossbeam_channel::bounded(1);
    // Cannot fail: the asker waits for it.
    (Reply::to(move |answer| drop(sender.send(answer))), answer)
}
