//! What becomes of commits when the connection or the server is lost.

use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use fangqi_server::log::{Entry, Lease, LogError, PostgresLog, RoomLog, StoredRoom};
use fangqi_server::session::RoomId;
use proptest::prelude::*;

use super::cluster::{Cluster, database, node};
use super::proxy::{Proxy, To};
use crate::support::{append, meta, numbers, play, played, record, room};

/// A room that is played without waiting for acknowledgements, and what was acknowledged of it.
struct Player<'a> {
    log: &'a PostgresLog,
    room: RoomId,
    lease: Lease,
    /// Number of the next event.
    next: u64,
    /// What was acknowledged, by event.
    shown: Vec<String>,
    waiting: Vec<(String, Receiver<Result<(), LogError>>)>,
}

impl<'a> Player<'a> {
    fn new(log: &'a PostgresLog) -> Self {
        let room = played(log, 0);
        let lease = log.lease(&room).unwrap();
        Self { log, room, lease, next: 1, shown: Vec::new(), waiting: Vec::new() }
    }

    fn act(&mut self) {
        let text = format!("{} in {}", self.next, self.room);
        let (sender, receiver) = channel();
        let entry = Entry::Record { event: self.next, record: record(self.next, &text) };
        // The receiver is dropped when an earlier entry has failed.
        self.log.append(&self.lease, entry, Box::new(move |result| drop(sender.send(result))));
        self.waiting.push((text, receiver));
        self.next += 1;
    }

    /// Waits for the acknowledgements. After a failure the room starts again from the log.
    fn settle(&mut self) {
        for (text, receiver) in std::mem::take(&mut self.waiting) {
            match receiver.recv_timeout(Duration::from_secs(60)).unwrap() {
                Ok(()) => self.shown.push(text),
                Err(_) => {
                    self.start_again();
                    return;
                }
            }
        }
    }

    /// Reads the room, again if the connection is cut then.
    fn read(&self) -> StoredRoom {
        let until = Instant::now() + Duration::from_secs(60);
        loop {
            match self.log.read(&self.room) {
                Ok(stored) => return stored,
                Err(LogError::Away { .. }) if Instant::now() < until => {
                    std::thread::sleep(Duration::from_millis(100));
                }
                Err(error) => panic!("the database does not come back: {error}"),
            }
        }
    }

    fn texts(&self) -> Vec<String> {
        let stored = self.read();
        assert_eq!(stored.lost, None);
        let texts = stored.records.iter().zip(1..).map(|(record, event)| {
            assert_eq!(record.tick, event);
            match &record.input {
                fangqi_protocol::Input::Chat { text, .. } => text.clone(),
                other => panic!("{other:?}"),
            }
        });
        texts.collect()
    }

