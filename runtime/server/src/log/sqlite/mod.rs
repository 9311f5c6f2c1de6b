//! The log in an SQLite file.

pub mod backup;
mod changes;
mod clock;
mod connect;
mod cut;
mod files;
mod follow;
mod games;
mod lock;
mod pages;
mod read;
mod retain;
mod schema;
mod store;
mod thread;
mod visits;
mod wal;
mod write;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crossbeam_channel::bounded;
use fangqi_room::PackageDigest;
use rusqlite::Connection;

use super::packages::Packages;
use super::{
    Ack, Continuation, Entry, Lease, LogError, Lost, Opening, RoomLog, RoomMeta, StoredRoom,
};
use crate::metrics::CommitStats;
use crate::session::RoomId;
use crate::time::{MachineTime, Time};
use changes::Changes;
use clock::LogClock;
use connect::{Access, connect, failed};
use cut::Cut;
use follow::Follower;
use lock::FolderLock;
pub use retain::Freed;
use store::{BATCH, Order, Store, Work};
use thread::{Threads, lock};

/// Name of the file in a data folder.
const FILE: &str = "rooms.sqlite";

/// A stepped log checkpoints its write-ahead log when it has this many pages.
const STEPPED_PAGES: usize = 1000;

/// A log in one SQLite file with a write-ahead log and synchronous commits. One writer makes the
/// waiting entries of all rooms durable in one transaction (group commit).
///
/// A data folder belongs to one program at a time. Opening it takes a lock that the operating
/// system releases when the program ends, and raises the folder's epoch, which every transaction
/// compares with its own. So even where locks do not work, two programs never both write: once a
/// second one has opened the folder, the first one's transactions are refused.
#[derive(Debug)]
pub struct SqliteLog {
    // Dropped in this order: writer, reader, copier, lock.
    mode: Mode,
    follower: Option<Follower>,
    changes: Arc<Changes>,
    path: PathBuf,
    epoch: u64,
    commits: Arc<CommitStats>,
    clock: Arc<LogClock>,
    packages: Packages,
    _lock: Option<FolderLock>,
}

#[derive(Debug)]
enum Mode {
    /// A thread writes.
    Running { threads: Threads, reader: Mutex<Connection> },
    /// The caller of [`SqliteLog::step`] writes.
    Stepped { store: Mutex<Store>, queue: Mutex<VecDeque<Order>> },
}

impl std::fmt::Debug for Order {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Order").field(&self.lease).finish_non_exhaustive()
    }
}

impl SqliteLog {
    /// Version of the file format that this program writes.
    pub const SCHEMA: i64 = schema::VERSION;

    /// Opens the log in a folder, creating both if necessary, and takes the folder over.
    ///
    /// # Errors
    /// Another program uses the folder, it is not writable, or its content is not a log or of a
    /// newer version. Each message names the path.
    pub fn open(folder: &Path) -> Result<Self, LogError> {
        Self::open_by(folder, Arc::new(MachineTime))
    }

