use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fangqi_room::PackageDigest;
use fangqi_server::log::{
    Ack, Entry, Lease, LogError, MemoryLog, RoomLog, RoomMeta, SqliteLog, StoredRoom,
};
use fangqi_server::session::{RoomId, TokenKeys};
use fangqi_server::wire::{PROTOCOL, ServerMessage};
use fangqi_server::{MapSet, OpenRoomError};
use serde_json::json;

use crate::support::{Client, Got, TestServer, pad, pad_with};

async fn scene_of(client: &mut Client, room: &RoomId) -> String {
    let hello = json!({
        "t": "hello", "protocol": PROTOCOL, "room": room.as_str(), "token": client.token,
    });
    client.send(hello).await;
    let read = client.until(|message| matches!(message, ServerMessage::Scene { .. })).await;
    format!("{:?}", read.last())
}

#[tokio::test]
async fn rooms_and_seats_come_back_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let log = Arc::new(SqliteLog::open(folder.path()).unwrap());
    let keys = TokenKeys::load(folder.path()).unwrap();
    let server = TestServer::on(log, pad(), |config| config.keys = Some(keys)).await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    player.send(json!({"t": "sit", "seat": 0})).await;
    player.event().await;
    let last = player.say("kept for good").await.0;
    let (you, token) = (player.you, player.token.clone());
    server.server.shutdown().await;

    let log = Arc::new(SqliteLog::open(folder.path()).unwrap());
    let keys = TokenKeys::load(folder.path()).unwrap();
    let server = TestServer::on(log, pad(), |config| config.keys = Some(keys)).await;
    assert_eq!(server.server.newest_room("pad"), Some(room.clone()));
    let mut back = server.connect().await;
    back.token = token;
    let scene = scene_of(&mut back, &room).await;
    assert!(scene.contains("kept for good") && scene.contains("secret of seat 0"), "{scene}");
    assert!(scene.contains(&format!("Player {{ player: PlayerId({}) }}", you.0)), "{scene}");
    let (event, _) = back.event().await;
    assert_eq!(event, last + 2, "it left when the server stopped, and joined again");
    let newcomer = server.join(&room).await;
    assert_eq!(newcomer.you.0, you.0 + 1, "numbers go on");
}

#[tokio::test]
async fn after_a_restart_too_one_gets_only_what_one_missed() {
    let folder = tempfile::tempdir().unwrap();
    let start = async || {
        let log = Arc::new(SqliteLog::open(folder.path()).unwrap());
        let keys = TokenKeys::load(folder.path()).unwrap();
        TestServer::on(log, pad(), |config| config.keys = Some(keys)).await
    };
    let server = start().await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    let mut other = server.join(&room).await;
    player.event().await;
    let seen = player.say("seen").await.0;
    other.event().await;
    let (you, token) = (player.you, player.token.clone());
    player.leave().await;
    let mut missed = vec![other.event().await];
    missed.push(other.say("missed").await);
    missed.push(other.say("missed too").await);
    server.server.shutdown().await;

    let server = start().await;
    let mut back = server.connect().await;
    let (fresh, _) = back.hello(&room, json!({"token": token, "after": seen})).await;
    assert!(!fresh && back.you == you);
    for (event, messages) in missed {
        assert_eq!(back.event().await, (event, messages), "as it was shown then");
    }
}

/// A log that acknowledges nothing until it is told to, or that fails.
#[derive(Default)]
pub(crate) struct StubbornLog {
    inner: MemoryLog,
    held: Mutex<Vec<(Lease, Entry, Ack)>>,
    holding: AtomicBool,
    pub(crate) failing: AtomicBool,
}

impl StubbornLog {
    fn let_go(&self) {
        self.holding.store(false, Ordering::SeqCst);
        for (lease, entry, ack) in self.held.lock().unwrap().drain(..) {
            self.inner.append(&lease, entry, ack);
        }
    }
}

impl RoomLog for StubbornLog {
    fn lease(&self, room: &RoomId) -> Result<Lease, LogError> {
        self.inner.lease(room)
    }

    fn append(&self, lease: &Lease, entry: Entry, ack: Ack) {
        if self.failing.load(Ordering::SeqCst) {
            let reason = "disk full".to_owned();
            ack(Err(LogError::Store { doing: "writing", reason }));
        } else if self.holding.load(Ordering::SeqCst) {
            self.held.lock().unwrap().push((lease.clone(), entry, ack));
        } else {
            self.inner.append(lease, entry, ack);
        }
    }

    fn probe(&self, ack: Ack) {
        match self.failing.load(Ordering::SeqCst) {
            true => ack(Err(LogError::Closed)),
            false => self.inner.probe(ack),
        }
    }

    fn read(&self, room: &RoomId) -> Result<StoredRoom, LogError> {
        self.inner.read(room)
    }

    fn package(&self, digest: PackageDigest) -> Result<Option<Arc<[u8]>>, LogError> {
        self.inner.package(digest)
    }

    fn rooms(&self) -> Result<Vec<(RoomId, RoomMeta)>, LogError> {
        self.inner.rooms()
    }
}

