//! What a worker process is working on, noted on a page of memory that it shares with its parent.
//!
//! Whatever ends the process (a signal, lack of memory, or its parent because it hangs), the page
//! then says which room it was working on, and which input of that room was in the log as a draft
//! that had not been applied.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::session::RoomId;

/// The slot of the thread that owns the rooms.
pub(crate) const SHARD: usize = 0;
/// Number of slots: the shard's thread has the first, job threads the next, replay threads the
/// last.
pub(crate) const SLOTS: usize = 16;

/// What a thread does for a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u64)]
pub(crate) enum Phase {
    /// Opening it: its scripts are loaded.
    Open = 1,
    /// Restoring it from its log.
    Wake = 2,
    /// Applying an input or a tick, or other work in the live room.
    Work = 3,
    /// Running one of its jobs.
    Job = 4,
    /// Replaying it for a replay page or a branch.
    Past = 5,
}

impl Phase {
    const ALL: [Self; 5] = [Self::Open, Self::Wake, Self::Work, Self::Job, Self::Past];
}

/// The page. If it is all zeros, nothing is being done.
#[derive(Debug, Default)]
#[repr(C)]
pub(crate) struct Page {
    /// One more than the slot of the thread that a signal ended; 0 if none was.
    crashed: AtomicU32,
    slots: [Slot; SLOTS],
}

#[derive(Debug, Default)]
#[repr(C)]
struct Slot {
    /// Odd while the slot is in use. Incremented when work begins and when it ends.
    serial: AtomicU64,
    phase: AtomicU64,
    /// Number of script steps begun, as the process's watchdog last saw it.
    step: AtomicU64,
    /// The event that is in the log as a draft and is being applied; 0 if there is none.
    draft: AtomicU64,
    /// The room's id as bytes, padded with zeros.
    room: [AtomicU64; 2],
}

/// The contents of a slot in use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Busy {
    pub(crate) room: RoomId,
    pub(crate) phase: Phase,
    /// The event that is in the log as a draft, if there is one.
    pub(crate) draft: Option<u64>,
    /// Changes whenever other work or another script step begins.
    pub(crate) progress: (u64, u64),
}

/// The slot of one thread.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    page: &'static Page,
    slot: usize,
}

impl Place {
    /// Like [`Page::enter`].
    pub(crate) fn enter(self, phase: Phase, room: &RoomId) -> Entered<'static> {
        self.page.enter(self.slot, phase, room)
    }
}

/// Guard: the slot is in use until this is dropped.
#[derive(Debug)]
pub(crate) struct Entered<'a>(&'a Slot);

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        self.0.draft.store(0, Ordering::Relaxed);
        self.0.serial.fetch_add(1, Ordering::Release);
    }
}

