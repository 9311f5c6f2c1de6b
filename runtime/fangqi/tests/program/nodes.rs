//! Two servers of a database, one of which is killed again and again while people play at both: its
//! rooms go on at the other, everybody comes back as who they were, and what anybody was shown is
//! in the log afterwards, as it was shown. And jobs that end a worker of another server.
//!
//! `FANGQI_NODE_KILLS=20 FANGQI_NODE_ROOMS=1000 cargo test -p fangqi --test program nodes --
//! --nocapture` does so more often, with more rooms, and says how long rooms were away.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fangqi_server::session::RoomId;
use serde_json::json;

use crate::cluster::{Database, database};
use crate::kill::{
    PATIENCE, Person, Server, draw, keep_playing, number, open_room_from, wait_for_all,
};

/// Longest pause between two things that a person does, in milliseconds.
const PAUSE_MAX: u64 = 1500;
/// How long people play before each death.
const BETWEEN: Duration = Duration::from_millis(800);

/// A server at an address of its own, which outlives its processes.
struct Node {
    name: &'static str,
    address: String,
    url: String,
}

impl Node {
    fn new(database: &Database<'_>, name: &'static str) -> Self {
        // Free for now, which is as good as it gets.
        let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        Self { name, address: free.to_string(), url: database.url() }
    }

    fn start(&self) -> Server {
        let port = self.address.rsplit_once(':').unwrap().1;
        let kept = ["--log", &self.url, "--node", self.name, "--advertise", &self.address];
        let server = Server::run(&[&["--port", port, "--trust-proxy"], &kept[..]].concat());
        server.listening()
    }
}

#[test]
fn the_rooms_of_a_server_that_is_killed_go_on_at_the_other() {
    let (rooms, kills) = (number("FANGQI_NODE_ROOMS", 6), number("FANGQI_NODE_KILLS", 2));
    let (database, mut seed) = (database(), 1);
    let nodes = [Node::new(&database, "one"), Node::new(&database, "two")];
    let mut servers = nodes.each_ref().map(|node| Some(node.start()));
    let (began, stop) = (Instant::now(), Arc::new(AtomicBool::new(false)));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (playing, welcomed): (Vec<_>, Vec<_>) = runtime.block_on(async {
        let (mut playing, mut welcomed) = (Vec::new(), Vec::new());
        for at in 0..rooms {
            // The server limits how many rooms one address opens.
            let client = format!("198.18.{}.{}", at / 250, at % 250 + 1);
            let room = open_room_from(&nodes[at as usize % 2].address, &client).await;
            // Two people, each by way of another server.
            for (number, node) in nodes.iter().enumerate() {
                let person = Person::slower(number, room.clone(), PAUSE_MAX);
                welcomed.push(Arc::clone(&person.welcomed));
                let address = node.address.clone();
                let life = keep_playing(person, address, draw(&mut seed), Arc::clone(&stop));
                playing.push(tokio::spawn(life));
            }
        }
        (playing, welcomed)
    });
    wait_for_all(&welcomed, began);
    for kill in 0..kills as usize {
        std::thread::sleep(BETWEEN);
        let (dead, alive) = (kill % 2, (kill + 1) % 2);
        let killed = Instant::now();
        servers[dead].take().unwrap().kill();
        // At first the dead server has the rooms that were opened there, later it has all.
        let at_other: Vec<_> = welcomed.iter().skip(alive).step_by(2).cloned().collect();
        let opened_there = if kill == 0 { 2 } else { 1 };
        let moved: Vec<_> = at_other.iter().step_by(opened_there).cloned().collect();
        wait_for_all(&moved, killed);
        println!("{} rooms go on after {:?}", moved.len(), killed.elapsed());
        servers[dead] = Some(nodes[dead].start());
        let away: Vec<_> = welcomed.iter().skip(dead).step_by(2).cloned().collect();
        wait_for_all(&away, killed);
    }
    stop.store(true, Ordering::Relaxed);
    for server in servers.into_iter().flatten() {
        server.kill();
    }
    let log = database.open_as("reader");
    let mut shown = 0;
    for life in playing {
        let person: Person = runtime
            .block_on(async { tokio::time::timeout(PATIENCE, life).await.unwrap().unwrap() });
        person.check(&log);
        shown += person.shown.len();
    }
    println!("{kills} kills: {shown} lines of chat checked");
    assert!(shown > 0);
}

