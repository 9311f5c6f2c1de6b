//! A whole server, its network, its disk and its clients, one step at a time.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::{Duration, Instant};

use axum::extract::ws::Message;
use fangqi_server::session::RoomId;
use fangqi_server::stepped::{Stepped, seed_entropy};
use fangqi_server::{Config, OpenRoomError, Time};

use crate::bot::{self, Act};
use crate::client::{Client, Heard, Kind, Line};
use crate::disk::Faults;
use crate::link::{self, End, Pipe};
use crate::maps::{self, MAPS};
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
}

impl Stats {
    pub(crate) fn add(&mut self, other: Self) {
        self.steps += other.steps;
        self.events += other.events;
        self.crashes += other.crashes;
        self.checks += other.checks;
        self.resumed += other.resumed;
        self.refused += other.refused;
    }
}

pub(crate) struct Sim {
    pub(crate) plan: Plan,
    random: Random,
    runtime: tokio::runtime::Runtime,
    time: Arc<VirtualTime>,
    now: u64,
    pub(crate) store: Arc<Store>,
    pub(crate) server: Stepped,
    opening: Vec<(Task<Result<RoomId, OpenRoomError>>, Arc<Flag>)>,
    pub(crate) rooms: Vec<RoomId>,
    pub(crate) conns: Vec<Conn>,
    pub(crate) clients: Vec<Client>,
    /// The disk has failed since the last look at the server's errors.
    pub(crate) disk_failed: bool,
    pub(crate) stats: Stats,
}

fn config(plan: &Plan) -> Config {
    let mut config = Config { shards: plan.shards, workers: 1, ..Config::default() };
    config.room.sleep_after = Duration::from_secs(5);
    config.room.forget_after = None;
    config.room.players = 24;
    config.room.viewers = 12;
    config.room.recent_events = plan.recent_events;
    config.socket.outbound_batches = plan.outbound_batches;
    config.shard_queue = plan.shard_queue;
    config.job_queue = 4;
    config
}

