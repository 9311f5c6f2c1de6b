//! The program as a person starts it.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;

use fangqi_protocol::run_job_alone;
use fangqi_protocol::{Input, JobOrder, PlayerId};
use fangqi_room::{MapPackage, PackageDigest, Room, RoomOptions};
use fangqi_server::log::{Entry, RoomLog, RoomMeta, SqliteLog};
use fangqi_server::session::RoomId;

use crate::PLUGINS;

fn fangqi(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fangqi")).args(args).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn read_maps(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{prefix}{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            read_maps(&entry.path(), &format!("{path}/"), files);
        } else {
            files.insert(path, std::fs::read(entry.path()).unwrap());
        }
    }
}

/// Two computers play each other to the end on a map; every input goes into a log and the hash
/// after it into a list.
fn play_a_game(data: &Path, map: &str, seed: u64) -> (RoomId, Vec<u64>) {
    let mut files = BTreeMap::new();
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts");
    read_maps(&scripts.join("lib"), "lib/", &mut files);
    read_maps(&scripts.join("maps/boards"), "", &mut files);
    let package = Arc::new(MapPackage::load(&files, map, PLUGINS).unwrap());
    let options = RoomOptions { seed, ..RoomOptions::default() };
    let (mut room, opened) = Room::open(package, options).unwrap();
    let log = SqliteLog::open(data).unwrap();
    let id = RoomId::random().unwrap();
    let (options, created) = ("{}".to_owned(), 1);
    let package = room.package().digest();
    let meta = RoomMeta { map: map.to_owned(), package, seed, created, options };
    let bytes = room.package().pack().unwrap().into();
    let lease = log.lease(&id).unwrap();
    for entry in [Entry::Package { digest: package, bytes }, Entry::Open(meta)] {
        log.append(&lease, entry, Box::new(|result| result.unwrap()));
    }
    let player = PlayerId(1001);
    let mut inputs: Vec<Input> = vec![
        Input::Join { player, name: "Ada".to_owned() },
        Input::SetComputer { player, seat: 0, level: Some(1) },
        Input::SetComputer { player, seat: 1, level: Some(2) },
    ];
    inputs.reverse();
    let mut jobs: Vec<JobOrder> = opened.jobs;
    let (mut hashes, mut tick) = (Vec::new(), 0);
    while room.scene(player).hud.result.is_none() {
        assert!(hashes.len() < 5000, "the game has no end");
        tick += 3;
        let input = inputs.pop().unwrap_or_else(|| match jobs.pop() {
            Some(JobOrder { id, spec }) => Input::JobDone { job: id, result: run_job_alone(&spec) },
            None => {
                tick = tick.max(room.next_wake().expect("the game goes on"));
                Input::Tick
            }
        });
        let applied = room.apply(tick, input);
        assert_eq!(applied.rejected, None);
        jobs.retain(|job| !applied.cancelled.contains(&job.id));
        jobs.extend(applied.jobs);
        if let Some(record) = applied.record {
            let event = room.event();
            let entry = Entry::Record { event, record };
            log.append(&lease, entry, Box::new(|result| result.unwrap()));
            hashes.push(room.state_hash());
        }
    }
    (id, hashes)
}

fn printed_hashes(output: &Output) -> Vec<u64> {
    stdout(output)
        .lines()
        .map(|line| u64::from_str_radix(line.split_whitespace().nth(2).unwrap(), 16).unwrap())
        .collect()
}

