//! Backups of a data folder: made while a server uses it, verified, and restored.
//!
//! A backup is a folder named by its time. It holds the log as one file, the keys and secrets
//! beside it, and a manifest that says what they contain. It has another name until it is complete.

mod file;
mod manifest;
mod restore;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::changes::snapshot;
use super::connect::{Access, connect, failed};
use super::lock::FolderLock;
use super::pages::{Durability, PageCopy, page_count, page_size};
use super::{FILE, files, schema, wal};
use crate::log::LogError;
use crate::scheduling::priority;
use crate::time::{MachineTime, Time};
pub use manifest::{Contents, Manifest};
pub use restore::{Restored, restore};

/// Pages copied under one snapshot.
const SLICE: u32 = 1024;
/// Shortest pause between two slices, in which the server has the disk for itself.
const PAUSE: Duration = Duration::from_millis(5);
/// What the name of an unfinished backup ends with.
const PARTIAL: &str = ".partial";
/// The file of the lock on a data folder.
const LOCK: &str = "lock";

/// Why a backup cannot be made, verified or restored.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The log itself cannot be used.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A file cannot be read or written.
    #[error("{path} cannot be {doing}: {reason}")]
    File {
        /// The file.
        path: String,
        /// The operation that failed.
        doing: &'static str,
        /// The message of the operating system.
        reason: String,
    },
    /// There is too little space.
    #[error("there is not enough space for {path}: {needed} bytes are needed, {free} are free")]
    Space {
        /// The folder.
        path: String,
        /// Bytes that are needed.
        needed: u64,
        /// Bytes there are.
        free: u64,
    },
    /// There is no backup at this place.
    #[error("there is no backup in {path}: {reason}")]
    NoBackup {
        /// The folder.
        path: String,
        /// What is missing.
        reason: String,
    },
    /// A backup is not what it was when it was made.
    #[error("{path} is damaged: {reason}; use another backup")]
    Damaged {
        /// The file.
        path: String,
        /// What differs.
        reason: String,
    },
    /// Another backup is being made.
    #[error("{owner} is making a backup in {folder}; wait for it, or use another folder")]
    Busy {
        /// The folder of backups.
        folder: String,
        /// The other program, such as `process 123`.
        owner: String,
    },
    /// A backup of a newer program.
    #[error("{path} was made by a newer program (version {program}); use that one")]
    Newer {
        /// The manifest.
        path: String,
        /// The program's version.
        program: String,
    },
    /// The folder to restore to holds something.
    #[error(
        "{folder} is not empty: {found} is in it; restore into a new folder, or move away what is \
         there"
    )]
    NotEmpty {
        /// The folder.
        folder: String,
        /// Something in it.
        found: String,
    },
}

/// A backup, and which older ones were removed.
#[derive(Debug)]
pub struct Taken {
    /// Its folder.
    pub folder: PathBuf,
    /// What is in it.
    pub manifest: Manifest,
    /// Bytes of all its files.
    pub bytes: u64,
    /// Older backups that were removed.
    pub removed: Vec<PathBuf>,
}

