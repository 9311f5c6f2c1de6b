//! Makes a data folder of a backup or of a continuous copy.

use std::path::Path;
use std::sync::Arc;

use super::{
    BackupError, Contents, LOCK, Manifest, bytes_in, file, look_into, small_files, verify,
};
use crate::log::LogError;
use crate::log::sqlite::connect::Access;
use crate::log::sqlite::lock::FolderLock;
use crate::log::sqlite::store::Store;
use crate::log::sqlite::{FILE, files, wal};
use crate::time::MachineTime;

/// What was restored.
#[derive(Debug)]
pub struct Restored {
    /// When the backup was made, in seconds since 1970; `None` for a continuous copy.
    pub taken: Option<u64>,
    /// What the log contains.
    pub contents: Contents,
}

/// Makes a data folder of a backup, or of the folder of a continuous copy. Nothing is left of a
/// restore that fails.
///
/// # Errors
/// The backup is damaged or too new, or the folder is in use or not empty.
pub fn restore(backup: &Path, data: &Path) -> Result<Restored, BackupError> {
    let is_backup = backup.join(Manifest::FILE).is_file();
    if !is_backup && !backup.join(FILE).is_file() {
        let path = backup.display().to_string();
        let reason = format!("it has neither {} nor {FILE}", Manifest::FILE);
        return Err(BackupError::NoBackup { path, reason });
    }
    let made = !data.exists();
    let held = FolderLock::take(data)?;
    let done = empty(data).and_then(|()| match is_backup {
        true => from_backup(backup, data),
        false => from_copy(backup, data),
    });
    if done.is_err() && empty(data).is_ok() {
        // The lock file is all there is. What cannot be removed does no harm.
        let _ = std::fs::remove_file(data.join(LOCK));
        if made {
            let _ = std::fs::remove_dir(data);
        }
    }
    drop(held);
    done
}

/// Refuses a folder with anything in it but the lock file, which was just made.
pub(super) fn empty(data: &Path) -> Result<(), BackupError> {
    let other = |name: &str| name != LOCK && name != "lost+found";
    match super::names(data, other)?.into_iter().next() {
        None => Ok(()),
        Some(found) => Err(BackupError::NotEmpty { folder: data.display().to_string(), found }),
    }
}

fn from_backup(backup: &Path, data: &Path) -> Result<Restored, BackupError> {
    let manifest = verify(backup)?;
    let names: Vec<&str> = manifest.names().filter(|name| *name != FILE).collect();
    file::space(data, manifest.bytes_of_files())?;
    put(backup, data, &names, |copy| {
        file::copy(&backup.join(FILE), copy)?;
        look_into(copy)
    })?;
    Ok(Restored { taken: Some(manifest.taken), contents: manifest.contents })
}

/// A copy that a server keeps is restored as it is at the moment; a server that is still copying
/// is told to wait.
fn from_copy(copy: &Path, data: &Path) -> Result<Restored, BackupError> {
    let _held = match FolderLock::take(copy) {
        Ok(held) => Some(held),
        // Then no server writes to it.
        Err(LogError::ReadOnly { .. }) => None,
        Err(error) => return Err(error.into()),
    };
    let names = small_files(copy)?;
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    file::space(data, bytes_in(copy)?)?;
    let contents = put(copy, data, &names, |new| {
        // A server that ended in the middle of a transaction left what undoes it.
        for end in ["-journal", "-wal"] {
            let beside = wal::beside(&copy.join(FILE), end);
            if beside.is_file() {
                file::copy(&beside, &wal::beside(new, end))?;
            }
        }
        file::copy(&copy.join(FILE), new)?;
        settle(new)?;
        look_into(new)
    })?;
    Ok(Restored { taken: None, contents })
}

/// Undoes or finishes what an interrupted program left beside a file.
fn settle(path: &Path) -> Result<(), BackupError> {
    let failed = super::failed(path, "opening it");
    let run = || {
        let connection = rusqlite::Connection::open(path)?;
        connection.pragma_update(None, "journal_mode", "delete")?;
        connection.close().map_err(|(_, error)| error)
    };
    run().map_err(failed)?;
    Ok(())
}

/// Fills a data folder. The log comes last and under another name until it is complete; a folder
/// with a log of that name cannot be opened.
fn put(
    from: &Path,
    data: &Path,
    names: &[&str],
    log: impl FnOnce(&Path) -> Result<Contents, BackupError>,
) -> Result<Contents, BackupError> {
    let new = wal::beside(&data.join(FILE), files::RESTORING);
    let path = data.join(FILE);
    let run = || -> Result<Contents, BackupError> {
        let contents = log(&new)?;
        for name in names {
            file::copy(&from.join(name), &data.join(name))?;
        }
        file::sync_folder(data)?;
        std::fs::rename(&new, &path).map_err(file::failed(&path, "written"))?;
        file::sync_folder(data)?;
        Ok(contents)
    };
    let contents = run().inspect_err(|_| {
        let mut removed = files::remove_with_logs(&new).map_err(BackupError::from);
        for name in names {
            let path = data.join(name);
            if path.exists() {
                let gone = std::fs::remove_file(&path).map_err(file::failed(&path, "removed"));
                removed = removed.and(gone);
            }
        }
        if let Err(error) = removed {
            tracing::warn!(%error, "something is left of a restore that failed");
        }
    })?;
    // Takes the folder over: a program that had it before writes nothing more.
    drop(Store::open(&path, Access::Full, Some(Arc::new(MachineTime)))?);
    Ok(contents)
}
