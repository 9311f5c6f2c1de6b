//! Measures the durable log: inputs a second with many rooms at once, one input alone, and reading,
//! each beside what the disk itself needs.
//!
//! `cargo run --release -p fangqi-server --example log_bench -- [FOLDER] [SECONDS]`

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use fangqi_room::PackageDigest;
use fangqi_room::model::{Input, PlayerId, Record};
use fangqi_server::log::{Entry, Lease, RoomLog, RoomMeta, SqliteLog};
use fangqi_server::session::RoomId;

/// Rooms that play at once.
const ROOMS: usize = 1000;
/// Inputs one shard may have under way, over all its rooms.
const WINDOW: u64 = 2000;
/// Threads that append, as shards do.
const SHARDS: usize = 2;
/// Inputs given one by one.
const ALONE: usize = 300;

fn click(event: u64) -> Record {
    let pos = [(event % 9) as i32, 0, (event % 10) as i32];
    let input = Input::Click { player: PlayerId(1001 + event % 2), pos, face: 4 };
    Record { tick: event * 20, input, faults: Vec::new(), rewound: None }
}

fn opened(log: &SqliteLog, count: usize) -> Vec<Lease> {
    let (done, wait) = mpsc::channel();
    let leases: Vec<Lease> = (0..count)
        .map(|_| {
            let lease = log.lease(&RoomId::random().expect("random numbers")).expect("a lease");
            let meta = RoomMeta {
                map: "xiangqi".to_owned(),
                package: PackageDigest::UNKNOWN,
                seed: 1,
                created: 1,
                options: "{}".to_owned(),
            };
            let done = done.clone();
            let ack = Box::new(move |result| done.send(result).expect("it waits"));
            log.append(&lease, Entry::Open(meta), ack);
            lease
        })
        .collect();
    for _ in 0..count {
        wait.recv().expect("an answer").expect("the room is opened");
    }
    leases
}

/// As many inputs as go in; gives how many were acknowledged.
fn flood(log: &Arc<SqliteLog>, time: Duration) -> u64 {
    let acked = Arc::new(AtomicU64::new(0));
    let until = Instant::now() + time;
    let threads: Vec<_> = (0..SHARDS)
        .map(|_| {
            let (log, acked) = (Arc::clone(log), Arc::clone(&acked));
            std::thread::spawn(move || {
                let leases = opened(&log, ROOMS / SHARDS);
                let own = Arc::new(AtomicU64::new(0));
                let mut given = 0;
                for event in 1.. {
                    for lease in &leases {
                        while given - own.load(Ordering::Relaxed) >= WINDOW {
                            std::thread::sleep(Duration::from_micros(100));
                        }
                        let (own, acked) = (Arc::clone(&own), Arc::clone(&acked));
                        let ack = Box::new(move |result: Result<(), _>| {
                            result.expect("the input is durable");
                            own.fetch_add(1, Ordering::Relaxed);
                            acked.fetch_add(1, Ordering::Relaxed);
                        });
                        let entry = Entry::Record { event, record: click(event) };
                        log.append(lease, entry, ack);
                        given += 1;
                    }
                    if Instant::now() >= until {
                        break;
                    }
                }
                while own.load(Ordering::Relaxed) < given {
                    std::thread::sleep(Duration::from_micros(100));
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().expect("the shard ends well");
    }
    acked.load(Ordering::Relaxed)
}

/// One input, durable, after the other; with the disk's own time measured in between, so that both
/// see the same weather. Sorted, in milliseconds.
fn alone(log: &SqliteLog, folder: &Path) -> std::io::Result<(Vec<f64>, Vec<f64>)> {
    let lease = opened(log, 1).remove(0);
    let mut file = File::create(folder.join("probe"))?;
    file.write_all(&[0; 4096])?;
    file.sync_all()?;
    let (mut inputs, mut disk) = (Vec::new(), Vec::new());
    for event in 1..=ALONE as u64 {
        let began = Instant::now();
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&[event as u8; 4096])?;
        file.sync_data()?;
        disk.push(began.elapsed().as_secs_f64() * 1e3);
        let (done, wait) = mpsc::channel();
        let began = Instant::now();
        let entry = Entry::Record { event, record: click(event) };
        log.append(&lease, entry, Box::new(move |result| done.send(result).expect("it waits")));
        wait.recv().expect("an answer").expect("the input is durable");
        inputs.push(began.elapsed().as_secs_f64() * 1e3);
    }
    std::fs::remove_file(folder.join("probe"))?;
    inputs.sort_by(f64::total_cmp);
    disk.sort_by(f64::total_cmp);
    Ok((inputs, disk))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().map_or_else(|| "target/log_bench".into(), std::path::PathBuf::from);
    let seconds = args.next().map_or(Ok(10.0), |text| text.parse::<f64>())?;
    std::fs::create_dir_all(&folder)?;
    let folder = folder.join(format!("run-{}", std::process::id()));
    let log = Arc::new(SqliteLog::open(&folder)?);

    let (inputs, disk) = alone(&log, &folder)?;
    let (ours, floor) = (inputs[ALONE / 2], disk[ALONE / 2]);
    println!("one fdatasync of 4 KiB      p50 {floor:.2} ms, p99 {:.2} ms", disk[ALONE * 99 / 100]);
    println!(
        "one input, durable          p50 {ours:.2} ms, p99 {:.2} ms: {:.2} x the disk",
        inputs[ALONE * 99 / 100],
        ours / floor
    );

    let stats = log.commits().ok_or("this log counts no commits")?;
    let commits = stats.entries.count();
    let began = Instant::now();
    let count = flood(&log, Duration::from_secs_f64(seconds));
    let took = began.elapsed().as_secs_f64();
    let commits = stats.entries.count() - commits;
    println!(
        "{ROOMS} rooms, {SHARDS} shards     {:.0} inputs/s durable; {:.0} a commit, {:.1} ms each",
        count as f64 / took,
        count as f64 / commits as f64,
        took * 1e3 / commits as f64
    );

    let rooms = log.rooms()?;
    let began = Instant::now();
    let mut read = 0;
    for (room, _) in &rooms {
        read += log.read(room)?.records.len();
    }
    let took = began.elapsed().as_secs_f64();
    println!(
        "reading {} rooms          {:.0} us a room, {:.2} us an input",
        rooms.len(),
        took * 1e6 / rooms.len() as f64,
        took * 1e6 / read as f64
    );
    drop(log);
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}
