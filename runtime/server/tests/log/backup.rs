//! Backups: made while rooms are played, verified, and restored.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use fangqi_server::log::backup::{self, BackupError};
use fangqi_server::log::{Entry, LogError, RoomLog, SqliteLog};
use fangqi_server::session::{AdminSecret, RoomId, TokenKeys};

use crate::support::{
    Mount, append, checkpoint, direct, meta, numbers, open, play, played, record, room, rows,
};

/// SplitMix64.
fn draw(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// A data folder with keys and a secret, and what is in it.
fn folder_with(inputs: u64) -> (tempfile::TempDir, RoomId) {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path());
    let room = played(&log, inputs);
    TokenKeys::load(folder.path()).unwrap();
    AdminSecret::load(folder.path()).unwrap();
    (folder, room)
}

fn restored(backup: &Path) -> (tempfile::TempDir, SqliteLog) {
    let folder = tempfile::tempdir().unwrap();
    backup::restore(backup, folder.path()).unwrap();
    let log = open(folder.path());
    (folder, log)
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Plays rooms until told to stop, and notes what was acknowledged.
struct Writer {
    room: RoomId,
    acknowledged: Arc<AtomicU64>,
}

impl Writer {
    fn new(log: &SqliteLog) -> Self {
        let room = room();
        append(log, &room, Entry::Open(meta(0))).unwrap();
        Self { room, acknowledged: Arc::default() }
    }

    /// Inputs of different lengths, and a checkpoint now and then.
    fn write(&self, log: &SqliteLog, mut seed: u64, stop: &AtomicBool) {
        let lease = log.lease(&self.room).unwrap();
        let (done, results) = mpsc::channel();
        let mut event = 0;
        while !stop.load(Ordering::Relaxed) {
            event += 1;
            let text = "x".repeat(draw(&mut seed) as usize % 3000);
            let entry = Entry::Record { event, record: record(event, &text) };
            let (done, acknowledged) = (done.clone(), Arc::clone(&self.acknowledged));
            log.append(
                &lease,
                entry,
                Box::new(move |result| {
                    result.unwrap();
                    acknowledged.store(event, Ordering::SeqCst);
                    // The writer may have ended.
                    let _ = done.send(());
                }),
            );
            if draw(&mut seed).is_multiple_of(4) {
                results.recv().unwrap();
            }
            if draw(&mut seed).is_multiple_of(50) {
                checkpoint(log, &self.room, event - 1);
            }
            // One room needs not fill the disk.
            std::thread::sleep(Duration::from_micros(300));
        }
    }
}

#[test]
fn a_backup_made_while_rooms_are_played_has_all_that_was_acknowledged_before_and_nothing_half() {
    for seed in 0..6u64 {
        let mut state = seed;
        let (folder, backups) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let log = open(folder.path());
        let writers: Vec<Writer> = (0..4).map(|_| Writer::new(&log)).collect();
        let stop = AtomicBool::new(false);
        let (before, taken) = std::thread::scope(|scope| {
            for writer in &writers {
                let (log, stop, seed) = (&log, &stop, draw(&mut state));
                scope.spawn(move || writer.write(log, seed, stop));
            }
            std::thread::sleep(Duration::from_millis(draw(&mut state) % 400));
            let before: BTreeMap<RoomId, u64> = writers
                .iter()
                .map(|one| (one.room.clone(), one.acknowledged.load(Ordering::SeqCst)))
                .collect();
            let taken = backup::take(folder.path(), backups.path(), None).unwrap();
            stop.store(true, Ordering::Relaxed);
            (before, taken)
        });
        assert_eq!(backup::verify(&taken.folder).unwrap(), taken.manifest);
        let (_new, copy) = restored(&taken.folder);
        let mut inputs = 0;
        for (room, last) in &before {
            let (all, there) = (log.read(room).unwrap(), copy.read(room).unwrap());
            let count = there.records.len();
            assert!(count as u64 >= *last, "seed {seed}: {room} ends at {count}, before {last}");
            assert_eq!(there.records, all.records[..count], "seed {seed}: {room}");
            assert_eq!((there.meta, there.lost), (all.meta, None));
            assert!(there.checkpoint.is_none_or(|(event, _)| event <= count as u64));
            assert_eq!(taken.manifest.contents.rooms[room.as_str()], count as u64);
            inputs += count as u64;
        }
        assert_eq!(taken.manifest.contents.inputs, inputs);
        // It is a log to go on with.
        let room = &writers[0].room;
        let last = copy.read(room).unwrap().records.len() as u64;
        play(&copy, room, last + 1, last + 3);
    }
}

#[test]
fn a_restored_folder_has_the_same_rows_keys_and_secrets_and_belongs_to_its_opener() {
    let (folder, backups) = (folder_with(20), tempfile::tempdir().unwrap());
    let (folder, room) = folder;
    let secrets = |folder: &Path| {
        ["token.keys", "admin.secret"].map(|name| std::fs::read(folder.join(name)).unwrap())
    };
    let epoch = |folder: &Path| -> i64 {
        let sql = "SELECT epoch FROM folder";
        direct(folder).query_row(sql, [], |row| row.get(0)).unwrap()
    };
    // No server has it open; and one has.
    for log in [None, Some(open(folder.path()))] {
        let taken = backup::take(folder.path(), backups.path(), None).unwrap();
        #[cfg(unix)]
        for name in names(&taken.folder) {
            use std::os::unix::fs::PermissionsExt;
            let mode = taken.folder.join(&name).metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{name}");
        }
        let new = tempfile::tempdir().unwrap();
        let data = new.path().join("deep").join("data");
        backup::restore(&taken.folder, &data).unwrap();
        assert_eq!(names(&data), ["admin.secret", "lock", "rooms.sqlite", "token.keys"]);
        assert_eq!(secrets(&data), secrets(folder.path()));
        assert!(epoch(&data) > epoch(folder.path()));
        drop(log);
        assert_eq!(rows(&data), rows(folder.path()));
        assert_eq!(numbers(&open(&data), &room).0, (1..=20).collect::<Vec<_>>());
    }
    assert_eq!(backup::find(backups.path()).unwrap().len(), 2);
}

#[test]
fn only_so_many_backups_are_kept_and_unfinished_ones_are_removed() {
    let ((folder, _), backups) = (folder_with(1), tempfile::tempdir().unwrap());
    let partial = backups.path().join("2020-01-01T00-00-00Z.partial");
    std::fs::create_dir(&partial).unwrap();
    std::fs::create_dir(backups.path().join("mine")).unwrap();
    let take = |keep| backup::take(folder.path(), backups.path(), keep).unwrap();
    let first = take(None);
    assert!(!partial.exists());
    let (second, third) = (take(Some(2)), take(Some(2)));
    assert_eq!((second.removed, third.removed), (vec![], vec![first.folder]));
    assert_eq!(backup::find(backups.path()).unwrap(), [second.folder, third.folder.clone()]);
    assert_eq!(take(Some(0)).removed.len(), 2, "this one is always kept");
    assert!(backups.path().join("mine").exists());
}

#[test]
fn every_damaged_byte_is_found_and_nothing_is_restored_from_it() {
    let ((folder, _), backups) = (folder_with(30), tempfile::tempdir().unwrap());
    let taken = backup::take(folder.path(), backups.path(), None).unwrap();
    let new = tempfile::tempdir().unwrap();
    let mut seed = 1;
    for name in names(&taken.folder) {
        let path = taken.folder.join(&name);
        let sound = std::fs::read(&path).unwrap();
        for _ in 0..25 {
            let mut bytes = sound.clone();
            let at = draw(&mut seed) as usize % bytes.len();
            bytes[at] ^= 1 << (draw(&mut seed) % 8);
            std::fs::write(&path, &bytes).unwrap();
            let error = backup::verify(&taken.folder).unwrap_err().to_string();
            assert!(error.contains(&name), "byte {at} of {name}: {error}");
            assert!(backup::restore(&taken.folder, new.path()).is_err());
        }
        let cut = draw(&mut seed) as usize % sound.len();
        std::fs::write(&path, &sound[..cut]).unwrap();
        assert!(backup::verify(&taken.folder).is_err(), "{name} cut at {cut}");
        std::fs::remove_file(&path).unwrap();
        let error = backup::verify(&taken.folder).unwrap_err().to_string();
        assert!(error.contains(&name), "{error}");
        std::fs::write(&path, &sound).unwrap();
    }
    assert_eq!(names(new.path()), Vec::<String>::new(), "nothing is left of a failed restore");
    backup::verify(&taken.folder).unwrap();
    backup::restore(&taken.folder, new.path()).unwrap();
}

#[test]
fn a_folder_in_use_or_not_empty_is_not_restored_into() {
    let ((folder, room), backups) = (folder_with(3), tempfile::tempdir().unwrap());
    let taken = backup::take(folder.path(), backups.path(), None).unwrap();
    let refused = |data: &Path| backup::restore(&taken.folder, data).unwrap_err().to_string();
    let log = open(folder.path());
    let told = refused(folder.path());
    assert!(told.contains("is in use by process"), "{told}");
    play(&log, &room, 4, 5);
    drop(log);
    let before = names(folder.path());
    let told = refused(folder.path());
    assert!(told.contains("is not empty: admin.secret"), "{told}");
    assert_eq!(names(folder.path()), before);
    assert_eq!(numbers(&open(folder.path()), &room).0, [1, 2, 3, 4, 5]);
    let file = backups.path().join("file");
    std::fs::write(&file, "").unwrap();
    assert!(refused(&file).contains("is not a folder"), "{}", refused(&file));
    let nothing = tempfile::tempdir().unwrap();
    let error = backup::restore(nothing.path(), &file).unwrap_err();
    assert!(matches!(error, BackupError::NoBackup { .. }), "{error}");
}

#[test]
fn a_restore_that_was_interrupted_is_not_taken_for_an_empty_folder() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("rooms.sqlite.restoring"), "half").unwrap();
    let told = SqliteLog::open(folder.path()).unwrap_err().to_string();
    assert!(told.contains("a restore into its folder did not end"), "{told}");
}

