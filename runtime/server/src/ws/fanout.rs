//! Watchers: connections that are shown what everybody may see of a room and take no part in it.
//!
//! However many there are, the room shows it once: to the fan-out of its server, which passes it on
//! to all of them, among them the fan-outs of other servers. A newcomer needs the whole scene
//! first. The fan-out asks for it on the same line, so that it comes in order with the events:
//! those who wait for it begin with it, and the others are not sent it.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use fangqi_protocol::LocalText;
use futures_util::{SinkExt, StreamExt};
use rustc_hash::FxHashMap;
use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, sleep_until};
use tokio_tungstenite::tungstenite::Message;

use super::connection::Caller;
use super::relay::{self, Other, Sought};
use crate::log::Peer;
use crate::message_limiter::MessageLimiter;
use crate::metrics::lock;
use crate::session::RoomId;
use crate::shard::messages;
use crate::shard::{Batch, Closing, ConnId, Inbox, Outbox, Rooms, Visit, WatchOrder, queue};
use crate::wire::{ClientMessage, Frame, PROTOCOL};

/// Shortest time between two scenes: those who come meanwhile share the next one.
const SCENES: Duration = Duration::from_millis(250);
/// How long a fan-out waits before it looks for its room again.
const AGAIN: Duration = Duration::from_millis(300);
/// How often watchers that have left are noticed in a room where nothing happens.
const TIDY: Duration = Duration::from_secs(5);

/// Gives an order to the fan-out of a room. The first who joins starts it.
pub(super) fn order(rooms: &Arc<Rooms>, room: &RoomId, order: WatchOrder) {
    let mut fanouts = lock(&rooms.fanouts);
    let order = match fanouts.get(room) {
        Some(orders) => match orders.send(order) {
            Ok(()) => return,
            Err(back) => back.0,
        },
        None => order,
    };
    let WatchOrder::Join { address: asker, .. } = order else { return };
    let (sender, orders) = unbounded_channel();
    // The receiver is here.
    let _ = sender.send(order);
    fanouts.insert(room.clone(), sender);
    let watchers = FxHashMap::default();
    let (rooms, room) = (Arc::clone(rooms), room.clone());
    let fanout = Fanout { rooms, room, asker, orders, watchers };
    tokio::spawn(fanout.run());
}

/// A connection that only watches.
struct Watcher {
    outbox: Outbox,
    /// Whether it has been shown a scene and is shown all that follows.
    live: bool,
    /// Whether it waits for a scene.
    waits: bool,
}

struct Fanout {
    rooms: Arc<Rooms>,
    room: RoomId,
    /// Where its first watcher connects from, until the room has been looked for.
    asker: Option<IpAddr>,
    orders: UnboundedReceiver<WatchOrder>,
    watchers: FxHashMap<ConnId, Watcher>,
}

/// Where a fan-out has its copy from.
enum Source {
    /// The room, which is on this server.
    Room { conn: ConnId, inbox: Inbox },
    /// The fan-out of the server that has the room.
    Other(Box<Other>, Peer),
}

/// What a source gives.
enum Given {
    Frames(Vec<Frame>),
    /// There is nothing more.
    Closed(Closing),
}

impl Fanout {
    async fn run(mut self) {
        loop {
            let closing = match self.seek().await {
                Ok(mut source) => {
                    let ended = self.pass_on(&mut source).await;
                    self.leave(source).await;
                    ended
                }
                Err(closing) => Some(closing),
            };
            match closing {
                // Watchers stay while the room comes back.
                Some(closing) if closing.text.is_none() => sleep(AGAIN).await,
                Some(closing) => return self.end(&closing),
                None => {
                    let mut fanouts = lock(&self.rooms.fanouts);
                    // Orders are given under the lock.
                    if self.orders.is_empty() {
                        fanouts.remove(&self.room);
                        return;
                    }
                }
            }
        }
    }

