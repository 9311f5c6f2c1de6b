//! A database server with its standby: transactions, locks, commits, and what can befall them.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_postgres::error::SqlState;

use super::Weakness;
use super::chance::{below, millis, once_in};
use super::history::History;
use super::tables::{Changes, Key, Row, Tables};
use crate::log::postgres::database::Failure;
use crate::metrics::lock;

/// `lock_timeout` of the log's sessions.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// Why a request was not answered as asked.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The session has ended.
    Lost,
    Refused(SqlState),
}

impl Failure for Trouble {
    fn is_lost(&self) -> bool {
        matches!(self, Self::Lost)
    }

    fn code(&self) -> Option<&SqlState> {
        match self {
            Self::Lost => None,
            Self::Refused(code) => Some(code),
        }
    }
}

/// Something that happens once.
#[derive(Debug, Default)]
pub(super) struct Flag {
    set: AtomicBool,
    waiting: Notify,
}

impl Flag {
    pub(super) fn set(&self) {
        self.set.store(true, Ordering::SeqCst);
        self.waiting.notify_waiters();
    }

    pub(super) fn is_set(&self) -> bool {
        self.set.load(Ordering::SeqCst)
    }

    pub(super) async fn wait(&self) {
        let mut waiting = std::pin::pin!(self.waiting.notified());
        waiting.as_mut().enable();
        if !self.is_set() {
            waiting.await;
        }
    }
}

/// How a row is locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Share,
    Exclusive,
}

/// How the network treats what a machine sends and is sent.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weather {
    /// On average one request in this number meets with something.
    pub(super) trouble_once_in: u64,
    /// Nothing gets through until then.
    pub(super) cut_off_until: Instant,
}

#[derive(Debug)]
pub(super) struct State {
    /// What transactions see.
    pub(super) tables: Tables,
    standby: Tables,
    /// What the standby does not have yet, by the number of the commit.
    unsent: VecDeque<(u64, Changes)>,
    /// What is committed, but not seen before its session has heard from the standby.
    unseen: BTreeMap<u64, Changes>,
    commits: u64,
    /// Up to here the standby has all commits.
    safe: u64,
    /// Up to here commits no longer wait for the standby.
    cancelled: u64,
    locks: BTreeMap<Key, Vec<(u64, Mode)>>,
    transactions: u64,
    /// Rises when the server crashes or the standby takes over.
    generation: u64,
    next_key: i64,
    up: bool,
    /// Most sessions at the same time.
    pub(super) limit: usize,
    sessions: BTreeMap<u64, (String, Arc<Flag>)>,
    sessions_made: u64,
    pub(super) weather: Vec<Weather>,
    pub(super) standby_stalled_until: Instant,
    /// Microseconds by which the clock is ahead.
    pub(super) clock_ahead: i64,
    /// Thousandths by which it is fast.
    pub(super) clock_fast: i64,
    /// The tables as they were some time ago, and until when a weak database reads them.
    pub(super) older: Tables,
    pub(super) stale_until: Instant,
}

#[derive(Debug)]
pub(super) struct Server {
    state: Mutex<State>,
    changed: Notify,
    pub(super) weakness: Option<Weakness>,
    began: Instant,
    pub(super) history: Mutex<History>,
}

