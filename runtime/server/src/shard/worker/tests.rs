use std::sync::atomic::AtomicUsize;

use crossbeam_channel::{Receiver, unbounded};
use fangqi_room::model::{Input, PlayerId};
use fangqi_room::testing::small_map;

use super::*;
use crate::bell::{Bell, Door};
use crate::config::Config;
use crate::jobs::JobPool;
use crate::log::MemoryLog;
use crate::maps::MapSet;
use crate::metrics::Metrics;
use crate::session::TokenKeys;
use crate::shard::{Batch, ConnId, Directory, Inbox, queue};
use crate::time::MachineTime;

fn worker() -> (Worker, Receiver<Internal>) {
    let mut maps = MapSet::new();
    maps.add(small_map("local x = 1").unwrap());
    let (internal, heard) = unbounded();
    let services = Services {
        config: Arc::new(Config::default()),
        maps: Arc::new(maps),
        log: Arc::new(MemoryLog::new()),
        jobs: Arc::new(JobPool::start(1, 1).unwrap()),
        time: Arc::new(MachineTime),
        directory: Arc::new(Directory::new(10, Arc::new(MachineTime))),
        awake: Arc::new(AtomicUsize::new(0)),
        keys: TokenKeys::random().unwrap(),
        metrics: Arc::new(Metrics::new(1)),
        index: 0,
        internal: Door::new(internal, &Bell::default()),
    };
    (Worker::new(services, Box::new(|_| true)), heard)
}

fn settle(worker: &mut Worker, heard: &Receiver<Internal>) {
    while let Ok(message) = heard.try_recv() {
        worker.internal(message);
    }
}

fn open(worker: &mut Worker, heard: &Receiver<Internal>) -> RoomId {
    let room = RoomId::random().unwrap();
    worker.services.directory.add(room.clone(), "small".to_owned(), 1).unwrap();
    let (reply, mut answer) = oneshot::channel();
    let package = worker.services.maps.find("small").unwrap().package.digest();
    let meta = RoomMeta { map: "small".into(), package, seed: 1, created: 1, options: "{}".into() };
    worker.open(room.clone(), meta, reply);
    settle(worker, heard);
    assert_eq!(answer.try_recv(), Ok(Ok(())));
    room
}

fn visit(worker: &mut Worker, heard: &Receiver<Internal>, room: &RoomId, conn: u64) -> Inbox {
    let (outbox, inbox) = queue(100, 1 << 20);
    let conn = ConnId(conn);
    let (token, after, name, chinese, local) = (None, None, None, true, false);
    let visit = Visit { conn, token, after, name, chinese, local, outbox };
    worker.attach(room, visit);
    settle(worker, heard);
    inbox
}

#[tokio::test]
async fn a_panic_in_one_room_is_made_good_from_its_log_and_touches_no_other() {
    let (mut worker, heard) = worker();
    let (broken, other) = (open(&mut worker, &heard), open(&mut worker, &heard));
    let mut inbox = visit(&mut worker, &heard, &broken, 1);
    visit(&mut worker, &heard, &other, 2);
    worker.with(&broken, |host| {
        let text = "kept".to_owned();
        host.apply(Input::Chat { player: PlayerId(1001), text }).map(|_| ())
    });
    settle(&mut worker, &heard);
    let before = worker.rooms[&broken].room.state_hash();

    worker.with(&broken, |host| {
        // Something half done, as a bug would leave it.
        host.next_player = 5;
        panic!("a bug")
    });
    assert!(!worker.rooms.contains_key(&broken));
    assert!(worker.rooms.contains_key(&other));
    let mut last = None;
    while let Some(batch) = inbox.next().await {
        last = Some(batch);
    }
    assert!(matches!(last, Some(Batch::Close(Closing { code: 1012, text: None, .. }))));

    let _inbox = visit(&mut worker, &heard, &broken, 3);
    let woken = &worker.rooms[&broken];
    // Joined, chatted; left when the room broke; the newcomer joined.
    assert_eq!(woken.room.event(), 4);
    assert_eq!(woken.next_player, 1003);
    let records = worker.services.log.read(&broken).unwrap().records;
    let (package, options) = (Arc::clone(&woken.map.package), woken.room.options().clone());
    let replayed = Room::replay(package, options, records[..2].to_vec()).unwrap();
    assert_eq!(replayed.state_hash(), before);
}
