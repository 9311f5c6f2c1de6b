//! Who is in which area, and what follows from a change of place.

use fangqi_plugin::Fields;
use fangqi_protocol::{FAR, PlayerId};

use crate::living::physics::overlap;
use crate::living::{Actor, Kind, ObjType};
use crate::map::MiniMap;
use crate::room::MiniRoom;
use crate::sim::EventFields;

impl MiniRoom<'_> {
    /// Puts an object somewhere, with all that follows: the areas it enters and leaves, the block
    /// it comes to, what it touches.
    pub fn place_actor(&mut self, id: u64, pos: [f64; 3]) {
        let Some(actor) = self.sim.actors.get_mut(id) else { return };
        let before = actor.cell();
        actor.pos = pos.map(|axis| axis.clamp(-FAR, FAR));
        let after = actor.cell();
        let player = actor.is_player();
        if player && let Some(player) = self.players.get_mut(PlayerId(id)) {
            player.position = after;
        }
        if before != after {
            if player && self.is_here(id) {
                self.tell("Player.MoveOneBlockSize", self.player_fields(id));
            }
            self.settle_areas(id);
        }
        self.settle_touch(id);
    }

    /// Moves an object at a script's word: a player's client follows.
    pub fn send_actor(&mut self, id: u64, pos: [f64; 3]) {
        if let Some(actor) = self.sim.actors.get_mut(id) {
            actor.motion = [0.0; 3];
            (actor.grounded, actor.fell) = (false, 0.0);
            actor.goal = None;
        }
        if let Some(person) = self.sim.people.get_mut(id) {
            person.moved += 1;
            person.sent_to = pos;
        }
        self.place_actor(id, pos);
    }

    /// Brings the areas that an object is in up to date, and raises what changed.
    pub fn settle_areas(&mut self, id: u64) {
        let Some(actor) = self.sim.actors.get(&id) else { return };
        let idle = self.globals.areas.is_empty() && actor.inside.is_empty();
        if idle || self.package.miniworld().is_none() {
            return;
        }
        let cell = actor.cell().into();
        let here = self.is_here(id) && !actor.dead;
        let now: Vec<u32> = match here {
            true => {
                let areas = self.globals.areas.iter().filter(|(_, area)| area.contains(cell));
                areas.map(|(area, _)| *area).collect()
            }
            false => Vec::new(),
        };
        if now == actor.inside {
            return;
        }
        let out: Vec<u32> = actor.inside.iter().filter(|a| !now.contains(a)).copied().collect();
        let came: Vec<u32> = now.iter().filter(|a| !actor.inside.contains(a)).copied().collect();
        let names = event_names(actor);
        if let Some(actor) = self.sim.actors.get_mut(id) {
            actor.inside = now;
        }
        // A player crosses as many borders as there are areas; only its entries need memory.
        for (name, areas) in [(names.1, out), (names.0, came)] {
            for area in areas {
                let fields = self.area_fields(id, area);
                self.tell(name, fields);
            }
        }
    }

    fn area_fields(&self, id: u64, area: u32) -> Fields {
        let fields = Fields::of(id).with("areaid", u64::from(area));
        let Some(actor) = self.sim.actors.get(&id) else { return fields };
        match &actor.kind {
            Kind::Player => fields,
            Kind::Creature { actorid, .. } => fields.with("actorid", u64::from(*actorid)),
            Kind::Drop { stack, .. } => fields.with("itemid", u64::from(stack.item)),
            Kind::Missile { itemid, shooter, .. } => {
                fields.with("itemid", u64::from(*itemid)).with("helperobjid", *shooter)
            }
        }
    }

    /// Takes everything out of an area that is no more, without an event.
    pub fn forget_area(&mut self, area: u32) {
        let inside = |actor: &Actor| actor.inside.contains(&area);
        self.sim.actors.change_where(inside, |actor| actor.inside.retain(|own| *own != area));
    }

    /// Everybody again, after areas changed.
    pub fn settle_all_areas(&mut self) {
        // On boards no body moves by itself, and areas are only boxes.
        if self.package.miniworld().is_none() {
            return;
        }
        let all: Vec<u64> = self.sim.actors.keys().copied().collect();
        for id in all {
            self.settle_areas(id);
        }
    }

    /// Raises a collision when a player or creature begins to touch another.
    fn settle_touch(&mut self, id: u64) {
        let heard = (self.hears("Player.Collide"), self.hears("Actor.Collide"));
        if heard == (false, false) {
            return;
        }
        let Some(actor) = self.sim.actors.get(&id).filter(|actor| actor.is_alive()) else { return };
        let touched = self.sim.actors.iter().find(|(other, body)| {
            **other != id && body.is_alive() && self.is_here(**other) && overlap(actor, body)
        });
        let touched = touched.map(|(other, _)| *other);
        if touched == actor.touching {
            return;
        }
        let player = actor.is_player();
        if let Some(actor) = self.sim.actors.get_mut(id) {
            actor.touching = touched;
        }
        let Some(other) = touched else { return };
        if player {
            self.tell("Player.Collide", Fields::of(id).to(self, other));
        } else {
            self.tell("Actor.Collide", self.creature_fields(id).to(self, other));
        }
    }

    /// Sets what somebody is doing, and tells if that is new.
    pub fn set_doing(&mut self, id: u64, doing: i32) {
        let Some(actor) = self.sim.actors.get_mut(id) else { return };
        if std::mem::replace(&mut actor.doing, doing) == doing {
            return;
        }
        if actor.is_player() {
            self.tell("Player.MotionStateChange", Fields::of(id).with("playermotion", doing));
        } else {
            let fields = self.creature_fields(id).with("actormotion", doing);
            self.tell("Actor.ChangeMotion", fields);
        }
    }

    /// The objects of a kind in a box of cells, or of every kind.
    pub fn objects_in(&self, region: fangqi_world::Region, kind: Option<ObjType>) -> Vec<u64> {
        let inside = self.sim.actors.iter().filter(|(id, actor)| {
            kind.is_none_or(|kind| kind == actor.object_type())
                && region.contains(actor.cell().into())
                && self.is_here(**id)
        });
        inside.map(|(id, _)| *id).collect()
    }
}

/// The events of coming and going.
fn event_names(actor: &Actor) -> (&'static str, &'static str) {
    match actor.object_type() {
        ObjType::Player => ("Player.AreaIn", "Player.AreaOut"),
        ObjType::Creature => ("Actor.AreaIn", "Actor.AreaOut"),
        ObjType::Drop => ("DropItem.AreaIn", "DropItem.AreaOut"),
        ObjType::Missile => ("Missile.AreaIn", "Missile.AreaOut"),
    }
}
