//! Sessions of the model: the network between a server of rooms and the database, and what each
//! request does there.

use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fangqi_room::PackageDigest;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tokio_postgres::error::SqlState;

use super::Weakness;
use super::chance::{below, millis, once_in};
use super::server::{Flag, Mode, Server, Transaction, Trouble};
use super::tables::{Fence, Key, Room, Row};
use crate::log::LogError;
use crate::log::postgres::database::{Beginning, Database, NotDone, Prepared, RoomRow, Session};
use crate::log::postgres::fence::{self, Attempt, Claimed, Hold, Owner};
use crate::log::postgres::node::Node;
use crate::log::postgres::plan::{Rows, Sql, Step, Value};
use crate::log::postgres::read::RoomRows;
use crate::log::postgres::schema::{FENCED, PACKAGE_GONE};
use crate::metrics::lock;
use crate::session::RoomId;

/// Longest time that connecting may take, as in production.
const CONNECT: Duration = Duration::from_secs(5);
/// After so long without an answer, the machine gives a connection up.
const SILENCE: u64 = 10_000;
/// `idle_in_transaction_session_timeout` of the log's sessions.
const IDLE_IN_TRANSACTION: Duration = Duration::from_secs(10);

/// The way from a machine to the database.
#[derive(Debug, Clone)]
pub(super) struct Model {
    pub(super) server: Arc<Server>,
    pub(super) machine: usize,
}

/// What both ends of a connection know.
#[derive(Debug)]
struct Link {
    /// The machine has seen the connection end.
    closed: Flag,
    warnings: AtomicU64,
    /// When the last request arrives, and the last answer.
    arrivals: Mutex<[Instant; 2]>,
}

impl Link {
    /// When something arrives that is sent now: not before what was sent earlier.
    fn arrival(&self, way: usize, after: Duration) -> Instant {
        let mut arrivals = lock(&self.arrivals);
        arrivals[way] = arrivals[way].max(Instant::now() + after);
        arrivals[way]
    }

    fn close_in(self: &Arc<Self>, time: Duration) {
        let link = Arc::clone(self);
        tokio::spawn(async move {
            tokio::time::sleep(time).await;
            link.closed.set();
        });
    }
}

type Job = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The database's end of a session.
#[derive(Debug, Clone)]
pub(super) struct Backend {
    server: Arc<Server>,
    link: Arc<Link>,
    session: u64,
    /// A transaction that goes over several requests.
    open: Arc<Mutex<Option<Transaction>>>,
    /// What follows the first part of this request never arrives.
    cut_short: bool,
}

/// A machine's end of a session.
pub(super) struct ModelSession {
    model: Model,
    link: Arc<Link>,
    backend: Backend,
    requests: mpsc::UnboundedSender<(Instant, Job)>,
    /// The database ends the session.
    end: Arc<Flag>,
}

impl std::fmt::Debug for ModelSession {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("ModelSession").field(&self.backend.session).finish()
    }
}

/// Carries out what a session is asked, in order.
async fn serve(
    backend: Backend,
    mut requests: mpsc::UnboundedReceiver<(Instant, Job)>,
    end: Arc<Flag>,
) {
    let work = async {
        loop {
            let idle = lock(&backend.open).is_some();
            let request = if idle {
                tokio::time::timeout(IDLE_IN_TRANSACTION, requests.recv()).await
            } else {
                Ok(requests.recv().await)
            };
            // The machine has ended the connection, or it has left a transaction open for too long.
            let Ok(Some((arrival, job))) = request else { break };
            tokio::time::sleep_until(arrival).await;
            job.await;
        }
    };
    tokio::select! {
        biased;
        () = end.wait() => {}
        () = work => {}
    }
    drop(lock(&backend.open).take());
    backend.server.forget(backend.session);
    // Now and then nothing tells the machine.
    backend.link.close_in(if once_in(5) { millis(0, SILENCE) } else { millis(0, 20) });
}

