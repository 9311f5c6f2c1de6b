//! Rooms opened, played a little and left for good.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use super::Failed;
use super::client::Opener;
use super::disk;
use super::server::{Process, ServerArgs};
use super::stats::Figure;
use super::table::Table;

/// Seconds after which the server forgets a room that everybody has left.
const FORGET_AFTER: u64 = 1;
/// Part of the rooms after which memory is looked at first: caches are warm, pools have grown.
const WARM: usize = 10;

pub(super) async fn measure(
    data: &Path,
    rooms: usize,
    together: usize,
) -> Result<Vec<Figure>, Failed> {
    let forgetting = ServerArgs { forget_after: Some(FORGET_AFTER), ..ServerArgs::default() };
    let server = Process::start(data, &forgetting)?;
    let bare = server.memory()?;
    churn(&server, rooms / WARM, together).await?;
    let warm = settled(&server).await?;
    let start = Instant::now();
    churn(&server, rooms - rooms / WARM, together).await?;
    let took = start.elapsed().as_secs_f64();
    let busy = server.memory()?;
    let after = settled(&server).await?;
    let change = (after as f64 / warm as f64 - 1.0) * 100.0;
    Ok(vec![
        Figure::count("rooms opened, played and left", rooms),
        Figure::new("rooms a second", (rooms - rooms / WARM) as f64 / took, ""),
        Figure::mib("server, started", bare),
        Figure::mib(format!("server, after {} rooms", rooms / WARM), warm),
        Figure::mib("server, busy with the last ones", busy),
        Figure::mib("server, after all", after),
        Figure::new("change from the first look to the last", change, "%"),
        Figure::mib("rooms on disk", disk::bytes_in(data)?),
    ])
}

/// Memory once the rooms that were left are forgotten.
async fn settled(server: &Process) -> Result<u64, Failed> {
    tokio::time::sleep(Duration::from_secs(FORGET_AFTER + 6)).await;
    server.memory()
}

async fn churn(server: &Process, rooms: usize, together: usize) -> Result<(), Failed> {
    let left = Arc::new(AtomicUsize::new(rooms));
    let mut workers = JoinSet::new();
    for worker in 0..together {
        let (left, address) = (Arc::clone(&left), server.address().to_owned());
        workers.spawn(async move {
            let mut opener = Opener::new(&address).await?;
            let take = |left: usize| left.checked_sub(1);
            while let Ok(number) = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take) {
                let room = opener.open().await?;
                let mut table = Table::sit(&address, &room, 0, (number + worker) as u64).await?;
                table.play().await?;
                table.play().await?;
                table.leave().await;
            }
            Ok::<_, Failed>(())
        });
    }
    while let Some(done) = workers.join_next().await {
        done??;
    }
    Ok(())
}
