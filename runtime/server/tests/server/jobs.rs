use std::sync::Arc;

use fangqi_server::log::MemoryLog;
use fangqi_server::wire::ServerMessage;

use crate::support::{TestServer, pad_with};

fn says(text: &'static str) -> impl Fn(&ServerMessage) -> bool {
    move |message| format!("{message:?}").contains(text)
}

#[tokio::test]
async fn time_passes_for_a_room_that_waits() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    player.press("timer").await;
    player.until(says("timer")).await;
}

#[tokio::test]
async fn an_engine_thinks_beside_the_room() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    player.press("think").await;
    player.until(says("thought")).await;
}

#[tokio::test]
async fn a_full_job_queue_is_a_failed_job_and_not_a_stuck_room() {
    let script = r#"
      Hud:setButtons({ { id = "go", label = "go" } })
      ScriptSupportEvent:registerEvent("Room.Action", function(e)
        local done = 0
        for i = 1, 8 do
          threadpool:work(function()
            local move, reason = Xiangqi:think(Xiangqi:new(), { level = 10 })
            done = done + 1
            if not move then Hud:setStatus("failed: " .. tostring(reason)) end
          end)
        end
      end)
    "#;
    let log = Arc::new(MemoryLog::new());
    let server = TestServer::on(log, pad_with(script), |config| config.job_queue = 1).await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    player.press("go").await;
    player.until(says("failed: ")).await;
}
