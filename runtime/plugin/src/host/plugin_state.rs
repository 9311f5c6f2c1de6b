//! What plugins remember in a room.

use std::any::Any;
use std::fmt::Debug;
use std::hash::Hasher;

use fangqi_protocol::{EventArgs, PlayerId, PluginView, SeatIndex, Tick};
use fangqi_world::codec::{self, Bytes, RecordKind};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Host;

/// The name under which checkpoints held games of an engine while the kernel still knew one.
pub const FORMER_GAMES: &str = "engine games";
/// Record kind of those games, which the plugin of that engine still uses.
pub const ENGINE_GAMES: RecordKind = RecordKind(*b"EGAM");
/// What [`PluginState::store`] returns for a state that need not be stored.
pub const EMPTY_STATE: Result<Option<Vec<u8>>, String> = Ok(None);

/// A plugin's part of a room's state: everything that its modules remember between calls.
///
/// It must be a function of the room's inputs, like all state of a room. It is never rolled back by
/// itself: after a failed step the room is rebuilt from its log.
pub trait PluginState: Any + Debug {
    /// The name of the plugin that it belongs to. A plugin has one state in a room.
    fn plugin(&self) -> &'static str;

    /// Adds everything to the room's hash on which its future depends. A state equal to the default
    /// adds nothing, so that rooms that do not use the plugin keep their hash.
    fn hash(&self, hasher: &mut dyn Hasher);

    /// The state in a form of the plugin's own, with a version in it, for checkpoints; `None` for a
    /// state that is equal to the default, or a mere cache. `host` is the room that it belongs to.
    ///
    /// # Errors
    /// Why it cannot be stored now.
    fn store(&self, host: &Host) -> Result<Option<Vec<u8>>, String>;

    /// Room time at which something of it is due by itself; `None` if nothing is.
    fn next_due(&self) -> Option<Tick> {
        None
    }

    /// Lets what is due at `now` happen, and gives the events that scripts are told of, in order.
    /// Afterwards [`Self::next_due`] is later than `now`.
    fn due(&mut self, now: Tick) -> Vec<Due> {
        let _ = now;
        Vec::new()
    }

    /// What the plugin's part of the page shows a viewer; `None` for nothing. It must hold nothing
    /// that the viewer may not know. It is computed after every input and sent when it changed.
    fn view(&self, viewer: Viewer) -> Option<serde_json::Value> {
        let _ = viewer;
        None
    }

    /// Memory that it holds beyond a few KiB, in bytes, for the operator's figures.
    fn memory_bytes(&self) -> usize {
        0
    }
}

/// An event that a plugin raises when something was due: its name and fields.
pub type Due = (&'static str, EventArgs);

/// Somebody who watches a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Viewer {
    /// Who.
    pub player: PlayerId,
    /// The seat held, if any.
    pub seat: Option<SeatIndex>,
}

/// A plugin's state as checkpoints hold it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredState {
    /// The plugin's name.
    pub plugin: String,
    /// What [`PluginState::store`] returned.
    pub bytes: Bytes,
}

/// Encodes what a plugin stores, for [`PluginState::store`]: `kind` is four ASCII letters of the
/// plugin's own, `version` that of `T`'s form.
///
/// # Errors
/// It is too large.
pub fn encode_state<T: Serialize>(
    kind: RecordKind,
    version: u16,
    state: &T,
) -> Result<Option<Vec<u8>>, String> {
    codec::encode(kind, version, state).map(Some).map_err(|error| error.to_string())
}

/// Decodes what [`encode_state`] encoded, for `Plugin::restore`.
///
/// # Errors
/// It is damaged, of another kind, or of a newer version.
pub fn decode_state<T: DeserializeOwned>(
    kind: RecordKind,
    version: u16,
    stored: &StoredState,
) -> Result<T, String> {
    codec::decode(kind, version, &stored.bytes.0, codec::Limits::default())
        .map(|(_, state)| state)
        .map_err(|error| error.to_string())
}

/// The states of a room's plugins. A state is created when a module first asks for it.
#[derive(Debug, Default)]
pub struct PluginStates {
    states: Vec<Box<dyn PluginState>>,
    /// Before this tick nothing is due any more: a plugin whose `next_due` does not advance must
    /// not hold the room at one tick for ever.
    served: Tick,
}

impl PluginStates {
    /// The state of a type; a new one if there is none yet.
    #[inline]
    pub fn of<T: PluginState + Default>(&mut self) -> &mut T {
        let found = self.states.iter().position(|state| <dyn Any>::is::<T>(&**state));
        let at = found.unwrap_or_else(|| self.put(Box::new(T::default())));
        let state: &mut dyn Any = &mut *self.states[at];
        // Found, or put there, as a `T`.
        state.downcast_mut().unwrap_or_else(|| unreachable!("the state at {at} is of another type"))
    }

    /// Puts in the state of a plugin that has none yet, and says where. States are ordered by name,
    /// because the order in which modules are first called differs between a live room and a
    /// restored one.
    pub fn put(&mut self, state: Box<dyn PluginState>) -> usize {
        let plugin = state.plugin();
        let Err(at) = self.states.binary_search_by_key(&plugin, |other| other.plugin()) else {
            // It would replace what the first type holds.
            panic!("the plugin `{plugin}` has one type of state in a room");
        };
        self.states.insert(at, state);
        at
    }

