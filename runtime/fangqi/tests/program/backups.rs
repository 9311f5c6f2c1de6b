//! Backups, continuous copies and upgrades, as an operator has them made.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use fangqi_protocol::Record;
use fangqi_server::log::backup;
use fangqi_server::log::{SqliteLog, SqliteReader, encode_record};
use fangqi_server::session::RoomId;
use fangqi_world::codec::HEADER_BYTES;

use crate::kill::{Person, Server, open_room};

const PATIENCE: Duration = Duration::from_secs(60);
const ROOMS: usize = 3;

fn fangqi(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fangqi"));
    command.env("FANGQI_LOG_LEVEL", "error").args(args).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// What a command prints that succeeds.
fn good(args: &[&str]) -> String {
    let output = fangqi(args);
    assert!(output.status.success(), "{args:?}: {}", said(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// The one sentence of a command that fails.
fn refused(args: &[&str]) -> String {
    let output = fangqi(args);
    assert_eq!(output.status.code(), Some(1), "{args:?}");
    said(&output)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn records(data: &Path) -> BTreeMap<RoomId, Vec<Record>> {
    let log = SqliteReader::open(data).unwrap();
    let rooms = log.rooms().unwrap().into_iter();
    rooms.map(|(room, _)| (room.clone(), log.read(&room).unwrap().records)).collect()
}

/// The hashes of all rooms after every input.
fn hashes(data: &Path) -> Vec<String> {
    let rooms = records(data).into_keys();
    rooms.map(|room| good(&["replay", room.as_str(), "--data", text(data)])).collect()
}

/// Lets people play while something is done, and kills the server.
fn play(server: Server, rooms: &[RoomId], during: impl FnOnce()) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let (address, people) = (server.address.clone(), rooms.iter().zip(0..));
    let playing: Vec<_> = people
        .map(|(room, number)| {
            let person = Person::slower(0, room.clone(), 400);
            runtime.spawn(person.play(address.clone(), number))
        })
        .collect();
    during();
    server.kill();
    for person in playing {
        runtime.block_on(person).unwrap();
    }
}

fn some_rooms(server: &Server) -> Vec<RoomId> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    (0..ROOMS).map(|_| runtime.block_on(open_room(&server.address))).collect()
}

#[test]
fn a_server_that_is_killed_goes_on_from_its_backup_and_from_its_copy_with_equal_hashes() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (data, copy, backups) = (at("data"), at("copy"), at("backups"));
    let server = || Server::spawn(&data, &["--copy-to", text(&copy)]).listening();
    let first = server();
    let rooms = some_rooms(&first);
    play(first, &rooms, || std::thread::sleep(Duration::from_secs(2)));
    let before = records(&data);
    assert!(before.values().any(|records| records.len() > 3), "{before:?}");

    // A backup is made while they play on.
    let mut told = String::new();
    play(server(), &rooms, || {
        std::thread::sleep(Duration::from_millis(300));
        told = good(&["backup", text(&backups), "--data", text(&data)]);
    });
    assert!(told.contains("3 rooms with") && told.contains("verified"), "{told}");
    let all = records(&data);
    let restored = at("restored");
    good(&["restore", text(&backups), "--data", text(&restored)]);
    for (room, there) in records(&restored) {
        assert!(there.len() >= before[&room].len(), "{room}");
        assert_eq!(there, all[&room][..there.len()], "{room}");
    }
    let (original, again) = (hashes(&data), hashes(&restored));
    for (original, again) in original.iter().zip(&again) {
        assert!(original.starts_with(again.as_str()), "{original}\n{again}");
    }

    // Without players, the copy comes into step. Then the server is killed.
    let last = server();
    let began = Instant::now();
    let mut number = 0..;
    loop {
        let from_copy = folder.path().join(format!("copy-{}", number.next().unwrap()));
        let done = backup::restore(&copy, &from_copy);
        if done.is_ok() && records(&from_copy) == all {
            break;
        }
        assert!(began.elapsed() < PATIENCE, "the copy does not come into step: {done:?}");
        std::thread::sleep(Duration::from_millis(300));
    }
    last.kill();
    let second = at("second");
    good(&["restore", text(&copy), "--data", text(&second)]);
    std::fs::rename(&data, at("burnt")).unwrap();
    assert_eq!(hashes(&second), original);
    // It serves.
    play(Server::spawn(&second, &[]).listening(), &rooms, || {
        std::thread::sleep(Duration::from_millis(500));
    });
    for (room, there) in records(&second) {
        assert_eq!(there[..all[&room].len()], all[&room]);
    }
}

/// A data folder with a room of an earlier version.
fn old_room(folder: &Path) -> PathBuf {
    const ROOM: &[u8] = include_bytes!("../../../server/tests/log/data/fold_8.sqlite");
    let data = folder.join("data");
    std::fs::create_dir(&data).unwrap();
    std::fs::write(data.join("rooms.sqlite"), ROOM).unwrap();
    data
}

#[test]
fn what_an_operator_does_wrong_with_backups_is_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let data = old_room(folder.path());
    let (backups, new) = (folder.path().join("backups"), folder.path().join("new"));
    let (data, backups, new) = (text(&data), text(&backups), text(&new));
    let told = refused(&["backup", backups, "--data", new]);
    assert!(told.contains("there is no such file"), "{told}");
    assert!(refused(&["backup", data, "--verify"]).contains("there is no backup in"));
    good(&["backup", backups, "--data", data, "--keep", "3"]);
    assert!(good(&["backup", backups, "--verify"]).contains("1 room with 31 inputs, sound"));
    let log = SqliteLog::open(Path::new(data)).unwrap();
    assert!(refused(&["restore", backups, "--data", data]).contains("is in use by process"));
    drop(log);
    assert!(refused(&["restore", backups, "--data", data]).contains("is not empty"));
    let backup = backup::find(Path::new(backups)).unwrap().remove(0);
    let file = backup.join("rooms.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[5000] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let told = refused(&["backup", backups, "--verify"]);
    assert!(told.contains("rooms.sqlite is damaged: its SHA-256"), "{told}");
    let told = refused(&["restore", backups, "--data", new]);
    assert!(told.contains("rooms.sqlite is damaged") && !Path::new(new).exists(), "{told}");
    let serve = ["serve", "--no-browser", "--port", "0", "--data", data, "--copy-to", data];
    assert!(refused(&serve).contains("it is the data folder itself"));
}

#[test]
fn a_dry_run_of_an_upgrade_changes_nothing_and_says_what_would() {
    let folder = tempfile::tempdir().unwrap();
    let data = old_room(folder.path());
    let file = data.join("rooms.sqlite");
    let sound = std::fs::read(&file).unwrap();
    let run = |more: &[&str]| {
        let output = fangqi(&[&["upgrade", "--dry-run", "--data", text(&data)], more].concat());
        let told = String::from_utf8(output.stdout.clone()).unwrap() + &said(&output);
        (output.status.code(), told)
    };
    let (code, told) = run(&[]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("schema  3, as it is"), "{told}");
    assert!(told.contains("rooms   1 of 1 opened, 1 as they were"), "{told}");
    assert!(told.contains("map     mw-maze: 1 room with package"), "{told}");
    // An older version, as its header says.
    let versioned = |version: u8| {
        let mut bytes = sound.clone();
        bytes[60..64].copy_from_slice(&[0, 0, 0, version]);
        bytes
    };
    std::fs::write(&file, versioned(2)).unwrap();
    let copy = folder.path().join("copy");
    let (code, told) = run(&["--copy", text(&copy)]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("schema  2 becomes 3"), "{told}");
    assert_eq!(std::fs::read(&file).unwrap(), versioned(2), "the original is as it was");
    assert!(copy.join("rooms.sqlite").is_file());
    let (code, told) = run(&["--copy", text(&copy)]);
    assert!(code == Some(1) && told.contains("is not empty"), "{told}");
    // A newer one.
    std::fs::write(&file, versioned(77)).unwrap();
    let (code, told) = run(&[]);
    assert!(code == Some(1) && told.contains("is of version 77"), "{told}");
    assert!(told.contains("use a newer one"), "{told}");
    // An input that is not as it was.
    let damaged = tempfile::tempdir().unwrap();
    std::fs::write(&file, &sound).unwrap();
    let (room, records) = records(&data).into_iter().next().unwrap();
    // Of the same version or an older one, the longest content is stored as it is.
    let content = |record| encode_record(record).unwrap().split_off(HEADER_BYTES);
    let contents: Vec<Vec<u8>> = records.iter().map(content).collect();
    let (event, bytes) = (1..).zip(&contents).max_by_key(|(_, bytes)| bytes.len()).unwrap();
    let mut torn = sound.clone();
    let at = torn.windows(bytes.len()).position(|part| part == bytes).expect("it is stored so");
    torn[at] ^= 1;
    std::fs::write(damaged.path().join("rooms.sqlite"), torn).unwrap();
    let output = fangqi(&["upgrade", "--dry-run", "--data", text(damaged.path())]);
    let told = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains(room.as_str()) && told.contains(&format!("input {event} ")), "{told}");
    assert!(said(&output).contains("1 room would not be restored as before"), "{}", said(&output));
}
