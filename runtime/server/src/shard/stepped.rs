//! The server without threads, sockets and clocks of its own, for simulations. The caller decides
//! what happens next; everything else is the code of the real server.

use std::collections::VecDeque;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fangqi_protocol::Alone;
use fangqi_protocol::{JobResult, JobSpec, PlayerId};
use fangqi_room::MapPackage;

use super::RoomReload;
use super::errors::OpenRoomError;
use super::host::Host;
use super::mailbox::Mailbox;
use super::rooms::Rooms;
use super::worker::Worker;
use crate::config::Config;
use crate::jobs::{Done, Jobs, Submitted, Task};
use crate::log::{LogError, RoomLog};
use crate::maps::MapSet;
use crate::session::RoomId;
use crate::time::Time;
use crate::wire::Frame;
use crate::ws::Caller;

pub use crate::ws::Socket;

/// A server that does one thing at a time, when its caller says so.
pub struct Stepped {
    rooms: Arc<Rooms>,
    shards: Vec<Shard>,
    jobs: Arc<HeldJobs>,
}

impl std::fmt::Debug for Stepped {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Stepped").field("rooms", &self.rooms).finish_non_exhaustive()
    }
}

struct Shard {
    worker: Worker,
    mailbox: Mailbox,
}

/// Makes ids, tokens and seeds drawn on this thread follow from `seed`. `None` restores the
/// randomness of the operating system.
pub fn seed_entropy(seed: Option<u64>) {
    crate::entropy::seeded::set(seed);
}

impl Stepped {
    /// Assembles a server and lists the rooms of its log.
    pub fn start(
        config: Config,
        maps: MapSet,
        log: Arc<dyn RoomLog>,
        time: Arc<dyn Time>,
    ) -> Result<Self, LogError> {
        let jobs = Arc::new(HeldJobs { queue: config.job_queue, waiting: Mutex::default() });
        let held: Arc<dyn Jobs> = Arc::<HeldJobs>::clone(&jobs);
        let (rooms, work) = Rooms::assemble(config, maps, log, held, time)?;
        let shards = work.into_iter().map(|work| {
            let (worker, mailbox) = work.worker();
            Shard { worker, mailbox }
        });
        let shards = shards.collect();
        Ok(Self { rooms: Arc::new(rooms), shards, jobs })
    }

    /// Number of shards, including the isolation shard, which is the last.
    pub fn shards(&self) -> usize {
        self.shards.len()
    }

    /// Opens a room on a map. The future completes once the caller has stepped the shards.
    pub fn open(&self, map: &str) -> impl Future<Output = Result<RoomId, OpenRoomError>> + use<> {
        let (rooms, map) = (Arc::clone(&self.rooms), map.to_owned());
        async move { rooms.open(&map, false).await }
    }

    /// Opens a room that continues another from `event`. Blocks on the log, which another thread
    /// has to step meanwhile.
    pub fn branch(&self, room: &RoomId, event: u64) -> Result<RoomId, String> {
        self.rooms.branch(room, event).map_err(|error| format!("{error:?}"))
    }

    /// Offers a new version of a map to the rooms that play it. The future completes once the
    /// caller has stepped the shards.
    pub fn reload(&self, package: MapPackage) -> impl Future<Output = Vec<RoomReload>> + use<> {
        let rooms = Arc::clone(&self.rooms);
        async move { rooms.reload(package.into()).await }
    }

    /// Accepts or dismisses the version that a room was last offered. The future completes once the
    /// caller has stepped its shard.
    pub fn decide(&self, room: &RoomId, accept: bool) -> impl Future<Output = RoomReload> + use<> {
        let (rooms, room) = (Arc::clone(&self.rooms), room.clone());
        async move { rooms.decide_reload(&room, accept).await }
    }

