//! Files of the first version, made by its own statements.

use fangqi_protocol::PlayerId;
use fangqi_room::PackageDigest;
use fangqi_server::log::{RoomLog, RoomMeta, SqliteReader, encode_record};
use fangqi_server::session::{RoomId, Token};
use rusqlite::params;

use crate::support::{direct, numbers, open, play, record};

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS rooms (
        id TEXT PRIMARY KEY, map TEXT NOT NULL, seed INTEGER NOT NULL,
        created INTEGER NOT NULL, options TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS records (
        room TEXT NOT NULL, event INTEGER NOT NULL, bytes BLOB NOT NULL,
        PRIMARY KEY (room, event)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS tokens (
        room TEXT NOT NULL, player INTEGER NOT NULL, token TEXT NOT NULL,
        PRIMARY KEY (room, player)
    ) STRICT, WITHOUT ROWID;
";

/// Two rooms of three inputs and a player each.
fn old_file(folder: &std::path::Path) -> Vec<(RoomId, Token)> {
    let connection = direct(folder);
    connection.pragma_update(None, "journal_mode", "wal").unwrap();
    connection.execute_batch(SCHEMA).unwrap();
    connection.pragma_update(None, "user_version", 1).unwrap();
    let mut rooms = Vec::new();
    for created in [7i64, 8] {
        let (room, token) = (RoomId::random().unwrap(), Token::random().unwrap());
        connection
            .execute(
                "INSERT OR IGNORE INTO rooms (id, map, seed, created, options) \
                 VALUES (?1, ?2, ?3, ?4, ?5)",
                params![room.as_str(), "xiangqi", -5i64, created, "{}"],
            )
            .unwrap();
        for event in 1..=3u64 {
            let bytes = encode_record(&record(event, "old")).unwrap();
            connection
                .execute(
                    "INSERT INTO records (room, event, bytes) VALUES (?1, ?2, ?3)",
                    params![room.as_str(), event.cast_signed(), bytes],
                )
                .unwrap();
        }
        connection
            .execute(
                "INSERT OR REPLACE INTO tokens (room, player, token) VALUES (?1, ?2, ?3)",
                params![room.as_str(), 1001, token.reveal()],
            )
            .unwrap();
        rooms.push((room, token));
    }
    rooms
}

#[test]
fn a_file_of_version_1_opens_with_all_its_rooms_and_without_its_plain_tokens() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = old_file(folder.path());
    let log = open(folder.path());
    let listed: Vec<RoomId> = log.rooms().unwrap().into_iter().map(|(room, _)| room).collect();
    assert_eq!(listed, [rooms[0].0.clone(), rooms[1].0.clone()]);
    for ((room, token), created) in rooms.iter().zip([7, 8]) {
        let stored = log.read(room).unwrap();
        let meta = RoomMeta {
            map: "xiangqi".to_owned(),
            package: PackageDigest::UNKNOWN,
            seed: u64::MAX - 4,
            created,
            options: "{}".to_owned(),
        };
        assert_eq!((stored.meta, stored.package, stored.lost), (meta, None, None));
        assert_eq!(stored.records, [1, 2, 3].map(|tick| record(tick, "old")));
        assert_eq!(stored.tokens, [(token.digest(), PlayerId(1001))]);
    }
    play(&log, &rooms[0].0, 4, 5);
    drop(log);
    let bytes = std::fs::read(folder.path().join("rooms.sqlite")).unwrap();
    for (_, token) in &rooms {
        let token = token.reveal().as_bytes();
        assert!(!bytes.windows(token.len()).any(|part| part == token), "a token is still there");
    }
    assert_eq!(numbers(&open(folder.path()), &rooms[0].0).0, [1, 2, 3, 4, 5]);
}

#[test]
fn looking_into_a_file_of_version_1_brings_it_to_this_one() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = old_file(folder.path());
    let reader = SqliteReader::open(folder.path()).unwrap();
    assert_eq!(reader.rooms().unwrap().len(), 2);
    assert_eq!(reader.read(&rooms[1].0).unwrap().records.len(), 3);
}
