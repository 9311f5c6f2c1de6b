//! What modifiers of bodies do in a fight.

use crate::living::{REMOTE, attr, modifier, unit};
use crate::room::MiniRoom;

/// Blocks a tick with which one block of knocking throws somebody.
const KNOCK_SPEED: f64 = 0.25;
/// Parts of a chance.
const PARTS: i64 = 10_000;

impl MiniRoom<'_> {
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
