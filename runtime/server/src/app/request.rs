//! Checks that every request of a page must pass before it is served.

use std::net::{IpAddr, SocketAddr};
use std::time::Instant;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request};
use axum::http::header::RETRY_AFTER;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;

use super::App;
use super::api::{foreign, problem};
use crate::metrics::TurnedAway;
use crate::net::{Limiter, Place, is_near};

/// The sender of a request that comes from a page of this server or from no page. Other requests
/// are refused.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asker {
    /// The client's address; for an untrusted proxy, that of the proxy.
    address: IpAddr,
    /// Whether the address was named by a trusted proxy.
    proxied: bool,
    /// Whether a proxy passed the request on.
    forwarded: bool,
    /// Whether another server that shares the log passed it on.
    relayed: bool,
}

/// Headers in which a proxy names its client.
const FORWARDED: [&str; 3] = ["forwarded", "x-forwarded-for", "x-real-ip"];

impl Asker {
    /// Whether the client is on the server's machine.
    pub(crate) fn is_local(self) -> bool {
        self.address.to_canonical().is_loopback() && !self.forwarded
    }

    /// The client's address; for an untrusted proxy, that of the proxy.
    pub(crate) fn address(self) -> IpAddr {
        self.address
    }

    /// Whether another server that shares the log passed the request on.
    pub(crate) fn is_relayed(self) -> bool {
        self.relayed
    }

    /// Counts one more socket of a client behind a trusted proxy, like sockets without a proxy.
    /// `None` if the socket was counted already.
    ///
    /// # Errors
    /// The refusal, if the address has reached its limit.
    pub(crate) fn takes_place(self, app: &App) -> Result<Option<Place>, Box<Response>> {
        if !self.proxied {
            return Ok(None);
        }
        match app.proxied.enter(self.address) {
            Some(place) => Ok(Some(place)),
            None => {
                app.rooms.metrics.turned_away(TurnedAway::Address);
                let (zh, en) = ("你的连接太多。", "You have too many connections.");
                Err(Box::new(problem(StatusCode::TOO_MANY_REQUESTS, "too_many", zh, en)))
            }
        }
    }

    /// The refusal of a client that opens connections too often; `None` for others.
    pub(crate) fn comes_too_often(self, app: &App) -> Option<Response> {
        if self.relayed && !self.proxied {
            // One line of another server, for all its watchers of a room.
            return None;
        }
        if !app.rooms.config.socket.counts(self.address) {
            return None;
        }
        let en = "You connect too often; please wait a moment.";
        let refusal = self.too_fast(&app.connects, "连接太频繁了，请等一会儿。", en)?;
        app.rooms.metrics.turned_away(TurnedAway::Often);
        Some(refusal)
    }

    /// The refusal, with this text, of a client over a rate limit; `None` for others.
    pub(super) fn too_fast(self, limit: &Limiter, zh: &str, en: &str) -> Option<Response> {
        let wait = limit.admit(self.address, Instant::now()).err()?;
        Some(retry_after(wait, zh, en))
    }

    /// The sender of any request, whichever site's page has sent it.
    async fn unchecked(parts: &mut Parts, app: &App) -> Result<Self, Response> {
        let relayed = app.rooms.peers().is_some_and(|peers| peers.sent(&parts.headers));
        let peer = ConnectInfo::<SocketAddr>::from_request_parts(parts, app).await;
        let ConnectInfo(peer) = peer.map_err(IntoResponse::into_response)?;
        let forwarded = FORWARDED.iter().any(|name| parts.headers.contains_key(*name));
        let trusted = relayed || app.rooms.config.socket.trust_proxy && is_near(peer.ip());
        let asks_for = if trusted { asked_for(&parts.headers) } else { None };
        let (address, proxied) = (asks_for.unwrap_or(peer.ip()), asks_for.is_some());
        Ok(Self { address, proxied, forwarded, relayed })
    }
}

impl FromRequestParts<App> for Asker {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Response> {
        let asker = Self::unchecked(parts, app).await?;
        if !asker.relayed {
            // The other server has done so.
            app.origins.check(&parts.headers).map_err(foreign)?;
        }
        Ok(asker)
    }
}

/// The address of a client whose request pages of any site may send, because it changes nothing and
/// its answer is public.
#[derive(Debug, Clone, Copy)]
pub(super) struct Address(pub(super) IpAddr);

impl FromRequestParts<App> for Address {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Response> {
        Asker::unchecked(parts, app).await.map(|asker| Self(asker.address))
    }
}

/// The refusal, with this text, of a client that may try again after some seconds.
pub(super) fn retry_after(seconds: f64, zh: &str, en: &str) -> Response {
    let mut refusal = problem(StatusCode::TOO_MANY_REQUESTS, "too_fast", zh, en);
    let seconds = HeaderValue::from(seconds.ceil() as u32);
    refusal.headers_mut().insert(RETRY_AFTER, seconds);
    refusal
}

/// The client that a proxy names: the last address in the last header, which the proxy itself has
/// added. Earlier ones were sent by the client and may be forged.
fn asked_for(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    let last = last.rsplit(',').next()?.trim();
    let address = last.parse::<IpAddr>();
    address.or_else(|_| last.parse::<SocketAddr>().map(|socket| socket.ip())).ok()
}

/// The JSON body of a request. If it cannot be parsed, the response says why.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_the_addresses_a_proxy_names_the_last_is_its_own_word() {
        let asked = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append("x-forwarded-for", HeaderValue::from_static(value));
            }
            asked_for(&headers).map(|address| address.to_string())
        };
        for (values, wanted) in [
            (&["192.0.2.1"][..], Some("192.0.2.1")),
            (&["127.0.0.1, 192.0.2.1"], Some("192.0.2.1")),
            (&["127.0.0.1", "10.0.0.1,192.0.2.1 "], Some("192.0.2.1")),
            (&["2001:db8::1"], Some("2001:db8::1")),
            (&["192.0.2.1:4711"], Some("192.0.2.1")),
            (&["[2001:db8::1]:4711"], Some("2001:db8::1")),
            (&["192.0.2.1, unknown"], None),
            (&[""], None),
            (&[], None),
        ] {
            assert_eq!(asked(values).as_deref(), wanted, "{values:?}");
        }
    }
}
