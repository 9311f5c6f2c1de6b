//! When the garbage collector runs: a function of what scripts did, never of time.

use std::cell::Cell;

/// Minimum growth of the heap, in bytes, before a collection between two steps; for large heaps it
/// is a twenty-fourth of the live heap. It is small because there are many rooms, and what a room
/// holds beyond its live heap is mostly garbage.
const MIN_GROWTH: usize = 48 * 1024;
/// The same within a step, after which another collection may follow, and in a replay, which ends
/// with one.
const MIN_GROWTH_AT_WORK: usize = 1 << 20;

/// Plans collections of a VM's heap.
pub(super) struct Garbage {
    /// Heap bytes at which a collection is due within a step.
    at: Cell<usize>,
    /// Heap bytes at which a collection is due between two steps.
    between_at: Cell<usize>,
    /// Bytes that the last collection left.
    live: Cell<usize>,
    /// Growth in bytes that is allowed before a collection, if that is more than usual.
    slack: Cell<usize>,
    /// Heap bytes that collections try to stay under. A fifth of the limit is left for what Luau's
    /// count of the heap omits: mainly headers of pages and blocks, and the empty parts of pages.
    aim: usize,
}

impl Garbage {
    /// No collection is due before [`Self::collected`] has been called.
    pub(super) fn new(memory_limit: usize) -> Garbage {
        Garbage {
            at: Cell::new(usize::MAX),
            between_at: Cell::new(usize::MAX),
            live: Cell::new(0),
            slack: Cell::new(0),
            aim: memory_limit - memory_limit / 5,
        }
    }

    /// Heap bytes that collections try to stay under.
    pub(super) fn aim(&self) -> usize {
        self.aim
    }

    /// Whether a heap of `heap` bytes must be collected within a step.
    pub(super) fn due(&self, heap: usize) -> bool {
        heap >= self.at.get()
    }

    /// Whether a heap of `heap` bytes must be collected between two steps.
    pub(super) fn due_between(&self, heap: usize) -> bool {
        heap >= self.between_at.get()
    }

    /// Turns collections off for good.
    pub(super) fn never(&self) {
        self.at.set(usize::MAX);
        self.between_at.set(usize::MAX);
    }

    /// Plans the next collection after one that left `live` bytes.
    pub(super) fn collected(&self, live: usize) {
        self.live.set(live);
        self.plan();
    }

    /// Allows growth by `bytes` before a collection, if that is more than usual.
    pub(super) fn set_slack(&self, bytes: usize) {
        self.slack.set(bytes);
        self.plan();
    }

    /// Within a step the heap may double, but it may take no more than a quarter of what the limit
    /// leaves free. The rest is for what single instructions, such as a long concatenation,
    /// allocate before the next safepoint.
    fn plan(&self) {
        let (live, slack) = (self.live.get(), self.slack.get());
        let free = self.aim.saturating_sub(live);
        let at_most = (free / 4).max(16 * 1024);
        let at_work = live.max(MIN_GROWTH_AT_WORK).max(slack).min(at_most);
        self.at.set(live + at_work);
        let between = (live / 24).max(MIN_GROWTH).max(slack).min(at_most);
        self.between_at.set(live + between);
    }
}
