//! Where a thread runs that works while its caller goes on.
//!
//! A thread that is woken usually runs where it was woken: on the processor that its caller is
//! using, while others have nothing to do. In virtual machines it is so nearly always, since a
//! processor that sleeps there looks to Linux like one that somebody else has. What is to be done
//! beside the caller's work is then done after it.

/// Keeps a thread off the processor of whoever gives it work.
#[derive(Debug)]
#[cfg(target_os = "linux")]
pub(crate) struct Beside {
    thread: libc::pid_t,
    /// Where the thread may run at all.
    allowed: libc::cpu_set_t,
    /// The processor that it was last sent away from.
    left: std::sync::atomic::AtomicI32,
}

#[cfg(target_os = "linux")]
impl Beside {
    /// For the calling thread; `None` if it has one processor only.
    pub(crate) fn here() -> Option<Self> {
        // SAFETY: it takes nothing.
        let thread = unsafe { libc::gettid() };
        let allowed = processors(thread)?;
        // SAFETY: it counts what is in the set.
        let several = unsafe { libc::CPU_COUNT(&allowed) } > 1;
        several.then(|| Self { thread, allowed, left: (-1).into() })
    }

    /// Has the thread run on another processor than the calling thread.
    pub(crate) fn keep_off_mine(&self) {
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
        // SAFETY: the set is as large as is said and outlives the call. The thread may have ended;
        // then there is nothing to move. If it may not be moved, it stays, and is only slower.
        unsafe { libc::sched_setaffinity(self.thread, size, &raw const others) };
    }
}

/// Where a thread may run; 0 is the calling one.
#[cfg(target_os = "linux")]
fn processors(thread: libc::pid_t) -> Option<libc::cpu_set_t> {
    // SAFETY: a set of processors is an array of integers, for which zero is a value.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    // SAFETY: the set is as large as is said and outlives the call.
    let failed = unsafe { libc::sched_getaffinity(thread, size_of_val(&set), &raw mut set) };
    (failed == 0).then_some(set)
}

/// As above, where a thread cannot be told.
#[derive(Debug)]
#[cfg(not(target_os = "linux"))]
pub(crate) enum Beside {}

#[cfg(not(target_os = "linux"))]
impl Beside {
    /// Nobody.
    pub(crate) fn here() -> Option<Self> {
        None
    }

    /// Never called.
    pub(crate) fn keep_off_mine(&self) {
        match *self {}
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn a_thread_leaves_the_processor_of_whoever_gives_it_work() {
        let (tell, told) = mpsc::channel();
        let (end, ended) = mpsc::channel::<()>();
        let worker = std::thread::spawn(move || {
            tell.send(Beside::here()).unwrap();
            ended.recv().unwrap_err();
        });
        let Some(beside) = told.recv().unwrap() else {
            panic!("this test wants two processors; give it another with taskset or docker --cpus");
        };
        let all = beside.allowed;
        // SAFETY: the numbers lie within the set.
        let has = |set: &libc::cpu_set_t, cpu| unsafe { libc::CPU_ISSET(cpu, set) };
        for cpu in (0..libc::CPU_SETSIZE as usize).filter(|&cpu| has(&all, cpu)) {
            // SAFETY: as above; the set outlives the call.
            unsafe {
                let mut only: libc::cpu_set_t = std::mem::zeroed();
                libc::CPU_SET(cpu, &mut only);
                assert_eq!(libc::sched_setaffinity(0, size_of_val(&only), &raw const only), 0);
            }
            beside.keep_off_mine();
            let now = processors(beside.thread).unwrap();
            for other in 0..libc::CPU_SETSIZE as usize {
                assert_eq!(has(&now, other), has(&all, other) && other != cpu, "{cpu}: {other}");
            }
        }
        drop(end);
        worker.join().unwrap();
    }
}
