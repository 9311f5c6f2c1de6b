//! Nodes that are left before their moves are searched one by one: by the static value, by
//! passing the turn, and by captures that win so much that less depth will do.

use super::history::NO_CHANNEL;
use super::order::{Hints, Picker, Wanted};
use super::pvs::Node;
use super::table::{Bound, Entry};
use super::worker::{DECIDED, Worker};
use crate::PieceKind;

/// Depths from which a cut by passing the turn is verified by a search without passing.
const VERIFIED: i32 = 12;

impl Worker<'_> {
    /// The score of a node that needs no search of its moves.
    pub(super) fn prune(&mut self, node: &Node, alpha: i32, beta: i32) -> Option<i32> {
        let Node { depth, ply, estimate, .. } = *node;
        if node.in_check || beta.abs() >= DECIDED {
            return None;
        }
        let margin = 65 * (depth - i32::from(node.improving));
        if depth <= 8 && estimate - margin >= beta {
            return Some((estimate + beta) / 2);
        }
        if depth <= 3 && node.eval + 240 * depth + 60 <= alpha {
            let score = self.quiesce(alpha, alpha + 1, ply);
            if score <= alpha {
                return Some(score);
            }
        }
        if let Some(score) = self.pass(node, beta) {
            return Some(score);
        }
        if depth >= 5 { self.prune_by_capture(node, beta) } else { None }
    }

    /// Passes the turn: a position that is too good even then is too good.
    fn pass(&mut self, node: &Node, beta: i32) -> Option<i32> {
        let Node { depth, ply, estimate, .. } = *node;
        let passed = self.floor == self.plies.len() && self.floor > 0;
        if depth < 3
            || estimate < beta
            || passed
            || ply < self.no_pass_before
            || !self.has_officers()
        {
            return None;
        }
        let reduced = depth - (10 + depth) / 3 - ((estimate - beta) / 180).min(3);
        let floor = std::mem::replace(&mut self.floor, self.plies.len());
        self.position.flip_side();
        self.frame(ply).channel = NO_CHANNEL;
        let score = -self.search(-beta, 1 - beta, reduced, ply + 1, !node.expects_cut);
        self.position.flip_side();
        self.floor = floor;
        if self.stopped {
            return Some(0);
        }
        if score < beta {
            return None;
        }
        let score = if score >= DECIDED { beta } else { score };
        if depth < VERIFIED || self.no_pass_before > 0 {
            return Some(score);
        }
        self.no_pass_before = ply + 3 * reduced.max(0) as usize / 4;
        let verified = self.search(beta - 1, beta, reduced, ply, false);
        self.no_pass_before = 0;
        (verified >= beta).then_some(score)
    }

    /// Whether the side to move has two of chariots, horses and cannons: with fewer, having to move
    /// may be what loses.
    fn has_officers(&self) -> bool {
        let officers = self.position.kind(PieceKind::Chariot)
            | self.position.kind(PieceKind::Horse)
            | self.position.kind(PieceKind::Cannon);
        (officers & self.position.of(self.position.side_to_move())).is_many()
    }

    /// A capture that is far too good with less depth is good enough with all of it.
    fn prune_by_capture(&mut self, node: &Node, beta: i32) -> Option<i32> {
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
            if score >= high {
                score = -self.search(-high, 1 - high, depth - 4, ply + 1, !node.expects_cut);
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
