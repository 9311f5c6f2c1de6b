//! Opens connections, and translates SQLite's errors.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::wal;
use crate::log::LogError;

/// Capacity of a connection's statement cache; fewer statements exist.
const STATEMENTS: usize = 64;

/// Converts SQLite's errors, adding the operation and the file.
pub(super) fn failed<'a>(
    path: &'a Path,
    doing: &'static str,
) -> impl Fn(rusqlite::Error) -> LogError + 'a {
    move |error| {
        let (path, reason) = (path.display().to_string(), error.to_string());
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => LogError::Full { path },
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
                LogError::ReadOnly { path, reason }
            }
            Some(ErrorCode::DatabaseCorrupt) => LogError::Malformed { path, doing, reason },
            Some(ErrorCode::NotADatabase) => LogError::Foreign { path, reason },
            _ => LogError::Store { doing, reason: format!("{path}: {reason}") },
        }
    }
}

/// How a connection may use the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access<'a> {
    /// Read and write.
    Full,
    /// Read while another program may be writing.
    Reading,
    /// Exclusively, through the named file system (VFS); needs no shared memory.
    Alone(&'a str),
}

/// Opens the file. Automatic checkpoints are off, because a player would have to wait for them.
pub(super) fn connect(path: &Path, access: Access<'_>) -> Result<Connection, LogError> {
    let open = || {
        let writing = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = match access {
            Access::Full => Connection::open_with_flags(path, writing)?,
            Access::Reading => open_reading(path)?,
            Access::Alone(vfs) => {
                let connection = Connection::open_with_flags_and_vfs(path, writing, vfs)?;
                connection.pragma_update(None, "locking_mode", "exclusive")?;
                connection
            }
        };
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        if access != Access::Reading {
            // Affects only new files; lets a file shrink gradually later.
            connection.pragma_update(None, "auto_vacuum", "incremental")?;
            connection.pragma_update(None, "journal_mode", "wal")?;
            connection.pragma_update(None, "synchronous", "full")?;
            connection.pragma_update(None, "wal_autocheckpoint", 0)?;
        }
        Ok::<_, rusqlite::Error>(connection)
    };
    open().map_err(|error| match error.sqlite_error_code() {
        Some(ErrorCode::CannotOpen) if access == Access::Reading && has_log(path) => {
            let path = path.display().to_string();
            let reason = "what was written last is in the write-ahead log beside it, and SQLite \
                          cannot read that without writing; copy both to where it can write"
                .to_owned();
            LogError::ReadOnly { path, reason }
        }
        _ => failed(path, "opening it")(error),
    })
}

/// Opens for reading. A file without a writer can be read even in a read-only folder, unless a
/// program that crashed left a write-ahead log beside it: SQLite would pass that over.
fn open_reading(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    let looked = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()));
    match looked {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::CannotOpen) => {
            if has_log(path) {
                return Err(error);
            }
            let escaped = path.to_string_lossy().replace('%', "%25").replace('?', "%3f");
            let uri = format!("file:{}?immutable=1", escaped.replace('#', "%23"));
            Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI)
        }
        _ => Ok(connection),
    }
}

/// Whether there is anything in the write-ahead log of a file, or that cannot be seen.
fn has_log(path: &Path) -> bool {
    wal::holds_something(&wal::beside(path, "-wal")).unwrap_or(true)
}