impl Drop for ModelSession {
    fn drop(&mut self) {
        // The simulation may be over.
        let Ok(runtime) = Handle::try_current() else { return };
        // What is on its way may still be done; or the database sees the end of the connection
        // first.
        if once_in(2) {
            let (end, time) = (Arc::clone(&self.end), millis(0, 3000));
            runtime.spawn(async move {
                tokio::time::sleep(time).await;
                end.set();
            });
        }
    }
}

/// What becomes of a request.
enum Fate {
    /// It is answered, after these times on the way there and back.
    Answered(Duration, Duration),
    /// Not all of it arrives, and the connection is cut.
    Lost,
    /// It arrives, but the connection is cut before the answer.
    Unanswered(Duration),
}

impl Model {
    fn fate(&self) -> Fate {
        let weather = self.server.state().weather[self.machine];
        let now = Instant::now();
        let cut_off = weather.cut_off_until.saturating_duration_since(now);
        if !cut_off.is_zero() {
            return match below(3) {
                0 => Fate::Lost,
                1 => Fate::Unanswered(cut_off + millis(0, 500)),
                _ => Fate::Answered(cut_off + millis(0, 500), millis(0, 50)),
            };
        }
        let usual = || if once_in(8) { millis(1, 12) } else { millis(0, 1) };
        if weather.trouble_once_in == u64::MAX || !once_in(weather.trouble_once_in) {
            return Fate::Answered(usual(), usual());
        }
        match below(6) {
            0 => Fate::Lost,
            1 => Fate::Unanswered(usual()),
            // The machine has given up long before it arrives.
            2 => Fate::Unanswered(millis(1000, 20_000)),
            3 => Fate::Answered(millis(200, 4000), usual()),
            4 => Fate::Answered(usual(), millis(200, 12_000)),
            _ => Fate::Answered(millis(200, 2000), millis(200, 2000)),
        }
    }
}

impl ModelSession {
    /// Asks for something in one piece. It has been sent once this was first polled.
    async fn ask<T, F>(
        &self,
        work: impl FnOnce(Backend) -> F + Send + 'static,
    ) -> Result<T, Trouble>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, Trouble>> + Send + 'static,
    {
        self.send(false, work).await
    }

    /// Asks for something, of which in several pieces only the first ones may arrive.
    async fn send<T, F>(
        &self,
        pieces: bool,
        work: impl FnOnce(Backend) -> F + Send + 'static,
    ) -> Result<T, Trouble>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, Trouble>> + Send + 'static,
    {
        let Self { link, .. } = self;
        if link.closed.is_set() {
            return Err(Trouble::Lost);
        }
        let (there, back, cut_short) = match self.model.fate() {
            Fate::Answered(there, back) => {
                if there + back > Duration::from_millis(SILENCE) {
                    link.close_in(Duration::from_millis(SILENCE));
                }
                (there, back, false)
            }
            Fate::Lost => {
                link.close_in(millis(0, 300));
                (millis(0, 10), Duration::ZERO, true)
            }
            Fate::Unanswered(there) => {
                let seen = there.min(Duration::from_millis(SILENCE));
                link.close_in(if once_in(2) { seen } else { millis(0, 300) });
                (there, Duration::from_millis(2 * SILENCE), false)
            }
        };
        let (answer, answered) = oneshot::channel();
        let backend = Backend { cut_short, ..self.backend.clone() };
        let job = async move {
            let link = Arc::clone(&backend.link);
            let result = work(backend).await;
            // The machine may have ended.
            let _ = answer.send((result, link.arrival(1, back)));
        };
        let job = (link.arrival(0, there), Box::pin(job) as Job);
        if pieces || !cut_short {
            // The database may have ended the session.
            let _ = self.requests.send(job);
        }
        tokio::select! {
            biased;
            () = link.closed.wait() => Err(Trouble::Lost),
            result = async {
                let Ok((result, arrival)) = answered.await else {
                    return std::future::pending().await;
                };
                tokio::time::sleep_until(arrival).await;
                result
            } => result,
        }
    }
}

impl Backend {
    fn begin(&self) -> Transaction {
        self.server.begin()
    }

