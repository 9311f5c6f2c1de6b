//! Accepting the new version of a map that is edited while it is played.

use std::net::SocketAddr;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::App;
use super::api::{foreign, problem};
use crate::session::RoomId;
use crate::shard::ReloadOutcome;

/// Body of `POST /api/rooms/{room}/reload`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AcceptRequest {
    accept: bool,
}

/// Its answer.
#[derive(Debug, Serialize)]
struct Accepted {
    outcome: &'static str,
}

/// `POST /api/rooms/{room}/reload`: only while maps are watched, and only from this machine.
pub(super) async fn accept(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(room): Path<String>,
    headers: HeaderMap,
    body: Result<Json<AcceptRequest>, JsonRejection>,
) -> Response {
    if let Err(reason) = app.origins.check(&headers) {
        return foreign(reason);
    }
    if !app.rooms.config.watch || !peer.ip().is_loopback() {
        return StatusCode::NOT_FOUND.into_response();
    }
    let room = RoomId::parse(&room);
    let (Some(room), Ok(Json(AcceptRequest { accept: true }))) = (room, body) else {
        let en = "The body must be {\"accept\":true}, and the room one there is.";
        return problem(StatusCode::BAD_REQUEST, "malformed", "看不懂这个请求。", en);
    };
    let outcome = match app.rooms.accept_reload(&room).await.outcome {
        ReloadOutcome::Accepted => "accepted",
        ReloadOutcome::Swapped => "swapped",
        ReloadOutcome::NothingOffered => "nothing_offered",
        ReloadOutcome::Differs(_) | ReloadOutcome::Failed(_) => "failed",
    };
    Json(Accepted { outcome }).into_response()
}
