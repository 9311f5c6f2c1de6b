//! Checkpoints: storing a room and continuing from what was stored.
//!
//! A checkpoint is a *rebase*: the state is written down, and then the live room itself is rebuilt
//! from it by the code that restores it after a restart. Live and restored rooms therefore agree by
//! construction, and state that a script forgot to offer is missed at once instead of after the
//! next restart.

use std::sync::Arc;

use fangqi_world::codec::{self, Bytes, RecordKind};
use mlua::MultiValue;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::fold::Fold;
use super::hash;
use super::history::History;
use crate::host::StoredState;
use crate::host::{BadgesTold, Owner, StoredHost, StoredTold};
use crate::living::Sim;
use crate::map::MapPackage;
use crate::options::RoomOptions;
use crate::package::PackageDigest;
use fangqi_binding::plain;
use fangqi_protocol::{Insight, Tick};
use fangqi_vm::{ScriptError, Step};

/// Record kind of a checkpoint.
const KIND: RecordKind = RecordKind(*b"CHKP");
/// Schema version of a checkpoint.
const VERSION: u16 = 2;
/// Record kind of a fold's state.
const FOLD_KIND: RecordKind = RecordKind(*b"FOLD");
/// Schema version of a fold's state: since 3 with [`Insight`], since 4 with [`StoredTold`], since 5
/// with plates in it, since 6 with living and moving things, whose fields changed with 7, since 8
/// with states of plugins.
const FOLD_VERSION: u16 = 8;

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

/// A fold's state as it is stored.
#[derive(Debug, Serialize, Deserialize)]
struct StoredFold {
    plain: PlainFold,
    told: StoredTold,
    sim: Option<Box<Sim>>,
    plugins: Vec<StoredState>,
}

/// Version 7 of a fold's state.
#[derive(Debug, Serialize, Deserialize)]
struct LivingFold {
    plain: PlainFold,
    told: StoredTold,
    sim: Option<Box<Sim>>,
}

/// Version 6 of a fold's state, without living things. Those had other fields in that version and
/// cannot be read.
#[derive(Debug, Serialize, Deserialize)]
struct StillFold {
    plain: PlainFold,
    told: StoredTold,
    sim: Option<()>,
}

/// Version 5 of a fold's state.
#[derive(Debug, Serialize, Deserialize)]
struct PlatesFold {
    plain: PlainFold,
    told: StoredTold,
}

/// Version 4 of a fold's state.
#[derive(Debug, Serialize, Deserialize)]
struct BadgesFold {
    plain: PlainFold,
    told: BadgesTold,
}

/// Version 3 of a fold's state.
#[derive(Debug, Serialize, Deserialize)]
struct InsightFold {
    plain: PlainFold,
    insight: Insight,
}

/// Version 2 of a fold's state, which later versions contain.
#[derive(Debug, Serialize, Deserialize)]
struct PlainFold {
    host: StoredHost,
    /// State of the scripts' random number generator.
    random: [u64; 4],
    /// What the scripts offered, in the order of their offers.
    scripts: Vec<Bytes>,
}

impl StoredFold {
    fn read(bytes: &[u8]) -> Result<Self, codec::CodecError> {
        fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, codec::CodecError> {
            codec::decode(FOLD_KIND, FOLD_VERSION, bytes, codec::Limits::default())
                .map(|(_, stored)| stored)
        }
        match codec::peek(bytes)?.version {
            0..=2 => Self::old(decode(bytes)?, StoredTold::default(), None),
            3 => {
                let InsightFold { plain, insight } = decode(bytes)?;
                Self::old(plain, StoredTold { insight, ..StoredTold::default() }, None)
            }
            4 => {
                let BadgesFold { plain, told } = decode(bytes)?;
                Self::old(plain, told.into(), None)
            }
            5 => {
                let PlatesFold { plain, told } = decode(bytes)?;
                Self::old(plain, told, None)
            }
            6 => {
                let StillFold { plain, told, sim: _ } = decode(bytes)?;
                Self::old(plain, told, None)
            }
            7 => {
                let LivingFold { plain, told, sim } = decode(bytes)?;
                Self::old(plain, told, sim)
            }
            _ => decode(bytes),
        }
    }

    /// A fold's state of a version in which the kernel held what belongs to plugins.
    fn old(
        mut plain: PlainFold,
        told: StoredTold,
        sim: Option<Box<Sim>>,
    ) -> Result<Self, codec::CodecError> {
        let plugins = plain.host.take_old_states()?;
        Ok(Self { plain, told, sim, plugins })
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
        let host = self.ctx.host().store().map_err(NoCheckpoint::Host)?;
        let plain = PlainFold { host, random: self.vm.rng_state(), scripts };
        let told = self.ctx.host().store_told();
        let sim = self.ctx.host().store_sim();
        let plugins = self.ctx.host().plugins.store().map_err(NoCheckpoint::Host)?;
        let stored = StoredFold { plain, told, sim, plugins };
        codec::encode(FOLD_KIND, FOLD_VERSION, &stored)
            .map_err(|error| NoCheckpoint::Host(error.to_string()))
    }

