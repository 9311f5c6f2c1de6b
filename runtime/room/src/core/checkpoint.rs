//! Checkpoints: storing a room and continuing from what was stored.
//!
//! A checkpoint is a *rebase*: the state is written down, and then the live room itself is rebuilt
//! from it by the code that restores it after a restart. Live and restored rooms therefore agree by
//! construction, and state that a script forgot to offer is missed at once instead of after the
//! next restart.

use std::sync::Arc;

use fangqi_binding::plain;
use fangqi_plugin::host::{Owner, PlainFold, StoredFold};
use fangqi_plugin::package::PackageDigest;
use fangqi_plugin::{MapPackage, Plugin, RoomOptions};
use fangqi_protocol::Tick;
use fangqi_vm::{ScriptError, Step};
use fangqi_world::codec::{self, Bytes, RecordKind};
use mlua::MultiValue;
use serde::{Deserialize, Serialize};

use super::fold::Fold;
use super::hash;
use super::history::History;

/// Record kind of a checkpoint.
const KIND: RecordKind = RecordKind(*b"CHKP");
/// Schema version of a checkpoint.
const VERSION: u16 = 2;
/// Why a room was not stored. The room is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum NoCheckpoint {
    /// No script offers its state, so it is unknown what to store.
    #[error("the map's scripts offer no state (Checkpoint:offer)")]
    NotOffered,
    /// A script declines to be stored at the moment; try later.
    #[error("{place}not now")]
    NotNow {
        /// `script:line: ` of the offer.
        place: String,
    },
    /// Something that cannot be stored is under way; try later.
    #[error("{0}")]
    Busy(&'static str),
    /// A script's state is not plain data.
    #[error("{place}{problem}")]
    NotPlain {
        /// `script:line: ` of the offer.
        place: String,
        /// What is wrong, such as `state.moves[3].run is a function`.
        problem: String,
    },
    /// A script failed while it saved or loaded its state.
    #[error(transparent)]
    Script(#[from] ScriptError),
    /// Saving changed the room, which `save` must not do.
    #[error("{place}save changed the room: {parts}")]
    Changed {
        /// `script:line: ` of the offer.
        place: String,
        /// The parts of the state that changed.
        parts: String,
    },
    /// The host's state cannot be encoded or restored.
    #[error("the room cannot be stored: {0}")]
    Host(String),
}

impl NoCheckpoint {
    /// Whether a later try may succeed without a change to the map.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::NotNow { .. } | Self::Busy(_))
    }

    /// Whether `save` may have changed the live room.
    pub(super) fn has_spoilt(&self) -> bool {
        matches!(self, Self::Script(_) | Self::Changed { .. })
    }
}

/// A checkpoint as it is stored.
#[derive(Debug, Serialize, Deserialize)]
struct Stored {
    /// Number of the checkpoint's record, from 0.
    record: u64,
    /// Digest of the map: for another version of the map the state may mean something else.
    package: PackageDigest,
    /// Room time at the checkpoint, the shift by then, and the number of take-backs.
    at: Tick,
    shift: Tick,
    epoch: u32,
    /// Which records from `first` up to the checkpoint were moves: see [`History::edited_before`].
    first: u64,
    edited: Bytes,
    /// Hash of the state after the rebase.
    hash: u64,
    /// A [`StoredFold`] as a record of its own.
    fold: Bytes,
}

/// A point where a fold can begin: a checkpoint whose record still counts.
#[derive(Debug, Clone)]
pub(super) struct Base {
    /// Number of its record.
    pub(super) record: usize,
    bytes: Arc<[u8]>,
}

/// What a checkpoint says about the history before it.
#[derive(Debug)]
pub(super) struct Before {
    /// Room time at the checkpoint, the shift by then, and the number of take-backs.
    pub(super) at: Tick,
    pub(super) shift: Tick,
    pub(super) epoch: u32,
    /// Which records from `first` on were moves: see [`History::edited_before`].
    pub(super) first: usize,
    pub(super) edited: Vec<u8>,
}

