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
    let twins = [("br", asset.brotli), ("gzip", asset.gzip)];
    let twin = twins
        .into_iter()
        .find_map(|(coding, bytes)| Some((coding, bytes?)).filter(|_| accepts(headers, coding)));
    let bytes = twin.map_or(asset.bytes, |(_, bytes)| bytes);
    let mut response = Response::new(Body::from(bytes));
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.mime));
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some((coding, _)) = twin {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    let keep = if asset.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    response
}

/// Whether `Accept-Encoding` names a coding and does not give it the weight 0.
fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let lists = headers.get_all(header::ACCEPT_ENCODING).into_iter();
    lists.filter_map(|list| list.to_str().ok()).flat_map(|list| list.split(',')).any(|item| {
        let mut parts = item.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(coding));
        let refused = parts.any(|part| {
            part.strip_prefix("q=").and_then(|q| q.parse::<f32>().ok()).is_some_and(|q| q <= 0.0)
        });
        named && !refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_compressed_for_those_who_take_it() {
        let page = fangqi_web::asset("index.html").unwrap();
        for (value, coding) in [
            (Some("gzip, deflate, br"), Some("br")),
            (Some("gzip, deflate"), Some("gzip")),
            (Some("br;q=0.2, GZIP;q=0.5"), Some("br")),
            (Some("br;q=0, gzip"), Some("gzip")),
            (Some("br; q=0.0, gzip;q=0"), None),
            (Some("xgzip, brr"), None),
            (None, None),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(value) = value {
                headers.insert(header::ACCEPT_ENCODING, value.parse().unwrap());
            }
            let response = serve(page, &headers);
            let sent = response.headers().get(header::CONTENT_ENCODING);
            assert_eq!(sent.map(|sent| sent.to_str().unwrap()), coding, "{value:?}");
        }
    }
}
