//! `fangqi doudizhu`: the Dou Dizhu engine from the command line, for programs and people.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "commands run outside of rooms"
)]

mod arena;
mod inspect;
mod request;
mod verify;

use std::io::Write;

use anyhow::Context;
use clap::{Args, Parser, Subcommand, ValueEnum};
use fangqi_doudizhu::{Hand, Kickers};
use fangqi_plugin::{Command, CommandContext};

/// The command.
pub(crate) static COMMAND: Command = Command {
    name: crate::NAME,
    about: "The Dou Dizhu engine by itself: an arena's player, counts, values, deals checked",
    run,
};

#[derive(Debug, Parser)]
#[command(bin_name = "fangqi doudizhu", about = COMMAND.about, no_binary_name = true)]
struct Cli {
    #[command(subcommand)]
    command: DoudizhuCommand,
}

#[derive(Debug, Subcommand)]
enum DoudizhuCommand {
    /// Speak the arena's protocol on standard input and output: a line of JSON for each decision.
    Arena(ArenaArgs),
    /// Count the plays that a hand allows, in all and by type.
    Legal(LegalArgs),
    /// Print the value of a hand, and what would be bid for it.
    Value(HandArgs),
    /// Print what a player leads from a hand.
    Lead(HandArgs),
    /// Print what a player plays on another's cards.
    Follow(FollowArgs),
    /// Print what a player bids for a hand.
    Bid(HandArgs),
    /// Check that the key of a deal belongs to the commitment published before it; prints the deal.
    Verify(VerifyArgs),
}

#[derive(Debug, Args)]
pub(crate) struct ArenaArgs {
    /// Who plays.
    #[arg(long, value_enum, default_value = "strong")]
    player: Player,
    /// Milliseconds that the strong player thinks about a decision, about: it counts what an
    /// ordinary core does in that time, so that the same deals are played alike.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    ms: u64,
    /// Threads of the strong player. Their number does not change what it plays.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
    /// Where the chance of sampling players begins.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Debug, Args)]
pub(crate) struct LegalArgs {
    /// The hand: 3 to 9, T J Q K A 2, B and R for the small and the big joker.
    #[arg(long)]
    hand: Hand,
    /// The cards to be beaten; without them the hand leads.
    #[arg(long, default_value = "")]
    last: Hand,
    /// What may be carried along.
    #[arg(long, value_enum, default_value = "rlcard")]
    rules: RuleSet,
}

#[derive(Debug, Args)]
pub(crate) struct HandArgs {
    /// The hand.
    #[arg(long)]
    hand: Hand,
    /// Who plays.
    #[arg(long, value_enum, default_value = "jiuri")]
    player: HandPlayer,
}

#[derive(Debug, Args)]
pub(crate) struct FollowArgs {
    #[command(flatten)]
    hand: HandArgs,
    /// The cards to be beaten.
    #[arg(long)]
    last: Hand,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// What was published before the deal: 64 hexadecimal digits.
    commitment: String,
    /// What was published after it: 64 hexadecimal digits.
    key: String,
}

/// The players of the arena.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Player {
    /// The hand-value player of the series "斗地主AI算法", every seat for itself.
    Jiuri,
    /// The same with farmers who spare each other.
    JiuriCoop,
    /// Level 4 of those for people: a few milliseconds a decision.
    Normal,
    /// Plays tried out in sampled worlds, for as long as `--ms` says.
    Strong,
}

/// The players that can say something about a hand alone.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum HandPlayer {
    /// The hand-value player of the series "斗地主AI算法", every seat for itself.
    Jiuri,
    /// The same with farmers who spare each other.
    JiuriCoop,
}

/// The two rules about what may be carried along.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum RuleSet {
    /// The 27,472 plays of RLCard.
    Rlcard,
    /// Any kickers, as in DouZero.
    Douzero,
}

impl From<RuleSet> for Kickers {
    fn from(rules: RuleSet) -> Kickers {
        match rules {
            RuleSet::Rlcard => Kickers::Rlcard,
            RuleSet::Douzero => Kickers::Douzero,
        }
    }
}

fn run(context: &CommandContext<'_>) -> anyhow::Result<()> {
    match &Cli::parse_from(context.args).command {
        DoudizhuCommand::Arena(args) => arena::run(args),
        DoudizhuCommand::Legal(args) => inspect::legal(args),
        DoudizhuCommand::Value(args) => inspect::value(args),
        DoudizhuCommand::Lead(args) => inspect::lead(args),
        DoudizhuCommand::Follow(args) => inspect::follow(args),
        DoudizhuCommand::Bid(args) => inspect::bid(args),
        DoudizhuCommand::Verify(args) => verify::run(args),
    }
}

/// Prints a line at once, as programs that listen need it.
fn say(line: &str) -> anyhow::Result<()> {
    let mut out = fangqi_text::out::stdout();
    let written = writeln!(out, "{line}").and_then(|()| out.flush());
    written.context("the answer cannot be written")
}
