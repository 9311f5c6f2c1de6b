//! Writes entries to the file.

use fangqi_protocol::Record;
use fangqi_room::PackageDigest;
use rusqlite::{OptionalExtension, ToSql, Transaction, params};

use super::schema::{insert_room, update_room};
use super::store::Known;
use super::{games, visits};
use crate::log::record::{decode_meta, encode_checkpoint, encode_token};
use crate::log::{Entry, LogError, RoomMeta, encode_record};
use crate::session::RoomId;

/// Why an entry was not written.
pub(super) enum Failure {
    /// The entry itself is invalid; nothing was written.
    Wrong(LogError),
    /// The file cannot be written.
    Store(rusqlite::Error),
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Self::Store(error)
    }
}

/// Writes one entry of a room. `now` is the time of the log's clock.
pub(super) fn entry(
    transaction: &Transaction<'_>,
    room: &RoomId,
    entry: &Entry,
    known: &mut Known,
    now: u64,
) -> Result<(), Failure> {
    let id = room.as_str();
    let unfit = |reason| Failure::Wrong(LogError::Encode { room: room.clone(), reason });
    match entry {
        Entry::Package { digest, bytes } => {
            if known.packages.insert(*digest) {
                run(
                    transaction,
                    "INSERT OR IGNORE INTO packages (digest, bytes) VALUES (?1, ?2)",
                    params![digest.as_bytes(), &bytes[..]],
                )?;
            }
        }
        Entry::Open(meta) => {
            insert_room(transaction, id, meta)?;
            visits::begin(transaction, room, now)?;
            // An existing room is not replaced, so its last event has to be looked up again.
            known.last_events.remove(room);
        }
        Entry::Token { token, player } => {
            last_event(transaction, room, known)?;
            let bytes = encode_token(token, *player).map_err(unfit)?;
            run(
                transaction,
                "INSERT OR REPLACE INTO tokens (room, player, bytes) VALUES (?1, ?2, ?3)",
                params![id, player.0.cast_signed(), bytes],
            )?;
        }
        Entry::Record { event, record } => add_record(transaction, room, *event, record, known)?,
        Entry::Amend { event, record } => {
            amend(transaction, room, *event, record.as_ref(), known)?;
        }
        Entry::Repackage { digest, since } => {
            repackage(transaction, room, (*digest, *since), known)?;
        }
        Entry::Checkpoint { event, bytes } => {
            let last = last_event(transaction, room, known)?;
            if *event > last {
                return Err(out_of_order(room, *event, last));
            }
            let bytes = encode_checkpoint(*event, bytes.clone()).map_err(unfit)?;
            add_checkpoint(transaction, room, *event, bytes, now)?;
        }
        Entry::Visited { at } => {
            last_event(transaction, room, known)?;
            visits::note(transaction, room, (*at).min(now))?;
        }
        Entry::Finished(game) => {
            let last = last_event(transaction, room, known)?;
            if game.event > last {
                return Err(out_of_order(room, game.event, last));
            }
            games::add(transaction, room, game)?;
        }
        Entry::Delete => delete(transaction, room, known)?,
    }
    Ok(())
}

fn add_record(
    transaction: &Transaction<'_>,
    room: &RoomId,
    event: u64,
    record: &Record,
    known: &mut Known,
) -> Result<(), Failure> {
    let last = last_event(transaction, room, known)?;
    if event != last + 1 {
        return Err(out_of_order(room, event, last));
    }
    put_record(
        transaction,
        "INSERT INTO records (room, event, bytes) VALUES (?1, ?2, ?3)",
        room,
        event,
        record,
    )?;
    known.last_events.insert(room.clone(), event);
    Ok(())
}

/// Replaces the last record, or deletes it.
fn amend(
    transaction: &Transaction<'_>,
    room: &RoomId,
    event: u64,
    record: Option<&Record>,
    known: &mut Known,
) -> Result<(), Failure> {
    let last = last_event(transaction, room, known)?;
    if event != last || last == 0 {
        return Err(out_of_order(room, event, last));
    }
    match record {
        Some(record) => put_record(
            transaction,
            "UPDATE records SET bytes = ?3 WHERE room = ?1 AND event = ?2",
            room,
            event,
            record,
        ),
        None => {
            let sql = "DELETE FROM records WHERE room = ?1 AND event = ?2";
            run(transaction, sql, params![room.as_str(), event.cast_signed()])?;
            known.last_events.insert(room.clone(), event - 1);
            Ok(())
        }
    }
}

fn put_record(
    transaction: &Transaction<'_>,
    sql: &str,
    room: &RoomId,
    event: u64,
    record: &Record,
) -> Result<(), Failure> {
    let unfit = |reason| Failure::Wrong(LogError::Encode { room: room.clone(), reason });
    let bytes = encode_record(record).map_err(unfit)?;
    run(transaction, sql, params![room.as_str(), event.cast_signed(), bytes])?;
    if let Some(cut) = record.rewound {
        // A checkpoint of events that were taken back is useless, and must not be taken for the one
        // from which the room is restored after its first inputs are deleted.
        run(
            transaction,
            "DELETE FROM checkpoints WHERE room = ?1 AND event > ?2",
            params![room.as_str(), cut.cast_signed()],
        )?;
        games::reopen(transaction, room, cut)?;
    }
    Ok(())
}

