//! Files of a data folder that are gone, cut off or another's: refused in a sentence and left as
//! they are, or taken up with everything that was in them; and what crashes leave, which is
//! neither.

use std::fs;
use std::path::{Path, PathBuf};

use fangqi_server::log::{Entry, LogError, RoomLog, SqliteLog, SqliteReader};
use fangqi_server::session::RoomId;
use rusqlite::Connection;
use tempfile::TempDir;

use crate::support::{append, direct, numbers, open, play, played, record};

const MAIN: &str = "rooms.sqlite";
const WAL: &str = "rooms.sqlite-wal";
/// Bytes of the head of a write-ahead log, and of a frame with a page of 4 KiB.
const WAL_HEAD: usize = 32;
const FRAME: usize = 24 + 4096;

/// Copies the files of a folder as a crash at this moment would leave them.
fn image(of: &Path) -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    for name in [MAIN, WAL] {
        if of.join(name).exists() {
            fs::copy(of.join(name), copy.path().join(name)).unwrap();
        }
    }
    copy
}

/// What a program leaves that was ended with twenty inputs of a room in its write-ahead log.
fn crashed() -> (TempDir, RoomId) {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path());
    let room = played(&log, 20);
    (image(folder.path()), room)
}

/// What a program leaves that has stopped, with many pages.
fn stopped() -> (TempDir, RoomId) {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path());
    let room = played(&log, 0);
    let text = "0123456789abcdef".repeat(100);
    for event in 1..=50 {
        let record = record(event, &format!("{event}{text}"));
        append(&log, &room, Entry::Record { event, record }).unwrap();
    }
    drop(log);
    (image(folder.path()), room)
}

fn change(folder: &Path, name: &str, change: impl FnOnce(&mut Vec<u8>)) {
    let path = folder.join(name);
    let mut bytes = fs::read(&path).unwrap();
    change(&mut bytes);
    fs::write(path, bytes).unwrap();
}

/// Every file but the lock, with what is in it.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries.filter(|path| !path.ends_with("lock")).collect();
    files.sort();
    files.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

/// Asserts that a folder is refused twice with these words, and that nothing in it changes.
fn refuses(folder: &Path, words: &[&str]) -> LogError {
    let before = contents(folder);
    let mut refusal = None;
    for _ in 0..2 {
        let error = SqliteLog::open(folder).expect_err(words[0]);
        let text = error.to_string();
        for word in words.iter().chain(&[MAIN]) {
            assert!(text.contains(word), "`{word}` is not in: {text}");
        }
        assert_eq!(contents(folder), before, "{text}");
        refusal = Some(error);
    }
    refusal.unwrap()
}

/// Asserts that a folder is taken up with the first inputs of a room.
fn has(folder: &Path, room: &RoomId, inputs: u64) {
    let log = open(folder);
    assert_eq!(numbers(&log, room).0, (1..=inputs).collect::<Vec<_>>());
    play(&log, room, inputs + 1, inputs + 2);
    drop(log);
    assert_eq!(numbers(&open(folder), room).0.len() as u64, inputs + 2);
}

#[test]
fn a_crash_costs_nothing() {
    let (folder, room) = crashed();
    has(folder.path(), &room, 20);
    let (folder, room) = stopped();
    has(folder.path(), &room, 50);
}

#[test]
fn an_empty_file_is_no_log() {
    let (folder, _) = crashed();
    change(folder.path(), MAIN, Vec::clear);
    refuses(folder.path(), &["empty (0 bytes)", WAL, "what was written last"]);
    assert!(SqliteReader::open(folder.path()).is_err());
    fs::write(folder.path().join(WAL), vec![0; 1 << 20]).unwrap();
    refuses(folder.path(), &["empty (0 bytes)", "copy"]);
    fs::remove_file(folder.path().join(WAL)).unwrap();
    refuses(folder.path(), &["empty (0 bytes)", "copy"]);
    let told = SqliteReader::open(folder.path()).unwrap_err().to_string();
    assert!(told.contains("empty (0 bytes)"), "{told}");
}

#[test]
fn a_missing_file_is_missed_where_something_of_it_is_left() {
    for leftover in [WAL, "rooms.sqlite-journal"] {
        let (folder, _) = crashed();
        fs::remove_file(folder.path().join(MAIN)).unwrap();
        fs::rename(folder.path().join(WAL), folder.path().join(leftover)).unwrap();
        refuses(folder.path(), &["is missing", leftover]);
    }
    // Zeros are only the place for something.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(WAL), vec![0; 1 << 20]).unwrap();
    let room = played(&open(folder.path()), 3);
    has(folder.path(), &room, 3);
}

