//! The log of a simulated server: what it is given, what it made durable, and what of that anybody
//! has been shown.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fangqi_protocol::PlayerId;
use fangqi_room::PackageDigest;
use fangqi_server::log::{
    Ack, Entry, Lease, LogError, MemoryLog, RoomLog, RoomMeta, SqliteLog, StoredRoom, encode_record,
};
use fangqi_server::session::{RoomId, Token, TokenDigest};

use crate::disk::{Disk, Faults, Vfs};
use crate::random::Random;

/// Bugs that the oracles must find, put between the server and its log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bug {
    /// Entries are acknowledged when they are taken, before they are durable.
    EarlyAck,
    /// Tokens are acknowledged but not kept.
    ForgetsTokens,
    /// Now and then a record is kept with another tick.
    WrongRecord,
    /// Now and then a client is not given an event it missed.
    SkipsEvent,
    /// Now and then a client is given what another may see.
    Leaks,
}

type Waiting = VecDeque<(Lease, Entry, Ack)>;

/// What the world outside may rely on, per room.
#[derive(Debug, Default, Clone)]
pub(crate) struct Promise {
    /// Whoever opened it was told that it exists.
    opened: bool,
    /// Encoded records by number as last given to the log.
    given: BTreeMap<u64, Vec<u8>>,
    /// Records somebody has been shown, or has been shown the effect of.
    shown: BTreeMap<u64, Vec<u8>>,
    /// Tokens somebody holds.
    tokens: BTreeMap<String, PlayerId>,
}

#[derive(Default)]
struct State {
    waiting: Waiting,
    promises: BTreeMap<RoomId, Promise>,
    /// Without a disk: the next batches fail.
    failing: bool,
    /// What is given is made durable at once, for who waits for it.
    at_once: bool,
    given: u64,
    checkpoints: u64,
}

/// The real log on a simulated disk.
struct Real {
    // Dropped before what it stands on.
    log: Option<Arc<SqliteLog>>,
    vfs: Vfs,
}

