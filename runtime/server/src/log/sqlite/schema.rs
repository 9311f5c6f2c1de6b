//! The tables, and migrations from older versions.

use std::path::Path;

use fangqi_protocol::PlayerId;
use fangqi_room::PackageDigest;
use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use super::connect::failed;
use crate::log::record::{encode_meta, encode_token};
use crate::log::{LogError, RoomMeta};
use crate::session::{RoomId, TokenDigest};

/// Version of the file format, stored in the file. It covers [`SCHEMA`] and the records, because a
/// program that would take a newer record for a damaged one must not open the file.
///
/// 2: packages. 3: records of version 2.
pub(super) const VERSION: i64 = 3;

/// `created` and `package` are copies for look-ups; the checksummed `meta` is authoritative.
const SCHEMA: &str = "
    CREATE TABLE folder (
        id INTEGER PRIMARY KEY CHECK (id = 1), epoch INTEGER NOT NULL, owner TEXT NOT NULL
    ) STRICT;
    CREATE TABLE rooms (
        id TEXT PRIMARY KEY, created INTEGER NOT NULL, package BLOB NOT NULL, meta BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS records (
        room TEXT NOT NULL, event INTEGER NOT NULL, bytes BLOB NOT NULL,
        PRIMARY KEY (room, event)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tokens (
        room TEXT NOT NULL, player INTEGER NOT NULL, bytes BLOB NOT NULL,
        PRIMARY KEY (room, player)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE packages (digest BLOB PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
    CREATE TABLE checkpoints (
        room TEXT NOT NULL, event INTEGER NOT NULL, saved INTEGER NOT NULL, bytes BLOB NOT NULL,
        PRIMARY KEY (room, event)
    ) STRICT;
    CREATE TABLE cut_records (
        room TEXT NOT NULL, event INTEGER NOT NULL, saved INTEGER NOT NULL, reason TEXT NOT NULL,
        bytes BLOB NOT NULL
    ) STRICT;
    INSERT INTO folder (id, epoch, owner) VALUES (1, 0, '');
";

/// Migrates a file to [`VERSION`].
pub(super) fn prepare(connection: &mut Connection, path: &Path) -> Result<(), LogError> {
    let begin = failed(path, "reading its version");
    let found = version(connection, path)?;
    if found == VERSION {
        return Ok(());
    }
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(&begin)?;
    match found {
        0 => {
            let tables: i64 = transaction
                .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
                .map_err(&begin)?;
            if tables > 0 {
                let reason = "it holds tables of another program".to_owned();
                return Err(LogError::Foreign { path: path.display().to_string(), reason });
            }
            transaction.execute_batch(SCHEMA).map_err(failed(path, "making its tables"))?;
        }
        1 => from_version_1(&transaction, path)?,
        _ => {}
    }
    let finish = failed(path, "writing its version");
    transaction.pragma_update(None, "user_version", VERSION).map_err(&finish)?;
    transaction.commit().map_err(&finish)?;
    if found == 1 {
        // Files of version 1 could not shrink gradually.
        connection.execute_batch("VACUUM").map_err(failed(path, "packing it anew"))?;
        let path = path.display().to_string();
        tracing::info!(path, "the log was brought from version 1 to {VERSION}");
    }
    Ok(())
}

/// The file's version; an error if it is above [`VERSION`].
pub(super) fn version(connection: &Connection, path: &Path) -> Result<i64, LogError> {
    let found = connection
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .map_err(failed(path, "reading its version"))?;
    if found > VERSION {
        let path = path.display().to_string();
        return Err(LogError::Newer { path, found, known: VERSION });
    }
    Ok(found)
}

/// Version 1 had plain columns, plain-text tokens and no packages.
fn from_version_1(transaction: &Transaction<'_>, path: &Path) -> Result<(), LogError> {
    let run = || {
        transaction.execute_batch(
            "ALTER TABLE rooms RENAME TO rooms_1; ALTER TABLE tokens RENAME TO tokens_1;",
        )?;
        transaction.execute_batch(SCHEMA)?;
        rooms_of_version_1(transaction)?;
        tokens_of_version_1(transaction)?;
        transaction.execute_batch("DROP TABLE rooms_1; DROP TABLE tokens_1;")
    };
    run().map_err(failed(path, "bringing it to a new version"))
}

fn rooms_of_version_1(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let mut query = transaction.prepare("SELECT id, map, seed, created, options FROM rooms_1")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let id: String = row.get(0)?;
        let meta = RoomMeta {
            map: row.get(1)?,
            package: PackageDigest::UNKNOWN,
            seed: row.get::<_, i64>(2)?.cast_unsigned(),
            created: row.get::<_, i64>(3)?.cast_unsigned(),
            options: row.get(4)?,
        };
        insert_room(transaction, &id, &meta)?;
    }
    Ok(())
}

fn tokens_of_version_1(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let mut query = transaction.prepare("SELECT room, player, token FROM tokens_1")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (room, player): (String, i64) = (row.get(0)?, row.get(1)?);
        let token = TokenDigest::of(row.get_ref(2)?.as_str()?);
        let player_id = PlayerId(player.cast_unsigned());
        let bytes = encode_token(&token, player_id).map_err(unwritable)?;
        transaction.execute(
            "INSERT INTO tokens (room, player, bytes) VALUES (?1, ?2, ?3)",
            params![room, player, bytes],
        )?;
    }
    Ok(())
}

fn unwritable(reason: String) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(reason.into())
}

/// Inserts the row of a room unless it exists.
pub(super) fn insert_room(
    transaction: &Transaction<'_>,
    id: &str,
    meta: &RoomMeta,
) -> rusqlite::Result<()> {
    let bytes = encode_meta(meta, 1, 0).map_err(unwritable)?;
    transaction
        .prepare_cached(
            "INSERT OR IGNORE INTO rooms (id, created, package, meta) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![id, meta.created.cast_signed(), meta.package.as_bytes(), bytes])?;
    Ok(())
}

/// Updates the row of a room.
pub(super) fn update_room(
    transaction: &Transaction<'_>,
    id: &str,
    meta: &RoomMeta,
    first_event: u64,
    repackaged: u64,
) -> rusqlite::Result<()> {
    let bytes = encode_meta(meta, first_event, repackaged).map_err(unwritable)?;
    transaction
        .prepare_cached("UPDATE rooms SET package = ?2, meta = ?3 WHERE id = ?1")?
        .execute(params![id, meta.package.as_bytes(), bytes])?;
    Ok(())
}

/// Raises the file's epoch, so that its earlier owner cannot write any more.
pub(super) fn new_epoch(connection: &mut Connection, path: &Path) -> Result<u64, LogError> {
    let owner = format!("process {}", std::process::id());
    let take = || {
        // A transaction of its own: a statement that returns rows commits only when it is dropped,
        // and then an error would go unnoticed.
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let epoch: i64 = transaction.query_row(
            "UPDATE folder SET epoch = epoch + 1, owner = ?1 WHERE id = 1 RETURNING epoch",
            [owner],
            |row| row.get(0),
        )?;
        transaction.commit()?;
        Ok(epoch.cast_unsigned())
    };
    take().map_err(failed(path, "taking it over"))
}

/// Parses a room id from the file.
pub(super) fn room_id(text: &str) -> Option<RoomId> {
    let room = RoomId::parse(text);
    if room.is_none() {
        tracing::warn!(text, "a room of the log has an impossible id; it is left out");
    }
    room
}
