//! Servers that share a database: each answers for all rooms.

use std::net::SocketAddr;
use std::ops::Deref;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use fangqi_server::log::{Node, PostgresLog, RoomLog};
use fangqi_server::session::RoomId;
use fangqi_server::wire::{PROTOCOL, ServerMessage};
use fangqi_server::{Config, MapSet};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::cluster::{Cluster, Database, database};
use crate::http::{get, post_to, raw_at};
use crate::operations::{missing, readiness, ready};
use crate::support::{Client, Got, PLUGINS, TestServer, pad};
use crate::watchers::watch;

/// A server of a database.
pub(crate) struct Member {
    server: TestServer,
    log: Arc<PostgresLog>,
}

impl Deref for Member {
    type Target = TestServer;

    fn deref(&self) -> &TestServer {
        &self.server
    }
}

impl Member {
    /// Starts one on the database at `url`, with limits that a test has changed.
    async fn start(url: String, name: &str, change: impl FnOnce(&mut Config)) -> Self {
        let mut maps = MapSet::new(PLUGINS);
        maps.add(pad());
        Self::on_maps(url, name, maps, change).await
    }

    /// Starts one that plays other maps.
    pub(crate) async fn on_maps(
        url: String,
        name: &str,
        maps: MapSet,
        change: impl FnOnce(&mut Config),
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let advertise = listener.local_addr().unwrap().to_string();
        let node = Node { name: name.to_owned(), advertise, tls: false };
        let open = move || Arc::new(PostgresLog::open(&url, None, node).unwrap());
        let log = tokio::task::spawn_blocking(open).await.unwrap();
        let keys = Arc::clone(&log);
        let keys = move || keys.token_keys(false).unwrap();
        let keys = tokio::task::spawn_blocking(keys).await.unwrap();
        let change = |config: &mut Config| {
            config.keys = Some(keys);
            change(config);
        };
        let kept: Arc<dyn RoomLog> = Arc::<PostgresLog>::clone(&log);
        Self { server: TestServer::at(listener, kept, maps, change).await, log }
    }

    /// Ends the server as it is stopped, and gives its rooms back.
    pub(crate) async fn end(self) {
        self.server.server.shutdown().await;
        tokio::task::spawn_blocking(move || drop(self.log)).await.unwrap();
    }
}

/// Two servers that share a database.
struct Pair {
    database: Database<'static>,
    one: Member,
    two: Member,
    /// The first server has it.
    room: RoomId,
}

impl Pair {
    async fn start() -> Self {
        Self::with(|_| (), |_| ()).await
    }

    /// Starts both, each with limits that a test has changed.
    async fn with(
        change_one: impl FnOnce(&mut Config),
        change_two: impl FnOnce(&mut Config),
    ) -> Self {
        let database = tokio::task::block_in_place(database);
        let one = Member::start(database.url(), "one", change_one).await;
        let two = Member::start(database.url(), "two", change_two).await;
        let room = one.room().await;
        Self { database, one, two, room }
    }
}

/// Ends a server, which tells two clients so before their connections would be cut.
async fn ends_with_goodbyes(server: Member, one: &mut Client, other: &mut Client) {
    let mut ended = pin!(server.end());
    tokio::select! {
        biased;
        code = async { (one.bye("shutdown").await, other.bye("shutdown").await) } => {
            assert_eq!(code, (1001, 1001));
        }
        () = &mut ended => panic!("the server has ended without a goodbye"),
    }
    ended.await;
}

fn shown(messages: &[ServerMessage]) -> String {
    format!("{messages:?}")
}

