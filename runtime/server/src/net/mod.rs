//! Sockets: accepts, counts, limits and optionally encrypts them before HTTP is read.

mod addresses;
mod head;
mod limiter;
mod metered;
mod tls;

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

pub(crate) use addresses::{Addresses, Place, is_near, network};
pub(crate) use limiter::Limiter;
use metered::Metered;
pub use tls::{Tls, TlsError};

use crate::config::{HttpLimits, SocketLimits};
use crate::metrics::{Metrics, TurnedAway};

/// How long to accept nothing after the system had no more sockets.
const OUT_OF_SOCKETS: Duration = Duration::from_millis(100);
/// How long a client that was let in just before the server stopped may take to ask something. Its
/// request is usually on the way; closing the socket at once would answer it with nothing.
const FIRST_REQUEST: Duration = Duration::from_millis(300);
/// Largest number of headers in a request.
const HEADERS_MAX: usize = 64;
/// Longest request head in bytes; the minimum that hyper supports.
const HEAD_MAX: usize = 8 * 1024;

/// The origin of a request. Its slot is held as long as anything of the socket lives, which for a
/// WebSocket is longer than the request.
#[derive(Debug, Clone)]
pub(crate) struct Peer {
    /// `None` for an address without a limit.
    _place: Option<Arc<Place>>,
}

/// Accepts sockets and serves the requests on them.
pub(crate) struct Acceptor {
    pub(crate) listener: TcpListener,
    pub(crate) tls: Option<Tls>,
    pub(crate) http: HttpLimits,
    pub(crate) socket: SocketLimits,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) router: Router,
    /// One permit for each socket that is not a WebSocket yet.
    pub(crate) waiting: Arc<Semaphore>,
}

/// What the task of every socket needs.
struct Desk {
    tls: Option<Tls>,
    http: HttpLimits,
    metrics: Arc<Metrics>,
    service: TowerToHyperService<Router>,
    stopping: watch::Receiver<bool>,
}

impl Acceptor {
    /// Accepts until `stopping` is set. Open sockets may then finish their current request.
    pub(crate) async fn serve(self, stopping: watch::Receiver<bool>) {
        let Self { listener, tls, http, socket: limits, metrics, router, waiting } = self;
        let addresses = Arc::new(Addresses::new(limits.per_address));
        let mut stop = stopping.clone();
        let service = TowerToHyperService::new(router);
        let desk = Arc::new(Desk { tls, http, metrics, service, stopping });
        loop {
            let accepted = tokio::select! {
                biased;
                // An error means that the server was dropped.
                _ = stop.wait_for(|stop| *stop) => break,
                accepted = listener.accept() => accepted,
            };
            let (socket, peer) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    let of_client = matches!(
                        error.kind(),
                        ErrorKind::ConnectionAborted
                            | ErrorKind::ConnectionRefused
                            | ErrorKind::ConnectionReset
                    );
                    if !of_client {
                        tracing::error!(%error, "no socket can be accepted");
                        sleep(OUT_OF_SOCKETS).await;
                    }
                    continue;
                }
            };
            let Ok(permit) = Arc::clone(&waiting).try_acquire_owned() else {
                desk.metrics.turned_away(TurnedAway::Full);
                continue;
            };
            // Behind a proxy are many clients, which are counted once its headers name the client.
            let counted = !(limits.trust_proxy && is_near(peer.ip())) && limits.counts(peer.ip());
            let place = if counted { addresses.enter(peer.ip()) } else { None };
            if counted && place.is_none() {
                desk.metrics.turned_away(TurnedAway::Address);
                continue;
            }
            let origin = Peer { _place: place.map(Arc::new) };
            let desk = Arc::clone(&desk);
            let metered = desk.meter(socket, &limits);
            tokio::spawn(async move {
                // Includes the time for the last response.
                let whole = desk.http.connection_time + desk.http.request_time;
                if timeout(whole, desk.welcome(metered, peer, origin)).await.is_err() {
                    tracing::debug!(%peer, "a socket was open for too long");
                }
                drop(permit);
            });
        }
    }
}

impl Desk {
    fn meter(&self, socket: TcpStream, limits: &SocketLimits) -> Metered<TcpStream> {
        // A delta is a small packet that must not wait for the next one (Nagle's algorithm).
        if let Err(error) = socket.set_nodelay(true) {
            tracing::debug!(%error, "a socket keeps its delay");
        }
        let metrics = Arc::clone(&self.metrics);
        Metered::new(socket, limits.bytes_per_second, limits.bytes_burst, metrics)
    }

    async fn welcome(&self, socket: Metered<TcpStream>, peer: SocketAddr, origin: Peer) {
        let Some(tls) = &self.tls else { return self.answer(socket, peer, origin).await };
        let handshake = tls.acceptor().accept(socket);
        match timeout(self.http.head_time, handshake).await {
            Ok(Ok(socket)) => self.answer(socket, peer, origin).await,
            Ok(Err(error)) => {
                tracing::debug!(%peer, %error, "no TLS handshake");
                self.metrics.turned_away(TurnedAway::Tls);
            }
            Err(_) => self.metrics.turned_away(TurnedAway::Tls),
        }
    }

    /// Serves requests until the socket ends or becomes a WebSocket.
    async fn answer<S>(&self, socket: S, peer: SocketAddr, origin: Peer)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let asked = AtomicBool::new(false);
        let service = service_fn(async |mut request: Request<Incoming>| {
            asked.store(true, Ordering::Relaxed);
            if let Err(refusal) = head::check(&mut request) {
                return Ok(*refusal);
            }
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(origin.clone());
            self.service.call(request).await
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.http.head_time)
            .max_headers(HEADERS_MAX)
            .max_buf_size(HEAD_MAX)
            .serve_connection(TokioIo::new(socket), service)
            .with_upgrades();
        let mut connection = std::pin::pin!(connection);
        let mut stopping = self.stopping.clone();
        // The wait returns a guard, which must not be held.
        let stopped = async {
            drop(stopping.wait_for(|stop| *stop).await);
            if !asked.load(Ordering::Relaxed) {
                sleep(FIRST_REQUEST).await;
            }
        };
        let ended = tokio::select! {
            ended = &mut connection => Some(ended),
            () = stopped => None,
            () = sleep(self.http.connection_time) => None,
        };
        let ended = match ended {
            Some(ended) => ended,
            None => {
                // A request that is being served is still finished.
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%peer, %error, "a socket ended");
        }
    }
}