    /// Fails while something is under way that cannot be stored.
    fn check_quiet(&self) -> Result<(), NoCheckpoint> {
        let host = self.ctx.host();
        if host.jobs.len() > 0 {
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
        let StoredFold { plain: stored, told, sim, plugins } =
            StoredFold::read(bytes).map_err(|error| host_error(&error))?;
        let mut fold = Self::load(package, options).map_err(|error| host_error(&error))?;
        fold.forget_waiting();
        let plugins = package.plugins().restore(&plugins).map_err(NoCheckpoint::Host)?;
        fold.ctx.host().restore(stored.host, told, sim, plugins).map_err(NoCheckpoint::Host)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Room;
    use crate::host::{EMPTY_STATE, ENGINE_GAMES, FORMER_GAMES, PluginState};
    use crate::plugin::{Plugin, Plugins, RestoreState, decode_state, encode_state};
    use fangqi_protocol::Input;

    /// Rooms stored before [`Insight`] existed can still be restored.
    #[test]
    fn the_version_before_is_read() {
        let script = "Checkpoint:offer(function() return { 7 } end, function() end)
            Hud:setStatus('on the way') Hud:addMove(0, 'C2=5')";
        let package = Arc::new(crate::testing::small_map(script).unwrap());
        let (mut room, _) = Room::open(package, RoomOptions::default()).unwrap();
        room.apply(1, Input::Tick);
        let bytes = room.fold.store().unwrap();
        let stored = StoredFold::read(&bytes).unwrap();
        assert_eq!(stored.told.insight, Insight::default());
        let old = codec::encode(FOLD_KIND, 2, &stored.plain).unwrap();
        let package = Arc::clone(room.package());
        let again = Fold::restore(&package, &RoomOptions::default(), &old).unwrap();
        assert_eq!(hash::of(&again), hash::of(&room.fold));
        assert_eq!(again.ctx.host().hud, room.fold.ctx.host().hud);
        let still = StillFold { plain: stored.plain, told: stored.told, sim: None };
        let old = codec::encode(FOLD_KIND, 6, &still).unwrap();
        let again = Fold::restore(&package, &RoomOptions::default(), &old).unwrap();
        assert_eq!(hash::of(&again), hash::of(&room.fold));
        let badges = BadgesFold { plain: still.plain, told: BadgesTold::default() };
        let old = codec::encode(FOLD_KIND, 4, &badges).unwrap();
        let again = Fold::restore(&package, &RoomOptions::default(), &old).unwrap();
        assert_eq!(hash::of(&again), hash::of(&room.fold));
    }

    /// Games as checkpoints held them before there were plugins: start, moves, end.
    type OldGames = Vec<(String, Vec<String>, Option<u32>)>;

    /// The plugin of the engine that the kernel once knew.
    #[derive(Debug)]
    struct Engine;

    #[derive(Debug, Default)]
    struct Games(OldGames);

    impl PluginState for Games {
        fn plugin(&self) -> &'static str {
            "engine"
        }

        fn hash(&self, hasher: &mut dyn std::hash::Hasher) {
            self.0.iter().for_each(|(start, ..)| hasher.write(start.as_bytes()));
        }

        fn store(&self) -> Result<Option<Vec<u8>>, String> {
            if self.0.is_empty() { EMPTY_STATE } else { encode_state(ENGINE_GAMES, 1, &self.0) }
        }
    }

    impl Plugin for Engine {
        fn name(&self) -> &'static str {
            "engine"
        }

        fn former_names(&self) -> &'static [&'static str] {
            &[FORMER_GAMES]
        }

        fn restore(&self) -> Option<RestoreState> {
            Some(|stored| Ok(Box::new(Games(decode_state(ENGINE_GAMES, 1, stored)?))))
        }
    }

    #[test]
    fn games_that_the_kernel_once_held_are_their_plugins() {
        let script = "Checkpoint:offer(function() return { 7 } end, function() end)";
        let load = |plugins| Arc::new(crate::testing::small_map_with(script, plugins).unwrap());
        let package = load(Plugins::new(&[&Engine]));
        let (mut room, _) = Room::open(Arc::clone(&package), RoomOptions::default()).unwrap();
        let StoredFold { mut plain, told, sim, plugins } =
            StoredFold::read(&room.fold.store().unwrap()).unwrap();
        assert_eq!(plugins, []);
        plain.host.hold_old_game("a start", &["a move", "another"], Some(4));
        let old = codec::encode(FOLD_KIND, 7, &LivingFold { plain, told, sim }).unwrap();
        let options = RoomOptions::default();
        let mut again = Fold::restore(&package, &options, &old).unwrap();
        let moves = vec!["a move".to_owned(), "another".to_owned()];
        let game = ("a start".to_owned(), moves, Some(4));
        assert_eq!(again.ctx.host().state::<Games>().0, std::slice::from_ref(&game));
        // Stored again, they are under the plugin's name.
        let StoredFold { plugins, .. } = StoredFold::read(&again.store().unwrap()).unwrap();
        let bytes = encode_state(ENGINE_GAMES, 1, &vec![game]).unwrap().unwrap();
        assert_eq!(plugins, [StoredState { plugin: "engine".to_owned(), bytes: Bytes(bytes) }]);
        let error = Fold::restore(&load(Plugins::NONE), &options, &old).unwrap_err();
        assert!(error.to_string().contains("plugin `engine games`"), "{error}");
    }
}
