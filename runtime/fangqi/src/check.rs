//! `fangqi check [map …]`: finds what is wrong with maps before anybody plays them.

use std::time::Instant;

use anyhow::anyhow;
use fangqi_room::testing::{CheckOptions, check};
use fangqi_text::Escaped;

use crate::cli::CheckArgs;
use crate::counted::counted;
use crate::lint::Linter;
use crate::maps::{self, MapFolder};
use crate::parallel::in_order;
use crate::plugins::PLUGINS;

/// Most warnings that are shown of a map.
const WARNINGS_MAX: usize = 5;

/// Checks the named maps, or all; prints what is wrong. An error if anything is.
pub(crate) fn run(args: &CheckArgs) -> anyhow::Result<()> {
    let (named, folder) = maps::located(&args.names, maps::place(args.maps.clone()))?;
    let maps = MapFolder::read(folder.as_deref())?;
    let names = maps.chosen(&named)?;
    let options = CheckOptions {
        games: args.games,
        rooms: args.rooms,
        seed: args.seed,
        ..CheckOptions::default()
    };
    let linter = Linter::new()?;
    let mut found = 0;
    let work = |name: &String| {
        let started = Instant::now();
        let linted = linter.lint(maps.files(), name);
        let mut report = check(maps.files(), name, PLUGINS, options);
        report.findings.extend(linted.findings.iter().cloned());
        report.findings.sort();
        report.findings.dedup();
        (name.clone(), report, linted, started.elapsed())
    };
    in_order(&names, work, |(name, report, linted, took)| {
        for finding in &report.findings {
            println!("{}", Escaped(finding));
            for line in &finding.how {
                println!("    {}", Escaped(line));
            }
        }
        for line in linted.shown() {
            println!("advice: {}", Escaped(line));
        }
        for line in report.printed.shown(usize::MAX) {
            println!("{name} printed: {}", Escaped(line));
        }
        for line in report.warned.shown(WARNINGS_MAX) {
            println!("{name} warning: {}", Escaped(line));
        }
        found += report.findings.len();
        let verdict = match report.findings.len() {
            0 => "ok".to_owned(),
            count => counted(count, "finding"),
        };
        println!(
            "{name}: {verdict} ({} games of {} moves, {} rooms of {} moves, {:.1} s)",
            report.games,
            report.plies,
            report.rooms,
            report.moves,
            took.as_secs_f64()
        );
    });
    match found {
        0 => Ok(()),
        1 => Err(anyhow!("there is something to put right")),
        _ => Err(anyhow!("there are {found} things to put right")),
    }
}
