//! The continuous copy: equal to the log, whatever happens to either.

use std::path::Path;
use std::time::{Duration, Instant};

use fangqi_room::PackageDigest;
use fangqi_server::log::{Entry, LogError, RoomLog, SqliteLog, backup};
use fangqi_server::session::TokenKeys;

use crate::support::{
    Mount, append, checkpoint, direct, meta, numbers, open, play, played, record, rows,
};

const PATIENCE: Duration = Duration::from_secs(60);

fn copied(data: &Path, copy: &Path) -> SqliteLog {
    let mut log = open(data);
    TokenKeys::load(data).unwrap();
    log.copy_to(copy).unwrap();
    log
}

/// Waits until a copy that began after this has ended.
fn in_step(log: &SqliteLog) {
    std::thread::sleep(Duration::from_millis(20));
    let began = Instant::now();
    while log.copy_lag().unwrap() > began.elapsed() {
        assert!(began.elapsed() < PATIENCE, "the copy does not come");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Opens what a copy holds as a data folder of its own, without touching it.
fn equal(data: &Path, copy: &Path) {
    let new = tempfile::tempdir().unwrap();
    backup::restore(copy, new.path()).unwrap();
    assert_eq!(rows(new.path()), rows(data));
    let keys = |folder: &Path| std::fs::read(folder.join("token.keys")).unwrap();
    assert_eq!(keys(new.path()), keys(data));
}

/// Inputs that fill several pages each.
fn write(log: &SqliteLog, room: &fangqi_server::session::RoomId, from: u64, to: u64) {
    for event in from..=to {
        // Not to be compressed.
        let mut state = event;
        let mut letter = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(event | 1);
            char::from(b' ' + (state >> 33) as u8 % 90)
        };
        let text: String = (0..9000).map(|_| letter()).collect();
        append(log, room, Entry::Record { event, record: record(event, &text) }).unwrap();
    }
}

#[test]
fn everything_that_happens_to_a_log_happens_to_its_copy() {
    let (data, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let log = copied(data.path(), copy.path());
    let (room, other) = (played(&log, 5), played(&log, 3));
    in_step(&log);
    equal(data.path(), copy.path());
    checkpoint(&log, &room, 3);
    checkpoint(&log, &room, 5);
    append(&log, &other, Entry::Amend { event: 3, record: None }).unwrap();
    let package =
        Entry::Package { digest: PackageDigest::from_bytes([9; 16]), bytes: [1; 9000].into() };
    append(&log, &room, package).unwrap();
    in_step(&log);
    equal(data.path(), copy.path());
    log.retain(u64::MAX).unwrap();
    append(&log, &other, Entry::Delete).unwrap();
    play(&log, &room, 6, 9);
    in_step(&log);
    equal(data.path(), copy.path());
    // What was written last is copied when the log is closed, and after the next start no page is
    // missed either.
    play(&log, &room, 10, 12);
    drop(log);
    equal(data.path(), copy.path());
    let log = copied(data.path(), copy.path());
    play(&log, &room, 13, 14);
    in_step(&log);
    equal(data.path(), copy.path());
}

#[test]
fn no_page_is_missed_while_the_write_ahead_log_is_checkpointed_and_begins_again() {
    let (data, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let log = copied(data.path(), copy.path());
    in_step(&log);
    let rooms: Vec<_> = (0..4).map(|_| played(&log, 1)).collect();
    let salt = || std::fs::read(data.path().join("rooms.sqlite-wal")).unwrap()[16..24].to_vec();
    let mut salts = std::collections::BTreeSet::new();
    for part in 0..30u64 {
        for room in &rooms {
            write(&log, room, 2 + part * 15, 1 + (part + 1) * 15);
        }
        if part % 10 == 5 {
            append(&log, &rooms[(part / 10) as usize], Entry::Delete).unwrap();
            append(&log, &rooms[(part / 10) as usize], Entry::Open(meta(0))).unwrap();
            write(&log, &rooms[(part / 10) as usize], 1, 1 + (part + 1) * 15);
        }
        salts.insert(salt());
        // Until the checkpointer has looked.
        std::thread::sleep(Duration::from_millis(150));
    }
    in_step(&log);
    equal(data.path(), copy.path());
    assert!(salts.len() > 2, "the write-ahead log began {} times", salts.len());
}

#[test]
fn a_reader_that_keeps_changes_in_the_write_ahead_log_does_not_keep_the_copy_from_its_end() {
    let (data, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let log = copied(data.path(), copy.path());
    let room = played(&log, 1);
    in_step(&log);
    let mut reader = direct(data.path());
    let held = reader.transaction().unwrap();
    held.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(())).unwrap();
    // Two thousand pages: more than are copied at a time.
    write(&log, &room, 2, 901);
    in_step(&log);
    drop(held);
    equal(data.path(), copy.path());
}

#[test]
fn a_copy_that_vanishes_or_goes_back_is_made_whole_again() {
    let (data, place) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let copy = place.path().join("copy");
    let log = copied(data.path(), &copy);
    let room = played(&log, 3);
    in_step(&log);
    equal(data.path(), &copy);
    let away = place.path().join("away");
    std::fs::rename(&copy, &away).unwrap();
    play(&log, &room, 4, 6);
    std::thread::sleep(Duration::from_millis(2500));
    assert!(log.copy_lag().unwrap() > Duration::from_secs(1));
    assert!(!copy.exists(), "a folder that is missing may be a disk that is not mounted");
    // It comes back as it was.
    std::fs::rename(&away, &copy).unwrap();
    in_step(&log);
    equal(data.path(), &copy);
    // An older one comes in its place, as after a wrong mount.
    let old = std::fs::read(copy.join("rooms.sqlite")).unwrap();
    write(&log, &room, 7, 60);
    in_step(&log);
    std::fs::write(copy.join("rooms.sqlite"), &old).unwrap();
    play(&log, &room, 61, 61);
    in_step(&log);
    equal(data.path(), &copy);
    // It is emptied, and it is damaged.
    std::fs::remove_file(copy.join("rooms.sqlite")).unwrap();
    in_step(&log);
    equal(data.path(), &copy);
    std::fs::write(copy.join("rooms.sqlite"), "no log at all ".repeat(1000)).unwrap();
    in_step(&log);
    equal(data.path(), &copy);
    let mut bytes = std::fs::read(copy.join("rooms.sqlite")).unwrap();
    let end = bytes.len() - 2000;
    bytes[end..].fill(7);
    std::fs::write(copy.join("rooms.sqlite"), &bytes).unwrap();
    in_step(&log);
    equal(data.path(), &copy);
}

#[test]
fn a_full_copy_holds_nothing_up_and_goes_on_by_itself() {
    let (data, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let Some(mount) = Mount::new(copy.path(), "size=1m") else {
        eprintln!("left out: this user may not mount");
        return;
    };
    let log = copied(data.path(), copy.path());
    let room = played(&log, 3);
    in_step(&log);
    write(&log, &room, 4, 400);
    std::thread::sleep(Duration::from_millis(2500));
    assert!(log.copy_lag().unwrap() > Duration::from_secs(1));
    // The copy is as it was before: nothing of a transaction that did not fit.
    let new = tempfile::tempdir().unwrap();
    backup::restore(copy.path(), new.path()).unwrap();
    let (kept, _) = numbers(&open(new.path()), &room);
    assert_eq!(kept, (1..=kept.len() as u64).collect::<Vec<_>>());
    mount.change("remount,size=64m");
    in_step(&log);
    equal(data.path(), copy.path());
    drop(log);
}

#[test]
fn a_copy_of_another_folder_or_a_newer_one_is_not_overwritten() {
    let (data, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let log = copied(data.path(), copy.path());
    let room = played(&log, 3);
    drop(log);
    let refused = |data: &Path, copy: &Path| {
        let mut log = open(data);
        TokenKeys::load(data).unwrap();
        let error = log.copy_to(copy).unwrap_err();
        assert!(matches!(error, LogError::NoCopy { .. }), "{error}");
        error.to_string()
    };
    // The disk was lost, and the server starts on an empty folder.
    let empty = tempfile::tempdir().unwrap();
    let told = refused(empty.path(), copy.path());
    assert!(told.contains("other keys") && told.contains("restore what is there"), "{told}");
    // An old state of the same folder was put back.
    let old = tempfile::tempdir().unwrap();
    backup::restore(copy.path(), old.path()).unwrap();
    direct(copy.path()).execute("UPDATE folder SET epoch = epoch + 9", []).unwrap();
    let told = refused(old.path(), copy.path());
    assert!(told.contains("newer than the log"), "{told}");
    let told = refused(data.path(), data.path());
    assert!(told.contains("the data folder itself"), "{told}");
    let new = tempfile::tempdir().unwrap();
    backup::restore(copy.path(), new.path()).unwrap();
    assert_eq!(numbers(&open(new.path()), &room).0, [1, 2, 3]);
    // New keys are no other keys.
    TokenKeys::rotate(data.path()).unwrap();
    let log = copied(data.path(), tempfile::tempdir().unwrap().path());
    drop(log);
}

#[test]
fn a_restore_from_a_copy_waits_for_no_server() {
    let (data, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let log = copied(data.path(), copy.path());
    let room = played(&log, 8);
    in_step(&log);
    // While it is copied to.
    let new = tempfile::tempdir().unwrap();
    backup::restore(copy.path(), new.path()).unwrap();
    assert_eq!(numbers(&open(new.path()), &room).0.len(), 8);
    // Left in the middle of a transaction, as by a power cut: SQLite takes it back.
    drop(log);
    let half = tempfile::tempdir().unwrap();
    let path = half.path().join("rooms.sqlite");
    std::fs::copy(copy.path().join("rooms.sqlite"), &path).unwrap();
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.pragma_update(None, "cache_size", 1).unwrap();
    let sql = "BEGIN; DELETE FROM records; CREATE TABLE filler (bytes BLOB); \
               INSERT INTO filler VALUES (randomblob(900000));";
    connection.execute_batch(sql).unwrap();
    let killed = tempfile::tempdir().unwrap();
    for name in ["rooms.sqlite", "rooms.sqlite-journal"] {
        std::fs::copy(half.path().join(name), killed.path().join(name)).unwrap();
    }
    let new = tempfile::tempdir().unwrap();
    backup::restore(killed.path(), new.path()).unwrap();
    assert_eq!(numbers(&open(new.path()), &room).0.len(), 8);
}
