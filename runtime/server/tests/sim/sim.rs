//! A whole server, its network, its disk and its clients, one step at a time.

mod authors;
mod faults;
mod people;
mod quiet;

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::{Duration, Instant};

use fangqi_server::session::{RoomId, TokenKeys};
use fangqi_server::stepped::{Stepped, seed_entropy};
use fangqi_server::{Config, MapSet, OpenRoomError, Time};
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Client, Heard, Line};
use crate::disk::Faults;
use crate::link::{self, End, Pipe};
use crate::maps;
use crate::oracle;
use crate::plan::Plan;
use crate::random::Random;
use crate::store::{Bug, Log, Store};
use crate::trace::{self, note};

/// More connections than any simulation needs.
const CONNS_MAX: usize = 2000;

/// Why a simulation failed.
pub(crate) type Fault = String;

/// The clocks of a simulation.
struct VirtualTime {
    start: Instant,
    /// Milliseconds since.
    steady: AtomicU64,
    wall: AtomicU64,
}

impl Time for VirtualTime {
    fn now(&self) -> Instant {
        self.start + Duration::from_millis(self.steady.load(Ordering::Relaxed))
    }

    fn unix_seconds(&self) -> u64 {
        self.wall.load(Ordering::Relaxed)
    }

    fn thread_time(&self) -> Duration {
        self.now() - self.start
    }
}

/// Says that a task wants to be polled.
struct Flag(AtomicBool);

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}

type Task<T> = Pin<Box<dyn Future<Output = T>>>;

/// A connection: the server's task and the pipe to it.
pub(crate) struct Conn {
    task: Option<Task<()>>,
    flag: Arc<Flag>,
    pub(crate) pipe: Arc<Mutex<Pipe>>,
    client: usize,
    /// Nothing gets through any more, and nobody is told.
    dead: bool,
}

/// What a simulation did, for those who run many.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Stats {
    pub(crate) steps: u64,
    pub(crate) events: u64,
    pub(crate) crashes: u64,
    pub(crate) checks: u64,
    pub(crate) resumed: u64,
    pub(crate) refused: u64,
    pub(crate) checkpoints: u64,
    /// Inputs that the log dropped because a checkpoint stands for them.
    pub(crate) dropped: u64,
    /// Rooms that go on from an earlier moment of another.
    pub(crate) branches: u64,
    /// Rooms that took a new version of their map.
    pub(crate) reloads: u64,
    /// Things that people did while they walked.
    pub(crate) walked: u64,
    /// Answers of several cells.
    pub(crate) selected: u64,
    /// Rooms that were sent to the isolation shard.
    pub(crate) moved: u64,
}

impl Stats {
    pub(crate) fn add(&mut self, other: Self) {
        self.steps += other.steps;
        self.events += other.events;
        self.crashes += other.crashes;
        self.checks += other.checks;
        self.resumed += other.resumed;
        self.refused += other.refused;
        self.checkpoints += other.checkpoints;
        self.dropped += other.dropped;
        self.branches += other.branches;
        self.reloads += other.reloads;
        self.walked += other.walked;
        self.selected += other.selected;
        self.moved += other.moved;
    }
}

/// A room on its way to being open, and what is raised when it may be looked at again.
type Opening = (Task<Result<RoomId, OpenRoomError>>, Arc<Flag>);

pub(crate) struct Sim {
    pub(crate) plan: Plan,
    /// Of the data folder: tokens outlive a restart.
    keys: TokenKeys,
    /// As they were last saved.
    maps: MapSet,
    random: Random,
    runtime: tokio::runtime::Runtime,
    time: Arc<VirtualTime>,
    now: u64,
    pub(crate) store: Arc<Store>,
    pub(crate) server: Stepped,
    opening: Vec<Opening>,
    pub(crate) rooms: Vec<RoomId>,
    pub(crate) conns: Vec<Conn>,
    pub(crate) clients: Vec<Client>,
    /// The disk has failed since the last look at the server's errors.
    pub(crate) disk_failed: bool,
    pub(crate) stats: Stats,
}

