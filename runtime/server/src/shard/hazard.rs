//! Flaws of the script host, on purpose, where a server was started to be broken
//! ([`crate::Config::hazards`]): what a chat line asks for, or the description of a map that is
//! read. They strike at the place of a host function that a script calls: while an input is
//! applied, and an answer's draft is in the log already.

use std::sync::atomic::{AtomicBool, Ordering};

use fangqi_room::model::Input;

/// Whether the next answer crashes the process.
static ARMED: AtomicBool = AtomicBool::new(false);

/// Does what an input asks for, if it is one of these lines.
pub(super) fn meet(input: &Input) {
    match input {
        Input::Chat { text, .. } => strike(text),
        Input::Click { .. } if ARMED.load(Ordering::Relaxed) => crash(),
        _ => {}
    }
}

/// Does what words ask for, if they are one of these lines.
pub(crate) fn strike(words: &str) {
    match words {
        "hazard:crash" => crash(),
        "hazard:answer" => ARMED.store(true, Ordering::Relaxed),
        "hazard:hang" => hang(),
        "hazard:memory" => overrun(),
        // What is done as usual then shows that there was no way out.
        "hazard:escape" if escapes() => crash(),
        _ => {}
    }
}

/// Writes where nothing is, as a library does that trusts a number too much.
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

/// Tries what a script would that has taken the process over; says whether anything of it worked.
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

/// Takes memory until there is no more.
fn overrun() {
    let mut taken: Vec<Vec<u8>> = Vec::new();
    loop {
        // Not zeros, which would cost nothing until they are written to.
        taken.push(vec![1; 64 << 20]);
        std::hint::black_box(&taken);
    }
}
