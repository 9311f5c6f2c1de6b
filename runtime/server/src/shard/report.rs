//! A room as an operator sees it.

use fangqi_protocol::Tick;
use serde::{Deserialize, Serialize};

use super::viewer::ConnId;

/// A room as an operator sees it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct RoomReport {
    pub(super) room: String,
    pub(super) map: String,
    pub(super) event: u64,
    pub(super) tick: Tick,
    pub(super) next_wake: Option<Tick>,
    /// Hash of the room's state, in hexadecimal digits.
    pub(super) hash: String,
    pub(super) memory_bytes: usize,
    pub(super) jobs: usize,
    /// Tasks deferred because the room is over its quota.
    pub(super) deferred: usize,
    /// Milliseconds of its shard's time that the room may use now; negative: it is over its quota.
    pub(super) share_ms: i64,
    /// Whether it runs on the isolation shard, as a noisy neighbour.
    pub(super) isolated: bool,
    /// Outputs that wait for the log.
    pub(super) waiting: usize,
    pub(super) seats: Vec<String>,
    pub(super) players: Vec<PlayerReport>,
    pub(super) connections: Vec<ConnectionReport>,
    /// The last lines of its script log, oldest first.
    pub(super) log: Vec<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct PlayerReport {
    pub(super) id: u64,
    pub(super) name: String,
    pub(super) present: bool,
    pub(super) host: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct ConnectionReport {
    /// The connection's id within the server.
    pub(super) conn: ConnId,
    pub(super) player: u64,
    /// The last event that the viewer was shown.
    pub(super) seen: Option<u64>,
    /// Bytes queued for the connection.
    pub(super) bytes_waiting: usize,
}

impl RoomReport {
    /// Fills in the bytes queued for each connection, which only the parent process knows.
    pub(crate) fn bytes_waiting(&mut self, of: impl Fn(ConnId) -> usize) {
        for connection in &mut self.connections {
            connection.bytes_waiting = of(connection.conn);
        }
    }
}
