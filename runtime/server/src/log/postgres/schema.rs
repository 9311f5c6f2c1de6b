//! The tables, and migrations from older versions.

use tokio_postgres::Client;

use super::connect::Place;
use super::database::Database;
use crate::log::LogError;

/// Version of the tables, stored in them.
pub(super) const VERSION: i32 = MIGRATIONS.len() as i32;

/// What leads from each version to the next one; version 0 is an empty schema.
///
/// - A row of `node_fence` is a server. It holds `FOR SHARE` on the row in every transaction, and a
///   server that takes its rooms away updates the row first. `holder` tells processes of one name
///   apart; `epoch` rises with each process and each new connection, so that what an old
///   connection still sends is refused.
/// - Heartbeats have a table of their own, because an update of the fence's row would wait for
///   commits.
/// - `room` is the directory: `key` stands for the room's id in all other tables. A room that is
///   claimed but not opened has no row in `opened`. The checksummed `meta` is authoritative;
///   `created` and `package` are copies for look-ups.
/// - `awaited` names packages whose rooms have not named them yet.
/// - `presence` tells the lobbies of other servers who is in a room. It is empty after a crash or a
///   failover, because servers tell it again, and so costs no log of the database.
const MIGRATIONS: [&str; 3] = [
    "
    CREATE TABLE node_fence (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE,
        epoch bigint NOT NULL, holder bigint NOT NULL, fenced boolean NOT NULL,
        advertise text NOT NULL
    );
    CREATE TABLE node_heartbeat (
        node bigint PRIMARY KEY REFERENCES node_fence, until timestamptz NOT NULL
    );
    CREATE TABLE node_commit (
        node bigint PRIMARY KEY REFERENCES node_fence, batch bigint NOT NULL
    );
    CREATE TABLE room (
        key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text COLLATE \"C\" NOT NULL UNIQUE,
        owner bigint REFERENCES node_fence, epoch bigint NOT NULL
    );
    CREATE INDEX room_by_owner ON room (owner);
    CREATE TABLE opened (
        room bigint PRIMARY KEY, created bigint NOT NULL, package bytea NOT NULL,
        meta bytea NOT NULL, visited bigint NOT NULL
    );
    CREATE INDEX opened_by_package ON opened (package);
    CREATE TABLE record (
        room bigint NOT NULL, event bigint NOT NULL, bytes bytea NOT NULL,
        PRIMARY KEY (room, event)
    ) PARTITION BY HASH (room);
    CREATE TABLE token (
        room bigint NOT NULL, player bigint NOT NULL, bytes bytea NOT NULL,
        PRIMARY KEY (room, player)
    );
    CREATE TABLE checkpoint (
        room bigint NOT NULL, event bigint NOT NULL, saved bigint NOT NULL, bytes bytea NOT NULL,
        PRIMARY KEY (room, event)
    );
    CREATE TABLE cut_record (
        room bigint NOT NULL, event bigint NOT NULL, saved bigint NOT NULL, reason text NOT NULL,
        bytes bytea NOT NULL
    );
    CREATE TABLE package (digest bytea PRIMARY KEY, bytes bytea NOT NULL);
    CREATE TABLE awaited (room bigint PRIMARY KEY, digest bytea NOT NULL);
    CREATE TABLE game (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        room bigint NOT NULL, event bigint NOT NULL, map text COLLATE \"C\" NOT NULL,
        options text COLLATE \"C\" NOT NULL, line text COLLATE \"C\" NOT NULL,
        chinese text NOT NULL, winner smallint, UNIQUE (room, event)
    );
    CREATE INDEX game_by_line ON game (map, options, line);
    CREATE TABLE clock (id integer PRIMARY KEY CHECK (id = 1), counted bigint NOT NULL);
    INSERT INTO clock (id, counted) VALUES (1, extract(epoch FROM now())::bigint);
    CREATE TABLE secret (name text PRIMARY KEY, content text NOT NULL);
    DO $do$ BEGIN
        FOR part IN 0..15 LOOP
            EXECUTE format('CREATE TABLE record_%s PARTITION OF record \
                            FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part);
        END LOOP;
    END $do$;
    CREATE FUNCTION hold_fence(node bigint, held bigint) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM 1 FROM node_fence WHERE id = node AND epoch = held AND NOT fenced FOR SHARE;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'the server is fenced' USING ERRCODE = 'FQ001';
        END IF;
    END $$;
    CREATE FUNCTION hold_package(wanted bytea) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM 1 FROM package WHERE digest = wanted FOR KEY SHARE;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'the package is gone' USING ERRCODE = 'FQ002';
        END IF;
    END $$;
    CREATE FUNCTION fence_expired(node_id bigint) RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN
        -- Waits for commits under way. The next statement sees heartbeats that came before.
        PERFORM 1 FROM node_fence WHERE id = node_id FOR UPDATE;
        UPDATE node_fence SET fenced = true WHERE id = node_id AND NOT fenced AND EXISTS (
            SELECT 1 FROM node_heartbeat WHERE node = node_id AND until < clock_timestamp()
        );
        RETURN FOUND;
    END $$;
",
    "
    CREATE UNLOGGED TABLE presence (
        room bigint PRIMARY KEY, node bigint NOT NULL, private boolean NOT NULL,
        present integer NOT NULL, content text NOT NULL
    );
    CREATE INDEX presence_by_node ON presence (node) WHERE present > 0;
",
    // The lobby shows the newest rooms that are occupied. Without this, every server sorts all of
    // them each second: 3.4 s where a million are occupied, and 17 ms with it.
    "
    CREATE INDEX opened_by_time ON opened (created DESC);
",
];

/// Raised by `hold_fence`: the server's row has another epoch, or is fenced.
pub(super) const FENCED: &str = "FQ001";
/// Raised by `hold_package`: retention has deleted the package.
pub(super) const PACKAGE_GONE: &str = "FQ002";

/// Serialises migrations of servers that start together. Any number that others do not use.
const LOCK: i64 = 0x0066_616e_6771_6931;

/// Migrates the tables to [`VERSION`].
pub(super) async fn prepare(client: &Client, place: &Place) -> Result<(), LogError> {
    let failed = |error| place.failed("making its tables")(error);
    let there = client.query_one("SELECT to_regclass('fangqi.version') IS NOT NULL", &[]).await;
    if there.map_err(failed)?.get::<_, bool>(0) && found(client, place).await? == VERSION {
        return Ok(());
    }
    client.batch_execute("BEGIN").await.map_err(failed)?;
    let migrated = migrate(client, place).await;
    let end = if migrated.is_ok() { "COMMIT" } else { "ROLLBACK" };
    let ended = client.batch_execute(end).await;
    migrated?;
    ended.map_err(failed)
}

async fn found(client: &Client, place: &Place) -> Result<i32, LogError> {
    let row = client.query_one("SELECT coalesce(max(number), 0) FROM fangqi.version", &[]).await;
    let found: i32 = row.map_err(place.failed("reading the version of its tables"))?.get(0);
    if found > VERSION {
        return Err(place.unusable(format!(
            "its tables are of version {found}, this program knows up to {VERSION}; use a newer \
             fangqi"
        )));
    }
    Ok(found)
}

async fn migrate(client: &Client, place: &Place) -> Result<(), LogError> {
    let failed = |error| place.failed("making its tables")(error);
    client.query_one("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await.map_err(failed)?;
    client
        .batch_execute(
            "CREATE SCHEMA IF NOT EXISTS fangqi;
             CREATE TABLE IF NOT EXISTS fangqi.version (number integer NOT NULL);
             INSERT INTO fangqi.version (number)
                 SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM fangqi.version);",
        )
        .await
        .map_err(failed)?;
    let found = found(client, place).await?;
    for migration in &MIGRATIONS[usize::try_from(found).unwrap_or_default()..] {
        client.batch_execute(migration).await.map_err(failed)?;
    }
    client.execute("UPDATE fangqi.version SET number = $1", &[&VERSION]).await.map_err(failed)?;
    if found > 0 && found < VERSION {
        tracing::info!(database = place.shown(), "brought from version {found} to {VERSION}");
    }
    Ok(())
}
