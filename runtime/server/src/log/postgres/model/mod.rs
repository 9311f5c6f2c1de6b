//! Servers of rooms on a model of the database, in virtual time and in one thread, with all that
//! can go wrong between them drawn from one seed. A failure prints its seed and replays exactly.
//!
//! `FANGQI_SIM_SEEDS=10000 FANGQI_SIM_START=5 cargo test -p fangqi-server --lib model::seeds`
//! runs more; `FANGQI_SIM_VERBOSE=1` prints every line as it happens.
//!
//! Of the log it is all that decides: the writer, its plans, the fence, claims and readers. The
//! model stands for what they ask of PostgreSQL ([`super::database`]): READ COMMITTED, row locks
//! that are held until the standby has the commit, unique keys, requests that are carried out
//! although their session has ended, and a standby that takes over with all that was confirmed
//! and some of what was not. The statements themselves are tested with PostgreSQL
//! (`tests/log/postgres`).

mod chance;
mod history;
mod server;
mod session;
mod tables;
mod world;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::node::Node;
use super::start;
use crate::entropy::seeded;
use history::{History, Stats};
use server::Server;
use session::Model;
use world::{World, showing};

/// What the database would have to be like for something to go wrong. Each stands for a mistake in
/// the log, which the checks have to notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weakness {
    /// `FOR SHARE` locks nothing.
    FenceUnlocked,
    /// Transactions do not look at the fence.
    Unfenced,
    /// Confirming a row does not raise its epoch.
    EpochStays,
    /// A lost connection is taken for a commit. (To take it for a refusal does no harm: what is
    /// planned next looks the records up, and their keys are unique.)
    UnknownAsDone,
    /// After a failover, what is read is some time old.
    StaleReads,
    /// A heartbeat is good for less time than servers believe.
    ShortLeases,
    /// Commits do not wait for the standby.
    NoStandby,
    /// A commit that did not wait for the standby is not warned of.
    NoWarning,
}

/// Runs something in one thread, whose time passes when nothing is left to do.
fn in_virtual_time<T>(seed: u64, work: impl Future<Output = T>) -> T {
    seeded::set(Some(seed));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime can be made");
    let tasks = tokio::task::LocalSet::new();
    let done = tasks.block_on(&runtime, work);
    drop((tasks, runtime));
    seeded::set(None);
    done
}

fn run(seed: u64) -> Result<Stats, String> {
    let ran = in_virtual_time(seed, async { World::new(None, None).run().await });
    ran.map_err(|fault| {
        format!(
            "seed {seed}: {fault}\nagain: FANGQI_SIM_START={seed} FANGQI_SIM_SEEDS=1 \
             cargo test -p fangqi-server --lib model::seeds"
        )
    })
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn seeds_lose_nothing_and_fork_nothing() {
    let (start, count) = (number("FANGQI_SIM_START", 0), number("FANGQI_SIM_SEEDS", 200));
    let began = Instant::now();
    let (next, ran) = (AtomicU64::new(start), AtomicU64::new(0));
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let work = || {
        let (mut total, mut failures) = (Stats::default(), Vec::new());
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= start + count || failures.len() == 3 {
                return (total, failures);
            }
            ran.fetch_add(1, Ordering::Relaxed);
            match run(seed) {
                Ok(stats) => total.add(&stats),
                Err(failure) => failures.push(failure),
            }
        }
    };
    let (mut total, mut failures) = (Stats::default(), Vec::<String>::new());
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads.min(count)).map(|_| scope.spawn(work)).collect();
        for thread in running {
            let (stats, failed) = thread.join().unwrap();
            total.add(&stats);
            failures.extend(failed);
        }
    });
    let seconds = began.elapsed().as_secs_f64();
    let ran = ran.into_inner();
    println!("{ran} seeds in {seconds:.1} s, {:.1} a second: {total:?}", ran as f64 / seconds);
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// Each weakness of the database is noticed within this many seeds, and the same seed is well
/// without it.
#[test]
fn weaknesses_are_noticed() {
    const HARM: [&str; 7] = [
        "was read, but",
        "is not there",
        "cannot be there",
        "is there at the end, but",
        "is a gap",
        "the token is",
        "after another had claimed",
    ];
    let play = |seed, weakness, mishaps| {
        in_virtual_time(seed, async { World::new(weakness, Some(mishaps)).run().await })
    };
    let mut faults = Vec::new();
    for (weakness, seeds) in [
        (Weakness::FenceUnlocked, 400),
        (Weakness::Unfenced, 50),
        (Weakness::EpochStays, 200),
        (Weakness::UnknownAsDone, 50),
        (Weakness::StaleReads, 50),
        (Weakness::ShortLeases, 400),
        (Weakness::NoStandby, 50),
        (Weakness::NoWarning, 50),
    ] {
        let mishaps = showing(weakness);
        let noticed = |seed| Some((seed, play(seed, Some(weakness), mishaps).err()?));
        let Some((seed, found)) = (0..seeds).find_map(noticed) else {
            faults.push(format!("nothing noticed {weakness:?}"));
            continue;
        };
        let fault = found.lines().next().unwrap_or_default();
        println!("{weakness:?}: seed {seed}: {fault}");
        if !HARM.iter().any(|harm| fault.contains(harm)) {
            faults.push(format!("{weakness:?} was taken for something else: {found}"));
        }
        if let Err(fault) = play(seed, None, mishaps) {
            faults.push(format!("seed {seed} is not for {weakness:?}: {fault}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Found by the first seeds: a writer that was replaced and whose connection had ended looked at
/// both again and again, and let nothing else run.
#[test]
fn a_replaced_server_without_a_connection_rests() {
    in_virtual_time(1, async {
        let server = Server::new(1, None, History::new(false));
        let place = Arc::new(Model { server: Arc::clone(&server), machine: 0 });
        let node = || Node { name: "one".to_owned(), advertise: "one:1".to_owned(), tls: false };
        let (first, writer) = start(Arc::clone(&place), node()).await.unwrap();
        let writing = tokio::task::spawn_local(writer.run());
        // It sends no heartbeat.
        let (_second, _writer) = start(place, node()).await.unwrap();
        first.doubt();
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert!(first.replaced.load(Ordering::SeqCst));
        server.crash(false);
        server.come_up();
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert!(!writing.is_finished());
        first.queue.close();
        writing.await.unwrap();
    });
}

/// The same seed does the same.
#[test]
fn a_seed_replays_exactly() {
    for seed in [3, 4] {
        let play = || format!("{:?}", run(seed));
        assert_eq!(play(), play());
    }
}
