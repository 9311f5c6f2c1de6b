//! All kinds of log against a model that is a plain list per room.

use std::collections::BTreeMap;

use fangqi_protocol::{PlayerId, Record};
use fangqi_room::PackageDigest;
use fangqi_server::log::{Entry, Lease, LogError, MemoryLog, RoomLog, RoomMeta, SqliteLog};
use fangqi_server::session::{RoomId, Token, TokenDigest};
use proptest::prelude::*;

use crate::postgres::Database;
use crate::support::{Store as _, append, digest, meta, record};

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
    /// The last record was a draft; it is changed or taken out.
    Amend {
        room: usize,
        gone: bool,
    },
    Token(usize),
    /// The room's first player is known by another token from now on.
    NewToken(usize),
    /// The room is read with the package of this number from now on.
    Repackage {
        room: usize,
        package: u8,
    },
    /// A package becomes known.
    Package(u8),
    Checkpoint(usize),
    /// Somebody is there at a time.
    Visited {
        room: usize,
        at: u64,
    },
    Delete(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let room = 0usize..4;
    let step = prop_oneof![
        2 => room.clone().prop_map(Step::Open),
        8 => (room.clone(), ".{0,300}").prop_map(|(room, text)| Step::Record { room, text }),
        1 => room.clone().prop_map(|room| Step::Gap { room }),
        2 => (room.clone(), any::<bool>()).prop_map(|(room, gone)| Step::Amend { room, gone }),
        2 => room.clone().prop_map(Step::Token),
        1 => room.clone().prop_map(Step::NewToken),
        1 => (0u8..4).prop_map(Step::Package),
        1 => (room.clone(), 0u8..4).prop_map(|(room, package)| Step::Repackage { room, package }),
        2 => room.clone().prop_map(Step::Checkpoint),
        1 => (room.clone(), 10u64..99).prop_map(|(room, at)| Step::Visited { room, at }),
        1 => room.prop_map(Step::Delete),
    ];
    prop::collection::vec(step, 0..60)
}

#[derive(Debug, Default)]
struct Model {
    rooms: BTreeMap<usize, ModelRoom>,
    packages: BTreeMap<PackageDigest, Vec<u8>>,
}

#[derive(Debug, Clone, PartialEq)]
struct ModelRoom {
    package: PackageDigest,
    records: Vec<Record>,
    tokens: Vec<(TokenDigest, PlayerId)>,
    checkpoint: Option<(u64, Vec<u8>)>,
    /// `None` until somebody has come.
    visited: Option<u64>,
}

/// Does the steps and compares every answer, and at the end everything, with the model.
fn check(log: &dyn RoomLog, rooms: &[RoomId], steps: &[Step]) -> Model {
    let mut model = Model::default();
    for step in steps {
        match step {
            Step::Open(room) => {
                append(log, &rooms[*room], Entry::Open(meta(*room))).unwrap();
                let package = digest(*room as u8);
                let (records, tokens) = (Vec::new(), Vec::new());
                let fresh = ModelRoom { package, records, tokens, checkpoint: None, visited: None };
                model.rooms.entry(*room).or_insert(fresh);
            }
            Step::Package(number) => {
                let bytes = vec![*number; 1000];
                let entry = Entry::Package { digest: digest(*number), bytes: bytes.clone().into() };
                append(log, &rooms[0], entry).unwrap();
                model.packages.insert(digest(*number), bytes);
            }
            Step::Delete(room) => {
                append(log, &rooms[*room], Entry::Delete).unwrap();
                model.rooms.remove(room);
            }
            Step::Record { room, .. }
            | Step::Gap { room }
            | Step::Amend { room, .. }
            | Step::Token(room)
            | Step::NewToken(room)
            | Step::Repackage { room, .. }
            | Step::Visited { room, .. }
            | Step::Checkpoint(room) => {
                let Model { rooms: known, packages } = &mut model;
                match known.get_mut(room) {
                    Some(known) => in_room(log, &rooms[*room], step, known, packages),
                    None => {
                        let record = record(1, "");
                        let entry = Entry::Record { event: 1, record };
                        let result = append(log, &rooms[*room], entry);
                        assert!(matches!(result, Err(LogError::NoSuchRoom(_))));
                    }
                }
            }
        }
    }
    compare(log, rooms, &model);
    model
}

