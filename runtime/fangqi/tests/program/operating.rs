//! The program as an operator runs it: started wrongly, asked questions, and ended.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use fangqi_server::wire::PROTOCOL;

const PATIENCE: Duration = Duration::from_secs(30);

fn fangqi(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fangqi"))
        .args(args)
        .env_remove("FANGQI_ADMIN_SECRET")
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The program running, and what it has said since.
struct Running {
    child: Child,
    lines: BufReader<std::process::ChildStdout>,
    url: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    fn start(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fangqi"))
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        let mut running = Self { child, lines, url: String::new() };
        running.url = running.line().strip_prefix("Fangqi is ready: ").unwrap().to_owned();
        running
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    fn host(&self) -> &str {
        self.url.split('/').nth(2).unwrap()
    }

    fn room(&self) -> &str {
        self.url.rsplit('/').next().unwrap()
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
    }

    /// The exit code, and how long it took.
    fn ended(&mut self) -> (Option<i32>, Duration) {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return (status.code(), start.elapsed());
            }
            assert!(start.elapsed() < PATIENCE, "the program does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// A WebSocket in a room, just good enough to say and hear a few words.
struct Player(TcpStream);

impl Player {
    fn join(host: &str, room: &str) -> Self {
        let mut stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(
            stream,
            "GET /ws HTTP/1.1\r\nhost: {host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        .unwrap();
        let mut player = Self(stream);
        player.hear("\r\n\r\n");
        player.say(&format!(r#"{{"t":"hello","protocol":{PROTOCOL},"room":"{room}"}}"#));
        player.hear(r#"{"t":"event""#);
        player
    }

    fn say(&mut self, text: &str) {
        // A mask of zeros leaves the text as it is.
        let mut frame = vec![0x81, 0x80 | 126];
        frame.extend(u16::try_from(text.len()).unwrap().to_be_bytes());
        frame.extend([0; 4]);
        frame.extend(text.as_bytes());
        self.0.write_all(&frame).unwrap();
    }

    /// Reads up to some words.
    fn hear(&mut self, words: &str) {
        let mut heard = Vec::new();
        let mut byte = [0];
        while !heard.ends_with(words.as_bytes()) {
            let read = self.0.read(&mut byte).unwrap();
            let text = || String::from_utf8_lossy(&heard).into_owned();
            assert_eq!(read, 1, "the connection ends without {words}: {}", text());
            heard.push(byte[0]);
        }
    }

    /// Reads to the end.
    fn rest(&mut self) -> String {
        let mut bytes = Vec::new();
        // Whether it ends well or badly.
        let _ = self.0.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

#[test]
fn a_polite_signal_says_goodbye_keeps_everything_and_ends_with_success() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let args = ["play", "--port", "0", "--no-browser", "--data", data];
    for signal in ["-TERM", "-INT"] {
        let mut running = Running::start(&args);
        let room = running.room().to_owned();
        let mut player = Player::join(running.host(), &room);
        // Neither a reader that sleeps nor a request that is never finished holds it up.
        let _deaf = Player::join(running.host(), &room);
        let mut half = TcpStream::connect(running.host()).unwrap();
        half.write_all(b"GET / HTTP/1.1\r\n").unwrap();
        player.say(r#"{"t":"chat","text":"remember me"}"#);
        player.hear("remember me");
        running.signal(signal);
        let rest = player.rest();
        assert!(rest.contains(r#""code":"shutdown""#), "{rest}");
        let (code, time) = running.ended();
        assert_eq!(code, Some(0), "{signal}");
        assert!(time < Duration::from_secs(12), "{time:?}");
        assert!(TcpStream::connect(running.host()).is_err(), "nobody listens any more");
        let replayed = fangqi(&["replay", &room, "--data", data]);
        assert!(stdout(&replayed).contains("Chat"), "{}", stdout(&replayed));
    }
}

#[test]
fn a_second_signal_ends_it_at_once() {
    let mut running = Running::start(&["serve", "--port", "0", "--no-browser"]);
    // A request that is never finished: the polite way takes a while.
    let mut half = TcpStream::connect(running.host()).unwrap();
    half.write_all(b"POST /api/rooms HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n")
        .unwrap();
    std::thread::sleep(Duration::from_millis(200));
    running.signal("-TERM");
    std::thread::sleep(Duration::from_millis(200));
    running.signal("-TERM");
    let (code, time) = running.ended();
    // Or it was quicker than the second one.
    assert!(matches!(code, Some(130 | 0)), "{code:?}");
    assert!(time < Duration::from_secs(2), "{time:?}");
}

/// Starts that must fail: the arguments, the exit code, words of the one sentence.
fn refused(args: &[&str], code: i32, words: &[&str]) {
    let start = Instant::now();
    let output = fangqi(args);
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
    for word in words {
        assert!(said.contains(word), "{args:?}: {said}");
    }
    assert!(!said.contains("panicked") && !said.contains("backtrace"), "{args:?}: {said}");
    if code == 1 {
        let lines: Vec<&str> = said.lines().filter(|line| line.starts_with("fangqi: ")).collect();
        assert_eq!(lines.len(), 1, "{args:?}: {said}");
    }
    assert_eq!(stdout(&output), "", "{args:?}");
    assert!(start.elapsed() < PATIENCE);
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_wrong_start_is_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = listener.local_addr().unwrap();
    let port = taken.port().to_string();
    let serve = ["serve", "--no-browser", "--port"];
    let with = |rest: &[&str]| -> Vec<String> {
        serve.iter().chain(&["0"]).chain(rest).map(|&word| word.to_owned()).collect()
    };
    let refused_with = |rest: &[&str], code, words: &[&str]| {
        let args = with(rest);
        refused(&args.iter().map(String::as_str).collect::<Vec<_>>(), code, words);
    };
    refused(&["serve", "--no-browser", "--port", &port], 1, &["port", "is in use"]);
    let busy = taken.to_string();
    refused_with(&["--admin-listen", &busy], 1, &["operators", &busy]);
    let file = write(folder.path(), "file", "no folder");
    let under = format!("{file}/data");
    refused_with(&["--data", &under], 1, &["is not a folder", &under]);
    let keys = folder.path().join("keys");
    std::fs::create_dir(&keys).unwrap();
    write(&keys, "token.keys", "garbage");
    refused_with(&["--data", keys.to_str().unwrap()], 1, &["token.keys", "first line"]);
    let log = folder.path().join("log");
    std::fs::create_dir(&log).unwrap();
    write(&log, "rooms.sqlite", &"not a database ".repeat(100));
    refused_with(&["--data", log.to_str().unwrap()], 1, &["rooms.sqlite"]);
    let empty = write(folder.path(), "empty.pem", "");
    let absent = folder.path().join("absent.pem");
    let absent = absent.to_str().unwrap();
    refused_with(&["--tls-cert", &empty, "--tls-key", &empty], 1, &["no certificate", &empty]);
    refused_with(&["--tls-cert", absent, "--tls-key", &empty], 1, &["cannot be read", absent]);
    refused_with(&["--tls-cert", &empty], 2, &["--tls-key"]);
    refused_with(&["--rotate-key"], 2, &["--data"]);
    for origin in ["play.example.org", "https://a/b", "*"] {
        refused_with(&["--origin", origin], 2, &["--origin", "an origin"]);
    }
    refused_with(&["--admin-listen", "everywhere"], 2, &["--admin-listen"]);
}

#[test]
fn a_folder_that_may_only_be_read_is_one_sentence() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let mode = |bits| std::fs::Permissions::from_mode(bits);
    std::fs::set_permissions(folder.path(), mode(0o500)).unwrap();
    let may_write = std::fs::write(folder.path().join("probe"), "x").is_ok();
    if may_write {
        eprintln!("whoever runs this may write anywhere; nothing to see");
    } else {
        let data = folder.path().to_str().unwrap();
        let args = ["serve", "--no-browser", "--port", "0", "--data", data];
        refused(&args, 1, &[data, "cannot be written"]);
    }
    std::fs::set_permissions(folder.path(), mode(0o700)).unwrap();
}

/// A room, opened as a page would.
fn open_room(host: &str) -> String {
    let mut page = TcpStream::connect(host).unwrap();
    write!(
        page,
        "POST /api/rooms HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
         content-length: 17\r\nconnection: close\r\n\r\n{{\"map\":\"xiangqi\"}}",
    )
    .unwrap();
    let mut answer = String::new();
    page.read_to_string(&mut answer).unwrap();
    answer.split("\"room\":\"").nth(1).unwrap()[..10].to_owned()
}

/// The status of a page.
fn status(host: &str, path: &str) -> String {
    let mut page = TcpStream::connect(host).unwrap();
    write!(page, "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    page.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer[9..12]).into_owned()
}

#[test]
fn a_room_that_ended_three_workers_is_not_restored_for_its_picture() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_fangqi"))
        .args(["load", "server", "--hazards", "--data", folder.path().to_str().unwrap()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut host = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut host).unwrap();
    let host = host.trim();
    let (room, other) = (open_room(host), open_room(host));
    for _ in 0..3 {
        assert_eq!(status(host, &format!("/r/{room}/picture.png")), "200");
        let mut player = Player::join(host, &room);
        player.say(r#"{"t":"chat","text":"hazard:crash"}"#);
        player.rest();
    }
    assert_eq!(status(host, &format!("/r/{room}/picture.png")), "307", "the icon in its place");
    assert_eq!(status(host, &format!("/r/{other}/picture.png")), "200");
    // It serves until its input ends.
    drop(server.stdin.take());
    assert!(server.wait().unwrap().success());
}

/// The worker processes of a server.
#[cfg(target_os = "linux")]
fn workers(server: u32) -> Vec<String> {
    let threads = std::fs::read_dir(format!("/proc/{server}/task")).unwrap();
    let children = threads.map(|thread| {
        // A thread may have ended meanwhile.
        std::fs::read_to_string(thread.unwrap().path().join("children")).unwrap_or_default()
    });
    children.flat_map(|ids| ids.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Asks until the answer is as wanted.
fn until<T: PartialEq + std::fmt::Debug>(wanted: &T, ask: impl Fn() -> T) {
    let start = Instant::now();
    loop {
        let found = ask();
        if found == *wanted {
            return;
        }
        assert!(start.elapsed() < PATIENCE, "{found:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_healthcheck_follows_worker_processes() {
    let args = ["serve", "--no-browser", "--port", "0", "--workers", "2"];
    let mut running = Running::start(&args);
    let host = running.host().to_owned();
    let port = host.rsplit(':').next().unwrap().to_owned();
    let check = |more: &[&str]| {
        let output = fangqi(&[&["healthcheck"], more].concat());
        let said = String::from_utf8(output.stderr.clone()).unwrap();
        (output.status.code(), stdout(&output) + &said)
    };
    let by_port = ["--port", port.as_str()];
    until(&Some(0), || check(&by_port).0);
    assert!(check(&by_port).1.contains("is ready"));
    assert_eq!(check(&["--url", &format!("http://{host}/")]).0, Some(0));
    let kill = |signal: &str| {
        for worker in workers(running.child.id()) {
            // It may have ended by itself.
            let _ = Command::new("kill").args([signal, &worker]).output();
        }
    };
    // One that stands still answers nothing, and is not replaced.
    kill("-STOP");
    // What was answered before is good for half a second.
    std::thread::sleep(Duration::from_millis(600));
    let (code, said) = check(&by_port);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("not ready: shard 0, shard 1, isolation shard"), "{said}");
    assert_eq!(check(&["--alive", "--port", &port]).0, Some(0), "the server itself lives");
    kill("-CONT");
    until(&"200".to_owned(), || status(&host, "/readyz"));
    // One that ends is replaced; those that end again and again, after a pause.
    until(&"503".to_owned(), || {
        kill("-KILL");
        status(&host, "/readyz")
    });
    until(&"200".to_owned(), || status(&host, "/readyz"));
    running.signal("-TERM");
    running.ended();
    let (code, said) = check(&by_port);
    assert_eq!(code, Some(1));
    assert!(said.contains("cannot be reached"), "{said}");
}

#[test]
fn a_healthcheck_asks_the_server_that_the_environment_describes() {
    let folder = tempfile::tempdir().unwrap();
    let made = rcgen::generate_simple_self_signed(vec!["games.example".to_owned()]).unwrap();
    let certificate = write(folder.path(), "cert.pem", &made.cert.pem());
    let key = write(folder.path(), "key.pem", &made.signing_key.serialize_pem());
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let text = format!("port = {port}\ntls-cert = \"{certificate}\"\ntls-key = \"{key}\"\n");
    let config = write(folder.path(), "fangqi.toml", &text);
    let _server = Running::start(&["serve", "--no-browser", "--workers=0", "--config", &config]);
    let check = |args: &[&str], variable: (&str, &str)| {
        Command::new(env!("CARGO_BIN_EXE_fangqi"))
            .arg("healthcheck")
            .args(args)
            .env(variable.0, variable.1)
            .output()
            .unwrap()
    };
    // Signed by itself, for another name.
    let output = check(&[], ("FANGQI_CONFIG", &config));
    let url = format!("https://127.0.0.1:{port}/readyz is ready");
    assert!(stdout(&output).contains(&url), "{output:?}");
    let output = check(&["--url", &format!("http://127.0.0.1:{port}")], ("FANGQI_PORT", "1"));
    assert_eq!(output.status.code(), Some(1), "it speaks TLS");
    let output = check(&[], ("FANGQI_PORT", "0"));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("--port or --url"), "{said}");
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let start = Instant::now();
    let url = format!("http://{}", silent.local_addr().unwrap());
    let output = check(&["--url", &url], ("FANGQI_PORT", "1"));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("does not answer within 5 seconds"), "{said}");
    assert!(start.elapsed() < PATIENCE);
}

#[test]
fn an_operator_asks_and_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let data = data.to_str().unwrap();
    let args = ["serve", "--no-browser", "--port", "0", "--data", data, "--admin-listen"];
    let mut running = Running::start(&[&args[..], &["127.0.0.1:0"]].concat());
    running.line(); // how to stop
    let line = running.line();
    let (at, told) = line.strip_prefix("Operators: ").unwrap().split_once(", ").unwrap();
    let secret = std::fs::read_to_string(format!("{data}/admin.secret")).unwrap();
    assert!(told.contains("admin.secret") && !line.contains(secret.trim()), "{line}");
    let ask = |words: &[&str]| {
        let output = fangqi(&[&["admin", "--at", at, "--data", data], words].concat());
        let said = String::from_utf8(output.stderr.clone()).unwrap();
        (output.status.code(), stdout(&output), said)
    };
    let good = |words: &[&str]| {
        let (code, out, said) = ask(words);
        assert_eq!(code, Some(0), "{words:?}: {said}");
        out
    };
    let room = open_room(running.host());
    let mut player = Player::join(running.host(), &room);
    assert!(good(&["list"]).contains(&room));
    let look = good(&["look", &room]);
    assert!(look.contains("\"map\": \"xiangqi\"") && look.contains("\"hash\""), "{look}");
    assert!(good(&["message", &room, "good evening"]).contains("\"told\": 1"));
    player.hear("good evening");
    assert!(good(&["message", "all", "good night"]).contains("\"told\": 1"));
    player.hear("good night");
    let file = folder.path().join("room.fangqi");
    let file = file.to_str().unwrap();
    good(&["export", &room, "-o", file]);
    let replayed = fangqi(&["replay", file, "--verify"]);
    assert!(replayed.status.success(), "{replayed:?}");
    assert!(good(&["metrics"]).contains("fangqi_rooms_awake 1"));
    assert!(good(&["metrics"]).contains("fangqi_commit_seconds_count"));
    assert!(good(&["profile", "xiangqi"]).contains(".lua:"));
    assert!(good(&["capabilities", "xiangqi"]).contains("\"jobs\""));
    assert!(good(&["quarantine"]).contains("nothing has ended a worker process"));
    let (code, _, said) = ask(&["release", &room]);
    assert_eq!((code, said.contains("not in quarantine")), (Some(1), true), "{said}");
    let (code, _, said) = ask(&["release", "--map", "xiangqi"]);
    assert_eq!((code, said.contains("not in quarantine")), (Some(1), true), "{said}");
    assert_eq!(ask(&["release"]).0, Some(2));
    assert!(good(&["close", &room]).contains(&room));
    assert!(player.rest().contains("room_closed"));
    for (words, wanted) in [
        (&["look", &room][..], "there is no room"),
        (&["look", "a/b"], "nothing can be called"),
        (&["close", "abcdefghij"], "there is no room"),
        (&["export", "abcdefghij", "-o", file], "there is no room"),
        (&["profile", "shogi"], "there is no map"),
        (&["message", "all", " "], "1 to 500"),
    ] {
        let (code, _, said) = ask(words);
        assert_eq!(code, Some(1), "{words:?}");
        assert!(said.contains(wanted), "{words:?}: {said}");
    }
    let stranger = Command::new(env!("CARGO_BIN_EXE_fangqi"))
        .args(["admin", "--at", at, "list"])
        .env("FANGQI_ADMIN_SECRET", "x".repeat(32))
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&stranger.stderr).contains("the secret is wrong"));
    assert_eq!(fangqi(&["admin", "--at", at, "list"]).status.code(), Some(1));
}
