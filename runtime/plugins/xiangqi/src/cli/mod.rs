//! `fangqi xiangqi`: the Xiangqi engine from the command line, for programs and people.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "commands run outside of rooms"
)]

mod analyse;
mod arena;
mod convert;
mod input;
mod judge;
mod session;
mod speed;
mod think;

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Parser, Subcommand, ValueEnum};
use fangqi_plugin::{Command, CommandContext};
use fangqi_xiangqi::RuleSet;

pub(crate) use arena::Setting;

/// The command.
pub(crate) static COMMAND: Command = Command {
    name: crate::NAME,
    about: "The Xiangqi engine by itself: protocols, searches, game files",
    run,
};

#[derive(Debug, Parser)]
#[command(bin_name = "fangqi xiangqi", about = COMMAND.about, no_binary_name = true)]
struct Cli {
    #[command(subcommand)]
    command: XiangqiCommand,
}

#[derive(Debug, Subcommand)]
enum XiangqiCommand {
    /// Speak UCI (moves with ranks 0 to 9) on standard input and output.
    Uci,
    /// Speak UCCI on standard input and output.
    Ucci,
    /// Count the positions that can be reached in so many moves.
    Perft(PerftArgs),
    /// Search fixed positions to a fixed depth: nodes that are the same everywhere, and speed.
    Bench(BenchArgs),
    /// Print the best move of a position as a line of JSON.
    Bestmove(BestmoveArgs),
    /// Print how a game stands, perpetual checks and chases judged, as a line of JSON.
    Judge(JudgeArgs),
    /// Go through a game move by move: scores, better moves and where it turned.
    Analyse(AnalyseArgs),
    /// Let two settings play each other and estimate what lies between them.
    Match(MatchArgs),
    /// Write a game file in another format.
    Convert(ConvertArgs),
}

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// Moves of either side, 0 to 10.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=10))]
    depth: u32,
    /// The position; the beginning of the game without this.
    fen: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Plies of the last iteration, 1 to 30.
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u8).range(1..=30))]
    depth: u8,
}

#[derive(Debug, Args)]
pub(crate) struct BestmoveArgs {
    /// Milliseconds to think.
    #[arg(long, default_value_t = 1000, value_parser = milliseconds())]
    ms: u64,
    /// The position, and perhaps moves that were made from it; `startpos` for the beginning.
    #[arg(required = true)]
    fen: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct JudgeArgs {
    /// By which rules repetitions are judged.
    #[arg(long, value_enum, default_value = "axf")]
    rules: Rules,
    /// The position and the moves made from it.
    #[arg(required = true)]
    fen: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct AnalyseArgs {
    /// Milliseconds to think about each position.
    #[arg(long, default_value_t = 500, value_parser = milliseconds())]
    ms: u64,
    /// Print a line of JSON for every move.
    #[arg(long)]
    json: bool,
    /// By which rules repetitions are judged.
    #[arg(long, value_enum, default_value = "axf")]
    rules: Rules,
    /// Which game of a file that holds several, counted from 1.
    #[arg(long = "game", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
    /// A game file, or a position and the moves made from it.
    #[arg(required = true)]
    game: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    /// One player: `level=5`, `nodes=20000`, `depth=4` or `ms=50`.
    first: Setting,
    /// The other.
    second: Setting,
    /// Pairs of games; in a pair both play each side of one opening.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pairs: u32,
    /// A file of openings, one FEN a line; some well-known ones without this.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// A game that has lasted so many moves of either side is drawn.
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    most_moves: u32,
    /// Where chance begins; the same seed gives the same games, unless they are timed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// The format to write.
    #[arg(long, value_enum)]
    to: Format,
    /// In which notation a PGN file has its moves.
    #[arg(long, value_enum, default_value = "chinese")]
    moves: Notation,
    /// Which game of a file that holds several, counted from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,
    /// The game file, text or XQF, CBR or CBL; `-` for standard input.
    file: PathBuf,
}

/// The rules of repetition.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Rules {
    /// Asian: perpetual check and perpetual chase of one piece lose.
    Axf,
    /// Chinese: perpetual check, and every attack on each move, lose.
    Cxa,
    /// Perpetual check loses, everything else draws.
    Simple,
}

impl Rules {
    fn name(self) -> &'static str {
        match self {
            Rules::Axf => "axf",
            Rules::Cxa => "cxa",
            Rules::Simple => "simple",
        }
    }
}

impl From<Rules> for RuleSet {
    fn from(rules: Rules) -> RuleSet {
        match rules {
            Rules::Axf => RuleSet::Axf,
            Rules::Cxa => RuleSet::Cxa,
            Rules::Simple => RuleSet::Simple,
        }
    }
}

/// The formats of game files.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Portable game notation, as Xiangqi programs have it.
    Pgn,
    /// The text of Chinese sites and forums.
    Dhtmlxq,
    /// The `position` line of UCI.
    Uci,
}

/// How moves are written.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Notation {
    /// 炮二平五.
    Chinese,
    /// `C2=5`.
    Wxf,
    /// `H2-E2`.
    Iccs,
}

/// A time to think: at most an hour a move.
fn milliseconds() -> clap::builder::RangedU64ValueParser<u64> {
    clap::value_parser!(u64).range(1..=3_600_000)
}

fn run(context: &CommandContext<'_>) -> anyhow::Result<()> {
    match &Cli::parse_from(context.args).command {
        XiangqiCommand::Uci => session::run(session::Protocol::Uci),
        XiangqiCommand::Ucci => session::run(session::Protocol::Ucci),
        XiangqiCommand::Perft(args) => speed::perft(args),
        XiangqiCommand::Bench(args) => speed::bench(args),
        XiangqiCommand::Bestmove(args) => think::best_move(args),
        XiangqiCommand::Judge(args) => judge::run(args),
        XiangqiCommand::Analyse(args) => analyse::run(args),
        XiangqiCommand::Match(args) => arena::run(args),
        XiangqiCommand::Convert(args) => convert::run(args),
    }
}

/// Prints a line at once, as programs that listen need it.
fn say(line: &str) -> io::Result<()> {
    let mut out = fangqi_text::out::stdout();
    writeln!(out, "{line}")?;
    out.flush()
}

/// Prints a line of an answer.
fn answer(line: &str) -> anyhow::Result<()> {
    say(line).context("the answer cannot be written")
}
