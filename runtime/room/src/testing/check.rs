//! The conformance checks: everything wrong with a map that can be found without a person.

use std::sync::Arc;

use fangqi_plugin::package::FileSource;
use fangqi_plugin::{CheckOptions, MapPackage, Plugin, Plugins, Printed, key_line};

use super::sim::{SimOptions, simulate};
use super::{Strictness, dots, run_tests};
use crate::Finding;

/// The results of a check, and how much was checked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CheckReport {
    /// What is wrong; empty if the map is good.
    pub findings: Vec<Finding>,
    /// Number of games of the board that were played at random.
    pub games: u32,
    /// Number of moves in those games.
    pub plies: usize,
    /// Number of rooms simulated without a failure.
    pub rooms: u64,
    /// Number of moves in those rooms.
    pub moves: usize,
    /// What the rules printed while their games were played, and scripts in the rooms.
    pub printed: Printed,
    /// What scripts were warned of in the rooms.
    pub warned: Printed,
}

/// Checks that a map loads, its rules if it has any, its strings, and rooms of it.
pub fn check(
    files: &dyn FileSource,
    map: &str,
    plugins: Plugins,
    options: CheckOptions,
) -> CheckReport {
    let mut report = CheckReport::default();
    let package = match MapPackage::load(files, map, plugins) {
        Ok(package) => Arc::new(package),
        Err(error) => {
            let finding = narrowed(error.finding(map), files);
            return CheckReport { findings: vec![finding], ..report };
        }
    };
    report.findings.extend(missing_texts(&package, files));
    report.findings.extend(dotted(&package, files, plugins));
    for check in plugins.iter().filter_map(Plugin::check) {
        let checked = check(&package, options);
        report.findings.extend(checked.findings);
        report.games += checked.games;
        report.plies += checked.plies;
        report.printed.join(&checked.printed);
    }
    // What plugins find makes rooms fail too, with less helpful messages.
    if report.findings.is_empty() {
        for seed in 0..options.rooms {
            match simulate(&package, options.seed + seed, SimOptions::default()) {
                Ok(stats) => {
                    report.rooms += 1;
                    report.moves += stats.moves;
                    report.printed.join(&stats.printed);
                    report.warned.join(&stats.warned);
                }
                Err(failure) => {
                    let mut finding = failure.finding;
                    finding.message.push_str(&format!(
                        " (fangqi sim {map} --start {} --seeds 1 shows how)",
                        failure.seed
                    ));
                    report.findings.push(finding);
                    break;
                }
            }
        }
    }
    if report.findings.is_empty() {
        report.findings.extend(unplayed(&report, map, files));
        report.findings.extend(lessons(&package, files));
    }
    report.findings.sort();
    report
}

/// What is said of a map whose rules have moves, of which no room has made one.
fn unplayed(report: &CheckReport, map: &str, files: &dyn FileSource) -> Option<Finding> {
    if report.rooms == 0 || report.moves > 0 || report.plies == 0 {
        return None;
    }
    let (rooms, plies) = (report.rooms, report.plies);
    let games = format!("and the games of the rules alone have {plies} moves");
    let manifest = format!("{map}/map.toml");
    let scripts = text_of(files, &manifest).and_then(|text| key_line(text, "scripts"));
    let message = if scripts.is_some() {
        format!(
            "`scripts` let no player move in {rooms} rooms, {games}: remove `scripts`, or ask the \
             player whose turn it is for a move"
        )
    } else {
        format!("players made no move in {rooms} rooms, {games}: `fangqi sim {map}` shows how")
    };
    Some(narrowed(Finding::new(manifest, 0, message), files))
}

/// What goes wrong when the map's lessons are played by their solutions.
fn lessons(package: &Arc<MapPackage>, files: &dyn FileSource) -> Vec<Finding> {
    const TESTS: &str = "lib/lesson/tests/play.lua";
    let lessons = package.lessons();
    let Some(source) = text_of(files, TESTS).filter(|_| lessons.count() > 0) else {
        return Vec::new();
    };
    let outcomes = run_tests(package, TESTS, source, Strictness::default());
    let failures = outcomes.into_iter().filter_map(|outcome| outcome.failure);
    failures.map(|message| Finding::new(lessons.path(), 0, message)).collect()
}

/// Adds the line of the key that a finding without a line is about, if it can be found.
fn narrowed(finding: Finding, files: &dyn FileSource) -> Finding {
    let Some(source) = text_of(files, &finding.file).filter(|_| finding.line == 0) else {
        return finding;
    };
    let line = finding.line_of_key(source).unwrap_or(0);
    Finding { line, ..finding }
}

fn text_of<'a>(files: &'a dyn FileSource, path: &str) -> Option<&'a str> {
    std::str::from_utf8(files.read(path)?).ok()
}

/// The scripts that a map runs: paths and texts.
fn sources<'a>(
    package: &'a MapPackage,
    files: &'a dyn FileSource,
) -> impl Iterator<Item = (&'a str, &'a str)> {
    package.scripts().iter().filter_map(|script| {
        // The name of a shared script begins with the map's folder, too.
        let name = script.name();
        let shared = name.split_once('/').map(|(_, path)| path).filter(|it| it.starts_with("lib/"));
        let path = shared.unwrap_or(name);
        Some((path, text_of(files, path)?))
    })
}

/// Calls of the API with a dot. Where a plugin runs the scripts, they may be of a dialect that has
/// them.
fn dotted(package: &MapPackage, files: &dyn FileSource, plugins: Plugins) -> Vec<Finding> {
    if package.runs_scripts() {
        return Vec::new();
    }
    let calls = |(path, source)| {
        dots::calls(source, plugins).into_iter().map(move |(line, module, function)| {
            let message = format!("call {module}:{function} with a colon, not with a dot");
            Finding::new(path, line, message)
        })
    };
    sources(package, files).flat_map(calls).collect()
}

/// Texts that scripts use, as `T("key"`, and that no string table has.
fn missing_texts(package: &MapPackage, files: &dyn FileSource) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, source) in sources(package, files) {
        for (number, line) in (1..).zip(source.lines()) {
            let code = line.split("--").next().unwrap_or_default();
            for key in keys_named(code).filter(|key| !package.has_string(key)) {
                let message = format!("there is no text `{key}` in the map's string tables");
                findings.push(Finding::new(path, number, message));
            }
        }
    }
    findings
}

/// The keys that a line of code passes to `T` as literals.
fn keys_named(code: &str) -> impl Iterator<Item = &str> {
    code.match_indices("T(\"").filter_map(move |(at, start)| {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|c| c == '_' || c.is_ascii_alphanumeric()) {
            return None;
        }
        let (key, rest) = code[at + start.len()..].split_once('"')?;
        // A key built from parts is known only when the script runs.
        rest.trim_start().starts_with([')', ',']).then_some(key)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_where_they_are_whole() {
        let keys = |code| keys_named(code).collect::<Vec<_>>();
        assert_eq!(keys(r#"say(T("hello"), T("bye", { name = x }))"#), ["hello", "bye"]);
        assert_eq!(keys(r#"T("a_" .. name) NOT("b") T(key)"#), [] as [&str; 0]);
    }
}
