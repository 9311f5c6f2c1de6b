use std::time::Duration;

use fangqi_server::wire::{PROTOCOL, ServerMessage};
use serde_json::json;

use crate::support::{Got, TestServer};

#[tokio::test]
async fn not_a_byte_for_one_player_reaches_another() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let mut seated = server.join(&room).await;
    let watcher = server.join(&room).await;
    let mut other = server.join(&room).await;
    seated.send(json!({"t": "sit", "seat": 0})).await;
    seated.until(|message| matches!(message, ServerMessage::Request { request: Some(_) })).await;
    other.send(json!({"t": "sit", "seat": 1})).await;
    // A latecomer gets a scene, and one who comes back gets missed events.
    let mut late = server.join(&room).await;
    let (token, own) = (watcher.token.clone(), watcher.you);
    watcher.leave().await;
    let mut back = server.connect().await;
    back.send(json!({
        "t": "hello", "protocol": PROTOCOL, "room": room.as_str(), "token": token, "after": 2,
    }))
    .await;

    let silence = Duration::from_millis(700);
    for (client, player) in [(&mut other, 1003), (&mut late, 1004), (&mut back, own.0)] {
        for got in client.drain(silence).await {
            let text = match got {
                Got::Message(message) => format!("{message:?}"),
                Got::Blocks(bytes) => format!("{bytes:?}"),
                Got::Closed(code, _) => panic!("closed: {code}"),
            };
            assert!(!text.contains("secret of seat 0"), "{text}");
            let private = text.contains("private ");
            assert!(!private || text.contains(&format!("private {player}")), "{text}");
        }
    }
}

#[tokio::test]
async fn a_slow_reader_is_dropped_and_the_others_play_on() {
    let server = TestServer::with(|config| {
        config.socket.outbound_batches = 8;
        config.socket.message_burst = 1e6;
        config.room.spectator_burst = 1e6;
        config.socket.write_timeout = Duration::from_secs(600);
    })
    .await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    // It is welcomed and then reads nothing any more.
    let _slow = server.join(&room).await;
    player.event().await;
    let mut left = false;
    for round in 0..600 {
        player.send(json!({"t": "action", "id": "big", "value": round.to_string()})).await;
        let (_, messages) = player.event().await;
        left |= messages.iter().any(
            |message| matches!(message, ServerMessage::Players { players } if !players[1].present),
        );
        if left {
            break;
        }
    }
    assert!(left, "the slow reader's player has left");
    player.say("still here").await;
}

#[tokio::test]
async fn the_lobby_follows_who_is_where() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let mut player = server.connect().await;
    player.hello(&room, json!({"name": "Ada"})).await;
    player.send(json!({"t": "sit", "seat": 1})).await;
    player.event().await;
    let lobby = crate::http::get(&server, "/api/lobby").await;
    let lobby: serde_json::Value = serde_json::from_slice(&lobby.body).unwrap();
    assert_eq!(lobby["rooms"][0]["id"], room.as_str());
    assert_eq!(lobby["rooms"][0]["seats"], json!([null, "Ada"]));
    assert_eq!(lobby["rooms"][0]["present"], 1);
}
