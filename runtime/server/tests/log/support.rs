//! Rooms, records and ways to harm a file.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc;

use fangqi_protocol::{Input, PlayerId, Record};
use fangqi_room::PackageDigest;
use fangqi_server::log::{Entry, Freed, LogError, RoomLog, RoomMeta, SqliteLog};
use fangqi_server::session::RoomId;
use rusqlite::{Connection, ToSql};

pub(crate) fn meta(room: usize) -> RoomMeta {
    RoomMeta {
        map: format!("map{room}"),
        package: digest(room as u8),
        seed: u64::MAX - room as u64,
        created: room as u64,
        options: "{}".to_owned(),
    }
}

pub(crate) fn digest(number: u8) -> PackageDigest {
    PackageDigest::from_bytes([number + 1; 16])
}

pub(crate) fn record(tick: u64, text: &str) -> Record {
    let input = Input::Chat { player: PlayerId(1001), text: text.to_owned() };
    Record { tick, input, faults: Vec::new(), rewound: None }
}

pub(crate) fn room() -> RoomId {
    RoomId::random().unwrap()
}

/// Appends an entry with a fresh lease and waits for it.
pub(crate) fn append(log: &dyn RoomLog, room: &RoomId, entry: Entry) -> Result<(), LogError> {
    let (sender, receiver) = mpsc::channel();
    let lease = log.lease(room).unwrap();
    log.append(&lease, entry, Box::new(move |result| sender.send(result).unwrap()));
    receiver.recv().unwrap()
}

/// A new room with inputs numbered from 1, whose ticks are their numbers.
pub(crate) fn played(log: &dyn RoomLog, inputs: u64) -> RoomId {
    let room = room();
    append(log, &room, Entry::Open(meta(0))).unwrap();
    play(log, &room, 1, inputs);
    room
}

/// Inputs `from` to `to`.
pub(crate) fn play(log: &dyn RoomLog, room: &RoomId, from: u64, to: u64) {
    for event in from..=to {
        append(log, room, Entry::Record { event, record: record(event, "hello") }).unwrap();
    }
}

pub(crate) fn checkpoint(log: &dyn RoomLog, room: &RoomId, event: u64) {
    let bytes = format!("state after {event}").into_bytes();
    append(log, room, Entry::Checkpoint { event, bytes }).unwrap();
}

/// Numbers of a room's inputs, and of its checkpoint.
pub(crate) fn numbers(log: &dyn RoomLog, room: &RoomId) -> (Vec<u64>, Option<u64>) {
    let stored = log.read(room).unwrap();
    let checkpoint = stored.checkpoint.map(|(event, bytes)| {
        assert_eq!(bytes, format!("state after {event}").into_bytes());
        event
    });
    let ticks: Vec<u64> = stored.records.iter().map(|record| record.tick).collect();
    assert_eq!(ticks.first().copied().unwrap_or(stored.first_event), stored.first_event);
    (ticks, checkpoint)
}

pub(crate) fn open(folder: &Path) -> SqliteLog {
    SqliteLog::open(folder).unwrap()
}

/// Looks into the file, or changes it, behind the log's back.
pub(crate) fn direct(folder: &Path) -> Connection {
    Connection::open(folder.join("rooms.sqlite")).unwrap()
}

pub(crate) fn tamper(folder: &Path, sql: &str, values: &[&dyn ToSql]) {
    assert_eq!(direct(folder).execute(sql, values).unwrap(), 1, "{sql}");
}

/// Mounts a small file system, if this user may.
pub(crate) struct Mount(PathBuf);

impl Mount {
    pub(crate) fn new(path: &Path, options: &str) -> Option<Self> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(path);
        let mounted = mount.output().is_ok_and(|output| output.status.success());
        mounted.then(|| Self(path.to_owned()))
    }

    pub(crate) fn change(&self, options: &str) {
        let mut mount = Command::new("mount");
        assert!(mount.args(["-o", options]).arg(&self.0).status().unwrap().success());
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        // A lazy unmount works even while something is still open.
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

/// All rows of all tables, by table, as text. A log counts its openings and its time by itself.
pub(crate) fn rows(folder: &Path) -> Vec<(String, Vec<String>)> {
    let connection = direct(folder);
    let list = |sql: &str| -> Vec<String> {
        let mut query = connection.prepare(sql).unwrap();
        let columns = query.column_count();
        let text = |row: &rusqlite::Row<'_>| {
            let values = (0..columns).map(|at| format!("{:?}", row.get_ref(at).unwrap()));
            Ok(values.collect::<Vec<_>>().join("|"))
        };
        query.query_map([], text).unwrap().map(Result::unwrap).collect()
    };
    assert!(list("PRAGMA integrity_check")[0].contains(&format!("{:?}", b"ok")));
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
    let mut query = connection.prepare(names).unwrap();
    let tables: Vec<String> =
        query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let own = |name: &String| !["folder", "clock"].contains(&name.as_str());
    let all = |name: String| {
        // Visits later than the clock, which is noted once a minute, are put back to it.
        let columns = if name == "visits" { "room" } else { "*" };
        let mut rows = list(&format!("SELECT {columns} FROM {name}"));
        rows.sort();
        (name, rows)
    };
    tables.into_iter().filter(own).map(all).collect()
}
/// A store that outlives its log, and ways to look into it and to harm it behind the log's back.
pub(crate) trait Store {
    type Log: RoomLog;

