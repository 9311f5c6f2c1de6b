//! Thread priority.

/// Lowers the priority of the calling thread: it yields at once to threads that work briefly, and
/// gets a tenth of the time of one that competes with it throughout.
///
/// A nice value alone does not do the first: since Linux 6.6 a woken thread waits for the end of
/// the running thread's time slice, 3 ms, whatever that thread's weight. Since 6.12 a thread may
/// request a time slice of its own, and one with a long slice yields to all that have a shorter
/// one.
///
/// Not `SCHED_IDLE`, which would starve the thread on a busy machine: it may hold a lock that
/// another thread waits for, and its rooms are to make progress, if slowly.
#[cfg(target_os = "linux")]
pub(crate) fn lower() {
    // SAFETY: the call takes plain numbers, 0 for the calling thread; on Linux each thread has its
    // own nice value.
    let done = unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, NICE) };
    if done != 0 {
        let error = std::io::Error::last_os_error();
        tracing::debug!(%error, "thread keeps its usual priority");
    }
    super::time_slice::request(LONG);
}

/// The nice value to which Linux gives a tenth of the usual weight.
#[cfg(target_os = "linux")]
const NICE: libc::c_int = 10;
/// The longest time slice that Linux grants.
#[cfg(target_os = "linux")]
const LONG: std::time::Duration = std::time::Duration::from_millis(100);

/// As above; does nothing on systems without such calls.
#[cfg(not(target_os = "linux"))]
pub(crate) fn lower() {}