fn config(plan: &Plan, keys: &TokenKeys) -> Config {
    let mut config = Config { shards: plan.shards, workers: 1, ..Config::default() };
    config.keys = Some(keys.clone());
    config.isolation_shard = plan.isolation_shard;
    config.room.sleep_after = Duration::from_secs(5);
    config.room.forget_after = None;
    config.room.players = 24;
    config.room.viewers = 12;
    config.room.watching = false;
    config.room.checkpoint_every = plan.checkpoint_every;
    config.room.keep_beginnings = !plan.retention;
    config.room.recent_events = plan.recent_events;
    config.socket.outbound_batches = plan.outbound_batches;
    config.shard_queue = plan.shard_queue;
    config.job_queue = 4;
    config
}

/// Starts a server. One that cannot because of its disk is started again when that behaves.
fn start(
    plan: &Plan,
    (keys, maps): (&TokenKeys, &MapSet),
    store: &Arc<Store>,
    time: &Arc<VirtualTime>,
) -> Stepped {
    let attempt = || {
        store.open()?;
        let log = Arc::new(Log(Arc::clone(store)));
        let clock: Arc<dyn Time> = Arc::<VirtualTime>::clone(time);
        Stepped::start(config(plan, keys), maps.clone(), log, clock)
    };
    attempt()
        .or_else(|error| {
            note(format_args!("the server does not start: {error}"));
            store.close();
            store.behave();
            attempt()
        })
        .expect("nothing is wrong with the disk")
}

impl Sim {
    pub(crate) fn new(seed: u64, bug: Option<Bug>) -> Result<Self, Fault> {
        Self::with(seed, Plan::of(seed), bug, Faults::default())
    }

    /// A simulation after a given plan, on a disk that fails in a given way.
    pub(crate) fn with(
        seed: u64,
        plan: Plan,
        bug: Option<Bug>,
        faults: Faults,
    ) -> Result<Self, Fault> {
        trace::clear();
        seed_entropy(Some(seed));
        let mut random = Random::new(seed);
        note(format_args!("{plan:?}"));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .map_err(|error| error.to_string())?;
        let time = Arc::new(VirtualTime {
            start: Instant::now(),
            steady: AtomicU64::new(0),
            wall: AtomicU64::new(1_700_000_000),
        });
        let store = Store::new(bug, plan.real_log.then(|| random.fork()));
        store.misbehave(faults);
        let keys = TokenKeys::random().map_err(|error| error.to_string())?;
        let maps = maps::all();
        let server = start(&plan, (&keys, &maps), &store, &time);
        let mut sim = Self {
            plan,
            keys,
            maps,
            random,
            runtime,
            time,
            now: 0,
            store,
            server,
            opening: Vec::new(),
            rooms: Vec::new(),
            conns: Vec::new(),
            clients: Vec::new(),
            disk_failed: false,
            stats: Stats::default(),
        };
        for index in 0..sim.plan.rooms {
            let maps = sim.plan.maps();
            let map = if index == 0 { sim.plan.first_map } else { sim.random.below(maps.len()) };
            sim.open(maps[map]);
        }
        Ok(sim)
    }

    /// Runs it all.
    pub(crate) fn run(&mut self) -> Result<Stats, Fault> {
        for _ in 0..self.plan.phases {
            for _ in 0..self.plan.steps {
                self.stats.steps += 1;
                self.step()?;
            }
            self.calm_down();
            self.settle()?;
            oracle::check(self)?;
            if self.random.once_in(2) {
                note("everybody comes back with what they saw last");
                for client in 0..self.clients.len() {
                    self.hang_up(client, End::Reset);
                }
                self.settle()?;
                oracle::check(self)?;
            }
        }
        self.crash()?;
        self.settle()?;
        oracle::check(self)?;
        self.stats.events = self.clients.iter().map(|client| client.events).sum();
        self.stats.checkpoints = self.store.checkpoints();
        Ok(self.stats)
    }