#[test]
fn a_whole_game_replays_to_the_same_state_after_every_input_in_another_process() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let (room, hashes) = play_a_game(folder.path(), "xiangqi", 7);
    assert!(hashes.len() > 20, "{} inputs are no game", hashes.len());
    let replayed = fangqi(&["replay", room.as_str(), "--data", data]);
    assert!(replayed.status.success(), "{}", stderr(&replayed));
    assert_eq!(printed_hashes(&replayed), hashes);

    let file = folder.path().join("game.fangqi");
    let file = file.to_str().unwrap();
    let exported = fangqi(&["export", room.as_str(), "--data", data, "-o", file]);
    assert!(exported.status.success(), "{}", stderr(&exported));
    let verified = fangqi(&["replay", file, "--verify"]);
    assert!(verified.status.success(), "{}", stderr(&verified));
    assert_eq!(printed_hashes(&verified), hashes);

    let state = fangqi(&["replay", file, "--to", "20"]);
    let wanted = format!("hash    {:016x}", hashes[19]);
    assert!(stdout(&state).contains(&wanted), "{}", stdout(&state));
    for line in ["input   20", "player  1001 Ada", "computer, level 1", "move      1 "] {
        assert!(stdout(&state).contains(line), "{line}: {}", stdout(&state));
    }
    let json = fangqi(&["replay", file, "--to", "20", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&stdout(&json)).unwrap();
    assert_eq!(json["hash"], format!("{:016x}", hashes[19]));
    assert_eq!(json["players"][0]["name"], "Ada");
    let moves = json["hud"]["moves"].as_array().unwrap().len();
    assert_eq!(stdout(&state).lines().filter(|line| line.starts_with("move ")).count(), moves);
    let beyond = fangqi(&["replay", file, "--to", "100000"]);
    let wanted = format!("there are {} inputs, not 100000", hashes.len());
    assert!(stderr(&beyond).contains(&wanted), "{}", stderr(&beyond));

    imported(file, &hashes);

    let mut bytes = std::fs::read(file).unwrap();
    // The last of the inputs, each a record of this kind.
    let last = bytes.windows(4).rposition(|kind| kind == b"EXPS").expect("there are inputs");
    bytes[last + 20] ^= 4;
    std::fs::write(file, bytes).unwrap();
    let damaged = fangqi(&["replay", file, "--verify"]);
    assert!(!damaged.status.success());
    assert!(stderr(&damaged).contains("input "), "{}", stderr(&damaged));
}

/// Imports an exported game into a folder of its own and replays it from there; the maps of the
/// program have no part in it.
fn imported(file: &str, hashes: &[u64]) {
    let other = tempfile::tempdir().unwrap();
    let data = other.path().to_str().unwrap();
    let imported = fangqi(&["import", file, "--data", data]);
    assert!(imported.status.success(), "{}", stderr(&imported));
    let rooms = SqliteLog::open(other.path()).unwrap().rooms().unwrap();
    let [(room, meta)] = &rooms[..] else { panic!("{rooms:?} is not one room") };
    assert!(stdout(&imported).contains(room.as_str()), "{}", stdout(&imported));
    assert_ne!(meta.package, PackageDigest::UNKNOWN);
    let replayed = fangqi(&["replay", room.as_str(), "--data", data]);
    assert_eq!(printed_hashes(&replayed), hashes, "{}", stderr(&replayed));
}

#[test]
fn a_game_of_a_variant_is_kept_exported_and_replayed_as_that_variant() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let (room, hashes) = play_a_game(folder.path(), "tic-tac-toe:misere", 7);
    let replayed = fangqi(&["replay", room.as_str(), "--data", data]);
    assert_eq!(printed_hashes(&replayed), hashes, "{}", stderr(&replayed));
    let file = folder.path().join("game.fangqi");
    let file = file.to_str().unwrap();
    let exported = fangqi(&["export", room.as_str(), "--data", data, "-o", file]);
    assert!(exported.status.success(), "{}", stderr(&exported));
    imported(file, &hashes);
    // By the rules of the map itself who moved last would have won.
    let end = hashes.len().to_string();
    let json = fangqi(&["replay", file, "--to", &end, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&stdout(&json)).unwrap();
    let last = json["hud"]["moves"].as_array().unwrap().last().unwrap();
    let winner = &json["hud"]["result"]["winner"];
    assert!(winner.is_number() && *winner != last["seat"], "{json}");
}

#[test]
fn two_programs_on_one_data_folder_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let args = ["serve", "--port", "0", "--no-browser", "--data", data];
    let (first, _) = start(&args);
    let second = fangqi(&args);
    assert!(!second.status.success());
    let told = stderr(&second);
    let process = format!("process {}", first.0.id());
    assert!(told.contains(data) && told.contains(&process), "{told}");
    // However the first one ends, the folder is free again.
    drop(first);
    let (_third, line) = start(&args);
    assert!(line.starts_with("Fangqi is ready"), "{line}");
}

