//! Reading beside servers.

use fangqi_server::log::{LogError, PostgresReader, RoomLog};

use super::cluster::{Database, database};
use crate::support::{numbers, play, played};

/// Servers and heartbeats that the database knows of.
fn servers(database: &Database<'_>) -> String {
    database.value("SELECT coalesce(string_agg(name || epoch || fenced, ' '), '') FROM node_fence")
}

#[test]
fn a_reader_sees_the_rooms_of_all_servers_and_is_none() {
    let database = database();
    let (one, two) = (database.open_as("one"), database.open_as("two"));
    let mut rooms = [played(&one, 3), played(&two, 2)];
    let before = servers(&database);
    let reader = PostgresReader::open(&database.url(), None).unwrap();
    let mut listed = reader.rooms().unwrap();
    for room in &rooms {
        let (read, kept) = (reader.read(room).unwrap(), one.read(room).unwrap());
        assert_eq!((read.meta, read.records), (kept.meta, kept.records));
        assert_eq!((read.first_event, read.lost, read.package), (1, None, kept.package));
    }
    // Both go on, and the reader sees it.
    play(&one, &rooms[0], 4, 4);
    assert_eq!(numbers(&one, &rooms[0]).0, [1, 2, 3, 4]);
    assert_eq!(reader.read(&rooms[0]).unwrap().records.len(), 4);
    assert_eq!(servers(&database), before);
    rooms.sort();
    listed.sort();
    assert_eq!(listed, rooms);
    let strange = fangqi_server::session::RoomId::random().unwrap();
    assert!(matches!(reader.read(&strange), Err(LogError::NoSuchRoom(_))));
}

#[test]
fn a_reader_leaves_an_empty_database_empty_and_knows_its_own_version_only() {
    let database = database();
    let error = PostgresReader::open(&database.url(), None).unwrap_err().to_string();
    assert!(error.contains("no server has kept rooms in it"), "{error}");
    let there = "SELECT to_regnamespace('fangqi') IS NULL";
    assert_eq!(database.value(there), "true");
    drop(database.open());
    database.execute("UPDATE version SET number = 99");
    let error = PostgresReader::open(&database.url(), None).unwrap_err().to_string();
    assert!(error.contains("its tables are of version 99"), "{error}");
}
