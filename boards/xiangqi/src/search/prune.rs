//! Whole-node pruning, before any move is searched: reverse futility pruning, razoring, null-move
//! pruning and ProbCut.

use super::history::NO_PIECE_TO;
use super::order::{Hints, Picker, Wanted};
use super::pvs::Node;
use super::table::{Bound, Entry};
use super::worker::{DECIDED, Worker};
use crate::PieceKind;

/// Depth from which null-move cutoffs are verified by a search without null moves.
const VERIFICATION_DEPTH: i32 = 12;

impl Worker<'_> {
    /// The score of a node that can be pruned; `None` if its moves must be searched.
    pub(super) fn prune(&mut self, node: &Node, alpha: i32, beta: i32) -> Option<i32> {
        let Node { depth, ply, estimate, .. } = *node;
        if node.in_check || beta.abs() >= DECIDED {
            return None;
        }
        // Reverse futility pruning (static null move pruning): far enough above beta.
        let margin = 65 * (depth - i32::from(node.improving));
        if depth <= 8 && estimate - margin >= beta {
            return Some((estimate + beta) / 2);
        }
        // Razoring: far below alpha at low depth, so only captures can help.
        if depth <= 3 && node.eval + 240 * depth + 60 <= alpha {
            let score = self.quiesce(alpha, alpha + 1, ply);
            if score <= alpha {
                return Some(score);
            }
        }
        if let Some(score) = self.null_move(node, beta) {
            return Some(score);
        }
        if depth >= 5 { self.probcut(node, beta) } else { None }
    }

    /// Null-move pruning: if the side to move could even pass and still fail high, the node is cut.
    fn null_move(&mut self, node: &Node, beta: i32) -> Option<i32> {
        let Node { depth, ply, estimate, .. } = *node;
        // Never two null moves in a row: together they would only waste depth.
        let after_null_move =
            self.repetition_start == self.plies.len() && self.repetition_start > 0;
        if depth < 3
            || estimate < beta
            || after_null_move
            || ply < self.null_move_min_ply
            || !self.has_two_major_pieces()
        {
            return None;
        }
        let reduced = depth - (10 + depth) / 3 - ((estimate - beta) / 180).min(3);
        let repetition_start = std::mem::replace(&mut self.repetition_start, self.plies.len());
        self.position.flip_side();
        self.frame(ply).piece_to = NO_PIECE_TO;
        let score = -self.search(-beta, 1 - beta, reduced, ply + 1, !node.is_cut_node);
        self.position.flip_side();
        self.repetition_start = repetition_start;
        if self.stopped {
            return Some(0);
        }
        if score < beta {
            return None;
        }
        // A mate found after a null move is not proven, so it only counts as failing high.
        let score = if score >= DECIDED { beta } else { score };
        if depth < VERIFICATION_DEPTH || self.null_move_min_ply > 0 {
            return Some(score);
        }
        // As in Stockfish, null moves stay off for part of the verification search only.
        self.null_move_min_ply = ply + 3 * reduced.max(0) as usize / 4;
        let verified = self.search(beta - 1, beta, reduced, ply, false);
        self.null_move_min_ply = 0;
        (verified >= beta).then_some(score)
    }

    /// Whether the side to move has at least two of chariots, horses and cannons. With fewer,
    /// zugzwang is likely, and null-move pruning would be unsound.
    fn has_two_major_pieces(&self) -> bool {
        let majors = self.position.kind(PieceKind::Chariot)
            | self.position.kind(PieceKind::Horse)
            | self.position.kind(PieceKind::Cannon);
        (majors & self.position.of(self.position.side_to_move())).is_many()
    }

    /// ProbCut: a capture that beats beta by a margin in a shallower search cuts the node.
    fn probcut(&mut self, node: &Node, beta: i32) -> Option<i32> {
        let Node { depth, ply, .. } = *node;
        let high = beta + 100 - 30 * i32::from(node.improving);
        if high >= DECIDED
            || node.entry.is_some_and(|entry| {
                entry.bound != Bound::None && entry.depth >= depth - 3 && entry.score < high
            })
        {
            return None;
        }
        let hints = Hints { table: node.best(), ..Hints::default() };
        let wanted = Wanted::Captures(high - node.eval);
        let mut picker = Picker::new(&self.position, wanted, hints);
        while let Some((mv, _)) = picker.pick(&self.position, self.history) {
            let check = self.gives_check(mv);
            self.play(ply, mv, check);
            let mut score = -self.quiesce(-high, 1 - high, ply + 1);
            // A quiescence search first, which is cheap and refutes most candidates.
            if score >= high {
                score = -self.search(-high, 1 - high, depth - 4, ply + 1, !node.is_cut_node);
            }
            self.undo();
            if self.stopped {
                return Some(0);
            }
            if score >= high {
                let (eval, bound, was_pv) = (node.raw, Bound::Lower, node.was_pv());
                let best = Some(mv);
                self.store(ply, Entry { best, score, eval, depth: depth - 3, bound, was_pv });
                return Some(score);
            }
        }
        None
    }
}
