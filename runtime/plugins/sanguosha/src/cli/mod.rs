//! `fangqi sanguosha`: the Sanguosha engine from the command line.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "commands run outside of rooms"
)]

mod check;
mod files;
mod packages;
mod play;
mod tests;
mod tournament;

use std::io::{self, Write};
use std::path::PathBuf;

use crate::Level;
use anyhow::{Context, anyhow};
use clap::{Args, Parser, Subcommand};
use fangqi_plugin::{Command, CommandContext};
use fangqi_text::Escaped;

/// The command.
pub(crate) static COMMAND: Command = Command {
    name: crate::NAME,
    about: "The Sanguosha engine by itself: games of computers, packages that others wrote, their tests",
    run,
};

#[derive(Debug, Parser)]
#[command(bin_name = "fangqi sanguosha", about = COMMAND.about, no_binary_name = true)]
struct Cli {
    #[command(subcommand)]
    command: SanguoshaCommand,
}

#[derive(Debug, Subcommand)]
enum SanguoshaCommand {
    /// Play in the terminal, or let computers play among themselves.
    Play(PlayArgs),
    /// Load packages that others wrote and let computers play them; report what does not work.
    Check(CheckArgs),
    /// Let computers of two levels play against each other, every deal twice with sides swapped:
    /// once the rebels play at the first level and the others at the second, once the other way.
    Tournament(TournamentArgs),
    /// Run the tests of the packages that come with the program.
    Test(TestArgs),
}

/// How many play: from the fewest to the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Seats {
    fewest: u8,
    most: u8,
}

impl Seats {
    /// How many play in one of many games.
    fn in_game(self, game: u64) -> usize {
        let sizes = u64::from(self.most - self.fewest) + 1;
        usize::from(self.fewest) + (game % sizes) as usize
    }
}

