//! Rooms and the packages they are played with.

use fangqi_server::log::{Entry, LogError, MemoryLog, RoomLog};

use crate::support::{
    Kind, Store, append, checkpoint, digest, in_both_stores, meta, numbers, play, played, room,
};

in_both_stores! {
    a_package_is_kept_once_for_all_its_rooms_and_goes_with_the_last,
    a_package_whose_room_is_still_to_come_is_not_dropped,
    a_room_goes_over_to_another_package_that_is_there,
    a_checkpoint_stays_when_nothing_else_could_make_the_room_again,
    a_room_that_was_made_from_a_checkpoint_begins_there_with_its_new_package,
}

fn package(number: u8) -> Entry {
    Entry::Package { digest: digest(number), bytes: vec![number; 5000].into() }
}

fn a_package_is_kept_once_for_all_its_rooms_and_goes_with_the_last<S: Store>(store: &S) {
    let log = store.open();
    let rooms: Vec<_> = (0..10).map(|_| room()).collect();
    for room in &rooms {
        append(&log, room, package(0)).unwrap();
        append(&log, room, Entry::Open(meta(0))).unwrap();
    }
    let packages = || store.count(Kind::Packages);
    assert_eq!(packages(), 1);
    let stored = log.read(&rooms[0]).unwrap().package.unwrap();
    assert_eq!(*stored, [0; 5000]);
    let other = log.read(&rooms[9]).unwrap().package.unwrap();
    assert!(std::sync::Arc::ptr_eq(&stored, &other), "in memory too");
    for room in &rooms[1..] {
        append(&log, room, Entry::Delete).unwrap();
    }
    assert_eq!(S::retain(&log, 0).packages, 0);
    append(&log, &rooms[0], Entry::Delete).unwrap();
    assert_eq!(S::retain(&log, 0).packages, 1);
    assert_eq!(packages(), 0);
    // It can come again.
    append(&log, &rooms[0], package(0)).unwrap();
    append(&log, &rooms[0], Entry::Open(meta(0))).unwrap();
    assert_eq!(packages(), 1);
}

fn a_package_whose_room_is_still_to_come_is_not_dropped<S: Store>(store: &S) {
    let log = store.open();
    let (one, two) = (room(), room());
    append(&log, &one, package(0)).unwrap();
    append(&log, &two, package(0)).unwrap();
    assert_eq!(S::retain(&log, 0).packages, 0);
    append(&log, &one, Entry::Open(meta(0))).unwrap();
    append(&log, &one, Entry::Delete).unwrap();
    assert_eq!(S::retain(&log, 0).packages, 0, "the other room will name it");
    append(&log, &two, Entry::Open(meta(0))).unwrap();
    append(&log, &two, package(7)).unwrap();
    assert_eq!(S::retain(&log, 0).packages, 0);
    append(&log, &two, Entry::Repackage { digest: digest(7), since: 0 }).unwrap();
    assert_eq!(S::retain(&log, 0).packages, 1, "no room is played with the first any more");
}

fn a_room_goes_over_to_another_package_that_is_there<S: Store>(store: &S) {
    let kept = store.open();
    let memory = MemoryLog::new();
    for log in [&kept as &dyn RoomLog, &memory] {
        let room = played(log, 5);
        checkpoint(log, &room, 4);
        let repackage = Entry::Repackage { digest: digest(7), since: 0 };
        let error = append(log, &room, repackage.clone()).unwrap_err();
        assert!(matches!(error, LogError::NoPackage { .. }), "{error}");
        assert!(error.to_string().contains("08080808"), "{error}");
        append(log, &room, package(7)).unwrap();
        append(log, &room, repackage).unwrap();
        let stored = log.read(&room).unwrap();
        assert_eq!(stored.meta.package, digest(7));
        assert_eq!(stored.package.as_deref(), Some(&[7; 5000][..]));
        assert_eq!(stored.repackaged, 5);
        assert_eq!(stored.checkpoint, None, "it was made with the other package");
        assert_eq!(log.rooms().unwrap()[0].1.package, digest(7));
    }
    let room = kept.rooms().unwrap().remove(0).0;
    drop(kept);
    let log = store.open();
    assert_eq!(log.read(&room).unwrap().meta.package, digest(7));
}

fn a_checkpoint_stays_when_nothing_else_could_make_the_room_again<S: Store>(store: &S) {
    let log = store.open();
    let room = played(&log, 9);
    checkpoint(&log, &room, 4);
    checkpoint(&log, &room, 6);
    assert_eq!(S::retain(&log, u64::MAX).records, 4);
    append(&log, &room, package(1)).unwrap();
    append(&log, &room, Entry::Repackage { digest: digest(1), since: 0 }).unwrap();
    assert_eq!(numbers(&log, &room), ((5..=9).collect(), Some(6)));
    play(&log, &room, 10, 10);
}

fn a_room_that_was_made_from_a_checkpoint_begins_there_with_its_new_package<S: Store>(store: &S) {
    let kept = store.open();
    let memory = MemoryLog::new();
    for log in [&kept as &dyn RoomLog, &memory] {
        let room = played(log, 9);
        for event in [4, 6] {
            checkpoint(log, &room, event);
        }
        append(log, &room, package(7)).unwrap();
        let since = |since| Entry::Repackage { digest: digest(7), since };
        let error = append(log, &room, since(5)).unwrap_err();
        assert!(matches!(error, LogError::OutOfOrder { event: 5, .. }), "{error}");
        assert_eq!(numbers(log, &room), ((1..=9).collect(), Some(6)), "nothing was done");
        append(log, &room, since(6)).unwrap();
        assert_eq!(numbers(log, &room), ((7..=9).collect(), Some(6)));
        let stored = log.read(&room).unwrap();
        assert_eq!((stored.first_event, stored.repackaged), (7, 9));
        assert_eq!(stored.meta.package, digest(7));
        play(log, &room, 10, 12);
        checkpoint(log, &room, 11);
        append(log, &room, package(8)).unwrap();
        append(log, &room, Entry::Repackage { digest: digest(8), since: 11 }).unwrap();
        assert_eq!(numbers(log, &room), (vec![12], Some(11)));
    }
}
