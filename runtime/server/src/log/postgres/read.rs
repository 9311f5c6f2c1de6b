//! Reads beside the writer, in a session of its own.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use fangqi_room::PackageDigest;
use tokio::sync::Mutex;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, Row};

use super::connect::{self, Place};
use super::database::{Database, Failure, Session};
use super::statements::Pipeline;
use crate::log::games::{Line, Opening};
use crate::log::record::{decode_checkpoint, decode_meta, decode_token};
use crate::log::sound::Runs;
use crate::log::{Continuation, LogError, RoomMeta, StoredRoom};
use crate::session::RoomId;

/// Longest time that an answer may take; the server gives up before that.
const ANSWER: Duration = Duration::from_secs(35);

/// A session that is opened again when it is lost.
#[derive(Debug)]
pub(super) struct Reader<D: Database = Place> {
    place: Arc<D>,
    name: String,
    session: Mutex<Option<Arc<D::Session>>>,
}

impl<D: Database> Reader<D> {
    pub(super) fn new(place: Arc<D>, name: String) -> Self {
        Self { place, name, session: Mutex::new(None) }
    }

    pub(super) async fn session(&self) -> Result<Arc<D::Session>, LogError> {
        let mut held = self.session.lock().await;
        if let Some(session) = held.as_ref().filter(|session| !session.is_closed()) {
            return Ok(Arc::clone(session));
        }
        let session = Arc::new(self.place.connect(&self.name).await?);
        *held = Some(Arc::clone(&session));
        Ok(session)
    }

    /// Does something that may be done twice; once more if the session was lost.
    pub(super) async fn ask<T, F: Future<Output = Result<T, D::Error>>>(
        &self,
        doing: &'static str,
        ask: impl Fn(Arc<D::Session>) -> F,
    ) -> Result<T, LogError> {
        for last in [false, true] {
            let session = self.session().await?;
            match self.within(ask(session)).await? {
                Err(error) if error.is_lost() && !last => {
                    *self.session.lock().await = None;
                }
                answer => return answer.map_err(self.place.failed(doing)),
            }
        }
        Err(self.place.away("its connection ends again and again"))
    }

    /// Waits for an answer, but not for ever. A session that does not answer in time is given up.
    pub(super) async fn within<T>(&self, answer: impl Future<Output = T>) -> Result<T, LogError> {
        match tokio::time::timeout(ANSWER, answer).await {
            Ok(answer) => Ok(answer),
            Err(_) => {
                *self.session.lock().await = None;
                Err(self.place.away("it does not answer"))
            }
        }
    }
}

/// What is stored of a room. The newest checkpoint comes first, all else in order.
#[derive(Debug, Default)]
pub(super) struct RoomRows {
    pub(super) meta: Option<Vec<u8>>,
    pub(super) records: Vec<(i64, Vec<u8>)>,
    pub(super) tokens: Vec<(i64, Vec<u8>)>,
    pub(super) checkpoints: Vec<(i64, Vec<u8>)>,
}

/// Reads everything about a room as of one moment.
pub(super) async fn room(session: &connect::Session, id: &str) -> Result<RoomRows, Error> {
    const OF_ROOM: &str = "(SELECT key FROM room WHERE name = $1)";
    let client = &session.client;
    let texts = [
        format!("SELECT meta FROM opened WHERE room = {OF_ROOM}"),
        format!("SELECT event, bytes FROM record WHERE room = {OF_ROOM} ORDER BY event"),
        format!("SELECT player, bytes FROM token WHERE room = {OF_ROOM} ORDER BY player"),
        format!("SELECT event, bytes FROM checkpoint WHERE room = {OF_ROOM} ORDER BY event DESC"),
    ];
    let mut prepared = Vec::new();
    for text in &texts {
        prepared.push(session.prepared(text).await?);
    }
    let values: [&(dyn ToSql + Sync); 1] = [&id];
    let none = |()| Vec::new();
    let plain = |text: &'static str| {
        let done = client.batch_execute(text);
        async move { done.await.map(none) }
    };
    let mut pipeline = Pipeline::new();
    // No other request can come between these: they are sent without waiting.
    pipeline.send(plain("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")).await;
    for statement in &prepared {
        pipeline.send(client.query(statement, &values)).await;
    }
    pipeline.send(plain("COMMIT")).await;
    let mut answers = pipeline.answers().await?.into_iter().skip(1);
    let mut next = || answers.next().unwrap_or_default();
    let meta = next().first().map(|row| row.get(0));
    let mut pairs = || next().iter().map(|row| (row.get(0), row.get(1))).collect();
    Ok(RoomRows { meta, records: pairs(), tokens: pairs(), checkpoints: pairs() })
}

