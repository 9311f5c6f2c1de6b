//! Frames and floods that no honest client sends. Whatever happens to whoever sends them, a room
//! next door goes on.

use std::time::{Duration, Instant};

use fangqi_server::Config;
use fangqi_server::session::RoomId;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::tungstenite::Message;

use crate::raw::{BINARY, CONTINUATION, FIN, PING, Raw, TEXT, frame, header};
use crate::support::{Client, TestServer};

/// A server with a room to attack and a witness in another room.
struct Scene {
    server: TestServer,
    room: RoomId,
    witness: Client,
}

impl Scene {
    async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let server = TestServer::with(change).await;
        let room = server.room().await;
        let next_door = server.room().await;
        let witness = server.join(&next_door).await;
        Self { server, room, witness }
    }

    async fn start() -> Self {
        Self::with(|_| ()).await
    }

    /// The witness is served as ever, and the attacked room takes newcomers.
    async fn goes_on(mut self) {
        let start = Instant::now();
        self.witness.say("all is well").await;
        let mut newcomer = self.server.join(&self.room).await;
        newcomer.say("here too").await;
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    }
}

#[tokio::test]
async fn a_million_tiny_frames_end_the_connection_early() {
    let scene = Scene::start().await;
    for opcode in [FIN | TEXT, FIN | BINARY, FIN | PING] {
        let mut raw = Raw::joined(&scene.server, &scene.room).await;
        let flood = frame(opcode, b"").repeat(1000);
        let mut sent = 0;
        let flooding = async {
            for _ in 0..1000 {
                if raw.0.write_all(&flood).await.is_err() {
                    break;
                }
                sent += 1000;
            }
        };
        // It may be stopped by nobody reading, or by the connection's end.
        let _ = tokio::time::timeout(Duration::from_secs(2), flooding).await;
        assert!(sent < 1_000_000, "all were taken");
        raw.ends_within(Duration::from_secs(5)).await;
    }
    scene.goes_on().await;
}

#[tokio::test]
async fn endless_empty_pieces_of_a_message_are_read_slowly() {
    let scene = Scene::with(|config| {
        config.socket.bytes_per_second = 6000;
        config.socket.bytes_burst = 12_000;
    })
    .await;
    let mut raw = Raw::joined(&scene.server, &scene.room).await;
    raw.write(&frame(TEXT, b"")).await;
    let pieces = frame(CONTINUATION, b"").repeat(10_000);
    let flooding = async {
        let mut sent = 0;
        while raw.0.write_all(&pieces).await.is_ok() {
            sent += pieces.len();
        }
        sent
    };
    // No whole message ever comes, so no limit on messages helps; the socket's buffers fill up.
    let flooded = tokio::time::timeout(Duration::from_secs(2), flooding).await;
    assert!(flooded.is_err(), "the flood was stopped by backpressure, not by an error");
    scene.goes_on().await;
}

#[tokio::test]
async fn a_huge_frame_is_refused_at_its_head() {
    let scene = Scene::start().await;
    for length in [4097, 64 << 20, u64::MAX / 2] {
        let mut raw = Raw::joined(&scene.server, &scene.room).await;
        raw.write(&header(FIN | TEXT, length)).await;
        assert_eq!(raw.close_code().await, Some(1009), "{length}");
    }
    // As fast as it goes: none of it is kept.
    let mut raw = Raw::joined(&scene.server, &scene.room).await;
    raw.write(&header(FIN | TEXT, 64 << 20)).await;
    let megabyte = vec![b'x'; 1 << 20];
    let flooding = async {
        for _ in 0..64 {
            if raw.0.write_all(&megabyte).await.is_err() {
                return;
            }
        }
    };
    let _ = tokio::time::timeout(Duration::from_secs(5), flooding).await;
    raw.ends_within(Duration::from_secs(5)).await;
    scene.goes_on().await;
}

#[tokio::test]
async fn a_message_in_pieces_is_measured_as_a_whole() {
    let scene = Scene::start().await;
    let mut raw = Raw::joined(&scene.server, &scene.room).await;
    let text = json!({"t": "ping", "nonce": 7}).to_string();
    let (one, two) = text.as_bytes().split_at(5);
    raw.write(&frame(TEXT, one)).await;
    // A ping may come between the pieces.
    raw.write(&frame(FIN | PING, b"x")).await;
    raw.write(&frame(FIN | CONTINUATION, two)).await;
    let mut ponged = false;
    while !ponged {
        let (_, payload) = raw.frame().await.unwrap();
        ponged = payload == br#"{"t":"pong","nonce":7}"#;
    }
    raw.write(&frame(TEXT, &[b' '; 4000])).await;
    raw.write(&frame(CONTINUATION, &[b' '; 90])).await;
    raw.write(&frame(FIN | CONTINUATION, &[b' '; 7])).await;
    assert_eq!(raw.close_code().await, Some(1009));
    scene.goes_on().await;
}

