use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use super::order::{History, channel};
use super::table::{Bound, Entry, Table};
use crate::eval::evaluate;
use crate::net::{Accumulators, Change, Net};
use crate::repetition::{self, Ply};
use crate::{Game, Move, Position, RuleSet};

/// The deepest ply of a line.
pub(super) const MAX_PLY: usize = 96;
/// The score of a mate on the board; one less for each ply until it.
pub(super) const MATE: i32 = 30_000;
/// Scores from here are mates.
pub(super) const MATE_BOUND: i32 = 29_000;
/// The score of a win by the repetition rules. It depends on the moves before, so it never enters
/// the table.
const BAN: i32 = 28_000;
/// Scores from here are decided.
pub(super) const DECIDED: i32 = 27_000;
pub(super) const INFINITE: i32 = 32_000;
/// Quiet plies that draw.
const QUIET_LIMIT: u16 = 120;
/// Beyond so many quiet plies the table is not believed, as it does not know the counter.
const QUIET_DOUBT: u16 = 96;

/// What a search learns and the next one may use.
pub(super) struct Memory {
    pub(super) table: Table,
    pub(super) history: History,
    pub(super) net: Arc<Net>,
}

impl Memory {
    /// Memory with a table of about this many entries.
    pub(super) fn new(entries: usize) -> Memory {
        Memory { table: Table::new(entries), history: History::new(), net: Net::built_in() }
    }
}

/// The state of one search: the line from the root, and what was learned.
pub(super) struct Worker<'a> {
    pub(super) position: Position,
    pub(super) plies: Vec<Ply>,
    line: Accumulators,
    /// Repetitions are not looked for before this ply, because the turn was passed there.
    pub(super) floor: usize,
    rules: RuleSet,
    pub(super) memory: &'a mut Memory,
    pub(super) killers: [[Option<Move>; 2]; MAX_PLY + 2],
    pub(super) evals: [i32; MAX_PLY + 2],
    /// The best line found from each ply.
    pub(super) lines: Vec<Vec<Move>>,
    pub(super) reductions: &'static [[i32; 64]; 64],
    pub(super) nodes: u64,
    node_limit: u64,
    stop: &'a AtomicBool,
    pub(super) stopped: bool,
    /// The depth of the iteration; lines are extended to twice that.
    pub(super) iteration: usize,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        game: &Game,
        node_limit: u64,
        stop: &'a AtomicBool,
        memory: &'a mut Memory,
    ) -> Worker<'a> {
        Worker {
            position: game.position().clone(),
            plies: game.plies().to_vec(),
            line: Accumulators::new(Arc::clone(&memory.net), game.position()),
            floor: 0,
            rules: game.rules(),
            memory,
            killers: [[None; 2]; MAX_PLY + 2],
            evals: [0; MAX_PLY + 2],
            lines: vec![Vec::new(); MAX_PLY + 2],
            reductions: &REDUCTIONS,
            nodes: 0,
            node_limit,
            stop,
            stopped: false,
            iteration: 1,
        }
    }

    /// Starts an iteration.
    pub(super) fn begin(&mut self, depth: usize) {
        self.iteration = depth;
        self.memory.table.grow_old();
    }

    pub(super) fn out_of_budget(&mut self) -> bool {
        if self.nodes >= self.node_limit
            || self.nodes & 0x3ff == 0 && self.stop.load(Ordering::Relaxed)
        {
            self.stopped = true;
        }
        self.stopped
    }

    /// Makes a move; `check` says whether it gives check.
    pub(super) fn play(&mut self, mv: Move, check: bool) {
        let hash = self.position.hash();
        let piece = self.position.piece_at(mv.from);
        let undo = self.position.play_unchecked(mv);
        if let Some(piece) = piece {
            self.line.push(Change { mv, piece, taken: undo.captured });
        }
        self.plies.push(Ply { mv, undo, hash, check });
        self.nodes += 1;
    }

    pub(super) fn undo(&mut self) {
        if let Some(ply) = self.plies.pop() {
            self.position.undo_unchecked(ply.mv, ply.undo);
            self.line.pop();
        }
    }

    /// What the position is worth to the side to move, without looking further.
    pub(super) fn evaluate(&mut self) -> i32 {
        evaluate(&self.position, &mut self.line)
    }

    pub(super) fn in_check(&self) -> bool {
        match self.plies.last() {
            Some(ply) => ply.check,
            None => self.position.in_check(),
        }
    }

    /// The channel of the last move, unless the turn was passed.
    pub(super) fn previous(&self) -> Option<usize> {
        let last = self.plies.last().filter(|_| self.plies.len() > self.floor)?;
        Some(channel(self.position.piece_at(last.mv.to)?, last.mv))
    }

    /// The score by repetition or the limit of quiet moves, if the position falls under them. In
    /// the search the second standing counts: what can be had twice can be had three times.
    pub(super) fn rule_score(&self, ply: usize) -> Option<i32> {
        let quiet = self.position.quiet_plies();
        let oldest = self.plies.len().saturating_sub(quiet.into()).max(self.floor);
        let mut first = self.plies.len().checked_sub(4)?;
        while first >= oldest {
            if self.plies[first].hash == self.position.hash() {
                let side = self.position.side_to_move();
                let ban = BAN - ply as i32;
                return Some(
                    match repetition::judge(self.rules, &self.position, &self.plies[first..]) {
                        None => 0,
                        Some((loser, _)) if loser == side => -ban,
                        Some(_) => ban,
                    },
                );
            }
            first = first.checked_sub(2)?;
        }
        (quiet >= QUIET_LIMIT).then_some(0)
    }

    pub(super) fn table_cut(
        &self,
        entry: &Entry,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Option<i32> {
        if self.position.quiet_plies() >= QUIET_DOUBT {
            return None;
        }
        let score = from_table(entry.score.into(), ply);
        match entry.bound {
            Bound::Exact => Some(score),
            Bound::Lower if score >= beta => Some(score),
            Bound::Upper if score <= alpha => Some(score),
            _ => None,
        }
    }

    pub(super) fn store(
        &mut self,
        ply: usize,
        best: Option<Move>,
        score: i32,
        eval: i32,
        depth: i32,
        bound: Bound,
    ) {
        if score.abs() < DECIDED || score.abs() >= MATE_BOUND {
            let score = to_table(score, ply);
            self.memory.table.store(self.position.hash(), best, score, eval, depth, bound);
        }
    }

    /// Makes the move's line the best one from `ply`.
    pub(super) fn note_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }
}

/// A mate's score in the table counts from the position, in the search from the root.
fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        MATE_BOUND.. => score + ply as i32,
        _ if score <= -MATE_BOUND => score - ply as i32,
        _ => score,
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        MATE_BOUND.. => score - ply as i32,
        _ if score <= -MATE_BOUND => score + ply as i32,
        _ => score,
    }
}

/// By how much late moves are reduced, by depth and number: a logarithm of either.
static REDUCTIONS: LazyLock<[[i32; 64]; 64]> = LazyLock::new(reductions);

fn reductions() -> [[i32; 64]; 64] {
    let mut table = [[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (tried, cell) in row.iter_mut().enumerate().skip(1) {
            *cell = (0.5 + (depth as f64).ln() * (tried as f64).ln() / 2.3) as i32;
        }
    }
    table
}
