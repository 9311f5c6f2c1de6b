//! The durable log by itself: inputs a second with many rooms at once, one input alone, and
//! reading, each beside what the disk itself needs.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use clap::Args;
use fangqi_protocol::{Input, PlayerId, Record};
use fangqi_room::PackageDigest;
use fangqi_server::log::{Entry, Lease, RoomLog, RoomMeta, SqliteLog};
use fangqi_server::session::RoomId;

use super::Failed;
use super::disk::Probe;
use super::stats::{Figure, Times};

/// Inputs that one thread may have under way, over all its rooms.
const WINDOW: u64 = 2000;
/// Threads that append, as shards do.
const SHARDS: usize = 2;
/// How long a thread with a full window waits before it looks again.
const LOOK: Duration = Duration::from_micros(100);

#[derive(Debug, Args)]
pub(super) struct LogArgs {
    /// Rooms that play at once.
    #[arg(long, default_value_t = 1_000)]
    rooms: usize,
    /// How long as many inputs are given as go in.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Inputs given one by one before that.
    #[arg(long, default_value_t = 300)]
    alone: u64,
}

fn click(event: u64) -> Record {
    let pos = [(event % 9) as i32, 0, (event % 10) as i32];
    let input = Input::Click { player: PlayerId(1001 + event % 2), pos, face: 4 };
    Record { tick: event * 20, input, faults: Vec::new(), rewound: None }
}

/// Opens rooms; gives their leases once the rooms are durable.
fn opened(log: &SqliteLog, count: usize) -> Result<Vec<Lease>, Failed> {
    let (done, wait) = mpsc::channel();
    let mut leases = Vec::with_capacity(count);
    for _ in 0..count {
        let lease = log.lease(&RoomId::random().map_err(|error| error.to_string())?)?;
        let meta = RoomMeta {
            map: "xiangqi".to_owned(),
            package: PackageDigest::UNKNOWN,
            seed: 1,
            created: 1,
            options: "{}".to_owned(),
        };
        let done = done.clone();
        // Whoever waits has gone only if another room could not be opened.
        let ack = Box::new(move |result| drop(done.send(result)));
        log.append(&lease, Entry::Open(meta), ack);
        leases.push(lease);
    }
    for _ in 0..count {
        wait.recv()??;
    }
    Ok(leases)
}

/// What one thread has given to the log, and heard of it.
#[derive(Debug, Default)]
struct Heard {
    durable: AtomicU64,
    failed: AtomicU64,
}

impl Heard {
    fn count(&self) -> u64 {
        self.durable.load(Ordering::Relaxed) + self.failed.load(Ordering::Relaxed)
    }

    /// Waits until at most `under_way` of `given` inputs have not been answered.
    fn wait(&self, given: u64, under_way: u64) {
        while given - self.count() > under_way {
            std::thread::sleep(LOOK);
        }
    }
}

/// One thread gives as many inputs as go in until `length` is over; how many became durable.
fn append(log: &SqliteLog, leases: &[Lease], length: Duration) -> Result<u64, Failed> {
    let heard = Arc::new(Heard::default());
    let end = Instant::now() + length;
    let (mut given, mut event) = (0, 0);
    while Instant::now() < end {
        event += 1;
        for lease in leases {
            heard.wait(given, WINDOW - 1);
            let heard = Arc::clone(&heard);
            let ack = Box::new(move |result: Result<(), _>| {
                let count = if result.is_ok() { &heard.durable } else { &heard.failed };
                count.fetch_add(1, Ordering::Relaxed);
            });
            log.append(lease, Entry::Record { event, record: click(event) }, ack);
            given += 1;
        }
    }
    heard.wait(given, 0);
    match heard.failed.load(Ordering::Relaxed) {
        0 => Ok(given),
        failed => Err(format!("{failed} of {given} inputs could not be made durable").into()),
    }
}

/// Many rooms at once.
fn flood(log: &SqliteLog, args: &LogArgs) -> Result<Vec<Figure>, Failed> {
    let each = args.rooms.div_ceil(SHARDS).max(1);
    let shards: Vec<_> = (0..SHARDS).map(|_| opened(log, each)).collect::<Result<_, _>>()?;
    let stats = log.commits().ok_or("this log counts no commits")?;
    let commits = stats.entries.count();
    let length = Duration::from_secs(args.seconds);
    let began = Instant::now();
    let durable = std::thread::scope(|scope| {
        let threads: Vec<_> =
            shards.iter().map(|leases| scope.spawn(|| append(log, leases, length))).collect();
        threads.into_iter().try_fold(0, |sum, thread| {
            let own = thread.join().map_err(|_| "a thread that appends panicked")??;
            Ok::<u64, Failed>(sum + own)
        })
    })?;
    let took = began.elapsed().as_secs_f64();
    let commits = (stats.entries.count() - commits) as f64;
    Ok(vec![
        Figure::count("rooms", each * SHARDS),
        Figure::new("inputs made durable a second", durable as f64 / took, ""),
        Figure::new("inputs of one commit", durable as f64 / commits, ""),
        Figure::new("one commit", took * 1e3 / commits, "ms"),
    ])
}

/// One durable input after the other; with the disk's own time measured in between, so that both
/// see the same weather.
fn alone(log: &SqliteLog, data: &Path, count: u64) -> Result<Vec<Figure>, Failed> {
    let lease = opened(log, 1)?.remove(0);
    let mut probe = Probe::new(data)?;
    let (mut inputs, mut disk) = (Times::default(), Times::default());
    for event in 1..=count {
        disk.push(probe.time()?);
        let (done, wait) = mpsc::channel();
        let began = Instant::now();
        let entry = Entry::Record { event, record: click(event) };
        log.append(&lease, entry, Box::new(move |result| drop(done.send(result))));
        wait.recv()??;
        inputs.push(began.elapsed());
    }
    let mut figures = disk.figures("one fdatasync of the disk");
    figures.extend(inputs.figures("one input, durable"));
    let ratio = inputs.quantile(500) / disk.quantile(500);
    figures.push(Figure::new("one input / fdatasync, medians", ratio, ""));
    Ok(figures)
}

/// Everything read back.
fn read(log: &SqliteLog) -> Result<Vec<Figure>, Failed> {
    let rooms = log.rooms()?;
    let began = Instant::now();
    let mut inputs = 0;
    for (room, _) in &rooms {
        inputs += log.read(room)?.records.len();
    }
    let took = began.elapsed().as_secs_f64() * 1e6;
    Ok(vec![
        Figure::count("inputs read back", inputs),
        Figure::new("reading a room", took / rooms.len() as f64, "µs"),
        Figure::new("reading an input", took / inputs as f64, "µs"),
    ])
}

pub(super) fn measure(data: &Path, args: &LogArgs) -> Result<Vec<Figure>, Failed> {
    let log = SqliteLog::open(data)?;
    let mut figures = alone(&log, data, args.alone)?;
    figures.extend(flood(&log, args)?);
    figures.extend(read(&log)?);
    Ok(figures)
}
