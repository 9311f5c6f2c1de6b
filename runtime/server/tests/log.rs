//! Both logs against a model that is a plain list per room.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc;

use fangqi_room::model::{Input, PlayerId, Record};
use fangqi_server::log::{Entry, LogError, MemoryLog, RoomLog, RoomMeta, SqliteLog, encode_record};
use fangqi_server::session::{RoomId, Token};
use proptest::prelude::*;

/// What a test does to a log. Rooms are named by index.
#[derive(Debug, Clone)]
enum Step {
    Open(usize),
    Record {
        room: usize,
        text: String,
    },
    /// A record that skips a number.
    Gap {
        room: usize,
    },
    Token(usize),
    Delete(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let room = 0usize..4;
    let step = prop_oneof![
        2 => room.clone().prop_map(Step::Open),
        8 => (room.clone(), ".{0,300}").prop_map(|(room, text)| Step::Record { room, text }),
        1 => room.clone().prop_map(|room| Step::Gap { room }),
        2 => room.clone().prop_map(Step::Token),
        1 => room.prop_map(Step::Delete),
    ];
    prop::collection::vec(step, 0..60)
}

#[derive(Debug, Clone, PartialEq)]
struct Model {
    records: Vec<Record>,
    tokens: Vec<(Token, PlayerId)>,
}

fn meta(room: usize) -> RoomMeta {
    RoomMeta {
        map: format!("map{room}"),
        seed: u64::MAX - room as u64,
        created: room as u64,
        options: "{}".to_owned(),
    }
}

fn record(tick: u64, text: &str) -> Record {
    let input = Input::Chat { player: PlayerId(1001), text: text.to_owned() };
    Record { tick, input, faults: Vec::new(), rewound: None }
}

fn append(log: &dyn RoomLog, room: &RoomId, entry: Entry) -> Result<(), LogError> {
    let (sender, receiver) = mpsc::channel();
    log.append(room, entry, Box::new(move |result| sender.send(result).unwrap()));
    receiver.recv().unwrap()
}

/// Does the steps and compares every answer, and at the end everything, with the model.
fn check(log: &dyn RoomLog, rooms: &[RoomId], steps: &[Step]) -> BTreeMap<usize, Model> {
    let mut model: BTreeMap<usize, Model> = BTreeMap::new();
    for step in steps {
        match step {
            Step::Open(room) => {
                append(log, &rooms[*room], Entry::Open(meta(*room))).unwrap();
                let fresh = Model { records: Vec::new(), tokens: Vec::new() };
                model.entry(*room).or_insert(fresh);
            }
            Step::Record { room, text } => {
                let known = model.get_mut(room);
                let event = known.as_ref().map_or(1, |room| room.records.len() as u64 + 1);
                let record = record(event, text);
                let entry = Entry::Record { event, record: record.clone() };
                let result = append(log, &rooms[*room], entry);
                match known {
                    Some(room) => {
                        result.unwrap();
                        room.records.push(record);
                    }
                    None => assert!(matches!(result, Err(LogError::NoSuchRoom(_)))),
                }
            }
            Step::Gap { room } => {
                let event = model.get(room).map_or(2, |room| room.records.len() as u64 + 2);
                let entry = Entry::Record { event, record: record(0, "") };
                let result = append(log, &rooms[*room], entry);
                match model.get(room) {
                    Some(_) => assert!(matches!(result, Err(LogError::OutOfOrder { .. }))),
                    None => assert!(matches!(result, Err(LogError::NoSuchRoom(_)))),
                }
            }
            Step::Token(room) => {
                let token = Token::random().unwrap();
                let players = model.get(room).map_or(0, |room| room.tokens.len() as u64);
                let player = PlayerId(1001 + players);
                let entry = Entry::Token { token: token.clone(), player };
                let result = append(log, &rooms[*room], entry);
                match model.get_mut(room) {
                    Some(room) => {
                        result.unwrap();
                        room.tokens.push((token, player));
                    }
                    None => assert!(matches!(result, Err(LogError::NoSuchRoom(_)))),
                }
            }
            Step::Delete(room) => {
                append(log, &rooms[*room], Entry::Delete).unwrap();
                model.remove(room);
            }
        }
    }
    compare(log, rooms, &model);
    model
}

fn compare(log: &dyn RoomLog, rooms: &[RoomId], model: &BTreeMap<usize, Model>) {
    let listed: Vec<RoomId> = log.rooms().unwrap().into_iter().map(|(room, _)| room).collect();
    let expected: Vec<RoomId> = model.keys().map(|room| rooms[*room].clone()).collect();
    assert_eq!(listed, expected, "rooms are listed oldest first");
    for (index, room) in rooms.iter().enumerate() {
        match (log.read(room), model.get(&index)) {
            (Ok(stored), Some(expected)) => {
                assert_eq!(stored.meta, meta(index));
                assert_eq!(stored.records, expected.records);
                assert_eq!(stored.tokens, expected.tokens);
            }
            (Err(LogError::NoSuchRoom(_)), None) => {}
            (found, expected) => panic!("room {index}: {found:?} instead of {expected:?}"),
        }
    }
}

fn four_rooms() -> Vec<RoomId> {
    (0..4).map(|_| RoomId::random().unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn the_memory_log_is_a_list_per_room(steps in steps()) {
        check(&MemoryLog::new(), &four_rooms(), &steps);
    }

    #[test]
    fn the_sqlite_log_is_a_list_per_room_and_survives_reopening(steps in steps()) {
        let folder = tempfile::tempdir().unwrap();
        let rooms = four_rooms();
        let log = SqliteLog::open(folder.path()).unwrap();
        let model = check(&log, &rooms, &steps);
        drop(log);
        compare(&SqliteLog::open(folder.path()).unwrap(), &rooms, &model);
    }
}

#[test]
fn everything_given_before_closing_is_there_after_opening_again() {
    let folder = tempfile::tempdir().unwrap();
    let room = RoomId::random().unwrap();
    let log = SqliteLog::open(folder.path()).unwrap();
    log.append(&room, Entry::Open(meta(0)), Box::new(|_| ()));
    for event in 1..=5000 {
        let entry = Entry::Record { event, record: record(event, "x") };
        log.append(&room, entry, Box::new(|_| ()));
    }
    drop(log);
    let log = SqliteLog::open(folder.path()).unwrap();
    let ticks: Vec<u64> =
        log.read(&room).unwrap().records.iter().map(|record| record.tick).collect();
    assert_eq!(ticks, (1..=5000).collect::<Vec<_>>());
}

#[test]
fn reading_waits_for_what_is_on_its_way() {
    let folder = tempfile::tempdir().unwrap();
    let room = RoomId::random().unwrap();
    let log = SqliteLog::open(folder.path()).unwrap();
    log.append(&room, Entry::Open(meta(0)), Box::new(|_| ()));
    for event in 1..=100 {
        let entry = Entry::Record { event, record: record(event, "x") };
        log.append(&room, entry, Box::new(|_| ()));
        assert_eq!(log.read(&room).unwrap().records.len() as u64, event);
    }
}

/// Changes the file behind the log's back.
fn tamper(folder: &Path, sql: &str, values: &[&dyn rusqlite::ToSql]) {
    let connection = rusqlite::Connection::open(folder.join("rooms.sqlite")).unwrap();
    assert_eq!(connection.execute(sql, values).unwrap(), 1);
}

#[test]
fn a_damaged_or_missing_record_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let room = RoomId::random().unwrap();
    let log = SqliteLog::open(folder.path()).unwrap();
    append(&log, &room, Entry::Open(meta(0))).unwrap();
    for event in 1..=5 {
        append(&log, &room, Entry::Record { event, record: record(event, "hello") }).unwrap();
    }
    let mut bytes = encode_record(&record(4, "hello")).unwrap();
    bytes[24] ^= 0x10;
    tamper(folder.path(), "UPDATE records SET bytes = ?1 WHERE event = 4", &[&bytes]);
    assert!(matches!(log.read(&room), Err(LogError::Damaged { event: 4, .. })));
    tamper(folder.path(), "DELETE FROM records WHERE event = 2", &[]);
    let error = log.read(&room).unwrap_err();
    assert!(matches!(error, LogError::Damaged { event: 2, .. }));
    assert!(error.to_string().contains(room.as_str()), "{error}");
}

#[test]
fn a_log_of_a_newer_version_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    drop(SqliteLog::open(folder.path()).unwrap());
    let connection = rusqlite::Connection::open(folder.path().join("rooms.sqlite")).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    let error = SqliteLog::open(folder.path()).unwrap_err().to_string();
    assert!(error.contains("version 99"), "{error}");
}

#[test]
fn a_folder_that_cannot_be_is_an_error_with_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let error = SqliteLog::open(&file.join("data")).unwrap_err().to_string();
    assert!(error.contains("data"), "{error}");
}
