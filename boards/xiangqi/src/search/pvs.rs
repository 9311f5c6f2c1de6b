//! Principal variation search (PVS): entry of a node, up to its move loop.

use super::table::{Bound, Entry};
use super::worker::{DECIDED, INFINITE, MATE, MAX_PLY, Worker};
use crate::Move;

/// A node whose moves are to be searched.
pub(super) struct Node {
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) is_pv: bool,
    pub(super) is_cut_node: bool,
    pub(super) in_check: bool,
    /// Whether the static evaluation has risen since the side's last move.
    pub(super) improving: bool,
    /// The evaluation before correction, as stored in the table.
    pub(super) raw: i32,
    /// The evaluation after correction.
    pub(super) eval: i32,
    /// `eval`, or the table's score where that bound is tighter.
    pub(super) estimate: i32,
    pub(super) entry: Option<Entry>,
    pub(super) excluded: Option<Move>,
}

impl Node {
    pub(super) fn best(&self) -> Option<Move> {
        self.entry?.best
    }

    pub(super) fn was_pv(&self) -> bool {
        self.is_pv || self.entry.is_some_and(|entry| entry.was_pv)
    }
}

impl Worker<'_> {
    /// The score of the position for the side to move, searched `depth` plies deep with the window
    /// from `alpha` to `beta`. `is_cut_node` marks a node that is expected to fail high.
    pub(super) fn search(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
        is_cut_node: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.quiesce(alpha, beta, ply);
        }
        let is_pv = beta - alpha > 1;
        // Cleared in null-window nodes too: the window of a PV parent may have narrowed to one
        // point.
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
        // Mate distance pruning: no line is better than mating now or worse than being mated now.
        alpha = alpha.max(ply as i32 - MATE);
        beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let entry = self.probe(ply);
        let excluded = self.frame(ply).excluded;
        if let Some(entry) = entry
            && !is_pv
            && excluded.is_none()
            && entry.depth >= depth
            && let Some(score) = entry.cuts(alpha, beta)
        {
            if score >= beta {
                self.reward_table_move(&entry, depth, ply);
            }
            return score;
        }
        let mut node = self.assess(entry, depth, ply);
        (node.is_pv, node.is_cut_node, node.excluded) = (is_pv, is_cut_node, excluded);
        if !is_pv
            && excluded.is_none()
            && let Some(score) = self.prune(&node, alpha, beta)
        {
            return score;
        }
        if node.best().is_none() && depth >= 4 && excluded.is_none() {
            // Internal iterative reduction: without a hash move, a full-depth search is
            // inefficient.
            node.depth -= 1;
        }
        self.search_moves(&node, alpha, beta)
    }

    /// Static evaluation and search state of a node before anything is searched.
    fn assess(&mut self, entry: Option<Entry>, depth: i32, ply: usize) -> Node {
        let in_check = self.in_check();
        let (raw, eval) = if in_check {
            (-INFINITE, self.eval_before(ply, 2))
        } else {
            self.evaluate_with(entry.as_ref(), ply)
        };
        self.frame(ply).eval = eval;
        self.frame(ply + 2).cutoffs = 0;
        self.frame(ply + 1).killers = [None; 2];
        let estimate = match entry {
            Some(entry) if !in_check => entry.tighter_than(eval).unwrap_or(eval),
            _ => eval,
        };
        let improving = !in_check && eval > self.eval_before(ply, 2);
        Node {
            depth,
            ply,
            is_pv: false,
            is_cut_node: false,
            in_check,
            improving,
            raw,
            eval,
            estimate,
            entry,
            excluded: None,
        }
    }

    /// The evaluation, from the table if stored there, and its corrected value.
    pub(super) fn evaluate_with(&mut self, entry: Option<&Entry>, ply: usize) -> (i32, i32) {
        let raw = match entry {
            Some(entry) if entry.eval != -INFINITE => entry.eval,
            _ => {
                let raw = self.evaluate();
                if entry.is_none() {
                    let (best, bound) = (None, Bound::None);
                    let fresh =
                        Entry { best, score: 0, eval: raw, depth: -2, bound, was_pv: false };
                    self.store(ply, fresh);
                }
                raw
            }
        };
        let corrected = self.scale_near_limit(raw + self.history.correction(&self.position));
        (raw, corrected.clamp(1 - DECIDED, DECIDED - 1))
    }
}