/// Makes a backup of a data folder, which a server may be using, in a folder of backups. The newest
/// `keep` backups are kept, this one included; all without a number.
///
/// # Errors
/// Nothing that is called a backup is left of one that fails.
pub fn take(data: &Path, backups: &Path, keep: Option<usize>) -> Result<Taken, BackupError> {
    // Of a thread of its own, the priority can be lowered.
    std::thread::scope(|scope| {
        let work = || {
            priority::lower();
            take_here(data, backups, keep)
        };
        let thread = std::thread::Builder::new().name("fangqi-backup".to_owned());
        let thread = thread.spawn_scoped(scope, work).map_err(file::failed(data, "copied"))?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn take_here(data: &Path, backups: &Path, keep: Option<usize>) -> Result<Taken, BackupError> {
    let log = data.join(FILE);
    if !log.is_file() {
        let (path, reason) = (log.display().to_string(), "there is no such file".to_owned());
        return Err(LogError::Foreign { path, reason }.into());
    }
    let _held = FolderLock::take(backups).map_err(|error| match error {
        LogError::InUse { folder, owner } => BackupError::Busy { folder, owner },
        error => error.into(),
    })?;
    for unfinished in names(backups, |name| name.ends_with(PARTIAL))? {
        file::remove_folder(&backups.join(unfinished))?;
    }
    let needed = bytes_in(data)?;
    file::space(backups, needed)?;
    let taken = MachineTime.unix_seconds();
    let folder = free_name(backups, taken)?;
    let partial = wal::beside(&folder, PARTIAL);
    let made = make(data, &partial, taken).and_then(|manifest| {
        std::fs::rename(&partial, &folder).map_err(file::failed(&folder, "written"))?;
        file::sync_folder(backups)?;
        Ok(manifest)
    });
    let manifest = match made {
        Ok(manifest) => manifest,
        Err(error) => {
            // What cannot be removed now is removed by the next backup.
            let _ = std::fs::remove_dir_all(&partial);
            return Err(error);
        }
    };
    let removed = prune(backups, &folder, keep)?;
    let bytes = bytes_in(&folder)?;
    Ok(Taken { folder, manifest, bytes, removed })
}

/// Makes a backup under a name that does not count yet.
fn make(data: &Path, partial: &Path, taken: u64) -> Result<Manifest, BackupError> {
    file::make_folder(partial)?;
    let copy = partial.join(FILE);
    let contents = copy_log(&data.join(FILE), &copy, PAUSE)?;
    // After the log, so that every token in it was signed by one of these keys.
    let mut kept = vec![FILE.to_owned()];
    for name in small_files(data)? {
        file::copy(&data.join(&name), &partial.join(&name))?;
        kept.push(name);
    }
    let found = look_into(&copy)?;
    if found != contents {
        let reason = "it does not hold what the log holds".to_owned();
        return Err(BackupError::Damaged { path: copy.display().to_string(), reason });
    }
    let manifest = Manifest::of(partial, taken, contents, kept)?;
    manifest.write(partial)?;
    file::sync_folder(partial)?;
    Ok(manifest)
}

/// Copies a log as of one moment and tells what was in it then.
///
/// A long snapshot would keep the server from checkpointing its write-ahead log. So all pages are
/// first copied bit by bit, each slice as of another moment, and then compared as of one: reading
/// is much faster than writing.
pub(super) fn copy_log(log: &Path, copy: &Path, pause: Duration) -> Result<Contents, BackupError> {
    files::readable(log)?;
    let source = connect(log, Access::Reading)?;
    let reading = failed(log, "copying it");
    schema::version(&source, log)?;
    let page = page_size(&source).map_err(&reading)?;
    // Open until SQLite has closed it: to close a file ends all locks of the process on it.
    let made = file::create(copy)?;
    let target = PageCopy::begin(copy, page, Durability::Later)?;
    let mut from = 1;
    let held = loop {
        let began = Instant::now();
        let held = snapshot(&source).map_err(&reading)?;
        let count = page_count(&held).map_err(&reading)?;
        target.put(&held, from..=count.min(from + SLICE - 1))?;
        from += SLICE;
        if from > count {
            break held;
        }
        drop(held);
        // Small portions, so that the server's own writes never wait for a long queue.
        made.sync_data().map_err(file::failed(copy, "written"))?;
        std::thread::sleep(pause.max(began.elapsed()).min(pause * 40));
    };
    target.commit(&held)?;
    drop(held);
    let target = PageCopy::begin(copy, page, Durability::Later)?;
    let held = snapshot(&source).map_err(&reading)?;
    let count = page_count(&held).map_err(&reading)?;
    target.put(&held, 1..=count)?;
    let contents = Contents::of(&held, log)?;
    target.commit(&held)?;
    drop(held);
    made.sync_all().map_err(file::failed(copy, "written"))?;
    Ok(contents)
}

/// Checks the file of a backup from within, and tells what is in it. Leaves no files beside it.
pub(super) fn look_into(copy: &Path) -> Result<Contents, BackupError> {
    let damaged = |reason: String| {
        let path = copy.display().to_string();
        BackupError::Damaged { path, reason }
    };
    files::readable(copy)?;
    let connection = connect(copy, Access::Reading)?;
    let found = sound(&connection).map_err(|error| damaged(error.to_string()))?;
    if let Some(reason) = found {
        return Err(damaged(reason));
    }
    Ok(Contents::of(&connection, copy)?)
}

/// What SQLite's own check says against a file.
fn sound(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let said: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    Ok((said != "ok").then_some(said))
}

/// A copy of a data folder.
#[derive(Debug)]
pub struct Copied {
    /// What its log contains.
    pub contents: Contents,
    /// Bytes of its files.
    pub bytes: u64,
}

/// Copies a data folder, which a server may be using, into an empty one.
///
/// # Errors
/// The other folder is in use or not empty, or something cannot be read or written.
pub fn copy(data: &Path, folder: &Path) -> Result<Copied, BackupError> {
    let _held = FolderLock::take(folder)?;
    restore::empty(folder)?;
    file::space(folder, bytes_in(data)?)?;
    let contents = copy_log(&data.join(FILE), &folder.join(FILE), Duration::ZERO)?;
    copy_beside(data, folder)?;
    Ok(Copied { contents, bytes: bytes_in(folder)? })
}

/// Verifies a backup: its files are those of its manifest, and its log is sound.
///
/// # Errors
/// It is not; the sentence names the file and what differs.
pub fn verify(backup: &Path) -> Result<Manifest, BackupError> {
    let manifest = Manifest::read(backup)?;
    manifest.check_files(backup)?;
    let log = backup.join(FILE);
    let found = look_into(&log)?;
    if let Some(reason) = manifest.contents.difference(&found) {
        return Err(BackupError::Damaged { path: log.display().to_string(), reason });
    }
    Ok(manifest)
}

/// The backups in a folder, oldest first; of a folder that is a backup, itself.
///
/// # Errors
/// There is none.
pub fn find(folder: &Path) -> Result<Vec<PathBuf>, BackupError> {
    if folder.join(Manifest::FILE).is_file() {
        return Ok(vec![folder.to_owned()]);
    }
    let found: Vec<PathBuf> =
        names(folder, is_a_time)?.into_iter().map(|name| folder.join(name)).collect();
    if found.is_empty() {
        let (path, file) = (folder.display().to_string(), Manifest::FILE);
        let reason = format!("it has no {file}, and no folder in it is named by a time");
        return Err(BackupError::NoBackup { path, reason });
    }
    Ok(found)
}

/// Removes all but the newest backups. The one just made counts as the newest, whatever the
/// clock says.
fn prune(backups: &Path, made: &Path, keep: Option<usize>) -> Result<Vec<PathBuf>, BackupError> {
    let Some(keep) = keep else { return Ok(Vec::new()) };
    let mut old = find(backups)?;
    old.retain(|folder| folder != made);
    old.truncate((old.len() + 1).saturating_sub(keep.max(1)));
    for folder in &old {
        // Half a backup has no good name.
        let partial = wal::beside(folder, PARTIAL);
        std::fs::rename(folder, &partial).map_err(file::failed(folder, "removed"))?;
        file::remove_folder(&partial)?;
    }
    Ok(old)
}

/// The names in a folder of which something holds, in order.
fn names(folder: &Path, holds: impl Fn(&str) -> bool) -> Result<Vec<String>, BackupError> {
    let failed = || file::failed(folder, "read");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed())? {
        let name = entry.map_err(failed())?.file_name().to_string_lossy().into_owned();
        if holds(&name) {
            found.push(name);
        }
    }
    found.sort();
    Ok(found)
}

/// Copies the files beside a log to a folder if they are not the same there.
pub(super) fn copy_beside(data: &Path, folder: &Path) -> Result<(), BackupError> {
    for name in small_files(data)? {
        let (from, to) = (data.join(&name), folder.join(&name));
        let wanted = std::fs::read(&from).map_err(file::failed(&from, "read"))?;
        if std::fs::read(&to).is_ok_and(|there| there == wanted) {
            continue;
        }
        let new = wal::beside(&to, ".new");
        if new.exists() {
            std::fs::remove_file(&new).map_err(file::failed(&new, "removed"))?;
        }
        file::copy(&from, &new)?;
        std::fs::rename(&new, &to).map_err(file::failed(&to, "written"))?;
    }
    Ok(())
}

/// The files beside the log that belong to it: keys, secrets, and what later versions add.
fn small_files(data: &Path) -> Result<Vec<String>, BackupError> {
    let wanted = |name: &str| {
        let temporary = [".new", ".partial", ".restoring"].iter().any(|end| name.ends_with(end));
        !name.starts_with(FILE) && name != LOCK && !temporary && data.join(name).is_file()
    };
    names(data, wanted)
}

/// Bytes of the files in a folder.
///
/// # Errors
/// It cannot be read.
pub fn bytes_in(folder: &Path) -> Result<u64, BackupError> {
    let mut bytes = 0;
    for name in names(folder, |_| true)? {
        // A file may have gone meanwhile.
        bytes += std::fs::metadata(folder.join(name)).map_or(0, |file| file.len());
    }
    Ok(bytes)
}

/// The form of a backup's name, with a digit for each 0: a time in UTC that sorts as it is.
const FORM: &str = "0000-00-00T00-00-00Z";

fn is_a_time(name: &str) -> bool {
    let (time, number) = name.split_at_checked(FORM.len()).unwrap_or_default();
    let fits = |(have, want): (u8, u8)| match want {
        b'0' => have.is_ascii_digit(),
        _ => have == want,
    };
    let counted = number.strip_prefix('-').is_some_and(|rest| rest.parse::<u8>().is_ok());
    time.len() == FORM.len()
        && time.bytes().zip(FORM.bytes()).all(fits)
        && (number.is_empty() || counted)
}

/// A folder that is not there yet, named by a time.
fn free_name(backups: &Path, seconds: u64) -> Result<PathBuf, BackupError> {
    let named = Connection::open_in_memory().and_then(|connection| {
        let sql = "SELECT strftime('%Y-%m-%dT%H-%M-%SZ', ?1, 'unixepoch')";
        connection.query_row(sql, [seconds.cast_signed()], |row| row.get::<_, String>(0))
    });
    let name = named.map_err(failed(backups, "naming a backup"))?;
    // After all of the same second, so that none sorts before an older one.
    let number = |have: &String| have[name.len()..].trim_start_matches('-').parse().unwrap_or(1);
    let same = names(backups, |have| have.starts_with(&name) && is_a_time(have))?;
    Ok(backups.join(match same.iter().map(number).max() {
        None => name,
        Some(last) => format!("{name}-{:02}", last + 1),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backups_are_named_by_their_time_and_sort_by_it() {
        let folder = tempfile::tempdir().unwrap();
        let first = free_name(folder.path(), 1_790_000_000).unwrap();
        assert!(first.ends_with("2026-09-21T14-13-20Z"), "{first:?}");
        std::fs::create_dir(&first).unwrap();
        let second = free_name(folder.path(), 1_790_000_000).unwrap();
        assert!(second.ends_with("2026-09-21T14-13-20Z-02"), "{second:?}");
        assert!(first < second);
        for name in ["2026-09-21T14-13-20Z", "2026-09-21T14-13-20Z-02"] {
            assert!(is_a_time(name), "{name}");
        }
        for name in ["", "lock", "2026-09-21T14-13-20Z.partial", "2026-09-21 14-13-20Z", "象"] {
            assert!(!is_a_time(name), "{name}");
        }
    }
}
