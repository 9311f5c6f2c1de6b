//! What is old is old by the log's own clock: a wrong clock on the wall lets nothing go.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use fangqi_server::Time;
use fangqi_server::log::{Entry, Freed, NOW, RoomLog, SqliteLog};
use fangqi_server::session::RoomId;

use crate::support::{append, checkpoint, direct, numbers, play, played, tamper};

const HOUR: u64 = 3600;
const DAY: u64 = 24 * HOUR;
const YEAR: u64 = 365 * DAY;
/// Some day in 2026.
const TODAY: u64 = 1_790_000_000;

/// Clocks that a test sets.
struct Made {
    start: Instant,
    steady: AtomicU64,
    wall: AtomicU64,
}

impl Made {
    fn at(wall: u64) -> Arc<Self> {
        let (steady, wall) = (AtomicU64::new(0), AtomicU64::new(wall));
        Arc::new(Self { start: Instant::now(), steady, wall })
    }

    /// Time passes, as a right clock on the wall has it.
    fn pass(&self, seconds: u64) {
        self.steady.fetch_add(seconds, Ordering::Relaxed);
        self.wall.fetch_add(seconds, Ordering::Relaxed);
    }

    /// The clock on the wall is set.
    fn set(&self, wall: u64) {
        self.wall.store(wall, Ordering::Relaxed);
    }
}

impl Time for Made {
    fn now(&self) -> Instant {
        self.start + Duration::from_secs(self.steady.load(Ordering::Relaxed))
    }

    fn unix_seconds(&self) -> u64 {
        self.wall.load(Ordering::Relaxed)
    }

    fn thread_time(&self) -> Duration {
        self.now() - self.start
    }
}

fn open(folder: &Path, time: &Arc<Made>) -> SqliteLog {
    SqliteLog::open_by(folder, Arc::clone(time) as Arc<dyn Time>).unwrap()
}

/// For how long nobody has been in a room.
fn away(log: &SqliteLog, room: &RoomId) -> u64 {
    let visits = log.visits().unwrap();
    let (_, at) = visits.into_iter().find(|(listed, _)| listed == room).unwrap();
    log.clock().checked_sub(at).expect("a visit is not still to come")
}

fn visit(log: &SqliteLog, room: &RoomId) {
    append(log, room, Entry::Visited { at: NOW }).unwrap();
}

#[test]
fn time_in_which_the_log_is_open_counts_across_restarts() {
    let folder = tempfile::tempdir().unwrap();
    let time = Made::at(TODAY);
    let log = open(folder.path(), &time);
    let (left, loved) = (played(&log, 1), played(&log, 1));
    for days in 1..=10 {
        time.pass(DAY);
        visit(&log, &loved);
        assert_eq!((away(&log, &left), away(&log, &loved)), (days * DAY, 0));
    }
    drop(log);
    let log = open(folder.path(), &time);
    assert_eq!((away(&log, &left), away(&log, &loved)), (10 * DAY, 0));
    time.pass(5 * DAY);
    drop(log);
    assert_eq!(away(&open(folder.path(), &time), &left), 15 * DAY);
}

#[test]
fn no_reading_of_the_wall_makes_a_room_older() {
    let readings = [0, 1, TODAY - 20 * YEAR, TODAY - DAY, TODAY + DAY, TODAY + 20 * YEAR, u64::MAX];
    for reading in readings {
        let folder = tempfile::tempdir().unwrap();
        let time = Made::at(TODAY);
        let log = open(folder.path(), &time);
        let room = played(&log, 1);
        time.pass(DAY);
        drop(log);
        // At start, and while it runs, and put right again; on and on.
        for round in 1..=5 {
            time.set(reading);
            let log = open(folder.path(), &time);
            assert_eq!(away(&log, &room), round * DAY, "at {reading}");
            let other = played(&log, 1);
            visit(&log, &other);
            time.set(TODAY);
            assert_eq!(away(&log, &other), 0);
            time.set(reading);
            time.pass(DAY);
            assert_eq!((away(&log, &room), away(&log, &other)), ((round + 1) * DAY, DAY));
            drop(log);
            time.set(TODAY);
        }
    }
}