/// A step in a room that there is.
fn in_room(
    log: &dyn RoomLog,
    id: &RoomId,
    step: &Step,
    room: &mut ModelRoom,
    packages: &BTreeMap<PackageDigest, Vec<u8>>,
) {
    let last = room.records.len() as u64;
    match step {
        Step::Record { text, .. } => {
            let record = record(last + 1, text);
            let entry = Entry::Record { event: last + 1, record: record.clone() };
            append(log, id, entry).unwrap();
            room.records.push(record);
        }
        Step::Gap { .. } => {
            let entry = Entry::Record { event: last + 2, record: record(0, "") };
            assert!(matches!(append(log, id, entry), Err(LogError::OutOfOrder { .. })));
            let entry = Entry::Amend { event: last + 1, record: None };
            assert!(matches!(append(log, id, entry), Err(LogError::OutOfOrder { .. })));
            let entry = Entry::Checkpoint { event: last + 1, bytes: Vec::new() };
            assert!(matches!(append(log, id, entry), Err(LogError::OutOfOrder { .. })));
        }
        // A checkpoint is of an input that has been applied.
        Step::Amend { .. } if room.checkpoint.as_ref().is_some_and(|(at, _)| *at == last) => {}
        Step::Amend { gone, .. } => {
            let record = (!gone).then(|| record(last, "amended"));
            let amended = append(log, id, Entry::Amend { event: last, record: record.clone() });
            if room.records.pop().is_none() {
                assert!(matches!(amended, Err(LogError::OutOfOrder { .. })));
            } else {
                amended.unwrap();
                room.records.extend(record);
            }
        }
        Step::Token(_) => {
            let token = Token::random().unwrap().digest();
            let player = PlayerId(1001 + room.tokens.len() as u64);
            append(log, id, Entry::Token { token, player }).unwrap();
            room.tokens.push((token, player));
        }
        Step::NewToken(_) => {
            let token = Token::random().unwrap().digest();
            if let Some((known, player)) = room.tokens.first_mut() {
                append(log, id, Entry::Token { token, player: *player }).unwrap();
                *known = token;
            }
        }
        Step::Repackage { package, .. } => {
            let digest = digest(*package);
            let result = append(log, id, Entry::Repackage { digest, since: 0 });
            if packages.contains_key(&digest) {
                result.unwrap();
                (room.package, room.checkpoint) = (digest, None);
            } else {
                assert!(matches!(result, Err(LogError::NoPackage { .. })));
            }
        }
        Step::Checkpoint(_) => {
            let bytes = format!("after {last}").into_bytes();
            append(log, id, Entry::Checkpoint { event: last, bytes: bytes.clone() }).unwrap();
            room.checkpoint = Some((last, bytes));
        }
        Step::Visited { at, .. } => {
            append(log, id, Entry::Visited { at: *at }).unwrap();
            room.visited = Some(*at);
        }
        Step::Open(_) | Step::Package(_) | Step::Delete(_) => unreachable!("not of a room"),
    }
}

fn compare(log: &dyn RoomLog, rooms: &[RoomId], model: &Model) {
    let listed: Vec<RoomId> = log.rooms().unwrap().into_iter().map(|(room, _)| room).collect();
    let expected: Vec<RoomId> = model.rooms.keys().map(|room| rooms[*room].clone()).collect();
    assert_eq!(listed, expected, "rooms are listed oldest first");
    let visits: BTreeMap<RoomId, u64> = log.visits().unwrap().into_iter().collect();
    assert_eq!(visits.len(), expected.len(), "opening a room is a visit");
    for (index, room) in rooms.iter().enumerate() {
        let known = model.rooms.get(&index).and_then(|room| room.visited);
        assert!(known.is_none_or(|at| visits[room] == at));
        match (log.read(room), model.rooms.get(&index)) {
            (Ok(stored), Some(expected)) => {
                assert_eq!(stored.meta.package, expected.package);
                assert_eq!(RoomMeta { package: digest(index as u8), ..stored.meta }, meta(index));
                assert_eq!(stored.records, expected.records);
                assert_eq!(stored.tokens, expected.tokens);
                assert_eq!(stored.checkpoint, expected.checkpoint);
                let package = model.packages.get(&expected.package);
                assert_eq!(stored.package.as_deref(), package.map(Vec::as_slice));
                assert_eq!((stored.first_event, stored.lost), (1, None));
            }
            (Err(LogError::NoSuchRoom(_)), None) => {}
            (found, expected) => panic!("room {index}: {found:?} instead of {expected:?}"),
        }
    }
    for number in 0..4 {
        let found = log.package(digest(number)).unwrap();
        let expected = model.packages.get(&digest(number));
        assert_eq!(found.as_deref(), expected.map(Vec::as_slice));
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

    #[test]
    fn the_postgres_log_is_a_list_per_room_and_survives_reopening(steps in steps()) {
        let database = Database::new();
        let rooms = four_rooms();
        let log = database.open();
        let model = check(&log, &rooms, &steps);
        drop(log);
        compare(&database.open(), &rooms, &model);
    }
}

#[test]
fn everything_given_before_closing_is_there_after_opening_again() {
    let folder = tempfile::tempdir().unwrap();
    let room = RoomId::random().unwrap();
    let log = SqliteLog::open(folder.path()).unwrap();
    let lease = log.lease(&room).unwrap();
    log.append(&lease, Entry::Open(meta(0)), Box::new(|_| ()));
    for event in 1..=5000 {
        let entry = Entry::Record { event, record: record(event, "x") };
        log.append(&lease, entry, Box::new(|_| ()));
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
    let lease = log.lease(&room).unwrap();
    log.append(&lease, Entry::Open(meta(0)), Box::new(|_| ()));
    for event in 1..=100 {
        let entry = Entry::Record { event, record: record(event, "x") };
        log.append(&lease, entry, Box::new(|_| ()));
        assert_eq!(log.read(&room).unwrap().records.len() as u64, event);
    }
}

#[test]
fn a_room_that_changed_hands_takes_nothing_from_its_former_writer() {
    let log = MemoryLog::new();
    let room = RoomId::random().unwrap();
    append(&log, &room, Entry::Open(meta(0))).unwrap();
    let former = log.lease(&room).unwrap();
    let present = log.lease(&room).unwrap();
    assert!(present.epoch() > former.epoch());
    let write = |lease: &Lease, event| {
        let (sender, receiver) = std::sync::mpsc::channel();
        let entry = Entry::Record { event, record: record(event, "") };
        log.append(lease, entry, Box::new(move |result| sender.send(result).unwrap()));
        receiver.recv().unwrap()
    };
    assert!(matches!(write(&former, 1), Err(LogError::Stale { .. })));
    write(&present, 1).unwrap();
    assert_eq!(log.read(&room).unwrap().records.len(), 1);
}
