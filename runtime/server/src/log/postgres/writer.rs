//! The writer: one transaction for all that waits, and what becomes of it when the connection is
//! lost.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use rustc_hash::FxHashMap;
use tokio::time::Instant;
use tokio_postgres::error::SqlState;

use super::Core;
use super::clock::NOTED;
use super::connect::Place;
use super::database::{Database, Failure, NotDone, Prepared, RoomRow, Session};
use super::fence::{self, Standing};
use super::plan::{self, Claims, Known, Opened, Order, Plan, Remembered, Sql, Step, Value, Work};
use super::schema::PACKAGE_GONE;
use crate::entropy;
use crate::log::LogError;
use crate::log::record::decode_meta;
use crate::metrics::lock;
use crate::session::RoomId;

/// For how long entries wait for a database that is away: longer than a standby takes to become the
/// primary. Then they fail, and with them all that come until it is back, so that players are told.
const PATIENCE: Duration = Duration::from_secs(30);
/// After so long without an answer, the outcome of a commit is asked for.
const COMMIT: Duration = Duration::from_secs(10);
/// The same for a log that is being closed.
const LAST_PATIENCE: Duration = Duration::from_secs(3);
/// Longest time that any other answer may take.
const ANSWER: Duration = Duration::from_secs(8);
/// The first and the longest pause between attempts to connect.
const PAUSES: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(5)];
/// How often a transaction is tried that the server refuses for reasons that pass.
const TRIES: usize = 4;
/// Rooms that are remembered.
const REMEMBERED: usize = 64 * 1024;
/// After being idle this long, the writer stores the clock.
const IDLE: Duration = Duration::from_secs(60);

pub(super) struct Writer<D: Database = Place> {
    core: Arc<Core<D>>,
    session: Option<D::Prepared>,
    known: Known,
    /// The number of the last transaction that has a marker.
    batch: i64,
    clock_noted: u64,
    /// The fence was lost, and has not been confirmed since: others may have taken rooms away.
    lost: bool,
    /// Since when the database is away.
    away_since: Option<Instant>,
    pause: Duration,
    next_try: Instant,
}

/// How an attempt to reach the database ended.
enum Reached {
    /// The fence holds, and what was remembered is right.
    Yes,
    /// The rooms may have changed hands; nothing is remembered, and all leases have ended.
    Regained,
    /// Not now.
    No(LogError),
}

/// How a plan ended.
enum Ended {
    Done,
    /// What was remembered was wrong.
    Again,
    All(LogError),
    /// The statement of one room was refused.
    Refused(LogError),
}

impl<D: Database> Writer<D> {
    /// A writer with the session in which the fence was taken.
    pub(super) fn new(core: Arc<Core<D>>, session: D::Prepared, batch: i64) -> Self {
        let clock_noted = core.clock.now();
        Self {
            core,
            session: Some(session),
            known: Known::default(),
            batch,
            clock_noted,
            lost: false,
            away_since: None,
            pause: PAUSES[0],
            next_try: Instant::now(),
        }
    }

    /// Writes until the queue is closed and empty.
    pub(super) async fn run(mut self) {
        let core = Arc::clone(&self.core);
        loop {
            let batch = core.queue.take();
            if !batch.is_empty() {
                self.commit(batch).await;
            } else if core.queue.is_closed() {
                break;
            } else {
                self.wait().await;
            }
        }
        self.note_clock().await;
        if let Some(session) = &self.session {
            let leaving = session.session().leave(core.hold());
            if !matches!(tokio::time::timeout(LAST_PATIENCE, leaving).await, Ok(Ok(()))) {
                tracing::debug!("the server's row was not given back");
            }
        }
    }

