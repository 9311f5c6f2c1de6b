//! The writing side of the file: everything that waits goes into one transaction.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use fangqi_room::PackageDigest;
use rusqlite::hooks::Wal;
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};
use rustc_hash::{FxHashMap, FxHashSet};

use super::changes::Changes;
use super::clock::{self, LogClock};
use super::connect::{Access, connect, failed};
use super::cut::Cut;
use super::retain::{self, Freed};
use super::{files, games, schema, visits, write};
use crate::log::{Ack, Entry, Lease, LogError};
use crate::metrics::CommitStats;
use crate::session::RoomId;
use crate::time::Time;

/// An order for the writer.
pub(super) struct Order {
    pub(super) lease: Lease,
    pub(super) work: Work,
    pub(super) ack: Ack,
}

/// What an order does.
pub(super) enum Work {
    /// Write an entry.
    Entry(Entry),
    /// Cut off damaged records.
    Cut(Cut),
    /// Store the clock, to show that the file can be written. Within the second in which it was
    /// last stored nothing is written, because it just was.
    Probe,
    /// Nothing; only the acknowledgement is wanted, once all earlier orders are done.
    Nothing,
}

/// Most orders in one transaction, so that none waits long for its acknowledgement.
pub(super) const BATCH: usize = 4096;

/// Initial size of the write-ahead log in bytes: about what the checkpointer lets it grow to.
const LAID_OUT: usize = 4 << 20;

/// Cached facts about the file. Cleared from time to time to bound its size.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Event number of the last record, by room.
    pub(super) last_events: FxHashMap<RoomId, u64>,
    pub(super) packages: FxHashSet<PackageDigest>,
}

const REMEMBERED_ROOMS: usize = 64 * 1024;

/// The file, opened for writing.
#[derive(Debug)]
pub(super) struct Store {
    pub(super) connection: Connection,
    pub(super) path: PathBuf,
    pub(super) epoch: u64,
    known: Known,
    /// Stored packages whose rooms have not named them yet.
    expected: FxHashMap<RoomId, PackageDigest>,
    commits: Arc<CommitStats>,
    /// Number of pages in the write-ahead log after the last commit.
    waiting_pages: Arc<AtomicUsize>,
    /// Number of pages at the last checkpoint attempt since the write-ahead log was last short.
    tried_at: usize,
    /// Which pages change, for a copy.
    pub(super) changes: Arc<Changes>,
    /// The clock by which age is measured.
    pub(super) clock: Arc<LogClock>,
    /// The value of the clock that was last stored.
    clock_noted: u64,
}

/// Why a batch was not written.
enum Trouble {
    /// The part of the file that belongs to one room is damaged; others can be written.
    Room(RoomId, LogError),
    /// Nothing can be written.
    All(LogError),
}

/// Pages of 4 KiB in the write-ahead log from which the writer itself checkpoints it. This only
/// bounds the size of the file; normally the checkpointer has done it long before.
pub(super) const PAGES_MAX: usize = 16 * 1024;

impl Store {
    /// Opens a file, creating it if necessary, and takes it over from its earlier owner. Without
    /// `time`, the log's clock does not advance.
    pub(super) fn open(
        path: &Path,
        access: Access<'_>,
        time: Option<Arc<dyn Time>>,
    ) -> Result<Self, LogError> {
        if access == Access::Full {
            files::ready(path)?;
        }
        let mut connection = connect(path, access)?;
        bring_home(&connection).map_err(failed(path, "bringing pages home"))?;
        if access == Access::Full
            && let Err(error) = lay_out(path)
        {
            tracing::warn!(%error, "the write-ahead log has no place of its own yet");
        }
        schema::prepare(&mut connection, path)?;
        visits::prepare(&connection).map_err(failed(path, "making its tables"))?;
        games::prepare(&connection).map_err(failed(path, "making its tables"))?;
        let clock = Arc::new(LogClock::open(&connection, path, time)?);
        visits::put_right(&connection, clock.now()).map_err(failed(path, "noting visits"))?;
        let epoch = schema::new_epoch(&mut connection, path)?;
        let waiting_pages = Arc::new(AtomicUsize::new(0));
        let pages = Arc::clone(&waiting_pages);
        let hook = move |_: &mut Wal, count: i32| {
            pages.store(usize::try_from(count).unwrap_or(0), Ordering::Relaxed);
            Ok(())
        };
        connection.wal_hook(Some(hook)).map_err(failed(path, "watching its size"))?;
        Ok(Self {
            connection,
            path: path.to_owned(),
            epoch,
            known: Known::default(),
            expected: FxHashMap::default(),
            commits: Arc::default(),
            waiting_pages,
            tried_at: 0,
            changes: Arc::new(Changes::of(path)),
            clock_noted: clock.now(),
            clock,
        })
    }

