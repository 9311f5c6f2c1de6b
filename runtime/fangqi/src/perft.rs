//! `fangqi perft MAP [DEPTH]`: counts the positions that a board's rules lead to.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context, anyhow};
use clap::Args;
use fangqi_plugin_rules::{BoardPackage, RulesVm, Study};

use crate::maps;

/// What to count.
#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// The map, by its name or by the path of its folder.
    map: String,
    /// Moves to play, one after the other, in all possible ways.
    #[arg(default_value_t = 3)]
    depth: u32,
    /// How many play; as many as usual without this.
    #[arg(long)]
    players: Option<u8>,
    /// A position to begin with, as the game writes it; the game's own beginning without this.
    #[arg(long)]
    position: Option<String>,
    /// A folder of more maps.
    #[arg(long)]
    maps: Option<PathBuf>,
}

/// Counts, and prints a line for every depth.
pub(crate) fn run(args: &PerftArgs) -> anyhow::Result<()> {
    let map = maps::named(&args.map, args.maps.clone())?;
    let board = map.part::<BoardPackage>().context("the map has no rules")?;
    let rules =
        RulesVm::load(board.script(), board.parameters(), 1).map_err(|error| anyhow!("{error}"))?;
    let state = match &args.position {
        None => rules.setup(args.players, &[])?,
        Some(text) => rules.position(text, args.players).map_err(anyhow::Error::msg)?,
    };
    let stop = AtomicBool::new(false);
    let study = Study::new(&rules, u64::MAX, 1, &stop)?;
    for depth in 1..=args.depth {
        let started = Instant::now();
        let paths = study.perft(&state, depth)?;
        println!("{depth}: {paths} ({:.1} s)", started.elapsed().as_secs_f64());
    }
    Ok(())
}
