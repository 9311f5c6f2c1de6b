use std::time::Duration;

use fangqi_server::wire::{MAX_CLIENT_MESSAGE, PROTOCOL, ServerMessage};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::support::TestServer;

#[tokio::test]
async fn messages_that_make_no_sense_are_refused_and_nothing_happens() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let mut client = server.join(&room).await;
    for (text, code) in [
        ("{", "malformed"),
        ("[1,2,3]", "malformed"),
        (r#"{"t":"click","pos":[0,0],"face":0}"#, "malformed"),
        (r#"{"t":"click","pos":[0,0,0],"face":6}"#, "malformed"),
        (r#"{"t":"click","pos":[0,0,99999999999],"face":0}"#, "malformed"),
        (r#"{"t":"dance"}"#, "unknown_type"),
        (r#"{"t":"chat","text":"  "}"#, "empty_chat"),
        (r#"{"t":"hello","protocol":2,"room":"x"}"#, "already_here"),
    ] {
        client.send_text(text.to_owned()).await;
        client.refused(code).await;
    }
    client.send_raw(Message::binary(vec![0; 10])).await.unwrap();
    client.refused("binary").await;
    // The next event follows the one of joining: nothing was applied in between.
    assert_eq!(client.say("next").await.0, 2);
}

#[tokio::test]
async fn nobody_can_act_for_another_player() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let (mut one, mut two) = (server.join(&room).await, server.join(&room).await);
    one.event().await;
    one.send(json!({"t": "sit", "seat": 0})).await;
    one.event().await;
    two.event().await;
    for forged in [
        json!({"t": "stand", "player": one.you}),
        json!({"t": "sit", "seat": 1, "player": one.you}),
        json!({"t": "click", "pos": [1, 0, 1], "face": 5, "player": one.you}),
        json!({"t": "choose", "request": 1, "choice": 0, "uin": one.you}),
        json!({"t": "action", "id": "x", "seat": 0}),
    ] {
        two.send(forged).await;
        two.refused("malformed").await;
    }
    // Taking the seat, or answering for it, is refused by the room itself.
    two.send(json!({"t": "sit", "seat": 0})).await;
    two.refused("seat_taken").await;
    two.send(json!({"t": "choose", "request": 1, "choice": 0})).await;
    assert!(matches!(two.message().await, ServerMessage::Refused { .. }));
}

#[tokio::test]
async fn a_spectator_cannot_click() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let (mut player, mut watcher) = (server.join(&room).await, server.join(&room).await);
    player.event().await;
    player.send(json!({"t": "sit", "seat": 0})).await;
    player.event().await;
    watcher.event().await;
    watcher.send(json!({"t": "click", "pos": [1, 0, 1], "face": 5})).await;
    assert!(matches!(watcher.message().await, ServerMessage::Refused { .. }));
    player.send(json!({"t": "click", "pos": [1, 0, 1], "face": 5})).await;
    let (event, messages) = watcher.event().await;
    assert_eq!(event, 4, "join, join, sit, click: the spectator's click was no event");
    assert!(format!("{messages:?}").contains("chose 1"), "{messages:?}");
}

#[tokio::test]
async fn an_oversized_message_ends_the_connection_with_a_reason() {
    let server = TestServer::start().await;
    let room = server.room().await;
    for size in [MAX_CLIENT_MESSAGE + 1, 1 << 20] {
        let mut client = server.join(&room).await;
        // A large message may be cut off while it is being sent.
        let _ = client.send_raw(Message::text(" ".repeat(size))).await;
        assert_eq!(client.bye("abuse").await, 1009);
    }
}

#[tokio::test]
async fn the_longest_message_that_is_allowed_arrives() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let mut client = server.join(&room).await;
    let mut text = json!({"t": "action", "id": "say", "value": "x"}).to_string();
    text.push_str(&" ".repeat(MAX_CLIENT_MESSAGE - text.len()));
    client.send_text(text).await;
    assert_eq!(client.event().await.0, 2);
}

#[tokio::test]
async fn too_many_messages_bring_a_warning_and_then_the_end() {
    let server = TestServer::with(|config| {
        config.socket.message_burst = 5.0;
        config.socket.messages_per_second = 0.001;
    })
    .await;
    let room = server.room().await;
    let mut client = server.join(&room).await;
    for nonce in 0..5 {
        client.send(json!({"t": "ping", "nonce": nonce})).await;
        assert_eq!(client.message().await, ServerMessage::Pong { nonce });
    }
    client.send(json!({"t": "ping", "nonce": 5})).await;
    client.refused("too_fast").await;
    for nonce in 6..20 {
        // The connection ends somewhere in here.
        let _ =
            client.send_raw(Message::text(json!({"t": "ping", "nonce": nonce}).to_string())).await;
    }
    assert_eq!(client.bye("abuse").await, 1008);

    // Whoever was cut off for it is not let in again at once, as others are.
    let token = client.token.clone();
    let hello = json!({
        "t": "hello", "protocol": PROTOCOL, "room": room.as_str(), "token": token,
    });
    let mut back = server.connect().await;
    back.send(hello).await;
    assert_eq!(back.bye("abuse").await, 1008);
    server.join(&room).await;
}

#[tokio::test]
async fn a_silent_connection_is_let_go_and_its_player_leaves() {
    let server = TestServer::with(|config| {
        config.socket.ping_after = Duration::from_millis(50);
        config.socket.idle_timeout = Duration::from_millis(300);
    })
    .await;
    let room = server.room().await;
    let mut watcher = server.join(&room).await;
    // It reads nothing from here on, so it answers no pings.
    let _silent = server.join(&room).await;
    let left = |message: &ServerMessage| match message {
        ServerMessage::Players { players } => players.len() == 2 && !players[1].present,
        _ => false,
    };
    watcher.until(left).await;
}