    fn start_again(&mut self) {
        let until = Instant::now() + Duration::from_secs(60);
        self.lease = loop {
            if let (Ok(lease), Ok(_)) = (self.log.lease(&self.room), self.log.read(&self.room)) {
                break lease;
            }
            assert!(Instant::now() < until, "the database does not come back");
            std::thread::sleep(Duration::from_millis(100));
        };
        let stored = self.texts();
        assert!(stored.starts_with(&self.shown), "what was shown is there");
        self.next = stored.len() as u64 + 1;
        self.shown = stored;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Cut at any byte in either direction, everything is there once and in order.
    #[test]
    fn wherever_the_connection_is_cut_nothing_acknowledged_is_lost_or_doubled(
        cuts in prop::collection::vec((any::<bool>(), 0i64..3000), 1..6),
    ) {
        let database = database();
        let proxy = Proxy::before(database.cluster.socket());
        let log = PostgresLog::open(&proxy.url(&database.name), None, node("one")).unwrap();
        let mut players: Vec<Player<'_>> = (0..3).map(|_| Player::new(&log)).collect();
        for (to_server, bytes) in cuts {
            proxy.cut_after(if to_server { To::Server } else { To::Client }, bytes);
            for round in 0..4 {
                for player in &mut players {
                    for _ in 0..=round {
                        player.act();
                    }
                }
                for player in &mut players {
                    player.settle();
                }
            }
        }
        let failed: Vec<_> = players.iter().filter(|it| it.texts() != it.shown).collect();
        prop_assert!(failed.is_empty());
        for player in &players {
            // The whole work was done: no connection was away for so long that entries fail.
            prop_assert!(player.shown.len() as u64 + 1 == player.next);
        }
    }
}

/// At every byte of one commit and of its answer, for all kinds of transactions.
#[test]
fn every_point_of_a_commit_can_be_survived() {
    let database = database();
    let proxy = Proxy::before(database.cluster.socket());
    let log = PostgresLog::open(&proxy.url(&database.name), None, node("one")).unwrap();
    let mut player = Player::new(&log);
    let mut done = 0;
    for to in [To::Server, To::Client] {
        for bytes in (0..600).step_by(37) {
            let before = proxy.cuts();
            proxy.cut_after(to, bytes);
            player.act();
            player.settle();
            let checkpoint = Entry::Checkpoint { event: player.next - 1, bytes: vec![1] };
            append(&log, &player.room, checkpoint).unwrap();
            done += proxy.cuts() - before;
        }
    }
    assert!(done > 20, "only {done} cuts took place");
    assert_eq!(player.texts(), player.shown);
    assert_eq!(player.shown.len() as u64 + 1, player.next, "each of them was written in time");
}

#[test]
fn while_the_database_is_away_entries_fail_and_then_the_room_goes_on() {
    let database = database();
    let proxy = Proxy::before(database.cluster.socket());
    let log = PostgresLog::open(&proxy.url(&database.name), None, node("one")).unwrap();
    let room = played(&log, 3);
    proxy.close();
    let lease = log.lease(&room).unwrap();
    let results: Vec<_> = (4..=9)
        .map(|event| {
            let (sender, receiver) = channel();
            let entry = Entry::Record { event, record: record(event, "away") };
            log.append(&lease, entry, Box::new(move |result| sender.send(result).unwrap()));
            receiver
        })
        .collect();
    for result in results {
        let error = result.recv_timeout(Duration::from_secs(60)).unwrap().unwrap_err();
        assert!(matches!(error, LogError::Away { .. }), "{error}");
        assert!(error.to_string().contains("see whether PostgreSQL runs there"), "{error}");
    }
    // From now on no caller waits.
    let asked = Instant::now();
    assert!(matches!(append_with(&log, &lease, 4), Err(LogError::Away { .. })));
    assert!(matches!(log.read(&room), Err(LogError::Away { .. })));
    assert!(asked.elapsed() < Duration::from_secs(2));
    proxy.open();
    let until = Instant::now() + Duration::from_secs(60);
    while log.read(&room).is_err() {
        assert!(Instant::now() < until, "it does not come back");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(numbers(&log, &room).0, [1, 2, 3]);
    play(&log, &room, 4, 6);
    assert_eq!(numbers(&log, &room).0, [1, 2, 3, 4, 5, 6]);
}

fn append_with(log: &PostgresLog, lease: &Lease, event: u64) -> Result<(), LogError> {
    let (sender, receiver) = channel();
    let entry = Entry::Record { event, record: record(event, "") };
    log.append(lease, entry, Box::new(move |result| sender.send(result).unwrap()));
    receiver.recv().unwrap()
}

#[test]
fn idle_connections_that_a_proxy_cuts_cost_nothing() {
    let database = database();
    let proxy = Proxy::before(database.cluster.socket());
    let log = PostgresLog::open(&proxy.url(&database.name), None, node("one")).unwrap();
    let room = played(&log, 1);
    for event in 2..=6 {
        proxy.cut();
        play(&log, &room, event, event);
        assert_eq!(log.read(&room).unwrap().records.len() as u64, event);
    }
}

#[test]
fn a_database_that_is_stopped_or_killed_comes_back_with_all_that_was_acknowledged() {
    let mut cluster = Cluster::start(&[]);
    let name = cluster.database().name;
    let url = cluster.address(&name);
    let log = PostgresLog::open(&url, None, node("one")).unwrap();
    let mut player = Player::new(&log);
    for round in 0..4 {
        for _ in 0..20 {
            player.act();
        }
        player.settle();
        // Under way while the server goes down.
        for _ in 0..200 {
            player.act();
        }
        if round % 2 == 0 {
            cluster.stop();
        } else {
            cluster.kill();
        }
        cluster.run();
        player.settle();
    }
    assert_eq!(player.texts(), player.shown);
    assert!(player.shown.len() >= 80);
    let (room, count) = (player.room, player.shown.len());
    drop(log);
    let log = PostgresLog::open(&url, None, node("one")).unwrap();
    assert_eq!(log.read(&room).unwrap().records.len(), count);
}

#[test]
fn a_log_that_is_closed_writes_what_it_was_given() {
    let database = database();
    let room = room();
    let log = database.open();
    let lease = log.lease(&room).unwrap();
    log.append(&lease, Entry::Open(meta(0)), Box::new(|_| ()));
    for event in 1..=5000 {
        let entry = Entry::Record { event, record: record(event, "x") };
        log.append(&lease, entry, Box::new(|_| ()));
    }
    drop(log);
    let ticks: Vec<u64> =
        database.open().read(&room).unwrap().records.iter().map(|record| record.tick).collect();
    assert_eq!(ticks, (1..=5000).collect::<Vec<_>>());
}