#[test]
fn what_is_not_sqlites_is_not_opened_whatever_lies_beside_it() {
    for bytes in [
        b"x".to_vec(),
        b"SQLite format 3".to_vec(),
        b"SQLite format 3\0".to_vec(),
        vec![0; 99],
        vec![0; 8192],
        b"rooms\n".repeat(2000),
        [b"SQLite format 3\0".to_vec(), vec![0; 8000]].concat(),
    ] {
        let (folder, _) = crashed();
        fs::write(folder.path().join(MAIN), bytes).unwrap();
        let error = refuses(folder.path(), &["is not a log of rooms"]);
        assert!(matches!(error, LogError::Foreign { .. }), "{error:?}");
        assert!(SqliteReader::open(folder.path()).is_err());
    }
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(MAIN)).unwrap();
    let told = SqliteLog::open(folder.path()).unwrap_err().to_string();
    assert!(told.contains("is no file"), "{told}");
    #[cfg(unix)]
    {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/nowhere/at/all", folder.path().join(MAIN)).unwrap();
        let told = SqliteLog::open(folder.path()).unwrap_err().to_string();
        assert!(told.contains("leads nowhere"), "{told}");
    }
}

#[test]
fn a_file_that_is_cut_off_is_refused_wherever_the_cut_is() {
    let (whole, room) = stopped();
    let length = fs::metadata(whole.path().join(MAIN)).unwrap().len() as usize;
    assert!(length > 20 * 4096, "{length}");
    for cut in [100, 512, 4095, 4096, 4097, 8192, length / 2, length - 4096, length - 1] {
        let folder = image(whole.path());
        change(folder.path(), MAIN, |bytes| bytes.truncate(cut));
        refuses(folder.path(), &["cut off", "copy"]);
    }
    // Longer than it says does no harm.
    change(whole.path(), MAIN, |bytes| bytes.extend([0; 4096]));
    has(whole.path(), &room, 50);
    // What is missing in the file may be in the write-ahead log, but not all of it is.
    let (folder, _) = crashed();
    change(folder.path(), MAIN, |bytes| bytes.truncate(4096));
    refuses(folder.path(), &["cut off", WAL]);
}

#[test]
fn a_crash_while_pages_are_brought_home_costs_nothing() {
    let source = tempfile::tempdir().unwrap();
    let log = open(source.path());
    let room = played(&log, 0);
    let text = "0123456789abcdef".repeat(100);
    for event in 1..=50 {
        let record = record(event, &format!("{event}{text}"));
        append(&log, &room, Entry::Record { event, record }).unwrap();
    }
    let before = image(source.path());
    drop(log);
    let home = fs::read(source.path().join(MAIN)).unwrap();
    // Pages come home one after the other, the first of which says how many there are.
    for pages in [1, 2, 5, 10, home.len() / 4096 - 1] {
        let folder = image(before.path());
        change(folder.path(), MAIN, |bytes| {
            let come = pages * 4096;
            bytes.resize(bytes.len().max(come), 0);
            bytes[..come].copy_from_slice(&home[..come]);
        });
        has(folder.path(), &room, 50);
    }
}

#[test]
fn a_write_ahead_log_of_another_file_is_not_taken_for_this_ones() {
    // Of pages of another size.
    let (folder, _) = crashed();
    let other = tempfile::tempdir().unwrap();
    let connection = Connection::open(other.path().join(MAIN)).unwrap();
    connection.pragma_update(None, "page_size", 1024).unwrap();
    connection.pragma_update(None, "journal_mode", "wal").unwrap();
    connection.execute_batch("CREATE TABLE a (b); INSERT INTO a VALUES (1)").unwrap();
    fs::copy(other.path().join(WAL), folder.path().join(WAL)).unwrap();
    refuses(folder.path(), &["belongs to another file", "1024"]);
    // Its head is another's, or is lost.
    let (other, _) = crashed();
    let head = fs::read(other.path().join(WAL)).unwrap()[..WAL_HEAD].to_vec();
    for head in [head, vec![0; WAL_HEAD], vec![0xA5; WAL_HEAD], b"x".repeat(WAL_HEAD)] {
        let (folder, _) = crashed();
        change(folder.path(), WAL, |bytes| bytes[..WAL_HEAD].copy_from_slice(&head));
        refuses(folder.path(), &["the beginning of rooms.sqlite-wal", "move it away"]);
    }
    let (folder, _) = crashed();
    fs::write(folder.path().join(WAL), "no log at all ".repeat(1000)).unwrap();
    refuses(folder.path(), &["the beginning of rooms.sqlite-wal"]);
    let (whole, _) = crashed();
    for bit in 0..WAL_HEAD * 8 {
        let folder = image(whole.path());
        change(folder.path(), WAL, |bytes| bytes[bit / 8] ^= 1 << (bit % 8));
        refuses(folder.path(), &[WAL]);
    }
}

/// Bytes of a write-ahead log up to the end of its last frame.
fn used(wal: &[u8]) -> usize {
    let last = wal.iter().rposition(|byte| *byte != 0).unwrap();
    (last - WAL_HEAD).next_multiple_of(FRAME) + WAL_HEAD
}

