use std::sync::Arc;
use std::sync::atomic::Ordering;

use crossbeam_channel::Receiver;
use fangqi_protocol::PlayerId;
use futures_util::FutureExt;

use super::*;
use crate::log::RoomLog;
use crate::session::Token;
use crate::shard::placement::Placement;
use crate::shard::reply;
use crate::shard::worker::tests::{Toil, chat, open, settle, visitor, workers};
use crate::shard::{Batch, Inbox};
use crate::time::Time;
use crate::wire::Frame;

/// A server of one ordinary shard and an isolation shard, with a room that takes a second for all
/// it does.
struct House {
    toil: Arc<Toil>,
    placement: Arc<Placement>,
    home: (Worker, Receiver<Internal>),
    isolation_shard: (Worker, Receiver<Internal>),
    heavy: RoomId,
    light: RoomId,
}

impl House {
    fn new() -> Self {
        let toil = Toil::new();
        let log: Arc<dyn RoomLog> = Arc::new(Arc::clone(&toil));
        let time: Arc<dyn Time> = Arc::new(Arc::clone(&toil));
        let placement = Arc::new(Placement::new(1, true));
        let mut workers = workers(&placement, &log, &time).into_iter();
        let (mut home, isolation_shard) = (workers.next().unwrap(), workers.next().unwrap());
        let heavy = open(&mut home.0, &home.1);
        let light = open(&mut home.0, &home.1);
        toil.room.set(heavy.clone()).unwrap();
        Self { toil, placement, home, isolation_shard, heavy, light }
    }

    fn settle(&mut self) {
        settle(&mut self.home.0, &self.home.1);
        settle(&mut self.isolation_shard.0, &self.isolation_shard.1);
    }

    /// Rooms that are awake at home, and in the isolation shard.
    fn awake(&self) -> [Vec<RoomId>; 2] {
        [&self.home.0, &self.isolation_shard.0].map(|worker| worker.awake().cloned().collect())
    }

    /// Somebody comes to a room at home or in the isolation shard.
    fn visit(
        &mut self,
        isolation_shard: bool,
        room: &RoomId,
        conn: u64,
        known: Option<(Token, u64)>,
    ) -> Inbox {
        let worker = if isolation_shard { &mut self.isolation_shard.0 } else { &mut self.home.0 };
        let (visit, inbox) = visitor(worker, conn, known);
        worker.command(Command::Attach { room: room.clone(), visit });
        self.settle();
        inbox
    }

    /// The heavy room does two slow things, of which it owes the second.
    fn be_noisy(&mut self) {
        for number in 0..2 {
            self.home.0.command(chat(&self.heavy, 1, format!("heavy {number}")));
        }
        assert!(self.home.0.serve_deferred(true));
    }
}

/// What a connection was sent, and whether it was told to come back.
fn read(inbox: &mut Inbox) -> (String, bool) {
    let mut text = String::new();
    while let Some(Some(batch)) = inbox.next().now_or_never() {
        match batch {
            Batch::Frames(frames, _) => {
                for frame in frames {
                    if let Frame::Text(frame) = frame {
                        text.push_str(&frame);
                    }
                }
            }
            Batch::Close(closing) => {
                return (text, closing.code == 1012 && closing.text.is_none());
            }
        }
    }
    (text, false)
}

fn token(worker: &Worker, room: &RoomId, welcome: &str) -> Token {
    let text = welcome.split("\"token\":\"").nth(1).and_then(|rest| rest.split('"').next());
    let (token, player) = worker.services.keys.verify(room, text.unwrap()).unwrap();
    assert_eq!(player, PlayerId(1001));
    token
}

