use fangqi_kit::Rng;

use super::deal::Deals;
use super::net::exp;
use super::{Budget, Strong, Thought, search};
use crate::{Play, View};

/// A playing strength for people, 1 (a child wins) to 5.
///
/// Levels 1 to 3 play by the networks alone: 3 plays the move with the highest value, 2 and 1
/// sometimes a worse one. Levels 4 and 5 search in sampled worlds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const MIN: Level = Level(1);
    /// The default for people: it answers within ten milliseconds.
    pub const NORMAL: Level = Level(4);
    /// The strongest.
    pub const MAX: Level = Level(5);

    /// The level of this number, 1 to 5.
    pub fn new(number: u8) -> Option<Level> {
        (1..=5).contains(&number).then_some(Level(number))
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=5).map(Level)
    }

    /// 1 to 5.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Maximum number of search nodes.
    pub const fn nodes(self) -> u64 {
        match self.0 {
            ..=3 => 0,
            4 => 3_000,
            _ => 30_000,
        }
    }

    /// Softmax temperature of the choice, as a difference of probabilities; 0 always takes the
    /// best.
    const fn temperature(self) -> f32 {
        match self.0 {
            1 => 0.10,
            2 => 0.03,
            _ => 0.0,
        }
    }
}

impl Strong {
    /// Chooses a play at a level. The same view, level and seed give the same play, unless `stop`
    /// returns true.
    pub fn think_at(&self, view: &View, level: Level, stop: &(dyn Fn() -> bool + Sync)) -> Thought {
        let budget = Budget { nodes: level.nodes(), stop, threads: 1 };
        let temperature = level.temperature();
        if temperature == 0.0 {
            return self.think(view, &budget);
        }
        let candidates = search::rated(&self.net, view, &Deals::new(view));
        let (play, value) = self.softmax_choice(view, &candidates, temperature);
        Thought { play, value, candidates, nodes: 0, worlds: 0 }
    }

    fn softmax_choice(&self, view: &View, rated: &[(Play, f32)], temperature: f32) -> (Play, f32) {
        let mut rng = Rng::new(self.seed ^ search::fingerprint(view));
        let weigh = |value: f32| exp((value - rated[0].1) / temperature);
        let all: f32 = rated.iter().map(|it| weigh(it.1)).sum();
        let mut draw = (rng.next_u64() >> 40) as f32 / (1u64 << 24) as f32 * all;
        let hit = rated.iter().find(|it| {
            draw -= weigh(it.1);
            draw < 0.0
        });
        *hit.unwrap_or(&rated[0])
    }
}
