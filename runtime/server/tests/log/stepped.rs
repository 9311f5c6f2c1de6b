//! The log without threads, as simulations use it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use fangqi_server::log::{Entry, LogError, RoomLog, SqliteLog};
use fangqi_server::session::RoomId;

use crate::support::{meta, record, room};

/// Appends, and counts acknowledgements.
fn give(log: &SqliteLog, room: &RoomId, entry: Entry, done: &Arc<AtomicUsize>) {
    let done = Arc::clone(done);
    let ack = move |result: Result<(), LogError>| {
        result.unwrap();
        done.fetch_add(1, Ordering::SeqCst);
    };
    log.append(&log.lease(room).unwrap(), entry, Box::new(ack));
}

#[test]
fn nothing_happens_between_steps_and_a_step_is_one_transaction() {
    for vfs in [None, Some("unix-none")] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let log = SqliteLog::open_stepped(&path, vfs).unwrap();
        let (room, done) = (room(), Arc::new(AtomicUsize::new(0)));
        give(&log, &room, Entry::Open(meta(0)), &done);
        for event in 1..=9 {
            let entry = Entry::Record { event, record: record(event, "x") };
            give(&log, &room, entry, &done);
        }
        assert_eq!(done.load(Ordering::SeqCst), 0);
        assert_eq!(log.step(), 10);
        assert_eq!(done.load(Ordering::SeqCst), 10);
        assert_eq!(log.step(), 0);
        // What is queued when the program dies never happened.
        give(&log, &room, Entry::Record { event: 10, record: record(10, "x") }, &done);
        drop(log);
        let log = SqliteLog::open_stepped(&path, vfs).unwrap();
        assert_eq!(log.read(&room).unwrap().records.len(), 9);
        // Reading waits for what is on its way, here by doing it.
        give(&log, &room, Entry::Record { event: 10, record: record(10, "x") }, &done);
        assert_eq!(log.read(&room).unwrap().records.len(), 10);
    }
}

#[test]
fn two_logs_on_one_file_are_told_apart_by_their_epochs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let former = SqliteLog::open_stepped(&path, None).unwrap();
    let (room, done) = (room(), Arc::new(AtomicUsize::new(0)));
    give(&former, &room, Entry::Open(meta(0)), &done);
    former.step();
    let present = SqliteLog::open_stepped(&path, None).unwrap();
    let lease = former.lease(&room).unwrap();
    assert_eq!(present.lease(&room).unwrap().epoch(), lease.epoch() + 1);
    let refused = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&refused);
    let entry = Entry::Record { event: 1, record: record(1, "former") };
    let ack = move |result: Result<(), LogError>| {
        assert!(matches!(result, Err(LogError::Stale { epoch: 1, current: 2, .. })), "{result:?}");
        seen.fetch_add(1, Ordering::SeqCst);
    };
    former.append(&lease, entry, Box::new(ack));
    give(&present, &room, Entry::Record { event: 1, record: record(1, "present") }, &done);
    former.step();
    present.step();
    assert_eq!((done.load(Ordering::SeqCst), refused.load(Ordering::SeqCst)), (2, 1));
    assert_eq!(present.read(&room).unwrap().records, [record(1, "present")]);
}
