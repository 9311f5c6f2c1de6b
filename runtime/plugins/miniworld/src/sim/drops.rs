//! Items that lie in the world.

use fangqi_plugin::Fields;
use fangqi_protocol::{TICKS_PER_SECOND, Tick};

use crate::living::physics::advance;
use crate::living::{Actor, FIRST_OBJECT, Kind, Stack, ability, distance_squared};
use crate::room::MiniRoom;
use crate::sim::EventFields;

/// Ticks after which a drop vanishes: five minutes.
const LIFE: Tick = 300 * TICKS_PER_SECOND;
/// How far a player picks things up unless a script says otherwise, in blocks.
const REACH: f64 = 1.5;

impl MiniRoom<'_> {
    /// Lays items into the world; they can be picked up after `wait` ticks.
    ///
    /// # Errors
    /// There are too many objects.
    pub fn drop_stack(&mut self, stack: Stack, pos: [f64; 3], wait: Tick) -> Result<u64, String> {
        let (item, count) = (stack.item, stack.count);
        let kind = Kind::Drop { stack, ready: self.clock + wait, until: self.clock + LIFE };
        let id = self.add_actor(Actor::new(kind, pos))?;
        let fields = Fields::of(id).with("itemid", u64::from(item));
        self.tell("Item.Create", fields.with("defaultvalue", u64::from(count)).at(pos));
        self.settle_areas(id);
        Ok(id)
    }

    /// Takes a drop out of the world that was not picked up, and tells of it.
    pub fn lose_drop(&mut self, id: u64) {
        let Some(actor) = self.remove_actor(id) else { return };
        if let Kind::Drop { stack, .. } = &actor.kind {
            let fields = Fields::of(id).item(stack.item, stack.count).at(actor.pos);
            self.tell("Item.Disappear", fields);
        }
    }

    /// Lets a drop fall, and vanish in time.
    pub(super) fn tick_drop(&mut self, id: u64) {
        let Some(mut actor) = self.sim.actors.get(&id).cloned() else { return };
        let Kind::Drop { until, .. } = &actor.kind else { return };
        if self.clock >= *until || actor.pos[1] < super::walking::BOTTOM {
            self.lose_drop(id);
            return;
        }
        if crate::living::physics::rests(&actor) {
            return;
        }
        let was = actor.pos;
        let gravity = self.sim.scenery.rules.gravity();
        advance(&self.world, &mut actor, [0.0, 0.0], gravity);
        let pos = std::mem::replace(&mut actor.pos, was);
        self.sim.actors.insert(id, actor);
        if pos != was {
            self.place_actor(id, pos);
        }
    }

    /// Has players pick up what lies in reach of them.
    pub(super) fn pick_up(&mut self) {
        let drops: Vec<(u64, [f64; 3], Tick)> = self
            .sim
            .actors
            .range(FIRST_OBJECT..)
            .filter_map(|(id, actor)| match actor.kind {
                Kind::Drop { ready, .. } => Some((*id, actor.pos, ready)),
                _ => None,
            })
            .collect();
        if drops.is_empty() {
            return;
        }
        for player in self.present_players() {
            let Ok(actor) = self.actor(player) else { continue };
            if actor.dead || !actor.can(ability::PICK_UP) {
                continue;
            }
            let reach = self.person(player).ok().and_then(|person| person.reach).unwrap_or(REACH);
            let from = actor.pos;
            for (drop, pos, ready) in &drops {
                if *ready <= self.clock && distance_squared(*pos, from) <= reach * reach {
                    self.pick_up_one(player, *drop);
                }
            }
        }
    }

    fn pick_up_one(&mut self, player: u64, drop: u64) {
        let Ok(Actor { kind: Kind::Drop { stack, .. }, pos, .. }) = self.actor(drop) else {
            return;
        };
        let (stack, pos) = (stack.clone(), *pos);
        let taken = if stack.is_plain() {
            self.give_items(player, stack.item, stack.count, 1).unwrap_or(0)
        } else {
            self.take_whole(player, &stack)
        };
        if taken == 0 {
            return;
        }
        let fields = Fields::of(player).with("toobjid", drop).item(stack.item, taken);
        self.tell("Player.PickUpItem", fields);
        let fields = Fields::of(drop).with("toobjid", player).item(stack.item, taken).at(pos);
        self.tell("Item.Pickup", fields);
        if taken == stack.count {
            self.retire_actor(drop);
        } else if let Ok(Actor { kind: Kind::Drop { stack, .. }, .. }) = self.actor_mut(drop) {
            stack.count -= taken;
        }
    }

    /// Puts a stack that is not plain into an empty slot of a player.
    pub(super) fn take_whole(&mut self, player: u64, stack: &Stack) -> u32 {
        let Ok(person) = self.person(player) else { return 0 };
        let mut slots = person.slots_from(1).into_iter().flatten();
        let Some(slot) = slots.find(|slot| person.bag.get(*slot).is_none()) else { return 0 };
        if self.put_slot(player, slot, Some(stack.clone())).is_err() {
            return 0;
        }
        self.tell("Player.AddItem", Fields::of(player).item(stack.item, stack.count));
        stack.count
    }
}
