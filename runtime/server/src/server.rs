use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::admin::{self, Admin};
use crate::app::App;
use crate::config::{Config, HttpLimits, SocketLimits};
use crate::log::{LogError, RoomLog};
use crate::maps::{MapSet, OfferedMap};
use crate::net::Acceptor;
use crate::session::RoomId;
use crate::shard::{OpenRoomError, RoomReload, Rooms};

/// Time that requests have to be answered while the rooms are still there.
const ANSWERS: Duration = Duration::from_millis(500);
/// Time that shards have to stop after their current step.
const STOP: Duration = Duration::from_secs(5);
/// Time that each group of connections has to end after that.
const DRAIN: Duration = Duration::from_secs(2);
/// Sockets of operators at once.
const ADMIN_SOCKETS: usize = 64;

/// A running server.
#[derive(Debug)]
pub struct Server {
    rooms: Arc<Rooms>,
    address: SocketAddr,
    connections: Arc<Semaphore>,
    /// Exchanges lobbies with servers that share the log.
    exchange: JoinHandle<()>,
    stop: watch::Sender<bool>,
    /// For each acceptor: its task, the semaphore of its sockets that are not WebSockets, and the
    /// number of its permits.
    acceptors: Vec<(JoinHandle<()>, Arc<Semaphore>, usize)>,
}

/// Why a server cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The log cannot be opened or read.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The socket cannot be used.
    #[error("the socket cannot be used: {0}")]
    Socket(#[from] std::io::Error),
}

impl Server {
    /// Starts serving on a listening socket.
    pub async fn start(
        listener: TcpListener,
        config: Config,
        maps: MapSet,
        log: Arc<dyn RoomLog>,
    ) -> Result<Self, StartError> {
        let address = listener.local_addr()?;
        let rooms = Arc::new(Rooms::start(config, maps, log)?);
        let app = App::new(Arc::clone(&rooms), address.ip().is_loopback());
        let connections = Arc::clone(&app.connections);
        let exchange = tokio::spawn(Arc::clone(&rooms).exchange_lobbies());
        let config = &rooms.config;
        let (stop, _) = watch::channel(false);
        let waiting = Arc::new(Semaphore::new(config.http.sockets));
        let acceptor = Acceptor {
            listener,
            tls: config.tls.clone(),
            http: config.http.clone(),
            socket: config.socket.clone(),
            metrics: Arc::clone(&rooms.metrics),
            router: app.router(),
            waiting: Arc::clone(&waiting),
        };
        let acceptors =
            vec![(tokio::spawn(acceptor.serve(stop.subscribe())), waiting, config.http.sockets)];
        Ok(Self { rooms, address, connections, exchange, stop, acceptors })
    }

    /// Starts the operator's interface on a socket of its own. Returns its address.
    pub fn admit_operators(
        &mut self,
        listener: TcpListener,
        admin: Admin,
    ) -> std::io::Result<SocketAddr> {
        let address = listener.local_addr()?;
        let waiting = Arc::new(Semaphore::new(ADMIN_SOCKETS));
        let http = HttpLimits { sockets: ADMIN_SOCKETS, ..self.rooms.config.http.clone() };
        let socket = SocketLimits {
            per_address: ADMIN_SOCKETS,
            trust_proxy: false,
            ..self.rooms.config.socket.clone()
        };
        let router = admin::router(Arc::clone(&self.rooms), admin, address.ip().is_loopback());
        let acceptor = Acceptor {
            listener,
            tls: None,
            http,
            socket,
            metrics: Arc::clone(&self.rooms.metrics),
            router,
            waiting: Arc::clone(&waiting),
        };
        let serving = tokio::spawn(acceptor.serve(self.stop.subscribe()));
        self.acceptors.push((serving, waiting, ADMIN_SOCKETS));
        Ok(address)
    }

    /// The address that the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Opens a room on a map. It is durable when this returns.
    pub async fn open_room(&self, map: &str) -> Result<RoomId, OpenRoomError> {
        self.rooms.open(map, false).await
    }

    /// The newest room of a map.
    pub fn newest_room(&self, map: &str) -> Option<RoomId> {
        self.rooms.newest(map)
    }

    /// Offers a new version of a map. New rooms open with it; awake rooms switch to it if nothing
    /// in them differs. Returns the outcome for each awake room of the map.
    pub async fn reload(&self, map: impl Into<OfferedMap>) -> Vec<RoomReload> {
        self.rooms.reload(map.into()).await
    }

    /// Switches a room to the version it was last offered, although that changes the game.
    pub async fn accept_reload(&self, room: &RoomId) -> RoomReload {
        self.rooms.decide_reload(room, true).await
    }

    /// Tells everybody in rooms of a map that its new version cannot be loaded.
    pub fn map_broken(&self, map: &str, error: &str) {
        self.rooms.map_broken(map, error);
    }

    /// From now on probes are told that the server is not ready, so that balancers send visitors
    /// elsewhere. Those who are here are served as before.
    pub fn drain(&self) {
        self.rooms.drain();
    }

    /// Accepts nothing more, answers what was asked, ends all rooms and closes all connections,
    /// whose clients come back by themselves. Takes at most twelve seconds, or sixteen with the
    /// operator's interface, whatever rooms and clients do. Everything accepted is durable once the
    /// log is dropped.
    pub async fn shutdown(self) {
        self.drain();
        // The acceptors close their listening sockets at once.
        self.stop.send_replace(true);
        self.exchange.abort();
        let answered = async {
            for (_, waiting, count) in &self.acceptors {
                drop(waiting.acquire_many(u32::try_from(*count).unwrap_or(u32::MAX)).await);
            }
        };
        // Those that are not answered in time get their time at the end.
        let _ = timeout(ANSWERS, answered).await;
        let rooms = Arc::clone(&self.rooms);
        match timeout(STOP, tokio::task::spawn_blocking(move || rooms.stop())).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "the shards did not stop cleanly"),
            Err(_) => tracing::error!("a shard did not stop in time; going without it"),
        }
        let all = u32::try_from(self.rooms.config.socket.connections).unwrap_or(u32::MAX);
        // Clients that do not read the close frame are cut off.
        let _ = timeout(DRAIN, self.connections.acquire_many(all)).await;
        for (serving, waiting, count) in self.acceptors {
            let all = u32::try_from(count).unwrap_or(u32::MAX);
            if timeout(DRAIN, waiting.acquire_many(all)).await.is_err() {
                tracing::debug!("some requests were cut off");
            }
            match timeout(DRAIN, serving).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::error!(%error, "serving panicked"),
                Err(_) => tracing::error!("a socket could not be closed"),
            }
        }
    }
}
