//! Jobs that other servers have computed here.

use axum::Json;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::{App, assets};
use crate::peers::Peers;
use crate::shard::helping::HelpWanted;

/// Longest job in bytes: the rules of a board and a position.
const JOB_MAX: usize = 4 << 20;

/// `POST /api/jobs`, for other servers of the log alone.
pub(super) async fn compute(State(app): State<App>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    // The bodies of other clients are not even read.
    if !app.rooms.peers().is_some_and(|peers: &Peers| peers.sent(&parts.headers)) {
        return assets::file(parts.uri, parts.headers).await;
    }
    let Ok(body) = to_bytes(body, JOB_MAX).await else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    let Ok(wanted) = serde_json::from_slice::<HelpWanted>(&body) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    match app.rooms.help(wanted).await {
        Some(result) => Json(result).into_response(),
        None => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}