    /// Waits for orders, and keeps the connection whole meanwhile.
    async fn wait(&mut self) {
        let core = Arc::clone(&self.core);
        if core.replaced.load(Ordering::Relaxed) {
            // For good. Neither an ended connection nor a doubt is anything to act on.
            return core.queue.news.notified().await;
        }
        match &self.session {
            // In this order, so that a simulation replays exactly.
            Some(session) => tokio::select! {
                biased;
                () = core.queue.news.notified() => {}
                () = session.session().ended() => {}
                () = core.doubted.notified() => {}
                () = tokio::time::sleep(IDLE) => self.note_clock().await,
            },
            None => tokio::select! {
                biased;
                () = core.queue.news.notified() => {}
                () = tokio::time::sleep_until(self.next_try) => {}
            },
        }
        if core.queue.is_closed() {
            return;
        }
        if let Reached::No(error) = self.reach().await {
            self.say_away(error);
        }
    }

    /// Makes sure of session and fence, connecting again if necessary. Tries at most once.
    async fn reach(&mut self) -> Reached {
        if self.core.replaced.load(Ordering::Relaxed) {
            return Reached::No(self.core.name_in_use());
        }
        let whole = self.session.as_ref().is_some_and(|session| !session.session().is_closed());
        if whole && !self.core.is_in_doubt() {
            return Reached::Yes;
        }
        if !whole {
            self.session = None;
            if Instant::now() < self.next_try {
                tokio::time::sleep_until(self.next_try).await;
            }
            match self.core.writer_session().await {
                Ok(session) => self.session = Some(session),
                Err(error) => return Reached::No(self.unreached(error)),
            }
        }
        self.confirm().await
    }

    /// Confirms the fence with a write of its own.
    async fn confirm(&mut self) -> Reached {
        let Some(session) = &self.session else {
            return Reached::No(self.core.place.away("its connection has ended"));
        };
        let (sent, warnings) = (Instant::now(), session.session().warnings());
        let confirming = fence::confirm(session.session(), self.core.hold(), &mut self.lost);
        let Ok(standing) = tokio::time::timeout(ANSWER, confirming).await else {
            return Reached::No(self.unreached(self.core.place.away("it does not answer")));
        };
        if session.session().warnings() != warnings {
            // What was committed before it is then not safe either.
            return Reached::No(self.unreached(self.core.unsafe_yet()));
        }
        match standing {
            Ok(Standing::Held { epoch }) if !self.lost => {
                self.core.confirmed(epoch, sent);
                self.back();
                Reached::Yes
            }
            Ok(Standing::Held { epoch }) => {
                tracing::warn!("the server was not heard of in time; its rooms start again");
                // Before the epoch: leases that are being granted look whether this has changed.
                self.core.terms.fetch_add(1, Ordering::SeqCst);
                lock(&self.core.rooms).clear();
                self.known = Known::default();
                self.lost = false;
                self.core.confirmed(epoch, sent);
                self.back();
                Reached::Regained
            }
            Ok(Standing::Replaced) => {
                let error = self.core.name_in_use();
                tracing::error!(%error, "another server has taken over; this one writes no more");
                self.core.replaced.store(true, Ordering::Relaxed);
                Reached::No(error)
            }
            Err(error) => {
                // It may be that an old session still holds a lock.
                let error = self.core.place.failed("confirming the server's row")(error);
                Reached::No(self.unreached(error))
            }
        }
    }

    /// Notes that an attempt has failed: the next one is with a new session, after a pause.
    fn unreached(&mut self, error: LogError) -> LogError {
        self.session = None;
        self.next_try = Instant::now() + jittered(self.pause);
        self.pause = (self.pause * 2).min(PAUSES[1]);
        error
    }

    fn back(&mut self) {
        self.pause = PAUSES[0];
        if let Some(since) = self.away_since.take() {
            let seconds = since.elapsed().as_secs();
            tracing::info!(database = self.core.place.shown(), seconds, "the database is back");
        }
        self.core.queue.set_away(None);
    }

