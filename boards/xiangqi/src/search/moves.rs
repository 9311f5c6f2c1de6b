//! The move loop of a node: principal variation search with late move reductions, pruning of
//! unpromising moves, and singular extensions.

use super::history::piece_to;
use super::order::{Hints, Picker, Wanted};
use super::pvs::Node;
use super::see;
use super::table::{Bound, Entry};
use super::worker::{DECIDED, INFINITE, MATE, Worker};
use crate::{Move, PieceKind};

/// A move to be searched at a node.
struct Candidate {
    mv: Move,
    /// Number of moves searched before it.
    tried: usize,
    /// The kind of the captured piece.
    taken: Option<PieceKind>,
    /// Whether it is a capture that loses material by static exchange evaluation.
    losing: bool,
    check: bool,
    /// Its history score: quiet or capture history.
    history: i32,
}

/// The state of a node's move loop.
struct Progress {
    alpha: i32,
    best: i32,
    best_move: Option<Move>,
    tried: usize,
    /// The first 32 moves that did not raise alpha.
    failed: [Option<Move>; 32],
}

impl Worker<'_> {
    /// Searches the moves of a node with the window from `alpha` to `beta` (fail-soft).
    pub(super) fn search_moves(&mut self, node: &Node, alpha: i32, beta: i32) -> i32 {
        let ply = node.ply;
        let prior_moves = self.prior_moves(ply);
        let hints = Hints { table: node.best(), killers: self.frame(ply).killers, prior_moves };
        let wanted = if node.in_check { Wanted::Evasions } else { Wanted::All };
        let mut picker = Picker::new(&self.position, wanted, hints);
        let mut progress =
            Progress { alpha, best: -INFINITE, best_move: None, tried: 0, failed: [None; 32] };
        while let Some((mv, losing)) = picker.pick(&self.position, self.history) {
            if node.excluded == Some(mv) {
                continue;
            }
            let candidate = self.candidate(mv, progress.tried, losing, ply);
            // Nothing is pruned until some move avoids a loss; otherwise pruning could fake a mate.
            if progress.best > -DECIDED {
                if self.is_pruned(node, &candidate, progress.alpha) {
                    continue;
                }
                // Late move pruning: after enough moves, the rest of the quiet moves is skipped.
                let many = (5 + node.depth * node.depth * 6 / 5) as usize;
                picker.skips_quiets |= progress.tried > many / if node.improving { 1 } else { 2 };
            }
            let extension = match self.extension(node, &candidate, beta) {
                Ok(extension) => extension,
                Err(score) => return score,
            };
            progress.tried += 1;
            let score = self.try_move(node, &candidate, extension, &progress, beta);
            if self.stopped {
                return 0;
            }
            if score > progress.best {
                progress.best = score;
                if score > progress.alpha {
                    progress.alpha = score;
                    progress.best_move = Some(mv);
                    if node.is_pv {
                        self.update_pv(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
            if let Some(cell) = progress.failed.get_mut(progress.tried - 1) {
                *cell = Some(mv);
            }
        }
        if progress.tried == 0 && progress.best == -INFINITE {
            // Mated or stalemated, both of which lose; or the excluded move is the only legal one.
            return if node.excluded.is_some() { alpha } else { ply as i32 - MATE };
        }
        self.finish_node(node, &progress, alpha, beta);
        progress.best
    }

    /// Updates histories, transposition table and correction history with the node's result.
    fn finish_node(&mut self, node: &Node, progress: &Progress, alpha: i32, beta: i32) {
        let (best, best_move) = (progress.best, progress.best_move);
        if best >= beta {
            self.frame(node.ply).cutoffs += 1;
        }
        if let Some(mv) = best_move {
            self.reward(node, mv, &progress.failed);
        } else {
            self.reward_previous(node);
        }
        if node.excluded.is_some() {
            return;
        }
        let bound = Bound::of(best, alpha, beta);
        let (depth, was_pv) = (node.depth, node.was_pv());
        let eval = node.raw;
        self.store(node.ply, Entry { best: best_move, score: best, eval, depth, bound, was_pv });
        // A bound corrects the evaluation only if it contradicts it. Near the natural limit, scores
        // depend on the move counter and say nothing about the evaluation.
        let quiet = best_move.is_none_or(|mv| self.position.piece_at(mv.to).is_none());
        let is_uninformative = bound == Bound::Lower && best <= node.eval
            || bound == Bound::Upper && best >= node.eval;
        let is_uninformative = is_uninformative || self.is_near_limit();
        if !node.in_check && quiet && !is_uninformative && best.abs() < DECIDED {
            self.history.correct(&self.position, best - node.eval, depth);
        }
    }

    fn candidate(&self, mv: Move, tried: usize, losing: bool, ply: usize) -> Candidate {
        let taken = self.position.piece_at(mv.to).map(|piece| piece.kind);
        let check = self.gives_check(mv);
        let history = match (self.position.piece_at(mv.from), taken) {
            (Some(piece), None) => self.history.quiet(piece_to(piece, mv), &self.prior_moves(ply)),
            (Some(piece), Some(taken)) => self.history.capture(piece_to(piece, mv), taken),
            _ => 0,
        };
        Candidate { mv, tried, taken, losing, check, history }
    }

    /// Whether a move is pruned: by futility, history or static exchange evaluation. Moves that
    /// give check never are.
    fn is_pruned(&self, node: &Node, candidate: &Candidate, alpha: i32) -> bool {
        let Candidate { mv, tried, history, .. } = *candidate;
        let depth = node.depth;
        if candidate.check || depth > 8 {
            return false;
        }
        if let Some(taken) = candidate.taken {
            let reduced = (depth - self.base_reduction(depth, tried) / 1024).max(0);
            let hope = node.eval + 130 + 110 * reduced + see::value(taken) + history / 40;
            return !node.in_check && depth <= 5 && tried > 0 && hope <= alpha
                || candidate.losing && depth <= 5 && !see::gains(&self.position, mv, -120 * depth);
        }
        if node.in_check {
            return false;
        }
        let reduced = (depth - self.base_reduction(depth, tried) / 1024).max(1);
        depth <= 5 && history < -4000 * depth
            || node.eval + 90 + 85 * reduced <= alpha
            || !see::gains(&self.position, mv, -35 * reduced * reduced)
    }

    /// Extension of a move in plies, negative to reduce it; or, as an error, the score of the node
    /// if multi-cut prunes it.
    fn extension(&mut self, node: &Node, candidate: &Candidate, beta: i32) -> Result<i32, i32> {
        let Node { depth, ply, .. } = *node;
        // Stops chains of extensions from exploding the tree.
        if ply >= 2 * self.iteration {
            return Ok(0);
        }
        // Beyond the depth of the iteration checks are searched no deeper: pointless series of
        // checks would swallow the nodes that a quiet endgame or an attack needs.
        let extends_check = candidate.check && !candidate.losing && ply < self.iteration;
        let gives = i32::from(extends_check);
        let Some(entry) = node.entry else { return Ok(gives) };
        if depth < 6
            || entry.best != Some(candidate.mv)
            || node.excluded.is_some()
            || entry.depth < depth - 3
            || !entry.bound.is_lower()
            || entry.score.abs() >= DECIDED
        {
            return Ok(gives);
        }
        // Singular extension: is every other move worse than the table move by a margin?
        let short = entry.score - 2 * depth;
        self.frame(ply).excluded = Some(candidate.mv);
        let score = self.search(short - 1, short, (depth - 1) / 2, ply, node.is_cut_node);
        self.frame(ply).excluded = None;
        if score < short {
            Ok(1 + i32::from(!node.is_pv && score < short - 25))
        } else if short >= beta {
            Err(short)
        } else if entry.score >= beta {
            Ok(-2)
        } else {
            Ok(if node.is_cut_node { -1 } else { gives })
        }
    }

    /// Searches one move: the first in full, the others reduced and with a null window, re-searched
    /// if they fail high.
    fn try_move(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        extension: i32,
        progress: &Progress,
        beta: i32,
    ) -> i32 {
        let Node { depth, ply, is_pv, .. } = *node;
        let Candidate { mv, check, tried, .. } = *candidate;
        let alpha = progress.alpha;
        let mut deep = depth - 1 + extension;
        let reduction = self.reduction(node, candidate);
        self.play(ply, mv, check);
        let reduced = (deep - reduction).clamp(1.min(deep), deep.max(0));
        let mut score = alpha + 1;
        if tried > 0 || !is_pv {
            let child_is_cut_node = tried > 0 || !node.is_cut_node;
            score = -self.search(-alpha - 1, -alpha, reduced, ply + 1, child_is_cut_node);
            if score > alpha && reduced < deep {
                // After a surprising result searches deeper, after a narrow one less deep.
                deep += i32::from(score > progress.best + 45 + 2 * deep);
                deep -= i32::from(score < progress.best + 8);
                if reduced < deep {
                    score = -self.search(-alpha - 1, -alpha, deep, ply + 1, !node.is_cut_node);
                }
            }
        }
        if is_pv && (tried == 0 || score > alpha && score < beta) {
            score = -self.search(-beta, -alpha, deep, ply + 1, false);
        }
        self.undo();
        score
    }

    /// Late move reduction of a move, in plies.
    fn reduction(&mut self, node: &Node, candidate: &Candidate) -> i32 {
        let Candidate { tried, losing, .. } = *candidate;
        let quiet = candidate.taken.is_none();
        let late = tried > usize::from(node.is_pv);
        if node.depth < 3 || !late || !(quiet || losing) {
            return 0;
        }
        let table_takes = node.best().is_some_and(|mv| self.position.piece_at(mv.to).is_some());
        let plies = |condition: bool| if condition { 1024 } else { 0 };
        let mut reduction = self.base_reduction(node.depth, tried + 1);
        reduction += plies(node.is_cut_node) * 7 / 8
            + plies(!node.improving) * 3 / 4
            + plies(table_takes) / 2;
        reduction += plies(self.frame(node.ply + 1).cutoffs > 3) / 2;
        reduction -=
            plies(node.is_pv) * 5 / 4 + plies(candidate.check) * 5 / 4 + plies(node.in_check);
        reduction -= plies(node.was_pv()) / 2;
        if quiet {
            reduction -= candidate.history / 18;
        }
        reduction >> 10
    }
}
