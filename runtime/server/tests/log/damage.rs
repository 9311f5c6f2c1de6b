//! Damage is found, kept apart, and costs no more than it must.

use std::io::{Read, Seek, SeekFrom, Write};

use fangqi_server::log::{Entry, LogError, RoomLog, encode_record};

use crate::support::{
    Kind, Store, append, checkpoint, direct, in_both_stores, meta, numbers, open, play, played,
    record, room,
};

in_both_stores! {
    a_flipped_bit_anywhere_in_the_last_record_costs_that_record_alone,
    a_record_cut_short_anywhere_is_found,
    a_missing_record_ends_the_room_there_and_what_followed_is_kept_apart,
    damage_lets_go_of_checkpoints_made_after_it_and_keeps_those_before,
    a_tail_that_is_gone_is_noticed_if_a_checkpoint_knows_of_it,
    a_damaged_checkpoint_falls_back_to_the_older_one_and_then_to_the_start,
    what_a_room_was_opened_with_is_protected_too,
}

fn a_flipped_bit_anywhere_in_the_last_record_costs_that_record_alone(store: &impl Store) {
    let log = store.open();
    let sound = encode_record(&record(4, "hello")).unwrap();
    for index in 0..sound.len() {
        let room = played(&log, 4);
        let mut bytes = sound.clone();
        bytes[index] ^= 1 << (index % 8);
        store.harm_record(&room, 4, Some(&bytes));
        let stored = log.read(&room).unwrap();
        assert_eq!(stored.records, (1..=3).map(|tick| record(tick, "hello")).collect::<Vec<_>>());
        let lost = stored.lost.unwrap_or_else(|| panic!("byte {index} is not protected"));
        assert_eq!((lost.event, lost.records), (4, 1));
        // The room goes on from there, and is sound from now on.
        play(&log, &room, 4, 5);
        assert_eq!(numbers(&log, &room), ((1..=5).collect(), None));
        assert_eq!(log.read(&room).unwrap().lost, None);
    }
    let aside = store.cut_records();
    assert_eq!(aside.len(), sound.len());
    assert!(aside.iter().all(|(event, reason)| *event == 4 && !reason.is_empty()));
}

fn a_record_cut_short_anywhere_is_found(store: &impl Store) {
    let log = store.open();
    let sound = encode_record(&record(2, "hello")).unwrap();
    for length in 0..sound.len() {
        let room = played(&log, 3);
        store.harm_record(&room, 2, Some(&sound[..length]));
        let stored = log.read(&room).unwrap();
        assert_eq!(stored.records, [record(1, "hello")], "{length} bytes");
        let lost = stored.lost.unwrap();
        assert_eq!((lost.event, lost.records), (2, 2), "the one after it is of no use either");
    }
}

fn a_missing_record_ends_the_room_there_and_what_followed_is_kept_apart(store: &impl Store) {
    // Nothing tells of the last one if it is missing.
    for missing in 1..=5 {
        let log = store.open();
        let room = played(&log, 6);
        let before = store.cut_records().len();
        store.harm_record(&room, missing, None);
        let (ticks, _) = numbers(&log, &room);
        assert_eq!(ticks, (1..missing).collect::<Vec<_>>());
        assert_eq!((store.cut_records().len() - before) as u64, 6 - missing);
        play(&log, &room, missing, 9);
        drop(log);
        assert_eq!(numbers(&store.open(), &room), ((1..=9).collect(), None));
    }
    let mut aside: Vec<u64> = store.cut_records().iter().map(|(event, _)| *event).collect();
    aside.sort_unstable();
    assert_eq!(aside, [2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6]);
}

fn damage_lets_go_of_checkpoints_made_after_it_and_keeps_those_before(store: &impl Store) {
    let log = store.open();
    let room = played(&log, 10);
    checkpoint(&log, &room, 4);
    checkpoint(&log, &room, 7);
    store.harm_record(&room, 6, Some(&[0]));
    let lost = log.read(&room).unwrap().lost.unwrap();
    assert_eq!((lost.event, lost.records), (6, 5));
    assert_eq!(numbers(&log, &room), (vec![1, 2, 3, 4, 5], Some(4)));
    play(&log, &room, 6, 8);
    drop(log);
    assert_eq!(numbers(&store.open(), &room), ((1..=8).collect(), Some(4)));
}

fn a_tail_that_is_gone_is_noticed_if_a_checkpoint_knows_of_it(store: &impl Store) {
    let log = store.open();
    let room = played(&log, 9);
    checkpoint(&log, &room, 8);
    (6..=9).for_each(|event| store.harm_record(&room, event, None));
    let lost = log.read(&room).unwrap().lost.unwrap();
    assert_eq!((lost.event, lost.records), (6, 3));
    assert_eq!(numbers(&log, &room), (vec![1, 2, 3, 4, 5], None));
    play(&log, &room, 6, 6);
}