    /// An empty store.
    fn new() -> Self;
    fn open(&self) -> Self::Log;
    fn retain(log: &Self::Log, before: u64) -> Freed;
    /// Overwrites the bytes of a record, or deletes it.
    fn harm_record(&self, room: &RoomId, event: u64, bytes: Option<&[u8]>);
    fn harm_checkpoint(&self, room: &RoomId, event: u64, bytes: &[u8]);
    fn checkpoint(&self, room: &RoomId, event: u64) -> Vec<u8>;
    fn harm_meta(&self, room: &RoomId, bytes: &[u8]);
    fn meta(&self, room: &RoomId) -> Vec<u8>;
    /// Makes a checkpoint older by a number of seconds.
    fn age_checkpoint(&self, room: &RoomId, event: u64, seconds: i64);
    /// Event numbers and reasons of the records that were set aside.
    fn cut_records(&self) -> Vec<(u64, String)>;
    /// How many rows there are.
    fn count(&self, kind: Kind) -> u64;
}

/// A kind of rows.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    Packages,
    Checkpoints,
}

/// A data folder.
pub(crate) struct Folder(tempfile::TempDir);

impl Store for Folder {
    type Log = SqliteLog;

    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn open(&self) -> SqliteLog {
        open(self.0.path())
    }

    fn retain(log: &SqliteLog, before: u64) -> Freed {
        log.retain(before).unwrap()
    }

    fn harm_record(&self, room: &RoomId, event: u64, bytes: Option<&[u8]>) {
        let (room, event) = (room.as_str(), event.cast_signed());
        match bytes {
            Some(bytes) => {
                let sql = "UPDATE records SET bytes = ?1 WHERE room = ?2 AND event = ?3";
                tamper(self.0.path(), sql, &[&bytes, &room, &event]);
            }
            None => {
                let sql = "DELETE FROM records WHERE room = ?1 AND event = ?2";
                tamper(self.0.path(), sql, &[&room, &event]);
            }
        }
    }

    fn harm_checkpoint(&self, room: &RoomId, event: u64, bytes: &[u8]) {
        let sql = "UPDATE checkpoints SET bytes = ?1 WHERE room = ?2 AND event = ?3";
        tamper(self.0.path(), sql, &[&bytes, &room.as_str(), &event.cast_signed()]);
    }

    fn checkpoint(&self, room: &RoomId, event: u64) -> Vec<u8> {
        let sql = "SELECT bytes FROM checkpoints WHERE room = ?1 AND event = ?2";
        direct(self.0.path())
            .query_row(sql, (room.as_str(), event.cast_signed()), |row| row.get(0))
            .unwrap()
    }

    fn harm_meta(&self, room: &RoomId, bytes: &[u8]) {
        let sql = "UPDATE rooms SET meta = ?1 WHERE id = ?2";
        tamper(self.0.path(), sql, &[&bytes, &room.as_str()]);
    }

    fn meta(&self, room: &RoomId) -> Vec<u8> {
        let sql = "SELECT meta FROM rooms WHERE id = ?1";
        direct(self.0.path()).query_row(sql, [room.as_str()], |row| row.get(0)).unwrap()
    }

    fn age_checkpoint(&self, room: &RoomId, event: u64, seconds: i64) {
        let sql = "UPDATE checkpoints SET saved = saved - ?1 WHERE room = ?2 AND event = ?3";
        tamper(self.0.path(), sql, &[&seconds, &room.as_str(), &event.cast_signed()]);
    }

    fn cut_records(&self) -> Vec<(u64, String)> {
        let connection = direct(self.0.path());
        let mut query =
            connection.prepare("SELECT event, reason FROM cut_records ORDER BY event").unwrap();
        let row =
            |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get(1)?));
        query.query_map([], row).unwrap().collect::<Result<_, _>>().unwrap()
    }

    fn count(&self, kind: Kind) -> u64 {
        let sql = match kind {
            Kind::Packages => "SELECT count(*) FROM packages",
            Kind::Checkpoints => "SELECT count(*) FROM checkpoints",
        };
        let count: i64 = direct(self.0.path()).query_row(sql, [], |row| row.get(0)).unwrap();
        count.cast_unsigned()
    }
}

/// Runs tests in both stores that outlive their logs.
macro_rules! in_both_stores {
    ($($test:ident),+ $(,)?) => {
        mod in_a_folder {
            use crate::support::{Folder, Store};
            $(#[test] fn $test() { super::$test(&Folder::new()); })+
        }
        mod in_a_database {
            use crate::postgres::Database;
            use crate::support::Store;
            $(#[test] fn $test() { super::$test(&Database::new()); })+
        }
    };
}
pub(crate) use in_both_stores;
