//! Reads rooms, and determines which parts are valid.

use std::path::Path;
use std::sync::Arc;

use fangqi_protocol::{PlayerId, Record};
use fangqi_room::PackageDigest;
use rusqlite::{Connection, OptionalExtension};

use super::connect::failed;
use super::schema::room_id;
use crate::log::record::{decode_checkpoint, decode_meta, decode_token};
use crate::log::{LogError, Lost, RoomMeta, StoredRoom, Unreadable, decode_record};
use crate::session::{RoomId, TokenDigest};

/// Reads a room. The caller adds its package.
pub(super) fn room(
    connection: &Connection,
    path: &Path,
    id: &RoomId,
) -> Result<StoredRoom, LogError> {
    let store = failed(path, "reading a room");
    // A transaction, so that everything is read as of one moment.
    let snapshot = connection.unchecked_transaction().map_err(&store)?;
    let meta = meta(&snapshot, id).map_err(&store)?;
    let meta = meta.ok_or_else(|| LogError::NoSuchRoom(id.clone()))?;
    let (meta, first_event, repackaged) = meta.map_err(|error| error.of(id, 0))?;
    let runs = runs(&snapshot, id, first_event).map_err(&store)??;
    let tokens = tokens(&snapshot, id).map_err(&store)?;
    let checkpoints = checkpoints(&snapshot, id).map_err(&store)?;
    let sound = assemble(id, first_event, runs, checkpoints)?;
    Ok(StoredRoom {
        meta,
        records: sound.records,
        tokens,
        package: None,
        checkpoint: sound.checkpoint,
        first_event: sound.first_event,
        repackaged,
        lost: sound.lost,
    })
}

/// Records without gaps between them.
#[derive(Debug, PartialEq)]
struct Run {
    first: u64,
    records: Vec<Record>,
    /// Why the run ends.
    end: End,
}

#[derive(Debug, PartialEq)]
enum End {
    /// There are no more records.
    End,
    /// The next record is missing or damaged.
    Bad(String),
}

impl Run {
    /// The event number after the last record.
    fn after(&self) -> u64 {
        self.first + self.records.len() as u64
    }
}

/// A room's meta data; see [`decode_meta`].
type Meta = Result<(RoomMeta, u64, u64), Unreadable>;

fn meta(connection: &Connection, id: &RoomId) -> rusqlite::Result<Option<Meta>> {
    connection
        .prepare_cached("SELECT meta FROM rooms WHERE id = ?1")?
        .query_row([id.as_str()], |row| Ok(decode_meta(row.get_ref(0)?.as_blob()?)))
        .optional()
}

/// All valid records of a room as runs, with a missing or damaged record between two runs. A record
/// of a newer program is an error instead: it has taken effect, but this program does not know how.
fn runs(
    connection: &Connection,
    id: &RoomId,
    first_event: u64,
) -> rusqlite::Result<Result<Vec<Run>, LogError>> {
    let mut query = connection
        .prepare_cached("SELECT event, bytes FROM records WHERE room = ?1 ORDER BY event")?;
    let mut rows = query.query([id.as_str()])?;
    let mut done: Vec<Run> = Vec::new();
    let mut run = Run { first: first_event, records: Vec::new(), end: End::End };
    while let Some(row) = rows.next()? {
        let event = row.get::<_, i64>(0)?.cast_unsigned();
        let expected = run.after();
        if event < first_event {
            // Deletion by retention was not complete.
            continue;
        }
        if event != expected {
            run.end = End::Bad(format!("it is missing; the next is {event}"));
            done.push(run);
            run = Run { first: event, records: Vec::new(), end: End::End };
        }
        match decode_record(row.get_ref(1)?.as_blob()?) {
            Ok(record) => run.records.push(record),
            Err(newer @ Unreadable::Newer(_)) => return Ok(Err(newer.of(id, event))),
            Err(Unreadable::Damaged(reason)) => {
                run.end = End::Bad(reason);
                done.push(run);
                run = Run { first: event + 1, records: Vec::new(), end: End::End };
            }
        }
    }
    done.push(run);
    Ok(Ok(done))
}

