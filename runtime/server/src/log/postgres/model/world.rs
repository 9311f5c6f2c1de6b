//! Several servers of rooms on one database, and all that befalls them.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use fangqi_protocol::{Input, PlayerId, Record};
use fangqi_room::PackageDigest;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::Instant;

use super::Weakness;
use super::chance::{below, millis, once_in};
use super::history::{Act, History, Stats};
use super::server::Server;
use super::session::Model;
use super::tables::Key;
use crate::log::postgres::database::Session;
use crate::log::postgres::node::Node;
use crate::log::postgres::plan::{Order, Work};
use crate::log::postgres::{Core, start};
use crate::log::record::decode_record;
use crate::log::{Ack, Entry, Lease, LogError, RoomMeta, StoredRoom};
use crate::metrics::lock;
use crate::session::{RoomId, TokenDigest};

/// Once nothing goes wrong any more, every room has to go on within this time.
const BACK: Duration = Duration::from_secs(120);
const PLAYER: PlayerId = PlayerId(1001);

/// What can go wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mishap {
    /// The network of a machine troubles many requests.
    Storm,
    CutOff,
    Pause,
    Crash,
    /// A process is started under the name of one that is thought to be dead.
    Twin,
    Stop,
    Failover,
    Restart,
    /// Commits no longer wait for the standby, which their sessions are warned of.
    Cancel,
    Stall,
    Limit,
    Clock,
}

const MISHAPS: [Mishap; 12] = [
    Mishap::Storm,
    Mishap::CutOff,
    Mishap::Pause,
    Mishap::Crash,
    Mishap::Twin,
    Mishap::Stop,
    Mishap::Failover,
    Mishap::Restart,
    Mishap::Cancel,
    Mishap::Stall,
    Mishap::Limit,
    Mishap::Clock,
];

/// What has to go wrong for a weakness to show. Anything else would only make that rarer.
pub(super) fn showing(weakness: Weakness) -> &'static [Mishap] {
    match weakness {
        Weakness::EpochStays | Weakness::UnknownAsDone => &[Mishap::Storm],
        Weakness::FenceUnlocked | Weakness::Unfenced | Weakness::ShortLeases => {
            &[Mishap::Storm, Mishap::CutOff, Mishap::Pause]
        }
        Weakness::StaleReads => &[Mishap::Failover],
        Weakness::NoStandby => &[Mishap::Stall, Mishap::Failover],
        Weakness::NoWarning => &[Mishap::Stall, Mishap::Cancel, Mishap::Failover],
    }
}

/// Lets the tasks of a process go on, or not.
#[derive(Debug, Default)]
struct Gate {
    closed: AtomicBool,
    waiting: Mutex<Vec<Waker>>,
}

impl Gate {
    fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
    }

    fn open(&self) {
        self.closed.store(false, Ordering::SeqCst);
        lock(&self.waiting).drain(..).for_each(Waker::wake);
    }
}

/// A task behind a gate.
struct Gated<F>(Pin<Box<F>>, Arc<Gate>);

impl<F: Future> Future for Gated<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        if self.1.closed.load(Ordering::SeqCst) {
            lock(&self.1.waiting).push(context.waker().clone());
            return Poll::Pending;
        }
        self.0.as_mut().poll(context)
    }
}

/// What the callers of a log share with its writer.
type Log = Core<Model>;

/// A process that serves rooms.
struct Process {
    task: JoinHandle<()>,
    gate: Arc<Gate>,
    core: Arc<Mutex<Option<Arc<Log>>>>,
}

impl Process {
    fn launch(world: &World, machine: usize) -> Self {
        let (gate, core) = (Arc::<Gate>::default(), Arc::default());
        let scene = world.scene.clone();
        let run = run(scene, machine, Arc::clone(&gate), Arc::clone(&core));
        Self { task: tokio::task::spawn_local(run), gate, core }
    }

    fn core(&self) -> Option<Arc<Log>> {
        lock(&self.core).clone()
    }
}

/// What the tasks of all processes share.
#[derive(Clone)]
struct Scene {
    server: Arc<Server>,
    rooms: Arc<[RoomId]>,
    /// Nothing more is to be begun.
    closing: Arc<AtomicBool>,
}

enum Ended {
    Writer,
    Other,
}

