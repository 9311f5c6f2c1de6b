//! Replays and branches.

use std::sync::Arc;

use fangqi_protocol::{Input, PlayerId};
use fangqi_room::{Room, RoomOptions};
use fangqi_server::log::{MemoryLog, RoomLog, StoredRoom};
use fangqi_server::session::RoomId;
use fangqi_server::wire::{ReplayHead, ServerMessage};
use serde_json::{Value, json};

use crate::http::{get, post_to};
use crate::support::{Client, Got, TestServer, pad, pad_with};

/// A map whose seat 0 has a cell that only it sees, until the game is over.
const HIDING: &str = r#"
Checkpoint:offer(function() return {} end, function() end)
Hud:setButtons({ { id = "place", label = "place" }, { id = "end", label = "end" } })
ScriptSupportEvent:registerEvent("Room.Sit", function(e)
  Block:setBlockAll(2, 1, 2, 23, 77)
  View:conceal(2, 1, 2, 22)
  View:reveal(2, 1, 2, e.eventobjid)
end)
ScriptSupportEvent:registerEvent("Room.Action", function(e)
  if e.id == "end" then
    View:clear(2, 1, 2)
    Hud:setResult(0, "over")
  else
    Block:setBlockAll(5, 1, 5, 21, 0)
    Marks:set({ { x = 5, y = 1, z = 5, kind = "last_to" } })
  end
end)
"#;

struct Told {
    head: ReplayHead,
    frames: Vec<Got>,
}

impl Told {
    /// The frames of each event after the scene, by its number.
    fn events(&self) -> Vec<(u64, Vec<Got>)> {
        let scene = self.frames.iter().position(is_scene).unwrap();
        let mut events = Vec::new();
        let mut frames = Vec::new();
        for frame in &self.frames[scene + 1..] {
            match frame {
                Got::Message(ServerMessage::Event { event, .. }) => {
                    events.push((*event, std::mem::take(&mut frames)));
                }
                other => frames.push(other.clone()),
            }
        }
        assert!(frames.is_empty(), "the last event is closed");
        events
    }
}

fn is_scene(frame: &Got) -> bool {
    matches!(frame, Got::Message(ServerMessage::Scene { .. }))
}

/// Takes a file of frames apart, without the server's own code.
fn read(file: &[u8]) -> Told {
    let (mut at, mut head, mut frames) = (0, None, Vec::new());
    while at < file.len() {
        let length = u32::from_le_bytes(file[at + 1..at + 5].try_into().unwrap()) as usize;
        let bytes = &file[at + 5..at + 5 + length];
        match (file[at], &head) {
            (0, None) => head = Some(serde_json::from_slice(bytes).unwrap()),
            (0, Some(_)) => frames.push(Got::Message(serde_json::from_slice(bytes).unwrap())),
            (1, Some(_)) => frames.push(Got::Blocks(bytes.to_vec())),
            other => panic!("{other:?}"),
        }
        at += 5 + length;
    }
    Told { head: head.unwrap(), frames }
}

/// Reads frames up to the end of an event, blocks included.
async fn frames_to(client: &mut Client, last: u64) -> Vec<Got> {
    let mut frames = Vec::new();
    loop {
        let got = client.next().await;
        let end =
            matches!(&got, Got::Message(ServerMessage::Event { event, .. }) if *event == last);
        frames.push(got);
        if end {
            return frames;
        }
    }
}

async fn replay(server: &TestServer, room: &RoomId) -> Told {
    let answer = get(server, &format!("/api/rooms/{room}/replay")).await;
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    read(&answer.body)
}

async fn branch(server: &TestServer, room: &str, event: u64) -> (u16, Value) {
    let own = format!("http://{}", server.address);
    let path = format!("/api/rooms/{room}/branch");
    post_to(server, &path, Some(&own), &json!({ "event": event }).to_string()).await
}

async fn hiding() -> (TestServer, Arc<MemoryLog>) {
    let log = Arc::new(MemoryLog::new());
    let server = TestServer::on(log.clone(), pad_with(HIDING), |_| ()).await;
    (server, log)
}

