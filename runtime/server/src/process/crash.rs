//! Notes on the shared page which thread of a worker was ended by a signal.

use std::cell::Cell;
use std::sync::OnceLock;

use super::memory::SharedPage;

/// Signals by which faults end a process.
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
    /// The slot of the page that belongs to the thread; out of range if it has none.
    static SLOT: Cell<usize> = const { Cell::new(usize::MAX - 1) };
}

/// Assigns a slot of the page to the calling thread.
pub(super) fn this_thread_is(slot: usize) {
    SLOT.with(|own| own.set(slot));
}

/// Installs handlers that note on the page which thread was ended by a signal.
pub(super) fn note_on(page: &'static SharedPage) {
    if PAGE.set(page).is_err() {
        return;
    }
    for signal in DEADLY {
        // SAFETY: `sigaction` consists of integers and a bit set, for which zero is a valid value.
        // The handler calls only functions that a signal handler may call. It runs on the alternate
        // signal stack that the standard library keeps for each of its threads.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = note as extern "C" fn(libc::c_int) as libc::sighandler_t;
            action.sa_flags = libc::SA_ONSTACK | libc::SA_RESETHAND | libc::SA_NODEFER;
            libc::sigaction(signal, &raw const action, std::ptr::null_mut());
        }
    }
}

/// The signal handler. It touches only memory that exists from the start: the page, and a
/// thread-local cell without a destructor.
extern "C" fn note(signal: libc::c_int) {
    if let (Some(page), Ok(slot)) = (PAGE.get(), SLOT.try_with(Cell::get)) {
        page.crashed(slot);
    }
    // SAFETY: the signal's default action is restored (`SA_RESETHAND`), so this ends the process.
    unsafe { libc::raise(signal) };
}
