//! Finds the database, opens sessions, and says in sentences what is wrong with it.

use std::future::poll_fn;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rustc_hash::FxHashMap;
use rustls::RootCertStore;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Notify;
use tokio::task::AbortHandle;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::error::{DbError, SqlState};
use tokio_postgres::types::ToSql;
use tokio_postgres::{
    AsyncMessage, Client, Config, Connection, Error, Row, SimpleQueryMessage, Statement,
};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::database::Database;
use super::schema;
use super::statements::WriterSession;
use crate::log::LogError;
use crate::metrics::lock;
use crate::tls_client;

/// Longest time that connecting may take.
const CONNECT: Duration = Duration::from_secs(5);
/// After so long without an answer from the other machine, a connection is given up.
const SILENCE: Duration = Duration::from_secs(10);
/// The oldest PostgreSQL that has what the tables need, as `server_version_num` has it.
const OLDEST: u32 = 150_000;

/// What holds in every session. A commit that waits for a standby does not fall under
/// `statement_timeout`.
const SESSION: &str = "
    SET search_path = fangqi, pg_catalog;
    SET synchronous_commit = on;
    SET client_min_messages = warning;
    SET statement_timeout = '30s';
    SET lock_timeout = '5s';
    SET idle_in_transaction_session_timeout = '10s';
";

/// Where the database is and how to get in.
#[derive(Debug)]
pub(super) struct Place {
    config: Config,
    tls: Tls,
    shown: String,
}

#[derive(Clone)]
struct Tls(MakeRustlsConnect);

impl std::fmt::Debug for Tls {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Tls(…)")
    }
}

/// A session of PostgreSQL, whose connection is served by a task of its own.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) client: Client,
    pub(super) state: Arc<State>,
    connection: AbortHandle,
    /// Statements that were prepared, by their text.
    statements: Mutex<FxHashMap<String, Statement>>,
}

/// Values of a statement's parameters.
pub(super) type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Statements that are asked again and again, of which there are few: each is parsed and described
/// once a session.
impl Session {
    pub(super) async fn prepared(&self, sql: &str) -> Result<Statement, Error> {
        if let Some(statement) = lock(&self.statements).get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql).await?;
        lock(&self.statements).insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    pub(super) async fn query(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, Error> {
        self.client.query(&self.prepared(sql).await?, values).await
    }

    pub(super) async fn query_opt(
        &self,
        sql: &str,
        values: Values<'_>,
    ) -> Result<Option<Row>, Error> {
        self.client.query_opt(&self.prepared(sql).await?, values).await
    }

    pub(super) async fn execute(&self, sql: &str, values: Values<'_>) -> Result<u64, Error> {
        self.client.execute(&self.prepared(sql).await?, values).await
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Even if an answer is still to come: the writer no longer waits for it.
        self.connection.abort();
    }
}

/// What the task that serves a connection has to say.
#[derive(Debug, Default)]
pub(super) struct State {
    /// How many warnings came, such as that a commit did not wait for the standby.
    pub(super) warnings: AtomicU64,
    pub(super) ended: Notify,
}

/// Serves a connection until it ends.
async fn serve<S, T>(mut connection: Connection<S, T>, state: Arc<State>)
where
    S: AsyncRead + AsyncWrite + Unpin,
    T: AsyncRead + AsyncWrite + Unpin,
{
    while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
        match message {
            Ok(AsyncMessage::Notice(notice)) => {
                tracing::warn!(notice = notice.message(), "the database warns");
                state.warnings.fetch_add(1, Ordering::Relaxed);
            }
            Ok(_) => {}
            Err(error) => {
                tracing::debug!(%error, "a connection to the database ended");
                break;
            }
        }
    }
    // The client has to see that it is closed before those who wait look at it.
    drop(connection);
    state.ended.notify_waiters();
}

