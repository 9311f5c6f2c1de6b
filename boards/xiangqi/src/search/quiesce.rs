use super::order::{Hints, Picker};
use super::see;
use super::table::Bound;
use super::worker::{INFINITE, MATE, MAX_PLY, Worker};

impl Worker<'_> {
    /// Searches captures (all moves when in check) until nothing gains any more.
    pub(super) fn quiesce(&mut self, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        self.lines[ply].clear();
        if self.out_of_budget() {
            return 0;
        }
        let entry = self.memory.table.probe(self.position.hash());
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
            _ => self.evaluate(),
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
        let mut picker = Picker::new(position, moves, &self.memory.history, hints);
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
