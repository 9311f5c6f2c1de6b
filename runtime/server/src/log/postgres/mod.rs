//! The log in a PostgreSQL database, which several servers may share.

mod clock;
mod connect;
mod database;
mod directory;
mod fence;
#[cfg(test)]
mod model;
mod node;
mod plan;
mod queue;
mod read;
mod reader;
mod retain;
mod schema;
mod secret;
mod session;
mod statements;
mod writer;

use std::future::Future;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;

use fangqi_room::PackageDigest;
use rustc_hash::FxHashMap;
use tokio::runtime::{Builder, Handle};
use tokio::sync::Notify;
use tokio::time::Instant;

pub use node::Node;
pub use reader::PostgresReader;

use super::packages::Packages;
use super::{
    Ack, Continuation, Entry, Freed, Lease, LogError, Lost, Opening, RoomLog, RoomMeta,
    SharedDirectory, StoredRoom,
};
use crate::metrics::{CommitStats, lock};
use crate::session::{AdminSecret, RoomId, TokenKeys};
use clock::LogClock;
use connect::Place;
use database::{Beginning, Database, Session};
use fence::{BEAT, Claimed, Hold};
use plan::{Order, Owned, Work};
use queue::Queue;
use read::Reader;
use writer::Writer;

/// How often old inputs are deleted.
const RETAIN_EVERY: Duration = Duration::from_secs(600);
/// Names of the shared secrets.
const TOKEN_KEYS: &str = "token keys";
const ADMIN_SECRET: &str = "admin secret";
const PEER_SECRET: &str = "peer secret";

/// What [`PostgresLog::keep_for`] deletes; `None`: nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ages {
    /// How old inputs become that are needed no more.
    pub inputs: Option<Duration>,
    /// How long a room is kept after its last visit.
    pub rooms: Option<Duration>,
}

/// A log in a PostgreSQL database. One writer makes the waiting entries of all rooms of this server
/// durable in one transaction (group commit), which the database refuses once another server has
/// taken its rooms.
///
/// If the connection is lost during a commit, the outcome is unknown. The writer connects again,
/// makes sure with a write of its own that it still has its rooms and that the commit is over, and
/// asks what became of it; then it acknowledges it or sends it again. If the database stays away,
/// entries fail, so that players are told.
#[derive(Debug)]
pub struct PostgresLog {
    core: Arc<Core>,
    handle: Handle,
    packages: Packages,
    peer_secret: AdminSecret,
    keeper: Option<(mpsc::Sender<()>, JoinHandle<()>)>,
    thread: Option<JoinHandle<()>>,
}

/// What the writer, the heartbeat and the callers share.
#[derive(Debug)]
struct Core<D: Database = Place> {
    place: Arc<D>,
    node: Node,
    queue: Queue,
    rooms: Mutex<FxHashMap<RoomId, Owned>>,
    reader: Reader<D>,
    clock: LogClock,
    commits: CommitStats,
    node_id: i64,
    holder: i64,
    epoch: AtomicI64,
    /// How often all rooms were lost.
    terms: AtomicU64,
    /// Until when the fence is held without a doubt.
    sure_until: Mutex<Instant>,
    doubted: Notify,
    /// Another process of this name has taken over for good.
    replaced: AtomicBool,
    /// As for [`fence::claim`].
    gone: Mutex<Option<i64>>,
}

impl<D: Database> Core<D> {
    fn hold(&self) -> Hold {
        let epoch = self.epoch.load(Ordering::SeqCst);
        Hold { node: self.node_id, holder: self.holder, epoch }
    }

    fn is_in_doubt(&self) -> bool {
        Instant::now() >= *lock(&self.sure_until)
    }

    /// Has the writer confirm the fence before it acknowledges anything more.
    fn doubt(&self) {
        *lock(&self.sure_until) = Instant::now();
        self.doubted.notify_one();
    }

    /// A heartbeat that was sent at this time has arrived.
    fn heard(&self, sent: Instant) {
        *lock(&self.sure_until) = fence::sure_until(sent);
    }

    fn confirmed(&self, epoch: i64, sent: Instant) {
        self.epoch.store(epoch, Ordering::SeqCst);
        self.heard(sent);
    }

    fn fenced(&self) -> LogError {
        LogError::Fenced { node: self.node.name.clone() }
    }

    fn unsafe_yet(&self) -> LogError {
        self.place.away("it does not wait for its standby; see whether that runs")
    }

    fn name_in_use(&self) -> LogError {
        LogError::NameInUse {
            name: self.node.name.clone(),
            database: self.place.shown().to_owned(),
            address: "another address".to_owned(),
        }
    }

