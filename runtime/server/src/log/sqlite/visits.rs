//! When somebody was last in each room, so that rooms nobody wants any more can be found.

use rusqlite::{Connection, Transaction, params};

use super::schema::room_id;
use crate::session::RoomId;

/// Makes the table if it is not there.
pub(super) fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "CREATE TABLE IF NOT EXISTS visits (room TEXT PRIMARY KEY, at INTEGER NOT NULL) \
         STRICT, WITHOUT ROWID",
    )
}

/// Puts in order what cannot be so. Rooms of before there was the table are taken to have been
/// visited `now`, by the log's clock: nobody knows better. The same goes for a visit that is still
/// to come, as one was that was noted by a clock on the wall that was ahead.
pub(super) fn put_right(connection: &Connection, now: u64) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT INTO visits (room, at) SELECT id, ?1 FROM rooms \
         WHERE id NOT IN (SELECT room FROM visits)",
        [now.cast_signed()],
    )?;
    connection.execute("UPDATE visits SET at = ?1 WHERE at > ?1", [now.cast_signed()])?;
    Ok(())
}

/// A room is opened, if it was not there already.
pub(super) fn begin(transaction: &Transaction<'_>, room: &RoomId, at: u64) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("INSERT OR IGNORE INTO visits (room, at) VALUES (?1, ?2)")?
        .execute(params![room.as_str(), at.cast_signed()])?;
    Ok(())
}

/// Somebody was in a room at a time by the log's clock.
pub(super) fn note(transaction: &Transaction<'_>, room: &RoomId, at: u64) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("INSERT OR REPLACE INTO visits (room, at) VALUES (?1, ?2)")?
        .execute(params![room.as_str(), at.cast_signed()])?;
    Ok(())
}

/// The last visit of every room there is.
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
