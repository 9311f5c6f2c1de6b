#![no_main]
//! A graphical program that says anything, one line after the other. Nothing is searched here.

use fangqi_xiangqi::uci::Session;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut session = Session::new();
    for line in text.lines().take(50) {
        session.line(line);
    }
});
