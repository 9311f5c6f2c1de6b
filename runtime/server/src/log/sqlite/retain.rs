//! Retention: deletes what need not be kept any longer.

use fangqi_room::PackageDigest;
use rusqlite::{Connection, Transaction, TransactionBehavior, params};
use rustc_hash::FxHashMap;

use super::schema::update_room;
use super::store::current_epoch;
use super::write::{Failure, stored_meta};
use crate::session::RoomId;

/// What [`super::SqliteLog::retain`] deleted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Freed {
    /// Number of inputs that only a replay from the start of a room would need.
    pub records: usize,
    /// Number of packages that no room used any more.
    pub packages: usize,
}

/// Pages returned to the file system at a time, so that other work does not wait long.
const PAGES: u32 = 512;

/// Deletes the inputs up to the last but one checkpoint of each room in which that was saved before
/// `before` by the log's clock, and packages that no room names. Packages in `expected` are kept,
/// because a package is stored just before the room that uses it.
pub(super) fn run(
    connection: &mut Connection,
    epoch: u64,
    before: u64,
    expected: &FxHashMap<RoomId, PackageDigest>,
) -> rusqlite::Result<Freed> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut freed = Freed::default();
    if current_epoch(&transaction)? != epoch {
        return Ok(freed);
    }
    let mut due = Vec::new();
    {
        // SQLite takes `saved` from the row with the smallest event number.
        let mut query = transaction
            .prepare("SELECT room, min(event), saved, count(*) FROM checkpoints GROUP BY room")?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let (event, saved, count): (i64, i64, i64) = (row.get(1)?, row.get(2)?, row.get(3)?);
            if count >= 2 && saved.cast_unsigned() < before {
                due.push((row.get::<_, String>(0)?, event));
            }
        }
    }
    for (id, event) in due {
        let Some(room) = RoomId::parse(&id) else { continue };
        let (meta, first_event, repackaged) = match stored_meta(&transaction, &room) {
            Ok(found) => found,
            Err(Failure::Store(error)) => return Err(error),
            // The room's meta data cannot be read: left for the operator to examine.
            Err(Failure::Wrong(_)) => continue,
        };
        if event.cast_unsigned() < first_event {
            continue;
        }
        freed.records += transaction
            .prepare_cached("DELETE FROM records WHERE room = ?1 AND event <= ?2")?
            .execute(params![id, event])?;
        update_room(&transaction, &id, &meta, event.cast_unsigned() + 1, repackaged)?;
    }
    freed.packages = drop_packages(&transaction, expected)?;
    transaction.commit()?;
    Ok(freed)
}

/// Deletes packages that no room names or is about to name. Returns their number.
fn drop_packages(
    transaction: &Transaction<'_>,
    expected: &FxHashMap<RoomId, PackageDigest>,
) -> rusqlite::Result<usize> {
    let sql = "SELECT digest FROM packages WHERE digest NOT IN (SELECT package FROM rooms)";
    let mut query = transaction.prepare(sql)?;
    let unnamed = query.query_map([], |row| row.get::<_, Vec<u8>>(0))?;
    let mut dropped = 0;
    for digest in unnamed.collect::<rusqlite::Result<Vec<_>>>()? {
        if expected.values().all(|known| known.as_bytes()[..] != digest[..]) {
            let sql = "DELETE FROM packages WHERE digest = ?1";
            dropped += transaction.execute(sql, [digest])?;
        }
    }
    Ok(dropped)
}

/// Returns some free pages to the file system. Returns whether there were enough to do so.
pub(super) fn shrink(connection: &Connection) -> rusqlite::Result<bool> {
    let free: i64 = connection.pragma_query_value(None, "freelist_count", |row| row.get(0))?;
    if free <= i64::from(PAGES) {
        // Few free pages are kept, because they are soon reused.
        return Ok(false);
    }
    let mut query = connection.prepare(&format!("PRAGMA incremental_vacuum({PAGES})"))?;
    let mut rows = query.query([])?;
    // Each step of the statement frees one page.
    while rows.next()?.is_some() {}
    Ok(true)
}
