//! Every library turns on the lints that its place asks for.
//!
//! They cannot stand in the workspace's manifest: that would mean tests, examples and programs too,
//! which may well unwrap, print and read files.

use super::Finding;
use crate::tree::SourceFile;

/// Crates that are folds over their inputs.
const FOLDS: [&str; 6] = [
    "world/",
    "boards/",
    "runtime/binding/",
    "runtime/plugins/",
    "runtime/protocol/",
    "runtime/room/",
];

/// The library of tests, which fail by a panic.
const OF_TESTS: &str = "runtime/testkit/";

/// What folds say in `lib.rs`. The file `clippy.toml` lists what that disallows.
const DETERMINISTIC: &str =
    "#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]";

/// What all libraries deny in `lib.rs`.
const ALL: &str = "clippy::unwrap_used";

pub(super) fn check(file: &SourceFile, found: &mut Vec<Finding>) {
    if !file.path.ends_with("/src/lib.rs") || file.path.starts_with(OF_TESTS) {
        return;
    }
    let attributes: Vec<&str> = file.text.lines().filter(|line| line.starts_with("#![")).collect();
    let mut add = |what: String| {
        found.push(Finding { path: file.path.clone(), line: 1, rule: "lints", what });
    };
    if !attributes.iter().any(|line| line.starts_with("#![deny(") && line.contains(ALL)) {
        add(format!("has no `#![deny({ALL})]`"));
    }
    let is_fold = FOLDS.iter().any(|folder| file.path.starts_with(folder));
    if is_fold && !attributes.contains(&DETERMINISTIC) {
        add(format!("has no `{DETERMINISTIC}`"));
    }
}
