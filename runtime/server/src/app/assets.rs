//! The client's files, embedded in the binary.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use fangqi_web::{Asset, Page};

/// `GET /`
pub(super) async fn index(headers: HeaderMap) -> Response {
    serve(Page::Lobby.asset(), &headers)
}

/// Any other file of the client.
pub(super) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    match fangqi_web::asset(uri.path()) {
        Some(asset) => serve(asset, &headers),
        None => {
            (StatusCode::NOT_FOUND, "There is nothing here. 这里什么也没有。\n").into_response()
        }
    }
}

/// A file of the client, compressed for those who take that.
pub(super) fn serve(asset: Asset, headers: &HeaderMap) -> Response {
    let packed = asset.gzip.filter(|_| accepts_gzip(headers));
    let mut response = Response::new(Body::from(packed.unwrap_or(asset.bytes)));
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.mime));
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if packed.is_some() {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    let keep = if asset.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    response
}

/// Whether `Accept-Encoding` names gzip and does not give it the weight 0.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(header::ACCEPT_ENCODING).into_iter();
    lists.filter_map(|list| list.to_str().ok()).flat_map(|list| list.split(',')).any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let refused = parts.any(|part| {
            part.strip_prefix("q=").and_then(|q| q.parse::<f32>().ok()).is_some_and(|q| q <= 0.0)
        });
        gzip && !refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_to_those_who_take_it() {
        let accepts = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, value.parse().unwrap());
            accepts_gzip(&headers)
        };
        assert!(accepts("gzip, deflate, br"));
        assert!(accepts("br;q=1.0, GZIP;q=0.5"));
        assert!(!accepts("br, gzip;q=0"));
        assert!(!accepts("xgzip"));
        assert!(!accepts_gzip(&HeaderMap::new()));
    }
}
