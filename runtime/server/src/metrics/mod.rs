//! The server's metrics, shown in Prometheus' text format.
//!
//! Counting must cost almost nothing on the path of inputs, so most metrics are plain atomics.
//! Those with labels that are not known in advance (codes, maps) are behind a lock that is taken
//! only for refusals and faults.

mod disk;
mod histogram;
mod merge;
mod profile;
mod text;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fangqi_protocol::{FaultKind, Input};
use fangqi_room::Applied;

pub(crate) use disk::DiskUse;
pub use histogram::Histogram;
pub(crate) use merge::Report;
pub(crate) use profile::Profile;
pub(crate) use text::Sampled;

/// A counter or a gauge.
#[derive(Debug, Default)]
pub(crate) struct Number(AtomicU64);

impl Number {
    pub(crate) fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    pub(crate) fn sub(&self, less: u64) {
        self.0.fetch_sub(less, Ordering::Relaxed);
    }

    pub(crate) fn set(&self, value: u64) {
        self.0.store(value, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// The value; resets it to 0.
    fn take(&self) -> u64 {
        self.0.swap(0, Ordering::Relaxed)
    }
}

/// Statistics of the log's commits.
#[derive(Debug)]
pub struct CommitStats {
    /// Entries per batch.
    pub entries: Histogram,
    /// Duration of writing and committing each batch.
    pub time: Histogram,
}

impl Default for CommitStats {
    fn default() -> Self {
        Self { entries: Histogram::of_counts(), time: Histogram::of_times() }
    }
}

/// Why a connection or a hello was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TurnedAway {
    /// Too many sockets that are not WebSockets.
    Full,
    /// Too many sockets of the address.
    Address,
    /// Too many WebSockets.
    Rooms,
    /// The TLS handshake failed or took too long.
    Tls,
    /// The address opens connections too often.
    Often,
    /// The client is over half its abuse budget.
    Barred,
    /// The address has looked for too many rooms that do not exist.
    Guessing,
}

/// The outcome of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Accepted,
    Refused,
    /// It took effect, but a script failed.
    Faulted,
    /// It had no effect.
    Nothing,
}

const OUTCOMES: [&str; 4] = ["accepted", "refused", "faulted", "nothing"];
const KINDS: [&str; 19] = [
    "join",
    "leave",
    "sit",
    "stand",
    "set_computer",
    "click",
    "choose",
    "action",
    "chat",
    "take_back",
    "job_done",
    "tick",
    "checkpoint",
    "stand_in",
    "select",
    "pose",
    "act",
    "plugin",
    "go_back",
];

fn kind(input: &Input) -> usize {
    match input {
        Input::Join { .. } => 0,
        Input::Leave { .. } => 1,
        Input::Sit { .. } => 2,
        Input::Stand { .. } => 3,
        Input::SetComputer { .. } => 4,
        Input::Click { .. } => 5,
        Input::Choose { .. } => 6,
        Input::Action { .. } => 7,
        Input::Chat { .. } => 8,
        Input::TakeBack { .. } => 9,
        Input::JobDone { .. } => 10,
        Input::Tick => 11,
        Input::Checkpoint => 12,
        Input::StandIn { .. } => 13,
        Input::Select { .. } => 14,
        Input::Pose { .. } => 15,
        Input::Act { .. } => 16,
        Input::Plugin { .. } => 17,
        Input::GoBack { .. } => 18,
    }
}

/// The kind of an input, for [`Metrics::applied`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct InputKind(usize);

impl From<&Input> for InputKind {
    fn from(input: &Input) -> Self {
        Self(kind(input))
    }
}

/// Gauges of one shard, updated regularly.
#[derive(Debug, Default)]
pub(crate) struct ShardGauges {
    /// Connections to its rooms.
    pub(crate) viewers: Number,
    /// Bytes of memory of its rooms: Lua heaps and blocks.
    pub(crate) memory: Number,
    /// Number of jobs in progress.
    pub(crate) jobs: Number,
    /// Number of deferred tasks.
    pub(crate) deferred: Number,
}

