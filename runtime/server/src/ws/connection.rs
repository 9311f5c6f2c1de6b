//! One connection: a task that reads what the client sends and writes what its room shows.

use std::net::IpAddr;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use fangqi_protocol::{LocalText, Rejection};
use futures_util::{SinkExt, StreamExt};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::error::CapacityError;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

use super::fanout;
use super::line::{Line, Socket};
use super::relay::{self, Sought};
use crate::bucket::Rate;
use crate::config::SocketLimits;
use crate::message_limiter::MessageLimiter;
use crate::metrics::TurnedAway;
use crate::session::{RoomId, Token, sanitise_name};
use crate::shard::{
    Batch, Closing, ConnId, Found, Inbox, Rooms, Visit, WatchOrder, messages, queue,
};
use crate::wire::{ClientMessage, Frame, PROTOCOL, ServerMessage, oversized};

/// Time a client has to read the last frames and to close its end.
pub(super) const LINGER: Duration = Duration::from_millis(500);

/// Pings that a client may send before its hello.
const PINGS_MAX: usize = 16;

/// What is known about a client before its first message.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Caller {
    /// Whether a default name for it should be Chinese.
    pub(crate) chinese: bool,
    /// Whether it connects from the server's machine.
    pub(crate) local: bool,
    /// Where it connects from; `None` for a line of this server's own.
    pub(crate) address: Option<IpAddr>,
    /// Whether another server passes it on, so that it is not to be passed on once more.
    pub(crate) relayed: bool,
}

impl Caller {
    /// A line of this server's own to another one.
    pub(super) fn server() -> Self {
        Self { chinese: false, local: false, address: None, relayed: false }
    }
}

/// Serves a connection until either side ends it.
pub(crate) async fn run(socket: impl Socket + 'static, rooms: Arc<Rooms>, caller: Caller) {
    let mut wire = Wire { socket: Line::new(socket), limits: rooms.config.socket.clone() };
    let hello = match timeout(wire.limits.hello_timeout, wire.hello(&rooms)).await {
        Ok(Ok(hello)) => hello,
        Ok(Err(ending)) => return wire.end(ending).await,
        Err(_) => {
            let closing = messages::abuse("连接后没有打招呼。", "No hello came in time.");
            return wire.end(Ending::Closed(closing)).await;
        }
    };
    let now = Instant::now().into_std();
    let limiter = rooms.limiters.of(hello.token.as_ref().map(Token::digest), now);
    if limiter.is_barred(wire.limits.messages_per_second, wire.limits.message_burst, now) {
        rooms.metrics.turned_away(TurnedAway::Barred);
        let en = "Too many messages; come back in a few seconds.";
        let closing = messages::abuse("消息发得太快，请过几秒再来。", en);
        return wire.end(Ending::Closed(closing)).await;
    }
    let (room, watch) = (hello.room.clone(), hello.watch);
    let mut client = Client::new(rooms.new_conn(), room, limiter);
    if !watch {
        let ending = take_part(&mut wire, hello, &rooms, &mut client, caller).await;
        let full = matches!(&ending, Ending::Closed(closing) if closing.word == messages::FULL);
        if !full || !rooms.config.room.watching {
            return wire.end(ending).await;
        }
        if caller.relayed {
            // That server lets it watch, as one of many on one line.
            let closing = Closing { text: None, ..messages::room_full() };
            return wire.end(Ending::Closed(closing)).await;
        }
    } else {
        drop(hello);
    }
    let ending = watch_only(&mut wire, &rooms, &mut client, caller).await;
    wire.end(ending).await;
}

