use std::sync::atomic::AtomicBool;

use fangqi_kit::Rng;

use super::root::{Root, score};
use super::worker::{Bounds, Shared};
use super::{Limits, Thought, memory_for};
use crate::Game;

/// A playing strength for people, 1 (a child wins) to 10 (what the player finds in an eighth of a
/// second of one core, which is far beyond people). Each level is about 200 Elo above the one
/// before: see `examples/ladder.rs`.
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

    fn strength(self) -> Strength {
        let looks = |depth, margin| Strength { depth: Some(depth), nodes: 20_000, margin };
        let counts = |nodes, margin| Strength { depth: None, nodes, margin };
        match self.0 {
            1 => looks(1, 80),
            2 => looks(2, 60),
            3 => looks(3, 60),
            4 => counts(800, 28),
            5 => counts(2_000, 25),
            6 => counts(4_500, 18),
            7 => counts(13_000, 10),
            8 => counts(34_000, 5),
            9 => counts(95_000, 0),
            _ => counts(230_000, 0),
        }
    }

    /// Whether it looks a ply less this time: the second level does now and then, since two plies
    /// instead of one are too high a step.
    fn is_careless(self, rng: &mut Rng) -> bool {
        self.0 == 2 && rng.below(4) == 0
    }
}

/// What a level may use, and how choosy it is.
struct Strength {
    depth: Option<u8>,
    nodes: u64,
    /// By how much a chosen move may fall short of the best.
    margin: i32,
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
    think_level_within(game, level, u64::MAX, seed, stop)
}

/// As [`think_level`], making no more than `nodes_max` moves on the board, as for a player who is
/// short of time.
pub fn think_level_within(
    game: &Game,
    level: Level,
    nodes_max: u64,
    seed: u64,
    stop: &AtomicBool,
) -> Thought {
    // The position is part of the seed, or every move of a game would fall on the same side.
    let mut rng = Rng::new(seed ^ game.position().hash());
    let Strength { mut depth, nodes, margin } = level.strength();
    if level.is_careless(&mut rng) {
        depth = depth.map(|depth| depth - 1);
    }
    let nodes = nodes.min(nodes_max);
    let limits = Limits { depth, nodes: Some(nodes), ..Limits::default() };
    let mut memory = memory_for(&limits);
    let bounds = Bounds { nodes, stop, shared_nodes: None };
    let shared = Shared { table: &memory.table, net: &memory.net };
    let mut root = Root::new(game, &[], &limits, margin, bounds, shared, &mut memory.histories[0]);
    root.deepen(1, &mut |_| {});
    let finished = root.finished();
    let Some(best) = finished.first() else { return root.into_thought() };
    // A move that is d short of the best has the weight margin + 1 - d.
    let weigh = |value: i32| (margin + 1 - (best.score - value)).max(0) as usize;
    let total: usize = finished.iter().map(|root| weigh(root.score)).sum();
    if margin == 0 || total == 0 {
        return root.into_thought();
    }
    let mut ticket = rng.below(total);
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
