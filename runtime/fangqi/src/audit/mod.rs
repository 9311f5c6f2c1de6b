//! `fangqi audit`: whether servers kept their word, by their log and by what clients recorded.

mod check;
mod finding;
mod recordings;
mod retold;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};

use anyhow::{Context, bail};
use clap::Args;
use fangqi_server::log::{LogError, PostgresReader, SqliteReader, StoredRoom};
use fangqi_server::session::RoomId;

use crate::database;
use crate::parallel::in_order;
use crate::recording::What;
use check::Counts;
use finding::{Finding, Kind};
use recordings::Recording;
use retold::Maps;

/// Findings of one kind that are told; of more, only the number.
const TOLD: usize = 20;

/// Arguments of `fangqi audit`.
#[derive(Debug, Args)]
#[command(after_help = "\
Servers must keep their word whatever becomes of them:
  - the log of each room has all events from the first on, and each of them once;
  - each input that was acknowledged is in it once, as it was acknowledged, and no input is in it
    twice, or without having been sent; those of one client are in the order in which it sent them;
  - each event that a client was shown is in the log, and what it was shown is what the log shows
    when it is played again, and what others were shown who may see the same;
  - no client misses an event between two others, sees one again, or comes back as another player.

An input is acknowledged when its client is shown it: a line of chat, and with it what the same
client sent before it on the same connection, unless that was refused. Others may be in the log or
not. The last line of a recording may be cut off, as a client leaves it that is killed.

Rooms without recordings are only read. The log is read and never changed; servers may be running.
Each violation is a sentence with the room, the event, and the recording and its line; with any the
command fails.")]
pub(crate) struct AuditArgs {
    /// The folder with what clients recorded: `fangqi load rooms --record FOLDER`.
    recordings: PathBuf,
    /// The folder that the servers keep rooms in.
    #[arg(long, required_unless_present = "log", conflicts_with = "log")]
    data: Option<PathBuf>,
    /// The PostgreSQL database that the servers keep rooms in: postgres://USER@HOST/DATABASE.
    #[arg(long, value_name = "URL", value_parser = database::url)]
    log: Option<String>,
    /// A file with the password of the database; else the environment variable PGPASSWORD or the
    /// URL has it.
    #[arg(long, value_name = "FILE", requires = "log")]
    log_password_file: Option<PathBuf>,
}

/// Where rooms are kept.
enum Log {
    Folder(SqliteReader),
    Database(PostgresReader),
}

impl Log {
    fn open(args: &AuditArgs) -> anyhow::Result<Self> {
        if let Some(url) = &args.log {
            let password = database::password(args.log_password_file.as_deref())?;
            return Ok(Self::Database(PostgresReader::open(url, password.as_deref())?));
        }
        let folder = args.data.as_deref().context("say where rooms are kept: --data or --log")?;
        Ok(Self::Folder(SqliteReader::open(folder)?))
    }

    fn rooms(&self) -> Result<Vec<RoomId>, LogError> {
        match self {
            Self::Folder(log) => Ok(log.rooms()?.into_iter().map(|(room, _)| room).collect()),
            Self::Database(log) => log.rooms(),
        }
    }

    fn read(&self, room: &RoomId) -> Result<StoredRoom, LogError> {
        match self {
            Self::Folder(log) => log.read(room),
            Self::Database(log) => log.read(room),
        }
    }
}

/// What came of one room.
#[derive(Debug, Default)]
struct Audited {
    clients: usize,
    records: usize,
    /// Whether its log was played again.
    played: bool,
    counts: Counts,
    findings: Vec<Finding>,
}

/// `fangqi audit`
pub(crate) fn run(args: &AuditArgs) -> anyhow::Result<()> {
    let found = recordings::find(&args.recordings)?;
    let log = Log::open(args)?;
    let mut rooms: BTreeMap<RoomId, Vec<PathBuf>> =
        log.rooms()?.into_iter().map(|room| (room, Vec::new())).collect();
    let (kept, recorded) = (rooms.len(), found.rooms.len());
    rooms.extend(found.rooms);
    let rooms: Vec<(RoomId, Vec<PathBuf>)> = rooms.into_iter().collect();
    let source = Source { log: Mutex::new(log), maps: Maps::default(), failed: OnceLock::new() };
    let mut report = Report { findings: found.findings, ..Report::default() };
    in_order(
        &rooms,
        |(room, files)| source.audit(room, files),
        |one| report.add(one.unwrap_or_default()),
    );
    match source.failed.into_inner() {
        Some(error) => Err(error),
        None => report.print(kept, recorded),
    }
}

