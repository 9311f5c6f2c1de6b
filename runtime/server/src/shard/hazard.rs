//! Deliberate faults of the script host, for servers started to be tested
//! ([`crate::Config::hazards`]). A chat line or the description of a map that is read triggers
//! them. They strike where a script would call a host function: while an input is applied, with the
//! draft of an answer already in the log.

use std::sync::atomic::{AtomicBool, Ordering};

use fangqi_protocol::Input;

/// Whether the next click crashes the process.
static ARMED: AtomicBool = AtomicBool::new(false);

/// Triggers the fault that an input asks for, if any.
pub(super) fn meet(input: &Input) {
    match input {
        Input::Chat { text, .. } => strike(text),
        Input::Click { .. } if ARMED.load(Ordering::Relaxed) => crash(),
        _ => {}
    }
}

/// Triggers the fault with this name, if there is one.
pub(crate) fn strike(words: &str) {
    match words {
        "hazard:crash" => crash(),
        "hazard:answer" => ARMED.store(true, Ordering::Relaxed),
        "hazard:hang" => hang(),
        "hazard:memory" => overrun(),
        // If nothing escapes, the process goes on, which shows that the sandbox holds.
        "hazard:escape" if escapes() => crash(),
        _ => {}
    }
}

/// Writes to an address that is not mapped, as a library with an unchecked index would.
fn crash() {
    let nowhere = std::hint::black_box(8usize) as *mut u64;
    // SAFETY: none. The process is meant to end here, by a signal.
    unsafe { nowhere.write_volatile(1) };
}

fn hang() {
    loop {
        std::hint::spin_loop();
    }
}

/// Tries what a script would try that has taken over the process. Returns whether anything
/// succeeded.
fn escapes() -> bool {
    std::fs::File::open("/proc/self/maps").is_ok()
        || std::fs::File::create("/tmp/fangqi-was-here").is_ok()
        || std::net::TcpListener::bind("127.0.0.1:0").is_ok()
        || std::os::unix::net::UnixDatagram::unbound().is_ok()
        || std::process::Command::new("/bin/true").spawn().is_ok()
        || signals_its_parent()
}

#[cfg(target_os = "linux")]
fn signals_its_parent() -> bool {
    // SAFETY: signal 0 only asks whether the parent could be sent one.
    unsafe { libc::kill(libc::getppid(), 0) == 0 }
}

#[cfg(not(target_os = "linux"))]
fn signals_its_parent() -> bool {
    false
}

/// Allocates memory until the process is ended.
fn overrun() {
    let mut taken: Vec<Vec<u8>> = Vec::new();
    loop {
        // Not zeros: zeroed pages take no memory until they are written.
        taken.push(vec![1; 64 << 20]);
        std::hint::black_box(&taken);
    }
}
