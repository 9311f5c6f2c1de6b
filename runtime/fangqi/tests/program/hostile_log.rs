//! Other people's text in what the operator and the author read: whatever it holds, it begins no
//! line, hides nothing and moves no cursor.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use fangqi_server::wire::PROTOCOL;
use fangqi_text::{escape, escape_lines};

const PATIENCE: Duration = Duration::from_secs(60);

/// What is put wherever somebody else's text can come from.
const HOSTILE: &str = "x\r\n2026-01-01T00:00:00Z ERROR FORGED \0\u{1b}[2J\u{9b}1m\u{202e}\u{2066}\
                       \u{2028}\u{85}\u{200b}\u{e0041}~";

/// The same as a script writes it.
const IN_LUA: &str = concat!(
    r#""x\r\n2026-01-01T00:00:00Z ERROR FORGED \0\u{1b}[2J\u{9b}1m\u{202e}"#,
    r#"\u{2066}\u{2028}\u{85}\u{200b}\u{e0041}~""#
);

/// The same as a manifest does, which takes no NUL.
const IN_TOML: &str = concat!(
    r#""x\r\n2026-01-01T00:00:00Z ERROR FORGED \u001b[2J\u009b1m\u202e\u2066"#,
    r#"\u2028\u0085\u200b\U000e0041~""#
);

fn manifest(id: &str) -> String {
    format!(
        "format = 1\nid = \"{id}\"\nversion = \"1\"\nscripts = [\"main.lua\"]\n\
         name = {{ zh = {IN_TOML}, en = {IN_TOML} }}\n\
         description = {{ zh = {IN_TOML}, en = {IN_TOML} }}\n\
         [[seats]]\nname = {{ zh = {IN_TOML}, en = {IN_TOML} }}\ncolour = \"#102030\"\n"
    )
}

/// Prints, warns, fails and is called badly, in a map and in its tests.
fn maps(folder: &Path) {
    let map = folder.join("evil");
    fs::create_dir_all(map.join("tests")).unwrap();
    fs::write(map.join("map.toml"), manifest("evil")).unwrap();
    let script = format!(
        "local text = {IN_LUA}\n\
         print(\"printed\", text, {{}}, nil)\n\
         Hud:setStatus(text)\n\
         Hud:setButtons({{ {{ id = \"a\", label = \"a\" }} }})\n\
         ScriptSupportEvent:registerEvent(\"Game.AnyPlayer.EnterGame\", function(e)\n\
           print(\"came\", text)\n\
         end)\n\
         ScriptSupportEvent:registerEvent(\"Room.Action\", function(e)\n\
           print(\"acted\", e.value)\n\
           local ok, why = pcall(error, e.value)\n\
           print(\"caught\", why)\n\
           threadpool:wait(0.1)\n\
           error(\"failed \" .. text)\n\
         end)\n"
    );
    fs::write(map.join("main.lua"), script).unwrap();
    // A map that does not load, and says so in its own words.
    let broken = folder.join("broken");
    fs::create_dir_all(&broken).unwrap();
    let text = manifest("broken").replace("format = 1", &format!("format = 1\n{IN_TOML} = 1"));
    fs::write(broken.join("map.toml"), text).unwrap();
    fs::write(broken.join("main.lua"), "").unwrap();
}

fn fangqi(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fangqi")).args(args).output().unwrap()
}

/// Asserts of something printed that nothing hides in it and none of its lines is forged.
fn is_plain(what: &str, text: &str) {
    assert_eq!(escape_lines(text), text, "{what}");
    for line in text.lines() {
        assert!(!line.starts_with("2026-01-01") && !line.starts_with('~'), "{what}: {text}");
    }
}

/// What a command prints, which must be plain and have the hostile text in it.
fn printed(args: &[&str]) -> String {
    let output = fangqi(args);
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    is_plain(&format!("{args:?}"), &text);
    text
}

struct Running {
    child: Child,
    lines: BufReader<std::process::ChildStdout>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    fn start(log: &Path, args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fangqi"))
            .args(args)
            .env("FANGQI_LOG_LEVEL", "trace")
            .stdout(Stdio::piped())
            .stderr(File::create(log).unwrap())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Self { child, lines }
    }