#[test]
fn mistakes_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    drop(SqliteLog::open(folder.path()).unwrap());
    let other = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = other.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (foreign, empty) = (&*write("foreign", "a letter"), &*write("empty", ""));
    for (args, wanted) in [
        (vec!["play", "no-such", "--no-browser"], "there is no map `no-such`; there are"),
        (vec!["serve", "--watch", "--no-browser"], "--watch needs the folder of maps to watch"),
        (vec!["play", "--maps", "no/such/folder"], "no/such/folder"),
        (vec!["replay", "no/such/file"], "no/such/file"),
        (vec!["replay", foreign], "this is not an exported room"),
        (vec!["replay", empty], "the file is empty"),
        (vec!["import", foreign, "--data", data], "this is not an exported room"),
        (vec!["serve", "--no-browser", "--data", foreign], "is not a folder"),
        (vec!["replay", "abc", "--data", data], "no room can be called `abc`"),
        (vec!["replay", "abcdefghij", "--data", data], "room abcdefghij is not in the log"),
        (
            vec!["export", "abcdefghij", "--data", "no/such", "-o", "x"],
            "there is no folder no/such",
        ),
    ] {
        let output = fangqi(&args);
        assert!(!output.status.success(), "{args:?}");
        assert!(stderr(&output).contains(wanted), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn a_broken_map_is_named_with_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("mine");
    std::fs::create_dir(&map).unwrap();
    std::fs::write(map.join("map.toml"), "format = 1\nid = \"mine\"\nscipts = []\n").unwrap();
    let maps = folder.path().to_str().unwrap();
    let listed = fangqi(&["maps", "--maps", maps]);
    assert!(!listed.status.success());
    let text = stdout(&listed);
    assert!(text.contains("mine/map.toml:3") && text.contains("scripts"), "{text}");
    assert!(text.contains("xiangqi"), "the others still work: {text}");
    let played = fangqi(&["play", "mine", "--maps", maps, "--no-browser"]);
    assert!(stderr(&played).contains("mine/map.toml:3"), "{}", stderr(&played));
}

#[test]
fn a_port_that_was_asked_for_and_is_in_use_is_an_error() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = fangqi(&["play", "--port", &port, "--no-browser"]);
    assert!(!output.status.success());
    let wanted = format!("port {port} is in use by another program");
    assert!(stderr(&output).contains(&wanted), "{}", stderr(&output));
    assert_eq!(stdout(&output), "");
}

#[test]
fn a_database_that_is_away_is_named_without_its_password() {
    let url = "postgres://fangqi:geheim@127.0.0.1:1/rooms";
    let node = ["--node", "one", "--advertise", "localhost:7878"];
    let output = fangqi(&[&["serve", "--no-browser", "--log", url], &node[..]].concat());
    assert!(!output.status.success());
    let text = stderr(&output);
    assert!(text.contains("the database rooms at 127.0.0.1:1 is away"), "{text}");
    assert!(text.contains("see whether PostgreSQL runs there"), "{text}");
    assert!(!text.contains("geheim"), "{text}");
    for (args, wanted) in [
        (&["--log", url][..], "--node"),
        (&["--log", url, "--data", "rooms", "--node", "a", "--advertise", "b:1"], "--data"),
        (&["--keep-inputs", "3"], "--data"),
    ] {
        let output = fangqi(&[&["serve", "--no-browser"], args].concat());
        assert!(!output.status.success() && stderr(&output).contains(wanted), "{args:?}");
    }
}

/// A program that is ended whatever happens to the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(args: &[&str]) -> (Running, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fangqi"))
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (Running(child), line.trim_end().to_owned())
}

fn status_of(url: &str) -> String {
    let (host, path) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET /{path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.take(12).read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn playing_prints_an_address_that_works_and_ends_politely() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let args = ["play", "--port", "0", "--no-browser", "--data", data];
    let (mut first, line) = start(&args);
    let url = line.strip_prefix("Fangqi is ready: ").expect("the first line is the address");
    assert!(url.starts_with("http://127.0.0.1:") && url.contains("/r/"), "{url}");
    assert_eq!(status_of(url), "HTTP/1.1 200");
    #[cfg(unix)]
    {
        let pid = first.0.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        assert!(first.0.wait().unwrap().success());
    }
    drop(first);
    // The room goes on where it was.
    let (_second, line) = start(&args);
    let room = |url: &str| url.rsplit('/').next().unwrap().to_owned();
    assert_eq!(room(&line), room(url));
}

#[test]
fn serving_shows_the_lobby() {
    let (_running, line) = start(&["serve", "--port", "0", "--no-browser", "--rooms", "5"]);
    let url = line.strip_prefix("Fangqi is ready: ").unwrap();
    assert!(url.ends_with('/'), "{url}");
    assert_eq!(status_of(url), "HTTP/1.1 200");
    assert_eq!(status_of(&format!("{url}api/lobby")), "HTTP/1.1 200");
}