    fn open(&mut self, map: &str) {
        let flag = Arc::new(Flag(AtomicBool::new(true)));
        self.opening.push((Box::pin(self.server.open(map)), flag));
    }

    /// One thing happens.
    fn step(&mut self) -> Result<(), Fault> {
        let draw = self.random.below(100);
        match draw {
            0..=21 => self.step_shard()?,
            22..=33 => self.step_log(),
            34..=53 => self.poll_one()?,
            54..=65 => self.deliver_up(),
            66..=81 => self.deliver_down_one()?,
            82..=91 => self.client_acts(),
            92..=95 => self.pass_time(),
            96..=97 => self.step_job(),
            _ => self.mishap()?,
        }
        if self.plan.dies_with_disk && self.store.disk(|disk| disk.is_broken()) == Some(true) {
            self.crash()?;
        }
        let panics = trace::take_panics();
        if panics.is_empty() { Ok(()) } else { Err(format!("panics: {panics:?}")) }
    }

    fn step_shard(&mut self) -> Result<(), Fault> {
        let shard = self.random.below(self.server.shards());
        if self.random.once_in(self.plan.hash_once_in) {
            oracle::unchanged_unless_recorded(self, shard)
        } else {
            self.server.step(shard);
            Ok(())
        }
    }

    fn step_log(&mut self) {
        if self.store.waiting() > 0 && self.random.once_in(self.plan.log_once_in) {
            let count = 1 + self.random.below(8);
            self.store.step(count);
        }
        if self.plan.retention && self.random.once_in(24) {
            self.stats.dropped += self.store.retain();
        }
    }

    fn step_job(&mut self) {
        let jobs = self.server.jobs().len();
        if jobs == 0 {
            return;
        }
        let job = self.random.below(jobs);
        if self.random.once_in(8) {
            note("a job fails");
            self.server.fail_job(job, "injected");
        } else {
            self.server.run_job(job);
        }
    }

    fn poll_one(&mut self) -> Result<(), Fault> {
        self.poll_opening();
        let ready: Vec<usize> = (0..self.conns.len()).filter(|at| self.wants_poll(*at)).collect();
        if let Some(at) = self.random.pick(&ready) {
            self.poll(*at);
        }
        Ok(())
    }

    fn wants_poll(&self, at: usize) -> bool {
        let conn = &self.conns[at];
        conn.task.is_some() && conn.flag.0.load(Ordering::Relaxed)
    }

    fn poll(&mut self, at: usize) {
        let conn = &mut self.conns[at];
        let Some(task) = &mut conn.task else { return };
        conn.flag.0.store(false, Ordering::Relaxed);
        let waker = Waker::from(Arc::clone(&conn.flag));
        let _inside = self.runtime.enter();
        if task.as_mut().poll(&mut Context::from_waker(&waker)).is_ready() {
            note(format_args!("connection {at} ends"));
            conn.task = None;
        }
    }

    fn poll_opening(&mut self) -> bool {
        let mut moved = false;
        let _inside = self.runtime.enter();
        let (store, rooms) = (&self.store, &mut self.rooms);
        self.opening.retain_mut(|(task, flag)| {
            if !flag.0.swap(false, Ordering::Relaxed) {
                return true;
            }
            moved = true;
            let waker = Waker::from(Arc::clone(flag));
            match task.as_mut().poll(&mut Context::from_waker(&waker)) {
                Poll::Pending => true,
                Poll::Ready(Ok(room)) => {
                    note(format_args!("room {room} is open"));
                    store.show_open(&room);
                    rooms.push(room);
                    false
                }
                Poll::Ready(Err(error)) => {
                    note(format_args!("no room: {error}"));
                    false
                }
            }
        });
        moved
    }

