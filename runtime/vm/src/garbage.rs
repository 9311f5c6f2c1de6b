//! When the collector runs: a function of what scripts did, never of time.

use std::cell::Cell;

/// Between two steps a collection happens no earlier than this much above the live heap, or a
/// twenty-fourth of it: rooms are many, and most of what one holds beyond its live heap would be
/// garbage.
const MIN_GROWTH: usize = 48 * 1024;
/// The same within a step, after which there may be another, and in a replay, which ends with one.
const MIN_GROWTH_AT_WORK: usize = 1 << 20;

/// Plans collections of a VM's heap.
pub(super) struct Garbage {
    /// Heap bytes at which the next collection is due within a step.
    at: Cell<usize>,
    /// The same between two steps.
    between_at: Cell<usize>,
    /// Bytes that the last collection left.
    live: Cell<usize>,
    /// Growth up to which there is no collection, where that is more than usual.
    slack: Cell<usize>,
    /// What collections aim to stay under: a fifth of the limit is for what Luau's count of the
    /// heap leaves out, chiefly heads of pages and blocks, and the empty parts of pages.
    aim: usize,
}

impl Garbage {
    /// No collection is due before the first has been made.
    pub(super) fn new(memory_limit: usize) -> Garbage {
        Garbage {
            at: Cell::new(usize::MAX),
            between_at: Cell::new(usize::MAX),
            live: Cell::new(0),
            slack: Cell::new(0),
            aim: memory_limit - memory_limit / 5,
        }
    }

    /// Bytes that the heap should stay under.
    pub(super) fn aim(&self) -> usize {
        self.aim
    }

    /// Whether a heap of so many bytes is to be collected within a step.
    pub(super) fn due(&self, heap: usize) -> bool {
        heap >= self.at.get()
    }

    /// Whether a heap of so many bytes is to be collected between two steps.
    pub(super) fn due_between(&self, heap: usize) -> bool {
        heap >= self.between_at.get()
    }

    /// Nothing is ever collected again.
    pub(super) fn never(&self) {
        self.at.set(usize::MAX);
        self.between_at.set(usize::MAX);
    }

    /// Plans the next collection after one that left `live` bytes.
    pub(super) fn collected(&self, live: usize) {
        self.live.set(live);
        self.plan();
    }

    /// Lets the heap grow by so much before there is a collection, if that is more than usual.
    pub(super) fn set_slack(&self, bytes: usize) {
        self.slack.set(bytes);
        self.plan();
    }

    /// While a step works the heap may double, but not by more than a quarter of what the limit
    /// leaves free: the rest is for what single instructions, such as a long concatenation,
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
