use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::frame::{Frame, REDUCTIONS};
use super::history::{History, NO_CHANNEL, Past, channel};
use super::table::{Bound, Entry, Table, score_at, score_from};
use crate::eval::evaluate;
use crate::net::{Accumulators, Change, Net};
use crate::repetition::{self, Ply};
use crate::{Game, Move, Position, RuleSet, natural_limit};

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
/// From so many quiet plies the natural limit is in sight: the table, which does not know the
/// counter, is not believed, and advantages are worth less with every ply.
const LIMIT_IN_SIGHT: u16 = 96;
/// Plies before the root that have a frame.
const BEFORE: usize = 4;
/// Cells that say whether a position may have stood before; a power of two.
const SEEN: usize = 1 << 12;

/// What a search learns and the next one may use.
pub(super) struct Memory {
    pub(super) table: Table,
    /// One for each thread.
    pub(super) histories: Vec<History>,
    pub(super) net: Arc<Net>,
}

impl Memory {
    /// Memory with a table of about this many entries, for one thread.
    pub(super) fn new(entries: usize) -> Memory {
        Memory { table: Table::new(entries), histories: vec![History::new()], net: Net::built_in() }
    }

    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.histories.fill_with(History::new);
    }
}

/// What threads share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) net: &'a Net,
}

/// What a search may use, and what tells it to end.
#[derive(Clone, Copy)]
pub(super) struct Bounds<'a> {
    pub(super) nodes: u64,
    pub(super) stop: &'a AtomicBool,
    /// The moves that all threads have made, each adding its own now and then; only where there
    /// is more than one.
    pub(super) shared_nodes: Option<&'a AtomicU64>,
}

