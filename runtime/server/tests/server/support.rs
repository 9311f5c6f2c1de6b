//! A server on a free port with a small map, and clients for it.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use fangqi_protocol::PlayerId;
use fangqi_room::MapPackage;
use fangqi_server::log::{MemoryLog, RoomLog};
use fangqi_server::session::RoomId;
use fangqi_server::wire::{PROTOCOL, ServerMessage};
use fangqi_server::{Config, MapSet, Server};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// The plugins that these maps need.
pub const PLUGINS: fangqi_room::plugin::Plugins = fangqi_room::plugin::Plugins::new(&[
    &fangqi_plugin_miniworld::MiniWorlds,
    &fangqi_plugin_rules::Rules,
    &fangqi_plugin_xiangqi::Xiangqi,
]);

/// Long enough for a loaded machine, short enough to fail while one watches.
const PATIENCE: Duration = Duration::from_secs(20);

const MANIFEST: &str = r##"
format = 1
id = "pad"
version = "1"
name = { zh = "垫子", en = "Pad" }
description = { zh = "测试", en = "A map for tests" }
scripts = ["main.lua"]
take_back = false
thumbnail = "thumbnail.svg"
capabilities = ["jobs"]
[[seats]]
name = { zh = "一", en = "One" }
colour = "#102030"
[[seats]]
name = { zh = "二", en = "Two" }
colour = "#405060"
"##;

const SCRIPT: &str = r#"
-- Seat 0 is asked a question that names its secret; its answer is told to all.
local function ask()
  threadpool:work(function()
    while true do
      local index, uin = Request:ask({
        seat = 0, hint = "secret of seat 0",
        choices = { { path = { { x = 1, y = 0, z = 1 } }, label = "a" }, { label = "b" } },
      })
      if not index then return end
      Hud:setStatus("chose " .. index)
    end
  end)
end
local buttons = {}
for i, id in ipairs({ "say", "timer", "big", "error", "think" }) do
  buttons[i] = { id = id, label = id }
end
Hud:setButtons(buttons)
ScriptSupportEvent:registerEvent("Game.AnyPlayer.EnterGame", function(e)
  Hud:toast("private " .. e.eventobjid, "info", e.eventobjid)
end)
ScriptSupportEvent:registerEvent("Room.Sit", function(e)
  if e.seat == 0 then ask() end
end)
ScriptSupportEvent:registerEvent("Room.Action", function(e)
  if e.id == "timer" then
    threadpool:wait(0.2)
    Hud:setStatus("timer")
  elseif e.id == "big" then
    local marks = {}
    for i = 1, 1000 do marks[i] = { x = i, y = 0, z = tonumber(e.value), kind = "hint" } end
    Marks:set(marks)
  elseif e.id == "error" then
    local nothing = nil
    Hud:setStatus(nothing.field)
  elseif e.id == "think" then
    local game = Xiangqi:new()
    local thought = Xiangqi:think(game, { level = 1 })
    Hud:setStatus(thought and "thought" or "no thought")
  else
    Hud:setStatus(e.value)
  end
end)
"#;

/// Seat 0 is asked as soon as both seats are taken; its second answer ends the game.
const DUEL: &str = r#"
Hud:setButtons({
  { id = "play", label = "play", seated = true }, { id = "say", label = "say" },
})
local taken, begun = {}, false
ScriptSupportEvent:registerEvent("Room.Sit", function(e)
  taken[e.seat] = true
  if begun or not (taken[0] and taken[1]) then return end
  begun = true
  threadpool:work(function()
    Hud:setTurn(0)
    while true do
      local index = Request:ask({
        seat = 0, hint = "go on?",
        choices = { { path = { { x = 1, y = 0, z = 1 } }, label = "on" }, { label = "end" } },
      })
      if index == 2 then
        Hud:setTurn(nil)
        Hud:setResult(0, "done")
        return
      end
    end
  end)
end)
"#;

/// Seat 0 is asked to select cells as soon as both seats are taken; there are stand-ins.
const DUEL_OF_CELLS: &str = r#"
Hud:setButtons({
  { id = "play", label = "play", seated = true }, { id = "say", label = "say" },
})
local taken, begun = {}, false
ScriptSupportEvent:registerEvent("Room.Sit", function(e)
  taken[e.seat] = true
  if begun or not (taken[0] and taken[1]) then return end
  begun = true
  threadpool:work(function()
    while true do
      Request:select({
        seat = 0, hint = "which?", min = 1, max = 2,
        cells = { { x = 1, y = 0, z = 1 }, { x = 2, y = 0, z = 1 } },
      })
    end
  end)
end)
Seats:setStandIn(function() return nil end)
"#;

pub(crate) fn duel_with(manifest: &str, script: &str) -> MapPackage {
    let taken_back = MANIFEST.replace("take_back = false", "take_back = true");
    let manifest = format!("{taken_back}\n[computer]\nlevels = 3\n{manifest}");
    MapPackage::load(&files_of(&manifest, script), "pad", PLUGINS).unwrap()
}