    /// Serves a connection to its end. It progresses as the caller steps the shards; its timeouts
    /// are those of tokio.
    pub fn serve<S: Socket + 'static>(
        &self,
        socket: S,
        chinese: bool,
    ) -> impl Future<Output = ()> + use<S> {
        let caller = Caller { chinese, local: false, address: None, relayed: false };
        crate::ws::run(socket, Arc::clone(&self.rooms), caller)
    }

    /// Lets a shard serve the next message in its queues. Returns `false` if nothing waits.
    pub fn step(&mut self, shard: usize) -> bool {
        let Shard { worker, mailbox } = &mut self.shards[shard];
        worker.step(mailbox)
    }

    /// Lets the rooms of a shard apply what is due, which a shard's thread does every 50 ms.
    pub fn pass_time(&mut self, shard: usize) {
        self.shards[shard].worker.pass_time();
    }

    /// Runs a shard's maintenance, which its thread does every second: deserted rooms fall asleep.
    pub fn maintain(&mut self, shard: usize) {
        self.shards[shard].worker.maintain();
    }

    /// The jobs that wait to be run, oldest first.
    pub fn jobs(&self) -> Vec<JobSpec> {
        self.jobs.held().iter().map(|task| task.spec().clone()).collect()
    }

    /// Runs a waiting job. Its room gets the result when its shard is stepped.
    pub fn run_job(&self, index: usize) {
        if let Some(task) = self.jobs.take(index) {
            task.run(&Alone, None);
        }
    }

    /// Lets a waiting job fail.
    pub fn fail_job(&self, index: usize, reason: &str) {
        if let Some(task) = self.jobs.take(index) {
            task.end(JobResult::Failed { reason: reason.to_owned() });
        }
    }

    /// Migrates a room to the isolation shard or back, as noisy-neighbour detection would.
    pub fn migrate(&mut self, room: &RoomId) {
        if let Some(shard) = self.shards.iter_mut().find(|shard| shard.worker.owns(room)) {
            shard.worker.migrate(room);
        }
    }

    /// Number of rooms on the isolation shard; `None` if there is no such shard.
    pub fn isolated(&self) -> Option<usize> {
        self.rooms.isolated()
    }

    /// The rooms that are awake, ordered by id.
    pub fn awake(&self) -> Vec<RoomId> {
        let mut rooms: Vec<RoomId> =
            self.shards.iter().flat_map(|shard| shard.worker.awake()).cloned().collect();
        rooms.sort();
        rooms
    }

    /// Inspects a room that is awake.
    pub fn look(&self, room: &RoomId) -> Option<RoomLook<'_>> {
        self.shards.iter().find_map(|shard| shard.worker.host(room)).map(RoomLook)
    }

    /// Ends all rooms as an orderly shutdown does.
    pub fn stop(&mut self) {
        for shard in &mut self.shards {
            shard.worker.close();
        }
    }
}

/// Read access to the internals of a room that is awake.
#[derive(Clone, Copy)]
pub struct RoomLook<'a>(&'a Host);

impl std::fmt::Debug for RoomLook<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("RoomLook").field(&self.0.id).finish()
    }
}

impl RoomLook<'_> {
    /// The id of its map.
    pub fn map(&self) -> &str {
        self.0.map.package.id()
    }

    /// The number of its last event, durable or not.
    pub fn event(&self) -> u64 {
        self.0.room.event()
    }

    /// The hash of its whole state.
    pub fn hash(&self) -> u64 {
        self.0.room.state_hash()
    }

    /// The hash of each part of its state, by name.
    pub fn parts(&self) -> Vec<(&'static str, u64)> {
        self.0.room.state_parts()
    }

    /// Distinguishes this incarnation of the room from others.
    pub fn incarnation(&self) -> u64 {
        self.0.incarnation
    }

    /// Whether every entry given to the log is acknowledged and all output is shown.
    pub fn is_settled(&self) -> bool {
        self.0.issued == self.0.durable && self.0.waiting.is_empty()
    }

    /// Number of outputs that wait for the log.
    pub fn waiting(&self) -> usize {
        self.0.waiting.len()
    }

    /// The player of each viewer, and the last event it was shown.
    pub fn viewers(&self) -> Vec<(PlayerId, Option<u64>)> {
        self.0.viewers.values().map(|viewer| (viewer.player, viewer.seen)).collect()
    }

    /// The frames of the scene that the player would be sent on entering now.
    pub fn scene(&self, player: PlayerId) -> Vec<Frame> {
        self.0.scene(player)
    }

    /// Its package and options, as needed to restore it from its log.
    pub fn source(&self) -> (Arc<fangqi_room::MapPackage>, fangqi_room::RoomOptions) {
        (Arc::clone(self.0.room.package()), self.0.room.options().clone())
    }
}

/// A job queue whose jobs run only when the caller says so.
struct HeldJobs {
    queue: usize,
    waiting: Mutex<VecDeque<Task>>,
}

impl HeldJobs {
    fn held(&self) -> MutexGuard<'_, VecDeque<Task>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, index: usize) -> Option<Task> {
        self.held().remove(index)
    }
}

impl Jobs for HeldJobs {
    fn waiting(&self) -> usize {
        self.held().len()
    }

    fn are_busy(&self) -> bool {
        false
    }

    fn submit(&self, room: &RoomId, spec: JobSpec, done: Done) -> Result<Submitted, String> {
        let mut waiting = self.held();
        if waiting.len() >= self.queue {
            return Err("too many jobs wait for a worker".to_owned());
        }
        let (task, submitted) = Task::new(room.clone(), spec, done);
        waiting.push_back(task);
        Ok(submitted)
    }
}
