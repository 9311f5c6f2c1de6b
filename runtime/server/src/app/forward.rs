//! Passes requests for rooms on to the servers that have them.

use axum::body::{Body, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderName, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use super::App;
use super::api::{not_looked_up, problem, refused};
use super::request::Asker;
use crate::log::Peer;
use crate::peers::Peers;
use crate::session::RoomId;
use crate::shard::{Found, OpenRoomError};

/// What the other server needs to know of the request.
const PASSED: [HeaderName; 4] =
    [header::ACCEPT, header::ACCEPT_LANGUAGE, header::CONTENT_TYPE, header::USER_AGENT];
/// What holds for one line only (RFC 9110, 7.6.1).
const OF_THE_LINE: [HeaderName; 3] =
    [header::CONNECTION, header::TRANSFER_ENCODING, HeaderName::from_static("keep-alive")];

/// Serves a request for a room, here or by the server that has it.
pub(super) async fn to_its_server(
    State(app): State<App>,
    asker: Asker,
    Path(room): Path<String>,
    request: Request,
    next: Next,
) -> Response {
    let (Some(peers), Some(room)) = (app.rooms.peers(), RoomId::parse(&room)) else {
        return next.run(request).await;
    };
    match app.rooms.find(&room, Some(asker.address())).await {
        Ok(Found::Here | Found::Nowhere) => next.run(request).await,
        // Rooms change hands: the client may try again.
        Ok(Found::Elsewhere(_)) if asker.is_relayed() => refused(&OpenRoomError::Busy),
        Ok(Found::Elsewhere(peer)) => pass(&app, peers, &peer, asker, request).await,
        Err(error) => not_looked_up(&error),
    }
}

async fn pass(app: &App, peers: &Peers, peer: &Peer, asker: Asker, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, app.rooms.config.http.body).await else {
        let (zh, en) = ("请求太长。", "The request is too long.");
        return problem(StatusCode::PAYLOAD_TOO_LARGE, "malformed", zh, en);
    };
    let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
    let mut passed = hyper::Request::builder()
        .method(parts.method)
        .uri(path)
        .header("x-forwarded-for", asker.address().to_string());
    for name in PASSED {
        if let Some(value) = parts.headers.get(&name) {
            passed = passed.header(name, value);
        }
    }
    let answer = match passed.body(Body::from(body)) {
        Ok(passed) => peers.ask(peer, passed).await,
        Err(error) => Err(std::io::Error::other(error)),
    };
    match answer {
        Ok(mut response) => {
            for name in OF_THE_LINE {
                response.headers_mut().remove(name);
            }
            response
        }
        Err(error) => {
            tracing::warn!(node = peer.name, address = peer.address, %error, "no answer");
            refused(&OpenRoomError::Busy)
        }
    }
}