/// Stores a checkpoint, and deletes all but the newest two.
fn add_checkpoint(
    transaction: &Transaction<'_>,
    room: &RoomId,
    event: u64,
    bytes: Vec<u8>,
    now: u64,
) -> rusqlite::Result<()> {
    run(
        transaction,
        "INSERT OR REPLACE INTO checkpoints (room, event, saved, bytes) VALUES (?1, ?2, ?3, ?4)",
        params![room.as_str(), event.cast_signed(), now.cast_signed(), bytes],
    )?;
    run(
        transaction,
        "DELETE FROM checkpoints WHERE room = ?1 AND event NOT IN (SELECT event FROM checkpoints \
         WHERE room = ?1 ORDER BY event DESC LIMIT 2)",
        params![room.as_str()],
    )?;
    Ok(())
}

fn run(transaction: &Transaction<'_>, sql: &str, values: &[&dyn ToSql]) -> rusqlite::Result<usize> {
    transaction.prepare_cached(sql)?.execute(values)
}

fn out_of_order(room: &RoomId, event: u64, last: u64) -> Failure {
    Failure::Wrong(LogError::OutOfOrder { room: room.clone(), event, last })
}

fn delete(transaction: &Transaction<'_>, room: &RoomId, known: &mut Known) -> Result<(), Failure> {
    for sql in [
        "DELETE FROM records WHERE room = ?1",
        "DELETE FROM tokens WHERE room = ?1",
        "DELETE FROM checkpoints WHERE room = ?1",
        "DELETE FROM visits WHERE room = ?1",
        "DELETE FROM rooms WHERE id = ?1",
    ] {
        run(transaction, sql, params![room.as_str()])?;
    }
    known.last_events.remove(room);
    Ok(())
}

fn repackage(
    transaction: &Transaction<'_>,
    room: &RoomId,
    (digest, since): (PackageDigest, u64),
    known: &mut Known,
) -> Result<(), Failure> {
    let there: Option<i64> = transaction
        .prepare_cached("SELECT 1 FROM packages WHERE digest = ?1")?
        .query_row([digest.as_bytes()], |row| row.get(0))
        .optional()?;
    if there.is_none() {
        return Err(Failure::Wrong(LogError::NoPackage { room: room.clone(), digest }));
    }
    let last = last_event(transaction, room, known)?;
    let (meta, first_event, _) = stored_meta(transaction, room)?;
    let meta = RoomMeta { package: digest, ..meta };
    let id = room.as_str();
    let event = since.cast_signed();
    if since >= first_event {
        let there = transaction
            .prepare_cached("SELECT 1 FROM checkpoints WHERE room = ?1 AND event = ?2")?
            .exists(params![id, event])?;
        if !there {
            return Err(out_of_order(room, since, last));
        }
        for sql in [
            "DELETE FROM records WHERE room = ?1 AND event <= ?2",
            "DELETE FROM checkpoints WHERE room = ?1 AND event < ?2",
        ] {
            run(transaction, sql, params![id, event])?;
        }
        update_room(transaction, id, &meta, since + 1, last)?;
        return Ok(());
    }
    update_room(transaction, id, &meta, first_event, last)?;
    if first_event == 1 {
        // They hold what the earlier scripts made of the inputs, and all inputs are still there.
        run(transaction, "DELETE FROM checkpoints WHERE room = ?1", params![id])?;
    }
    Ok(())
}

/// A room's meta data, the event number of the first record kept, and that of the last one before
/// the package was changed; an error if there is no such room.
pub(super) fn stored_meta(
    transaction: &Transaction<'_>,
    room: &RoomId,
) -> Result<(RoomMeta, u64, u64), Failure> {
    let bytes: Option<Vec<u8>> = transaction
        .prepare_cached("SELECT meta FROM rooms WHERE id = ?1")?
        .query_row([room.as_str()], |row| row.get(0))
        .optional()?;
    let bytes = bytes.ok_or_else(|| Failure::Wrong(LogError::NoSuchRoom(room.clone())))?;
    decode_meta(&bytes).map_err(|error| Failure::Wrong(error.of(room, 0)))
}

/// The event number of a room's last record; an error if there is no such room.
fn last_event(
    transaction: &Transaction<'_>,
    room: &RoomId,
    known: &mut Known,
) -> Result<u64, Failure> {
    if let Some(last) = known.last_events.get(room) {
        return Ok(*last);
    }
    let (_, first_event, _) = stored_meta(transaction, room)?;
    let last: Option<i64> = transaction
        .prepare_cached("SELECT max(event) FROM records WHERE room = ?1")?
        .query_row([room.as_str()], |row| row.get(0))?;
    let last = last.map_or(0, i64::cast_unsigned).max(first_event - 1);
    known.last_events.insert(room.clone(), last);
    Ok(last)
}