/// Starts a server. One that cannot because of its disk is started again when that behaves.
fn start(plan: &Plan, store: &Arc<Store>, time: &Arc<VirtualTime>) -> Stepped {
    let attempt = || {
        store.open()?;
        let log = Arc::new(Log(Arc::clone(store)));
        let clock: Arc<dyn Time> = Arc::<VirtualTime>::clone(time);
        Stepped::start(config(plan), maps::all(), log, clock)
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
        let plan = Plan::draw(&mut Random::new(seed ^ 0xA5A5));
        Self::with(seed, plan, bug, Faults::default())
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
        let server = start(&plan, &store, &time);
        let mut sim = Self {
            plan,
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
            let map = if index == 0 { sim.plan.first_map } else { sim.random.below(MAPS.len()) };
            sim.open(MAPS[map]);
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
        if let Some(at) = self.random.pick(&waiting) {
            link::lock(&self.conns[*at].pipe).deliver_up();
        }
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

    /// A client lets go of its line.
    fn hang_up(&mut self, number: usize, end: End) {
        let client = &mut self.clients[number];
        if let Line::Up(at) = client.line {
            note(format_args!("client {number} hangs up ({end:?})"));
            link::lock(&self.conns[at].pipe).end(end);
        }
        client.dropped();
    }

    fn client_acts(&mut self) {
        if self.rooms.is_empty() {
            return;
        }
        if self.clients.len() < self.plan.clients {
            self.new_client();
        }
        let number = self.random.below(self.clients.len());
        let client = &self.clients[number];
        match client.line {
            Line::Down => {
                if client.away.is_none() || self.random.once_in(12) {
                    self.connect(number, false);
                }
            }
            Line::Up(at) if client.live => {
                let act = bot::act(client, &mut self.random);
                self.perform(number, at, act);
            }
            Line::Up(_) => {}
        }
    }

    fn new_client(&mut self) {
        let number = self.clients.len();
        let kind = match self.random.below(10) {
            0..=5 => Kind::Player,
            6..=7 => Kind::Spectator,
            _ => Kind::Hostile,
        };
        let room = self.rooms[self.random.below(self.rooms.len())].clone();
        let mut client = Client::new(number, kind, room);
        // Another tab of somebody who is there already.
        if self.random.once_in(4)
            && let Some(other) = self.random.pick(&self.clients)
            && other.kind != Kind::Hostile
        {
            client.room = other.room.clone();
            client.token.clone_from(&other.token);
            client.you = other.you.filter(|_| other.token.is_some());
        }
        note(format_args!("client {number} is a {kind:?} of {}", client.room));
        self.clients.push(client);
    }

    /// A client opens a new line, and says hello on it.
    fn connect(&mut self, number: usize, politely: bool) {
        let (socket, pipe) = link::connect();
        let at = self.conns.len();
        let task: Task<()> = Box::pin(self.server.serve(socket, number.is_multiple_of(2)));
        let flag = Arc::new(Flag(AtomicBool::new(true)));
        let client = &mut self.clients[number];
        let hello = match politely {
            true => Some(Message::text(client.hello().to_string())),
            false => bot::hello(client, &mut self.random),
        };
        link::lock(&pipe).up_flight.extend(hello);
        client.connected(at);
        note(format_args!("client {number} connects ({at}) after {:?}", client.after));
        self.conns.push(Conn { task: Some(task), flag, pipe, client: number, dead: false });
    }

    fn perform(&mut self, number: usize, at: usize, act: Act) {
        match act {
            Act::Say(messages) => {
                if let Some(Message::Text(text)) = messages.first() {
                    note(format_args!("client {number} says {:.120} x{}", text, messages.len()));
                }
                link::lock(&self.conns[at].pipe).up_flight.extend(messages);
            }
            Act::Oversize => link::lock(&self.conns[at].pipe).oversize(),
            Act::Leave => {
                let end = if self.random.once_in(2) { End::Fin } else { End::Reset };
                self.hang_up(number, end);
            }
            Act::Dawdle => {
                let pause = 1 + self.random.below(20_000) as u64;
                self.clients[number].slow_until = self.now + pause;
                note(format_args!("client {number} reads nothing for {pause} ms"));
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

    fn advance(&mut self, milliseconds: u64) {
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
                self.server.keep_house(shard);
            }
        }
    }

    fn mishap(&mut self) -> Result<(), Fault> {
        let plan = &self.plan;
        let random = &mut self.random;
        if plan.network_faults && random.once_in(6) {
            self.network_fault();
        } else if plan.disk_faults && random.once_in(12) {
            self.disk_fault();
        } else if plan.crashes && random.once_in(12) {
            self.crash()?;
        } else if random.once_in(60) {
            self.restart();
        } else if random.once_in(20) {
            // Somebody sets the clock on the wall.
            let wall = random.next() % 4_000_000_000;
            self.time.wall.store(wall, Ordering::Relaxed);
        } else if random.once_in(30) && self.rooms.len() + self.opening.len() < 4 {
            let map = MAPS[self.random.below(MAPS.len())];
            self.open(map);
        }
        Ok(())
    }

    fn disk_fault(&mut self) {
        if self.random.once_in(2) {
            note("the disk behaves");
            self.disk_failed |= self.store.has_failed();
            self.store.behave();
            return;
        }
        self.disk_failed = true;
        let ops = self.store.disk(|disk| disk.ops()).unwrap_or(0);
        let random = &mut self.random;
        let mut faults = Faults { sticky: random.once_in(2), ..Faults::default() };
        match random.below(3) {
            0 => faults.fail_once_in = Some(1 + random.below(30) as u64),
            1 => faults.fail_nth = Some(ops + random.below(60) as u64),
            _ => faults.capacity = Some(random.below(300_000)),
        }
        note(format_args!("the disk misbehaves: {faults:?}"));
        self.store.misbehave(faults);
    }

    fn network_fault(&mut self) {
        let up: Vec<usize> = (0..self.clients.len())
            .filter(|number| self.clients[*number].line != Line::Down)
            .collect();
        let Some(number) = self.random.pick(&up).copied() else { return };
        let Line::Up(at) = self.clients[number].line else { return };
        match self.random.below(4) {
            0 => self.hang_up(number, End::Reset),
            1 => {
                note(format_args!("client {number} is half closed"));
                link::lock(&self.conns[at].pipe).end(End::Fin);
            }
            // The client gives up; the server hears nothing of it.
            2 => {
                note(format_args!("client {number} loses its line; the server is not told"));
                self.conns[at].dead = true;
                self.clients[number].dropped();
            }
            // Neither side is told.
            _ => {
                note(format_args!("connection {at} is cut silently"));
                self.conns[at].dead = true;
            }
        }
    }

    /// The process dies here and now, and another is started on what it left.
    fn crash(&mut self) -> Result<(), Fault> {
        self.stats.crashes += 1;
        if self.random.once_in(2) {
            // What the system had taken to send still arrives.
            for at in 0..self.conns.len() {
                while !self.conns[at].dead && link::lock(&self.conns[at].pipe).waits_down() {
                    self.deliver_down(at)?;
                }
            }
        }
        let kept = self.random.below(self.store.waiting() + 1);
        let lost_power = self.plan.dies_with_disk || self.random.once_in(2);
        let dies_after = self.random.once_in(2).then(|| self.random.below(12) as u64);
        let waiting = self.store.waiting();
        note(format_args!("CRASH: {kept} of {waiting} entries written, lost power: {lost_power}"));
        self.disk_failed |= self.store.has_failed();
        self.store.crash(kept, lost_power, dies_after);
        self.start_again();
        Ok(())
    }

    /// The process is stopped in peace, and another is started.
    fn restart(&mut self) {
        note("the server is stopped");
        self.server.stop();
        for at in 0..self.conns.len() {
            self.poll(at);
        }
        self.disk_failed |= self.store.has_failed();
        self.store.close();
        self.start_again();
    }

    fn start_again(&mut self) {
        self.opening.clear();
        for conn in &mut self.conns {
            conn.task = None;
            conn.dead = true;
        }
        for number in 0..self.clients.len() {
            self.clients[number].dropped();
        }
        self.server = start(&self.plan, &self.store, &self.time);
    }

    /// From here on nothing fails, and nobody does anything new.
    fn calm_down(&mut self) {
        note("quiet");
        self.disk_failed |= self.store.has_failed();
        self.store.behave();
        for client in &mut self.clients {
            client.slow_until = 0;
            client.away = None;
        }
        for number in 0..self.clients.len() {
            // A line on which nothing arrives is given up in time.
            let client = &self.clients[number];
            if let Line::Up(at) = client.line
                && (self.conns[at].dead || client.kind == Kind::Hostile && !client.live)
            {
                self.hang_up(number, End::Reset);
            }
        }
    }

    /// Lets everything that waits happen, until nothing does.
    fn settle(&mut self) -> Result<(), Fault> {
        for _ in 0..20_000 {
            let mut moved = self.poll_opening();
            for shard in 0..self.server.shards() {
                // One at a time, or readers would fall behind who are as fast as can be.
                moved |= self.server.step(shard);
            }
            if self.store.waiting() > 0 {
                self.store.step(usize::MAX);
                moved = true;
            }
            for at in 0..self.conns.len() {
                moved |= self.settle_conn(at)?;
            }
            for number in 0..self.clients.len() {
                let client = &self.clients[number];
                if client.line == Line::Down && !client.stays_away() {
                    self.connect(number, true);
                    moved = true;
                }
            }
            if !moved {
                return Ok(());
            }
            if self.conns.len() > CONNS_MAX {
                break;
            }
        }
        Err("the server does not come to rest".to_owned())
    }

    fn settle_conn(&mut self, at: usize) -> Result<bool, Fault> {
        let mut moved = false;
        if self.wants_poll(at) {
            self.poll(at);
            moved = true;
        }
        if self.conns[at].dead {
            return Ok(moved);
        }
        while !link::lock(&self.conns[at].pipe).up_flight.is_empty() {
            link::lock(&self.conns[at].pipe).deliver_up();
            moved = true;
        }
        while link::lock(&self.conns[at].pipe).waits_down() {
            self.deliver_down(at)?;
            moved = true;
        }
        let gone = link::lock(&self.conns[at].pipe).server_gone;
        let number = self.conns[at].client;
        if gone && self.clients[number].line == Line::Up(at) {
            note(format_args!("client {number} finds its line closed"));
            self.hang_up(number, End::Reset);
            moved = true;
        }
        Ok(moved)
    }
}
