//! Projectiles.

use fangqi_plugin::Fields;
use fangqi_protocol::{TICKS_PER_SECOND, Tick};
use fangqi_world::DVec3;

use super::Hurt;
use crate::living::physics::{GRAVITY, SPEED_MAX};
use crate::living::{Actor, Kind, attr, modifier, unit};
use crate::room::MiniRoom;
use crate::sim::EventFields;

/// Ticks after which a projectile vanishes.
const LIFE: Tick = 10 * TICKS_PER_SECOND;
/// A script's speed of 100 is a block a tick. Mini World's unit is not published; its blocks are
/// made of 100 parts.
const SPEED_UNIT: f64 = 100.0;
/// How much of the usual gravity pulls projectiles.
const PULL: f64 = 0.3;
/// `HURTTYPE` of projectiles.
const REMOTE: i32 = 1;

impl MiniRoom<'_> {
    /// Shoots a projectile from a point along a direction. One that is shot nowhere falls.
    ///
    /// # Errors
    /// There are too many objects.
    pub fn shoot(
        &mut self,
        shooter: u64,
        itemid: u32,
        from: [f64; 3],
        along: [f64; 3],
        speed: f64,
    ) -> Result<u64, String> {
        let way = unit(along).unwrap_or_default();
        let pace = (speed / SPEED_UNIT).clamp(0.0, SPEED_MAX);
        let kind = Kind::Missile { itemid, shooter, falls: true, until: self.clock + LIFE };
        let mut actor = Actor::new(kind, from);
        actor.motion = way.map(|axis| axis * pace);
        if let Some((yaw, pitch)) = crate::living::angles(way) {
            (actor.yaw, actor.pitch) = (yaw, pitch);
        }
        let id = self.add_actor(actor)?;
        let fields = Fields::of(shooter).with("toobjid", id).with("itemid", u64::from(itemid));
        self.tell("Missile.Create", fields.at(from));
        self.settle_areas(id);
        Ok(id)
    }

    /// Lets a projectile fly for a tick.
    pub(super) fn fly(&mut self, id: u64) {
        let Some(actor) = self.sim.actors.get(&id) else { return };
        let Kind::Missile { shooter, falls, until, .. } = actor.kind else { return };
        let (from, motion) = (actor.pos, actor.motion);
        if self.clock >= until || from[1] < super::walking::BOTTOM {
            self.remove_actor(id);
            return;
        }
        let length = crate::living::distance_squared(motion, [0.0; 3]).sqrt();
        let wall =
            self.world.raycast_where(DVec3::from(from), DVec3::from(motion), length, |_, state| {
                self.world.registry().is_solid(state)
            });
        let reach = wall.as_ref().map_or(length, |hit| hit.distance);
        let struck = self.struck(id, shooter, from, motion, length, reach);
        match (struck, wall) {
            (Some((target, at)), _) => self.hit(id, Some(target), at, None),
            (None, Some(wall)) => {
                let at = along(from, motion, length, wall.distance);
                self.hit(id, None, at, Some(wall.pos.to_array()));
            }
            (None, None) => {
                let to = along(from, motion, length, length);
                let pull = GRAVITY * PULL * self.sim.scenery.rules.gravity();
                if let Some(actor) = self.sim.actors.get_mut(id)
                    && falls
                {
                    actor.motion[1] -= pull;
                }
                self.place_actor(id, to);
            }
        }
    }

    /// The first living body on the way, and where it is struck.
    fn struck(
        &self,
        id: u64,
        shooter: u64,
        from: [f64; 3],
        motion: [f64; 3],
        length: f64,
        reach: f64,
    ) -> Option<(u64, [f64; 3])> {
        let bodies = self.sim.actors.iter().filter(|(other, body)| {
            **other != id && **other != shooter && body.is_alive() && self.is_here(**other)
        });
        let met = bodies.filter_map(|(other, body)| {
            let far = enters(from, motion, body)? * length;
            (far <= reach).then_some((far, *other))
        });
        let first = met.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        first.map(|(far, other)| (other, along(from, motion, length, far)))
    }

    /// A projectile has hit somebody, or a block.
    fn hit(&mut self, id: u64, target: Option<u64>, at: [f64; 3], block: Option<[i32; 3]>) {
        let Some(actor) = self.sim.actors.get(&id) else { return };
        let Kind::Missile { itemid, shooter, .. } = actor.kind else { return };
        let pos = block.map_or(at, |cell| cell.map(f64::from));
        let kind = block.map_or(0, |cell| self.world.get(cell.into()).id().0);
        let fields = Fields::of(id).to(self, target.unwrap_or(0));
        let fields = fields.with("itemid", u64::from(itemid)).with("helperobjid", shooter);
        self.tell("Actor.Projectile.Hit", fields.with("blockid", kind).at(pos));
        if let Some(target) = target {
            let by = self.sim.actors.contains_key(&shooter).then_some(shooter);
            let amount = by.and_then(|by| self.sim.actors.get(&by));
            let amount = amount.map_or(10.0, |shooter| {
                shooter.attr(attr::ATK_REMOTE) * shooter.factor(modifier::ATTACK_RANGE)
            });
            self.hurt(target, Hurt { by, amount, kind: REMOTE });
        }
        self.retire_actor(id);
    }
}

fn along(from: [f64; 3], motion: [f64; 3], length: f64, far: f64) -> [f64; 3] {
    let part = if length > 0.0 { far / length } else { 0.0 };
    [0, 1, 2].map(|axis| from[axis] + motion[axis] * part)
}

/// The part of a motion after which a point comes into a body, if it does.
fn enters(from: [f64; 3], motion: [f64; 3], body: &Actor) -> Option<f64> {
    let (width, height) = body.size();
    let (half, pos) = (width / 2.0 + 0.1, body.pos);
    let low = [pos[0] - half, pos[1] - 0.1, pos[2] - half];
    let high = [pos[0] + half, pos[1] + height + 0.1, pos[2] + half];
    let (mut begin, mut end): (f64, f64) = (0.0, 1.0);
    for axis in 0..3 {
        if motion[axis] == 0.0 {
            if from[axis] < low[axis] || from[axis] > high[axis] {
                return None;
            }
            continue;
        }
        let (a, b) =
            ((low[axis] - from[axis]) / motion[axis], (high[axis] - from[axis]) / motion[axis]);
        begin = begin.max(a.min(b));
        end = end.min(a.max(b));
    }
    (begin <= end).then_some(begin)
}
