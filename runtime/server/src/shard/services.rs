//! What all rooms of a shard use.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use super::directory::{Attendance, Directory};
use super::placement::Placement;
use super::task::Internal;
use super::viewer::ConnId;
use crate::config::Config;
use crate::jobs::Jobs;
use crate::log::RoomLog;
use crate::maps::MapSet;
use crate::message_limiter::MessageLimiters;
use crate::metrics::Metrics;
use crate::process::page::Page;
use crate::session::{RoomId, TokenDigest, TokenKeys};
use crate::time::Time;
use crate::wakeup::WakingSender;

/// What a shard in a worker process reports to the parent process.
pub(crate) trait Parent: Send + Sync {
    /// A connection's player has this token.
    fn known(&self, conn: ConnId, token: TokenDigest);
    /// Who is in a room, and whose turn it is.
    fn listed(&self, room: &RoomId, attendance: &Attendance);
    /// A room was deleted.
    fn unlisted(&self, room: &RoomId);
    /// A room was placed on the isolation shard, or back on the shard that its name hashes to.
    fn moved(&self, room: &RoomId, to_isolation: bool);
    /// Whether the jobs of a room that wakes are to fail because one ended a worker process.
    fn jobs_fail(&self, room: &RoomId) -> bool;
}

/// What all rooms of a shard use.
pub(crate) struct Services {
    pub(crate) config: Arc<Config>,
    pub(crate) maps: Arc<MapSet>,
    pub(crate) log: Arc<dyn RoomLog>,
    pub(crate) jobs: Arc<dyn Jobs>,
    pub(crate) time: Arc<dyn Time>,
    pub(crate) keys: TokenKeys,
    pub(crate) limiters: Arc<MessageLimiters>,
    pub(crate) metrics: Arc<Metrics>,
    /// The index of this shard.
    pub(crate) index: usize,
    /// Which shard each room runs on.
    pub(crate) placement: Arc<Placement>,
    pub(crate) directory: Arc<Directory>,
    /// Number of rooms awake on all shards of this process.
    pub(crate) awake: Arc<AtomicUsize>,
    /// Whether the running task used up the fuel of a step.
    pub(crate) burned: Cell<bool>,
    pub(crate) internal: WakingSender<Internal>,
    /// The internal queues of all shards of this process, to forward messages for migrated rooms.
    pub(crate) shards: Arc<[WakingSender<Internal>]>,
    /// The parent process, if this is a worker process.
    pub(crate) parent: Option<Arc<dyn Parent>>,
    /// The page on which the shard notes what it works on.
    pub(crate) page: &'static Page,
    /// The shard numbers incarnations of its rooms from one above this.
    pub(crate) incarnations: u64,
}

impl Services {
    /// Updates a room's entry in the lobby, here and in the parent process.
    pub(super) fn list(&self, room: &RoomId, attendance: Attendance) {
        if let Some(parent) = &self.parent {
            parent.listed(room, &attendance);
        }
        self.directory.update(room, attendance);
    }

    /// Removes a deleted room from the directory, here and in the parent process.
    pub(super) fn unlist(&self, room: &RoomId) {
        self.directory.remove(room);
        if let Some(parent) = &self.parent {
            parent.unlisted(room);
        }
    }

    /// Places a room on the isolation shard.
    pub(super) fn isolate(&self, room: &RoomId) {
        self.placement.isolate(room);
        self.moved(room, true);
    }

    /// Places a room on the shard that its name hashes to.
    pub(super) fn return_home(&self, room: &RoomId) {
        self.placement.return_home(room);
        self.moved(room, false);
    }

    fn moved(&self, room: &RoomId, to_isolation: bool) {
        if let Some(parent) = &self.parent {
            // The room now runs in another process.
            self.directory.remove(room);
            parent.moved(room, to_isolation);
        }
    }
}
