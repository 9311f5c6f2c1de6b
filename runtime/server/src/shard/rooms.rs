//! The rooms of a server, as the rest of the server sees them.

use std::cell::Cell;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Sender, bounded, unbounded};
use rustc_hash::FxHashMap;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::watch;

use super::directory::Directory;
use super::elsewhere::{Elsewhere, LookupError, UNLIST_AFTER};
use super::errors::OpenRoomError;
use super::errors::PastError;
use super::mailbox::Mailbox;
use super::placement::Placement;
use super::readiness::Readiness;
use super::reply::{Reply, reply};
use super::report::RoomReport;
use super::services::Services;
use super::task::{AdminOrder, Command, Internal, WatchOrder};
use super::viewer::{ConnId, Visit};
use super::watchdog::{Watchdog, Watched};
use super::worker::Worker;
use crate::config::{Config, Workers};
use crate::jobs::{JobPool, Jobs};
use crate::log::{LogError, RoomLog, RoomMeta};
use crate::maps::{MapSet, OfferedMap};
use crate::message_limiter::MessageLimiters;
use crate::metrics::{DiskUse, Metrics, Sampled};
use crate::process::{Common, Link, Listing, Quarantine};
use crate::scheduling::priority;
use crate::session::{RoomId, Token, TokenKeys};
use crate::time::{MachineTime, Time};
use crate::wakeup::{WakeUp, WakingSender};
use crate::wire::{ClientMessage, LobbyRoom, LobbyView};

/// Most sleeping rooms that one request of the lobby asks whose turn it is.
const ASKED_AT_ONCE: usize = 5;

/// Longest wait for a worker process to report its counters.
const COUNT: Duration = Duration::from_millis(300);

/// All rooms of a server: opens them, finds them, and delivers messages to them.
pub(crate) struct Rooms {
    pub(crate) config: Arc<Config>,
    pub(crate) maps: Arc<MapSet>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) keys: TokenKeys,
    pub(crate) limiters: Arc<MessageLimiters>,
    pub(crate) log: Arc<dyn RoomLog>,
    /// The job pool of this process; `None` if shards run in worker processes.
    pub(super) jobs: Option<Arc<dyn Jobs>>,
    awake: Arc<AtomicUsize>,
    pub(super) directory: Arc<Directory>,
    /// All shards, in the order of their indices. The isolation shard, if any, is the last.
    pub(super) shards: Vec<Shard>,
    pub(super) placement: Arc<Placement>,
    pub(super) readiness: Readiness,
    /// The other servers that share the log, if it can be shared.
    pub(super) elsewhere: Option<Arc<Elsewhere>>,
    /// Whether the server has begun to stop.
    stopping: watch::Sender<bool>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    next_conn: AtomicU64,
    /// The fan-outs of rooms that are watched, as one gives them orders.
    pub(crate) fanouts: Mutex<FxHashMap<RoomId, UnboundedSender<WatchOrder>>>,
    pub(crate) time: Arc<dyn Time>,
    /// When the server started, in seconds since 1970.
    started: u64,
    /// Ends script steps that take too long; `None` in worker-process and stepped servers.
    watchdog: Option<Watchdog>,
    /// State shared by the worker processes, if shards run in them.
    common: Option<Arc<Common>>,
}

/// A shard, as the rest of the server reaches it.
pub(super) enum Shard {
    /// The shard runs on a thread of this process.
    Thread { commands: WakingSender<Command>, internal: WakingSender<Internal> },
    /// The shard runs in a worker process.
    Process(Arc<Link>),
}

impl Shard {
    /// Queues a client's command. Gives it back if the queue is full or the shard has stopped.
    fn command(&self, command: Command) -> Result<(), Box<Command>> {
        match self {
            Self::Thread { commands, .. } => {
                commands.try_send(command).map_err(|back| Box::new(back.into_inner()))
            }
            Self::Process(link) => link.command(command),
        }
    }

    /// Queues a message that must not be refused. A shard that has stopped drops it.
    pub(super) fn internal(&self, message: Internal) {
        match self {
            Self::Thread { internal, .. } => drop(internal.send(message)),
            Self::Process(link) => link.internal(message),
        }
    }

