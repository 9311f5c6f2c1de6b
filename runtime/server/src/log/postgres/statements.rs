//! Prepared statements, sent without waiting for answers in between.

use std::future::{Future, poll_fn, ready};
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;

use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Error, Statement};

use super::connect::{Place, Session, causes, is_lost};
use super::database::{Database, NotDone, Prepared, RoomRow};
use super::fence::Hold;
use super::plan::{Rows, Sql, Step, Value};
use crate::log::LogError;

/// Records from which on they are copied instead of inserted.
const COPY: usize = 1000;

/// Inserts records under the fence; inserts none if it does not hold. In one statement with the
/// fence, so that the commit takes one round trip.
const RECORDS: &str = "
    WITH fence AS (
        SELECT 1 FROM node_fence WHERE id = $1 AND epoch = $2 AND NOT fenced FOR SHARE
    )
    INSERT INTO record (room, event, bytes)
    SELECT sent.room, sent.event, sent.bytes
    FROM fence, unnest($3::bigint[], $4::bigint[], $5::bytea[]) AS sent (room, event, bytes)";
/// The same within a transaction that holds the fence.
const MORE_RECORDS: &str = "
    INSERT INTO record (room, event, bytes)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])";
const LOOK_UP_ROOMS: &str = "
    SELECT o.room, o.meta, (SELECT max(event) FROM record r WHERE r.room = o.room),
           ARRAY(SELECT event FROM checkpoint c WHERE c.room = o.room)
    FROM opened o WHERE o.room = ANY ($1)";

/// A session with the writer's statements.
#[derive(Debug)]
pub(super) struct WriterSession {
    session: Session,
    fence: Statement,
    records: Statement,
    more_records: Statement,
    copy: Statement,
    rooms: Statement,
    others: Vec<Statement>,
}

/// A future of an answer, which has been sent once it was first polled.
type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send + 'a>>;

/// Requests of one session that are sent one after the other, before the first answer is waited
/// for.
pub(super) struct Pipeline<'a, T> {
    sent: Vec<Answer<'a, T>>,
    /// The first answer that came at once: the request could not be sent.
    broken: Option<Error>,
}

