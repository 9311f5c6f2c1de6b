//! A real server that is killed under load and started again, and the audit of what came of it.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use fangqi_protocol::Input;
use fangqi_server::log::{Entry, RoomLog, SqliteLog};
use serde_json::Value;

const ROOMS: usize = 3;
/// Two players and one who watches.
const CLIENTS: usize = ROOMS * 3;
/// Lines that every client is shown in each life of the server.
const LINES: usize = 10;
/// Longer than a life takes on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server that is killed when dropped.
struct Server(Child);

impl Server {
    fn start(data: &Path, port: u16) -> Self {
        let child = Command::new(env!("CARGO_BIN_EXE_fangqi"))
            .args(["serve", "--no-browser", "--workers", "0", "--port", &port.to_string()])
            .arg("--data")
            .arg(data)
            .env("FANGQI_LOG_LEVEL", "warn")
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        Self(child)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.0.kill().expect("it runs");
        self.0.wait().expect("it ends");
    }
}

/// A port that was free just now.
fn port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("there are free ports");
    listener.local_addr().expect("it has an address").port()
}

fn audit(recordings: &Path, data: &Path) -> (bool, String) {
    let program = Command::new(env!("CARGO_BIN_EXE_fangqi"))
        .arg("audit")
        .arg(recordings)
        .arg("--data")
        .arg(data)
        .output();
    let Output { status, stdout, stderr } = program.expect("the program starts");
    (status.success(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
}

#[test]
fn a_server_that_is_killed_under_load_keeps_its_word() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, recordings) = (folder.path().join("data"), folder.path().join("recordings"));
    let (one, two) = (port(), port());
    let mut server = Server::start(&data, one);
    let load = Command::new(env!("CARGO_BIN_EXE_fangqi"))
        .args(["load", "rooms", "--json", "--spectators", "1", "--pace", "200"])
        .args(["--rooms", &ROOMS.to_string()])
        .args(["--server", &format!("127.0.0.1:{one}"), "--server", &format!("127.0.0.1:{two}")])
        .arg("--record")
        .arg(&recordings)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Killed while its clients speak, and back at one address or the other.
    let deaths = [two, one];
    for (port, lives) in deaths.into_iter().zip(1..) {
        wait_until_all_spoke(&recordings, lives);
        drop(server);
        server = Server::start(&data, port);
    }
    wait_until_all_spoke(&recordings, deaths.len() + 1);
    let interrupted = Command::new("kill").args(["-INT", &load.id().to_string()]).status();
    assert!(interrupted.expect("there is such a program").success());
    let output = load.wait_with_output().expect("it ends");
    assert!(output.status.success());
    drop(server);
    let figures: Vec<Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    let figure = |name: &str| {
        let found = figures.iter().find(|figure| figure["what"] == name);
        found.and_then(|figure| figure["value"].as_f64()).unwrap_or_else(|| panic!("{figures:?}"))
    };
    assert_eq!(figure("clients"), CLIENTS as f64);
    assert!(figure("connections that broke") >= (CLIENTS * deaths.len()) as f64, "{figures:?}");
    assert!(figure("times that a room was away") >= (ROOMS * deaths.len()) as f64, "{figures:?}");
    assert!(figure("lines acknowledged") >= (ROOMS * LINES) as f64, "{figures:?}");
    assert_eq!(figure("rooms still away at the end"), 0.0);

    let (good, told) = audit(&recordings, &data);
    assert!(good && told.contains("violations  none"), "{told}");
    let acknowledged = figure("lines acknowledged");
    let count = told.split("sent, ").nth(1).and_then(|rest| rest.split(' ').next());
    let count: f64 = count.and_then(|count| count.parse().ok()).expect("it counts them");
    // Some were heard, and shown only to the next connection of their client.
    let unknown = figure("lines without an answer");
    assert!((acknowledged..=acknowledged + unknown).contains(&count), "{told}\n{figures:?}");
    // Everything that was shown was compared with the log.
    let shown = told.lines().find_map(|line| line.strip_prefix("shown ")).expect("it says so");
    let counts: Vec<u64> = shown.split(' ').filter_map(|word| word.parse().ok()).collect();
    assert!(counts[0] > (CLIENTS * LINES) as u64 && counts[0] == counts[1], "{told}");

    // What the log has more or less is found.
    say_again(&data);
    let (good, told) = audit(&recordings, &data);
    assert!(!good && told.contains(" is in the log as event "), "{told}");
}

/// Waits until every client has been welcomed so often and shown some lines since.
fn wait_until_all_spoke(recordings: &Path, welcomes: usize) {
    let spoke = |path: PathBuf| {
        let text = std::fs::read_to_string(path).expect("it can be read");
        let since = text.split("\"t\":\"welcome\"").nth(welcomes).unwrap_or_default();
        since.matches("\"chat\":[[").count() > LINES
    };
    let until = Instant::now() + PATIENCE;
    loop {
        let files = std::fs::read_dir(recordings).into_iter().flatten();
        let paths = files.map(|file| file.expect("it can be read").path());
        if paths.filter(|path| spoke(path.clone())).count() == CLIENTS {
            return;
        }
        assert!(Instant::now() < until, "some clients are never welcomed {welcomes} times");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Has the log say the last line of a room once more, as a server that does an input twice.
fn say_again(data: &Path) {
    let log = SqliteLog::open(data).expect("the log opens");
    let (room, _) = log.rooms().expect("it lists rooms").remove(0);
    let stored = log.read(&room).expect("the room is there");
    let is_line = |input: &Input| matches!(input, Input::Chat { .. });
    let said = stored.records.iter().rev().find(|record| is_line(&record.input));
    let record = said.expect("there are lines").clone();
    let event = stored.first_event + stored.records.len() as u64;
    let (done, wait) = std::sync::mpsc::channel();
    let lease = log.lease(&room).expect("the folder is ours");
    let ack = Box::new(move |result| done.send(result).expect("it is waited for"));
    log.append(&lease, Entry::Record { event, record }, ack);
    wait.recv().expect("it answers").expect("it is written");
}

#[test]
fn what_cannot_be_audited_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let (good, told) = audit(folder.path(), folder.path());
    assert!(!good && told.contains("there are no recordings"), "{told}");
    let file = folder.path().join("a.jsonl");
    std::fs::write(
        &file,
        "{\"at\":0,\"t\":\"client\",\"version\":9,\"room\":\"x\",\"plays\":true}\n",
    )
    .expect("it is written");
    let (good, told) = audit(folder.path(), &folder.path().join("none"));
    assert!(!good && told.contains("there is no such file"), "{told}");
    let data = folder.path().join("data");
    drop(SqliteLog::open(&data).expect("a log"));
    let (good, told) = audit(folder.path(), &data);
    assert!(!good && told.contains("a.jsonl line 1") && told.contains("version 9"), "{told}");
}
