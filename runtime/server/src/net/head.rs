//! Checks the head of a request before it is routed (RFC 9112, section 3).
//!
//! hyper checks the syntax of the header lines and the length of the body, but not which server a
//! request names. If a server accepts requests with no name or with two, a client can bypass the
//! proxy or cache in front of it, which may go by the other name.

use std::net::Ipv6Addr;

use axum::body::Body;
use axum::http::header::{CONNECTION, HOST};
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderValue, Method, Request, Response, StatusCode, Uri, Version};
use axum::response::IntoResponse;

/// Checks which server a request names and what it asks for. Afterwards there is at most one
/// `Host`, it is valid, and the target is a path: for a target in absolute form, its host replaces
/// the value of `Host` (RFC 9112, 3.2.2).
///
/// # Errors
/// The response 400, after which the connection ends.
pub(super) fn check<B>(request: &mut Request<B>) -> Result<(), Box<Response<Body>>> {
    named(request).map_err(|reason| {
        let mut answer = (StatusCode::BAD_REQUEST, reason).into_response();
        answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        Box::new(answer)
    })
}

fn named<B>(request: &mut Request<B>) -> Result<(), &'static str> {
    let mut hosts = request.headers().get_all(HOST).iter();
    match (hosts.next(), hosts.next()) {
        (None, _) if request.version() == Version::HTTP_10 => {}
        (None, _) => return Err("A request of HTTP/1.1 must have a Host.\n"),
        (Some(_), Some(_)) => return Err("A request must have one Host, not several.\n"),
        (Some(host), None) if is_host(host.as_bytes()) => {}
        (Some(_), None) => return Err("Host must be a name or an address, perhaps with a port.\n"),
    }
    let uri = request.uri();
    match (uri.scheme_str(), uri.authority()) {
        (None, None) if uri.path().starts_with('/') => return Ok(()),
        // A request about the server itself.
        (None, None) if request.method() == Method::OPTIONS && uri.path() == "*" => return Ok(()),
        // Passed on, to be refused like any unsupported method.
        (None, Some(_)) if request.method() == Method::CONNECT => return Ok(()),
        (Some("http" | "https"), Some(_)) => {}
        _ => return Err("The target of a request must be a path or the address of a page.\n"),
    }
    let authority = uri.authority().map_or("", |authority| authority.as_str());
    let host = HeaderValue::from_str(authority).ok().filter(|host| is_host(host.as_bytes()));
    let host = host.ok_or("The address of a page must name a host and no user.\n")?;
    let path = uri.path_and_query().cloned();
    *request.uri_mut() = Uri::from(path.unwrap_or(PathAndQuery::from_static("/")));
    request.headers_mut().insert(HOST, host);
    Ok(())
}

/// Whether the bytes are `uri-host [ ":" port ]` (RFC 9112, 3.2; RFC 3986, 3.2.2) with a non-empty
/// host, as `http` addresses require (RFC 9110, 4.2.1).
fn is_host(value: &[u8]) -> bool {
    let end = match value.first() {
        Some(b'[') => value.iter().position(|byte| *byte == b']').map(|at| at + 1),
        _ => Some(value.iter().position(|byte| *byte == b':').unwrap_or(value.len())),
    };
    let Some((host, rest)) = end.map(|end| value.split_at(end)) else { return false };
    let port = match rest {
        [] => true,
        [b':', digits @ ..] => is_port(digits),
        _ => false,
    };
    port && match host {
        [b'[', literal @ .., b']'] => is_literal(literal),
        name => !name.is_empty() && is_name(name),
    }
}

/// Whether the digits, possibly none, are a valid port.
fn is_port(digits: &[u8]) -> bool {
    let value = digits.iter().try_fold(0u32, |value, digit| match digit {
        b'0'..=b'9' => Some(value * 10 + u32::from(digit - b'0')).filter(|v| *v <= 0xFFFF),
        _ => None,
    });
    value.is_some()
}

/// The content of brackets: an IPv6 address, or `v` with a version and an address of that version.
fn is_literal(literal: &[u8]) -> bool {
    if let [b'v' | b'V', future @ ..] = literal {
        let Some(dot) = future.iter().position(|byte| *byte == b'.') else { return false };
        let (version, address) = (&future[..dot], &future[dot + 1..]);
        return !version.is_empty()
            && version.iter().all(u8::is_ascii_hexdigit)
            && !address.is_empty()
            && address.iter().all(|byte| *byte == b':' || is_plain(*byte));
    }
    std::str::from_utf8(literal).is_ok_and(|text| text.parse::<Ipv6Addr>().is_ok())
}

/// `reg-name`, which includes every IPv4 address.
fn is_name(name: &[u8]) -> bool {
    let mut rest = name;
    loop {
        rest = match rest {
            [] => return true,
            [b'%', high, low, rest @ ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                rest
            }
            [byte, rest @ ..] if is_plain(*byte) => rest,
            _ => return false,
        };
    }
}

/// `unreserved / sub-delims`
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_names_or_addresses_with_or_without_a_port() {
        for good in [
            "localhost",
            "localhost:7878",
            "localhost:",
            "play.example.org",
            "PLAY.example.org.:65535",
            "127.0.0.1:80",
            "[::1]",
            "[::1]:7878",
            "[2001:db8::192.0.2.1]",
            "[v1.fe80::a+en1]:80",
            "xn--fiqs8s",
            "%E6%A3%8B.example",
            "a_b",
        ] {
            assert!(is_host(good.as_bytes()), "{good}");
        }
        for bad in [
            "",
            ":80",
            "a b",
            "a, b",
            "user@localhost",
            "user:pass@localhost:80",
            "localhost:80:80",
            "localhost:http",
            "localhost:-1",
            "localhost:65536",
            "localhost:99999999999999999999",
            "http://localhost",
            "localhost/",
            "localhost?x",
            "localhost#x",
            "[::1",
            "::1",
            "[]",
            "[localhost]",
            "[::1]x",
            "[::1%25eth0]",
            "[v.x]",
            "[v1]",
            "[1::2::3]",
            "a\\b",
            "<script>",
            "a\"b",
            "%",
            "%4",
            "%zz",
            "棋.example",
            "a\tb",
        ] {
            assert!(!is_host(bad.as_bytes()), "{bad}");
        }
    }
}
