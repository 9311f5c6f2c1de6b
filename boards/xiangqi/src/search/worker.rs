use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::frame::{Frame, REDUCTIONS};
use super::history::{History, NO_PIECE_TO, PriorMoves, piece_to};
use super::table::{Bound, Entry, Table, score_at, score_from};
use crate::eval::evaluate;
use crate::net::{Accumulators, Change, Net};
use crate::repetition::{self, Ply};
use crate::{Game, Move, Position, RuleSet, natural_limit};

/// Maximum ply of a line.
pub(super) const MAX_PLY: usize = 96;
/// Score of a mate at the root; a mate after n plies scores n less.
pub(super) const MATE: i32 = 30_000;
/// Minimum magnitude of mate scores.
pub(super) const MATE_BOUND: i32 = 29_000;
/// Score of a win by the repetition rules. It depends on the moves that led to the position, so
/// such scores are never stored in the table.
const REPETITION_WIN: i32 = 28_000;
/// Minimum magnitude of won and lost scores, mates and repetition wins alike.
pub(super) const DECIDED: i32 = 27_000;
pub(super) const INFINITE: i32 = 32_000;
/// Number of quiet plies from which scores depend on the move counter. The table's hash does not
/// contain it, so from here table scores are ignored and evaluations scaled down.
const NEAR_LIMIT_PLIES: u16 = 96;
/// Frames for plies before the root, so that lookups up to four plies back need no check.
const FRAMES_BEFORE_ROOT: usize = 4;
/// Size of the repetition filter; a power of two.
const REPETITION_FILTER_SIZE: usize = 1 << 12;

/// State that outlives a search.
pub(super) struct Memory {
    pub(super) table: Table,
    /// One for each thread.
    pub(super) histories: Vec<History>,
    pub(super) net: Arc<Net>,
}

impl Memory {
    /// Memory for one thread with a table of about this many entries.
    pub(super) fn new(entries: usize) -> Memory {
        Memory { table: Table::new(entries), histories: vec![History::new()], net: Net::built_in() }
    }

    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.histories.fill_with(History::new);
    }
}

/// The part of [`Memory`] that all threads share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) net: &'a Net,
}

/// The budget of a search and its stop flag.
#[derive(Clone, Copy)]
pub(super) struct Bounds<'a> {
    pub(super) nodes: u64,
    pub(super) stop: &'a AtomicBool,
    /// Nodes of all threads, which each adds in steps of 1024; only with more than one thread.
    pub(super) shared_nodes: Option<&'a AtomicU64>,
}

