//! Damage, death and coming back.

use fangqi_plugin::Fields;
use fangqi_protocol::{TICKS_PER_SECOND, Tick};

use super::blocks::BOX_SLOTS;
use crate::living::{Actor, Bar, Kind, Stack, ability, attr, modifier};
use crate::map::{BOX_BLOCK, MiniMap};
use crate::room::MiniRoom;
use crate::sim::EventFields;

/// Ticks until a player comes back by itself, unless the rules say otherwise.
const REVIVE: Tick = 5 * TICKS_PER_SECOND;
/// `HURTTYPE` of what is done from afar.
const REMOTE: i32 = 1;
/// Values of `GameRule.PlayerDieDrops`: what a player carried vanishes, stays with it, or lies in a
/// box where it died; else it is dropped there. Nothing is lost unless the map asks for it:
/// players would be surprised.
const VANISH: i32 = 1;
/// See [`VANISH`].
pub const KEEPS: i32 = 2;
const BOXED: i32 = 3;

/// Damage about to be done.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hurt {
    /// Who does it, if anybody.
    pub by: Option<u64>,
    /// How much.
    pub amount: f64,
    /// Of which kind, by `HURTTYPE`.
    pub kind: i32,
}

impl MiniRoom<'_> {
    /// Somebody strikes somebody with what it has in hand.
    pub fn strike(&mut self, by: u64, target: u64) {
        let Some(attacker) = self.sim.actors.get(&by) else { return };
        let (player, kind) = (attacker.is_player(), attacker.attack_type);
        let tool = self.tool_of(by).map_or(0.0, |stack| self.tool_power(stack.item));
        let amount = attacker.attr(attr::ATK_MELEE) + tool;
        let amount = amount * attacker.factor(modifier::ATTACK_PUNCH);
        if player {
            self.tell("Player.Attack", self.player_fields(by));
            self.tell("Player.AttackHit", self.player_fields(by).to(self, target));
        } else {
            self.tell("Actor.Attack", self.creature_fields(by).to(self, target));
            self.tell("Actor.AttackHit", self.creature_fields(by).to(self, target));
        }
        if player {
            self.wear_tool(by);
        }
        self.hurt(target, Hurt { by: Some(by), amount, kind });
    }

    /// Does damage; whether any was done.
    pub fn hurt(&mut self, target: u64, hurt: Hurt) -> bool {
        let Hurt { by, amount, kind } = hurt;
        let Some(actor) = self.sim.actors.get(&target).filter(|actor| actor.is_alive()) else {
            return false;
        };
        let dodges = by.is_some() && kind <= REMOTE && actor.attr(attr::DODGE) > 0.0;
        let safe = self.sim.people.get(&target).is_some_and(|p| self.clock < p.safe_until);
        let spared = by.is_some_and(|by| !self.may_hurt(by, target));
        if safe || spared || actor.immune.contains(&kind) || !actor.can(ability::BE_ATTACKED) {
            return false;
        }
        if dodges && self.dodges(target) {
            return false;
        }
        let amount = self.dealt(by, target, amount, kind) - self.guard(target, kind).max(0.0);
        let amount = amount.max(0.0);
        let Some(actor) = self.sim.actors.get(&target) else { return false };
        if !amount.is_finite() || amount == 0.0 {
            return false;
        }
        let floor = if actor.can(ability::BE_KILLED) { 0.0 } else { 1.0 };
        let life = (actor.attr(attr::CUR_HP) - amount).max(floor);
        let player = actor.is_player();
        let from = by.unwrap_or(0);
        if player {
            let fields = Fields::of(target).number("hurtlv", amount);
            self.tell("Player.BeHurt", fields.to(self, from));
        } else {
            let fields = self.creature_fields(target).with("toobjid", from);
            self.tell("Actor.BeHurt", fields.number("hurtlv", amount));
        }
        if let Some(by) = by.filter(|by| self.sim.actors.contains_key(by)) {
            let by_player = self.sim.actors.get(&by).is_some_and(|actor| actor.is_player());
            let name = if by_player { "Player.DamageActor" } else { "Actor.Damage" };
            let fields = if by_player { Fields::of(by) } else { self.creature_fields(by) };
            self.tell(name, fields.to(self, target).number("hurtlv", amount));
        }
        self.change_attr(target, attr::CUR_HP, life);
        if life <= 0.0 {
            self.kill(target, by);
        } else if let Some(by) = by {
            self.knock(by, target);
        }
        true
    }

    /// Whether the rules let one hurt the other: `GameRule.AttackPlayerMode` is about players.
    fn may_hurt(&self, by: u64, target: u64) -> bool {
        let players = [by, target]
            .iter()
            .all(|id| self.sim.actors.get(id).is_some_and(|actor| actor.is_player()));
        if !players || by == target {
            return true;
        }
        match self.sim.scenery.rules.whole("AttackPlayerMode", 2) {
            0 => self.team_of(by) == 0 || self.team_of(by) != self.team_of(target),
            1 => false,
            _ => true,
        }
    }

    /// Ends a life; `by` is who did it.
    pub fn kill(&mut self, id: u64, by: Option<u64>) {
        let Some(actor) = self.sim.actors.get(&id).filter(|actor| actor.is_alive()) else { return };
        let from = by.unwrap_or(0);
        let (player, pos) = (actor.is_player(), actor.pos);
        if let Some(by) = by.filter(|by| self.sim.actors.contains_key(by)) {
            if self.sim.actors.get(&by).is_some_and(|actor| actor.is_player()) {
                self.tell("Player.DefeatActor", Fields::of(by).to(self, id));
                self.score_kill(by, player);
            } else {
                self.tell("Actor.Beat", self.creature_fields(by).to(self, id));
            }
        }
        if player {
            self.player_dies(id, from, pos);
        } else {
            let fields = self.creature_fields(id).with("toobjid", from).at(pos);
            self.tell("Actor.Die", fields);
            let _ = self.remove_buffs(id, |_| true);
            // Scripts may look at it for a while more, and see that it is dead.
            if let Ok(actor) = self.actor_mut(id) {
                actor.set_attr(attr::CUR_HP, 0.0);
            }
            self.retire_actor(id);
        }
    }

    fn player_dies(&mut self, id: u64, from: u64, pos: [f64; 3]) {
        self.tell("Player.Die", self.player_fields(id).to(self, from));
        let wait = self.sim.scenery.rules.number("ReviveMode").filter(|seconds| *seconds > 0.0);
        let wait = wait.map_or(REVIVE, |seconds| (seconds * TICKS_PER_SECOND as f64) as Tick);
        let clock = self.clock;
        let team = self.team_of(id);
        if let Ok(actor) = self.actor_mut(id) {
            actor.dead = true;
            actor.set_attr(attr::CUR_HP, 0.0);
            (actor.goal, actor.mount, actor.motion) = (None, None, [0.0; 3]);
        }
        // They end with whom they were on.
        let _ = self.remove_buffs(id, |_| true);
        self.settle_areas(id);
        let comes_back = self.take_life(id);
        if let Ok(person) = self.person_mut(id) {
            person.deaths += 1;
            (person.dig, person.opened) = (None, None);
            person.revive = comes_back.then_some(clock + wait);
        }
        if team != 0 {
            self.sim.teams.entry(team).or_default().deaths += 1;
        }
        self.drop_at_death(id, pos);
    }

    /// What a player loses when it dies: `GameRule.PlayerDieDrops`.
    fn drop_at_death(&mut self, id: u64, pos: [f64; 3]) {
        let drops = self.actor(id).is_ok_and(|actor| actor.can(ability::DEATH_DROP));
        let mode = self.sim.scenery.rules.whole("PlayerDieDrops", KEEPS);
        if !drops || mode == KEEPS {
            return;
        }
        let Ok(person) = self.person_mut(id) else { return };
        let kept = |item: u32| person.item_rules.get(&item).is_some_and(|rules| rules & 2 != 0);
        let lost: Vec<(u32, Stack)> = person
            .bag
            .iter()
            .filter(|(_, stack)| !kept(stack.item))
            .map(|(slot, stack)| (slot, stack.clone()))
            .collect();
        for (slot, stack) in lost {
            if let Ok(person) = self.person_mut(id) {
                person.bag.put(slot, None);
            }
            self.slot_changed(id, slot);
            if mode != VANISH && !(mode == BOXED && self.box_up(&stack, pos)) {
                // A world full of drops loses the rest.
                let _ = self.drop_stack(stack, pos, 0);
            }
        }
    }

    /// Puts what somebody has lost into a box where it died; whether it is in there.
    fn box_up(&mut self, stack: &Stack, pos: [f64; 3]) -> bool {
        let cell = pos.map(|axis| axis.floor() as i32);
        let free = self.world.get(cell.into()).is_air();
        if free && self.add_box(cell, BOX_BLOCK).is_err() {
            return false;
        }
        let Ok(bag) = self.box_at(cell) else { return false };
        bag.add_whole(stack, BOX_SLOTS) > 0
    }

    /// Brings a dead player back, at a place or where it belongs.
    pub fn revive(&mut self, id: u64, at: Option<[f64; 3]>) {
        let own = self.sim.people.get(&id).and_then(|person| person.revive_at);
        let to = at.or(own).unwrap_or_else(|| self.spawn_point());
        let seconds = self.sim.scenery.rules.number("ReviveInvulnerable").unwrap_or(0.0);
        let safe = self.clock + (seconds.clamp(0.0, 3600.0) * TICKS_PER_SECOND as f64) as Tick;
        let was_dead = match self.actor_mut(id) {
            Ok(actor) => {
                let was_dead = std::mem::replace(&mut actor.dead, false);
                if was_dead {
                    for current in [attr::CUR_HP, attr::CUR_HUNGER, attr::CUR_OXYGEN] {
                        actor.attrs.remove(&current);
                    }
                }
                was_dead
            }
            Err(_) => return,
        };
        if let Ok(person) = self.person_mut(id) {
            person.revive = None;
            person.safe_until = person.safe_until.max(safe);
        }
        self.send_actor(id, to);
        if was_dead {
            self.settle_areas(id);
            self.tell("Player.Revive", self.player_fields(id));
        }
    }

    /// Where players come in: what a script set, the layout's place, the camera's target.
    pub fn spawn_point(&self) -> [f64; 3] {
        match self.sim.scenery.spawn {
            Some(point) => point,
            None => self.package.spawn(),
        }
    }

    /// Changes an attribute and tells of it.
    pub fn change_attr(&mut self, id: u64, number: i32, value: f64) {
        let Some(actor) = self.sim.actors.get_mut(id) else { return };
        let before = actor.attr(number);
        actor.set_attr(number, value);
        let now = actor.attr(number);
        if before == now {
            return;
        }
        if actor.is_player() {
            let fields = self.player_fields(id);
            let fields = fields.with("playerattr", number).number("playerattrval", now);
            self.tell("Player.ChangeAttr", fields);
            if matches!(number, attr::LEVEL | attr::CUR_LEVEL) {
                self.tell("Player.LevelModelUpgrade", self.player_fields(id));
            }
        } else {
            let fields = self.creature_fields(id).with("actorattr", number);
            self.tell("Actor.ChangeAttr", fields.number("actorattrval", now));
        }
    }

    /// Changes an attribute as scripts say it: -1 is what the attribute is usually, except of those
    /// that are a state of the moment.
    pub fn say_attr(&mut self, id: u64, number: i32, value: f64) {
        let value = if value == -1.0 && attr::HAS_USUAL.contains(&number) {
            self.usual_attr(id, number).unwrap_or(value)
        } else {
            value
        };
        self.change_attr(id, number, value);
    }

    /// What an attribute of a player or creature is before a script sets it.
    fn usual_attr(&self, id: u64, number: i32) -> Option<f64> {
        let actor = self.sim.actors.get(&id)?;
        Some(match actor.kind {
            Kind::Creature { actorid, .. } => self.creature(actorid, actor.pos).attr(number),
            _ => Actor::new(Kind::Player, actor.pos).attr(number),
        })
    }

    /// Makes a creature.
    ///
    /// # Errors
    /// There are too many objects.
    pub fn spawn_creature(&mut self, actorid: u32, pos: [f64; 3]) -> Result<u64, String> {
        let actor = self.creature(actorid, pos);
        let id = self.add_actor(actor)?;
        self.tell("Actor.Create", self.creature_fields(id).at(pos));
        self.settle_areas(id);
        Ok(id)
    }

    /// Makes a creature of another type of one, with that type's life and strength. It stays the
    /// object that scripts know, under its number, with its name and its status effects.
    ///
    /// # Errors
    /// There is no such object.
    pub fn become_creature(&mut self, id: u64, actorid: u32) -> Result<(), String> {
        let pos = self.actor(id)?.pos;
        let Actor { kind, attrs, mods, .. } = self.creature(actorid, pos);
        let actor = self.actor_mut(id)?;
        (actor.kind, actor.attrs, actor.mods) = (kind, attrs, mods);
        self.tell("Actor.Create", self.creature_fields(id).at(pos));
        Ok(())
    }

    /// A creature as it comes into the world.
    fn creature(&self, actorid: u32, pos: [f64; 3]) -> Actor {
        let def = self.package.catalog().creature(actorid);
        let kind = Kind::Creature {
            actorid,
            active: def.hostile,
            breathes: true,
            panic: false,
            owner: 0,
            ready: self.clock,
        };
        let mut actor = Actor::new(kind, pos);
        let own =
            [(attr::MAX_HP, def.hp), (attr::ATK_MELEE, def.attack), (attr::WALK_SPEED, def.speed)];
        actor.attrs.extend(own.into_iter().filter_map(|(n, value)| value.map(|v| (n, v))));
        actor
    }

    /// The item that a player has in hand.
    pub fn tool_of(&self, id: u64) -> Option<&Stack> {
        let person = self.sim.people.get(&id)?;
        person.bag.get(Bar::Shortcut.slots().start + u32::from(person.slot))
    }
}
