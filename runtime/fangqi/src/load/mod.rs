//! `fangqi load`: what a server bears on this machine, measured from outside it.
//!
//! Each scenario but `log` starts a server process of its own (the same binary) and plays on it
//! over WebSockets, as browsers do. Memory is the resident memory of that process alone.

mod away;
mod burner;
mod churn;
mod client;
mod crash;
mod crowd;
mod dice;
mod disk;
mod idle;
mod latency;
mod log;
mod psql;
mod recorded;
mod recover;
mod rooms;
mod server;
mod spam;
mod spammer;
mod stats;
mod table;
mod visitor;

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand};

/// Anything that goes wrong while measuring.
type Failed = Box<dyn std::error::Error + Send + Sync>;

#[derive(Debug, Args)]
pub(crate) struct LoadArgs {
    #[command(subcommand)]
    scenario: Scenario,
    /// The folder for rooms; a temporary one without this. Its disk is what is measured.
    #[arg(long, global = true)]
    data: Option<PathBuf>,
    /// Print JSON instead of a table.
    #[arg(long, global = true)]
    json: bool,
    /// Worker processes of each server, as `serve --workers`; 0 to compare with a server without.
    #[arg(long, global = true, value_name = "COUNT")]
    workers: Option<usize>,
}

#[derive(Debug, Subcommand)]
enum Scenario {
    /// One player: time from a click to its delta, beside one fdatasync of the disk.
    Latency {
        /// Moves to play.
        #[arg(long, default_value_t = 200)]
        moves: usize,
        /// Keep the room in this PostgreSQL database, and time commits of a small row by `psql`
        /// there instead: postgres://USER@HOST/DATABASE.
        #[arg(long = "log", value_name = "URL", value_parser = crate::database::url)]
        url: Option<String>,
    },
    /// Many rooms at one move a second each.
    Rooms(rooms::RoomsArgs),
    /// Sockets that only watch.
    Idle {
        /// How many.
        #[arg(long, default_value_t = 10_000)]
        sockets: usize,
    },
    /// One room that many people watch, on one server or through another.
    Crowd(crowd::CrowdArgs),
    /// Rooms opened, played and closed.
    Churn {
        /// How many.
        #[arg(long, default_value_t = 100_000)]
        rooms: usize,
        /// How many at a time.
        #[arg(long, default_value_t = 16)]
        together: usize,
    },
    /// Start on a folder of played rooms until every one of them is shown again.
    Recover {
        /// How many rooms.
        #[arg(long, default_value_t = 1_000)]
        rooms: usize,
        /// Inputs of each.
        #[arg(long, default_value_t = 200)]
        inputs: u64,
    },
    /// The durable log by itself: inputs a second, and one alone beside one fdatasync of the disk.
    Log(log::LogArgs),
    /// What one room that spams does to the others.
    Spam(spam::SpamArgs),
    /// Worker processes that end again and again, and what the others feel of it.
    Crash(crash::CrashArgs),
    /// The server of a scenario, started by it.
    #[command(hide = true)]
    Server(server::ServerArgs),
}

/// Runs a scenario and prints what was measured.
pub(crate) fn run(args: &LoadArgs) -> anyhow::Result<()> {
    if let Scenario::Server(limits) = &args.scenario {
        return server::serve(args.data.as_deref(), limits, args.workers);
    }
    server::with_workers(args.workers);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("the runtime cannot be started")?;
    let data = disk::Folder::new(args.data.as_deref())?;
    let folder = data.path();
    let figures = runtime.block_on(async {
        match &args.scenario {
            Scenario::Latency { moves, url } => {
                latency::measure(folder, url.as_deref(), *moves).await
            }
            Scenario::Rooms(wanted) => rooms::measure(folder, wanted).await,
            Scenario::Idle { sockets } => idle::measure(folder, *sockets).await,
            Scenario::Crowd(wanted) => crowd::measure(folder, wanted).await,
            Scenario::Churn { rooms, together } => churn::measure(folder, *rooms, *together).await,
            Scenario::Recover { rooms, inputs } => recover::measure(folder, *rooms, *inputs).await,
            Scenario::Log(wanted) => log::measure(folder, wanted),
            Scenario::Spam(wanted) => spam::measure(folder, wanted).await,
            Scenario::Crash(wanted) => crash::measure(folder, wanted).await,
            Scenario::Server(_) => Ok(Vec::new()),
        }
    });
    let figures = figures.map_err(anyhow::Error::from_boxed)?;
    stats::print(&figures, args.json)
}