    /// Looks for the room, and asks to be shown it.
    async fn seek(&mut self) -> Result<Source, Closing> {
        let asker = self.asker.take();
        match relay::seek(&self.rooms, &self.room, Caller::server(), asker).await {
            Sought::Here => {
                let limits = &self.rooms.config.socket;
                let (outbox, inbox) = queue(limits.outbound_batches, limits.outbound_bytes);
                let conn = self.rooms.new_conn();
                let limiter = MessageLimiter::full(1.0, self.rooms.time.now());
                let visit = Visit {
                    conn,
                    token: None,
                    after: None,
                    name: None,
                    watch: true,
                    chinese: false,
                    local: false,
                    limiter,
                    notice: None,
                    outbox,
                };
                self.rooms.attach(&self.room, visit).map_err(|_| messages::busy())?;
                Ok(Source::Room { conn, inbox })
            }
            Sought::There(mut other, peer) => {
                let hello = json!({
                    "t": "hello", "protocol": PROTOCOL, "room": self.room.as_str(), "watch": true,
                });
                let sent = other.send(Message::text(hello.to_string())).await;
                sent.map_err(|_| messages::restart())?;
                Ok(Source::Other(other, peer))
            }
            Sought::Refused(closing) => Err(closing),
        }
    }

    /// Passes on what the source shows until it ends, with the reason, or all watchers have left.
    async fn pass_on(&mut self, source: &mut Source) -> Option<Closing> {
        // What they know is of another source.
        for watcher in self.watchers.values_mut() {
            (watcher.live, watcher.waits) = (false, true);
        }
        let rooms = Arc::clone(&self.rooms);
        let peer = match source {
            Source::Other(_, peer) => Some(peer.clone()),
            Source::Room { .. } => None,
        };
        let ended = async {
            let Some(peer) = &peer else {
                // A room of this server says goodbye itself, behind what it shows last.
                return std::future::pending().await;
            };
            tokio::select! {
                () = rooms.outlives(peer) => messages::restart(),
                () = rooms.stops() => messages::shutdown(),
            }
        };
        tokio::pin!(ended);
        let mut tidying = interval(TIDY);
        tidying.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // The source begins with a scene.
        let (mut asked, mut shown_at) = (true, Instant::now());
        let mut scene: Option<Vec<Frame>> = None;
        loop {
            let hungry = !asked && self.watchers.values().any(|watcher| watcher.waits);
            tokio::select! {
                order = self.orders.recv() => match order {
                    Some(order) => self.obey(order),
                    // Cannot be: the sender is dropped by this task.
                    None => return None,
                },
                given = source.next() => match given {
                    Given::Frames(frames) => {
                        if self.show(frames, &mut scene) {
                            (asked, shown_at) = (false, Instant::now());
                        }
                    }
                    Given::Closed(closing) => return Some(closing),
                },
                () = sleep_until(shown_at + SCENES), if hungry => {
                    if source.ask_for_scene(&self.rooms, &self.room).await {
                        asked = true;
                    } else {
                        shown_at = Instant::now();
                    }
                }
                closing = &mut ended => return Some(closing),
                _ = tidying.tick() => self.watchers.retain(|_, watcher| !watcher.outbox.is_gone()),
            }
            if self.watchers.is_empty() && self.orders.is_empty() {
                return None;
            }
        }
    }

    fn obey(&mut self, order: WatchOrder) {
        match order {
            WatchOrder::Join { conn, outbox, .. } => {
                self.watchers.insert(conn, Watcher { outbox, live: false, waits: true });
            }
            WatchOrder::ShowAgain { conn } => {
                if let Some(watcher) = self.watchers.get_mut(&conn) {
                    watcher.waits = true;
                }
            }
            WatchOrder::Leave { conn } => {
                self.watchers.remove(&conn);
            }
        }
    }

