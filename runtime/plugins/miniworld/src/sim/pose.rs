//! Where a client says its player is, and whether that can be.

use fangqi_protocol::{FAR, Pose, Tick};

use crate::living::physics::{is_stuck, stands};
use crate::living::{ability, attr, distance_squared};
use crate::map::MiniMap;
use crate::room::MiniRoom;

/// `PLAYERMOTION`.
pub(super) const STATIC: i32 = 0;
pub(super) const WALKS: i32 = 1;
const RUNS: i32 = 2;
pub const JUMPS: i32 = 4;
const SNEAKS: i32 = 16;
const LANDS: i32 = 32;
/// Ticks that a client may keep silent and still have moved all the while.
const SILENCE: Tick = 40;
/// How much faster than allowed a client may be: its clock and ours differ.
const SLACK: f64 = 1.4;
/// Blocks it may be off besides.
const OFF: f64 = 0.7;
/// How often a way is looked at, in blocks.
pub const LOOK: f64 = 0.45;
/// Blocks a tick of the fastest rise and fall on foot.
const RISE: f64 = 0.6;
const FALL: f64 = 2.2;

impl MiniRoom<'_> {
    /// Whether a player may fly: a script or the mode allows it.
    pub fn may_fly(&self, id: u64) -> bool {
        let creative = self.sim.scenery.mode == crate::views::Mode::Creative;
        creative || self.sim.people.get(&id).is_some_and(|person| person.may_fly)
    }

    /// Takes up where a client says its player is.
    ///
    /// # Errors
    /// Why it cannot be there: a code for the client. Nothing has changed.
    pub fn pose(&mut self, id: u64, pose: &Pose) -> Result<(), &'static str> {
        self.check_pose(id, pose)?;
        if self.actor(id).is_ok_and(|actor| actor.mount.is_some()) {
            return self.turn_rider(id, pose);
        }
        let now = self.clock;
        let (stood, was) = match self.actor(id) {
            Ok(actor) => (actor.grounded, actor.pos[1]),
            Err(_) => return Err("not_here"),
        };
        // Who is pushed up, or rises in flight, has not jumped.
        let lifted = self.person(id).is_ok_and(|person| person.allowance > 0.0 || person.flies);
        let fell = self.fall_to(id, pose);
        let Ok(actor) = self.actor_mut(id) else { return Err("not_here") };
        let moves = distance_squared(actor.pos, pose.pos) > 1e-6;
        let lands = pose.grounded && !stood;
        actor.yaw = crate::living::wrapped(pose.yaw);
        actor.pitch = pose.pitch;
        actor.grounded = pose.grounded || pose.flies;
        actor.motion = [0.0; 3];
        let jumps = stood && !pose.grounded && !lifted && pose.pos[1] > was;
        let on_foot = match (moves, pose.runs) {
            (true, true) => RUNS,
            (true, false) => WALKS,
            (false, _) => STATIC,
        };
        let doing = if jumps {
            JUMPS
        } else if pose.sneaks {
            SNEAKS
        } else if pose.grounded || pose.flies || actor.doing == SNEAKS {
            on_foot
        } else {
            // There is no number for a fall: who steps off an edge does what it did.
            actor.doing
        };
        if let Ok(person) = self.person_mut(id) {
            person.walks = true;
            person.flies = pose.flies;
            person.posed = now;
            person.allowance = 0.0;
        }
        if lands {
            self.set_doing(id, LANDS);
        }
        self.set_doing(id, doing);
        if moves {
            self.place_actor(id, pose.pos);
        }
        self.land(id, fell);
        if pose.pos[1] < super::walking::BOTTOM {
            self.kill(id, None);
        }
        self.pick_up();
        Ok(())
    }

    /// Who rides only looks about: what it rides has it where it is.
    fn turn_rider(&mut self, id: u64, pose: &Pose) -> Result<(), &'static str> {
        let actor = self.actor_mut(id).map_err(|_| "not_here")?;
        (actor.yaw, actor.pitch) = (crate::living::wrapped(pose.yaw), pose.pitch);
        Ok(())
    }

    /// How far a player has fallen that a pose brings to the ground. What its client says of
    /// standing does not count.
    fn fall_to(&mut self, id: u64, pose: &Pose) -> f64 {
        let Some(mut actor) = self.sim.actors.remove(id) else { return 0.0 };
        actor.grounded = false;
        let was = actor.pos;
        let mut fell = self.fall(&mut actor, was, pose.pos);
        if pose.flies {
            actor.fell = 0.0;
        } else if super::falling::hurts(actor.fell) && stands(&self.world, pose.pos, actor.size()) {
            fell = std::mem::take(&mut actor.fell);
        }
        self.sim.actors.insert(id, actor);
        fell
    }

    fn check_pose(&self, id: u64, pose: &Pose) -> Result<(), &'static str> {
        let numbers = pose.pos.into_iter().chain([pose.yaw, pose.pitch]);
        if numbers.into_iter().any(|number| !number.is_finite() || number.abs() > FAR) {
            return Err("bad_pose");
        }
        let (Ok(actor), Ok(person)) = (self.actor(id), self.person(id)) else {
            return Err("not_here");
        };
        if !self.package.walks() {
            return Err("no_walking");
        }
        if actor.dead {
            return Err("dead");
        }
        if person.moved != pose.moved {
            return Err("moved");
        }
        if pose.flies && !self.may_fly(id) {
            return Err("no_flying");
        }
        let from = actor.pos;
        if from == pose.pos || actor.mount.is_some() {
            return Ok(());
        }
        if !actor.can(ability::MOVE) {
            return Err("held");
        }
        let silent = (self.clock - person.posed.min(self.clock)).clamp(1, SILENCE) as f64;
        let pace = [attr::WALK_SPEED, attr::RUN_SPEED].map(|number| actor.step(number));
        let pace = pace[0].max(pace[1]) * self.pace_of(actor) * if pose.flies { 2.0 } else { 1.0 };
        let across = [pose.pos[0] - from[0], 0.0, pose.pos[2] - from[2]];
        let far = distance_squared(across, [0.0; 3]).sqrt();
        let extra = OFF + person.allowance;
        if far > pace * silent * SLACK + extra {
            return Err("too_fast");
        }
        let up = pose.pos[1] - from[1];
        let rise = if pose.flies { pace } else { RISE.max(actor.jump_speed()) };
        if up > rise * silent + extra || -up > FALL * silent + extra {
            return Err("too_fast");
        }
        self.check_way(from, pose.pos, actor.size())
    }

    /// Whether a body can get from one place to another near it without going through blocks. One
    /// that a block was put into may leave it any way.
    fn check_way(
        &self,
        from: [f64; 3],
        to: [f64; 3],
        size: (f64, f64),
    ) -> Result<(), &'static str> {
        if is_stuck(&self.world, from, size) {
            return Ok(());
        }
        if is_stuck(&self.world, to, size) {
            return Err("in_a_block");
        }
        let far = distance_squared(from, to).sqrt();
        let steps = (far / LOOK).ceil().max(1.0) as u32;
        // Up first and then across, as one steps onto a block; else straight.
        let corner = [from[0], from[1].max(to[1]), from[2]];
        let clear = |a: [f64; 3], b: [f64; 3]| {
            (1..steps).all(|step| {
                let part = f64::from(step) / f64::from(steps);
                let at = [0, 1, 2].map(|axis| a[axis] + (b[axis] - a[axis]) * part);
                !is_stuck(&self.world, at, size)
            })
        };
        let above = [to[0], corner[1], to[2]];
        let around = clear(from, corner)
            && !is_stuck(&self.world, corner, size)
            && clear(corner, above)
            && clear(above, to);
        if clear(from, to) || around { Ok(()) } else { Err("in_a_block") }
    }

    /// Pushes a body: blocks a tick along each axis. A player's client is told, and may be as far
    /// off as the push takes it.
    pub fn push(&mut self, id: u64, by: [f64; 3]) {
        let max = crate::living::physics::SPEED_MAX;
        let by = by.map(|axis| axis.clamp(-max, max));
        let walks = self.sim.people.get_mut(id).filter(|person| person.walks);
        if let Some(person) = walks {
            let length = distance_squared(by, [0.0; 3]).sqrt();
            person.allowance = (person.allowance + length * 20.0).min(200.0);
            for (sum, axis) in person.pushed.iter_mut().zip(by) {
                *sum += axis;
            }
        } else if let Some(actor) = self.sim.actors.get_mut(id) {
            for (sum, axis) in actor.motion.iter_mut().zip(by) {
                *sum = (*sum + axis).clamp(-max, max);
            }
            actor.grounded &= by[1] <= 0.0;
        }
    }
}
