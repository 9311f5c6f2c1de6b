//! One player at a table, and the disk it waits for.

use std::path::Path;
use std::time::Duration;

use super::Failed;
use super::client::Opener;
use super::disk::Probe;
use super::server::{Process, ServerArgs};
use super::stats::{Figure, Times};
use super::table::Table;

/// Between two moves, so that the server's limit on messages does not bind.
const PACE: Duration = Duration::from_millis(120);

pub(super) async fn measure(data: &Path, moves: usize) -> Result<Vec<Figure>, Failed> {
    let server = Process::start(data, &ServerArgs::default())?;
    let room = Opener::new(server.address()).await?.open().await?;
    let mut table = Table::sit(server.address(), &room, 0, 1).await?;
    let mut probe = Probe::new(data)?;
    let (mut times, mut syncs) = (Times::default(), Times::default());
    for _ in 0..moves {
        times.extend(table.play().await?);
        // In turns and after the same rest: a disk and a processor that have just been at work
        // answer several times as fast as a player finds them.
        tokio::time::sleep(PACE / 2).await;
        syncs.push(probe.time()?);
        tokio::time::sleep(PACE / 2).await;
    }
    let mut figures = syncs.figures("one fdatasync of the disk");
    figures.extend(times.figures("click to delta, durable"));
    let ratio = times.quantile(500) / syncs.quantile(500);
    figures.push(Figure::new("click to delta / fdatasync, medians", ratio, ""));
    Ok(figures)
}
