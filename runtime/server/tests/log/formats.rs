//! What older and newer programs wrote.

use std::collections::BTreeSet;
use std::sync::Arc;

use fangqi_plugin_miniworld::MINIWORLD;
use fangqi_protocol::{Act, Input, JobResult, Record};
use fangqi_room::plugin::Plugins;
use fangqi_room::{MapPackage, Room};
use fangqi_server::log::{
    LogError, RECORD_VERSION, RoomLog, SqliteReader, decode_record, encode_record,
};
use fangqi_world::codec::{self, HEADER_BYTES, RecordKind};
use serde::de::DeserializeOwned;

use crate::support::{direct, numbers, open, play, played, record, tamper};

const RECORD: RecordKind = RecordKind(*b"ROOM");

/// A record of each kind, as text and as bytes. Lines are added, never changed.
const WRITTEN: &str = include_str!("formats.txt");

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Vec<u8> {
    let pairs = text.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
    pairs.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect()
}

/// The names of an enumeration's variants, out of what serde says of one it does not have.
fn variants<T: DeserializeOwned + std::fmt::Debug>() -> BTreeSet<String> {
    let error = serde_json::from_str::<T>("{\"?\": {}}").unwrap_err().to_string();
    let (_, names) = error.split_once("expected one of").unwrap_or_else(|| panic!("{error}"));
    names.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The only key of an object, or the text that stands for it.
fn variant(value: &serde_json::Value) -> String {
    let only = value.as_object().and_then(|fields| fields.keys().next());
    only.map_or_else(|| value.as_str().unwrap().to_owned(), Clone::clone)
}

#[test]
fn records_of_all_kinds_stay_as_they_were_first_written() {
    let (mut inputs, mut acts, mut results) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for line in WRITTEN.lines() {
        let [version, text, bytes] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}: a version, a text and bytes are wanted");
        };
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        inputs.insert(variant(&value["input"]));
        acts.extend(value["input"]["Act"].get("act").map(variant));
        results.extend(value["input"]["JobDone"].get("result").map(variant));
        let record: Record = serde_json::from_value(value).unwrap();
        let (version, bytes) = (version.parse().unwrap(), from_hex(bytes));
        let written = codec::encode(RECORD, version, &record).unwrap();
        assert_eq!(hex(&written), hex(&bytes), "{text} is written otherwise now");
        assert_eq!(decode_record(&bytes).as_ref(), Ok(&record), "{text}");
        assert!(version <= RECORD_VERSION);
    }
    // What is added since wants a line here, and a higher `RECORD_VERSION`.
    assert_eq!(inputs, variants::<Input>());
    assert_eq!(acts, variants::<Act>());
    assert_eq!(results, variants::<JobResult>());
}

#[test]
fn a_room_of_a_newer_program_is_refused_and_stays_as_it_is() {
    let sound = record(4, "hello");
    let mut unknown = codec::encode(RECORD, RECORD_VERSION, &sound).unwrap();
    // Sound, but of a kind of input that is not known.
    let mut payload = unknown.split_off(HEADER_BYTES);
    assert_eq!(payload[..2], [4, 8], "its tick and its kind");
    payload[1] = 200;
    let unknown = codec::encode(RECORD, RECORD_VERSION, &Raw(payload)).unwrap();
    let newer = codec::encode(RECORD, RECORD_VERSION + 1, &sound).unwrap();
    for bytes in [unknown, newer] {
        for event in [2, 4, 5] {
            let folder = tempfile::tempdir().unwrap();
            let log = open(folder.path());
            let (room, other) = (played(&log, 5), played(&log, 2));
            let sql = "UPDATE records SET bytes = ?1 WHERE room = ?2 AND event = ?3";
            tamper(folder.path(), sql, &[&bytes, &room.as_str(), &event]);
            // Damage before it is no reason to cut what nobody here understands.
            let sql = "UPDATE records SET bytes = x'00' WHERE room = ?1 AND event = 1";
            tamper(folder.path(), sql, &[&room.as_str()]);
            let before = everything(folder.path());
            let reader = SqliteReader::open(folder.path()).unwrap();
            for error in [log.read(&room).unwrap_err(), reader.read(&room).unwrap_err()] {
                let LogError::NewerRecord { event: found, .. } = &error else { panic!("{error}") };
                assert_eq!(*found, event as u64);
                let told = error.to_string();
                assert!(told.contains(room.as_str()) && told.contains("newer"), "{told}");
            }
            assert_eq!(everything(folder.path()), before);
            play(&log, &other, 3, 4);
            assert_eq!(numbers(&log, &other).0, [1, 2, 3, 4]);
        }
    }
}

/// Bytes that are a payload already.
struct Raw(Vec<u8>);

impl serde::Serialize for Raw {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeTuple;
        let mut tuple = serializer.serialize_tuple(self.0.len())?;
        self.0.iter().try_for_each(|byte| tuple.serialize_element(byte))?;
        tuple.end()
    }
}

/// All rows of records that are there, and of those that were set aside.
fn everything(folder: &std::path::Path) -> Vec<(String, i64, Vec<u8>)> {
    let connection = direct(folder);
    let mut rows = Vec::new();
    for sql in
        ["SELECT room, event, bytes FROM records", "SELECT room, event, bytes FROM cut_records"]
    {
        let mut query = connection.prepare(sql).unwrap();
        let all = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
        rows.extend(all.map(Result::unwrap));
    }
    rows
}

#[test]
fn what_the_first_version_wrote_is_read() {
    let bytes = codec::encode(RECORD, 1, &record(7, "old")).unwrap();
    assert_eq!(decode_record(&bytes), Ok(record(7, "old")));
    assert_eq!(
        codec::peek(&encode_record(&record(7, "old")).unwrap()).unwrap().version,
        RECORD_VERSION
    );
}

/// A room of the shipped map `mw-maze`, played and stored by the last version whose kernel held
/// what lives and moves. Its log has its package.
const STORED_BEFORE_9: &[u8] = include_bytes!("data/fold_8.sqlite");
/// The hash at its end, as that version computed it.
const HASH_BEFORE_9: u64 = 0x674a_5529_1fe3_a14f;

#[test]
fn a_room_from_before_mini_world_was_a_plugin_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("rooms.sqlite"), STORED_BEFORE_9).unwrap();
    let reader = SqliteReader::open(folder.path()).unwrap();
    let (id, meta) = reader.rooms().unwrap().remove(0);
    let stored = reader.read(&id).unwrap();
    assert_eq!((stored.records.len(), stored.lost), (31, None));
    let open = |plugins| MapPackage::unpack(stored.package.as_deref().unwrap(), plugins);
    assert!(open(Plugins::NONE).unwrap_err().to_string().contains("unknown key `miniworld`"));
    let package = Arc::new(open(MINIWORLD).unwrap());
    let (event, bytes) = stored.checkpoint.expect("it was stored");
    assert_eq!(event, 30);
    let (options, records) = (meta.room_options(), stored.records);
    let replayed = Room::replay(Arc::clone(&package), options.clone(), records.clone()).unwrap();
    assert_eq!(replayed.state_hash(), HASH_BEFORE_9);
    let resumed = Room::resume(package, options, records, Some(&bytes)).unwrap();
    assert_eq!(resumed.state_hash(), HASH_BEFORE_9);
    let ann = resumed.players()[0].id;
    assert_eq!(resumed.scene(ann), replayed.scene(ann));
}
