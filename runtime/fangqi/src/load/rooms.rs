//! Many rooms that play at an even pace.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use tokio::task::JoinSet;

use super::Failed;
use super::client::Opener;
use super::disk;
use super::recorded;
use super::server::{Process, ServerArgs};
use super::stats::{Figure, Times};
use super::table::Table;

#[derive(Debug, Args)]
pub(super) struct RoomsArgs {
    /// How many rooms, with two players each.
    #[arg(long, default_value_t = 1_000)]
    pub(super) rooms: usize,
    /// Spectators of each.
    #[arg(long, default_value_t = 2)]
    pub(super) spectators: usize,
    /// How long they play.
    #[arg(long, default_value_t = 600)]
    pub(super) seconds: u64,
    /// Milliseconds between two moves of a room; with --record, between two lines of a client.
    #[arg(long, default_value_t = 1_000)]
    pub(super) pace: u64,
    /// Have clients write down what they do and are shown, for `fangqi audit`: a file each in this
    /// folder. They then say lines, all different, beside their moves, and come back whatever
    /// happens to servers.
    #[arg(long, value_name = "FOLDER")]
    record: Option<PathBuf>,
    /// A server that runs already, in place of one of the scenario's own; several, if clients are
    /// to go to the next one when one is away. Each client names an address of its own in
    /// X-Forwarded-For, which servers with --trust-proxy limit one by one.
    #[arg(long = "server", value_name = "HOST:PORT", requires = "record")]
    servers: Vec<String>,
    /// Seconds without an answer after which a client with --record gives a connection up.
    #[arg(long, default_value_t = 5)]
    pub(super) patience: u64,
}

/// Opens rooms and seats their players.
pub(super) async fn tables(
    server: &Process,
    count: usize,
    spectators: usize,
) -> Result<Vec<Table>, Failed> {
    let mut opener = Opener::new(server.address()).await?;
    let mut tables = Vec::with_capacity(count);
    for index in 0..count {
        let room = opener.open().await?;
        let seed = 0x9e37_79b9 * (index as u64 + 1);
        tables.push(Table::sit(server.address(), &room, spectators, seed).await?);
    }
    Ok(tables)
}

/// What came of playing at many tables for a while.
#[derive(Debug, Default)]
pub(super) struct Played {
    pub(super) times: Times,
    pub(super) moves: u64,
    pub(super) errors: Vec<String>,
    pub(super) tables: Vec<Table>,
}

/// All tables play, each once in `pace`, evenly spread. A table that fails is left out afterwards.
pub(super) async fn play(
    tables: Vec<Table>,
    length: Duration,
    pace: Duration,
) -> Result<Played, Failed> {
    let end = Instant::now() + length;
    let count = tables.len().max(1) as f64;
    let mut playing = JoinSet::new();
    for (index, mut table) in tables.into_iter().enumerate() {
        playing.spawn(async move {
            let before = table.played();
            let done = table.play_until(end, pace, index as f64 / count).await;
            (done, table.played() - before, table)
        });
    }
    let mut played = Played::default();
    while let Some(done) = playing.join_next().await {
        let (times, moves, table) = done?;
        played.moves += moves;
        match times {
            Ok(times) => {
                played.times.extend(times);
                played.tables.push(table);
            }
            Err(error) => played.errors.push(error.to_string()),
        }
    }
    Ok(played)
}

pub(super) async fn measure(data: &Path, args: &RoomsArgs) -> Result<Vec<Figure>, Failed> {
    if let (Some(folder), false) = (&args.record, args.servers.is_empty()) {
        return recorded::measure(args.servers.clone(), folder, args).await;
    }
    let server = Process::start(data, &ServerArgs::default())?;
    if let Some(folder) = &args.record {
        return recorded::measure(vec![server.address().to_owned()], folder, args).await;
    }
    let bare = server.memory()?;
    let start = Instant::now();
    let tables = tables(&server, args.rooms, args.spectators).await?;
    let seated = start.elapsed().as_secs_f64();
    let seated_memory = server.memory()?;
    let (length, pace) = (Duration::from_secs(args.seconds), Duration::from_millis(args.pace));
    let start = Instant::now();
    let mut played = play(tables, length, pace).await?;
    let took = start.elapsed().as_secs_f64();
    for error in played.errors.iter().take(10) {
        tracing::error!("a table failed: {error}");
    }
    let mut figures = vec![
        Figure::count("rooms", args.rooms),
        Figure::count("connections", args.rooms * (2 + args.spectators)),
        Figure::new("opening and seating them", seated, "s"),
        Figure::new("moves a second", played.moves as f64 / took, ""),
        Figure::count("errors", played.errors.len()),
        Figure::count("deltas measured", played.times.len()),
    ];
    figures.extend(played.times.figures("move to broadcast"));
    figures.push(Figure::mib("server, started", bare));
    figures.push(Figure::mib("server, everybody seated", seated_memory));
    figures.push(Figure::mib("server, at the end", server.memory()?));
    figures.push(Figure::mib("rooms on disk", disk::bytes_in(data)?));
    Ok(figures)
}
