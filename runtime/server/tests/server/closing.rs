//! How WebSockets end, frame by frame (RFC 6455, 5.5.1 and 7).

use std::time::Duration;

use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;

use crate::raw::{CLOSE, CONTINUATION, FIN, PATIENCE, PING, Raw, TEXT, frame};
use crate::support::TestServer;

const PONG: u8 = 10;

/// A payload of a Close frame.
fn farewell(code: u16, reason: &[u8]) -> Vec<u8> {
    [&code.to_be_bytes(), reason].concat()
}

/// Reads to the end of the line: payloads of all Close frames, and how many frames came after one.
async fn closes(raw: &mut Raw) -> (Vec<Vec<u8>>, usize) {
    let (mut payloads, mut after) = (Vec::new(), 0);
    while let Some((first, payload)) = raw.frame().await {
        after += usize::from(!payloads.is_empty());
        if first == FIN | CLOSE {
            payloads.push(payload);
        }
    }
    (payloads, after)
}

#[tokio::test]
async fn a_goodbye_is_answered_with_the_same_and_the_line_closed() {
    let server = TestServer::start().await;
    let room = server.room().await;
    for said in [
        Vec::new(),
        farewell(1000, b""),
        farewell(1000, b"going home"),
        farewell(1001, "再见".as_bytes()),
        farewell(3000, b""),
        farewell(4999, &[b'x'; 123]),
    ] {
        // Inside a room, and before anything was said.
        let (fresh, _) = Raw::upgraded(&server, "").await;
        for mut raw in [Raw::joined(&server, &room).await, fresh] {
            raw.write(&frame(FIN | CLOSE, &said)).await;
            assert_eq!(closes(&mut raw).await, (vec![said.clone()], 0), "{said:?}");
        }
    }
}

#[tokio::test]
async fn a_goodbye_that_is_none_ends_the_connection_with_the_reason() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let reserved = [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535];
    let codes = reserved.map(|code| (farewell(code, b""), 1002));
    let others = [
        (vec![3], 1002),
        (farewell(1000, b"\xFF\xFE"), 1007),
        (farewell(1000, "棋".as_bytes().split_last().unwrap().1), 1007),
        (farewell(1000, &[b'x'; 124]), 1002),
    ];
    for (said, code) in codes.into_iter().chain(others) {
        let (fresh, _) = Raw::upgraded(&server, "").await;
        for mut raw in [Raw::joined(&server, &room).await, fresh] {
            raw.write(&frame(FIN | CLOSE, &said)).await;
            assert_eq!(raw.close_code().await, Some(code), "{said:?}");
        }
    }
    let mut raw = Raw::joined(&server, &room).await;
    raw.write(&frame(CLOSE, b"")).await;
    assert_eq!(raw.close_code().await, Some(1002), "in pieces");
    let mut raw = Raw::joined(&server, &room).await;
    raw.write(&[FIN | CLOSE, 0]).await;
    assert_eq!(raw.close_code().await, Some(1002), "without a mask");
}

#[tokio::test]
async fn what_comes_after_a_goodbye_does_nothing_and_does_not_cost_the_answer() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let mut witness = server.join(&room).await;
    for rounds in [1, 100] {
        let mut raw = Raw::joined(&server, &room).await;
        let said = json!({"t": "action", "id": "say", "value": "from beyond"}).to_string();
        let mut bytes = frame(FIN | CLOSE, &farewell(1000, b""));
        for _ in 0..rounds {
            bytes.extend(frame(FIN | TEXT, said.as_bytes()));
            bytes.extend(frame(FIN | PING, b"?"));
            bytes.extend(b"no frame at all");
        }
        raw.write(&bytes).await;
        // Still sending while the server has done with it.
        let more = async {
            for _ in 0..20 {
                let _ = raw.0.write_all(b"and more").await;
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        more.await;
        assert_eq!(closes(&mut raw).await, (vec![farewell(1000, b"")], 0));
    }
    let read = witness.drain(Duration::from_millis(300)).await;
    assert!(!format!("{read:?}").contains("from beyond"), "{read:?}");
}

#[tokio::test]
async fn who_says_goodbye_has_left_at_once() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let mut witness = server.join(&room).await;
    let mut raw = Raw::joined(&server, &room).await;
    witness.event().await;
    // The line stays open at this end.
    raw.write(&frame(FIN | CLOSE, &farewell(1000, b""))).await;
    let left = timeout(PATIENCE, witness.event()).await.expect("the others are told");
    assert!(format!("{left:?}").contains("Players"), "{left:?}");
    raw.ends_within(Duration::from_secs(5)).await;
}

#[tokio::test]
async fn a_goodbye_of_the_server_waits_for_the_clients_but_not_for_long() {
    let server = TestServer::start().await;
    // What is no hello is refused.
    for answered in [true, false] {
        let (mut raw, _) = Raw::upgraded(&server, "").await;
        raw.write(&frame(FIN | TEXT, b"{}")).await;
        let mut code = None;
        while code.is_none() {
            let (first, payload) = raw.frame().await.unwrap();
            if first == FIN | CLOSE {
                code = payload.first_chunk().map(|bytes| u16::from_be_bytes(*bytes));
            }
        }
        assert_eq!(code, Some(1008));
        if answered {
            raw.write(&frame(FIN | CLOSE, &farewell(1008, b""))).await;
        }
        raw.ends_within(Duration::from_secs(5)).await;
    }
}

#[tokio::test]
async fn pings_are_answered_with_what_they_hold_between_the_pieces_of_a_message_too() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let mut raw = Raw::joined(&server, &room).await;
    let text = json!({"t": "ping", "nonce": 7}).to_string();
    let (one, two) = text.as_bytes().split_at(9);
    for payload in [&b""[..], b"x", "象棋".as_bytes(), &[0xFF; 125]] {
        raw.write(&frame(TEXT, one)).await;
        raw.write(&frame(FIN | PING, payload)).await;
        let pong = loop {
            let (first, payload) = raw.frame().await.unwrap();
            if first == FIN | PONG {
                break payload;
            }
        };
        assert_eq!(pong, payload);
        raw.write(&frame(CONTINUATION, b"")).await;
        raw.write(&frame(FIN | CONTINUATION, two)).await;
        let answer = loop {
            let (first, payload) = raw.frame().await.unwrap();
            if first == FIN | TEXT {
                break payload;
            }
        };
        assert_eq!(answer, br#"{"t":"pong","nonce":7}"#);
    }
    // Nobody asked for a pong; it means nothing.
    raw.write(&frame(FIN | PONG, b"unasked")).await;
    raw.write(&frame(FIN | CLOSE, b"")).await;
    assert_eq!(closes(&mut raw).await, (vec![Vec::new()], 0));
}
