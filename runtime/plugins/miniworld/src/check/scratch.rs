//! What the checks of Mini World scripts inspect and change in a scratch room, outside its log.

use std::collections::BTreeSet;

use fangqi_plugin::{Ctx, Ready};
use fangqi_protocol::EventArgs;
use fangqi_world::{BlockId, BlockState, Region};

use super::probes::{Known, OUR_AREA, number_of, text_of};
use crate::living::{Actor, FIRST_OBJECT, Kind, ObjType, Stack};
use crate::map::BOX_BLOCK;
use crate::room::{InRoom, MiniRoom};

/// Maximum number of the scripts' own areas and timers for which events are raised.
const TRIED: usize = 4;
/// The status effect that events mention, and its length in ticks.
const BUFF: u32 = 1;
const BUFF_TICKS: f64 = 400.0;

/// Prefixes of events about a cell and its block, and the events after which the cell is empty.
const OF_BLOCKS: [&str; 2] = ["Block.", "Player.ClickBlock"];
const CLEARED: [&str; 3] = ["Block.Remove", "Block.DestroyBy", "Block.Dig.End"];
/// Events about the item in a player's hand, that is, in the selected shortcut slot.
const IN_HAND: [&str; 3] = ["Player.SelectShortcut", "Player.UseItem", "Player.ConsumeItem"];
const FIRST_SHORTCUT: u32 = 1000;

/// Type of the creatures that a check creates if the scripts name none.
const CREATURE: u32 = 3400;

/// Creates an object of the kind that an event is about. If the scripts' own objects fill the room,
/// the result is a number without an object.
fn make(room: &mut MiniRoom<'_>, player: u64, event: &str, creature: u32) -> u64 {
    let at = [4.5, 7.0, 4.5];
    let made = match event {
        "Actor.Create" => room.spawn_creature(creature, at),
        "Item.Create" => room.drop_stack(Stack::plain(12051, 1), at, 0),
        _ => room.shoot(player, 12051, at, [0.0, 1.0, 0.0], 1.0),
    };
    made.unwrap_or(FIRST_OBJECT)
}

/// The type of a creature; 0 for anything else.
fn type_of(room: &MiniRoom<'_>, id: u64) -> u32 {
    room.actor(id).map_or(0, Actor::actorid)
}

/// A creature of a type: one of the scripts' own if there is one, else one that the check creates.
fn creature_of(room: &mut MiniRoom<'_>, wanted: u32, player: u64, ours: &mut BTreeSet<u64>) -> u64 {
    let known = room.sim.of_type(ObjType::Creature);
    let of_type = known.filter(|(_, actor)| actor.actorid() == wanted).map(|(id, _)| id);
    let found = of_type.min_by_key(|id| ours.contains(id));
    found.unwrap_or_else(|| {
        let id = make(room, player, "Actor.Create", wanted);
        ours.insert(id);
        id
    })
}

/// How an event can be caused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    /// It has no cause here and must be raised.
    ByHand,
    /// Another step is needed after a tick.
    More,
    /// It occurs with the next tick.
    Done,
}

/// Moves an object across the edge of an area, inwards or outwards.
fn cross(room: &mut MiniRoom<'_>, id: u64, known: &Known, event: &str, step: usize) -> Cause {
    let Some(area) = known.areas.first().and_then(|area| room.globals.areas.get(area)).copied()
    else {
        return Cause::ByHand;
    };
    let (low, high) = (area.min(), area.max());
    let inside = [low.x, low.y, low.z].map(|axis| f64::from(axis) + 0.5);
    let beside = [f64::from(high.x) + 1.5, inside[1], inside[2]];
    let way = if event.ends_with("In") { [beside, inside] } else { [inside, beside] };
    room.place_actor(id, way[step.min(1)]);
    if step == 0 { Cause::More } else { Cause::Done }
}

