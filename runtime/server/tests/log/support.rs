//! Rooms, records and ways to harm a file.

use std::path::Path;
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
