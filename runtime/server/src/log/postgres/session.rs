//! What a session of PostgreSQL is asked, in its own language.

use std::sync::atomic::Ordering;

use fangqi_room::PackageDigest;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

use super::connect::{self, is_lost};
use super::database::{Beginning, Failure, Session};
use super::fence::{self, Attempt, Claimed, Hold, Owner};
use super::node::Node;
use super::plan::Rows;
use super::read::{self, RoomRows};
use crate::session::RoomId;

impl Failure for Error {
    fn is_lost(&self) -> bool {
        is_lost(self)
    }

    fn code(&self) -> Option<&SqlState> {
        Error::code(self)
    }
}

impl Session for connect::Session {
    type Error = Error;

    fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    fn warnings(&self) -> u64 {
        self.state.warnings.load(Ordering::Relaxed)
    }

    async fn ended(&self) {
        let ended = self.state.ended.notified();
        if !self.client.is_closed() {
            ended.await;
        }
    }

    async fn add_name(&self, name: &str) -> Result<(), Error> {
        fence::add_name(&self.client, name).await
    }

    async fn try_take(&self, node: &Node, holder: i64) -> Result<Attempt, Error> {
        fence::try_take(&self.client, node, holder).await
    }

    async fn begin(&self, node: i64) -> Result<Beginning, Error> {
        let client = &self.client;
        let named = format!("SET application_name = '{}'", fence::session_name(node));
        client.batch_execute(&named).await?;
        let row = client.query_one("SELECT counted FROM clock WHERE id = 1", &[]).await?;
        let counted = row.get::<_, i64>(0).max(0);
        // Visits in the future may come from a server whose clock was not stored.
        let visits = "UPDATE opened SET visited = $1 WHERE visited > $1";
        client.execute(visits, &[&counted]).await?;
        let batch = self.last_batch(node).await?;
        Ok(Beginning { counted: counted.cast_unsigned(), batch })
    }

    async fn end_sessions(&self, name: &str) -> Result<(), Error> {
        fence::end_sessions(&self.client, name).await
    }

    async fn beat(&self, hold: Hold) -> Result<bool, Error> {
        fence::beat(self, hold).await
    }

    async fn raise(&self, hold: Hold) -> Result<Option<i64>, Error> {
        fence::raise(&self.client, hold).await
    }

    async fn regain(&self, hold: Hold) -> Result<Option<i64>, Error> {
        fence::regain(&self.client, hold).await
    }

    async fn leave(&self, hold: Hold) -> Result<(), Error> {
        fence::leave(&self.client, hold).await
    }

    async fn claim_free(&self, hold: Hold, room: &RoomId) -> Result<Option<Claimed>, Error> {
        fence::claim_free(self, hold, room).await
    }

    async fn claim_fenced(
        &self,
        hold: Hold,
        room: &RoomId,
        owner: i64,
    ) -> Result<Option<Claimed>, Error> {
        fence::claim_fenced(self, hold, room, owner).await
    }

    async fn owner(&self, room: &RoomId) -> Result<Option<Owner>, Error> {
        fence::owner(self, room).await
    }

    async fn is_held(&self, hold: Hold) -> Result<bool, Error> {
        fence::is_held(self, hold).await
    }

    async fn fence_expired(&self, node: i64) -> Result<bool, Error> {
        fence::fence_expired(&self.client, node).await
    }

    async fn packages(&self, wanted: &[PackageDigest]) -> Result<Vec<PackageDigest>, Error> {
        let wanted: Vec<&[u8]> = wanted.iter().map(|digest| &digest.as_bytes()[..]).collect();
        let sql = "SELECT digest FROM package WHERE digest = ANY ($1)";
        let rows = self.client.query(sql, &[&wanted]).await?;
        let digests = rows.iter().filter_map(|row| row.get::<_, &[u8]>(0).try_into().ok());
        Ok(digests.map(PackageDigest::from_bytes).collect())
    }

    async fn has_records(&self, rows: &Rows) -> Result<bool, Error> {
        let sql = "
            SELECT count(*) FROM record r
            JOIN unnest($1::bigint[], $2::bigint[], $3::bytea[]) AS sent (room, event, bytes)
            ON r.room = sent.room AND r.event = sent.event AND r.bytes = sent.bytes";
        let row = self.client.query_one(sql, &[&rows.rooms, &rows.events, &rows.bytes]).await?;
        Ok(row.get::<_, i64>(0) == rows.rooms.len() as i64)
    }

    async fn last_batch(&self, node: i64) -> Result<i64, Error> {
        let sql = "SELECT batch FROM node_commit WHERE node = $1";
        Ok(self.client.query_one(sql, &[&node]).await?.get(0))
    }

    async fn room(&self, room: &RoomId) -> Result<RoomRows, Error> {
        read::room(self, room.as_str()).await
    }
}
