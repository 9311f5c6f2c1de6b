//! `fangqi sanguosha`: the Sanguosha engine from the command line.

mod check;
mod packages;
mod play;
mod tests;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub(crate) enum SanguoshaCommand {
    /// Play in the terminal, or let computers play among themselves.
    Play(PlayArgs),
    /// Load packages that others wrote and let computers play them; report what does not work.
    Check(CheckArgs),
    /// Run the tests of the packages that come with the program.
    Test(TestArgs),
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// How many play.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(2..=10))]
    seats: u8,
    /// Packages to play with, by name; all that come with the program if none is named.
    #[arg(long, value_delimiter = ',')]
    packages: Vec<String>,
    /// Only computers play.
    #[arg(long)]
    ai_only: bool,
    /// How many games.
    #[arg(long, default_value_t = 1)]
    games: u64,
    /// Where the chance of the first game begins; each next game has the next seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Look before every question whether all cards are where they say.
    #[arg(long)]
    checked: bool,
    /// Print every line of the log.
    #[arg(long)]
    log: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The packages' files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// How many games computers play with their generals.
    #[arg(long, default_value_t = 20)]
    games: u64,
    /// Where the chance of the first game begins.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct TestArgs {
    /// The tests to run, by the name of their file; all if none is named.
    names: Vec<String>,
    /// A folder with `packages` and `tests` in place of those of the program.
    #[arg(long)]
    folder: Option<PathBuf>,
}

/// Runs a command.
pub(crate) fn run(command: &SanguoshaCommand) -> Result<(), String> {
    match command {
        SanguoshaCommand::Play(args) => play::run(args),
        SanguoshaCommand::Check(args) => check::run(args),
        SanguoshaCommand::Test(args) => tests::run(args),
    }
}

/// Prints a line; a reader that has gone is no error of ours.
fn say(line: &str) -> Result<(), String> {
    match writeln!(io::stdout(), "{line}") {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.to_string()),
        _ => Ok(()),
    }
}
