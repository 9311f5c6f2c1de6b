//! Sockets that only watch.

use std::path::Path;
use std::time::Duration;

use super::Failed;
use super::client::{Opener, enter};
use super::server::{Process, ServerArgs};
use super::stats::Figure;

/// Spectators of one room; a room bounds them.
const EACH: usize = 100;
/// Time in which what connecting needed is given back.
const SETTLE: Duration = Duration::from_secs(3);

pub(super) async fn measure(data: &Path, sockets: usize) -> Result<Vec<Figure>, Failed> {
    let server = Process::start(data, &ServerArgs::default())?;
    let mut opener = Opener::new(server.address()).await?;
    let mut rooms = Vec::new();
    let mut watching = Vec::with_capacity(sockets);
    for _ in 0..sockets.div_ceil(EACH) {
        let room = opener.open().await?;
        // The first one wakes the room; what it costs is not a socket's.
        let (mouth, eyes, _) = enter(server.address(), &room).await?;
        rooms.push(room);
        watching.push(mouth);
        tokio::spawn(eyes.watch());
    }
    tokio::time::sleep(SETTLE).await;
    let before = server.memory()?;
    let first = watching.len();
    for index in first..sockets {
        let room = &rooms[index % rooms.len()];
        let (mouth, eyes, _) = enter(server.address(), room).await?;
        watching.push(mouth);
        tokio::spawn(eyes.watch());
    }
    tokio::time::sleep(SETTLE).await;
    let after = server.memory()?;
    let added = (sockets - first).max(1) as f64;
    Ok(vec![
        Figure::count("sockets", watching.len()),
        Figure::count("rooms they watch", rooms.len()),
        Figure::mib("server, one socket a room", before),
        Figure::mib("server, all sockets", after),
        Figure::new("each", after.saturating_sub(before) as f64 / added / 1024.0, "KiB"),
    ])
}
