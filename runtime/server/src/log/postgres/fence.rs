//! Which server may write, and which rooms it has.
//!
//! A server holds its row of `node_fence` while it writes. Another takes its rooms away in two
//! steps: once the heartbeat has expired by the database's clock, it sets `fenced`, which waits for
//! the commits under way; then it claims rooms one by one. What the old server still sends is
//! refused.

use std::time::{Duration, Instant};

use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Error};

use super::Node;
use super::connect::Place;
use crate::entropy;
use crate::log::LogError;
use crate::session::RoomId;

/// For how long a heartbeat is good.
pub(super) const LEASE: Duration = Duration::from_secs(5);
/// How often a heartbeat is sent.
pub(super) const BEAT: Duration = Duration::from_secs(1);
/// A server doubts its fence so long before others may take its rooms, by its own steady clock.
const MARGIN: Duration = Duration::from_secs(1);
/// How often a starting server looks whether the last one of its name still lives.
const LOOK: Duration = Duration::from_millis(250);

/// The hold of this process on its row of `node_fence`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hold {
    pub(super) node: i64,
    pub(super) holder: i64,
    pub(super) epoch: i64,
}

/// What a look at one's own row has shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// It still holds, with this epoch.
    Held { epoch: i64 },
    /// Others may have taken rooms away meanwhile. It holds again, with this epoch.
    Regained { epoch: i64 },
    /// Another process of this name has taken over.
    Replaced,
}

/// Until when a heartbeat that was sent at `sent` lets a server go on without a doubt.
pub(super) fn sure_until(sent: Instant) -> Instant {
    sent + LEASE - MARGIN
}

fn lease_seconds() -> f64 {
    LEASE.as_secs_f64()
}

/// How other sessions know those of a server.
pub(super) fn session_name(node: i64) -> String {
    format!("fangqi node {node}")
}

/// Takes the row of a name. The last server of that name may have crashed, and then its heartbeat
/// expires; one that lives is seen to send another one.
///
/// # Errors
/// It lives, or the database fails.
pub(super) async fn take(client: &Client, place: &Place, node: &Node) -> Result<Hold, LogError> {
    let failed = |error| place.failed("taking the server's name")(error);
    let add = "
        WITH added AS (
            INSERT INTO node_fence (name, epoch, holder, fenced, advertise)
            VALUES ($1, 0, 0, true, '') ON CONFLICT (name) DO NOTHING RETURNING id
        ), beating AS (
            INSERT INTO node_heartbeat (node, until) SELECT id, '-infinity' FROM added
        )
        INSERT INTO node_commit (node, batch) SELECT id, 0 FROM added";
    client.execute(add, &[&node.name]).await.map_err(failed)?;
    let mut holder = [0; 8];
    entropy::fill(&mut holder).map_err(|error| place.unusable(error.to_string()))?;
    let holder = i64::from_le_bytes(holder);
    let mut seen = None;
    let mut said = false;
    loop {
        match try_take(client, node, holder).await {
            Ok(Attempt::Taken(hold)) => return Ok(hold),
            Ok(Attempt::Alive { until, address }) => {
                if *seen.get_or_insert(until) != until {
                    return Err(LogError::NameInUse {
                        name: node.name.clone(),
                        database: place.shown().to_owned(),
                        address,
                    });
                }
                if !said {
                    tracing::info!(
                        node = node.name,
                        "waiting until the last server of this name is known to have ended"
                    );
                    said = true;
                }
            }
            Err(error) if error.code() == Some(&SqlState::LOCK_NOT_AVAILABLE) => {
                // A session of the last server is stuck in a transaction.
                end_sessions(client, &node.name).await.map_err(failed)?;
            }
            Err(error) => return Err(failed(error)),
        }
        tokio::time::sleep(LOOK).await;
    }
}

enum Attempt {
    Taken(Hold),
    /// By its heartbeat, which expires at this time, in microseconds.
    Alive {
        until: i64,
        address: String,
    },
}

async fn try_take(client: &Client, node: &Node, holder: i64) -> Result<Attempt, Error> {
    client.batch_execute("BEGIN").await?;
    let tried = try_take_within(client, node, holder).await;
    let end = if matches!(tried, Ok(Attempt::Taken(_))) { "COMMIT" } else { "ROLLBACK" };
    client.batch_execute(end).await?;
    tried
}

