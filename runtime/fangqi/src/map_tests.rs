//! `fangqi test [map …]`: runs the Lua tests that maps bring.

use std::collections::BTreeMap;
use std::sync::Arc;

use fangqi_room::MapPackage;
use fangqi_room::testing::{TestOutcome, run_tests};

/// Runs the tests of the named maps, or of all. An error if any failed or a named map has none.
pub(crate) fn run(files: &BTreeMap<String, Vec<u8>>, named: &[String]) -> Result<(), String> {
    let maps = if named.is_empty() { all_maps(files) } else { named.to_vec() };
    let (mut passed, mut failed) = (0_usize, 0_usize);
    for map in &maps {
        let package = MapPackage::load(files, map).map_err(|error| error.to_string())?;
        let package = Arc::new(package);
        let tests = test_files(files, map);
        if tests.is_empty() {
            return Err(format!("{map} brings no tests; write some in {map}/tests/*.lua"));
        }
        for (name, source) in tests {
            for outcome in run_tests(&package, name, source) {
                report(&outcome);
                if outcome.failure.is_none() {
                    passed += 1;
                } else {
                    failed += 1;
                }
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    if failed == 0 { Ok(()) } else { Err(format!("{failed} map tests failed")) }
}

/// Ids of all maps: the folders that hold a manifest.
pub(crate) fn all_maps(files: &BTreeMap<String, Vec<u8>>) -> Vec<String> {
    files
        .keys()
        .filter_map(|path| path.strip_suffix("/map.toml"))
        .filter(|map| !map.contains('/'))
        .map(str::to_owned)
        .collect()
}

fn test_files<'a>(files: &'a BTreeMap<String, Vec<u8>>, map: &str) -> Vec<(&'a str, &'a str)> {
    let folder = format!("{map}/tests/");
    files
        .iter()
        .filter(|(path, _)| path.starts_with(&folder) && path.ends_with(".lua"))
        .filter_map(|(path, bytes)| Some((path.as_str(), std::str::from_utf8(bytes).ok()?)))
        .collect()
}

fn report(outcome: &TestOutcome) {
    match &outcome.failure {
        None => println!("ok      {}: {}", outcome.file, outcome.name),
        Some(failure) => {
            println!("FAILED  {}: {}\n        {failure}", outcome.file, outcome.name);
        }
    }
}
