//! HTTP: the client's files, the lobby, and WebSocket requests.

mod api;
mod assets;
mod explorer;
mod follow;
mod forward;
mod health;
mod jobs;
mod origin;
mod preview;
mod reload;
mod replay;
mod request;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::{get, post};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tower_http::compression::CompressionLayer;

pub(crate) use health::routes as probes;
pub(crate) use origin::Origins;
pub(crate) use request::Asker;

use crate::net::{Addresses, Limiter};
use crate::shard::Rooms;
use crate::shard::helping;

/// State shared by all request handlers.
#[derive(Debug, Clone)]
pub(crate) struct App {
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) origins: Arc<Origins>,
    /// One permit for each possible connection.
    pub(crate) connections: Arc<Semaphore>,
    /// Sockets of clients behind trusted proxies, counted per address.
    proxied: Arc<Addresses>,
    connects: Arc<Limiter>,
    opens: Arc<Limiter>,
    replays: Arc<Limiter>,
    explores: Arc<Limiter>,
    pictures: Arc<Limiter>,
    /// One permit for each picture that may be painted at the same time.
    picture_permits: Arc<Semaphore>,
    /// One permit for each log that may be replayed at the same time.
    replay_permits: Arc<Semaphore>,
}

impl App {
    pub(crate) fn new(rooms: Arc<Rooms>, loopback: bool) -> Self {
        let config = &rooms.config;
        let origins = Origins::new(loopback, config.tls.is_some(), &config.origins);
        let origins = Arc::new(origins);
        let connections = Arc::new(Semaphore::new(config.socket.connections));
        let socket = &config.socket;
        let proxied = Arc::new(Addresses::new(socket.per_address));
        let connects = Limiter::new(socket.connects_per_second, socket.connects_burst);
        let opens = Limiter::new(config.http.opens_per_second, config.http.opens_burst);
        let replays = Limiter::new(config.http.replays_per_second, config.http.replays_burst);
        let replay_permits = Arc::new(Semaphore::new(config.http.replays_at_once));
        let (connects, opens) = (Arc::new(connects), Arc::new(opens));
        let explores = Limiter::new(config.http.explores_per_second, config.http.explores_burst);
        let (replays, explores) = (Arc::new(replays), Arc::new(explores));
        let pictures = Limiter::new(config.http.pictures_per_second, config.http.pictures_burst);
        let pictures = Arc::new(pictures);
        let picture_permits = Arc::new(Semaphore::new(config.http.pictures_at_once));
        Self {
            origins,
            connections,
            proxied,
            connects,
            opens,
            replays,
            explores,
            pictures,
            picture_permits,
            replay_permits,
            rooms,
        }
    }

    /// The routes of the whole site.
    pub(crate) fn router(self) -> Router {
        let http = &self.rooms.config.http;
        let (body_max, time) = (http.body, http.request_time);
        let (probes, metrics) = (probes(Arc::clone(&self.rooms)), Arc::clone(&self.rooms.metrics));
        let of_rooms = Router::new()
            .route("/r/{room}/picture.png", get(preview::picture))
            .route("/api/rooms/{room}/replay", get(replay::replay))
            .route("/api/rooms/{room}/branch", post(replay::branch))
            .layer(from_fn_with_state(self.clone(), forward::to_its_server));
        Router::new()
            .merge(of_rooms)
            .route("/", get(assets::index))
            .route("/r/{room}", get(preview::room))
            .route("/replay/{room}", get(preview::replay))
            .route("/api/lobby", get(api::lobby).layer(gzip()))
            .route("/api/maps/{id}/thumbnail.svg", get(api::thumbnail).layer(gzip()))
            .route("/api/maps/{id}/explorer", get(explorer::explore).layer(gzip()))
            .route(helping::PATH, post(jobs::compute))
            .route("/api/rooms", post(api::open_room))
            .route("/api/rooms/{room}/reload", post(reload::decide))
            .route("/ws", get(crate::ws::upgrade))
            .fallback(get(assets::file))
            .merge(probes)
            .layer(DefaultBodyLimit::max(body_max))
            .layer(from_fn(move |request, next| in_time(time, request, next)))
            .layer(from_fn(secure))
            .layer(from_fn_with_state(metrics, follow::follow))
            .with_state(self)
    }
}

/// Compresses what is text and holds no secrets: the length of a compressed answer says something
/// of what is in it. The client's files are compressed when the program is built.
fn gzip() -> CompressionLayer {
    CompressionLayer::new()
}

/// Pages may load nothing from other sites, may not be framed, and may run only scripts that are
/// files of this server.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; \
     style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; object-src 'none'; \
     base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Limits the time of a request, for example if its body does not arrive.
async fn in_time(time: Duration, request: Request, next: Next) -> Response {
    match timeout(time, next.run(request)).await {
        Ok(response) => response,
        Err(_) => api::too_slow(),
    }
}

/// Adds security headers where a handler has not set its own.
async fn secure(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let defaults: [(HeaderName, &'static str); 6] = [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    for (name, value) in defaults {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}
