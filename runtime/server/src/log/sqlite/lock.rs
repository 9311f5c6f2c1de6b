//! Ensures that one program at a time uses a data folder.

use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::log::LogError;

/// How long to wait for a locked folder before reporting it as in use.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the lock is retried.
const AGAIN: Duration = Duration::from_millis(10);

/// The lock on a data folder. The operating system releases it however the program ends.
#[derive(Debug)]
pub(super) struct FolderLock {
    /// Locked while it is open.
    _file: File,
}

impl FolderLock {
    /// Locks a folder, creating it if necessary.
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
                // A second program is then still detected by its epoch, at the first write.
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

/// Takes the lock, retrying for a moment: if a program was killed while it started a worker
/// process, that process holds the lock until it has executed its own program.
fn lock(file: &File) -> Result<(), TryLockError> {
    let end = Instant::now() + PATIENCE;
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if Instant::now() < end => std::thread::sleep(AGAIN),
            done => return done,
        }
    }
}

/// The holder of the lock, as the lock file says.
fn owner(file: &mut File) -> String {
    let mut text = String::new();
    // The holder may not have written its process id yet.
    let read = file.take(32).read_to_string(&mut text);
    match text.trim().parse::<u32>() {
        Ok(process) if read.is_ok() => format!("process {process}"),
        _ => "another program".to_owned(),
    }
}