/// Reads how many play.
fn seats(text: &str) -> anyhow::Result<Seats> {
    let (fewest, most) = text.split_once('-').unwrap_or((text, text));
    let read = |text: &str| text.parse().map_err(|_| anyhow!("{text} is no number"));
    let seats = Seats { fewest: read(fewest)?, most: read(most)? };
    if 2 <= seats.fewest && seats.fewest <= seats.most && seats.most <= 10 {
        Ok(seats)
    } else {
        Err(anyhow!("2 to 10 can play"))
    }
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// How many play; `2-10` for games of each size in turn.
    #[arg(long, default_value = "8", value_parser = seats)]
    seats: Seats,
    /// Packages to play with, by name, or files of others (`my.lua`); all that come with the
    /// program if none of those is named.
    #[arg(long, value_delimiter = ',')]
    packages: Vec<String>,
    /// Only computers play.
    #[arg(long)]
    ai_only: bool,
    /// The person has this general, by its name or as it is written in the texts; without this it
    /// is asked. Where only computers play, every one of them has it.
    #[arg(long)]
    general: Option<String>,
    /// The language of the game's texts: `zh` or `en`.
    #[arg(long, default_value = "zh", value_parser = ["zh", "en"])]
    language: String,
    /// How many games.
    #[arg(long, default_value_t = 1)]
    games: u64,
    /// Where the chance of the first game begins; each next game has the next seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Look after every step whether all cards are where they say, hp keep their bounds and nobody
    /// is shown what is hidden; a fault of a package is an error then.
    #[arg(long, visible_alias = "check")]
    checked: bool,
    /// Print every line of the log.
    #[arg(long)]
    log: bool,
    /// The levels of computers by seat, from 1 to 4 or `plain`, again and again. Those of level 1
    /// never attack: games among them alone end with the cards, won by nobody; `plain` plays what
    /// it can.
    #[arg(long, value_delimiter = ',', value_parser = level, default_value = "plain")]
    levels: Vec<Level>,
    /// Print with the log why computers answer what they answer: from what it was chosen, with
    /// what each was thought to be worth.
    #[arg(long)]
    explain: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The packages' files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// How many games computers play with their generals, hidden ones too; more if it takes more
    /// for each to be dealt.
    #[arg(long, default_value_t = 20)]
    games: u64,
    /// Where the chance of the first game begins.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The level of the computers, 2 to 4 or `plain`: from 2 on they think, and the package's AI is
    /// asked. Without this they are plain, and in every fourth game of a package with an AI of 2.
    #[arg(long, value_parser = playing_level)]
    level: Option<Level>,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct TestArgs {
    /// The tests to run, by the name of their file; all if none is named.
    names: Vec<String>,
    /// A folder in place of the program's own: `packages/NAME.lua`, what those ask for beside them,
    /// and `tests/NAME.lua`. Its `packages.toml` lists them in order (`packages = ["NAME"]`), those
    /// of the program too; without it they come after all of the program's, by their names.
    #[arg(long)]
    folder: Option<PathBuf>,
}

/// Reads a level.
fn level(text: &str) -> anyhow::Result<Level> {
    Level::read(text.trim()).with_context(|| format!("{text} is no level from 1 to 4, nor `plain`"))
}

/// Reads a level at which computers use their skills.
fn playing_level(text: &str) -> anyhow::Result<Level> {
    match level(text)? {
        Level::Trust => Err(anyhow!("computers of level 1 use no skills, so nothing is checked")),
        level => Ok(level),
    }
}

/// Reads two levels, as in `2:1`.
fn levels(text: &str) -> anyhow::Result<[Level; 2]> {
    let (first, second) = text.split_once(':').context("two levels are wanted, as in 2:1")?;
    Ok([level(first)?, level(second)?])
}

#[derive(Debug, Args)]
pub(crate) struct TournamentArgs {
    /// The levels of the two sides, from 1 to 4 or `plain`.
    #[arg(long, default_value = "2:1", value_parser = levels)]
    levels: [Level; 2],
    /// How many games; of each general with `--skill-table`.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// How many play.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=10))]
    seats: u8,
    /// Where the chance of the first deal begins.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Everybody has this general; else the same one, another in each deal. With `--skill-table`,
    /// the only one that is tried.
    #[arg(long)]
    general: Option<String>,
    /// Generals are dealt as usual.
    #[arg(long, conflicts_with = "general")]
    dealt: bool,
    /// The second side does without the AI of packages: what that is worth, with levels as `2:2`.
    #[arg(long, conflicts_with = "skill_table")]
    without_ai: bool,
    /// A folder with `packages` in place of those of the program.
    #[arg(long)]
    folder: Option<PathBuf>,
    /// For each general: how often it wins with its skills against itself without them, both at
    /// the first level.
    #[arg(long, conflicts_with = "dealt")]
    skill_table: bool,
    /// Print what came of it as JSON.
    #[arg(long)]
    json: bool,
}

/// Runs a command.
fn run(context: &CommandContext<'_>) -> anyhow::Result<()> {
    match &Cli::parse_from(context.args).command {
        SanguoshaCommand::Play(args) => play::run(args, context.shipped),
        SanguoshaCommand::Check(args) => check::run(args, context.shipped),
        SanguoshaCommand::Tournament(args) => tournament::run(args, context.shipped),
        SanguoshaCommand::Test(args) => tests::run(args, context.shipped),
    }
}

/// Prints a line; a reader that has gone is no error of ours.
fn say(line: &str) -> anyhow::Result<()> {
    match writeln!(fangqi_text::out::stdout(), "{}", Escaped(line)) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod test {
    use super::*;

    #[test]
    fn games_of_each_size_follow_one_another() {
        let read =
            |text| seats(text).map(|seats| (0..5).map(|at| seats.in_game(at)).collect::<Vec<_>>());
        assert_eq!(read("5").unwrap(), vec![5; 5]);
        assert_eq!(read("8-10").unwrap(), vec![8, 9, 10, 8, 9]);
        for wrong in ["1", "11", "5-3", "2-11", "x", ""] {
            assert!(seats(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn levels_are_two_from_1_to_4_or_plain() {
        assert_eq!(levels("2:1").unwrap(), [Level::Smart, Level::Trust]);
        assert_eq!(levels("plain:2").unwrap(), [Level::Plain, Level::Smart]);
        assert_eq!(levels("4:3").unwrap(), [Level::Deep, Level::Careful]);
        for wrong in ["2", "0:1", "5:1", "2:x", ""] {
            assert!(levels(wrong).is_err(), "{wrong}");
        }
    }
}
