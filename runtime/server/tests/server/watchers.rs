//! Connections that only watch a room.

use std::time::Duration;

use fangqi_server::session::RoomId;
use fangqi_server::wire::{PROTOCOL, ServerMessage};
use serde_json::json;

use crate::support::{Client, Got, TestServer};

/// A client that only watches, and has been shown the room. Gives the number of the last event
/// shown.
pub(crate) async fn watch(server: &TestServer, room: &RoomId) -> (Client, u64) {
    let mut client = server.connect().await;
    client
        .send(json!({"t": "hello", "protocol": PROTOCOL, "room": room.as_str(), "watch": true}))
        .await;
    let event = shown(&mut client).await;
    (client, event)
}

/// Reads a welcome without a token and a scene; gives the number of its last event.
async fn shown(client: &mut Client) -> u64 {
    match client.message().await {
        ServerMessage::Welcome { token, fresh: true, host: false, .. } if token.is_empty() => {}
        other => panic!("{other:?} is no watcher's welcome"),
    }
    match client.message().await {
        ServerMessage::Scene { event, .. } => event,
        other => panic!("{other:?} is no scene"),
    }
}

#[tokio::test]
async fn watchers_see_what_everybody_may_see_and_leave_no_trace() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    let (mut early, event) = watch(&server, &room).await;
    let (said, _) = player.say("one").await;
    assert_eq!(said, event + 1, "no watcher is an event");
    let (seen, messages) = early.event().await;
    assert_eq!(seen, said);
    assert!(format!("{messages:?}").contains("one"));
    // What is meant for one player is not for them.
    player.send(json!({"t": "sit", "seat": 0})).await;
    let (asked, messages) = player.event().await;
    assert!(format!("{messages:?}").contains("secret of seat 0"));
    let (seen, messages) = early.event().await;
    assert_eq!(seen, asked);
    assert!(!format!("{messages:?}").contains("secret of seat 0"), "{messages:?}");
    // Who comes later begins with a scene, which the others are not sent.
    let (mut late, event) = watch(&server, &room).await;
    assert_eq!(event, asked);
    let (said, _) = player.say("two").await;
    for watcher in [&mut early, &mut late] {
        assert_eq!(watcher.event().await.0, said);
    }
    for _ in 0..2 {
        early.send(json!({"t": "chat", "text": "hello"})).await;
        early.refused("watching").await;
        early.send(json!({"t": "show_again"})).await;
        early.refused("watching").await;
        early.send(json!({"t": "ping", "nonce": 7})).await;
        assert!(matches!(early.message().await, ServerMessage::Pong { nonce: 7 }));
    }
    early.leave().await;
    late.leave().await;
    let read = player.drain(Duration::from_millis(300)).await;
    assert_eq!(read, [], "no player has left");
}

#[tokio::test]
async fn who_finds_no_place_in_a_room_watches_it() {
    let server = TestServer::with(|config| config.room.viewers = 1).await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    let mut second = server.connect().await;
    second.send(json!({"t": "hello", "protocol": PROTOCOL, "room": room.as_str()})).await;
    shown(&mut second).await;
    let (said, _) = player.say("to all").await;
    assert_eq!(second.event().await.0, said);
    player.leave().await;
    // There is a place again.
    loop {
        let mut third = server.connect().await;
        third.send(json!({"t": "hello", "protocol": PROTOCOL, "room": room.as_str()})).await;
        match third.message().await {
            ServerMessage::Welcome { token, .. } if !token.is_empty() => break,
            ServerMessage::Welcome { .. } => tokio::time::sleep(Duration::from_millis(20)).await,
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn watchers_go_when_their_room_is_closed_and_find_no_unknown_one() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    let (mut watcher, _) = watch(&server, &room).await;
    player.send(json!({"t": "close_room"})).await;
    player.bye("room_closed").await;
    watcher.bye("room_closed").await;
    let mut lost = server.connect().await;
    let unknown = RoomId::random().unwrap();
    lost.send(json!({"t": "hello", "protocol": PROTOCOL, "room": unknown.as_str(), "watch": true}))
        .await;
    lost.bye("room_closed").await;
}

#[tokio::test]
async fn a_thousand_watchers_are_all_shown_every_event_once() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    let mut watchers = Vec::new();
    for _ in 0..1000 / 50 {
        let some = (0..50).map(|_| watch(&server, &room));
        watchers.extend(futures_util::future::join_all(some).await);
        player.say("more come").await;
    }
    let mut last = 0;
    for value in ["a", "b", "c"] {
        last = player.say(value).await.0;
    }
    for (mut watcher, mut seen) in watchers {
        while seen < last {
            match watcher.next().await {
                Got::Message(ServerMessage::Event { event, .. }) => {
                    assert_eq!(event, seen + 1);
                    seen = event;
                }
                Got::Closed(code, reason) => panic!("closed: {code} {reason}"),
                _ => {}
            }
        }
    }
}