/// All metrics of the server.
#[derive(Debug)]
pub(crate) struct Metrics {
    /// Open sockets of all kinds.
    pub(crate) sockets: Number,
    /// Sockets accepted since the start.
    pub(crate) accepted: Number,
    turned_away: [Number; 7],
    pub(crate) bytes_in: Number,
    pub(crate) bytes_out: Number,
    /// Reads that were delayed because a client sent too much.
    pub(crate) throttled: Number,
    /// Open connections that are passed on to the server that has their room.
    pub(crate) relayed: Number,
    /// Jobs of rooms here that another server computed first.
    pub(crate) jobs_helped: Number,
    /// Connections dropped because they read too slowly.
    pub(crate) slow_readers: Number,
    /// Tokens that were not signed by this server, or not for the room.
    pub(crate) bad_tokens: Number,
    /// Rooms that were dropped after a failure, to be restored from their log.
    pub(crate) rooms_restarted: Number,
    /// Worker processes that ended without being stopped.
    pub(crate) workers_ended: Number,
    /// Tasks that were deferred because their room was over its quota.
    pub(crate) deferred: Number,
    /// Migrations of noisy neighbours to the isolation shard.
    pub(crate) rooms_isolated: Number,
    /// Rooms that returned from the isolation shard after being quiet there.
    pub(crate) rooms_returned: Number,
    /// Entries that the log did not make durable.
    pub(crate) log_failures: Number,
    /// Entries given to the log and not yet acknowledged.
    pub(crate) log_waiting: Number,
    /// Time from giving an entry to the log to its acknowledgement.
    pub(crate) durable: Histogram,
    /// Time of applying one input to a room.
    pub(crate) apply: Histogram,
    pub(crate) shards: Vec<ShardGauges>,
    pub(crate) profile: Profile,
    inputs: [[Number; OUTCOMES.len()]; KINDS.len()],
    /// Time to answer a request.
    answer: Histogram,
    /// Number of answers by route and status.
    answers: Mutex<BTreeMap<(String, u16), u64>>,
    refused: Mutex<BTreeMap<Cow<'static, str>, u64>>,
    faults: Mutex<BTreeMap<String, [u64; 4]>>,
}

/// Largest number of maps whose faults are counted; those of further maps are not.
const MAPS_MAX: usize = 1024;

impl Metrics {
    pub(crate) fn new(shards: usize) -> Self {
        Self {
            sockets: Number::default(),
            accepted: Number::default(),
            turned_away: Default::default(),
            bytes_in: Number::default(),
            bytes_out: Number::default(),
            throttled: Number::default(),
            relayed: Number::default(),
            jobs_helped: Number::default(),
            slow_readers: Number::default(),
            bad_tokens: Number::default(),
            rooms_restarted: Number::default(),
            workers_ended: Number::default(),
            deferred: Number::default(),
            rooms_isolated: Number::default(),
            rooms_returned: Number::default(),
            log_failures: Number::default(),
            log_waiting: Number::default(),
            durable: Histogram::of_times(),
            apply: Histogram::of_times(),
            shards: (0..shards).map(|_| ShardGauges::default()).collect(),
            profile: Profile::default(),
            inputs: Default::default(),
            answer: Histogram::of_times(),
            answers: Mutex::default(),
            refused: Mutex::default(),
            faults: Mutex::default(),
        }
    }

    pub(crate) fn turned_away(&self, why: TurnedAway) {
        self.turned_away[why as usize].add(1);
    }

    /// Counts an answered request. Routes are few: those of the server, never paths.
    pub(crate) fn answered(&self, route: &str, status: u16, took: Duration) {
        self.answer.add_time(took);
        *lock(&self.answers).entry((route.to_owned(), status)).or_default() += 1;
    }

    /// Counts a refused message of a client.
    pub(crate) fn refused(&self, code: &'static str) {
        *lock(&self.refused).entry(Cow::Borrowed(code)).or_default() += 1;
    }

    /// Counts an input that a room has applied or refused, with its faults and costs.
    pub(crate) fn applied(&self, kind: InputKind, map: &str, applied: &mut Applied) {
        let faults = applied.record.iter().flat_map(|record| &record.faults);
        let mut counted = [0; 4];
        for fault in faults {
            counted[match fault.kind {
                FaultKind::Error => 0,
                FaultKind::Fuel | FaultKind::Input => 1,
                FaultKind::Memory => 2,
                FaultKind::Stopped => 3,
            }] += 1;
        }
        let script_failed =
            applied.rejected.as_ref().is_some_and(|rejection| rejection.code == "script_failed");
        counted[0] += u64::from(script_failed);
        let outcome = match (&applied.rejected, &applied.record) {
            (Some(rejection), _) => {
                self.refused(rejection.code);
                Outcome::Refused
            }
            (None, _) if counted != [0; 4] => Outcome::Faulted,
            (None, Some(_)) => Outcome::Accepted,
            (None, None) => Outcome::Nothing,
        };
        if counted != [0; 4] {
            self.add_faults(map, counted);
        }
        self.inputs[kind.0][outcome as usize].add(1);
        self.profile.add(map, std::mem::take(&mut applied.costs));
    }

    /// Adds faults of a map's scripts, counted by reason.
    fn add_faults(&self, map: &str, counted: [u64; 4]) {
        let mut faults = lock(&self.faults);
        if faults.len() < MAPS_MAX || faults.contains_key(map) {
            let of_map = faults.entry(map.to_owned()).or_default();
            for (sum, more) in of_map.iter_mut().zip(counted) {
                *sum += more;
            }
        }
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
