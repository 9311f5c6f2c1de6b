//! When each room last had viewers, so that abandoned rooms can be deleted.

use rusqlite::{Connection, Transaction, params};

use super::schema::room_id;
use crate::session::RoomId;

/// Creates the table if it does not exist.
pub(super) fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "CREATE TABLE IF NOT EXISTS visits (room TEXT PRIMARY KEY, at INTEGER NOT NULL) \
         STRICT, WITHOUT ROWID",
    )
}

/// Repairs missing and impossible times. Rooms without a visit, which are older than the table,
/// count as visited `now` by the log's clock. So do visits in the future, which a wrong wall clock
/// may have left in older files.
pub(super) fn put_right(connection: &Connection, now: u64) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT INTO visits (room, at) SELECT id, ?1 FROM rooms \
         WHERE id NOT IN (SELECT room FROM visits)",
        [now.cast_signed()],
    )?;
    connection.execute("UPDATE visits SET at = ?1 WHERE at > ?1", [now.cast_signed()])?;
    Ok(())
}

/// Adds a room that is opened, unless it is there already.
pub(super) fn begin(transaction: &Transaction<'_>, room: &RoomId, at: u64) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("INSERT OR IGNORE INTO visits (room, at) VALUES (?1, ?2)")?
        .execute(params![room.as_str(), at.cast_signed()])?;
    Ok(())
}

/// Stores a visit to a room at a time by the log's clock.
pub(super) fn note(transaction: &Transaction<'_>, room: &RoomId, at: u64) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("INSERT OR REPLACE INTO visits (room, at) VALUES (?1, ?2)")?
        .execute(params![room.as_str(), at.cast_signed()])?;
    Ok(())
}

/// The last visit of every existing room.
pub(super) fn all(connection: &Connection) -> rusqlite::Result<Vec<(RoomId, u64)>> {
    let mut query = connection
        .prepare_cached("SELECT room, at FROM visits WHERE room IN (SELECT id FROM rooms)")?;
    let mut rows = query.query([])?;
    let mut list = Vec::new();
    while let Some(row) = rows.next()? {
        let Some(room) = room_id(row.get_ref(0)?.as_str()?) else { continue };
        list.push((room, row.get::<_, i64>(1)?.cast_unsigned()));
    }
    Ok(list)
}