/// Asks a server to compute an analysis for another server, and returns the status of its answer.
fn compute(address: &str, secret: &str, room: &RoomId, nodes: u64) -> u16 {
    let content = json!({ "Analyse": {
        "fen": "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        "moves": [], "nodes": nodes, "threat": false, "lines": 0, "time": null,
    } });
    let job = json!({ "module": "Xiangqi", "content": content.to_string() });
    let body = json!({ "room": room.as_str(), "job": job }).to_string();
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    write!(
        stream,
        "POST /api/jobs HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\nfangqi-peer: {secret}\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status")
}

/// The worker processes of a server, with the processor time that each has used, in ticks.
#[cfg(target_os = "linux")]
fn workers(server: u32) -> Vec<(u32, u64)> {
    let read = |path: String| std::fs::read_to_string(path).unwrap_or_default();
    let threads = std::fs::read_dir(format!("/proc/{server}/task")).unwrap();
    let children = threads.map(|thread| {
        let thread = thread.unwrap().file_name();
        read(format!("/proc/{server}/task/{}/children", thread.display()))
    });
    let children: Vec<String> = children.collect();
    let numbers = children.iter().flat_map(|line| line.split_whitespace());
    let used = |process: u32| {
        let stat = read(format!("/proc/{process}/stat"));
        let fields = stat.rsplit(')').next()?.split_whitespace().skip(11).take(2);
        fields.map(|ticks| ticks.parse::<u64>().ok()).sum::<Option<u64>>()
    };
    numbers.filter_map(|number| number.parse().ok()).map(|id| (id, used(id).unwrap_or(0))).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_job_that_ended_a_worker_of_another_server_is_not_computed_there_again() {
    let database = database();
    let node = Node::new(&database, "helper");
    let server = node.start();
    let secret = database.value("SELECT content FROM secret WHERE name = 'peer secret'");
    let (bad, good) = (RoomId::random().unwrap(), RoomId::random().unwrap());
    assert_eq!(compute(&node.address, &secret, &bad, 100), 200);

    let before = workers(server.process());
    assert!(before.len() > 1, "there are others on which the job might be tried next");
    let (address, for_it, room) = (node.address.clone(), secret.clone(), bad.clone());
    let endless = std::thread::spawn(move || compute(&address, &for_it, &room, u64::MAX));
    let ended = PATIENCE + Duration::from_secs(30);
    let began = Instant::now();
    let busy = loop {
        assert!(began.elapsed() < ended, "no worker computes it");
        std::thread::sleep(Duration::from_millis(50));
        let busy = workers(server.process()).into_iter().find(|(id, used)| {
            before.iter().any(|(other, earlier)| other == id && *used > earlier + 50)
        });
        if let Some((id, _)) = busy {
            break id;
        }
    };
    // As the kernel does when memory runs out: all that the process was doing is suspected.
    let signal = std::process::Command::new("kill").args(["-KILL", &busy.to_string()]).status();
    assert!(signal.unwrap().success());
    assert_eq!(endless.join().unwrap(), 503, "no other worker has tried it");
    assert_eq!(compute(&node.address, &secret, &bad, 100), 503);
    assert_eq!(compute(&node.address, &secret, &good, 100), 200);
    let left = workers(server.process());
    let survivors = before.iter().filter(|(id, _)| left.iter().any(|(other, _)| other == id));
    assert_eq!(survivors.count(), before.len() - 1);
}