    async fn commit(&self, transaction: Transaction) -> Result<(), Trouble> {
        if !transaction.commit().await? && self.server.weakness != Some(Weakness::NoWarning) {
            self.link.warnings.fetch_add(1, Ordering::SeqCst);
        }
        Ok(())
    }

    fn until(&self) -> i64 {
        let lease = match self.server.weakness {
            Some(Weakness::ShortLeases) => fence::LEASE / 2,
            _ => fence::LEASE,
        };
        self.server.clock() + lease.as_micros() as i64
    }

    /// Locks the row of a server if the condition holds, before and after waiting for it.
    async fn fence(
        &self,
        transaction: &mut Transaction,
        node: i64,
        mode: Mode,
        condition: impl Fn(&Fence) -> bool + Send + Sync,
    ) -> Result<Option<Fence>, Trouble> {
        let key = Key::Fence(node);
        let found = |transaction: &Transaction| match transaction.get(&key) {
            Some(Row::Fence(fence)) => Some(fence).filter(&condition),
            _ => None,
        };
        let Some(seen) = found(transaction) else { return Ok(None) };
        if mode == Mode::Share && self.server.weakness == Some(Weakness::FenceUnlocked) {
            return Ok(Some(seen));
        }
        transaction.lock(&key, mode).await?;
        Ok(found(transaction))
    }

    async fn hold(&self, transaction: &mut Transaction, hold: Hold) -> Result<bool, Trouble> {
        if self.server.weakness == Some(Weakness::Unfenced) {
            return Ok(true);
        }
        let held = |fence: &Fence| fence.epoch == hold.epoch && !fence.fenced;
        Ok(self.fence(transaction, hold.node, Mode::Share, held).await?.is_some())
    }

    async fn change(
        &self,
        transaction: &mut Transaction,
        key: Key,
        row: Row,
    ) -> Result<(), Trouble> {
        transaction.lock(&key, Mode::Exclusive).await?;
        transaction.put(key, row);
        Ok(())
    }

    async fn remove(&self, transaction: &mut Transaction, key: Key) -> Result<(), Trouble> {
        transaction.lock(&key, Mode::Exclusive).await?;
        transaction.delete(key);
        Ok(())
    }

    async fn beat_on(&self, transaction: &mut Transaction, node: i64) -> Result<(), Trouble> {
        transaction.lock(&Key::Heartbeat(node), Mode::Exclusive).await?;
        transaction.put(Key::Heartbeat(node), Row::Number(self.until()));
        Ok(())
    }

    async fn raise(self, hold: Hold, fenced: bool) -> Result<Option<i64>, Trouble> {
        let mut transaction = self.begin();
        let mine = |fence: &Fence| fence.holder == hold.holder && fence.fenced == fenced;
        let Some(mut fence) =
            self.fence(&mut transaction, hold.node, Mode::Exclusive, mine).await?
        else {
            return Ok(None);
        };
        if self.server.weakness != Some(Weakness::EpochStays) || fenced {
            fence.epoch += 1;
        }
        fence.fenced = false;
        let epoch = fence.epoch;
        transaction.put(Key::Fence(hold.node), Row::Fence(fence));
        self.beat_on(&mut transaction, hold.node).await?;
        self.commit(transaction).await?;
        Ok(Some(epoch))
    }

    async fn claim(
        self,
        hold: Hold,
        name: String,
        gone: Option<i64>,
    ) -> Result<Option<Claimed>, Trouble> {
        let mut transaction = self.begin();
        if !self.hold(&mut transaction, hold).await? {
            return Ok(None);
        }
        if let Some(gone) = gone
            && self.fence(&mut transaction, gone, Mode::Share, |it| it.fenced).await?.is_none()
        {
            return Ok(None);
        }
        transaction.work().await;
        let key = Key::Room(name);
        transaction.lock(&key, Mode::Exclusive).await?;
        let room = match transaction.get(&key) {
            None if gone.is_none() => {
                let key = self.server.new_key();
                Room { key, owner: Some(hold.node), epoch: 1, holder: hold.holder }
            }
            Some(Row::Room(room))
                if room.owner == gone || gone.is_none() && room.owner == Some(hold.node) =>
            {
                let epoch = room.epoch + 1;
                Room { owner: Some(hold.node), epoch, holder: hold.holder, ..room }
            }
            _ => return Ok(None),
        };
        transaction.put(key, Row::Room(room));
        self.commit(transaction).await?;
        Ok(Some(Claimed { key: room.key, epoch: room.epoch.cast_unsigned() }))
    }