/// Runs a process until its log is closed.
async fn run(scene: Scene, machine: usize, gate: Arc<Gate>, core: Arc<Mutex<Option<Arc<Log>>>>) {
    let through =
        |task: Pin<Box<dyn Future<Output = Ended>>>| Gated(Box::pin(task), Arc::clone(&gate));
    let place = Arc::new(Model { server: Arc::clone(&scene.server), machine });
    let name = format!("machine {machine}");
    let (log, writer) = loop {
        let node = Node { name: name.clone(), advertise: format!("{name}:1"), tls: false };
        match Gated(Box::pin(start(Arc::clone(&place), node)), Arc::clone(&gate)).await {
            Ok(started) => break started,
            Err(error) => {
                scene.server.note(|| format!("{name} does not start: {error}"));
                tokio::time::sleep(millis(300, 2500)).await;
            }
        }
    };
    scene.server.note(|| format!("{name} starts as {:x}", log.holder));
    *lock(&core) = Some(Arc::clone(&log));
    let mut tasks = JoinSet::new();
    tasks.spawn_local(through(Box::pin(async move {
        writer.run().await;
        Ended::Writer
    })));
    let beating = Arc::clone(&log);
    tasks.spawn_local(through(Box::pin(async move {
        beating.beat().await;
        Ended::Other
    })));
    for room in scene.rooms.iter() {
        let host = Host {
            log: Arc::clone(&log),
            scene: scene.clone(),
            room: room.clone(),
            waiting: Vec::new(),
            next: 1,
        };
        tasks.spawn_local(through(Box::pin(async move {
            host.run().await;
            Ended::Other
        })));
    }
    while let Some(ended) = tasks.join_next().await {
        match ended {
            Ok(Ended::Writer) => break,
            Ok(Ended::Other) => {}
            Err(error) => lock(&scene.server.history).wrong(format!("a task ended: {error}")),
        }
    }
    scene.server.note(|| format!("{:x} has ended", log.holder));
    *lock(&core) = None;
}

/// What a process does with one room, as a shard would.
struct Host {
    log: Arc<Log>,
    scene: Scene,
    room: RoomId,
    waiting: Vec<oneshot::Receiver<bool>>,
    next: u64,
}

impl Host {
    async fn run(mut self) {
        tokio::time::sleep(millis(0, 3000)).await;
        let mut leases = Vec::new();
        loop {
            if self.scene.closing.load(Ordering::SeqCst) {
                return;
            }
            let lease = match self.log.at_hand(&self.room) {
                Some(known) => known,
                None => self.log.claim(&self.room).await,
            };
            let Ok(lease) = lease else {
                tokio::time::sleep(millis(100, 2500)).await;
                continue;
            };
            leases.push(lease.clone());
            self.play(&lease).await;
            self.settle().await;
            if once_in(3) {
                for lease in leases.drain(..) {
                    self.order(lease, Work::Release, Box::new(|_| ()));
                }
                tokio::time::sleep(millis(0, 5000)).await;
            }
            tokio::time::sleep(millis(5, 400)).await;
        }
    }

    fn order(&self, lease: Lease, work: Work, ack: Ack) {
        self.log.queue.push(Order { lease, work, ack });
    }

    async fn read(&self) -> Result<StoredRoom, LogError> {
        let (done, wait) = oneshot::channel();
        let nothing = Lease::new(self.room.clone(), 0);
        self.order(nothing, Work::Nothing, Box::new(move |result| drop(done.send(result))));
        wait.await.unwrap_or(Err(LogError::Closed))?;
        if let Some(away) = self.log.queue.away() {
            return Err(away);
        }
        let room = self.room.clone();
        let rows = self.log.reader.ask("reading a room", move |session| {
            let room = room.clone();
            async move { session.room(&room).await }
        });
        rows.await?.decode(&self.room)
    }

    /// Gives an entry to the log.
    fn give(&mut self, lease: &Lease, act: Act, entry: impl FnOnce(u64) -> Entry) {
        let server = Arc::clone(&self.scene.server);
        let room = self.room.as_str().to_owned();
        let number = lock(&server.history).give(&room, self.log.holder, lease.epoch(), act);
        let (done, wait) = oneshot::channel();
        self.waiting.push(wait);
        let ack: Ack = Box::new(move |result: Result<(), LogError>| {
            let now = server.state().tables.room(&room);
            let mut history = lock(&server.history);
            if let Err(error) = &result {
                history.note(format_args!("{room}: entry {number} failed: {error}"));
            }
            history.answer(&room, number, result.is_ok(), now);
            // The room may not wait for it any more.
            let _ = done.send(result.is_ok());
        });
        self.order(lease.clone(), Work::Entry(entry(number)), ack);
    }

    /// Waits for all answers. Returns whether all is well.
    async fn settle(&mut self) -> bool {
        let mut well = true;
        for wait in self.waiting.drain(..) {
            well &= wait.await == Ok(true);
        }
        well
    }