#[test]
fn a_noisy_room_migrates_and_its_viewers_miss_nothing() {
    let mut house = House::new();
    let (heavy, light) = (house.heavy.clone(), house.light.clone());
    let mut before = house.visit(false, &heavy, 1, None);
    let mut beside = house.visit(false, &light, 2, None);
    let token = token(&house.home.0, &heavy, &read(&mut before).0);
    let seen = house.home.0.host(&heavy).unwrap().room.event();
    house.toil.seconds.fetch_add(100, Ordering::Relaxed);

    house.home.0.command(chat(&heavy, 1, "once".to_owned()));
    assert_eq!(house.awake()[0].len(), 2, "once is not noisy");
    // What is said while it owes has to wait, and so has who comes.
    house.home.0.command(chat(&heavy, 1, "twice".to_owned()));
    house.home.0.command(chat(&heavy, 1, "too late".to_owned()));
    let mut newcomer = house.visit(false, &heavy, 3, None);
    assert_eq!(house.home.0.fair_queue.deferred(), 3);
    house.home.0.command(chat(&light, 2, "meanwhile".to_owned()));
    assert!(house.home.0.serve_deferred(true));
    assert_eq!(house.awake(), [vec![light.clone()], vec![]]);
    assert_eq!((house.home.0.fair_queue.deferred(), house.placement.isolated()), (0, Some(1)));
    assert!(read(&mut newcomer).1 && read(&mut before).1, "they are told to come back");
    let mut late = house.visit(false, &heavy, 4, None);
    assert!(read(&mut late).1, "nobody wakes it here any more");
    assert_eq!(house.awake()[1].len(), 0);

    let mut back = house.visit(true, &heavy, 5, Some((token, seen)));
    let (shown, _) = read(&mut back);
    assert!(shown.contains("\"fresh\":false"), "{shown}");
    for said in ["once", "twice"] {
        let line = format!("\"en\":\"{said}\"");
        assert_eq!(shown.matches(&line).count(), 1, "{shown}");
    }
    assert!(!shown.contains("too late"), "{shown}");
    assert_eq!(*house.toil.said.lock().unwrap(), ["once", "meanwhile", "twice"]);
    assert!(read(&mut beside).0.contains("meanwhile"));
    // What the log still had to say to its earlier incarnation changes nothing.
    assert_eq!(house.awake(), [vec![light], vec![heavy.clone()]]);
    house.toil.seconds.fetch_add(100, Ordering::Relaxed);
    house.isolation_shard.0.command(chat(&heavy, 5, "after".to_owned()));
    house.settle();
    assert!(read(&mut back).0.contains("after"));
}

#[test]
fn a_quiet_room_returns_from_isolation_after_its_probation_awake() {
    let mut house = House::new();
    let heavy = house.heavy.clone();
    let _first = house.visit(false, &heavy, 1, None);
    house.toil.seconds.fetch_add(100, Ordering::Relaxed);
    house.be_noisy();
    // Asleep it stays where it is.
    house.toil.seconds.fetch_add(1000, Ordering::Relaxed);
    house.isolation_shard.0.maintain();
    assert_eq!(house.placement.isolated(), Some(1));
    let mut back = house.visit(true, &heavy, 2, None);
    house.isolation_shard.0.maintain();
    house.toil.seconds.fetch_add(299, Ordering::Relaxed);
    house.isolation_shard.0.maintain();
    assert!(!read(&mut back).1);
    house.toil.seconds.fetch_add(1, Ordering::Relaxed);
    house.isolation_shard.0.maintain();
    assert!(read(&mut back).1);
    assert_eq!(house.placement.isolated(), Some(0));
    house.visit(false, &heavy, 3, None);
    assert_eq!(house.awake().map(|rooms| rooms.len()), [2, 0]);
}

#[test]
fn what_is_asked_of_a_room_where_it_does_not_live_any_more_is_sent_after_it() {
    let mut house = House::new();
    let heavy = house.heavy.clone();
    let _first = house.visit(false, &heavy, 1, None);
    house.toil.seconds.fetch_add(100, Ordering::Relaxed);
    house.be_noisy();
    let mut back = house.visit(true, &heavy, 2, None);

    let (reply, mut report) = reply::reply();
    house.home.0.internal(Internal::Admin(AdminOrder::Look { room: heavy.clone(), reply }));
    house.settle();
    assert!(report.try_recv().unwrap().is_some());
    let (reply, mut told) = reply::reply();
    let say = AdminOrder::Say { room: Some(heavy.clone()), text: "hello".to_owned(), reply };
    house.home.0.internal(Internal::Admin(say));
    house.settle();
    assert_eq!(told.try_recv(), Ok(1));

    let (reply, mut closed) = reply::reply();
    house.home.0.internal(Internal::Admin(AdminOrder::Close { room: heavy.clone(), reply }));
    house.settle();
    assert_eq!(closed.try_recv(), Ok(true));
    assert!(read(&mut back).0.contains("hello"));
    assert!(house.toil.read(&heavy).is_err(), "its log is gone");
    assert_eq!((house.awake()[1].len(), house.placement.isolated()), (0, Some(0)));
}
