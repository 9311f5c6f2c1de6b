//! `fangqi play` and `fangqi serve`.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow};
use fangqi_room::plugin::with_causes;
use fangqi_server::log::{MemoryLog, PostgresLog, RoomLog, SqliteLog, StoredRoom};
use fangqi_server::session::{AdminSecret, RoomId, TokenKeys};
use fangqi_server::{Admin, Config, MapSet, Server, Tls, Workers};
use tokio::net::TcpListener;

use crate::browser;
use crate::cli::{CommonArgs, PlayArgs, ServeArgs};
use crate::maps::{self, MapFolder};
use crate::replay;
use crate::signals::Signals;
use crate::watch;

/// The port that is tried when none is given.
const DEFAULT_PORT: u16 = 7878;
const SECONDS_PER_DAY: u64 = 24 * 60 * 60;
/// Longest time that stopping may take.
const END: Duration = Duration::from_secs(15);

/// Rooms that the person who plays on their own machine may open a second in the long run.
const OPENS_PER_SECOND: f64 = 2.0;

/// `fangqi play`
pub(crate) fn play(mut args: PlayArgs) -> anyhow::Result<()> {
    let (mut named, place) =
        maps::located(std::slice::from_ref(&args.map), maps::place(args.common.maps))?;
    args.map = named.pop().unwrap_or(args.map);
    args.common.maps = place;
    let folder = MapFolder::read(args.common.maps.as_deref())?;
    let host = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let mut config = config(&args.common)?;
    // Said before anything is started: a person who mistypes a name should not see a server.
    folder.chosen(std::slice::from_ref(&args.map))?;
    let maps = folder.offered(config.processes.as_ref(), Some(&args.map))?;
    // Whoever asks is on this machine.
    config.http.opens_per_second = OPENS_PER_SECOND;
    run(host, &args.common, None, config, maps, None, async |server| {
        let kept = args.common.data.as_ref().and_then(|_| server.newest_room(&args.map));
        let room = match kept {
            Some(room) => room,
            None => server.open_room(&args.map).await?,
        };
        Ok(format!("r/{room}"))
    })
}

/// `fangqi serve`
pub(crate) fn serve(args: &ServeArgs) -> anyhow::Result<()> {
    let folder = MapFolder::read(args.common.maps.as_deref())?;
    let mut config = config(&args.common)?;
    if let Some(rooms) = args.rooms {
        config.rooms = rooms;
    }
    if let Some(per_address) = args.per_address {
        config.socket.per_address = per_address;
    }
    if let Some(days) = args.forget_rooms {
        let seconds = u64::from(days.get()) * SECONDS_PER_DAY;
        config.room.forget_after = Some(Duration::from_secs(seconds));
    }
    let database = args.database.open(args.common.keep_inputs.map(days))?;
    if let Some(database) = &database {
        config.keys = Some(database.token_keys(args.rotate_key)?);
        if args.forget_rooms.is_none() {
            config.room.forget_after = None;
        }
    }
    config.socket.trust_proxy = args.trust_proxy;
    config.origins.clone_from(&args.origins);
    if let (Some(certificate), Some(key)) = (&args.tls_cert, &args.tls_key) {
        let tls = Tls::load(certificate, key)?;
        config.tls = Some(tls);
    }
    if let (Some(data), true) = (&args.common.data, args.rotate_key) {
        make_folder(data)?;
        TokenKeys::rotate(data)?;
    }
    let (maps, admin) = (folder.offered(config.processes.as_ref(), None)?, args.admin_listen);
    run(args.host, &args.common, database, config, maps, admin, async |_| Ok(String::new()))
}

fn days(count: u32) -> Duration {
    Duration::from_secs(u64::from(count) * SECONDS_PER_DAY)
}

fn config(args: &CommonArgs) -> anyhow::Result<Config> {
    if args.watch && args.maps.is_none() {
        return Err(anyhow!("--watch needs the folder of maps to watch: --maps FOLDER"));
    }
    let mut config = Config::default();
    if args.data.is_some() {
        // What a person asked to keep is kept.
        config.room.forget_after = None;
    }
    config.room.keep_beginnings = args.keep_inputs.is_none();
    config.room.heavy = args.heavy;
    in_workers(&mut config, args.workers)?;
    config.watch = args.watch;
    Ok(config)
}

/// Has the shards of a server work in so many processes of their own: as many as usual without a
/// number, and in none with 0 or where the system has no such thing.
pub(crate) fn in_workers(config: &mut Config, workers: Option<usize>) -> anyhow::Result<()> {
    if workers == Some(0) || !cfg!(target_os = "linux") {
        return Ok(());
    }
    let processes =
        Workers::of_this_program(&["worker"]).context("worker processes cannot be started")?;
    config.shards = workers.unwrap_or(config.shards);
    config.processes = Some(processes);
    Ok(())
}

