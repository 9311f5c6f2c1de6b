//! Damage is found, kept apart, and costs no more than it must.

use std::io::{Read, Seek, SeekFrom, Write};

use fangqi_server::log::{Entry, LogError, RoomLog, encode_record};

use crate::support::{
    append, checkpoint, direct, meta, numbers, open, play, played, record, room, tamper,
};

fn cut_records(folder: &std::path::Path) -> Vec<(i64, String)> {
    let connection = direct(folder);
    let mut query =
        connection.prepare("SELECT event, reason FROM cut_records ORDER BY event").unwrap();
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

#[test]
fn a_flipped_bit_anywhere_in_the_last_record_costs_that_record_alone() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path());
    let sound = encode_record(&record(4, "hello")).unwrap();
    for index in 0..sound.len() {
        let room = played(&log, 4);
        let mut bytes = sound.clone();
        bytes[index] ^= 1 << (index % 8);
        let sql = "UPDATE records SET bytes = ?1 WHERE room = ?2 AND event = 4";
        tamper(folder.path(), sql, &[&bytes, &room.as_str()]);
        let stored = log.read(&room).unwrap();
        assert_eq!(stored.records, (1..=3).map(|tick| record(tick, "hello")).collect::<Vec<_>>());
        let lost = stored.lost.unwrap_or_else(|| panic!("byte {index} is not protected"));
        assert_eq!((lost.event, lost.records), (4, 1));
        // The room goes on from there, and is sound from now on.
        play(&log, &room, 4, 5);
        assert_eq!(numbers(&log, &room), ((1..=5).collect(), None));
        assert_eq!(log.read(&room).unwrap().lost, None);
    }
    let aside = cut_records(folder.path());
    assert_eq!(aside.len(), sound.len());
    assert!(aside.iter().all(|(event, reason)| *event == 4 && !reason.is_empty()));
}

#[test]
fn a_record_cut_short_anywhere_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path());
    let sound = encode_record(&record(2, "hello")).unwrap();
    for length in 0..sound.len() {
        let room = played(&log, 3);
        let sql = "UPDATE records SET bytes = ?1 WHERE room = ?2 AND event = 2";
        tamper(folder.path(), sql, &[&&sound[..length], &room.as_str()]);
        let stored = log.read(&room).unwrap();
        assert_eq!(stored.records, [record(1, "hello")], "{length} bytes");
        let lost = stored.lost.unwrap();
        assert_eq!((lost.event, lost.records), (2, 2), "the one after it is of no use either");
    }
}

#[test]
fn a_missing_record_ends_the_room_there_and_what_followed_is_kept_apart() {
    // Nothing tells of the last one if it is missing.
    for missing in 1..=5 {
        let folder = tempfile::tempdir().unwrap();
        let log = open(folder.path());
        let room = played(&log, 6);
        tamper(folder.path(), "DELETE FROM records WHERE event = ?1", &[&missing]);
        let (ticks, _) = numbers(&log, &room);
        assert_eq!(ticks, (1..missing as u64).collect::<Vec<_>>());
        let aside: Vec<i64> = cut_records(folder.path()).iter().map(|(event, _)| *event).collect();
        assert_eq!(aside, (missing + 1..=6).collect::<Vec<_>>());
        play(&log, &room, missing as u64, 9);
        drop(log);
        assert_eq!(numbers(&open(folder.path()), &room), ((1..=9).collect(), None));
    }
}

#[test]
fn damage_lets_go_of_checkpoints_made_after_it_and_keeps_those_before() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path());
    let room = played(&log, 10);
    checkpoint(&log, &room, 4);
    checkpoint(&log, &room, 7);
    tamper(folder.path(), "UPDATE records SET bytes = x'00' WHERE event = 6", &[]);
    let lost = log.read(&room).unwrap().lost.unwrap();
    assert_eq!((lost.event, lost.records), (6, 5));
    assert_eq!(numbers(&log, &room), (vec![1, 2, 3, 4, 5], Some(4)));
    play(&log, &room, 6, 8);
    drop(log);
    assert_eq!(numbers(&open(folder.path()), &room), ((1..=8).collect(), Some(4)));
}

#[test]
fn a_tail_that_is_gone_is_noticed_if_a_checkpoint_knows_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path());
    let room = played(&log, 9);
    checkpoint(&log, &room, 8);
    direct(folder.path()).execute("DELETE FROM records WHERE event > 5", []).unwrap();
    let lost = log.read(&room).unwrap().lost.unwrap();
    assert_eq!((lost.event, lost.records), (6, 3));
    assert_eq!(numbers(&log, &room), (vec![1, 2, 3, 4, 5], None));
    play(&log, &room, 6, 6);
}

#[test]
fn a_damaged_checkpoint_falls_back_to_the_older_one_and_then_to_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path());
    let room = played(&log, 9);
    for event in [3, 5, 8] {
        checkpoint(&log, &room, event);
    }
    let kept: i64 = direct(folder.path())
        .query_row("SELECT count(*) FROM checkpoints", [], |row| row.get(0))
        .unwrap();
    assert_eq!(kept, 2);
    let all: Vec<u64> = (1..=9).collect();
    assert_eq!(numbers(&log, &room), (all.clone(), Some(8)));
    // One in the wrong place is no checkpoint either.
    let sql = "UPDATE checkpoints SET bytes = (SELECT bytes FROM checkpoints WHERE event = 5) \
               WHERE event = 8";
    tamper(folder.path(), sql, &[]);
    assert_eq!(numbers(&log, &room), (all.clone(), Some(5)));
    tamper(folder.path(), "UPDATE checkpoints SET bytes = x'1234' WHERE event = 5", &[]);
    assert_eq!(numbers(&log, &room), (all, None));
}

#[test]
fn what_a_room_was_opened_with_is_protected_too() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path());
    let (harmed, other) = (played(&log, 2), played(&log, 2));
    let bytes: Vec<u8> = direct(folder.path())
        .query_row("SELECT meta FROM rooms WHERE id = ?1", [harmed.as_str()], |row| row.get(0))
        .unwrap();
    for index in 0..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[index] ^= 0x40;
        let sql = "UPDATE rooms SET meta = ?1 WHERE id = ?2";
        tamper(folder.path(), sql, &[&bytes, &harmed.as_str()]);
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
