//! A disk in memory that can fail in every way a disk fails, and the SQLite VFS on top of it.

mod locks;
mod vfs;

use std::collections::BTreeMap;

use crate::random::Random;
use locks::{FileLocks, Shm};

pub(crate) use vfs::Vfs;

/// What survives of a torn write is whole sectors.
const SECTOR: usize = 512;

/// What can be made to fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Op {
    Open,
    Read,
    Write,
    Sync,
    Truncate,
    Delete,
    ShmMap,
}

/// Why an operation failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    Io,
    Full,
}

/// How the disk misbehaves.
#[derive(Debug, Clone, Default)]
pub(crate) struct Faults {
    /// The operation with this number fails, counted over all that can.
    pub(crate) fail_nth: Option<u64>,
    /// Everything from the failing operation on fails too, until the disk is healed.
    pub(crate) sticky: bool,
    /// One operation in so many fails.
    pub(crate) fail_once_in: Option<u64>,
    /// Bytes that fit.
    pub(crate) capacity: Option<usize>,
}

impl Faults {
    pub(crate) fn is_none(&self) -> bool {
        self.fail_nth.is_none() && self.fail_once_in.is_none() && self.capacity.is_none()
    }
}

#[derive(Debug, Clone)]
enum Change {
    Write { at: usize, bytes: Vec<u8> },
    Truncate(usize),
}

fn apply(content: &mut Vec<u8>, change: &Change) {
    match change {
        Change::Write { at, bytes } => {
            if content.len() < at + bytes.len() {
                content.resize(at + bytes.len(), 0);
            }
            content[*at..at + bytes.len()].copy_from_slice(bytes);
        }
        Change::Truncate(length) => content.resize(*length, 0),
    }
}

#[derive(Debug, Clone, Default)]
struct File {
    /// As the process sees it.
    now: Vec<u8>,
    /// What the medium holds for sure; `None` before the first sync.
    durable: Option<Vec<u8>>,
    /// Changes since, any of which may or may not be on the medium.
    pending: Vec<Change>,
}

/// The medium and all that lies between it and SQLite.
#[derive(Debug)]
pub(crate) struct Disk {
    files: BTreeMap<String, File>,
    /// Deleted, but the deletion is not on the medium yet.
    deleted: BTreeMap<String, File>,
    locks: BTreeMap<String, FileLocks>,
    shm: BTreeMap<String, Shm>,
    faults: Faults,
    broken: bool,
    powered: bool,
    random: Random,
    ops: u64,
    failed: Vec<(u64, Op)>,
    next_handle: u64,
}

impl Disk {
    pub(crate) fn new(random: Random) -> Self {
        Self {
            files: BTreeMap::new(),
            deleted: BTreeMap::new(),
            locks: BTreeMap::new(),
            shm: BTreeMap::new(),
            faults: Faults::default(),
            broken: false,
            powered: true,
            random,
            ops: 0,
            failed: Vec::new(),
            next_handle: 0,
        }
    }

    /// Operations so far that could have failed.
    pub(crate) fn ops(&self) -> u64 {
        self.ops
    }