fn a_damaged_checkpoint_falls_back_to_the_older_one_and_then_to_the_start(store: &impl Store) {
    let log = store.open();
    let room = played(&log, 9);
    for event in [3, 5, 8] {
        checkpoint(&log, &room, event);
    }
    assert_eq!(store.count(Kind::Checkpoints), 2);
    let all: Vec<u64> = (1..=9).collect();
    assert_eq!(numbers(&log, &room), (all.clone(), Some(8)));
    // One in the wrong place is no checkpoint either.
    store.harm_checkpoint(&room, 8, &store.checkpoint(&room, 5));
    assert_eq!(numbers(&log, &room), (all.clone(), Some(5)));
    store.harm_checkpoint(&room, 5, &[0x12, 0x34]);
    assert_eq!(numbers(&log, &room), (all, None));
}

fn what_a_room_was_opened_with_is_protected_too(store: &impl Store) {
    let log = store.open();
    let (harmed, other) = (played(&log, 2), played(&log, 2));
    let bytes = store.meta(&harmed);
    for index in 0..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[index] ^= 0x40;
        store.harm_meta(&harmed, &bytes);
        let error = log.read(&harmed).unwrap_err();
        assert!(matches!(error, LogError::Damaged { event: 0, .. }), "{error}");
        assert!(error.to_string().contains(harmed.as_str()), "{error}");
    }
    let listed: Vec<_> = log.rooms().unwrap().into_iter().map(|(room, _)| room).collect();
    assert_eq!(listed, std::slice::from_ref(&other), "the others are still there");
    assert_eq!(numbers(&log, &other).0, [1, 2]);
}

/// Overwrites a page of the file with noise.
fn spoil_page(folder: &std::path::Path, page: u64) {
    let path = folder.join("rooms.sqlite");
    let mut file = std::fs::File::options().read(true).write(true).open(path).unwrap();
    let mut head = [0u8; 18];
    file.read_exact(&mut head).unwrap();
    let size = u64::from(u16::from_be_bytes([head[16], head[17]]));
    assert!(size >= 512);
    file.seek(SeekFrom::Start((page - 1) * size)).unwrap();
    file.write_all(&vec![0xa5; size as usize]).unwrap();
}

#[test]
fn a_spoilt_page_harms_the_rooms_on_it_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path());
    let long: String = (0..300u32).map(|i| char::from(b'a' + (i * i % 23) as u8)).collect();
    let mut rooms = Vec::new();
    for _ in 0..20 {
        let room = room();
        append(&log, &room, Entry::Open(meta(0))).unwrap();
        for event in 1..=50 {
            let text = format!("{event}{long}{}", room.as_str());
            append(&log, &room, Entry::Record { event, record: record(event, &text) }).unwrap();
        }
        rooms.push(room);
    }
    drop(log);
    // A leaf in the middle of the records.
    let page: u64 = direct(folder.path())
        .query_row(
            "SELECT pageno FROM dbstat WHERE name = 'records' AND pagetype = 'leaf' \
             ORDER BY path LIMIT 1 OFFSET (SELECT count(*) / 2 FROM dbstat \
             WHERE name = 'records' AND pagetype = 'leaf')",
            [],
            |row| row.get::<_, i64>(0),
        )
        .unwrap()
        .cast_unsigned();
    spoil_page(folder.path(), page);
    let log = open(folder.path());
    let (mut harmed, mut neighbours) = (0, 0);
    for room in &rooms {
        match log.read(room) {
            Ok(stored) => {
                assert_eq!(stored.records.len(), 50);
                // Rooms that are whole go on, in the same transactions as those that are not; only
                // one whose leaf is full may need the spoilt page beside it.
                let entry = Entry::Record { event: 51, record: record(51, "") };
                if let Err(error) = append(&log, room, entry) {
                    neighbours += 1;
                    assert!(matches!(error, LogError::Malformed { .. }), "{error}");
                }
            }
            Err(error) => {
                harmed += 1;
                let text = error.to_string();
                assert!(text.contains("rooms.sqlite is damaged"), "{text}");
                let entry = Entry::Record { event: 51, record: record(51, "") };
                // May or may not be possible; must not harm others.
                let _ = append(&log, room, entry);
            }
        }
    }
    assert!((1..=3).contains(&harmed), "{harmed} rooms are harmed");
    assert!(neighbours <= 1, "{neighbours} rooms beside them cannot go on");
}
