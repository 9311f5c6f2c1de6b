//! A map that burns all its fuel at every input, and the rooms beside it.

use std::sync::Arc;
use std::time::Duration;

use fangqi_server::log::MemoryLog;
use fangqi_server::wire::ServerMessage;
use serde_json::json;

use crate::admin::Operated;
use crate::support::{Client, Got, TestServer, pad_with};

const BURNS: &str = r#"
Hud:setButtons({ { id = "burn", label = "burn" }, { id = "say", label = "say" } })
ScriptSupportEvent:registerEvent("Room.Action", function(e)
  if e.id == "burn" then while true do end end
  Hud:setStatus(e.value)
end)
"#;

/// How often its player has it burn.
const TIMES: usize = 12;

async fn burns(client: &mut Client, times: usize) {
    for _ in 0..times {
        client.send(json!({"t": "action", "id": "burn"})).await;
    }
}

fn is_refusal(message: &ServerMessage) -> bool {
    matches!(message, ServerMessage::Refused { code, .. } if code == "script_failed")
}

#[tokio::test]
async fn a_room_that_burns_its_fuel_is_served_after_those_beside_it() {
    let server = TestServer::on(Arc::new(MemoryLog::new()), pad_with(BURNS), |config| {
        config.shards = 1;
        config.isolation_shard = false;
        config.room.scripts.fuel_per_step = 10_000_000;
        config.room.share_burst = Duration::from_millis(20);
    })
    .await;
    let (noisy, beside) = (server.room().await, server.room().await);
    let (mut spammer, mut neighbour) = (server.join(&noisy).await, server.join(&beside).await);
    burns(&mut spammer, TIMES).await;
    spammer.until(is_refusal).await;
    for round in 0..10 {
        let said = json!({"t": "action", "id": "say", "value": format!("{round}")});
        neighbour.send(said).await;
    }
    for _ in 0..10 {
        neighbour.event().await;
    }
    // One may have been under way, and one begun before the next of the ten had come.
    let burnt = spammer.drain(Duration::from_millis(1)).await;
    let burnt =
        burnt.iter().filter(|got| matches!(got, Got::Message(it) if is_refusal(it))).count();
    assert!(burnt < TIMES - 1, "all {TIMES} came first");
    // What was put off is done all the same, in its order.
    for _ in burnt..TIMES - 1 {
        spammer.until(is_refusal).await;
    }
    spammer.say("at last").await;
}

#[tokio::test]
async fn a_room_that_uses_up_its_fuel_goes_on_in_the_isolation_shard() {
    let server = TestServer::on(Arc::new(MemoryLog::new()), pad_with(BURNS), |config| {
        config.shards = 1;
        config.room.share_burst = Duration::from_millis(20);
    })
    .await;
    let operated = Operated::at(server).await;
    let server = &operated.server;
    let (noisy, beside) = (server.room().await, server.room().await);
    let (mut spammer, mut neighbour) = (server.join(&noisy).await, server.join(&beside).await);
    let seen = spammer.say("before").await.0;
    burns(&mut spammer, TIMES).await;
    neighbour.say("meanwhile").await;
    let closed = loop {
        if let Got::Closed(code, word) = spammer.next().await {
            break (code, word);
        }
    };
    assert_eq!(closed, (1012, "restart".to_owned()));
    // Its connections hear of it a moment before it has moved.
    let moved = "fangqi_room_migrations_total{to=\"isolation\"} 1";
    while !operated.get("/metrics").await.1.as_str().unwrap().contains(moved) {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }

    let mut back = server.connect().await;
    let (fresh, _) = back.hello(&noisy, json!({"token": spammer.token, "after": seen})).await;
    assert!(!fresh);
    // It left and came back, and no burning is in its log.
    assert_eq!([back.event().await.0, back.event().await.0], [seen + 1, seen + 2]);
    burns(&mut back, 3).await;
    back.until(is_refusal).await;
    neighbour.say("still").await;
    back.until(is_refusal).await;
    back.until(is_refusal).await;
    assert_eq!(back.say("after").await.0, seen + 3, "it stays there");
    assert_eq!(operated.get(&format!("/rooms/{noisy}")).await.1["isolated"], true);
    assert_eq!(operated.get(&format!("/rooms/{beside}")).await.1["isolated"], false);

    assert_eq!(operated.ask("POST", &format!("/rooms/{noisy}/close"), "").await.0, 200);
    back.bye("room_closed").await;
    let metrics = operated.get("/metrics").await.1;
    assert!(metrics.as_str().unwrap().contains("fangqi_isolated_rooms 0"));
    neighbour.say("at last").await;
}
