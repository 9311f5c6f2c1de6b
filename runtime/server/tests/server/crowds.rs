//! Strangers in numbers: they may come and go as often as they like, and others still get in, talk
//! and find their places.

use std::sync::Arc;
use std::time::Duration;

use fangqi_server::log::{RoomLog, SqliteLog};
use fangqi_server::session::{RoomId, Token, TokenKeys};
use fangqi_server::wire::{PROTOCOL, ServerMessage};
use serde_json::json;
use tokio_tungstenite::tungstenite::Error;

use crate::http::{get, raw_at};
use crate::raw::Raw;
use crate::support::{Client, TestServer, pad};

/// Players that a room of these tests may know.
const PLACES: usize = 8;

/// Leaves, and waits until `witness`, who is left alone, has seen it; gives what it saw.
async fn leave(client: Client, witness: &mut Client) -> Vec<ServerMessage> {
    client.leave().await;
    let alone = |message: &ServerMessage| match message {
        ServerMessage::Players { players } => {
            players.iter().filter(|player| player.present).count() == 1
        }
        _ => false,
    };
    witness.until(alone).await
}

/// Comes with a token and says who it is then, and by which token.
async fn comes_back(server: &TestServer, room: &RoomId, token: &str) -> Client {
    let mut client = server.connect().await;
    client.hello(room, json!({"token": token})).await;
    client
}

#[tokio::test]
async fn a_thousand_strangers_keep_nobody_out() {
    let folder = tempfile::tempdir().unwrap();
    let start = async || {
        let log = Arc::new(SqliteLog::open(folder.path()).unwrap());
        let keys = TokenKeys::load(folder.path()).unwrap();
        let server = TestServer::on(Arc::clone(&log) as Arc<dyn RoomLog>, pad(), |config| {
            config.keys = Some(keys);
            config.room.players = PLACES;
            config.room.slots_kept = Duration::ZERO;
        });
        (server.await, log)
    };
    let (server, log) = start().await;
    let room = server.room().await;
    let opener = server.join(&room).await;
    let (first, opener_token) = (opener.you.0, opener.token.clone());
    let mut witness = server.join(&room).await;
    leave(opener, &mut witness).await;
    let mut sitter = server.join(&room).await;
    sitter.send(json!({"t": "sit", "seat": 1})).await;
    sitter.event().await;
    sitter.send(json!({"t": "stand"})).await;
    sitter.event().await;
    let (sat, sitter_token) = (sitter.you, sitter.token.clone());
    leave(sitter, &mut witness).await;

    let mut tokens = Vec::new();
    for _ in 0..1000 {
        let stranger = server.join(&room).await;
        assert!((first..first + PLACES as u64).contains(&stranger.you.0), "{:?}", stranger.you);
        assert_ne!(stranger.you, witness.you);
        tokens.push(stranger.token.clone());
        leave(stranger, &mut witness).await;
    }
    let friend = server.join(&room).await;
    let (friend_is, friend_token) = (friend.you, friend.token.clone());
    leave(friend, &mut witness).await;
    let mut all = tokens.clone();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 1000, "no two of them had the same token");
    server.server.shutdown().await;

    let known = log.read(&room).unwrap().tokens;
    assert_eq!(known.len(), PLACES);
    drop(log);
    let (server, log) = start().await;
    let stranger = comes_back(&server, &room, &tokens[0]).await;
    assert_ne!(stranger.token, tokens[0], "a token of long ago means nothing");
    for (token, player) in
        [(&opener_token, first), (&sitter_token, sat.0), (&friend_token, friend_is.0)]
    {
        assert!(known.iter().any(|(known, _)| *known == Token::parse(token).unwrap().digest()));
        let back = comes_back(&server, &room, token).await;
        assert_eq!((back.you.0, &back.token), (player, token));
    }
    drop(log);
}

#[tokio::test]
async fn who_is_here_or_was_just_now_gives_its_place_to_nobody() {
    let server = TestServer::with(|config| {
        config.room.players = 3;
        config.room.watching = false;
    })
    .await;
    let room = server.room().await;
    let mut witness = server.join(&room).await;
    let _here = server.join(&room).await;
    witness.event().await;
    let brief = server.join(&room).await;
    let (you, token) = (brief.you, brief.token.clone());
    brief.leave().await;
    witness.event().await;
    witness.event().await;
    let mut late = server.connect().await;
    late.send(json!({"t": "hello", "protocol": PROTOCOL, "room": room.as_str()})).await;
    assert_eq!(late.bye("room_full").await, 1013);
    assert_eq!(comes_back(&server, &room, &token).await.you, you);
}

#[tokio::test]
async fn coming_again_and_again_does_not_make_one_talk_faster() {
    let server = TestServer::with(|config| {
        config.socket.message_burst = 5.0;
        config.socket.messages_per_second = 0.001;
    })
    .await;
    let room = server.room().await;
    let mut witness = server.join(&room).await;
    let mut talker = server.join(&room).await;
    let mut token = talker.token.clone();
    let mut heard = 0;
    // Five are said, and three more are owed, which is more than half of what is abuse.
    for round in 0..8 {
        let chat = json!({"t": "chat", "text": format!("round {round}")});
        talker.send(chat).await;
        let seen = leave(talker, &mut witness).await;
        heard += seen.iter().filter(|seen| matches!(seen, ServerMessage::Chat { .. })).count();
        if round < 7 {
            talker = comes_back(&server, &room, &token).await;
            token.clone_from(&talker.token);
        } else {
            talker = server.connect().await;
        }
    }
    assert_eq!(heard, 5);
    let hello = json!({
        "t": "hello", "protocol": PROTOCOL, "room": room.as_str(), "token": token,
    });
    talker.send(hello).await;
    assert_eq!(talker.bye("abuse").await, 1008);
}