async fn try_take_within(client: &Client, node: &Node, holder: i64) -> Result<Attempt, Error> {
    let lock = "SELECT id, fenced, advertise FROM node_fence WHERE name = $1 FOR UPDATE";
    let row = client.query_one(lock, &[&node.name]).await?;
    let (id, fenced, address): (i64, bool, String) = (row.get(0), row.get(1), row.get(2));
    let look = "
        SELECT until > clock_timestamp(),
               CASE WHEN isfinite(until) THEN (extract(epoch FROM until) * 1000000)::bigint
                    ELSE 0 END
        FROM node_heartbeat WHERE node = $1";
    let row = client.query_one(look, &[&id]).await?;
    if row.get(0) && !fenced {
        return Ok(Attempt::Alive { until: row.get(1), address });
    }
    let take = "
        WITH taken AS (
            UPDATE node_fence SET epoch = epoch + 1, holder = $2, fenced = false, advertise = $3
            WHERE id = $1 RETURNING epoch
        ), beating AS (
            UPDATE node_heartbeat SET until = clock_timestamp() + make_interval(secs => $4)
            WHERE node = $1
        ), unopened AS (
            DELETE FROM room WHERE owner = $1
            AND NOT EXISTS (SELECT 1 FROM opened WHERE room = key) RETURNING key
        ), unawaited AS (
            DELETE FROM awaited WHERE room IN (SELECT key FROM room WHERE owner = $1)
        )
        SELECT epoch FROM taken";
    let address = node.address();
    let values: [&(dyn tokio_postgres::types::ToSql + Sync); 4] =
        [&id, &holder, &address, &lease_seconds()];
    let row = client.query_one(take, &values).await?;
    Ok(Attempt::Taken(Hold { node: id, holder, epoch: row.get(0) }))
}

/// Ends the sessions of a server that is about to be fenced.
async fn end_sessions(client: &Client, name: &str) -> Result<(), Error> {
    let end = "
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity, node_fence
        WHERE node_fence.name = $1 AND application_name = 'fangqi node ' || node_fence.id
        AND pid <> pg_backend_pid()";
    client.query(end, &[&name]).await?;
    Ok(())
}

/// Sends a heartbeat. Returns whether the fence holds.
pub(super) async fn beat(client: &Client, hold: Hold) -> Result<bool, Error> {
    let sql = "
        WITH fence AS (
            SELECT 1 FROM node_fence WHERE id = $1 AND holder = $2 AND NOT fenced FOR SHARE
        )
        UPDATE node_heartbeat SET until = clock_timestamp() + make_interval(secs => $3)
        FROM fence WHERE node = $1";
    Ok(client.execute(sql, &[&hold.node, &hold.holder, &lease_seconds()]).await? == 1)
}

/// Makes sure of one's row with a write of its own, and raises its epoch: once this is done, no
/// transaction of an earlier connection is under way or can still begin, everything that was
/// committed is as durable as this write, and its outcome can be read.
pub(super) async fn confirm(client: &Client, hold: Hold) -> Result<Standing, Error> {
    let sql = "
        WITH held AS (
            UPDATE node_fence SET epoch = epoch + 1 WHERE id = $1 AND holder = $2 AND NOT fenced
            RETURNING epoch
        ), beating AS (
            UPDATE node_heartbeat SET until = clock_timestamp() + make_interval(secs => $3)
            WHERE node = $1 AND EXISTS (SELECT 1 FROM held)
        )
        SELECT epoch FROM held";
    let values: [&(dyn tokio_postgres::types::ToSql + Sync); 3] =
        [&hold.node, &hold.holder, &lease_seconds()];
    if let Some(row) = client.query_opt(sql, &values).await? {
        return Ok(Standing::Held { epoch: row.get(0) });
    }
    let regain = "
        WITH held AS (
            UPDATE node_fence SET epoch = epoch + 1, fenced = false
            WHERE id = $1 AND holder = $2 AND fenced RETURNING epoch
        ), beating AS (
            UPDATE node_heartbeat SET until = clock_timestamp() + make_interval(secs => $3)
            WHERE node = $1 AND EXISTS (SELECT 1 FROM held)
        )
        SELECT epoch FROM held";
    Ok(match client.query_opt(regain, &values).await? {
        Some(row) => Standing::Regained { epoch: row.get(0) },
        None => Standing::Replaced,
    })
}

