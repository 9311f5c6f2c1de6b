//! The continuous copy: a thread repeats every change of the log in another folder, which a data
//! folder can be restored from.
//!
//! Each round copies the pages that changed since the last one, in one transaction, so that the
//! copy is always the log as of some moment. All pages are compared at the start, when the copy is
//! not as this thread left it, and from time to time.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, bounded};
use rusqlite::Connection;

use super::backup::{BackupError, copy_beside};
use super::changes::Changes;
use super::connect::{Access, connect, failed};
use super::lock::FolderLock;
use super::pages::{Durability, PageCopy, page_count, page_size};
use super::thread::lock;
use super::{FILE, files, wal};
use crate::log::LogError;
use crate::scheduling::priority;

/// How often changes are copied.
const EVERY: Duration = Duration::from_secs(1);
/// How often all pages are compared.
const COMPARE_EVERY: Duration = Duration::from_secs(60 * 60);
/// Pages copied under one snapshot, unless the write-ahead log holds more for a long time.
const SLICE: usize = 1024;
/// Shortest pause after a slice that is not the last one.
const PAUSE: Duration = Duration::from_millis(5);

/// The thread. It copies what is left when this is dropped.
#[derive(Debug)]
pub(super) struct Follower {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
    in_step: Arc<Mutex<Instant>>,
}

impl Follower {
    /// Begins to copy the log at `path` to a folder, which is created if necessary.
    ///
    /// # Errors
    /// The folder holds something else than a copy of this log.
    pub(super) fn start(
        path: &Path,
        epoch: u64,
        changes: Arc<Changes>,
        folder: &Path,
    ) -> Result<Self, LogError> {
        let data = path.parent().unwrap_or(Path::new("")).to_owned();
        let here = |folder: &Path| folder.canonicalize().ok();
        if here(&data) == here(folder) {
            let reason = "it is the data folder itself".to_owned();
            return Err(LogError::NoCopy { folder: folder.display().to_string(), reason });
        }
        changes.track()?;
        let (stop, stopped) = bounded(0);
        let in_step = Arc::new(Mutex::new(Instant::now()));
        let copier = Copier {
            reader: connect(path, Access::Full)?,
            data,
            epoch,
            changes,
            folder: folder.to_owned(),
            copy: folder.join(FILE),
            left: None,
            pending: BTreeSet::new(),
            all: true,
            compared: Instant::now(),
            version: None,
            stopped,
            in_step: Arc::clone(&in_step),
        };
        // What may pass is for the thread to wait for.
        match std::fs::create_dir_all(folder).map_err(files::unseen(folder)).and_then(|()| {
            let _held = FolderLock::take(folder)?;
            copier.check_keys()?;
            copier.begin().map(drop)
        }) {
            Err(error @ LogError::NoCopy { .. }) => return Err(error),
            Err(error) => tracing::warn!(%error, "the log is not copied yet"),
            Ok(()) => {}
        }
        let thread = std::thread::Builder::new().name("fangqi-copy".to_owned());
        let thread = thread.spawn(move || copier.run()).map_err(|error| LogError::Store {
            doing: "starting its threads",
            reason: error.to_string(),
        })?;
        Ok(Self { stop: Some(stop), thread: Some(thread), in_step })
    }

    /// How long ago the copy had everything.
    pub(super) fn lag(&self) -> Duration {
        lock(&self.in_step).elapsed()
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        self.stop = None;
        if self.thread.take().is_some_and(|thread| thread.join().is_err()) {
            tracing::error!("the thread that copies the log panicked");
        }
    }
}

struct Copier {
    reader: Connection,
    data: PathBuf,
    epoch: u64,
    changes: Arc<Changes>,
    folder: PathBuf,
    /// The copy's file.
    copy: PathBuf,
    /// How the copy was left; `None` before the first round.
    left: Option<Stamp>,
    /// Pages that changed since the copy was in step.
    pending: BTreeSet<u32>,
    /// Whether all pages are to be compared.
    all: bool,
    /// When that was done last.
    compared: Instant,
    /// SQLite's number of the changes that were copied.
    version: Option<i64>,
    stopped: Receiver<()>,
    in_step: Arc<Mutex<Instant>>,
}

impl Copier {
    fn run(mut self) {
        priority::lower();
        let folder = self.folder.display().to_string();
        let mut failing: Option<String> = None;
        loop {
            let ended = self.stopped.try_recv() == Err(TryRecvError::Disconnected);
            let began = Instant::now();
            match self.round() {
                Ok(()) => {
                    *lock(&self.in_step) = began;
                    if failing.take().is_some() {
                        tracing::info!(folder, "the log is copied again, and the copy is complete");
                    }
                }
                Err(LogError::Closed) => {}
                Err(error) => {
                    let error = error.to_string();
                    // Once for each reason.
                    if failing.as_ref() != Some(&error) {
                        tracing::error!(folder, error, "the log is not copied; rooms go on");
                    }
                    failing = Some(error);
                }
            }
            if ended {
                return;
            }
            // A last round follows the end.
            let _ = self.stopped.recv_timeout(EVERY);
        }
    }

