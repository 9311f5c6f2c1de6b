use std::collections::{BTreeMap, BTreeSet};

use fangqi_protocol::Tick;
use serde::{Deserialize, Serialize};

use super::bag::Bag;

/// What a player has besides a body.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Person {
    /// What it holds.
    pub bag: Bag,
    /// The slot of the row at hand that is selected, from 0.
    pub slot: u8,
    /// Whether its own client moves it; until that has said a word, the room does.
    pub walks: bool,
    /// Whether a script lets it fly.
    pub may_fly: bool,
    /// Whether it flies.
    pub flies: bool,
    /// How often the room has moved it: its client goes there then.
    pub moved: u32,
    /// Where that was to.
    pub sent_to: [f64; 3],
    /// All pushes so far, in blocks a tick.
    pub pushed: [f64; 3],
    /// Blocks by which pushes may have taken it further than it walks.
    pub allowance: f64,
    /// When its client last said where it is.
    pub posed: Tick,
    /// What it is digging at.
    pub dig: Option<Dig>,
    /// Keys that are held down.
    pub keys: BTreeSet<String>,
    /// How often it has died.
    pub deaths: u32,
    /// Where it is revived; the map's point if none.
    pub revive_at: Option<[f64; 3]>,
    /// When it is revived by itself.
    pub revive: Option<Tick>,
    /// Until when nothing hurts it.
    pub safe_until: Tick,
    /// When kinds of items may be used again.
    pub cooldowns: BTreeMap<u32, Tick>,
    /// What it may not do with kinds of items: 1 discard, 2 drop at death.
    pub item_rules: BTreeMap<u32, u8>,
    /// How far it picks items up; 1 block if none is set.
    pub reach: Option<f64>,
    /// The box that is open.
    pub opened: Option<[i32; 3]>,
    /// How it sees the world.
    pub camera: Camera,
    /// What it looks at, as its client says.
    pub aim: Option<[f64; 3]>,
    /// Slots out of which and into which only scripts move anything.
    pub locked: BTreeSet<u32>,
    /// How many slots it has besides those at hand and those worn; all if none is said.
    pub room: Option<u8>,
    /// How long its phone was last shaken, in seconds, and how often it was.
    pub shaken: Option<(f64, u32)>,
}

/// A block being dug.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dig {
    /// Where.
    pub pos: [i32; 3],
    /// Since when.
    pub since: Tick,
}

/// How a player sees the world; numbers as in `VIEWPORTTYPE`, `CameraModel`, `CameraRotate`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Camera {
    /// First person, from behind, from before, from above …
    pub view: i32,
    /// Whether the player may not change that.
    pub locked: bool,
    /// Angles the camera was turned to by a script: yaw, pitch, and how often.
    pub turned: Option<([f64; 2], u32)>,
    /// How what follows gets there, by `LinearTransformation`.
    pub ease: i32,
    /// Moved from where it would be, in blocks, and over how many seconds.
    pub shift: Option<([f64; 3], f64)>,
    /// Turned from where it would look, in degrees, and over how many seconds.
    pub turn: Option<([f64; 3], f64)>,
    /// Field of view in degrees, and over how many seconds it changes.
    pub fov: Option<(f64, f64)>,
    /// Switches.
    pub switches: BTreeMap<i32, bool>,
    /// How it turns.
    pub rotation: i32,
    /// The object it is fixed to.
    pub mount: Option<u64>,
    /// The place it is fixed to.
    pub fixed: Option<[f64; 3]>,
    /// Until when it shakes, and how hard.
    pub shake: Option<(Tick, f64)>,
}
