//! A server that starts on a folder of rooms which were being played.

use std::path::Path;
use std::time::Instant;

use tokio::task::JoinSet;

use super::Failed;
use super::client::{Opener, enter};
use super::disk;
use super::server::{Process, ServerArgs};
use super::stats::Figure;
use super::table::Table;

/// Rooms that are played, or visited, at the same time.
const TOGETHER: usize = 16;

pub(super) async fn measure(data: &Path, rooms: usize, inputs: u64) -> Result<Vec<Figure>, Failed> {
    let names = prepare(data, rooms, inputs).await?;
    let bytes = disk::bytes_in(data)?;
    let start = Instant::now();
    let server = Process::start(data, &ServerArgs::default())?;
    let listening = start.elapsed().as_secs_f64();
    let mut visits = JoinSet::new();
    for part in names.chunks(rooms.div_ceil(TOGETHER)) {
        let (part, address) = (part.to_vec(), server.address().to_owned());
        visits.spawn(async move {
            let mut kept = Vec::with_capacity(part.len());
            for room in &part {
                kept.push(enter(&address, room).await?);
            }
            Ok::<_, Failed>(kept)
        });
    }
    let mut kept = Vec::new();
    while let Some(done) = visits.join_next().await {
        kept.push(done??);
    }
    let all = start.elapsed().as_secs_f64();
    Ok(vec![
        Figure::count("rooms", rooms),
        Figure::new("inputs each, at least", inputs as f64, ""),
        Figure::mib("on disk", bytes),
        Figure::new("killed and started: listening after", listening, "s"),
        Figure::new("every room shown to a visitor after", all, "s"),
        Figure::mib("server with all rooms awake", server.memory()?),
    ])
}

/// Plays rooms as people would, without pauses, and kills the server in the middle of it.
async fn prepare(data: &Path, rooms: usize, inputs: u64) -> Result<Vec<String>, Failed> {
    let server = Process::start(data, &ServerArgs { unpaced: true, ..ServerArgs::default() })?;
    let mut playing = JoinSet::new();
    for part in 0..TOGETHER {
        let address = server.address().to_owned();
        let own = (part..rooms).step_by(TOGETHER).len();
        playing.spawn(async move {
            let mut opener = Opener::new(&address).await?;
            let mut names = Vec::with_capacity(own);
            for number in 0..own {
                let room = opener.open().await?;
                let seed = (part * 1_000_003 + number) as u64;
                let mut table = Table::sit(&address, &room, 0, seed).await?;
                while table.event() < inputs {
                    table.play().await?;
                }
                names.push(room);
            }
            Ok::<_, Failed>(names)
        });
    }
    let mut names = Vec::with_capacity(rooms);
    while let Some(done) = playing.join_next().await {
        names.extend(done??);
    }
    drop(server);
    Ok(names)
}