#[test]
fn inputs_are_kept_for_days_of_the_logs_clock() {
    let folder = tempfile::tempdir().unwrap();
    let time = Made::at(TODAY);
    let log = open(folder.path(), &time);
    let room = played(&log, 10);
    for event in [3, 5, 8] {
        checkpoint(&log, &room, event);
    }
    let retain = |log: &SqliteLog| log.retain(log.clock() - 30 * DAY).unwrap();
    for wall in [TODAY + 20 * YEAR, 0] {
        time.set(wall);
        assert_eq!(retain(&log), Freed::default());
    }
    drop(log);
    time.set(TODAY + 20 * YEAR);
    let log = open(folder.path(), &time);
    assert_eq!(retain(&log), Freed::default());
    // Stored while the wall is ahead; it is as old as any other once it is put right.
    play(&log, &room, 11, 12);
    checkpoint(&log, &room, 11);
    time.set(TODAY);
    time.pass(30 * DAY);
    assert_eq!(retain(&log), Freed::default());
    time.pass(1);
    assert_eq!(retain(&log), Freed { records: 8, packages: 0 });
    assert_eq!(numbers(&log, &room), ((9..=12).collect(), Some(11)));
}

#[test]
fn a_log_of_before_there_was_the_clock_ages_by_no_reading_either() {
    let make = || {
        let folder = tempfile::tempdir().unwrap();
        let log = open(folder.path(), &Made::at(TODAY));
        let rooms = [played(&log, 1), played(&log, 1)];
        drop(log);
        // Visits as they were noted before: by the wall.
        tamper(folder.path(), "DELETE FROM clock", &[]);
        let sql = "UPDATE visits SET at = ?1 WHERE room = ?2";
        tamper(folder.path(), sql, &[&((TODAY - 20 * DAY) as i64), &rooms[0].as_str()]);
        (folder, rooms)
    };
    // The newest visit is the last known of the time; nothing is known of what came after it.
    for wall in [TODAY, TODAY + 3 * DAY, TODAY + 20 * YEAR] {
        let (folder, [old, new]) = make();
        let log = open(folder.path(), &Made::at(wall));
        assert_eq!((away(&log, &old), away(&log, &new)), (20 * DAY, 0), "at {wall}");
    }
    let (folder, [old, new]) = make();
    let log = open(folder.path(), &Made::at(TODAY - 20 * YEAR));
    assert_eq!((away(&log, &old), away(&log, &new)), (0, 0), "younger is no harm");
    // A visit that a clock noted which was ahead.
    let (folder, [old, new]) = make();
    let sql = "UPDATE visits SET at = ?1 WHERE room = ?2";
    tamper(folder.path(), sql, &[&((TODAY + 20 * YEAR) as i64), &new.as_str()]);
    let log = open(folder.path(), &Made::at(TODAY));
    assert_eq!((away(&log, &old), away(&log, &new)), (20 * DAY, 0));
}

#[test]
fn a_crash_costs_the_clock_a_minute_at_most_where_something_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let time = Made::at(TODAY);
    let log = open(folder.path(), &time);
    let room = played(&log, 1);
    for event in 2..100 {
        time.pass(30);
        play(&log, &room, event, event);
    }
    let counted = || -> i64 {
        direct(folder.path()).query_row("SELECT counted FROM clock", [], |row| row.get(0)).unwrap()
    };
    let behind = log.clock() - counted().cast_unsigned();
    assert!(behind <= 60, "{behind}");
    // Whoever has lost the folder leaves the clock alone.
    direct(folder.path()).execute("UPDATE folder SET epoch = epoch + 1", []).unwrap();
    let before = counted();
    time.pass(DAY);
    assert!(append(&log, &room, Entry::Visited { at: NOW }).is_err());
    drop(log);
    assert_eq!(counted(), before);
}