impl Place {
    /// Reads a URL such as `postgres://fangqi@db.example.org/fangqi`. A password given apart goes
    /// before the one in the URL.
    ///
    /// # Errors
    /// The URL cannot be understood, or the certificates it names cannot be read. No message
    /// repeats the URL, because a password may be in it.
    pub(super) fn parse(url: &str, password: Option<&str>) -> Result<Self, LogError> {
        let bad = |reason: String| LogError::Unusable { database: "of --log".to_owned(), reason };
        let (url, asked) = Asked::taken_from(url);
        let config = url.parse::<Config>().map_err(|error| {
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            let cause = cause.unwrap_or_else(|| error.to_string());
            bad(format!(
                "its URL cannot be understood ({cause}); write postgres://USER@HOST:PORT/DATABASE"
            ))
        });
        let mut config = config?;
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(bad("its URL names no host; write postgres://USER@HOST/DATABASE".into()));
        }
        if let Some(password) = password {
            config.password(password);
        }
        let local = config.get_hosts().iter().all(|host| match host {
            Host::Tcp(name) => ["localhost", "127.0.0.1", "::1"].contains(&name.as_str()),
            Host::Unix(_) => true,
        });
        config.ssl_mode(match asked.mode.as_deref() {
            Some("disable") => SslMode::Disable,
            Some("prefer") => SslMode::Prefer,
            Some("require" | "verify-ca" | "verify-full") => SslMode::Require,
            None if local && asked.roots.is_none() => SslMode::Disable,
            None => SslMode::Require,
            Some(_) => {
                return Err(bad("its sslmode is none of disable, prefer and verify-full".into()));
            }
        });
        if config.get_hosts().len() > 1 {
            config.target_session_attrs(tokio_postgres::config::TargetSessionAttrs::ReadWrite);
        }
        // A dead machine that is tried first leaves the others their part of the time.
        let hosts = config.get_hosts().len().max(config.get_hostaddrs().len());
        config
            .application_name("fangqi")
            .connect_timeout(CONNECT / u32::try_from(hosts).unwrap_or(u32::MAX))
            .tcp_user_timeout(SILENCE)
            .keepalives(true)
            .keepalives_idle(SILENCE / 2)
            .keepalives_interval(Duration::from_secs(2))
            .keepalives_retries(3);
        let shown = shown(&config);
        let unusable = |reason| LogError::Unusable { database: shown.clone(), reason };
        let tls = match config.get_ssl_mode() {
            SslMode::Disable => tls_client::config(RootCertStore::empty()),
            _ => tls_client::config(roots(asked.roots).map_err(unusable)?),
        };
        let tls = tls.map_err(|error| unusable(error.to_string()))?;
        let tls = Tls(MakeRustlsConnect::new(tls));
        Ok(Self { config, tls, shown })
    }

    async fn set_up(&self, client: &Client) -> Result<(), LogError> {
        let ask = "
            SELECT current_setting('server_version_num'), current_setting('transaction_read_only'),
                   pg_is_in_recovery(), current_setting('fsync')";
        let answers = client.simple_query(ask).await.map_err(|error| self.refused(&error))?;
        let row = answers.iter().find_map(|answer| match answer {
            SimpleQueryMessage::Row(row) => Some(row),
            _ => None,
        });
        let told = |column| row.and_then(|row| row.get(column)).unwrap_or_default();
        if told(0).parse::<u32>().is_ok_and(|version| version < OLDEST) {
            return Err(self.unusable(format!(
                "it is PostgreSQL {}; fangqi needs version {} or newer",
                told(0).parse::<u32>().unwrap_or_default() / 10_000,
                OLDEST / 10_000
            )));
        }
        if told(2) == "t" || told(1) == "on" {
            return Err(self.read_only());
        }
        if told(3) == "off" {
            tracing::warn!(
                database = self.shown,
                "fsync is off there: a power cut can lose what players were shown; turn it on"
            );
        }
        client.batch_execute(SESSION).await.map_err(|error| self.refused(&error))
    }

    fn read_only(&self) -> LogError {
        self.unusable(
            "it takes no writes, as a standby does; name the primary in --log, or both: \
             postgres://USER@HOST1,HOST2/DATABASE",
        )
    }

    /// The error of a session that could not be opened.
    fn refused(&self, error: &Error) -> LogError {
        let Some(answer) = error.as_db_error() else {
            let cause = causes(error);
            if cause.contains("does not allow writes") {
                return self.read_only();
            }
            if cause.contains("password missing") {
                return self.unusable(
                    "it asks for a password; put it into a file for --log-password-file, or into \
                     PGPASSWORD",
                );
            }
            if cause.contains("server does not support TLS") {
                return self.unusable(
                    "it does not speak TLS; turn ssl on there, or add ?sslmode=disable to the URL \
                     if the network between is trusted",
                );
            }
            if cause.contains("certificate") {
                return self.unusable(format!(
                    "its certificate is not trusted ({cause}); add ?sslrootcert=FILE with that of \
                     its authority to the URL"
                ));
            }
            return self.away(format!(
                "{cause}; see whether PostgreSQL runs there and whether its port can be reached"
            ));
        };
        self.answered(answer)
    }

    /// What an answer of the server means for a program that wants a session.
    fn answered(&self, answer: &DbError) -> LogError {
        let (code, message) = (answer.code(), answer.message());
        if *code == SqlState::INVALID_PASSWORD {
            return self.unusable(
                "user and password do not fit; look at the URL, --log-password-file and PGPASSWORD",
            );
        }
        if *code == SqlState::INVALID_AUTHORIZATION_SPECIFICATION {
            let how = if message.contains("no encryption") {
                "it wants TLS; take sslmode=disable out of the URL"
            } else {
                "its pg_hba.conf does not let this user in from here, or there is no such user"
            };
            return self.unusable(format!("{how} ({message})"));
        }
        if *code == SqlState::INVALID_CATALOG_NAME {
            return self.unusable(format!("{message}; make it with `createdb`"));
        }
        if *code == SqlState::INSUFFICIENT_PRIVILEGE {
            return self.unusable(format!(
                "{message}; let the user own the database: ALTER DATABASE … OWNER TO …"
            ));
        }
        if *code == SqlState::TOO_MANY_CONNECTIONS {
            return self.away(format!(
                "it takes no more connections ({message}); a server of fangqi needs three: raise \
                 max_connections, or end other programs"
            ));
        }
        if *code == SqlState::READ_ONLY_SQL_TRANSACTION {
            return self.read_only();
        }
        if *code == SqlState::DISK_FULL {
            return LogError::Full { path: format!("the database {}", self.shown) };
        }
        if is_going(code) {
            return self.away(message);
        }
        self.unusable(message)
    }
}

