//! Follows requests: every one is a span with an id of its own, and is counted with its answer.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::HeaderValue;
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

use crate::metrics::Metrics;
use crate::session::request_id;

/// Where files of the client are found, which have no route of their own.
const FILES: &str = "files";

/// Serves a request within a span that names it: by its route, since paths and queries name rooms
/// and may hold secrets. The answer bears its id, so that a visitor can tell the operator which.
pub(super) async fn follow(
    State(metrics): State<Arc<Metrics>>,
    request: Request,
    next: Next,
) -> Response {
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let route = matched.as_ref().map_or(FILES, MatchedPath::as_str);
    let id = request_id();
    // Of the highest level, so that whatever is logged within it names it.
    let span = tracing::error_span!("request", id, method = %request.method(), route);
    let started = Instant::now();
    let mut response = next.run(request).instrument(span.clone()).await;
    let (status, took) = (response.status().as_u16(), started.elapsed());
    metrics.answered(route, status, took);
    span.in_scope(|| tracing::debug!(status, milliseconds = took.as_millis() as u64, "answered"));
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", id);
    }
    response
}
