//! Replays of rooms, and branches.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::App;
use super::api::{Opened, opens_too_fast, problem, refused};
use super::request::{Asker, Body};
use crate::session::RoomId;
use crate::shard::{PastError, Rooms};

/// `GET /api/rooms/{id}/replay`
pub(super) async fn replay(
    State(app): State<App>,
    asker: Asker,
    Path(id): Path<String>,
) -> Response {
    let en = "You ask for replays too fast; please wait a moment.";
    if let Some(refusal) = asker.too_fast(&app.replays, "看录像太频繁了，请等一会儿。", en)
    {
        return refusal;
    }
    let Some(room) = RoomId::parse(&id) else { return unable(&PastError::NoSuchRoom) };
    match in_background(&app, move |rooms| rooms.retell(&room)).await {
        Ok(frames) => {
            let mut response = frames.into_response();
            let kind = HeaderValue::from_static("application/octet-stream");
            response.headers_mut().insert(header::CONTENT_TYPE, kind);
            response
        }
        Err(response) => response,
    }
}

/// Body of `POST /api/rooms/{id}/branch`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BranchRequest {
    /// The last event that the branch shares with the original room.
    event: u64,
}

/// `POST /api/rooms/{id}/branch`
pub(super) async fn branch(
    State(app): State<App>,
    asker: Asker,
    Path(id): Path<String>,
    Body(BranchRequest { event }): Body<BranchRequest>,
) -> Response {
    if let Some(refusal) = opens_too_fast(asker, &app.opens) {
        return refusal;
    }
    let Some(room) = RoomId::parse(&id) else { return unable(&PastError::NoSuchRoom) };
    match in_background(&app, move |rooms| rooms.branch(&room, event)).await {
        Ok(room) => Json(Opened { room: room.to_string(), token: None }).into_response(),
        Err(response) => response,
    }
}

/// Runs a long computation on a blocking thread, a few at a time.
async fn in_background<T: Send + 'static>(
    app: &App,
    work: impl FnOnce(&Rooms) -> Result<T, PastError> + Send + 'static,
) -> Result<T, Response> {
    let Ok(permit) = Arc::clone(&app.replay_permits).try_acquire_owned() else {
        return Err(refused(&crate::shard::OpenRoomError::Busy));
    };
    let rooms = Arc::clone(&app.rooms);
    let done = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        work(&rooms)
    });
    match done.await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(unable(&error)),
        Err(panic) => Err(unable(&PastError::Unreadable(panic.to_string()))),
    }
}

fn unable(error: &PastError) -> Response {
    match error {
        PastError::NoSuchRoom => problem(
            StatusCode::NOT_FOUND,
            "no_such_room",
            "没有这个房间，它可能已经关闭。",
            "There is no such room; it may have been closed.",
        ),
        PastError::NoSuchEvent { last } => problem(
            StatusCode::NOT_FOUND,
            "no_such_event",
            &format!("这一局只到第 {last} 个事件。"),
            &format!("The room has come to event {last} only."),
        ),
        PastError::GivenUp { .. } => problem(
            StatusCode::GONE,
            "given_up",
            "这个房间的开头已经不再保存。",
            "The beginning of this room is not kept any more.",
        ),
        PastError::TooLong => problem(
            StatusCode::PAYLOAD_TOO_LARGE,
            "replay_too_long",
            "这个房间的经历太长，无法回放。",
            "This room has been through too much to be shown again.",
        ),
        PastError::Secrets => problem(
            StatusCode::FORBIDDEN,
            "game_goes_on",
            "这一局有暗藏的信息，要等分出胜负才能另起一局。",
            "This game hides something from its players; wait until it is over.",
        ),
        PastError::Unreadable(reason) => {
            tracing::error!(%reason, "a room's past cannot be told");
            problem(
                StatusCode::INTERNAL_SERVER_ERROR,
                "unreadable",
                "这个房间的记录读不出来了，服务器的日志里写着原因。",
                "This room's record cannot be read any more; the server's log says why.",
            )
        }
        PastError::Open(error) => refused(error),
    }
}
