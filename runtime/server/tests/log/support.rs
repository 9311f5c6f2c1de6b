//! Rooms, records and ways to harm a file.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc;

use fangqi_protocol::{Input, PlayerId, Record};
use fangqi_room::PackageDigest;
use fangqi_server::log::{Entry, LogError, RoomLog, RoomMeta, SqliteLog};
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
