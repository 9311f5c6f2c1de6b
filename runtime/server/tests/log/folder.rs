//! Data folders that cannot be used, and those that stop being usable.

use std::sync::mpsc;

use fangqi_server::log::{Entry, LogError, RoomLog, SqliteLog, SqliteReader};

use crate::support::{Mount, append, direct, meta, numbers, open, play, played, record, room};

fn refused(folder: &std::path::Path) -> String {
    SqliteLog::open(folder).unwrap_err().to_string()
}

#[test]
fn a_folder_belongs_to_one_program_until_that_ends() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path());
    let room = played(&log, 3);
    let told = refused(folder.path());
    let (shown, process) = (folder.path().display().to_string(), std::process::id().to_string());
    assert!(told.contains(&shown) && told.contains(&format!("process {process}")), "{told}");
    // Looking is allowed all the while.
    let reader = SqliteReader::open(folder.path()).unwrap();
    assert_eq!(reader.read(&room).unwrap().records.len(), 3);
    play(&log, &room, 4, 4);
    assert_eq!(reader.read(&room).unwrap().records.len(), 4);
    drop(log);
    assert_eq!(numbers(&open(folder.path()), &room).0, [1, 2, 3, 4]);
}

#[test]
fn a_writer_that_lost_the_folder_writes_nothing_more() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path());
    let room = played(&log, 3);
    // As on a file system without locks, or for a program that slept while another took over.
    direct(folder.path()).execute("UPDATE folder SET epoch = epoch + 1", []).unwrap();
    let entry = Entry::Record { event: 4, record: record(4, "too late") };
    let error = append(&log, &room, entry).unwrap_err();
    assert!(matches!(error, LogError::Stale { .. }), "{error}");
    assert!(error.to_string().contains(room.as_str()), "{error}");
    assert!(log.retain(u64::MAX).unwrap() == fangqi_server::log::Freed::default());
    drop(log);
    assert_eq!(numbers(&open(folder.path()), &room).0, [1, 2, 3]);
}

#[test]
fn a_log_of_a_newer_version_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    drop(open(folder.path()));
    direct(folder.path()).pragma_update(None, "user_version", 99).unwrap();
    let told = refused(folder.path());
    assert!(told.contains("rooms.sqlite is of version 99"), "{told}");
    assert!(SqliteReader::open(folder.path()).is_err());
    // It was not touched.
    let version: i64 =
        direct(folder.path()).pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 99);
}

#[test]
fn a_log_of_version_2_is_brought_to_todays() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path());
    let room = played(&log, 3);
    drop(log);
    let before = direct(folder.path());
    before.execute_batch("DROP TABLE visits; PRAGMA user_version = 2").unwrap();
    drop(before);
    let log = open(folder.path());
    assert_eq!(numbers(&log, &room).0, [1, 2, 3]);
    assert_eq!(log.visits().unwrap().len(), 1);
    drop(log);
    let version: i64 =
        direct(folder.path()).pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert!(version > 2, "a program of version 2 must not open it");
}

#[test]
fn what_is_no_data_folder_is_refused_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    assert!(refused(&file).contains("file is not a folder"), "{}", refused(&file));
    assert!(refused(&file.join("data")).contains("data"), "{}", refused(&file.join("data")));

    let noise = tempfile::tempdir().unwrap();
    std::fs::write(noise.path().join("rooms.sqlite"), "no database at all ".repeat(100)).unwrap();
    assert!(refused(noise.path()).contains("is not a log of rooms"), "{}", refused(noise.path()));

    let foreign = tempfile::tempdir().unwrap();
    direct(foreign.path()).execute_batch("CREATE TABLE songs (title TEXT)").unwrap();
    assert!(refused(foreign.path()).contains("another program"), "{}", refused(foreign.path()));

    let empty = tempfile::tempdir().unwrap();
    let error = SqliteReader::open(empty.path()).unwrap_err().to_string();
    assert!(error.contains("rooms.sqlite") && error.contains("no such file"), "{error}");
}

#[test]
fn a_folder_that_may_only_be_read_is_refused_but_can_be_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mount) = Mount::new(folder.path(), "size=4m") else {
        eprintln!("left out: this user may not mount");
        return;
    };
    let log = open(folder.path());
    let room = played(&log, 3);
    drop(log);
    mount.change("remount,ro");
    let told = refused(folder.path());
    assert!(told.contains("cannot be written to"), "{told}");
    let reader = SqliteReader::open(folder.path()).unwrap();
    assert_eq!(reader.read(&room).unwrap().records.len(), 3);
}

/// Fills the store until it refuses; gives how many inputs it acknowledged.
fn fill(log: &SqliteLog, room: &fangqi_server::session::RoomId, from: u64) -> u64 {
    let text: String = (0..2000u32).map(|i| char::from(b'a' + (i * i % 23) as u8)).collect();
    for event in from..100_000 {
        let text = format!("{event}{text}");
        match append(log, room, Entry::Record { event, record: record(event, &text) }) {
            Ok(()) => {}
            Err(error) => {
                assert!(matches!(error, LogError::Full { .. }), "{error}");
                assert!(error.to_string().contains("no space left"), "{error}");
                return event - 1;
            }
        }
    }
    panic!("there is no end of space");
}

#[test]
fn a_full_disk_costs_nothing_that_was_acknowledged_and_ends_when_there_is_space_again() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mount) = Mount::new(folder.path(), "size=2m") else {
        eprintln!("left out: this user may not mount");
        return;
    };
    let log = open(folder.path());
    let room = played(&log, 3);
    let last = fill(&log, &room, 4);
    assert!(last > 50, "{last} inputs fit");
    let kept = |log: &SqliteLog| numbers(log, &room).0;
    assert_eq!(kept(&log), (1..=last).collect::<Vec<_>>());
    mount.change("remount,size=8m");
    play(&log, &room, last + 1, last + 10);
    drop(log);
    let log = open(folder.path());
    assert_eq!(kept(&log), (1..=last + 10).collect::<Vec<_>>());
    drop(log);
    drop(mount);
}

#[test]
fn a_full_file_costs_all_rooms_of_the_batch_but_nothing_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rooms.sqlite");
    let log = SqliteLog::open_stepped(&path, None).unwrap();
    let rooms: Vec<_> = (0..50).map(|_| room()).collect();
    let give = |room: &fangqi_server::session::RoomId, entry| {
        let (sender, receiver) = mpsc::channel();
        let lease = log.lease(room).unwrap();
        log.append(&lease, entry, Box::new(move |result| sender.send(result).unwrap()));
        receiver
    };
    for room in &rooms {
        let opened = give(room, Entry::Open(meta(0)));
        log.step();
        opened.recv().unwrap().unwrap();
    }
    log.limit_pages(200);
    let text: String = (0..3000u32).map(|i| char::from(b'a' + (i * i % 23) as u8)).collect();
    let mut done = 0;
    for event in 1..1000 {
        let answers: Vec<_> = rooms
            .iter()
            .map(|room| {
                let text = format!("{event}{text}");
                give(room, Entry::Record { event, record: record(event, &text) })
            })
            .collect();
        assert_eq!(log.step(), rooms.len());
        let answers: Vec<_> = answers.into_iter().map(|answer| answer.recv().unwrap()).collect();
        if answers.iter().all(Result::is_ok) {
            done = event;
            continue;
        }
        assert!(answers.iter().all(|answer| matches!(answer, Err(LogError::Full { .. }))));
        break;
    }
    assert!(done > 0);
    for room in &rooms {
        assert_eq!(numbers(&log, room).0, (1..=done).collect::<Vec<_>>());
    }
}
