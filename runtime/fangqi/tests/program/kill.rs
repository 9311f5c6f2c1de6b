//! A server that is killed again and again at seeded moments, while people play: what anybody was
//! shown is in its log afterwards, as it was shown, and everybody comes back as who they were. It
//! is killed while it starts as well.
//!
//! `FANGQI_KILL_POINTS=500 FANGQI_KILL_START=7 cargo test -p fangqi --test program kill` kills it
//! more.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fangqi_protocol::{Input, PlayerId};
use fangqi_server::log::{RoomLog, SqliteLog};
use fangqi_server::session::RoomId;
use fangqi_server::wire::{PROTOCOL, ServerMessage};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

/// Rooms played at once, and people in each.
const ROOMS: usize = 3;
const PEOPLE: usize = 2;
/// Rooms are left after so many deaths of the server, before they take long to come back.
const DEATHS_PER_ROOM: u64 = 20;
/// Longest life of a server that starts in less than that, in milliseconds.
const LIFE_MAX: u64 = 160;
/// Longest pause between two things that a person does, in milliseconds.
const PAUSE_MAX: u64 = 12;
/// Longer than anything takes on a loaded machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// How long the browser's page waits before it connects again, at least and at most, in
/// milliseconds.
const BACK_AFTER: [u64; 2] = [300, 500];

/// SplitMix64.
pub(crate) fn draw(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

pub(crate) fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A server process; killed when dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
}

impl Server {
    fn start(data: &Path) -> Self {
        Self::spawn(data, &[]).listening()
    }

    /// As far as a process; what it does then, nobody has waited for.
    pub(crate) fn spawn(data: &Path, more: &[&str]) -> Self {
        let data = data.to_str().expect("the test named it");
        Self::run(&[&["--port", "0", "--data", data], more].concat())
    }

    /// The same, wherever it keeps rooms.
    pub(crate) fn run(arguments: &[&str]) -> Self {
        let child = Command::new(env!("CARGO_BIN_EXE_fangqi"))
            .args(["serve", "--no-browser"])
            .args(arguments)
            .env("FANGQI_LOG_LEVEL", "warn")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        Self { child, address: String::new() }
    }

    /// Waits until it listens.
    pub(crate) fn listening(mut self) -> Self {
        let mut lines = BufReader::new(self.child.stdout.take().expect("it is piped")).lines();
        let address = lines.find_map(|line| {
            let line = line.expect("the program speaks");
            let (_, rest) = line.split_once("http://")?;
            Some(rest.split('/').next()?.to_owned())
        });
        self.address = address.expect("it says where it listens");
        self
    }

    #[cfg(target_os = "linux")]
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// As `kill -9`.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It has been killed already unless a test failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) async fn open_room(address: &str) -> RoomId {
    open_room_from(address, "127.0.0.1").await
}

