//! What a scratch room is asked by checks of Mini World scripts, beside its log.

use std::collections::BTreeSet;

use fangqi_world::Region;

use super::room::Room;
use crate::host::{EventArgs, Ready};
use crate::package::BOX_BLOCK;
use crate::sim::{Actor, FIRST_OBJECT, Stack};
use crate::testing::Known;

/// Areas and timers of the scripts' own that events are raised for.
const TRIED: usize = 4;
/// The status effect that events tell of, and how long it lasts.
const BUFF: u32 = 1;
const BUFF_TICKS: f64 = 400.0;

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

    /// What there is for the fields of an event: what was there before, made anew where it is gone.
    pub(crate) fn miniworld_known(&mut self, before: Option<Known>, event: &str) -> Known {
        let mut host = self.fold.ctx.host();
        let players = [0, 1].map(|at| host.players.iter().nth(at).map_or(0, |player| player.id.0));
        let at = [4.5, 7.0, 4.5];
        let here = |id: u64| host.actor(id).is_ok_and(Actor::is_alive).then_some(id);
        let [creature, drop, missile] = match &before {
            Some(before) => [before.creature, before.drop, before.missile].map(here),
            None => [None; 3],
        };
        // A room that is full of the scripts' own objects has none of ours.
        let none = |_| FIRST_OBJECT;
        let creature =
            creature.unwrap_or_else(|| host.spawn_creature(3400, at).unwrap_or_else(none));
        let drop = drop
            .unwrap_or_else(|| host.drop_stack(Stack::plain(12051, 1), at, 0).unwrap_or_else(none));
        let missile = missile.unwrap_or_else(|| {
            host.shoot(players[0], 12051, at, [0.0, 1.0, 0.0], 1.0).unwrap_or_else(none)
        });
        let container = [3, 7, 3];
        if event.starts_with("Backpack.") {
            // Where a script has filled the world up, there is no box.
            let _ = host.add_box(container, BOX_BLOCK);
        }
        if event.contains("Area") && host.areas.is_empty() {
            host.areas.insert(1, Region::new([8, 6, 8].into(), [10, 9, 10].into()));
        }
        if event.contains("Buff") {
            for id in players.into_iter().chain([creature]) {
                // Who has it has it.
                let _ = host.add_buff(id, BUFF, 1, BUFF_TICKS);
            }
        }
        let mut areas: Vec<u32> = host.areas.keys().copied().take(TRIED).collect();
        let timers = host.minitimers.named().map(|(id, name)| (id, name.to_owned()));
        let mut timers: Vec<(u32, String)> = timers.take(TRIED).collect();
        if areas.is_empty() {
            areas.push(1);
        }
        if timers.is_empty() {
            timers.push((1, "timer".to_owned()));
        }
        Known { players, creature, drop, missile, container, areas, timers }
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
