use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use fangqi_server::session::AdminSecret;
use fangqi_server::wire::{PROTOCOL, ServerMessage};
use fangqi_server::{Admin, Config};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::http::raw_at;
use crate::support::TestServer;

/// A server with an operator at its door.
pub(crate) struct Operated {
    pub(crate) server: TestServer,
    at: SocketAddr,
    secret: String,
}

impl Operated {
    async fn start() -> Self {
        let sleepy = |config: &mut Config| config.room.sleep_after = Duration::from_secs(1);
        Self::at(TestServer::with(sleepy).await).await
    }

    /// Lets an operator in at a server.
    pub(crate) async fn at(mut server: TestServer) -> Self {
        let secret = AdminSecret::random().unwrap();
        let text = secret.reveal().to_owned();
        let export = Arc::new(|room: &_, stored: fangqi_server::log::StoredRoom| {
            Ok(format!("{room} {} {}", stored.meta.map, stored.records.len()).into_bytes())
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let admin = Admin { secret, export };
        let at = server.server.admit_operators(listener, admin).unwrap();
        Self { server, at, secret: text }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.at
    }

    async fn ask_with(&self, headers: &str, method: &str, path: &str, body: &str) -> (u16, String) {
        let (at, length) = (self.at, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\n{headers}content-type: application/json\r\n\
             content-length: {length}\r\nconnection: close\r\n\r\n{body}"
        );
        let answer = raw_at(at, &request).await;
        (answer.status, String::from_utf8(answer.body).unwrap())
    }

    pub(crate) async fn ask(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let headers = format!("host: {}\r\nauthorization: Bearer {}\r\n", self.at, self.secret);
        let (status, body) = self.ask_with(&headers, method, path, body).await;
        (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        self.ask("GET", path, "").await
    }
}

/// Everything an operator may ask, with a method; none of it names a room there is.
const ASKED: [(&str, &str); 9] = [
    ("GET", "/metrics"),
    ("GET", "/profile?map=pad"),
    ("GET", "/rooms"),
    ("GET", "/rooms/abcdefghij"),
    ("POST", "/rooms/abcdefghij/message"),
    ("POST", "/rooms/abcdefghij/close"),
    ("GET", "/rooms/abcdefghij/export"),
    ("POST", "/message"),
    ("GET", "/maps/pad/capabilities"),
];

#[tokio::test]
async fn who_does_not_know_the_secret_gets_nothing_but_numbers() {
    let operated = Operated::start().await;
    let (at, secret) = (operated.at, &operated.secret);
    let half = &secret[..secret.len() / 2];
    for (method, path) in ASKED {
        for wrong in [
            String::new(),
            "authorization: Bearer \r\n".to_owned(),
            format!("authorization: Bearer {half}\r\n"),
            format!("authorization: Bearer {secret}x\r\n"),
            format!("authorization: Basic {secret}\r\n"),
            format!("authorization: {secret}\r\n"),
            format!("x-authorization: Bearer {secret}\r\n"),
        ] {
            let headers = format!("host: {at}\r\n{wrong}");
            let (status, _) = operated.ask_with(&headers, method, path, "{}").await;
            let expected = if path == "/metrics" { 200 } else { 401 };
            assert_eq!(status, expected, "{method} {path} with {wrong:?}");
        }
        // A page in the operator's browser, by its origin or by a name pointed here.
        for page in [
            format!("host: {at}\r\norigin: http://{at}\r\nauthorization: Bearer {secret}\r\n"),
            format!("host: evil.example\r\nauthorization: Bearer {secret}\r\n"),
        ] {
            let (status, _) = operated.ask_with(&page, method, path, "{}").await;
            assert_eq!(status, 403, "{method} {path} with {page:?}");
        }
        // None of it is at the players' door.
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {secret}\r\n\
             content-length: 0\r\nconnection: close\r\n\r\n",
            operated.server.address
        );
        let answer = raw_at(operated.server.address, &request).await;
        assert!(matches!(answer.status, 404 | 405), "{method} {path}: {}", answer.status);
    }
}

#[tokio::test]
async fn a_room_is_seen_from_inside() {
    let operated = Operated::start().await;
    let room = operated.server.room().await;
    let mut player = operated.server.connect().await;
    player.hello(&room, json!({"name": "Ada"})).await;
    player.send(json!({"t": "sit", "seat": 0})).await;
    player.event().await;
    player.send(json!({"t": "action", "id": "error", "value": ""})).await;
    player.refused("script_failed").await;
    let (status, seen) = operated.get(&format!("/rooms/{room}")).await;
    assert_eq!(status, 200);
    assert_eq!((&seen["map"], &seen["event"]), (&json!("pad"), &json!(2)));
    assert_eq!(seen["seats"], json!(["player 1001", "open"]));
    let ada = json!({"id": 1001, "name": "Ada", "present": true, "host": true});
    assert_eq!(seen["players"], json!([ada]));
    assert_eq!(seen["connections"][0]["player"], 1001);
    assert_eq!(seen["hash"].as_str().unwrap().len(), 16);
    assert!(seen["memory_bytes"].as_u64().unwrap() > 100_000);
    let log = seen["log"].to_string();
    assert!(log.contains("error") && log.contains("main.lua:"), "{log}");
    let (_, rooms) = operated.get("/rooms").await;
    assert_eq!(rooms[0]["id"], room.as_str());
    // Asleep, it is known but not woken.
    player.leave().await;
    let asleep = json!({"room": room.as_str(), "asleep": true});
    let mut seen = seen;
    for _ in 0..100 {
        if seen == asleep {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        seen = operated.get(&format!("/rooms/{room}")).await.1;
    }
    assert_eq!(seen, asleep);
    for unknown in ["abcdefghij", "x", "..%2F..", "%00"] {
        for (method, rest) in [("GET", ""), ("GET", "/export"), ("POST", "/close")] {
            let (status, said) = operated.ask(method, &format!("/rooms/{unknown}{rest}"), "").await;
            assert_eq!(status, 404, "{unknown}{rest}: {said}");
        }
    }
}

#[tokio::test]
async fn words_reach_a_room_or_all_rooms_and_leave_no_trace_in_them() {
    let operated = Operated::start().await;
    let (one, two) = (operated.server.room().await, operated.server.room().await);
    let mut here = operated.server.join(&one).await;
    let mut there = operated.server.join(&two).await;
    let path = format!("/rooms/{one}/message");
    let (_, told) = operated.ask("POST", &path, r#"{"text":"only here"}"#).await;
    assert_eq!(told, json!({"told": 1}));
    let (_, told) = operated.ask("POST", "/message", r#"{"text":"to \n all"}"#).await;
    assert_eq!(told, json!({"told": 2}));
    let said = |message: &ServerMessage| matches!(message, ServerMessage::Announcement { .. });
    assert!(format!("{:?}", here.until(said).await).contains("only here"));
    assert!(format!("{:?}", here.until(said).await).contains("to   all"));
    let heard = format!("{:?}", there.until(said).await);
    assert!(heard.contains("to   all") && !heard.contains("only here"), "{heard}");
    // It was no event: the next one follows the joining.
    assert_eq!(there.say("next").await.0, 2);
    let long = json!({"text": "x".repeat(501)}).to_string();
    for (bad, expected) in [
        (r#"{"text":""}"#, 422),
        (r#"{"text":" \n "}"#, 422),
        (long.as_str(), 422),
        ("{", 400),
        (r#"{"text":"x","room":1}"#, 422),
        ("", 400),
    ] {
        let (status, said) = operated.ask("POST", "/message", bad).await;
        assert_eq!(status, expected, "{bad:.40}: {said}");
    }
}

#[tokio::test]
async fn closing_ends_a_room_for_good_awake_or_asleep() {
    let operated = Operated::start().await;
    let (awake, asleep) = (operated.server.room().await, operated.server.room().await);
    let mut player = operated.server.join(&awake).await;
    for _ in 0..100 {
        if operated.get(&format!("/rooms/{asleep}")).await.1["asleep"] == true {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    for room in [&awake, &asleep] {
        let (status, said) = operated.ask("POST", &format!("/rooms/{room}/close"), "").await;
        assert_eq!((status, said), (200, json!({"closed": room.as_str()})));
        let (status, _) = operated.ask("POST", &format!("/rooms/{room}/close"), "").await;
        assert_eq!(status, 404, "there is nothing left to close");
        let mut late = operated.server.connect().await;
        late.send(json!({"t": "hello", "protocol": PROTOCOL, "room": room.as_str()})).await;
        late.bye("room_closed").await;
    }
    player.bye("room_closed").await;
}

#[tokio::test]
async fn a_log_is_exported_and_maps_are_explained() {
    let operated = Operated::start().await;
    let room = operated.server.room().await;
    let mut player = operated.server.join(&room).await;
    player.say("one").await;
    let (status, file) = operated.get(&format!("/rooms/{room}/export")).await;
    assert_eq!((status, file), (200, json!(format!("{room} pad 2"))));
    let (_, can) = operated.get("/maps/pad/capabilities").await;
    assert_eq!(can["asks"][0]["name"], "jobs");
    assert_eq!(can["memory_bytes"], fangqi_protocol::Limits::default().memory_bytes);
    assert_eq!(operated.get("/maps/chess/capabilities").await.0, 404);
    assert_eq!(operated.get("/profile?map=chess").await.0, 404);
    let (_, lines) = operated.get("/profile?map=pad").await;
    let lines = lines.as_array().unwrap();
    let enter = lines.iter().find(|line| line["event"] == "Game.AnyPlayer.EnterGame").unwrap();
    let action = lines.iter().find(|line| line["event"] == "Room.Action").unwrap();
    for line in [enter, action] {
        assert_eq!(line["calls"], 1, "{line}");
        assert!(line["fuel"].as_u64().unwrap() > 0, "{line}");
    }
    // Counted in the script by hand.
    let place =
        format!("pad/main.lua:{}", crate::support::line_of("registerEvent(\"Room.Action\""));
    assert_eq!(action["place"], json!(place));
}

#[tokio::test]
async fn the_numbers_follow_what_happens() {
    let operated = Operated::start().await;
    let numbers = async |name: &str| -> f64 {
        let (_, text) = operated.get("/metrics").await;
        let Value::String(text) = text else { panic!("{text} is no text") };
        let line = text.lines().find(|line| line.rsplit_once(' ').is_some_and(|l| l.0 == name));
        line.and_then(|line| line.rsplit_once(' ')).map_or(-1.0, |line| line.1.parse().unwrap())
    };
    assert_eq!(numbers("fangqi_rooms_awake").await, 0.0);
    let room = operated.server.room().await;
    let mut player = operated.server.join(&room).await;
    player.send(json!({"t": "sit", "seat": 7})).await;
    player.refused("no_seat").await;
    player.send(json!({"t": "stand", "x": 1})).await;
    player.refused("malformed").await;
    player.send(json!({"t": "sit", "seat": 1})).await;
    player.event().await;
    let mut forger = operated.server.connect().await;
    forger.hello(&room, json!({"token": "a".repeat(48)})).await;
    for (name, expected) in [
        ("fangqi_rooms_awake", 1.0),
        ("fangqi_rooms_known", 1.0),
        ("fangqi_inputs_total{kind=\"join\",outcome=\"accepted\"}", 2.0),
        ("fangqi_inputs_total{kind=\"sit\",outcome=\"accepted\"}", 1.0),
        ("fangqi_inputs_total{kind=\"sit\",outcome=\"refused\"}", 1.0),
        ("fangqi_refused_total{code=\"no_seat\"}", 1.0),
        ("fangqi_refused_total{code=\"malformed\"}", 1.0),
        ("fangqi_bad_tokens_total", 1.0),
        ("fangqi_apply_seconds_count", 4.0),
        ("fangqi_slow_readers_total", 0.0),
        ("fangqi_log_waiting", 0.0),
    ] {
        assert_eq!(numbers(name).await, expected, "{name}");
    }
    assert!(numbers("fangqi_bytes_out_total").await > 1000.0);
    // Shards measure themselves once a second.
    for _ in 0..50 {
        if numbers("fangqi_viewers").await == 2.0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(numbers("fangqi_viewers").await, 2.0);
    assert!(numbers("fangqi_room_memory_bytes").await > 100_000.0);
}
