use std::sync::atomic::AtomicBool;

use fangqi_kit::Rng;

use super::root::{Root, score};
use super::{Limits, Thought};
use crate::Game;

/// A playing strength for people, 1 (a child wins) to 10 (all the player can do in about a second
/// of one core).
///
/// A low level looks only a little ahead and is not choosy: it takes any move that seems nearly
/// as good as the best, never one that by its own lights throws a piece away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const MIN: Level = Level(1);
    /// The strongest.
    pub const MAX: Level = Level(10);

    /// The level of this number, 1 to 10.
    pub fn new(number: u8) -> Option<Level> {
        (1..=10).contains(&number).then_some(Level(number))
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=10).map(Level)
    }

    /// 1 to 10.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Depth and nodes it may use, and by how much a chosen move may fall short of the best.
    fn strength(self) -> (Limits, i32) {
        let deep = |depth, nodes| Limits { depth: Some(depth), nodes: Some(nodes) };
        let long = |nodes| Limits { depth: None, nodes: Some(nodes) };
        match self.0 {
            1 => (deep(1, 20_000), 90),
            2 => (deep(1, 20_000), 30),
            3 => (deep(2, 20_000), 40),
            4 => (deep(3, 20_000), 35),
            5 => (long(2_500), 25),
            6 => (long(8_000), 15),
            7 => (long(25_000), 8),
            8 => (long(90_000), 0),
            9 => (long(350_000), 0),
            _ => (long(1_500_000), 0),
        }
    }
}

/// Chooses a move at a level. The same game, level and seed give the same move, if `stop` is left
/// alone; raised, it makes the choice come at once.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use fangqi_xiangqi::{Game, search::{Level, think_level}};
/// let thought = think_level(&Game::default(), Level::MIN, 42, &AtomicBool::new(false));
/// assert!(thought.best.is_some());
/// ```
pub fn think_level(game: &Game, level: Level, seed: u64, stop: &AtomicBool) -> Thought {
    let (limits, margin) = level.strength();
    let mut root = Root::new(game, &limits, margin, stop);
    root.deepen(&mut |_| {});
    let finished = root.finished();
    let Some(best) = finished.first() else { return root.into_thought() };
    // A move that is d short of the best has the weight margin + 1 - d.
    let weigh = |value: i32| (margin + 1 - (best.score - value)).max(0) as usize;
    let total: usize = finished.iter().map(|root| weigh(root.score)).sum();
    if margin == 0 || total == 0 {
        return root.into_thought();
    }
    // The position is part of the seed, or every move of a game would fall on the same side.
    let mut ticket = Rng::new(seed ^ game.position().hash()).below(total);
    let chosen = finished.iter().find(|root| {
        let weight = weigh(root.score);
        let hit = ticket < weight;
        ticket = ticket.saturating_sub(weight);
        hit
    });
    let chosen = chosen.unwrap_or(best).clone();
    let thought = root.into_thought();
    Thought { best: Some(chosen.mv), score: score(chosen.score), pv: chosen.line, ..thought }
}
