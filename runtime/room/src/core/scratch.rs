//! What a scratch room is asked by checks of Mini World scripts, beside its log.

use std::collections::BTreeSet;

use fangqi_world::{BlockId, BlockState, Region};

use super::room::Room;
use crate::host::{EventArgs, Host, Ready};
use crate::package::BOX_BLOCK;
use crate::sim::{Actor, FIRST_OBJECT, Kind, Stack};
use crate::testing::{Known, OUR_AREA};

/// Areas and timers of the scripts' own that events are raised for.
const TRIED: usize = 4;
/// The status effect that events tell of, and how long it lasts.
const BUFF: u32 = 1;
const BUFF_TICKS: f64 = 400.0;

/// Makes an object of the kind that an event tells of. A room that is full of the scripts' own
/// objects has none of ours.
fn make(host: &mut Host, player: u64, event: &str) -> u64 {
    let at = [4.5, 7.0, 4.5];
    let made = match event {
        "Actor.Create" => host.spawn_creature(3400, at),
        "Item.Create" => host.drop_stack(Stack::plain(12051, 1), at, 0),
        _ => host.shoot(player, 12051, at, [0.0, 1.0, 0.0], 1.0),
    };
    made.unwrap_or(FIRST_OBJECT)
}

/// Has somebody cross the edge of an area, inwards or outwards.
fn cross(host: &mut Host, id: u64, known: &Known, event: &str) {
    let Some(area) = known.areas.first().and_then(|area| host.areas.get(area)).copied() else {
        return;
    };
    let (low, high) = (area.min(), area.max());
    let inside = [low.x, low.y, low.z].map(|axis| f64::from(axis) + 0.5);
    let beside = [f64::from(high.x) + 1.5, inside[1], inside[2]];
    let way = if event.ends_with("In") { [beside, inside] } else { [inside, beside] };
    for pos in way {
        host.place_actor(id, pos);
    }
}

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

    /// What there is for the fields of an event: what the scripts have made, else what there was
    /// before, made anew where it is gone.
    pub(crate) fn miniworld_known(&mut self, before: Known, event: &str) -> Known {
        let mut host = self.fold.ctx.host();
        let players = [0, 1].map(|at| host.players.iter().nth(at).map_or(0, |player| player.id.0));
        let mut ours = before.ours;
        ours.retain(|id| host.actor(*id).is_ok_and(Actor::is_alive));
        let find = |host: &Host, ours: &BTreeSet<u64>, is: fn(&Kind) -> bool| {
            let mut found = host.sim.actors.iter().filter(|(_, a)| a.is_alive() && is(&a.kind));
            let theirs = found.clone().find(|(id, _)| !ours.contains(id));
            theirs.or_else(|| found.next()).map(|(id, _)| *id)
        };
        let is: [fn(&Kind) -> bool; 3] = [
            |kind| matches!(kind, Kind::Creature { .. }),
            |kind| matches!(kind, Kind::Drop { .. }),
            |kind| matches!(kind, Kind::Missile { .. }),
        ];
        let made = ["Actor.Create", "Item.Create", "Missile.Create"];
        let [creature, drop, missile] = [0, 1, 2].map(|at| {
            find(&host, &ours, is[at]).unwrap_or_else(|| {
                let id = make(&mut host, players[0], made[at]);
                ours.insert(id);
                id
            })
        });
        let container = [3, 7, 3];
        if event.starts_with("Backpack.") {
            // Where a script has filled the world up, there is no box.
            let _ = host.add_box(container, BOX_BLOCK);
        }
        let made_area = event.contains("Area") && host.areas.is_empty();
        if made_area {
            host.areas.insert(OUR_AREA, Region::new([8, 6, 8].into(), [10, 9, 10].into()));
        }
        if event.contains("Buff") {
            for id in players.into_iter().chain([creature]) {
                // Who has it has it.
                let _ = host.add_buff(id, BUFF, 1, BUFF_TICKS);
            }
        }
        let our_area = before.our_area || made_area;
        let theirs = |id: &u32| !our_area || *id != OUR_AREA;
        let mut areas: Vec<u32> = host.areas.keys().copied().filter(theirs).take(TRIED).collect();
        let timers = host.minitimers.named().map(|(id, name)| (id, name.to_owned()));
        let mut timers: Vec<(u32, String)> = timers.take(TRIED).collect();
        if areas.is_empty() {
            areas.push(OUR_AREA);
        }
        let own_timers = !timers.is_empty();
        if timers.is_empty() {
            timers.push((1, "timer".to_owned()));
        }
        let objects = Known { players, creature, drop, missile, ours, ..Known::default() };
        Known { container, areas, our_area, timers, own_timers, ..objects }
    }

    /// Causes an event that comes of something that happens once to an object; whether it is one.
    pub(crate) fn miniworld_cause(&mut self, event: &str, known: &mut Known) -> bool {
        let mut host = self.fold.ctx.host();
        match event {
            "Actor.Create" | "Item.Create" | "Missile.Create" => {
                let id = make(&mut host, known.players[0], event);
                known.ours.insert(id);
            }
            "Actor.Die" => host.kill(known.creature, Some(known.players[0])),
            "Player.AreaIn" | "Player.AreaOut" => cross(&mut host, known.players[0], known, event),
            "Actor.AreaIn" | "Actor.AreaOut" => cross(&mut host, known.creature, known, event),
            _ => return false,
        }
        true
    }

    /// Makes a cell what an event says that it is.
    pub(crate) fn miniworld_lay(&mut self, cell: [i32; 3], block: u16) {
        let state = BlockState::new(BlockId(block), 0);
        // Where there is no such block, or no place for it, the event tells of what is not there.
        let _ = self.fold.ctx.host().write_block(cell, state);
    }

    /// Takes our area away again.
    pub(crate) fn miniworld_close(&mut self, known: &mut Known) {
        if std::mem::take(&mut known.our_area) {
            let mut host = self.fold.ctx.host();
            host.areas.remove(&OUR_AREA);
            for id in known.players.into_iter().chain([known.creature]) {
                host.settle_areas(id);
            }
        }
    }

    /// A projectile has hit: it is there no longer.
    pub(crate) fn miniworld_hit(&mut self, missile: u64) {
        self.fold.ctx.host().retire_actor(missile);
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
