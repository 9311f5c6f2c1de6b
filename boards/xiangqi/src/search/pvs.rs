//! Principal variation search: the first move of a node in full, the others by proving that they
//! are no better, with what can be skipped or looked at less deeply skipped or reduced.

use super::order::{Hints, Picker, channel};
use super::see;
use super::table::Bound;
use super::worker::{DECIDED, INFINITE, MATE, MAX_PLY, Worker};
use crate::{Move, PieceKind};

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

impl Worker<'_> {
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
            return self.evaluate();
        }
        // No line from here is better than mating now or worse than being mated now.
        alpha = alpha.max(ply as i32 - MATE);
        beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let is_pv = beta - alpha > 1;
        let entry = self.memory.table.probe(self.position.hash());
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
            None => self.evaluate(),
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
        let mut picker = Picker::new(&self.position, moves, &self.memory.history, hints);
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
            Some(piece) if quiet => self.memory.history.score(channel(piece, mv), previous),
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
                self.memory.history.update(channel(piece, mv), previous, bonus);
            }
        };
        update(mv, bonus);
        before.iter().for_each(|&mv| update(mv, -bonus));
    }
}
