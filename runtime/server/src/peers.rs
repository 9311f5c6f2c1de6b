//! Lines to other servers that share the log.
//!
//! A server passes on what is meant for rooms that another one has. It names its client in
//! `X-Forwarded-For` and shows the secret of all servers of the log, by which the other one knows
//! that it may believe that, and that it must not pass the request on once more.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, Response, header};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::log::Peer;
use crate::session::AdminSecret;
use crate::tls_client;

/// Longest time that connecting may take.
const CONNECT: Duration = Duration::from_secs(3);
/// The header with the secret of the servers.
pub(crate) const SECRET: HeaderName = HeaderName::from_static("fangqi-peer");

/// What a server needs to speak to the others.
#[derive(Debug)]
pub(crate) struct Peers {
    secret: AdminSecret,
    /// Made for the first peer that speaks TLS.
    tls: OnceLock<Arc<ClientConfig>>,
}

/// A line to another server.
pub(crate) enum PeerLine {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

impl Peers {
    pub(crate) fn new(secret: AdminSecret) -> Self {
        Self { secret, tls: OnceLock::new() }
    }

    /// The value of [`SECRET`] for another server.
    pub(crate) fn secret(&self) -> HeaderValue {
        // Secrets are checked when they are read.
        HeaderValue::from_str(self.secret.reveal()).unwrap_or(HeaderValue::from_static(""))
    }

    /// Whether a request comes from another server.
    pub(crate) fn sent(&self, headers: &HeaderMap) -> bool {
        let shown = headers.get(SECRET).and_then(|secret| secret.to_str().ok());
        shown.is_some_and(|secret| self.secret.is(secret))
    }

    /// Connects to another server.
    pub(crate) async fn connect(&self, peer: &Peer) -> io::Result<PeerLine> {
        let late = |_| io::Error::from(io::ErrorKind::TimedOut);
        timeout(CONNECT, self.try_connect(peer)).await.map_err(late)?
    }

    /// Sends a request to another server, in its name: with the secret of all of them.
    pub(crate) async fn ask(
        &self,
        peer: &Peer,
        mut request: Request<Body>,
    ) -> io::Result<Response<Body>> {
        let host = HeaderValue::from_str(authority(peer)).map_err(io::Error::other)?;
        request.headers_mut().insert(header::HOST, host);
        request.headers_mut().insert(SECRET, self.secret());
        let line = TokioIo::new(self.connect(peer).await?);
        let (mut sender, connection) = http1::handshake(line).await.map_err(io::Error::other)?;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a line to another server ended");
            }
        });
        let answer = sender.send_request(request).await.map_err(io::Error::other)?;
        Ok(answer.map(Body::new))
    }

    async fn try_connect(&self, peer: &Peer) -> io::Result<PeerLine> {
        let address = authority(peer);
        let line = TcpStream::connect(address).await?;
        line.set_nodelay(true)?;
        if !peer.address.starts_with(TLS) {
            return Ok(PeerLine::Plain(line));
        }
        let host = address.rsplit_once(':').map_or(address, |(host, _)| host);
        let name = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let name = ServerName::try_from(name).map_err(io::Error::other)?;
        let line = TlsConnector::from(self.tls()?).connect(name, line).await?;
        Ok(PeerLine::Tls(Box::new(line)))
    }

    fn tls(&self) -> io::Result<Arc<ClientConfig>> {
        if let Some(tls) = self.tls.get() {
            return Ok(Arc::clone(tls));
        }
        let roots = tls_client::roots(None).map_err(io::Error::other)?;
        let config = tls_client::config(roots).map_err(io::Error::other)?;
        Ok(Arc::clone(self.tls.get_or_init(|| Arc::new(config))))
    }
}

const TLS: &str = "https://";

/// Host and port of a peer.
pub(crate) fn authority(peer: &Peer) -> &str {
    peer.address.strip_prefix(TLS).unwrap_or(&peer.address)
}

impl AsyncRead for PeerLine {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(line) => Pin::new(line).poll_read(context, buffer),
            Self::Tls(line) => Pin::new(line).poll_read(context, buffer),
        }
    }
}

impl AsyncWrite for PeerLine {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Plain(line) => Pin::new(line).poll_write(context, bytes),
            Self::Tls(line) => Pin::new(line).poll_write(context, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(line) => Pin::new(line).poll_flush(context),
            Self::Tls(line) => Pin::new(line).poll_flush(context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(line) => Pin::new(line).poll_shutdown(context),
            Self::Tls(line) => Pin::new(line).poll_shutdown(context),
        }
    }
}
