//! The examples of the guides are maps that work: those of `scripts/reference`, and the whole games
//! of `scripts/recipes`. A block of code that names its file is that file of the page's map; what
//! the page does not give is as `fangqi new` writes it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fangqi_room::MapPackage;
use fangqi_room::testing::{CheckOptions, Strictness, check, run_tests};

use crate::maps::{Files, PLUGINS, template};

/// The map that `fangqi new` writes, where a page gives no manifest.
const TEMPLATE: &str = "game";

fn pages(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts").join(folder)
}

/// The files that a page gives, by name.
fn given(page: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    let mut within = false;
    for line in page.lines() {
        match line.strip_prefix("```").map(|fence| fence.split_once(' ')) {
            Some(Some((_, name))) => {
                files.push((name.to_owned(), String::new()));
                within = true;
            }
            Some(None) => within = false,
            None if within => {
                let (_, text) = files.last_mut().unwrap();
                text.push_str(line);
                text.push('\n');
            }
            None => {}
        }
    }
    files
}

/// The map of a page, with its id.
fn map_of(page: &str) -> (String, Files) {
    let given = given(page);
    let manifest = given.iter().find(|(name, _)| name == "map.toml");
    let id = manifest.and_then(|(_, text)| text.split("\nid = \"").nth(1)?.split('"').next());
    let id = id.unwrap_or(TEMPLATE).to_owned();
    let mut files = Files::new();
    for (path, bytes) in template("grid") {
        match path.strip_prefix("game/") {
            Some(own) if own.starts_with("tests/") => {}
            Some(own) => drop(files.insert(format!("{id}/{own}"), bytes)),
            None => drop(files.insert(path, bytes)),
        }
    }
    for (name, text) in given {
        files.insert(format!("{id}/{name}"), text.into_bytes());
    }
    (id, files)
}

/// What is wrong with a page's map: what `fangqi check` and `fangqi test` say of it.
fn faults(page: &str, games: u32) -> Vec<String> {
    let (id, files) = map_of(page);
    let options = CheckOptions { games, rooms: 1, fuel: 200_000_000, ..CheckOptions::default() };
    let report = check(&files, &id, PLUGINS, options);
    let mut faults: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
    let Ok(package) = MapPackage::load(&files, &id, PLUGINS).map(Arc::new) else { return faults };
    let has_rules = package.script_names().any(|name| name.ends_with("/rules.lua"));
    if has_rules && report.plies < 20 {
        faults.push(format!("too little was played: {report:?}"));
    }
    for (path, source) in &files {
        let is_own = path.starts_with(&format!("{id}/tests/"));
        if is_own || has_rules && path.starts_with("lib/board/tests/") {
            let source = std::str::from_utf8(source).unwrap();
            for outcome in run_tests(&package, path, source, Strictness::default()) {
                let failure = outcome.failure.map(|why| format!("{path}: {}: {why}", outcome.name));
                faults.extend(failure);
            }
        }
    }
    faults
}

macro_rules! examples {
    ($($name:ident: $folder:literal;)*) => {
        /// The pages with maps.
        const PAGES: &[(&str, &str)] = &[$(($folder, stringify!($name))),*];

        $(
            #[test]
            fn $name() {
                let path = pages($folder).join(concat!(stringify!($name), ".md"));
                let page = std::fs::read_to_string(path).unwrap();
                assert!(!given(&page).is_empty(), "the page gives no file");
                assert_eq!(faults(&page, 8), [""; 0]);
            }
        )*
    };
}

examples! {
    manifest: "reference";
    layout: "reference";
    blocks: "reference";
    camera: "reference";
    chance: "reference";
    rankings: "reference";
    search: "reference";
    tests: "reference";
    limits: "reference";
    dice: "recipes";
    tricks: "recipes";
    claims: "recipes";
    drops: "recipes";
    walls: "recipes";
}

#[test]
fn no_page_is_forgotten() {
    let listed: BTreeSet<(&str, String)> =
        PAGES.iter().map(|(folder, name)| (*folder, format!("{name}.md"))).collect();
    let mut there = BTreeSet::new();
    for folder in ["reference", "recipes"] {
        for entry in std::fs::read_dir(pages(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if !name.ends_with(".zh.md") {
                there.insert((folder, name));
            }
        }
    }
    assert_eq!(listed, there);
}

/// A page whose game goes wrong, or whose test does not hold, is found.
#[test]
fn what_is_wrong_with_an_example_is_found() {
    let path = pages("recipes").join("dice.md");
    let page = std::fs::read_to_string(path).unwrap();
    for (old, new, found) in [
        ("over_home = \"Both", "over_house = \"Both", "over_home"),
        ("  state.throw = throw\n", "", "has not ended"),
        ("t:equal(t:hud().turn, 0)", "t:equal(t:hud().turn, 1)", "tests/play.lua"),
    ] {
        assert!(page.contains(old), "{old}");
        let faults = faults(&page.replacen(old, new, 1), 1);
        assert!(faults.iter().any(|fault| fault.contains(found)), "{old}: {faults:?}");
    }
}
