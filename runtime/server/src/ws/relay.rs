//! Relays connections to the servers that have their rooms.

use std::net::IpAddr;
use std::time::Duration;

use axum::http::header;
use futures_util::{FutureExt, Sink, SinkExt, Stream, StreamExt};
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::connection::{Caller, Ending, LINGER, in_time, unreadable};
use super::line::Line;
use crate::config::SocketLimits;
use crate::log::{LogError, Peer};
use crate::metrics::TurnedAway;
use crate::peers::{self, PeerLine, Peers};
use crate::session::RoomId;
use crate::shard::{Closing, Found, LookupError, Rooms, messages};

/// How long a client waits while its room changes hands: longer than a server that has crashed is
/// waited for, and what its rooms take to be restored.
const HANDOVER: Duration = Duration::from_secs(12);
/// The pause between attempts meanwhile.
const PAUSE: Duration = Duration::from_millis(250);
/// Longest time that another server may take for the handshake.
const HANDSHAKE: Duration = Duration::from_secs(5);

/// A connection to another server.
pub(super) type Other = WebSocketStream<PeerLine>;

/// Where a client is to be served.
pub(super) enum Sought {
    Here,
    /// By the server at the other end.
    There(Box<Other>, Peer),
    /// Not now.
    Refused(Closing),
}

/// Looks for the server of a room. One that does not answer may have crashed: its rooms are free
/// after a few seconds, for which the client waits unless this server stops, as it does for a
/// database that is away.
/// `asker`: as for [`Rooms::find`].
pub(super) async fn seek(
    rooms: &Rooms,
    room: &RoomId,
    caller: Caller,
    asker: Option<IpAddr>,
) -> Sought {
    tokio::select! {
        biased;
        () = rooms.stops() => Sought::Refused(messages::shutdown()),
        sought = find(rooms, room, caller, asker) => sought,
    }
}

async fn find(rooms: &Rooms, room: &RoomId, caller: Caller, asker: Option<IpAddr>) -> Sought {
    let until = Instant::now() + HANDOVER;
    // Those who wait together behind one address, because a server has crashed, pay once each.
    let mut asker = asker;
    loop {
        let late = Instant::now() >= until;
        let peer = match rooms.find(room, asker.take()).await {
            // A server that shares no log leaves the answer to the shard.
            Ok(Found::Nowhere) if rooms.peers().is_some() => {
                return Sought::Refused(messages::no_such_room());
            }
            // The database may be about to come back.
            Ok(Found::Here) if rooms.is_log_away() && !late => {
                sleep(PAUSE).await;
                continue;
            }
            Ok(Found::Here | Found::Nowhere) => return Sought::Here,
            Ok(Found::Elsewhere(peer)) => peer,
            Err(LookupError::TooMany { .. }) => {
                rooms.metrics.turned_away(TurnedAway::Guessing);
                return Sought::Refused(messages::guessing());
            }
            Err(LookupError::Log(LogError::Away { .. } | LogError::Unusable { .. })) if !late => {
                sleep(PAUSE).await;
                continue;
            }
            Err(LookupError::Log(error)) => {
                tracing::debug!(%room, %error, "a room cannot be looked for");
                return Sought::Refused(messages::busy());
            }
        };
        let (Some(peers), false) = (rooms.peers(), caller.relayed) else {
            // The other server has looked at an older state of things, and looks again.
            return Sought::Refused(messages::restart());
        };
        match connect(peers, &peer, caller).await {
            Ok(other) => return Sought::There(Box::new(other), peer),
            Err(error) => {
                let Peer { name, address } = &peer;
                tracing::debug!(%room, node = name, address, %error, "a server does not answer");
            }
        }
        if late {
            return Sought::Refused(messages::restart());
        }
        // At the end of the time for a handover it is tried once more.
        let _ = timeout_at(until, rooms.returns_or_dies(&peer)).await;
    }
}

