//! Finished games of rooms that the lobby lists.

use rusqlite::{Connection, Transaction, params};

use super::write::{Failure, stored_meta};
use crate::log::games::{Continuation, FinishedGame, GAMES_MAX, Line, Opening};
use crate::session::RoomId;

/// Creates the table if it does not exist.
pub(super) fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "BEGIN;
        CREATE TABLE IF NOT EXISTS games (
            id INTEGER PRIMARY KEY AUTOINCREMENT, room TEXT NOT NULL, event INTEGER NOT NULL,
            map TEXT NOT NULL, options TEXT NOT NULL, line TEXT NOT NULL, chinese TEXT NOT NULL,
            winner INTEGER, UNIQUE (room, event)
        ) STRICT;
        CREATE INDEX IF NOT EXISTS games_by_line ON games (map, options, line);
        COMMIT;",
    )
}

/// Adds a game, unless its room is private or its moves cannot be looked up, and drops the oldest
/// ones beyond the limit.
pub(super) fn add(
    transaction: &Transaction<'_>,
    room: &RoomId,
    game: &FinishedGame,
) -> Result<(), Failure> {
    let (meta, ..) = stored_meta(transaction, room)?;
    let Some(Line { en, zh, winner }) = game.line().filter(|_| !meta.is_private()) else {
        return Ok(());
    };
    transaction
        .prepare_cached(
            "INSERT OR REPLACE INTO games (room, event, map, options, line, chinese, winner) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![
            room.as_str(),
            game.event.cast_signed(),
            meta.map,
            game.options,
            en,
            zh,
            winner
        ])?;
    let last = transaction.last_insert_rowid();
    transaction
        .prepare_cached("DELETE FROM games WHERE id <= ?1")?
        .execute([last.saturating_sub(GAMES_MAX as i64)])?;
    Ok(())
}

/// Removes the games of a room that ended after an event, because that is taken back.
pub(super) fn reopen(
    transaction: &Transaction<'_>,
    room: &RoomId,
    event: u64,
) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("DELETE FROM games WHERE room = ?1 AND event > ?2")?
        .execute(params![room.as_str(), event.cast_signed()])?;
    Ok(())
}

/// What was played next in a position.
pub(super) fn explore(
    connection: &Connection,
    opening: &Opening,
) -> rusqlite::Result<Vec<Continuation>> {
    let mut query = connection.prepare_cached(
        "SELECT line, chinese, winner FROM games \
         WHERE map = ?1 AND options = ?2 AND line >= ?3 AND line < ?4",
    )?;
    let from = opening.prefix();
    let to = format!("{from}{}", char::MAX);
    let rows = query.query_map(params![opening.map, opening.options, from, to], |row| {
        Ok(Line { en: row.get(0)?, zh: row.get(1)?, winner: row.get(2)? })
    })?;
    let games = rows.collect::<rusqlite::Result<Vec<Line>>>()?;
    Ok(opening.continuations(games.into_iter()))
}
