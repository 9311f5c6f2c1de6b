//! What a scratch room is asked by checks of Mini World scripts, beside its log.

use std::collections::BTreeSet;

use super::room::Room;
use crate::host::{EventArgs, Ready};
use crate::sim::{FIRST_OBJECT, Stack};
use crate::testing::Known;

impl Room {
    /// The events that scripts listen to, in order.
    pub(crate) fn miniworld_heard(&self) -> Vec<String> {
        self.fold.ctx.script().handlers.keys().cloned().collect()
    }

    /// The functions that scripts have named: module and name.
    pub(crate) fn miniworld_used(&self) -> BTreeSet<(&'static str, &'static str)> {
        self.fold.ctx.script().used.clone()
    }

    /// Raises an event with the next input. It is not in the log.
    pub(crate) fn miniworld_raise(&mut self, name: &str, args: EventArgs) {
        let name = name.to_owned().into();
        self.fold.ctx.host().ready.push_back(Ready::Event { name, args });
    }

    /// Puts a creature, a dropped item and an area there, for the fields of events.
    pub(crate) fn miniworld_known(&mut self, players: [u64; 2]) -> Known {
        let mut host = self.fold.ctx.host();
        let at = [4.5, 7.0, 4.5];
        // A room that is full of the scripts' own objects has none of ours.
        let creature = host.spawn_creature(3400, at).unwrap_or(FIRST_OBJECT);
        let drop = host.drop_stack(Stack::plain(12051, 1), at, 0).unwrap_or(FIRST_OBJECT);
        let area = host.areas.keys().next().copied().unwrap_or(1);
        Known { players, creature, drop, area }
    }

    /// How many cells are not as in the layout, and how many objects there are.
    pub(crate) fn miniworld_changed(&self) -> (usize, usize) {
        let host = self.fold.ctx.host();
        let cells = match host.package.build_world() {
            Ok(before) => before.diff(&host.world).len(),
            Err(_) => 0,
        };
        (cells, host.sim.object_count())
    }
}
