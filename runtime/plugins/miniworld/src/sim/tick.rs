//! A tick of the simulation, and when one is needed.

use fangqi_protocol::{PlayerId, TICKS_PER_SECOND, Tick};

use super::Hurt;
use crate::living::{Actor, Kind, Sim, attr, physics};
use crate::room::MiniRoom;

/// Ticks between two gains of life by oneself.
const RECOVER: Tick = TICKS_PER_SECOND;
/// Cells in which ways are looked for in a tick: about half a millisecond.
const PATH_CELLS: usize = 1500;
/// `HURTTYPE` of those who drown.
const DROWN: i32 = 11;

impl Sim {
    /// When something happens next by itself: at the next tick while anything moves, else when
    /// a time is up. Nothing moves while the room is empty.
    pub fn next_due(&self, now: Tick, here: &impl Fn(u64) -> bool) -> Option<Tick> {
        if !self.people.keys().any(|id| here(*id)) {
            return None;
        }
        if self.shaken {
            return Some(now + 1);
        }
        let walks = |id: &u64| self.people.get(id).is_some_and(|person| person.walks);
        let shown = |id: &u64, actor: &Actor| !actor.is_player() || here(*id);
        let mut due: Option<Tick> = None;
        let mut note = |tick: Option<Tick>| {
            if let Some(tick) = tick {
                let tick = tick.max(now + 1);
                due = Some(due.map_or(tick, |due| due.min(tick)));
            }
        };
        for (id, actor) in self.actors.iter().filter(|(id, actor)| shown(id, actor)) {
            let moves = MiniRoom::moves(actor, walks(id)) || self.is_carried(actor);
            if Self::is_moved(self, actor) && moves {
                return Some(now + 1);
            }
            note(actor.next_buff());
            let hungers = actor.is_player() && actor.is_alive() && self.scenery.hungers();
            note(next_vital(actor, now, hungers));
            if let Kind::Drop { until, ready, .. } = actor.kind {
                note(Some(until));
                note((ready > now).then_some(ready));
            }
            note(actor.look.effects.values().filter_map(|(_, until)| *until).min());
        }
        for (_, person) in self.people.iter().filter(|(id, _)| here(**id)) {
            note(person.revive);
            note(person.camera.shake.map(|(until, _)| until));
        }
        note(self.furnaces.values().filter_map(|furnace| furnace.until).min());
        note(self.scenery.next_hour(now));
        note(self.scenery.ends);
        due
    }

    /// Whether what a body rides has gone from under it.
    fn is_carried(&self, actor: &Actor) -> bool {
        let ridden = actor.mount.and_then(|mount| self.actors.get(&mount));
        ridden.is_some_and(|ridden| ridden.saddle() != actor.pos)
    }

    /// Whether bodies of players are moved by the room at all: on boards they are not.
    fn is_moved(&self, actor: &Actor) -> bool {
        !actor.is_player() || self.scenery.bodies
    }
}

/// When life, hunger or air changes next by itself.
fn next_vital(actor: &Actor, now: Tick, hungers: bool) -> Option<Tick> {
    let heals = actor.is_alive()
        && actor.attr(attr::HP_RECOVER) != 0.0
        && actor.attr(attr::CUR_HP) < actor.attr(attr::MAX_HP);
    let breathes = actor.is_alive() && actor.attr(attr::CUR_OXYGEN) < actor.attr(attr::MAX_OXYGEN);
    (heals || breathes || hungers).then(|| (now / RECOVER + 1) * RECOVER)
}

