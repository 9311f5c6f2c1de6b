//! The server that is measured: a process of its own.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use fangqi_server::log::{Node, PostgresLog, RoomLog, SqliteLog};
use fangqi_server::{Config, Server};
use tokio::net::TcpListener;

use super::Failed;
use crate::database::password;
use crate::maps::MapFolder;
use crate::serve::in_workers;

/// How many worker processes each server of this run has, if not as many as usual.
static WORKERS: OnceLock<usize> = OnceLock::new();

/// Sets the number of workers of the servers that are started from now on, if one is given.
pub(super) fn with_workers(workers: Option<usize>) {
    if let Some(workers) = workers {
        // A run begins once.
        let _ = WORKERS.set(workers);
    }
}

/// How the server of a scenario differs from one that serves people.
#[derive(Debug, Clone, Default, Args)]
pub(super) struct ServerArgs {
    /// Seconds after which a deserted room is forgotten; without this it is kept for good.
    #[arg(long)]
    pub(super) forget_after: Option<u64>,
    /// Let one connection say as much as it likes.
    #[arg(long)]
    pub(super) unpaced: bool,
    /// Let chat lines break worker processes.
    #[arg(long)]
    pub(super) hazards: bool,
    /// Keep rooms in this PostgreSQL database instead of the folder.
    #[arg(long = "log", value_name = "URL", value_parser = crate::database::url)]
    pub(super) log: Option<String>,
    /// Serve the map too in which a click burns all its fuel.
    #[arg(long)]
    pub(super) burner: bool,
}

impl ServerArgs {
    /// The server's limits while it is measured: what is bounded per address to keep strangers
    /// apart must not bind, since all load comes from one; what is bounded per room and connection
    /// stays.
    fn config(&self, workers: Option<usize>) -> anyhow::Result<Config> {
        let mut config = Config { rooms: 200_000, awake_rooms: 20_000, ..Config::default() };
        config.http.opens_burst = 1e9;
        config.http.opens_per_second = 1e9;
        // A scenario that closes rooms does so by leaving them.
        config.room.sleep_after = Duration::from_secs(2);
        config.room.forget_after = self.forget_after.map(Duration::from_secs);
        if self.unpaced {
            config.socket.messages_per_second = 1e9;
            config.socket.message_burst = 1e9;
        }
        in_workers(&mut config, workers)?;
        if let Some(processes) = &mut config.processes {
            processes.hazards = self.hazards;
            // So little that a test reaches it.
            if self.hazards {
                processes.memory = 1 << 30;
            }
        }
        Ok(config)
    }
}

/// `fangqi load server`: serves until its standard input ends.
pub(super) fn serve(
    data: Option<&Path>,
    args: &ServerArgs,
    workers: Option<usize>,
) -> anyhow::Result<()> {
    let data = data.context("the server of a scenario needs --data")?;
    let folder = MapFolder::read(None)?;
    let log: Arc<dyn RoomLog> = match &args.log {
        Some(url) => {
            // No other server passes anything on to this one.
            let node = Node { name: "load".into(), advertise: "127.0.0.1:1".into(), tls: false };
            Arc::new(PostgresLog::open(url, password(None)?.as_deref(), node)?)
        }
        None => Arc::new(SqliteLog::open(data)?),
    };
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let config = args.config(workers)?;
        let mut maps = folder.offered(config.processes.as_ref(), None)?;
        if args.burner {
            maps.add(super::burner::map()?);
        }
        let server = Server::start(listener, config, maps, log).await?;
        println!("{}", server.address());
        let ended = tokio::task::spawn_blocking(|| {
            std::io::copy(&mut std::io::stdin(), &mut std::io::sink())
        });
        // Whatever ended it, there is nobody to serve any more.
        let _ = ended.await;
        server.shutdown().await;
        Ok(())
    })
}

/// A running server process; killed when dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    address: String,
}

impl Process {
    /// Starts a server on a data folder and waits until it listens.
    pub(super) fn start(data: &Path, args: &ServerArgs) -> Result<Self, Failed> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["load", "server", "--data"]).arg(data).env("FANGQI_LOG_LEVEL", "warn");
        if let Some(seconds) = args.forget_after {
            command.args(["--forget-after", &seconds.to_string()]);
        }
        if args.unpaced {
            command.arg("--unpaced");
        }
        if args.burner {
            command.arg("--burner");
        }
        if let Some(workers) = WORKERS.get() {
            command.args(["--workers", &workers.to_string()]);
        }
        if args.hazards {
            command.arg("--hazards");
        }
        if let Some(url) = &args.log {
            command.args(["--log", url]);
        }
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut address = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut address)?;
        }
        if address.trim().is_empty() {
            return Err("the server did not start; see its message above".into());
        }
        Ok(Self { child, address: address.trim().to_owned() })
    }

    /// Host and port.
    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// Resident memory in bytes: of the server, and what its workers have for themselves. The
    /// program itself is in memory once.
    pub(super) fn memory(&self) -> Result<u64, Failed> {
        let own = kib(self.child.id(), "VmRSS:")?.ok_or("the server has ended")?;
        let workers = self.workers()?.into_iter().map(|worker| kib(worker, "RssAnon:"));
        let workers = workers.map(|kib| kib.map(Option::unwrap_or_default));
        Ok((own + workers.sum::<Result<u64, _>>()?) * 1024)
    }

    /// Its worker processes.
    pub(super) fn workers(&self) -> Result<Vec<u32>, Failed> {
        let mut workers = Vec::new();
        for thread in std::fs::read_dir(format!("/proc/{}/task", self.child.id()))? {
            // A thread may have ended meanwhile.
            let children = std::fs::read_to_string(thread?.path().join("children"));
            let children = children.unwrap_or_default();
            workers.extend(children.split_whitespace().filter_map(|id| id.parse::<u32>().ok()));
        }
        Ok(workers)
    }
}

/// A line of what the system says of a process's memory; `None` where the process has ended.
fn kib(process: u32, line: &str) -> Result<Option<u64>, Failed> {
    let status = match std::fs::read_to_string(format!("/proc/{process}/status")) {
        Ok(status) => status,
        Err(_) if Path::new("/proc/self/status").exists() => return Ok(None),
        Err(error) => return Err(format!("memory can be read on Linux only: {error}").into()),
    };
    let found = status.lines().find_map(|found| found.strip_prefix(line));
    Ok(found.and_then(|kib| kib.split_whitespace().next()?.parse().ok()))
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
