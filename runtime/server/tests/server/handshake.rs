use std::time::Duration;

use fangqi_server::session::RoomId;
use fangqi_server::wire::{PROTOCOL, ServerMessage};
use serde_json::json;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::raw::Raw;
use crate::support::{Got, TestServer};

#[tokio::test]
async fn a_page_of_another_site_is_turned_away() {
    let server = TestServer::start().await;
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
        match server.connect_from(Some(origin)).await {
            Err(Error::Http(response)) => assert_eq!(response.status(), 403, "{origin}"),
            other => panic!("{origin}: {:?}", other.map(|_| "let in")),
        }
    }
    assert!(server.connect_from(None).await.is_ok(), "a program that is no browser");
}

#[tokio::test]
async fn what_is_no_rightful_handshake_is_told_why() {
    const GOOD: &str = "GET /ws HTTP/1.1
        connection: keep-alive, Upgrade
        upgrade: WebSocket
        sec-websocket-version: 13
        sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==";
    let server = TestServer::start().await;
    // The key of RFC 6455, 1.3, and its answer there.
    let head = head_of(&server, GOOD).await;
    assert!(head.starts_with("http/1.1 101 "), "{head}");
    assert!(head.contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo=\r\n"), "{head}");
    let (key, version) =
        ("sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==", "sec-websocket-version: 13");
    let twice = |header: &str| format!("{header}\n{header}");
    for (part, instead, status, said) in [
        ("GET", "POST", 405, "allow: get"),
        ("GET", "HEAD", 405, "allow: get"),
        ("HTTP/1.1", "HTTP/1.0", 426, "upgrade: websocket"),
        ("connection: keep-alive, Upgrade", "connection: keep-alive", 426, "connection: upgrade"),
        ("connection: keep-alive, Upgrade", "x: y", 426, "upgrade: websocket"),
        ("upgrade: WebSocket", "upgrade: h2c", 426, "upgrade: websocket"),
        ("upgrade: WebSocket", "x: y", 426, "upgrade: websocket"),
        ("version: 13", "version: 8", 426, version),
        ("version: 13", "version: 14", 426, version),
        ("version: 13", "version: 013", 426, version),
        ("version: 13", "version: 13, 8", 426, version),
        ("version: 13", "version:", 426, version),
        (version, "x: y", 400, version),
        (version, &twice(version), 400, version),
        ("sec-websocket-key: ", "x: ", 400, ""),
        (key, &twice(key), 400, ""),
        ("dGhlIHNhbXBsZSBub25jZQ==", "c2hvcnQ=", 400, ""),
        ("dGhlIHNhbXBsZSBub25jZQ==", "not base64 of 16 bytes!!", 400, ""),
        ("dGhlIHNhbXBsZSBub25jZQ==", "dGhlIHNhbXBsZSBub25jZQ", 400, ""),
        ("dGhlIHNhbXBsZSBub25jZQ==", "", 400, ""),
    ] {
        let head = head_of(&server, &GOOD.replacen(part, instead, 1)).await;
        let (version, rest) = head.split_once(' ').unwrap();
        assert!(version.starts_with("http/1.") && rest.starts_with(&status.to_string()), "{head}");
        assert!(head.contains(said), "{instead}: {head}");
    }
    // The next one is served as ever.
    server.join(&server.room().await).await;
}

/// The head of the answer to a request of these lines, in lower case.
async fn head_of(server: &TestServer, lines: &str) -> String {
    let mut raw = Raw::tcp(server).await;
    let lines: Vec<&str> = lines.lines().map(str::trim).collect();
    let request = format!("{}\r\nhost: {}\r\n\r\n", lines.join("\r\n"), server.address);
    raw.write(request.as_bytes()).await;
    raw.head().await
}

#[tokio::test]
async fn a_newcomer_is_welcomed_with_a_scene() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let mut client = server.connect().await;
    client
        .send(json!({"t": "hello", "protocol": PROTOCOL, "room": room.as_str(), "name": " Ada\u{7} "}))
        .await;
    let Got::Message(ServerMessage::Welcome { you, token, room: named, map, fresh, host }) =
        client.next().await
    else {
        panic!("no welcome")
    };
    assert_eq!((you.0, named.as_str(), fresh, host), (1001, room.as_str(), true, true));
    assert!(token.len() >= 26, "at least 128 bits");
    assert_eq!(map.id, "pad");
    assert!(map.blocks.iter().any(|block| block.id == 0));
    assert_eq!(client.next().await, Got::Blocks(vec![3]), "blocks are cleared first");
    let ServerMessage::Scene { event, seats, .. } = client.message().await else {
        panic!("no scene")
    };
    assert_eq!((event, seats.len()), (0, 2));
    let (event, messages) = client.event().await;
    assert_eq!(event, 1);
    let named = messages.iter().any(
        |message| matches!(message, ServerMessage::Players { players } if players[0].name == "Ada"),
    );
    assert!(named, "{messages:?}");
}