    async fn writer_session(&self) -> Result<D::Prepared, LogError> {
        let session = self.place.connect(&fence::session_name(self.node_id)).await?;
        self.place.prepare(session).await
    }

    /// Sends heartbeats until another process has taken over. If a failover undoes that, those of
    /// this one, which writes no more, would keep its name and its rooms from all others.
    async fn beat(&self) {
        let beats = Reader::new(Arc::clone(&self.place), fence::session_name(self.node_id));
        while !self.replaced.load(Ordering::Relaxed) {
            tokio::time::sleep(BEAT).await;
            let sent = Instant::now();
            let hold = self.hold();
            let beat = beats.ask("sending a heartbeat", move |session| async move {
                let warnings = session.warnings();
                let held = session.beat(hold).await?;
                Ok((held, session.warnings() == warnings))
            });
            // A commit may wait for a standby for ever.
            match tokio::time::timeout(fence::LEASE, beat).await {
                Ok(Ok((true, true))) => self.heard(sent),
                Ok(Ok((true, false))) => tracing::debug!("a failover could undo a heartbeat"),
                Ok(Ok((false, _))) => self.doubt(),
                Ok(Err(error)) => tracing::debug!(%error, "a heartbeat was not sent"),
                Err(_) => tracing::debug!("a heartbeat was not answered"),
            }
            if self.is_in_doubt() {
                self.doubted.notify_one();
            }
        }
    }

    /// What who wants a lease can be told without asking the database.
    fn at_hand(&self, room: &RoomId) -> Option<Result<Lease, LogError>> {
        if let Some(away) = self.queue.away() {
            return Some(Err(away));
        }
        let mut rooms = lock(&self.rooms);
        let owned = rooms.get_mut(room)?;
        owned.leases += 1;
        Some(Ok(Lease::new(room.clone(), owned.epoch)))
    }

    async fn claim(&self, room: &RoomId) -> Result<Lease, LogError> {
        let mut refused = self.fenced();
        // Each round begins with the epoch as it is by then.
        for _ in 0..3 {
            let term = self.terms.load(Ordering::SeqCst);
            let hold = self.hold();
            let session = self.reader.session().await?;
            let warnings = session.warnings();
            let mut gone = *lock(&self.gone);
            let claiming = fence::claim(&*session, &*self.place, hold, room, &mut gone);
            let claimed = self.reader.within(claiming).await??;
            *lock(&self.gone) = gone;
            if session.warnings() != warnings {
                // A failover could undo it, and another server claim the room as well.
                refused = self.unsafe_yet();
                continue;
            }
            let Some(Claimed { key, epoch }) = claimed else {
                self.doubt();
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let mut rooms = lock(&self.rooms);
            if self.terms.load(Ordering::SeqCst) != term {
                continue;
            }
            let owned = rooms.entry(room.clone()).or_insert(Owned { key, epoch, leases: 0 });
            // Of two that claim at the same time, the later one has raised the epoch.
            (owned.key, owned.epoch) = (key, owned.epoch.max(epoch));
            owned.leases += 1;
            return Ok(Lease::new(room.clone(), owned.epoch));
        }
        Err(refused)
    }
}

impl PostgresLog {
    /// Opens the log of a database, such as `postgres://fangqi@db.example.org/fangqi`, and makes
    /// its tables if there are none. A password given apart goes before the one in the URL.
    ///
    /// # Errors
    /// The database is away or cannot be used, or another server of this name is running. Each
    /// message says what to do.
    pub fn open(url: &str, password: Option<&str>, node: Node) -> Result<Self, LogError> {
        let place = Arc::new(Place::parse(url, password)?);
        let failed = |error: std::io::Error| LogError::Store {
            doing: "starting its threads",
            reason: error.to_string(),
        };
        let runtime = Builder::new_current_thread().enable_all().build().map_err(failed)?;
        let handle = runtime.handle().clone();
        let (ready, opened) = mpsc::sync_channel(1);
        let work = move || {
            runtime.block_on(async {
                match start(place, node).await {
                    Ok((core, writer)) => {
                        let beating = Arc::clone(&core);
                        let beats = tokio::spawn(async move { beating.beat().await });
                        let heard = ready.send(Ok(core));
                        if heard.is_ok() {
                            writer.run().await;
                        }
                        beats.abort();
                    }
                    Err(error) => {
                        // Cannot fail: the caller waits below.
                        let _ = ready.send(Err(error));
                    }
                }
            });
        };
        let thread = std::thread::Builder::new().name("fangqi-log".to_owned());
        let thread = thread.spawn(work).map_err(failed)?;
        let core = opened.recv().unwrap_or(Err(LogError::Closed))?;
        let keeper = Keeper { core: Arc::clone(&core), handle: handle.clone() };
        let peer_secret = keeper.secret(PEER_SECRET)?;
        let packages = Packages::default();
        Ok(Self { core, handle, packages, peer_secret, keeper: None, thread: Some(thread) })
    }

