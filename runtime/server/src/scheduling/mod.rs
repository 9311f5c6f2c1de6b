//! What the scheduler is asked for: priority, processor and time slice of threads.

pub(crate) mod affinity;
pub(crate) mod priority;
pub(crate) mod time_slice;
