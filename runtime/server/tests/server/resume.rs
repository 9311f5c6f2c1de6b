use std::time::Duration;

use fangqi_server::wire::{PROTOCOL, ServerMessage};
use serde_json::json;

use crate::support::{Got, TestServer};

#[tokio::test]
async fn a_token_and_an_event_number_bring_exactly_what_was_missed() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    let mut other = server.join(&room).await;
    player.event().await;
    let seen = player.say("before").await.0;
    other.event().await;
    let (you, token) = (player.you, player.token.clone());
    player.leave().await;
    other.event().await; // the player has left
    let mut missed = vec![seen + 1];
    for value in ["a", "b", "c"] {
        missed.push(other.say(&format!("missed {value}")).await.0);
    }

    let mut back = server.connect().await;
    let (fresh, _) = back.hello(&room, json!({"token": token, "after": seen})).await;
    assert!(!fresh);
    assert_eq!((back.you, &back.token), (you, &token));
    let mut events = Vec::new();
    let mut texts = Vec::new();
    for _ in 0..missed.len() {
        let (event, messages) = back.event().await;
        events.push(event);
        texts.push(format!("{messages:?}"));
    }
    assert_eq!(events, missed);
    assert!(texts[0].contains("present: false"));
    for (text, value) in texts[1..].iter().zip(["a", "b", "c"]) {
        assert!(text.contains(&format!("missed {value}")), "{text}");
    }
    let (event, messages) = back.event().await;
    assert_eq!(event, missed[3] + 1, "and then its own coming back");
    let text = format!("{messages:?}");
    assert!(!text.contains("present: false"), "{text}");
}

#[tokio::test]
async fn who_missed_too_much_or_knows_the_future_gets_the_scene() {
    let server = TestServer::with(|config| config.room.recent_events = 2).await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    let mut other = server.join(&room).await;
    let token = player.token.clone();
    player.event().await;
    for _ in 0..5 {
        other.say("x").await;
    }
    player.leave().await;
    for after in [1, 1_000_000, u64::MAX] {
        let mut back = server.connect().await;
        let (fresh, _) = back.hello(&room, json!({"token": token, "after": after})).await;
        assert!(fresh, "after {after}");
        back.leave().await;
        other.until(|message| format!("{message:?}").contains("present: false")).await;
    }
}

#[tokio::test]
async fn a_second_tab_takes_the_seat_over_and_the_first_is_told() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let mut first = server.join(&room).await;
    let mut other = server.join(&room).await;
    first.event().await;
    first.send(json!({"t": "sit", "seat": 0})).await;
    first.event().await;
    let mut second = server.connect().await;
    let hello = json!({
        "t": "hello", "protocol": PROTOCOL, "room": room.as_str(), "token": first.token,
    });
    second.send(hello).await;
    first.bye("replaced").await;
    let read = second.until(|message| matches!(message, ServerMessage::Scene { .. })).await;
    assert!(matches!(read[0], ServerMessage::Welcome { you, .. } if you == first.you));
    let scene = format!("{:?}", read[1]);
    assert!(scene.contains("secret of seat 0"), "the seat and its question came along: {scene}");
    // Others notice nothing: the player was there all the time.
    other.event().await;
    assert_eq!(other.say("on").await.0, 4);
    second.event().await;
    second.send(json!({"t": "click", "pos": [1, 0, 1], "face": 5})).await;
    assert_eq!(second.event().await.0, 5);
}

#[tokio::test]
async fn a_token_of_another_room_or_of_nobody_makes_a_new_player() {
    let server = TestServer::start().await;
    let (room, elsewhere) = (server.room().await, server.room().await);
    let first = server.join(&room).await;
    let stranger = server.join(&elsewhere).await;
    let flipped: String = first.token.chars().rev().collect();
    for token in [stranger.token.as_str(), flipped.as_str(), "", "' OR 1=1 --"] {
        let mut client = server.connect().await;
        let (fresh, _) = client.hello(&room, json!({"token": token, "after": 0})).await;
        assert!(fresh);
        assert!(client.you.0 > first.you.0);
        assert_ne!(client.token, first.token);
    }
}

#[tokio::test]
async fn a_room_sleeps_and_wakes_as_it_was() {
    let server = TestServer::with(|config| config.room.sleep_after = Duration::ZERO).await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    player.send(json!({"t": "sit", "seat": 1})).await;
    player.event().await;
    player.say("remember me").await;
    let (you, token) = (player.you, player.token.clone());
    player.leave().await;
    // Housekeeping comes once a second.
    tokio::time::sleep(Duration::from_millis(2500)).await;
    let mut back = server.connect().await;
    back.send(json!({"t": "hello", "protocol": PROTOCOL, "room": room.as_str(), "token": token}))
        .await;
    let read = back.until(|message| matches!(message, ServerMessage::Scene { .. })).await;
    let scene = format!("{:?}", read.last());
    assert!(scene.contains("remember me"), "{scene}");
    let seat = format!("holder: Player {{ player: PlayerId({}) }}", you.0);
    assert!(scene.contains(&seat), "{scene}");
}

#[tokio::test]
async fn a_deserted_room_is_forgotten() {
    let server = TestServer::with(|config| {
        config.room.sleep_after = Duration::ZERO;
        config.room.forget_after = Some(Duration::from_millis(100));
    })
    .await;
    let room = server.room().await;
    server.join(&room).await.leave().await;
    tokio::time::sleep(Duration::from_millis(3500)).await;
    let mut client = server.connect().await;
    client.send(json!({"t": "hello", "protocol": PROTOCOL, "room": room.as_str()})).await;
    client.bye("room_closed").await;
}

#[tokio::test]
async fn shutting_down_says_goodbye() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let mut client = server.join(&room).await;
    let TestServer { server, .. } = server;
    let (read, ()) = tokio::join!(client.drain(Duration::from_secs(5)), server.shutdown());
    let farewell = read.iter().any(
        |got| matches!(got, Got::Message(ServerMessage::Bye { code, .. }) if code == "shutdown"),
    );
    assert!(farewell, "{read:?}");
}