/// A game for two in which moves can be taken back and the computer may play.
pub(crate) fn duel() -> MapPackage {
    duel_with("", DUEL)
}

/// The same, in which the first player answers with cells.
pub(crate) fn duel_of_cells() -> MapPackage {
    duel_with("", DUEL_OF_CELLS)
}

/// The same in a world in which players walk, and in which nobody is asked anything.
pub(crate) fn duel_on_foot() -> MapPackage {
    let button = "{ id = \"play\", label = \"play\", seated = true }";
    let buttons = format!("Hud:setButtons({{ {button}, {{ id = \"say\", label = \"say\" }} }})");
    // Something to stand on.
    let script = format!("Block:placeBlock(100, 1, 0, 1)\n{buttons}");
    duel_with("[miniworld]\nmode = \"creative\"\nspawn = [1.0, 1.0, 1.0]\n", &script)
}

/// The files of a map with this script.
pub(crate) fn files(script: &str) -> BTreeMap<String, Vec<u8>> {
    files_of(MANIFEST, script)
}

fn files_of(manifest: &str, script: &str) -> BTreeMap<String, Vec<u8>> {
    [("map.toml", manifest), ("main.lua", script), ("thumbnail.svg", "<svg/>")]
        .into_iter()
        .map(|(name, text)| (format!("pad/{name}"), text.as_bytes().to_vec()))
        .collect()
}

/// The line of the pad's script on which a text first stands.
pub(crate) fn line_of(text: &str) -> usize {
    SCRIPT.lines().position(|line| line.contains(text)).unwrap() + 1
}

/// The map of most tests.
pub(crate) fn pad() -> MapPackage {
    MapPackage::load(&files(SCRIPT), "pad", PLUGINS).unwrap()
}

/// The map with part of its script put differently.
pub(crate) fn pad_changed(from: &str, to: &str) -> MapPackage {
    assert!(SCRIPT.contains(from), "{from} is not in the script");
    pad_with(&SCRIPT.replace(from, to))
}

/// The map with another script.
pub(crate) fn pad_with(script: &str) -> MapPackage {
    MapPackage::load(&files(script), "pad", PLUGINS).unwrap()
}

pub(crate) struct TestServer {
    pub(crate) server: Server,
    pub(crate) address: SocketAddr,
}

impl TestServer {
    pub(crate) async fn start() -> Self {
        Self::with(|_| ()).await
    }

    /// Starts a server whose limits a test has changed.
    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> Self {
        Self::on(Arc::new(MemoryLog::new()), pad(), change).await
    }

    pub(crate) async fn on(
        log: Arc<dyn RoomLog>,
        map: MapPackage,
        change: impl FnOnce(&mut Config),
    ) -> Self {
        let mut maps = MapSet::new(PLUGINS);
        maps.add(map);
        Self::on_maps(log, maps, change).await
    }

    pub(crate) async fn on_maps(
        log: Arc<dyn RoomLog>,
        maps: MapSet,
        change: impl FnOnce(&mut Config),
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        Self::at(listener, log, maps, change).await
    }

    pub(crate) async fn at(
        listener: TcpListener,
        log: Arc<dyn RoomLog>,
        maps: MapSet,
        change: impl FnOnce(&mut Config),
    ) -> Self {
        let mut config = Config { shards: 2, workers: 1, ..Config::default() };
        // A room is stored at a moment of its own, which is an event that no test waits for.
        config.room.checkpoint_every = 1 << 40;
        change(&mut config);
        let server = Server::start(listener, config, maps, log).await.unwrap();
        let address = server.address();
        Self { server, address }
    }

    pub(crate) async fn room(&self) -> RoomId {
        self.server.open_room("pad").await.unwrap()
    }

    /// A connection that has not said anything yet.
    pub(crate) async fn connect(&self) -> Client {
        let origin = format!("http://{}", self.address);
        self.connect_from(Some(&origin)).await.unwrap()
    }

    /// A connection from a page of some origin.
    pub(crate) async fn connect_from(
        &self,
        origin: Option<&str>,
    ) -> Result<Client, tungstenite::Error> {
        let mut request = format!("ws://{}/ws", self.address).into_client_request()?;
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        let tcp = TcpSocket::new_v4()?;
        // Small, so that what a client does not read soon waits in the server.
        tcp.set_recv_buffer_size(4096)?;
        let tcp = tcp.connect(self.address).await?;
        let (socket, _) = client_async(request, tcp).await?;
        Ok(Client { socket, you: PlayerId(0), token: String::new() })
    }

    /// A newcomer that has been shown the room.
    pub(crate) async fn join(&self, room: &RoomId) -> Client {
        let mut client = self.connect().await;
        client.hello(room, json!({})).await;
        client
    }
}

/// What a client received.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a test holds few of them")]
pub(crate) enum Got {
    Message(ServerMessage),
    Blocks(Vec<u8>),
    Closed(u16, String),
}

pub(crate) struct Client {
    socket: WebSocketStream<TcpStream>,
    pub(crate) you: PlayerId,
    pub(crate) token: String,
}

