//! What creatures do of themselves, and players whose client has not moved them.

use fangqi_protocol::{TICKS_PER_SECOND, Tick};

use super::pose::{JUMPS, STATIC, WALKS};
use crate::living::physics::{advance, is_liquid, rests};
use crate::living::{Actor, Goal, Kind, Target, ability, attr, distance_squared, path};
use crate::map::MiniMap;
use crate::room::MiniRoom;

/// How near a goal is near enough, across the ground, in blocks.
const NEAR: f64 = 0.4;
/// How near to somebody else.
const BESIDE: f64 = 1.2;
/// Ticks between two looks for a way.
const RETRY: Tick = 20;
/// Longest way to a goal: two minutes.
const WALK_TICKS: Tick = 120 * TICKS_PER_SECOND;
/// How far hostile creatures see players, in blocks.
const SIGHT: f64 = 16.0;
/// Ticks between two strikes.
const STRIKE: Tick = 20;
/// Below this everybody is lost: creatures vanish, players die.
pub(super) const BOTTOM: f64 = -128.0;

/// Ticks between two strolls on the average, and how far they go in blocks.
const STROLL_TICKS: i64 = 100;
const STROLL_BLOCKS: i64 = 5;
/// How far those in panic run at once, and how many times as fast as usual.
const PANIC_BLOCKS: i64 = 6;
const PANIC_SPEED: f64 = 1.6;
/// Ticks after which a stroll is over wherever it has led.
const WANDER_TICKS: Tick = 100;
/// `CREATUREMOTION` of those who stand, walk, follow, strike and swim.
const STANDBY: i32 = 2;
const STROLL: i32 = 3;
const STRIKES: i32 = 4;
const FOLLOW: i32 = 6;
const SWIM: i32 = 7;
const RUN_AWAY: i32 = 8;

impl Goal {
    /// A goal that is begun now.
    pub fn new(to: Target, speed: f64, now: Tick) -> Self {
        Self { to, speed, path: Vec::new(), retry: now, until: now + WALK_TICKS }
    }
}