#[tokio::test]
async fn a_replay_is_what_a_spectator_was_shown() {
    let (server, _) = hiding().await;
    let room = server.room().await;
    let mut watcher = server.join(&room).await;
    let mut player = server.join(&room).await;
    player.send(json!({"t": "sit", "seat": 0})).await;
    player.event().await;
    player.press("place").await;
    player.send(json!({"t": "chat", "text": "good game"})).await;
    player.event().await;
    let (last, _) = player.press("end").await;
    let live = frames_to(&mut watcher, last).await;

    let told = replay(&server, &room).await;
    assert_eq!((told.head.room.as_str(), told.head.events), (room.as_str(), last));
    assert!(told.head.complete);
    let events = told.events();
    let numbers: Vec<u64> = events.iter().map(|(event, _)| *event).collect();
    assert_eq!(numbers, (1..=last).collect::<Vec<_>>());
    // What the watcher saw live, event by event, in whatever order within one.
    let sorted = |mut frames: Vec<Got>| {
        frames.retain(|frame| !matches!(frame, Got::Message(ServerMessage::Request { .. })));
        let mut texts: Vec<String> = frames.iter().map(|frame| format!("{frame:?}")).collect();
        texts.sort();
        texts
    };
    let mut seen = Vec::new();
    let mut compared = 0;
    for frame in live {
        match frame {
            Got::Message(ServerMessage::Event { event, .. }) => {
                let (_, told) = &events[event as usize - 1];
                let live = sorted(std::mem::take(&mut seen));
                assert_eq!(sorted(told.clone()), live, "event {event}");
                compared += 1;
            }
            other => seen.push(other),
        }
    }
    assert_eq!(compared, 5, "the player came, sat, placed, talked and ended the game");
    // The truth of the hidden cell is told at the end and not before.
    let truth = [23, 0, 77, 0];
    let tells = |frames: &[Got]| {
        let holds = |bytes: &Vec<u8>| bytes.windows(4).any(|window| window == truth);
        frames.iter().any(|frame| matches!(frame, Got::Blocks(bytes) if holds(bytes)))
    };
    let when: Vec<u64> =
        events.iter().filter(|(_, frames)| tells(frames)).map(|(event, _)| *event).collect();
    assert_eq!(when, [last]);
}

#[tokio::test]
async fn a_replay_holds_nothing_that_one_player_was_told() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    player.send(json!({"t": "sit", "seat": 0})).await;
    player.event().await;
    player.say("public").await;
    let answer = get(&server, &format!("/api/rooms/{room}/replay")).await;
    let text = String::from_utf8_lossy(&answer.body).into_owned();
    assert!(text.contains("public"));
    for secret in ["secret of seat 0", "private ", player.token.as_str()] {
        assert!(!text.contains(secret), "{secret}");
    }
}

#[tokio::test]
async fn replays_are_refused_with_reasons() {
    let server = TestServer::with(|config| {
        config.http.replays_burst = 3.0;
        config.http.replay_bytes = 100;
    })
    .await;
    let room = server.room().await;
    let mut codes = Vec::new();
    for id in ["nosuchroom", "no%2Froom", room.as_str(), room.as_str()] {
        let answer = get(&server, &format!("/api/rooms/{id}/replay")).await;
        let body: Value = serde_json::from_slice(&answer.body).unwrap();
        codes.push((answer.status, body["code"].as_str().unwrap().to_owned()));
    }
    let expected =
        [(404, "no_such_room"), (404, "no_such_room"), (413, "replay_too_long"), (429, "too_fast")];
    assert_eq!(codes, expected.map(|(status, code)| (status, code.to_owned())));
}

/// The state of the blocks after so many records, found by playing them.
fn blocks_after(stored: &StoredRoom, package: fangqi_room::MapPackage, count: usize) -> Vec<u8> {
    let options = RoomOptions { seed: stored.meta.seed, ..RoomOptions::default() };
    let (mut room, _) = Room::open(Arc::new(package), options).unwrap();
    for record in &stored.records[..count] {
        let applied = room.apply(record.tick, record.input.clone());
        assert_eq!(applied.record.as_ref(), Some(record));
    }
    let mut bytes = Vec::new();
    room.chunk_frames(PlayerId(1), |position, chunk| {
        bytes.extend(position.iter().flat_map(|n| n.to_le_bytes()));
        bytes.extend_from_slice(chunk);
    });
    bytes
}

