//! What Mini World has against what is declared: the lists were made from its documents.

use fangqi_room::types::{Status, functions};

use crate::common::PLUGINS;

const FUNCTIONS: &str = include_str!("functions.txt");
const EVENTS: &str = include_str!("events.txt");

/// Modules that have another module's functions besides their own.
fn declared(module: &str, name: &str) -> bool {
    let inherited = matches!(module, "Player" | "Creature");
    functions(PLUGINS).any(|function| {
        function.name == name
            && (function.module == module || inherited && function.module == "Actor")
    })
}

/// Modules under the name they are declared with here.
fn canonical(module: &str) -> &str {
    match module {
        "Mapmark" => "MapMark",
        "ValueGroup" => "Valuegroup",
        other => other,
    }
}

#[test]
fn every_function_is_declared() {
    let mut missing = Vec::new();
    for line in FUNCTIONS.lines() {
        let (path, _) = line.split_once(' ').unwrap();
        let (module, name) = path.split_once(':').unwrap();
        if !declared(canonical(module), name) {
            missing.push(path);
        }
    }
    assert_eq!(FUNCTIONS.lines().count(), 573);
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn functions_take_at_least_the_documented_arguments() {
    let mut short = Vec::new();
    for line in FUNCTIONS.lines() {
        let mut words = line.split(' ');
        let (module, name) = words.next().unwrap().split_once(':').unwrap();
        let wanted: usize = words.next().unwrap().parse().unwrap();
        let found = functions(PLUGINS).find(|f| f.module == canonical(module) && f.name == name);
        if let Some(found) = found.filter(|function| function.params().len() < wanted) {
            short.push(format!("{module}:{name} {} of {wanted}", found.params().len()));
        }
    }
    assert_eq!(short, Vec::<String>::new());
}

#[test]
fn the_coverage_page_counts_every_function_once() {
    let files = fangqi_room::types::files(PLUGINS);
    let (_, page) = files.into_iter().find(|(name, _)| *name == "miniworld.md").unwrap();
    let documented = FUNCTIONS.lines().count();
    let counted: usize = ["| works |", "| works in part |", "| answers FAILED"]
        .iter()
        .map(|row| {
            let line = page.lines().find(|line| line.starts_with(row)).unwrap();
            let cell = line.split('|').nth(2).unwrap();
            cell.trim().parse::<usize>().unwrap()
        })
        .sum();
    assert!(counted >= documented, "{counted} of {documented}");
    for function in functions(PLUGINS).filter(|function| function.status != Status::Works) {
        let row = format!("| `{}` |", function.name);
        assert!(page.contains(&row), "{}:{}", function.module, function.name);
    }
    for line in EVENTS.lines() {
        let (name, _) = line.split_once(':').unwrap();
        let page = fangqi_room::types::reference(PLUGINS);
        assert!(page.contains(&format!("| `{name}` |")), "{name}");
    }
}
