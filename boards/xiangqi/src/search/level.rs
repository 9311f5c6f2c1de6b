use std::sync::atomic::AtomicBool;

use fangqi_kit::Rng;

use super::root::{Root, score};
use super::worker::{Bounds, Shared};
use super::{Limits, Thought, memory_for};
use crate::{Game, Move};

/// A playing strength for people, from 1 (a child wins) to 10 (what the engine finds in an eighth
/// of a second of one core, far beyond people). Levels are about 200 Elo apart: see
/// `examples/ladder.rs`.
///
/// Low levels search to a small depth and choose at random among the moves within a margin of the
/// best score, so they make inaccurate moves but none that loses a piece within that depth.
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

    /// Whether the search is a ply shallower this time. Level 2 does this one time in four, because
    /// two plies instead of one would be too large a step from level 1.
    fn is_careless(self, rng: &mut Rng) -> bool {
        self.0 == 2 && rng.below(4) == 0
    }
}

/// Search limits and move choice of a level.
struct Strength {
    depth: Option<u8>,
    nodes: u64,
    /// Moves that score at most this much below the best may be chosen, in hundredths of a pawn.
    margin: i32,
}

/// Chooses a move at a level. The result depends only on game, level and seed, unless `stop` is
/// set, which makes the search return at once.
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

/// Like [`think_level`], but with at most `nodes_max` nodes, for a player who is short of time.
pub fn think_level_within(
    game: &Game,
    level: Level,
    nodes_max: u64,
    seed: u64,
    stop: &AtomicBool,
) -> Thought {
    think_as(level, &[], seed, game, &Limits { nodes: Some(nodes_max), ..Limits::default() }, stop)
}

/// Chooses among these root moves, or among all if `among` is empty, at a level and within limits.
pub(crate) fn think_as(
    level: Level,
    among: &[Move],
    seed: u64,
    game: &Game,
    limits: &Limits,
    stop: &AtomicBool,
) -> Thought {
    // The position is mixed into the seed; otherwise every move of a game would draw alike.
    let mut rng = Rng::new(seed ^ game.position().hash());
    let Strength { mut depth, nodes, margin } = level.strength();
    if level.is_careless(&mut rng) {
        depth = depth.map(|depth| depth - 1);
    }
    let depth = depth.into_iter().chain(limits.depth).min();
    let nodes = limits.nodes.map_or(nodes, |limit| limit.min(nodes));
    let limits = Limits { depth, nodes: Some(nodes), ..Limits::default() };
    let mut memory = memory_for(&limits);
    let bounds = Bounds { nodes, stop, shared_nodes: None };
    let shared = Shared { table: &memory.table, net: &memory.net };
    let history = &mut memory.histories[0];
    let mut root = Root::new(game, among, &limits, margin, bounds, shared, history);
    root.deepen(1, &mut |_| {});
    let finished = root.finished();
    let Some(best) = finished.first() else { return root.into_thought() };
    // The weight falls linearly with the loss: a move d below the best has margin + 1 - d.
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