    fn deliver_up(&mut self) {
        let waiting: Vec<usize> = (0..self.conns.len())
            .filter(|at| {
                let conn = &self.conns[*at];
                !conn.dead && !link::lock(&conn.pipe).up_flight.is_empty()
            })
            .collect();
        let Some(at) = self.random.pick(&waiting).copied() else { return };
        let mut pipe = link::lock(&self.conns[at].pipe);
        if self.plan.lively && self.plan.network_faults {
            match self.random.below(60) {
                0 => pipe.repeat_up(),
                1 => pipe.swap_up(),
                _ => {}
            }
        }
        pipe.deliver_up();
    }

    fn deliver_down_one(&mut self) -> Result<(), Fault> {
        let waiting: Vec<usize> = (0..self.conns.len())
            .filter(|at| {
                let conn = &self.conns[*at];
                !conn.dead
                    && link::lock(&conn.pipe).waits_down()
                    && self.clients[conn.client].slow_until <= self.now
            })
            .collect();
        match self.random.pick(&waiting).copied() {
            Some(at) => self.deliver_down(at),
            None => Ok(()),
        }
    }

    /// Hands the next frame of a connection to its client.
    fn deliver_down(&mut self, at: usize) -> Result<(), Fault> {
        let conn = &self.conns[at];
        let Some(message) = link::lock(&conn.pipe).deliver_down() else { return Ok(()) };
        let number = conn.client;
        if self.clients[number].line != Line::Up(at) {
            return Ok(());
        }
        if let Message::Ping(bytes) = &message {
            link::lock(&conn.pipe).up_flight.push_back(Message::Pong(bytes.clone()));
            return Ok(());
        }
        match self.store.bug() {
            Some(Bug::SkipsEvent) if oracle::is_detail(&message) && self.random.once_in(40) => {
                return Ok(());
            }
            Some(Bug::Leaks) if oracle::is_secret(&message) => {
                for other in self.clients.iter().filter(|other| other.number != number) {
                    oracle::secrets(other, &message)?;
                }
            }
            _ => {}
        }
        let client = &mut self.clients[number];
        let heard = client
            .receive(&message)
            .map_err(|error| format!("client {number} was sent what must not be: {error}"))?;
        oracle::secrets(client, &message)?;
        self.heard(at, number, heard);
        Ok(())
    }

    fn heard(&mut self, at: usize, number: usize, heard: Heard) {
        let client = &mut self.clients[number];
        match heard {
            Heard::Nothing => {}
            Heard::Welcome { token, fresh } => {
                note(format_args!("client {number} is {:?} (fresh: {fresh})", client.you));
                self.stats.resumed += u64::from(!fresh);
                if let Some(you) = client.you {
                    self.store.show_token(&client.room, &token, you);
                }
            }
            Heard::Reached(event) => {
                note(format_args!("client {number} reaches event {event}"));
                self.store.show(&client.room, event);
            }
            Heard::Refused(code) => {
                self.stats.refused += 1;
                note(format_args!("client {number} is refused: {code}"));
            }
            Heard::Bye(code) => {
                note(format_args!("client {number} is sent away: {code}"));
                client.away = Some(code);
                self.hang_up(number, End::Fin);
            }
            Heard::Closed => {
                link::lock(&self.conns[at].pipe).up_flight.push_back(Message::Close(None));
                self.hang_up(number, End::Fin);
            }
        }
    }

    fn pass_time(&mut self) {
        let random = &mut self.random;
        let pause = match random.below(100) {
            0 => 1 + random.below(90_000),
            1..=5 => 1 + random.below(3000),
            _ => 1 + random.below(120),
        };
        self.advance(pause as u64);
    }

    pub(super) fn advance(&mut self, milliseconds: u64) {
        let before = self.now;
        self.now += milliseconds;
        trace::set_now(self.now);
        self.time.steady.store(self.now, Ordering::Relaxed);
        self.time.wall.fetch_add(milliseconds / 1000, Ordering::Relaxed);
        self.runtime.block_on(tokio::time::advance(Duration::from_millis(milliseconds)));
        for shard in 0..self.server.shards() {
            if before / 50 != self.now / 50 {
                self.server.pass_time(shard);
            }
            if before / 1000 != self.now / 1000 {
                self.server.maintain(shard);
            }
        }
    }
}
