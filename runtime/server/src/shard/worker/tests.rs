use std::cell::Cell;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{Mutex, OnceLock};

use crossbeam_channel::{Receiver, unbounded};
use fangqi_protocol::{Input, PlayerId};
use fangqi_room::PackageDigest;
use fangqi_room::plugin::Plugins;
use fangqi_room::testing::small_map;

use super::*;
use crate::config::Config;
use crate::jobs::JobPool;
use crate::log::{Ack, Lease, MemoryLog, RoomLog};
use crate::maps::MapSet;
use crate::message_limiter::MessageLimiters;
use crate::metrics::{Metrics, Sampled};
use crate::session::{Token, TokenKeys};
use crate::shard::placement::Placement;
use crate::shard::reply::reply;
use crate::shard::{Batch, ConnId, Directory, Inbox, queue};
use crate::time::{MachineTime, Time};
use crate::wakeup::{WakeUp, WakingSender};
use crate::wire::ClientMessage;

fn worker() -> (Worker, Receiver<Internal>) {
    worker_with(Arc::new(MemoryLog::new()), Arc::new(MachineTime))
}

fn worker_with(log: Arc<dyn RoomLog>, time: Arc<dyn Time>) -> (Worker, Receiver<Internal>) {
    workers(&Arc::new(Placement::new(1, false)), &log, &time).remove(0)
}

/// The workers of a server, and the receiver of each one's internal messages.
pub(in crate::shard) fn workers(
    placement: &Arc<Placement>,
    log: &Arc<dyn RoomLog>,
    time: &Arc<dyn Time>,
) -> Vec<(Worker, Receiver<Internal>)> {
    let mut maps = MapSet::new(Plugins::NONE);
    maps.add(small_map("local x = 1").unwrap());
    let (config, maps) = (Arc::new(Config::default()), Arc::new(maps));
    let jobs = Arc::new(JobPool::start(1, 1).unwrap());
    let directory = Arc::new(Directory::new(10, Arc::new(MachineTime)));
    let (awake, keys) = (Arc::new(AtomicUsize::new(0)), TokenKeys::random().unwrap());
    let limiters = Arc::new(MessageLimiters::new(20.0, 40.0));
    let metrics = Arc::new(Metrics::new(placement.count()));
    let (shards, heard): (Vec<_>, Vec<_>) = (0..placement.count())
        .map(|_| {
            let (internal, heard) = unbounded();
            (WakingSender::new(internal, &WakeUp::default()), heard)
        })
        .unzip();
    let shards: Arc<[WakingSender<Internal>]> = shards.into();
    let worker = |(index, heard)| {
        let services = Services {
            config: Arc::clone(&config),
            maps: Arc::clone(&maps),
            log: Arc::clone(log),
            jobs: Arc::<JobPool>::clone(&jobs),
            time: Arc::clone(time),
            directory: Arc::clone(&directory),
            awake: Arc::clone(&awake),
            burned: Cell::new(false),
            keys: keys.clone(),
            limiters: Arc::clone(&limiters),
            metrics: Arc::clone(&metrics),
            index,
            placement: Arc::clone(placement),
            internal: shards[index].clone(),
            shards: Arc::clone(&shards),
            parent: None,
            page: Box::leak(Box::default()),
            incarnations: (index as u64) << 40,
        };
        (Worker::new(services), heard)
    };
    heard.into_iter().enumerate().map(worker).collect()
}

pub(in crate::shard) fn settle(worker: &mut Worker, heard: &Receiver<Internal>) {
    while let Ok(message) = heard.try_recv() {
        worker.internal(message);
    }
}

pub(in crate::shard) fn open(worker: &mut Worker, heard: &Receiver<Internal>) -> RoomId {
    let room = RoomId::random().unwrap();
    let (reply, mut answer) = reply();
    let package = worker.services.maps.find("small").unwrap().about().digest;
    let meta = RoomMeta { map: "small".into(), package, seed: 1, created: 1, options: "{}".into() };
    worker.services.directory.add(room.clone(), &meta).unwrap();
    worker.open(room.clone(), meta, reply);
    settle(worker, heard);
    assert_eq!(answer.try_recv(), Ok(Ok(())));
    room
}

fn visit(worker: &mut Worker, heard: &Receiver<Internal>, room: &RoomId, conn: u64) -> Inbox {
    let (visit, inbox) = visitor(worker, conn, None);
    worker.attach(room, visit);
    settle(worker, heard);
    inbox
}

/// A visitor. With `known`, its token and the last event it saw, it was in the room before.
pub(in crate::shard) fn visitor(
    worker: &Worker,
    conn: u64,
    known: Option<(Token, u64)>,
) -> (Visit, Inbox) {
    let (outbox, inbox) = queue(100, 1 << 20);
    let (token, after) = known.unzip();
    let (conn, name, chinese, local) = (ConnId(conn), None, true, false);
    let limiter = worker.services.limiters.of(None, Instant::now());
    let (watch, notice) = (false, None);
    (Visit { conn, token, after, name, watch, chinese, local, limiter, notice, outbox }, inbox)
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
        // Half-changed state, as a bug would leave it.
        host.next_player = 5;
        panic!("a bug")
    });
    assert!(!worker.rooms.contains_key(&broken));
    assert!(worker.rooms.contains_key(&other));
    let mut last = None;
    while let Some(batch) = inbox.next().await {
        last = Some(batch);
    }
    assert!(matches!(last, Some(Batch::Close(bye)) if bye.code == 1012 && bye.text.is_none()));

    let _inbox = visit(&mut worker, &heard, &broken, 3);
    let woken = &worker.rooms[&broken];
    // Events: joined, chatted, left when the room panicked, the newcomer joined.
    assert_eq!(woken.room.event(), 4);
    assert_eq!(woken.next_player, 1003);
    let records = worker.services.log.read(&broken).unwrap().records;
    let (package, options) = (Arc::clone(&woken.map.package), woken.room.options().clone());
    let replayed = Room::replay(package, options, records[..2].to_vec()).unwrap();
    assert_eq!(replayed.state_hash(), before);
}