    fn record(&mut self, lease: &Lease) {
        let event = self.next;
        self.next += 1;
        let entry = |number| Entry::Record { event, record: record(event, number) };
        self.give(lease, Act::Record { event }, entry);
    }

    fn amend(&mut self, lease: &Lease, back: bool) {
        let event = self.next - 1;
        let entry = |number| {
            let record = (!back).then(|| record(event, number));
            Entry::Amend { event, record }
        };
        self.give(lease, Act::Amend { event, back }, entry);
        if back {
            self.next -= 1;
        }
    }

    async fn play(&mut self, lease: &Lease) {
        let stored = match self.read().await {
            Ok(stored) => Some(stored),
            Err(LogError::NoSuchRoom(_)) => None,
            Err(_) => return,
        };
        if !self.understand(lease, stored.as_ref()) {
            return;
        }
        if stored.is_none() {
            let digest = PackageDigest::from_bytes([1; 16]);
            let bytes = Arc::from(&b"a package"[..]);
            self.give(lease, Act::Other, |_| Entry::Package { digest, bytes });
            let options = "{}".to_owned();
            let meta =
                RoomMeta { map: "map".to_owned(), package: digest, seed: 1, created: 1, options };
            self.give(lease, Act::Open, |_| Entry::Open(meta));
        }
        // Of what is only replaced no key is there to notice that it is done twice.
        let replacing = self.next > 1 && once_in(4);
        for _ in 0..=below(12) {
            for _ in 0..=below(if replacing { 1 } else { 4 }) {
                match below(12) {
                    4.. if replacing => self.amend(lease, false),
                    0 => self.give(lease, Act::Token, |number| {
                        let mut bytes = [0; 32];
                        bytes[..8].copy_from_slice(&number.to_le_bytes());
                        Entry::Token { token: TokenDigest::from_bytes(bytes), player: PLAYER }
                    }),
                    1 if self.next > 1 => {
                        let event = self.next - 1;
                        self.give(lease, Act::Other, |_| Entry::Checkpoint {
                            event,
                            bytes: vec![1],
                        });
                    }
                    2..4 => {
                        self.record(lease);
                        self.amend(lease, once_in(3));
                    }
                    _ => self.record(lease),
                }
            }
            if (self.waiting.len() > 10 || !once_in(3)) && !self.settle().await {
                return;
            }
            tokio::time::sleep(millis(1, 300)).await;
        }
    }

    /// Notes what was read, if the room is this process's. Returns whether it is.
    fn understand(&mut self, lease: &Lease, stored: Option<&StoredRoom>) -> bool {
        let now = self.scene.server.state().tables.room(self.room.as_str());
        self.next = stored.map_or(0, |stored| stored.records.len()) as u64 + 1;
        let own = now.is_some_and(|now| {
            now.holder == self.log.holder && now.epoch.cast_unsigned() == lease.epoch()
        });
        let mut history = lock(&self.scene.server.history);
        if !own {
            return true;
        }
        let room = self.room.as_str();
        if let Some(lost) = stored.and_then(|stored| stored.lost.as_ref()) {
            history.wrong(format!("{room}: there is a gap: {lost:?}"));
            return false;
        }
        let records: Option<Vec<u64>> =
            stored.map(|stored| stored.records.iter().map(number_of).collect());
        let token = stored.and_then(|stored| stored.tokens.first()).map_or(0, |(token, _)| {
            u64::from_le_bytes(*token.as_bytes().first_chunk().unwrap_or(&[0; 8]))
        });
        history.read(room, self.log.holder, lease.epoch(), records.as_deref(), token);
        true
    }
}

fn record(event: u64, number: u64) -> Record {
    let input = Input::Chat { player: PLAYER, text: number.to_string() };
    Record { tick: event, input, faults: Vec::new(), rewound: None }
}

fn number_of(record: &Record) -> u64 {
    match &record.input {
        Input::Chat { text, .. } => text.parse().unwrap_or_default(),
        _ => 0,
    }
}

/// One simulation.
pub(super) struct World {
    scene: Scene,
    machines: usize,
    mishaps: Vec<Mishap>,
    until: Instant,
    /// The newest process of each machine.
    processes: Vec<Process>,
    /// Those that others have taken the place of.
    replaced: Vec<Process>,
}

