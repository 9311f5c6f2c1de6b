use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use crossbeam_channel::{Sender, bounded};
use fangqi_room::model::PlayerId;
use rusqlite::{Connection, OptionalExtension};

use super::writer::{self, Order};
use super::{Ack, Entry, LogError, RoomLog, RoomMeta, StoredRoom, decode_record};
use crate::metrics::CommitStats;
use crate::session::{RoomId, Token};

/// Entries that may wait for the disk; a shard that wants to add one more waits.
const QUEUE: usize = 16 * 1024;

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS rooms (
        id TEXT PRIMARY KEY, map TEXT NOT NULL, seed INTEGER NOT NULL,
        created INTEGER NOT NULL, options TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS records (
        room TEXT NOT NULL, event INTEGER NOT NULL, bytes BLOB NOT NULL,
        PRIMARY KEY (room, event)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS tokens (
        room TEXT NOT NULL, player INTEGER NOT NULL, token TEXT NOT NULL,
        PRIMARY KEY (room, player)
    ) STRICT, WITHOUT ROWID;
";

/// Version of [`SCHEMA`], kept in the file.
const SCHEMA_VERSION: i64 = 1;

/// A log in one SQLite file: write-ahead, synchronous, with one writer thread that makes the
/// waiting entries of all rooms durable in one transaction (group commit).
#[derive(Debug)]
pub struct SqliteLog {
    orders: Option<Sender<Order>>,
    writer: Option<JoinHandle<()>>,
    reader: Mutex<Connection>,
    path: PathBuf,
    commits: Arc<CommitStats>,
}

impl SqliteLog {
    /// Opens the log in a folder, both made if need be.
    pub fn open(folder: &Path) -> Result<Self, LogError> {
        std::fs::create_dir_all(folder).map_err(|error| LogError::Store {
            doing: "making the data folder",
            reason: format!("{}: {error}", folder.display()),
        })?;
        let path = folder.join("rooms.sqlite");
        let writing = connect(&path)?;
        let version: i64 = writing
            .pragma_query_value(None, "user_version", |row| row.get(0))
            .map_err(store("reading its version"))?;
        if version > SCHEMA_VERSION {
            return Err(LogError::Store {
                doing: "reading its version",
                reason: format!(
                    "{} is of version {version}, this program knows up to {SCHEMA_VERSION}",
                    path.display()
                ),
            });
        }
        writing.execute_batch(SCHEMA).map_err(store("making its tables"))?;
        writing
            .pragma_update(None, "user_version", SCHEMA_VERSION)
            .map_err(store("writing its version"))?;
        let reader = connect(&path)?;
        let (orders, waiting) = bounded(QUEUE);
        let commits = Arc::<CommitStats>::default();
        let writer = std::thread::Builder::new()
            .name("fangqi-log".to_owned())
            .spawn({
                let commits = Arc::clone(&commits);
                move || writer::run(writing, &waiting, &commits)
            })
            .map_err(|error| LogError::Store {
                doing: "starting its writer",
                reason: error.to_string(),
            })?;
        let (orders, writer, reader) = (Some(orders), Some(writer), Mutex::new(reader));
        Ok(Self { orders, writer, reader, path, commits })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn order(&self, order: Order) {
        let refused = match &self.orders {
            Some(orders) => orders.send(order).err().map(|error| error.0),
            None => Some(order),
        };
        if let Some(order) = refused {
            (order.ack)(Err(LogError::Closed));
        }
    }

    /// Waits until what was given before is written or has failed.
    fn flush(&self, room: &RoomId) -> Result<(), LogError> {
        let (done, wait) = bounded(1);
        let ack: Ack = Box::new(move |_| {
            // The caller waits below; it cannot have gone.
            let _ = done.send(());
        });
        self.order(Order { room: room.clone(), entry: None, ack });
        wait.recv().map_err(|_| LogError::Closed)
    }
}

impl Drop for SqliteLog {
    /// Waits until everything given is durable.
    fn drop(&mut self) {
        self.orders = None;
        if let Some(writer) = self.writer.take()
            && writer.join().is_err()
        {
            tracing::error!("the log's writer panicked");
        }
    }
}

fn connect(path: &Path) -> Result<Connection, LogError> {
    let open = || {
        let connection = Connection::open(path)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "full")?;
        connection.busy_timeout(std::time::Duration::from_secs(5))?;
        Ok::<_, rusqlite::Error>(connection)
    };
    open().map_err(|error| LogError::Store {
        doing: "opening it",
        reason: format!("{}: {error}", path.display()),
    })
}

/// An adapter from SQLite's errors that says what was being done.
pub(super) fn store(doing: &'static str) -> impl Fn(rusqlite::Error) -> LogError {
    move |error| LogError::Store { doing, reason: error.to_string() }
}

impl RoomLog for SqliteLog {
    fn append(&self, room: &RoomId, entry: Entry, ack: Ack) {
        self.order(Order { room: room.clone(), entry: Some(entry), ack });
    }

    fn read(&self, room: &RoomId) -> Result<StoredRoom, LogError> {
        self.flush(room)?;
        let connection = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let meta = connection
            .prepare_cached("SELECT map, seed, created, options FROM rooms WHERE id = ?1")
            .and_then(|mut query| query.query_row([room.as_str()], meta_from).optional())
            .map_err(store("reading a room"))?
            .ok_or_else(|| LogError::NoSuchRoom(room.clone()))?;
        let stored = read_blobs(&connection, room).map_err(store("reading records"))?;
        let mut records = Vec::with_capacity(stored.len());
        for ((event, bytes), expected) in stored.into_iter().zip(1u64..) {
            let damaged =
                |reason| LogError::Damaged { room: room.clone(), event: expected, reason };
            if event != expected {
                return Err(damaged(format!("it is missing; the next is {event}")));
            }
            records.push(decode_record(&bytes).map_err(damaged)?);
        }
        let tokens = read_tokens(&connection, room).map_err(store("reading tokens"))?;
        Ok(StoredRoom { meta, records, tokens })
    }

    fn commits(&self) -> Option<&CommitStats> {
        Some(&self.commits)
    }

    fn rooms(&self) -> Result<Vec<(RoomId, RoomMeta)>, LogError> {
        let connection = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let list = || {
            let mut query = connection.prepare_cached(
                "SELECT map, seed, created, options, id FROM rooms ORDER BY created, id",
            )?;
            let rows =
                query.query_map([], |row| Ok((row.get::<_, String>(4)?, meta_from(row)?)))?;
            rows.collect::<Result<Vec<_>, _>>()
        };
        let rooms = list().map_err(store("listing rooms"))?;
        Ok(rooms
            .into_iter()
            .filter_map(|(id, meta)| {
                let room = RoomId::parse(&id);
                if room.is_none() {
                    tracing::warn!(%id, "a room of the log has an impossible id; it is left out");
                }
                room.map(|room| (room, meta))
            })
            .collect())
    }
}

fn meta_from(row: &rusqlite::Row<'_>) -> rusqlite::Result<RoomMeta> {
    Ok(RoomMeta {
        map: row.get(0)?,
        seed: row.get::<_, i64>(1)?.cast_unsigned(),
        created: row.get::<_, i64>(2)?.cast_unsigned(),
        options: row.get(3)?,
    })
}

fn read_blobs(connection: &Connection, room: &RoomId) -> rusqlite::Result<Vec<(u64, Vec<u8>)>> {
    let mut query = connection
        .prepare_cached("SELECT event, bytes FROM records WHERE room = ?1 ORDER BY event")?;
    let rows = query.query_map([room.as_str()], |row| {
        Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get(1)?))
    })?;
    rows.collect()
}

fn read_tokens(connection: &Connection, room: &RoomId) -> rusqlite::Result<Vec<(Token, PlayerId)>> {
    let mut query = connection
        .prepare_cached("SELECT token, player FROM tokens WHERE room = ?1 ORDER BY player")?;
    let rows = query.query_map([room.as_str()], |row| {
        Ok((row.get::<_, String>(0)?, PlayerId(row.get::<_, i64>(1)?.cast_unsigned())))
    })?;
    rows.filter_map(|row| match row {
        Ok((text, player)) => Token::parse(&text).map(|token| Ok((token, player))),
        Err(error) => Some(Err(error)),
    })
    .collect()
}
