//! Two servers of a database, one of which is killed again and again while people play at both: its
//! rooms go on at the other, everybody comes back as who they were, and what anybody was shown is
//! in the log afterwards, as it was shown.
//!
//! `FANGQI_NODE_KILLS=20 FANGQI_NODE_ROOMS=1000 cargo test -p fangqi --test program nodes --
//! --nocapture` does so more often, with more rooms, and says how long rooms were away.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::cluster::{Database, database};
use crate::kill::{
    PATIENCE, Person, Server, draw, keep_playing, number, open_room_from, wait_for_all,
};

/// Longest pause between two things that a person does, in milliseconds.
const PAUSE_MAX: u64 = 1500;
/// How long people play before each death.
const BETWEEN: Duration = Duration::from_millis(800);

/// A server at an address of its own, which outlives its processes.
pub(crate) struct Node {
    name: &'static str,
    pub(crate) address: String,
    url: String,
}

impl Node {
    pub(crate) fn new(database: &Database<'_>, name: &'static str) -> Self {
        // Free for now, which is as good as it gets.
        let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        Self { name, address: free.to_string(), url: database.url() }
    }

    pub(crate) fn start(&self) -> Server {
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
