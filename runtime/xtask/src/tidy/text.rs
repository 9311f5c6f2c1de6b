//! Rules for files of every kind.

use super::Finding;
use crate::tree::SourceFile;

/// Folders of somebody's machine. Written in two parts, so that this file does not hold them.
const MACHINE_PATHS: [&str; 5] = [
    concat!("/ro", "ot/"),
    concat!("/ho", "me/"),
    concat!("/Use", "rs/"),
    concat!("/wo", "rk/"),
    concat!("C:\\Use", "rs\\"),
];

/// Names of package registries and what mirrors of them are called.
const REGISTRY_HOSTS: [&str; 7] = [
    concat!("registry.npm", "js.org"),
    concat!("registry.yarn", "pkg.com"),
    concat!("npm", "mirror.com"),
    concat!("index.crates", ".io"),
    concat!("static.crates", ".io"),
    concat!("files.python", "hosted.org"),
    concat!("arti", "factory"),
];

/// The name, not an address, that every `Cargo.lock` gives to the public registry.
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Reminders that belong into an issue.
const REMINDERS: [&str; 3] = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X:")];

/// Endings of what merges, patches and editors leave behind.
const LEFTOVERS: [&str; 5] = [".orig", ".rej", ".bak", ".swp", "~"];

pub(super) fn check(file: &SourceFile, found: &mut Vec<Finding>) {
    let mut add = |line, rule, what: String| {
        found.push(Finding { path: file.path.clone(), line, rule, what });
    };
    if file.is_lua() && !has_header(&file.text) {
        add(1, "lua-header", "begins without a comment that says what the file is".to_owned());
    }
    if LEFTOVERS.iter().any(|ending| file.path.ends_with(ending)) {
        add(1, "leftover", "was left behind by another program: delete it".to_owned());
    }
    let name = file.path.rsplit('/').next().unwrap_or_default();
    for (index, line) in file.text.lines().enumerate() {
        let mut say = |rule, what: String| add(index + 1, rule, what);
        for path in MACHINE_PATHS.iter().filter(|path| names_path(line, path)) {
            say("machine-path", format!("names `{path}`, a folder of one machine"));
        }
        for host in REGISTRY_HOSTS.iter().filter(|host| line.contains(**host)) {
            say("registry-host", format!("names `{host}`"));
        }
        for word in REMINDERS.iter().filter(|word| line.contains(**word)) {
            say("reminder", format!("`{word}`: do it, or write an issue"));
        }
        if lock_line_names_host(name, line) {
            say("lock-host", "a lock file names no host".to_owned());
        }
    }
}

/// Whether the first line is a comment with words in it; `--!strict` and its like may precede.
fn has_header(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    let first = lines.find(|line| !line.starts_with("--!")).unwrap_or_default();
    first.starts_with("--") && first.chars().any(char::is_alphabetic)
}

/// Whether `line` holds `path` as the beginning of a path, not inside a longer one such as an
/// address.
fn names_path(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '.' | '-' | '_' | '/' | '}'))
    })
}

/// Whether a line of a lock file or of a registry's configuration says where to fetch from.
fn lock_line_names_host(name: &str, line: &str) -> bool {
    let address = line.contains("http://") || line.contains("https://");
    match name {
        "Cargo.lock" => address && !line.contains(CRATES_IO),
        "package-lock.json" => line.contains("\"resolved\"") && address,
        ".npmrc" | "pip.conf" => address,
        _ => false,
    }
}
