//! The opening explorer: which games are counted, and what is asked of it.

use std::sync::Arc;

use fangqi_server::log::MemoryLog;
use fangqi_server::session::RoomId;
use serde_json::{Value, json};

use crate::http::{get, post};
use crate::support::{Client, TestServer, duel_with};

/// The player at seat 0 plays moves by a button; `end` ends the game and `new` begins another.
const GAME: &str = r#"
local secret = false
Hud:setButtons({
  { id = "record", label = "record" }, { id = "end", label = "end" }, { id = "new", label = "new" },
  { id = "option_size", label = "size", options = {
    { value = "9", label = "9" }, { value = "13", label = "13", chosen = true },
  } },
})
ScriptSupportEvent:registerEvent("Room.Action", function(e)
  if e.id == "record" then
    Hud:addMove(0, { zh = "走" .. e.value, en = e.value })
  elseif e.id == "end" then
    Hud:setResult(tonumber(e.value), "over")
  else
    Hud:clearResult()
    Hud:clearMoves()
  end
end)
"#;

struct Table {
    server: TestServer,
    player: Client,
    /// The number of the last event.
    event: u64,
}

impl Table {
    async fn open(body: &str) -> Self {
        let server = TestServer::on(Arc::new(MemoryLog::new()), duel_with("", GAME), |_| ()).await;
        let (status, opened) = post(&server, None, body).await;
        assert_eq!(status, 200);
        let room = RoomId::parse(opened["room"].as_str().unwrap()).unwrap();
        let mut player = server.join(&room).await;
        player.send(json!({"t": "sit", "seat": 0})).await;
        let (event, _) = player.event().await;
        Self { server, player, event }
    }

    async fn say(&mut self, message: Value) {
        self.player.send(message).await;
        self.event = self.player.event().await.0;
    }

    async fn press(&mut self, id: &str, value: &str) {
        self.say(json!({"t": "action", "id": id, "value": value})).await;
    }

    async fn play(&mut self, moves: &str, winner: &str) {
        for played in moves.split(' ') {
            self.press("record", played).await;
        }
        self.press("end", winner).await;
    }

    /// What the explorer says of a position.
    async fn after(&self, moves: &str) -> Value {
        let path = format!("/api/maps/pad/explorer?moves={moves}&options=option_size%3D13");
        let answer = get(&self.server, &path).await;
        assert_eq!(answer.status, 200);
        serde_json::from_slice(&answer.body).unwrap()
    }
}

#[tokio::test]
async fn a_finished_game_is_counted_once_and_a_taken_back_end_not_at_all() {
    let mut table = Table::open(r#"{"map":"pad"}"#).await;
    assert_eq!(table.after("").await, json!({"games": 0, "moves": []}));
    table.play("a b", "1").await;
    let said = json!({"games": 1, "moves": [
        {"text": {"zh": "走a", "en": "a"}, "wins": [0, 1], "draws": 0},
    ]});
    assert_eq!(table.after("").await, said);
    // Still over, whatever else happens.
    table.press("record", "c").await;
    assert_eq!(table.after("").await["games"], 1);
    table.press("new", "").await;
    table.play("a c", "").await;
    assert_eq!(table.after("").await["moves"][0]["draws"], 1);
    assert_eq!(table.after("a%0A").await["games"], 2);
    // The last game goes on from its first move, and ends otherwise.
    let event = table.event - 2;
    table.say(json!({"t": "go_back", "event": event})).await;
    assert_eq!(table.after("a").await["games"], 1);
    table.play("d", "0").await;
    let moves = table.after("a").await["moves"].clone();
    let texts: Vec<&str> =
        moves.as_array().unwrap().iter().map(|it| it["text"]["en"].as_str().unwrap()).collect();
    assert_eq!(texts, ["b", "d"]);
}

#[tokio::test]
async fn private_games_are_not_counted() {
    let mut table = Table::open(r#"{"map":"pad","private":true}"#).await;
    table.play("a b", "1").await;
    assert_eq!(table.after("").await["games"], 0);
}

#[tokio::test]
async fn bad_questions_are_answered_by_a_sentence() {
    let table = Table::open(r#"{"map":"pad"}"#).await;
    let many = "m%0A".repeat(10_000);
    for (path, status, code) in [
        ("/api/maps/nothing/explorer".to_owned(), 404, "no_such_map"),
        ("/api/maps/pad/explorer?junk=1".to_owned(), 400, "bad_query"),
        (format!("/api/maps/pad/explorer?moves={}", "m%0A".repeat(31)), 400, "too_long"),
        (format!("/api/maps/pad/explorer?moves={}", "x".repeat(2049)), 400, "too_long"),
        (format!("/api/maps/pad/explorer?options={}", "x".repeat(201)), 400, "too_long"),
    ] {
        let answer = get(&table.server, &path).await;
        let said: Value = serde_json::from_slice(&answer.body).unwrap();
        assert_eq!((answer.status, said["code"].as_str()), (status, Some(code)), "{path:.60}");
        assert!(said["text"]["en"].as_str().unwrap().ends_with('.'));
    }
    let answer = get(&table.server, &format!("/api/maps/pad/explorer?moves={many}")).await;
    assert!((400..500).contains(&answer.status), "{}", answer.status);
}

#[tokio::test]
async fn who_asks_too_fast_has_to_wait() {
    let map = duel_with("", GAME);
    let server = TestServer::on(Arc::new(MemoryLog::new()), map, |config| {
        config.http.explores_burst = 3.0;
        config.http.explores_per_second = 0.001;
    })
    .await;
    for status in [200, 200, 200, 429] {
        assert_eq!(get(&server, "/api/maps/pad/explorer").await.status, status);
    }
}
