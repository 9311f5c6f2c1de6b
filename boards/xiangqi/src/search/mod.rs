//! The searching player.
//!
//! [`think`] looks for the best move of a game by iterative deepening: principal variation search
//! with a transposition table, quiescence with exchange evaluation, null moves, late move
//! reductions, and the repetition rules of the game. It has no clock: the budget is depth or
//! nodes, and a flag that the caller may raise at any moment from elsewhere. It runs on the thread
//! of its caller unless an [`Engine`] is given more. With one thread, the same game and the same
//! limits, and the flag left alone, it returns the same thought. [`think_level`] plays at a
//! strength fit for people.

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

pub use level::{Level, think_level, think_level_within};

use crate::net::Net;
use crate::{Game, Move};
use history::History;
use table::Table;
use worker::Memory;

/// When a search ends. Whatever is reached first ends it; with nothing set only the flag or the
/// deepest iteration (90 plies) does.
///
/// ```
/// use fangqi_xiangqi::search::Limits;
/// let limits = Limits { nodes: Some(100_000), ..Limits::default() };
/// assert_eq!(limits.depth, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies of the last iteration.
    pub depth: Option<u8>,
    /// Moves made on the board.
    pub nodes: Option<u64>,
    /// How many of the best moves are worked out, each with its score and line; 0 counts as 1.
    pub lines: u8,
}

/// A verdict for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of a pawn.
    Cp(i32),
    /// The side to move mates in so many of its moves; if negative, it is mated in so many moves
    /// of the other side. Zero: it is mated already.
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

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// Which of the best moves this is about, counted from 1: more than that only where
    /// [`Limits::lines`] asks for more.
    pub rank: usize,
    /// The move to play; `None` only if the game is over.
    pub best: Option<Move>,
    /// What it is worth.
    pub score: Score,
    /// The expected line, [`best`](Thought::best) first.
    pub pv: Vec<Move>,
    /// The last iteration that counted, in plies.
    pub depth: u8,
    /// Moves made on the board.
    pub nodes: u64,
}

/// Thinks about a game until a limit is reached or `stop` is raised.
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

/// The same as [`think`], calling `report` after every finished iteration, once for each line.
pub fn think_aloud(
    game: &Game,
    limits: &Limits,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Thought),
) -> Thought {
    smp::think(game, &[], limits, stop, &mut memory_for(limits), report)
}

/// A table for small budgets is small, so that quick answers do not wait for memory.
fn memory_for(limits: &Limits) -> Memory {
    Memory::new(limits.nodes.unwrap_or(u64::MAX).clamp(1 << 12, 1 << 20) as usize)
}

/// The entries of a table of about so many mebibytes: a power of two, rounded down.
fn entries_in(mebibytes: usize) -> usize {
    let entries = (mebibytes.clamp(1, 1 << 16) << 20) / table::ENTRY_BYTES;
    (entries + 1).next_power_of_two() / 2
}

/// A player that remembers what it found from one search to the next, as is fit for a whole game.
pub struct Engine {
    memory: Memory,
}

impl Engine {
    /// More threads than this do not think.
    pub const MOST_THREADS: usize = 256;

    /// A player whose table takes about so many mebibytes, at least one.
    pub fn new(mebibytes: usize) -> Engine {
        Engine::with_entries(entries_in(mebibytes))
    }

    /// A player whose table has about so many entries: a small one is forgotten quickly.
    pub fn with_entries(entries: usize) -> Engine {
        Engine { memory: Memory::new(entries) }
    }

    /// The same player with another network; what it found with the last one is forgotten.
    #[must_use]
    pub fn with_net(mut self, net: Arc<Net>) -> Engine {
        self.memory.net = net;
        self.clear();
        self
    }

    /// The same player thinking with so many threads, at least one. Only with one
    /// does it find the same again at the same number of nodes.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Engine {
        self.set_threads(threads);
        self
    }

    /// From now on so many threads think, at least one and at most [`Engine::MOST_THREADS`].
    pub fn set_threads(&mut self, threads: usize) {
        let threads = threads.clamp(1, Engine::MOST_THREADS);
        self.memory.histories.resize_with(threads, History::new);
    }

    /// From now on the table takes about so many mebibytes; what it held is forgotten.
    pub fn set_memory(&mut self, mebibytes: usize) {
        self.memory.table = Table::new(entries_in(mebibytes));
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.memory.clear();
    }

    /// The same as [`think_aloud`], with the memory of earlier searches and all its threads.
    pub fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Thought),
    ) -> Thought {
        self.think_among(game, &[], limits, stop, report)
    }

    /// The same as [`Engine::think`], choosing only among some legal moves; all if none is named.
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
