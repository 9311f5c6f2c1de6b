//! Jobs that one server of a database computes for another: one that ends a worker is not tried on
//! the next.
#![cfg(target_os = "linux")]

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use fangqi_server::session::RoomId;
use serde_json::json;

use crate::cluster::database;
use crate::kill::PATIENCE;
use crate::nodes::Node;

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