impl Server {
    pub(super) fn new(machines: usize, weakness: Option<Weakness>, history: History) -> Arc<Self> {
        let now = Instant::now();
        let mut tables = Tables::default();
        tables.apply(&vec![(Key::Clock, Some(Row::Number(1)))]);
        let calm = Weather { trouble_once_in: u64::MAX, cut_off_until: now };
        let state = State {
            standby: tables.clone(),
            tables,
            unsent: VecDeque::new(),
            unseen: BTreeMap::new(),
            commits: 0,
            safe: 0,
            cancelled: 0,
            locks: BTreeMap::new(),
            transactions: 0,
            generation: 0,
            next_key: 1,
            up: true,
            limit: usize::MAX,
            sessions: BTreeMap::new(),
            sessions_made: 0,
            weather: vec![calm; machines],
            standby_stalled_until: now,
            clock_ahead: 0,
            clock_fast: 0,
            older: Tables::default(),
            stale_until: now,
        };
        let server = Arc::new(Self {
            state: Mutex::new(state),
            changed: Notify::new(),
            weakness,
            began: now,
            history: Mutex::new(history),
        });
        tokio::spawn(replicate(Arc::clone(&server)));
        server
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    pub(super) fn note(&self, line: impl FnOnce() -> String) {
        lock(&self.history).note(line());
    }

    /// Microseconds by the server's clock.
    pub(super) fn clock(&self) -> i64 {
        let (ahead, fast) = {
            let state = self.state();
            (state.clock_ahead, state.clock_fast)
        };
        let passed = i64::try_from(self.began.elapsed().as_micros()).unwrap_or(i64::MAX);
        1_000_000_000_000 + ahead + passed + passed / 1000 * fast
    }

    /// Lets a session in, unless there are too many or the server is down.
    pub(super) fn admit(&self, purpose: &str, end: &Arc<Flag>) -> Option<u64> {
        let mut state = self.state();
        if !state.up || state.sessions.len() >= state.limit {
            return None;
        }
        state.sessions_made += 1;
        let id = state.sessions_made;
        state.sessions.insert(id, (purpose.to_owned(), Arc::clone(end)));
        Some(id)
    }

    pub(super) fn rename(&self, session: u64, purpose: String) {
        if let Some((known, _)) = self.state().sessions.get_mut(&session) {
            *known = purpose;
        }
    }

    pub(super) fn forget(&self, session: u64) {
        self.state().sessions.remove(&session);
    }

    /// Ends the sessions of a purpose.
    pub(super) fn end(&self, purpose: &str) {
        for (known, end) in self.state().sessions.values() {
            if known == purpose {
                end.set();
            }
        }
    }

    pub(super) fn begin(self: &Arc<Self>) -> Transaction {
        let mut state = self.state();
        state.transactions += 1;
        let (id, generation) = (state.transactions, state.generation);
        drop(state);
        let server = Arc::clone(self);
        Transaction {
            server,
            id,
            generation,
            changes: Vec::new(),
            locked: Vec::new(),
            commit: None,
        }
    }

    /// What a statement reads.
    pub(super) fn reading<T>(&self, read: impl FnOnce(&Tables) -> T) -> T {
        let state = self.state();
        let stale =
            self.weakness == Some(Weakness::StaleReads) && Instant::now() < state.stale_until;
        read(if stale { &state.older } else { &state.tables })
    }

    pub(super) fn new_key(&self) -> i64 {
        let mut state = self.state();
        state.next_key += 1;
        state.next_key - 1
    }

    /// Commits no longer wait for the standby; those that do are told so by a warning.
    pub(super) fn cancel_waiting(&self) {
        {
            let mut state = self.state();
            state.cancelled = state.commits;
        }
        self.changed.notify_waiters();
    }

    /// The server crashes. It comes back with all that it had committed, or the standby takes its
    /// place with all that it was sent by then.
    pub(super) fn crash(&self, failover: bool) {
        {
            let mut state = self.state();
            let state = &mut *state;
            state.generation += 1;
            state.locks.clear();
            if failover {
                let sent = below(state.unsent.len() + 1);
                for (_, changes) in state.unsent.drain(..sent) {
                    state.standby.apply(&changes);
                }
                state.unsent.clear();
                state.unseen.clear();
                state.tables = state.standby.clone();
                (state.safe, state.cancelled) = (state.commits, state.commits);
                state.next_key = state.tables.last_key() + 1;
                state.stale_until = Instant::now() + Duration::from_secs(15);
            } else {
                for changes in std::mem::take(&mut state.unseen).into_values() {
                    state.tables.apply(&changes);
                }
            }
            state.up = false;
            for (_, end) in std::mem::take(&mut state.sessions).into_values() {
                end.set();
            }
        }
        self.changed.notify_waiters();
    }

    pub(super) fn come_up(&self) {
        self.state().up = true;
    }

    /// All that is committed is on the standby.
    pub(super) fn is_quiet(&self) -> bool {
        let state = self.state();
        state.unsent.is_empty() && state.unseen.is_empty()
    }
}

/// Brings commits to the standby.
async fn replicate(server: Arc<Server>) {
    loop {
        let mut changed = std::pin::pin!(server.changed.notified());
        changed.as_mut().enable();
        if server.state().unsent.is_empty() {
            changed.await;
            continue;
        }
        tokio::time::sleep(millis(0, 2)).await;
        loop {
            let until = server.state().standby_stalled_until;
            if Instant::now() >= until {
                break;
            }
            tokio::time::sleep_until(until).await;
        }
        {
            let mut state = server.state();
            let state = &mut *state;
            for (commit, changes) in state.unsent.drain(..) {
                state.standby.apply(&changes);
                state.safe = commit;
            }
        }
        server.changed.notify_waiters();
    }
}

/// A transaction. One that is dropped is rolled back; one that is dropped while its commit waits
/// for the standby is committed nevertheless.
#[derive(Debug)]
pub(super) struct Transaction {
    server: Arc<Server>,
    id: u64,
    generation: u64,
    changes: Changes,
    locked: Vec<Key>,
    commit: Option<u64>,
}

impl Drop for Transaction {
    fn drop(&mut self) {
        {
            let mut state = self.server.state();
            let state = &mut *state;
            if state.generation != self.generation {
                return;
            }
            if let Some(commit) = self.commit
                && let Some(changes) = state.unseen.remove(&commit)
            {
                state.tables.apply(&changes);
            }
            for key in self.locked.drain(..) {
                if let Some(holders) = state.locks.get_mut(&key) {
                    holders.retain(|(holder, _)| *holder != self.id);
                    if holders.is_empty() {
                        state.locks.remove(&key);
                    }
                }
            }
        }
        self.server.changed.notify_waiters();
    }
}

impl Transaction {
    /// A row as this transaction sees it.
    pub(super) fn get(&self, key: &Key) -> Option<Row> {
        match self.changes.iter().rev().find(|(changed, _)| changed == key) {
            Some((_, row)) => row.clone(),
            None => self.server.state().tables.get(key).cloned(),
        }
    }