impl Database for Place {
    type Session = Session;
    type Prepared = WriterSession;
    type Error = Error;

    fn shown(&self) -> &str {
        &self.shown
    }

    async fn connect(&self, purpose: &str) -> Result<Session, LogError> {
        let mut config = self.config.clone();
        config.application_name(purpose);
        let state = Arc::new(State::default());
        let connecting = tokio::time::timeout(CONNECT, config.connect(self.tls.0.clone()));
        let Ok(connected) = connecting.await else {
            return Err(self.away("it does not answer; see whether PostgreSQL runs there"));
        };
        let (client, connection) = connected.map_err(|error| self.refused(&error))?;
        let serving = tokio::spawn(serve(connection, Arc::clone(&state)));
        let connection = serving.abort_handle();
        let session = Session { client, state, connection, statements: Mutex::default() };
        tokio::time::timeout(CONNECT, self.set_up(&session.client))
            .await
            .unwrap_or_else(|_| Err(self.away("it does not answer")))?;
        Ok(session)
    }

    async fn make_tables(&self, session: &Session) -> Result<(), LogError> {
        schema::prepare(&session.client, self).await
    }

    async fn prepare(&self, session: Session) -> Result<WriterSession, LogError> {
        WriterSession::of(session, self).await
    }

    fn failed(&self, doing: &'static str) -> impl Fn(Error) -> LogError + Send + Sync {
        move |error| match error.as_db_error() {
            None => self.away(format!("{} while {doing}", causes(&error))),
            Some(answer) if is_going(answer.code()) => self.away(answer.message()),
            Some(answer)
                if [
                    SqlState::INSUFFICIENT_PRIVILEGE,
                    SqlState::DISK_FULL,
                    SqlState::READ_ONLY_SQL_TRANSACTION,
                ]
                .contains(answer.code()) =>
            {
                self.answered(answer)
            }
            Some(answer) => {
                LogError::Store { doing, reason: format!("{}: {}", self.shown, answer.message()) }
            }
        }
    }
}

/// Whether the code says that the server starts, stops, or ends this session.
fn is_going(code: &SqlState) -> bool {
    [
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
        SqlState::IDLE_SESSION_TIMEOUT,
    ]
    .contains(code)
}

/// Whether an error leaves open what has become of the statement: it did not come from the server,
/// or the server ended the session with it.
pub(super) fn is_lost(error: &Error) -> bool {
    error.as_db_error().is_none_or(|answer| is_going(answer.code()) || answer.severity() == "FATAL")
}