/// Lets a client into its room, here or on another server, until either side ends that.
async fn take_part(
    wire: &mut Wire,
    hello: Hello,
    rooms: &Arc<Rooms>,
    client: &mut Client,
    caller: Caller,
) -> Ending {
    let Hello { room, token, after, name, text, .. } = hello;
    match relay::seek(rooms, &room, caller, caller.address).await {
        Sought::Here => {}
        Sought::There(other, peer) => {
            return relay::run(&mut wire.socket, *other, &peer, text, rooms).await;
        }
        Sought::Refused(closing) => return Ending::Closed(closing),
    }
    // A connection may last for days.
    drop(text);
    let (outbox, inbox) = queue(wire.limits.outbound_batches, wire.limits.outbound_bytes);
    let outbox = outbox.with_line(wire.socket.for_room());
    let Caller { chinese, local, .. } = caller;
    let visit = Visit {
        conn: client.conn,
        token,
        after,
        name,
        watch: false,
        chinese,
        local,
        limiter: client.limiter.clone(),
        notice: None,
        outbox,
    };
    if rooms.attach(&room, visit).is_err() {
        return Ending::Closed(messages::busy());
    }
    let ending = serve(wire, inbox, rooms, client).await;
    rooms.detach(&client.room, client.conn);
    ending
}

/// Shows a client what everybody may see of its room, until either side ends that.
async fn watch_only(
    wire: &mut Wire,
    rooms: &Arc<Rooms>,
    client: &mut Client,
    caller: Caller,
) -> Ending {
    // The line of another server is fed by the server that has the room, never by a third.
    if caller.relayed && !matches!(rooms.find(&client.room, None).await, Ok(Found::Here)) {
        return Ending::Closed(messages::restart());
    }
    client.standing = if caller.relayed { Standing::Relay } else { Standing::Watcher };
    let (outbox, inbox) = queue(wire.limits.outbound_batches, wire.limits.outbound_bytes);
    let join = WatchOrder::Join { conn: client.conn, outbox, address: caller.address };
    fanout::order(rooms, &client.room, join);
    let ending = serve(wire, inbox, rooms, client).await;
    fanout::order(rooms, &client.room, WatchOrder::Leave { conn: client.conn });
    ending
}

/// How a connection ends.
pub(super) enum Ending {
    /// The client is sent the reason, and then the socket is closed.
    Closed(Closing),
    /// The client has sent a close frame, which is answered before the socket is closed.
    Answered,
    /// The client is gone or does not read: the socket is closed at once.
    Broken,
}

/// A valid hello.
struct Hello {
    room: RoomId,
    token: Option<Token>,
    after: Option<u64>,
    name: Option<String>,
    watch: bool,
    /// The message itself.
    text: Utf8Bytes,
}

/// The client, with its room and message rate limit.
struct Client {
    conn: ConnId,
    room: RoomId,
    limiter: MessageLimiter,
    heard: Instant,
    pinged: bool,
    standing: Standing,
}

/// What a client may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// It is a player of the room, with or without a seat.
    Player,
    /// It only watches.
    Watcher,
    /// It is another server, whose clients only watch.
    Relay,
}

/// The socket and its limits.
struct Wire {
    socket: Line,
    limits: SocketLimits,
}

/// Passes messages in both directions until either side ends the connection.
async fn serve(
    wire: &mut Wire,
    mut inbox: Inbox,
    rooms: &Arc<Rooms>,
    client: &mut Client,
) -> Ending {
    let kill = inbox.kill_switch();
    loop {
        let wait = if client.pinged { wire.limits.idle_timeout } else { wire.limits.ping_after };
        let silence = sleep_until(client.heard + wait);
        tokio::select! {
            // Output of the room comes first, because it may end the connection.
            biased;
            () = kill.notified() => return Ending::Broken,
            batch = inbox.next() => match batch {
                Some(Batch::Frames(frames, bytes)) => {
                    let written = tokio::select! {
                        written = wire.write(frames) => written.is_ok(),
                        () = kill.notified() => false,
                    };
                    if !written {
                        return Ending::Broken;
                    }
                    inbox.written(bytes);
                }
                Some(Batch::Close(closing)) => return Ending::Closed(*closing),
                None => return Ending::Closed(messages::restart()),
            },
            message = wire.socket.next() => {
                match hear(wire, rooms, client, message).await {
                    ControlFlow::Continue(()) => {}
                    ControlFlow::Break(ending) => return ending,
                }
            }
            () = silence => {
                if client.pinged {
                    tracing::debug!(room = %client.room, "a connection fell silent");
                    return Ending::Broken;
                }
                client.pinged = true;
                if wire.send(Message::Ping(Default::default())).await.is_err() {
                    return Ending::Broken;
                }
            }
        }
    }
}