    /// The number of pages in the write-ahead log, for the checkpointer.
    pub(super) fn waiting_pages(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.waiting_pages)
    }

    /// Statistics of the commits.
    pub(super) fn commits(&self) -> Arc<CommitStats> {
        Arc::clone(&self.commits)
    }

    /// Makes a batch durable and returns the acknowledgements to call. An invalid entry (out of
    /// order, of an unknown room) fails alone. A damaged part of the file fails the rooms in it. If
    /// the store fails, the whole batch fails and the file stays unchanged.
    pub(super) fn commit(&mut self, batch: Vec<Order>) -> Vec<(Ack, Result<(), LogError>)> {
        let mut broken = FxHashMap::default();
        let results = loop {
            match self.try_commit(&batch, &broken) {
                Ok(results) => break results,
                Err(Trouble::Room(room, error)) => {
                    tracing::error!(%room, %error, "the room's entries are lost; it goes back");
                    self.known = Known::default();
                    broken.insert(room, error);
                }
                Err(Trouble::All(error)) => {
                    tracing::error!(%error, "entries of the log are lost; their rooms go back");
                    self.known = Known::default();
                    break vec![Err(error); batch.len()];
                }
            }
        };
        if self.known.last_events.len() > REMEMBERED_ROOMS {
            self.known.last_events.clear();
        }
        self.expect(&batch, &results);
        batch.into_iter().map(|order| order.ack).zip(results).collect()
    }

    /// Updates the packages whose rooms have not named them yet.
    fn expect(&mut self, batch: &[Order], results: &[Result<(), LogError>]) {
        for (order, result) in batch.iter().zip(results) {
            let Work::Entry(entry) = &order.work else { continue };
            let room = order.lease.room();
            match entry {
                Entry::Package { digest, .. } if result.is_ok() => {
                    self.expected.insert(room.clone(), *digest);
                }
                // Regardless of whether it was written.
                Entry::Open(_) | Entry::Repackage { .. } | Entry::Delete => {
                    self.expected.remove(room);
                }
                _ => {}
            }
        }
    }

    fn try_commit(
        &mut self,
        batch: &[Order],
        broken: &FxHashMap<RoomId, LogError>,
    ) -> Result<Vec<Result<(), LogError>>, Trouble> {
        if batch.iter().all(|order| matches!(order.work, Work::Nothing)) {
            return Ok(vec![Ok(()); batch.len()]);
        }
        let started = Instant::now();
        let now = self.clock.now();
        let Self { connection, path, epoch, known, clock_noted, .. } = self;
        let path: &Path = path;
        let all = |doing| move |error| Trouble::All(failed(path, doing)(error));
        let transaction = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(all("beginning"))?;
        let current = current_epoch(&transaction).map_err(all("looking up its owner"))?;
        let mut results = Vec::with_capacity(batch.len());
        for order in batch {
            let room = order.lease.room();
            if order.lease.epoch() != current || *epoch != current {
                let (room, epoch) = (room.clone(), order.lease.epoch());
                results.push(Err(LogError::Stale { room, epoch, current }));
                continue;
            }
            if let Some(error) = broken.get(room) {
                results.push(Err(error.clone()));
                continue;
            }
            let written = match &order.work {
                Work::Entry(entry) => write::entry(&transaction, room, entry, known, now),
                Work::Cut(cut) => cut.make(&transaction, room, now).map_err(Into::into).map(|()| {
                    known.last_events.remove(room);
                }),
                Work::Probe => clock::note(&transaction, now).map_err(Into::into),
                Work::Nothing => Ok(()),
            };
            results.push(match written {
                Ok(()) => Ok(()),
                Err(write::Failure::Wrong(error)) => Err(error),
                Err(write::Failure::Store(error)) => {
                    let only_here = matches!(
                        error.sqlite_error_code(),
                        Some(ErrorCode::DatabaseCorrupt | ErrorCode::ConstraintViolation)
                    );
                    let error = failed(path, "writing")(error);
                    return Err(if only_here {
                        Trouble::Room(room.clone(), error)
                    } else {
                        Trouble::All(error)
                    });
                }
            });
        }
        let due = *epoch == current && now >= clock_noted.saturating_add(clock::NOTED);
        if due {
            clock::note(&transaction, now).map_err(all("noting the time"))?;
        }
        transaction.commit().map_err(all("committing"))?;
        if due {
            *clock_noted = now;
        }
        self.commits.entries.add(batch.len() as u64);
        self.commits.time.add_since(started);
        Ok(results)
    }

    /// Deletes what need not be kept any longer; see [`retain::run`].
    pub(super) fn retain(&mut self, before: u64) -> Result<Freed, LogError> {
        let freed = retain::run(&mut self.connection, self.epoch, before, &self.expected)
            .map_err(failed(&self.path, "dropping what is old"))?;
        self.known = Known::default();
        Ok(freed)
    }

    /// Stores the value of the log's clock if the stored one is at least `after` seconds older.
    pub(super) fn note_clock(&mut self, after: u64) {
        let now = self.clock.now();
        if now < self.clock_noted.saturating_add(after.max(1)) {
            return;
        }
        let mut noted = || {
            let behaviour = TransactionBehavior::Immediate;
            let transaction = self.connection.transaction_with_behavior(behaviour)?;
            if current_epoch(&transaction)? == self.epoch {
                clock::note(&transaction, now)?;
            }
            transaction.commit()
        };
        match noted() {
            Ok(()) => self.clock_noted = now,
            Err(error) => {
                let error = failed(&self.path, "noting the time")(error);
                tracing::warn!(%error, "what is in the log ages more slowly");
            }
        }
    }

    /// Returns some free pages to the file system. Returns whether there were any.
    pub(super) fn shrink(&mut self) -> Result<bool, LogError> {
        retain::shrink(&self.connection).map_err(failed(&self.path, "making it smaller"))
    }

    /// Checkpoints the write-ahead log if it has at least `pages_max` pages.
    pub(super) fn checkpoint_if_long(&mut self, pages_max: usize) {
        let pages = self.waiting_pages.load(Ordering::Relaxed);
        if pages < pages_max {
            self.tried_at = 0;
            return;
        }
        // After an attempt that a reader held up, the next one waits until the log has grown.
        if pages < self.tried_at + pages_max / 4 {
            return;
        }
        self.tried_at = pages;
        if let Err(error) = self.changes.checkpoint(&self.connection) {
            tracing::warn!(%error, "the write-ahead log grows");
        }
    }
}

