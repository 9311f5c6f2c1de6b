//! What a worker process is doing at this moment, on a page of memory that its parent sees too.
//!
//! Whatever ends the process (a signal, the kernel for want of memory, its parent because it
//! hangs), the page tells afterwards which room was being worked on, and which input of it had
//! been given to the log without having been applied.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::session::RoomId;

/// The slot of the thread that owns the rooms.
pub(crate) const SHARD: usize = 0;
/// Slots of threads that run jobs follow, and of those that play rooms again.
pub(crate) const SLOTS: usize = 16;

/// What is being done for a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u64)]
pub(crate) enum Phase {
    /// It is opened: its scripts load.
    Open = 1,
    /// It is made again from its log.
    Wake = 2,
    /// Something is done in it: an input, something that is due.
    Work = 3,
    /// A job of it runs.
    Job = 4,
    /// It is played again for a replay or a branch.
    Past = 5,
}

impl Phase {
    const ALL: [Self; 5] = [Self::Open, Self::Wake, Self::Work, Self::Job, Self::Past];
}

/// The page. All zeros is a page on which nothing is being done.
#[derive(Debug, Default)]
#[repr(C)]
pub(crate) struct Page {
    /// One more than the slot of the thread that a signal ended; 0 for none.
    crashed: AtomicU32,
    slots: [Slot; SLOTS],
}

#[derive(Debug, Default)]
#[repr(C)]
struct Slot {
    /// Odd while something is being done; grows at its beginning and at its end.
    serial: AtomicU64,
    phase: AtomicU64,
    /// Script steps begun, as the watchdog of the process last saw it.
    step: AtomicU64,
    /// The event that was given to the log and is being applied; 0 for none.
    draft: AtomicU64,
    /// The room's id as bytes, padded with zeros.
    room: [AtomicU64; 2],
}

/// What a slot says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Busy {
    pub(crate) room: RoomId,
    pub(crate) phase: Phase,
    /// The event that is a draft of the log, if there is one.
    pub(crate) draft: Option<u64>,
    /// Changes whenever something else is done, or another step of it.
    pub(crate) progress: (u64, u64),
}

/// One of the slots, for the thread that notes in it what it does.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    page: &'static Page,
    slot: usize,
}

impl Place {
    /// As [`Page::enter`].
    pub(crate) fn enter(self, phase: Phase, room: &RoomId) -> Entered<'static> {
        self.page.enter(self.slot, phase, room)
    }
}

/// While it exists, the slot says what is being done.
#[derive(Debug)]
pub(crate) struct Entered<'a>(&'a Slot);

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        self.0.draft.store(0, Ordering::Relaxed);
        self.0.serial.fetch_add(1, Ordering::Release);
    }
}

impl Page {
    /// Notes in a slot what its thread does until the guard is dropped. Within something that is
    /// noted already, only the new is seen until its end, and then nothing.
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
        // From the end of the last, or from the middle of what this is within.
        slot.serial.store((serial + 1) | 1, Ordering::Release);
        Entered(slot)
    }

    /// A slot for a thread of its own.
    pub(crate) fn place(&'static self, slot: usize) -> Place {
        Place { page: self, slot }
    }

    /// Notes that the log has the draft of an event which is about to be applied, or with 0 that
    /// what came of it is known.
    pub(crate) fn drafted(&self, event: u64) {
        self.slots[SHARD].draft.store(event, Ordering::Release);
    }

    /// Notes how many script steps the shard's thread has begun.
    pub(crate) fn stepping(&self, steps: u64) {
        self.slots[SHARD].step.store(steps, Ordering::Relaxed);
    }

    /// Notes that a signal ends the thread of a slot. May be called by a signal handler.
    pub(crate) fn crashed(&self, slot: usize) {
        self.crashed.store(slot as u32 + 1, Ordering::Release);
    }

    /// What is being done in a slot, or was when its process ended. The process may have written
    /// anything there.
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

    /// Whom to hold responsible for the end of the process: what the thread did that was ended by
    /// a signal, or, if that is not known, all that was being done.
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

        // A second guard within the first is seen alone.
        let outer = page.enter(SHARD, Phase::Work, &one);
        let before = page.busy(SHARD).unwrap().progress;
        let inner = page.enter(SHARD, Phase::Wake, &two);
        assert_ne!(page.busy(SHARD).unwrap().progress, before);
        assert_eq!(page.busy(SHARD).unwrap().phase, Phase::Wake);
        drop(inner);
        drop(outer);
        // The crash is the third slot's, which does nothing any more.
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