impl RoomRows {
    /// The room, without its package.
    pub(super) fn decode(self, id: &RoomId) -> Result<StoredRoom, LogError> {
        let meta = self.meta.ok_or_else(|| LogError::NoSuchRoom(id.clone()))?;
        let (meta, first_event, repackaged) =
            decode_meta(&meta).map_err(|error| error.of(id, 0))?;
        let mut runs = Runs::of(id, first_event);
        for (event, bytes) in self.records {
            runs.add(event.cast_unsigned(), &bytes)?;
        }
        let mut tokens = Vec::new();
        for (player, bytes) in self.tokens {
            match decode_token(&bytes) {
                Ok(token) => tokens.push(token),
                Err(reason) => {
                    tracing::error!(room = %id, player, %reason, "a player's token cannot be read");
                }
            }
        }
        let mut checkpoints = Vec::new();
        for (event, bytes) in self.checkpoints {
            let event = event.cast_unsigned();
            match decode_checkpoint(event, &bytes) {
                Ok(bytes) => checkpoints.push((event, bytes)),
                Err(reason) => {
                    tracing::error!(room = %id, event, %reason, "a checkpoint is passed over");
                }
            }
        }
        Ok(runs.assemble(checkpoints)?.room(meta, repackaged, tokens))
    }
}

/// A stored package.
pub(super) async fn package(
    session: &connect::Session,
    digest: PackageDigest,
) -> Result<Option<Arc<[u8]>>, Error> {
    let sql = "SELECT bytes FROM package WHERE digest = $1";
    let row = session.query_opt(sql, &[&&digest.as_bytes()[..]]).await?;
    Ok(row.map(|row| Arc::from(row.get::<_, &[u8]>(0))))
}

/// All rooms with a readable id and meta data that no other server has which lives, oldest first.
pub(super) async fn rooms(client: &Client, node: i64) -> Result<Vec<(RoomId, RoomMeta)>, Error> {
    let sql = "
        SELECT r.name, o.meta FROM opened o JOIN room r ON r.key = o.room
        WHERE r.owner IS NULL OR r.owner = $1 OR EXISTS (
            SELECT 1 FROM node_fence f JOIN node_heartbeat h ON h.node = f.id
            WHERE f.id = r.owner AND (f.fenced OR h.until < clock_timestamp())
        )
        ORDER BY o.created, r.name";
    let rows = client.query(sql, &[&node]).await?;
    let mut list = Vec::new();
    for row in rows {
        let Some(room) = room_id(row.get(0)) else { continue };
        match decode_meta(row.get(1)) {
            Ok((meta, ..)) => list.push((room, meta)),
            Err(reason) => {
                tracing::error!(%room, %reason, "what the room was opened with cannot be read");
            }
        }
    }
    Ok(list)
}

/// The last visit of every room.
pub(super) async fn visits(client: &Client) -> Result<Vec<(RoomId, u64)>, Error> {
    let sql = "SELECT name, visited FROM opened JOIN room ON key = opened.room";
    let rows = client.query(sql, &[]).await?;
    let visit = |row: Row| Some((room_id(row.get(0))?, row.get::<_, i64>(1).cast_unsigned()));
    Ok(rows.into_iter().filter_map(visit).collect())
}

/// What was played next in a position.
pub(super) async fn explore(
    client: &Client,
    opening: &Opening,
) -> Result<Vec<Continuation>, Error> {
    // No text of the database can hold a zero, and none is looked for.
    let texts = [&opening.map, &opening.options];
    if texts.into_iter().chain(&opening.moves).any(|text| text.contains('\0')) {
        return Ok(Vec::new());
    }
    let sql = "
        SELECT line, chinese, winner FROM game
        WHERE map = $1 AND options = $2 AND line >= $3 AND line < $4";
    let from = opening.prefix();
    let to = format!("{from}{}", char::MAX);
    let rows = client.query(sql, &[&opening.map, &opening.options, &from, &to]).await?;
    let lines = rows.into_iter().map(|row| Line {
        en: row.get(0),
        zh: row.get(1),
        winner: row.get::<_, Option<i16>>(2).and_then(|seat| seat.try_into().ok()),
    });
    Ok(opening.continuations(lines))
}

/// Parses a room id from the database.
pub(super) fn room_id(text: &str) -> Option<RoomId> {
    let room = RoomId::parse(text);
    if room.is_none() {
        tracing::warn!(text, "a room of the log has an impossible id; it is left out");
    }
    room
}
