//! `fangqi play` and `fangqi serve`.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow};
use fangqi_room::plugin::with_causes;
use fangqi_server::log::{Ages, MemoryLog, PostgresLog, RoomLog, SqliteLog, StoredRoom};
use fangqi_server::session::{AdminSecret, RoomId, TokenKeys};
use fangqi_server::{Admin, Config, MapSet, Server, Tls, Workers};
use tokio::net::TcpListener;

use crate::browser;
use crate::cli::{CommonArgs, PlayArgs, ServeArgs};
use crate::maps::{self, MapFolder};
use crate::replay;
use crate::service_manager::{self, Sockets};
use crate::signals::{Asked, Signals};
use crate::watch;

/// The port that is tried when none is given.
pub(crate) const DEFAULT_PORT: u16 = 7878;
const SECONDS_PER_DAY: u64 = 24 * 60 * 60;
/// Longest time that stopping may take.
const END: Duration = Duration::from_secs(17);

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
    let place = Place { host, sockets: Sockets::default(), admin: None, secret: None };
    run(place, &args.common, config, maps, Logs::default(), async |server| {
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
    let sockets = Sockets::inherited()?;
    let folder = MapFolder::read(args.common.maps.as_deref())?;
    let mut config = config(&args.common)?;
    if let Some(processes) = &mut config.processes {
        processes.arguments.extend(args.log.words());
    }
    args.limits.apply(&mut config);
    let forget_after = args.forget_rooms.map(|count| days(count.get()));
    if forget_after.is_some() {
        config.room.forget_after = forget_after;
    }
    let ages = Ages { inputs: args.common.keep_inputs.map(days), rooms: forget_after };
    let database = args.database.open(ages, args.tls_cert.is_some())?;
    if let Some(database) = &database {
        config.keys = Some(database.token_keys(args.rotate_key)?);
    }
    config.socket.trust_proxy = args.trust_proxy;
    config.origins.clone_from(&args.origins);
    config.tls = tls(args)?;
    let secret = args.admin_secret_file.as_deref().map(AdminSecret::of_file).transpose()?;
    if let (Some(data), true) = (&args.common.data, args.rotate_key) {
        make_folder(data)?;
        TokenKeys::rotate(data)?;
    }
    let maps = folder.offered(config.processes.as_ref(), None)?;
    let place = Place { host: args.host, sockets, admin: args.admin_listen, secret };
    let logs = Logs { database, copy_to: args.copy_to.as_deref() };
    run(place, &args.common, config, maps, logs, async |_| Ok(String::new()))
}

/// Where a server listens.
struct Place {
    host: IpAddr,
    /// Sockets to listen on in place of new ones.
    sockets: Sockets,
    /// Where operators are let in.
    admin: Option<SocketAddr>,
    /// What lets them in; without it, a secret of the data folder or a new one.
    secret: Option<AdminSecret>,
}

/// Where rooms are kept, besides the data folder.
#[derive(Default)]
struct Logs<'a> {
    /// In place of a data folder.
    database: Option<Arc<PostgresLog>>,
    /// Where the data folder is copied to.
    copy_to: Option<&'a Path>,
}

fn tls(args: &ServeArgs) -> anyhow::Result<Option<Tls>> {
    match (&args.tls_cert, &args.tls_key) {
        (Some(certificate), Some(key)) => Ok(Some(Tls::load(certificate, key)?)),
        _ => Ok(None),
    }
}

/// What would keep a server with these settings from starting, as far as one can see without
/// starting it.
pub(crate) fn mistakes(args: &ServeArgs) -> Vec<String> {
    let secret = args.admin_secret_file.as_deref().map(AdminSecret::of_file).transpose();
    let folder = |folder: &Path| match folder.is_file() {
        true => Err(anyhow!("the data folder {} is a file", folder.display())),
        false => Ok(()),
    };
    let all = [
        config(&args.common).map(drop),
        tls(args).map(drop),
        secret.map(drop).map_err(anyhow::Error::from),
        args.common.data.as_deref().map_or(Ok(()), folder),
        MapFolder::read(args.common.maps.as_deref()).map(drop).map_err(anyhow::Error::from),
    ];
    all.into_iter().filter_map(Result::err).map(|error| with_causes(&error)).collect()
}

fn days(count: u32) -> Duration {
    Duration::from_secs(u64::from(count) * SECONDS_PER_DAY)
}

