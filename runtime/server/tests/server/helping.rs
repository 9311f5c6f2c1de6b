//! Jobs that servers of one database compute for each other.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fangqi_protocol::{JobResult, PlainValue};
use fangqi_room::MapPackage;
use fangqi_room::plugin::{
    Computation, Crew, ModuleSpec, Plugin, Plugins, UnpackJob, lua_module, order,
};
use fangqi_server::MapSet;
use fangqi_server::wire::ServerMessage;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::cluster::database;
use crate::http::{get, post_to};
use crate::nodes::{Member, lobby};
use crate::support::{TestServer, files};

/// Takes its time, wherever it runs.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Pause {
    milliseconds: u32,
}

impl Computation for Pause {
    fn run(&self, _: &dyn Crew, stop: &Arc<AtomicBool>) -> JobResult {
        let end = Instant::now() + Duration::from_millis(self.milliseconds.into());
        while Instant::now() < end && !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        JobResult::done(&PlainValue::Number(self.milliseconds.into()))
    }

    fn shortened(&self) -> Box<dyn Computation> {
        Box::new(self.clone())
    }

    fn packed(&self) -> Option<String> {
        serde_json::to_string(self).ok()
    }
}

fn unpack(text: &str) -> Result<Box<dyn Computation>, String> {
    let pause: Pause = serde_json::from_str(text).map_err(|error| error.to_string())?;
    Ok(Box::new(pause))
}

lua_module! {
    /// Takes time.
    static PAUSE = "Pause", Value;

    /// Waits a number of milliseconds, as a job.
    /// Example: `Pause:take(5)`
    @waits
    fn take(ctx, milliseconds: u32) -> (taken: f64) {
        order(&mut ctx.host(), &PAUSE, Pause { milliseconds })
    }
}

#[derive(Debug)]
struct Pauses;

impl Plugin for Pauses {
    fn name(&self) -> &'static str {
        "pauses"
    }

    fn modules(&self) -> &'static [&'static ModuleSpec] {
        static MODULES: [&ModuleSpec; 1] = [&PAUSE];
        &MODULES
    }

    fn unpack_job(&self) -> Option<UnpackJob> {
        Some(unpack)
    }
}

const PAUSES: Plugins = Plugins::new(&[&Pauses]);

const SCRIPT: &str = r#"
  Hud:setButtons({ { id = "60000", label = "long" }, { id = "20", label = "short" } })
  ScriptSupportEvent:registerEvent("Room.Action", function(e)
    Hud:setStatus("took " .. tostring(Pause:take(tonumber(e.id))))
  end)
"#;

async fn member(url: String, name: &str) -> Member {
    let mut maps = MapSet::new(PAUSES);
    maps.add(MapPackage::load(&files(SCRIPT), "pad", PAUSES).unwrap());
    Member::on_maps(url, name, maps, |config| config.workers = 1).await
}

/// Waits until the first server knows the second, on which a player is.
async fn acquainted(one: &TestServer, two: &TestServer) {
    let room = two.room().await;
    let there = two.join(&room).await;
    for _ in 0..100 {
        if lobby(one, "").await["rooms"].as_array().is_some_and(|rooms| !rooms.is_empty()) {
            there.leave().await;
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the servers do not learn of each other");
}

fn says(text: &'static str) -> impl Fn(&ServerMessage) -> bool {
    move |message| format!("{message:?}").contains(text)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_would_wait_is_computed_by_another_server() {
    let database = tokio::task::block_in_place(database);
    let one = member(database.url(), "one").await;
    let two = member(database.url(), "two").await;
    acquainted(&one, &two).await;
    let room = one.room().await;
    let mut player = one.join(&room).await;
    // The only thread is busy for a minute.
    player.press("60000").await;
    let started = Instant::now();
    player.press("20").await;
    player.until(says("took 20")).await;
    assert!(started.elapsed() < Duration::from_secs(50), "it waited for the thread");

    // The second server's thread is busy as well: the next one waits for either.
    let elsewhere = two.room().await;
    let mut other = two.join(&elsewhere).await;
    other.press("60000").await;
    player.press("20").await;
    assert!(
        tokio::time::timeout(Duration::from_secs(1), player.until(says("took"))).await.is_err(),
        "no thread was free"
    );
    drop((player, other));
    one.end().await;
    two.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_servers_of_the_database_have_jobs_computed() {
    let database = tokio::task::block_in_place(database);
    let one = member(database.url(), "one").await;
    let room = one.room().await;
    let wanted = json!({
        "room": room.as_str(),
        "job": { "module": "Pause", "content": r#"{"milliseconds":1}"# },
    });
    let (status, _) = post_to(&one, "/api/jobs", None, &wanted.to_string()).await;
    assert_eq!(status, 404, "as anything else that is not there");
    assert_eq!(get(&one, "/api/jobs").await.status, 405);
    one.end().await;
}