#[tokio::test]
async fn a_branch_begins_as_the_original_was_and_goes_its_own_way() {
    let (server, log) = hiding().await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    player.send(json!({"t": "sit", "seat": 0})).await;
    player.event().await;
    let (placed, _) = player.press("place").await;
    player.press("end").await;
    let before = log.read(&room).unwrap();

    let (status, answer) = branch(&server, room.as_str(), placed).await;
    assert_eq!(status, 200, "{answer}");
    let other = RoomId::parse(answer["room"].as_str().unwrap()).unwrap();
    assert_ne!(other, room);
    let fresh = log.read(&other).unwrap();
    assert!(fresh.tokens.is_empty(), "nobody is known there");
    assert_eq!(fresh.meta.seed, before.meta.seed);
    let shared = placed as usize;
    assert_eq!(fresh.records[..shared], before.records[..shared]);
    for record in &fresh.records[shared..] {
        assert!(matches!(record.input, Input::Stand { .. } | Input::Leave { .. }), "{record:?}");
    }
    assert_eq!(
        blocks_after(&fresh, pad_with(HIDING), fresh.records.len()),
        blocks_after(&before, pad_with(HIDING), shared),
    );

    // The old room's token is worth nothing in the new one.
    let mut visitor = server.connect().await;
    visitor.hello(&other, json!({ "token": player.token, "name": "Bo" })).await;
    assert_ne!(visitor.you, player.you);
    assert_ne!(visitor.token, player.token);
    visitor.send(json!({"t": "sit", "seat": 0})).await;
    let (_, messages) = visitor.event().await;
    let sat = format!("PlayerId({})", visitor.you.0);
    assert!(format!("{messages:?}").contains(&sat), "the seat is free: {messages:?}");
    visitor.press("place").await;
    assert_eq!(log.read(&room).unwrap().records, before.records, "the original is as it was");
}

#[tokio::test]
async fn what_is_hidden_is_not_opened_by_a_branch_while_the_game_goes_on() {
    let (server, _) = hiding().await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    let (status, _) = branch(&server, room.as_str(), 1).await;
    assert_eq!(status, 200, "nothing is hidden yet");
    player.send(json!({"t": "sit", "seat": 0})).await;
    let (sat, _) = player.event().await;
    for event in [1, sat] {
        let (status, answer) = branch(&server, room.as_str(), event).await;
        assert_eq!((status, answer["code"].as_str()), (403, Some("game_goes_on")));
        assert!(answer["text"]["zh"].is_string());
    }
    player.press("end").await;
    assert_eq!(branch(&server, room.as_str(), sat).await.0, 200);
    // A question with texts is a secret too.
    let server = TestServer::start().await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    player.send(json!({"t": "sit", "seat": 0})).await;
    let (sat, _) = player.event().await;
    assert_eq!(branch(&server, room.as_str(), sat).await.0, 403);
}

#[tokio::test]
async fn branches_are_refused_with_reasons() {
    let server = TestServer::on(Arc::new(MemoryLog::new()), pad(), |config| {
        config.http.opens_burst = 5.0;
        config.rooms = 2;
    })
    .await;
    let room = server.room().await;
    let path = format!("/api/rooms/{room}/branch");
    let evil = Some("http://evil.example");
    assert_eq!(post_to(&server, &path, evil, r#"{"event":0}"#).await.0, 403);
    assert_eq!(post_to(&server, &path, None, r#"{"event":-1}"#).await.0, 422);
    let mut found = Vec::new();
    for (room, event) in [
        (room.as_str(), 9),
        ("abcdefghij", 0),
        ("x", 0),
        (room.as_str(), 0),
        (room.as_str(), 0),
        (room.as_str(), 0),
    ] {
        let (status, answer) = branch(&server, room, event).await;
        found.push((status, answer["code"].as_str().unwrap_or("").to_owned()));
    }
    let expected = [
        (404, "no_such_event"),
        (404, "no_such_room"),
        (404, "no_such_room"),
        (200, ""),
        (503, "too_many_rooms"),
        (429, "too_fast"),
    ];
    assert_eq!(found, expected.map(|(status, code)| (status, code.to_owned())));
}

#[tokio::test]
async fn a_long_game_with_checkpoints_is_told_and_branched_like_any_other() {
    let log = Arc::new(MemoryLog::new());
    let server = TestServer::on(log.clone(), pad_with(HIDING), |config| {
        config.socket.message_burst = 1000.0;
        config.room.checkpoint_every = 64;
    })
    .await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    let mut last = 0;
    for _ in 0..70 {
        last = player.press("place").await.0;
    }
    let stored = log.read(&room).unwrap();
    assert!(stored.checkpoint.is_some(), "the server stores a room now and then");
    let told = replay(&server, &room).await;
    assert!(told.head.complete);
    assert!(told.head.events >= last);
    let (status, answer) = branch(&server, room.as_str(), last).await;
    assert_eq!(status, 200, "{answer}");
    let other = RoomId::parse(answer["room"].as_str().unwrap()).unwrap();
    let mut visitor = server.join(&other).await;
    visitor.press("place").await;
}
