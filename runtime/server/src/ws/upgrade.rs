//! The handshake: from a request to a WebSocket.

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

/// A WebSocket of a real line.
pub(super) type Socket = Pieces<WebSocketStream<TokioIo<Upgraded>>>;

/// A request that asks for a WebSocket, and rightly (RFC 6455, 4.2.1).
pub(crate) struct Upgrade {
    upgraded: OnUpgrade,
    accept: String,
}

impl<S: Sync> FromRequestParts<S> for Upgrade {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Response> {
        let refuse = |status: StatusCode, why: &'static str| (status, why).into_response();
        if parts.method != Method::GET || parts.version != Version::HTTP_11 {
            let why = "A WebSocket begins with GET over HTTP/1.1.\n";
            return Err(refuse(StatusCode::METHOD_NOT_ALLOWED, why));
        }
        let headers = &parts.headers;
        if !names(headers, header::CONNECTION, "upgrade")
            || !names(headers, header::UPGRADE, "websocket")
        {
            let why = "There is a WebSocket here and nothing else.\n";
            let mut answer = refuse(StatusCode::UPGRADE_REQUIRED, why);
            answer.headers_mut().insert(header::UPGRADE, UPGRADE);
            return Err(answer);
        }
        if !names(headers, header::SEC_WEBSOCKET_VERSION, "13") {
            let mut answer = refuse(StatusCode::BAD_REQUEST, "WebSocket version 13 is spoken.\n");
            answer.headers_mut().insert(header::SEC_WEBSOCKET_VERSION, VERSION);
            return Err(answer);
        }
        let key = headers.get(header::SEC_WEBSOCKET_KEY).filter(|key| is_key(key));
        let Some(key) = key else {
            let why = "Sec-WebSocket-Key is not 16 bytes in base64.\n";
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
    /// The answer that makes it one; `serve` is given the socket once the answer is written.
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
                    // Not kept in this task's memory beside what serves it.
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

/// Whether a header's value is 16 bytes in base64, as RFC 6455, 4.2.1 has it: 22 characters and the
/// padding.
fn is_key(value: &HeaderValue) -> bool {
    let digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let padded = value.as_bytes().strip_suffix(b"==");
    padded.is_some_and(|key| key.len() == 22 && key.iter().all(digit))
}

/// Whether a list of words in a header has one, in whatever case.
fn names(headers: &HeaderMap, header: HeaderName, word: &str) -> bool {
    headers
        .get_all(header)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|found| found.trim().eq_ignore_ascii_case(word))
}
