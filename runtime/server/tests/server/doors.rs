//! Before anybody says anything: how many may come, and how long they may take.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::http::get;
use crate::raw::Raw;
use crate::support::TestServer;

#[tokio::test]
async fn who_dawdles_over_a_request_is_let_go_and_others_are_served() {
    let server = TestServer::with(|config| {
        config.http.head_time = Duration::from_millis(300);
        config.http.request_time = Duration::from_millis(300);
    })
    .await;
    let start = Instant::now();
    let mut silent = Raw::tcp(&server).await;
    let mut half_a_head = Raw::tcp(&server).await;
    half_a_head.write(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ").await;
    let mut half_a_body = Raw::tcp(&server).await;
    let host = server.address;
    let head = format!(
        "POST /api/rooms HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
         content-length: 100\r\n\r\n{{"
    );
    half_a_body.write(head.as_bytes()).await;
    assert_eq!(get(&server, "/api/lobby").await.status, 200);
    // A byte now and then does not help.
    let dripping = async {
        while half_a_head.0.write_all(b"y").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), dripping).await.expect("the socket is closed");
    silent.ends_within(Duration::from_secs(5)).await;
    let mut answer = vec![0; 12];
    half_a_body.0.read_exact(&mut answer).await.unwrap();
    assert_eq!(String::from_utf8_lossy(&answer), "HTTP/1.1 408");
    assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
}

#[tokio::test]
async fn a_socket_that_is_no_websocket_is_not_open_for_ever() {
    let server = TestServer::with(|config| {
        config.http.connection_time = Duration::from_millis(500);
    })
    .await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    let mut busy = Raw::tcp(&server).await;
    let request = format!("GET /api/lobby HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
    let asking = async {
        // One question after the other, on one socket, never reading an answer.
        while busy.0.write_all(request.as_bytes()).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), asking).await.expect("the socket is closed");
    player.say("a WebSocket stays").await;
}

#[tokio::test]
async fn a_request_under_way_when_its_sockets_time_is_up_is_answered() {
    let server = TestServer::with(|config| {
        config.http.connection_time = Duration::from_millis(300);
    })
    .await;
    let mut asking = Raw::tcp(&server).await;
    let body = "{\"map\":\"pad\"}";
    let head = format!(
        "POST /api/rooms HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n",
        server.address,
        body.len()
    );
    asking.write(head.as_bytes()).await;
    tokio::time::sleep(Duration::from_millis(600)).await;
    asking.write(body.as_bytes()).await;
    let head = asking.head().await;
    assert!(head.starts_with("http/1.1 201 ") || head.starts_with("http/1.1 200 "), "{head}");
    assert!(head.contains("connection: close"), "{head}");
    asking.ends_within(Duration::from_secs(5)).await;
}

#[tokio::test]
async fn half_open_sockets_are_bounded_and_players_stay() {
    let server = TestServer::with(|config| config.http.sockets = 8).await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    let mut idle = Vec::new();
    for _ in 0..8 {
        idle.push(Raw::tcp(&server).await);
    }
    // The listener works through its queue in order, so these come too late.
    for _ in 0..4 {
        Raw::tcp(&server).await.ends_within(Duration::from_secs(5)).await;
    }
    player.say("still served").await;
    idle.pop();
    let patience = Instant::now();
    loop {
        let mut raw = Raw::tcp(&server).await;
        let request =
            format!("GET / HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", server.address);
        let mut answer = [0; 12];
        if raw.0.write_all(request.as_bytes()).await.is_ok()
            && raw.0.read_exact(&mut answer).await.is_ok()
        {
            assert_eq!(&answer, b"HTTP/1.1 200");
            break;
        }
        assert!(patience.elapsed() < Duration::from_secs(10), "the place is not given back");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn one_address_has_only_so_many_sockets_and_gets_them_back() {
    let server = TestServer::with(|config| {
        config.socket.per_address = 2;
        config.socket.count_loopback = true;
    })
    .await;
    let room = server.room().await;
    // A place is held for as long as the WebSocket lives, not only for its handshake.
    let mut player = server.join(&room).await;
    let other = server.join(&room).await;
    player.event().await;
    assert!(server.connect_from(None).await.is_err());
    other.leave().await;
    player.event().await;
    let patience = Instant::now();
    let mut back = loop {
        match server.connect_from(None).await {
            Ok(client) => break client,
            Err(error) => assert!(patience.elapsed() < Duration::from_secs(10), "{error}"),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    back.hello(&room, json!({})).await;
}

#[tokio::test]
async fn a_head_without_end_is_refused() {
    let server = TestServer::start().await;
    for request in [
        format!("GET / HTTP/1.1\r\nhost: {}\r\nx: {}", server.address, "y".repeat(64 * 1024)),
        format!("GET / HTTP/1.1\r\nhost: x\r\n{}\r\n", "a: b\r\n".repeat(100)),
        format!("GET /{} HTTP/1.1\r\nhost: x\r\n\r\n", "z".repeat(64 * 1024)),
        "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}".to_owned(),
    ] {
        let mut raw = Raw::tcp(&server).await;
        // It may be cut off while it is being sent.
        let _ = raw.0.write_all(request.as_bytes()).await;
        raw.ends_within(Duration::from_secs(15)).await;
    }
    assert_eq!(get(&server, "/").await.status, 200);
}
