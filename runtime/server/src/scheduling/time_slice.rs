//! Time slices: how long the scheduler runs a thread at a stretch.

/// Requests a short time slice for the calling thread. For threads that work briefly and often,
/// such as one that mostly waits for the disk: the scheduler then runs them as soon as they wake.
///
/// Linux grants requests since 6.12. Without one, a thread woken on a busy processor may wait for
/// the whole slice, 3 ms, of the thread that runs there; virtual machines, whose other processors
/// seem asleep, often wake it there. On other systems nothing changes.
#[cfg(target_os = "linux")]
pub(crate) fn request_short() {
    /// The shortest time slice that Linux grants.
    const SHORT: std::time::Duration = std::time::Duration::from_micros(100);
    request(SHORT);
}

/// Requests time slices of this length for the calling thread.
#[cfg(target_os = "linux")]
pub(crate) fn request(slice: std::time::Duration) {
    // SAFETY: it takes a plain number, 0 for the calling thread.
    if unsafe { libc::sched_getscheduler(0) } != libc::SCHED_OTHER {
        // The operator runs the program under another policy.
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
        tracing::debug!(%error, ?slice, "thread keeps the usual time slice");
    }
}

/// As above; does nothing on systems without such calls.
#[cfg(not(target_os = "linux"))]
pub(crate) fn request_short() {}
