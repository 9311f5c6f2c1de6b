use std::sync::atomic::{AtomicBool, Ordering};

use super::order::{CHANNELS, Hints, History, Picker, channel};
use super::see;
use super::table::{Bound, Entry, Table};
use crate::eval::evaluate;
use crate::repetition::{self, Ply};
use crate::{Game, Move, PieceKind, Position, RuleSet};

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
const DECIDED: i32 = 27_000;
pub(super) const INFINITE: i32 = 32_000;
/// Quiet plies that draw.
const QUIET_LIMIT: u16 = 120;
/// Beyond so many quiet plies the table is not believed, as it does not know the counter.
const QUIET_DOUBT: u16 = 96;

/// The state of one search: the line from the root, and what was learned.
pub(super) struct Worker<'a> {
    pub(super) position: Position,
    plies: Vec<Ply>,
    /// Repetitions are not looked for before this ply, because the turn was passed there.
    floor: usize,
    rules: RuleSet,
    table: Table,
    history: History,
    killers: [[Option<Move>; 2]; MAX_PLY + 2],
    evals: [i32; MAX_PLY + 2],
    /// The best line found from each ply.
    pub(super) lines: Vec<Vec<Move>>,
    reductions: [[i32; 64]; 64],
    pub(super) nodes: u64,
    node_limit: u64,
    stop: &'a AtomicBool,
    pub(super) stopped: bool,
    /// The depth of the iteration; lines are extended to twice that.
    pub(super) iteration: usize,
}

/// A node whose moves are to be searched.
struct Node {
    depth: i32,
    ply: usize,
    is_pv: bool,
    expects_cut: bool,
    in_check: bool,
    improving: bool,
    eval: i32,
}

/// A move whose turn has come at a node.
struct Candidate {
    mv: Move,
    /// How many were tried before it.
    tried: usize,
    quiet: bool,
    /// A capture that loses material.
    losing: bool,
    check: bool,
    /// The score of a quiet move by its history.
    history: i32,
}

