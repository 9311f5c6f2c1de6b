//! The requests of operators, one function each. Responses are JSON, or text for other programs.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use fangqi_text::line;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::AdminState;
use crate::log::Peer;
use crate::session::RoomId;
use crate::shard::Found;

/// Most rooms in a list.
const LIST_MAX: usize = 10_000;
/// Most characters of an announcement.
const MESSAGE_CHARS: usize = 500;

fn problem(status: StatusCode, text: impl Into<String>) -> Response {
    (status, Json(json!({ "error": text.into() }))).into_response()
}

fn no_room(room: &str) -> Response {
    problem(StatusCode::NOT_FOUND, format!("there is no room `{room}`"))
}

/// The id of an existing room of this server.
async fn known(state: &AdminState, room: &str) -> Result<RoomId, Response> {
    let id = RoomId::parse(room).ok_or_else(|| no_room(room))?;
    match state.rooms.find(&id, None).await {
        Ok(Found::Here) => Ok(id),
        Ok(Found::Nowhere) => Err(no_room(room)),
        Ok(Found::Elsewhere(Peer { name, address })) => {
            let text = format!("room `{room}` is on the server {name} at {address}; ask there");
            Err(problem(StatusCode::MISDIRECTED_REQUEST, text))
        }
        Err(error) => Err(problem(StatusCode::SERVICE_UNAVAILABLE, error.to_string())),
    }
}

/// `GET /metrics`
pub(super) async fn metrics(State(state): State<AdminState>) -> Response {
    let mut response = state.rooms.metrics_text().await.into_response();
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

/// Selects a map.
#[derive(Debug, Deserialize)]
pub(super) struct OfMap {
    map: String,
}

/// `GET /profile?map=`
pub(super) async fn profile(State(state): State<AdminState>, Query(of): Query<OfMap>) -> Response {
    state.rooms.count().await;
    match state.rooms.metrics.profile.of(&of.map) {
        Some(lines) => Json(lines).into_response(),
        None if state.rooms.maps.find(&of.map).is_some() => Json(json!([])).into_response(),
        None => problem(StatusCode::NOT_FOUND, format!("there is no map `{}`", of.map)),
    }
}

/// `GET /rooms`
pub(super) async fn list(State(state): State<AdminState>) -> Response {
    Json(state.rooms.list(LIST_MAX)).into_response()
}

/// `GET /rooms/{room}`
pub(super) async fn look(State(state): State<AdminState>, Path(room): Path<String>) -> Response {
    let id = match known(&state, &room).await {
        Ok(id) => id,
        Err(response) => return response,
    };
    match state.rooms.look(&id).await {
        Some(report) => Json(report).into_response(),
        // Looking at a room must not wake it.
        None => Json(json!({ "room": room, "asleep": true })).into_response(),
    }
}

/// An announcement.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    text: String,
}

/// The number of connections that an announcement was sent to.
#[derive(Debug, Serialize)]
struct Announced {
    told: usize,
}

/// The text, if it can be displayed.
#[expect(clippy::result_large_err, reason = "an answer, given at once")]
fn text_of(body: Result<Json<Words>, JsonRejection>) -> Result<String, Response> {
    let Json(Words { text }) =
        body.map_err(|rejection| problem(rejection.status(), rejection.body_text()))?;
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    // Checked word by word, which keeps spaces, and never cut: all of it is to be shown.
    let seen = |word| line(word, usize::MAX).unwrap_or_default();
    let text = text.split(' ').map(seen).collect::<Vec<_>>().join(" ");
    let text = text.trim();
    if text.is_empty() || text.chars().count() > MESSAGE_CHARS {
        let limits = format!("a message has 1 to {MESSAGE_CHARS} characters");
        return Err(problem(StatusCode::UNPROCESSABLE_ENTITY, limits));
    }
    Ok(text.to_owned())
}

/// `POST /rooms/{room}/message`
pub(super) async fn message(
    State(state): State<AdminState>,
    Path(room): Path<String>,
    body: Result<Json<Words>, JsonRejection>,
) -> Response {
    match (known(&state, &room).await, text_of(body)) {
        (Ok(id), Ok(text)) => {
            tracing::info!(room, text, "operator's message");
            Json(Announced { told: state.rooms.say(Some(&id), &text).await }).into_response()
        }
        (Err(response), _) | (_, Err(response)) => response,
    }
}

