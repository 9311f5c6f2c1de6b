//! Packages in the manner of other authors load with the right numbers and play to the end.

use std::collections::BTreeMap;

use crate::support::{authors, checks, own, texts};
use fangqi_plugin_sanguosha::{
    Exports, PackageSource, SgsVm, Table, api, missing_calls, play_out, run_tests,
};
use fangqi_sanguosha::Setup;

/// Sizes of the games, in turn.
const SEATS: [usize; 5] = [2, 5, 8, 3, 6];
/// Games of each package, unless `SGS_GAMES` says how many.
const GAMES: u64 = 5;

/// What each package brings: generals, skills, texts. Counted in the files, not by the host.
const NUMBERS: &[(&str, usize, usize, usize)] = &[
    ("almanac", 2, 4, 4),
    ("cabinet", 3, 6, 11),
    ("caravan", 6, 11, 19),
    ("carnival", 6, 11, 18),
    ("census", 5, 10, 14),
    ("clockwork", 6, 12, 21),
    ("envoys", 6, 12, 21),
    ("ferry", 4, 10, 8),
    ("harbour", 7, 17, 33),
    ("lantern", 3, 6, 5),
    ("later", 3, 8, 17),
    ("laws", 6, 14, 19),
    ("masks", 6, 12, 23),
    ("mirror", 7, 14, 22),
    ("namesakes", 5, 5, 7),
    ("oddments", 3, 4, 8),
    ("oldstyle", 4, 8, 17),
    ("orchard", 7, 13, 28),
    ("quarry", 2, 4, 3),
    ("remnants", 5, 8, 6),
    ("scholars", 6, 12, 22),
    ("tempest", 6, 11, 18),
];

/// What the packages name although nobody has it, and how: constants that authors misspell are nil.
const UNKNOWN: &[(&str, &str)] = &[
    ("oldstyle.lua", "sgs.Skill_NotFrequency"),
    ("oldstyle.lua", "sgs.NoSuchEvent"),
    ("remnants.lua", "sgs.NoSuchFlag"),
    ("remnants.lua", "sgs.NoSuchMark"),
];

fn games() -> u64 {
    std::env::var("SGS_GAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(GAMES)
}

/// Only these, if `SGS_ONLY` names one.
fn chosen() -> Vec<PackageSource> {
    let only = std::env::var("SGS_ONLY").ok();
    authors()
        .into_iter()
        .filter(|one| only.as_ref().is_none_or(|name| name == one.name()))
        .collect()
}

fn loaded(package: &PackageSource) -> (SgsVm, Exports) {
    let vm = SgsVm::with_packages(&own(), 1).expect("the program's packages");
    let brought = vm.load_reported(package);
    let brought = brought.unwrap_or_else(|error| panic!("{error}\n{}", error.traceback));
    (vm, brought)
}

#[test]
fn packages_bring_what_is_in_them() {
    let found: Vec<(String, usize, usize, usize)> = authors()
        .iter()
        .map(|package| {
            let (_, brought) = loaded(package);
            assert_eq!(brought.replaced, Vec::<String>::new(), "{}", package.name());
            let (generals, skills) = (brought.generals.len(), brought.skills.len());
            (package.name().to_owned(), generals, skills, brought.texts.len())
        })
        .collect();
    let wanted: Vec<_> =
        NUMBERS.iter().map(|&(name, g, s, t)| (name.to_owned(), g, s, t)).collect();
    assert_eq!(found, wanted);
}

#[test]
fn nothing_is_called_in_vain() {
    let mut found = Vec::new();
    for package in authors() {
        let (vm, brought) = loaded(&package);
        let members = vm.members().expect("members");
        for script in &brought.scripts {
            let text = vm.script(script).expect("its text");
            for missing in missing_calls(&text, &[], &members, &api::constants()) {
                assert!(!missing.called, "{script}: {missing}");
                found.push((script.clone(), missing.what));
            }
        }
    }
    let wanted: Vec<_> = UNKNOWN.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect();
    assert_eq!(found, wanted);
}

#[test]
fn what_works_is_called_by_some_package() {
    let texts = texts();
    let called = |name: &str| {
        let begins = [":", "."].map(|sign| format!("{sign}{name}"));
        texts.iter().any(|text| {
            begins.iter().any(|begin| {
                text.match_indices(begin.as_str()).any(|(at, _)| {
                    text[at + begin.len()..].trim_start().starts_with(['(', '{', '"'])
                })
            })
        })
    };
    let mut lacking = Vec::new();
    for group in api::classes().iter().chain(&api::functions()) {
        for member in group.members.iter().filter(|one| one.status == api::Status::Works) {
            let name = match (member.is_static, group.name) {
                (true, class) => format!("{class}_{}", member.name),
                _ => member.name.to_owned(),
            };
            if !called(&name) {
                lacking.push(format!("{}: {name}", group.name));
            }
        }
    }
    assert!(lacking.is_empty(), "no package calls {lacking:?}");
    for event in api::events() {
        let name = format!("sgs.{}", event.name);
        assert!(texts.iter().any(|text| text.contains(&name)), "no package listens to {name}");
    }
}

#[test]
fn skills_come_to_what_their_authors_mean() {
    let packages: BTreeMap<String, PackageSource> =
        authors().into_iter().map(|package| (package.name().to_owned(), package)).collect();
    let (mut passed, mut failed) = (0, Vec::new());
    for (name, text) in checks() {
        let mut all = own();
        all.push(packages[&name].clone());
        let results = run_tests(&all, &name, &text).unwrap_or_else(|e| panic!("{name}: {e}"));
        for test in results {
            match test.failure {
                None => passed += 1,
                Some(why) => failed.push(format!("{name}: {}\n    {why}", test.name)),
            }
        }
    }
    assert!(failed.is_empty(), "{passed} passed; failed:\n{}", failed.join("\n"));
    assert!(passed > 30, "only {passed} tests were found");
}

#[test]
fn computers_play_them_without_an_error() {
    let mut wrong = Vec::new();
    for package in chosen() {
        let (_, brought) = loaded(&package);
        let mut packages = own();
        packages.push(package.clone());
        let mut runs: BTreeMap<String, u64> = BTreeMap::new();
        for seed in 1..=games() {
            let seats = SEATS[seed as usize % SEATS.len()];
            let vm = SgsVm::with_packages(&packages, seed).expect("packages");
            vm.observe().expect("observed");
            let mut setup = Setup::robots(seats, seed);
            setup.forced = brought.generals.iter().map(|name| name.as_str().into()).collect();
            setup.choices = 1;
            let mut table = Table::open(vm, setup).expect("a game");
            if let Err(error) = play_out(&mut table, seed, true) {
                wrong.push(format!("{} seed {seed}: {error}", package.name()));
            }
            let faults = table.vm().faults();
            wrong.extend(faults.iter().map(|fault| format!("seed {seed}: {fault}")));
            for (name, functions) in table.vm().observed().expect("runs") {
                for (function, count) in functions {
                    *runs.entry(format!("{name}.{function}")).or_default() += count;
                }
            }
        }
        let own = |name: &str| brought.skills.iter().chain(&brought.cards).any(|one| one == name);
        let idle: Vec<&String> = runs
            .iter()
            .filter(|(name, count)| **count == 0 && own(name.rsplit_once('.').map_or("", |n| n.0)))
            .map(|(name, _)| name)
            .collect();
        println!("{}: {} games; never run: {idle:?}", package.name(), games());
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
