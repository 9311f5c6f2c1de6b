//! The HTTP requests of the lobby.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use fangqi_protocol::LocalText;
use serde::{Deserialize, Serialize};

use super::App;
use super::origin::Foreign;
use super::request::{Address, Asker, Body, retry_after};
use crate::net::Limiter;
use crate::session::RoomId;
use crate::shard::{LookupError, OpenRoomError, messages};

/// The response body of a refused request.
#[derive(Debug, Serialize)]
struct Problem {
    code: &'static str,
    text: LocalText,
}

pub(super) fn problem(status: StatusCode, code: &'static str, zh: &str, en: &str) -> Response {
    (status, Json(Problem { code, text: LocalText::new(zh, en) })).into_response()
}

/// The response to a request that took too long.
pub(super) fn too_slow() -> Response {
    let (zh, en) = ("请求太慢了。", "The request took too long.");
    problem(StatusCode::REQUEST_TIMEOUT, "too_slow", zh, en)
}

/// The response to a request from another site's page.
pub(super) fn foreign(foreign: Foreign) -> Response {
    let (code, zh, en) = match foreign {
        Foreign::Host => ("bad_host", "服务器没有这个名字。", "This server has no such name."),
        Foreign::Origin => {
            ("bad_origin", "这个网页不属于本服务器。", "This page does not belong to this server.")
        }
    };
    problem(StatusCode::FORBIDDEN, code, zh, en)
}

/// Most rooms that a visitor of the lobby may ask for.
const ASKED_MAX: usize = 24;

/// The query of `GET /api/lobby`.
#[derive(Debug, Default, Deserialize)]
pub(super) struct LobbyQuery {
    /// Ids of rooms that the visitor knows, separated by commas.
    #[serde(default)]
    rooms: String,
}

/// `GET /api/lobby`
pub(super) async fn lobby(
    State(app): State<App>,
    Address(address): Address,
    Query(LobbyQuery { rooms }): Query<LobbyQuery>,
) -> Response {
    let asked: Vec<RoomId> = rooms.split(',').take(ASKED_MAX).filter_map(RoomId::parse).collect();
    match app.rooms.lobby(&asked, address).await {
        Ok(lobby) => Json(lobby).into_response(),
        Err(error) => not_looked_up(&error),
    }
}

/// `GET /api/maps/{id}/thumbnail.svg`
pub(super) async fn thumbnail(State(app): State<App>, Path(id): Path<String>) -> Response {
    let map = app.rooms.maps.find(&id);
    let Some(svg) = map.as_ref().map(|map| map.about().thumbnail.clone()) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let mut response = svg.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=300"));
    // An SVG may contain scripts; opened directly, it must not run them with our origin.
    let policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response
}

/// Body of `POST /api/rooms`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenRequest {
    map: String,
    /// Whether the lobby is not to list it.
    #[serde(default)]
    private: bool,
}

/// The response to a request that opens a room.
#[derive(Debug, Serialize)]
pub(super) struct Opened {
    pub(super) room: String,
    /// Its bearer is the room's first player and may close the room.
    pub(super) token: Option<String>,
}

/// `POST /api/rooms`
pub(super) async fn open_room(
    State(app): State<App>,
    asker: Asker,
    Body(OpenRequest { map, private }): Body<OpenRequest>,
) -> Response {
    if let Some(refusal) = opens_too_fast(asker, &app.opens) {
        return refusal;
    }
    match app.rooms.open(&map, private).await {
        Ok(room) => {
            let token = app.rooms.claim(&room).await.map(|token| token.reveal().to_owned());
            Json(Opened { room: room.to_string(), token }).into_response()
        }
        Err(error) => refused(&error),
    }
}

/// The refusal of a client that has opened too many rooms recently; `None` for others.
pub(super) fn opens_too_fast(asker: Asker, opens: &Limiter) -> Option<Response> {
    let en = "You open rooms too fast; please wait a moment.";
    asker.too_fast(opens, "开房间太快了，请等一会儿。", en)
}

/// The response to a request for rooms of which it is not known whether they exist.
pub(super) fn not_looked_up(error: &LookupError) -> Response {
    match error {
        LookupError::TooMany { wait } => {
            let (zh, en) = messages::guessed_too_often();
            retry_after(*wait, zh, en)
        }
        LookupError::Log(error) => {
            tracing::debug!(%error, "a room cannot be looked for");
            refused(&OpenRoomError::Busy)
        }
    }
}

pub(super) fn refused(error: &OpenRoomError) -> Response {
    match error {
        OpenRoomError::NoSuchMap => {
            problem(StatusCode::NOT_FOUND, "no_such_map", "没有这张地图。", "There is no such map.")
        }
        OpenRoomError::TooMany => problem(
            StatusCode::SERVICE_UNAVAILABLE,
            "too_many_rooms",
            "房间已经太多，请稍后再来。",
            "There are too many rooms already; please come again later.",
        ),
        OpenRoomError::Busy => problem(
            StatusCode::SERVICE_UNAVAILABLE,
            "busy",
            "服务器正忙，请稍后再来。",
            "The server is busy; please come again in a moment.",
        ),
        OpenRoomError::Quarantined => problem(
            StatusCode::SERVICE_UNAVAILABLE,
            "quarantined_map",
            "这张地图多次让脚本引擎崩溃，暂停开放。请联系地图作者。",
            "This map has crashed the script host several times and is not opened any more. \
             Please ask its author.",
        ),
        OpenRoomError::Script(reason) => problem(
            StatusCode::INTERNAL_SERVER_ERROR,
            "broken_map",
            &format!("这张地图打不开：{reason}"),
            &format!("This map cannot be opened: {reason}"),
        ),
        OpenRoomError::System(reason) => {
            tracing::error!(%reason, "a room could not be opened");
            problem(
                StatusCode::INTERNAL_SERVER_ERROR,
                "server_failed",
                "服务器出错了。",
                "The server failed.",
            )
        }
    }
}