    /// Whether everything fails from some operation on.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken
    }

    /// Operations that failed since the last call.
    pub(crate) fn take_failed(&mut self) -> Vec<(u64, Op)> {
        std::mem::take(&mut self.failed)
    }

    /// Makes the disk misbehave, or, with the default, behave.
    pub(crate) fn set_faults(&mut self, faults: Faults) {
        self.faults = faults;
        self.broken = false;
    }

    /// From now on nothing reaches the disk: the process is as good as dead.
    pub(crate) fn cut_power(&mut self) {
        self.powered = false;
    }

    /// The machine is back. When it lost power, only what was durable is sure to be there; of the
    /// rest any part may be, in whole sectors. Otherwise only the process died.
    pub(crate) fn restart(&mut self, lost_power: bool) {
        self.powered = true;
        self.locks.clear();
        self.shm.clear();
        let random = &mut self.random;
        for (name, ghost) in std::mem::take(&mut self.deleted) {
            if lost_power && random.once_in(2) {
                self.files.entry(name).or_insert(ghost);
            }
        }
        self.files.retain(|_, file| {
            if !lost_power {
                return true;
            }
            // A file whose directory entry was never synced may be gone.
            if file.durable.is_none() && random.once_in(2) {
                return false;
            }
            let mut content = file.durable.take().unwrap_or_default();
            for change in file.pending.drain(..) {
                survive(&mut content, &change, random);
            }
            file.now.clone_from(&content);
            file.durable = Some(content);
            true
        });
    }

    /// Flips one bit of a file at rest; gives the file's name, unless it was empty.
    pub(crate) fn flip_bit(&mut self) -> Option<String> {
        let names: Vec<String> = self.files.keys().cloned().collect();
        let name = self.random.pick(&names)?;
        let file = self.files.get_mut(name).filter(|file| !file.now.is_empty())?;
        let (at, bit) = (self.random.below(file.now.len()), self.random.below(8));
        file.now[at] ^= 1 << bit;
        file.durable = Some(file.now.clone());
        file.pending.clear();
        Some(name.clone())
    }

    fn check(&mut self, op: Op) -> Result<(), Failure> {
        if !self.powered {
            return Err(Failure::Io);
        }
        let number = self.ops;
        self.ops += 1;
        let nth = self.faults.fail_nth == Some(number);
        let chance = self.faults.fail_once_in.is_some_and(|times| self.random.once_in(times));
        if nth || chance {
            self.broken = self.faults.sticky;
        }
        if nth || chance || self.broken {
            self.failed.push((number, op));
            return Err(Failure::Io);
        }
        Ok(())
    }

    fn open(&mut self, name: &str, create: bool) -> Result<u64, Failure> {
        self.check(Op::Open)?;
        if !self.files.contains_key(name) {
            if !create {
                return Err(Failure::Io);
            }
            self.files.insert(name.to_owned(), File::default());
        }
        self.next_handle += 1;
        Ok(self.next_handle)
    }

    fn exists(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    fn delete(&mut self, name: &str, sync: bool) -> Result<bool, Failure> {
        self.check(Op::Delete)?;
        let Some(file) = self.files.remove(name) else { return Ok(false) };
        if !sync {
            self.deleted.insert(name.to_owned(), file);
        }
        Ok(true)
    }

    /// Reads what there is; gives how many bytes that was.
    fn read(&mut self, name: &str, at: usize, into: &mut [u8]) -> Result<usize, Failure> {
        self.check(Op::Read)?;
        into.fill(0);
        let Some(file) = self.files.get(name) else { return Ok(0) };
        let end = file.now.len().min(at + into.len());
        let count = end.saturating_sub(at);
        into[..count].copy_from_slice(&file.now[at.min(end)..end]);
        Ok(count)
    }

    fn write(&mut self, name: &str, at: usize, bytes: &[u8]) -> Result<(), Failure> {
        let failed = self.check(Op::Write);
        let used: usize = self.files.values().map(|file| file.now.len()).sum();
        let file = self.files.get_mut(name).ok_or(Failure::Io)?;
        let grown = (at + bytes.len()).saturating_sub(file.now.len());
        if grown > 0 && self.faults.capacity.is_some_and(|capacity| used + grown > capacity) {
            return Err(Failure::Full);
        }
        let mut change = Change::Write { at, bytes: bytes.to_vec() };
        if failed.is_err() {
            // A write that fails may have got half-way.
            let Change::Write { bytes, .. } = &mut change else { return Err(Failure::Io) };
            bytes.truncate(self.random.below(bytes.len() + 1));
        }
        apply(&mut file.now, &change);
        file.pending.push(change);
        failed
    }

    fn truncate(&mut self, name: &str, length: usize) -> Result<(), Failure> {
        self.check(Op::Truncate)?;
        let file = self.files.get_mut(name).ok_or(Failure::Io)?;
        apply(&mut file.now, &Change::Truncate(length));
        file.pending.push(Change::Truncate(length));
        Ok(())
    }

    fn sync(&mut self, name: &str) -> Result<(), Failure> {
        let checked = self.check(Op::Sync);
        let file = self.files.get_mut(name).ok_or(Failure::Io)?;
        if checked.is_err() {
            // As on Linux: pages that could not be written may count as clean from now on, so that
            // the next sync says all is well though they never reached the medium.
            if self.random.once_in(2) {
                let mut content = file.durable.take().unwrap_or_default();
                for change in file.pending.drain(..) {
                    survive(&mut content, &change, &mut self.random);
                }
                file.durable = Some(content);
            }
            return checked;
        }
        if file.durable.is_none() {
            // The first sync of a file syncs its folder too, as SQLite does on Unix.
            self.deleted.clear();
        }
        let content = file.durable.get_or_insert_default();
        for change in file.pending.drain(..) {
            apply(content, &change);
        }
        Ok(())
    }

    fn size(&self, name: &str) -> usize {
        self.files.get(name).map_or(0, |file| file.now.len())
    }
}

/// Applies an unsynced change as far as chance has it.
fn survive(content: &mut Vec<u8>, change: &Change, random: &mut Random) {
    match random.below(3) {
        0 => {}
        1 => apply(content, change),
        _ => {
            let Change::Write { at, bytes } = change else { return };
            let mut from = 0;
            while from < bytes.len() {
                // Sectors are those of the medium, not of the write.
                let to = (from + SECTOR - (at + from) % SECTOR).min(bytes.len());
                if random.once_in(2) {
                    let part = bytes[from..to].to_vec();
                    apply(content, &Change::Write { at: at + from, bytes: part });
                }
                from = to;
            }
        }
    }
}
