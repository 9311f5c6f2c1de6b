//! The disk that rooms are kept on.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use super::stats::Times;

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

/// How long the disk takes to make a small addition to a file durable.
pub(super) fn sync_times(folder: &Path, count: usize) -> io::Result<Times> {
    let path = folder.join("fdatasync.probe");
    let mut file = File::create(&path)?;
    let mut times = Times::default();
    for _ in 0..count {
        file.write_all(&[0x5a; 512])?;
        let start = Instant::now();
        file.sync_data()?;
        times.push(start.elapsed());
    }
    drop(file);
    fs::remove_file(path)?;
    Ok(times)
}
