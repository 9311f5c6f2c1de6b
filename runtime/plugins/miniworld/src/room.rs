//! The Mini World part of a room, together with the room.

use std::cell::RefMut;
use std::hash::Hasher;
use std::ops::{Deref, DerefMut};

use fangqi_plugin::{
    Ctx, Fields, Host, PluginState, RecordKind, StoredState, decode_state, encode_state,
};
use fangqi_world::codec::{Bytes, CodecError};
use serde::{Deserialize, Serialize};

use crate::globals::Globals;
use crate::living::Sim;
use crate::map::MiniMap;

/// Record kind of the stored state, and version of its form.
const KIND: RecordKind = RecordKind(*b"MINI");
const VERSION: u16 = 1;

/// What the plugin remembers in a room. Both parts are taken out while a [`MiniRoom`] holds them.
#[derive(Debug, Default)]
pub struct State {
    sim: Held<Sim>,
    globals: Held<Globals>,
}

/// A value that can be taken out and put back at the cost of copying a pointer.
#[derive(Debug)]
pub struct Held<T>(Option<Box<T>>);

impl<T: Default> Default for Held<T> {
    fn default() -> Self {
        Self(Some(Box::default()))
    }
}

impl<T> Held<T> {
    fn take(&mut self) -> Self {
        Self(self.0.take())
    }
}

impl<T> Deref for Held<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.as_deref().unwrap_or_else(|| unreachable!("another call holds it"))
    }
}

impl<T> DerefMut for Held<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.as_deref_mut().unwrap_or_else(|| unreachable!("another call holds it"))
    }
}

/// The stored form of the state; `sim` is `None` if only players stand at a board.
#[derive(Serialize, Deserialize)]
struct Stored {
    globals: Globals,
    sim: Option<Box<Sim>>,
}

impl PluginState for State {
    fn plugin(&self) -> &'static str {
        crate::NAME
    }

    fn hash(&self, _: &mut dyn Hasher) {
        // Hashed part by part, where the kernel hashed it when it held it: see `hooks`.
    }

    fn store(&self, host: &Host) -> Result<Option<Vec<u8>>, String> {
        let sim = (!self.sim.is_plain(host)).then(|| Box::new(self.sim.clone()));
        if sim.is_none() && *self.globals == Globals::default() {
            return Ok(None);
        }
        encode_state(KIND, VERSION, &Stored { globals: self.globals.clone(), sim })
    }
}

/// Restores what [`State`] stored.
pub(crate) fn restore(stored: &StoredState) -> Result<Box<dyn PluginState>, String> {
    let Stored { globals, sim } = decode_state(KIND, VERSION, stored)?;
    let (sim, globals) = (Held(Some(sim.unwrap_or_default())), Held(Some(Box::new(globals))));
    Ok(Box::new(State { sim, globals }))
}

/// The stored form of what checkpoints held while the kernel had all of it.
pub(crate) fn stored_former(
    globals: Globals,
    sim: Option<Box<Sim>>,
) -> Result<Option<StoredState>, CodecError> {
    if sim.is_none() && globals == Globals::default() {
        return Ok(None);
    }
    let bytes = fangqi_world::codec::encode(KIND, VERSION, &Stored { globals, sim })?;
    Ok(Some(StoredState { plugin: crate::NAME.to_owned(), bytes: Bytes(bytes) }))
}

/// A room with its Mini World part. The part is taken out of the room's states for as long as this
/// lives, so that both can be changed together.
#[derive(Debug)]
pub struct MiniRoom<'a> {
    /// The room.
    pub host: RefMut<'a, Host>,
    /// What lives and moves.
    pub sim: Held<Sim>,
    /// What scripts create and set for the whole map.
    pub globals: Held<Globals>,
}

impl MiniRoom<'_> {
    /// As [`Host::tell`], with fields that are read from the room.
    pub fn tell(&mut self, event: &'static str, fields: Fields) {
        self.host.tell(event, fields);
    }

    /// Counts `cells` block changes against the limits of the step, the input and the world.
    ///
    /// # Errors
    /// As [`Host::charge_edits`].
    pub fn charge_edits(&mut self, cells: u64) -> Result<(), String> {
        self.host.charge_edits(cells)?;
        self.sim.shaken |= self.package.walks();
        Ok(())
    }
}

