//! One player at a table, and the disk or database it waits for.

use std::path::Path;
use std::time::Duration;

use super::Failed;
use super::client::Opener;
use super::disk;
use super::psql;
use super::server::{Process, ServerArgs};
use super::stats::{Figure, Times};
use super::table::Table;

/// Between two moves, so that the server's limit on messages does not bind.
const PACE: Duration = Duration::from_millis(120);

/// What a click is compared with.
enum Probe {
    Disk(disk::Probe),
    Database(psql::Probe),
}

impl Probe {
    fn about(&self) -> &'static str {
        match self {
            Self::Disk(_) => "one fdatasync of the disk",
            Self::Database(_) => "one commit of 100 bytes by psql",
        }
    }

    fn time(&mut self) -> Result<Duration, Failed> {
        Ok(match self {
            Self::Disk(probe) => probe.time()?,
            Self::Database(probe) => probe.time()?,
        })
    }
}

/// `url`: of the database that keeps the room, if it is none of the folder's.
pub(super) async fn measure(
    data: &Path,
    url: Option<&str>,
    moves: usize,
) -> Result<Vec<Figure>, Failed> {
    let args = ServerArgs { log: url.map(str::to_owned), ..ServerArgs::default() };
    let server = Process::start(data, &args)?;
    let room = Opener::new(server.address()).await?.open().await?;
    let mut table = Table::sit(server.address(), &room, 0, 1).await?;
    let mut probe = match url {
        Some(url) => Probe::Database(psql::Probe::new(url)?),
        None => Probe::Disk(disk::Probe::new(data)?),
    };
    let (mut times, mut commits) = (Times::default(), Times::default());
    for _ in 0..moves {
        times.extend(table.play().await?);
        // In turns and after the same rest: a disk and a processor that have just been at work
        // answer several times as fast as a player finds them.
        tokio::time::sleep(PACE / 2).await;
        commits.push(probe.time()?);
        tokio::time::sleep(PACE / 2).await;
    }
    let mut figures = commits.figures(probe.about());
    figures.extend(times.figures("click to delta, durable"));
    let ratio = times.quantile(500) / commits.quantile(500);
    figures.push(Figure::new("the click / that, medians", ratio, ""));
    Ok(figures)
}
