//! The handshake that turns a request into a WebSocket.

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version, header};
use axum::response::{IntoResponse, Response};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use super::pieces::Pieces;

/// A WebSocket over a real connection.
pub(super) type Socket = Pieces<TokioIo<Upgraded>>;

/// A valid request for a WebSocket (RFC 6455, 4.2.1).
pub(crate) struct Upgrade {
    upgraded: OnUpgrade,
    accept: String,
}

impl<S: Sync> FromRequestParts<S> for Upgrade {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Response> {
        let refuse = |status: StatusCode, why: &'static str| (status, why).into_response();
        if parts.method != Method::GET {
            let mut answer =
                refuse(StatusCode::METHOD_NOT_ALLOWED, "A WebSocket begins with GET.\n");
            answer.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET"));
            return Err(answer);
        }
        let headers = &parts.headers;
        // Upgrade headers of HTTP/1.0 are ignored (RFC 9110, 7.8).
        if parts.version != Version::HTTP_11
            || !names(headers, header::CONNECTION, "upgrade")
            || !names(headers, header::UPGRADE, "websocket")
        {
            let why = "There is a WebSocket here, over HTTP/1.1, and nothing else.\n";
            return Err(upgrade_required(why));
        }
        // Neither header may appear more than once (RFC 6455, 11.3.1 and 11.3.5).
        match only(headers, header::SEC_WEBSOCKET_VERSION) {
            Some(version) if version.as_bytes() == b"13" => {}
            Some(_) => return Err(upgrade_required("WebSocket version 13 is spoken.\n")),
            None => {
                let why = "Sec-WebSocket-Version must be there once.\n";
                let mut answer = refuse(StatusCode::BAD_REQUEST, why);
                answer.headers_mut().insert(header::SEC_WEBSOCKET_VERSION, VERSION);
                return Err(answer);
            }
        }
        let key = only(headers, header::SEC_WEBSOCKET_KEY).filter(|key| is_key(key));
        let Some(key) = key else {
            let why = "Sec-WebSocket-Key must be there once, with 16 bytes in base64.\n";
            return Err(refuse(StatusCode::BAD_REQUEST, why));
        };
        let accept = derive_accept_key(key.as_bytes());
        let upgraded = parts.extensions.remove::<OnUpgrade>().ok_or_else(|| {
            refuse(StatusCode::UPGRADE_REQUIRED, "This line cannot become a WebSocket.\n")
        })?;
        Ok(Self { upgraded, accept })
    }
}

impl Upgrade {
    /// The response that completes the handshake; `serve` is given the socket once it is written.
    pub(super) fn accept<F>(
        self,
        config: WebSocketConfig,
        serve: impl FnOnce(Socket) -> F + Send + 'static,
    ) -> Response
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let Self { upgraded, accept } = self;
        tokio::spawn(async move {
            match upgraded.await {
                Ok(line) => {
                    let line = TokioIo::new(line);
                    let socket =
                        WebSocketStream::from_raw_socket(line, Role::Server, Some(config)).await;
                    // Boxed, so that this task does not reserve memory for the future of the
                    // connection.
                    Box::pin(serve(Pieces::new(socket))).await;
                }
                Err(error) => tracing::debug!(%error, "a line broke before it was a WebSocket"),
            }
        });
        let answer = Response::builder()
            .status(StatusCode::SWITCHING_PROTOCOLS)
            .header(header::CONNECTION, "upgrade")
            .header(header::UPGRADE, UPGRADE)
            .header(header::SEC_WEBSOCKET_ACCEPT, accept)
            .body(Body::empty());
        answer.expect("its headers are letters and digits")
    }
}

const UPGRADE: HeaderValue = HeaderValue::from_static("websocket");
const VERSION: HeaderValue = HeaderValue::from_static("13");

/// The response that names the required protocol and version (RFC 9110, 15.5.22; RFC 6455, 4.2.2).
fn upgrade_required(why: &'static str) -> Response {
    let mut answer = (StatusCode::UPGRADE_REQUIRED, why).into_response();
    let headers = answer.headers_mut();
    headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(header::UPGRADE, UPGRADE);
    headers.insert(header::SEC_WEBSOCKET_VERSION, VERSION);
    answer
}

/// The value of a header that occurs exactly once.
fn only(headers: &HeaderMap, header: HeaderName) -> Option<&HeaderValue> {
    let mut values = headers.get_all(header).iter();
    values.next().filter(|_| values.next().is_none())
}

/// Whether a header's value is 16 bytes in base64 (RFC 6455, 4.2.1): 22 characters and the padding.
fn is_key(value: &HeaderValue) -> bool {
    let digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let padded = value.as_bytes().strip_suffix(b"==");
    padded.is_some_and(|key| key.len() == 22 && key.iter().all(digit))
}

/// Whether a header's comma-separated list contains a word, ignoring case.
fn names(headers: &HeaderMap, header: HeaderName, word: &str) -> bool {
    headers
        .get_all(header)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|found| found.trim().eq_ignore_ascii_case(word))
}