/// Handles one frame of the client.
async fn hear(
    wire: &mut Wire,
    rooms: &Arc<Rooms>,
    client: &mut Client,
    message: Option<Result<Message, Error>>,
) -> ControlFlow<Ending> {
    let message = match message {
        Some(Ok(message)) => message,
        Some(Err(error)) => return ControlFlow::Break(unreadable(&error)),
        None => return ControlFlow::Break(Ending::Broken),
    };
    client.heard = Instant::now();
    client.pinged = false;
    let answer = match message {
        Message::Pong(_) => return ControlFlow::Continue(()),
        Message::Close(_) => return ControlFlow::Break(Ending::Answered),
        message => match client.rate(&wire.limits) {
            Rate::Fine => client.understand(rooms, message),
            Rate::Warn => {
                let text = LocalText::new("太快了，慢一点。", "Too fast; please slow down.");
                Some(refused(rooms, "too_fast", text))
            }
            Rate::Over => None,
            Rate::Abuse => {
                let (zh, en) = ("消息发得太快，连接已关闭。", "Too many messages; disconnected.");
                return ControlFlow::Break(Ending::Closed(messages::abuse(zh, en)));
            }
        },
    };
    if let Some(frame) = answer
        && wire.send(frame.into()).await.is_err()
    {
        return ControlFlow::Break(Ending::Broken);
    }
    ControlFlow::Continue(())
}

fn refused(rooms: &Rooms, code: &'static str, text: LocalText) -> Frame {
    rooms.metrics.refused(code);
    Frame::refused(code, text)
}

/// How to close a connection on which no further frame can be read.
pub(super) fn unreadable(error: &Error) -> Ending {
    Ending::Closed(match error {
        Error::Capacity(CapacityError::MessageTooLong { .. }) => {
            messages::oversized(oversized().text)
        }
        Error::Utf8(_) => messages::garbled(messages::close::NOT_TEXT),
        // If the connection itself is broken, this is not sent.
        _ => messages::garbled(messages::close::PROTOCOL),
    })
}

impl Client {
    fn new(conn: ConnId, room: RoomId, limiter: MessageLimiter) -> Self {
        let (heard, standing) = (Instant::now(), Standing::Player);
        Self { conn, room, limiter, heard, pinged: false, standing }
    }

    fn rate(&self, limits: &SocketLimits) -> Rate {
        let now = self.heard.into_std();
        self.limiter.take(limits.messages_per_second, limits.message_burst, now)
    }

    /// Passes a message to the room. Returns the answer, if there is one already.
    fn understand(&self, rooms: &Arc<Rooms>, message: Message) -> Option<Frame> {
        match message {
            Message::Text(text) => match ClientMessage::parse(&text) {
                Ok(ClientMessage::ShowAgain {}) if self.standing == Standing::Relay => {
                    let again = WatchOrder::ShowAgain { conn: self.conn };
                    fanout::order(rooms, &self.room, again);
                    None
                }
                Ok(ClientMessage::Ping { nonce }) if self.standing != Standing::Player => {
                    Some(Frame::message(&ServerMessage::Pong { nonce }))
                }
                Ok(_) if self.standing != Standing::Player => {
                    Some(refused(rooms, "watching", fanout::only_watching()))
                }
                Ok(message) => {
                    let taken = rooms.message(&self.room, self.conn, message);
                    let Rejection { code, text } = messages::too_busy();
                    (!taken).then(|| refused(rooms, code, text))
                }
                Err(bad) => Some(refused(rooms, bad.code, bad.text)),
            },
            Message::Binary(_) => {
                let text = LocalText::new(
                    "客户端只能发送文本消息。",
                    "Clients may only send text messages.",
                );
                Some(refused(rooms, "binary", text))
            }
            // The library answers pings below; here they only count towards the rate limit.
            _ => None,
        }
    }
}