impl Base {
    /// The checkpoint with the record number `record`, from whose state `fold` has just been
    /// restored.
    pub(super) fn new(record: usize, history: &History, fold: &Fold, stored: Vec<u8>) -> Self {
        let (package, at) = {
            let host = fold.ctx.host();
            (host.package.digest(), host.clock)
        };
        let tick = history.get(record).map_or(at, |record| record.tick);
        let stored = Stored {
            record: record as u64,
            package,
            at,
            shift: tick - at,
            epoch: history.epoch_at(record),
            first: history.first() as u64,
            edited: Bytes(history.edited_before(record)),
            hash: hash::of(fold),
            fold: Bytes(stored),
        };
        let bytes = codec::encode(KIND, VERSION, &stored)
            .expect("its parts were records and are within the codec's limits");
        Self { record, bytes: bytes.into() }
    }

    /// Reads a checkpoint, and what it says about the history before it.
    pub(super) fn read(bytes: &[u8]) -> Result<(Self, Before), String> {
        let Stored { record, at, shift, epoch, first, edited, .. } = Self::stored(bytes)?;
        let number = |number: u64| usize::try_from(number).map_err(|error| error.to_string());
        let before = Before { at, shift, epoch, first: number(first)?, edited: edited.0 };
        Ok((Self { record: number(record)?, bytes: bytes.into() }, before))
    }

    fn stored(bytes: &[u8]) -> Result<Stored, String> {
        codec::decode(KIND, VERSION, bytes, codec::Limits::default())
            .map(|(_, stored)| stored)
            .map_err(|error| error.to_string())
    }

    /// The encoded checkpoint.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Restores the fold. With `alone` the room has nothing older to begin from; then the scripts
    /// of another version of the map may load the state, if the map was replaced since.
    pub(super) fn fold(
        &self,
        package: &Arc<MapPackage>,
        options: &RoomOptions,
        alone: bool,
    ) -> Result<Fold, String> {
        let stored = Self::stored(&self.bytes)?;
        let same_map = stored.package == package.digest();
        let changed_since = stored.record < options.repackaged;
        if !(same_map || alone && changed_since) {
            return Err("it was made with another version of the map".to_owned());
        }
        let fold =
            Fold::restore(package, options, &stored.fold.0).map_err(|error| error.to_string())?;
        if same_map && hash::of(&fold) != stored.hash {
            return Err("the map's scripts make another state of it than they did".to_owned());
        }
        Ok(fold)
    }
}

impl Fold {
    /// Stores the state and restores a new fold from it, which replaces this one.
    pub(super) fn rebased(&mut self) -> Result<(Self, Vec<u8>), NoCheckpoint> {
        let bytes = self.store()?;
        let fold = Self::restore(&self.map, &self.options, &bytes)?;
        Ok((fold, bytes))
    }

    fn store(&mut self) -> Result<Vec<u8>, NoCheckpoint> {
        self.check_quiet()?;
        let before = hash::parts(self);
        let offers = self.ctx.script().offers.clone();
        if offers.is_empty() {
            return Err(NoCheckpoint::NotOffered);
        }
        let values_max = self.ctx.host().limits.checkpoint_values_max;
        let mut scripts = Vec::with_capacity(offers.len());
        for offer in offers {
            let place = offer.place;
            let Some(values) = self.call_at_once(offer.save)? else {
                let parts = "it waits".to_owned();
                return Err(NoCheckpoint::Changed { place, parts });
            };
            let changed = changed_parts(&before, &hash::parts(self));
            if !changed.is_empty() {
                return Err(NoCheckpoint::Changed { place, parts: changed.join(", ") });
            }
            let state = values.into_iter().next().unwrap_or(mlua::Value::Nil);
            if state.is_nil() {
                return Err(NoCheckpoint::NotNow { place });
            }
            let bytes = match plain::write(&state, values_max) {
                Ok(bytes) => bytes,
                Err(problem) => return Err(NoCheckpoint::NotPlain { place, problem }),
            };
            scripts.push(Bytes(bytes));
        }
        let host = self.ctx.host();
        let plain = PlainFold {
            host: host.store().map_err(NoCheckpoint::Host)?,
            random: self.vm.rng_state(),
            scripts,
        };
        let plugins = host.plugins.store(&host).map_err(NoCheckpoint::Host)?;
        let stored = StoredFold { plain, told: host.store_told(), plugins };
        stored.encode().map_err(|error| NoCheckpoint::Host(error.to_string()))
    }

