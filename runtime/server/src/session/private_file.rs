//! Small files that only the operator may read: the signing keys and the secret of the operator's
//! interface.

use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// Why a private file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PrivateFileError {
    /// The file cannot be read or written.
    #[error("{path} cannot be {doing}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The operation that failed.
        doing: &'static str,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The content is invalid.
    #[error("{path}: {reason}")]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The system provides no random numbers to fill it with.
    #[error("the system gives no random numbers: {0}")]
    Random(getrandom::Error),
}

impl PrivateFileError {
    pub(super) fn content(path: &Path, reason: impl Into<String>) -> Self {
        Self::Content { path: path.to_owned(), reason: reason.into() }
    }
}

/// Longest file that is read, in bytes.
const SIZE_MAX: u64 = 64 * 1024;

/// The text of a file; `None` if it does not exist. If others may read the file, that permission is
/// removed.
pub(super) fn read(path: &Path) -> Result<Option<String>, PrivateFileError> {
    let failed =
        |doing| move |source| PrivateFileError::File { path: path.to_owned(), doing, source };
    let file = match std::fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed("read")(error)),
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mut permissions = file.metadata().map_err(failed("read"))?.permissions();
        if permissions.mode() & 0o077 != 0 {
            tracing::warn!(path = %path.display(), "was open to other users; closing it to them");
            permissions.set_mode(0o600);
            file.set_permissions(permissions).map_err(failed("closed to other users"))?;
        }
    }
    let mut text = String::new();
    file.take(SIZE_MAX).read_to_string(&mut text).map_err(failed("read"))?;
    Ok(Some(text))
}

/// The text of a file that belongs to another program, and is left as it is.
pub(super) fn read_as_it_is(path: &Path) -> Result<String, PrivateFileError> {
    let failed = |source| PrivateFileError::File { path: path.to_owned(), doing: "read", source };
    let file = std::fs::File::open(path).map_err(failed)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // A group may read: so are credentials given to services.
        if file.metadata().map_err(failed)?.permissions().mode() & 0o027 != 0 {
            let reason = "other users may read or change it; `chmod 600` keeps it private";
            return Err(PrivateFileError::content(path, reason));
        }
    }
    let mut text = String::new();
    file.take(SIZE_MAX).read_to_string(&mut text).map_err(failed)?;
    Ok(text)
}

/// Writes a file atomically. It is never readable by others, and durable when this returns.
pub(super) fn write(path: &Path, text: &str) -> Result<(), PrivateFileError> {
    let failed =
        |source| PrivateFileError::File { path: path.to_owned(), doing: "written", source };
    let new = path.with_extension("new");
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = || {
        // A file left by a crash may have other permissions.
        match std::fs::remove_file(&new) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = options.open(&new)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&new, path)?;
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::File::open(folder)?.sync_all()?;
        }
        Ok(())
    };
    written().map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_nobody_else_may() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret.txt");
        assert_eq!(read(&path).unwrap(), None);
        write(&path, "one").unwrap();
        write(&path, "two").unwrap();
        assert_eq!(read(&path).unwrap().as_deref(), Some("two"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = || std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
            assert_eq!(mode(), 0o600);
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
            read(&path).unwrap();
            assert_eq!(mode(), 0o600, "closed again");
        }
        let nowhere = path.join("x.txt");
        let error = write(&nowhere, "x").unwrap_err().to_string();
        assert!(error.contains("x.txt cannot be written"), "{error}");
    }
}
