//! The opening explorer: what was played next in the games that ended on this server.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::App;
use super::api::problem;
use super::request::Asker;
use crate::log::{GAME_DEPTH, Opening};
use crate::wire::{ExplorerMove, ExplorerView};

/// Longest query that is looked at, in bytes: each move of the deepest position may be this long.
const MOVES_MAX: usize = 2048;
const OPTIONS_MAX: usize = 200;
/// Most moves shown of one position.
const SHOWN: usize = 12;

/// The query of `GET /api/maps/{id}/explorer`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExplorerQuery {
    /// The English texts of the moves that lead to the position, a line each.
    #[serde(default)]
    moves: String,
    /// What is chosen for the game.
    #[serde(default)]
    options: String,
}

/// `GET /api/maps/{id}/explorer`
pub(super) async fn explore(
    State(app): State<App>,
    asker: Asker,
    Path(map): Path<String>,
    query: Result<Query<ExplorerQuery>, QueryRejection>,
) -> Response {
    let en = "You ask for openings too fast; please wait a moment.";
    if let Some(refusal) = asker.too_fast(&app.explores, "查询太频繁了，请等一会儿。", en)
    {
        return refusal;
    }
    if app.rooms.maps.find(&map).is_none() {
        let (zh, en) = ("没有这张地图。", "There is no such map.");
        return problem(StatusCode::NOT_FOUND, "no_such_map", zh, en);
    }
    let Ok(Query(ExplorerQuery { moves, options })) = query else {
        let (zh, en) = ("看不懂这个查询。", "The query cannot be understood.");
        return problem(StatusCode::BAD_REQUEST, "bad_query", zh, en);
    };
    let list: Vec<String> = moves.lines().map(str::to_owned).collect();
    if moves.len() > MOVES_MAX || list.len() > GAME_DEPTH || options.len() > OPTIONS_MAX {
        let zh = format!("开局库只收前 {GAME_DEPTH} 步。");
        let en = format!("Only the first {GAME_DEPTH} moves of games are kept.");
        return problem(StatusCode::BAD_REQUEST, "too_long", &zh, &en);
    }
    let (log, opening) = (Arc::clone(&app.rooms.log), Opening { map, options, moves: list });
    let found = tokio::task::spawn_blocking(move || log.explore(&opening)).await;
    match found {
        Ok(Ok(found)) => {
            let games = found.iter().map(|found| found.games()).sum();
            let shown = found.into_iter().take(SHOWN).map(|found| ExplorerMove {
                text: found.text,
                wins: found.wins,
                draws: found.draws,
            });
            Json(ExplorerView { games, moves: shown.collect() }).into_response()
        }
        Ok(Err(error)) => failed(&error.to_string()),
        Err(panic) => failed(&panic.to_string()),
    }
}

fn failed(reason: &str) -> Response {
    tracing::error!(%reason, "openings could not be looked up");
    let (zh, en) = ("服务器出错了。", "The server failed.");
    problem(StatusCode::INTERNAL_SERVER_ERROR, "server_failed", zh, en)
}