/// Starts a server, prints where it is, and serves until told to stop.
fn run(
    host: IpAddr,
    args: &CommonArgs,
    database: Option<Arc<PostgresLog>>,
    mut config: Config,
    maps: MapSet,
    admin: Option<SocketAddr>,
    page: impl AsyncFnOnce(&Server) -> anyhow::Result<String>,
) -> anyhow::Result<()> {
    let log: Arc<dyn RoomLog> = match (&args.data, &database) {
        (_, Some(database)) => Arc::clone(database) as Arc<dyn RoomLog>,
        (Some(folder), None) => {
            // First of all: it makes the folder, and makes sure that it is ours.
            let log = SqliteLog::open(folder)?;
            if let Some(age) = args.keep_inputs {
                log.keep_inputs_for(days(age));
            }
            config.keys = Some(TokenKeys::load(folder)?);
            Arc::new(log)
        }
        (None, None) => Arc::new(MemoryLog::new()),
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(4);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(threads)
        .enable_all()
        .build()
        .context("no threads can be started")?;
    let workers = config.processes.clone();
    let scheme = if config.tls.is_some() { "https" } else { "http" };
    let kept = Arc::clone(&log);
    let served = runtime.block_on(async {
        let mut signals = Signals::listen()?;
        let listener = listen(host, args.port).await?;
        let admin = match admin {
            Some(address) => {
                Some((listen_at(address).await?, operators(args, database.as_deref())?))
            }
            None => None,
        };
        let mut server = Server::start(listener, config, maps, log).await?;
        let page = page(&server).await?;
        let url = format!("{scheme}://{}/{page}", reachable(server.address()));
        announce(&url, args.data.is_some() || database.is_some());
        if let Some((listener, admin)) = admin {
            let told = operators_told(args, database.as_deref(), &admin.secret);
            let address =
                server.admit_operators(listener, admin).context("operators cannot be let in")?;
            say(&format!("Operators: {address}, {told}"));
        }
        if !args.no_browser {
            browser::open(&url);
        }
        match args.maps.as_deref().filter(|_| args.watch) {
            None => signals.next().await,
            Some(folder) => tokio::select! {
                () = signals.next() => {}
                () = watch::run(&server, folder, workers.as_ref()) => {}
            },
        }
        tracing::info!("stopping");
        signals.end_at_once_next_time();
        end_after(END);
        server.shutdown().await;
        Ok(())
    });
    // A task that does not end must not keep the rest from being written.
    runtime.shutdown_timeout(Duration::from_secs(1));
    // What waits for the disk is written now.
    drop((kept, database));
    served
}

/// Ends the program after a time, whatever it is at.
fn end_after(time: Duration) {
    std::thread::spawn(move || {
        std::thread::sleep(time);
        eprintln!("fangqi: stopping took more than {} seconds; giving up", time.as_secs());
        std::process::exit(1);
    });
}

fn make_folder(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("the data folder {} cannot be made", folder.display()))
}

/// What lets operators in.
fn operators(args: &CommonArgs, database: Option<&PostgresLog>) -> anyhow::Result<Admin> {
    let secret = match (database, &args.data) {
        (Some(database), _) => database.admin_secret()?,
        (None, Some(folder)) => AdminSecret::load(folder)?,
        (None, None) => AdminSecret::random()?,
    };
    let maps = args.maps.clone();
    let export = move |room: &RoomId, stored: StoredRoom| {
        replay::archive(maps.as_deref(), room, stored).map_err(|error| with_causes(&error))
    };
    Ok(Admin { secret, export: Arc::new(export) })
}

fn operators_told(
    args: &CommonArgs,
    database: Option<&PostgresLog>,
    secret: &AdminSecret,
) -> String {
    if let Some(database) = database {
        return format!("secret in the table fangqi.secret of {}", database.place());
    }
    match &args.data {
        Some(folder) => format!("secret in {}", folder.join(AdminSecret::FILE).display()),
        None => format!("secret {}", secret.reveal()),
    }
}

async fn listen_at(address: SocketAddr) -> anyhow::Result<TcpListener> {
    if !address.ip().is_loopback() {
        tracing::warn!(%address, "operators' secrets travel unencrypted to this address");
    }
    TcpListener::bind(address)
        .await
        .with_context(|| format!("operators cannot be let in at {address}"))
}

/// Listens on the port that was asked for, or else on the default port or any free one.
async fn listen(host: IpAddr, port: Option<u16>) -> anyhow::Result<TcpListener> {
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
            .with_context(|| format!("no port of {host} can be used"));
    }
    Err(if busy {
        anyhow!(
            "port {wanted} is in use by another program; choose another one with --port, \
             or any free one with --port 0"
        )
    } else {
        anyhow::Error::new(error).context(format!("{host} port {wanted} cannot be used"))
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

/// Prints the address, and what becomes of the rooms. Whoever started the program may be reading
/// it through a pipe.
fn announce(url: &str, kept: bool) {
    say(&format!("Fangqi is ready: {url}"));
    if !kept {
        say(
            "Rooms end with the program; --data FOLDER keeps them. 加上 --data 文件夹 可保存房间。",
        );
    }
    say("Press Ctrl-C to stop. 按 Ctrl-C 停止。");
}

fn say(line: &str) {
    let mut out = fangqi_text::out::stdout();
    // A closed output is no reason to stop serving.
    let _ = writeln!(out, "{line}");
    let _ = out.flush();
}
