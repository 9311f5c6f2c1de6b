//! Modifiers of bodies (`MODATTRIB_TYPE`) and what they do. Mini World publishes their names; that
//! one of 0.5 is half as much more is this host's reading.

use super::{Actor, attr, unit};
use crate::host::Host;

/// Numbers of `MODATTRIB_TYPE` that do something here.
pub mod modifier {
    pub const MOVE_SPEED: i32 = 0;
    pub const JUMP_SPEED: i32 = 2;
    pub const ATTACK_PUNCH: i32 = 3;
    pub const ATTACK_RANGE: i32 = 4;
    pub const ATTACK_PLAYER: i32 = 9;
    pub const DAMAGED_PUNCH: i32 = 12;
    pub const DAMAGED_FALLING: i32 = 18;
    pub const ARMOR_PUNCH: i32 = 19;
    pub const ARMOR_EXPLODE: i32 = 21;
    pub const DAMAGE_ABSORB: i32 = 22;
    pub const CRITICAL_HIT: i32 = 23;
    pub const KNOCK: i32 = 24;
    pub const KNOCK_RESIST: i32 = 25;
    pub const ACTOR_SCALE: i32 = 31;
}

/// What a modifier that makes damage or armour weaker or stronger is counted from, by `HURTTYPE`:
/// blows, shots, explosions, fire, poison, withering.
const LAST_KIND: i32 = 5;
/// `HURTTYPE` of falls.
const FALL: i32 = 7;
/// `HURTTYPE` of what is done from afar.
const REMOTE: i32 = 1;
/// Blocks a tick with which one block of knocking throws somebody.
const KNOCK_SPEED: f64 = 0.25;
/// Parts of a chance.
const PARTS: i64 = 10_000;

impl Actor {
    /// A modifier; 0 until a script has added to it.
    pub fn modifier(&self, number: i32) -> f64 {
        self.mods.get(&number).copied().unwrap_or(0.0)
    }

    /// What a modifier multiplies with.
    pub fn factor(&self, number: i32) -> f64 {
        (1.0 + self.modifier(number)).clamp(0.0, 100.0)
    }

    /// What it takes off damage of a kind.
    fn guard(&self, kind: i32) -> f64 {
        let armour = modifier::ARMOR_PUNCH + kind;
        let armour = if armour <= modifier::ARMOR_EXPLODE { self.modifier(armour) } else { 0.0 };
        let own = match kind {
            REMOTE => self.attr(attr::DEF_REMOTE),
            // Blows, explosions, and what strikes otherwise.
            0..=3 => self.attr(attr::DEF_MELEE),
            _ => 0.0,
        };
        own + armour + self.modifier(modifier::DAMAGE_ABSORB)
    }

    /// What it multiplies damage of a kind with that is done to it.
    fn weakness(&self, kind: i32) -> f64 {
        match kind {
            FALL => self.factor(modifier::DAMAGED_FALLING),
            0..=LAST_KIND => self.factor(modifier::DAMAGED_PUNCH + kind),
            _ => 1.0,
        }
    }
}

impl Host {
    /// Damage as it comes to somebody, before what guards it.
    pub(super) fn dealt(&mut self, by: Option<u64>, target: u64, amount: f64, kind: i32) -> f64 {
        let Some(body) = self.sim.actors.get(&target) else { return 0.0 };
        let (weakness, player) = (body.weakness(kind), body.is_player());
        let Some(by) = by.and_then(|by| self.sim.actors.get(&by)) else { return amount * weakness };
        let versus = if player { by.factor(modifier::ATTACK_PLAYER) } else { 1.0 };
        let chance = by.modifier(modifier::CRITICAL_HIT);
        let critical = chance > 0.0 && self.chance(chance);
        amount * weakness * versus * if critical { 2.0 } else { 1.0 }
    }

    /// What is taken off damage that comes to somebody.
    pub(super) fn guard(&self, target: u64, kind: i32) -> f64 {
        let worn = if kind <= REMOTE { self.worn_guard(target) } else { 0.0 };
        worn + self.sim.actors.get(&target).map_or(0.0, |body| body.guard(kind))
    }

    /// Whether somebody dodges this time: its attribute is the chance in hundredths.
    pub(super) fn dodges(&mut self, id: u64) -> bool {
        let chance = self.sim.actors.get(&id).map_or(0.0, |body| body.attr(attr::DODGE));
        self.chance(chance / 100.0)
    }

    /// Whether something of a chance from 0 to 1 happens now.
    fn chance(&mut self, chance: f64) -> bool {
        let parts = (chance.clamp(0.0, 1.0) * PARTS as f64) as i64;
        self.rng.between(0, PARTS - 1) < parts
    }

    /// Throws somebody back whom a body has hurt that knocks.
    pub(super) fn knock(&mut self, by: u64, target: u64) {
        let (Some(from), Some(to)) = (self.sim.actors.get(&by), self.sim.actors.get(&target))
        else {
            return;
        };
        let blocks = from.modifier(modifier::KNOCK);
        if blocks <= 0.0 {
            return;
        }
        let blocks = (blocks - to.modifier(modifier::KNOCK_RESIST)).clamp(0.0, 20.0);
        let Some(way) = unit([to.pos[0] - from.pos[0], 0.0, to.pos[2] - from.pos[2]]) else {
            return;
        };
        if blocks > 0.0 {
            let speed = blocks * KNOCK_SPEED;
            self.push(target, [way[0] * speed, (speed / 2.0).min(0.4), way[2] * speed]);
        }
    }
}
