//! The rooms of a server as the rest of it sees them.

use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{SystemTime, UNIX_EPOCH};

use crossbeam_channel::{Sender, TrySendError, bounded, unbounded};
use rustc_hash::FxBuildHasher;
use tokio::sync::oneshot;

use super::worker::Worker;
use super::{AdminOrder, Command, ConnId, Directory, Internal, RoomReport, Services, Visit};
use crate::config::Config;
use crate::jobs::JobPool;
use crate::log::{LogError, RoomLog, RoomMeta};
use crate::maps::MapSet;
use crate::metrics::{Metrics, Sampled};
use crate::session::{RoomId, Token, TokenKeys};
use crate::wire::{ClientMessage, LobbyMap, LobbyRoom, LobbyView};

/// Why a room cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenRoomError {
    /// The server has no such map.
    #[error("there is no such map")]
    NoSuchMap,
    /// There are as many rooms as the operator allows.
    #[error("there are too many rooms already")]
    TooMany,
    /// The shard has too much to do.
    #[error("the server is busy")]
    Busy,
    /// A script of the map failed.
    #[error("the map cannot be opened: {0}")]
    Script(String),
    /// The system failed.
    #[error("the server failed: {0}")]
    System(String),
}

/// All rooms of a server: opens them, finds them, and takes messages to them.
pub(crate) struct Rooms {
    pub(crate) config: Arc<Config>,
    pub(crate) maps: Arc<MapSet>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) keys: TokenKeys,
    pub(crate) log: Arc<dyn RoomLog>,
    jobs: Arc<JobPool>,
    awake: Arc<AtomicUsize>,
    directory: Arc<Directory>,
    shards: Vec<Shard>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    next_conn: AtomicU64,
}

struct Shard {
    commands: Sender<Command>,
    internal: Sender<Internal>,
}

impl std::fmt::Debug for Rooms {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Rooms").field("shards", &self.shards.len()).finish_non_exhaustive()
    }
}

fn shard_index(room: &RoomId, shards: usize) -> usize {
    // Reduced before the cast, so it fits.
    (FxBuildHasher.hash_one(room) % shards as u64) as usize
}

impl Rooms {
    /// Starts the shards and workers and lists the rooms of the log.
    pub(crate) fn start(
        config: Config,
        maps: MapSet,
        log: Arc<dyn RoomLog>,
    ) -> Result<Self, LogError> {
        let (config, maps) = (Arc::new(config), Arc::new(maps));
        let directory = Arc::new(Directory::new(config.rooms));
        for (room, meta) in log.rooms()? {
            directory.restore(room, meta.map, meta.created);
        }
        let failed = |error: std::io::Error| LogError::Store {
            doing: "starting threads",
            reason: error.to_string(),
        };
        let jobs = Arc::new(JobPool::start(config.workers, config.job_queue).map_err(failed)?);
        let awake = Arc::new(AtomicUsize::new(0));
        let count = config.shards.max(1);
        let metrics = Arc::new(Metrics::new(count));
        let keys = match config.keys.clone() {
            Some(keys) => keys,
            None => TokenKeys::random().map_err(|error| failed(error.into()))?,
        };
        let (mut shards, mut threads) = (Vec::new(), Vec::new());
        for index in 0..count {
            let (commands, command_queue) = bounded(config.shard_queue);
            let (internal, internal_queue) = unbounded();
            let (config, maps, log) = (Arc::clone(&config), Arc::clone(&maps), Arc::clone(&log));
            let (jobs, directory, awake) =
                (Arc::clone(&jobs), Arc::clone(&directory), Arc::clone(&awake));
            let (keys, metrics) = (keys.clone(), Arc::clone(&metrics));
            shards.push(Shard { commands, internal: internal.clone() });
            let run = move || {
                let services = Services {
                    config,
                    maps,
                    log,
                    jobs,
                    keys,
                    metrics,
                    index,
                    directory,
                    awake,
                    internal,
                };
                let owns = Box::new(move |room: &RoomId| shard_index(room, count) == index);
                Worker::new(services, owns).run(&command_queue, &internal_queue);
            };
            let thread = std::thread::Builder::new().name(format!("fangqi-shard-{index}"));
            threads.push(thread.spawn(run).map_err(failed)?);
        }
        let threads = Mutex::new(threads);
        let next_conn = AtomicU64::new(1);
        Ok(Self {
            config,
            maps,
            metrics,
            keys,
            log,
            jobs,
            awake,
            directory,
            shards,
            threads,
            next_conn,
        })
    }

    fn shard(&self, room: &RoomId) -> &Shard {
        &self.shards[shard_index(room, self.shards.len())]
    }

