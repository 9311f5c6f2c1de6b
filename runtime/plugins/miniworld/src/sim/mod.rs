//! What happens to what lives and moves in a room.
//!
//! Its data is [`Sim`](crate::living::Sim). A tick of it is a function of
//! that data alone, with numbers that are only added, multiplied, divided and rooted, in the order
//! of object numbers, so that all machines agree. Nothing runs while nothing moves: see
//! [`MiniRoom::next_stir`].

mod acts;
mod areas;
mod blocks;
mod box_acts;
mod buffs;
mod combat;
mod drops;
mod events;
mod falling;
mod hunger;
mod items;
mod light;
mod matches;
mod missiles;
mod modifiers;
mod pages;
mod pose;
mod riding;
mod scenery;
mod shown;
mod tick;
mod timer_windows;
mod walking;

pub use combat::{Hurt, KEEPS};
pub use events::EventFields;
pub use pose::JUMPS;
pub use shown::Around;

use fangqi_plugin::Fields;
use fangqi_protocol::{PlayerId, TICKS_PER_SECOND};

use crate::living::{Actor, FIRST_OBJECT, OBJECTS_MAX, Person, Target, physics};
use crate::room::MiniRoom;

impl MiniRoom<'_> {
    /// An object.
    ///
    /// # Errors
    /// There is none with this number, in words.
    pub fn actor(&self, id: u64) -> Result<&Actor, String> {
        self.sim.actors.get(&id).map(|actor| &**actor).ok_or_else(|| no_object(id))
    }

    /// An object, to change it.
    ///
    /// # Errors
    /// As [`Self::actor`].
    pub fn actor_mut(&mut self, id: u64) -> Result<&mut Actor, String> {
        self.sim.actors.get_mut(id).ok_or_else(|| no_object(id))
    }

    /// What a player has besides a body.
    ///
    /// # Errors
    /// There is no such player, in words.
    pub fn person(&self, id: u64) -> Result<&Person, String> {
        self.sim.people.get(&id).map(|person| &**person).ok_or_else(|| no_player(id))
    }

    /// The same, to change it.
    ///
    /// # Errors
    /// As [`Self::person`].
    pub fn person_mut(&mut self, id: u64) -> Result<&mut Person, String> {
        self.sim.people.get_mut(id).ok_or_else(|| no_player(id))
    }

    /// Adds an object and gives its number.
    ///
    /// # Errors
    /// There are too many.
    pub fn add_actor(&mut self, actor: Actor) -> Result<u64, String> {
        if self.sim.object_count() >= OBJECTS_MAX {
            return Err(format!("a room can have {OBJECTS_MAX} objects"));
        }
        let id = FIRST_OBJECT + self.sim.made;
        self.sim.made += 1;
        self.sim.actors.insert(id, Box::new(actor));
        Ok(id)
    }

    /// Takes an object out of the world without a word.
    pub fn remove_actor(&mut self, id: u64) -> Option<Box<Actor>> {
        let riders = self.sim.actors.iter().filter(|(_, other)| other.mount == Some(id));
        let riders = riders.filter(|(_, other)| other.is_player()).map(|(rider, _)| *rider);
        let riders: Vec<u64> = riders.collect();
        for rider in riders {
            self.tell("Player.DismountActor", Fields::of(rider).to(self, id));
        }
        let gone = self.sim.actors.remove(id)?;
        let seeks =
            |other: &Actor| other.goal.as_ref().is_some_and(|goal| goal.to == Target::Actor(id));
        let knows =
            |other: &Actor| other.mount == Some(id) || other.touching == Some(id) || seeks(other);
        self.sim.actors.change_where(knows, |other| {
            other.mount = other.mount.filter(|mount| *mount != id);
            other.touching = other.touching.filter(|touching| *touching != id);
            if seeks(other) {
                other.goal = None;
            }
        });
        self.unlink_graphs(id);
        Some(gone)
    }

    /// Takes an object out of the world that scripts may ask about for a second more.
    pub fn retire_actor(&mut self, id: u64) {
        let now = self.clock;
        self.sim.gone.retain(|_, (_, until)| *until > now);
        if let Some(actor) = self.remove_actor(id) {
            self.sim.gone.insert(id, (actor, now + TICKS_PER_SECOND));
        }
    }

    /// An object, or one that was there a moment ago.
    ///
    /// # Errors
    /// There was none with this number, in words.
    pub fn known_actor(&self, id: u64) -> Result<&Actor, String> {
        self.actor(id).or_else(|why| match self.sim.gone.get(&id) {
            Some((actor, until)) if *until > self.clock => Ok(actor),
            _ => Err(why),
        })
    }

    /// Whether an object is there to be seen: players who have left are not.
    pub fn is_here(&self, id: u64) -> bool {
        id >= FIRST_OBJECT || self.players.get(PlayerId(id)).is_some_and(|player| player.present)
    }

    /// The team of a player or creature.
    pub fn team_of(&self, id: u64) -> i32 {
        match self.players.get(PlayerId(id)) {
            Some(player) => player.team,
            None => self.sim.actors.get(&id).map_or(0, |actor| actor.team),
        }
    }
}

fn no_object(id: u64) -> String {
    format!("there is no object {id}")
}

fn no_player(id: u64) -> String {
    format!("there is no player {id}")
}

/// The numbers by which bodies move, as TypeScript: a browser moves its own player by the same.
pub fn body_numbers() -> String {
    let ((width, height), (ground, air)) = (Actor::PLAYER, physics::FRICTION);
    let numbers = [
        ("tickMs", (1000 / fangqi_protocol::TICKS_PER_SECOND).to_string()),
        ("gravity", physics::GRAVITY.to_string()),
        ("fallMax", physics::FALL_MAX.to_string()),
        ("sink", physics::SINK.to_string()),
        ("friction", format!("[{ground}, {air}]")),
        ("still", physics::STILL.to_string()),
        ("skin", physics::SKIN.to_string()),
        ("stride", physics::STRIDE.to_string()),
        ("look", pose::LOOK.to_string()),
        ("player", format!("[{width}, {height}]")),
        ("eyes", Actor::EYES.to_string()),
    ];
    let lines = numbers.map(|(name, number)| format!("  {name}: {number},\n"));
    format!("export const BODY = {{\n{}}} as const;\n\n", lines.concat())
}
