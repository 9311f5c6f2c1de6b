//! The log of a simulated server: what it is given, what it made durable, and what of that anybody
//! has been shown.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fangqi_room::model::PlayerId;
use fangqi_server::log::{
    Ack, Entry, LogError, MemoryLog, RoomLog, RoomMeta, StoredRoom, encode_record,
};
use fangqi_server::session::RoomId;

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

type Waiting = VecDeque<(RoomId, Entry, Ack)>;

/// What the world outside may rely on, per room.
#[derive(Debug, Default, Clone)]
pub(crate) struct Promise {
    /// Whoever opened it was told that it exists.
    opened: bool,
    /// Encoded records by number as last given to the log.
    given: BTreeMap<u64, Vec<u8>>,
    /// Records somebody has been shown, or has been shown the effect of.
    pub(crate) shown: BTreeMap<u64, Vec<u8>>,
    /// Tokens somebody holds.
    pub(crate) tokens: BTreeMap<String, PlayerId>,
}

#[derive(Default)]
struct State {
    waiting: Waiting,
    promises: BTreeMap<RoomId, Promise>,
    /// Fails the next batches.
    failing: bool,
    given: u64,
}

/// A log that makes things durable when told to.
pub(crate) struct Store {
    kept: MemoryLog,
    state: Mutex<State>,
    bug: Option<Bug>,
}

impl Store {
    pub(crate) fn new(bug: Option<Bug>) -> Arc<Self> {
        Arc::new(Self { kept: MemoryLog::new(), state: Mutex::default(), bug })
    }

    pub(crate) fn bug(&self) -> Option<Bug> {
        self.bug
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Entries that are not durable yet.
    pub(crate) fn waiting(&self) -> usize {
        self.state().waiting.len()
    }

    pub(crate) fn set_failing(&self, failing: bool) {
        self.state().failing = failing;
    }

    /// Makes up to `count` entries durable, or fails them.
    pub(crate) fn step(&self, count: usize) {
        let (batch, failing) = {
            let mut state = self.state();
            let count = count.min(state.waiting.len());
            (state.waiting.drain(..count).collect::<Waiting>(), state.failing)
        };
        for (room, entry, ack) in batch {
            if failing {
                ack(Err(LogError::Store { doing: "committing", reason: "injected".to_owned() }));
            } else {
                self.kept.append(&room, entry, ack);
            }
        }
    }

    /// The process dies: up to `count` entries still get to the disk, without anybody knowing.
    pub(crate) fn crash(&self, count: usize) {
        let batch: Waiting = {
            let mut state = self.state();
            let mut waiting = std::mem::take(&mut state.waiting);
            waiting.truncate(count);
            state.failing = false;
            waiting
        };
        for (room, entry, _) in batch {
            self.kept.append(&room, entry, Box::new(|_| ()));
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
        let stored = match self.kept.read(room) {
            Ok(stored) => stored,
            Err(error) => return Some(format!("it cannot be read: {error}")),
        };
        for (event, bytes) in &promise.shown {
            let at = usize::try_from(event - 1).unwrap_or(usize::MAX);
            let Some(record) = stored.records.get(at) else {
                let last = stored.records.len();
                return Some(format!("event {event} was shown, the log ends with {last}"));
            };
            if encode_record(record).as_ref() != Ok(bytes) {
                return Some(format!("event {event} was shown otherwise than {record:?}"));
            }
        }
        for (token, player) in &promise.tokens {
            let known = stored.tokens.iter().find(|(known, _)| known.reveal() == token);
            if known.map(|(_, player)| player) != Some(player) {
                return Some(format!("the token of {player:?} is forgotten"));
            }
        }
        None
    }
}

/// The log as one life of the server knows it.
pub(crate) struct Log(pub(crate) Arc<Store>);

impl RoomLog for Log {
    fn append(&self, room: &RoomId, mut entry: Entry, ack: Ack) {
        let store = &self.0;
        let mut state = store.state();
        state.given += 1;
        match &entry {
            Entry::Open(_) => {
                state.promises.entry(room.clone()).or_default();
            }
            Entry::Delete => {
                state.promises.remove(room);
            }
            Entry::Record { event, record } => {
                let promise = state.promises.entry(room.clone()).or_default();
                promise.given.insert(*event, encode_record(record).unwrap_or_default());
            }
            Entry::Token { .. } => {}
        }
        match (store.bug, &mut entry) {
            (Some(Bug::EarlyAck), _) => {
                ack(Ok(()));
                state.waiting.push_back((room.clone(), entry, Box::new(|_| ())));
            }
            (Some(Bug::ForgetsTokens), Entry::Token { .. }) => ack(Ok(())),
            (Some(Bug::WrongRecord), Entry::Record { record, .. }) if state.given % 16 == 0 => {
                record.tick += 1;
                state.waiting.push_back((room.clone(), entry, ack));
            }
            _ => state.waiting.push_back((room.clone(), entry, ack)),
        }
    }

    fn read(&self, room: &RoomId) -> Result<StoredRoom, LogError> {
        self.0.step(usize::MAX);
        if self.0.state().failing {
            return Err(LogError::Store { doing: "reading", reason: "injected".to_owned() });
        }
        self.0.kept.read(room)
    }

    fn rooms(&self) -> Result<Vec<(RoomId, RoomMeta)>, LogError> {
        self.0.kept.rooms()
    }
}
