//! Hunger of players, where the rules want it. Mini World publishes the attribute alone; how fast
//! it goes down and what it does is this host's choice.

use fangqi_protocol::{TICKS_PER_SECOND, Tick};

use super::Hurt;
use crate::living::attr;
use crate::room::MiniRoom;

/// Seconds in which a point is used up: running, walking or jumping, else.
const SECONDS: [Tick; 3] = [5, 10, 20];
/// The part of a full stomach with which one heals, and the seconds for a point of life.
const FULL: f64 = 0.8;
const HEAL_SECONDS: Tick = 2;
/// What an empty one takes, and the seconds between.
const STARVES: f64 = 5.0;
const STARVE_SECONDS: Tick = 4;
/// `HURTTYPE` of withering: there is none for hunger.
const WITHER: i32 = 5;
/// `PLAYERMOTION`.
const WALKS: i32 = 1;
const RUNS: i32 = 2;
const JUMPS: i32 = 4;

impl MiniRoom<'_> {
    /// A second of hunger of a player.
    pub(super) fn tick_hunger(&mut self, id: u64) {
        if !self.sim.scenery.hungers() {
            return;
        }
        let lives = |id| self.sim.actors.get(&id).filter(|a| a.is_player() && a.is_alive());
        let Some(actor) = lives(id) else { return };
        let second = self.clock / TICKS_PER_SECOND;
        let (food, most) = (actor.attr(attr::CUR_HUNGER), actor.attr(attr::MAX_HUNGER));
        let (life, whole) = (actor.attr(attr::CUR_HP), actor.attr(attr::MAX_HP));
        let pace = match actor.doing {
            RUNS => 0,
            WALKS | JUMPS => 1,
            _ => 2,
        };
        if second.is_multiple_of(SECONDS[pace]) && food > 0.0 {
            self.change_attr(id, attr::CUR_HUNGER, food - 1.0);
        }
        if food <= 0.0 && second.is_multiple_of(STARVE_SECONDS) {
            self.hurt(id, Hurt { by: None, amount: STARVES, kind: WITHER });
        } else if food >= FULL * most && life < whole && second.is_multiple_of(HEAL_SECONDS) {
            self.change_attr(id, attr::CUR_HP, life + 1.0);
        }
    }
}