/// The state of one thread's search: the current line and what was learned.
pub(super) struct Worker<'a> {
    pub(super) position: Position,
    pub(super) plies: Vec<Ply>,
    accumulators: Accumulators<'a>,
    /// Repetition filter: number of earlier positions of the line by the low bits of their hash.
    repetition_filter: Vec<u16>,
    /// Length of `plies` at the last null move: repetitions are not searched for before it.
    pub(super) repetition_start: usize,
    rules: RuleSet,
    pub(super) table: &'a Table,
    pub(super) history: &'a mut History,
    frames: [Frame; FRAMES_BEFORE_ROOT + MAX_PLY + 4],
    /// The principal variation found from each ply.
    pub(super) lines: Vec<Vec<Move>>,
    pub(super) reductions: &'static [[i32; 64]; 64],
    pub(super) nodes: u64,
    bounds: Bounds<'a>,
    pub(super) stopped: bool,
    /// Depth of the current iteration; extensions of checks stop at that ply, all others at twice
    /// that ply.
    pub(super) iteration: usize,
    /// Plies of the longest line of the current iteration.
    pub(super) longest: usize,
    /// While a null move is being verified: null moves are not tried before this ply.
    pub(super) null_move_min_ply: usize,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        game: &Game,
        bounds: Bounds<'a>,
        Shared { table, net }: Shared<'a>,
        history: &'a mut History,
    ) -> Worker<'a> {
        let mut worker = Worker {
            position: game.position().clone(),
            plies: game.plies().to_vec(),
            accumulators: Accumulators::new(net, game.position()),
            repetition_filter: vec![0; REPETITION_FILTER_SIZE],
            repetition_start: 0,
            rules: game.rules(),
            table,
            history,
            frames: [Frame::EMPTY; FRAMES_BEFORE_ROOT + MAX_PLY + 4],
            lines: vec![Vec::new(); MAX_PLY + 2],
            reductions: &REDUCTIONS,
            nodes: 0,
            bounds,
            stopped: false,
            iteration: 1,
            longest: 0,
            null_move_min_ply: 0,
        };
        for ply in game.plies() {
            worker.repetition_filter[ply.hash as usize % REPETITION_FILTER_SIZE] += 1;
        }
        let eval = worker.evaluate();
        worker.frames.iter_mut().take(FRAMES_BEFORE_ROOT + 1).for_each(|frame| frame.eval = eval);
        if let Some(last) = game.plies().last()
            && let Some(piece) = worker.position.piece_at(last.mv.to)
        {
            worker.frames[FRAMES_BEFORE_ROOT - 1].piece_to = piece_to(piece, last.mv);
        }
        worker
    }

    /// The search state of a ply.
    pub(super) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + FRAMES_BEFORE_ROOT]
    }

    /// The piece-to indices of the moves one, two and four plies before.
    pub(super) fn prior_moves(&self, ply: usize) -> PriorMoves {
        [1, 2, 4].map(|back| self.frames[ply + FRAMES_BEFORE_ROOT - back].piece_to)
    }

    /// The static evaluation `back` plies before. Above the root it is that of the root.
    pub(super) fn eval_before(&self, ply: usize, back: usize) -> i32 {
        self.frames[ply + FRAMES_BEFORE_ROOT - back].eval
    }

    pub(super) fn out_of_budget(&mut self) -> bool {
        if self.nodes >= self.bounds.nodes {
            self.stopped = true;
        } else if self.nodes & 0x3ff == 0 {
            self.stopped |= self.bounds.stop.load(Relaxed);
            if let Some(shared) = self.bounds.shared_nodes {
                self.stopped |= shared.load(Relaxed) >= self.bounds.nodes;
            }
        }
        self.stopped
    }

    /// Number of nodes so far, including what other threads have reported.
    pub(super) fn all_nodes(&self) -> u64 {
        let shared = self.bounds.shared_nodes.map_or(0, |shared| shared.load(Relaxed));
        self.nodes.max(shared)
    }

    /// The uncorrected static evaluation for the side to move.
    pub(super) fn evaluate(&mut self) -> i32 {
        evaluate(&self.position, &mut self.accumulators)
    }

    /// Whether a move gives check. It also prefetches the table's entry for the position after the
    /// move: the search calls this before it makes any move.
    pub(super) fn gives_check(&self, mv: Move) -> bool {
        self.table.prefetch(self.position.hash_after(mv));
        self.position.gives_check(mv)
    }

    /// Makes a move at `ply`; `check` says whether it gives check.
    pub(super) fn play(&mut self, ply: usize, mv: Move, check: bool) {
        let hash = self.position.hash();
        let piece = self.position.piece_at(mv.from);
        self.frame(ply).piece_to = piece.map_or(NO_PIECE_TO, |piece| piece_to(piece, mv));
        let undo = self.position.play_unchecked(mv);
        if let Some(piece) = piece {
            self.accumulators.push(Change { mv, piece, taken: undo.captured });
        }
        self.repetition_filter[hash as usize % REPETITION_FILTER_SIZE] += 1;
        self.plies.push(Ply { mv, undo, hash, check });
        self.nodes += 1;
        self.longest = self.longest.max(ply + 1);
        if self.nodes & 0x3ff == 0
            && let Some(shared) = self.bounds.shared_nodes
        {
            shared.fetch_add(0x400, Relaxed);
        }
    }

    pub(super) fn undo(&mut self) {
        if let Some(ply) = self.plies.pop() {
            self.repetition_filter[ply.hash as usize % REPETITION_FILTER_SIZE] -= 1;
            self.position.undo_unchecked(ply.mv, ply.undo);
            self.accumulators.pop();
        }
    }

    pub(super) fn in_check(&self) -> bool {
        match self.plies.last() {
            Some(ply) => ply.check,
            None => self.position.in_check(),
        }
    }

    /// The score if the position repeats or the natural limit is reached. The search judges the
    /// first repetition, as what can be repeated once can be repeated again.
    pub(super) fn rule_score(&self, ply: usize) -> Option<i32> {
        let quiet = self.position.quiet_plies();
        if self.repetition_filter[self.position.hash() as usize % REPETITION_FILTER_SIZE] != 0 {
            let oldest = self.plies.len().saturating_sub(quiet.into()).max(self.repetition_start);
            let mut first = self.plies.len().checked_sub(4);
            while let Some(at) = first.filter(|&at| at >= oldest) {
                if self.plies[at].hash == self.position.hash() {
                    return Some(self.loop_score(at, ply));
                }
                first = at.checked_sub(2);
            }
        }
        self.limit_score()
    }

    /// A draw by the natural limit, if it has been reached: mate and stalemate on that ply still
    /// win.
    pub(super) fn limit_score(&self) -> Option<i32> {
        let draws = natural_limit::is_reached(&self.position, &self.plies)
            && self.position.has_legal_move();
        draws.then_some(0)
    }

    /// Whether scores depend on the move counter, because the natural limit is near.
    pub(super) fn is_near_limit(&self) -> bool {
        self.position.quiet_plies() >= NEAR_LIMIT_PLIES
    }

    /// Scales an evaluation towards zero as the natural limit approaches, so that the side that is
    /// ahead makes a capture in time.
    pub(super) fn scale_near_limit(&self, eval: i32) -> i32 {
        if !self.is_near_limit() {
            return eval;
        }
        let most = natural_limit::LIMIT - NEAR_LIMIT_PLIES;
        let left = natural_limit::plies_left(&self.position, &self.plies).min(most);
        eval * i32::from(left) / i32::from(most)
    }

    /// The score of a repetition whose first ply has index `first`.
    #[cold]
    fn loop_score(&self, first: usize, ply: usize) -> i32 {
        let win = REPETITION_WIN - ply as i32;
        match repetition::judge(self.rules, &self.position, &self.plies[first..]) {
            None => 0,
            Some((loser, _)) if loser == self.position.side_to_move() => -win,
            Some(_) => win,
        }
    }

    /// The table's entry for the position, with mate scores relative to the root.
    pub(super) fn probe(&self, ply: usize) -> Option<Entry> {
        let mut entry = self.table.probe(self.position.hash())?;
        entry.score = score_at(entry.score, ply);
        if self.is_near_limit() {
            entry.bound = Bound::None;
        }
        Some(entry)
    }

    /// Stores an entry for the position, except repetition scores, which depend on the path.
    pub(super) fn store(&self, ply: usize, mut entry: Entry) {
        if self.is_near_limit() {
            entry.bound = Bound::None;
        }
        if entry.score.abs() < DECIDED || entry.score.abs() >= MATE_BOUND {
            entry.score = score_from(entry.score, ply);
            self.table.store(self.position.hash(), entry);
        }
    }

    /// Sets the principal variation from `ply`: `mv`, then the line from the next ply.
    pub(super) fn update_pv(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// The base late move reduction of the move with this number, in 1024ths of a ply.
    pub(super) fn base_reduction(&self, depth: i32, tried: usize) -> i32 {
        self.reductions[depth.clamp(0, 63) as usize][tried.min(63)]
    }
}