    async fn step(&self, transaction: &mut Transaction, step: &Step) -> Result<(), Trouble> {
        match step {
            Step::Records(rows) => {
                for ((room, event), bytes) in rows.rooms.iter().zip(&rows.events).zip(&rows.bytes) {
                    let key = Key::Record(*room, *event);
                    transaction.lock(&key, Mode::Exclusive).await?;
                    if transaction.get(&key).is_some() {
                        return Err(Trouble::Refused(SqlState::UNIQUE_VIOLATION));
                    }
                    transaction.put(key, Row::Bytes(bytes.clone()));
                }
                Ok(())
            }
            Step::Run(sql, values) => self.run(transaction, *sql, values).await,
        }
    }

    async fn run(
        &self,
        transaction: &mut Transaction,
        sql: Sql,
        values: &[Value],
    ) -> Result<(), Trouble> {
        let number = |at: usize| match values[at] {
            Value::Number(number) => number,
            ref other => unreachable!("{other:?}"),
        };
        let bytes = |at: usize| match &values[at] {
            Value::Bytes(bytes) => bytes.clone(),
            other => unreachable!("{other:?}"),
        };
        let room = || number(0);
        let all = |table: fn(i64, i64) -> Key, room| table(room, i64::MIN)..=table(room, i64::MAX);
        match sql {
            Sql::ReplaceRecord => {
                let key = Key::Record(room(), number(1));
                transaction.lock(&key, Mode::Exclusive).await?;
                if transaction.get(&key).is_some() {
                    transaction.put(key, Row::Bytes(bytes(2)));
                }
            }
            Sql::DeleteRecord => {
                self.remove(transaction, Key::Record(room(), number(1))).await?;
            }
            Sql::DeleteRecordsTo | Sql::DeleteRecordsFrom | Sql::DeleteRecords => {
                let range = match sql {
                    Sql::DeleteRecordsTo => Key::Record(room(), 0)..=Key::Record(room(), number(1)),
                    Sql::DeleteRecordsFrom => {
                        Key::Record(room(), number(1))..=Key::Record(room(), i64::MAX)
                    }
                    _ => all(Key::Record, room()),
                };
                for key in transaction.keys(range) {
                    self.remove(transaction, key).await?;
                }
            }
            Sql::AddPackage => {
                self.change(transaction, Key::Package(bytes(0)), Row::Bytes(bytes(1))).await?;
            }
            Sql::HoldPackage => {
                let key = Key::Package(bytes(0));
                if transaction.get(&key).is_none() {
                    return Err(refused(PACKAGE_GONE));
                }
                transaction.lock(&key, Mode::Share).await?;
                if transaction.get(&key).is_none() {
                    return Err(refused(PACKAGE_GONE));
                }
            }
            Sql::Await => {
                self.change(transaction, Key::Awaited(room()), Row::Bytes(bytes(1))).await?;
            }
            Sql::Awaited => self.remove(transaction, Key::Awaited(room())).await?,
            Sql::Open => {
                let key = Key::Opened(room());
                transaction.lock(&key, Mode::Exclusive).await?;
                if transaction.get(&key).is_some() {
                    return Err(Trouble::Refused(SqlState::UNIQUE_VIOLATION));
                }
                transaction.put(key, Row::Bytes(bytes(3)));
            }
            Sql::Meta => {
                let key = Key::Opened(room());
                transaction.lock(&key, Mode::Exclusive).await?;
                if transaction.get(&key).is_some() {
                    transaction.put(key, Row::Bytes(bytes(2)));
                }
            }
            Sql::Close => self.remove(transaction, Key::Opened(room())).await?,
            Sql::Token => {
                let key = Key::Token(room(), number(1));
                self.change(transaction, key, Row::Bytes(bytes(2))).await?;
            }
            Sql::DeleteTokens => {
                for key in transaction.keys(all(Key::Token, room())) {
                    self.remove(transaction, key).await?;
                }
            }
            Sql::Checkpoint => {
                let key = Key::Checkpoint(room(), number(1));
                self.change(transaction, key, Row::Bytes(bytes(3))).await?;
            }
            Sql::KeepCheckpoints => {
                let Value::Numbers(kept) = &values[1] else { unreachable!("{values:?}") };
                for key in transaction.keys(all(Key::Checkpoint, room())) {
                    let Key::Checkpoint(_, event) = key else { continue };
                    if !kept.contains(&event) {
                        self.remove(transaction, key).await?;
                    }
                }
            }
            Sql::Clock => {
                transaction.lock(&Key::Clock, Mode::Exclusive).await?;
                if transaction.number(&Key::Clock) < Some(number(0)) {
                    transaction.put(Key::Clock, Row::Number(number(0)));
                }
            }
            Sql::Release | Sql::Forget => {
                self.give_back(transaction, sql, room(), number(1)).await?
            }
            Sql::Marker => {
                let key = Key::Batch(number(0));
                self.change(transaction, key, Row::Number(number(1))).await?;
            }
            // Nothing that the log reads in a simulation.
            Sql::Visit | Sql::Game | Sql::DropGames | Sql::Reopen | Sql::KeepAside => {}
        }
        Ok(())
    }

