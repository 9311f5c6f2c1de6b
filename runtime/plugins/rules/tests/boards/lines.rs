//! How long rules may be. A board is short because what boards have in common is the host's: one
//! that does not fit shows what the tools of `Board` lack.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::sources::named;

/// Lines of code that the rules of a board stay below, unless they are listed.
const LIMIT: usize = 60;
/// Boards of many kinds of pieces, of long-winded laws, or at a card table, and their limits.
const LARGE: [(&str, usize); 9] = [
    ("chess", 355),
    ("chinese-checkers", 150),
    ("go", 560),
    ("go-13", 560),
    ("go-19", 560),
    ("goofspiel", 100),
    ("hearts", 450),
    ("lua-xiangqi", 150),
    ("nine-mens-morris", 65),
];

/// Lines that are neither blank nor nothing but a comment.
fn code(source: &str) -> usize {
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("--");
    source.lines().filter(is_code).count()
}

/// The Lua files of a map's folder and of the folders in it, but not its tests.
fn scripts(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("tests") {
            found.extend(scripts(&path));
        } else if path.extension().is_some_and(|kind| kind == "lua") {
            found.push(path);
        }
    }
    found
}

/// The maps of `scripts/` that have rules, with the lines of code of all that they bring as rules:
/// every Lua file in their folder, but tests and the scripts that their manifest names, and the
/// file of rules if they share it with other maps.
fn boards() -> Vec<(String, usize)> {
    let mut boards = Vec::new();
    for folder in fangqi_testkit::map_folders() {
        let Some((rules, _)) = named(&folder) else { continue };
        assert!(rules.is_file(), "{}: no {}", folder.display(), rules.display());
        let manifest = std::fs::read_to_string(folder.join("map.toml")).unwrap();
        let manifest: toml::Table = manifest.parse().unwrap();
        let scripts_of_it = manifest.get("scripts").and_then(toml::Value::as_array);
        let scripts_of_it: BTreeSet<PathBuf> = scripts_of_it
            .into_iter()
            .flatten()
            .filter_map(toml::Value::as_str)
            .map(|name| folder.join(name))
            .collect();
        let own = scripts(&folder).into_iter().filter(|path| !scripts_of_it.contains(path));
        let brought = own.chain((!rules.starts_with(&folder)).then_some(rules));
        let lines = brought.map(|path| code(&std::fs::read_to_string(path).unwrap())).sum();
        boards.push((folder.file_name().unwrap().to_string_lossy().into_owned(), lines));
    }
    boards.sort();
    boards
}

#[test]
fn rules_are_short() {
    let boards = boards();
    assert!(boards.len() >= 12, "only {boards:?}");
    let mut long = Vec::new();
    for (board, lines) in &boards {
        let large = LARGE.iter().find(|(name, _)| name == board);
        let limit = large.map_or(LIMIT, |(_, limit)| *limit);
        println!("{board}: {lines} lines of code, fewer than {limit} allowed");
        if *lines >= limit {
            long.push(format!("{board} has {lines} lines of code; fewer than {limit} are allowed"));
        }
    }
    assert!(long.is_empty(), "{long:#?}");
    for (name, _) in LARGE {
        assert!(boards.iter().any(|(board, _)| board == name), "there is no board {name}");
    }
}

#[test]
fn comments_and_blank_lines_do_not_count() {
    assert_eq!(code("-- why\n\n  -- how\nlocal x = 1 -- one\n   \nreturn x\n"), 2);
}