/// A log that makes things durable when told to.
pub(crate) struct Store {
    model: MemoryLog,
    real: Option<Mutex<Real>>,
    state: Mutex<State>,
    bug: Option<Bug>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Store {
    /// With a disk it is the real log on it; without, a quick model of one.
    pub(crate) fn new(bug: Option<Bug>, disk: Option<Random>) -> Arc<Self> {
        static NAMES: AtomicU64 = AtomicU64::new(0);
        let real = disk.map(|random| {
            let name = format!("simulated-{}", NAMES.fetch_add(1, Ordering::Relaxed));
            let vfs = Vfs::register(&name, Arc::new(Mutex::new(Disk::new(random))));
            Mutex::new(Real { log: None, vfs })
        });
        Arc::new(Self { model: MemoryLog::new(), real, state: Mutex::default(), bug })
    }

    /// Opens the log, as a server does that starts.
    pub(crate) fn open(&self) -> Result<(), LogError> {
        if let Some(real) = &self.real {
            let mut real = lock(real);
            let log = SqliteLog::open_stepped(Path::new("rooms.sqlite"), Some(real.vfs.name()))?;
            real.log = Some(Arc::new(log));
        }
        Ok(())
    }

    pub(crate) fn bug(&self) -> Option<Bug> {
        self.bug
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    fn log(&self) -> Result<Option<Arc<SqliteLog>>, LogError> {
        match &self.real {
            None => Ok(None),
            Some(real) => lock(real).log.clone().ok_or(LogError::Closed).map(Some),
        }
    }

    /// Does something with what keeps the entries.
    fn kept<T>(
        &self,
        work: impl FnOnce(&dyn RoomLog) -> Result<T, LogError>,
    ) -> Result<T, LogError> {
        match self.log()? {
            Some(log) => work(&*log),
            None => work(&self.model),
        }
    }

    /// Does something with the disk, if there is one.
    pub(crate) fn disk<T>(&self, work: impl FnOnce(&mut Disk) -> T) -> Option<T> {
        self.real.as_ref().map(|real| work(&mut lock(real).vfs.disk()))
    }

    /// Checkpoints it was given.
    pub(crate) fn checkpoints(&self) -> u64 {
        self.state().checkpoints
    }

    /// Entries that are not durable yet.
    pub(crate) fn waiting(&self) -> usize {
        self.state().waiting.len()
    }

    /// Makes the disk, or the model of one, misbehave.
    pub(crate) fn misbehave(&self, faults: Faults) {
        self.state().failing = !faults.is_none();
        self.disk(|disk| disk.set_faults(faults));
    }

    /// Makes it behave again.
    pub(crate) fn behave(&self) {
        self.state().failing = false;
        self.disk(|disk| disk.set_faults(Faults::default()));
    }

    /// Whether anything failed since the last call.
    pub(crate) fn has_failed(&self) -> bool {
        self.state().failing || self.disk(|disk| !disk.take_failed().is_empty()) == Some(true)
    }

    /// Makes up to `count` entries durable, or fails them.
    pub(crate) fn step(&self, count: usize) {
        let (batch, failing) = {
            let mut state = self.state();
            let count = count.min(state.waiting.len());
            (state.waiting.drain(..count).collect::<Waiting>(), state.failing)
        };
        let log = self.log().ok().flatten();
        for (lease, entry, ack) in batch {
            match &log {
                Some(log) => log.append(&lease, entry, ack),
                None if failing => {
                    let reason = "injected".to_owned();
                    ack(Err(LogError::Store { doing: "committing", reason }));
                }
                None => self.model.append(&lease, entry, ack),
            }
        }
        if let Some(log) = log {
            while log.step() > 0 {}
        }
    }

    /// Does something that waits for the log, which no longer lets anybody wait.
    pub(crate) fn at_once<T>(&self, work: impl FnOnce() -> T) -> T {
        self.state().at_once = true;
        let done = work();
        self.state().at_once = false;
        done
    }

    /// Drops what no longer has to be kept; how many inputs that were. A disk that fails keeps
    /// them.
    pub(crate) fn retain(&self) -> u64 {
        let Ok(Some(log)) = self.log() else { return 0 };
        log.retain(u64::MAX).map_or(0, |freed| freed.records as u64)
    }

    /// The process dies: up to `count` entries still get to the disk, without anybody knowing, or
    /// even only so many operations of writing them. Then the machine may lose its power too.
    pub(crate) fn crash(&self, count: usize, lost_power: bool, dies_after: Option<u64>) {
        let batch: Waiting = {
            let mut state = self.state();
            let mut waiting = std::mem::take(&mut state.waiting);
            waiting.truncate(count);
            state.failing = false;
            waiting
        };
        for (lease, entry, _) in batch {
            // Nobody is left who could be told.
            let _ = self.kept(|log| {
                log.append(&lease, entry, Box::new(|_| ()));
                Ok(())
            });
        }
        let Some(real) = &self.real else { return };
        let mut real = lock(real);
        if let Some(after) = dies_after {
            // In the middle of writing them.
            let mut disk = real.vfs.disk();
            let fail_nth = Some(disk.ops() + after);
            disk.set_faults(Faults { fail_nth, sticky: true, capacity: None, fail_once_in: None });
        }
        if let Some(log) = &real.log {
            while log.step() > 0 {}
        }
        real.vfs.disk().set_faults(Faults::default());
        real.vfs.disk().cut_power();
        real.log = None;
        real.vfs.disk().restart(lost_power);
    }

    /// The process ends in peace.
    pub(crate) fn close(&self) {
        self.step(usize::MAX);
        if let Some(real) = &self.real {
            lock(real).log = None;
        }
    }

    /// Somebody was shown all that happened in a room up to an event.
    pub(crate) fn show(&self, room: &RoomId, event: u64) {
        let mut state = self.state();
        let Some(promise) = state.promises.get_mut(room) else { return };
        let from = promise.shown.last_key_value().map_or(1, |(last, _)| last + 1);
        for number in from..=event {
            if let Some(bytes) = promise.given.get(&number) {
                promise.shown.insert(number, bytes.clone());
            }
        }
    }

    /// Whoever opened a room was told that it exists.
    pub(crate) fn show_open(&self, room: &RoomId) {
        self.state().promises.entry(room.clone()).or_default().opened = true;
    }

    /// Somebody was given a token.
    pub(crate) fn show_token(&self, room: &RoomId, token: &str, player: PlayerId) {
        if let Some(promise) = self.state().promises.get_mut(room) {
            promise.tokens.insert(token.to_owned(), player);
        }
    }

    /// Rooms there must be, and what must be in them.
    pub(crate) fn promises(&self) -> BTreeMap<RoomId, Promise> {
        let mut promises = self.state().promises.clone();
        promises.retain(|_, promise| promise.opened);
        promises
    }

    /// Says how what is durable breaks what was promised.
    pub(crate) fn broken_promise(&self, room: &RoomId, promise: &Promise) -> Option<String> {
        let stored = match self.kept(|log| log.read(room)) {
            Ok(stored) => stored,
            Err(error) => return Some(format!("it cannot be read: {error}")),
        };
        for (event, bytes) in promise.shown.range(stored.first_event..) {
            let at = usize::try_from(event - stored.first_event).unwrap_or(usize::MAX);
            let Some(record) = stored.records.get(at) else {
                let last = stored.records.len();
                return Some(format!("event {event} was shown, the log ends with {last}"));
            };
            if encode_record(record).as_ref() != Ok(bytes) {
                return Some(format!("event {event} was shown otherwise than {record:?}"));
            }
        }
        for (token, player) in &promise.tokens {
            let digest = Token::parse(token).map(|token| token.digest());
            let known = stored.tokens.iter().find(|(known, _)| Some(*known) == digest);
            if known.map(|(_, player)| player) != Some(player) {
                return Some(format!("the token of {player:?} is forgotten"));
            }
        }
        stored.lost.map(|lost| format!("{lost:?}"))
    }
}

/// The log as one incarnation of the server knows it.
pub(crate) struct Log(pub(crate) Arc<Store>);

impl RoomLog for Log {
    fn lease(&self, room: &RoomId) -> Result<Lease, LogError> {
        self.0.step(usize::MAX);
        self.0.kept(|log| log.lease(room))
    }

    fn append(&self, lease: &Lease, mut entry: Entry, ack: Ack) {
        let (store, room) = (&self.0, lease.room().clone());
        let mut state = store.state();
        state.given += 1;
        match &entry {
            Entry::Open(_) => {
                state.promises.entry(room).or_default();
            }
            Entry::Delete => {
                state.promises.remove(&room);
            }
            Entry::Record { event, record } => {
                let promise = state.promises.entry(room).or_default();
                promise.given.insert(*event, encode_record(record).unwrap_or_default());
            }
            Entry::Amend { event, record } => {
                let given = &mut state.promises.entry(room).or_default().given;
                match record {
                    Some(record) => given.insert(*event, encode_record(record).unwrap_or_default()),
                    None => given.remove(event),
                };
            }
            // Whoever had the player's place before has given it back.
            Entry::Token { player, .. } => {
                let promise = state.promises.entry(room).or_default();
                promise.tokens.retain(|_, bearer| bearer != player);
            }
            Entry::Checkpoint { .. } => state.checkpoints += 1,
            _ => {}
        }
        match (store.bug, &mut entry) {
            (Some(Bug::EarlyAck), _) => {
                ack(Ok(()));
                state.waiting.push_back((lease.clone(), entry, Box::new(|_| ())));
            }
            (Some(Bug::ForgetsTokens), Entry::Token { token, .. }) => {
                *token = TokenDigest::from_bytes([7; 32]);
                state.waiting.push_back((lease.clone(), entry, ack));
            }
            (Some(Bug::WrongRecord), Entry::Record { record, .. })
                if state.given.is_multiple_of(16) =>
            {
                record.tick += 1;
                state.waiting.push_back((lease.clone(), entry, ack));
            }
            _ => state.waiting.push_back((lease.clone(), entry, ack)),
        }
        let at_once = state.at_once;
        drop(state);
        if at_once {
            store.step(usize::MAX);
        }
    }

    fn read(&self, room: &RoomId) -> Result<StoredRoom, LogError> {
        self.0.step(usize::MAX);
        if self.0.real.is_none() && self.0.state().failing {
            return Err(LogError::Store { doing: "reading", reason: "injected".to_owned() });
        }
        self.0.kept(|log| log.read(room))
    }

    fn package(&self, digest: PackageDigest) -> Result<Option<Arc<[u8]>>, LogError> {
        self.0.kept(|log| log.package(digest))
    }

    fn rooms(&self) -> Result<Vec<(RoomId, RoomMeta)>, LogError> {
        self.0.kept(RoomLog::rooms)
    }

    fn visits(&self) -> Result<Vec<(RoomId, u64)>, LogError> {
        self.0.kept(RoomLog::visits)
    }
}
