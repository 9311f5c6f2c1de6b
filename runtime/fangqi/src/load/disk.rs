//! The disk that rooms are kept on.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A folder for rooms; a temporary one is removed again.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    temporary: bool,
}

impl Folder {
    pub(super) fn new(given: Option<&Path>) -> io::Result<Self> {
        let (path, temporary) = match given {
            Some(path) => (path.to_owned(), false),
            None => {
                let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                let name = format!("fangqi-load-{}-{}", std::process::id(), now.subsec_nanos());
                (std::env::temp_dir().join(name), true)
            }
        };
        fs::create_dir_all(&path)?;
        Ok(Self { path, temporary })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.temporary
            && let Err(error) = fs::remove_dir_all(&self.path)
        {
            tracing::warn!(%error, folder = %self.path.display(), "the folder stays");
        }
    }
}

/// Bytes of all files in a folder.
pub(super) fn bytes_in(folder: &Path) -> io::Result<u64> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.metadata()?.len())).sum()
}

/// A file that grows by small additions, to time how long the disk takes to make one durable.
#[derive(Debug)]
pub(super) struct Probe {
    file: File,
    path: PathBuf,
}

impl Probe {
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        let path = folder.join("fdatasync.probe");
        Ok(Self { file: File::create(&path)?, path })
    }

    /// Adds 512 bytes; the time that one `fdatasync` takes for them.
    pub(super) fn time(&mut self) -> io::Result<Duration> {
        self.file.write_all(&[0x5a; 512])?;
        let start = Instant::now();
        self.file.sync_data()?;
        Ok(start.elapsed())
    }
}

impl Drop for Probe {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_file(&self.path) {
            tracing::warn!(%error, file = %self.path.display(), "the file stays");
        }
    }
}