/// An error with what it came from, in one line.
pub(super) fn causes(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        let inner_text = inner.to_string();
        if !text.contains(&inner_text) {
            text = format!("{text}: {inner_text}");
        }
        cause = inner.source();
    }
    text
}

/// Host, port and database of a URL.
fn shown(config: &Config) -> String {
    let ports = config.get_ports();
    let hosts: Vec<String> = config
        .get_hosts()
        .iter()
        .enumerate()
        .map(|(index, host)| {
            let port = ports.get(index).or(ports.first()).copied().unwrap_or(5432);
            match host {
                Host::Tcp(name) => format!("{name}:{port}"),
                Host::Unix(folder) => format!("{}:{port}", folder.display()),
            }
        })
        .collect();
    let database = config.get_dbname().or(config.get_user()).unwrap_or_default();
    format!("{database} at {}", hosts.join(","))
}

/// Options of a URL as `psql` has them, which the client library does not know.
struct Asked {
    mode: Option<String>,
    roots: Option<PathBuf>,
}

impl Asked {
    /// Takes the options out of a URL.
    fn taken_from(url: &str) -> (String, Self) {
        let mut asked = Self { mode: None, roots: None };
        let Some((base, options)) = url.split_once('?') else { return (url.to_owned(), asked) };
        let mut rest = Vec::new();
        for option in options.split('&') {
            match option.split_once('=') {
                Some(("sslmode", mode)) => asked.mode = Some(mode.to_owned()),
                Some(("sslrootcert", path)) => asked.roots = Some(PathBuf::from(path)),
                _ => rest.push(option),
            }
        }
        let join = if rest.is_empty() { "" } else { "?" };
        (format!("{base}{join}{}", rest.join("&")), asked)
    }
}

/// The certificates to trust: those of a file, or else those of the system.
fn roots(file: Option<PathBuf>) -> Result<RootCertStore, String> {
    let store = tls_client::roots(file.as_deref())?;
    if store.is_empty() {
        return Err("there are no certificates to know it by; install ca-certificates, or add \
                    ?sslrootcert=FILE to the URL"
            .to_owned());
    }
    Ok(store)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_password_is_shown_nowhere() {
        let url = "postgres://fangqi:geheim@db.example.org:5433/rooms?sslmode=disable";
        let place = Place::parse(url, None).unwrap();
        assert_eq!(place.shown(), "rooms at db.example.org:5433");
        let bad = Place::parse("postgres://fangqi:geheim@db.example.org:x/rooms", None);
        let apart = Place::parse("postgres://fangqi@localhost/rooms", Some("geheim")).unwrap();
        for text in [
            format!("{place:?}"),
            format!("{apart:?}"),
            format!("{bad:?}"),
            bad.unwrap_err().to_string(),
            place.away("x").to_string(),
        ] {
            assert!(!text.contains("geheim"), "{text}");
        }
    }

    #[test]
    fn tls_is_used_unless_the_database_is_on_this_machine_or_the_url_says_otherwise() {
        let mode = |url: &str| Place::parse(url, None).unwrap().config.get_ssl_mode();
        assert_eq!(mode("postgres://u@localhost/d"), SslMode::Disable);
        assert_eq!(mode("postgres://u@%2Frun%2Fpostgresql/d"), SslMode::Disable);
        assert_eq!(mode("postgres://u@db.example.org/d?sslmode=disable"), SslMode::Disable);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("root.pem");
        let made = rcgen::generate_simple_self_signed(vec!["db.example.org".to_owned()]).unwrap();
        std::fs::write(&file, made.cert.pem()).unwrap();
        let with = format!("postgres://u@db.example.org/d?sslrootcert={}", file.display());
        assert_eq!(mode(&with), SslMode::Require);
        assert_eq!(mode(&format!("{with}&sslmode=verify-full")), SslMode::Require);
        let error = Place::parse("postgres://u@h/d?sslrootcert=/no/such", None).unwrap_err();
        assert!(error.to_string().contains("/no/such cannot be read"), "{error}");
        for bad in ["postgres://u@h/d?sslmode=maybe", "mysql://h/d", "postgres:///d"] {
            assert!(Place::parse(bad, None).is_err(), "{bad}");
        }
    }
}