    /// Shows frames to those whom they are for. `scene`: what has come of a scene. Returns whether
    /// one was completed.
    fn show(&mut self, frames: Vec<Frame>, scene: &mut Option<Vec<Frame>>) -> bool {
        let (mut live, mut complete) = (Vec::new(), false);
        for frame in frames {
            if frame.is_welcome() {
                // A scene shows everything up to here.
                self.push(std::mem::take(&mut live), |watcher| watcher.live);
                *scene = Some(vec![frame]);
                continue;
            }
            let ends = frame.is_scene();
            let Some(parts) = scene.as_mut() else {
                live.push(frame);
                continue;
            };
            parts.push(frame);
            if ends {
                let parts = scene.take().unwrap_or_default();
                self.push(parts, |watcher| watcher.waits);
                for watcher in self.watchers.values_mut().filter(|watcher| watcher.waits) {
                    (watcher.live, watcher.waits) = (true, false);
                }
                complete = true;
            }
        }
        self.push(live, |watcher| watcher.live);
        complete
    }

    /// Sends frames to some watchers, and lets those go that do not read them.
    fn push(&mut self, frames: Vec<Frame>, to: impl Fn(&Watcher) -> bool) {
        if frames.is_empty() {
            return;
        }
        let metrics = &self.rooms.metrics;
        let slow = self
            .watchers
            .extract_if(|_, watcher| to(watcher) && watcher.outbox.push(frames.clone()).is_err());
        for (_, watcher) in slow {
            if !watcher.outbox.is_gone() {
                metrics.slow_readers.add(1);
            }
            watcher.outbox.kill();
        }
    }

    /// Tells the source that nothing more is read.
    async fn leave(&self, source: Source) {
        match source {
            Source::Room { conn, .. } => self.rooms.detach(&self.room, conn),
            Source::Other(mut other, _) => {
                // It may be broken already.
                let _ = (*other).close(None).await;
            }
        }
    }

    /// Closes all connections, also of those who come at this moment.
    fn end(mut self, closing: &Closing) {
        lock(&self.rooms.fanouts).remove(&self.room);
        while let Ok(order) = self.orders.try_recv() {
            self.obey(order);
        }
        for (_, watcher) in self.watchers.drain() {
            watcher.outbox.close(closing.clone());
        }
    }
}

impl Source {
    async fn next(&mut self) -> Given {
        match self {
            Self::Room { inbox, .. } => match inbox.next().await {
                Some(Batch::Frames(frames, bytes)) => {
                    inbox.written(bytes);
                    Given::Frames(frames)
                }
                Some(Batch::Close(closing)) => Given::Closed(*closing),
                None => Given::Closed(messages::restart()),
            },
            Self::Other(other, _) => loop {
                match other.next().await {
                    Some(Ok(Message::Text(text))) => {
                        let frame = Frame::Text(text);
                        match frame.goodbye() {
                            None => return Given::Frames(vec![frame]),
                            // Another server has the room next.
                            Some((code, _)) if code == messages::SHUTDOWN => {
                                return Given::Closed(messages::restart());
                            }
                            Some((code, text)) => {
                                let (code, word) = (messages::close::POLICY, code.into());
                                let text = Some(text);
                                return Given::Closed(Closing { code, word, text });
                            }
                        }
                    }
                    Some(Ok(Message::Binary(bytes))) => {
                        return Given::Frames(vec![Frame::Binary(bytes)]);
                    }
                    Some(Ok(Message::Close(frame))) => {
                        return Given::Closed(relay::closing(frame));
                    }
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return Given::Closed(messages::restart()),
                }
            },
        }
    }

    /// Asks to be shown everything once more. Returns whether the request was sent.
    async fn ask_for_scene(&mut self, rooms: &Rooms, room: &RoomId) -> bool {
        let again = ClientMessage::ShowAgain {};
        match self {
            Self::Room { conn, .. } => rooms.message(room, *conn, again),
            Self::Other(other, _) => {
                let text = json!({ "t": "show_again" }).to_string();
                other.send(Message::text(text)).await.is_ok()
            }
        }
    }
}

/// What a watcher is told that wants to take part.
pub(super) fn only_watching() -> LocalText {
    LocalText::new(
        "房间满了，你正在旁观，不能操作。",
        "The room is full; you are watching and cannot take part.",
    )
}
