//! Locks and shared memory of files, between the connections of one process.

use rusqlite::ffi;

/// Locks on a database file, as described at <https://www.sqlite.org/lockingv3.html>.
#[derive(Debug, Default)]
pub(super) struct FileLocks {
    shared: Vec<u64>,
    reserved: Option<u64>,
    pending: Option<u64>,
    exclusive: Option<u64>,
}

impl FileLocks {
    /// Raises the lock of a handle; `false` when another's is in the way.
    pub(super) fn lock(&mut self, handle: u64, level: i32) -> bool {
        let foreign = |holder: Option<u64>| holder.is_some_and(|holder| holder != handle);
        match level {
            ffi::SQLITE_LOCK_SHARED => {
                if foreign(self.pending) || foreign(self.exclusive) {
                    return false;
                }
                if !self.shared.contains(&handle) {
                    self.shared.push(handle);
                }
            }
            ffi::SQLITE_LOCK_RESERVED => {
                if foreign(self.reserved) || foreign(self.pending) || foreign(self.exclusive) {
                    return false;
                }
                self.reserved = Some(handle);
            }
            ffi::SQLITE_LOCK_PENDING | ffi::SQLITE_LOCK_EXCLUSIVE => {
                if foreign(self.reserved) || foreign(self.pending) || foreign(self.exclusive) {
                    return false;
                }
                self.pending = Some(handle);
                if level == ffi::SQLITE_LOCK_EXCLUSIVE {
                    if self.shared.iter().any(|holder| *holder != handle) {
                        return false;
                    }
                    self.exclusive = Some(handle);
                }
            }
            _ => {}
        }
        true
    }

    /// Lowers the lock of a handle.
    pub(super) fn unlock(&mut self, handle: u64, level: i32) {
        for holder in [&mut self.reserved, &mut self.pending, &mut self.exclusive] {
            if *holder == Some(handle) {
                *holder = None;
            }
        }
        if level == ffi::SQLITE_LOCK_NONE {
            self.shared.retain(|holder| *holder != handle);
        }
    }

    pub(super) fn is_reserved(&self) -> bool {
        self.reserved.is_some() || self.pending.is_some() || self.exclusive.is_some()
    }
}

const SLOTS: usize = ffi::SQLITE_SHM_NLOCK as usize;

/// The memory that connections to a write-ahead log share.
#[derive(Debug, Default)]
pub(super) struct Shm {
    /// In words, so that they are aligned. Never moved while anybody is attached.
    regions: Vec<Box<[u64]>>,
    shared: [Vec<u64>; SLOTS],
    exclusive: [Option<u64>; SLOTS],
    attached: Vec<u64>,
}

impl Shm {
    /// Where a region is; made if asked for.
    pub(super) fn map(
        &mut self,
        handle: u64,
        index: usize,
        bytes: usize,
        extend: bool,
    ) -> *mut u64 {
        if !self.attached.contains(&handle) {
            self.attached.push(handle);
        }
        while extend && self.regions.len() <= index {
            self.regions.push(vec![0; bytes / 8].into_boxed_slice());
        }
        self.regions.get_mut(index).map_or(std::ptr::null_mut(), |region| region.as_mut_ptr())
    }

    /// Takes or gives locks; `false` when another's is in the way.
    pub(super) fn lock(&mut self, handle: u64, slots: std::ops::Range<usize>, flags: i32) -> bool {
        let exclusive = flags & ffi::SQLITE_SHM_EXCLUSIVE != 0;
        if flags & ffi::SQLITE_SHM_UNLOCK != 0 {
            for slot in slots {
                self.release(handle, slot, exclusive);
            }
            return true;
        }
        let free = slots.clone().all(|slot| {
            let foreign = self.exclusive[slot].is_some_and(|holder| holder != handle);
            let read = self.shared[slot].iter().any(|holder| *holder != handle);
            !(foreign || exclusive && read)
        });
        if free {
            for slot in slots {
                if exclusive {
                    self.exclusive[slot] = Some(handle);
                } else {
                    self.shared[slot].push(handle);
                }
            }
        }
        free
    }

    fn release(&mut self, handle: u64, slot: usize, exclusive: bool) {
        if exclusive {
            self.exclusive[slot] = None;
        } else if let Some(at) = self.shared[slot].iter().position(|holder| *holder == handle) {
            self.shared[slot].swap_remove(at);
        }
    }

    /// A handle lets go; `true` when it was the last.
    pub(super) fn unmap(&mut self, handle: u64) -> bool {
        for slot in 0..SLOTS {
            self.shared[slot].retain(|holder| *holder != handle);
            if self.exclusive[slot] == Some(handle) {
                self.exclusive[slot] = None;
            }
        }
        self.attached.retain(|holder| *holder != handle);
        self.attached.is_empty()
    }
}