    /// Starts regular retention: once the last but one checkpoint of a room is older than
    /// [`Ages::inputs`] by the log's clock, the inputs before it are deleted. They would only be
    /// needed to replay the room from its start. Rooms that were not visited for [`Ages::rooms`]
    /// are deleted.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn keep_for(&mut self, ages: Ages) -> std::io::Result<()> {
        let (stop, stopped) = mpsc::channel();
        let (core, handle) = (Arc::clone(&self.core), self.handle.clone());
        let work = move || {
            let keeper = Keeper { core, handle };
            while stopped.recv_timeout(RETAIN_EVERY) == Err(mpsc::RecvTimeoutError::Timeout) {
                let before = |age: Duration| keeper.core.clock.now().saturating_sub(age.as_secs());
                if let Some(age) = ages.inputs
                    && let Err(error) = keeper.retain(before(age))
                {
                    tracing::warn!(%error, "old inputs were not dropped");
                }
                if let Some(age) = ages.rooms
                    && let Err(error) = keeper.forget(before(age))
                {
                    tracing::warn!(%error, "deserted rooms were not deleted");
                }
            }
        };
        let thread = std::thread::Builder::new().name("fangqi-retain".to_owned()).spawn(work)?;
        self.keeper = Some((stop, thread));
        Ok(())
    }

    /// Deletes the rooms that no server has and that were last visited before `before` by the log's
    /// clock. Returns their number.
    ///
    /// # Errors
    /// The database failed; what was deleted until then stays deleted.
    pub fn forget(&self, before: u64) -> Result<usize, LogError> {
        self.keeper().forget(before)
    }

    /// Deletes the inputs up to the last but one checkpoint of each room of this server in which
    /// that is older than `before` by the log's clock ([`RoomLog::clock`]), and packages that no
    /// room uses or is about to use.
    ///
    /// # Errors
    /// The database failed; what was deleted until then stays deleted.
    pub fn retain(&self, before: u64) -> Result<Freed, LogError> {
        self.keeper().retain(before)
    }

    /// The keys that sign seat tokens, which all servers of the database share. With `rotate`, a
    /// new one signs from now on.
    ///
    /// # Errors
    /// The database failed, or what it holds is no list of keys.
    pub fn token_keys(&self, rotate: bool) -> Result<TokenKeys, LogError> {
        let unusable = |error: &dyn std::fmt::Display| self.core.place.unusable(error.to_string());
        let fresh = TokenKeys::fresh_text().map_err(|error| unusable(&error))?;
        loop {
            let text = self.keeper().shared(TOKEN_KEYS, fresh.clone())?;
            let keys = TokenKeys::from_text(&self.keeper().secret_place(TOKEN_KEYS), &text);
            let keys = keys.map_err(|error| unusable(&error))?;
            if !rotate || text == fresh {
                return Ok(keys);
            }
            let (keys, new) = keys.rotated().map_err(|error| unusable(&error))?;
            let replaced = self.keeper().reading("changing a secret", move |session| {
                let (text, new) = (text.clone(), new.clone());
                async move { secret::replace(&session.client, TOKEN_KEYS, &text, &new).await }
            })?;
            if replaced {
                return Ok(keys);
            }
        }
    }

    /// The secret of the operator's interface, which all servers of the database share.
    ///
    /// # Errors
    /// The database failed, or what it holds is too short.
    pub fn admin_secret(&self) -> Result<AdminSecret, LogError> {
        self.keeper().secret(ADMIN_SECRET)
    }

    /// Where the log is, without its password.
    pub fn place(&self) -> &str {
        self.core.place.shown()
    }

    fn keeper(&self) -> Keeper {
        Keeper { core: Arc::clone(&self.core), handle: self.handle.clone() }
    }
}

