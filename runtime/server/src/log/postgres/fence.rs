//! Which server may write, and which rooms it has.
//!
//! A server holds its row of `node_fence` while it writes. Another takes its rooms away in two
//! steps: once the heartbeat has expired by the database's clock, it sets `fenced`, which waits for
//! the commits under way; then it claims rooms one by one. What the old server still sends is
//! refused.

use std::time::Duration;

use tokio::time::Instant;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Error, Row};

use super::connect;
use super::database::{Database, Failure, Session};
use super::node::Node;
use crate::entropy;
use crate::log::LogError;
use crate::session::RoomId;

/// For how long a heartbeat is good: the players of a server that crashed wait for so long before
/// anything else begins.
pub(super) const LEASE: Duration = Duration::from_secs(3);
/// How often a heartbeat is sent: four may be lost or late before the server has doubts.
pub(super) const BEAT: Duration = Duration::from_millis(500);
/// A server doubts its fence so long before others may take its rooms, by its own steady clock.
const MARGIN: Duration = Duration::from_millis(750);
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
    /// It holds, with this epoch.
    Held { epoch: i64 },
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
/// expires; one that lives is seen to send another one. Returns also when the first heartbeat was
/// sent.
///
/// # Errors
/// It lives, or the database fails.
pub(super) async fn take<D: Database>(
    session: &D::Session,
    place: &D,
    node: &Node,
) -> Result<(Hold, Instant), LogError> {
    let failed = place.failed("taking the server's name");
    session.add_name(&node.name).await.map_err(&failed)?;
    let mut holder = [0; 8];
    entropy::fill(&mut holder).map_err(|error| place.unusable(error.to_string()))?;
    let holder = i64::from_le_bytes(holder);
    let mut seen = None;
    let mut said = false;
    loop {
        let (sent, warnings) = (Instant::now(), session.warnings());
        match session.try_take(node, holder).await {
            Ok(Attempt::Taken(hold)) if session.warnings() == warnings => return Ok((hold, sent)),
            // A failover could undo it. A row that is given back can be taken again at once.
            Ok(Attempt::Taken(hold)) => session.leave(hold).await.map_err(&failed)?,
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
                session.end_sessions(&node.name).await.map_err(&failed)?;
            }
            Err(error) => return Err(failed(error)),
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// How an attempt to take a name ended.
#[derive(Debug)]
pub(super) enum Attempt {
    Taken(Hold),
    /// By its heartbeat, which expires at this time, in microseconds.
    Alive {
        until: i64,
        address: String,
    },
}

pub(super) async fn add_name(client: &Client, name: &str) -> Result<(), Error> {
    let add = "
        WITH added AS (
            INSERT INTO node_fence (name, epoch, holder, fenced, advertise)
            VALUES ($1, 0, 0, true, '') ON CONFLICT (name) DO NOTHING RETURNING id
        ), beating AS (
            INSERT INTO node_heartbeat (node, until) SELECT id, '-infinity' FROM added
        )
        INSERT INTO node_commit (node, batch) SELECT id, 0 FROM added";
    client.execute(add, &[&name]).await.map(|_| ())
}

pub(super) async fn try_take(client: &Client, node: &Node, holder: i64) -> Result<Attempt, Error> {
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

pub(super) async fn end_sessions(client: &Client, name: &str) -> Result<(), Error> {
    let end = "
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity, node_fence
        WHERE node_fence.name = $1 AND application_name = 'fangqi node ' || node_fence.id
        AND pid <> pg_backend_pid()";
    client.query(end, &[&name]).await?;
    Ok(())
}

pub(super) async fn beat(session: &connect::Session, hold: Hold) -> Result<bool, Error> {
    let sql = "
        WITH fence AS (
            SELECT 1 FROM node_fence WHERE id = $1 AND holder = $2 AND NOT fenced FOR SHARE
        )
        UPDATE node_heartbeat SET until = clock_timestamp() + make_interval(secs => $3)
        FROM fence WHERE node = $1";
    Ok(session.execute(sql, &[&hold.node, &hold.holder, &lease_seconds()]).await? == 1)
}

/// Makes sure of one's row with a write of its own, and raises its epoch: once this is done, no
/// transaction of an earlier connection is under way or can still begin, everything that was
/// committed is as durable as this write, and its outcome can be read.
///
/// Sets `lost` before it regains a row that is fenced: the answer may not arrive, and then the next
/// attempt finds the row held, although others may have taken rooms away.
pub(super) async fn confirm<S: Session>(
    session: &S,
    hold: Hold,
    lost: &mut bool,
) -> Result<Standing, S::Error> {
    if let Some(epoch) = session.raise(hold).await? {
        return Ok(Standing::Held { epoch });
    }
    *lost = true;
    if let Some(epoch) = session.regain(hold).await? {
        return Ok(Standing::Held { epoch });
    }
    // A request of an earlier connection may have regained it in between.
    let raised = session.raise(hold).await?;
    Ok(raised.map_or(Standing::Replaced, |epoch| Standing::Held { epoch }))
}

pub(super) async fn raise(client: &Client, hold: Hold) -> Result<Option<i64>, Error> {
    let sql = "
        WITH held AS (
            UPDATE node_fence SET epoch = epoch + 1 WHERE id = $1 AND holder = $2 AND NOT fenced
            RETURNING epoch
        ), beating AS (
            UPDATE node_heartbeat SET until = clock_timestamp() + make_interval(secs => $3)
            WHERE node = $1 AND EXISTS (SELECT 1 FROM held)
        )
        SELECT epoch FROM held";
    raised(client, sql, hold).await
}

pub(super) async fn regain(client: &Client, hold: Hold) -> Result<Option<i64>, Error> {
    let sql = "
        WITH held AS (
            UPDATE node_fence SET epoch = epoch + 1, fenced = false
            WHERE id = $1 AND holder = $2 AND fenced RETURNING epoch
        ), beating AS (
            UPDATE node_heartbeat SET until = clock_timestamp() + make_interval(secs => $3)
            WHERE node = $1 AND EXISTS (SELECT 1 FROM held)
        )
        SELECT epoch FROM held";
    raised(client, sql, hold).await
}

async fn raised(client: &Client, sql: &str, hold: Hold) -> Result<Option<i64>, Error> {
    let row = client.query_opt(sql, &[&hold.node, &hold.holder, &lease_seconds()]).await?;
    Ok(row.map(|row| row.get(0)))
}

pub(super) async fn leave(client: &Client, hold: Hold) -> Result<(), Error> {
    let sql = "UPDATE node_fence SET fenced = true WHERE id = $1 AND holder = $2";
    client.execute(sql, &[&hold.node, &hold.holder]).await?;
    Ok(())
}

/// A room as it was claimed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Claimed {
    pub(super) key: i64,
    pub(super) epoch: u64,
}

impl From<Row> for Claimed {
    fn from(row: Row) -> Self {
        Self { key: row.get(0), epoch: row.get::<_, i64>(1).cast_unsigned() }
    }
}

/// The server that has a room.
#[derive(Debug)]
pub(super) struct Owner {
    pub(super) id: i64,
    pub(super) name: String,
    pub(super) address: String,
    pub(super) fenced: bool,
    /// Its heartbeat has expired.
    pub(super) expired: bool,
}

/// Claims a room. `None`: the own fence does not hold with this epoch.
///
/// `gone`: the fenced server from which the last room was claimed; most likely it had this one,
/// too, for a server that crashes leaves all its rooms at once. Becomes the server from which this
/// one was claimed, if any.
///
/// # Errors
/// A server that lives has it, or the database fails.
pub(super) async fn claim<D: Database>(
    session: &D::Session,
    place: &D,
    hold: Hold,
    room: &RoomId,
    gone: &mut Option<i64>,
) -> Result<Option<Claimed>, LogError> {
    let failed = place.failed("claiming a room");
    if let Some(owner) = *gone {
        let claimed = session.claim_fenced(hold, room, owner).await.map_err(&failed)?;
        if claimed.is_some() {
            return Ok(claimed);
        }
        *gone = None;
    }
    loop {
        if let Some(claimed) = session.claim_free(hold, room).await.map_err(&failed)? {
            return Ok(Some(claimed));
        }
        let Some(owner) = session.owner(room).await.map_err(&failed)? else { return Ok(None) };
        if owner.id == hold.node {
            return Ok(None);
        }
        if !owner.fenced && !owner.expired {
            let Owner { name: node, address, .. } = owner;
            return Err(LogError::OwnedElsewhere { room: room.clone(), node, address });
        }
        if !owner.fenced {
            fence(session, &owner).await.map_err(&failed)?;
            continue;
        }
        let claimed = session.claim_fenced(hold, room, owner.id).await.map_err(&failed)?;
        if claimed.is_some() {
            *gone = Some(owner.id);
            return Ok(claimed);
        }
        // The other server is back or has lost the room to a third one, or the own fence does not
        // hold; the next round tells.
        if !session.is_held(hold).await.map_err(&failed)? {
            return Ok(None);
        }
    }
}

/// Fences a server whose heartbeat has expired. Waits for the commits that it has under way.
async fn fence<S: Session>(session: &S, owner: &Owner) -> Result<(), S::Error> {
    match session.fence_expired(owner.id).await {
        Ok(fenced) => {
            if fenced {
                tracing::warn!(
                    node = owner.name,
                    "this server is not heard of; its rooms are free"
                );
            }
            Ok(())
        }
        Err(error) if error.code() == Some(&SqlState::LOCK_NOT_AVAILABLE) => {
            let node = &owner.name;
            tracing::warn!(node, "this server is stuck in a transaction, which is ended");
            session.end_sessions(node).await
        }
        Err(error) => Err(error),
    }
}

pub(super) async fn claim_free(
    session: &connect::Session,
    hold: Hold,
    room: &RoomId,
) -> Result<Option<Claimed>, Error> {
    let sql = "
        WITH fence AS (
            SELECT id FROM node_fence WHERE id = $1 AND epoch = $2 AND NOT fenced FOR SHARE
        )
        INSERT INTO room AS r (name, owner, epoch) SELECT $3::text, fence.id, 1 FROM fence
        ON CONFLICT (name) DO UPDATE SET owner = EXCLUDED.owner, epoch = r.epoch + 1
        WHERE r.owner IS NULL OR r.owner = EXCLUDED.owner
        RETURNING r.key, r.epoch";
    let row = session.query_opt(sql, &[&hold.node, &hold.epoch, &room.as_str()]).await?;
    Ok(row.map(Claimed::from))
}

pub(super) async fn claim_fenced(
    session: &connect::Session,
    hold: Hold,
    room: &RoomId,
    owner: i64,
) -> Result<Option<Claimed>, Error> {
    let sql = "
        WITH fence AS (
            SELECT id FROM node_fence WHERE id = $1 AND epoch = $2 AND NOT fenced FOR SHARE
        ), gone AS (
            SELECT id FROM node_fence WHERE id = $4 AND fenced FOR SHARE
        )
        UPDATE room AS r SET owner = fence.id, epoch = r.epoch + 1 FROM fence, gone
        WHERE r.name = $3 AND r.owner = gone.id RETURNING r.key, r.epoch";
    let row = session.query_opt(sql, &[&hold.node, &hold.epoch, &room.as_str(), &owner]).await?;
    Ok(row.map(Claimed::from))
}

pub(super) async fn owner(
    session: &connect::Session,
    room: &RoomId,
) -> Result<Option<Owner>, Error> {
    let sql = "
        SELECT f.id, f.name, f.advertise, f.fenced, h.until < clock_timestamp()
        FROM room r JOIN node_fence f ON f.id = r.owner JOIN node_heartbeat h ON h.node = f.id
        WHERE r.name = $1";
    let row = session.query_opt(sql, &[&room.as_str()]).await?;
    Ok(row.map(|row| Owner {
        id: row.get(0),
        name: row.get(1),
        address: row.get(2),
        fenced: row.get(3),
        expired: row.get(4),
    }))
}

pub(super) async fn is_held(session: &connect::Session, hold: Hold) -> Result<bool, Error> {
    let sql = "SELECT 1 FROM node_fence WHERE id = $1 AND epoch = $2 AND NOT fenced";
    Ok(session.query_opt(sql, &[&hold.node, &hold.epoch]).await?.is_some())
}

pub(super) async fn fence_expired(client: &Client, node: i64) -> Result<bool, Error> {
    Ok(client.query_one("SELECT fence_expired($1)", &[&node]).await?.get(0))
}