    async fn give_back(
        &self,
        transaction: &mut Transaction,
        sql: Sql,
        key: i64,
        epoch: i64,
    ) -> Result<(), Trouble> {
        let name = {
            let state = self.server.state();
            state.tables.rooms().find(|(_, room)| room.key == key).map(|(name, _)| name.clone())
        };
        let Some(name) = name else { return Ok(()) };
        transaction.lock(&name, Mode::Exclusive).await?;
        let Some(Row::Room(room)) = transaction.get(&name) else { return Ok(()) };
        if (room.key, room.epoch) != (key, epoch) {
            return Ok(());
        }
        if sql == Sql::Forget {
            transaction.delete(name);
        } else {
            transaction.put(name, Row::Room(Room { owner: None, ..room }));
        }
        Ok(())
    }
}

fn refused(code: &str) -> Trouble {
    Trouble::Refused(SqlState::from_code(code))
}

impl Database for Model {
    type Session = ModelSession;
    type Prepared = ModelSession;
    type Error = Trouble;

    fn shown(&self) -> &str {
        "rooms of the model"
    }

    async fn connect(&self, purpose: &str) -> Result<ModelSession, LogError> {
        let cut_off = self.server.state().weather[self.machine].cut_off_until;
        let wait = cut_off.saturating_duration_since(Instant::now()).min(CONNECT);
        tokio::time::sleep(wait + millis(0, 8)).await;
        if wait == CONNECT {
            return Err(self.away("it does not answer"));
        }
        let end = Arc::new(Flag::default());
        let Some(session) = self.server.admit(purpose, &end) else {
            return Err(self.away("it lets no session in"));
        };
        let link = Arc::new(Link {
            closed: Flag::default(),
            warnings: AtomicU64::new(0),
            arrivals: Mutex::new([Instant::now(); 2]),
        });
        let backend = Backend {
            server: Arc::clone(&self.server),
            link: Arc::clone(&link),
            session,
            open: Arc::default(),
            cut_short: false,
        };
        let (requests, asked) = mpsc::unbounded_channel();
        tokio::spawn(serve(backend.clone(), asked, Arc::clone(&end)));
        Ok(ModelSession { model: self.clone(), link, backend, requests, end })
    }

    /// They are there.
    async fn make_tables(&self, _: &ModelSession) -> Result<(), LogError> {
        Ok(())
    }

    async fn prepare(&self, session: ModelSession) -> Result<ModelSession, LogError> {
        let prepared = session.ask(|_| async { Ok(()) }).await;
        prepared.map_err(self.failed("preparing its statements")).map(|()| session)
    }

