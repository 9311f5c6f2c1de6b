//! A server that a service manager restarts while people play: the manager holds the listening
//! socket, so no connection is refused; all people come back as who they were, to rooms as they
//! left them. Without systemd: the test is the manager.
//!
//! `FANGQI_RESTART_ROOMS=1000 cargo test -p fangqi --test program restart -- --nocapture` restarts
//! it with more rooms and says how long that takes.

use std::fs::File;
use std::io::Read;
use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use fangqi_server::log::SqliteLog;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::kill::{PATIENCE, Person, draw, keep_playing, number, open_room_from, wait_for_all};

const RESTARTS: u64 = 3;
/// Connections that may wait, as in `fangqi.socket`.
const BACKLOG: u32 = 4096;
/// Longest pause between two things that a person does, in milliseconds.
const PAUSE_MAX: u64 = 1500;
/// How long people play before each restart.
const BETWEEN: Duration = Duration::from_millis(800);
/// For how long nothing runs: longer than systemd takes between two runs.
const GAP: Duration = Duration::from_millis(200);

/// What systemd is to the program: it holds the socket and hears how the program is doing.
struct Manager {
    listening: TcpListener,
    told: UnixDatagram,
    folder: tempfile::TempDir,
}

impl Manager {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let told = UnixDatagram::bind(folder.path().join("notify")).unwrap();
        told.set_read_timeout(Some(PATIENCE)).unwrap();
        let runtime = tokio::runtime::Runtime::new().unwrap();
        // The standard library's listeners let 128 wait; of all others the kernel drops the first
        // packets, which cost them seconds.
        let listening = runtime.block_on(async {
            let socket = TcpSocket::new_v4().unwrap();
            socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
            socket.listen(BACKLOG).unwrap().into_std().unwrap()
        });
        Self { listening, told, folder }
    }

    fn address(&self) -> String {
        self.listening.local_addr().unwrap().to_string()
    }

    fn data(&self) -> std::path::PathBuf {
        self.folder.path().join("data")
    }

    /// Starts the program with sockets from descriptor 3 on, as sd_listen_fds(3) describes, and
    /// waits until it is ready.
    fn start(&self) -> Child {
        let listening = self.listening.try_clone().unwrap();
        let named = "exec 3<&0 </dev/null; export LISTEN_PID=$$ LISTEN_FDS=1 \
                     LISTEN_FDNAMES=players; exec \"$0\" \"$@\"";
        let child = Command::new("sh")
            .args(["-c", named, env!("CARGO_BIN_EXE_fangqi"), "serve", "--no-browser"])
            .args(["--trust-proxy", "--data"])
            .arg(self.data())
            .env("NOTIFY_SOCKET", self.folder.path().join("notify"))
            .env("FANGQI_LOG_LEVEL", "warn")
            .stdin(Stdio::from(OwnedFd::from(listening)))
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        self.hears("READY=1");
        child
    }

    /// Waits until the program says so; the whole message.
    fn hears(&self, state: &str) -> String {
        loop {
            let mut message = [0; 4096];
            let length = self.told.recv(&mut message).expect("the program says how it is doing");
            let message = String::from_utf8_lossy(&message[..length]).into_owned();
            if message.lines().any(|line| line == state) {
                return message;
            }
        }
    }
}

fn send(signal: &str, child: &Child) {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
}

/// What became of the requests of a visitor who loads pages all the time.
#[derive(Default)]
struct Pages {
    answered: AtomicUsize,
    refused: AtomicUsize,
    unanswered: AtomicUsize,
}