    /// Notes that the database is away. Returns whether entries need not wait for it any more.
    fn say_away(&mut self, error: LogError) -> bool {
        let since = *self.away_since.get_or_insert_with(|| {
            tracing::error!(%error, "the log cannot be written");
            Instant::now()
        });
        let patience = if self.core.queue.is_closed() { LAST_PATIENCE } else { PATIENCE };
        let hopeless = since.elapsed() >= patience || self.core.replaced.load(Ordering::Relaxed);
        if hopeless {
            self.core.queue.set_away(Some(error));
        }
        hopeless
    }

    /// Makes a batch durable and acknowledges it.
    async fn commit(&mut self, batch: Vec<Order>) {
        if batch.iter().all(|order| matches!(order.work, Work::Nothing)) {
            return acknowledge(batch, Vec::new());
        }
        let started = Instant::now();
        let claims = Claims::of(&batch, &mut lock(&self.core.rooms));
        let count = batch.len() as u64;
        let results = self.write(&batch, &claims, true).await;
        self.core.commits.entries.add(count);
        self.core.commits.time.add_since(started.into_std());
        if self.known.rooms.len() > REMEMBERED {
            self.known.rooms.clear();
        }
        acknowledge(batch, results);
    }

    /// Writes a batch. Returns what its orders are answered.
    async fn write(
        &mut self,
        batch: &[Order],
        claims: &Claims,
        may_split: bool,
    ) -> Vec<Result<(), LogError>> {
        let all = |error: LogError| vec![Err(error); batch.len()];
        let mut tries = 0;
        loop {
            match self.reach_patiently().await {
                Ok(true) => {}
                Ok(false) => return all(self.core.fenced()),
                Err(error) => return all(error),
            }
            match self.remembering(batch, claims).await {
                Ok(()) => {}
                Err(LogError::Away { .. }) => {
                    self.session = None;
                    continue;
                }
                Err(error) => return all(error),
            }
            let mut plan = {
                let core = &self.core;
                plan::plan(&mut self.known, claims, batch, core.clock.now(), || core.fenced())
            };
            let error = match self.carry_out(&mut plan).await {
                Ended::Done => return plan.results,
                Ended::All(error) => error,
                Ended::Again if tries < TRIES => {
                    tries += 1;
                    self.forget(claims);
                    continue;
                }
                Ended::Again => self.core.place.unusable("it refuses what it lacks; see its log"),
                Ended::Refused(error) if may_split && claims.owned.len() > 1 => {
                    tracing::error!(%error, "a transaction is refused; each room is tried alone");
                    self.forget(claims);
                    return self.write_apart(batch, claims).await;
                }
                Ended::Refused(error) => error,
            };
            tracing::error!(%error, "entries of the log are lost; their rooms go back");
            self.forget(claims);
            return all(error);
        }
    }

    /// Writes the orders of each room by themselves, so that one room's trouble is its own.
    async fn write_apart(&mut self, batch: &[Order], claims: &Claims) -> Vec<Result<(), LogError>> {
        let mut results = Vec::with_capacity(batch.len());
        let mut broken: FxHashMap<&RoomId, LogError> = FxHashMap::default();
        for order in batch {
            let room = order.lease.room();
            if let Some(error) = broken.get(room) {
                results.push(Err(error.clone()));
                continue;
            }
            let alone = Box::pin(self.write(std::slice::from_ref(order), claims, false)).await;
            let result = alone.into_iter().next().unwrap_or(Err(LogError::Closed));
            if let Err(error) = &result {
                broken.insert(room, error.clone());
            }
            results.push(result);
        }
        results
    }

    fn forget(&mut self, claims: &Claims) {
        for key in claims.keys() {
            self.known.rooms.remove(&key);
        }
        self.known.packages.clear();
    }

    /// Waits for the database as long as entries may wait. Returns whether the fence has held all
    /// the time.
    async fn reach_patiently(&mut self) -> Result<bool, LogError> {
        if let Some(away) = self.core.queue.away() {
            return Err(away);
        }
        loop {
            match self.reach().await {
                Reached::Yes => return Ok(true),
                Reached::Regained => return Ok(false),
                Reached::No(error) => {
                    if self.say_away(error.clone()) {
                        return Err(error);
                    }
                }
            }
        }
    }

