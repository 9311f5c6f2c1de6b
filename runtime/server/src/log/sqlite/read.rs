//! Reads rooms, and determines which parts are valid.

use std::path::Path;
use std::sync::Arc;

use fangqi_protocol::PlayerId;
use fangqi_room::PackageDigest;
use rusqlite::{Connection, OptionalExtension};

use super::connect::failed;
use super::schema::room_id;
use crate::log::record::{decode_checkpoint, decode_meta, decode_token};
use crate::log::sound::Runs;
use crate::log::{LogError, RoomMeta, StoredRoom, Unreadable};
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
    Ok(runs.assemble(checkpoints)?.room(meta, repackaged, tokens))
}

/// A room's meta data; see [`decode_meta`].
type Meta = Result<(RoomMeta, u64, u64), Unreadable>;

fn meta(connection: &Connection, id: &RoomId) -> rusqlite::Result<Option<Meta>> {
    connection
        .prepare_cached("SELECT meta FROM rooms WHERE id = ?1")?
        .query_row([id.as_str()], |row| Ok(decode_meta(row.get_ref(0)?.as_blob()?)))
        .optional()
}

/// Reads the records of a room. The inner error is that of a record of a newer program.
fn runs<'a>(
    connection: &Connection,
    id: &'a RoomId,
    first_event: u64,
) -> rusqlite::Result<Result<Runs<'a>, LogError>> {
    let mut query = connection
        .prepare_cached("SELECT event, bytes FROM records WHERE room = ?1 ORDER BY event")?;
    let mut rows = query.query([id.as_str()])?;
    let mut runs = Runs::of(id, first_event);
    while let Some(row) = rows.next()? {
        let event = row.get::<_, i64>(0)?.cast_unsigned();
        if let Err(newer) = runs.add(event, row.get_ref(1)?.as_blob()?) {
            return Ok(Err(newer));
        }
    }
    Ok(Ok(runs))
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