    /// Opens a room on a map; it is durable when this returns.
    pub(crate) async fn open(&self, map: &str) -> Result<RoomId, OpenRoomError> {
        if self.maps.find(map).is_none() {
            return Err(OpenRoomError::NoSuchMap);
        }
        let system = |error: getrandom::Error| OpenRoomError::System(error.to_string());
        let room = RoomId::random().map_err(system)?;
        let mut seed = [0; 8];
        getrandom::fill(&mut seed).map_err(system)?;
        let created = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |age| age.as_secs());
        let meta = RoomMeta {
            map: map.to_owned(),
            seed: u64::from_le_bytes(seed),
            created,
            options: "{}".to_owned(),
        };
        self.directory
            .add(room.clone(), map.to_owned(), created)
            .map_err(|super::directory::Full| OpenRoomError::TooMany)?;
        let (reply, answer) = oneshot::channel();
        let command = Command::Open { room: room.clone(), meta, reply };
        if self.shard(&room).commands.try_send(command).is_err() {
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

    /// The token of a new room's first player, for who opened it; `None` when somebody came first.
    pub(crate) async fn claim(&self, room: &RoomId) -> Option<Token> {
        let (reply, answer) = oneshot::channel();
        let claim = Internal::Claim { room: room.clone(), reply };
        self.shard(room).internal.send(claim).ok()?;
        answer.await.ok().flatten()
    }

    /// How a room is; `None` when it is asleep or not there.
    pub(crate) async fn look(&self, room: &RoomId) -> Option<Box<RoomReport>> {
        let (reply, answer) = oneshot::channel();
        let order = AdminOrder::Look { room: room.clone(), reply };
        self.shard(room).internal.send(Internal::Admin(order)).ok()?;
        answer.await.ok().flatten()
    }

    /// Tells everybody in a room, or in all rooms, something; says how many were told.
    pub(crate) async fn say(&self, room: Option<&RoomId>, text: &str) -> usize {
        let shards: Vec<&Shard> = match room {
            Some(room) => vec![self.shard(room)],
            None => self.shards.iter().collect(),
        };
        let mut told = 0;
        for shard in shards {
            let (reply, answer) = oneshot::channel();
            let order = AdminOrder::Say { room: room.cloned(), text: text.to_owned(), reply };
            if shard.internal.send(Internal::Admin(order)).is_ok() {
                told += answer.await.unwrap_or(0);
            }
        }
        told
    }

    /// Ends a room for good; says whether there was one.
    pub(crate) async fn close(&self, room: &RoomId) -> bool {
        let (reply, answer) = oneshot::channel();
        let order = AdminOrder::Close { room: room.clone(), reply };
        let sent = self.shard(room).internal.send(Internal::Admin(order));
        sent.is_ok() && answer.await.unwrap_or(false)
    }

    /// Whether there is such a room, awake or not.
    pub(crate) fn contains(&self, room: &RoomId) -> bool {
        self.directory.contains(room)
    }

    /// Up to `count` rooms, those with people in them first.
    pub(crate) fn list(&self, count: usize) -> Vec<LobbyRoom> {
        self.directory.lobby(count)
    }

    /// The server's numbers as Prometheus wants them.
    pub(crate) fn metrics_text(&self) -> String {
        let queues = self.shards.iter().map(|shard| [shard.commands.len(), shard.internal.len()]);
        let sampled = Sampled {
            rooms_known: self.directory.count(),
            rooms_awake: self.awake.load(Ordering::Relaxed),
            queues: queues.collect(),
            jobs_waiting: self.jobs.waiting(),
        };
        self.metrics.text(&sampled, self.log.commits())
    }

    /// The newest room of a map, if there is one.
    pub(crate) fn newest(&self, map: &str) -> Option<RoomId> {
        self.directory.newest(map)
    }

    /// What the lobby shows.
    pub(crate) fn lobby(&self) -> LobbyView {
        LobbyView {
            maps: self.maps.iter().map(|map| LobbyMap::from(&*map.package)).collect(),
            rooms: self.directory.lobby(self.config.http.lobby_rooms),
        }
    }

    /// A name for a new connection.
    pub(crate) fn new_conn(&self) -> ConnId {
        ConnId(self.next_conn.fetch_add(1, Ordering::Relaxed))
    }

    /// Takes a visitor to a room, which answers through the visitor's outbox. A shard with too much
    /// to do gives the visitor back.
    pub(crate) fn attach(&self, room: &RoomId, visit: Visit) -> Result<(), Box<Visit>> {
        let command = Command::Attach { room: room.clone(), visit };
        match self.shard(room).commands.try_send(command) {
            Err(
                TrySendError::Full(Command::Attach { visit, .. })
                | TrySendError::Disconnected(Command::Attach { visit, .. }),
            ) => Err(Box::new(visit)),
            _ => Ok(()),
        }
    }

    /// Takes a message to a room; says whether there was space for it.
    pub(crate) fn message(&self, room: &RoomId, conn: ConnId, message: ClientMessage) -> bool {
        let command = Command::Message { room: room.clone(), conn, message };
        self.shard(room).commands.try_send(command).is_ok()
    }

    /// Says that a connection has ended, behind all its messages if there is space.
    pub(crate) fn detach(&self, room: &RoomId, conn: ConnId) {
        let shard = self.shard(room);
        let command = Command::Detach { room: room.clone(), conn };
        if shard.commands.try_send(command).is_err() {
            // A shard that has stopped has let everybody go.
            let _ = shard.internal.send(Internal::Detach { room: room.clone(), conn });
        }
    }

    /// Ends all rooms; blocks until their threads have.
    pub(crate) fn stop(&self) {
        for shard in &self.shards {
            // A shard that is gone need not be stopped.
            let _ = shard.internal.send(Internal::Stop);
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