    /// Number of queued messages: commands of clients, and internal messages.
    fn queues(&self) -> [usize; 2] {
        match self {
            Self::Thread { commands, internal } => [commands.len(), internal.len()],
            Self::Process(link) => link.queues(),
        }
    }
}

impl std::fmt::Debug for Rooms {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Rooms").field("shards", &self.shards.len()).finish_non_exhaustive()
    }
}

/// Everything that a shard's thread needs.
pub(crate) struct ShardWork {
    services: Services,
    mailbox: Mailbox,
}

impl ShardWork {
    fn is_isolation_shard(&self) -> bool {
        self.services.placement.is_isolation_shard(self.services.index)
    }

    fn run(self, watchdog: &Sender<Watched>) {
        if self.is_isolation_shard() {
            priority::lower();
        }
        let (worker, mailbox) = self.worker();
        // Fails only while the server ends and its watchdog has stopped.
        let _ = watchdog.send(worker.watched.clone());
        worker.run(&mailbox);
    }

    /// Creates the worker, on the thread that it stays on, and its mailbox.
    pub(super) fn worker(self) -> (Worker, Mailbox) {
        let Self { services, mailbox } = self;
        (Worker::new(services), mailbox)
    }
}

/// The sending ends of a shard's two queues.
type ShardSenders = (WakingSender<Command>, WakingSender<Internal>);

/// Creates the queues of `count` shards. Commands are bounded by `bound`.
fn queues(count: usize, bound: usize) -> Vec<(ShardSenders, Mailbox)> {
    let queue = |_| {
        let (commands, command_queue) = bounded(bound);
        let (internal, internal_queue) = unbounded();
        let wake_up = WakeUp::default();
        let (commands, internal) =
            (WakingSender::new(commands, &wake_up), WakingSender::new(internal, &wake_up));
        let feed = None;
        let mailbox = Mailbox { commands: command_queue, internal: internal_queue, wake_up, feed };
        ((commands, internal), mailbox)
    };
    (0..count).map(queue).collect()
}

impl Rooms {
    /// Starts the shards and job threads, and lists the rooms of the log in the directory.
    pub(crate) fn start(
        config: Config,
        maps: MapSet,
        log: Arc<dyn RoomLog>,
    ) -> Result<Self, LogError> {
        let failed = |error: std::io::Error| LogError::Store {
            doing: "starting threads",
            reason: error.to_string(),
        };
        if let Some(workers) = config.processes.clone() {
            return Self::start_processes(config, workers, maps, log).and_then(|rooms| {
                rooms.supervise().map_err(failed)?;
                Ok(rooms)
            });
        }
        let pool = JobPool::start(config.workers, config.job_queue).map_err(failed)?;
        let pool = Arc::new(pool);
        let jobs: Arc<dyn Jobs> = Arc::<JobPool>::clone(&pool);
        let (mut rooms, shards) = Self::assemble(config, maps, log, jobs, Arc::new(MachineTime))?;
        if let Some(helpers) = rooms.helpers() {
            pool.set_helpers(helpers);
        }
        let watchdog = Watchdog::start(rooms.config.room.step_time).map_err(failed)?;
        let mut threads = Vec::new();
        for (index, work) in shards.into_iter().enumerate() {
            let name = match work.is_isolation_shard() {
                true => "fangqi-isolated".to_owned(),
                false => format!("fangqi-shard-{index}"),
            };
            let thread = std::thread::Builder::new().name(name);
            let watched = watchdog.sender();
            threads.push(thread.spawn(move || work.run(&watched)).map_err(failed)?);
        }
        rooms.threads = Mutex::new(threads);
        rooms.watchdog = Some(watchdog);
        Ok(rooms)
    }