    fn failed(&self, doing: &'static str) -> impl Fn(Trouble) -> LogError + Send + Sync {
        move |trouble| match trouble {
            Trouble::Lost => self.away(format!("its connection has ended while {doing}")),
            Trouble::Refused(code) => LogError::Store { doing, reason: code.code().to_owned() },
        }
    }
}

impl Session for ModelSession {
    type Error = Trouble;

    fn is_closed(&self) -> bool {
        self.link.closed.is_set()
    }

    fn warnings(&self) -> u64 {
        self.link.warnings.load(Ordering::SeqCst)
    }

    async fn ended(&self) {
        self.link.closed.wait().await;
    }

    async fn add_name(&self, name: &str) -> Result<(), Trouble> {
        let name = name.to_owned();
        self.ask(|backend| async move {
            let mut transaction = backend.begin();
            let key = Key::Name(name.clone());
            transaction.lock(&key, Mode::Exclusive).await?;
            if transaction.get(&key).is_some() {
                return Ok(());
            }
            let id = backend.server.new_key();
            let fence = Fence { name, address: String::new(), epoch: 0, holder: 0, fenced: true };
            transaction.put(key, Row::Number(id));
            transaction.put(Key::Fence(id), Row::Fence(fence));
            transaction.put(Key::Heartbeat(id), Row::Number(i64::MIN));
            transaction.put(Key::Batch(id), Row::Number(0));
            backend.commit(transaction).await
        })
        .await
    }

    async fn try_take(&self, node: &Node, holder: i64) -> Result<Attempt, Trouble> {
        let name = node.name.clone();
        let locked = self.ask(|backend| async move {
            let id = backend.server.reading(|tables| tables.number(&Key::Name(name)));
            // The model has no other reason to lack it than that it was lost with a failover.
            let id = id.ok_or(Trouble::Lost)?;
            let mut transaction = backend.begin();
            let fence = backend.fence(&mut transaction, id, Mode::Exclusive, |_| true).await?;
            let fence = fence.ok_or(Trouble::Lost)?;
            let until = backend.server.reading(|tables| tables.number(&Key::Heartbeat(id)));
            *lock(&backend.open) = Some(transaction);
            let until = until.unwrap_or(i64::MIN);
            let alive = until > backend.server.clock() && !fence.fenced;
            Ok((id, fence, until, alive))
        });
        let (id, mut fence, until, alive) = locked.await?;
        let address = node.advertise.clone();
        self.ask(move |backend| async move {
            let Some(mut transaction) = lock(&backend.open).take() else {
                return Err(Trouble::Lost);
            };
            if alive {
                return Ok(Attempt::Alive { until, address: fence.address });
            }
            fence.epoch += 1;
            (fence.holder, fence.fenced, fence.address) = (holder, false, address);
            let epoch = fence.epoch;
            transaction.put(Key::Fence(id), Row::Fence(fence));
            backend.beat_on(&mut transaction, id).await?;
            let unopened: Vec<Key> = {
                let state = backend.server.state();
                let opened = |room: &Room| state.tables.get(&Key::Opened(room.key)).is_some();
                let own = state.tables.rooms().filter(|(_, room)| room.owner == Some(id));
                own.filter(|(_, room)| !opened(room)).map(|(name, _)| name.clone()).collect()
            };
            for name in unopened {
                backend.remove(&mut transaction, name).await?;
            }
            backend.commit(transaction).await?;
            Ok(Attempt::Taken(Hold { node: id, holder, epoch }))
        })
        .await
    }

    async fn begin(&self, node: i64) -> Result<Beginning, Trouble> {
        self.ask(move |backend| async move {
            backend.server.rename(backend.session, fence::session_name(node));
            backend.server.reading(|tables| {
                let counted = tables.number(&Key::Clock).unwrap_or_default().cast_unsigned();
                let batch = tables.number(&Key::Batch(node)).ok_or(Trouble::Lost)?;
                Ok(Beginning { counted, batch })
            })
        })
        .await
    }

    async fn end_sessions(&self, name: &str) -> Result<(), Trouble> {
        let name = name.to_owned();
        self.ask(|backend| async move {
            if let Some(id) = backend.server.reading(|tables| tables.number(&Key::Name(name))) {
                backend.server.end(&fence::session_name(id));
            }
            Ok(())
        })
        .await
    }

