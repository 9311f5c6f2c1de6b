//! What processes of a server tell each other of rooms, beside messages of their own.

use std::sync::Arc;
use std::time::Duration;

use fangqi_room::PackageDigest;
use fangqi_room::model::Record;
use serde::{Deserialize, Serialize};

use crate::session::RoomId;

/// How a branch of a room begins.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Branched {
    pub(crate) records: Vec<Record>,
    pub(crate) packed: Arc<[u8]>,
    pub(crate) package: PackageDigest,
}

/// A room as a worker's directory has it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Listing {
    pub(crate) room: RoomId,
    pub(crate) map: String,
    pub(crate) created: u64,
    /// How long it has been empty.
    pub(crate) deserted: Duration,
    /// Whether its jobs are to fail when it wakes next.
    pub(crate) jobs_fail: bool,
}