    /// Fails while something is under way that cannot be stored.
    fn check_quiet(&self) -> Result<(), NoCheckpoint> {
        let host = self.ctx.host();
        if host.jobs.count() > 0 {
            return Err(NoCheckpoint::Busy("a job is under way"));
        }
        if host.requests.iter().any(|question| !question.picked.is_empty()) {
            return Err(NoCheckpoint::Busy("a player has picked something up"));
        }
        // Scripts ask their own questions again when they load, but no script would ask this one.
        if host.requests.iter().any(|question| matches!(question.owner, Owner::TakeBack { .. })) {
            return Err(NoCheckpoint::Busy("a player is asked for a take-back"));
        }
        Ok(())
    }

    /// Calls a function as a step of its own. Returns `None` if it waits instead of returning.
    fn call_at_once(&self, function: mlua::Function) -> Result<Option<MultiValue>, ScriptError> {
        {
            let mut host = self.ctx.host();
            host.edits_in_step = 0;
            self.vm.set_fuel(host.limits.fuel_per_step);
        }
        match self.vm.start(function, MultiValue::new())? {
            (_, Step::Done(values)) => Ok(Some(values)),
            (_, Step::Waiting(_)) => Ok(None),
        }
    }

    /// Restores a fold from what [`Self::store`] wrote.
    fn restore(
        package: &Arc<MapPackage>,
        options: &RoomOptions,
        bytes: &[u8],
    ) -> Result<Self, NoCheckpoint> {
        let host_error = |error: &dyn std::fmt::Display| NoCheckpoint::Host(error.to_string());
        let former = package.plugins().iter().find_map(Plugin::former);
        let StoredFold { plain: stored, told, plugins } =
            StoredFold::read(bytes, former).map_err(NoCheckpoint::Host)?;
        let mut fold = Self::load(package, options).map_err(|error| host_error(&error))?;
        fold.forget_waiting();
        let plugins = package.plugins().restore(&plugins).map_err(NoCheckpoint::Host)?;
        fold.ctx.host().restore(stored.host, told, plugins).map_err(NoCheckpoint::Host)?;
        fold.hooks().for_each(|hooks| hooks.restored(&fold.ctx));
        fold.vm.set_rng_state(stored.random);
        fold.set_elapsed();
        let offers = fold.ctx.script().offers.clone();
        if offers.len() != stored.scripts.len() {
            let (found, wanted) = (offers.len(), stored.scripts.len());
            return Err(NoCheckpoint::Host(format!(
                "the scripts offer {found} states when they are loaded, but {wanted} are stored; \
                 call Checkpoint:offer while the scripts run"
            )));
        }
        fold.begin(&[]);
        for (offer, state) in offers.into_iter().zip(stored.scripts) {
            let state = plain::read(&state.0, fold.vm.lua()).map_err(NoCheckpoint::Host)?;
            fold.call("(load)", offer.load, |_| Ok(state)).map_err(|fault| fault.error)?;
        }
        fold.run_ready().map_err(|fault| fault.error)?;
        fold.vm.collect();
        Ok(fold)
    }
}

/// Names of the parts whose hashes differ.
pub(super) fn changed_parts(
    before: &[(&'static str, u64)],
    after: &[(&'static str, u64)],
) -> Vec<&'static str> {
    before.iter().zip(after).filter(|(a, b)| a != b).map(|(part, _)| part.0).collect()
}