fn config(args: &CommonArgs) -> anyhow::Result<Config> {
    if args.watch && args.maps.is_none() {
        return Err(anyhow!("--watch needs the folder of maps to watch: --maps FOLDER"));
    }
    let mut config = Config { data_folder: args.data.clone(), ..Config::default() };
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
    place: Place,
    args: &CommonArgs,
    mut config: Config,
    maps: MapSet,
    Logs { database, copy_to }: Logs<'_>,
    page: impl AsyncFnOnce(&Server) -> anyhow::Result<String>,
) -> anyhow::Result<()> {
    let log: Arc<dyn RoomLog> = match (&args.data, &database) {
        (_, Some(database)) => Arc::clone(database) as Arc<dyn RoomLog>,
        (Some(folder), None) => {
            // First of all: it makes the folder, and makes sure that it is ours.
            let mut log = SqliteLog::open(folder)?;
            if let Some(age) = args.keep_inputs {
                log.keep_inputs_for(days(age));
            }
            config.keys = Some(TokenKeys::load(folder)?);
            if let Some(copy) = copy_to {
                log.copy_to(copy)?;
            }
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
    let (workers, tls) = (config.processes.clone(), config.tls.clone());
    let scheme = if tls.is_some() { "https" } else { "http" };
    let kept = Arc::clone(&log);
    let served = runtime.block_on(async {
        let mut signals = Signals::listen()?;
        let Place { host, sockets, admin, secret } = place;
        let listener = match sockets.players {
            Some(socket) => TcpListener::from_std(socket).context("a socket cannot be used")?,
            None => listen(host, args.port).await?,
        };
        let admin = match (sockets.operators, admin) {
            (Some(socket), _) => {
                Some(TcpListener::from_std(socket).context("a socket cannot be used")?)
            }
            (None, Some(address)) => Some(listen_at(address).await?),
            (None, None) => None,
        };
        let admin = match admin {
            Some(listener) => {
                let told = operators_told(args, database.as_deref(), secret.as_ref());
                Some((listener, operators(args, database.as_deref(), secret)?, told))
            }
            None => None,
        };
        let mut server = Server::start(listener, config, maps, log).await?;
        let page = page(&server).await?;
        let url = format!("{scheme}://{}/{page}", reachable(server.address()));
        announce(&url, args.data.is_some() || database.is_some());
        if let Some((listener, admin, told)) = admin {
            let told = told.unwrap_or_else(|| format!("secret {}", admin.secret.reveal()));
            let address =
                server.admit_operators(listener, admin).context("operators cannot be let in")?;
            say(&format!("Operators: {address}, {told}"));
        }
        if !args.no_browser {
            browser::open(&url);
        }
        let status = format!("Serving {url}");
        service_manager::ready(&status);
        let until_told = async {
            while signals.next().await == Asked::Reload {
                service_manager::reloading();
                reload(tls.as_ref());
                service_manager::ready(&status);
            }
        };
        match args.maps.as_deref().filter(|_| args.watch) {
            None => until_told.await,
            Some(folder) => tokio::select! {
                () = until_told => {}
                () = watch::run(&server, folder, workers.as_ref()) => {}
            },
        }
        tracing::info!("stopping");
        service_manager::stopping();
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

/// Reads again what a running server can take up: the certificate, which is renewed every few
/// weeks.
fn reload(tls: Option<&Tls>) {
    match tls.map(Tls::reload) {
        Some(Ok(())) => tracing::info!("the certificate was read again"),
        Some(Err(error)) => {
            tracing::error!(%error, "the certificate cannot be read again; the old one stays");
        }
        None => tracing::info!("there is no certificate to read again; for all else, restart"),
    }
}

/// Ends the program after a time, whatever it is at.
fn end_after(time: Duration) {
    std::thread::spawn(move || {
        std::thread::sleep(time);
        tracing::error!("stopping took more than {} seconds; giving up", time.as_secs());
        std::process::exit(1);
    });
}

fn make_folder(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("the data folder {} cannot be made", folder.display()))
}

/// What lets operators in.
fn operators(
    args: &CommonArgs,
    database: Option<&PostgresLog>,
    secret: Option<AdminSecret>,
) -> anyhow::Result<Admin> {
    let secret = match (secret, database, &args.data) {
        (Some(secret), _, _) => secret,
        (None, Some(database), _) => database.admin_secret()?,
        (None, None, Some(folder)) => AdminSecret::load(folder)?,
        (None, None, None) => AdminSecret::random()?,
    };
    let maps = args.maps.clone();
    let export = move |room: &RoomId, stored: StoredRoom| {
        replay::archive(maps.as_deref(), room, stored).map_err(|error| with_causes(&error))
    };
    Ok(Admin { secret, export: Arc::new(export) })
}

/// Where operators find the secret; `None` if it has to be told.
fn operators_told(
    args: &CommonArgs,
    database: Option<&PostgresLog>,
    given: Option<&AdminSecret>,
) -> Option<String> {
    match (given, database, &args.data) {
        (Some(_), _, _) => Some("secret as in --admin-secret-file".to_owned()),
        (None, Some(database), _) => {
            Some(format!("secret in the table fangqi.secret of {}", database.place()))
        }
        (None, None, Some(folder)) => {
            Some(format!("secret in {}", folder.join(AdminSecret::FILE).display()))
        }
        (None, None, None) => None,
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
        tracing::warn!("port {wanted} is in use by another program; taking a free one instead");
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
pub(crate) fn reachable(address: SocketAddr) -> SocketAddr {
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
