//! Inspects the files before SQLite opens them.
//!
//! SQLite deletes the write-ahead log beside an empty or missing file, treats a log with an
//! unreadable header as empty, and drops everything after a damaged frame. Each would silently lose
//! acknowledged data. The traces of a crash are none of these and are accepted.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use super::connect::{Access, connect, failed};
use super::wal::{self, Found, beside};
use super::{schema, store};
use crate::log::LogError;

/// The first bytes of every SQLite file.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// Bytes of the file's header.
const HEAD: usize = 100;
/// What the name of a log ends with that is being restored.
pub(super) const RESTORING: &str = ".restoring";
/// The byte on which SQLite sets locks; its page is never written.
const LOCKED_BYTE: u64 = 1 << 30;

/// Ensures that opening a file for writing loses nothing. Creates a missing file atomically, and
/// refuses one that is not complete.
///
/// # Errors
/// The file or its write-ahead log is damaged. The message says what can be done.
pub(super) fn ready(path: &Path) -> Result<(), LogError> {
    let log = beside(path, "-wal");
    match look(path)? {
        Main::Missing => {
            let restoring = beside(path, RESTORING);
            if restoring.exists() {
                let name = name(&restoring);
                let reason = format!(
                    "a restore into its folder did not end, as {name} shows; empty the folder, and \
                     restore again"
                );
                return Err(damaged(path, reason));
            }
            for leftover in [&log, &beside(path, "-journal")] {
                if wal::holds_something(leftover).map_err(unseen(leftover))? {
                    let name = name(leftover);
                    let reason = format!(
                        "it is missing, but {name} beside it holds what was written last; put it \
                         back, or move {name} away to begin without any rooms"
                    );
                    return Err(damaged(path, reason));
                }
            }
            create(path)
        }
        Main::There(head) => agree(path, &head, &log),
    }
}

/// Checks that a file can be read. A server may be using it.
///
/// # Errors
/// It is empty or not an SQLite file.
pub(super) fn readable(path: &Path) -> Result<(), LogError> {
    look(path).map(|_| ())
}

/// What is found at the path of the file.
enum Main {
    Missing,
    There(Head),
}

/// Facts from the header of a file.
struct Head {
    /// Length of the file in bytes.
    length: u64,
    /// Bytes of a page.
    page: u64,
    /// Number of pages of the file, if the header is reliable.
    pages: Option<u64>,
}

fn look(path: &Path) -> Result<Main, LogError> {
    let foreign = |reason: &str| {
        Err(LogError::Foreign { path: path.display().to_string(), reason: reason.to_owned() })
    };
    let metadata = match path.metadata() {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return match path.symlink_metadata() {
                Ok(_) => foreign("it is a link that leads nowhere"),
                Err(_) => Ok(Main::Missing),
            };
        }
        Err(error) => return Err(unseen(path)(error)),
    };
    if !metadata.is_file() {
        return foreign("it is no file");
    }
    let length = metadata.len();
    if length == 0 {
        let log = beside(path, "-wal");
        let held = wal::holds_something(&log).map_err(unseen(&log))?;
        let (name, both) = match held {
            true => (format!(", but {} beside it holds what was written last", name(&log)), "both"),
            false => (", as a log of rooms never is".to_owned(), "it"),
        };
        let reason = format!(
            "it is empty (0 bytes){name}; put it back from a copy, or move {both} away to begin \
             without any rooms"
        );
        return Err(damaged(path, reason));
    }
    let mut bytes = [0; HEAD];
    let mut file = File::open(path).map_err(unseen(path))?;
    match file.read_exact(&mut bytes) {
        Ok(()) if bytes.starts_with(MAGIC) => {}
        Err(error) if error.kind() != ErrorKind::UnexpectedEof => return Err(unseen(path)(error)),
        _ => return foreign("it is no file of SQLite, or its beginning is lost"),
    }
    let number =
        |at: usize| u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    let page = match u16::from_be_bytes([bytes[16], bytes[17]]) {
        1 => 1 << 16,
        size => u64::from(size),
    };
    if !page.is_power_of_two() || page < 512 {
        return foreign("it is no file of SQLite: its pages have an impossible size");
    }
    // As in SQLite: the number of pages is valid if it was written by the last change of the
    // header.
    let known = number(28) > 0 && number(24) == number(92);
    let pages = known.then(|| u64::from(number(28)));
    Ok(Main::There(Head { length, page, pages }))
}

