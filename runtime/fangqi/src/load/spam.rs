//! One room that spams, and what the others feel of it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::Failed;
use super::client::{Opener, enter};
use super::rooms::{play, tables};
use super::server::{Process, ServerArgs};
use super::stats::{Figure, Times};

/// Connections that spam, all in one room.
const SPAMMERS: usize = 4;
/// What they say; each is refused or limited.
const LINES: [&str; 3] = [
    "{\"t\":\"click\",\"pos\":[0,0,0],\"face\":5}",
    "{\"t\":\"chat\",\"text\":\"spam\"}",
    "{\"t\":\"nonsense\"}",
];

pub(super) async fn measure(
    data: &Path,
    rooms: usize,
    seconds: u64,
) -> Result<Vec<Figure>, Failed> {
    let server = Process::start(data, &ServerArgs::default())?;
    let mut tables = tables(&server, rooms, 0).await?;
    let room = Opener::new(server.address()).await?.open().await?;
    let (length, pace) = (Duration::from_secs(seconds), Duration::from_secs(1));
    let (mut quiet, mut noisy) = (Times::default(), Times::default());
    let sent = Arc::new(AtomicU64::new(0));
    let mut errors = 0;
    for phase in 0..4 {
        let stop = Arc::new(AtomicBool::new(phase % 2 == 0));
        for _ in 0..SPAMMERS {
            let (stop, sent) = (Arc::clone(&stop), Arc::clone(&sent));
            let (address, room) = (server.address().to_owned(), room.clone());
            tokio::spawn(async move {
                while !stop.load(Ordering::Relaxed) {
                    // The server may cut a spammer off; it comes again.
                    if let Err(error) = spam(&address, &room, &stop, &sent).await {
                        tracing::debug!(%error, "a spammer was cut off");
                        tokio::time::sleep(Duration::from_millis(50)).await;
                    }
                }
            });
        }
        let played = play(tables, length, pace).await?;
        stop.store(true, Ordering::Relaxed);
        errors += played.errors.len();
        tables = played.tables;
        if phase % 2 == 0 { &mut quiet } else { &mut noisy }.extend(played.times);
    }
    let change = (noisy.quantile(990) / quiet.quantile(990) - 1.0) * 100.0;
    let mut figures = quiet.figures("move to broadcast, quiet");
    figures.extend(noisy.figures("move to broadcast, beside a room that spams"));
    figures.push(Figure::new("change of the p99", change, "%"));
    figures.push(Figure::count("errors", errors));
    let sent = sent.load(Ordering::Relaxed) as f64;
    figures.push(Figure::new("spam sent a second", sent / (2.0 * seconds as f64), ""));
    Ok(figures)
}

async fn spam(
    address: &str,
    room: &str,
    stop: &AtomicBool,
    sent: &AtomicU64,
) -> Result<(), Failed> {
    let (mut mouth, eyes, _) = enter(address, room).await?;
    tokio::spawn(eyes.watch());
    while !stop.load(Ordering::Relaxed) {
        for line in LINES {
            mouth.raw(line.to_owned()).await?;
            sent.fetch_add(1, Ordering::Relaxed);
        }
        // As fast as a spammer may without taking this program's only thread from the players.
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    Ok(())
}