impl Page {
    /// Notes work in a slot until the guard is dropped. A nested call replaces what its outer one
    /// noted, and when it ends, the slot is not in use any more.
    pub(crate) fn enter(&self, slot: usize, phase: Phase, room: &RoomId) -> Entered<'_> {
        let slot = &self.slots[slot % SLOTS];
        let mut bytes = [0; 16];
        let id = room.as_str().as_bytes();
        bytes[..id.len()].copy_from_slice(id);
        for (word, bytes) in slot.room.iter().zip(bytes.chunks_exact(8)) {
            let bytes = bytes.try_into().unwrap_or_default();
            word.store(u64::from_le_bytes(bytes), Ordering::Relaxed);
        }
        slot.phase.store(phase as u64, Ordering::Relaxed);
        slot.draft.store(0, Ordering::Relaxed);
        let serial = slot.serial.load(Ordering::Relaxed);
        // The next odd number, also if the call is nested.
        slot.serial.store((serial + 1) | 1, Ordering::Release);
        Entered(slot)
    }

    /// The slot of this index, for its thread.
    pub(crate) fn place(&'static self, slot: usize) -> Place {
        Place { page: self, slot }
    }

    /// Notes that the log has the draft of an event that is about to be applied. 0: the result of
    /// the last draft is known.
    pub(crate) fn drafted(&self, event: u64) {
        self.slots[SHARD].draft.store(event, Ordering::Release);
    }

    /// Notes the number of script steps that the shard's thread has begun.
    pub(crate) fn stepping(&self, steps: u64) {
        self.slots[SHARD].step.store(steps, Ordering::Relaxed);
    }

    /// Notes that a signal ends the thread of this slot. Safe to call from a signal handler.
    pub(crate) fn crashed(&self, slot: usize) {
        self.crashed.store(slot as u32 + 1, Ordering::Release);
    }

    /// What is, or was at the end of the process, being done in a slot. The contents are not
    /// trusted: the process may have written anything.
    pub(crate) fn busy(&self, slot: usize) -> Option<Busy> {
        let slot = &self.slots[slot];
        let serial = slot.serial.load(Ordering::Acquire);
        if serial.is_multiple_of(2) {
            return None;
        }
        let mut bytes = [0; 16];
        for (bytes, word) in bytes.chunks_exact_mut(8).zip(&slot.room) {
            bytes.copy_from_slice(&word.load(Ordering::Relaxed).to_le_bytes());
        }
        let id = std::str::from_utf8(&bytes).ok()?;
        let phase = slot.phase.load(Ordering::Relaxed);
        Some(Busy {
            room: RoomId::parse(id.trim_end_matches('\0'))?,
            phase: Phase::ALL.into_iter().find(|known| *known as u64 == phase)?,
            draft: Some(slot.draft.load(Ordering::Acquire)).filter(|event| *event > 0),
            progress: (serial, slot.step.load(Ordering::Relaxed)),
        })
    }

    /// What to hold responsible for the end of the process: the work of the thread that a signal
    /// ended, or all work in progress if no thread is known.
    pub(crate) fn suspects(&self) -> Vec<Busy> {
        let crashed = self.crashed.load(Ordering::Acquire) as usize;
        match crashed.checked_sub(1).filter(|slot| *slot < SLOTS) {
            Some(slot) => self.busy(slot).into_iter().collect(),
            None => (0..SLOTS).filter_map(|slot| self.busy(slot)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(text: &str) -> RoomId {
        RoomId::parse(text).unwrap()
    }

    #[test]
    fn a_page_tells_what_was_being_done_and_what_was_drafted() {
        let page = Page::default();
        assert_eq!(page.suspects(), []);
        let (one, two) = (room("aaaaaaaaaa"), room("bbbbbbbbbb"));
        let entered = page.enter(SHARD, Phase::Work, &one);
        page.drafted(7);
        let busy = page.busy(SHARD).unwrap();
        assert_eq!((&busy.room, busy.phase, busy.draft), (&one, Phase::Work, Some(7)));
        page.drafted(0);
        assert_eq!(page.busy(SHARD).unwrap().draft, None);
        page.stepping(9);
        assert_ne!(page.busy(SHARD).unwrap().progress, busy.progress);

        let job = page.enter(3, Phase::Job, &two);
        assert_eq!(page.suspects().len(), 2, "it is not known which thread ended the process");
        page.crashed(3);
        let suspects = page.suspects();
        assert_eq!((suspects.len(), &suspects[0].room), (1, &two));
        drop((entered, job));
        assert_eq!(page.suspects(), []);

        // Within a nested guard only its work is seen.
        let outer = page.enter(SHARD, Phase::Work, &one);
        let before = page.busy(SHARD).unwrap().progress;
        let inner = page.enter(SHARD, Phase::Wake, &two);
        assert_ne!(page.busy(SHARD).unwrap().progress, before);
        assert_eq!(page.busy(SHARD).unwrap().phase, Phase::Wake);
        drop(inner);
        drop(outer);
        // The third slot crashed, but is not in use any more.
        assert_eq!(page.suspects(), []);
    }

    #[test]
    fn nonsense_on_the_page_is_nobody() {
        let page = Page::default();
        page.crashed(99);
        page.slots[SHARD].serial.store(1, Ordering::Relaxed);
        page.slots[SHARD].room[0].store(u64::MAX, Ordering::Relaxed);
        assert_eq!(page.suspects(), []);
    }
}
