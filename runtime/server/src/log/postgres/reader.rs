//! Reads a database that servers may be using, without being one of them.

use std::future::Future;
use std::sync::Arc;

use tokio::runtime::{Builder, Runtime};
use tokio_postgres::{Client, Error};

use super::connect::{Place, Session};
use super::database::Database;
use super::read::{self, Reader};
use super::schema;
use crate::log::packages::Packages;
use crate::log::{LogError, StoredRoom};
use crate::session::RoomId;

/// Read-only access to the rooms of all servers that share a database. It takes no name among
/// them and no lease, and makes no tables.
#[derive(Debug)]
pub struct PostgresReader {
    reader: Reader,
    packages: Packages,
    runtime: Runtime,
}

impl PostgresReader {
    /// Connects to a database, as [`super::PostgresLog::open`] does.
    ///
    /// # Errors
    /// The database is away or cannot be used, or its tables are missing or of another version.
    pub fn open(url: &str, password: Option<&str>) -> Result<Self, LogError> {
        let place = Arc::new(Place::parse(url, password)?);
        let failed = |error: std::io::Error| LogError::Store {
            doing: "starting its threads",
            reason: error.to_string(),
        };
        let runtime = Builder::new_current_thread().enable_all().build().map_err(failed)?;
        let reader = Reader::new(Arc::clone(&place), "fangqi reader".to_owned());
        let asked = reader.ask("reading the version of its tables", |session| async move {
            version(&session.client).await
        });
        match runtime.block_on(asked)? {
            Some(version) if version == schema::VERSION => {}
            Some(version) => {
                return Err(place.unusable(format!(
                    "its tables are of version {version}, and this program reads version {}; use \
                     the fangqi of its servers",
                    schema::VERSION
                )));
            }
            None => return Err(place.unusable("no server has kept rooms in it")),
        }
        Ok(Self { reader, packages: Packages::default(), runtime })
    }

    /// Reads a room as of one moment. Damaged records are left out and reported in
    /// [`StoredRoom::lost`].
    ///
    /// # Errors
    /// There is no such room, too much of it is damaged, or the database failed.
    pub fn read(&self, room: &RoomId) -> Result<StoredRoom, LogError> {
        let id = room.clone();
        let rows = self.ask("reading a room", move |session| {
            let id = id.clone();
            async move { read::room(&session, id.as_str()).await }
        })?;
        let stored = rows.decode(room)?;
        let digest = stored.meta.package;
        let package = self.packages.get(digest, || {
            self.ask("reading a package", move |session| async move {
                read::package(&session, digest).await
            })
        })?;
        Ok(StoredRoom { package, ..stored })
    }

    /// All rooms, whichever server has them.
    ///
    /// # Errors
    /// The database failed.
    pub fn rooms(&self) -> Result<Vec<RoomId>, LogError> {
        // Each room that was opened has a time of its last visit.
        let visits = self
            .ask("listing rooms", |session| async move { read::visits(&session.client).await })?;
        Ok(visits.into_iter().map(|(room, _)| room).collect())
    }

    fn ask<T, F: Future<Output = Result<T, Error>>>(
        &self,
        doing: &'static str,
        ask: impl Fn(Arc<Session>) -> F,
    ) -> Result<T, LogError> {
        self.runtime.block_on(self.reader.ask(doing, ask))
    }
}

/// The version of the tables; `None` if there are none.
async fn version(client: &Client) -> Result<Option<i32>, Error> {
    let sql = "SELECT to_regclass('fangqi.version') IS NOT NULL";
    if !client.query_one(sql, &[]).await?.get::<_, bool>(0) {
        return Ok(None);
    }
    let row = client.query_opt("SELECT number FROM fangqi.version", &[]).await?;
    Ok(row.map(|row| row.get(0)))
}
