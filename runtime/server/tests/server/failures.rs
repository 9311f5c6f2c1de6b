//! What people are told when a map fails without their doing.

use std::sync::Arc;

use fangqi_protocol::{LocalText, ToastKind};
use fangqi_server::log::MemoryLog;
use fangqi_server::wire::ServerMessage;

use crate::support::{Client, TestServer, pad_changed};

/// The next thing that went wrong, as a client is told it.
async fn trouble(client: &mut Client) -> LocalText {
    let is_trouble = |message: &ServerMessage| {
        matches!(message, ServerMessage::Toast { kind: ToastKind::Error, .. })
    };
    match client.until(is_trouble).await.pop() {
        Some(ServerMessage::Toast { text, .. }) => text,
        _ => unreachable!("the last message is the one waited for"),
    }
}

/// A server with a map whose timer fails.
async fn server(watch: bool) -> TestServer {
    let broken = pad_changed("Hud:setStatus(\"timer\")", "Hud:setStatus(nothing.field)");
    TestServer::on(Arc::new(MemoryLog::new()), broken, |config| config.watch = watch).await
}

#[tokio::test]
async fn a_timer_that_fails_is_told_to_everybody_in_a_sentence() {
    let server = server(false).await;
    let room = server.room().await;
    let (mut first, mut second) = (server.join(&room).await, server.join(&room).await);
    first.press("timer").await;
    for client in [&mut first, &mut second] {
        let text = trouble(client).await;
        assert_eq!(text.en, "The map's script failed, and what it was about to do was left out.");
        assert!(!text.zh.contains("main.lua"), "{text:?}");
    }
}

#[tokio::test]
async fn the_author_of_a_watched_map_is_told_where_and_why() {
    let server = server(true).await;
    let room = server.room().await;
    let mut client = server.join(&room).await;
    client.press("timer").await;
    let text = trouble(&mut client).await;
    assert!(text.en.starts_with("Script: ") && text.zh.starts_with("脚本："), "{text:?}");
    assert!(text.en.contains("pad/main.lua:") && text.en.contains("nil"), "{text:?}");
}
