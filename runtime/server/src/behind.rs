//! A thread that stands behind all others.

/// Has the calling thread leave its processor to whoever else wants it: at once to those who work
/// briefly, and for nine tenths of the time to those who do not.
///
/// A lower priority alone would not do the first: from Linux 6.6 on, whoever is woken waits for the
/// end of the running thread's slice, three milliseconds, however little that weighs. From 6.12 on
/// a thread may ask for a slice of its own, and one that has asked for a long slice yields to all
/// who have a shorter one.
///
/// Not `SCHED_IDLE`, which would leave it next to nothing on a busy machine: it may hold a lock
/// that another thread is waiting for, and whoever plays in its rooms is to get on, if slowly.
#[cfg(target_os = "linux")]
pub(crate) fn stand_behind() {
    // SAFETY: it takes plain numbers, 0 for the calling thread; on Linux each has its own.
    let done = unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, NICE) };
    if done != 0 {
        let error = std::io::Error::last_os_error();
        tracing::debug!(%error, "the annex works at the usual priority");
    }
    crate::slice::ask_for(LONG);
}

/// How far behind: Linux gives a tenth of the weight of a usual thread.
#[cfg(target_os = "linux")]
const NICE: libc::c_int = 10;
/// The longest slice there is.
#[cfg(target_os = "linux")]
const LONG: std::time::Duration = std::time::Duration::from_millis(100);

/// As above, where nothing can be asked for.
#[cfg(not(target_os = "linux"))]
pub(crate) fn stand_behind() {}
