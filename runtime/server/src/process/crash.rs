//! Notes which thread of a worker a signal ends.

use std::cell::Cell;
use std::sync::OnceLock;

use super::memory::SharedPage;

/// Signals by which a flaw ends a process.
const DEADLY: [libc::c_int; 7] = [
    libc::SIGSEGV,
    libc::SIGBUS,
    libc::SIGILL,
    libc::SIGFPE,
    libc::SIGABRT,
    libc::SIGTRAP,
    libc::SIGSYS,
];

static PAGE: OnceLock<&'static SharedPage> = OnceLock::new();

thread_local! {
    /// The slot of the page in which the thread notes what it does; beyond all for none.
    static SLOT: Cell<usize> = const { Cell::new(usize::MAX - 1) };
}

/// The calling thread notes what it does in this slot.
pub(super) fn this_thread_is(slot: usize) {
    SLOT.with(|own| own.set(slot));
}

/// From now on the page tells which thread was ended by a signal.
pub(super) fn note_on(page: &'static SharedPage) {
    if PAGE.set(page).is_err() {
        return;
    }
    for signal in DEADLY {
        // SAFETY: an action is integers and a set of bits, for which zero is a value; the handler
        // is a function that calls nothing which a signal handler may not. It runs on the stack
        // that the standard library keeps for signals on each of its threads.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = note as extern "C" fn(libc::c_int) as libc::sighandler_t;
            action.sa_flags = libc::SA_ONSTACK | libc::SA_RESETHAND | libc::SA_NODEFER;
            libc::sigaction(signal, &raw const action, std::ptr::null_mut());
        }
    }
}

/// Only touches memory that is there from the beginning: the page, and a thread's own cell that
/// has no destructor.
extern "C" fn note(signal: libc::c_int) {
    if let (Some(page), Ok(slot)) = (PAGE.get(), SLOT.try_with(Cell::get)) {
        page.crashed(slot);
    }
    // SAFETY: the signal's action is the system's again, which ends the process.
    unsafe { libc::raise(signal) };
}
