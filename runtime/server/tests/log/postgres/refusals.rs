//! Databases that cannot be used: each error says what to do.

use fangqi_server::log::{LogError, PostgresLog};

use super::cluster::{Cluster, Database, database, node};
use crate::support::{numbers, played};

fn refused(url: &str, password: Option<&str>) -> String {
    let error = PostgresLog::open(url, password, node("one")).unwrap_err();
    assert!(matches!(error, LogError::Away { .. } | LogError::Unusable { .. }), "{error:?}");
    let text = error.to_string();
    assert!(!text.contains('\n') && !text.contains("geheim"), "{text}");
    text
}

fn check(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part} is not in: {text}");
    }
}

#[test]
fn a_database_that_is_not_there_or_lets_no_user_in_is_named() {
    let nowhere = refused("postgres://u:geheim@127.0.0.1:1/rooms", None);
    check(&nowhere, &["rooms at 127.0.0.1:1 is away", "see whether PostgreSQL runs there"]);
    let unknown = refused("postgres://u@no-such-host.invalid/rooms?sslmode=disable", None);
    check(&unknown, &["no-such-host.invalid:5432 is away"]);
    let database = database();
    let cluster = database.cluster;
    check(&refused(&cluster.address("no_such"), None), &["\"no_such\" does not exist", "createdb"]);
    check(&refused(&cluster.address_of("stranger", &database.name), None), &["pg_hba.conf"]);
}

#[test]
fn the_password_is_asked_for_checked_and_never_shown() {
    let database = database();
    let role = "DO $$ BEGIN CREATE ROLE guarded LOGIN PASSWORD 'geheim!'; \
                EXCEPTION WHEN duplicate_object THEN NULL; END $$";
    database.execute(role);
    let url = database.cluster.address_of("guarded", &database.name);
    check(&refused(&url, None), &["asks for a password", "--log-password-file"]);
    check(&refused(&url, Some("geheim")), &["do not fit", "PGPASSWORD"]);
    // Let in, but the database belongs to another.
    check(&refused(&url, Some("geheim!")), &["permission denied", "OWNER"]);
    database.execute(&format!("ALTER DATABASE {} OWNER TO guarded", database.name));
    let log = PostgresLog::open(&url, Some("geheim!"), node("one")).unwrap();
    assert!(!format!("{log:?}").contains("geheim"));
    assert_eq!(numbers(&log, &played(&log, 2)).0, [1, 2]);
}

#[test]
fn a_database_that_takes_no_writes_is_refused() {
    let database = database();
    drop(database.open());
    let read_only = "ALTER DATABASE %s SET default_transaction_read_only = on";
    database.execute(&read_only.replace("%s", &database.name));
    check(&refused(&database.url(), None), &["takes no writes", "name the primary"]);
}

#[test]
fn newer_tables_are_left_alone_and_older_ones_are_brought_up() {
    let database = database();
    let room = played(&database.open(), 2);
    database.execute("UPDATE version SET number = 99");
    check(&refused(&database.url(), None), &["of version 99", "use a newer fangqi"]);
    // As the first version left it.
    database
        .execute("DROP TABLE presence; DROP INDEX opened_by_time; UPDATE version SET number = 1");
    assert_eq!(numbers(&database.open(), &room).0, [1, 2]);
    // A schema without tables is of version 0.
    let empty = super::cluster::database();
    empty.execute("CREATE SCHEMA fangqi; CREATE TABLE fangqi.version (number integer NOT NULL)");
    let log = empty.open();
    assert_eq!(numbers(&log, &played(&log, 1)).0, [1]);
}

#[test]
fn servers_that_start_together_make_the_tables_once() {
    let database = database();
    std::thread::scope(|scope| {
        let open = |name: &'static str| {
            let database: &Database<'_> = &database;
            scope.spawn(move || drop(database.open_as(name)))
        };
        let opening: Vec<_> = ["a", "b", "c", "d"].map(open).into_iter().collect();
        opening.into_iter().for_each(|it| it.join().unwrap());
    });
    assert_eq!(database.value("SELECT count(*) FROM node_fence"), "4");
}

#[test]
fn too_few_connections_are_seen_at_start() {
    let cluster = Cluster::start(&["fsync=off", "max_connections=6"]);
    let database = cluster.database();
    // Three are kept for superusers; the log's user is none.
    database.execute("CREATE ROLE plain LOGIN");
    database.execute(&format!("ALTER DATABASE {} OWNER TO plain", database.name));
    let url = cluster.address_of("plain", &database.name);
    let first = PostgresLog::open(&url, None, node("one")).unwrap();
    let text = refused_as(&url, "two");
    check(&text, &["no more connections", "max_connections"]);
    drop(first);
}

fn refused_as(url: &str, name: &str) -> String {
    PostgresLog::open(url, None, node(name)).unwrap_err().to_string()
}