/// The path of a folder that takes nothing, until it is made larger.
fn small(options: &str) -> Option<(tempfile::TempDir, Mount)> {
    let folder = tempfile::tempdir().unwrap();
    let mount = Mount::new(folder.path(), options);
    if mount.is_none() {
        eprintln!("left out: this user may not mount");
    }
    Some((folder, mount?))
}

#[test]
fn a_full_disk_is_a_sentence_and_leaves_neither_backup_nor_half_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path());
    let room = room();
    append(&log, &room, Entry::Open(meta(0))).unwrap();
    let text: String = (0..3000u32).map(|i| char::from(b'a' + (i * i % 23) as u8)).collect();
    let write = |events: std::ops::RangeInclusive<u64>| {
        for event in events {
            let text = format!("{event}{text}");
            append(&log, &room, Entry::Record { event, record: record(event, &text) }).unwrap();
        }
    };
    write(1..=1500);
    let Some((target, mount)) = small("size=1m") else { return };
    let error = backup::take(folder.path(), target.path(), None).unwrap_err();
    assert!(matches!(error, BackupError::Space { .. }), "{error}");
    let left = |folder: &Path| -> Vec<String> {
        names(folder).into_iter().filter(|name| name != "lock").collect()
    };
    assert_eq!(left(target.path()), Vec::<String>::new());
    // There is enough space by the sizes of the files, but the inodes end.
    mount.change("remount,size=64m,nr_inodes=4");
    let error = backup::take(folder.path(), target.path(), None).unwrap_err();
    let full = matches!(&error, BackupError::Log(LogError::Full { .. }));
    assert!(full, "{error}");
    assert_eq!(left(target.path()), Vec::<String>::new());
    mount.change("remount,size=64m,nr_inodes=50");
    let taken = backup::take(folder.path(), target.path(), None).unwrap();
    write(1501..=1502);
    mount.change("remount,size=64m");
    let Some((data, tight)) = small("size=1m") else { return };
    let error = backup::restore(&taken.folder, data.path()).unwrap_err();
    assert!(matches!(error, BackupError::Space { .. }), "{error}");
    assert_eq!(names(data.path()), Vec::<String>::new());
    tight.change("remount,size=64m");
    backup::restore(&taken.folder, data.path()).unwrap();
    assert_eq!(numbers(&open(data.path()), &room).0.len(), 1500);
}