impl Client {
    pub(crate) async fn send(&mut self, message: Value) {
        self.send_text(message.to_string()).await;
    }

    pub(crate) async fn send_text(&mut self, text: String) {
        self.send_raw(Message::text(text)).await.unwrap();
    }

    pub(crate) async fn send_raw(&mut self, message: Message) -> Result<(), tungstenite::Error> {
        self.socket.send(message).await
    }

    /// The next frame that means something.
    pub(crate) async fn next(&mut self) -> Got {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.socket.next());
            match frame.await.expect("the server says nothing") {
                Some(Ok(Message::Text(text))) => {
                    return Got::Message(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Binary(bytes))) => return Got::Blocks(bytes.to_vec()),
                Some(Ok(Message::Close(Some(CloseFrame { code, reason })))) => {
                    return Got::Closed(code.into(), reason.to_string());
                }
                Some(Ok(Message::Close(None)) | Err(_)) | None => {
                    return Got::Closed(0, String::new());
                }
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message; blocks are passed over.
    pub(crate) async fn message(&mut self) -> ServerMessage {
        loop {
            match self.next().await {
                Got::Message(message) => return message,
                Got::Blocks(_) => {}
                Got::Closed(code, reason) => panic!("closed: {code} {reason}"),
            }
        }
    }

    /// Reads up to the first message that fits, and gives all that was read.
    pub(crate) async fn until(
        &mut self,
        fits: impl Fn(&ServerMessage) -> bool,
    ) -> Vec<ServerMessage> {
        let mut read = Vec::new();
        loop {
            read.push(self.message().await);
            if read.last().is_some_and(&fits) {
                return read;
            }
        }
    }

    /// Reads up to the end of the next event; gives its number and its messages.
    pub(crate) async fn event(&mut self) -> (u64, Vec<ServerMessage>) {
        let mut read = self.until(|message| matches!(message, ServerMessage::Event { .. })).await;
        match read.pop() {
            Some(ServerMessage::Event { event, .. }) => (event, read),
            _ => unreachable!("the last message is the event's end"),
        }
    }

    /// Says hello with extra fields and reads the answer and, for a newcomer, the scene and its own
    /// arrival. Gives whether the scene was sent, and the number of the last event read.
    pub(crate) async fn hello(&mut self, room: &RoomId, extra: Value) -> (bool, u64) {
        let mut hello = json!({"t": "hello", "protocol": PROTOCOL, "room": room.as_str()});
        hello.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        self.send(hello).await;
        let ServerMessage::Welcome { you, token, fresh, .. } = self.message().await else {
            panic!("the first message is the welcome")
        };
        (self.you, self.token) = (you, token);
        if !fresh {
            return (false, 0);
        }
        let scene = self.until(|message| matches!(message, ServerMessage::Scene { .. })).await;
        assert_eq!(scene.len(), 1, "nothing but blocks comes before the scene");
        (true, self.event().await.0)
    }

    /// Presses a button of the map and waits for the event.
    pub(crate) async fn press(&mut self, id: &str) -> (u64, Vec<ServerMessage>) {
        self.send(json!({"t": "action", "id": id})).await;
        self.event().await
    }

    /// Has the map show a text as its status, and waits for the event.
    pub(crate) async fn say(&mut self, text: &str) -> (u64, Vec<ServerMessage>) {
        self.send(json!({"t": "action", "id": "say", "value": text})).await;
        self.event().await
    }

    /// Asserts that the next message refuses with a code.
    pub(crate) async fn refused(&mut self, wanted: &str) {
        match self.message().await {
            ServerMessage::Refused { code, text } => {
                assert_eq!(code, wanted);
                assert!(!text.zh.is_empty() && !text.en.is_empty());
            }
            other => panic!("{other:?} is no refusal"),
        }
    }

    /// Asserts that the connection ends with a goodbye, and gives the close code.
    pub(crate) async fn bye(&mut self, wanted: &str) -> u16 {
        loop {
            match self.next().await {
                Got::Message(ServerMessage::Bye { code, text }) => {
                    assert_eq!(code, wanted);
                    assert!(!text.zh.is_empty() && !text.en.is_empty());
                    break;
                }
                Got::Closed(code, reason) => panic!("closed without goodbye: {code} {reason}"),
                _ => {}
            }
        }
        match self.next().await {
            Got::Closed(code, _) => code,
            other => panic!("{other:?} after the goodbye"),
        }
    }

    /// Leaves the connection open and reads everything that came until silence.
    pub(crate) async fn drain(&mut self, silence: Duration) -> Vec<Got> {
        let mut read = Vec::new();
        while let Ok(got) = tokio::time::timeout(silence, self.next()).await {
            let ended = matches!(got, Got::Closed(..));
            read.push(got);
            if ended {
                break;
            }
        }
        read
    }

    pub(crate) async fn leave(mut self) {
        // The server may have closed it already.
        let _ = self.socket.close(None).await;
    }
}
