//! Checks which pages may talk to this server.
//!
//! A browser names in `Origin` the page that a request comes from, and in `Host` the server it
//! believes to talk to. A page of another site must neither open rooms nor play in the name of the
//! person at the browser, and a page whose name was pointed at this machine (DNS rebinding) must
//! not pass for our own.

use axum::http::header::HeaderName;
use axum::http::{HeaderMap, header};

/// The names and origins that belong to this server.
#[derive(Debug, Clone)]
pub(crate) struct Origins {
    /// Only this machine can reach the server, so only names of this machine are valid.
    loopback: bool,
    /// The server itself speaks TLS, so a page loaded without TLS is not its own.
    secure: bool,
    /// Additional allowed origins, such as `https://play.example.org`, in lower case.
    allowed: Vec<String>,
}

/// Why a request does not come from a page of this server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Foreign {
    /// `Host` is missing or is not a name of this server.
    Host,
    /// `Origin` is another site.
    Origin,
}

impl Origins {
    pub(crate) fn new(loopback: bool, secure: bool, allowed: &[String]) -> Self {
        let allowed = allowed
            .iter()
            .map(|origin| origin.trim_end_matches('/').to_ascii_lowercase())
            .collect();
        Self { loopback, secure, allowed }
    }

    /// Checks only whether the request's `Host` is a name of this server.
    pub(crate) fn check_host(&self, headers: &HeaderMap) -> Result<String, Foreign> {
        let host = text(headers, header::HOST).ok_or(Foreign::Host)?;
        let allowed_host = self.allowed.iter().any(|origin| authority(origin) == Some(&host));
        if self.loopback && !is_loopback_name(&host) && !allowed_host {
            return Err(Foreign::Host);
        }
        Ok(host)
    }

    /// The address under which pages of this server reach it, such as `https://play.example.org`;
    /// `None` if the request names another server. `proxied` is the protocol that a trusted proxy
    /// says it was asked by.
    pub(crate) fn of_server(&self, headers: &HeaderMap, proxied: Option<&str>) -> Option<String> {
        let host = self.check_host(headers).ok()?;
        let named = self.allowed.iter().find(|origin| authority(origin) == Some(&host));
        let secure = self.secure || proxied == Some("https");
        Some(match named {
            Some(origin) => origin.clone(),
            None if secure => format!("https://{host}"),
            None => format!("http://{host}"),
        })
    }

    /// Checks a request. Programs other than browsers send no `Origin`; they act only for the user
    /// who runs them.
    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), Foreign> {
        let host = self.check_host(headers)?;
        let Some(origin) = text(headers, header::ORIGIN) else { return Ok(()) };
        let plain = self.secure && origin.starts_with("http://");
        if authority(&origin) == Some(&host) && !plain || self.allowed.contains(&origin) {
            Ok(())
        } else {
            Err(Foreign::Origin)
        }
    }
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    let value = headers.get(name)?.to_str().unwrap_or("not text");
    Some(value.to_ascii_lowercase())
}

/// Host and port of a web origin.
fn authority(origin: &str) -> Option<&str> {
    origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))
}

fn is_loopback_name(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        // The colons of a bare IPv6 address are inside its brackets.
        Some((name, port)) if !port.contains(']') => name,
        _ => host,
    };
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        headers
    }

    #[test]
    fn only_our_own_pages_pass() {
        let origins = Origins::new(true, false, &["https://Play.example.org/".to_owned()]);
        let cases = [
            ("localhost:7878", Some("http://localhost:7878"), Ok(())),
            ("127.0.0.1:7878", Some("http://127.0.0.1:7878"), Ok(())),
            ("[::1]:7878", Some("http://[::1]:7878"), Ok(())),
            ("localhost:7878", None, Ok(())),
            ("localhost:7878", Some("https://play.example.org"), Ok(())),
            ("play.example.org", Some("https://play.example.org"), Ok(())),
            ("localhost:7878", Some("http://localhost:1234"), Err(Foreign::Origin)),
            ("localhost:7878", Some("http://evil.example"), Err(Foreign::Origin)),
            ("localhost:7878", Some("http://localhost:7878.evil.example"), Err(Foreign::Origin)),
            ("localhost:7878", Some("null"), Err(Foreign::Origin)),
            ("localhost:7878", Some("file://localhost:7878"), Err(Foreign::Origin)),
            ("evil.example:7878", Some("http://evil.example:7878"), Err(Foreign::Host)),
            ("evil.example:7878", None, Err(Foreign::Host)),
        ];
        for (host, origin, expected) in cases {
            assert_eq!(origins.check(&headers(host, origin)), expected, "{host} {origin:?}");
        }
    }

    #[test]
    fn a_server_with_tls_is_no_home_for_pages_that_came_without() {
        let origins = Origins::new(false, true, &["http://other.example".to_owned()]);
        for (origin, expected) in [
            ("https://games.example", Ok(())),
            ("http://games.example", Err(Foreign::Origin)),
            ("http://other.example", Ok(())),
        ] {
            let headers = headers("games.example", Some(origin));
            assert_eq!(origins.check(&headers), expected, "{origin}");
        }
    }

    #[test]
    fn a_server_knows_the_address_that_its_links_need() {
        let of = |origins: &Origins, host: &str, proxied| {
            origins.of_server(&headers(host, None), proxied).unwrap_or_default()
        };
        let plain = Origins::new(false, false, &["https://Play.example.org".to_owned()]);
        assert_eq!(of(&plain, "Play.example.org", None), "https://play.example.org");
        assert_eq!(of(&plain, "games.example:80", None), "http://games.example:80");
        assert_eq!(of(&plain, "games.example", Some("https")), "https://games.example");
        assert_eq!(of(&plain, "games.example", Some("gopher")), "http://games.example");
        assert_eq!(of(&Origins::new(false, true, &[]), "x.example", None), "https://x.example");
        assert_eq!(of(&Origins::new(true, false, &[]), "evil.example", None), "");
    }

    #[test]
    fn a_public_server_goes_by_any_name_but_still_wants_its_own_pages() {
        let origins = Origins::new(false, false, &[]);
        let own = headers("games.example:80", Some("http://games.example:80"));
        assert_eq!(origins.check(&own), Ok(()));
        let other = headers("games.example:80", Some("http://evil.example"));
        assert_eq!(origins.check(&other), Err(Foreign::Origin));
        assert_eq!(origins.check(&HeaderMap::new()), Err(Foreign::Host));
    }
}