    fn after(&mut self, beginning: &str) -> String {
        loop {
            let mut line = String::new();
            assert_ne!(self.lines.read_line(&mut line).unwrap(), 0, "no line with {beginning}");
            if let Some(rest) = line.trim_end().strip_prefix(beginning) {
                return rest.to_owned();
            }
        }
    }

    fn stop(mut self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        let start = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < PATIENCE, "the program does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Sends bytes and reads all that comes.
fn ask(at: &str, request: &str) -> String {
    let mut line = TcpStream::connect(at).unwrap();
    line.set_read_timeout(Some(PATIENCE)).unwrap();
    line.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    // It may be reset after the answer.
    let _ = line.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

/// A text frame with a mask of zeros, which leaves the text as it is.
fn frame(text: &str) -> Vec<u8> {
    let mut frame = vec![0x81, 0x80 | 126];
    frame.extend(u16::try_from(text.len()).unwrap().to_be_bytes());
    frame.extend([0; 4]);
    frame.extend(text.as_bytes());
    frame
}

/// Comes into a room under a bad name, and says and does what is no better.
fn play(host: &str, room: &str, log: &Path) {
    let mut line = TcpStream::connect(host).unwrap();
    line.set_read_timeout(Some(PATIENCE)).unwrap();
    let head = format!(
        "GET /ws HTTP/1.1\r\nhost: {host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         user-agent: \u{202e}\u{9b}agent\taaa\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    line.write_all(head.as_bytes()).unwrap();
    let said = serde_json::to_string(HOSTILE).unwrap();
    for text in [
        format!(r#"{{"t":"hello","protocol":{PROTOCOL},"room":"{room}","name":{said}}}"#),
        format!(r#"{{"t":"chat","text":{said}}}"#),
        format!(r#"{{"t":"action","id":"a","value":{said}}}"#),
        format!(r#"{{"t":"nonsense","value":{said}}}"#),
        HOSTILE.to_owned(),
    ] {
        line.write_all(&frame(&text)).unwrap();
    }
    let start = Instant::now();
    while !fs::read_to_string(log).unwrap().contains("failed x") {
        assert!(start.elapsed() < PATIENCE, "{}", fs::read_to_string(log).unwrap());
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Runs a server whose players, maps, operators and strangers say nothing good. Gives the room they
/// were in and what the server logged.
fn abused(folder: &Path, format: &str) -> (String, String) {
    let (data, own) = (folder.join("data"), folder.join("maps"));
    maps(&own);
    let (data, own) = (data.to_str().unwrap(), own.to_str().unwrap());
    let log = folder.join("log");
    let mut args = vec!["serve", "--port", "0", "--no-browser", "--data", data, "--maps", own];
    args.extend(["--admin-listen", "127.0.0.1:0", "--log-format", format]);
    let mut running = Running::start(&log, &args);
    let url = running.after("Fangqi is ready: ");
    let host = url.split('/').nth(2).unwrap();
    let operators = running.after("Operators: ");
    let at = operators.split(',').next().unwrap();
    let body = r#"{"map":"evil"}"#;
    let opened = ask(
        host,
        &format!(
            "POST /api/rooms HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        ),
    );
    let room = opened.split("\"room\":\"").nth(1).unwrap()[..10].to_owned();
    play(host, &room, &log);
    for (door, request) in [
        (host, "GET /%0d%0a%1b%5b2J%e2%80%ae HTTP/1.1\r\nhost: HOST\r\n"),
        (at, "GET /rooms/%0aFORGED%1b%e2%80%ae HTTP/1.1\r\nhost: HOST\r\n"),
        (at, "GET /\u{202e}\u{9b} HTTP/1.1\r\nhost: HOST\r\n"),
        (at, "GET / HTTP/1.1\r\nhost: \u{202e}\r\n"),
        (host, "G\u{1b}T / HTTP/1.1\r\nhost: HOST\r\n"),
        (host, "GET / HTTP/1.1\r\nhost: HOST\r\nuser-agent: \u{202e}\u{9b}31m\t\r\n"),
    ] {
        ask(door, &format!("{}connection: close\r\n\r\n", request.replace("HOST", door)));
    }
    let admin = |words: &[&str]| printed(&[&["admin", "--at", at, "--data", data], words].concat());
    admin(&["message", &room, &HOSTILE.replace('\0', "")]);
    assert!(admin(&["list"]).contains("evil"));
    assert!(admin(&["look", &room]).contains("printed"));
    assert!(admin(&["profile", "evil"]).contains("main.lua"));
    admin(&["capabilities", "evil"]);
    admin(&["metrics"]);
    let file = folder.join("room.fangqi");
    admin(&["export", &room, "-o", file.to_str().unwrap()]);
    running.stop();
    (room, fs::read_to_string(&log).unwrap())
}

#[test]
fn as_json_every_line_is_an_object_and_names_its_room() {
    let folder = tempfile::tempdir().unwrap();
    let (room, text) = abused(folder.path(), "json");
    assert_eq!(escape_lines(&text).replace('\t', r"\t"), text, "nothing is hidden");
    let mut acted = 0;
    for line in text.lines() {
        let line: serde_json::Value =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let message = line["fields"]["message"].as_str().unwrap_or_default();
        if message.starts_with("acted") && message.contains("\n2026-01-01T00:00:00Z ERROR FORGED") {
            let room = serde_json::json!([{"name": "room", "room": room, "map": "evil"}]);
            assert_eq!(line["spans"], room);
            acted += 1;
        }
    }
    assert_eq!(acted, 1, "{text}");
}

#[test]
fn nobody_but_the_program_begins_a_line_of_its_log() {
    let folder = tempfile::tempdir().unwrap();
    let (_, text) = abused(folder.path(), "text");
    let file = folder.path().join("room.fangqi");
    let file = file.to_str().unwrap();
    for rest in [&[][..], &["--json"], &["--to", "3"], &["--to", "3", "--json"]] {
        printed(&[&["replay", file], rest].concat());
    }
    let state = printed(&["replay", file, "--to", "3"]);
    assert!(state.contains("FORGED") && state.contains(r"\u202e"), "{state}");

    assert_eq!(escape_lines(&text).replace('\t', r"\t"), text, "nothing is hidden");
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let (time, level) = (words.next().unwrap(), words.next().unwrap());
        let levels = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR"];
        assert!(time.ends_with('Z') && time != "2026-01-01T00:00:00Z", "{line}");
        assert!(levels.contains(&level), "{line}");
    }
    // It did come there: what was printed, raised, caught and thrown.
    let marked = |line: &str| line.contains(r"\n2026-01-01T00:00:00Z ERROR FORGED");
    for word in ["printed", "failed", "acted", "caught"] {
        let found = text.lines().any(|line| line.contains(word) && marked(line));
        assert!(found, "{word} is not in the log");
    }
    assert!(text.lines().any(|line| line.contains("broken")), "the map that does not load");
}

#[test]
fn what_tools_print_of_a_map_is_plain() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("maps");
    maps(&own);
    let tests = format!("test({IN_LUA}, function(t)\n  error({IN_LUA})\nend)\n");
    fs::write(own.join("evil/tests/first.lua"), tests).unwrap();
    let maps = own.to_str().unwrap();
    let listed = printed(&["maps", "--maps", maps]);
    assert!(listed.contains(&*escape("FORGED \u{1b}[2J")), "{listed}");
    let checked = printed(&["check", "evil", "--maps", maps, "--rooms", "1"]);
    assert!(checked.contains("FORGED"), "{checked}");
    let checked = printed(&["check", "broken", "--maps", maps]);
    assert!(checked.contains("broken"), "{checked}");
    let tested = printed(&["test", "evil", "--maps", maps]);
    assert!(tested.contains("FORGED"), "{tested}");
    printed(&["sim", "evil", "--seeds", "2", "--maps", maps, "--out", "/dev/null"]);
    printed(&["play", HOSTILE.split('\0').next().unwrap(), "--no-browser", "--maps", maps]);
    let script = own.join("evil/script.lua");
    fs::write(&script, format!("print({IN_LUA})\nerror({IN_LUA})\n")).unwrap();
    let script = script.to_str().unwrap();
    printed(&["miniworld", "check", script]);
    printed(&["miniworld", "check", script, "--json"]);
    printed(&["sanguosha", "check", script]);
}