    /// Like [`Self::open`], with other clocks than those of the machine.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_by(folder: &Path, time: Arc<dyn Time>) -> Result<Self, LogError> {
        let held = FolderLock::take(folder)?;
        let path = folder.join(FILE);
        let store = Store::open(&path, Access::Full, Some(time))?;
        let (epoch, commits, clock) = (store.epoch, store.commits(), Arc::clone(&store.clock));
        let (changes, follower) = (Arc::clone(&store.changes), None);
        let reader = thread::reader(&path)?;
        let mode = Mode::Running { threads: Threads::start(store)?, reader };
        let packages = Packages::default();
        let _lock = Some(held);
        Ok(Self { mode, follower, changes, path, epoch, commits, clock, packages, _lock })
    }

    /// Opens a file without threads, for simulations: [`RoomLog::append`] only queues entries, and
    /// [`Self::step`] writes them. The code that writes, and its transactions, are those of a
    /// server.
    ///
    /// `vfs` names a file system registered with SQLite. It then has to support only an exclusive
    /// lock, not shared memory. No lock is taken on the folder, and the log's clock does not
    /// advance.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_stepped(path: &Path, vfs: Option<&str>) -> Result<Self, LogError> {
        let time: Option<Arc<dyn Time>> = match vfs {
            Some(_) => None,
            None => Some(Arc::new(MachineTime)),
        };
        let store = Store::open(path, vfs.map_or(Access::Full, Access::Alone), time)?;
        let (epoch, commits, clock) = (store.epoch, store.commits(), Arc::clone(&store.clock));
        let (changes, follower) = (Arc::clone(&store.changes), None);
        let mode = Mode::Stepped { store: Mutex::new(store), queue: Mutex::default() };
        let (path, packages) = (path.to_owned(), Packages::default());
        let _lock = None;
        Ok(Self { mode, follower, changes, path, epoch, commits, clock, packages, _lock })
    }

    /// Makes up to 4,096 waiting entries durable in one transaction and acknowledges them. Returns
    /// their number. Does nothing if the log has its own thread.
    pub fn step(&self) -> usize {
        let Mode::Stepped { store, queue } = &self.mode else { return 0 };
        let batch: Vec<Order> = {
            let mut queue = lock(queue);
            let count = queue.len().min(BATCH);
            queue.drain(..count).collect()
        };
        let count = batch.len();
        let done = {
            let mut store = lock(store);
            let done = store.commit(batch);
            store.checkpoint_if_long(STEPPED_PAGES);
            done
        };
        for (ack, result) in done {
            ack(result);
        }
        count
    }

    /// Limits the file of a stepped log to this many pages of 4 KiB. Beyond that it behaves as on a
    /// full disk.
    #[doc(hidden)]
    pub fn limit_pages(&self, pages: u32) {
        if let Mode::Stepped { store, .. } = &self.mode {
            let set = lock(store).connection.pragma_update_and_check(
                None,
                "max_page_count",
                pages,
                |row| row.get::<_, i64>(0),
            );
            debug_assert!(set.is_ok(), "the pragma always answers");
        }
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Starts regular retention: once the last but one checkpoint of a room is older than `age` by
    /// the log's clock, the inputs before it are deleted. They would only be needed to replay the
    /// room from its start. Without this call all inputs are kept.
    pub fn keep_inputs_for(&self, age: Duration) {
        if let Mode::Running { threads, .. } = &self.mode {
            threads.keep_for.store(age.as_secs(), Ordering::Relaxed);
        }
    }

    /// Begins to keep a copy of the data folder in another folder, at most about a second behind:
    /// the log, and the keys and secrets beside it. While that folder is missing or full, the log
    /// goes on without it.
    ///
    /// # Errors
    /// What is in that folder is not a copy of this data folder.
    pub fn copy_to(&mut self, folder: &Path) -> Result<(), LogError> {
        let changes = Arc::clone(&self.changes);
        self.follower = Some(Follower::start(&self.path, self.epoch, changes, folder)?);
        Ok(())
    }

    /// Deletes the inputs up to the last but one checkpoint of each room in which that is older
    /// than `before` by the log's clock ([`RoomLog::clock`]), and packages that no room uses or is
    /// about to use. Waits for the writer. The free space is returned to the file system while the
    /// writer is idle.
    ///
    /// # Errors
    /// The store failed; nothing was deleted.
    pub fn retain(&self, before: u64) -> Result<Freed, LogError> {
        match &self.mode {
            Mode::Running { threads, .. } => threads.retain(before),
            Mode::Stepped { store, .. } => {
                while self.step() > 0 {}
                let mut store = lock(store);
                let freed = store.retain(before)?;
                while store.shrink()? {}
                Ok(freed)
            }
        }
    }

    fn order(&self, lease: Lease, work: Work, ack: Ack) {
        let order = Order { lease, work, ack };
        match &self.mode {
            Mode::Running { threads, .. } => {
                if let Err(order) = threads.order(order) {
                    (order.ack)(Err(LogError::Closed));
                }
            }
            Mode::Stepped { queue, .. } => lock(queue).push_back(order),
        }
    }

    /// Queues an order and waits until it is done.
    fn wait_for(&self, room: &RoomId, work: Work) -> Result<(), LogError> {
        let (done, wait) = bounded(1);
        let ack: Ack = Box::new(move |result| {
            // Cannot fail: the caller waits below.
            let _ = done.send(result);
        });
        self.order(Lease::new(room.clone(), self.epoch), work, ack);
        while self.step() > 0 {}
        wait.recv().unwrap_or(Err(LogError::Closed))
    }

    fn reading<T>(&self, read: impl FnOnce(&Connection) -> T) -> T {
        match &self.mode {
            Mode::Running { reader, .. } => read(&lock(reader)),
            Mode::Stepped { store, .. } => read(&lock(store).connection),
        }
    }
}

