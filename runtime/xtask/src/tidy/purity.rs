//! What code may call where: nothing unfinished, no panics on bad luck in libraries, and no clock,
//! thread, file, socket or chance in what must be deterministic.

use super::Finding;
use crate::rust_source::{code_only, line_of, paths, without_tests};
use crate::tree::SourceFile;

/// Crates that are folds over their inputs.
const PURE: [&str; 6] = [
    "world/",
    "boards/",
    "runtime/binding/",
    "runtime/plugins/",
    "runtime/protocol/",
    "runtime/room/",
];

/// Crates that others call, and which therefore print nothing.
const LIBRARIES: [&str; 8] = [
    "world/",
    "boards/",
    "runtime/binding/",
    "runtime/plugins/",
    "runtime/protocol/",
    "runtime/room/",
    "runtime/server/",
    "runtime/web/",
];

/// What a pure crate must not name, and what to do instead.
const IMPURE: [(&str, &str); 13] = [
    ("Instant", "time is given as ticks"),
    ("SystemTime", "time is given as ticks"),
    ("std::thread", "threads belong to the server"),
    ("thread::spawn", "threads belong to the server"),
    ("std::fs", "files are read by the caller"),
    ("std::net", "sockets belong to the server"),
    ("std::env", "options are given as values"),
    ("std::process", "programs are started by the server"),
    ("RandomState", "hash with rustc-hash, or keep the order"),
    ("collections::HashMap", "its order is by chance: BTreeMap, or rustc-hash"),
    ("collections::HashSet", "its order is by chance: BTreeSet, or rustc-hash"),
    ("thread_rng", "chance comes from the room's seed"),
    ("getrandom", "chance comes from the room's seed"),
];

/// Macros that nobody leaves behind.
const UNFINISHED: [&str; 3] = ["todo!", "unimplemented!", "dbg!"];

/// Macros that print.
const PRINTING: [&str; 4] = ["println!", "eprintln!", "print!", "eprint!"];

/// Ways to the terminal on which other people's text would come through as it is.
const TERMINAL: [&str; 4] = ["io::stdout", "io::stderr", "std::println", "std::eprintln"];
/// The file of the program that may use them, since it escapes.
const ESCAPING: [&str; 1] = ["runtime/fangqi/src/log.rs"];

pub(super) fn check(file: &SourceFile, found: &mut Vec<Finding>) {
    if !file.is("rs") {
        return;
    }
    let all = code_only(&file.text);
    let mut search = |code: &str, needle: &str, rule, what: &str| {
        for at in paths(code, needle) {
            let what = format!("`{needle}`: {what}");
            found.push(Finding { path: file.path.clone(), line: line_of(code, at), rule, what });
        }
    };
    for name in UNFINISHED {
        search(&all, name, "unfinished", "finish it");
    }
    let speaks = file.path.starts_with("runtime/fangqi/src/") || is_command(&file.path);
    if speaks && !ESCAPING.contains(&file.path.as_str()) {
        for name in TERMINAL {
            search(&all, name, "terminal", "print through `out`, which escapes");
        }
    }
    if !is_library_code(&file.path) {
        return;
    }
    let code = without_tests(&all);
    search(
        &code,
        ".unwrap()",
        "unwrap",
        "say with `expect` why it cannot fail, or return an error",
    );
    if LIBRARIES.iter().any(|folder| file.path.starts_with(folder)) {
        for name in PRINTING {
            search(&code, name, "printing", "a library does not print; use tracing or return it");
        }
    }
    if PURE.iter().any(|folder| file.path.starts_with(folder)) && !is_command(&file.path) {
        for (name, instead) in IMPURE {
            search(&code, name, "purity", instead);
        }
    }
}

/// Whether a file belongs to the commands of a plugin, which run outside of rooms.
fn is_command(path: &str) -> bool {
    path.starts_with("runtime/plugins/") && path.contains("/src/cli/")
}

/// Whether a Rust file is neither a test nor a benchmark, an example, a build script or a program.
fn is_library_code(path: &str) -> bool {
    // What tests share fails as they do.
    if path.starts_with("runtime/testkit/") {
        return false;
    }
    let mut parts: Vec<&str> = path.split('/').collect();
    let name = parts.pop().unwrap_or_default();
    let apart = ["tests", "benches", "examples", "bin"];
    !parts.iter().any(|part| apart.contains(part))
        && !["main.rs", "build.rs", "tests.rs"].contains(&name)
}