/// Where rooms are read.
struct Source {
    log: Mutex<Log>,
    maps: Maps,
    /// Why nothing more can be read: the database has gone, or a file.
    failed: OnceLock<anyhow::Error>,
}

impl Source {
    /// Looks at one room; `None` once reading has failed.
    fn audit(&self, room: &RoomId, files: &[PathBuf]) -> Option<Audited> {
        if self.failed.get().is_some() {
            return None;
        }
        let read = || {
            // Before the log: what clients were shown by then, it has by now.
            let clients = files.iter().map(|path| recordings::read(path));
            let clients: Vec<Recording> = clients.collect::<anyhow::Result<_>>()?;
            let stored = self.log.lock().unwrap_or_else(PoisonError::into_inner).read(room);
            let stored = match stored {
                Ok(stored) => Ok(stored),
                Err(
                    error @ (LogError::NoSuchRoom(_)
                    | LogError::Damaged { .. }
                    | LogError::NewerRecord { .. }),
                ) => Err(error),
                Err(error) => return Err(anyhow::Error::from(error)),
            };
            Ok(judged(room, stored, &clients, &self.maps))
        };
        read().map_err(|error| self.failed.set(error)).ok()
    }
}

/// Compares what was read of a room.
fn judged(
    room: &RoomId,
    stored: Result<StoredRoom, LogError>,
    clients: &[Recording],
    maps: &Maps,
) -> Audited {
    let of_log = |kind, event, text| {
        let room = room.to_string();
        Finding { kind, room, event, client: None, text }
    };
    let mut audited = Audited { clients: clients.len(), ..Audited::default() };
    let stored = match stored {
        Ok(stored) => stored,
        Err(error) => {
            audited.findings.push(of_log(Kind::NoRoom, None, error.to_string()));
            return audited;
        }
    };
    audited.records = stored.records.len();
    if let Some(lost) = &stored.lost {
        let text = format!(
            "it cannot be read ({}), and {} events from there on are lost",
            lost.reason, lost.records
        );
        audited.findings.push(of_log(Kind::Gap, Some(lost.event), text));
    }
    if clients.is_empty() {
        return audited;
    }
    let (history, failed) = retold::retell(stored, &scenes(clients), maps);
    audited.played = !history.shows.is_empty();
    if let Some((event, text)) = failed {
        audited.findings.push(of_log(Kind::Replay, Some(event), text));
    }
    let (counts, findings) = check::check(room.as_str(), &history, clients);
    audited.counts = counts;
    audited.findings.extend(findings);
    audited
}

/// The scenes that clients were shown: event and player.
fn scenes(clients: &[Recording]) -> BTreeSet<(u64, u64)> {
    let mut scenes = BTreeSet::new();
    for client in clients {
        let mut player = None;
        for (_, what) in &client.lines {
            match what {
                What::Welcome { you, .. } => player = Some(*you),
                What::Scene { event, .. } => scenes.extend(player.map(|player| (*event, player))),
                _ => {}
            }
        }
    }
    scenes
}

/// Everything that was found.
#[derive(Debug, Default)]
struct Report {
    clients: usize,
    records: usize,
    played: usize,
    counts: Counts,
    findings: Vec<Finding>,
}

impl Report {
    fn add(&mut self, one: Audited) {
        self.clients += one.clients;
        self.records += one.records;
        self.played += usize::from(one.played);
        let Counts { shown, compared, sent, acknowledged } = one.counts;
        self.counts.shown += shown;
        self.counts.compared += compared;
        self.counts.sent += sent;
        self.counts.acknowledged += acknowledged;
        self.findings.extend(one.findings);
    }

    fn print(self, kept: usize, recorded: usize) -> anyhow::Result<()> {
        let Counts { shown, compared, sent, acknowledged } = self.counts;
        println!("log         {} events of {kept} rooms", self.records);
        println!(
            "recordings  {} clients of {recorded} rooms, {} of which were played again",
            self.clients, self.played
        );
        println!("shown       {shown} events and scenes, {compared} compared with the log's own");
        println!("inputs      {sent} sent, {acknowledged} lines acknowledged");
        let mut told: BTreeMap<Kind, usize> = BTreeMap::new();
        for finding in &self.findings {
            let count = told.entry(finding.kind).or_default();
            *count += 1;
            if *count <= TOLD {
                println!("{finding}");
            }
        }
        for (kind, count) in told {
            println!("{count:>10}  {}", kind.name());
        }
        match self.findings.len() {
            0 => {
                println!("violations  none");
                Ok(())
            }
            count => bail!("{count} violations"),
        }
    }
}