impl RoomLog for SqliteLog {
    fn lease(&self, room: &RoomId) -> Result<Lease, LogError> {
        // All rooms of the folder were taken over with it.
        Ok(Lease::new(room.clone(), self.epoch))
    }

    fn append(&self, lease: &Lease, entry: Entry, ack: Ack) {
        self.order(lease.clone(), Work::Entry(entry), ack);
    }

    fn probe(&self, ack: Ack) {
        match RoomId::random() {
            // Orders are of rooms; this one is of no room.
            Ok(room) => self.order(Lease::new(room, self.epoch), Work::Probe, ack),
            Err(error) => ack(Err(LogError::Elsewhere(error.to_string()))),
        }
    }

    fn read(&self, room: &RoomId) -> Result<StoredRoom, LogError> {
        self.wait_for(room, Work::Nothing)?;
        let stored = self.reading(|connection| read::room(connection, &self.path, room))?;
        if let Some(Lost { event, records, reason }) = &stored.lost {
            let cut = Cut { from: *event, reason: reason.clone() };
            self.wait_for(room, Work::Cut(cut))?;
            tracing::error!(%room, event, records, reason, "damaged records were set aside");
        }
        let package = self.package(stored.meta.package)?;
        Ok(StoredRoom { package, ..stored })
    }

    fn package(&self, digest: PackageDigest) -> Result<Option<Arc<[u8]>>, LogError> {
        self.packages.get(digest, || {
            self.reading(|connection| read::package(connection, digest))
                .map_err(failed(&self.path, "reading a package"))
        })
    }

    fn rooms(&self) -> Result<Vec<(RoomId, RoomMeta)>, LogError> {
        self.reading(read::rooms).map_err(failed(&self.path, "listing rooms"))
    }

    fn clock(&self) -> u64 {
        self.clock.now()
    }

    fn visits(&self) -> Result<Vec<(RoomId, u64)>, LogError> {
        self.reading(visits::all).map_err(failed(&self.path, "looking up visits"))
    }

    fn explore(&self, opening: &Opening) -> Result<Vec<Continuation>, LogError> {
        self.reading(|connection| games::explore(connection, opening))
            .map_err(failed(&self.path, "looking up openings"))
    }

    fn commits(&self) -> Option<&CommitStats> {
        Some(&self.commits)
    }

    fn copy_lag(&self) -> Option<Duration> {
        self.follower.as_ref().map(Follower::lag)
    }
}

/// Read-only access to a data folder that a server may be using.
#[derive(Debug)]
pub struct SqliteReader {
    connection: Connection,
    path: PathBuf,
}

impl SqliteReader {
    /// Opens a folder. A file of an older version is migrated first, during which no server may use
    /// it.
    ///
    /// # Errors
    /// There is no log, or it cannot be read.
    pub fn open(folder: &Path) -> Result<Self, LogError> {
        let path = folder.join(FILE);
        if !path.is_file() {
            let reason = "there is no such file".to_owned();
            return Err(LogError::Foreign { path: path.display().to_string(), reason });
        }
        files::readable(&path)?;
        let mut connection = connect(&path, Access::Reading)?;
        if schema::version(&connection, &path)? < schema::VERSION {
            drop(connection);
            drop(SqliteLog::open(folder)?);
            connection = connect(&path, Access::Reading)?;
        }
        Ok(Self { connection, path })
    }

    /// Reads a room. Damaged records are left out and reported in [`StoredRoom::lost`].
    ///
    /// # Errors
    /// There is no such room, or too much of it is damaged.
    pub fn read(&self, room: &RoomId) -> Result<StoredRoom, LogError> {
        let stored = read::room(&self.connection, &self.path, room)?;
        let digest = stored.meta.package;
        let package = read::package(&self.connection, digest)
            .map_err(failed(&self.path, "reading a package"))?;
        Ok(StoredRoom { package, ..stored })
    }

    /// All rooms, oldest first.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn rooms(&self) -> Result<Vec<(RoomId, RoomMeta)>, LogError> {
        read::rooms(&self.connection).map_err(failed(&self.path, "listing rooms"))
    }
}
