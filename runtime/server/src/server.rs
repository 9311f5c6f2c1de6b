use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::serve::ListenerExt;
use fangqi_room::MapPackage;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, oneshot};
use tokio::task::JoinHandle;

use crate::app::App;
use crate::config::Config;
use crate::log::{LogError, RoomLog};
use crate::maps::MapSet;
use crate::session::RoomId;
use crate::shard::{OpenRoomError, RoomReload, Rooms};

/// How long connections have to end once the server stops.
const DRAIN: Duration = Duration::from_secs(2);

/// A running server.
#[derive(Debug)]
pub struct Server {
    rooms: Arc<Rooms>,
    address: SocketAddr,
    connections: Arc<Semaphore>,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<std::io::Result<()>>,
}

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Its log cannot be used.
    #[error(transparent)]
    Log(#[from] LogError),
    /// Its socket cannot be used.
    #[error("the socket cannot be used: {0}")]
    Socket(#[from] std::io::Error),
}

impl Server {
    /// Starts serving on a socket that listens already.
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
        let (stop, stopped) = oneshot::channel::<()>();
        // A delta is a small packet that must not wait for the next one.
        let listener = listener.tap_io(|socket| {
            if let Err(error) = socket.set_nodelay(true) {
                tracing::debug!(%error, "a socket keeps its delay");
            }
        });
        let service = app.router().into_make_service_with_connect_info::<SocketAddr>();
        let serving = tokio::spawn(async move {
            let stopped = async {
                // Dropping the server stops it too.
                let _ = stopped.await;
            };
            axum::serve(listener, service).with_graceful_shutdown(stopped).await
        });
        Ok(Self { rooms, address, connections, stop, serving })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Opens a room on a map.
    pub async fn open_room(&self, map: &str) -> Result<RoomId, OpenRoomError> {
        self.rooms.open(map).await
    }

    /// The newest room of a map, if there is one.
    pub fn newest_room(&self, map: &str) -> Option<RoomId> {
        self.rooms.newest(map)
    }

    /// Loads a new version of a map: new rooms open with it, rooms awake go on with it if nothing in
    /// them differs. Says what became of each.
    pub async fn reload(&self, package: MapPackage) -> Vec<RoomReload> {
        self.rooms.reload(package).await
    }

    /// Lets a room go on with the version it was last offered, though it differs.
    pub async fn accept_reload(&self, room: &RoomId) -> RoomReload {
        self.rooms.accept_reload(room).await
    }

    /// Tells everybody who plays a map that its new version cannot be loaded.
    pub fn map_broken(&self, map: &str, error: &str) {
        self.rooms.map_broken(map, error);
    }

    /// Says goodbye to everybody and stops. All that was accepted is durable once the log is
    /// dropped.
    pub async fn shutdown(self) {
        let rooms = Arc::clone(&self.rooms);
        let stopped = tokio::task::spawn_blocking(move || rooms.stop()).await;
        if let Err(error) = stopped {
            tracing::error!(%error, "the shards did not stop cleanly");
        }
        let all = u32::try_from(self.rooms.config.socket.connections).unwrap_or(u32::MAX);
        // Those who do not read goodbyes are cut off.
        let _ = tokio::time::timeout(DRAIN, self.connections.acquire_many(all)).await;
        // The task may have ended by an error of its own already.
        let _ = self.stop.send(());
        match tokio::time::timeout(DRAIN, self.serving).await {
            Ok(Ok(Ok(()))) => {}
            Ok(Ok(Err(error))) => tracing::error!(%error, "serving ended with an error"),
            Ok(Err(error)) => tracing::error!(%error, "serving panicked"),
            Err(_) => tracing::debug!("some requests were cut off"),
        }
    }
}
