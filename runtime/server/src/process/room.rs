//! Data about rooms that the processes of a server exchange within messages.

use std::sync::Arc;
use std::time::Duration;

use fangqi_protocol::Record;
use fangqi_room::PackageDigest;
use serde::{Deserialize, Serialize};

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
    /// How long it has been without connections.
    pub(crate) deserted: Duration,
    /// Whether its jobs are to fail when it next wakes.
    pub(crate) jobs_fail: bool,
}
