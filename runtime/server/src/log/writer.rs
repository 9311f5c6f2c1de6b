//! The one thread that writes: everything that waits goes into one transaction.

use std::time::Instant;

use crossbeam_channel::Receiver;
use rusqlite::{Connection, Transaction, params};
use rustc_hash::FxHashMap;

use super::sqlite::store;
use super::{Ack, Entry, LogError, encode_record};
use crate::metrics::CommitStats;
use crate::session::RoomId;

/// An entry on its way to the disk; without one, only the acknowledgement is wanted.
pub(super) struct Order {
    pub(super) room: RoomId,
    pub(super) entry: Option<Entry>,
    pub(super) ack: Ack,
}

/// Most entries in one transaction, so that none waits long for its acknowledgement.
const BATCH: usize = 4096;

/// Last record number per room as written; what is not in it is asked of the file.
///
/// Rooms are dropped from it now and then so that it stays small.
type LastEvents = FxHashMap<RoomId, u64>;

const REMEMBERED_ROOMS: usize = 64 * 1024;

/// Writes until nobody can send orders any more.
pub(super) fn run(mut connection: Connection, orders: &Receiver<Order>, stats: &CommitStats) {
    let mut last_events = LastEvents::default();
    let mut batch = Vec::new();
    while let Ok(first) = orders.recv() {
        let started = Instant::now();
        batch.push(first);
        batch.extend(orders.try_iter().take(BATCH - 1));
        stats.entries.add(batch.len() as u64);
        commit(&mut connection, &mut batch, &mut last_events);
        stats.time.add_since(started);
        if last_events.len() > REMEMBERED_ROOMS {
            last_events.clear();
        }
    }
}

/// Makes a batch durable, then acknowledges it. An entry that is wrong by itself (out of order, of
/// no room) fails alone; a store that fails, fails the whole batch and leaves the file as it was.
fn commit(connection: &mut Connection, batch: &mut Vec<Order>, last_events: &mut LastEvents) {
    let mut acks = Vec::with_capacity(batch.len());
    let mut write_all = || {
        let transaction = connection.transaction().map_err(store("beginning"))?;
        for order in batch.drain(..) {
            let written = match order.entry {
                Some(entry) => write(&transaction, &order.room, entry, last_events),
                None => Ok(()),
            };
            let broken = match &written {
                Err(error @ LogError::Store { .. }) => Some(error.clone()),
                _ => None,
            };
            acks.push((order.ack, written));
            if let Some(error) = broken {
                return Err(error);
            }
        }
        transaction.commit().map_err(store("committing"))
    };
    let committed: Result<(), LogError> = write_all();
    if let Err(error) = &committed {
        tracing::error!(%error, "entries of the log are lost; their rooms go back");
        // What was counted in this transaction did not happen.
        last_events.clear();
    }
    for (ack, written) in acks {
        ack(committed.clone().and(written));
    }
    for order in batch.drain(..) {
        (order.ack)(committed.clone());
    }
}

fn write(
    transaction: &Transaction<'_>,
    room: &RoomId,
    entry: Entry,
    last_events: &mut LastEvents,
) -> Result<(), LogError> {
    let id = room.as_str();
    let run = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
        transaction
            .prepare_cached(sql)
            .and_then(|mut statement| statement.execute(values))
            .map_err(store("writing"))
    };
    match entry {
        Entry::Open(meta) => {
            let (seed, created) = (meta.seed.cast_signed(), meta.created.cast_signed());
            run(
                "INSERT OR IGNORE INTO rooms (id, map, seed, created, options) \
                 VALUES (?1, ?2, ?3, ?4, ?5)",
                params![id, meta.map, seed, created, meta.options],
            )?;
            // A room that was there already goes on; what is known of it is looked up.
            last_events.remove(room);
        }
        Entry::Token { token, player } => {
            last_event(transaction, room, last_events)?;
            run(
                "INSERT OR REPLACE INTO tokens (room, player, token) VALUES (?1, ?2, ?3)",
                params![id, player.0.cast_signed(), token.reveal()],
            )?;
        }
        Entry::Record { event, record } => {
            let last = last_event(transaction, room, last_events)?;
            if event != last + 1 {
                return Err(LogError::OutOfOrder { room: room.clone(), event, last });
            }
            let bytes = encode_record(&record)
                .map_err(|reason| LogError::Encode { room: room.clone(), reason })?;
            run(
                "INSERT INTO records (room, event, bytes) VALUES (?1, ?2, ?3)",
                params![id, event.cast_signed(), bytes],
            )?;
            last_events.insert(room.clone(), event);
        }
        Entry::Delete => {
            for sql in [
                "DELETE FROM records WHERE room = ?1",
                "DELETE FROM tokens WHERE room = ?1",
                "DELETE FROM rooms WHERE id = ?1",
            ] {
                run(sql, params![id])?;
            }
            last_events.remove(room);
        }
    }
    Ok(())
}

/// The number of a room's last record; an error if there is no such room.
fn last_event(
    transaction: &Transaction<'_>,
    room: &RoomId,
    last_events: &mut LastEvents,
) -> Result<u64, LogError> {
    if let Some(last) = last_events.get(room) {
        return Ok(*last);
    }
    let sql = "SELECT (SELECT max(event) FROM records WHERE room = ?1) \
               FROM rooms WHERE id = ?1";
    let found = transaction
        .prepare_cached(sql)
        .and_then(|mut query| query.query_row([room.as_str()], |row| row.get::<_, Option<i64>>(0)));
    match found {
        Ok(last) => {
            let last = last.unwrap_or(0).cast_unsigned();
            last_events.insert(room.clone(), last);
            Ok(last)
        }
        Err(rusqlite::Error::QueryReturnedNoRows) => Err(LogError::NoSuchRoom(room.clone())),
        Err(error) => Err(store("looking up a room")(error)),
    }
}
