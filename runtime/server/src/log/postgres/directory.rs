//! The directory of rooms over all servers of the database.

use tokio_postgres::{Error, Row};

use super::connect::Session;
use super::read::room_id;
use super::{Keeper, PostgresLog};
use crate::log::record::decode_meta;
use crate::log::{Location, LogError, Peer, PostedRoom, Presence, SharedDirectory};
use crate::metrics::lock;
use crate::session::{AdminSecret, RoomId};

/// Whether the server in `f`, with the heartbeat in `h`, is alive.
const ALIVE: &str = "NOT f.fenced AND h.until >= clock_timestamp()";

impl SharedDirectory for PostgresLog {
    fn peer_secret(&self) -> &AdminSecret {
        &self.peer_secret
    }

    fn peers(&self) -> Result<Vec<Peer>, LogError> {
        let node = self.core.node_id;
        let rows = self.keeper().reading("looking for servers", move |session| async move {
            let sql = format!(
                "SELECT f.name, f.advertise FROM node_fence f
                 JOIN node_heartbeat h ON h.node = f.id WHERE f.id <> $1 AND {ALIVE}"
            );
            session.query(&sql, &[&node]).await
        })?;
        Ok(rows.iter().map(|row| Peer { name: row.get(0), address: row.get(1) }).collect())
    }

    fn holds(&self, room: &RoomId) -> bool {
        lock(&self.core.rooms).contains_key(room)
    }

    fn is_away(&self) -> bool {
        self.core.queue.away().is_some()
    }

    fn locate(&self, room: &RoomId) -> Result<Location, LogError> {
        let (node, id) = (self.core.node_id, room.clone());
        let row = self.keeper().reading("looking for a room", move |session| {
            let id = id.clone();
            async move { locate(&session, node, &id).await }
        })?;
        let Some(row) = row else { return Ok(Location::Nowhere) };
        if row.get(2) {
            return Ok(Location::Elsewhere(Peer { name: row.get(3), address: row.get(4) }));
        }
        let Some(meta) = row.get::<_, Option<&[u8]>>(0) else { return Ok(Location::Nowhere) };
        let (meta, ..) = decode_meta(meta).map_err(|error| error.of(room, 0))?;
        let visited = row.get::<_, Option<i64>>(1).unwrap_or_default().cast_unsigned();
        Ok(Location::Here { meta, visited })
    }

    fn post(&self, rooms: Vec<Presence>) -> Result<(), LogError> {
        let node = self.core.node_id;
        self.keeper().reading("telling who is in rooms", move |session| {
            let rooms = rooms.clone();
            async move { post(&session, node, &rooms).await }
        })
    }

    fn occupied_elsewhere(&self, count: usize) -> Result<Vec<PostedRoom>, LogError> {
        let node = self.core.node_id;
        self.keeper().posted_rooms(move |session| async move {
            let sql = format!(
                "SELECT r.name, o.meta, p.content, true
                 FROM presence p JOIN room r ON r.key = p.room JOIN opened o ON o.room = p.room
                 JOIN node_fence f ON f.id = p.node JOIN node_heartbeat h ON h.node = p.node
                 WHERE p.present > 0 AND NOT p.private AND p.node <> $1 AND r.owner = p.node
                 AND {ALIVE}
                 ORDER BY o.created DESC, r.name LIMIT $2"
            );
            session.query(&sql, &[&node, &i64::try_from(count).unwrap_or(i64::MAX)]).await
        })
    }

    fn posted(&self, rooms: &[RoomId]) -> Result<Vec<PostedRoom>, LogError> {
        let names: Vec<String> = rooms.iter().map(ToString::to_string).collect();
        self.keeper().posted_rooms(move |session| {
            let names = names.clone();
            async move {
                let sql = format!(
                    "SELECT r.name, o.meta, p.content, coalesce(r.owner = p.node AND {ALIVE}, false)
                     FROM unnest($1::text[]) AS asked (name) JOIN room r ON r.name = asked.name
                     JOIN opened o ON o.room = r.key LEFT JOIN presence p ON p.room = r.key
                     LEFT JOIN node_fence f ON f.id = p.node
                     LEFT JOIN node_heartbeat h ON h.node = p.node"
                );
                session.query(&sql, &[&names]).await
            }
        })
    }
}

impl Keeper {
    /// Reads rows of a room's name, its meta data, its presence, and whether it is served.
    fn posted_rooms<F>(
        &self,
        read: impl Fn(std::sync::Arc<Session>) -> F + Send + Sync + 'static,
    ) -> Result<Vec<PostedRoom>, LogError>
    where
        F: Future<Output = Result<Vec<Row>, Error>> + Send,
    {
        let rows = self.reading("listing rooms of all servers", read)?;
        Ok(rows.iter().filter_map(posted_room).collect())
    }
}

fn posted_room(row: &Row) -> Option<PostedRoom> {
    let room = room_id(row.get(0))?;
    match decode_meta(row.get(1)) {
        Ok((meta, ..)) => Some(PostedRoom { room, meta, content: row.get(2), served: row.get(3) }),
        Err(reason) => {
            tracing::error!(%room, %reason, "what the room was opened with cannot be read");
            None
        }
    }
}

/// A room's meta data and last visit, whether another server that is alive has it, and which.
async fn locate(session: &Session, node: i64, room: &RoomId) -> Result<Option<Row>, Error> {
    let sql = format!(
        "SELECT o.meta, o.visited, coalesce(r.owner <> $2 AND {ALIVE}, false), f.name, f.advertise
         FROM room r LEFT JOIN opened o ON o.room = r.key
         LEFT JOIN node_fence f ON f.id = r.owner LEFT JOIN node_heartbeat h ON h.node = r.owner
         WHERE r.name = $1"
    );
    session.query_opt(&sql, &[&room.as_str(), &node]).await
}

async fn post(session: &Session, node: i64, rooms: &[Presence]) -> Result<(), Error> {
    // Ordered, so that servers never wait for each other in a circle.
    let sql = "
        INSERT INTO presence (room, node, private, present, content)
        SELECT r.key, $1, s.private, s.present, s.content
        FROM unnest($2::text[], $3::boolean[], $4::integer[], $5::text[])
             AS s (name, private, present, content)
        JOIN room r ON r.name = s.name WHERE r.owner IS NULL OR r.owner = $1 ORDER BY r.key
        ON CONFLICT (room) DO UPDATE SET node = EXCLUDED.node, private = EXCLUDED.private,
            present = EXCLUDED.present, content = EXCLUDED.content";
    let names: Vec<&str> = rooms.iter().map(|room| room.room.as_str()).collect();
    let private: Vec<bool> = rooms.iter().map(|room| room.private).collect();
    let present: Vec<i32> =
        rooms.iter().map(|room| i32::try_from(room.present).unwrap_or(i32::MAX)).collect();
    // No text of the database can hold a zero.
    let content: Vec<String> = rooms.iter().map(|room| room.content.replace('\0', "")).collect();
    session.execute(sql, &[&node, &names, &private, &present, &content]).await?;
    Ok(())
}