    /// Looks up what a plan has to know of rooms and packages.
    async fn remembering(&mut self, batch: &[Order], claims: &Claims) -> Result<(), LogError> {
        let silent = self.core.place.away("it does not answer");
        let remembering = tokio::time::timeout(ANSWER, self.remember(batch, claims));
        remembering.await.unwrap_or(Err(silent))
    }

    async fn remember(&mut self, batch: &[Order], claims: &Claims) -> Result<(), LogError> {
        let Some(session) = &self.session else { return Ok(()) };
        let unknown: Vec<i64> =
            claims.keys().into_iter().filter(|key| !self.known.rooms.contains_key(key)).collect();
        let failed = self.core.place.failed("looking up rooms");
        if !unknown.is_empty() {
            let rows = session.look_up(&unknown).await.map_err(&failed)?;
            let mut found: FxHashMap<i64, Remembered> =
                rows.into_iter().map(|row| (row.key, Some(remembered(row, claims)))).collect();
            for key in unknown {
                let room = found.remove(&key).flatten();
                self.known.rooms.insert(key, room);
            }
        }
        let wanted: Vec<_> = plan::packages_of(batch)
            .into_iter()
            .filter(|digest| !self.known.packages.contains(digest))
            .collect();
        if !wanted.is_empty() {
            let there = session.session().packages(&wanted).await.map_err(&failed)?;
            self.known.packages.extend(there);
        }
        Ok(())
    }

    /// Carries a plan out, whatever happens to the connection.
    async fn carry_out(&mut self, plan: &mut Plan) -> Ended {
        let now = self.core.clock.now();
        let noting = !plan.steps.is_empty() && now >= self.clock_noted + NOTED;
        if noting {
            plan.steps.push(Step::Run(Sql::Clock, vec![Value::Number(now.cast_signed())]));
        }
        self.batch += 1;
        let done = loop {
            let Some(session) = &self.session else {
                return Ended::All(self.core.place.away("its connection has ended"));
            };
            let (hold, warnings) = (self.core.hold(), session.session().warnings());
            let done = session.transact(hold, self.batch, &plan.steps, COMMIT).await;
            let warned = session.session().warnings() != warnings;
            let doubtful = match done {
                Ok(()) if !warned && !self.core.is_in_doubt() => break Ended::Done,
                // It may not have waited for a standby, or others may be taking over.
                Ok(()) => {
                    self.core.doubt();
                    true
                }
                Err(NotDone::Unknown(reason)) => {
                    tracing::warn!(reason, "the outcome of a commit is unknown; asking for it");
                    self.session = None;
                    true
                }
                Err(NotDone::Fenced) => {
                    self.core.doubt();
                    false
                }
                Err(NotDone::Refused(error)) => break self.refused(error),
            };
            match self.outcome(&plan.steps, doubtful).await {
                Ok(true) => break Ended::Done,
                // Nothing of it was written, and nothing of it can arrive late.
                Ok(false) => {}
                Err(ended) => break ended,
            }
        };
        if noting && matches!(done, Ended::Done) {
            self.clock_noted = now;
        }
        done
    }

    /// Makes sure of the fence and, if the outcome of a plan is in doubt, asks for it, until both
    /// are known at the same time or entries need not wait any more. Returns whether the plan was
    /// carried out.
    async fn outcome(&mut self, steps: &[Step], doubtful: bool) -> Result<bool, Ended> {
        loop {
            match self.reach_patiently().await {
                Ok(true) if !doubtful => return Ok(false),
                Ok(true) => {}
                Ok(false) => return Err(Ended::All(self.core.fenced())),
                Err(error) => return Err(Ended::All(error)),
            }
            match self.is_there(steps).await {
                // Others may have taken over before the answer arrived.
                Ok(true) if self.core.is_in_doubt() => {}
                Ok(there) => return Ok(there),
                Err(LogError::Away { .. }) => self.session = None,
                Err(error) => return Err(Ended::All(error)),
            }
        }
    }