/// Opens or closes the page that an event is about. Events of what is on a page need it open.
fn turn_page(room: &mut MiniRoom<'_>, event: &str, fields: &EventArgs, step: usize) -> Cause {
    let (Some(player), Some(page)) = (number_of(fields, "eventobjid"), text_of(fields, "CustomUI"))
    else {
        return Cause::ByHand;
    };
    let player = player as u64;
    let is_open = room.sim.pages.get(player, page).is_some_and(|page| page.up.is_some());
    match event {
        "UI.Show" if is_open && step == 0 => {
            room.close_page(player, page);
            Cause::More
        }
        "UI.Hide" if is_open => {
            room.close_page(player, page);
            Cause::Done
        }
        _ if is_open || step > 0 && event != "UI.Show" => Cause::ByHand,
        // The number of pages a player can have open is limited.
        _ if room.open_page(player, page).is_err() => Cause::ByHand,
        "UI.Show" => Cause::Done,
        _ => Cause::More,
    }
}

/// A scratch room.
pub(super) struct Scratch<'a>(pub(super) &'a Ctx);

impl Scratch<'_> {
    /// The events for which scripts have handlers, in order.
    pub(super) fn heard(&self) -> Vec<String> {
        self.0.script().handlers.keys().cloned().collect()
    }

    /// The API functions that scripts have accessed: module and name.
    pub(super) fn used(&self) -> BTreeSet<(&'static str, &'static str)> {
        self.0.script().used.clone()
    }

    /// Raises an event with the next input. It is not in the log.
    pub(super) fn raise(&self, name: &str, args: EventArgs) {
        let name = name.to_owned().into();
        self.0.mini().ready.push_back(Ready::Event { name, args });
    }

    /// The values for the fields of an event: what the scripts have created, else what `before`
    /// held, created again if it is gone.
    ///
    /// `creature` is the type of creature required, if any.
    pub(super) fn known(&self, before: Known, event: &str, creature: Option<u32>) -> Known {
        let mut room = self.0.mini();
        let players = [0, 1].map(|at| room.players.iter().nth(at).map_or(0, |player| player.id.0));
        let mut ours = before.ours;
        ours.retain(|id| room.actor(*id).is_ok_and(Actor::is_alive));
        let find = |room: &MiniRoom<'_>, ours: &BTreeSet<u64>, is: fn(&Kind) -> bool| {
            let mut found = room.sim.actors.iter().filter(|(_, a)| a.is_alive() && is(&a.kind));
            let theirs = found.clone().find(|(id, _)| !ours.contains(id));
            theirs.or_else(|| found.next()).map(|(id, _)| *id)
        };
        let is: [fn(&Kind) -> bool; 3] = [
            |kind| matches!(kind, Kind::Creature { .. }),
            |kind| matches!(kind, Kind::Drop { .. }),
            |kind| matches!(kind, Kind::Missile { .. }),
        ];
        let made = ["Actor.Create", "Item.Create", "Missile.Create"];
        // Drops and missiles raise events by themselves, so they are created only for events that
        // need one.
        let needed: [&[&str]; 3] = [&[], &["Item", "Particle"], &["Missile", "Projectile"]];
        let wanted = creature;
        let [mut creature, drop, missile] = [0, 1, 2].map(|at| {
            let found = find(&room, &ours, is[at]);
            found.unwrap_or_else(|| {
                if !needed[at].is_empty() && !needed[at].iter().any(|name| event.contains(name)) {
                    return FIRST_OBJECT;
                }
                let id = make(&mut room, players[0], made[at], CREATURE);
                ours.insert(id);
                id
            })
        });
        if let Some(wanted) = wanted.filter(|wanted| type_of(&room, creature) != *wanted) {
            creature = creature_of(&mut room, wanted, players[0], &mut ours);
        }
        let creature_type = match (wanted, type_of(&room, creature)) {
            (_, 0) => wanted.unwrap_or(CREATURE),
            (_, found) => found,
        };
        let container = [3, 7, 3];
        if event.starts_with("Backpack.") {
            // There is no box if a script has filled the world.
            let _ = room.add_box(container, BOX_BLOCK);
        }
        let made_area = event.contains("Area") && room.globals.areas.is_empty();
        if made_area {
            room.globals.areas.insert(OUR_AREA, Region::new([8, 6, 8].into(), [10, 9, 10].into()));
        }
        if event.contains("Buff") {
            for id in players.into_iter().chain([creature]) {
                // A failure is harmless: not every object can have the effect.
                let _ = room.add_buff(id, BUFF, 1, BUFF_TICKS);
            }
        }
        let our_area = before.our_area || made_area;
        let theirs = |id: &u32| !our_area || *id != OUR_AREA;
        let mut areas: Vec<u32> =
            room.globals.areas.keys().copied().filter(theirs).take(TRIED).collect();
        let timers = room.globals.minitimers.named().map(|(id, name)| (id, name.to_owned()));
        let mut timers: Vec<(u32, String)> = timers.take(TRIED).collect();
        if areas.is_empty() {
            areas.push(OUR_AREA);
        }
        let own_timers = !timers.is_empty();
        if timers.is_empty() {
            timers.push((1, "timer".to_owned()));
        }
        let objects =
            Known { players, creature, creature_type, drop, missile, ours, ..Known::default() };
        Known { container, areas, our_area, timers, own_timers, ..objects }
    }

    /// Causes an event in its natural way, one step at a time.
    pub(super) fn cause(
        &self,
        event: &str,
        fields: &EventArgs,
        known: &mut Known,
        step: usize,
    ) -> Cause {
        let mut room = self.0.mini();
        match event {
            "Actor.Create" | "Item.Create" | "Missile.Create" => {
                let id = make(&mut room, known.players[0], event, known.creature_type);
                known.ours.insert(id);
                Cause::Done
            }
            "Actor.Die" => {
                room.kill(known.creature, Some(known.players[0]));
                Cause::Done
            }
            "Player.AreaIn" | "Player.AreaOut" => {
                cross(&mut room, known.players[0], known, event, step)
            }
            "Actor.AreaIn" | "Actor.AreaOut" => {
                cross(&mut room, known.creature, known, event, step)
            }
            _ if event.starts_with("UI.") => turn_page(&mut room, event, fields, step),
            _ => Cause::ByHand,
        }
    }

    /// Arranges the world as an event describes it, without raising further events.
    pub(super) fn arrange(&self, event: &str, fields: &EventArgs) {
        let mut room = self.0.mini();
        let number = |name: &str| number_of(fields, name);
        let (player, item) = (number("eventobjid"), number("itemid"));
        match (number("x"), number("y"), number("z")) {
            (Some(x), Some(y), Some(z)) if event == "Player.MoveOneBlockSize" => {
                if let Ok(actor) = room.actor_mut(player.unwrap_or(0.0) as u64) {
                    actor.pos = [x, y, z];
                }
            }
            (Some(x), Some(y), Some(z)) if OF_BLOCKS.iter().any(|of| event.starts_with(of)) => {
                let block = number("blockid").filter(|_| !CLEARED.contains(&event));
                let state = BlockState::new(BlockId(block.unwrap_or(0.0) as u16), 0);
                // An unknown block type leaves the cell as it is.
                let _ = room.write_block([x, y, z].map(|axis| axis as i32), state);
            }
            _ => {}
        }
        let item = item.filter(|item| *item > 0.0 && IN_HAND.contains(&event));
        if let (Some(player), Some(item)) = (player, item)
            && let Ok(person) = room.person_mut(player as u64)
        {
            let slot = FIRST_SHORTCUT + u32::from(person.slot);
            let count = number("itemnum").map_or(1, |count| count.max(1.0) as u32);
            person.bag.put(slot, Some(Stack::plain(item as u32, count)));
        }
    }

    /// Removes the check's own area.
    pub(super) fn close(&self, known: &mut Known) {
        if std::mem::take(&mut known.our_area) {
            let mut room = self.0.mini();
            room.globals.areas.remove(&OUR_AREA);
            for id in known.players.into_iter().chain([known.creature]) {
                room.settle_areas(id);
            }
        }
    }

    /// Removes a projectile that has hit.
    pub(super) fn hit(&self, missile: u64) {
        self.0.mini().retire_actor(missile);
    }

    /// The pages that any player has open.
    pub(super) fn pages(&self) -> BTreeSet<String> {
        let room = self.0.mini();
        let players = room.players.iter().map(|player| player.id.0);
        players.flat_map(|id| room.sim.pages.open(id)).map(|(page, _)| page.to_owned()).collect()
    }

    /// Number of cells that differ from the layout, and number of objects.
    pub(super) fn changed(&self) -> (usize, usize) {
        let room = self.0.mini();
        let cells = match room.package.build_world() {
            Ok(before) => before.diff(&room.world).len(),
            Err(_) => 0,
        };
        (cells, room.sim.object_count())
    }
}