async fn keep_loading(address: String, pages: Arc<Pages>, stop: Arc<AtomicBool>) {
    let request = format!("GET / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    while !stop.load(Ordering::Relaxed) {
        let count = match TcpStream::connect(&address).await {
            Err(_) => &pages.refused,
            Ok(mut stream) => {
                let mut answer = Vec::new();
                // Whatever goes wrong, there is no answer then.
                let _ = stream.write_all(request.as_bytes()).await;
                let _ = stream.read_to_end(&mut answer).await;
                match answer.starts_with(b"HTTP/1.1 200") {
                    true => &pages.answered,
                    false => &pages.unanswered,
                }
            }
        };
        count.fetch_add(1, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

#[test]
fn a_restart_refuses_nobody_and_brings_everybody_back() {
    let rooms = number("FANGQI_RESTART_ROOMS", 9);
    let manager = Manager::new();
    let (address, mut seed) = (manager.address(), 1);
    let (began, stop) = (Instant::now(), Arc::new(AtomicBool::new(false)));
    let pages = Arc::new(Pages::default());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut server = manager.start();
    let (playing, welcomed): (Vec<_>, Vec<_>) = runtime.block_on(async {
        let (mut playing, mut welcomed) = (Vec::new(), Vec::new());
        for at in 0..rooms {
            // The server limits how many rooms one address opens.
            let client = format!("198.18.{}.{}", at / 250, at % 250 + 1);
            let room = open_room_from(&address, &client).await;
            let person = Person::slower(0, room, PAUSE_MAX);
            welcomed.push(Arc::clone(&person.welcomed));
            let seed = draw(&mut seed);
            let life = keep_playing(person, address.clone(), seed, Arc::clone(&stop));
            playing.push(tokio::spawn(life));
        }
        (playing, welcomed)
    });
    let all_are_back_since = |moment: Instant| wait_for_all(&welcomed, moment);
    let loading = keep_loading(address, Arc::clone(&pages), Arc::clone(&stop));
    let loading = runtime.spawn(loading);
    all_are_back_since(began);
    for _ in 0..RESTARTS {
        std::thread::sleep(BETWEEN);
        let restart = Instant::now();
        send("-TERM", &server);
        assert!(server.wait().unwrap().success());
        manager.hears("STOPPING=1");
        std::thread::sleep(GAP);
        server = manager.start();
        let ready = restart.elapsed();
        all_are_back_since(restart);
        let back = restart.elapsed();
        println!("{rooms} rooms: the server is ready after {ready:?}, all are back after {back:?}");
    }
    stop.store(true, Ordering::Relaxed);
    send("-TERM", &server);
    assert!(server.wait().unwrap().success());
    // No process takes the connections of those who come back once more.
    drop(manager.listening);
    let people: Vec<Person> = runtime.block_on(async {
        let mut people = Vec::new();
        for life in playing {
            people.push(tokio::time::timeout(PATIENCE, life).await.unwrap().unwrap());
        }
        tokio::time::timeout(PATIENCE, loading).await.unwrap().unwrap();
        people
    });
    let log = SqliteLog::open(&manager.folder.path().join("data")).unwrap();
    let (mut shown, mut cut_off) = (0, 0);
    for person in &people {
        person.check(&log);
        assert_eq!(person.refused, 0, "{person:?}");
        shown += person.shown.len();
        cut_off += person.cut_off;
    }
    let count = |number: &AtomicUsize| number.load(Ordering::Relaxed);
    let (answered, unanswered) = (count(&pages.answered), count(&pages.unanswered));
    println!("pages: {answered} answered, {unanswered} not; {shown} lines of chat");
    println!("{cut_off} connections were cut off before anything was said");
    assert!(shown > 0 && answered > 0);
    assert_eq!(count(&pages.refused), 0);
}

#[test]
fn the_service_manager_hears_of_the_start_reloads_and_the_end() {
    let manager = Manager::new();
    let mut server = manager.start();
    for _ in 0..2 {
        send("-HUP", &server);
        let told = manager.hears("RELOADING=1");
        let time = told.lines().find_map(|line| line.strip_prefix("MONOTONIC_USEC="));
        let time: u128 = time.expect("it says when").parse().unwrap();
        let mut up = String::new();
        File::open("/proc/uptime").unwrap().read_to_string(&mut up).unwrap();
        let up: f64 = up.split(' ').next().unwrap().parse().unwrap();
        assert!(time as f64 / 1e6 <= up + 0.1 && time as f64 / 1e6 > up - 60.0, "{time}, {up}");
        let told = manager.hears("READY=1");
        assert!(told.contains(&format!("STATUS=Serving http://{}", manager.address())), "{told}");
    }
    send("-TERM", &server);
    manager.hears("STOPPING=1");
    assert!(server.wait().unwrap().success());
    assert!(Path::new(&manager.data().join("rooms.sqlite")).exists());
}

#[test]
fn two_sockets_for_one_purpose_are_one_sentence() {
    let one = TcpListener::bind("127.0.0.1:0").unwrap();
    let both = "exec 3<&0 4<&0 </dev/null; export LISTEN_PID=$$ LISTEN_FDS=2; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .args(["-c", both, env!("CARGO_BIN_EXE_fangqi"), "serve", "--no-browser"])
        .stdin(Stdio::from(OwnedFd::from(one)))
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("two sockets") && said.contains("ListenStream="), "{said}");
}
