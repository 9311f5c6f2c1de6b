//! Servers that share a database.

use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use fangqi_server::log::{Entry, Lease, LogError, PostgresLog, RoomLog};
use tokio_postgres::Client;

use super::cluster::{client, database, node};
use super::proxy::Proxy;
use crate::support::{numbers, play, played, record};

fn give(
    log: &PostgresLog,
    lease: &Lease,
    event: u64,
    text: &str,
) -> Receiver<Result<(), LogError>> {
    let (sender, receiver) = channel();
    let entry = Entry::Record { event, record: record(event, text) };
    log.append(lease, entry, Box::new(move |result| sender.send(result).unwrap()));
    receiver
}

/// The heartbeat of a server has expired, as if it had been cut off for long.
const EXPIRED: &str = "UPDATE node_heartbeat SET until = '-infinity' \
                       WHERE node = (SELECT id FROM node_fence WHERE name = 'one')";

#[test]
fn a_room_of_a_server_that_lives_is_named_with_its_address() {
    let database = database();
    let (one, two) = (database.open_as("one"), database.open_as("two"));
    let room = played(&one, 3);
    let error = two.lease(&room).unwrap_err();
    assert!(matches!(error, LogError::OwnedElsewhere { .. }), "{error}");
    assert!(error.to_string().ends_with("is on the server one at one.example.org:7878"), "{error}");
    // Reading needs no lease.
    assert_eq!(numbers(&two, &room).0, [1, 2, 3]);
    let listed = |log: &PostgresLog| log.rooms().unwrap().len();
    assert_eq!((listed(&one), listed(&two)), (1, 0), "each lists what it can serve");
    drop(one);
    assert_eq!(listed(&two), 1);
    // One that has ended well is not waited for.
    let asked = Instant::now();
    play(&two, &room, 4, 5);
    assert!(asked.elapsed() < Duration::from_secs(5));
    assert_eq!(numbers(&two, &room).0, [1, 2, 3, 4, 5]);
}

#[test]
fn a_room_that_is_given_back_goes_to_the_next_who_asks() {
    let database = database();
    let (one, two) = (database.open_as("one"), database.open_as("two"));
    let room = played(&one, 2);
    let lease = one.lease(&room).unwrap();
    give(&one, &lease, 3, "").recv().unwrap().unwrap();
    // As many leases as were granted: by opening, by each input, and this one.
    for _ in 0..4 {
        one.release(&lease);
    }
    one.read(&room).unwrap();
    let taken = two.lease(&room).unwrap();
    assert!(taken.epoch() > lease.epoch());
    give(&two, &taken, 4, "").recv().unwrap().unwrap();
    assert!(give(&one, &lease, 5, "").recv().unwrap().is_err());
    assert!(matches!(one.lease(&room), Err(LogError::OwnedElsewhere { .. })));
    assert_eq!(numbers(&one, &room).0, [1, 2, 3, 4]);
}

#[test]
fn a_takeover_waits_for_the_commit_under_way_and_sees_it() {
    let database = database();
    let (one, two) = (database.open_as("one"), database.open_as("two"));
    let room = played(&one, 1);
    let lease = one.lease(&room).unwrap();
    let key = database.value(&format!("SELECT key FROM room WHERE name = '{room}'"));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    // The same record in a transaction that is not over: the commit of the server waits for it
    // while it holds its fence.
    let blocker: Client = runtime.block_on(client(&database.url())).unwrap();
    let sql = format!("BEGIN; INSERT INTO record (room, event, bytes) VALUES ({key}, 2, '')");
    runtime.block_on(blocker.batch_execute(&sql)).unwrap();
    let slow = give(&one, &lease, 2, "slow");
    std::thread::sleep(Duration::from_millis(300));
    assert!(slow.try_recv().is_err());
    // From now on the server's heartbeats go nowhere.
    database.execute(
        "CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; \
         CREATE TRIGGER swallow BEFORE UPDATE ON node_heartbeat FOR EACH ROW \
         WHEN (NEW.until > '-infinity') EXECUTE FUNCTION swallow()",
    );
    database.execute(EXPIRED);
    let takeover = std::thread::scope(|scope| {
        let taking = scope.spawn(|| two.lease(&room));
        std::thread::sleep(Duration::from_millis(700));
        assert!(!taking.is_finished(), "it has to wait");
        runtime.block_on(blocker.batch_execute("ROLLBACK")).unwrap();
        taking.join().unwrap()
    });
    let taken = takeover.unwrap();
    assert!(taken.epoch() > lease.epoch());
    let seen = two.read(&room).unwrap().records;
    assert_eq!(seen, [record(1, "hello"), record(2, "slow")], "the takeover sees the commit");
    // It may have been acknowledged before the server learned that it was fenced.
    let _ = slow.recv().unwrap();
    assert!(give(&one, &lease, 3, "late").recv().unwrap().is_err());
    give(&two, &taken, 3, "in time").recv().unwrap().unwrap();
    assert_eq!(numbers(&two, &room).0, [1, 2, 3]);
}