    /// When the next plugin has something due.
    pub fn next_due(&self) -> Option<Tick> {
        let due = self.states.iter().filter_map(|state| state.next_due()).min();
        due.map(|due| due.max(self.served))
    }

    /// Lets everything happen that is due at `now`, and gives the events.
    pub fn due(&mut self, now: Tick) -> Vec<Due> {
        self.served = now + 1;
        let due = |state: &&mut Box<dyn PluginState>| state.next_due().is_some_and(|at| at <= now);
        self.states.iter_mut().filter(due).flat_map(|state| state.due(now)).collect()
    }

    /// What a viewer is shown by all plugins.
    pub fn views(&self, viewer: Viewer) -> Vec<PluginView> {
        let view = |state: &dyn PluginState| {
            let view = state.view(viewer)?;
            Some(PluginView { plugin: state.plugin().to_owned(), view })
        };
        self.states.iter().filter_map(|state| view(&**state)).collect()
    }

    /// Adds all states to a hash.
    pub fn add_to_hash(&self, hasher: &mut dyn Hasher) {
        self.states.iter().for_each(|state| state.hash(hasher));
    }

    /// Memory that they hold, in bytes.
    pub fn memory_bytes(&self) -> usize {
        self.states.iter().map(|state| state.memory_bytes()).sum()
    }

    /// The stored form of all states that have one.
    ///
    /// # Errors
    /// Which plugin's state cannot be stored, and why.
    pub fn store(&self, host: &Host) -> Result<Vec<StoredState>, String> {
        let mut stored = Vec::new();
        for state in &self.states {
            let plugin = state.plugin();
            let bytes = state.store(host).map_err(|why| format!("the plugin `{plugin}`: {why}"))?;
            stored.extend(
                bytes.map(|bytes| StoredState { plugin: plugin.to_owned(), bytes: Bytes(bytes) }),
            );
        }
        Ok(stored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Default, PartialEq)]
    struct Count(u32);

    #[derive(Debug, Default)]
    struct Other(bool);

    impl PluginState for Count {
        fn plugin(&self) -> &'static str {
            "count"
        }

        fn hash(&self, hasher: &mut dyn Hasher) {
            if self.0 != 0 {
                hasher.write_u32(self.0);
            }
        }

        fn store(&self, _: &Host) -> Result<Option<Vec<u8>>, String> {
            match self.0 {
                0 => Ok(None),
                u32::MAX => Err("full".to_owned()),
                count => Ok(Some(count.to_le_bytes().to_vec())),
            }
        }
    }

    impl PluginState for Other {
        fn plugin(&self) -> &'static str {
            "another"
        }

        fn hash(&self, hasher: &mut dyn Hasher) {
            if self.0 {
                hasher.write_u8(1);
            }
        }

        fn store(&self, _: &Host) -> Result<Option<Vec<u8>>, String> {
            EMPTY_STATE
        }
    }

    fn host() -> Host {
        let package = crate::small_map("local x = 1").unwrap();
        Host::new(std::sync::Arc::clone(package.package()), &crate::RoomOptions::default()).unwrap()
    }

    fn hash(states: &PluginStates) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        states.add_to_hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn states_are_found_by_type_and_ordered_by_name() {
        let mut states = PluginStates::default();
        states.of::<Count>().0 += 1;
        states.of::<Other>().0 = true;
        states.of::<Count>().0 += 1;
        assert_eq!(*states.of::<Count>(), Count(2));
        let mut others = PluginStates::default();
        others.of::<Other>().0 = true;
        others.of::<Count>().0 = 2;
        assert_eq!(hash(&states), hash(&others));
        let bytes = Bytes(vec![2, 0, 0, 0]);
        assert_eq!(
            states.store(&host()),
            Ok(vec![StoredState { plugin: "count".to_owned(), bytes }])
        );
    }

    #[test]
    fn a_state_that_was_only_looked_at_changes_nothing() {
        let mut states = PluginStates::default();
        let _ = states.of::<Count>();
        let _ = states.of::<Other>();
        assert_eq!(hash(&states), hash(&PluginStates::default()));
        assert_eq!(states.store(&host()), Ok(Vec::new()));
    }

    #[test]
    #[should_panic(expected = "the plugin `count` has one type of state in a room")]
    fn a_second_type_of_state_is_a_mistake_of_the_plugin() {
        #[derive(Debug, Default)]
        struct Cache;

        impl PluginState for Cache {
            fn plugin(&self) -> &'static str {
                "count"
            }

            fn hash(&self, _: &mut dyn Hasher) {}

            fn store(&self, _: &Host) -> Result<Option<Vec<u8>>, String> {
                EMPTY_STATE
            }
        }
        let mut states = PluginStates::default();
        let _ = states.of::<Count>();
        let _ = states.of::<Cache>();
    }

    #[test]
    fn a_state_that_cannot_be_stored_is_named() {
        let mut states = PluginStates::default();
        states.of::<Count>().0 = u32::MAX;
        assert_eq!(states.store(&host()), Err("the plugin `count`: full".to_owned()));
    }
}