    pub(super) fn number(&self, key: &Key) -> Option<i64> {
        match self.get(key)? {
            Row::Number(number) => Some(number),
            row => unreachable!("{row:?}"),
        }
    }

    pub(super) fn put(&mut self, key: Key, row: Row) {
        self.changes.push((key, Some(row)));
    }

    pub(super) fn delete(&mut self, key: Key) {
        self.changes.push((key, None));
    }

    /// The keys of rows that this transaction sees in a range.
    pub(super) fn keys(&self, range: std::ops::RangeInclusive<Key>) -> Vec<Key> {
        let mut keys: Vec<Key> = {
            let state = self.server.state();
            state.tables.range(range.clone()).map(|(key, _)| key.clone()).collect()
        };
        keys.extend(
            self.changes.iter().map(|(key, _)| key).filter(|key| range.contains(*key)).cloned(),
        );
        keys.sort();
        keys.dedup();
        keys.retain(|key| self.get(key).is_some());
        keys
    }

    /// Locks a row until the transaction ends, or the place where it would be.
    pub(super) async fn lock(&mut self, key: &Key, mode: Mode) -> Result<(), Trouble> {
        let until = Instant::now() + LOCK_TIMEOUT;
        loop {
            let server = Arc::clone(&self.server);
            let mut changed = std::pin::pin!(server.changed.notified());
            changed.as_mut().enable();
            {
                let mut state = self.server.state();
                let holders = state.locks.entry(key.clone()).or_default();
                let others = || holders.iter().filter(|(holder, _)| *holder != self.id);
                let free = match mode {
                    Mode::Exclusive => others().next().is_none(),
                    Mode::Share => others().all(|(_, held)| *held == Mode::Share),
                };
                if free {
                    holders.push((self.id, mode));
                    self.locked.push(key.clone());
                    return Ok(());
                }
            }
            if tokio::time::timeout_at(until, changed).await.is_err() {
                return Err(Trouble::Refused(SqlState::LOCK_NOT_AVAILABLE));
            }
        }
    }

    /// Takes the time of a statement, which now and then is long.
    pub(super) async fn work(&self) {
        if once_in(4) {
            let most = if once_in(30) { 6500 } else { 3 };
            tokio::time::sleep(millis(1, most)).await;
        }
    }

    /// Commits, and waits until the standby has it. Returns whether it has.
    pub(super) async fn commit(mut self) -> Result<bool, Trouble> {
        if self.changes.is_empty() {
            return Ok(true);
        }
        let commit = {
            let mut state = self.server.state();
            if state.generation != self.generation {
                return Err(Trouble::Lost);
            }
            state.commits += 1;
            let commit = state.commits;
            let changes = std::mem::take(&mut self.changes);
            state.unsent.push_back((commit, changes.clone()));
            state.unseen.insert(commit, changes);
            commit
        };
        self.commit = Some(commit);
        self.server.changed.notify_waiters();
        if self.server.weakness == Some(Weakness::NoStandby) {
            return Ok(true);
        }
        loop {
            let server = Arc::clone(&self.server);
            let mut changed = std::pin::pin!(server.changed.notified());
            changed.as_mut().enable();
            {
                let state = self.server.state();
                if state.safe >= commit {
                    return Ok(true);
                }
                if state.cancelled >= commit {
                    return Ok(false);
                }
            }
            changed.await;
        }
    }
}
