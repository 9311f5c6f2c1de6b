//! What a fall does to those who come down.

use super::Hurt;
use crate::living::Actor;
use crate::living::physics::is_liquid;
use crate::room::MiniRoom;

/// Blocks that everybody falls unhurt.
const SAFE: f64 = 3.0;
/// Life that each block beyond them takes.
const HURT: f64 = 5.0;
/// `HURTTYPE` of falls.
const FALL: i32 = 7;

/// Whether a fall so deep may hurt.
pub(super) fn hurts(fell: f64) -> bool {
    fell > SAFE
}

impl MiniRoom<'_> {
    /// Reckons with a body's way from one place to another; gives how far it has fallen if it
    /// stands now.
    pub(super) fn fall(&self, actor: &mut Actor, from: [f64; 3], to: [f64; 3]) -> f64 {
        let cell = to.map(|axis| axis.floor() as i32);
        if actor.mount.is_some() || is_liquid(&self.world, cell) {
            actor.fell = 0.0;
            return 0.0;
        }
        actor.fell = (actor.fell + from[1] - to[1]).max(0.0);
        if actor.grounded { std::mem::take(&mut actor.fell) } else { 0.0 }
    }

    /// Hurts who has come down from far above.
    pub(super) fn land(&mut self, id: u64, fell: f64) {
        if hurts(fell) && self.sim.scenery.falls_hurt() {
            let amount = ((fell - SAFE) * HURT).round();
            self.hurt(id, Hurt { by: None, amount, kind: FALL });
        }
    }
}