/// Checks that a file and its write-ahead log belong together and that nothing is missing.
fn agree(path: &Path, head: &Head, log: &Path) -> Result<(), LogError> {
    let name = name(log);
    let found = wal::read(log, head.page).map_err(unseen(log))?;
    let (written, pages) = match found {
        Found::Nothing => (Default::default(), head.pages),
        Found::Pages { written, pages, damaged_at } => {
            if let Some(at) = damaged_at {
                set_aside(path, log, at)?;
            }
            (written, pages.map_or(head.pages, |pages| Some(u64::from(pages))))
        }
        Found::OtherPages(size) => {
            let reason = format!(
                "{name} beside it belongs to another file: its pages have {size} bytes instead of \
                 {}; put back the file it belongs to, or move it away",
                head.page
            );
            return Err(damaged(path, reason));
        }
        Found::NoHead => {
            let reason = format!(
                "the beginning of {name} beside it is damaged or belongs to another file, so that \
                 what was written last cannot be read; put it back from a copy, or move it away to \
                 go on without"
            );
            return Err(damaged(path, reason));
        }
    };
    let there = head.length / head.page;
    let lacking = (there + 1..=pages.unwrap_or(there)).find(|page| {
        let locked = LOCKED_BYTE / head.page + 1;
        *page != locked && u32::try_from(*page).map_or(true, |page| !written.contains(&page))
    });
    let Some(page) = lacking else { return Ok(()) };
    let reason = format!(
        "its end is cut off: it has {} bytes, and page {page} of {} is neither in it nor in \
         {name}; put it back from a copy",
        head.length,
        pages.unwrap_or(there)
    );
    Err(damaged(path, reason))
}

/// Copies a write-ahead log of which SQLite will read only the beginning.
fn set_aside(path: &Path, log: &Path, at: u64) -> Result<(), LogError> {
    let free = (1..).map(|number| beside(log, &format!(".damaged-{number}")));
    let Some(copy) = free.into_iter().find(|copy| !copy.exists()) else { return Ok(()) };
    std::fs::copy(log, &copy).map_err(unseen(&copy))?;
    let (path, copy) = (path.display().to_string(), copy.display().to_string());
    tracing::error!(
        path,
        copy,
        at,
        "the write-ahead log is damaged at this byte: what was written after that is lost to the \
         rooms; a copy of it is kept"
    );
    Ok(())
}

/// Creates a new file under a temporary name and renames it once it is complete. A file that is
/// empty or without tables therefore cannot be the trace of a crash.
fn create(path: &Path) -> Result<(), LogError> {
    let new = beside(path, ".new");
    // Left by an attempt that a crash ended; it never held data.
    remove_with_logs(&new)?;
    let mut connection = connect(&new, Access::Full)?;
    schema::prepare(&mut connection, &new)?;
    store::bring_home(&connection).map_err(failed(&new, "making it"))?;
    connection.close().map_err(|(_, error)| failed(&new, "making it")(error))?;
    std::fs::rename(&new, path).map_err(unseen(path))?;
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        let synced = File::open(folder).and_then(|folder| folder.sync_all());
        // Not supported on every system; there the name is as durable as the system makes it.
        if let Err(error) = synced {
            tracing::debug!(%error, "a folder was not synced");
        }
    }
    Ok(())
}

/// Removes a file and what SQLite keeps beside it, as far as they are there.
pub(super) fn remove_with_logs(path: &Path) -> Result<(), LogError> {
    for end in ["", "-wal", "-shm", "-journal"] {
        let path = beside(path, end);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(unseen(&path)(error)),
            _ => {}
        }
    }
    Ok(())
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn damaged(path: &Path, reason: String) -> LogError {
    LogError::Malformed { path: path.display().to_string(), doing: "opening it", reason }
}

/// Converts an error of inspecting or copying a file.
pub(super) fn unseen(path: &Path) -> impl Fn(std::io::Error) -> LogError + '_ {
    |error| {
        let shown = path.display().to_string();
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => LogError::Full { path: shown },
            ErrorKind::ReadOnlyFilesystem => {
                LogError::ReadOnly { path: shown, reason: error.to_string() }
            }
            _ => LogError::Store {
                doing: "looking at its files",
                reason: format!("{shown}: {error}"),
            },
        }
    }
}
