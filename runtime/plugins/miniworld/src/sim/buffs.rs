//! Status effects.

use fangqi_plugin::Fields;
use fangqi_protocol::{TICKS_PER_SECOND, Tick};

use super::Hurt;
use crate::living::{Actor, Buff, attr, modifier};
use crate::map::MiniMap;
use crate::room::MiniRoom;

/// Status effects on one body.
const BUFFS_MAX: usize = 64;
/// Ticks between two effects of one.
const BEAT: Tick = TICKS_PER_SECOND;
/// Seconds that one lasts unless something else is said.
const SECONDS: f64 = 20.0;
/// Longest time of one in ticks: a day.
const TICKS_MAX: f64 = 86_400.0 * TICKS_PER_SECOND as f64;
/// `HURTTYPE` of harm that magic does.
const MAGIC: i32 = 6;

impl MiniRoom<'_> {
    /// Lays a status effect on a body, or renews it; on another level it is told of as another.
    /// `ticks` -1 is its usual time, 0 for ever.
    ///
    /// # Errors
    /// There is no such body, or too many effects are on it.
    pub fn add_buff(&mut self, id: u64, buff: u32, level: i32, ticks: f64) -> Result<(), String> {
        let usual = self.package.catalog().buff(buff).seconds.unwrap_or(SECONDS);
        let until = if ticks < 0.0 {
            Some(self.clock + (usual * TICKS_PER_SECOND as f64).clamp(1.0, TICKS_MAX) as Tick)
        } else if ticks == 0.0 {
            None
        } else {
            Some(self.clock + ticks.clamp(1.0, TICKS_MAX) as Tick)
        };
        let made = Buff { id: buff, level, until, since: self.clock };
        let actor = self.actor_mut(id)?;
        if let Some(old) = actor.buffs.iter_mut().find(|old| old.id == buff) {
            let was = std::mem::replace(old, made);
            if was.level != level {
                self.tell_buff(id, "Player.RemoveBuff", "Actor.RemoveBuff", was);
                self.tell_buff(id, "Player.AddBuff", "Actor.AddBuff", made);
            }
            return Ok(());
        }
        if actor.buffs.len() >= BUFFS_MAX {
            return Err(format!("there are {BUFFS_MAX} status effects on it already"));
        }
        actor.buffs.push(made);
        self.tell_buff(id, "Player.AddBuff", "Actor.AddBuff", made);
        Ok(())
    }

    /// Takes the status effects off a body that `which` names; gives how many.
    ///
    /// # Errors
    /// There is no such body.
    pub fn remove_buffs(
        &mut self,
        id: u64,
        which: impl Fn(&Buff) -> bool,
    ) -> Result<usize, String> {
        let actor = self.actor_mut(id)?;
        let gone: Vec<Buff> = actor.buffs.iter().copied().filter(&which).collect();
        actor.buffs.retain(|buff| !which(buff));
        for buff in &gone {
            self.tell_buff(id, "Player.RemoveBuff", "Actor.RemoveBuff", *buff);
        }
        Ok(gone.len())
    }

    fn tell_buff(&mut self, id: u64, of_player: &'static str, of_other: &'static str, buff: Buff) {
        let fields =
            |fields: Fields| fields.with("buffid", u64::from(buff.id)).with("bufflvl", buff.level);
        if self.sim.actors.get(&id).is_some_and(|actor| actor.is_player()) {
            self.tell(of_player, fields(Fields::of(id)));
        } else {
            self.tell(of_other, fields(self.creature_fields(id)));
        }
    }

    /// What status effects make of a body's pace.
    pub(super) fn pace_of(&self, actor: &Actor) -> f64 {
        let paces = actor.buffs.iter().filter_map(|buff| {
            let speed = self.package.catalog().buff(buff.id).speed?;
            Some(1.0 + (speed - 1.0) * f64::from(buff.level.clamp(1, 10)))
        });
        let paces = paces.product::<f64>() * actor.factor(modifier::MOVE_SPEED);
        paces.clamp(0.0, 10.0)
    }

    /// Has status effects do what they do, and ends those whose time is up.
    pub(super) fn tick_buffs(&mut self, id: u64) {
        let now = self.clock;
        let Some(actor) = self.sim.actors.get_mut(id) else { return };
        let mut beats = Vec::new();
        for buff in actor.buffs.iter_mut().filter(|buff| now >= buff.since + BEAT) {
            // The last beat of one that lasts whole seconds is that with which it ends.
            if buff.until.is_none_or(|until| buff.since + BEAT <= until) {
                beats.push(*buff);
            }
            buff.since = now;
        }
        for Buff { id: buff, level, .. } in beats {
            let by = self.package.catalog().buff(buff).hp * f64::from(level.max(1));
            if by < 0.0 {
                self.hurt(id, Hurt { by: None, amount: -by, kind: MAGIC });
            } else if by > 0.0
                && let Some(life) = self.sim.actors.get(&id).map(|actor| actor.attr(attr::CUR_HP))
            {
                self.change_attr(id, attr::CUR_HP, life + by);
            }
        }
        let over = |buff: &Buff| buff.until.is_some_and(|until| until <= now);
        // Whom the harm has ended has none any more.
        let _ = self.remove_buffs(id, over);
    }
}

impl Actor {
    /// When a status effect next ends or does something.
    pub(super) fn next_buff(&self) -> Option<Tick> {
        let dues = self.buffs.iter().map(|buff| {
            let beat = buff.since + BEAT;
            buff.until.map_or(beat, |until| until.min(beat))
        });
        dues.min()
    }
}
