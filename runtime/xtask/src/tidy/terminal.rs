//! What the program prints is escaped: no text of players or maps reaches the terminal as it is.
//!
//! Lints forbid libraries to print at all. The program and the commands of plugins print through
//! `fangqi_text::out`, whose macros have the names of those of `std`, so a lint cannot tell.

use super::Finding;
use crate::rust_source::{code_only, line_of, paths};
use crate::tree::SourceFile;

/// Ways to the terminal on which other people's text would come through as it is.
const TERMINAL: [&str; 4] = ["io::stdout", "io::stderr", "std::println", "std::eprintln"];
/// The file of the program that may use them, since it escapes.
const ESCAPING: &str = "runtime/fangqi/src/log.rs";

pub(super) fn check(file: &SourceFile, found: &mut Vec<Finding>) {
    let path = file.path.as_str();
    let is_command = path.starts_with("runtime/plugins/") && path.contains("/src/cli/");
    let speaks = path.starts_with("runtime/fangqi/src/") || is_command;
    if !file.is("rs") || !speaks || path == ESCAPING {
        return;
    }
    let code = code_only(&file.text);
    for name in TERMINAL {
        for at in paths(&code, name) {
            let what = format!("`{name}`: print through `out`, which escapes");
            let line = line_of(&code, at);
            found.push(Finding { path: file.path.clone(), line, rule: "terminal", what });
        }
    }
}