/// The state of one search: the line from the root, and what was learned.
pub(super) struct Worker<'a> {
    pub(super) position: Position,
    pub(super) plies: Vec<Ply>,
    accumulators: Accumulators<'a>,
    /// How many positions of the line have a hash that falls on a cell.
    seen: Vec<u16>,
    /// Repetitions are not looked for before this ply, because the turn was passed there.
    pub(super) floor: usize,
    rules: RuleSet,
    pub(super) table: &'a Table,
    pub(super) history: &'a mut History,
    frames: [Frame; BEFORE + MAX_PLY + 4],
    /// The best line found from each ply.
    pub(super) lines: Vec<Vec<Move>>,
    pub(super) reductions: &'static [[i32; 64]; 64],
    pub(super) nodes: u64,
    bounds: Bounds<'a>,
    pub(super) stopped: bool,
    /// The depth of the iteration; lines are extended to twice that.
    pub(super) iteration: usize,
    /// Passing the turn is not tried before this ply, while it is being verified.
    pub(super) no_pass_before: usize,
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
            seen: vec![0; SEEN],
            floor: 0,
            rules: game.rules(),
            table,
            history,
            frames: [Frame::EMPTY; BEFORE + MAX_PLY + 4],
            lines: vec![Vec::new(); MAX_PLY + 2],
            reductions: &REDUCTIONS,
            nodes: 0,
            bounds,
            stopped: false,
            iteration: 1,
            no_pass_before: 0,
        };
        for ply in game.plies() {
            worker.seen[ply.hash as usize % SEEN] += 1;
        }
        let eval = worker.evaluate();
        worker.frames.iter_mut().take(BEFORE + 1).for_each(|frame| frame.eval = eval);
        if let Some(last) = game.plies().last()
            && let Some(piece) = worker.position.piece_at(last.mv.to)
        {
            worker.frames[BEFORE - 1].channel = channel(piece, last.mv);
        }
        worker
    }

    /// What is known of a ply of the line.
    pub(super) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE]
    }

    /// The channels of the moves before a ply.
    pub(super) fn past(&self, ply: usize) -> Past {
        [1, 2, 4].map(|back| self.frames[ply + BEFORE - back].channel)
    }

    /// The static value so many plies before, which is less meaningful above the root.
    pub(super) fn eval_before(&self, ply: usize, back: usize) -> i32 {
        self.frames[ply + BEFORE - back].eval
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

    /// The moves made so far, by all threads as far as is known.
    pub(super) fn all_nodes(&self) -> u64 {
        let shared = self.bounds.shared_nodes.map_or(0, |shared| shared.load(Relaxed));
        self.nodes.max(shared)
    }

    /// What the position is worth to the side to move, without search and before correction.
    pub(super) fn evaluate(&mut self) -> i32 {
        evaluate(&self.position, &mut self.accumulators)
    }

    /// Whether a move gives check. Also asks for what the table knows of the position after it, as
    /// this is how every move that may be made begins.
    pub(super) fn gives_check(&self, mv: Move) -> bool {
        self.table.prefetch(self.position.hash_after(mv));
        self.position.gives_check(mv)
    }

    /// Makes a move of a ply; `check` says whether it gives check.
    pub(super) fn play(&mut self, ply: usize, mv: Move, check: bool) {
        let hash = self.position.hash();
        let piece = self.position.piece_at(mv.from);
        self.frame(ply).channel = piece.map_or(NO_CHANNEL, |piece| channel(piece, mv));
        let undo = self.position.play_unchecked(mv);
        if let Some(piece) = piece {
            self.accumulators.push(Change { mv, piece, taken: undo.captured });
        }
        self.seen[hash as usize % SEEN] += 1;
        self.plies.push(Ply { mv, undo, hash, check });
        self.nodes += 1;
        if self.nodes & 0x3ff == 0
            && let Some(shared) = self.bounds.shared_nodes
        {
            shared.fetch_add(0x400, Relaxed);
        }
    }

    pub(super) fn undo(&mut self) {
        if let Some(ply) = self.plies.pop() {
            self.seen[ply.hash as usize % SEEN] -= 1;
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

    /// The score by repetition or the limit of quiet moves, if the position falls under them. In
    /// the search the second standing counts: what can be had twice can be had three times.
    pub(super) fn rule_score(&self, ply: usize) -> Option<i32> {
        let quiet = self.position.quiet_plies();
        if self.seen[self.position.hash() as usize % SEEN] != 0 {
            let oldest = self.plies.len().saturating_sub(quiet.into()).max(self.floor);
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

    /// The score by the natural limit, if it draws here: mate and stalemate with its last ply win.
    pub(super) fn limit_score(&self) -> Option<i32> {
        let draws = natural_limit::is_reached(&self.position, &self.plies)
            && self.position.has_legal_move();
        draws.then_some(0)
    }

    /// Whether the natural limit is so near that scores depend on the counter.
    pub(super) fn limit_in_sight(&self) -> bool {
        self.position.quiet_plies() >= LIMIT_IN_SIGHT
    }

    /// What an evaluation is worth here: less and less as the natural limit comes near, so that
    /// the side that is ahead takes something before.
    pub(super) fn before_limit(&self, eval: i32) -> i32 {
        if !self.limit_in_sight() {
            return eval;
        }
        let most = natural_limit::LIMIT - LIMIT_IN_SIGHT;
        let left = natural_limit::plies_left(&self.position, &self.plies).min(most);
        eval * i32::from(left) / i32::from(most)
    }

    /// The score of a loop that began at `first`.
    #[cold]
    fn loop_score(&self, first: usize, ply: usize) -> i32 {
        let ban = BAN - ply as i32;
        match repetition::judge(self.rules, &self.position, &self.plies[first..]) {
            None => 0,
            Some((loser, _)) if loser == self.position.side_to_move() => -ban,
            Some(_) => ban,
        }
    }

    /// The table's entry of the position, its score counted from the root.
    pub(super) fn probe(&self, ply: usize) -> Option<Entry> {
        let mut entry = self.table.probe(self.position.hash())?;
        entry.score = score_at(entry.score, ply);
        if self.limit_in_sight() {
            entry.bound = Bound::None;
        }
        Some(entry)
    }

    /// Stores what was found at the position of a ply.
    pub(super) fn store(&self, ply: usize, mut entry: Entry) {
        if self.limit_in_sight() {
            entry.bound = Bound::None;
        }
        if entry.score.abs() < DECIDED || entry.score.abs() >= MATE_BOUND {
            entry.score = score_from(entry.score, ply);
            self.table.store(self.position.hash(), entry);
        }
    }

    /// Makes the move's line the best one from `ply`.
    pub(super) fn note_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// By how much the move with this number is reduced, before anything else is known of it, in
    /// 1024ths of a ply.
    pub(super) fn usual_reduction(&self, depth: i32, tried: usize) -> i32 {
        self.reductions[depth.clamp(0, 63) as usize][tried.min(63)]
    }
}