#[tokio::test]
async fn players_are_numbered_and_named_in_order() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let (one, mut two) = (server.join(&room).await, server.connect().await);
    two.hello(&room, json!({"name": ""})).await;
    assert_eq!((one.you.0, two.you.0), (1001, 1002));
    assert_ne!(one.token, two.token);
    let mut three = server.connect().await;
    three.send(json!({"t": "hello", "protocol": PROTOCOL, "room": room.as_str()})).await;
    let scene = three.until(|message| matches!(message, ServerMessage::Scene { .. })).await;
    let Some(ServerMessage::Scene { players, .. }) = scene.last() else { unreachable!() };
    let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["Guest 1", "Guest 2"]);
}

#[tokio::test]
async fn a_client_of_another_version_is_told_to_reload() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let mut client = server.connect().await;
    client.send(json!({"t": "hello", "protocol": 999, "room": room.as_str()})).await;
    client.bye("reload").await;
}

#[tokio::test]
async fn rooms_that_are_not_there_are_said_to_be_closed() {
    let server = TestServer::start().await;
    let unknown = RoomId::random().unwrap();
    for room in [unknown.as_str(), "", "../../etc", "象棋"] {
        let mut client = server.connect().await;
        client.send(json!({"t": "hello", "protocol": PROTOCOL, "room": room})).await;
        client.bye("room_closed").await;
    }
}

#[tokio::test]
async fn the_first_message_must_be_a_hello() {
    let server = TestServer::start().await;
    for (text, code) in [
        (r#"{"t":"click","pos":[0,0,0],"face":0}"#, "abuse"),
        ("hello", "malformed"),
        (r#"{"t":"hello"}"#, "malformed"),
    ] {
        let mut client = server.connect().await;
        client.send_text(text.to_owned()).await;
        client.bye(code).await;
    }
    let mut client = server.connect().await;
    client.send_raw(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert_eq!(client.bye("abuse").await, 1003);
}

#[tokio::test]
async fn who_never_says_hello_is_let_go() {
    let limit = Duration::from_millis(100);
    let server = TestServer::with(|config| config.socket.hello_timeout = limit).await;
    let mut client = server.connect().await;
    client.bye("abuse").await;
}

#[tokio::test]
async fn there_are_only_so_many_connections() {
    let server = TestServer::with(|config| config.socket.connections = 1).await;
    let _first = server.connect().await;
    match server.connect_from(None).await {
        Err(Error::Http(response)) => assert_eq!(response.status(), 503),
        other => panic!("{:?}", other.map(|_| "let in")),
    }
}

#[tokio::test]
async fn a_room_holds_only_so_many_viewers_and_players() {
    let server = TestServer::with(|config| {
        config.room.viewers = 2;
        config.room.players = 3;
        config.room.watching = false;
    })
    .await;
    let room = server.room().await;
    let one = server.join(&room).await;
    let _two = server.join(&room).await;
    let mut third = server.connect().await;
    third.send(json!({"t": "hello", "protocol": PROTOCOL, "room": room.as_str()})).await;
    third.bye("room_full").await;
    one.leave().await;
    let three = loop {
        // The server may not have noticed yet that the first one has left.
        let mut client = server.connect().await;
        client.send(json!({"t": "hello", "protocol": PROTOCOL, "room": room.as_str()})).await;
        match client.message().await {
            ServerMessage::Welcome { .. } => break client,
            ServerMessage::Bye { .. } => tokio::time::sleep(Duration::from_millis(10)).await,
            other => panic!("{other:?}"),
        }
    };
    three.leave().await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    let mut fourth = server.connect().await;
    fourth.send(json!({"t": "hello", "protocol": PROTOCOL, "room": room.as_str()})).await;
    fourth.bye("room_full").await;
}