    /// Everything but the threads: lists the rooms of the log and returns the work of each shard.
    pub(crate) fn assemble(
        config: Config,
        maps: MapSet,
        log: Arc<dyn RoomLog>,
        jobs: Arc<dyn Jobs>,
        time: Arc<dyn Time>,
    ) -> Result<(Self, Vec<ShardWork>), LogError> {
        let mut rooms = Self::prepare(config, maps, log, time)?;
        rooms.jobs = Some(Arc::clone(&jobs));
        let Self { config, maps, metrics, keys, limiters, log, time, awake, .. } = &rooms;
        let (directory, placement) = (&rooms.directory, &rooms.placement);
        let (senders, mailboxes): (Vec<_>, Vec<Mailbox>) =
            queues(placement.count(), config.shard_queue).into_iter().unzip();
        let internal: Arc<[_]> = senders.iter().map(|(_, internal)| internal.clone()).collect();
        let work = mailboxes.into_iter().enumerate().map(|(index, mailbox)| {
            let services = Services {
                config: Arc::clone(config),
                maps: Arc::clone(maps),
                log: Arc::clone(log),
                jobs: Arc::clone(&jobs),
                time: Arc::clone(time),
                keys: keys.clone(),
                limiters: Arc::clone(limiters),
                metrics: Arc::clone(metrics),
                index,
                placement: Arc::clone(placement),
                directory: Arc::clone(directory),
                awake: Arc::clone(awake),
                burned: Cell::new(false),
                internal: internal[index].clone(),
                shards: Arc::clone(&internal),
                parent: None,
                // Leaked: a shard is started once and lives as long as the process.
                page: Box::leak(Box::default()),
                incarnations: (index as u64) << 40,
            };
            ShardWork { services, mailbox }
        });
        let work = work.collect();
        let thread = |(commands, internal)| Shard::Thread { commands, internal };
        rooms.shards = senders.into_iter().map(thread).collect();
        Ok((rooms, work))
    }

    /// Everything but the shards: lists the rooms of the log in the directory, unless others share
    /// it.
    fn prepare(
        mut config: Config,
        maps: MapSet,
        log: Arc<dyn RoomLog>,
        time: Arc<dyn Time>,
    ) -> Result<Self, LogError> {
        let elsewhere = log.shared().map(|shared| Arc::new(Elsewhere::of(shared, &config.http)));
        if elsewhere.is_some() {
            config.room.unlist_after = Some(UNLIST_AFTER);
            // Only the log knows whether a room was visited on another server.
            config.room.forget_after = None;
        }
        let (config, maps) = (Arc::new(config), Arc::new(maps));
        let directory = Arc::new(Directory::new(config.rooms, Arc::clone(&time)));
        match elsewhere {
            Some(_) => directory.note_changes(),
            None => list_all(&directory, &*log)?,
        }
        let placement =
            Arc::new(Placement::new(config.shards, config.isolation_shard && !config.room.heavy));
        let random = |error: getrandom::Error| LogError::Store {
            doing: "making a key",
            reason: error.to_string(),
        };
        let keys = config.keys.clone().map_or_else(TokenKeys::random, Ok).map_err(random)?;
        let limits = &config.socket;
        let limiters =
            Arc::new(MessageLimiters::new(limits.messages_per_second, limits.message_burst));
        Ok(Self {
            metrics: Arc::new(Metrics::new(placement.count())),
            config,
            maps,
            keys,
            limiters,
            log,
            jobs: None,
            awake: Arc::default(),
            directory,
            shards: Vec::new(),
            placement,
            readiness: Readiness::default(),
            elsewhere,
            stopping: watch::Sender::new(false),
            threads: Mutex::default(),
            next_conn: AtomicU64::new(1),
            fanouts: Mutex::default(),
            started: time.unix_seconds(),
            time,
            watchdog: None,
            common: None,
        })
    }

    #[cfg(not(target_os = "linux"))]
    fn start_processes(
        _config: Config,
        _workers: Workers,
        _maps: MapSet,
        _log: Arc<dyn RoomLog>,
    ) -> Result<Self, LogError> {
        let reason = "this system has none".to_owned();
        Err(LogError::Store { doing: "starting worker processes", reason })
    }