    async fn beat(&self, hold: Hold) -> Result<bool, Trouble> {
        self.ask(move |backend| async move {
            let mut transaction = backend.begin();
            let mine = |fence: &Fence| fence.holder == hold.holder && !fence.fenced;
            if backend.fence(&mut transaction, hold.node, Mode::Share, mine).await?.is_none() {
                return Ok(false);
            }
            backend.beat_on(&mut transaction, hold.node).await?;
            backend.commit(transaction).await?;
            Ok(true)
        })
        .await
    }

    async fn raise(&self, hold: Hold) -> Result<Option<i64>, Trouble> {
        self.ask(move |backend| backend.raise(hold, false)).await
    }

    async fn regain(&self, hold: Hold) -> Result<Option<i64>, Trouble> {
        self.ask(move |backend| backend.raise(hold, true)).await
    }

    async fn leave(&self, hold: Hold) -> Result<(), Trouble> {
        self.ask(move |backend| async move {
            let mut transaction = backend.begin();
            let mine = |fence: &Fence| fence.holder == hold.holder;
            let fence = backend.fence(&mut transaction, hold.node, Mode::Exclusive, mine).await?;
            if let Some(fence) = fence {
                let fence = Fence { fenced: true, ..fence };
                transaction.put(Key::Fence(hold.node), Row::Fence(fence));
            }
            backend.commit(transaction).await
        })
        .await
    }

    async fn claim_free(&self, hold: Hold, room: &RoomId) -> Result<Option<Claimed>, Trouble> {
        let name = room.as_str().to_owned();
        self.ask(move |backend| backend.claim(hold, name, None)).await
    }

    async fn claim_fenced(
        &self,
        hold: Hold,
        room: &RoomId,
        owner: i64,
    ) -> Result<Option<Claimed>, Trouble> {
        let name = room.as_str().to_owned();
        self.ask(move |backend| backend.claim(hold, name, Some(owner))).await
    }

    async fn owner(&self, room: &RoomId) -> Result<Option<Owner>, Trouble> {
        let name = room.as_str().to_owned();
        self.ask(move |backend| async move {
            let now = backend.server.clock();
            Ok(backend.server.reading(|tables| {
                let id = tables.room(&name)?.owner?;
                let Fence { name, address, fenced, .. } = tables.fence(id)?.clone();
                let expired = tables.number(&Key::Heartbeat(id))? < now;
                Some(Owner { id, name, address, fenced, expired })
            }))
        })
        .await
    }

    async fn is_held(&self, hold: Hold) -> Result<bool, Trouble> {
        self.ask(move |backend| async move {
            let fence = backend.server.reading(|tables| tables.fence(hold.node).cloned());
            Ok(fence.is_some_and(|fence| fence.epoch == hold.epoch && !fence.fenced))
        })
        .await
    }

    async fn fence_expired(&self, node: i64) -> Result<bool, Trouble> {
        self.ask(move |backend| async move {
            let mut transaction = backend.begin();
            let fence = backend.fence(&mut transaction, node, Mode::Exclusive, |_| true).await?;
            let until = transaction.number(&Key::Heartbeat(node)).unwrap_or(i64::MIN);
            let expired = until < backend.server.clock();
            let Some(fence) = fence.filter(|fence| !fence.fenced && expired) else {
                return Ok(false);
            };
            transaction.put(Key::Fence(node), Row::Fence(Fence { fenced: true, ..fence }));
            transaction.work().await;
            backend.commit(transaction).await?;
            Ok(true)
        })
        .await
    }

    async fn packages(&self, wanted: &[PackageDigest]) -> Result<Vec<PackageDigest>, Trouble> {
        let wanted = wanted.to_vec();
        self.ask(|backend| async move {
            Ok(backend.server.reading(|tables| {
                let there = |digest: &PackageDigest| {
                    tables.get(&Key::Package(digest.as_bytes().to_vec())).is_some()
                };
                wanted.into_iter().filter(there).collect()
            }))
        })
        .await
    }

