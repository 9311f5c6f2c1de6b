//! Data about rooms that the processes of a server exchange within messages.

use std::sync::Arc;
use std::time::Duration;

use fangqi_protocol::Record;
use fangqi_room::PackageDigest;
use serde::{Deserialize, Serialize};

use crate::log::RoomMeta;
use crate::session::RoomId;

/// The beginning of a branch: its records and its package.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Branched {
    pub(crate) records: Vec<Record>,
    pub(crate) packed: Arc<[u8]>,
    pub(crate) package: PackageDigest,
}

/// A room's entry as it is added to a worker's directory.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Listing {
    pub(crate) room: RoomId,
    pub(crate) map: String,
    pub(crate) created: u64,
    /// Whether the lobby does not list it.
    pub(crate) private: bool,
    /// How long it has been without connections.
    pub(crate) deserted: Duration,
    /// Whether its jobs are to fail when it next wakes.
    pub(crate) jobs_fail: bool,
}

impl Listing {
    /// The entry of a room that has been without connections for so long.
    pub(crate) fn of(room: RoomId, meta: &RoomMeta, deserted: Duration) -> Self {
        let (map, created, private) = (meta.map.clone(), meta.created, meta.is_private());
        Self { room, map, created, private, deserted, jobs_fail: false }
    }
}
