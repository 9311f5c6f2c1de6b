//! Decisions on the new version of a map that is edited while it is played.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::App;
use super::api::problem;
use super::request::{Asker, Body};
use crate::session::RoomId;
use crate::shard::ReloadOutcome;

/// Body of `POST /api/rooms/{room}/reload`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DecideRequest {
    /// Whether the room switches to the new version; otherwise it keeps the old one.
    accept: bool,
}

/// The response to `POST /api/rooms/{room}/reload`.
#[derive(Debug, Serialize)]
struct Decided {
    /// `accepted`, `swapped` (nothing differs any more), `dismissed`, `nothing_offered` or
    /// `failed`.
    outcome: &'static str,
}

/// `POST /api/rooms/{room}/reload`: only while maps are watched, and only from this machine.
pub(super) async fn decide(
    State(app): State<App>,
    asker: Asker,
    Path(room): Path<String>,
    body: Result<Body<DecideRequest>, Response>,
) -> Response {
    if !app.rooms.config.watch || !asker.is_local() {
        return problem(
            StatusCode::NOT_FOUND,
            "not_watched",
            "只有在运行服务器的机器上、开着 --watch 时才能决定地图的新版本。",
            "New versions of a map are decided on at the server's machine, while maps are watched.",
        );
    }
    let accept = match body {
        Ok(Body(DecideRequest { accept })) => accept,
        Err(malformed) => return malformed,
    };
    let Some(room) = RoomId::parse(&room) else {
        let (zh, en) = ("没有这个房间。", "There is no such room.");
        return problem(StatusCode::NOT_FOUND, "no_such_room", zh, en);
    };
    let outcome = match app.rooms.decide_reload(&room, accept).await.outcome {
        ReloadOutcome::Accepted => "accepted",
        ReloadOutcome::Swapped => "swapped",
        ReloadOutcome::Dismissed => "dismissed",
        ReloadOutcome::NothingOffered => "nothing_offered",
        ReloadOutcome::Differs(_) | ReloadOutcome::Failed(_) => "failed",
    };
    Json(Decided { outcome }).into_response()
}
