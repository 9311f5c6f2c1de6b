//! How long the scheduler lets a thread work at a stretch.

/// Makes the calling thread one that works briefly and often, as one does that mostly waits for a
/// disk: from now on it is let in when it wakes instead of waiting for whoever has the processor.
///
/// Linux from 6.12 on lets any thread ask for a shorter slice of time; without it a thread that is
/// woken on a busy processor, as happens in virtual machines whose others seem asleep, may wait
/// there for the whole slice of three milliseconds of whoever woke it. Elsewhere nothing changes.
#[cfg(target_os = "linux")]
pub(crate) fn brief() {
    /// The shortest slice there is.
    const SHORT: std::time::Duration = std::time::Duration::from_micros(100);
    ask_for(SHORT);
}

/// Asks for slices of a length for the calling thread.
#[cfg(target_os = "linux")]
pub(crate) fn ask_for(slice: std::time::Duration) {
    // SAFETY: it takes a plain number, 0 for the calling thread.
    if unsafe { libc::sched_getscheduler(0) } != libc::SCHED_OTHER {
        // Whoever runs the program has seen to it otherwise.
        return;
    }
    // SAFETY: all of its fields are integers, for which zero is a value.
    let mut wish: libc::sched_attr = unsafe { std::mem::zeroed() };
    wish.size = size_of::<libc::sched_attr>() as u32;
    wish.sched_policy = libc::SCHED_OTHER as u32;
    // SAFETY: it takes plain numbers, here those of the calling thread.
    wish.sched_nice = unsafe { libc::getpriority(libc::PRIO_PROCESS, 0) };
    wish.sched_runtime = u64::try_from(slice.as_nanos()).unwrap_or(u64::MAX);
    // SAFETY: the structure says its own size and outlives the call, which may only note another
    // size in it; 0 is the calling thread, and there are no flags.
    let done = unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw mut wish, 0) };
    if done != 0 {
        let error = std::io::Error::last_os_error();
        tracing::debug!(%error, ?slice, "a thread works in slices of the usual length");
    }
}

/// As above, where there is nothing to ask for.
#[cfg(not(target_os = "linux"))]
pub(crate) fn brief() {}