    /// Copies what has changed.
    fn round(&mut self) -> Result<(), LogError> {
        if !self.folder.is_dir() {
            let reason = format!("there is no folder {}", self.folder.display());
            return Err(LogError::Store { doing: "copying it", reason });
        }
        let _held = FolderLock::take(&self.folder)?;
        // Before its keys are replaced.
        self.check_keys()?;
        copy_beside(&self.data, &self.folder).map_err(|error| match error {
            BackupError::Log(error) => error,
            error => LogError::Store { doing: "copying its keys", reason: error.to_string() },
        })?;
        let untouched = self.left.is_some() && self.left == Stamp::of(&self.copy);
        if !untouched || self.compared.elapsed() >= COMPARE_EVERY {
            self.all = true;
        }
        let reading = failed(&self.data, "reading it");
        let version = self.reader.pragma_query_value(None, "data_version", |row| row.get(0));
        let version = Some(version.map_err(reading)?);
        if !self.all && self.pending.is_empty() && self.version == version {
            return Ok(());
        }
        let began = Instant::now();
        let (copy, target) = match self.begin() {
            Err(LogError::Foreign { .. } | LogError::Malformed { .. }) => {
                let aside = wal::beside(&self.copy, ".damaged");
                std::fs::rename(&self.copy, &aside).map_err(files::unseen(&aside))?;
                let path = aside.display().to_string();
                tracing::error!(path, "the copy was damaged and is made again; it was moved here");
                self.begin()?
            }
            begun => begun?,
        };
        self.copy_pages(target)?;
        if copy != self.copy {
            std::fs::rename(&copy, &self.copy).map_err(files::unseen(&self.copy))?;
        }
        if std::mem::take(&mut self.all) {
            self.compared = began;
        }
        self.pending.clear();
        self.version = version;
        self.left = Stamp::of(&self.copy);
        Ok(())
    }

    /// Opens the copy, or another file that becomes the copy once it is complete.
    fn begin(&self) -> Result<(PathBuf, PageCopy), LogError> {
        let page = page_size(&self.reader).map_err(failed(&self.data, "reading it"))?;
        if self.copy.is_file() {
            let target = PageCopy::begin(&self.copy, page, Durability::Transactions)?;
            if target.epoch().is_some_and(|epoch| epoch > self.epoch) {
                let reason = "it is newer than the log";
                return Err(self.not_mine(reason));
            }
            return Ok((self.copy.clone(), target));
        }
        let new = wal::beside(&self.copy, ".new");
        files::remove_with_logs(&new)?;
        let target = PageCopy::begin(&new, page, Durability::Transactions)?;
        Ok((new, target))
    }

    /// Refuses a copy with the keys of another data folder. An operator who lost a disk must not
    /// lose the copy to the empty folder that took the disk's place.
    fn check_keys(&self) -> Result<(), LogError> {
        const KEYS: &str = "token.keys";
        const KEY: usize = 64;
        let read = |folder: &Path| std::fs::read_to_string(folder.join(KEYS)).unwrap_or_default();
        let (here, there) = (read(&self.data), read(&self.folder));
        let is_key = |line: &&str| line.len() >= KEY;
        let mut keys = there.lines().filter(is_key).peekable();
        if !self.copy.is_file() || keys.peek().is_none() {
            return Ok(());
        }
        match keys.any(|key| here.lines().any(|own| own == key)) {
            true => Ok(()),
            false => Err(self.not_mine("it has other keys")),
        }
    }

    fn not_mine(&self, reason: &str) -> LogError {
        let folder = self.folder.display().to_string();
        LogError::NoCopy { folder, reason: format!("what is there is not its copy: {reason}") }
    }

    /// Makes the copy equal to the log as of one moment. More pages than fit into a slice are
    /// copied as of different moments first: each slice learns what has changed since, and the last
    /// one copies all of that.
    ///
    /// What has changed is all that lies in the write-ahead log, which stays there as long as a
    /// reader keeps checkpoints from bringing it home. A slice that leaves nearly as much to copy
    /// as there was makes the next one twice as large.
    fn copy_pages(&mut self, target: PageCopy) -> Result<(), LogError> {
        let mut left = self.pending.clone();
        let mut all = self.all;
        let (mut slice, mut before) = (SLICE, usize::MAX);
        loop {
            let began = Instant::now();
            let (held, changed) = self.changes.since_last(&self.reader)?;
            self.pending.extend(&changed);
            left.extend(&changed);
            if std::mem::take(&mut all) {
                let count = page_count(&held).map_err(failed(&self.data, "reading it"))?;
                left.extend(1..=count);
            }
            if left.len() > before.saturating_sub(slice / 2) {
                slice *= 2;
            }
            before = left.len();
            let is_last = left.len() <= slice;
            let pages: Vec<u32> = left.iter().take(slice).copied().collect();
            target.put(&held, pages.iter().copied())?;
            if is_last {
                return target.commit(&held);
            }
            drop(held);
            pages.iter().for_each(|page| {
                left.remove(page);
            });
            match self.stopped.recv_timeout(began.elapsed().max(PAUSE)) {
                Err(RecvTimeoutError::Timeout) => {}
                // Stopping must not take long; the next start compares all pages anyway.
                _ => return Err(LogError::Closed),
            }
        }
    }
}

/// By which a file is recognised that nothing else has touched.
#[derive(Debug, PartialEq, Eq)]
struct Stamp {
    bytes: u64,
    changed: SystemTime,
    /// Of the file system, and of the file in it.
    numbers: (u64, u64),
}

impl Stamp {
    fn of(path: &Path) -> Option<Self> {
        let file = path.metadata().ok()?;
        #[cfg(unix)]
        let numbers = {
            use std::os::unix::fs::MetadataExt;
            (file.dev(), file.ino())
        };
        #[cfg(not(unix))]
        let numbers = (0, 0);
        Some(Self { bytes: file.len(), changed: file.modified().ok()?, numbers })
    }
}
