//! Measures the log in a PostgreSQL database on this machine: how long one input takes until it is
//! acknowledged, how many are in a second with a hundred rooms at once, and what they cost the
//! database's processes.
//!
//! `cargo run --release -p fangqi-server --example postgres_log -- postgres://USER@HOST/DATABASE`

use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use fangqi_protocol::{Input, PlayerId, Record};
use fangqi_room::PackageDigest;
use fangqi_server::log::{Entry, Lease, Node, PostgresLog, RoomLog, RoomMeta};
use fangqi_server::session::RoomId;
use tokio_postgres::NoTls;

/// Inputs that are measured one by one.
const ALONE: usize = 1000;
/// Rooms that are played at the same time.
const ROOMS: usize = 100;
/// For how long.
const TIME: Duration = Duration::from_secs(5);
/// Clock ticks in a second, in which Linux counts processor time.
const TICKS: f64 = 100.0;

fn main() {
    let url = std::env::args().nth(1).expect("the first argument is the URL of a database");
    let node =
        Node { name: "measured".to_owned(), advertise: "localhost:1".to_owned(), tls: false };
    let log = PostgresLog::open(&url, None, node).expect("the log can be opened");
    let mut room = Room::open(&log);
    let mut times: Vec<Duration> = (0..ALONE)
        .map(|_| {
            let started = Instant::now();
            let (sender, receiver) = channel();
            room.act(&log, move || sender.send(()).expect("it is waited for"));
            receiver.recv().expect("it is acknowledged");
            started.elapsed()
        })
        .collect();
    times.sort();
    let share = |part: usize| times[ALONE * part / 100].as_micros();
    println!("one input: p50 {} µs, p99 {} µs", share(50), share(99));

    let mut rooms: Vec<Room> = (0..ROOMS).map(|_| Room::open(&log)).collect();
    let before = processor_seconds(&url);
    let (sender, receiver) = channel();
    let give = |rooms: &mut Vec<Room>, index: usize| {
        let sender = sender.clone();
        let done = move || {
            // Those under way at the end are not waited for.
            let _ = sender.send(index);
        };
        rooms[index].act(&log, done);
    };
    (0..ROOMS).for_each(|index| give(&mut rooms, index));
    let (started, mut count) = (Instant::now(), 0u32);
    while started.elapsed() < TIME {
        let index = receiver.recv().expect("it is acknowledged");
        count += 1;
        give(&mut rooms, index);
    }
    let seconds = started.elapsed().as_secs_f64();
    let cost = (processor_seconds(&url) - before) / f64::from(count);
    println!(
        "{ROOMS} rooms: {:.0} inputs/s, {:.1} µs of the database's processor an input",
        f64::from(count) / seconds,
        cost * 1e6
    );
}

struct Room {
    lease: Lease,
    next: u64,
}

impl Room {
    fn open(log: &PostgresLog) -> Self {
        let room = RoomId::random().expect("there is randomness");
        let lease = log.lease(&room).expect("the room can be claimed");
        let meta = RoomMeta {
            map: "measured".to_owned(),
            package: PackageDigest::UNKNOWN,
            seed: 0,
            created: 0,
            options: "{}".to_owned(),
        };
        log.append(&lease, Entry::Open(meta), Box::new(|result| result.expect("it is opened")));
        Self { lease, next: 1 }
    }

    /// Appends an input of about sixty bytes.
    fn act(&mut self, log: &PostgresLog, done: impl FnOnce() + Send + 'static) {
        let input = Input::Chat { player: PlayerId(1001), text: "x".repeat(24) };
        let record = Record { tick: self.next, input, faults: Vec::new(), rewound: None };
        let entry = Entry::Record { event: self.next, record };
        self.next += 1;
        let ack = move |result: Result<(), _>| {
            result.expect("it is written");
            done();
        };
        log.append(&self.lease, entry, Box::new(ack));
    }
}

/// Processor time that the log's sessions have used so far, if the database is on this machine.
fn processor_seconds(url: &str) -> f64 {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("threads can be started");
    let sessions = runtime.block_on(async {
        let (client, connection) =
            tokio_postgres::connect(url, NoTls).await.expect("the database is there");
        tokio::spawn(connection);
        let sql = "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'fangqi node %'";
        client.query(sql, &[]).await.expect("sessions can be listed")
    });
    let ticks = |pid: i32| -> Option<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let mut fields = stat.rsplit_once(") ")?.1.split(' ').skip(11);
        let mut next = || fields.next()?.parse::<f64>().ok();
        Some(next()? + next()?)
    };
    sessions.iter().filter_map(|row| ticks(row.get(0))).sum::<f64>() / TICKS
}