    /// A server whose shards run in worker processes, none of which is started yet.
    #[cfg(target_os = "linux")]
    fn start_processes(
        config: Config,
        workers: Workers,
        maps: MapSet,
        log: Arc<dyn RoomLog>,
    ) -> Result<Self, LogError> {
        let mut rooms = Self::prepare(config, maps, log, Arc::new(MachineTime))?;
        let common = Arc::new(Common {
            config: Arc::clone(&rooms.config),
            workers,
            maps: Arc::clone(&rooms.maps),
            log: Arc::clone(&rooms.log),
            metrics: Arc::clone(&rooms.metrics),
            directory: Arc::clone(&rooms.directory),
            placement: Arc::clone(&rooms.placement),
            keys: rooms.keys.clone(),
            limiters: Arc::clone(&rooms.limiters),
            time: Arc::clone(&rooms.time),
            quarantine: Quarantine::default(),
            links: OnceLock::new(),
            helpers: rooms.helpers(),
        });
        let links = (0..rooms.placement.count())
            .map(|index| Link::new(index, Arc::clone(&common)).map(Arc::new))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| LogError::Store {
                doing: "preparing workers",
                reason: error.to_string(),
            })?;
        rooms.shards = links.iter().map(|link| Shard::Process(Arc::clone(link))).collect();
        // Set once, here.
        let _ = common.links.set(links);
        rooms.common = Some(common);
        Ok(rooms)
    }

    /// Starts the worker processes, each from its supervising thread, because the kernel ends a
    /// worker together with the thread that started it.
    fn supervise(&self) -> std::io::Result<()> {
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        for (index, link) in self.links().enumerate() {
            let link = Arc::clone(link);
            let thread = std::thread::Builder::new().name(format!("fangqi-link-{index}"));
            threads.push(thread.spawn(move || link.supervise())?);
        }
        Ok(())
    }

    /// The worker that replays a room; `None` if this process does.
    pub(super) fn past_link(&self, room: &RoomId) -> Result<Option<&Link>, PastError> {
        let Some(common) = &self.common else { return Ok(None) };
        if !common.quarantine.may_be_replayed(room) {
            let text = "it has crashed the script host and is in quarantine";
            return Err(PastError::Unreadable(text.to_owned()));
        }
        // The last link: the isolation shard if there is one, where delays matter least.
        Ok(common.links.get().and_then(|links| links.last()).map(|link| &**link))
    }

    /// Tells a room's worker about a room whose log was written without it.
    pub(super) fn settle(&self, room: &RoomId) {
        if let Shard::Process(link) = self.shard(room) {
            link.adopt(room);
        }
    }

    pub(super) fn shard(&self, room: &RoomId) -> &Shard {
        &self.shards[self.placement.of(room)]
    }

    /// Opens a room on a map, which the lobby lists unless it is `private`. It is durable when this
    /// returns.
    pub(crate) async fn open(&self, map: &str, private: bool) -> Result<RoomId, OpenRoomError> {
        let package = self.maps.find(map).ok_or(OpenRoomError::NoSuchMap)?.about().digest;
        let system = |error: getrandom::Error| OpenRoomError::System(error.to_string());
        let room = RoomId::random().map_err(system)?;
        let mut seed = [0; 8];
        crate::entropy::fill(&mut seed).map_err(system)?;
        let created = self.time.unix_seconds();
        let meta = RoomMeta {
            map: map.to_owned(),
            package,
            seed: u64::from_le_bytes(seed),
            created,
            options: RoomMeta::options_of(created, private),
        };
        self.directory
            .add(room.clone(), &meta)
            .map_err(|super::directory::Full| OpenRoomError::TooMany)?;
        let (reply, answer) = reply();
        let command = Command::Open { room: room.clone(), meta, reply };
        if self.shard(&room).command(command).is_err() {
            self.directory.remove(&room);
            return Err(OpenRoomError::Busy);
        }
        match answer.await {
            Ok(opened) => opened.map(|()| room),
            Err(_) => {
                self.directory.remove(&room);
                Err(OpenRoomError::System("the room could not be made durable".to_owned()))
            }
        }
    }

    /// The token of a new room's first player, for the client that opened it. `None` if another
    /// client was first.
    pub(crate) async fn claim(&self, room: &RoomId) -> Option<Token> {
        let (reply, answer) = reply();
        let claim = Internal::Claim { room: room.clone(), reply };
        self.shard(room).internal(claim);
        answer.await.ok().flatten()
    }

    /// The board of a room as spectators see it, as SVG; `None` if there is no such room, or no
    /// board to be seen in it.
    pub(crate) async fn draw(&self, room: &RoomId) -> Option<String> {
        let (reply, answer) = reply();
        let command = Command::Draw { room: room.clone(), reply };
        self.shard(room).command(command).ok()?;
        answer.await.ok().flatten()
    }

    /// A report on a room; `None` if it is asleep or does not exist.
    pub(crate) async fn look(&self, room: &RoomId) -> Option<Box<RoomReport>> {
        let (reply, answer) = reply();
        let order = AdminOrder::Look { room: room.clone(), reply };
        self.shard(room).internal(Internal::Admin(order));
        answer.await.ok().flatten()
    }

    /// Sends an announcement to one room or all rooms. Returns the number of connections it was
    /// sent to.
    pub(crate) async fn say(&self, room: Option<&RoomId>, text: &str) -> usize {
        let shards: Vec<&Shard> = match room {
            Some(room) => vec![self.shard(room)],
            None => self.shards.iter().collect(),
        };
        let mut told = 0;
        for shard in shards {
            let (reply, answer) = reply();
            let order = AdminOrder::Say { room: room.cloned(), text: text.to_owned(), reply };
            shard.internal(Internal::Admin(order));
            told += answer.await.unwrap_or(0);
        }
        told
    }

    /// Closes a room for good. Returns whether it existed.
    pub(crate) async fn close(&self, room: &RoomId) -> bool {
        let (reply, answer) = reply();
        let order = AdminOrder::Close { room: room.clone(), reply };
        self.shard(room).internal(Internal::Admin(order));
        answer.await.unwrap_or(false)
    }

    /// Number of rooms on the isolation shard; `None` if there is no such shard.
    #[cfg(feature = "stepped")]
    pub(super) fn isolated(&self) -> Option<usize> {
        self.placement.isolated()
    }

    /// Up to `count` rooms in the order of the lobby: those with people in them first.
    pub(crate) fn list(&self, count: usize) -> Vec<LobbyRoom> {
        self.directory.list(count)
    }

    pub(super) fn links(&self) -> impl Iterator<Item = &Arc<Link>> {
        self.common.iter().flat_map(|common| common.links.get()).flatten()
    }

    /// Asks the worker processes to report their counters. Waits only briefly for those that hang.
    pub(crate) async fn count(&self) {
        let asked: Vec<_> = self
            .links()
            .map(|link| {
                let (reply, answer) = reply();
                link.report(reply);
                answer
            })
            .collect();
        for answer in asked {
            // Workers also report by themselves every second, so a missing answer means slightly
            // old values.
            let _ = tokio::time::timeout(COUNT, answer).await;
        }
    }

    /// The server's metrics in the text format of Prometheus.
    pub(crate) async fn metrics_text(&self) -> String {
        self.count().await;
        let ready = self.not_ready().await.is_empty();
        let queues = self.shards.iter().map(Shard::queues);
        let awake_here = self.awake.load(Ordering::Relaxed);
        let jobs_here = self.jobs.as_ref().map_or(0, |jobs| jobs.waiting());
        let sampled = Sampled {
            rooms_known: self.directory.count(),
            rooms_awake: awake_here + self.links().map(|link| link.awake()).sum::<usize>(),
            isolated: self.placement.isolated(),
            queues: queues.collect(),
            jobs_waiting: jobs_here + self.links().map(|link| link.jobs_waiting()).sum::<usize>(),
            quarantined: self.common.as_ref().map(|common| common.quarantine.closed()),
            ready,
            started: self.started,
            disk: self.config.data_folder.as_deref().map(DiskUse::of),
            copy_lag: self.log.copy_lag().map(|lag| lag.as_secs()),
        };
        self.metrics.text(&sampled, self.log.commits())
    }

    /// The rooms and maps that ended worker processes; `None` without worker processes.
    pub(crate) fn quarantine(&self) -> Option<&Quarantine> {
        self.common.as_ref().map(|common| &common.quarantine)
    }

    /// The newest room of a map.
    pub(crate) fn newest(&self, map: &str) -> Option<RoomId> {
        self.directory.newest(map)
    }

    /// What the lobby shows a visitor at this address who asks for these rooms too.
    ///
    /// # Errors
    /// As for [`Self::find`].
    pub(crate) async fn lobby(
        &self,
        asked: &[RoomId],
        asker: IpAddr,
    ) -> Result<LobbyView, LookupError> {
        // They tell whose turn it is by the visitor's next request. Where several servers share the
        // log, it says what a room that sleeps told last.
        if self.elsewhere.is_none() {
            for room in self.directory.unasked(asked, ASKED_AT_ONCE) {
                let reply = Reply::to(|_| {});
                // Without space in its shard's queue, a room tells when a player enters it.
                let _ = self.shard(&room).command(Command::Draw { room: room.clone(), reply });
            }
        }
        let mut maps: Vec<OfferedMap> = self.maps.iter().collect();
        // Stable: those of the same order stay in that of their ids.
        maps.sort_by_key(|map| map.about().order);
        let count = self.config.http.lobby_rooms;
        let mut rooms = self.directory.lobby(count);
        if let Some(elsewhere) = &self.elsewhere {
            rooms.extend(elsewhere.lobby());
            rooms.sort_by(|(one, _), (other, _)| other.cmp(one));
            rooms.truncate(count);
        }
        Ok(LobbyView {
            maps: maps.iter().map(|map| map.about().lobby.clone()).collect(),
            rooms: rooms.into_iter().map(|(_, room)| room).collect(),
            yours: self.entries(asked, asker).await?,
        })
    }

    /// A new connection id.
    pub(crate) fn new_conn(&self) -> ConnId {
        ConnId(self.next_conn.fetch_add(1, Ordering::Relaxed))
    }

    /// Sends a visitor to a room, which answers through the visitor's outbox.
    ///
    /// # Errors
    /// The visitor, if the shard's queue is full.
    pub(crate) fn attach(&self, room: &RoomId, visit: Visit) -> Result<(), Box<Visit>> {
        let command = Command::Attach { room: room.clone(), visit };
        match self.shard(room).command(command).map_err(|back| *back) {
            Err(Command::Attach { visit, .. }) => Err(Box::new(visit)),
            _ => Ok(()),
        }
    }

    /// Queues a client's message for a room. Returns whether the shard's queue had space.
    pub(crate) fn message(&self, room: &RoomId, conn: ConnId, message: ClientMessage) -> bool {
        let command = Command::Message { room: room.clone(), conn, message };
        self.shard(room).command(command).is_ok()
    }

    /// Reports the end of a connection. It is queued behind the connection's messages if the queue
    /// has space.
    pub(crate) fn detach(&self, room: &RoomId, conn: ConnId) {
        let shard = self.shard(room);
        let command = Command::Detach { room: room.clone(), conn };
        if shard.command(command).is_err() {
            shard.internal(Internal::Detach { room: room.clone(), conn });
        }
    }

    /// Returns once the server has begun to stop. Connections that no room of this server serves
    /// end then.
    pub(crate) async fn stops(&self) {
        // Cannot fail: the sender is here.
        let _ = self.stopping.subscribe().wait_for(|stopping| *stopping).await;
    }

    /// Stops all shards and blocks until their threads have ended.
    pub(crate) fn stop(&self) {
        self.stopping.send_replace(true);
        for shard in &self.shards {
            shard.internal(Internal::Stop);
        }
        let threads: Vec<_> = {
            let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
            threads.drain(..).collect()
        };
        for thread in threads {
            if thread.join().is_err() {
                tracing::error!("a shard panicked");
            }
        }
    }
}

/// Lists all rooms of a log.
fn list_all(directory: &Directory, log: &dyn RoomLog) -> Result<(), LogError> {
    let visits: FxHashMap<RoomId, u64> = log.visits()?.into_iter().collect();
    let now = log.clock();
    for (room, meta) in log.rooms()? {
        let away = visits.get(&room).map_or(0, |visited| now.saturating_sub(*visited));
        directory.restore(Listing::of(room, &meta, Duration::from_secs(away)));
    }
    Ok(())
}
