//! Every library turns on the lints that its place asks for.
//!
//! They cannot stand in the workspace's manifest: that would mean tests, examples and programs too,
//! which may well unwrap, print and read files.

use super::Finding;
use crate::tree::SourceFile;

/// What libraries that must be deterministic say in `lib.rs`. Their `clippy.toml` lists what that
/// disallows.
const DETERMINISTIC: &str =
    "#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]";

/// What all libraries deny in `lib.rs`.
const ALL: &str = "clippy::unwrap_used";

/// The file that all other lists of what is disallowed are equal to.
const LIST: &str = "world/clippy.toml";

pub(super) fn check(files: &[SourceFile], found: &mut Vec<Finding>) {
    let lists = || files.iter().filter(|file| file.path.ends_with("/clippy.toml"));
    let list = files.iter().find(|file| file.path == LIST);
    let mut add = |file: &SourceFile, what: String| {
        found.push(Finding { path: file.path.clone(), line: 1, rule: "lints", what });
    };
    for other in lists().filter(|other| list.is_none_or(|list| list.text != other.text)) {
        add(other, format!("differs from {LIST}"));
    }
    for library in files.iter().filter(|file| file.path.ends_with("/src/lib.rs")) {
        let attributes: Vec<&str> =
            library.text.lines().filter(|line| line.starts_with("#![")).collect();
        if !attributes.iter().any(|line| line.starts_with("#![deny(") && line.contains(ALL)) {
            add(library, format!("has no `#![deny({ALL})]`"));
        }
        let within = |list: &SourceFile| {
            list.path.strip_suffix("clippy.toml").is_some_and(|it| library.path.starts_with(it))
        };
        if lists().any(within) && !attributes.contains(&DETERMINISTIC) {
            add(library, format!("has no `{DETERMINISTIC}`"));
        }
    }
}
