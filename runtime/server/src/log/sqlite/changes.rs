//! Collects which pages of the file change, for the continuous copy.
//!
//! Pages of the file itself change only by checkpoints, and a checkpoint copies pages of the
//! write-ahead log. Before each one, the numbers of all pages in the log are collected here. A
//! snapshot is held meanwhile: a checkpoint copies nothing that was written after the oldest
//! snapshot, so it copies no page that was not collected. SQLite begins to overwrite the log only
//! once all of it has been copied.
//!
//! This holds as long as only this module makes checkpoints. The copy compares all pages from time
//! to time in case an operator made one with another program.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use rusqlite::{Connection, Transaction};

use super::connect::{Access, connect, failed};
use super::{files, wal};
use crate::log::LogError;

/// The changed pages of one file.
#[derive(Debug)]
pub(super) struct Changes {
    path: PathBuf,
    wal: PathBuf,
    /// `None` until a copy wants to know.
    tracked: Mutex<Option<Tracked>>,
}

#[derive(Debug)]
struct Tracked {
    pages: BTreeSet<u32>,
    /// Holds the snapshot during checkpoints.
    holder: Connection,
}

impl Changes {
    pub(super) fn of(path: &Path) -> Self {
        Self { path: path.to_owned(), wal: wal::beside(path, "-wal"), tracked: Mutex::new(None) }
    }

    /// Begins to collect.
    pub(super) fn track(&self) -> Result<(), LogError> {
        // Whichever connection is closed last leaves no write-ahead log behind; for that it has to
        // be able to write.
        let holder = connect(&self.path, Access::Full)?;
        *self.lock() = Some(Tracked { pages: BTreeSet::new(), holder });
        Ok(())
    }

    /// Copies the write-ahead log into the file as far as no reader is in the way.
    pub(super) fn checkpoint(&self, connection: &Connection) -> Result<(), LogError> {
        let failed = failed(&self.path, "bringing pages home");
        let checkpoint = || connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
        let mut tracked = match self.tracked.try_lock() {
            Ok(tracked) => tracked,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            // Another thread is making one. The writer must not wait for it.
            Err(TryLockError::WouldBlock) => return Ok(()),
        };
        let Some(Tracked { pages, holder }) = &mut *tracked else {
            return checkpoint().map_err(failed);
        };
        let held = snapshot(holder).map_err(&failed)?;
        self.collect(pages)?;
        checkpoint().map_err(&failed)?;
        held.finish().map_err(failed)
    }

    /// A snapshot to read from, and the pages that changed between the last one and this.
    pub(super) fn since_last<'a>(
        &self,
        reader: &'a Connection,
    ) -> Result<(Transaction<'a>, BTreeSet<u32>), LogError> {
        // No checkpoint is made meanwhile, so what was collected was written before the snapshot.
        let mut tracked = self.lock();
        let held = snapshot(reader).map_err(failed(&self.path, "reading it"))?;
        let mut pages =
            tracked.as_mut().map(|tracked| std::mem::take(&mut tracked.pages)).unwrap_or_default();
        self.collect(&mut pages)?;
        Ok((held, pages))
    }

    fn lock(&self) -> MutexGuard<'_, Option<Tracked>> {
        self.tracked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn collect(&self, pages: &mut BTreeSet<u32>) -> Result<(), LogError> {
        wal::add_pages(&self.wal, pages).map_err(files::unseen(&self.wal))
    }
}

/// Begins to read as of this moment.
pub(super) fn snapshot(connection: &Connection) -> rusqlite::Result<Transaction<'_>> {
    let held = connection.unchecked_transaction()?;
    held.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(held)
}
