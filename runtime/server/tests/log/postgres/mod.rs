//! The log in a PostgreSQL database.

mod cluster;
mod nodes;
mod outcomes;
mod proxy;
mod reader;
mod refusals;

use fangqi_server::log::{Freed, PostgresLog};
use fangqi_server::session::RoomId;

use crate::support::{Kind, Store};

/// An empty database of the server that the tests share.
pub(crate) struct Database(cluster::Database<'static>);

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Vec<u8> {
    let digits = text.strip_prefix("\\x").unwrap();
    let byte = |index| u8::from_str_radix(&digits[index..index + 2], 16).unwrap();
    (0..digits.len()).step_by(2).map(byte).collect()
}

impl Database {
    /// Changes the only row of a room that the condition is right for.
    fn change(&self, statement: &str, room: &RoomId, condition: &str) {
        let key = format!("(SELECT key FROM room WHERE name = '{room}')");
        self.0.execute(&format!("{statement} WHERE room = {key} AND {condition}"));
    }
}

impl Store for Database {
    type Log = PostgresLog;

    fn new() -> Self {
        Self(cluster::database())
    }

    fn open(&self) -> PostgresLog {
        self.0.open()
    }

    fn retain(log: &PostgresLog, before: u64) -> Freed {
        log.retain(before).unwrap()
    }

    fn harm_record(&self, room: &RoomId, event: u64, bytes: Option<&[u8]>) {
        let statement = match bytes {
            Some(bytes) => format!("UPDATE record SET bytes = '\\x{}'", hex(bytes)),
            None => "DELETE FROM record".to_owned(),
        };
        self.change(&statement, room, &format!("event = {event}"));
    }

    fn harm_checkpoint(&self, room: &RoomId, event: u64, bytes: &[u8]) {
        let statement = format!("UPDATE checkpoint SET bytes = '\\x{}'", hex(bytes));
        self.change(&statement, room, &format!("event = {event}"));
    }

    fn checkpoint(&self, room: &RoomId, event: u64) -> Vec<u8> {
        unhex(&self.0.value(&format!(
            "SELECT bytes FROM checkpoint JOIN room ON key = checkpoint.room WHERE name = '{room}' \
             AND event = {event}"
        )))
    }

    fn harm_meta(&self, room: &RoomId, bytes: &[u8]) {
        let statement = format!("UPDATE opened SET meta = '\\x{}'", hex(bytes));
        self.change(&statement, room, "true");
    }

    fn meta(&self, room: &RoomId) -> Vec<u8> {
        let sql =
            format!("SELECT meta FROM opened JOIN room ON key = opened.room WHERE name = '{room}'");
        unhex(&self.0.value(&sql))
    }

    fn age_checkpoint(&self, room: &RoomId, event: u64, seconds: i64) {
        let statement = format!("UPDATE checkpoint SET saved = saved - {seconds}");
        self.change(&statement, room, &format!("event = {event}"));
    }

    fn cut_records(&self) -> Vec<(u64, String)> {
        let sql = "SELECT coalesce(string_agg(event || ' ' || reason, E'\\n' ORDER BY event), '') \
                   FROM cut_record";
        let lines = self.0.value(sql);
        let line = |line: &str| {
            let (event, reason) = line.split_once(' ').unwrap();
            (event.parse().unwrap(), reason.to_owned())
        };
        lines.lines().map(line).collect()
    }

    fn count(&self, kind: Kind) -> u64 {
        let table = match kind {
            Kind::Packages => "package",
            Kind::Checkpoints => "checkpoint",
        };
        self.0.value(&format!("SELECT count(*) FROM {table}")).parse().unwrap()
    }
}