impl MiniRoom<'_> {
    /// When something in here happens next by itself, after `now`.
    pub fn next_stir(&self, now: Tick) -> Option<Tick> {
        let here = |id: u64| self.players.get(PlayerId(id)).is_some_and(|player| player.present);
        let mut people = self.sim.people.iter();
        let held = self.hears("Player.InputKeyOnPress")
            && people.any(|(id, person)| !person.keys.is_empty() && here(*id));
        let held = held.then_some(now + 1);
        self.sim.next_due(now, &here).into_iter().chain(held).min()
    }

    /// Lets a tick pass for everything that lives and moves, if this is a tick in which something
    /// does, and once.
    pub fn step(&mut self) {
        let now = self.clock;
        let Some(before) = now.checked_sub(1) else { return };
        if self.sim.scenery.stirred == now || self.next_stir(before).is_none_or(|due| due > now) {
            return;
        }
        self.sim.scenery.stirred = now;
        if std::mem::take(&mut self.sim.shaken) {
            self.loosen();
        }
        let here: Vec<u64> =
            self.sim.actors.keys().copied().filter(|id| self.is_here(*id)).collect();
        let second = self.clock.is_multiple_of(RECOVER);
        let mut path_cells = PATH_CELLS;
        for id in here {
            let Some(actor) = self.sim.actors.get(&id) else { continue };
            let walks = self.sim.people.get(&id).is_some_and(|person| person.walks);
            let moved = (!actor.is_player() || self.sim.scenery.bodies)
                && (Self::moves(actor, walks) || self.sim.is_carried(actor));
            let buffs = !actor.buffs.is_empty();
            match actor.kind {
                Kind::Player | Kind::Creature { .. } => {
                    if moved {
                        self.walk(id, &mut path_cells);
                    }
                    if second {
                        self.tick_vitals(id);
                    }
                }
                Kind::Drop { .. } => self.tick_drop(id),
                Kind::Missile { .. } => self.fly(id),
            }
            if buffs {
                self.tick_buffs(id);
            }
        }
        self.end_body_effects();
        self.pick_up();
        self.tick_furnaces();
        self.tick_people();
        self.tick_hour();
        if self.sim.scenery.ends.is_some_and(|ends| ends <= now) {
            self.sim.scenery.ends = None;
            self.tell("Game.TimeOver", fangqi_plugin::Fields::none());
            self.end_by_rules();
        }
    }

    /// Lets go of those who stand on nothing any more.
    fn loosen(&mut self) {
        let world = &self.host.world;
        let loose =
            |actor: &Actor| actor.grounded && !physics::stands(world, actor.pos, actor.size());
        self.sim.actors.change_where(loose, |actor| actor.grounded = false);
    }

    /// Life and air, once a second.
    fn tick_vitals(&mut self, id: u64) {
        let Some(actor) = self.sim.actors.get(&id).filter(|actor| actor.is_alive()) else { return };
        let breathes = match actor.kind {
            Kind::Creature { breathes, .. } => breathes,
            _ => self.sim.scenery.bodies,
        };
        let eyes = actor.eyes().map(|axis| axis.floor() as i32);
        let under = breathes && physics::is_liquid(&self.world, eyes);
        let (air, air_max) = (actor.attr(attr::CUR_OXYGEN), actor.attr(attr::MAX_OXYGEN));
        let (life, most) = (actor.attr(attr::CUR_HP), actor.attr(attr::MAX_HP));
        let (recover, breath) = (actor.attr(attr::HP_RECOVER), actor.attr(attr::RECOVER_OXYGEN));
        if under && air > 0.0 {
            self.change_attr(id, attr::CUR_OXYGEN, air - 1.0);
        } else if under {
            self.hurt(id, Hurt { by: None, amount: 5.0, kind: DROWN });
        } else if air < air_max {
            self.change_attr(id, attr::CUR_OXYGEN, air + breath.max(1.0));
        }
        if recover != 0.0 && life < most {
            self.change_attr(id, attr::CUR_HP, life + recover);
        }
        self.tick_hunger(id);
    }

    /// Effects on bodies whose time is up.
    fn end_body_effects(&mut self) {
        let now = self.clock;
        let ends = |until: &Option<Tick>| until.is_some_and(|until| until <= now);
        let ended = |actor: &Actor| actor.look.effects.values().any(|(_, until)| ends(until));
        self.sim.actors.change_where(ended, |actor| {
            actor.look.effects.retain(|_, (_, until)| !ends(until));
        });
    }

    /// Comings back, cameras that have shaken, keys that are held.
    fn tick_people(&mut self) {
        let now = self.clock;
        for id in self.present_players() {
            let Ok(person) = self.person(id) else { continue };
            let keys: Vec<String> = person.keys.iter().cloned().collect();
            let revives = person.revive.is_some_and(|due| due <= now);
            if person.camera.shake.is_some_and(|(until, _)| until <= now)
                && let Ok(person) = self.person_mut(id)
            {
                person.camera.shake = None;
            }
            if revives {
                self.revive(id, None);
            }
            for key in keys {
                let fields = fangqi_plugin::Fields::of(id).with("vkey", key.as_str());
                self.tell("Player.InputKeyOnPress", fields);
            }
        }
    }
}