impl Deref for MiniRoom<'_> {
    type Target = Host;

    fn deref(&self) -> &Host {
        &self.host
    }
}

impl DerefMut for MiniRoom<'_> {
    fn deref_mut(&mut self) -> &mut Host {
        &mut self.host
    }
}

impl Drop for MiniRoom<'_> {
    fn drop(&mut self) {
        let (sim, globals) = (self.sim.take(), self.globals.take());
        *self.host.state() = State { sim, globals };
    }
}

/// A room as its context gives it.
pub trait InRoom {
    /// The room with its Mini World part. Nothing else may hold the room meanwhile.
    fn mini(&self) -> MiniRoom<'_>;
}

impl InRoom for Ctx {
    fn mini(&self) -> MiniRoom<'_> {
        let mut host = self.host();
        let state: &mut State = host.state();
        let (sim, globals) = (state.sim.take(), state.globals.take());
        MiniRoom { host, sim, globals }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::MINIWORLD;
    use crate::globals::{Graphic, GraphicKind};
    use fangqi_plugin::RoomOptions;
    use fangqi_protocol::{Input, PlayerId};
    use fangqi_room::Room;
    use fangqi_world::{EffectChange, IVec3, Region};

    const ANN: PlayerId = PlayerId(1001);
    const SCRIPT: &str = "Checkpoint:offer(function() return { 7 } end, function() end)";

    fn room(heavy: bool) -> Room {
        let map = fangqi_plugin::small_map_with(SCRIPT, MINIWORLD).unwrap();
        let options = RoomOptions { heavy, ..RoomOptions::default() };
        let mut room = Room::open(Arc::new(map), options).unwrap().0;
        let joined = room.apply(0, Input::Join { player: ANN, name: "Ann".to_owned() });
        assert!(joined.rejected.is_none() && joined.heavy.is_none(), "{joined:?}");
        room
    }

    /// Every part of the state, and something that changes it.
    type Plant = (&'static str, fn(&mut MiniRoom<'_>));
    const PLANTS: &[Plant] = &[
        ("simulation", |room| room.sim.made = 7),
        ("timers", |room| room.globals.minitimers.create(900, "planted".to_owned())),
        ("timer windows", |room| {
            room.globals.minitimers.create(900, "planted".to_owned());
            room.show_timer_window(900, ANN, "planted").unwrap();
        }),
        ("graphics", |room| {
            let graphic = Graphic {
                kind: GraphicKind::Board,
                itype: 1,
                title: String::new(),
                font: 1,
                alpha: 1,
                at: [0.0; 3],
                shift: [0.0; 2],
            };
            room.globals.graphics.insert(900, graphic);
        }),
        ("music", |room| {
            let sound = EffectChange::LoopSound { pos: [0; 3], sound: 1, volume: 1.0, pitch: 1.0 };
            room.globals.music.insert(ANN, sound);
        }),
        ("areas", |room| {
            room.globals.areas.insert(900, Region::cell(IVec3::ZERO));
        }),
        ("script variables", |room| {
            room.globals.script_vars.insert(1, 2.0);
        }),
        ("hour of the day", |room| room.globals.hour = 3),
        ("next numbers", |room| {
            room.globals.fresh_id();
        }),
    ];

    #[test]
    fn whatever_part_of_the_state_escapes_is_named() {
        for (name, plant) in PLANTS {
            let mut room = room(true);
            plant(&mut room.ctx().mini());
            let applied = room.apply(1, Input::Chat { player: ANN, text: "hello".to_owned() });
            let found = applied.heavy.expect("what was planted is found").escaped;
            assert!(found.iter().any(|part| part == name), "{name}: {found:?}");
        }
    }

    #[test]
    fn every_part_is_stored_and_restored() {
        for (name, plant) in PLANTS {
            let mut live = room(false);
            plant(&mut live.ctx().mini());
            live.apply(1, Input::Chat { player: ANN, text: "hello".to_owned() });
            let hash = live.state_hash();
            let (applied, bytes) = live.checkpoint(1).unwrap();
            assert!(applied.rejected.is_none(), "{name}");
            let plain = room(false).checkpoint(1).unwrap().1;
            assert_ne!(bytes, plain, "{name}");
            assert_eq!(live.state_hash(), hash, "{name}");
        }
    }
}
