//! Maps that change while they are played.

use std::sync::Arc;

use fangqi_room::model::{Input, ToastKind};
use fangqi_server::ReloadOutcome;
use fangqi_server::log::{MemoryLog, SqliteLog};
use fangqi_server::wire::ServerMessage;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Client, TestServer, pad, pad_changed};

/// The toast a client gets, and what was said before it.
async fn toast(client: &mut Client) -> (ToastKind, String) {
    let read = client.until(|message| matches!(message, ServerMessage::Toast { .. })).await;
    match read.into_iter().last() {
        Some(ServerMessage::Toast { kind, text }) => (kind, text.en),
        _ => unreachable!("the last message is the toast"),
    }
}

#[tokio::test]
async fn a_change_that_changes_nothing_is_swapped_in_without_a_blink() {
    let folder = tempfile::tempdir().unwrap();
    let log = Arc::new(SqliteLog::open(folder.path()).unwrap());
    let server = TestServer::on(log, pad(), |_| ()).await;
    let room = server.room().await;
    let mut client = server.join(&room).await;
    let event = client.say("before").await.0;
    let changed = pad_changed("\"timer\" then", "\"timer\" then Hud:setTurn(1)");
    let reloads = server.server.reload(changed).await;
    assert_eq!(reloads.len(), 1);
    assert_eq!((&reloads[0].room, &reloads[0].outcome), (&room, &ReloadOutcome::Swapped));
    let next = client.say("after").await;
    assert_eq!(next.0, event + 1, "nothing came in between: {next:?}");
    let pressed = client.press("timer").await.1;
    assert!(format!("{pressed:?}").contains("Turn(Some(1))"), "the new script runs: {pressed:?}");
    let token = client.token.clone();
    server.server.shutdown().await;

    // The folder of maps is forgotten; the log has the version the room went on with.
    let log = Arc::new(SqliteLog::open(folder.path()).unwrap());
    let server = TestServer::on(log, pad(), |_| ()).await;
    let mut back = server.connect().await;
    let hello = json!({"t": "hello", "protocol": 1, "room": room.as_str(), "token": token});
    back.send(hello).await;
    let scene = back.until(|message| matches!(message, ServerMessage::Scene { .. })).await;
    assert!(format!("{scene:?}").contains("turn: Some(1)"), "{scene:?}");
}

#[tokio::test]
async fn a_room_in_which_something_differs_keeps_the_old_until_the_new_is_accepted() {
    let server = TestServer::on(Arc::new(MemoryLog::new()), pad(), |config| {
        config.watch = true;
    })
    .await;
    let room = server.room().await;
    let mut client = server.join(&room).await;
    client.say("hello").await;
    let reload = async || {
        let changed = pad_changed("Hud:setStatus(e.value)", "Hud:setStatus(\"new \" .. e.value)");
        server.server.reload(changed).await
    };
    let reloads = reload().await;
    let ReloadOutcome::Differs(first) = &reloads[0].outcome else { panic!("{reloads:?}") };
    assert_eq!(first.record, Some(1), "it joined, then it spoke");
    assert!(matches!(&first.input, Some(Input::Action { id, .. }) if id == "say"));
    assert_eq!(first.parts, ["display (status)"]);
    let (kind, text) = toast(&mut client).await;
    assert!(kind == ToastKind::Alert && text.contains("the old one stays"), "{text}");
    let (_, said) = client.say("again").await;
    assert!(format!("{said:?}").contains("\"again\""), "{said:?}");

    let mut newcomer = server.join(&server.room().await).await;
    let (_, said) = newcomer.say("hello").await;
    assert!(format!("{said:?}").contains("new hello"), "new rooms have the new version: {said:?}");

    assert!(post(&server, room.as_str()).await.contains("\"outcome\":\"accepted\""));
    let scene = client.until(|message| matches!(message, ServerMessage::Scene { .. })).await;
    assert!(format!("{scene:?}").contains("new again"), "{scene:?}");
    assert!(toast(&mut client).await.1.contains("new version"));
    assert!(post(&server, room.as_str()).await.contains("nothing_offered"));
}

#[tokio::test]
async fn a_version_that_fails_leaves_rooms_as_they_are_and_everyone_is_told_where() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let mut client = server.join(&room).await;
    client.say("hello").await;
    let broken = pad_changed("Hud:setStatus(e.value)", "Hud:setStatus(e.value .. nil)");
    let reloads = server.server.reload(broken).await;
    let ReloadOutcome::Failed(error) = &reloads[0].outcome else { panic!("{reloads:?}") };
    assert!(error.contains("pad/main.lua:4"), "{error}");
    let (kind, text) = toast(&mut client).await;
    assert!(kind == ToastKind::Error && text.contains("pad/main.lua:4"), "{text}");
    client.say("it goes on").await;
    server.server.map_broken("pad", "pad/main.lua:7: what is this?");
    assert!(toast(&mut client).await.1.contains("main.lua:7"));
    // Nobody asked for maps to be watched.
    assert!(post(&server, room.as_str()).await.starts_with("HTTP/1.1 404"));
}

/// Accepts a new version as a program on this machine would.
async fn post(server: &TestServer, room: &str) -> String {
    let mut tcp = TcpStream::connect(server.address).await.unwrap();
    let body = r#"{"accept":true}"#;
    let request = format!(
        "POST /api/rooms/{room}/reload HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    tcp.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    tcp.read_to_string(&mut answer).await.unwrap();
    answer
}