impl<'a, T: Send + 'a> Pipeline<'a, T> {
    pub(super) fn new() -> Self {
        Self { sent: Vec::new(), broken: None }
    }

    /// Sends a request, unless an earlier one could not be sent.
    pub(super) async fn send(
        &mut self,
        request: impl Future<Output = Result<T, Error>> + Send + 'a,
    ) {
        if self.broken.is_some() {
            return;
        }
        let mut request: Answer<'a, T> = Box::pin(request);
        match poll_fn(|context| Poll::Ready(request.as_mut().poll(context))).await {
            Poll::Pending => self.sent.push(request),
            Poll::Ready(Err(error)) => self.broken = Some(error),
            Poll::Ready(Ok(answer)) => {
                self.sent.push(Box::pin(ready(Ok(answer))));
            }
        }
    }

    /// The answers, or the first error.
    pub(super) async fn answers(self) -> Result<Vec<T>, Error> {
        let mut answers = Vec::with_capacity(self.sent.len());
        let mut failed = None;
        for answer in self.sent {
            match answer.await {
                Ok(answer) => answers.push(answer),
                // The server refuses what follows the first error, or it is lost with the session.
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        match failed.or(self.broken) {
            Some(error) => Err(error),
            None => Ok(answers),
        }
    }
}

impl From<Error> for NotDone<Error> {
    fn from(error: Error) -> Self {
        if is_lost(&error) {
            return Self::Unknown(causes(&error));
        }
        match error.code().map(tokio_postgres::error::SqlState::code) {
            Some(super::schema::FENCED) => Self::Fenced,
            _ => Self::Refused(error),
        }
    }
}

impl WriterSession {
    /// Prepares the statements in one round trip.
    pub(super) async fn of(session: Session, place: &Place) -> Result<Self, LogError> {
        let prepared = {
            let client = &session.client;
            let mut pipeline = Pipeline::new();
            let rows = [
                "SELECT hold_fence($1, $2)",
                RECORDS,
                MORE_RECORDS,
                "COPY record (room, event, bytes) FROM STDIN BINARY",
                LOOK_UP_ROOMS,
            ];
            for text in rows.into_iter().chain(Sql::ALL.into_iter().map(|(_, text)| text)) {
                pipeline.send(client.prepare(text)).await;
            }
            pipeline.answers().await
        };
        let mut prepared = prepared.map_err(place.failed("preparing its statements"))?.into_iter();
        let mut next = || {
            prepared.next().ok_or_else(|| place.unusable("it prepared fewer statements than asked"))
        };
        let (fence, records, more_records) = (next()?, next()?, next()?);
        let (copy, rooms) = (next()?, next()?);
        let others = Sql::ALL.iter().map(|_| next()).collect::<Result<_, _>>()?;
        Ok(Self { session, fence, records, more_records, copy, rooms, others })
    }

    fn statement(&self, sql: Sql) -> &Statement {
        &self.others[sql as usize]
    }

    fn client(&self) -> &Client {
        &self.session.client
    }

    async fn transact_at_last(
        &self,
        node: i64,
        epoch: i64,
        batch: i64,
        steps: &[Step],
    ) -> Result<(), NotDone<Error>> {
        match steps {
            // Entries that cancel out are acknowledged as well, and by the room's server alone.
            [] => Ok(run(self.client(), &self.fence, &pair(node, epoch)).await?),
            [Step::Records(rows)] if rows.rooms.len() <= COPY => {
                let values: [&(dyn ToSql + Sync); 5] =
                    [&node, &epoch, &rows.rooms, &rows.events, &rows.bytes];
                match self.client().execute(&self.records, &values).await? {
                    0 => Err(NotDone::Fenced),
                    _ => Ok(()),
                }
            }
            steps => {
                let copied =
                    |step: &Step| matches!(step, Step::Records(rows) if rows.rooms.len() > COPY);
                if steps.iter().any(copied) {
                    return self.copying(node, epoch, batch, steps).await;
                }
                self.pipelined(node, epoch, batch, steps).await
            }
        }
    }

    /// Sends a transaction in one go.
    async fn pipelined(
        &self,
        node: i64,
        epoch: i64,
        batch: i64,
        steps: &[Step],
    ) -> Result<(), NotDone<Error>> {
        let client = self.client();
        let (held, marker) = (pair(node, epoch), pair(node, batch));
        let mut pipeline = Pipeline::new();
        pipeline.send(client.batch_execute("BEGIN")).await;
        pipeline.send(run(client, &self.fence, &held)).await;
        for step in steps {
            pipeline.send(self.step(step)).await;
        }
        pipeline.send(run(client, self.statement(Sql::Marker), &marker)).await;
        // What could not even be sent must not be left out of what is committed.
        let broken = pipeline.broken.take();
        let end = if broken.is_none() { "COMMIT" } else { "ROLLBACK" };
        pipeline.send(client.batch_execute(end)).await;
        match (pipeline.answers().await, broken) {
            (Ok(_), None) => Ok(()),
            (Ok(_), Some(error)) => Err(NotDone::Refused(error)),
            (Err(error), _) => Err(NotDone::from(error)),
        }
    }

    async fn step(&self, step: &Step) -> Result<(), Error> {
        match step {
            Step::Records(rows) => {
                let values: [&(dyn ToSql + Sync); 3] = [&rows.rooms, &rows.events, &rows.bytes];
                self.client().execute(&self.more_records, &values).await.map(|_| ())
            }
            Step::Run(sql, values) => run(self.client(), self.statement(*sql), values).await,
        }
    }

    /// Sends a transaction step by step: copying has to wait until the server is ready for it.
    async fn copying(
        &self,
        node: i64,
        epoch: i64,
        batch: i64,
        steps: &[Step],
    ) -> Result<(), NotDone<Error>> {
        let client = self.client();
        let work = async {
            client.batch_execute("BEGIN").await?;
            run(client, &self.fence, &pair(node, epoch)).await?;
            for step in steps {
                match step {
                    Step::Records(rows) if rows.rooms.len() > COPY => self.copy(rows).await?,
                    step => self.step(step).await?,
                }
            }
            run(client, self.statement(Sql::Marker), &pair(node, batch)).await
        };
        match work.await {
            Ok(()) => client.batch_execute("COMMIT").await.map_err(NotDone::from),
            Err(error) => {
                if client.batch_execute("ROLLBACK").await.is_err() {
                    return Err(NotDone::Unknown(causes(&error)));
                }
                Err(NotDone::from(error))
            }
        }
    }

    async fn copy(&self, rows: &Rows) -> Result<(), Error> {
        let sink = self.client().copy_in(&self.copy).await?;
        let types = [Type::INT8, Type::INT8, Type::BYTEA];
        let writer = tokio_postgres::binary_copy::BinaryCopyInWriter::new(sink, &types);
        let mut writer = std::pin::pin!(writer);
        for ((room, event), bytes) in rows.rooms.iter().zip(&rows.events).zip(&rows.bytes) {
            writer.as_mut().write(&[room, event, bytes]).await?;
        }
        writer.as_mut().finish().await.map(|_| ())
    }
}

impl Prepared for WriterSession {
    type Session = Session;
    type Error = Error;

    fn session(&self) -> &Session {
        &self.session
    }

    async fn look_up(&self, keys: &[i64]) -> Result<Vec<RoomRow>, Error> {
        let rows = self.client().query(&self.rooms, &[&keys]).await?.into_iter();
        let room = rows.map(|row| RoomRow {
            key: row.get(0),
            meta: row.get(1),
            last: row.get(2),
            checkpoints: row.get(3),
        });
        Ok(room.collect())
    }

    /// A commit may wait for a standby for ever.
    async fn transact(
        &self,
        hold: Hold,
        batch: i64,
        steps: &[Step],
        patience: Duration,
    ) -> Result<(), NotDone<Error>> {
        let work = self.transact_at_last(hold.node, hold.epoch, batch, steps);
        tokio::time::timeout(patience, work)
            .await
            .unwrap_or_else(|_| Err(NotDone::Unknown("there was no answer".to_owned())))
    }
}

fn pair(one: i64, other: i64) -> [Value; 2] {
    [Value::Number(one), Value::Number(other)]
}

async fn run(client: &Client, statement: &Statement, values: &[Value]) -> Result<(), Error> {
    let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(Value::sql).collect();
    // Some are queries whose rows do not matter.
    client.execute(statement, &values).await.map(|_| ())
}
