//! Dropping what is old, and giving the space back.

use std::time::{Duration, Instant};

use fangqi_server::log::{Entry, Freed, LogError, RoomLog};

use crate::support::{
    Store, append, checkpoint, direct, in_both_stores, meta, numbers, open, play, played, record,
    room,
};

in_both_stores! {
    inputs_before_the_last_but_one_checkpoint_are_dropped_once_that_is_old,
}

fn inputs_before_the_last_but_one_checkpoint_are_dropped_once_that_is_old<S: Store>(store: &S) {
    let log = store.open();
    let (room, once, never) = (played(&log, 10), played(&log, 10), played(&log, 10));
    for event in [3, 5, 8] {
        checkpoint(&log, &room, event);
    }
    checkpoint(&log, &once, 9);
    // Made just now, so not older than an hour ago.
    let hour_ago =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs()
            - 3600;
    assert_eq!(S::retain(&log, hour_ago), Freed::default());
    store.age_checkpoint(&room, 5, 7200);
    assert_eq!(S::retain(&log, hour_ago), Freed { records: 5, packages: 0 });
    assert_eq!(S::retain(&log, hour_ago), Freed::default());
    assert_eq!(numbers(&log, &room), ((6..=10).collect(), Some(8)));
    assert_eq!(numbers(&log, &once), ((1..=10).collect(), Some(9)));
    assert_eq!(numbers(&log, &never), ((1..=10).collect(), None));
    play(&log, &room, 11, 12);
    drop(log);
    let log = store.open();
    assert_eq!(numbers(&log, &room), ((6..=12).collect(), Some(8)));
    // If the newer checkpoint is damaged, the older one still does.
    store.harm_checkpoint(&room, 8, &[0]);
    assert_eq!(numbers(&log, &room), ((6..=12).collect(), Some(5)));
    // Without either, there is no way back, and it is said which room it is.
    store.harm_checkpoint(&room, 5, &[0]);
    let error = log.read(&room).unwrap_err();
    assert!(matches!(error, LogError::Damaged { event: 6, .. }), "{error}");
    assert!(error.to_string().contains(room.as_str()), "{error}");
}

#[test]
fn the_file_shrinks_when_rooms_are_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rooms.sqlite");
    let log = open(folder.path());
    let kept = played(&log, 5);
    let rooms: Vec<_> = (0..40).map(|_| room()).collect();
    let text: String = (0..4000u32).map(|i| char::from(b'a' + (i * i % 23) as u8)).collect();
    for room in &rooms {
        let lease = log.lease(room).unwrap();
        log.append(&lease, Entry::Open(meta(0)), Box::new(|result| result.unwrap()));
        for event in 1..=100 {
            let record = record(event, &format!("{room}{event}{text}"));
            let entry = Entry::Record { event, record };
            log.append(&lease, entry, Box::new(|result| result.unwrap()));
        }
    }
    drop(log);
    let full = std::fs::metadata(&path).unwrap().len();
    assert!(full > 4 << 20, "{full} bytes");
    let log = open(folder.path());
    for room in &rooms {
        append(&log, room, Entry::Delete).unwrap();
    }
    let pages = || -> i64 {
        direct(folder.path()).pragma_query_value(None, "page_count", |row| row.get(0)).unwrap()
    };
    // The writer gives pages back when it has nothing else to do.
    let until = Instant::now() + Duration::from_secs(30);
    while pages() > 1000 {
        assert!(Instant::now() < until, "{} pages are still there", pages());
        std::thread::sleep(Duration::from_millis(100));
    }
    drop(log);
    let small = std::fs::metadata(&path).unwrap().len();
    assert!(small < full / 2, "{full} bytes became {small}");
    assert_eq!(numbers(&open(folder.path()), &kept).0, [1, 2, 3, 4, 5]);
}
