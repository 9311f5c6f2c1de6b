//! What scripts create and set for the whole map besides what lives: timers, texts, music, areas,
//! shared numbers, the hour.

mod graphics;
mod minitimers;
mod timer_windows;

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use fangqi_protocol::PlayerId;
use fangqi_world::{EffectChange, Region};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

pub use graphics::{Graphic, GraphicKind};
pub use minitimers::{Direction, MiniTimer, MiniTimers};
pub use timer_windows::{TimerWindows, Window};

/// The hour of the day until a script sets it.
const NOON: u8 = 12;

/// What scripts create and set for the whole map. The order of the fields is that in which
/// checkpoints hold them, also those in which the kernel held them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Globals {
    /// Timers.
    pub minitimers: MiniTimers,
    /// The timers that players are shown.
    pub timer_windows: TimerWindows,
    /// Texts of `Graphics`, by id; the effects that show them are the room's.
    pub graphics: BTreeMap<u32, Graphic>,
    /// The looping sound for a player: an `EffectChange::LoopSound`.
    pub music: BTreeMap<PlayerId, EffectChange>,
    /// Areas, by id.
    pub areas: BTreeMap<u32, Region>,
    /// The next id for things that scripts create.
    pub next_id: u32,
    /// Numbers shared between scripts: `Game:setScriptVar`.
    pub script_vars: BTreeMap<u8, f64>,
    /// Those of them that were sent to clients: `Game:sendScriptVars2Client`.
    pub sent_vars: BTreeMap<u8, f64>,
    /// The hour of the day in the world, 0 to 23: `World:setHours`.
    pub hour: u8,
}

impl Default for Globals {
    fn default() -> Self {
        Self {
            minitimers: MiniTimers::default(),
            timer_windows: TimerWindows::default(),
            graphics: BTreeMap::new(),
            music: BTreeMap::new(),
            areas: BTreeMap::new(),
            next_id: 1,
            script_vars: BTreeMap::new(),
            sent_vars: BTreeMap::new(),
            hour: NOON,
        }
    }
}

impl Globals {
    /// A new id for something that a script creates.
    pub fn fresh_id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id - 1
    }

    /// Names and hashes of its parts, as the kernel hashed them when it held them. The next id is
    /// hashed elsewhere.
    pub fn hashes(&self) -> Vec<(&'static str, u64)> {
        let timers = part("timers", |hasher| {
            for (id, timer) in self.minitimers.iter() {
                (id, timer).hash(hasher);
            }
        });
        let windows = part("timer windows", |hasher| self.timer_windows.hash(hasher));
        let graphics = part("graphics", |hasher| {
            for (id, graphic) in &self.graphics {
                (id, graphic.kind as u8, graphic.itype, &graphic.title).hash(hasher);
                (graphic.font, graphic.alpha, graphic.at.map(f64::to_bits)).hash(hasher);
                graphic.shift.map(f64::to_bits).hash(hasher);
            }
        });
        let music = part("music", |hasher| {
            for (player, music) in &self.music {
                player.hash(hasher);
                // As text, because floats have no hash of their own.
                format!("{music:?}").hash(hasher);
            }
        });
        let areas = part("areas", |hasher| {
            for (id, area) in &self.areas {
                (id, area.min().to_array(), area.max().to_array()).hash(hasher);
            }
        });
        let variables = part("script variables", |hasher| {
            for (slot, value) in self.script_vars.iter().chain(&self.sent_vars) {
                (slot, value.to_bits()).hash(hasher);
            }
        });
        let hour = part("hour of the day", |hasher| self.hour.hash(hasher));
        vec![timers, windows, graphics, music, areas, variables, hour]
    }
}

fn part(name: &'static str, fill: impl FnOnce(&mut Xxh3)) -> (&'static str, u64) {
    let mut hasher = Xxh3::new();
    fill(&mut hasher);
    (name, hasher.finish())
}
