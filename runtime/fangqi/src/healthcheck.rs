//! `fangqi healthcheck`: asks a server as a probe does, for images that have no other program for
//! that.
//!
//! A certificate is not verified, and is therefore taken on this machine only: the server's own is
//! for the name that players use, and often one that it signed itself. The probe sends no secret,
//! and a program that can answer at a port of this machine is trusted with more than this.

use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context, anyhow};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, ClientConnection, DigitallySignedStruct, SignatureScheme, StreamOwned};
use serde_json::Value;

use crate::cli::HealthArgs;
use crate::config::Settings;
use crate::http;
use crate::serve::{DEFAULT_PORT, reachable};

/// Longest time for all of it.
const PATIENCE: Duration = Duration::from_secs(5);
/// Longest answer, in bytes.
const ANSWER_MAX: u64 = 64 * 1024;

/// `fangqi healthcheck`
pub(crate) fn run(args: &HealthArgs) -> anyhow::Result<()> {
    let path = if args.alive { "/healthz" } else { "/readyz" };
    let url = match (&args.url, args.port) {
        (Some(url), _) => url.clone(),
        (None, Some(port)) => {
            format!("http://{}{path}", SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
        }
        (None, None) => own_url(path)?,
    };
    let target = Target::of(&url, path)?;
    let (sender, answer) = mpsc::channel();
    std::thread::spawn(move || {
        // Nothing is heard when it took too long.
        let _ = sender.send(target.ask());
    });
    let late = || anyhow!("{url} does not answer within {} seconds", PATIENCE.as_secs());
    let (status, body) = answer.recv_timeout(PATIENCE).map_err(|_| late())??;
    if status == 200 {
        println!("{url} is {}", if args.alive { "alive" } else { "ready" });
        return Ok(());
    }
    let said: Value = serde_json::from_slice(&body).unwrap_or_default();
    let missing = said["missing"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let missing: Vec<&str> = missing.collect();
    Err(match missing.is_empty() {
        true => anyhow!("{url} answers with status {status}"),
        false => anyhow!("{url} is not ready: {}", missing.join(", ")),
    })
}

/// Where a server listens that has the settings of this environment.
fn own_url(path: &str) -> anyhow::Result<String> {
    let settings = Settings::of(&[]);
    let unknown = "say with --port or --url where the server is";
    let (_, args) = settings.read().map_err(|_| anyhow!(unknown))?;
    let port = args.common.port.unwrap_or(DEFAULT_PORT);
    if port == 0 {
        return Err(anyhow!("the server's port is any free one: {unknown}"));
    }
    let scheme = if args.tls_cert.is_some() { "https" } else { "http" };
    Ok(format!("{scheme}://{}{path}", reachable((args.host, port).into())))
}

/// What is asked, and where.
struct Target {
    secure: bool,
    /// Host and port as the URL has them.
    authority: String,
    host: String,
    port: u16,
    path: String,
}

impl Target {
    fn of(url: &str, path: &str) -> anyhow::Result<Self> {
        let wrong = || anyhow!("{url} is no address such as http://127.0.0.1:7878");
        let (secure, rest) = match (url.strip_prefix("http://"), url.strip_prefix("https://")) {
            (Some(rest), _) => (false, rest),
            (_, Some(rest)) => (true, rest),
            _ => return Err(wrong()),
        };
        let (authority, asked) = match rest.find('/') {
            Some(at) => (&rest[..at], &rest[at..]),
            None => (rest, path),
        };
        let path = if asked == "/" { path } else { asked };
        let (host, port) = match authority.rsplit_once(':') {
            // The colons of an IPv6 address are within its brackets.
            Some((host, port)) if !port.contains(']') => (host, port.parse().map_err(|_| wrong())?),
            _ => (authority, if secure { 443 } else { 80 }),
        };
        let plain = |c: char| c.is_ascii_graphic();
        if host.is_empty() || !authority.chars().all(plain) || !path.chars().all(plain) {
            return Err(wrong());
        }
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let (authority, path) = (authority.to_owned(), path.to_owned());
        Ok(Self { secure, authority, host, port, path })
    }

    /// Status and body of the answer.
    fn ask(&self) -> anyhow::Result<(u16, Vec<u8>)> {
        let Self { authority, path, .. } = self;
        let stream = http::connect(&self.host, self.port, PATIENCE)
            .with_context(|| format!("{authority} cannot be reached"))?;
        let broken = || format!("{authority} breaks off");
        let peer = stream.peer_addr().with_context(broken)?;
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: {authority}\r\nconnection: close\r\n\r\n");
        let answer = if self.secure {
            if !peer.ip().is_loopback() {
                return Err(anyhow!("https is asked on this machine only; {peer} is another"));
            }
            http::exchange(self.secured(stream)?, request.as_bytes(), ANSWER_MAX)
        } else {
            http::exchange(stream, request.as_bytes(), ANSWER_MAX)
        };
        let answer = answer.with_context(broken)?;
        let (status, body) = http::taken_apart(&answer)
            .with_context(|| format!("{authority} does not answer as this server would"))?;
        Ok((status, body.to_vec()))
    }

    fn secured(
        &self,
        stream: TcpStream,
    ) -> anyhow::Result<StreamOwned<ClientConnection, TcpStream>> {
        let provider = Arc::new(ring::default_provider());
        let config = ClientConfig::builder_with_provider(Arc::clone(&provider))
            .with_safe_default_protocol_versions()?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(AnyCertificate(provider)))
            .with_no_client_auth();
        let name = ServerName::try_from(self.host.clone())?;
        Ok(StreamOwned::new(ClientConnection::new(Arc::new(config), name)?, stream))
    }
}

/// Takes every certificate; see the head of this file.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.0.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.0.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_apart() {
        let parts = |url: &str| {
            let target = Target::of(url, "/readyz").ok()?;
            Some((target.secure, target.host, target.port, target.path))
        };
        let of = |secure, host: &str, port, path: &str| {
            Some((secure, host.to_owned(), port, path.to_owned()))
        };
        assert_eq!(parts("http://127.0.0.1:7878"), of(false, "127.0.0.1", 7878, "/readyz"));
        assert_eq!(parts("https://[::1]:1/"), of(true, "::1", 1, "/readyz"));
        assert_eq!(
            parts("https://games.example/healthz"),
            of(true, "games.example", 443, "/healthz")
        );
        assert_eq!(parts("http://localhost"), of(false, "localhost", 80, "/readyz"));
        for bad in
            ["", "localhost", "ftp://a", "http://", "http://a:x", "http://a b", "http://a/\r\n"]
        {
            assert_eq!(parts(bad), None, "{bad}");
        }
    }
}
