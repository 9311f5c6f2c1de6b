use super::order::{Hints, Picker, Wanted};
use super::see;
use super::table::{Bound, Entry};
use super::worker::{DECIDED, INFINITE, MATE, MAX_PLY, Worker};

impl Worker<'_> {
    /// Whether the side to move is not in check and no capture gains `margin`.
    pub(super) fn is_quiet(&mut self, margin: i32) -> bool {
        if self.in_check() {
            return false;
        }
        let beta = self.evaluate_with(None, 0).1 + margin;
        self.quiesce(beta - 1, beta, 0) < beta
    }

    /// Quiescence search: searches captures (all evasions in check) until the position is quiet.
    pub(super) fn quiesce(&mut self, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        let is_pv = beta - alpha > 1;
        // Cleared in null-window nodes too: the window of a PV parent may have narrowed to one
        // point.
        self.lines[ply].clear();
        let known = if self.out_of_budget() { Some(0) } else { self.limit_score() };
        if let Some(score) = known {
            return score;
        }
        let entry = self.probe(ply);
        if let Some(entry) = entry
            && !is_pv
            && let Some(score) = entry.cuts(alpha, beta)
        {
            return score;
        }
        if ply >= MAX_PLY {
            return self.evaluate();
        }
        let in_check = self.in_check();
        let (raw, stand_pat) = self.stand_pat(entry.as_ref(), in_check, ply);
        if stand_pat >= beta {
            return stand_pat;
        }
        let original = alpha;
        alpha = alpha.max(stand_pat);
        let table = entry.and_then(|entry| entry.best);
        let hints = Hints { table, prior_moves: self.prior_moves(ply), ..Hints::default() };
        let wanted = if in_check { Wanted::Evasions } else { Wanted::Captures(0) };
        let mut picker = Picker::new(&self.position, wanted, hints);
        let (mut best, mut best_move, mut quiet_evasions) = (stand_pat, None, 0);
        while let Some((mv, _)) = picker.pick(&self.position, self.history) {
            let (taken, check) = (self.position.piece_at(mv.to), self.gives_check(mv));
            if best > -DECIDED {
                // Delta pruning: even winning the captured piece would not come near alpha.
                let prize = taken.map_or(0, |piece| see::value(piece.kind));
                if !in_check && !check && stand_pat + prize + 180 <= alpha {
                    continue;
                }
                quiet_evasions += usize::from(in_check && taken.is_none());
                if quiet_evasions > 2 {
                    break;
                }
            }
            self.play(ply, mv, check);
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
                    if is_pv {
                        self.update_pv(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        if in_check && best == -INFINITE {
            return ply as i32 - MATE;
        }
        let bound = Bound::of(best, original, beta);
        let was_pv = is_pv || entry.is_some_and(|entry| entry.was_pv);
        self.store(ply, Entry { best: best_move, score: best, eval: raw, depth: 0, bound, was_pv });
        best
    }

    /// The raw evaluation and the stand-pat score. In check there is neither, as the side cannot
    /// decline to move.
    fn stand_pat(&mut self, entry: Option<&Entry>, in_check: bool, ply: usize) -> (i32, i32) {
        if in_check {
            return (-INFINITE, -INFINITE);
        }
        let (raw, eval) = self.evaluate_with(entry, ply);
        (raw, entry.and_then(|entry| entry.tighter_than(eval)).unwrap_or(eval))
    }
}
