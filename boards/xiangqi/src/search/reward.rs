//! Updates of killers and histories after a node's moves have been searched.

use super::history::piece_to;
use super::pvs::Node;
use super::table::Entry;
use super::worker::Worker;
use crate::Move;

/// History bonus of a cutoff at this depth.
fn bonus(depth: i32) -> i32 {
    (200 * depth - 60).clamp(0, 1600)
}

impl Worker<'_> {
    /// `mv` was best at its node: rewards it and penalizes the moves searched before it.
    pub(super) fn reward(&mut self, node: &Node, mv: Move, failed: &[Option<Move>]) {
        let bonus = bonus(node.depth);
        let quiet = self.position.piece_at(mv.to).is_none();
        if quiet {
            let killers = &mut self.frame(node.ply).killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
        self.remember(mv, node.ply, bonus);
        for &other in failed.iter().flatten().filter(|&&other| other != mv) {
            // Captures are tried first, so a best capture says nothing about the quiet moves after
            // it.
            if quiet || self.position.piece_at(other.to).is_some() {
                self.remember(other, node.ply, -bonus);
            }
        }
    }

    /// The table cut off this node: rewards its move, if it is quiet.
    pub(super) fn reward_table_move(&mut self, entry: &Entry, depth: i32, ply: usize) {
        if let Some(mv) = entry.best
            && self.position.piece_at(mv.to).is_none()
            && self.position.is_legal(mv)
        {
            self.remember(mv, ply, bonus(depth) / 2);
        }
    }

    /// All moves of a node failed low: rewards the quiet move that led to it.
    pub(super) fn reward_previous(&mut self, node: &Node) {
        let Some(last) = self.plies.last().copied() else { return };
        if node.ply == 0
            || self.plies.len() == self.repetition_start
            || last.undo.captured.is_some()
        {
            return;
        }
        if let Some(piece) = self.position.piece_at(last.mv.to) {
            let prior_moves = self.prior_moves(node.ply - 1);
            self.history.update_quiet(
                piece_to(piece, last.mv),
                &prior_moves,
                bonus(node.depth) / 2,
            );
        }
    }

    fn remember(&mut self, mv: Move, ply: usize, bonus: i32) {
        let Some(piece) = self.position.piece_at(mv.from) else { return };
        match self.position.piece_at(mv.to) {
            None => {
                let prior_moves = self.prior_moves(ply);
                self.history.update_quiet(piece_to(piece, mv), &prior_moves, bonus);
            }
            Some(taken) => self.history.update_capture(piece_to(piece, mv), taken.kind, bonus),
        }
    }
}
