//! `fangqi sim <map>`: random people, computers and mishaps in rooms of a map.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, anyhow};
use fangqi_room::MapPackage;
use fangqi_room::testing::{Failure, SimOptions, Stats, simulate};
use fangqi_server::log::RoomMeta;
use fangqi_text::Escaped;

use crate::archive::{self, Archive, Header, Tried};
use crate::cli::SimArgs;
use crate::counted::counted;
use crate::maps::{self, MapFolder};

/// Plays rooms from the seeds; writes down the failure of the lowest seed that fails.
pub(crate) fn run(args: &SimArgs) -> anyhow::Result<()> {
    let named = std::slice::from_ref(&args.map);
    let (mut named, folder) = maps::located(named, maps::place(args.maps.clone()))?;
    let id = named.pop().unwrap_or_default();
    let maps = MapFolder::read(folder.as_deref())?;
    let map = Arc::new(maps.load_named(&id)?);
    let (stats, failure) = play(&map, args);
    let Some(failure) = failure else {
        println!(
            "{}: {} inputs, {} moves, {} games ended, stored {} and rebuilt {} times; nothing went \
             wrong",
            counted(args.seeds, "room"),
            stats.inputs,
            stats.moves,
            stats.ended,
            stats.checkpoints,
            stats.rebuilt
        );
        for (what, lines) in [("printed", stats.printed), ("warning", stats.warned)] {
            for line in lines.shown(usize::MAX) {
                println!("{what}: {}", Escaped(line));
            }
        }
        return Ok(());
    };
    let path = args.out.clone().unwrap_or_else(|| replay_file(&id, failure.seed));
    let (least, found) = failure.acts;
    println!("{}", Escaped(&failure.finding));
    for line in &failure.finding.how {
        println!("    {}", Escaped(line));
    }
    println!("seed {}: {least} of {found} things that happened are enough:", failure.seed);
    for line in &failure.story {
        println!("  {}", Escaped(line));
    }
    let bytes = written(&map, &failure)?;
    std::fs::write(&path, bytes).with_context(|| format!("{}", path.display()))?;
    println!("again: fangqi replay {}", path.display());
    Err(anyhow!("seed {} fails", failure.seed))
}

fn replay_file(map: &str, seed: u64) -> PathBuf {
    PathBuf::from(format!("{map}-{seed}.fangqi"))
}

/// What all rooms did, and the failure of the lowest seed. Seeds are shared out among the cores.
fn play(map: &Arc<MapPackage>, args: &SimArgs) -> (Stats, Option<Failure>) {
    let end = args.start.saturating_add(args.seeds);
    let (next, failed) = (AtomicU64::new(args.start), AtomicBool::new(false));
    let outcome: Mutex<(Stats, Option<Failure>)> = Mutex::default();
    let options = SimOptions { acts: args.acts, ..SimOptions::default() };
    let work = || {
        while !failed.load(Ordering::Relaxed) {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end {
                return;
            }
            let played = simulate(map, seed, options);
            let mut outcome = outcome.lock().unwrap_or_else(PoisonError::into_inner);
            match played {
                Ok(stats) => outcome.0.add(stats),
                Err(failure) => {
                    // Seeds below this one are under way and will be heard of yet.
                    failed.store(true, Ordering::Relaxed);
                    if outcome.1.as_ref().is_none_or(|known| failure.seed < known.seed) {
                        outcome.1 = Some(*failure);
                    }
                }
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    outcome.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The failing room as a file for `fangqi replay`.
fn written(map: &MapPackage, failure: &Failure) -> anyhow::Result<Vec<u8>> {
    let meta = RoomMeta {
        map: map.id().to_owned(),
        package: map.digest(),
        seed: failure.seed,
        created: 0,
        options: "{}".to_owned(),
    };
    let header = Header { room: format!("sim-{}", failure.seed), meta, repackaged: 0 };
    let steps = failure
        .steps
        .iter()
        .map(|step| archive::Step { record: step.record.clone(), hash: step.hash });
    let tried = Tried { input: failure.tried.clone(), finding: failure.finding.to_string() };
    let package = Some(map.pack()?);
    let archive = Archive { header, package, steps: steps.collect(), tried: Some(tried) };
    archive.encode().map_err(anyhow::Error::from)
}
