//! Previews of links to rooms: what sites show in place of a shared link.

use std::net::IpAddr;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use fangqi_web::Page;

use super::App;
use super::api::{not_looked_up, problem};
use super::assets;
use super::request::{Address, Asker};
use crate::session::RoomId;
use crate::shard::LookupError;
use crate::wire::LobbyRoom;

/// What the preview of a room without a board shows.
const ICON: &str = "/icon-512.png";

/// `GET /r/{room}`
pub(super) async fn room(
    State(app): State<App>,
    Address(address): Address,
    Path(room): Path<String>,
    headers: HeaderMap,
) -> Response {
    page(&app, address, Page::Room, &room, &headers).await
}

/// `GET /replay/{room}`
pub(super) async fn replay(
    State(app): State<App>,
    Address(address): Address,
    Path(room): Path<String>,
    headers: HeaderMap,
) -> Response {
    page(&app, address, Page::Replay, &room, &headers).await
}

/// A page of the client. In that of a room that exists, the preview shows the game, who plays it,
/// and the position.
async fn page(app: &App, address: IpAddr, page: Page, room: &str, headers: &HeaderMap) -> Response {
    let known = match RoomId::parse(room) {
        Some(room) => app.rooms.entry(&room, address).await,
        None => Ok(None),
    };
    let known = match known {
        Ok(known) => known,
        Err(error @ LookupError::TooMany { .. }) => return not_looked_up(&error),
        // The page says by itself that the server is busy.
        Err(LookupError::Log(error)) => {
            tracing::debug!(%error, "a page has no preview");
            None
        }
    };
    let proxied = app.rooms.config.socket.trust_proxy;
    let proxied = headers.get("x-forwarded-proto").filter(|_| proxied);
    let server = app.origins.of_server(headers, proxied.and_then(|it| it.to_str().ok()));
    match (known, server) {
        (Some(known), Some(server)) => {
            let page = preview(app, &known, &server).on(page);
            let mut response = axum::response::Html(page).into_response();
            let keep = HeaderValue::from_static("no-cache");
            response.headers_mut().insert(header::CACHE_CONTROL, keep);
            response
        }
        _ => assets::serve(page.asset(), headers),
    }
}

fn preview(app: &App, room: &LobbyRoom, server: &str) -> fangqi_web::Preview {
    let map = app.rooms.maps.find(&room.map);
    let name = map.map_or_else(
        || room.map.clone(),
        |map| {
            let name = &map.about().lobby.name;
            if name.zh == name.en { name.en.clone() } else { format!("{} {}", name.zh, name.en) }
        },
    );
    let seats = room.seats.iter().map(|seat| seat.as_deref().unwrap_or("?"));
    let players = seats.collect::<Vec<_>>().join(" – ");
    let invitation = "来下一局 · Come and play";
    fangqi_web::Preview {
        title: format!("{name} · Fangqi 方棋"),
        description: match players.is_empty() {
            true => invitation.to_owned(),
            false => format!("{players} · {invitation}"),
        },
        url: format!("{server}/r/{}", room.id),
        picture: format!("{server}/r/{}/picture.png", room.id),
    }
}

/// `GET /r/{room}/picture.png`: the board as spectators see it, or the icon of the program where
/// there is none. A map's thumbnail would be nicer, but it is an SVG that anybody may have written,
/// and painting it could end the server.
pub(super) async fn picture(
    State(app): State<App>,
    asker: Asker,
    Path(room): Path<String>,
) -> Response {
    let en = "You ask for pictures too fast; please wait a moment.";
    if let Some(refusal) = asker.too_fast(&app.pictures, "看图太频繁了，请等一会儿。", en)
    {
        return refusal;
    }
    let unknown = || {
        let zh = "没有这个房间，它可能已经关闭。";
        let en = "There is no such room; it may have been closed.";
        problem(StatusCode::NOT_FOUND, "no_such_room", zh, en)
    };
    let Some(room) = RoomId::parse(&room) else { return unknown() };
    match app.rooms.entry(&room, asker.address()).await {
        Ok(Some(_)) => {}
        Ok(None) => return unknown(),
        Err(error) => return not_looked_up(&error),
    }
    let Some(drawing) = app.rooms.draw(&room).await else {
        return Redirect::temporary(ICON).into_response();
    };
    // The semaphore is never closed.
    let permit = app.picture_permits.clone().acquire_owned().await;
    let painted = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        fangqi_picture::png(&drawing)
    });
    let painted = painted.await.map_err(|panic| panic.to_string());
    match painted.and_then(|painted| painted.map_err(|error| error.to_string())) {
        Ok(png) => {
            let mut response = png.into_response();
            let headers = response.headers_mut();
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/png"));
            let keep = HeaderValue::from_static("public, max-age=30");
            headers.insert(header::CACHE_CONTROL, keep);
            response
        }
        Err(error) => {
            tracing::error!(%room, %error, "a board could not be painted");
            Redirect::temporary(ICON).into_response()
        }
    }
}
