//! Retention: deletes what need not be kept any longer.

use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error};

use super::read::room_id;
use super::statements::Pipeline;
use crate::session::RoomId;

/// The rooms that this server has or could claim whose older checkpoint was saved before a time,
/// and how many records are to go with it: the room, the event of the checkpoint, and the number.
pub(super) async fn due(
    client: &Client,
    node: i64,
    before: u64,
) -> Result<Vec<(RoomId, u64, usize)>, Error> {
    let sql = "
        SELECT r.name, c.event,
               (SELECT count(*) FROM record x WHERE x.room = c.room AND x.event <= c.event)
        FROM room r JOIN LATERAL (
            SELECT room, event, saved, count(*) OVER () AS kept FROM checkpoint
            WHERE room = r.key ORDER BY event LIMIT 1
        ) c ON c.kept >= 2 AND c.saved < $2
        WHERE (r.owner = $1 OR r.owner IS NULL)
        AND EXISTS (SELECT 1 FROM record x WHERE x.room = c.room AND x.event <= c.event)";
    let rows = client.query(sql, &[&node, &before.min(i64::MAX as u64).cast_signed()]).await?;
    Ok(rows
        .into_iter()
        .filter_map(|row| {
            let count = usize::try_from(row.get::<_, i64>(2)).unwrap_or_default();
            Some((room_id(row.get(0))?, row.get::<_, i64>(1).cast_unsigned(), count))
        })
        .collect())
}

/// The rooms that no server which is alive has and that were last visited before a time.
pub(super) async fn deserted(client: &Client, before: u64) -> Result<Vec<RoomId>, Error> {
    let sql = "
        SELECT r.name FROM opened o JOIN room r ON r.key = o.room
        WHERE o.visited < $1 AND (r.owner IS NULL OR EXISTS (
            SELECT 1 FROM node_fence f JOIN node_heartbeat h ON h.node = f.id
            WHERE f.id = r.owner AND (f.fenced OR h.until < clock_timestamp())
        ))";
    let rows = client.query(sql, &[&before.min(i64::MAX as u64).cast_signed()]).await?;
    Ok(rows.into_iter().filter_map(|row| room_id(row.get(0))).collect())
}

/// Whether a room was last visited before a time.
pub(super) async fn is_deserted(
    client: &Client,
    room: &RoomId,
    before: u64,
) -> Result<bool, Error> {
    let sql = "
        SELECT 1 FROM opened o JOIN room r ON r.key = o.room WHERE r.name = $1 AND o.visited < $2";
    let before = before.min(i64::MAX as u64).cast_signed();
    Ok(client.query_opt(sql, &[&room.as_str(), &before]).await?.is_some())
}

/// Deletes packages that no room names or is about to name. Returns their number.
pub(super) async fn drop_packages(client: &Client) -> Result<usize, Error> {
    let sql = "
        DELETE FROM package WHERE NOT EXISTS (SELECT 1 FROM opened WHERE package = digest)
        AND NOT EXISTS (SELECT 1 FROM awaited WHERE awaited.digest = package.digest)";
    let delete = client.prepare(sql).await?;
    let none: [&(dyn ToSql + Sync); 0] = [];
    let plain = |text: &'static str| {
        let done = client.batch_execute(text);
        async move { done.await.map(|()| 0) }
    };
    let mut pipeline = Pipeline::new();
    pipeline.send(plain("BEGIN")).await;
    // A transaction that names a package writes to this table. So all that have named one are seen
    // below, and those that come later see whether theirs is still there.
    pipeline.send(plain("LOCK TABLE awaited IN SHARE MODE")).await;
    pipeline.send(client.execute(&delete, &none)).await;
    pipeline.send(plain("COMMIT")).await;
    let counts = pipeline.answers().await?;
    Ok(counts.into_iter().sum::<u64>() as usize)
}