#[test]
fn a_write_ahead_log_that_a_crash_cut_short_is_read_as_far_as_it_goes() {
    let (whole, room) = crashed();
    let wal = fs::read(whole.path().join(WAL)).unwrap();
    let used = used(&wal);
    let mut seen = Vec::new();
    for length in (0..used).step_by(FRAME / 2).chain([10, WAL_HEAD]) {
        // A head is written whole or not at all.
        let rests = if (1..WAL_HEAD).contains(&length) { 1 } else { 2 };
        for rest in [0, wal.len() - length].into_iter().take(rests) {
            let folder = image(whole.path());
            change(folder.path(), WAL, |bytes| {
                bytes.truncate(length);
                bytes.resize(length + rest, 0);
            });
            let log = open(folder.path());
            let inputs = match log.read(&room) {
                Ok(stored) => stored.records.len(),
                Err(LogError::NoSuchRoom(_)) => 0,
                Err(error) => panic!("{error}"),
            };
            seen.push(inputs);
            drop(log);
            let aside: Vec<_> = contents(folder.path())
                .into_iter()
                .filter(|(path, _)| path.to_string_lossy().contains("damaged"))
                .collect();
            assert!(aside.is_empty(), "{aside:?}");
        }
    }
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.first(), Some(&0));
    assert_eq!(seen.last(), Some(&19), "only the last was not whole: {seen:?}");
}

#[test]
fn of_a_log_damaged_before_its_end_the_beginning_is_taken_up_and_all_of_it_is_kept() {
    let (whole, room) = crashed();
    let wal = fs::read(whole.path().join(WAL)).unwrap();
    // Behind the frames that made the tables.
    let late = WAL_HEAD + (used(&wal) - WAL_HEAD) / FRAME * 3 / 4 * FRAME;
    // In a frame's head, in its sum, and in its page.
    for at in [late, late + 8, late + 16, late + 2000] {
        let folder = image(whole.path());
        change(folder.path(), WAL, |bytes| bytes[at] ^= 0x10);
        let damaged = fs::read(folder.path().join(WAL)).unwrap();
        let log = open(folder.path());
        let inputs = numbers(&log, &room).0.len();
        assert!((1..20).contains(&inputs), "{inputs}");
        drop(log);
        let copy = folder.path().join("rooms.sqlite-wal.damaged-1");
        assert_eq!(fs::read(copy).unwrap(), damaged, "byte {at}");
    }
}

#[test]
fn what_is_left_of_an_earlier_turn_of_the_log_is_not_taken_for_damage() {
    let source = tempfile::tempdir().unwrap();
    let log = open(source.path());
    let room = played(&log, 20);
    let before = fs::read(source.path().join(WAL)).unwrap();
    let home = || {
        let sql = "PRAGMA wal_checkpoint(PASSIVE)";
        direct(source.path()).query_row(sql, [], |row| row.get::<_, i64>(1)).unwrap()
    };
    assert!(home() > 20);
    play(&log, &room, 21, 22);
    let after = image(source.path());
    let wal = fs::read(after.path().join(WAL)).unwrap();
    assert_ne!(wal[..WAL_HEAD], before[..WAL_HEAD], "the log began anew");
    assert_eq!(used(&wal), used(&before), "over what was there");
    has(after.path(), &room, 22);
    // The new head came to the disk, what follows it did not.
    let torn = image(source.path());
    change(torn.path(), WAL, |bytes| {
        let head = bytes[..WAL_HEAD].to_vec();
        *bytes = before.clone();
        bytes[..WAL_HEAD].copy_from_slice(&head);
    });
    has(torn.path(), &room, 20);
    drop(log);
}

#[test]
fn shared_memory_that_is_left_over_means_nothing() {
    let live = tempfile::tempdir().unwrap();
    let other = open(live.path());
    played(&other, 100);
    let of_another = fs::read(live.path().join("rooms.sqlite-shm")).unwrap();
    for bytes in [Vec::new(), vec![0xA5; 100], vec![0xA5; 32 * 1024], of_another] {
        let (folder, room) = crashed();
        fs::write(folder.path().join("rooms.sqlite-shm"), bytes).unwrap();
        has(folder.path(), &room, 20);
    }
}

#[test]
fn a_folder_whose_making_was_cut_short_is_made_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["rooms.sqlite.new", "rooms.sqlite.new-wal", "rooms.sqlite.new-shm"] {
        fs::write(folder.path().join(name), "half of something").unwrap();
    }
    let room = played(&open(folder.path()), 2);
    has(folder.path(), &room, 2);
    let left = contents(folder.path());
    assert!(left.iter().all(|(path, _)| !path.to_string_lossy().contains(".new")), "{left:?}");
}
