//! The tests of the packages that come with the program, and games with all of them.

use crate::support::{for_tests, own, tests};
use fangqi_plugin_sanguosha::{SgsVm, Table, play_out, run_tests};
use fangqi_sanguosha::Setup;

#[test]
fn every_skill_does_what_its_text_says() {
    let mut packages = own();
    packages.extend(for_tests());
    let (mut passed, mut failed) = (0, Vec::new());
    for (name, text) in tests() {
        let file = format!("{name}.lua");
        let results = run_tests(&packages, &file, &text).unwrap_or_else(|e| panic!("{file}: {e}"));
        assert!(!results.is_empty(), "{file} has no test");
        for test in results {
            match test.failure {
                None => passed += 1,
                Some(why) => failed.push(format!("{file}: {}\n    {why}", test.name)),
            }
        }
    }
    assert!(failed.is_empty(), "{passed} passed; failed:\n{}", failed.join("\n"));
    assert!(passed > 300, "only {passed} tests were found");
}

#[test]
fn computers_play_all_packages_to_the_end() {
    for players in 2..=10 {
        for seed in 1..=4 {
            let seed = seed * 100 + players;
            let vm = SgsVm::with_packages(&own(), seed).expect("the packages load");
            let mut table = Table::open(vm, Setup::robots(players as usize, seed)).expect("a game");
            let played = play_out(&mut table, seed, true);
            assert!(played.is_ok(), "{players} players, seed {seed}: {played:?}");
            let faults = table.vm().faults();
            assert!(faults.is_empty(), "{players} players, seed {seed}: {faults:?}");
        }
    }
}
