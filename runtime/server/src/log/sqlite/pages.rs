//! Copies a file of SQLite page by page, as `sqlite3_rsync` does: pages are read and written
//! through the virtual table `sqlite_dbpage`, so that snapshots and transactions apply to them.
//!
//! A copy is one plain file: it says that it has no write-ahead log, until a log is opened on it.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::connect::failed;
use crate::log::LogError;

/// The page with the byte on which SQLite sets locks holds nothing; it lies at 1 GiB.
const LOCKED_BYTE: u32 = 1 << 30;
/// Where the file says whether it has a write-ahead log (2) or not (1): to writers and to readers.
const KIND_OF_JOURNAL: std::ops::Range<usize> = 18..20;

/// How durable a copy is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Durability {
    /// With each transaction, which is written as a whole or not at all.
    Transactions,
    /// By the caller, once all is written. A crash before leaves anything.
    Later,
}

/// A file that is made equal to another.
#[derive(Debug)]
pub(super) struct PageCopy {
    /// The file is attached to an empty database. If it were the main one, SQLite would read its
    /// schema again while that is only half there.
    connection: Connection,
    path: PathBuf,
    locked: u32,
    /// The number of pages there were before the transaction.
    had: u32,
}

impl PageCopy {
    /// Opens a file, which may be empty or missing, and begins a transaction. `page` is the size of
    /// the pages of the original in bytes.
    pub(super) fn begin(path: &Path, page: u32, durability: Durability) -> Result<Self, LogError> {
        let opening = failed(path, "opening it");
        let shown = path.display().to_string();
        let Some(name) = path.to_str() else {
            let reason = format!("{shown}: its name is not written in Unicode");
            return Err(LogError::Store { doing: "opening a copy", reason });
        };
        let connection = Connection::open_in_memory().map_err(&opening)?;
        let gives_pages: bool = connection
            .prepare("SELECT 1 FROM pragma_module_list WHERE name = 'sqlite_dbpage'")
            .and_then(|mut query| query.exists([]))
            .map_err(&opening)?;
        if !gives_pages {
            let reason = "this program was built without `.cargo/config.toml` of its sources, and \
                          its SQLite gives no pages; build it in their folder"
                .to_owned();
            return Err(LogError::Store { doing: "opening a copy", reason });
        }
        connection.execute("ATTACH ?1 AS copy", [name]).map_err(&opening)?;
        let (journal, synchronous) = match durability {
            Durability::Transactions => ("delete", "full"),
            Durability::Later => ("off", "off"),
        };
        let run = || {
            connection.pragma_update(Some("copy"), "page_size", page)?;
            connection.pragma_update(Some("copy"), "journal_mode", journal)?;
            connection.pragma_update(Some("copy"), "synchronous", synchronous)?;
            connection.execute_batch("BEGIN IMMEDIATE")?;
            let of_page = connection
                .pragma_query_value(Some("copy"), "page_size", |row| row.get::<_, u32>(0))?;
            let had =
                connection.pragma_query_value(Some("copy"), "page_count", |row| row.get(0))?;
            Ok::<(u32, u32), rusqlite::Error>((of_page, had))
        };
        let (of_page, had) = run().map_err(&opening)?;
        if of_page != page {
            let reason = format!("its pages have {of_page} bytes instead of {page}");
            return Err(LogError::Foreign { path: shown, reason });
        }
        Ok(Self { connection, path: path.to_owned(), locked: LOCKED_BYTE / page + 1, had })
    }

    /// The epoch of the log in the file, if there is one.
    pub(super) fn epoch(&self) -> Option<u64> {
        let sql = "SELECT epoch FROM copy.folder WHERE id = 1";
        let found = self.connection.query_row(sql, [], |row| row.get::<_, i64>(0));
        found.ok().map(i64::cast_unsigned)
    }

    /// Writes pages of a snapshot of the original, unless they are the same already.
    pub(super) fn put(
        &self,
        snapshot: &Transaction<'_>,
        numbers: impl IntoIterator<Item = u32>,
    ) -> Result<(), LogError> {
        let failed = failed(&self.path, "copying pages");
        let run = || {
            let mut read =
                snapshot.prepare_cached("SELECT data FROM sqlite_dbpage WHERE pgno = ?1")?;
            let mut here = self.connection.prepare_cached(
                "SELECT data FROM sqlite_dbpage WHERE schema = 'copy' AND pgno = ?1",
            )?;
            let mut write = self.connection.prepare_cached(
                "INSERT INTO sqlite_dbpage (pgno, data, schema) VALUES (?1, ?2, 'copy')",
            )?;
            for number in numbers.into_iter().filter(|number| *number != self.locked) {
                let page = read.query_row([number], |row| row.get::<_, Vec<u8>>(0)).optional()?;
                // It may have been the end of the file, and the file became shorter.
                let Some(mut page) = page else { continue };
                if number == 1 {
                    page[KIND_OF_JOURNAL].fill(1);
                } else if number <= self.had {
                    let same = here.query_row([number], |row| {
                        Ok(row.get_ref(0)?.as_blob().is_ok_and(|there| there == page))
                    })?;
                    if same {
                        continue;
                    }
                }
                write.execute(params![number, page])?;
            }
            Ok(())
        };
        run().map_err(failed)
    }

    /// Makes the file as long as a snapshot of the original, and ends the transaction.
    pub(super) fn commit(self, snapshot: &Transaction<'_>) -> Result<(), LogError> {
        let failed = failed(&self.path, "committing a copy");
        let run = || {
            let count = page_count(snapshot)?;
            if count < self.had {
                self.connection.execute(
                    "INSERT INTO sqlite_dbpage (pgno, data, schema) VALUES (?1, NULL, 'copy')",
                    [count + 1],
                )?;
            }
            self.connection.execute_batch("COMMIT")
        };
        run().map_err(&failed)?;
        self.connection.close().map_err(|(_, error)| failed(error))
    }
}

/// The number of pages of a file.
pub(super) fn page_count(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "page_count", |row| row.get(0))
}

/// The size of its pages in bytes.
pub(super) fn page_size(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "page_size", |row| row.get(0))
}
