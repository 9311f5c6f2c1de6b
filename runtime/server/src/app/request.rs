//! What every request of a page must pass before it is answered.

use std::net::{IpAddr, SocketAddr};
use std::time::Instant;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request};
use axum::http::header::RETRY_AFTER;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;

use super::App;
use super::api::{foreign, problem};
use super::limiter::Limiter;

/// Whoever asks, from a page of ours or from no page at all; others are refused.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asker {
    address: IpAddr,
    /// Whether a proxy passed the request on, so that the address is the proxy's.
    forwarded: bool,
}

/// Headers by which a proxy tells for whom it asks.
const FORWARDED: [&str; 3] = ["forwarded", "x-forwarded-for", "x-real-ip"];

impl Asker {
    /// Whether it asks from this machine.
    pub(crate) fn is_local(self) -> bool {
        self.address.to_canonical().is_loopback() && !self.forwarded
    }

    /// The refusal, in these words, of one who asks for something too often; `None` for others.
    pub(super) fn too_fast(self, limit: &Limiter, zh: &str, en: &str) -> Option<Response> {
        let wait = limit.admit(self.address, Instant::now()).err()?;
        let mut refusal = problem(StatusCode::TOO_MANY_REQUESTS, "too_fast", zh, en);
        let after = HeaderValue::from(wait.ceil() as u32);
        refusal.headers_mut().insert(RETRY_AFTER, after);
        Some(refusal)
    }
}

impl FromRequestParts<App> for Asker {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Response> {
        app.origins.check(&parts.headers).map_err(foreign)?;
        let peer = ConnectInfo::<SocketAddr>::from_request_parts(parts, app).await;
        let ConnectInfo(peer) = peer.map_err(IntoResponse::into_response)?;
        let forwarded = FORWARDED.iter().any(|name| parts.headers.contains_key(*name));
        Ok(Self { address: peer.ip(), forwarded })
    }
}

/// The JSON body of a request; one that cannot be read is answered with what is wrong with it.
#[derive(Debug)]
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Response;

    async fn from_request(request: Request, app: &App) -> Result<Self, Response> {
        match Json::from_request(request, app).await {
            Ok(Json(body)) => Ok(Self(body)),
            Err(rejection) => Err(malformed(&rejection)),
        }
    }
}

fn malformed(rejection: &JsonRejection) -> Response {
    problem(rejection.status(), "malformed", "看不懂这个请求。", &rejection.body_text())
}