/// `POST /message`
pub(super) async fn message_all(
    State(state): State<AdminState>,
    body: Result<Json<Words>, JsonRejection>,
) -> Response {
    match text_of(body) {
        Ok(text) => {
            tracing::info!(text, "operator's message to all");
            Json(Announced { told: state.rooms.say(None, &text).await }).into_response()
        }
        Err(response) => response,
    }
}

/// `POST /rooms/{room}/close`
pub(super) async fn close(State(state): State<AdminState>, Path(room): Path<String>) -> Response {
    let closed = match known(&state, &room).await {
        Ok(id) => state.rooms.close(&id).await,
        Err(response) => return response,
    };
    if closed { Json(json!({ "closed": room })).into_response() } else { no_room(&room) }
}

/// `GET /quarantine`
pub(super) async fn quarantine(State(state): State<AdminState>) -> Response {
    let now = state.rooms.time.now();
    Json(state.rooms.quarantine().map(|quarantine| quarantine.list(now)).unwrap_or_default())
        .into_response()
}

/// `POST /rooms/{room}/release`
pub(super) async fn release(State(state): State<AdminState>, Path(room): Path<String>) -> Response {
    let id = match known(&state, &room).await {
        Ok(id) => id,
        Err(response) => return response,
    };
    match state.rooms.quarantine().is_some_and(|quarantine| quarantine.release(&id)) {
        true => Json(json!({ "released": room })).into_response(),
        false => problem(StatusCode::CONFLICT, format!("room `{room}` is not in quarantine")),
    }
}

/// `POST /maps/{map}/release`
pub(super) async fn release_map(
    State(state): State<AdminState>,
    Path(map): Path<String>,
) -> Response {
    match state.rooms.quarantine().is_some_and(|quarantine| quarantine.release_map(&map)) {
        true => Json(json!({ "released": map })).into_response(),
        false => problem(StatusCode::CONFLICT, format!("map `{map}` is not in quarantine")),
    }
}

/// `GET /rooms/{room}/export`
pub(super) async fn export(State(state): State<AdminState>, Path(room): Path<String>) -> Response {
    let id = match known(&state, &room).await {
        Ok(id) => id,
        Err(response) => return response,
    };
    let work = move || {
        let stored = state.rooms.log.read(&id).map_err(|error| error.to_string())?;
        (state.admin.export)(&id, stored)
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(Ok(bytes)) => {
            let kind = [(header::CONTENT_TYPE, "application/octet-stream")];
            (kind, bytes).into_response()
        }
        Ok(Err(reason)) => problem(StatusCode::INTERNAL_SERVER_ERROR, reason),
        Err(error) => problem(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()),
    }
}

/// What a map may do beyond its own room, and the limits of its rooms.
#[derive(Debug, Serialize)]
struct Capabilities {
    map: String,
    /// The capabilities that the manifest asks for.
    asks: Vec<Asked>,
    memory_bytes: usize,
    fuel_per_step: u64,
    edits_per_step: usize,
    steps_per_input: u32,
    jobs: usize,
    timers: usize,
    waiting: usize,
}

#[derive(Debug, Serialize)]
struct Asked {
    name: &'static str,
    means: &'static str,
}

/// `GET /maps/{map}/capabilities`
pub(super) async fn capabilities(
    State(state): State<AdminState>,
    Path(map): Path<String>,
) -> Response {
    let Some(offered) = state.rooms.maps.find(&map) else {
        return problem(StatusCode::NOT_FOUND, format!("there is no map `{map}`"));
    };
    let asks = offered.about().capabilities.iter();
    let asks = asks.map(|asked| Asked { name: asked.name(), means: asked.meaning() });
    let limits = &state.rooms.config.room.scripts;
    Json(Capabilities {
        map,
        asks: asks.collect(),
        memory_bytes: limits.memory_bytes,
        fuel_per_step: limits.fuel_per_step,
        edits_per_step: limits.edits_per_step,
        steps_per_input: limits.steps_per_input,
        jobs: limits.jobs_max,
        timers: limits.timers_max,
        waiting: limits.waiting_max,
    })
    .into_response()
}