#[test]
fn a_server_that_was_cut_off_writes_nothing_once_its_rooms_are_taken() {
    let database = database();
    let proxy = Proxy::before(database.cluster.socket());
    let one = PostgresLog::open(&proxy.url(&database.name), None, node("one")).unwrap();
    let two = database.open_as("two");
    let room = played(&one, 3);
    let lease = one.lease(&room).unwrap();
    proxy.close();
    let late = give(&one, &lease, 4, "late");
    database.execute(EXPIRED);
    play(&two, &room, 4, 5);
    proxy.open();
    let error = late.recv().unwrap().unwrap_err();
    assert!(matches!(error, LogError::Fenced { .. } | LogError::Away { .. }), "{error}");
    assert_eq!(numbers(&two, &room).0, [1, 2, 3, 4, 5]);
    // It is back, and knows that the room is elsewhere.
    let until = Instant::now() + Duration::from_secs(30);
    while !matches!(one.lease(&room), Err(LogError::OwnedElsewhere { .. })) {
        assert!(Instant::now() < until);
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(give(&one, &lease, 6, "later").recv().unwrap().is_err());
    let other = played(&one, 2);
    assert_eq!(numbers(&one, &other).0, [1, 2]);
    assert_eq!(numbers(&one, &room).0, [1, 2, 3, 4, 5]);
}

#[test]
fn two_servers_of_one_name_do_not_run_at_the_same_time() {
    let database = database();
    let one = database.open_as("one");
    let error = PostgresLog::open(&database.url(), None, node("one")).unwrap_err();
    assert!(matches!(error, LogError::NameInUse { .. }), "{error}");
    let text = error.to_string();
    assert!(text.contains("--node") && text.contains("one.example.org:7878"), "{text}");
    // The first one is none the worse for it.
    let room = played(&one, 2);
    drop(one);
    let again = database.open_as("one");
    play(&again, &room, 3, 4);
}

#[test]
fn a_server_that_crashed_is_followed_by_one_of_its_name_and_never_writes_again() {
    let database = database();
    let proxy = Proxy::before(database.cluster.socket());
    let crashed = PostgresLog::open(&proxy.url(&database.name), None, node("one")).unwrap();
    let room = played(&crashed, 2);
    let lease = crashed.lease(&room).unwrap();
    proxy.close();
    let late = give(&crashed, &lease, 3, "late");
    let started = Instant::now();
    let next = database.open_as("one");
    assert!(started.elapsed() < Duration::from_secs(15), "{:?}", started.elapsed());
    play(&next, &room, 3, 4);
    proxy.open();
    assert!(late.recv().unwrap().is_err());
    let until = Instant::now() + Duration::from_secs(30);
    while !matches!(give(&crashed, &lease, 5, "").recv().unwrap(), Err(LogError::NameInUse { .. }))
    {
        assert!(Instant::now() < until);
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(numbers(&next, &room).0, [1, 2, 3, 4]);
}

#[test]
fn secrets_are_the_same_on_all_servers_and_outlast_them() {
    let database = database();
    let (one, two) = (database.open_as("one"), database.open_as("two"));
    assert_eq!(one.admin_secret().unwrap().reveal(), two.admin_secret().unwrap().reveal());
    let (room, player) = (crate::support::room(), fangqi_protocol::PlayerId(1001));
    let token = one.token_keys(false).unwrap().sign(&room, player, 1);
    assert!(two.token_keys(false).unwrap().verify(&room, token.reveal()).is_some());
    let rotated = one.token_keys(true).unwrap();
    assert!(rotated.verify(&room, token.reveal()).is_some());
    let new = rotated.sign(&room, player, 1);
    assert!(two.token_keys(false).unwrap().verify(&room, new.reveal()).is_some());
    drop(one);
    assert!(
        database.open_as("one").token_keys(false).unwrap().verify(&room, new.reveal()).is_some()
    );
}

#[test]
fn a_room_of_another_server_is_left_alone_by_retention() {
    let database = database();
    let (one, two) = (database.open_as("one"), database.open_as("two"));
    let room = played(&one, 9);
    for event in [4, 6] {
        crate::support::checkpoint(&one, &room, event);
    }
    assert_eq!(two.retain(u64::MAX).unwrap().records, 0);
    assert_eq!(one.retain(u64::MAX).unwrap().records, 4);
}
