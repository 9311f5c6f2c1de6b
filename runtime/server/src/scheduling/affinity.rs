//! Processor affinity of a thread that works while its caller goes on.
//!
//! Linux usually runs a woken thread where it was woken: on the processor of its caller, while
//! others are idle. In virtual machines it nearly always does, because an idle virtual processor
//! looks to Linux like one in use by another guest. The thread then works after its caller, not
//! beside it.

/// Keeps a thread off the processor of the threads that give it work.
#[derive(Debug)]
#[cfg(target_os = "linux")]
pub(crate) struct OffCallersProcessor {
    thread: libc::pid_t,
    /// The processors the thread may use at all.
    allowed: libc::cpu_set_t,
    /// The processor it was last moved off.
    left: std::sync::atomic::AtomicI32,
}

#[cfg(target_os = "linux")]
impl OffCallersProcessor {
    /// For the calling thread; `None` if it may use only one processor.
    pub(crate) fn here() -> Option<Self> {
        // SAFETY: it takes nothing.
        let thread = unsafe { libc::gettid() };
        let allowed = processors(thread)?;
        // SAFETY: it counts what is in the set.
        let several = unsafe { libc::CPU_COUNT(&allowed) } > 1;
        several.then(|| Self { thread, allowed, left: (-1).into() })
    }

    /// Moves the thread off the processor that the calling thread runs on.
    pub(crate) fn move_off_callers_processor(&self) {
        // SAFETY: it takes nothing.
        let mine = unsafe { libc::sched_getcpu() };
        if self.left.swap(mine, std::sync::atomic::Ordering::Relaxed) == mine {
            return;
        }
        let mut others = self.allowed;
        let size = size_of_val(&others);
        let Some(mine) = usize::try_from(mine).ok().filter(|&mine| mine < 8 * size) else { return };
        // SAFETY: it lies within the set.
        unsafe { libc::CPU_CLR(mine, &mut others) };
        // SAFETY: the set has the size given and outlives the call. If the thread has ended or may
        // not be moved, the call fails, which costs time and nothing else.
        unsafe { libc::sched_setaffinity(self.thread, size, &raw const others) };
    }
}

/// The processors a thread may use; 0 is the calling thread.
#[cfg(target_os = "linux")]
fn processors(thread: libc::pid_t) -> Option<libc::cpu_set_t> {
    // SAFETY: a set of processors is an array of integers, for which zero is a value.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    // SAFETY: the set is as large as is said and outlives the call.
    let failed = unsafe { libc::sched_getaffinity(thread, size_of_val(&set), &raw mut set) };
    (failed == 0).then_some(set)
}

/// As above, for systems without such calls.
#[derive(Debug)]
#[cfg(not(target_os = "linux"))]
pub(crate) enum OffCallersProcessor {}

#[cfg(not(target_os = "linux"))]
impl OffCallersProcessor {
    /// Never there.
    pub(crate) fn here() -> Option<Self> {
        None
    }

    /// Never called.
    pub(crate) fn move_off_callers_processor(&self) {
        match *self {}
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn a_thread_moves_off_its_callers_processor() {
        let (tell, told) = mpsc::channel();
        let (end, ended) = mpsc::channel::<()>();
        let worker = std::thread::spawn(move || {
            tell.send(OffCallersProcessor::here()).unwrap();
            ended.recv().unwrap_err();
        });
        let Some(affinity) = told.recv().unwrap() else {
            panic!("this test wants two processors; give it another with taskset or docker --cpus");
        };
        let all = affinity.allowed;
        // SAFETY: the numbers lie within the set.
        let has = |set: &libc::cpu_set_t, cpu| unsafe { libc::CPU_ISSET(cpu, set) };
        for cpu in (0..libc::CPU_SETSIZE as usize).filter(|&cpu| has(&all, cpu)) {
            // SAFETY: as above; the set outlives the call.
            unsafe {
                let mut only: libc::cpu_set_t = std::mem::zeroed();
                libc::CPU_SET(cpu, &mut only);
                assert_eq!(libc::sched_setaffinity(0, size_of_val(&only), &raw const only), 0);
            }
            affinity.move_off_callers_processor();
            let now = processors(affinity.thread).unwrap();
            for other in 0..libc::CPU_SETSIZE as usize {
                assert_eq!(has(&now, other), has(&all, other) && other != cpu, "{cpu}: {other}");
            }
        }
        drop(end);
        worker.join().unwrap();
    }
}