    /// What follows from an error that the server answered before it wrote anything.
    fn refused(&self, error: D::Error) -> Ended {
        let code = error.code().cloned();
        let error = self.core.place.failed("writing")(error);
        match code {
            // Another connection of this server wrote it, or a plan was made of what is no longer
            // so. The next plan finds out which entries do not follow the last one.
            Some(code) if code == SqlState::UNIQUE_VIOLATION || code.code() == PACKAGE_GONE => {
                Ended::Again
            }
            Some(code)
                if [
                    SqlState::T_R_DEADLOCK_DETECTED,
                    SqlState::T_R_SERIALIZATION_FAILURE,
                    SqlState::LOCK_NOT_AVAILABLE,
                ]
                .contains(&code) =>
            {
                Ended::Again
            }
            Some(code) if ["22", "23", "54", "XX"].contains(&&code.code()[..2]) => {
                Ended::Refused(error)
            }
            _ => Ended::All(error),
        }
    }

    /// Whether a plan, whose outcome is unknown, was carried out. Its transaction is over.
    async fn is_there(&self, steps: &[Step]) -> Result<bool, LogError> {
        let Some(session) = &self.session else { return Ok(false) };
        let session = session.session();
        let failed = self.core.place.failed("asking what became of a commit");
        // One statement of records leaves no other trace than they.
        if let [Step::Records(rows)] = steps {
            return self.answered(session.has_records(rows)).await?.map_err(failed);
        }
        let last = session.last_batch(self.core.node_id);
        Ok(self.answered(last).await?.map_err(failed)? == self.batch)
    }

    async fn answered<T>(&self, asking: impl Future<Output = T>) -> Result<T, LogError> {
        let answer = tokio::time::timeout(ANSWER, asking).await;
        answer.map_err(|_| self.core.place.away("it does not answer"))
    }

    async fn note_clock(&mut self) {
        let now = self.core.clock.now();
        let Some(session) = self.session.as_ref().filter(|_| now > self.clock_noted) else {
            return;
        };
        let steps = [Step::Run(Sql::Clock, vec![Value::Number(now.cast_signed())])];
        let hold = self.core.hold();
        self.batch += 1;
        match session.transact(hold, self.batch, &steps, LAST_PATIENCE).await {
            Ok(()) => self.clock_noted = now,
            Err(reason) => {
                tracing::debug!(?reason, "the clock was not noted");
            }
        }
    }
}

/// What a row of a look-up says of a room.
fn remembered(row: RoomRow, claims: &Claims) -> Result<Opened, LogError> {
    let id = claims.owned.iter().find(|(_, own)| own.key == row.key).map(|(id, _)| id);
    let (meta, first_event, repackaged) = match (decode_meta(&row.meta), id) {
        (Ok(found), _) => found,
        (Err(error), Some(id)) => return Err(error.of(id, 0)),
        (Err(error), None) => return Err(LogError::Elsewhere(error.to_string())),
    };
    let last = row.last.map_or(0, i64::cast_unsigned).max(first_event - 1);
    let checkpoints = row.checkpoints.into_iter().map(i64::cast_unsigned).collect();
    Ok(Opened { meta, first_event, repackaged, last, checkpoints })
}

/// Acknowledges orders; without results, all are done.
fn acknowledge(batch: Vec<Order>, results: Vec<Result<(), LogError>>) {
    let mut results = results.into_iter();
    for order in batch {
        (order.ack)(results.next().unwrap_or(Ok(())));
    }
}

/// A pause, made up to a half longer by chance, so that servers do not come back all at once.
fn jittered(pause: Duration) -> Duration {
    let mut byte = [0];
    // Without chance they just may.
    let _ = entropy::fill(&mut byte);
    pause + pause * u32::from(byte[0]) / 512
}