/// The valid checkpoints, newest first.
fn checkpoints(connection: &Connection, id: &RoomId) -> rusqlite::Result<Vec<(u64, Vec<u8>)>> {
    let mut query = connection.prepare_cached(
        "SELECT event, bytes FROM checkpoints WHERE room = ?1 ORDER BY event DESC",
    )?;
    let mut rows = query.query([id.as_str()])?;
    let mut sound = Vec::new();
    while let Some(row) = rows.next()? {
        let event = row.get::<_, i64>(0)?.cast_unsigned();
        match decode_checkpoint(event, row.get_ref(1)?.as_blob()?) {
            Ok(bytes) => sound.push((event, bytes)),
            Err(reason) => {
                tracing::error!(room = %id, event, %reason, "a checkpoint is passed over");
            }
        }
    }
    Ok(sound)
}

fn tokens(connection: &Connection, id: &RoomId) -> rusqlite::Result<Vec<(TokenDigest, PlayerId)>> {
    let mut query = connection
        .prepare_cached("SELECT player, bytes FROM tokens WHERE room = ?1 ORDER BY player")?;
    let mut rows = query.query([id.as_str()])?;
    let mut tokens = Vec::new();
    while let Some(row) = rows.next()? {
        match decode_token(row.get_ref(1)?.as_blob()?) {
            Ok(token) => tokens.push(token),
            Err(reason) => {
                let player: i64 = row.get(0)?;
                tracing::error!(room = %id, player, %reason, "a player's token cannot be read");
            }
        }
    }
    Ok(tokens)
}

/// The parts from which a room can be restored.
#[derive(Debug, PartialEq)]
struct Sound {
    records: Vec<Record>,
    first_event: u64,
    checkpoint: Option<(u64, Vec<u8>)>,
    lost: Option<Lost>,
}

/// Selects the records up to the first gap, and the newest checkpoint of an event up to there.
/// Records after a gap are useless: they would be applied to another state than they were made in.
fn assemble(
    id: &RoomId,
    first_event: u64,
    mut runs: Vec<Run>,
    checkpoints: Vec<(u64, Vec<u8>)>,
) -> Result<Sound, LogError> {
    // The highest event number of which there is any trace.
    let known = checkpoints.first().map_or(0, |(event, _)| *event);
    let last = runs.last().map_or(0, |run| run.after() - 1).max(known);
    let Run { first, records, end } = runs.swap_remove(0);
    let after = first + records.len() as u64;
    let reason = match end {
        End::Bad(reason) => Some(reason),
        End::End if last >= after => Some("it and all that follow are missing".to_owned()),
        End::End => None,
    };
    let lost = reason.map(|reason| Lost { event: after, records: last + 1 - after, reason });
    let checkpoint = checkpoints.into_iter().find(|(event, _)| *event < after);
    if first_event > 1 && checkpoint.as_ref().is_none_or(|(event, _)| *event + 1 < first_event) {
        let reason = "the inputs before it were dropped, and no checkpoint can be read".to_owned();
        return Err(LogError::Damaged { room: id.clone(), event: first_event, reason });
    }
    Ok(Sound { records, first_event: first, checkpoint, lost })
}

/// A stored package.
pub(super) fn package(
    connection: &Connection,
    digest: PackageDigest,
) -> rusqlite::Result<Option<Arc<[u8]>>> {
    connection
        .prepare_cached("SELECT bytes FROM packages WHERE digest = ?1")?
        .query_row([digest.as_bytes()], |row| Ok(Arc::from(row.get_ref(0)?.as_blob()?)))
        .optional()
}

/// All rooms with a readable id and meta data, oldest first.
pub(super) fn rooms(connection: &Connection) -> rusqlite::Result<Vec<(RoomId, RoomMeta)>> {
    let mut query = connection.prepare_cached("SELECT id, meta FROM rooms ORDER BY created, id")?;
    let mut rows = query.query([])?;
    let mut list = Vec::new();
    while let Some(row) = rows.next()? {
        let Some(room) = room_id(row.get_ref(0)?.as_str()?) else { continue };
        match decode_meta(row.get_ref(1)?.as_blob()?) {
            Ok((meta, ..)) => list.push((room, meta)),
            Err(reason) => {
                tracing::error!(%room, %reason, "what the room was opened with cannot be read");
            }
        }
    }
    Ok(list)
}
