//! `fangqi play` and `fangqi serve`.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use fangqi_server::log::{MemoryLog, RoomLog, SqliteLog};
use fangqi_server::{Config, MapSet, Server};
use tokio::net::TcpListener;

use crate::browser;
use crate::cli::{CommonArgs, PlayArgs, ServeArgs};
use crate::maps::MapFolder;
use crate::watch;

/// The port that is tried when none is given.
const DEFAULT_PORT: u16 = 7878;

/// `fangqi play`
pub(crate) fn play(args: &PlayArgs) -> Result<(), String> {
    let folder = MapFolder::read(args.common.maps.as_deref()).map_err(|error| error.to_string())?;
    // Said before anything is started: a person who mistypes a name should not see a server.
    folder.load_named(&args.map)?;
    let maps = folder.load_all();
    let host = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let config = config(&args.common);
    run(host, &args.common, config, maps, async |server| {
        let kept = args.common.data.as_ref().and_then(|_| server.newest_room(&args.map));
        let room = match kept {
            Some(room) => room,
            None => server.open_room(&args.map).await.map_err(|error| error.to_string())?,
        };
        Ok(format!("r/{room}"))
    })
}

/// `fangqi serve`
pub(crate) fn serve(args: &ServeArgs) -> Result<(), String> {
    let folder = MapFolder::read(args.common.maps.as_deref()).map_err(|error| error.to_string())?;
    let mut config = config(&args.common);
    if let Some(rooms) = args.rooms {
        config.rooms = rooms;
    }
    config.origins.clone_from(&args.origins);
    run(args.host, &args.common, config, folder.load_all(), async |_| Ok(String::new()))
}

fn config(args: &CommonArgs) -> Config {
    let mut config = Config::default();
    if args.data.is_some() {
        // What a person asked to keep is kept.
        config.room.forget_after = None;
    }
    config.room.heavy = args.heavy;
    config.watch = args.watch;
    config
}

/// Starts a server, prints where it is, and serves until told to stop.
fn run(
    host: IpAddr,
    args: &CommonArgs,
    config: Config,
    maps: MapSet,
    page: impl AsyncFnOnce(&Server) -> Result<String, String>,
) -> Result<(), String> {
    let log: Arc<dyn RoomLog> = match &args.data {
        Some(folder) => Arc::new(SqliteLog::open(folder).map_err(|error| error.to_string())?),
        None => Arc::new(MemoryLog::new()),
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(4);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(threads)
        .enable_all()
        .build()
        .map_err(|error| format!("no threads can be started: {error}"))?;
    runtime.block_on(async {
        let listener = listen(host, args.port).await?;
        let server =
            Server::start(listener, config, maps, log).await.map_err(|error| error.to_string())?;
        let page = page(&server).await?;
        let url = format!("http://{}/{page}", reachable(server.address()));
        announce(&url);
        if !args.no_browser {
            browser::open(&url);
        }
        match args.maps.as_deref().filter(|_| args.watch) {
            None => wait_for_end().await?,
            Some(folder) => tokio::select! {
                ended = wait_for_end() => ended?,
                () = watch::run(&server, folder) => {}
            },
        }
        tracing::info!("stopping");
        server.shutdown().await;
        Ok(())
    })
}

/// Listens on the port that was asked for, or else on the default port or any free one.
async fn listen(host: IpAddr, port: Option<u16>) -> Result<TcpListener, String> {
    let wanted = port.unwrap_or(DEFAULT_PORT);
    let error = match TcpListener::bind((host, wanted)).await {
        Ok(listener) => return Ok(listener),
        Err(error) => error,
    };
    let busy = error.kind() == std::io::ErrorKind::AddrInUse;
    if busy && port.is_none() {
        eprintln!("Port {wanted} is in use by another program; taking a free one instead.");
        return TcpListener::bind((host, 0))
            .await
            .map_err(|error| format!("no port of {host} can be used: {error}"));
    }
    Err(if busy {
        format!(
            "port {wanted} is in use by another program; choose another one with --port, \
             or any free one with --port 0"
        )
    } else {
        format!("{host} port {wanted} cannot be used: {error}")
    })
}

/// An address a browser on this machine can open.
fn reachable(address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => (Ipv4Addr::LOCALHOST, address.port()).into(),
        IpAddr::V6(ip) if ip.is_unspecified() => {
            (std::net::Ipv6Addr::LOCALHOST, address.port()).into()
        }
        _ => address,
    }
}

/// Prints the address. Whoever started the program may be reading it through a pipe.
fn announce(url: &str) {
    let mut out = std::io::stdout().lock();
    // A closed output is no reason to stop serving.
    let _ = writeln!(out, "Fangqi is ready: {url}");
    let _ = writeln!(out, "Press Ctrl-C to stop. 按 Ctrl-C 停止。");
    let _ = out.flush();
}

/// Waits for Ctrl-C or a polite kill; a second Ctrl-C ends the program at once.
async fn wait_for_end() -> Result<(), String> {
    let failed = |error: std::io::Error| format!("signals cannot be received: {error}");
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut term = signal(SignalKind::terminate()).map_err(failed)?;
        tokio::select! {
            pressed = tokio::signal::ctrl_c() => pressed.map_err(failed)?,
            _ = term.recv() => {}
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await.map_err(failed)?;
    tokio::spawn(async {
        if tokio::signal::ctrl_c().await.is_ok() {
            std::process::exit(130);
        }
    });
    Ok(())
}
