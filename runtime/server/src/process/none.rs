//! Stand-ins for systems without worker processes, where shards are threads of the server.

#[path = "page.rs"]
pub(crate) mod page;
#[path = "quarantine.rs"]
mod quarantine;
#[path = "room.rs"]
mod room;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

pub(crate) use quarantine::Quarantine;
pub(crate) use room::{Branched, Listing};

use fangqi_protocol::{JobResult, PackedJob};

use crate::config::Workers;
use crate::log::StoredRoom;
use crate::maps::OfferedMap;
use crate::session::RoomId;
use crate::shard::{Command, Internal, PastError, Reply};

impl Workers {
    /// Workers that run this program's executable.
    ///
    /// # Errors
    /// Always: this system has no worker processes.
    pub fn of_this_program(_arguments: &[&str]) -> std::io::Result<Self> {
        Err(std::io::ErrorKind::Unsupported.into())
    }
}

/// The result of reading a map: the map, or for its author what is wrong with it.
pub type ReadMap = Result<OfferedMap, String>;

/// Reads maps in a worker process on other systems.
///
/// # Errors
/// Always: this system has no worker processes.
pub fn read_maps(
    _workers: &Workers,
    _files: &BTreeMap<String, Vec<u8>>,
    _names: &[String],
    _plugins: fangqi_room::plugin::Plugins,
) -> std::io::Result<Vec<ReadMap>> {
    Err(std::io::ErrorKind::Unsupported.into())
}

/// State shared by all workers of a server on other systems.
pub(crate) struct Common {
    pub(crate) quarantine: Quarantine,
    pub(crate) links: OnceLock<Vec<Arc<Link>>>,
}

/// One shard in a worker process; never exists on this system.
#[derive(Debug)]
pub(crate) enum Link {}

impl Link {
    pub(crate) fn is_gone(&self) -> bool {
        match *self {}
    }

    pub(crate) fn awake(&self) -> usize {
        match *self {}
    }

    pub(crate) fn jobs_waiting(&self) -> usize {
        match *self {}
    }

    pub(crate) fn queues(&self) -> [usize; 2] {
        match *self {}
    }

    pub(crate) fn command(&self, _command: Command) -> Result<(), Box<Command>> {
        match *self {}
    }

    pub(crate) fn internal(&self, _message: Internal) {
        match *self {}
    }

    pub(crate) fn adopt(&self, _room: &RoomId) {
        match *self {}
    }

    pub(crate) fn report(&self, _reply: Reply<()>) {
        match *self {}
    }

    pub(crate) fn help(&self, _: RoomId, _: PackedJob, _: Reply<JobResult>) {
        match *self {}
    }

    pub(crate) fn retell(&self, _room: &RoomId, _: StoredRoom) -> Result<Vec<u8>, PastError> {
        match *self {}
    }

    pub(crate) fn branch(
        &self,
        _room: &RoomId,
        _stored: StoredRoom,
        _event: u64,
    ) -> Result<Box<Branched>, PastError> {
        match *self {}
    }

    pub(crate) fn supervise(&self) {
        match *self {}
    }
}