    async fn has_records(&self, rows: &Rows) -> Result<bool, Trouble> {
        let rows = rows.clone();
        self.ask(|backend| async move {
            Ok(backend.server.reading(|tables| {
                rows.rooms.iter().zip(&rows.events).zip(&rows.bytes).all(
                    |((room, event), bytes)| {
                        tables.bytes(&Key::Record(*room, *event)) == Some(bytes)
                    },
                )
            }))
        })
        .await
    }

    async fn last_batch(&self, node: i64) -> Result<i64, Trouble> {
        self.ask(move |backend| async move {
            let batch = backend.server.reading(|tables| tables.number(&Key::Batch(node)));
            batch.ok_or(Trouble::Lost)
        })
        .await
    }

    async fn room(&self, room: &RoomId) -> Result<RoomRows, Trouble> {
        let name = room.as_str().to_owned();
        self.ask(|backend| async move {
            Ok(backend.server.reading(|tables| {
                let Some(key) = tables.room(&name).map(|room| room.key) else {
                    return RoomRows::default();
                };
                let rows = |table| {
                    let rows = tables.of_room(table, key);
                    rows.map(|(number, bytes)| (number, bytes.clone())).collect()
                };
                let mut checkpoints: Vec<_> = rows(Key::Checkpoint);
                checkpoints.reverse();
                RoomRows {
                    meta: tables.bytes(&Key::Opened(key)).cloned(),
                    records: rows(Key::Record),
                    tokens: rows(Key::Token),
                    checkpoints,
                }
            }))
        })
        .await
    }
}

impl Prepared for ModelSession {
    type Session = Self;
    type Error = Trouble;

    fn session(&self) -> &Self {
        self
    }

    async fn look_up(&self, keys: &[i64]) -> Result<Vec<RoomRow>, Trouble> {
        let keys = keys.to_vec();
        self.ask(|backend| async move {
            Ok(backend.server.reading(|tables| {
                let row = |key: i64| {
                    let meta = tables.bytes(&Key::Opened(key))?.clone();
                    let last = tables.of_room(Key::Record, key).next_back();
                    let checkpoints = tables.of_room(Key::Checkpoint, key);
                    Some(RoomRow {
                        key,
                        meta,
                        last: last.map(|(event, _)| event),
                        checkpoints: checkpoints.map(|(event, _)| event).collect(),
                    })
                };
                keys.into_iter().filter_map(row).collect()
            }))
        })
        .await
    }

    async fn transact(
        &self,
        hold: Hold,
        batch: i64,
        steps: &[Step],
        patience: Duration,
    ) -> Result<(), NotDone<Trouble>> {
        let steps = steps.to_vec();
        let alone = matches!(steps[..], [] | [Step::Records(_)]);
        let work = self.send(!alone, move |backend| async move {
            let mut transaction = backend.begin();
            if !backend.hold(&mut transaction, hold).await? {
                return Err(refused(FENCED));
            }
            for step in &steps {
                transaction.work().await;
                backend.step(&mut transaction, step).await?;
            }
            if !alone {
                let marker = [Value::Number(hold.node), Value::Number(batch)];
                backend.run(&mut transaction, Sql::Marker, &marker).await?;
            }
            if backend.cut_short {
                // The rest never comes, and the end of the session is seen late.
                tokio::time::sleep(IDLE_IN_TRANSACTION).await;
                return Err(Trouble::Lost);
            }
            backend.commit(transaction).await
        });
        let unknown = |reason: &str| Err(NotDone::Unknown(reason.to_owned()));
        match tokio::time::timeout(patience, work).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(Trouble::Lost))
                if self.model.server.weakness == Some(Weakness::UnknownAsDone) =>
            {
                Ok(())
            }
            Ok(Err(Trouble::Lost)) => unknown("the connection has ended"),
            Ok(Err(Trouble::Refused(code))) if code.code() == FENCED => Err(NotDone::Fenced),
            Ok(Err(error)) => Err(NotDone::Refused(error)),
            Err(_) => unknown("there was no answer"),
        }
    }
}