impl MiniRoom<'_> {
    /// Whether something is to be done for a body each tick.
    pub(super) fn moves(actor: &Actor, walks: bool) -> bool {
        match &actor.kind {
            Kind::Player if actor.dead => false,
            // A script may lead whom its own client moves otherwise.
            Kind::Player if walks => actor.goal.is_some(),
            Kind::Creature { active, panic, .. } if *active || *panic => true,
            Kind::Player | Kind::Creature { .. } => actor.goal.is_some() || !rests(actor),
            Kind::Drop { .. } => !rests(actor),
            Kind::Missile { .. } => true,
        }
    }

    /// Lets a player or creature move for a tick, in which `path_cells` cells may be searched for
    /// ways.
    pub(super) fn walk(&mut self, id: u64, path_cells: &mut usize) {
        self.think(id);
        self.wander(id);
        let Some(mut actor) = self.sim.actors.get(&id).cloned() else { return };
        if let Some(mount) = actor.mount {
            if let Some(ridden) = self.sim.actors.get(&mount) {
                let pos = ridden.saddle();
                self.place_actor(id, pos);
            }
            return;
        }
        let steps = self.steps_to_goal(&mut actor);
        let was = actor.pos;
        let flies = self.sim.people.get(&id).is_some_and(|person| person.flies);
        let gravity = if flies { 0.0 } else { self.sim.scenery.rules.gravity() };
        let stood = actor.grounded;
        let stopped = advance(&self.world, &mut actor, steps, gravity);
        // Who hovers stands as well as others do on the ground.
        actor.grounded |= flies;
        let wants = steps != [0.0, 0.0];
        if stopped.wall && wants && actor.grounded {
            self.get_around(&mut actor, path_cells);
        }
        if wants {
            actor.yaw = crate::living::trig::heading(steps[0], steps[1]);
        }
        // A step up is a jump; a fall is none.
        let jumps = stood && !actor.grounded && actor.pos[1] > was[1];
        let doing = self.motion_of(&actor, wants, jumps);
        let pos = actor.pos;
        let fell = self.fall(&mut actor, was, pos);
        actor.pos = was;
        self.sim.actors.insert(id, actor);
        self.set_doing(id, doing);
        if pos != was {
            self.place_actor(id, pos);
        }
        if let Some(person) = self.sim.people.get_mut(id).filter(|person| person.walks) {
            person.moved += 1;
            person.sent_to = pos;
        }
        self.land(id, fell);
        if pos[1] < BOTTOM {
            self.fall_out(id);
        }
    }

    fn motion_of(&self, actor: &Actor, wants: bool, jumps: bool) -> i32 {
        if actor.is_player() {
            return match (jumps, actor.grounded) {
                (true, _) => JUMPS,
                // There is no number for a fall.
                (false, false) => actor.doing,
                (false, true) if wants => WALKS,
                (false, true) => STATIC,
            };
        }
        match &actor.goal {
            _ if is_liquid(&self.world, actor.cell()) => SWIM,
            _ if matches!(actor.kind, Kind::Creature { panic: true, .. }) => RUN_AWAY,
            Some(Goal { to: Target::Actor(_), .. }) => FOLLOW,
            Some(_) => STROLL,
            None => STANDBY,
        }
    }

    /// The way of this tick towards the goal; the goal is over when it is reached.
    fn steps_to_goal(&self, actor: &mut Actor) -> [f64; 2] {
        let Some(goal) = &mut actor.goal else { return [0.0, 0.0] };
        let (to, enough) = match goal.to {
            Target::Point(to) => (to, NEAR),
            Target::Actor(other) => match self.sim.actors.get(&other) {
                Some(other) => (other.pos, BESIDE),
                None => {
                    actor.goal = None;
                    return [0.0, 0.0];
                }
            },
        };
        let follows = matches!(goal.to, Target::Actor(_));
        let across = |to: [f64; 3]| [to[0] - actor.pos[0], to[2] - actor.pos[2]];
        let length = |[x, z]: [f64; 2]| (x * x + z * z).sqrt();
        if self.clock >= goal.until || length(across(to)) <= enough {
            if !follows || self.clock >= goal.until {
                actor.goal = None;
            }
            return [0.0, 0.0];
        }
        let mut next = to;
        while let Some(cell) = goal.path.last() {
            let middle = [f64::from(cell[0]) + 0.5, f64::from(cell[1]), f64::from(cell[2]) + 0.5];
            if length(across(middle)) > NEAR {
                next = middle;
                break;
            }
            goal.path.pop();
        }
        let speed = goal.speed;
        let [x, z] = across(next);
        let far = length([x, z]);
        if !actor.can(ability::MOVE) || far < 1e-6 {
            return [0.0, 0.0];
        }
        let pace = (actor.step(attr::WALK_SPEED) * speed * self.pace_of(actor)).clamp(0.0, 1.0);
        let pace = pace.min(far);
        [x / far * pace, z / far * pace]
    }

    /// Something is in the way: over it, or around it.
    ///
    /// Looking for a way takes long where there is none, so no more than one such search or some
    /// that end soon are made in a tick, and who has had one waits until all others may have.
    fn get_around(&self, actor: &mut Actor, path_cells: &mut usize) {
        let from = actor.cell();
        let jump = actor.jump_speed();
        let Some(goal) = &mut actor.goal else { return };
        let to = match goal.to {
            Target::Point(to) => to.map(|axis| axis.floor() as i32),
            Target::Actor(other) => match self.sim.actors.get(&other) {
                Some(other) => other.cell(),
                None => return,
            },
        };
        let up = goal.path.last().is_some_and(|next| next[1] > from[1]);
        if up {
            actor.motion[1] = jump;
        } else if self.clock >= goal.retry && *path_cells > 0 {
            let (way, looked_at) = path::find(&self.world, from, to);
            *path_cells = path_cells.saturating_sub(looked_at);
            goal.path = way;
            goal.retry = self.clock + RETRY + self.sim.actors.len() as Tick;
            if goal.path.last().is_some_and(|next| next[1] > from[1]) {
                actor.motion[1] = jump;
            }
        }
    }

    /// Hostile creatures look for somebody to strike.
    fn think(&mut self, id: u64) {
        let Some(actor) = self.sim.actors.get(&id) else { return };
        let Kind::Creature { actorid, active: true, ready, .. } = actor.kind else { return };
        let hostile = self.package.catalog().is_hostile(actorid);
        if !hostile || !actor.can(ability::ATTACK) || self.clock < ready {
            return;
        }
        let (from, team) = (actor.pos, actor.team);
        let near = self.present_players().into_iter().filter_map(|other| {
            let player = self.sim.actors.get(&other)?;
            let friend = team != 0 && self.team_of(other) == team;
            let far = distance_squared(player.pos, from);
            (!player.dead && !friend && far <= SIGHT * SIGHT).then_some((far, other))
        });
        let nearest = near.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let now = self.clock;
        let Some((far, player)) = nearest else { return };
        let strikes = far <= BESIDE * BESIDE * 1.5;
        if let Some(actor) = self.sim.actors.get_mut(id) {
            if let Kind::Creature { ready, .. } = &mut actor.kind {
                *ready = now + if strikes { STRIKE } else { STRIKE / 4 };
            }
            if actor.goal.as_ref().is_none_or(|goal| goal.to != Target::Actor(player)) {
                actor.goal = Some(Goal::new(Target::Actor(player), 1.0, now));
            }
        }
        if strikes {
            self.set_doing(id, STRIKES);
            self.strike(id, player);
        }
    }

    /// Creatures in panic run about, and those that are awake stroll.
    fn wander(&mut self, id: u64) {
        let Some(actor) = self.sim.actors.get(&id).filter(|actor| actor.goal.is_none()) else {
            return;
        };
        let Kind::Creature { actorid, active, panic, .. } = actor.kind else { return };
        let strolls = active && !self.package.catalog().is_hostile(actorid);
        let from = actor.pos;
        let goes = panic || strolls && self.rng.between(1, STROLL_TICKS) == 1;
        if !goes {
            return;
        }
        let (far, speed) = if panic { (PANIC_BLOCKS, PANIC_SPEED) } else { (STROLL_BLOCKS, 0.6) };
        let aside = [self.rng.between(-far, far), self.rng.between(-far, far)];
        let to = [from[0] + aside[0] as f64, from[1], from[2] + aside[1] as f64];
        let mut goal = Goal::new(Target::Point(to), speed, self.clock);
        goal.until = self.clock + WANDER_TICKS;
        if let Some(actor) = self.sim.actors.get_mut(id) {
            actor.goal = Some(goal);
        }
    }

    /// Somebody has fallen out of the world.
    fn fall_out(&mut self, id: u64) {
        match self.sim.actors.get(&id).map(|actor| actor.is_player()) {
            Some(true) => self.kill(id, None),
            _ => drop(self.remove_actor(id)),
        }
    }
}
