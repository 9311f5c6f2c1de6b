//! Inputs that are in the log before the room has applied them.

use std::path::Path;
use std::sync::{Arc, mpsc};

use fangqi_protocol::{Input, Record};
use fangqi_room::MapPackage;
use fangqi_server::log::{Entry, RoomLog, SqliteLog};
use fangqi_server::session::{RoomId, TokenKeys};
use fangqi_server::wire::{PROTOCOL, ServerMessage};
use serde_json::json;

use crate::support::{Client, TestServer, pad, pad_with};

/// Seat 0 is asked again and again; the script fails at the second choice.
const TOUCHY: &str = r#"
ScriptSupportEvent:registerEvent("Room.Sit", function(e)
  threadpool:work(function()
    while true do
      local choices = { { label = "a" }, { label = "b" } }
      local index = Request:ask({ seat = 0, hint = "?", choices = choices })
      if index == 2 then error("no") end
      Hud:setStatus("chose " .. index)
    end
  end)
end)
Hud:setButtons({ { id = "say", label = "say" } })
"#;

async fn server(folder: &Path, map: MapPackage) -> TestServer {
    let log = Arc::new(SqliteLog::open(folder).unwrap());
    let keys = TokenKeys::load(folder).unwrap();
    TestServer::on(log, map, |config| config.keys = Some(keys)).await
}

/// A room in which one player sits at seat 0 and is asked; the number of the last event.
async fn asked(server: &TestServer) -> (RoomId, Client, u64) {
    let room = server.room().await;
    let mut player = server.join(&room).await;
    player.send(json!({"t": "sit", "seat": 0})).await;
    let (event, _) = player.event().await;
    (room, player, event)
}

fn records(folder: &Path, room: &RoomId) -> Vec<Record> {
    SqliteLog::open(folder).unwrap().read(room).unwrap().records
}

/// What a server leaves that ends while the room works: the input is in the log, and no more.
fn leave_draft(folder: &Path, room: &RoomId, input: Input) -> u64 {
    let log = SqliteLog::open(folder).unwrap();
    let stored = log.read(room).unwrap();
    let (tick, event) = (stored.records.last().unwrap().tick, stored.records.len() as u64 + 1);
    let record = Record { tick, input, faults: Vec::new(), rewound: None };
    assert!(record.may_be_draft());
    let (done, wait) = mpsc::channel();
    let ack = Box::new(move |result| done.send(result).unwrap());
    log.append(&log.lease(room).unwrap(), Entry::Record { event, record }, ack);
    wait.recv().unwrap().unwrap();
    event
}

/// Comes back as whoever has a token; what is shown first, and the number of the arrival.
async fn come_back(server: &TestServer, room: &RoomId, token: String) -> (Client, String, u64) {
    let mut back = server.connect().await;
    let hello = json!({
        "t": "hello", "protocol": PROTOCOL, "room": room.as_str(), "token": token, "after": 0,
    });
    back.send(hello).await;
    let read = back.until(|message| matches!(message, ServerMessage::Scene { .. })).await;
    let (event, _) = back.event().await;
    (back, format!("{:?}", read.last()), event)
}

#[tokio::test]
async fn a_draft_is_applied_when_its_room_wakes() {
    let folder = tempfile::tempdir().unwrap();
    let first = server(folder.path(), pad_with(TOUCHY)).await;
    let (room, player, _) = asked(&first).await;
    let (you, token) = (player.you, player.token.clone());
    first.server.shutdown().await;
    let input = Input::Choose { player: you, request: 0, choice: 0 };
    let event = leave_draft(folder.path(), &room, input.clone());

    let second = server(folder.path(), pad_with(TOUCHY)).await;
    let (_, scene, arrival) = come_back(&second, &room, token).await;
    assert!(scene.contains("chose 1"), "{scene}");
    assert_eq!(arrival, event + 2, "it left first, which was not recorded");
    second.server.shutdown().await;
    let records = records(folder.path(), &room);
    assert_eq!(records[event as usize - 1].input, input);
}

#[tokio::test]
async fn a_draft_that_the_room_refuses_is_let_go() {
    // Of a question that is not asked, and of one whose answer the script fails at.
    for (request, choice) in [(7, 0), (0, 1)] {
        let folder = tempfile::tempdir().unwrap();
        let first = server(folder.path(), pad_with(TOUCHY)).await;
        let (room, player, _) = asked(&first).await;
        let (you, token) = (player.you, player.token.clone());
        first.server.shutdown().await;
        let input = Input::Choose { player: you, request, choice };
        let event = leave_draft(folder.path(), &room, input.clone());

        let second = server(folder.path(), pad_with(TOUCHY)).await;
        let (mut back, _, arrival) = come_back(&second, &room, token).await;
        assert_eq!(arrival, event + 1, "the draft's number is used again");
        back.send(json!({"t": "choose", "request": 0, "choice": 0})).await;
        assert_eq!(back.event().await.0, event + 2);
        second.server.shutdown().await;
        let records = records(folder.path(), &room);
        assert!(matches!(records[event as usize - 1].input, Input::Leave { .. }));
        assert!(records.iter().all(|record| record.input != input));
    }
}

#[tokio::test]
async fn an_answer_that_the_script_fails_at_is_taken_out_of_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let only = server(folder.path(), pad_with(TOUCHY)).await;
    let (room, mut player, event) = asked(&only).await;
    player.send(json!({"t": "choose", "request": 0, "choice": 1})).await;
    player.refused("script_failed").await;
    player.send(json!({"t": "choose", "request": 0, "choice": 0})).await;
    assert_eq!(player.event().await.0, event + 1);
    let you = player.you;
    only.server.shutdown().await;
    let answer = records(folder.path(), &room).swap_remove(event as usize);
    assert_eq!(answer.input, Input::Choose { player: you, request: 0, choice: 0 });
}

#[tokio::test]
async fn a_room_of_one_draft_after_another_keeps_them_all() {
    let folder = tempfile::tempdir().unwrap();
    let only = server(folder.path(), pad()).await;
    let (room, mut player, event) = asked(&only).await;
    for request in 0..20 {
        player.send(json!({"t": "choose", "request": request, "choice": 0})).await;
    }
    for number in 1..=20 {
        assert_eq!(player.event().await.0, event + number);
    }
    only.server.shutdown().await;
    let kept = records(folder.path(), &room);
    let answers = kept.iter().filter(|record| matches!(record.input, Input::Choose { .. }));
    assert_eq!(answers.count(), 20);
}