/// Gives the row back, so that others need not wait for the heartbeat to expire.
pub(super) async fn leave(client: &Client, hold: Hold) -> Result<(), Error> {
    let sql = "UPDATE node_fence SET fenced = true WHERE id = $1 AND holder = $2";
    client.execute(sql, &[&hold.node, &hold.holder]).await?;
    Ok(())
}

/// Claims a room. `None`: the own fence does not hold with this epoch. Returns the room's key and
/// epoch.
///
/// # Errors
/// A server that lives has it, or the database fails.
pub(super) async fn claim(
    client: &Client,
    place: &Place,
    hold: Hold,
    room: &RoomId,
) -> Result<Option<(i64, u64)>, LogError> {
    let failed = |error| place.failed("claiming a room")(error);
    let name = room.as_str();
    let free = "
        WITH fence AS (
            SELECT id FROM node_fence WHERE id = $1 AND epoch = $2 AND NOT fenced FOR SHARE
        )
        INSERT INTO room AS r (name, owner, epoch) SELECT $3::text, fence.id, 1 FROM fence
        ON CONFLICT (name) DO UPDATE SET owner = EXCLUDED.owner, epoch = r.epoch + 1
        WHERE r.owner IS NULL OR r.owner = EXCLUDED.owner
        RETURNING r.key, r.epoch";
    let fenced = "
        WITH fence AS (
            SELECT id FROM node_fence WHERE id = $1 AND epoch = $2 AND NOT fenced FOR SHARE
        ), gone AS (
            SELECT id FROM node_fence WHERE id = $4 AND fenced FOR SHARE
        )
        UPDATE room AS r SET owner = fence.id, epoch = r.epoch + 1 FROM fence, gone
        WHERE r.name = $3 AND r.owner = gone.id RETURNING r.key, r.epoch";
    let look = "
        SELECT f.id, f.name, f.advertise, f.fenced, h.until < clock_timestamp()
        FROM room r JOIN node_fence f ON f.id = r.owner JOIN node_heartbeat h ON h.node = f.id
        WHERE r.name = $1";
    let claimed =
        |row: tokio_postgres::Row| (row.get::<_, i64>(0), row.get::<_, i64>(1).cast_unsigned());
    loop {
        let values: [&(dyn tokio_postgres::types::ToSql + Sync); 3] =
            [&hold.node, &hold.epoch, &name];
        if let Some(row) = client.query_opt(free, &values).await.map_err(failed)? {
            return Ok(Some(claimed(row)));
        }
        let Some(row) = client.query_opt(look, &[&name]).await.map_err(failed)? else {
            return Ok(None);
        };
        let owner: i64 = row.get(0);
        if owner == hold.node {
            return Ok(None);
        }
        let (node, address): (String, String) = (row.get(1), row.get(2));
        let (is_fenced, expired): (bool, bool) = (row.get(3), row.get(4));
        if !is_fenced && !expired {
            return Err(LogError::OwnedElsewhere { room: room.clone(), node, address });
        }
        if !is_fenced {
            fence(client, owner, &node).await.map_err(failed)?;
            continue;
        }
        let values: [&(dyn tokio_postgres::types::ToSql + Sync); 4] =
            [&hold.node, &hold.epoch, &name, &owner];
        if let Some(row) = client.query_opt(fenced, &values).await.map_err(failed)? {
            return Ok(Some(claimed(row)));
        }
        // The other server is back or has lost the room to a third one, or the own fence does not
        // hold; the next round tells.
        let held = "SELECT 1 FROM node_fence WHERE id = $1 AND epoch = $2 AND NOT fenced";
        if client.query_opt(held, &[&hold.node, &hold.epoch]).await.map_err(failed)?.is_none() {
            return Ok(None);
        }
    }
}

/// Fences a server whose heartbeat has expired. Waits for the commits that it has under way.
async fn fence(client: &Client, node: i64, name: &str) -> Result<(), Error> {
    match client.query_one("SELECT fence_expired($1)", &[&node]).await {
        Ok(row) => {
            if row.get(0) {
                tracing::warn!(node = name, "this server is not heard of; its rooms are free");
            }
            Ok(())
        }
        Err(error) if error.code() == Some(&SqlState::LOCK_NOT_AVAILABLE) => {
            tracing::warn!(node = name, "this server is stuck in a transaction, which is ended");
            end_sessions(client, name).await
        }
        Err(error) => Err(error),
    }
}
