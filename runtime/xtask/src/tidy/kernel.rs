//! The kernel knows no game: what a game needs comes as a plugin.

use super::Finding;
use crate::tree::SourceFile;

/// Sources that must not name a game, and may run any.
const KERNEL: [&str; 9] = [
    "world/src/",
    "runtime/text/src/",
    "runtime/binding/src/",
    "runtime/protocol/src/",
    "runtime/vm/src/",
    "runtime/plugin/src/",
    "runtime/room/src/",
    "runtime/server/src/",
    "runtime/web/src/",
];

/// Games that are plugins, in lower case and as one word.
const GAMES: [&str; 4] = [
    concat!("mini", "world"),
    concat!("xiang", "qi"),
    concat!("dou", "dizhu"),
    concat!("sang", "uosha"),
];

pub(super) fn check(file: &SourceFile, found: &mut Vec<Finding>) {
    if !KERNEL.iter().any(|folder| file.path.starts_with(folder)) {
        return;
    }
    for (index, line) in file.text.lines().enumerate() {
        let line = line.to_lowercase().replace([' ', '_', '-'], "");
        for game in GAMES.iter().filter(|game| line.contains(**game)) {
            let what = format!("names the game `{game}`, which is a plugin");
            found.push(Finding { path: file.path.clone(), line: index + 1, rule: "kernel", what });
        }
    }
}
