//! `fangqi profile MAP`: where the scripts of a map spend their fuel.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use fangqi_room::testing::{SimOptions, Stats, simulate};
use fangqi_text::Escaped;
use fangqi_vm::{FunctionCost, LineCost, Profile, profiled};

use crate::counted::counted;
use crate::maps::{self, MapFolder};

/// Characters of a line's text that are shown.
const TEXT_MAX: usize = 70;

/// What to profile.
#[derive(Debug, Args)]
pub(crate) struct ProfileArgs {
    /// The map, by its name or by the path of its folder.
    map: String,
    /// Rooms to play, as `fangqi sim` plays them.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    rooms: u64,
    /// The first seed; each room has its own.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Functions and lines to list.
    #[arg(long, default_value_t = 12)]
    top: usize,
    /// A folder of more maps.
    #[arg(long)]
    maps: Option<PathBuf>,
}

/// Plays the rooms and prints the most expensive functions and lines.
pub(crate) fn run(args: &ProfileArgs) -> anyhow::Result<()> {
    let named = std::slice::from_ref(&args.map);
    let (mut named, folder) = maps::located(named, maps::place(args.maps.clone()))?;
    let id = named.pop().unwrap_or_default();
    let maps = MapFolder::read(folder.as_deref())?;
    let map = Arc::new(maps.load_named(&id)?);
    // A room that fails has been played up to there; `fangqi sim` makes what led to it short.
    let options = SimOptions { shrink: 0, ..SimOptions::default() };
    let ((total, failures), profile) = profiled(|| {
        let (mut total, mut failures) = (Stats::default(), Vec::new());
        for seed in args.seed..args.seed.saturating_add(args.rooms) {
            match simulate(&map, seed, options) {
                Ok(stats) => total.add(stats),
                Err(failure) => failures.push(failure),
            }
        }
        (total, failures)
    });
    println!(
        "{id}: {}, {} inputs, {} moves, {} games ended; {} units of fuel, of about ten \
         nanoseconds each",
        counted(args.rooms, "room"),
        total.inputs,
        total.moves,
        total.ended,
        grouped(profile.fuel)
    );
    for failure in &failures {
        let again = format!("fangqi sim {id} --start {} --seeds 1", failure.seed);
        println!("seed {} fails ({again}): {}", failure.seed, Escaped(&failure.finding));
    }
    list_functions(&profile, args.top);
    list_lines(&profile, args.top, |script| maps.files().get(script).map(Vec::as_slice));
    Ok(())
}

/// Lists functions by what they spend themselves.
fn list_functions(profile: &Profile, top: usize) {
    println!("\n   own  with calls  function");
    for FunctionCost { script, line, name, own, total } in profile.functions.iter().take(top) {
        let name = match (name.as_str(), line) {
            ("", 0) => "the file itself",
            ("", _) => "a function",
            (name, _) => name,
        };
        let line = if *line == 0 { String::new() } else { format!(":{line}") };
        let (own, total) = (share(*own, profile.fuel), share(*total, profile.fuel));
        println!("{own}     {total}  {}  {}{line}", Escaped(name), Escaped(script));
    }
}

/// Lists lines, each with its text if `source` has its file.
fn list_lines<'a>(profile: &Profile, top: usize, source: impl Fn(&str) -> Option<&'a [u8]>) {
    println!("\n   own  line");
    for LineCost { script, line, fuel } in profile.lines.iter().take(top) {
        let text = source(script).map(String::from_utf8_lossy).unwrap_or_default();
        let index = usize::try_from(*line).unwrap_or(0).saturating_sub(1);
        let text = text.lines().nth(index).unwrap_or_default().trim();
        let text: String = text.chars().take(TEXT_MAX).collect();
        let own = share(*fuel, profile.fuel);
        println!("{own}  {}:{line}  {}", Escaped(script), Escaped(&text));
    }
}

/// A part of the whole in per cent, six characters wide.
fn share(part: u64, whole: u64) -> String {
    format!("{:5.1}%", part as f64 * 100.0 / whole.max(1) as f64)
}

/// A number with a comma between each three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_easy_to_read() {
        let numbers = [0, 7, 999, 1_000, 65_536, 1_234_567, u64::MAX];
        let shown = ["0", "7", "999", "1,000", "65,536", "1,234,567", "18,446,744,073,709,551,615"];
        assert_eq!(numbers.map(grouped), shown);
        assert_eq!(
            (share(1, 3), share(0, 0), share(5, 5)),
            (" 33.3%".into(), "  0.0%".into(), "100.0%".into())
        );
    }
}