impl World {
    /// With these mishaps, or some of all.
    pub(super) fn new(weakness: Option<Weakness>, mishaps: Option<&[Mishap]>) -> Self {
        let machines = 2 + below(2);
        let mut mishaps: Vec<Mishap> = match mishaps {
            Some(mishaps) => mishaps.to_vec(),
            None => MISHAPS.into_iter().filter(|_| !once_in(2)).collect(),
        };
        // Jumps make the rules less strict, so that they are rare.
        if !once_in(4) {
            mishaps.retain(|mishap| *mishap != Mishap::Clock);
        }
        let history = History::new(mishaps.contains(&Mishap::Clock));
        let server = Server::new(machines, weakness, history);
        server.state().clock_fast = below(61) as i64 - 30;
        let rooms: Arc<[RoomId]> =
            (0..2 + below(4)).map(|_| RoomId::random().expect("a seed was set")).collect();
        server.note(|| format!("{machines} machines, {rooms:?}, {mishaps:?}"));
        let scene = Scene { server, rooms, closing: Arc::default() };
        let until = Instant::now() + millis(20_000, 60_000);
        let mut world =
            Self { scene, machines, mishaps, until, processes: Vec::new(), replaced: Vec::new() };
        world.processes = (0..machines).map(|machine| Process::launch(&world, machine)).collect();
        world
    }

    /// Goes through all of it.
    ///
    /// # Errors
    /// What was wrong, and what led to it.
    pub(super) async fn run(mut self) -> Result<Stats, String> {
        let done = self.go_through().await;
        let mut history = lock(&self.scene.server.history);
        if let Err(fault) = done {
            history.wrong(fault);
        }
        match &history.fault {
            Some(fault) => Err(format!("{fault}\n{}", history.lines())),
            None => Ok(history.stats),
        }
    }

    fn fault(&self) -> Option<String> {
        lock(&self.scene.server.history).fault.clone()
    }

    async fn go_through(&mut self) -> Result<(), String> {
        let mut older = Instant::now();
        while Instant::now() < self.until {
            tokio::time::sleep(millis(50, 2500)).await;
            if let Some(fault) = self.fault() {
                return Err(fault);
            }
            if self.scene.server.weakness == Some(Weakness::StaleReads) && older <= Instant::now() {
                let mut state = self.scene.server.state();
                if state.stale_until <= Instant::now() {
                    state.older = state.tables.clone();
                }
                older = Instant::now() + Duration::from_secs(1);
            }
            if !self.mishaps.is_empty() {
                let mishap = self.mishaps[below(self.mishaps.len())];
                self.befall(mishap);
            }
        }
        self.heal().await?;
        self.end().await
    }

    fn befall(&mut self, mishap: Mishap) {
        let server = Arc::clone(&self.scene.server);
        let machine = below(self.machines);
        let process = &self.processes[machine];
        let now = Instant::now();
        server.note(|| format!("{mishap:?} of machine {machine}"));
        let stats = |count: fn(&mut Stats) -> &mut u64| {
            *count(&mut lock(&server.history).stats) += 1;
        };
        match mishap {
            Mishap::Storm => {
                server.state().weather[machine].trouble_once_in = 3 + below(30) as u64;
                self.later(millis(500, 9000), move |server| {
                    server.state().weather[machine].trouble_once_in = u64::MAX;
                });
            }
            Mishap::CutOff => {
                server.state().weather[machine].cut_off_until = now + millis(300, 14_000);
            }
            Mishap::Pause => {
                stats(|stats| &mut stats.pauses);
                let gate = Arc::clone(&process.gate);
                gate.close();
                self.later(millis(200, 22_000), move |_| gate.open());
            }
            Mishap::Crash => {
                stats(|stats| &mut stats.crashes);
                process.task.abort();
                self.processes[machine] = Process::launch(self, machine);
            }
            Mishap::Twin => {
                stats(|stats| &mut stats.twins);
                process.gate.close();
                let gate = Arc::clone(&process.gate);
                self.later(millis(9000, 40_000), move |_| gate.open());
                let twin = Process::launch(self, machine);
                self.replaced.push(std::mem::replace(&mut self.processes[machine], twin));
            }
            Mishap::Stop => {
                if let Some(core) = process.core() {
                    core.queue.close();
                    let next = Process::launch(self, machine);
                    self.replaced.push(std::mem::replace(&mut self.processes[machine], next));
                }
            }
            Mishap::Failover => {
                stats(|stats| &mut stats.failovers);
                server.crash(true);
                if !self.mishaps.contains(&Mishap::Clock) {
                    // The clock of the other machine.
                    server.state().clock_ahead = 1000 * (below(501) as i64 - 250);
                }
                self.later(millis(200, 9000), Server::come_up);
            }
            Mishap::Restart => {
                stats(|stats| &mut stats.restarts);
                server.crash(false);
                self.later(millis(200, 6000), Server::come_up);
            }
            Mishap::Cancel => {
                stats(|stats| &mut stats.cancels);
                server.cancel_waiting();
            }
            Mishap::Stall => {
                server.state().standby_stalled_until = now + millis(100, 9000);
            }
            Mishap::Limit => {
                server.state().limit = 1 + below(4 * self.machines);
                self.later(millis(1000, 9000), |server| server.state().limit = usize::MAX);
            }
            Mishap::Clock => {
                let jump = if once_in(2) { 3_600_000 } else { 8000 };
                let ahead = if once_in(3) { -(below(8000) as i64) } else { below(jump) as i64 };
                server.state().clock_ahead += 1000 * ahead;
            }
        }
    }