/// Copies everything that an earlier program left in the write-ahead log into the file.
///
/// If that program's last sync failed, what is read of the log may be only in the page cache but be
/// marked as written. No later sync would write it to the disk, and all that is appended after it
/// would be lost with it. Copying it into the file writes it again.
pub(super) fn bring_home(connection: &Connection) -> rusqlite::Result<()> {
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
}

/// Preallocates the write-ahead log, which is empty, with zeros up to the size it usually grows to.
/// Overwriting them needs no new blocks and does not change the file's length, so that a commit
/// takes one write and one flush of the disk. SQLite takes zeros for the end of its log, and after
/// a checkpoint it restarts at the beginning of the same file.
fn lay_out(path: &Path) -> std::io::Result<()> {
    let mut log =
        File::options().create(true).append(true).open(path.with_extension("sqlite-wal"))?;
    let zeros = [0; 64 * 1024];
    for _ in 0..LAID_OUT / zeros.len() {
        log.write_all(&zeros)?;
    }
    log.sync_all()
}

pub(super) fn current_epoch(transaction: &Transaction<'_>) -> rusqlite::Result<u64> {
    transaction
        .prepare_cached("SELECT epoch FROM folder WHERE id = 1")?
        .query_row([], |row| row.get::<_, i64>(0))
        .map(i64::cast_unsigned)
}