pub(crate) async fn lobby(server: &TestServer, asked: &str) -> Value {
    let answer = get(server, &format!("/api/lobby?rooms={asked}")).await;
    serde_json::from_slice(&answer.body).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_is_played_through_any_server() {
    let Pair { one, two, room, .. } = Pair::start().await;
    let mut near = one.join(&room).await;
    let mut far = two.join(&room).await;
    near.event().await;
    assert_ne!(near.you, far.you);
    // What one says the other sees, under the same number.
    let (said, _) = far.say("from afar").await;
    let (seen, messages) = near.event().await;
    assert_eq!(seen, said);
    assert!(shown(&messages).contains("from afar"));
    let (said, _) = near.say("from here").await;
    let (seen, messages) = far.event().await;
    assert_eq!(seen, said);
    assert!(shown(&messages).contains("from here"));
    // A refusal, a frame that is too long, and a goodbye pass too.
    far.send(json!({"t": "action", "id": "no such button"})).await;
    assert!(matches!(far.message().await, ServerMessage::Refused { .. }));
    // Who comes back through the other server is who they were.
    let (you, token) = (far.you, far.token.clone());
    far.leave().await;
    near.event().await;
    let mut back = one.connect().await;
    back.hello(&room, json!({"token": token, "after": said})).await;
    assert_eq!(back.you, you);

    // The lobby of each server lists it, with who is there.
    let mut listed = Value::Null;
    for _ in 0..100 {
        listed = lobby(&two, room.as_str()).await;
        if listed["rooms"][0]["present"] == 2 && listed["yours"][0]["present"] == 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(listed["rooms"][0]["id"], room.as_str(), "{listed}");
    assert_eq!(listed["yours"][0]["present"], 2, "{listed}");
    assert_eq!(lobby(&one, "").await["rooms"].as_array().unwrap().len(), 1, "and once only");

    // So do requests: a replay, a branch, a preview.
    let replay = format!("/api/rooms/{room}/replay");
    let here = get(&one, &replay).await;
    let there = get(&two, &replay).await;
    assert_eq!((here.status, there.status), (200, 200));
    assert_eq!(here.body, there.body);
    let branch = format!("/api/rooms/{room}/branch");
    let (status, opened) = post_to(&two, &branch, None, r#"{"event": 1}"#).await;
    assert_eq!(status, 200, "{opened}");
    let branch = RoomId::parse(opened["room"].as_str().unwrap()).unwrap();
    two.join(&branch).await;
    let page = get(&two, &format!("/r/{room}")).await;
    assert!(String::from_utf8_lossy(&page.body).contains(&format!("/r/{room}/picture.png")));
    let unknown = RoomId::random().unwrap();
    assert_eq!(get(&two, &format!("/api/rooms/{unknown}/replay")).await.status, 404);
    let mut lost = two.connect().await;
    lost.send(hello(unknown.as_str(), false)).await;
    lost.bye("room_closed").await;
    one.end().await;
    two.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rooms_of_a_server_that_stops_go_on_at_another() {
    let Pair { one, two, room, .. } = Pair::start().await;
    let mut far = two.join(&room).await;
    let (last, _) = far.say("before").await;
    let (you, token) = (far.you, far.token.clone());
    one.end().await;
    // The client is told to come back, and comes back to where it was connected.
    loop {
        match far.next().await {
            Got::Closed(..) => break,
            Got::Message(ServerMessage::Bye { code, .. }) => assert_eq!(code, "shutdown"),
            _ => {}
        }
    }
    let mut back = two.connect().await;
    back.hello(&room, json!({"token": token, "after": last})).await;
    assert_eq!(back.you, you);
    // What happened since, by the log, and then what happens here.
    back.send(json!({"t": "action", "id": "say", "value": "after"})).await;
    let mut next = last + 1;
    loop {
        let (event, messages) = back.event().await;
        assert_eq!(event, next);
        if shown(&messages).contains("after") {
            break;
        }
        next += 1;
    }
    two.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_that_sleeps_wakes_where_it_is_visited_next() {
    let sleepy = |config: &mut Config| config.room.sleep_after = Duration::ZERO;
    let Pair { database, one, two, room } = Pair::with(sleepy, |_| ()).await;
    let mut first = one.join(&room).await;
    first.say("here").await;
    first.leave().await;
    let owner = || {
        database.value(&format!(
            "SELECT coalesce((SELECT f.name FROM node_fence f WHERE f.id = r.owner), '') \
             FROM room r WHERE r.name = '{room}'"
        ))
    };
    for _ in 0..200 {
        if tokio::task::block_in_place(owner).is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let mut second = two.join(&room).await;
    assert_eq!(tokio::task::block_in_place(owner), "two");
    // The first server still lists it, and passes its visitors on.
    let mut third = one.join(&room).await;
    second.event().await;
    let (said, _) = third.say("there").await;
    assert_eq!(second.event().await.0, said);
    two.end().await;
    one.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_watch_through_another_server_share_one_line_and_stay_when_the_room_moves() {
    let Pair { one, two, room, .. } = Pair::start().await;
    let mut player = one.join(&room).await;
    let mut watchers = Vec::new();
    for server in [&two, &two, &one, &two] {
        watchers.push(watch(server, &room).await);
        player.say("more").await;
    }
    let (last, _) = player.say("last").await;
    for (watcher, seen) in &mut watchers {
        while *seen < last {
            let (event, _) = watcher.event().await;
            assert_eq!(event, *seen + 1);
            *seen = event;
        }
    }
    // The room itself has two viewers: the player, and one line for all watchers of all servers.
    let mut present = Value::Null;
    for _ in 0..100 {
        present = lobby(&two, "").await["rooms"][0]["present"].clone();
        if present == 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(present, 2);

    let token = player.token.clone();
    let (mut near, _) = watchers.remove(2);
    one.end().await;
    while !matches!(near.next().await, Got::Closed(..)) {}
    let mut back = two.connect().await;
    back.hello(&room, json!({"token": token})).await;
    let (said, _) = back.say("from two").await;
    for (watcher, _) in &mut watchers {
        // A scene of the server that has it now, and then what happens.
        let mut shown = 0;
        while shown < said {
            match watcher.message().await {
                ServerMessage::Scene { event, .. } | ServerMessage::Event { event, .. } => {
                    assert!(event >= shown);
                    shown = event;
                }
                ServerMessage::Bye { code, .. } => panic!("sent away: {code}"),
                _ => {}
            }
        }
    }
    two.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_says_so_to_those_whose_rooms_are_elsewhere() {
    let Pair { one, two, room, .. } = Pair::start().await;
    let mut near = one.join(&room).await;
    let mut far = two.join(&room).await;
    near.event().await;
    let (mut watcher, _) = watch(&two, &room).await;
    let (last, _) = far.say("before").await;
    near.event().await;
    let (you, token) = (far.you, far.token.clone());
    ends_with_goodbyes(two, &mut far, &mut watcher).await;
    // The room goes on, and the player comes back to what was missed.
    near.say("meanwhile").await;
    let mut back = one.connect().await;
    back.hello(&room, json!({"token": token, "after": last})).await;
    assert_eq!(back.you, you);
    loop {
        let (_, messages) = back.event().await;
        if shown(&messages).contains("meanwhile") {
            break;
        }
    }
    one.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_says_so_to_those_who_wait_for_a_server_that_does_not_answer() {
    // However often the server looks, each of them has asked once.
    let frugal = |config: &mut Config| {
        config.socket.count_loopback = true;
        (config.http.lookups_burst, config.http.lookups_per_second) = (2.0, 0.01);
    };
    let Pair { database, one, two, room } = Pair::with(|_| (), frugal).await;
    one.end().await;
    // Another one has the room next, and cannot be reached.
    let url = database.url();
    let lost = tokio::task::spawn_blocking(move || {
        // No server listens there.
        let advertise = "127.0.0.1:1".to_owned();
        let node = Node { name: "lost".to_owned(), advertise, tls: false };
        PostgresLog::open(&url, None, node).unwrap()
    });
    let lost = lost.await.unwrap();
    let lease = tokio::task::block_in_place(|| lost.lease(&room).unwrap());
    let mut player = two.connect().await;
    let mut watcher = two.connect().await;
    for (client, watch) in [(&mut player, false), (&mut watcher, true)] {
        client.send(hello(room.as_str(), watch)).await;
    }
    assert_eq!(player.drain(Duration::from_secs(4)).await, [], "it waits");
    ends_with_goodbyes(two, &mut player, &mut watcher).await;
    tokio::task::block_in_place(|| lost.release(&lease));
    tokio::task::spawn_blocking(move || drop(lost)).await.unwrap();
}

/// A hello of a newcomer, or of a client that only watches.
fn hello(room: &str, watch: bool) -> Value {
    json!({"t": "hello", "protocol": PROTOCOL, "room": room, "watch": watch})
}

#[tokio::test(flavor = "multi_thread")]
async fn who_looks_for_many_rooms_that_do_not_exist_has_to_wait() {
    let counted = |config: &mut Config| {
        config.socket.count_loopback = true;
        config.socket.trust_proxy = true;
        // No time passes, as far as the limit knows.
        config.http.lookups_per_second = 1e-4;
    };
    let Pair { one, two, room, .. } = Pair::with(|_| (), counted).await;
    let unknown = || RoomId::random().unwrap();
    let closing = async |message: Value, code: &str| {
        let mut client = two.connect().await;
        client.send(message).await;
        client.bye(code).await;
    };
    // Twenty links to rooms that are gone, opened one after the other, and the lobby.
    let gone: Vec<String> = (0..20).map(|_| unknown().to_string()).collect();
    for (index, room) in gone.iter().enumerate() {
        assert_eq!(get(&two, &format!("/r/{room}")).await.status, 200);
        closing(hello(room, index % 2 == 1), "room_closed").await;
    }
    assert_eq!(lobby(&two, &gone.join(",")).await["yours"], json!([]));
    // Rooms that exist cost a tenth.
    for _ in 0..5 {
        assert_eq!(get(&two, &format!("/r/{room}")).await.status, 200);
    }
    // Of 120, 41.5 are spent.
    for path in (0..78).map(|_| format!("/replay/{}", unknown())) {
        assert_eq!(get(&two, &path).await.status, 200);
    }
    for path in [
        format!("/r/{}", unknown()),
        format!("/replay/{}", unknown()),
        format!("/r/{}/picture.png", unknown()),
        format!("/api/rooms/{}/replay", unknown()),
        format!("/api/lobby?rooms={}", unknown()),
    ] {
        let answer = get(&two, &path).await;
        assert_eq!(answer.status, 429, "{path}");
        let after = answer.head.lines().find_map(|line| line.strip_prefix("retry-after: "));
        assert!(after.unwrap().parse::<u32>().unwrap() > 0);
        let problem: Value = serde_json::from_slice(&answer.body).unwrap();
        assert_eq!(problem["code"], "too_fast");
        assert!(problem["text"]["en"].as_str().unwrap().ends_with('.'));
    }
    for watch in [false, true] {
        closing(hello(unknown().as_str(), watch), "abuse").await;
    }
    // What asks the database nothing is served as before: what is no id, the lobby, and the rooms
    // of this server.
    assert_eq!(get(&two, "/r/no-room").await.status, 200);
    closing(hello("no-room", false), "room_closed").await;
    assert_eq!(get(&two, "/api/lobby?rooms=no-room").await.status, 200);
    let own = two.room().await;
    assert_eq!(get(&two, &format!("/r/{own}")).await.status, 200);
    two.join(&own).await.say("here").await;
    // So is another address.
    let request = format!(
        "GET /r/{} HTTP/1.1\r\nhost: {}\r\nx-forwarded-for: 192.0.2.1\r\n\
         connection: close\r\n\r\n",
        unknown(),
        two.address
    );
    assert_eq!(raw_at(two.address, &request).await.status, 200);
    two.end().await;
    one.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_ready_while_its_database_answers() {
    let cluster = tokio::task::spawn_blocking(|| Cluster::start(&["fsync=off"])).await.unwrap();
    let url = tokio::task::block_in_place(|| cluster.database().url());
    let sleepy = |config: &mut Config| config.room.sleep_after = Duration::ZERO;
    let server = Member::start(url, "one", sleepy).await;
    assert_eq!(readiness(server.address).await, ready());
    let (busy, asleep) = (server.room().await, server.room().await);
    let mut player = server.join(&busy).await;
    server.join(&asleep).await.leave().await;
    // Longer than a heartbeat is good for.
    tokio::time::sleep(Duration::from_secs(6)).await;
    assert_eq!(readiness(server.address).await, ready());
    let stop = move || {
        let mut cluster = cluster;
        cluster.stop();
        cluster
    };
    let mut cluster = tokio::task::spawn_blocking(stop).await.unwrap();
    // What is done meanwhile waits for the database, and so does who comes to a room that sleeps.
    player.send(json!({"t": "action", "id": "say", "value": "patience"})).await;
    becomes(server.address, missing("log")).await;
    let mut visitor = server.connect().await;
    let hello = json!({"t": "hello", "protocol": PROTOCOL, "room": asleep.as_str()});
    visitor.send(hello).await;
    let start = move || {
        cluster.run();
        cluster
    };
    let cluster = tokio::task::spawn_blocking(start).await.unwrap();
    becomes(server.address, ready()).await;
    let (_, messages) = player.event().await;
    assert!(shown(&messages).contains("patience"), "{messages:?}");
    assert!(matches!(visitor.message().await, ServerMessage::Welcome { .. }));
    // It is not only said to be ready.
    let room = server.room().await;
    server.join(&room).await.say("kept").await;
    server.end().await;
    tokio::task::spawn_blocking(move || drop(cluster)).await.unwrap();
}

/// Asks until a server says that it is ready, or not.
async fn becomes(server: SocketAddr, wanted: (u16, Value)) {
    let mut said = readiness(server).await;
    for _ in 0..200 {
        if said == wanted {
            return;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        said = readiness(server).await;
    }
    panic!("{said:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_servers_of_the_database_are_believed_to_be_such() {
    let database = tokio::task::block_in_place(database);
    let one = Member::start(database.url(), "one", |_| ()).await;
    let room = one.room().await;
    let secret = tokio::task::block_in_place(|| {
        database.value("SELECT content FROM secret WHERE name = 'peer secret'")
    });
    let foreign = async |secret: &str| {
        let request = format!(
            "GET /r/{room}/picture.png HTTP/1.1\r\nhost: {}\r\n\
             origin: https://elsewhere.example.org\r\nfangqi-peer: {secret}\r\n\
             connection: close\r\n\r\n",
            one.address
        );
        raw_at(one.address, &request).await.status
    };
    assert_eq!(foreign("no secret").await, 403);
    assert_eq!(foreign(&format!("{secret}x")).await, 403);
    assert_ne!(foreign(&secret).await, 403);
    one.end().await;
}
