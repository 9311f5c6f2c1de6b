//! The search.
//!
//! [`think`] searches for the best move by iterative deepening: principal variation search with a
//! transposition table, quiescence search with static exchange evaluation, null-move pruning, late
//! move reductions, and the game's repetition rules. There is no clock: the budget is a depth or a
//! number of nodes, and the caller may set a stop flag at any time. The search runs on the caller's
//! thread, unless an [`Engine`] has been given more. With one thread, the same game and limits give
//! the same result, if the flag stays unset. [`think_level`] plays at a strength suited to people.

mod frame;
mod history;
mod level;
mod moves;
mod order;
mod prune;
mod pvs;
mod quiesce;
mod reward;
mod root;
mod see;
mod smp;
mod table;
mod worker;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub(crate) use level::think_as;
pub use level::{Level, think_level, think_level_within};

use crate::net::Net;
use crate::{Game, Move};
use history::History;
use table::Table;
use worker::{Bounds, Memory, Shared, Worker};

/// The limits of a search. The first one reached ends it; without any, only the stop flag or the
/// deepest iteration (90 plies) does.
///
/// ```
/// use fangqi_xiangqi::search::Limits;
/// let limits = Limits { nodes: Some(100_000), ..Limits::default() };
/// assert_eq!(limits.depth, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Depth of the last iteration, in plies.
    pub depth: Option<u8>,
    /// Maximum number of nodes: moves made on the board.
    pub nodes: Option<u64>,
    /// MultiPV: how many of the best moves get a score and a line of their own; 0 counts as 1.
    pub lines: u8,
}

/// A score from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of a pawn.
    Cp(i32),
    /// Distance to mate in moves of the mating side: positive if the side to move mates, negative
    /// if it is mated, zero if it is mated already.
    Mate(i32),
}

impl fmt::Display for Score {
    /// As UCI writes it: `cp 31`, `mate -2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Cp(value) => write!(f, "cp {value}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// The result of a search or of a finished iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// Rank among the best moves, from 1; above 1 only with MultiPV ([`Limits::lines`]).
    pub rank: usize,
    /// The move to play; `None` only if the game is over.
    pub best: Option<Move>,
    /// The score of [`best`](Thought::best).
    pub score: Score,
    /// The principal variation, [`best`](Thought::best) first.
    pub pv: Vec<Move>,
    /// Depth of the iteration that the result is from, in plies.
    pub depth: u8,
    /// The length of the longest line that was searched, in plies.
    pub selective_depth: u8,
    /// Number of nodes searched.
    pub nodes: u64,
    /// The share of the transposition table that the search has written, in thousandths.
    pub fullness: u16,
}

/// Searches a game until a limit is reached or `stop` is set.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use fangqi_xiangqi::{Game, search::{Limits, Score, think}};
/// let game = Game::from_fen("3k5/9/9/9/9/9/9/9/4R4/R3K4 w").expect("a position");
/// let limits = Limits { depth: Some(6), ..Limits::default() };
/// let thought = think(&game, &limits, &AtomicBool::new(false));
/// assert_eq!(thought.score, Score::Mate(1));
/// assert_eq!(thought.best.map(|mv| mv.to_string()), Some("a0d0".into()));
/// ```
pub fn think(game: &Game, limits: &Limits, stop: &AtomicBool) -> Thought {
    think_aloud(game, limits, stop, &mut |_| {})
}

/// Like [`think`], but calls `report` after every finished iteration, once for each line.
pub fn think_aloud(
    game: &Game,
    limits: &Limits,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Thought),
) -> Thought {
    smp::think(game, &[], limits, stop, &mut memory_for(limits), report)
}

/// A small node budget gets a small table: allocating a large one would dominate a short search.
fn memory_for(limits: &Limits) -> Memory {
    Memory::new(limits.nodes.unwrap_or(u64::MAX).clamp(1 << 12, 1 << 20) as usize)
}

/// The number of entries of a table of about this size: a power of two, rounded down.
fn entries_in(mebibytes: usize) -> usize {
    let entries = (mebibytes.clamp(1, 1 << 16) << 20) / table::ENTRY_BYTES;
    (entries + 1).next_power_of_two() / 2
}

/// A search that keeps its transposition table and histories, for use throughout a game.
pub struct Engine {
    memory: Memory,
}

impl Engine {
    /// Maximum number of threads.
    pub const MOST_THREADS: usize = 256;

    /// An engine with a table of about this many mebibytes, at least one.
    pub fn new(mebibytes: usize) -> Engine {
        Engine::with_entries(entries_in(mebibytes))
    }

    /// An engine with a table of about this many entries.
    pub fn with_entries(entries: usize) -> Engine {
        Engine { memory: Memory::new(entries) }
    }

    /// Replaces the network and clears the table and histories, whose scores it does not share.
    #[must_use]
    pub fn with_net(mut self, net: Arc<Net>) -> Engine {
        self.memory.net = net;
        self.clear();
        self
    }

    /// Sets the number of threads, at least one. Results are reproducible with one thread only.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Engine {
        self.set_threads(threads);
        self
    }

    /// Sets the number of threads, between one and [`Engine::MOST_THREADS`].
    pub fn set_threads(&mut self, threads: usize) {
        let threads = threads.clamp(1, Engine::MOST_THREADS);
        self.memory.histories.resize_with(threads, History::new);
    }

    /// Resizes the table to about this many mebibytes and clears it.
    pub fn set_memory(&mut self, mebibytes: usize) {
        self.memory.table = Table::new(entries_in(mebibytes));
    }

    /// Clears the table and the histories.
    pub fn clear(&mut self) {
        self.memory.clear();
    }

    /// Like [`think_aloud`], with the engine's table, histories and threads.
    pub fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Thought),
    ) -> Thought {
        self.think_among(game, &[], limits, stop, report)
    }

    /// Like [`Engine::think`], but considers only these root moves; all if `moves` is empty.
    pub fn think_among(
        &mut self,
        game: &Game,
        moves: &[Move],
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Thought),
    ) -> Thought {
        smp::think(game, moves, limits, stop, &mut self.memory, report)
    }

    /// Whether the position is quiet: the side to move is not in check, and no capture gains
    /// `margin` hundredths of a pawn, as the quiescence search finds. A static evaluation can learn
    /// the scores of such positions.
    ///
    /// ```
    /// use fangqi_xiangqi::{Game, search::Engine};
    /// let mut engine = Engine::with_entries(1 << 10);
    /// let is_quiet = |fen| engine.is_quiet(&Game::from_fen(fen).expect("a position"), 60);
    /// let positions = ["3k5/9/9/9/r8/9/9/9/8R/4K4 w", "3k5/9/9/9/r8/9/9/9/R8/4K4 w"];
    /// assert_eq!(positions.map(is_quiet), [true, false]);
    /// ```
    pub fn is_quiet(&mut self, game: &Game, margin: i32) -> bool {
        // A table of its own: what earlier searches found would stand in for the evaluation.
        let table = Table::new(1 << 8);
        let bounds = Bounds { nodes: u64::MAX, stop: &AtomicBool::new(false), shared_nodes: None };
        let Memory { histories, net, .. } = &mut self.memory;
        let shared = Shared { table: &table, net };
        Worker::new(game, bounds, shared, &mut histories[0]).is_quiet(margin)
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("entries", &self.memory.table.len())
            .field("threads", &self.memory.histories.len())
            .finish()
    }
}

#[cfg(test)]
mod tests;