impl<'a> Worker<'a> {
    pub(super) fn new(game: &Game, node_limit: u64, stop: &'a AtomicBool) -> Worker<'a> {
        // A table for small budgets is small, so that quick answers do not wait for memory.
        let entries = node_limit.clamp(1 << 12, 1 << 20) as usize;
        Worker {
            position: game.position().clone(),
            plies: game.plies().to_vec(),
            floor: 0,
            rules: game.rules(),
            table: Table::new(entries),
            history: History::new(),
            killers: [[None; 2]; MAX_PLY + 2],
            evals: [0; MAX_PLY + 2],
            lines: vec![Vec::new(); MAX_PLY + 2],
            reductions: reductions(),
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
        self.table.grow_old();
    }

    fn out_of_budget(&mut self) -> bool {
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
        let undo = self.position.play_unchecked(mv);
        self.plies.push(Ply { mv, undo, hash, check });
        self.nodes += 1;
    }

    pub(super) fn undo(&mut self) {
        if let Some(ply) = self.plies.pop() {
            self.position.undo_unchecked(ply.mv, ply.undo);
        }
    }

    fn in_check(&self) -> bool {
        match self.plies.last() {
            Some(ply) => ply.check,
            None => self.position.in_check(),
        }
    }

    /// The channel of the last move, unless the turn was passed.
    fn previous(&self) -> Option<usize> {
        let last = self.plies.last().filter(|_| self.plies.len() > self.floor)?;
        Some(channel(self.position.piece_at(last.mv.to)?, last.mv))
    }

    /// The score by repetition or the limit of quiet moves, if the position falls under them. In
    /// the search the second standing counts: what can be had twice can be had three times.
    fn rule_score(&self, ply: usize) -> Option<i32> {
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

    /// The score of the position for the side to move, searched `depth` plies deep.
    pub(super) fn search(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        expects_cut: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.quiesce(alpha, beta, ply);
        }
        self.lines[ply].clear();
        if self.out_of_budget() {
            return 0;
        }
        if let Some(score) = self.rule_score(ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return evaluate(&self.position);
        }
        // No line from here is better than mating now or worse than being mated now.
        alpha = alpha.max(ply as i32 - MATE);
        beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let is_pv = beta - alpha > 1;
        let entry = self.table.probe(self.position.hash());
        if let Some(entry) = entry
            && !is_pv
            && i32::from(entry.depth) >= depth
            && let Some(score) = self.table_cut(&entry, alpha, beta, ply)
        {
            return score;
        }
        let in_check = self.in_check();
        let eval = match entry {
            _ if in_check => -INFINITE,
            Some(entry) => entry.eval.into(),
            None => evaluate(&self.position),
        };
        self.evals[ply] = eval;
        let improving = !in_check && ply >= 2 && eval > self.evals[ply - 2];
        let mut node = Node { depth, ply, is_pv, expects_cut, in_check, improving, eval };
        if !is_pv
            && !in_check
            && let Some(score) = self.prune(&node, alpha, beta)
        {
            return score;
        }
        let best = entry.and_then(|entry| entry.best());
        if best.is_none() && depth >= 4 {
            // Without a move to try first a deep search is dear: look less deep first.
            depth -= 1;
            node.depth = depth;
        }
        self.search_moves(&node, best, alpha, beta)
    }

    fn table_cut(&self, entry: &Entry, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
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

    /// Whole-node pruning by the static value and by passing the turn.
    fn prune(&mut self, node: &Node, alpha: i32, beta: i32) -> Option<i32> {
        let Node { depth, ply, eval, .. } = *node;
        if beta.abs() >= DECIDED {
            return None;
        }
        let margin = 80 * (depth - i32::from(node.improving));
        if depth <= 8 && eval - margin >= beta {
            return Some((eval + beta) / 2);
        }
        if depth <= 3 && eval + 220 * depth + 60 <= alpha {
            let score = self.quiesce(alpha, alpha + 1, ply);
            if score <= alpha {
                return Some(score);
            }
        }
        let passed = self.floor == self.plies.len() && self.floor > 0;
        if depth < 3 || eval < beta || passed || !self.has_officers() {
            return None;
        }
        let reduction = 3 + depth / 3 + ((eval - beta) / 180).min(3);
        let floor = std::mem::replace(&mut self.floor, self.plies.len());
        self.position.flip_side();
        let score = -self.search(-beta, 1 - beta, depth - reduction, ply + 1, !node.expects_cut);
        self.position.flip_side();
        self.floor = floor;
        if self.stopped {
            return Some(0);
        }
        (score >= beta).then_some(if score >= DECIDED { beta } else { score })
    }

    /// Whether the side to move has a chariot, horse or cannon: with pawns alone, having to move
    /// may be what loses.
    fn has_officers(&self) -> bool {
        let us = self.position.side_to_move();
        [PieceKind::Chariot, PieceKind::Horse, PieceKind::Cannon]
            .into_iter()
            .any(|kind| !self.position.set_of(us, kind).is_empty())
    }

    fn search_moves(&mut self, node: &Node, first: Option<Move>, alpha: i32, beta: i32) -> i32 {
        let Node { depth, ply, .. } = *node;
        let mut bounds = (alpha, -INFINITE);
        let previous = self.previous();
        let hints = Hints { table: first, killers: self.killers[ply], previous };
        self.killers[ply + 1] = [None; 2];
        let moves = self.position.legal_moves();
        if moves.is_empty() {
            return ply as i32 - MATE;
        }
        let mut picker = Picker::new(&self.position, moves, &self.history, hints);
        let (mut tried, mut best_move) = (0, None);
        let mut quiets = Vec::new();
        while let Some((mv, losing)) = picker.pick(&self.position) {
            let candidate = self.candidate(mv, tried, losing, previous);
            let quiet = candidate.quiet;
            if bounds.1 > -DECIDED && self.skips(node, &candidate, bounds.0) {
                continue;
            }
            tried += 1;
            let score = self.try_move(node, &candidate, bounds.0, beta);
            if self.stopped {
                return 0;
            }
            if score > bounds.1 {
                bounds.1 = score;
                if score > bounds.0 {
                    bounds.0 = score;
                    best_move = Some(mv);
                    self.note_line(ply, mv);
                    if score >= beta {
                        self.reward(node, mv, quiet, &quiets, previous);
                        break;
                    }
                }
            }
            if quiet {
                quiets.push(mv);
            }
        }
        let best = bounds.1;
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.store(ply, best_move, best, node.eval, depth, bound);
        best
    }

    fn store(
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
            self.table.store(self.position.hash(), best, score, eval, depth, bound);
        }
    }

    /// Makes the move's line the best one from `ply`.
    fn note_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }

    fn candidate(
        &self,
        mv: Move,
        tried: usize,
        losing: bool,
        previous: Option<usize>,
    ) -> Candidate {
        let quiet = self.position.piece_at(mv.to).is_none();
        let check = self.position.gives_check(mv);
        let history = match self.position.piece_at(mv.from) {
            Some(piece) if quiet => self.history.score(channel(piece, mv), previous),
            _ => 0,
        };
        Candidate { mv, tried, quiet, losing, check, history }
    }

    fn reduction(&self, depth: i32, tried: usize) -> i32 {
        self.reductions[depth.min(63) as usize][tried.min(63)]
    }

    /// Whether a move is too unlikely to matter at this depth. Checks always matter.
    fn skips(&self, node: &Node, candidate: &Candidate, alpha: i32) -> bool {
        let Candidate { mv, tried, .. } = *candidate;
        let depth = node.depth;
        if candidate.check || depth > 8 {
            return false;
        }
        if !candidate.quiet {
            let pays = || see::gains(&self.position, mv, -120 * depth);
            return candidate.losing && depth <= 5 && !pays();
        }
        if node.in_check {
            return false;
        }
        let reduced = (depth - self.reduction(depth, tried)).max(1);
        let many = (4 + depth * depth) as usize / if node.improving { 1 } else { 2 };
        tried > many
            || node.eval + 90 + 85 * reduced <= alpha
            || depth <= 4 && tried > 2 && candidate.history < -3000 * depth
            || !see::gains(&self.position, mv, -35 * reduced * reduced)
    }

    /// Searches one move: the first in full, the others first with no window and reduced.
    fn try_move(&mut self, node: &Node, candidate: &Candidate, alpha: i32, beta: i32) -> i32 {
        let Node { depth, ply, is_pv, .. } = *node;
        let Candidate { mv, quiet, losing, check, .. } = *candidate;
        let tried = candidate.tried + 1;
        let extension = i32::from(check && !losing && ply < 2 * self.iteration);
        let deep = depth - 1 + extension;
        let mut reduction = 0;
        if depth >= 3 && tried > 1 + usize::from(is_pv) && (quiet || losing) {
            reduction = self.reduction(depth, tried);
            reduction += i32::from(node.expects_cut) + i32::from(!node.improving);
            reduction -= i32::from(is_pv) + i32::from(check) + i32::from(node.in_check);
            reduction -= candidate.history / 8000;
        }
        self.play(mv, check);
        let reduced = (deep - reduction).clamp(1.min(deep), deep);
        let mut score = alpha + 1;
        if tried > 1 || !is_pv {
            let cut = tried > 1 || !node.expects_cut;
            score = -self.search(-alpha - 1, -alpha, reduced, ply + 1, cut);
            if score > alpha && reduced < deep {
                score = -self.search(-alpha - 1, -alpha, deep, ply + 1, !node.expects_cut);
            }
        }
        if is_pv && (tried == 1 || score > alpha && score < beta) {
            score = -self.search(-beta, -alpha, deep, ply + 1, false);
        }
        self.undo();
        score
    }

    /// A move has refuted the node: remember it, and that the quiet moves before it did not.
    fn reward(
        &mut self,
        node: &Node,
        mv: Move,
        quiet: bool,
        before: &[Move],
        previous: Option<usize>,
    ) {
        if !quiet {
            return;
        }
        let killers = &mut self.killers[node.ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let bonus = (140 * node.depth - 60).min(1600);
        let mut update = |mv: Move, bonus| {
            if let Some(piece) = self.position.piece_at(mv.from) {
                debug_assert!(channel(piece, mv) < CHANNELS);
                self.history.update(channel(piece, mv), previous, bonus);
            }
        };
        update(mv, bonus);
        before.iter().for_each(|&mv| update(mv, -bonus));
    }

    /// Searches captures (all moves when in check) until nothing gains any more.
    fn quiesce(&mut self, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        self.lines[ply].clear();
        if self.out_of_budget() {
            return 0;
        }
        let entry = self.table.probe(self.position.hash());
        let is_pv = beta - alpha > 1;
        if let Some(entry) = entry
            && !is_pv
            && let Some(score) = self.table_cut(&entry, alpha, beta, ply)
        {
            return score;
        }
        let in_check = self.in_check();
        let eval = match entry {
            _ if in_check && ply < MAX_PLY => -INFINITE,
            Some(entry) if !in_check => entry.eval.into(),
            _ => evaluate(&self.position),
        };
        if eval >= beta || ply >= MAX_PLY {
            return eval;
        }
        let (original, mut best, mut best_move) = (alpha, eval, None);
        alpha = alpha.max(eval);
        let position = &self.position;
        let moves = if in_check { position.legal_moves() } else { position.legal_captures() };
        if in_check && moves.is_empty() {
            return ply as i32 - MATE;
        }
        let hints = Hints { table: entry.and_then(|e| e.best()), ..Hints::default() };
        let mut picker = Picker::new(position, moves, &self.history, hints);
        while let Some((mv, losing)) = picker.pick(&self.position) {
            let check = self.position.gives_check(mv);
            if !in_check {
                let prize = self.position.piece_at(mv.to).map_or(0, |p| see::value(p.kind));
                if losing || !check && eval + prize + 180 <= alpha {
                    continue;
                }
            }
            self.play(mv, check);
            let score = -self.quiesce(-beta, -alpha, ply + 1);
            self.undo();
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    self.note_line(ply, mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > original => Bound::Exact,
            _ => Bound::Upper,
        };
        self.store(ply, best_move, best, eval, 0, bound);
        best
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
fn reductions() -> [[i32; 64]; 64] {
    let mut table = [[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (tried, cell) in row.iter_mut().enumerate().skip(1) {
            *cell = (0.5 + (depth as f64).ln() * (tried as f64).ln() / 2.3) as i32;
        }
    }
    table
}
