//! WebSocket connections: the handshake, and messages between clients and rooms.

mod connection;
mod fanout;
mod line;
mod pieces;
mod relay;
mod upgrade;

#[cfg(feature = "stepped")]
pub(crate) use connection::{Caller, run};
#[cfg(feature = "stepped")]
pub use line::Socket;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::app::{App, Asker};
use crate::metrics::TurnedAway;
use crate::net::Peer;
use crate::session::speaks_chinese;
use crate::wire::MAX_CLIENT_MESSAGE;
use upgrade::Upgrade;

/// `GET /ws`
pub(crate) async fn upgrade(
    State(app): State<App>,
    asker: Asker,
    peer: Option<Extension<Peer>>,
    headers: HeaderMap,
    upgrade: Upgrade,
) -> Response {
    if let Some(refusal) = asker.comes_too_often(&app) {
        return refusal;
    }
    let place = match asker.takes_place(&app) {
        Ok(place) => place,
        Err(refusal) => return *refusal,
    };
    let Ok(permit) = app.connections.clone().try_acquire_owned() else {
        app.rooms.metrics.turned_away(TurnedAway::Rooms);
        return (StatusCode::SERVICE_UNAVAILABLE, "Too many connections. 连接太多。\n")
            .into_response();
    };
    let language = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let chinese = language.is_some_and(speaks_chinese);
    let caller = connection::Caller {
        chinese,
        local: asker.is_local(),
        address: Some(asker.address()),
        relayed: asker.is_relayed(),
    };
    // The limit of sockets per address is not for servers, which pass on those of many clients.
    let peer = peer.filter(|_| !asker.is_relayed());
    let limits = &app.rooms.config.socket;
    let config = WebSocketConfig::default()
        .read_buffer_size(limits.read_buffer)
        .write_buffer_size(limits.write_buffer)
        .max_write_buffer_size(limits.max_write_buffer)
        .max_message_size(Some(MAX_CLIENT_MESSAGE))
        .max_frame_size(Some(MAX_CLIENT_MESSAGE));
    let rooms = app.rooms;
    upgrade.accept(config, move |socket| async move {
        connection::run(socket, rooms, caller).await;
        drop((permit, peer, place));
    })
}