#[tokio::test]
async fn nothing_is_shown_before_it_is_durable() {
    let log = Arc::new(StubbornLog::default());
    let server = TestServer::on(Arc::clone(&log) as Arc<dyn RoomLog>, pad(), |_| ()).await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    log.holding.store(true, Ordering::SeqCst);
    player.send(json!({"t": "sit", "seat": 0})).await;
    // A refusal tells of a state that is not durable yet; it waits too.
    player.send(json!({"t": "sit", "seat": 9})).await;
    let silence = Duration::from_millis(300);
    assert_eq!(player.drain(silence).await, []);
    let mut late = server.connect().await;
    late.send(json!({"t": "hello", "protocol": PROTOCOL, "room": room.as_str()})).await;
    assert_eq!(late.drain(silence).await, []);
    assert_eq!(player.drain(silence).await, []);
    log.let_go();
    assert_eq!(player.event().await.0, 2);
    player.refused("no_seat").await;
    assert!(matches!(late.message().await, ServerMessage::Welcome { .. }));
}

#[tokio::test]
async fn a_log_that_fails_takes_the_room_back_to_what_is_durable() {
    let log = Arc::new(StubbornLog::default());
    let server = TestServer::on(Arc::clone(&log) as Arc<dyn RoomLog>, pad(), |_| ()).await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    player.say("durable").await;
    log.failing.store(true, Ordering::SeqCst);
    player.send(json!({"t": "action", "id": "say", "value": "lost"})).await;
    let closed = player.drain(Duration::from_secs(10)).await;
    let [Got::Message(ServerMessage::Refused { code, .. }), Got::Closed(1012, _)] = &closed[..]
    else {
        panic!("{closed:?}")
    };
    assert_eq!(code, "not_saved");
    log.failing.store(false, Ordering::SeqCst);
    let mut back = server.connect().await;
    back.token = player.token.clone();
    let scene = scene_of(&mut back, &room).await;
    assert!(scene.contains("durable") && !scene.contains("lost"), "{scene}");
}

#[tokio::test]
async fn a_script_that_fails_changes_nothing_and_the_room_goes_on() {
    let server = TestServer::start().await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    player.say("fine").await;
    player.send(json!({"t": "action", "id": "error", "value": ""})).await;
    player.say("still fine").await;
}

/// Answers to pressing a button tell the two versions of the map apart.
const OTHER_SCRIPT: &str = r#"
Hud:setButtons({ { id = "say", label = "say" } })
ScriptSupportEvent:registerEvent("Room.Action", function(e) Hud:setStatus("other " .. e.value) end)
"#;

#[tokio::test]
async fn a_room_keeps_the_map_it_was_played_with_whatever_becomes_of_the_map() {
    let folder = tempfile::tempdir().unwrap();
    let open = || Arc::new(SqliteLog::open(folder.path()).unwrap());
    let server = TestServer::on(open(), pad(), |_| ()).await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    player.say("before").await;
    server.server.shutdown().await;

    // The map has changed: new rooms have the new one, the old room the old one.
    let server = TestServer::on(open(), pad_with(OTHER_SCRIPT), |_| ()).await;
    let status = |read: &[ServerMessage]| format!("{read:?}");
    let mut old = server.join(&room).await;
    assert!(status(&old.say("old").await.1).contains("\"old\""));
    let mut new = server.join(&server.room().await).await;
    assert!(status(&new.say("new").await.1).contains("\"other new\""));
    server.server.shutdown().await;

    // The map is gone altogether.
    let server = TestServer::on_maps(open(), MapSet::new(crate::support::PLUGINS), |_| ()).await;
    let mut old = server.join(&room).await;
    assert!(status(&old.say("still").await.1).contains("\"still\""));
    assert_eq!(server.server.open_room("pad").await, Err(OpenRoomError::NoSuchMap));
    server.server.shutdown().await;
}

#[tokio::test]
async fn rooms_that_share_a_package_that_is_not_offered_read_it_once() {
    let maps = MapSet::new(crate::support::PLUGINS);
    let package = pad();
    let packed = package.pack().unwrap();
    let one = maps.stored(package.digest(), &packed).unwrap();
    let two = maps.stored(package.digest(), &packed).unwrap();
    assert!(Arc::ptr_eq(&one.package, &two.package));
    drop((one, two));
    assert!(maps.stored(package.digest(), b"damaged").is_err(), "nobody had it any more");
}

#[tokio::test]
async fn players_are_told_when_part_of_their_room_was_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let log = Arc::new(SqliteLog::open(folder.path()).unwrap());
    let server = TestServer::on(log, pad(), |_| ()).await;
    let room = server.room().await;
    let mut player = server.join(&room).await;
    player.say("first").await;
    let last = player.say("second").await.0;
    server.server.shutdown().await;

    let file = rusqlite::Connection::open(folder.path().join("rooms.sqlite")).unwrap();
    let spoil = "UPDATE records SET bytes = x'00' WHERE event = ?1";
    assert_eq!(file.execute(spoil, [last.cast_signed()]).unwrap(), 1);
    drop(file);
    let log = Arc::new(SqliteLog::open(folder.path()).unwrap());
    let server = TestServer::on(log, pad(), |_| ()).await;
    let mut back = server.connect().await;
    back.token = player.token.clone();
    let scene = scene_of(&mut back, &room).await;
    assert!(scene.contains("first") && !scene.contains("second"), "{scene}");
    let told = back
        .until(|message| {
            matches!(message, ServerMessage::Refused { code, .. } if code == "inputs_lost")
        })
        .await;
    assert!(!told.is_empty());
}