    fn later(&self, after: Duration, act: impl FnOnce(&Server) + Send + 'static) {
        let server = Arc::clone(&self.scene.server);
        tokio::spawn(async move {
            tokio::time::sleep(after).await;
            act(&server);
        });
    }

    /// Nothing goes wrong any more, and every room goes on.
    async fn heal(&mut self) -> Result<(), String> {
        let server = &self.scene.server;
        server.note(|| "from here on all is well".to_owned());
        {
            let mut state = server.state();
            let now = Instant::now();
            for weather in &mut state.weather {
                weather.trouble_once_in = u64::MAX;
                weather.cut_off_until = now;
            }
            state.standby_stalled_until = now;
            state.limit = usize::MAX;
        }
        server.come_up();
        for process in self.processes.iter().chain(&self.replaced) {
            process.gate.open();
        }
        let healed = Instant::now();
        loop {
            tokio::time::sleep(Duration::from_millis(500)).await;
            if let Some(fault) = self.fault() {
                return Err(fault);
            }
            let history = lock(&server.history);
            let silent = |room: &&RoomId| history.is_silent_since(room.as_str(), healed);
            let silent: Vec<&RoomId> = self.scene.rooms.iter().filter(silent).collect();
            if silent.is_empty() {
                return Ok(());
            }
            if healed.elapsed() > BACK {
                drop(history);
                self.note_states();
                return Err(format!("these rooms do not go on: {silent:?}"));
            }
        }
    }

    /// Notes how things stand, for who looks for the reason why they do not go on.
    fn note_states(&self) {
        let server = &self.scene.server;
        for core in self.processes.iter().chain(&self.replaced).filter_map(Process::core) {
            let (hold, doubt, away) = (core.hold(), core.is_in_doubt(), core.queue.away());
            let rooms: Vec<_> = lock(&core.rooms).iter().map(|it| format!("{it:?}")).collect();
            server.note(|| {
                format!("{:x}: {hold:?}, in doubt: {doubt}, {away:?}, {rooms:?}", core.holder)
            });
        }
        let tables = server.state().tables.clone();
        for room in self.scene.rooms.iter() {
            let row = tables.room(room.as_str());
            let fence = row.and_then(|row| tables.fence(row.owner?));
            server.note(|| format!("{room:?}: {row:?} of {fence:?}"));
        }
    }

    /// All that was begun ends, and what is there at the end is what was told.
    async fn end(&mut self) -> Result<(), String> {
        let server = Arc::clone(&self.scene.server);
        self.scene.closing.store(true, Ordering::SeqCst);
        tokio::time::sleep(Duration::from_secs(40)).await;
        let cores = self.processes.iter().chain(&self.replaced).filter_map(Process::core);
        let alive: Vec<i64> = cores.map(|core| core.holder).collect();
        if let Some(unanswered) = lock(&server.history).unanswered(&alive) {
            return Err(unanswered);
        }
        for process in self.processes.iter().chain(&self.replaced) {
            match process.core() {
                Some(core) => core.queue.close(),
                // It waits for the end of another one of its name.
                None => process.task.abort(),
            }
        }
        for process in self.processes.iter_mut().chain(&mut self.replaced) {
            let ended = tokio::time::timeout(Duration::from_secs(60), &mut process.task).await;
            if ended.is_err() {
                return Err("a process does not end".to_owned());
            }
        }
        tokio::time::sleep(Duration::from_secs(40)).await;
        if !server.is_quiet() {
            return Err("the database is not done with its commits".to_owned());
        }
        let state = server.state();
        let mut history = lock(&server.history);
        for room in self.scene.rooms.iter() {
            let room = room.as_str();
            let Some(key) = state.tables.room(room).map(|room| room.key) else { continue };
            let mut records = Vec::new();
            for ((event, bytes), expected) in state.tables.of_room(Key::Record, key).zip(1..) {
                match decode_record(bytes) {
                    Ok(record) if event == expected => records.push(number_of(&record)),
                    other => return Err(format!("{room}: record {event} is {other:?}")),
                }
            }
            history.finish(room, &records);
        }
        Ok(())
    }
}
