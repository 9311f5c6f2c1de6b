//! One program a data folder.

use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::log::LogError;

/// How long another program may hold a folder before it is taken for one that goes on.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often that is looked at.
const AGAIN: Duration = Duration::from_millis(10);

/// Holds a data folder. The operating system lets go of it when the program ends, however it ends.
#[derive(Debug)]
pub(super) struct FolderLock {
    /// Locked as long as it is open.
    _file: File,
}

impl FolderLock {
    /// Takes a folder, which is made if need be.
    pub(super) fn take(folder: &Path) -> Result<Self, LogError> {
        let shown = || folder.display().to_string();
        let failed = |error: std::io::Error| match error.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                LogError::ReadOnly { path: shown(), reason: error.to_string() }
            }
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => LogError::Full { path: shown() },
            ErrorKind::NotADirectory => LogError::NotAFolder { path: shown() },
            _ => LogError::Store {
                doing: "opening the data folder",
                reason: format!("{}: {error}", folder.display()),
            },
        };
        if folder.exists() && !folder.is_dir() {
            return Err(LogError::NotAFolder { path: shown() });
        }
        std::fs::create_dir_all(folder).map_err(failed)?;
        let mut options = File::options();
        let opened =
            options.read(true).write(true).create(true).truncate(false).open(folder.join("lock"));
        let mut file = opened.map_err(failed)?;
        match lock(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(LogError::InUse { folder: shown(), owner: owner(&mut file) });
            }
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                // A second program is then still found out by its epoch, at the first write.
                let folder = shown();
                tracing::warn!(folder, "the file system knows no locks");
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        file.set_len(0).map_err(failed)?;
        file.write_all(format!("{}\n", std::process::id()).as_bytes()).map_err(failed)?;
        Ok(Self { _file: file })
    }
}

/// Takes the lock, and waits a little for it: a program that was killed while it started a worker
/// process leaves it with that until the worker runs.
fn lock(file: &File) -> Result<(), TryLockError> {
    let end = Instant::now() + PATIENCE;
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if Instant::now() < end => std::thread::sleep(AGAIN),
            done => return done,
        }
    }
}

/// Who holds a lock, as it said itself.
fn owner(file: &mut File) -> String {
    let mut text = String::new();
    // It may be about to write its number.
    let read = file.take(32).read_to_string(&mut text);
    match text.trim().parse::<u32>() {
        Ok(process) if read.is_ok() => format!("process {process}"),
        _ => "another program".to_owned(),
    }
}
