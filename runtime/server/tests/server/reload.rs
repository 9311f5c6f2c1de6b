//! Maps that change while they are played.

use std::sync::Arc;

use fangqi_protocol::{Input, LocalText};
use fangqi_server::ReloadOutcome;
use fangqi_server::log::SqliteLog;
use fangqi_server::session::RoomId;
use fangqi_server::wire::{PROTOCOL, ReloadBlock, ReloadInput, ReloadView, ServerMessage};
use serde_json::json;

use crate::http::post_to;
use crate::support::{Client, TestServer, pad, pad_changed};

/// What a client is next told of a new version.
async fn news(client: &mut Client) -> ReloadView {
    let read = client.until(|message| matches!(message, ServerMessage::Reload { .. })).await;
    match read.into_iter().last() {
        Some(ServerMessage::Reload { reload }) => reload,
        _ => unreachable!("the last message is of a new version"),
    }
}

/// A server that watches its maps.
async fn watching() -> TestServer {
    TestServer::with(|config| config.watch = true).await
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
    let hello = json!({"t": "hello", "protocol": PROTOCOL, "room": room.as_str(), "token": token});
    back.send(hello).await;
    let scene = back.until(|message| matches!(message, ServerMessage::Scene { .. })).await;
    assert!(format!("{scene:?}").contains("turn: Some(1)"), "{scene:?}");
}