/// Opens a room as a proxy does for this address.
pub(crate) async fn open_room_from(address: &str, client: &str) -> RoomId {
    let mut stream = TcpStream::connect(address).await.expect("the server listens");
    let body = r#"{"map":"xiangqi"}"#;
    let request = format!(
        "POST /api/rooms HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         x-forwarded-for: {client}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("it answers");
    let json = answer.rsplit("\r\n\r\n").next().unwrap_or_default();
    let answer: Value = serde_json::from_str(json).unwrap_or_else(|_| panic!("{answer}"));
    RoomId::parse(answer["room"].as_str().expect("a room")).expect("an id")
}

/// Somebody, over all lives of the server.
#[derive(Debug, Clone)]
pub(crate) struct Person {
    number: usize,
    pause_max: u64,
    room: RoomId,
    token: Option<String>,
    you: Option<PlayerId>,
    after: Option<u64>,
    said: u64,
    /// Lines of chat that were shown, by event.
    pub(crate) shown: BTreeMap<u64, (PlayerId, String)>,
    /// When the server last said welcome.
    pub(crate) welcomed: Arc<Mutex<Option<Instant>>>,
    /// Connections that were refused, and those that were cut off before anything was said.
    pub(crate) refused: usize,
    pub(crate) cut_off: usize,
}

impl Person {
    pub(crate) fn new(number: usize, room: RoomId) -> Self {
        Self::slower(number, room, PAUSE_MAX)
    }

    /// A person who does something at the latest after `pause_max` milliseconds.
    pub(crate) fn slower(number: usize, room: RoomId, pause_max: u64) -> Self {
        Self {
            number,
            pause_max,
            room,
            token: None,
            you: None,
            after: None,
            said: 0,
            shown: BTreeMap::new(),
            welcomed: Arc::default(),
            refused: 0,
            cut_off: 0,
        }
    }

    /// Plays until the server is gone.
    pub(crate) async fn play(mut self, address: String, mut seed: u64) -> Self {
        let Ok(stream) = TcpStream::connect(&address).await else {
            self.refused += 1;
            return self;
        };
        let Ok((socket, _)) = client_async(format!("ws://{address}/ws"), stream).await else {
            self.cut_off += 1;
            return self;
        };
        let (mut mouth, mut eyes) = socket.split();
        let hello = json!({
            "t": "hello", "protocol": PROTOCOL, "room": self.room.as_str(), "token": self.token,
            "after": self.after,
        });
        if mouth.send(Message::text(hello.to_string())).await.is_err() {
            return self;
        }
        let mut chats = Vec::new();
        let mut welcomed = false;
        loop {
            let pause = Duration::from_millis(draw(&mut seed) % self.pause_max);
            tokio::select! {
                frame = eyes.next() => match frame {
                    Some(Ok(Message::Text(text))) => {
                        let message = serde_json::from_str(&text).expect("a message");
                        welcomed |= self.hear(message, &mut chats);
                    }
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return self,
                },
                () = tokio::time::sleep(pause), if welcomed => {
                    let say = self.next_words(draw(&mut seed));
                    if mouth.send(Message::text(say.to_string())).await.is_err() {
                        // What was shown before may still be read.
                        welcomed = false;
                    }
                }
            }
        }
    }

    fn next_words(&mut self, draw: u64) -> Value {
        self.said += 1;
        match draw % 8 {
            0 => json!({"t": "sit", "seat": self.number % 2}),
            1 => json!({"t": "click", "pos": [draw / 8 % 9, 1, draw / 100 % 10], "face": 5}),
            2 => json!({"t": "take_back"}),
            _ => json!({"t": "chat", "text": format!("{} of {}", self.said, self.number)}),
        }
    }

    /// Takes a message in; whether it was the welcome.
    fn hear(&mut self, message: ServerMessage, chats: &mut Vec<(PlayerId, String)>) -> bool {
        match message {
            ServerMessage::Welcome { you, token, .. } => {
                assert!(self.you.is_none_or(|before| before == you), "{self:?} is {you:?} now");
                self.you = Some(you);
                self.token = Some(token);
                *self.welcomed.lock().expect("no thread panics with it") = Some(Instant::now());
                return true;
            }
            ServerMessage::Scene { event, .. } => {
                assert!(self.after <= Some(event), "{self:?} is shown event {event} as the last");
                self.after = Some(event);
            }
            ServerMessage::Chat { from: Some(from), text } => chats.push((from, text.en)),
            ServerMessage::Event { event, .. } => {
                self.after = Some(event);
                for chat in chats.drain(..) {
                    self.shown.insert(event, chat);
                }
            }
            // The server is about to close the line.
            ServerMessage::Bye { code, .. } if code == "shutdown" => {}
            ServerMessage::Bye { code, .. } => panic!("{self:?} is sent away: {code}"),
            _ => {}
        }
        false
    }

    /// Asserts that the log has all this person was shown.
    pub(crate) fn check(&self, log: &dyn RoomLog) {
        let Some(after) = self.after else { return };
        let stored = log.read(&self.room).unwrap_or_else(|error| panic!("{self:?}: {error}"));
        assert!(stored.records.len() as u64 >= after, "{self:?}: the log is shorter");
        for (event, (from, text)) in &self.shown {
            let record = &stored.records[usize::try_from(event - 1).expect("small")];
            let said = Input::Chat { player: *from, text: text.clone() };
            assert_eq!(record.input, said, "event {event} of {}", self.room);
        }
    }
}

/// Plays, and comes back when the server is gone, as the page does.
pub(crate) async fn keep_playing(
    mut person: Person,
    address: String,
    mut seed: u64,
    stop: Arc<AtomicBool>,
) -> Person {
    while !stop.load(Ordering::Relaxed) {
        person = person.play(address.clone(), draw(&mut seed)).await;
        let [least, most] = BACK_AFTER;
        tokio::time::sleep(Duration::from_millis(least + draw(&mut seed) % (most - least))).await;
    }
    person
}

/// Waits until each of these people was welcomed after a moment.
pub(crate) fn wait_for_all(welcomed: &[Arc<Mutex<Option<Instant>>>], moment: Instant) {
    let is_back = |welcome: &Arc<Mutex<Option<Instant>>>| {
        welcome.lock().unwrap().is_some_and(|welcome| welcome > moment)
    };
    let waiting = Instant::now();
    while !welcomed.iter().all(is_back) {
        assert!(waiting.elapsed() < PATIENCE, "a player does not come back");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Kills servers on a folder while they start: before they have opened it, made or changed its
/// tables, read its rooms, or listen. `longest` is about how long all that takes.
fn kill_starting(data: &Path, seed: &mut u64, longest: Duration) {
    for _ in 0..1 + draw(seed) % 3 {
        let server = Server::spawn(data, &[]);
        std::thread::sleep(longest.mul_f64((draw(seed) % 1000) as f64 / 1000.0));
        server.kill();
    }
}

#[test]
fn a_server_that_is_killed_while_it_starts_starts_again() {
    // Each point is several starts.
    let (start, points) = (number("FANGQI_KILL_START", 1), number("FANGQI_KILL_POINTS", 8) / 4);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    // The first start on a folder makes everything in it.
    let began = Instant::now();
    Server::start(tempfile::tempdir().expect("a folder").path()).kill();
    let longest = began.elapsed();
    for point in start..start + points {
        let (mut seed, data) = (point, tempfile::tempdir().expect("a folder"));
        kill_starting(data.path(), &mut seed, longest);
        let server = Server::start(data.path());
        let room = runtime.block_on(open_room(&server.address));
        server.kill();
        kill_starting(data.path(), &mut seed, longest);
        Server::start(data.path()).kill();
        let log = SqliteLog::open(data.path()).expect("the log opens");
        let stored = log.read(&room).unwrap_or_else(|error| {
            panic!("point {point}: {error}; again: FANGQI_KILL_START={point}")
        });
        assert!(stored.lost.is_none(), "point {point}: {:?}", stored.lost);
    }
}

#[test]
fn nothing_that_was_shown_is_lost_when_the_server_is_killed() {
    let (start, points) = (number("FANGQI_KILL_START", 1), number("FANGQI_KILL_POINTS", 8));
    let data = tempfile::tempdir().expect("a folder");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    let mut people: Vec<Person> = Vec::new();
    let (mut shown, mut together) = (0, 0);
    // How long the last start took.
    let mut starting = Duration::from_millis(LIFE_MAX);
    for point in start..start + points {
        let mut seed = point;
        if draw(&mut seed).is_multiple_of(3) {
            kill_starting(data.path(), &mut seed, starting);
        }
        let began = Instant::now();
        let server = Server::start(data.path());
        starting = began.elapsed();
        let address = server.address.clone();
        people = runtime.block_on(async {
            if people.is_empty() || point % DEATHS_PER_ROOM == 0 {
                people.clear();
                for _ in 0..ROOMS {
                    let room = open_room(&address).await;
                    people.extend((0..PEOPLE).map(|number| Person::new(number, room.clone())));
                }
            }
            let playing: Vec<_> = people
                .drain(..)
                .map(|person| tokio::spawn(person.play(address.clone(), draw(&mut seed))))
                .collect();
            // Where everything takes longer, so does this, until people would have said too much.
            let [usual, most] = [LIFE_MAX, 2 * LIFE_MAX].map(Duration::from_millis);
            let longest = starting.clamp(usual, most);
            tokio::time::sleep(longest.mul_f64((draw(&mut seed) % 1000) as f64 / 1000.0)).await;
            server.kill();
            let mut back = Vec::new();
            for person in playing {
                let person = tokio::time::timeout(PATIENCE, person).await;
                back.push(person.expect("the line is gone").unwrap_or_else(|failed| {
                    panic!("point {point}: {failed}; again: FANGQI_KILL_START={point}")
                }));
            }
            back
        });
        let log = SqliteLog::open(data.path()).expect("the log opens");
        for person in &people {
            person.check(&log);
            shown += person.shown.len();
            together += usize::from(person.after.is_some());
        }
    }
    println!("{points} kills: {together} lives of players, {shown} lines of chat checked");
    assert!(points < 5 || shown > 0, "nobody was ever shown anything");
}
