//! Letting go of what no longer has to be kept.

use fangqi_room::PackageDigest;
use rusqlite::{Connection, Transaction, TransactionBehavior, params};
use rustc_hash::FxHashMap;

use super::schema::update_room;
use super::store::current_epoch;
use super::write::{Failure, stored_meta};
use crate::session::RoomId;

/// What [`super::SqliteLog::retain`] let go of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Freed {
    /// Inputs that only a replay from the very beginning would need.
    pub records: usize,
    /// Packages that no room is played with any more.
    pub packages: usize,
}

/// Pages given back to the disk at a time, while others wait.
const PAGES: u32 = 512;

/// Drops the inputs up to the last but one checkpoint of every room in which that is from before a
/// time by the log's clock, and packages that no room names, but those `expected` to be named:
/// a package comes just before the entry of the room that is played with it.
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
        // SQLite takes `saved` from the row with the least event.
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
            // Somebody has to look at it first.
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

/// Drops packages that no room names or is about to name; says how many.
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

/// Gives some free pages back to the disk; says whether there were any.
pub(super) fn shrink(connection: &Connection) -> rusqlite::Result<bool> {
    let free: i64 = connection.pragma_query_value(None, "freelist_count", |row| row.get(0))?;
    if free <= i64::from(PAGES) {
        // A few are soon used again.
        return Ok(false);
    }
    let mut query = connection.prepare(&format!("PRAGMA incremental_vacuum({PAGES})"))?;
    let mut rows = query.query([])?;
    // One page a step.
    while rows.next()?.is_some() {}
    Ok(true)
}