impl Wire {
    /// Waits for the hello. If the first message is not a valid one, returns how to end.
    async fn hello(&mut self, rooms: &Rooms) -> Result<Hello, Ending> {
        let mut pings = 0;
        let text = loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => break text,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) if pings < PINGS_MAX => pings += 1,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                    let (zh, en) = ("连接后没有打招呼。", "There were pings but no hello.");
                    return Err(Ending::Closed(messages::abuse(zh, en)));
                }
                Some(Ok(Message::Binary(_))) => return Err(Ending::Closed(messages::binary())),
                Some(Ok(Message::Close(_))) => return Err(Ending::Answered),
                // The library never returns raw frames; they are only sent.
                Some(Ok(Message::Frame(_))) | None => return Err(Ending::Broken),
                Some(Err(error)) => return Err(unreadable(&error)),
            }
        };
        let abuse = |zh, en| Ending::Closed(messages::abuse(zh, en));
        match ClientMessage::parse(&text) {
            Ok(ClientMessage::Hello { protocol, .. }) if protocol != PROTOCOL => {
                Err(Ending::Closed(messages::reload()))
            }
            Ok(ClientMessage::Hello { room, token, after, name, watch, .. }) => {
                let room = RoomId::parse(&room).ok_or(Ending::Closed(messages::no_such_room()))?;
                let known = token.as_deref().map(|text| rooms.keys.verify(&room, text));
                if known == Some(None) {
                    rooms.metrics.bad_tokens.add(1);
                    tracing::debug!(%room, "a token that was not signed here for this room");
                }
                let token = known.flatten().map(|(token, _)| token);
                let name = name.as_deref().and_then(sanitise_name);
                Ok(Hello { room, token, after, name, watch, text })
            }
            Ok(_) => Err(abuse("第一条消息必须是 hello。", "The first message must be hello.")),
            Err(bad) => {
                Err(Ending::Closed(Closing::bye(messages::close::POLICY, bad.code, bad.text)))
            }
        }
    }

    /// Writes a batch within the write timeout.
    async fn write(&mut self, frames: Vec<Frame>) -> Result<(), Error> {
        let write = async {
            for frame in frames {
                self.socket.feed(frame.into()).await?;
            }
            self.socket.flush().await
        };
        in_time(self.limits.write_timeout, write).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Error> {
        in_time(self.limits.write_timeout, self.socket.send(message)).await
    }

    /// Sends the last frames or answers the client's close frame, shuts down the sending direction,
    /// and reads until the client has closed its own. A socket that is closed with unread data
    /// discards what was sent last before the client has read it.
    async fn end(mut self, ending: Ending) {
        let closing = match ending {
            Ending::Closed(closing) => Some(closing),
            Ending::Answered => None,
            Ending::Broken => return,
        };
        let ended = async {
            if let Some(closing) = closing {
                self.say_goodbye(&closing).await?;
            }
            // The library has queued the answer to the close frame; closing writes it.
            self.socket.close().await?;
            while let Some(Ok(_)) = self.socket.next().await {}
            Ok::<(), Error>(())
        };
        // If the client does not react, the socket is closed anyway.
        let _ = timeout(LINGER, ended).await;
    }

    /// Sends the reason, and reads until the client's close frame arrives.
    async fn say_goodbye(&mut self, closing: &Closing) -> Result<(), Error> {
        if let Some(bye) = closing.frame() {
            self.socket.send(bye.into()).await?;
        }
        let (code, reason) = (closing.code.into(), closing.word.as_ref().into());
        self.socket.send(Message::Close(Some(CloseFrame { code, reason }))).await?;
        while let Some(Ok(_)) = self.socket.next().await {}
        Ok(())
    }
}

/// Limits the time of a write, so that a slow client cannot block it for ever.
pub(super) async fn in_time(
    limit: Duration,
    write: impl Future<Output = Result<(), Error>>,
) -> Result<(), Error> {
    let late = |_| Err(Error::Io(std::io::ErrorKind::TimedOut.into()));
    timeout(limit, write).await.unwrap_or_else(late)
}