#[tokio::test]
async fn a_room_in_which_something_differs_keeps_the_old_until_the_new_is_accepted() {
    let server = watching().await;
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
    let told = ReloadView::Differs {
        first: Some(ReloadInput {
            number: 1,
            what: LocalText::new("按钮 say=hello", "button say=hello"),
            player: Some("Guest 1".to_owned()),
        }),
        refused: None,
        parts: vec![LocalText::new("界面 (status)", "display (status)")],
        blocks: Vec::new(),
        may_decide: true,
    };
    assert_eq!(news(&mut client).await, told);
    let (_, said) = client.say("again").await;
    assert!(format!("{said:?}").contains("\"again\""), "{said:?}");

    let mut newcomer = server.join(&server.room().await).await;
    let (_, said) = newcomer.say("hello").await;
    assert!(format!("{said:?}").contains("new hello"), "new rooms have the new version: {said:?}");

    let mut late = server.join(&room).await;
    assert_eq!(news(&mut late).await, told, "newcomers are told too");

    assert_eq!(decide(&server, &room, true).await, "accepted");
    let scene = client.until(|message| matches!(message, ServerMessage::Scene { .. })).await;
    assert!(format!("{scene:?}").contains("new again"), "{scene:?}");
    assert_eq!(news(&mut client).await, ReloadView::Settled { accepted: true });
    assert_eq!(decide(&server, &room, true).await, "nothing_offered");
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
    let failed = |view: &ReloadView, place: &str| match view {
        ReloadView::Failed { message } => assert!(message.contains(place), "{message}"),
        other => panic!("{other:?} is no failure"),
    };
    failed(&news(&mut client).await, "pad/main.lua:4");
    client.say("it goes on").await;
    server.server.map_broken("pad", "pad/main.lua:7: what is this?");
    failed(&news(&mut client).await, "main.lua:7");
    let mut late = server.join(&room).await;
    failed(&news(&mut late).await, "main.lua:7");
    // Nobody asked for maps to be watched.
    assert_eq!(post(&server, &room, r#"{"accept":true}"#).await.0, 404);
    // The fault is put right, in a way that changes nothing.
    server.server.reload(pad_changed("local nothing = nil", "local nothing")).await;
    assert_eq!(news(&mut client).await, ReloadView::Settled { accepted: false });
}

#[tokio::test]
async fn a_version_that_is_dismissed_or_taken_back_is_forgotten() {
    let server = watching().await;
    let room = server.room().await;
    let mut client = server.join(&room).await;
    client.say("hello").await;
    let changed = || pad_changed("Hud:setStatus(e.value)", "Hud:setStatus(\"new \" .. e.value)");
    server.server.reload(changed()).await;
    assert!(matches!(news(&mut client).await, ReloadView::Differs { .. }));
    assert_eq!(decide(&server, &room, false).await, "dismissed");
    assert_eq!(news(&mut client).await, ReloadView::Settled { accepted: false });
    assert_eq!(decide(&server, &room, true).await, "nothing_offered");

    server.server.reload(changed()).await;
    assert!(matches!(news(&mut client).await, ReloadView::Differs { .. }));
    assert_eq!(server.server.reload(pad()).await, [], "the room has that very version");
    assert_eq!(news(&mut client).await, ReloadView::Settled { accepted: false });
    assert_eq!(decide(&server, &room, true).await, "nothing_offered");
    let (_, said) = client.say("again").await;
    assert!(format!("{said:?}").contains("\"again\""), "{said:?}");

    for body in ["{}", "{\"accept\":1}", "{\"accept\":true,\"room\":2}"] {
        let (status, problem) = post(&server, &room, body).await;
        assert_eq!((status, problem["code"].as_str()), (422, Some("malformed")), "{body}");
    }
}

#[tokio::test]
async fn blocks_that_differ_are_named_in_both_versions() {
    let server = watching().await;
    let room = server.room().await;
    let mut client = server.join(&room).await;
    let build = "Hud:setStatus(e.value) for x = 0, 9 do Block:setBlockAll(x, 9, 0, 100, 0) end";
    server.server.reload(pad_changed("Hud:setStatus(e.value)", build)).await;
    client.say("nothing has been said before").await;
    let taller = build.replace("100, 0", "101, 0");
    client.say("built").await;
    server.server.reload(pad_changed("Hud:setStatus(e.value)", &taller)).await;
    let ReloadView::Differs { blocks, parts, .. } = news(&mut client).await else {
        panic!("the blocks are the same")
    };
    assert_eq!(blocks.len(), ReloadView::BLOCKS_MAX);
    let first = blocks.iter().find(|block| block.pos == [0, 9, 0]);
    let (old, new) =
        (LocalText::new("白色羊毛", "White wool"), LocalText::new("橙色羊毛", "Orange wool"));
    let wanted = ReloadBlock { pos: [0, 9, 0], old, new };
    assert_eq!(first, Some(&wanted));
    assert_eq!(parts, [LocalText::new("方块 (10)", "blocks (10)")]);
}

#[tokio::test]
async fn who_may_not_decide_learns_no_secret_of_the_game() {
    // Maps are not watched, so that nobody may decide.
    let server = TestServer::start().await;
    let room = server.room().await;
    let mut client = server.join(&room).await;
    client.send(json!({"t": "sit", "seat": 0})).await;
    client.event().await;
    client.say("what only some may know").await;
    let changed = pad_changed("Hud:setStatus(e.value)", "Hud:setStatus(\"new \" .. e.value)");
    server.server.reload(changed).await;
    let told = ReloadView::Differs {
        first: Some(ReloadInput {
            number: 2,
            what: LocalText::new("一步操作", "an input"),
            player: None,
        }),
        refused: None,
        parts: vec![LocalText::new("界面", "display")],
        blocks: Vec::new(),
        may_decide: false,
    };
    assert_eq!(news(&mut client).await, told);
}

async fn post(server: &TestServer, room: &RoomId, body: &str) -> (u16, serde_json::Value) {
    post_to(server, &format!("/api/rooms/{room}/reload"), None, body).await
}

/// Accepts or dismisses a new version as a program on this machine would; gives what came of it.
async fn decide(server: &TestServer, room: &RoomId, accept: bool) -> String {
    let (status, answer) = post(server, room, &json!({ "accept": accept }).to_string()).await;
    assert_eq!(status, 200, "{answer}");
    answer["outcome"].as_str().unwrap().to_owned()
}