async fn connect(peers: &Peers, peer: &Peer, caller: Caller) -> Result<Other, Error> {
    let line = peers.connect(peer).await?;
    let mut request = format!("ws://{}/ws", peers::authority(peer)).into_client_request()?;
    let headers = request.headers_mut();
    headers.insert(peers::SECRET, peers.secret());
    let language = if caller.chinese { "zh" } else { "en" };
    headers.insert(header::ACCEPT_LANGUAGE, header::HeaderValue::from_static(language));
    if let Some(address) = caller.address
        && let Ok(address) = address.to_string().try_into()
    {
        headers.insert("x-forwarded-for", address);
    }
    // Servers send each other scenes of any size.
    let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
    let shaking = client_async_with_config(request, line, Some(config));
    let late = |_| Error::Io(std::io::ErrorKind::TimedOut.into());
    let (other, _) = timeout(HANDSHAKE, shaking).await.map_err(late)??;
    Ok(other)
}

/// How another server closed a connection. It has sent the text, if there is one, before.
pub(super) fn closing(frame: Option<CloseFrame>) -> Closing {
    match frame {
        Some(CloseFrame { code, reason }) => {
            Closing { code: code.into(), word: reason.to_string().into(), text: None }
        }
        None => messages::restart(),
    }
}

/// Passes messages in both directions until either side ends the connection, or this server stops.
pub(super) async fn run(
    client: &mut Line,
    mut other: Other,
    peer: &Peer,
    hello: Utf8Bytes,
    rooms: &Rooms,
) -> Ending {
    let limits = &rooms.config.socket;
    if in_time(limits.write_timeout, other.send(Message::Text(hello))).await.is_err() {
        return Ending::Closed(messages::restart());
    }
    rooms.metrics.relayed.add(1);
    let ending = {
        let (mut to_client, mut from_client) = client.split();
        let (mut to_other, mut from_other) = (&mut other).split();
        tokio::select! {
            ending = pass_up(&mut from_client, &mut to_other, limits) => ending,
            ending = pass_down(&mut from_other, &mut to_client, limits) => ending,
            () = rooms.outlives(peer) => Ending::Closed(messages::restart()),
            () = rooms.stops() => Ending::Closed(messages::shutdown()),
        }
    };
    rooms.metrics.relayed.sub(1);
    // What the client sent last must be read before the line is gone.
    let closed = async {
        other.close(None).await?;
        while let Some(Ok(_)) = other.next().await {}
        Ok::<(), Error>(())
    };
    // If the other server does not react, the line is dropped anyway.
    let _ = timeout(LINGER, closed).await;
    ending
}

/// Passes on what the client sends. The other server limits and understands it.
async fn pass_up(
    client: &mut (impl Stream<Item = Result<Message, Error>> + Unpin),
    other: &mut (impl Sink<Message, Error = Error> + Unpin),
    limits: &SocketLimits,
) -> Ending {
    loop {
        // The pings of the other server reach the client, which answers them.
        let Ok(message) = timeout(limits.idle_timeout, client.next()).await else {
            return Ending::Broken;
        };
        match message {
            Some(Ok(message @ (Message::Text(_) | Message::Binary(_)))) => {
                if in_time(limits.write_timeout, other.send(message)).await.is_err() {
                    return Ending::Closed(messages::restart());
                }
            }
            Some(Ok(Message::Close(_))) => return Ending::Answered,
            Some(Ok(_)) => {}
            Some(Err(error)) => return unreadable(&error),
            None => return Ending::Broken,
        }
    }
}

/// Passes on what the other server shows the client.
async fn pass_down(
    other: &mut (impl Stream<Item = Result<Message, Error>> + Unpin),
    client: &mut (impl Sink<Message, Error = Error> + Unpin),
    limits: &SocketLimits,
) -> Ending {
    loop {
        let message = match other.next().now_or_never() {
            Some(message) => message,
            None => {
                if in_time(limits.write_timeout, client.flush()).await.is_err() {
                    return Ending::Broken;
                }
                other.next().await
            }
        };
        match message {
            Some(Ok(Message::Close(frame))) => return Ending::Closed(closing(frame)),
            Some(Ok(Message::Pong(_) | Message::Frame(_))) => {}
            Some(Ok(message)) => {
                if in_time(limits.write_timeout, client.feed(message)).await.is_err() {
                    return Ending::Broken;
                }
            }
            Some(Err(_)) | None => return Ending::Closed(messages::restart()),
        }
    }
}
