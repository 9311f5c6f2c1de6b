//! What sites show in place of a link to a room.

use std::sync::Arc;
use std::time::Duration;

use fangqi_room::MapPackage;
use fangqi_server::log::{MemoryLog, RoomLog, SqliteLog};
use fangqi_server::session::{RoomId, TokenKeys};
use serde_json::{Value, json};

use crate::http::{Answer, get};
use crate::support::{PLUGINS, TestServer, files, pad};

/// A board of three tiles, on which `show` puts a piece and `hide` one that is concealed from all.
const BLOCKS: &str = r##"
[[block]]
id = 3000
key = "tile"
glyph = "#nsew"
[[block]]
id = 3001
key = "red"
glyph = "帥"
colour = "#ff0000"
shape = "disc"
"##;

const BOARD: &str = r#"
for x = 1, 3 do Block:placeBlock(3000, x, 1, 1) end
Hud:setButtons({ { id = "show", label = "show" }, { id = "hide", label = "hide" } })
Hud:setTurn(1)
ScriptSupportEvent:registerEvent("Room.Action", function(e)
  if e.id == "hide" then View:conceal(2, 2, 1, 0) end
  Block:placeBlock(3001, 2, 2, 1)
end)
"#;

fn board() -> MapPackage {
    let mut files = files(BOARD);
    let manifest = files.get_mut("pad/map.toml").unwrap();
    manifest.splice(0..0, b"blocks = [\"blocks.toml\"]\n".iter().copied());
    files.insert("pad/blocks.toml".to_owned(), BLOCKS.as_bytes().to_vec());
    MapPackage::load(&files, "pad", PLUGINS).unwrap()
}

async fn on(map: MapPackage) -> TestServer {
    TestServer::on(Arc::new(MemoryLog::new()), map, |_| ()).await
}

async fn picture(server: &TestServer, room: &RoomId) -> Answer {
    get(server, &format!("/r/{room}/picture.png")).await
}

/// The bytes of a picture that is a PNG of the size that previews have.
async fn png(server: &TestServer, room: &RoomId) -> Vec<u8> {
    let answer = picture(server, room).await;
    assert_eq!(answer.status, 200, "{}", answer.head);
    assert!(answer.head.contains("content-type: image/png"), "{}", answer.head);
    assert!(answer.body.starts_with(b"\x89PNG\r\n\x1a\n"));
    let size = |at: usize| u32::from_be_bytes(answer.body[at..at + 4].try_into().unwrap());
    assert_eq!((size(16), size(20)), (1200, 630));
    answer.body
}

#[tokio::test]
async fn the_page_of_a_room_names_its_game_its_players_and_its_picture() {
    let server = on(board()).await;
    let room = server.room().await;
    let mut player = server.connect().await;
    player.hello(&room, json!({"name": "<Ada> & \"Bob\""})).await;
    player.send(json!({"t": "sit", "seat": 0})).await;
    player.event().await;
    let page = get(&server, &format!("/r/{room}")).await;
    assert_eq!(page.status, 200);
    let page = String::from_utf8(page.body).unwrap();
    let picture = format!("http://{}/r/{room}/picture.png", server.address);
    for said in [
        "property=\"og:title\" content=\"垫子 Pad · Fangqi 方棋\"",
        "content=\"&lt;Ada&gt; &amp; &quot;Bob&quot; – ? · 来下一局 · Come and play\"",
        &format!("property=\"og:image\" content=\"{picture}\""),
    ] {
        assert!(page.contains(said), "{said} in {page}");
    }
    let unknown = get(&server, "/r/abcdefghij").await;
    let page = fangqi_web::Page::Room.asset().bytes;
    assert!(unknown.body == page, "nothing is said of no room");
}

#[tokio::test]
async fn a_picture_shows_what_spectators_see() {
    let server = on(board()).await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    let empty = png(&server, &room).await;
    player.press("hide").await;
    assert!(png(&server, &room).await == empty, "the piece is concealed from everybody");
    let other = server.room().await;
    let mut player = server.join(&other).await;
    player.press("show").await;
    assert!(png(&server, &other).await != empty);
}

#[tokio::test]
async fn a_room_without_a_board_has_the_icon() {
    let server = on(pad()).await;
    let room = server.room().await;
    let answer = picture(&server, &room).await;
    assert_eq!(answer.status, 307);
    assert!(answer.head.contains("location: /icon-512.png"), "{}", answer.head);
}

#[tokio::test]
async fn there_is_no_picture_of_no_room() {
    let server = on(board()).await;
    for room in ["abcdefghij", "..", "%00", "%E6%A3%8B"] {
        let answer = get(&server, &format!("/r/{room}/picture.png")).await;
        let said: Value = serde_json::from_slice(&answer.body).unwrap();
        assert_eq!((answer.status, said["code"].as_str()), (404, Some("no_such_room")), "{room}");
    }
}

#[tokio::test]
async fn who_asks_for_pictures_too_fast_has_to_wait() {
    let server = TestServer::on(Arc::new(MemoryLog::new()), board(), |config| {
        config.http.pictures_burst = 2.0;
        config.http.pictures_per_second = 0.001;
    })
    .await;
    let room = server.room().await;
    for status in [200, 200, 429] {
        assert_eq!(picture(&server, &room).await.status, status);
    }
}

#[tokio::test]
async fn a_room_asleep_is_drawn_and_tells_whose_turn_it_is_without_waking() {
    let folder = tempfile::tempdir().unwrap();
    let start = async || {
        let log = Arc::new(SqliteLog::open(folder.path()).unwrap());
        let keys = TokenKeys::load(folder.path()).unwrap();
        TestServer::on(log, board(), |config| config.keys = Some(keys)).await
    };
    let server = start().await;
    let (room, other) = (server.room().await, server.room().await);
    let mut players = Vec::new();
    for room in [&room, &other] {
        let mut player = server.join(room).await;
        player.send(json!({"t": "sit", "seat": 0})).await;
        player.event().await;
        player.press("show").await;
        players.push(player);
    }
    let awake = png(&server, &room).await;
    server.server.shutdown().await;

    let server = start().await;
    assert!(png(&server, &room).await == awake);
    // The other room is asked when a visitor who knows it looks at the lobby.
    let mut seen = json!(null);
    for _ in 0..100 {
        let lobby = get(&server, &format!("/api/lobby?rooms={other}")).await;
        seen = serde_json::from_slice::<Value>(&lobby.body).unwrap()["yours"][0].clone();
        if seen["turn"] == 1 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(seen["turn"], 1);
    assert_eq!(seen["seats"].as_array().unwrap().len(), 2);
    assert_eq!(seen["present"], 0);
    server.server.shutdown().await;

    // Had they woken, the players who were there when the server stopped would have left.
    let log = SqliteLog::open(folder.path()).unwrap();
    for room in [room, other] {
        let records = log.read(&room).unwrap().records;
        let left = format!("{records:?}").matches("Leave").count();
        assert_eq!(left, 0, "{records:?}");
    }
}
