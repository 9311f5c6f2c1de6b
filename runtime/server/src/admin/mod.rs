//! The operator's interface: metrics, reports on rooms, and a few actions.
//!
//! It listens on an address of its own, which only the operator's machines should be able to reach.
//! Everything but the metrics requires a secret. Actions are noted in the server's log output.

mod handlers;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::app::{Origins, probes};
use crate::log::StoredRoom;
use crate::session::{AdminSecret, RoomId};
use crate::shard::Rooms;

/// Longest body of a request, in bytes.
const BODY_MAX: usize = 8 * 1024;

/// Converts a room's log to an export file. May take long; called on a blocking thread.
pub type Export = Arc<dyn Fn(&RoomId, StoredRoom) -> Result<Vec<u8>, String> + Send + Sync>;

/// Access to the operator's interface.
#[derive(Clone)]
pub struct Admin {
    /// The secret that operators send.
    pub secret: AdminSecret,
    /// Converts a room's log to an export file.
    pub export: Export,
}

impl std::fmt::Debug for Admin {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Admin").field("secret", &self.secret).finish_non_exhaustive()
    }
}

/// State shared by all handlers.
#[derive(Clone)]
struct AdminState {
    rooms: Arc<Rooms>,
    admin: Admin,
    origins: Arc<Origins>,
}

/// The routes of the operator's interface.
pub(crate) fn router(rooms: Arc<Rooms>, admin: Admin, loopback: bool) -> Router {
    let origins = Arc::new(Origins::new(loopback, false, &[]));
    let state = AdminState { rooms, admin, origins };
    Router::new()
        .route("/metrics", get(handlers::metrics))
        .route("/profile", get(handlers::profile))
        .route("/rooms", get(handlers::list))
        .route("/rooms/{room}", get(handlers::look))
        .route("/rooms/{room}/message", post(handlers::message))
        .route("/rooms/{room}/close", post(handlers::close))
        .route("/rooms/{room}/release", post(handlers::release))
        .route("/rooms/{room}/export", get(handlers::export))
        .route("/message", post(handlers::message_all))
        .route("/quarantine", get(handlers::quarantine))
        .route("/maps/{map}/release", post(handlers::release_map))
        .route("/maps/{map}/capabilities", get(handlers::capabilities))
        // One of its own: that of `probes` would answer those who do not know the secret.
        .fallback(async || StatusCode::NOT_FOUND)
        .layer(DefaultBodyLimit::max(BODY_MAX))
        .layer(from_fn_with_state(state.clone(), guard))
        .merge(probes(Arc::clone(&state.rooms)))
        .with_state(state)
}

/// Requires the secret, and logs actions.
async fn guard(State(state): State<AdminState>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    // Pages in the operator's browser may not use the interface, whatever name they use for it.
    if state.origins.check_host(headers).is_err() || headers.contains_key(header::ORIGIN) {
        return (StatusCode::FORBIDDEN, "not for pages\n").into_response();
    }
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let secret = given.and_then(|value| value.strip_prefix("Bearer ")).map(str::trim);
    // Metrics name no player and no room, and the programs that collect them often have no secret.
    let open = path == "/metrics" && method == Method::GET;
    if !open && !secret.is_some_and(|given| state.admin.secret.is(given)) {
        tracing::warn!(%method, path, "an operator's request without the secret");
        return (StatusCode::UNAUTHORIZED, "the secret is missing or wrong\n").into_response();
    }
    let response = next.run(request).await;
    if !open {
        tracing::info!(%method, path, status = response.status().as_u16(), "operator");
    }
    response
}