/// A log and clock in which time passes only while one room works: one second for each of its
/// inputs.
pub(in crate::shard) struct Toil {
    log: MemoryLog,
    start: Instant,
    pub(in crate::shard) seconds: AtomicU64,
    pub(in crate::shard) room: OnceLock<RoomId>,
    /// Chat texts of all rooms, in the order in which they took effect.
    pub(in crate::shard) said: Mutex<Vec<String>>,
}

impl Toil {
    pub(in crate::shard) fn new() -> Arc<Self> {
        Arc::new(Self {
            log: MemoryLog::new(),
            start: Instant::now(),
            seconds: AtomicU64::new(0),
            room: OnceLock::new(),
            said: Mutex::default(),
        })
    }
}

impl Time for Arc<Toil> {
    fn now(&self) -> Instant {
        self.start + Duration::from_secs(self.seconds.load(Ordering::Relaxed))
    }

    fn unix_seconds(&self) -> u64 {
        1_790_000_000
    }

    fn thread_time(&self) -> Duration {
        self.now() - self.start
    }
}

impl RoomLog for Arc<Toil> {
    fn lease(&self, room: &RoomId) -> Result<Lease, LogError> {
        self.log.lease(room)
    }

    fn append(&self, lease: &Lease, entry: Entry, ack: Ack) {
        if let Entry::Record { record, .. } = &entry {
            self.seconds
                .fetch_add(u64::from(self.room.get() == Some(lease.room())), Ordering::Relaxed);
            if let Input::Chat { text, .. } = &record.input {
                self.said.lock().unwrap().push(text.clone());
            }
        }
        self.log.append(lease, entry, ack);
    }

    fn read(&self, room: &RoomId) -> Result<StoredRoom, LogError> {
        self.log.read(room)
    }

    fn package(&self, digest: PackageDigest) -> Result<Option<Arc<[u8]>>, LogError> {
        self.log.package(digest)
    }

    fn rooms(&self) -> Result<Vec<(RoomId, RoomMeta)>, LogError> {
        self.log.rooms()
    }
}

pub(in crate::shard) fn chat(room: &RoomId, conn: u64, text: String) -> Command {
    let message = ClientMessage::Chat { text };
    Command::Message { room: room.clone(), conn: ConnId(conn), message }
}

#[test]
fn a_room_that_takes_too_much_time_is_served_after_those_beside_it_and_loses_nothing() {
    let toil = Toil::new();
    let (mut worker, heard) = worker_with(Arc::new(Arc::clone(&toil)), Arc::new(Arc::clone(&toil)));
    let (heavy, light) = (open(&mut worker, &heard), open(&mut worker, &heard));
    let _inboxes = [visit(&mut worker, &heard, &heavy, 1), visit(&mut worker, &heard, &light, 2)];
    toil.room.set(heavy.clone()).unwrap();
    let deferred_max = worker.services.config.room.deferred;
    for number in 0..deferred_max + 6 {
        worker.command(chat(&heavy, 1, format!("heavy {number}")));
    }
    for number in 0..10 {
        worker.command(chat(&light, 2, format!("light {number}")));
    }
    // The first is served before the room has any debt. Five find the deferred queue full.
    let mut expected = vec!["heavy 0".to_owned()];
    expected.extend((0..10).map(|number| format!("light {number}")));
    assert_eq!(*toil.said.lock().unwrap(), expected);
    let metrics = worker.services.metrics.text(&Sampled::default(), None);
    for line in [
        "fangqi_refused_total{code=\"busy\"} 5".to_owned(),
        format!("fangqi_task_deferrals_total {deferred_max}"),
    ] {
        assert!(metrics.lines().any(|found| found == line), "{line}\n{metrics}");
    }
    // The detach is queued behind the connection's messages.
    worker.internal(Internal::Detach { room: heavy.clone(), conn: ConnId(1) });
    assert_eq!(worker.fair_queue.deferred(), deferred_max + 1);
    while worker.serve_deferred(true) {
        settle(&mut worker, &heard);
    }
    expected.extend((1..=deferred_max).map(|number| format!("heavy {number}")));
    assert_eq!(*toil.said.lock().unwrap(), expected);
    assert!(worker.rooms[&heavy].viewers.is_empty());
    let (live, stored) = (&worker.rooms[&heavy], toil.read(&heavy).unwrap());
    let (package, options) = (Arc::clone(&live.map.package), live.room.options().clone());
    let replayed = Room::replay(package, options, stored.records).unwrap();
    assert_eq!(replayed.state_hash(), live.room.state_hash());
}
