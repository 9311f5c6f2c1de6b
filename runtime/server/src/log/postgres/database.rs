//! What the log asks of a database. In production PostgreSQL answers; in the simulation
//! (`model/`) a model of it does, which fails in all the ways in which the real one can.
//!
//! Whatever decides something is above these traits. Below them are only statements, each with
//! what it means, so that a model can be held against it.

use std::fmt::Debug;
use std::time::Duration;

use fangqi_room::PackageDigest;
use tokio_postgres::error::SqlState;

use super::fence::{Attempt, Claimed, Hold, Owner};
use super::node::Node;
use super::plan::{Rows, Step};
use super::read::RoomRows;
use crate::log::LogError;
use crate::session::RoomId;

/// A database and how to reach it.
pub(super) trait Database: Debug + Send + Sync + 'static {
    type Session: Session<Error = Self::Error>;
    type Prepared: Prepared<Session = Self::Session, Error = Self::Error>;
    type Error: Failure;

    /// Where it is, without the password.
    fn shown(&self) -> &str;

    /// Opens a session, which others see as `purpose`.
    ///
    /// # Errors
    /// The database is away, does not let this program in, or cannot be written to.
    fn connect(&self, purpose: &str) -> impl Answer<Self::Session, LogError>;

    /// Makes the tables, or brings them up to this program's version.
    fn make_tables(&self, session: &Self::Session) -> impl Answer<(), LogError>;

    /// Prepares the writer's statements.
    fn prepare(&self, session: Self::Session) -> impl Answer<Self::Prepared, LogError>;

    /// Converts errors of statements, adding the operation and the place.
    fn failed(&self, doing: &'static str) -> impl Fn(Self::Error) -> LogError + Send + Sync;

    fn unusable(&self, reason: impl Into<String>) -> LogError {
        LogError::Unusable { database: self.shown().to_owned(), reason: reason.into() }
    }

    fn away(&self, reason: impl Into<String>) -> LogError {
        LogError::Away { database: self.shown().to_owned(), reason: reason.into() }
    }
}

/// Why a statement was not done, or may not have been.
pub(super) trait Failure: Debug + Send {
    /// Whether it leaves open what has become of the statement: the session has ended.
    fn is_lost(&self) -> bool;

    /// How the database has refused the statement. Then nothing of its transaction was done.
    fn code(&self) -> Option<&SqlState>;
}

/// The answer to a request.
pub(super) trait Answer<T, E>: Future<Output = Result<T, E>> + Send {}

impl<T, E, F: Future<Output = Result<T, E>> + Send> Answer<T, E> for F {}

/// A session. What is asked of it is done in the order in which the answers are first polled, and
/// what has been sent may be done even if its answer is not waited for. Each statement sees all
/// that was committed before it began, and what it changes is durable once it is answered.
pub(super) trait Session: Debug + Send + Sync + 'static {
    type Error: Failure;

    fn is_closed(&self) -> bool;

    /// How often the database has warned. If it is more after an answer than it was before the
    /// request, a commit may not have waited until a failover could not undo it. Several may ask at
    /// the same time, and then one's warning is everyone's.
    fn warnings(&self) -> u64;

    /// Returns when the connection has ended.
    fn ended(&self) -> impl Future<Output = ()> + Send;

    /// Adds the row of a name, unless it is there.
    fn add_name(&self, name: &str) -> impl Answer<(), Self::Error>;

    /// Takes the row of a name unless a server of that name lives, in one transaction.
    fn try_take(&self, node: &Node, holder: i64) -> impl Answer<Attempt, Self::Error>;

    /// Reads what a server begins with, and names this session after it.
    fn begin(&self, node: i64) -> impl Answer<Beginning, Self::Error>;

    /// Ends the sessions of a server that is about to be fenced.
    fn end_sessions(&self, name: &str) -> impl Answer<(), Self::Error>;

    /// Sends a heartbeat. Returns whether the fence holds.
    fn beat(&self, hold: Hold) -> impl Answer<bool, Self::Error>;

    /// Raises the epoch of one's row if it is held and not fenced, which waits for the transactions
    /// that hold it. Returns the new epoch.
    fn raise(&self, hold: Hold) -> impl Answer<Option<i64>, Self::Error>;

    /// The same for a row that is fenced, which then no longer is.
    fn regain(&self, hold: Hold) -> impl Answer<Option<i64>, Self::Error>;

    /// Gives the row back, so that others need not wait for the heartbeat to expire.
    fn leave(&self, hold: Hold) -> impl Answer<(), Self::Error>;

    /// Claims a room that is new, given back or already one's own, if the fence holds.
    fn claim_free(&self, hold: Hold, room: &RoomId) -> impl Answer<Option<Claimed>, Self::Error>;

    /// Claims a room of a server that is fenced, if the own fence holds.
    fn claim_fenced(
        &self,
        hold: Hold,
        room: &RoomId,
        owner: i64,
    ) -> impl Answer<Option<Claimed>, Self::Error>;

    /// The server that has a room.
    fn owner(&self, room: &RoomId) -> impl Answer<Option<Owner>, Self::Error>;

    /// Whether the fence holds with this epoch.
    fn is_held(&self, hold: Hold) -> impl Answer<bool, Self::Error>;

    /// Fences a server if its heartbeat has expired, which waits for the transactions that hold its
    /// row. Returns whether it did.
    fn fence_expired(&self, node: i64) -> impl Answer<bool, Self::Error>;

    /// Those of these packages that are stored.
    fn packages(&self, wanted: &[PackageDigest]) -> impl Answer<Vec<PackageDigest>, Self::Error>;

    /// Whether exactly these records are there.
    fn has_records(&self, rows: &Rows) -> impl Answer<bool, Self::Error>;

    /// The number of a server's last transaction that has a marker.
    fn last_batch(&self, node: i64) -> impl Answer<i64, Self::Error>;

    /// Everything about a room as of one moment.
    fn room(&self, room: &RoomId) -> impl Answer<RoomRows, Self::Error>;
}

/// What a server begins with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Beginning {
    /// The stored value of the clock.
    pub(super) counted: u64,
    /// The number of the last transaction that has a marker.
    pub(super) batch: i64,
}

/// A session with the writer's statements.
pub(super) trait Prepared: Debug + Send + Sync + 'static {
    type Session;
    type Error;

    fn session(&self) -> &Self::Session;

    /// Looks rooms up that are opened.
    fn look_up(&self, keys: &[i64]) -> impl Answer<Vec<RoomRow>, Self::Error>;

    /// Does a plan in one transaction under the fence, and a marker with this number unless the
    /// plan is only records. Its outcome is unknown if there is no answer by then.
    fn transact(
        &self,
        hold: Hold,
        batch: i64,
        steps: &[Step],
        patience: Duration,
    ) -> impl Answer<(), NotDone<Self::Error>>;
}

/// What is stored of a room, without its records.
#[derive(Debug)]
pub(super) struct RoomRow {
    pub(super) key: i64,
    pub(super) meta: Vec<u8>,
    /// The event number of the last record.
    pub(super) last: Option<i64>,
    /// The event numbers of the checkpoints.
    pub(super) checkpoints: Vec<i64>,
}

/// Why a transaction was not done.
#[derive(Debug)]
pub(super) enum NotDone<E> {
    /// The own fence does not hold.
    Fenced,
    /// The database has refused a statement, and nothing was written.
    Refused(E),
    /// It may have been written or not.
    Unknown(String),
}
