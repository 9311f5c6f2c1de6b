//! `fangqi test [map …]`: runs the Lua tests that maps bring.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use fangqi_room::testing::{Strictness, TestOutcome, run_tests};
use fangqi_room::{MapPackage, folder_and_variant, ids_in};
use fangqi_text::{self as text, Escaped};

use crate::maps::{self, MapFolder};
use crate::parallel::in_order;
use fangqi_plugin_rules::BoardPackage;
use fangqi_plugin_sanguosha::SanguoshaPackage;

/// Most lines that are shown of what scripts printed in a test that passed.
const PRINTED_PASSED: usize = 3;

/// Runs the tests of the named maps, or of all, once with each strictness. An error if any failed
/// or a named map has none.
pub(crate) fn run(
    folder: Option<PathBuf>,
    named: &[String],
    runs: &[Strictness],
) -> anyhow::Result<()> {
    let (named, folder) = maps::located(named, folder)?;
    let folder = MapFolder::read(folder.as_deref())?;
    let named = folder.chosen(&named)?;
    let mut files = Vec::new();
    for map in &named {
        let package = Arc::new(folder.load_named(map)?);
        // Beside packages of Sanguosha lie the tests of those, which `fangqi sanguosha test` runs.
        let of_map = if package.part::<SanguoshaPackage>().is_some() { "/map" } else { "" };
        let mut tests = match folder_and_variant(map) {
            (map, None) => test_files(folder.files(), map, of_map)?,
            (map, Some(variant)) => test_files(folder.files(), map, &format!("/{variant}"))?,
        };
        // The tests of a variant lie in a folder of its name, and are not for the map.
        let variants = ids_in(folder.files(), map);
        let of_variants = variants.iter().filter_map(|id| folder_and_variant(id).1);
        let of_variants: Vec<String> =
            of_variants.map(|variant| format!("{map}/tests/{variant}/")).collect();
        tests.retain(|(path, _)| !of_variants.iter().any(|folder| path.starts_with(folder)));
        if package.part::<BoardPackage>().is_some() {
            tests.extend(test_files(folder.files(), "lib/board", "")?);
        }
        if package.lessons().count() > 0 {
            tests.extend(test_files(folder.files(), "lib/lesson", "")?);
        }
        if tests.is_empty() {
            bail!("{map} brings no tests; write some in {map}/tests/*.lua");
        }
        let tests = tests.into_iter().map(|(name, source)| (Arc::clone(&package), name, source));
        files.extend(tests);
    }
    let (mut passed, mut failed) = (0_usize, 0_usize);
    let run_of = |run: &Strictness| files.iter().map(|file| (*run, file)).collect::<Vec<_>>();
    let tests: Vec<_> = runs.iter().flat_map(run_of).collect();
    let work = |(strictness, (package, name, source)): &(Strictness, &TestFile<'_>)| {
        (*strictness, package.id().to_owned(), run_tests(package, name, source, *strictness))
    };
    in_order(&tests, work, |(strictness, map, outcomes)| {
        for outcome in outcomes {
            report(&map, strictness, &outcome);
            if outcome.failure.is_none() {
                passed += 1;
            } else {
                failed += 1;
            }
        }
    });
    println!("{passed} passed, {failed} failed");
    if failed == 0 { Ok(()) } else { Err(anyhow!("{failed} map tests failed")) }
}

/// A map, the path of a file with tests, and its text.
type TestFile<'a> = (Arc<MapPackage>, &'a str, &'a str);

/// Test files with their texts; one that is no UTF-8 is told rather than passed over.
fn test_files<'a>(
    files: &'a BTreeMap<String, Vec<u8>>,
    map: &str,
    within: &str,
) -> anyhow::Result<Vec<(&'a str, &'a str)>> {
    let folder = format!("{map}/tests{within}/");
    let of_map =
        files.iter().filter(|(path, _)| path.starts_with(&folder) && path.ends_with(".lua"));
    let read = of_map.map(|(path, bytes)| {
        text::check(bytes).with_context(|| path.to_string())?;
        let text = std::str::from_utf8(bytes)
            .map_err(|_| anyhow!("{path}: the text is not UTF-8: save it as UTF-8"))?;
        Ok((path.as_str(), text.trim_start_matches('\u{feff}')))
    });
    read.collect()
}

fn report(map: &str, strictness: Strictness, outcome: &TestOutcome) {
    let TestOutcome { file, name, failure, printed, warned } = outcome;
    // Tests that maps share do not say by their path which map they were run with.
    let with =
        if file.starts_with(&format!("{map}/")) { String::new() } else { format!("{map}, ") };
    let how = match strictness {
        Strictness { heavy: false, stored: false } => "",
        Strictness { heavy: false, stored: true } => " (stored)",
        Strictness { heavy: true, stored: false } => " (heavy)",
        Strictness { heavy: true, stored: true } => " (stored, heavy)",
    };
    let test = Escaped(format!("{with}{file}: {name}{how}"));
    match failure {
        None => println!("ok      {test}"),
        Some(failure) => {
            println!("FAILED  {test}");
            // However many lines it has, none of them looks like one of the report.
            for line in failure.lines() {
                println!("        {}", Escaped(line));
            }
        }
    }
    // Less of a test that passed.
    for line in printed.shown(if failure.is_some() { usize::MAX } else { PRINTED_PASSED }) {
        println!("        printed: {}", Escaped(line));
    }
    // A test may well be about a call that is refused.
    for line in failure.iter().flat_map(|_| warned.shown(usize::MAX)) {
        println!("        warning: {}", Escaped(line));
    }
}