#[test]
fn a_folder_that_may_only_be_read_is_backed_up_and_not_without_what_was_written_last() {
    let Some((folder, mount)) = small("size=16m") else { return };
    let backups = tempfile::tempdir().unwrap();
    let log = open(folder.path());
    let room = played(&log, 3);
    drop(log);
    mount.change("remount,ro");
    let taken = backup::take(folder.path(), backups.path(), None).unwrap();
    assert_eq!(numbers(&restored(&taken.folder).1, &room).0, [1, 2, 3]);
    let told = backup::take(folder.path(), folder.path(), None).unwrap_err().to_string();
    assert!(told.contains("cannot be written"), "{told}");
    // As after a crash: what was written last is in the write-ahead log only.
    mount.change("remount,rw");
    let log = open(folder.path());
    play(&log, &room, 4, 6);
    let kept = std::fs::read(folder.path().join("rooms.sqlite-wal")).unwrap();
    let main = std::fs::read(folder.path().join("rooms.sqlite")).unwrap();
    drop(log);
    std::fs::write(folder.path().join("rooms.sqlite-wal"), kept).unwrap();
    std::fs::write(folder.path().join("rooms.sqlite"), main).unwrap();
    let _ = std::fs::remove_file(folder.path().join("rooms.sqlite-shm"));
    mount.change("remount,ro");
    let before = backup::find(backups.path()).unwrap();
    match backup::take(folder.path(), backups.path(), None) {
        Ok(taken) => assert_eq!(numbers(&restored(&taken.folder).1, &room).0.len(), 6),
        Err(error) => {
            assert!(error.to_string().contains("rooms.sqlite"), "{error}");
            assert_eq!(backup::find(backups.path()).unwrap(), before);
        }
    }
}

#[test]
fn data_of_other_versions_is_backed_up_if_older_and_refused_if_newer() {
    let ((folder, _), backups) = (folder_with(3), tempfile::tempdir().unwrap());
    let taken = backup::take(folder.path(), backups.path(), None).unwrap();
    direct(folder.path()).pragma_update(None, "user_version", 99).unwrap();
    let told = backup::take(folder.path(), backups.path(), None).unwrap_err().to_string();
    assert!(told.contains("is of version 99") && told.contains("use a newer one"), "{told}");
    // A manifest of a newer form.
    let manifest: PathBuf = taken.folder.join("manifest.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    let text = text.replace("\"format\": 1", "\"format\": 2").replace("0.1.0", "7.5.0");
    std::fs::write(&manifest, text).unwrap();
    let new = tempfile::tempdir().unwrap();
    let told = backup::restore(&taken.folder, new.path()).unwrap_err().to_string();
    assert!(told.contains("newer program (version 7.5.0)"), "{told}");
}