/// Connects, makes the tables and takes the server's name.
async fn start<D: Database>(
    place: Arc<D>,
    node: Node,
) -> Result<(Arc<Core<D>>, Writer<D>), LogError> {
    let session = place.connect("fangqi").await?;
    place.make_tables(&session).await?;
    let (hold, hold_sent) = fence::take(&session, &*place, &node).await?;
    let begun = session.begin(hold.node).await;
    let Beginning { counted, batch } = begun.map_err(place.failed("reading where it stood"))?;
    let clock = LogClock::from(counted);
    let reader = Reader::new(Arc::clone(&place), fence::session_name(hold.node));
    // All three sessions are opened now, so that it is seen at start if there are not enough.
    reader.session().await?;
    let session = place.prepare(session).await?;
    let core = Arc::new(Core {
        place,
        node,
        queue: Queue::default(),
        rooms: Mutex::default(),
        reader,
        clock,
        commits: CommitStats::default(),
        node_id: hold.node,
        holder: hold.holder,
        epoch: AtomicI64::new(hold.epoch),
        terms: AtomicU64::new(0),
        sure_until: Mutex::new(fence::sure_until(hold_sent)),
        doubted: Notify::new(),
        replaced: AtomicBool::new(false),
        gone: Mutex::default(),
    });
    let writer = Writer::new(Arc::clone(&core), session, batch);
    Ok((core, writer))
}

/// What callers on other threads do with the log.
struct Keeper {
    core: Arc<Core>,
    handle: Handle,
}

