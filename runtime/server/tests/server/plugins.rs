//! Plugins in a server: what their pages send and see, and plugins that panic.

use std::hash::Hasher;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fangqi_protocol::{JobResult, LocalText, PluginView};
use fangqi_room::MapPackage;
use fangqi_room::plugin::{
    ApplyInput, Computation, Crew, Due, EMPTY_STATE, Host, ModuleSpec, Plugin, PluginInput,
    PluginState, Plugins, Viewer, lua_module, order,
};
use fangqi_server::MapSet;
use fangqi_server::log::MemoryLog;
use fangqi_server::wire::ServerMessage;
use serde_json::json;

use crate::support::{Client, Got, TestServer, files};

/// Panics where it is told to.
#[derive(Debug)]
struct Faulty;

#[derive(Debug, Default)]
struct Faults {
    shown: u32,
    due: Option<u64>,
    view: bool,
}

impl PluginState for Faults {
    fn plugin(&self) -> &'static str {
        "faulty"
    }

    fn hash(&self, hasher: &mut dyn Hasher) {
        if self.shown > 0 {
            hasher.write_u32(self.shown);
        }
    }

    fn store(&self, _: &Host) -> Result<Option<Vec<u8>>, String> {
        EMPTY_STATE
    }

    fn next_due(&self) -> Option<u64> {
        self.due
    }

    fn due(&mut self, _: u64) -> Vec<Due> {
        panic!("while something was due")
    }

    fn view(&self, viewer: Viewer) -> Option<serde_json::Value> {
        assert!(!self.view, "while a view was made");
        (self.shown > 0).then(|| json!({"shown": self.shown, "to": viewer.player}))
    }
}

/// A job that panics.
#[derive(Debug, Clone)]
struct Broken;

impl Computation for Broken {
    fn run(&self, _: &dyn Crew, _: &Arc<AtomicBool>) -> JobResult {
        panic!("in a job")
    }

    fn shortened(&self) -> Box<dyn Computation> {
        Box::new(self.clone())
    }
}

lua_module! {
    /// Panics.
    static FAULTY = "Faulty", Value;

    /// Orders a job that panics.
    /// Example: `Faulty:job()`
    @waits
    fn job(ctx) -> (done: bool) {
        order(&mut ctx.host(), &FAULTY, Broken)
    }

    /// Panics while a script runs.
    /// Example: `Faulty:call()`
    fn call(ctx) -> (done: bool) {
        let host = ctx.host();
        assert!(host.clock > 1 << 40, "in a call");
        Ok((true,))
    }
}

static MODULES: &[&ModuleSpec] = &[&FAULTY];

fn apply(host: &mut Host, input: &PluginInput<'_>) -> Result<(), LocalText> {
    let what: String = input.read()?;
    let clock = host.clock;
    let faults: &mut Faults = host.state();
    match what.as_str() {
        "show" => faults.shown += 1,
        "due" => faults.due = Some(clock + 1),
        "view" => faults.view = true,
        "input" => panic!("in an input"),
        _ => return Err(LocalText::new("不行。", "No.")),
    }
    Ok(())
}

impl Plugin for Faulty {
    fn name(&self) -> &'static str {
        "faulty"
    }

    fn modules(&self) -> &'static [&'static ModuleSpec] {
        MODULES
    }

    fn input(&self) -> Option<ApplyInput> {
        Some(apply)
    }
}

const FAULTS: Plugins = Plugins::new(&[&Faulty]);

const SCRIPT: &str = r#"
  Hud:setButtons({ { id = "job", label = "job" }, { id = "call", label = "call" } })
  ScriptSupportEvent:registerEvent("Room.Action", function(e)
    if e.id == "call" then Faulty:call() end
    local done, why = Faulty:job()
    Hud:setStatus("job: " .. tostring(done) .. ", " .. tostring(why))
  end)
"#;

async fn server() -> TestServer {
    let mut maps = MapSet::new(FAULTS);
    maps.add(MapPackage::load(&files(SCRIPT), "pad", FAULTS).unwrap());
    TestServer::on_maps(Arc::new(MemoryLog::new()), maps, |config| config.shards = 1).await
}

