//! The files as they lie there, looked at before SQLite does.
//!
//! SQLite means well: beside an empty or missing file it deletes the write-ahead log, a log whose
//! head it cannot read it takes for empty, and of one that is damaged in the middle it forgets the
//! rest. Each of these is the loss of what was acknowledged, without a word. What a crash leaves
//! behind is none of them, and passes.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::connect::{Access, connect, failed};
use super::wal::{self, Found};
use super::{schema, store};
use crate::log::LogError;

/// What every file of SQLite begins with.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// Bytes of the head of a file.
const HEAD: usize = 100;
/// The byte that SQLite locks; the page it is on is never written.
const LOCKED_BYTE: u64 = 1 << 30;

/// Makes sure that a file can be opened for writing without losing anything: makes a new one where
/// there is none, whole or not at all, and refuses one that is not whole.
///
/// # Errors
/// The file, or what lies beside it, is damaged; in a sentence that says what may be done.
pub(super) fn ready(path: &Path) -> Result<(), LogError> {
    let log = beside(path, "-wal");
    match look(path)? {
        Main::Missing => {
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

/// Makes sure that a file can be read. A server may be at work in it.
///
/// # Errors
/// It is empty or no file of SQLite.
pub(super) fn readable(path: &Path) -> Result<(), LogError> {
    look(path).map(|_| ())
}

/// What there is in the place of the file.
enum Main {
    Missing,
    There(Head),
}

/// What the head of a file says.
struct Head {
    /// Bytes of the file.
    length: u64,
    /// Bytes of a page.
    page: u64,
    /// Pages of the file, if the head knows.
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
    // As SQLite has it: the number of pages is right if it was written together with the rest.
    let known = number(28) > 0 && number(24) == number(92);
    let pages = known.then(|| u64::from(number(28)));
    Ok(Main::There(Head { length, page, pages }))
}

/// Whether a file and the write-ahead log beside it are one another's and nothing is missing.
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

/// Keeps a copy of a write-ahead log of which SQLite will read only the beginning.
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

/// Makes a new file under another name, and gives it its own only once it is whole: so a file that
/// is empty or without tables was not left behind by a crash.
fn create(path: &Path) -> Result<(), LogError> {
    let new = beside(path, ".new");
    for leftover in ["", "-wal", "-shm", "-journal"] {
        // Of an attempt that a crash ended; nothing was ever kept in it.
        let leftover = beside(&new, leftover);
        match std::fs::remove_file(&leftover) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(unseen(&leftover)(error));
            }
            _ => {}
        }
    }
    let mut connection = connect(&new, Access::Full)?;
    schema::prepare(&mut connection, &new)?;
    store::bring_home(&connection).map_err(failed(&new, "making it"))?;
    connection.close().map_err(|(_, error)| failed(&new, "making it")(error))?;
    std::fs::rename(&new, path).map_err(unseen(path))?;
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        let synced = File::open(folder).and_then(|folder| folder.sync_all());
        // Not every system can; the name is then as durable as it makes it.
        if let Err(error) = synced {
            tracing::debug!(%error, "a folder was not synced");
        }
    }
    Ok(())
}

/// A file whose name goes on after another's.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn damaged(path: &Path, reason: String) -> LogError {
    LogError::Malformed { path: path.display().to_string(), doing: "opening it", reason }
}

/// What a failure to look at a file or to copy it is to a person.
fn unseen(path: &Path) -> impl Fn(std::io::Error) -> LogError + '_ {
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
