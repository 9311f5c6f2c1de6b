//! What lives and moves in a room: players with bodies, creatures, projectiles, dropped items, what
//! they hold, and everything else that Mini World scripts may read and change.
//!
//! All of it is plain data; what happens to it is in `sim`.

mod actor;
mod bag;
mod blocks;
mod catalog;
mod clouds;
mod modifiers;
mod pages;
pub mod path;
mod person;
pub mod physics;
mod scenery;
mod tracked;
pub mod trig;
mod values;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use actor::{Actor, Buff, Goal, Kind, ObjType, Target, ability, attr};
pub use bag::{Bag, Bar, Stack};
pub use blocks::{BlockRules, Furnace, SMELT_TICKS};
pub use catalog::{Catalog, ID_MAX, ItemUse, facade_of, name_of_item};
pub use clouds::Clouds;
pub use modifiers::{REMOTE, modifier};
pub use pages::{Page, Pages};
pub use person::{Camera, Dig, Person};
pub use scenery::{Graph, HOURS, Scenery, Shape};
pub use tracked::{Touched, Tracked};
pub use trig::{NORTH, angles, direction, wrapped};
pub use values::{Scalar, Values, order};

use fangqi_plugin::Host;
use fangqi_protocol::{PlayerId, Tick};

/// Numbers of objects that are no players begin here; those of players are below.
pub const FIRST_OBJECT: u64 = 1 << 32;
/// Objects at one time, players not counted.
pub const OBJECTS_MAX: usize = 2048;

/// What lives and moves in a room.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Sim {
    /// Whether the match has begun: in maps of the dialect that is when somebody comes.
    pub started: bool,
    /// Whether blocks have changed since the last tick: who stood on one may fall.
    pub shaken: bool,
    /// Everything with a place, by its number.
    pub actors: Tracked<Actor>,
    /// What players have besides a body.
    pub people: Tracked<Person>,
    /// How many objects have been made.
    pub made: u64,
    /// What has died, hit something or been picked up, and until when scripts may still ask about
    /// it: the events that tell of it are handled when it is no more.
    pub gone: BTreeMap<u64, (Box<Actor>, Tick)>,
    /// What boxes hold, by their cell.
    pub boxes: BTreeMap<[i32; 3], Bag>,
    /// Furnaces at work, by their cell.
    pub furnaces: BTreeMap<[i32; 3], Furnace>,
    /// Areas and creatures that the map's editor placed, by its numbers: theirs here.
    pub placed: (BTreeMap<u32, u32>, BTreeMap<u32, u64>),
    /// What holds for kinds of blocks and for single cells.
    pub blocks: BlockRules,
    /// Scores, results and deaths of teams.
    pub teams: BTreeMap<i32, Team>,
    /// Variables and lists of the map.
    pub values: Values,
    /// Tables that Mini World keeps in its cloud.
    pub clouds: Clouds,
    /// The time of day, weather, sky, marks on the map, boards.
    pub scenery: Scenery,
    /// Pages of the custom interface that players see.
    pub pages: Pages,
}

/// How a team stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Team {
    /// Its score.
    pub score: f64,
    /// As in `TEAM_RESULTS`.
    pub result: i32,
    /// How often its players have died.
    pub deaths: u32,
}

impl Sim {
    /// A hash of all of it.
    pub fn state_hash(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64(&fangqi_world::codec::pack(self))
    }

    /// The objects of a kind, in order of their numbers; players that are not `present` are left
    /// out.
    pub fn of_type(&self, kind: ObjType) -> impl Iterator<Item = (u64, &Actor)> {
        let found = self.actors.iter().filter(move |(_, actor)| actor.object_type() == kind);
        found.map(|(id, actor)| (*id, &**actor))
    }

    /// Objects that are no players.
    pub fn object_count(&self) -> usize {
        self.actors.range(FIRST_OBJECT..).count()
    }
}

impl Sim {
    /// Whether there is nothing in it but players standing where the room put them: so it is in
    /// all rooms that play on boards.
    pub fn is_plain(&self, host: &Host) -> bool {
        let Sim {
            started: false,
            shaken: false,
            actors,
            people,
            made: 0,
            gone,
            boxes,
            furnaces,
            placed,
            blocks,
            teams,
            values,
            clouds,
            scenery,
            pages,
        } = self
        else {
            return false;
        };
        let as_put = |id: &u64, actor: &Actor| {
            host.players.get(PlayerId(*id)).is_some_and(|player| {
                *actor == Actor::new(Kind::Player, player.position.map(f64::from))
            })
        };
        actors.iter().all(|(id, actor)| as_put(id, actor))
            && people.values().all(|person| **person == Person::default())
            && (gone.is_empty() && placed.0.is_empty() && placed.1.is_empty())
            && (boxes.is_empty() && furnaces.is_empty() && teams.is_empty())
            && *blocks == BlockRules::default()
            && *values == Values::default()
            && *clouds == Clouds::default()
            && *scenery == Scenery::default()
            && *pages == Pages::default()
    }
}

/// The square of the distance between two points.
pub fn distance_squared(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|axis| (a[axis] - b[axis]) * (a[axis] - b[axis])).sum()
}

/// A vector of length 1; `None` if it has no length.
pub fn unit(vector: [f64; 3]) -> Option<[f64; 3]> {
    let length = distance_squared(vector, [0.0; 3]).sqrt();
    (length.is_finite() && length > 1e-9).then(|| vector.map(|axis| axis / length))
}
