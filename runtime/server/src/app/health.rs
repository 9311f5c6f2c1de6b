//! What probes ask: whether the process lives, and whether it can take visitors.
//!
//! Neither tells anything else, so neither needs a secret, a name of the server or a limit.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::json;

use crate::shard::Rooms;

/// The routes of probes.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>(rooms: Arc<Rooms>) -> Router<S> {
    Router::new().route("/healthz", get("ok\n")).route("/readyz", get(ready)).with_state(rooms)
}

/// `GET /readyz`
async fn ready(State(rooms): State<Arc<Rooms>>) -> Response {
    let missing = rooms.not_ready().await;
    let status = match missing.is_empty() {
        true => StatusCode::OK,
        false => StatusCode::SERVICE_UNAVAILABLE,
    };
    (status, Json(json!({ "ready": missing.is_empty(), "missing": missing }))).into_response()
}
