//! Wherever skill decides, the highest level is clearly stronger than the lowest, on far less fuel
//! than a room gives it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fangqi_plugin_rules::{Contestant, LEVELS, Parameters, RulesVm, contest};
use fangqi_vm::compile;

use crate::rules;
use crate::sources::named;

/// Fuel of the higher level for a move. The lower one has as much, of which it uses little.
const FUEL: u64 = 300_000;
/// Boards on which dice or cards decide so much that a few games say nothing.
const OF_LUCK: [&str; 3] = ["goofspiel", "pig", "template cards"];

/// The rules of a file.
fn load(name: &str, path: &Path) -> RulesVm {
    let source = std::fs::read(path).unwrap();
    let script = compile(&format!("{name}/rules.lua"), &source).unwrap();
    RulesVm::load(&script, &Parameters::new(), 1).unwrap()
}

/// The boards of this tree by name, each file of rules once, and those that `fangqi new` begins.
fn boards() -> Vec<(String, RulesVm)> {
    let mut folders = fangqi_testkit::map_folders();
    folders.sort_by_key(|folder| (folder.as_os_str().len(), folder.clone()));
    let (mut seen, mut boards) = (BTreeSet::<PathBuf>::new(), Vec::new());
    for folder in folders {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        if let Some((path, _)) = named(&folder)
            && seen.insert(path)
        {
            boards.push((name.clone(), rules::load(&name)));
        }
    }
    for kind in ["grid", "cards", "bids"] {
        let templates =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fangqi/src/new/templates");
        let path = templates.join(kind).join("rules.lua");
        boards.push((format!("template {kind}"), load(kind, &path)));
    }
    boards
}

/// What two games, one from each seat, were worth to the higher level: from -1 to 1 on average.
fn advantage(rules: &RulesVm) -> f64 {
    let mut sum = 0.0;
    for seat in 0..2 {
        let played = contest(rules, None, seat as u64, |other| Contestant::Computer {
            level: if other == seat { LEVELS } else { 1 },
            fuel: Some(FUEL),
        });
        sum += played.unwrap().payoffs[seat];
    }
    sum / 2.0
}

#[test]
fn the_highest_level_beats_the_lowest_wherever_skill_decides() {
    let mut weak = Vec::new();
    let boards = boards();
    for name in OF_LUCK {
        assert!(boards.iter().any(|(board, _)| board == name), "there is no board {name}");
    }
    assert!(boards.len() >= 13, "only {} boards", boards.len());
    for (name, rules) in boards.iter().filter(|(name, _)| !OF_LUCK.contains(&name.as_str())) {
        let worth = advantage(rules);
        println!("{name}: {worth:.2}");
        if worth < 0.5 {
            weak.push(format!("{name}: {worth:.2}"));
        }
    }
    assert!(weak.is_empty(), "the highest level has little advantage: {weak:?}");
}
