//! Modifiers of bodies (`MODATTRIB_TYPE`) and what they do. Mini World publishes their names; that
//! one of 0.5 is half as much more is this host's reading.

use super::actor::{Actor, attr};

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
pub const REMOTE: i32 = 1;

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
    pub fn guard(&self, kind: i32) -> f64 {
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
    pub fn weakness(&self, kind: i32) -> f64 {
        match kind {
            FALL => self.factor(modifier::DAMAGED_FALLING),
            0..=LAST_KIND => self.factor(modifier::DAMAGED_PUNCH + kind),
            _ => 1.0,
        }
    }
}