async fn send(client: &mut Client, payload: serde_json::Value) {
    client.send(json!({"t": "plugin", "plugin": "faulty", "version": 1, "payload": payload})).await;
}

/// Sends a line of chat and reads on until it comes back.
async fn chat(client: &mut Client, line: &str) {
    client.send(json!({"t": "chat", "text": line})).await;
    let line = line.to_owned();
    client
        .until(|message| matches!(message, ServerMessage::Chat { text, .. } if text.en == line))
        .await;
}

/// Reads on until the connection ends because the room restarts.
async fn restarts(client: &mut Client) {
    loop {
        if let Got::Closed(code, reason) = client.next().await {
            assert_eq!(reason, "restart", "{code}");
            return;
        }
    }
}

#[tokio::test]
async fn each_viewer_gets_its_own_view_now_and_when_it_comes_back() {
    let server = server().await;
    let room = server.room().await;
    let (mut ann, mut ben) = (server.join(&room).await, server.join(&room).await);
    ann.event().await;
    send(&mut ann, json!("show")).await;
    for client in [&mut ann, &mut ben] {
        let (_, messages) = client.event().await;
        let view = json!({"shown": 1, "to": client.you});
        let view = PluginView { plugin: "faulty".to_owned(), view };
        assert_eq!(messages, [ServerMessage::Plugin { view }]);
    }
    for (payload, plugin, code) in [
        (json!("nonsense"), "faulty", "plugin_refused"),
        (json!({"a": [1, null]}), "faulty", "plugin_refused"),
        (json!("show"), "fualty", "no_plugin"),
    ] {
        let message = json!({"t": "plugin", "plugin": plugin, "version": 1, "payload": payload});
        ann.send(message).await;
        ann.refused(code).await;
    }
    for malformed in [
        json!({"t": "plugin", "plugin": "faulty", "payload": 1}),
        json!({"t": "plugin", "plugin": "faulty", "version": -1, "payload": 1}),
        json!({"t": "plugin", "plugin": "faulty", "version": 65536, "payload": 1}),
        json!({"t": "plugin", "plugin": 3, "version": 1, "payload": 1}),
        json!({"t": "plugin", "plugin": "faulty", "version": 1, "payload": 1, "player": 1001}),
    ] {
        ann.send(malformed).await;
        ann.refused("malformed").await;
    }
    let mut cat = server.connect().await;
    let hello =
        json!({"t": "hello", "protocol": fangqi_server::wire::PROTOCOL, "room": room.as_str()});
    cat.send(hello).await;
    let read = cat.until(|message| matches!(message, ServerMessage::Scene { .. })).await;
    let (ServerMessage::Welcome { you, .. }, ServerMessage::Scene { plugins, .. }) =
        (&read[0], &read[1])
    else {
        panic!("{read:?}")
    };
    assert_eq!(plugins[0].view, json!({"shown": 1, "to": you}));
}

#[tokio::test]
async fn a_panic_in_a_plugin_restarts_its_room_and_no_other() {
    let server = server().await;
    let other = server.room().await;
    let mut ben = server.join(&other).await;
    for fault in ["input", "view", "due"] {
        let room = server.room().await;
        let mut ann = server.join(&room).await;
        chat(&mut ann, "before").await;
        send(&mut ann, json!(fault)).await;
        restarts(&mut ann).await;
        chat(&mut ben, fault).await;
        if fault == "input" {
            // The input is in no log, so the room goes on without it.
            let mut ann = server.join(&room).await;
            chat(&mut ann, "after").await;
        }
    }
    let room = server.room().await;
    let mut ann = server.join(&room).await;
    ann.send(json!({"t": "action", "id": "call"})).await;
    // The VM takes a panic in a function for an error of the script that called it.
    ann.refused("script_failed").await;
    chat(&mut ann, "after").await;
    chat(&mut ben, "call").await;
}

#[tokio::test]
async fn a_job_of_a_plugin_that_panics_is_a_failed_job() {
    let server = server().await;
    let room = server.room().await;
    let mut ann = server.join(&room).await;
    ann.send(json!({"t": "action", "id": "job"})).await;
    let read = ann.until(|message| format!("{message:?}").contains("job: nil")).await;
    assert!(!read.is_empty());
    chat(&mut ann, "after").await;
}