#[tokio::test]
async fn one_address_may_come_only_so_often() {
    let limits = |config: &mut fangqi_server::Config| {
        config.socket.connects_burst = 3.0;
        config.socket.connects_per_second = 0.001;
    };
    let server = TestServer::with(|config| {
        limits(config);
        config.socket.count_loopback = true;
    })
    .await;
    for _ in 0..3 {
        server.connect().await.leave().await;
    }
    let Err(Error::Http(answer)) = server.connect_from(None).await else {
        panic!("the fourth is let in")
    };
    assert_eq!(answer.status(), 429);
    assert!(answer.headers().contains_key("retry-after"));
    let server = TestServer::with(limits).await;
    for _ in 0..5 {
        server.connect().await.leave().await;
    }
}

/// Opens a room as a proxy would for the addresses it names; gives the status.
async fn opens(server: &TestServer, forwarded: &str) -> u16 {
    let (host, body) = (server.address, r#"{"map":"pad"}"#);
    let request = format!(
        "POST /api/rooms HTTP/1.1\r\nhost: {host}\r\nx-forwarded-for: {forwarded}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    raw_at(server.address, &request).await.status
}

#[tokio::test]
async fn behind_a_trusted_proxy_each_address_has_its_own_share() {
    let limits = |config: &mut fangqi_server::Config| {
        config.http.opens_burst = 1.0;
        config.http.opens_per_second = 0.001;
        config.socket.per_address = 1;
        config.socket.connects_burst = 2.0;
        config.socket.connects_per_second = 0.001;
    };
    let server = TestServer::with(|config| {
        limits(config);
        config.socket.trust_proxy = true;
    })
    .await;
    assert_eq!(opens(&server, "192.0.2.1").await, 200);
    assert_eq!(opens(&server, "192.0.2.2").await, 200);
    assert_eq!(opens(&server, "192.0.2.1").await, 429);
    assert_eq!(opens(&server, "192.0.2.77, 192.0.2.1").await, 429, "what it says itself is naught");
    let status = async |forwarded: &str| {
        let header = format!("x-forwarded-for: {forwarded}\r\n");
        let (raw, head) = Raw::upgraded(&server, &header).await;
        (raw, head.split(' ').nth(1).map(str::to_owned).unwrap())
    };
    let (one, switched) = status("192.0.2.1").await;
    assert_eq!(switched, "101");
    assert_eq!(status("192.0.2.1").await.1, "429", "one socket at a time");
    assert_eq!(status("192.0.2.2").await.1, "101");
    drop(one);
    assert_eq!(status("192.0.2.1").await.1, "429", "and only so often");

    let server = TestServer::with(limits).await;
    assert_eq!(opens(&server, "192.0.2.1").await, 200);
    assert_eq!(opens(&server, "192.0.2.2").await, 429, "who is not trusted is not believed");
}

#[tokio::test]
async fn rooms_that_nobody_visits_are_forgotten_across_restarts() {
    let folder = tempfile::tempdir().unwrap();
    let days = |count: u64| Duration::from_secs(count * 24 * 3600);
    let start = async || {
        let log = Arc::new(SqliteLog::open(folder.path()).unwrap());
        TestServer::on(log, pad(), |config| config.room.forget_after = Some(days(30))).await
    };
    let server = start().await;
    let (left, loved) = (server.room().await, server.room().await);
    for room in [&left, &loved] {
        server.join(room).await.say("here").await;
    }
    server.server.shutdown().await;
    // As if it had stood still for weeks.
    let file = rusqlite::Connection::open(folder.path().join("rooms.sqlite")).unwrap();
    for (room, age) in [(&left, 31), (&loved, 29)] {
        let back = days(age).as_secs().cast_signed();
        let sql = "UPDATE visits SET at = at - ?1 WHERE room = ?2";
        assert_eq!(file.execute(sql, rusqlite::params![back, room.as_str()]).unwrap(), 1);
    }
    drop(file);
    let server = start().await;
    loop {
        // Until housekeeping has come, the room is there; others are served meanwhile.
        let mut client = server.connect().await;
        let hello = json!({"t": "hello", "protocol": PROTOCOL, "room": "aaaaaaaaaa"});
        client.send(hello).await;
        client.bye("room_closed").await;
        let lobby = get(&server, &format!("/api/lobby?rooms={left}")).await.body;
        if !String::from_utf8(lobby).unwrap().contains(left.as_str()) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    server.join(&loved).await.say("still here").await;
    server.server.shutdown().await;
    let log = SqliteLog::open(folder.path()).unwrap();
    let kept: Vec<RoomId> = log.rooms().unwrap().into_iter().map(|(room, _)| room).collect();
    assert_eq!(kept, [loved]);
}