impl Keeper {
    /// Runs a task on the log's thread and waits for it.
    fn wait<T: Send + 'static>(
        &self,
        task: impl Future<Output = Result<T, LogError>> + Send + 'static,
    ) -> Result<T, LogError> {
        let (done, wait) = mpsc::sync_channel(1);
        self.handle.spawn(async move {
            // Cannot fail: the caller waits below.
            let _ = done.send(task.await);
        });
        wait.recv().unwrap_or(Err(LogError::Closed))
    }

    fn reading<T: Send + 'static, F>(
        &self,
        doing: &'static str,
        read: impl Fn(Arc<connect::Session>) -> F + Send + Sync + 'static,
    ) -> Result<T, LogError>
    where
        F: Future<Output = Result<T, tokio_postgres::Error>> + Send,
    {
        // While the database is away, callers do not wait for a connection.
        if let Some(away) = self.core.queue.away() {
            return Err(away);
        }
        let core = Arc::clone(&self.core);
        self.wait(async move { core.reader.ask(doing, read).await })
    }

    fn secret_place(&self, name: &str) -> std::path::PathBuf {
        format!("the {name} in {}", self.core.place.shown()).into()
    }

    fn shared(&self, name: &'static str, fresh: String) -> Result<String, LogError> {
        self.reading("reading a secret", move |session| {
            let fresh = fresh.clone();
            async move { secret::shared(&session.client, name, &fresh).await }
        })
    }

    /// A secret that is sent in a header.
    fn secret(&self, name: &'static str) -> Result<AdminSecret, LogError> {
        let unusable = |error: &dyn std::fmt::Display| self.core.place.unusable(error.to_string());
        let fresh = AdminSecret::random().map_err(|error| unusable(&error))?;
        let text = self.shared(name, fresh.reveal().to_owned())?;
        AdminSecret::checked(&text, &self.secret_place(name)).map_err(|error| unusable(&error))
    }

    fn lease(&self, room: &RoomId) -> Result<Lease, LogError> {
        if let Some(known) = self.core.at_hand(room) {
            return known;
        }
        let (core, room) = (Arc::clone(&self.core), room.clone());
        self.wait(async move { core.claim(&room).await })
    }

    /// Queues an order and waits until it is done.
    fn order(&self, lease: Lease, work: Work) -> Result<(), LogError> {
        let (done, wait) = mpsc::sync_channel(1);
        let ack: Ack = Box::new(move |result| {
            // Cannot fail: the caller waits below.
            let _ = done.send(result);
        });
        self.core.queue.push(Order { lease, work, ack });
        wait.recv().unwrap_or(Err(LogError::Closed))
    }

    fn release(&self, lease: Lease) {
        self.core.queue.push(Order { lease, work: Work::Release, ack: Box::new(|_| ()) });
    }

    fn forget(&self, before: u64) -> Result<usize, LogError> {
        let deserted = self.reading("looking for deserted rooms", move |session| async move {
            retain::deserted(&session.client, before).await
        })?;
        let mut count = 0;
        for room in deserted {
            let lease = match self.lease(&room) {
                Ok(lease) => lease,
                Err(LogError::OwnedElsewhere { .. }) => continue,
                Err(error) => return Err(error),
            };
            // The room may have been visited before the lease was granted.
            let id = room.clone();
            let deserted = self.reading("looking for deserted rooms", move |session| {
                let id = id.clone();
                async move { retain::is_deserted(&session.client, &id, before).await }
            });
            let deleted = match deserted {
                Ok(true) => self.order(lease.clone(), Work::Entry(Entry::Delete)).map(|()| 1),
                other => other.map(|_| 0),
            };
            self.release(lease);
            count += deleted?;
        }
        Ok(count)
    }

    fn retain(&self, before: u64) -> Result<Freed, LogError> {
        let node = self.core.node_id;
        let due = self.reading("looking for what is old", move |session| async move {
            retain::due(&session.client, node, before).await
        })?;
        let mut freed = Freed::default();
        for (room, event, count) in due {
            let lease = match self.lease(&room) {
                Ok(lease) => lease,
                Err(LogError::OwnedElsewhere { .. }) => continue,
                Err(error) => return Err(error),
            };
            let trimmed = self.order(lease.clone(), Work::Trim { event });
            self.release(lease);
            match trimmed {
                Ok(()) => freed.records += count,
                // The room has gone on meanwhile, or its meta data cannot be read: left for the
                // operator to examine.
                Err(LogError::OutOfOrder { .. } | LogError::NoSuchRoom(_)) => {}
                Err(LogError::Damaged { .. } | LogError::NewerRecord { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        let dropped = self.reading("dropping packages", |session| async move {
            retain::drop_packages(&session.client).await
        });
        freed.packages = dropped?;
        Ok(freed)
    }
}

impl Drop for PostgresLog {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.keeper.take() {
            drop(stop);
            if thread.join().is_err() {
                tracing::error!("a thread of the log panicked");
            }
        }
        self.core.queue.close();
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("a thread of the log panicked");
        }
    }
}

impl RoomLog for PostgresLog {
    fn lease(&self, room: &RoomId) -> Result<Lease, LogError> {
        self.keeper().lease(room)
    }

    fn append(&self, lease: &Lease, entry: Entry, ack: Ack) {
        self.core.queue.push(Order { lease: lease.clone(), work: Work::Entry(entry), ack });
    }

    fn release(&self, lease: &Lease) {
        self.keeper().release(lease.clone());
    }

    fn read(&self, room: &RoomId) -> Result<StoredRoom, LogError> {
        let keeper = self.keeper();
        // Everything appended before this call is written first.
        keeper.order(Lease::new(room.clone(), 0), Work::Nothing)?;
        let id = room.clone();
        let rows = self.keeper().reading("reading a room", move |session| {
            let id = id.clone();
            async move { session.room(&id).await }
        })?;
        let stored = rows.decode(room)?;
        if let Some(Lost { event, records, reason }) = &stored.lost {
            let lease = keeper.lease(room)?;
            let cut = Work::Cut { from: *event, reason: reason.clone() };
            let done = keeper.order(lease.clone(), cut);
            keeper.release(lease);
            done?;
            tracing::error!(%room, event, records, reason, "damaged records were set aside");
        }
        let package = self.package(stored.meta.package)?;
        Ok(StoredRoom { package, ..stored })
    }

    fn package(&self, digest: PackageDigest) -> Result<Option<Arc<[u8]>>, LogError> {
        self.packages.get(digest, || {
            self.keeper().reading("reading a package", move |session| async move {
                read::package(&session, digest).await
            })
        })
    }

    /// A heartbeat is a write, and one that was confirmed lately tells without another one.
    fn probe(&self, ack: Ack) {
        ack(match self.core.is_in_doubt() {
            true => Err(self.core.place.away("it has confirmed no heartbeat lately")),
            false => Ok(()),
        });
    }

    /// Those that this server has or could claim: servers that live list theirs themselves.
    fn rooms(&self) -> Result<Vec<(RoomId, RoomMeta)>, LogError> {
        let node = self.core.node_id;
        self.keeper().reading("listing rooms", move |session| async move {
            read::rooms(&session.client, node).await
        })
    }

    fn shared(&self) -> Option<&dyn SharedDirectory> {
        Some(self)
    }

    fn clock(&self) -> u64 {
        self.core.clock.now()
    }

    fn visits(&self) -> Result<Vec<(RoomId, u64)>, LogError> {
        let doing = "looking up visits";
        self.keeper().reading(doing, |session| async move { read::visits(&session.client).await })
    }

    fn explore(&self, opening: &Opening) -> Result<Vec<Continuation>, LogError> {
        let opening = opening.clone();
        self.keeper().reading("looking up openings", move |session| {
            let opening = opening.clone();
            async move { read::explore(&session.client, &opening).await }
        })
    }

    fn commits(&self) -> Option<&CommitStats> {
        Some(&self.core.commits)
    }
}