#[tokio::test]
async fn frames_that_break_the_protocol_end_the_connection_with_a_code() {
    let scene = Scene::start().await;
    let unmasked = vec![FIN | TEXT, 2, b'{', b'}'];
    let cases: [(&str, Vec<u8>, u16); 9] = [
        ("an unknown opcode", frame(FIN | 3, b""), 1002),
        ("an unknown control opcode", frame(FIN | 0xB, b""), 1002),
        ("a compressed frame nobody agreed to", frame(FIN | 0x40 | TEXT, b"{}"), 1002),
        ("a reserved bit", frame(FIN | 0x10 | TEXT, b"{}"), 1002),
        ("a continuation of nothing", frame(FIN | CONTINUATION, b"{}"), 1002),
        ("a control frame in pieces", frame(PING, b"x"), 1002),
        ("a control frame that is too long", frame(FIN | PING, &[0; 126]), 1002),
        ("a frame without a mask", unmasked, 1002),
        ("text that is no UTF-8", frame(FIN | TEXT, b"{\"t\":\"\xFF\xC0\"}"), 1007),
    ];
    for (what, bytes, code) in cases {
        let mut raw = Raw::joined(&scene.server, &scene.room).await;
        raw.write(&bytes).await;
        assert_eq!(raw.close_code().await, Some(code), "{what}");
    }
    scene.goes_on().await;
}

#[tokio::test]
async fn compression_is_offered_in_vain() {
    let scene = Scene::start().await;
    let offer = "sec-websocket-extensions: permessage-deflate; client_max_window_bits\r\n";
    let (_raw, head) = Raw::upgraded(&scene.server, offer).await;
    assert!(head.starts_with("http/1.1 101"), "{head}");
    assert!(!head.contains("sec-websocket-extensions"), "{head}");
    scene.goes_on().await;
}

#[tokio::test]
async fn deep_and_strange_json_is_refused_like_any_other_nonsense() {
    let scene = Scene::start().await;
    let mut client = scene.server.join(&scene.room).await;
    let deep_object = format!("{}1{}", "{\"a\":".repeat(600), "}".repeat(600));
    let texts = [
        "[".repeat(4096),
        deep_object,
        r#"{"t":"chat","text":"\ud800"}"#.to_owned(),
        format!(r#"{{"t":"click","pos":[{},0,0],"face":5}}"#, "9".repeat(4000)),
        r#"{"t":"click","pos":[1e999,0,0],"face":5}"#.to_owned(),
        r#"{"t":"sit","seat":-1}"#.to_owned(),
        r#"{"t":"sit","seat":NaN}"#.to_owned(),
        "\u{0}".repeat(100),
    ];
    for text in texts {
        client.send_text(text).await;
        client.refused("malformed").await;
    }
    scene.goes_on().await;
}

#[tokio::test]
async fn pings_instead_of_a_hello_are_not_answered_for_ever() {
    let scene = Scene::start().await;
    let (mut raw, _) = Raw::upgraded(&scene.server, "").await;
    raw.write(&frame(FIN | PING, b"").repeat(17)).await;
    assert_eq!(raw.close_code().await, Some(1008));
    scene.goes_on().await;
}

#[tokio::test]
async fn those_who_watch_cannot_shout_down_those_who_play() {
    let server = TestServer::with(|config| {
        config.room.spectator_burst = 20.0;
        config.room.spectator_messages_per_second = 0.001;
    })
    .await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    player.send(json!({"t": "sit", "seat": 1})).await;
    player.event().await;
    let mut watchers = Vec::new();
    for _ in 0..3 {
        watchers.push(server.join(&room).await);
    }
    for nonce in 0..30 {
        let ping = json!({"t": "ping", "nonce": nonce}).to_string();
        for watcher in &mut watchers {
            watcher.send_raw(Message::text(ping.clone())).await.unwrap();
        }
    }
    let read = watchers[2].drain(Duration::from_millis(500)).await;
    assert!(format!("{read:?}").contains("crowded"), "{read:?}");
    // None of the watchers was too fast by itself.
    assert!(!format!("{read:?}").contains("too_fast"));
    for round in 0..20 {
        let value = format!("mine {round}");
        player.send(json!({"t": "action", "id": "say", "value": value})).await;
    }
    let mut said = 0;
    while said < 20 {
        let (_, messages) = player.event().await;
        said += usize::from(format!("{messages:?}").contains("mine "));
    }
}
