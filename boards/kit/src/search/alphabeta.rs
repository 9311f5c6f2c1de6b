//! Alpha-beta search for two-seat games with perfect information: iterative deepening, principal
//! variation search (PVS), a transposition table, killer moves, the history heuristic and late move
//! reductions (LMR).
//!
//! Values are in hundredths of the game's unit, always from the point of view of the seat to move.

use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashMap;

use super::table::{Bound, Table};
use super::{Board, Candidate, Limits, Line, Report, Turn, Worth};

/// Value of a win at the root. Each ply of distance takes one off, so the quickest win is best.
const WIN: i32 = 30_000;
/// Values beyond this are proven wins and losses.
const DECIDED: i32 = WIN - 1_000;
const INFINITY: i32 = 32_000;
/// Maximum search ply.
const PLIES_MAX: usize = 128;

/// Searches for the best move. The game must have two seats and an evaluation. A chance node is a
/// leaf with the value of its evaluation, so that games with dice are better searched by samples.
pub fn search<B: Board>(game: &B, limits: &Limits, stop: &AtomicBool) -> Report<B::Move> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let entries = limits.nodes.clamp(1 << 10, 1 << 20) as usize;
    let mut search = Search {
        game: game.clone(),
        table: Table::new(entries),
        killers: vec![[None; 2]; PLIES_MAX + 1],
        history: FxHashMap::default(),
        lines: usize::from(limits.lines).max(1),
        nodes: 0,
        limit: limits.nodes,
        stop,
        stopped: false,
    };
    let mut root: Vec<(B::Move, i32)> = moves.into_iter().map(|mv| (mv, -INFINITY)).collect();
    let mut depth = 0;
    for next in 1..=limits.depth.min(PLIES_MAX as u8 - 1) {
        let before = root.clone();
        let finished = search.root(&mut root, next);
        if !finished {
            if search.lines > 1 && depth > 0 {
                // Several lines are compared with each other: all are of one depth.
                root = before;
            }
            break;
        }
        depth = next;
        // A win or loss within the searched depth, or a forced move: deeper search changes nothing.
        if root.first().is_none_or(|(_, value)| value.abs() >= WIN - i32::from(next))
            || (root.len() == 1 && next >= 4)
        {
            break;
        }
    }
    let lines = root
        .iter()
        .take(search.lines)
        .take_while(|(_, value)| *value > -INFINITY)
        .map(|&(mv, value)| Line {
            moves: search.principal_variation(mv, depth),
            worth: worth(value),
        })
        .collect();
    let candidates = root
        .into_iter()
        .map(|(mv, value)| Candidate { mv, visits: 0, value: squash(value) })
        .collect();
    Report { candidates, lines, depth: u32::from(depth), nodes: search.nodes }
}

/// A value at the root as others understand it.
fn worth(value: i32) -> Worth {
    if value.abs() < DECIDED {
        return Worth::Score(value);
    }
    let plies = (WIN - value.abs()).unsigned_abs();
    if value > 0 { Worth::WonIn(plies) } else { Worth::LostIn(plies) }
}

/// Maps a score to -1..1 by a hyperbolic tangent: ten units are about three quarters of a win.
fn squash(value: i32) -> f64 {
    if value.abs() >= DECIDED {
        return f64::from(value.signum());
    }
    (f64::from(value) / 1_000.0).tanh() * 0.999
}

struct Search<'a, B: Board> {
    game: B,
    table: Table<B::Move>,
    killers: Vec<[Option<B::Move>; 2]>,
    history: FxHashMap<(usize, B::Move), u32>,
    /// How many of the root's moves get exact values.
    lines: usize,
    nodes: u64,
    limit: u64,
    stop: &'a AtomicBool,
    stopped: bool,
}

impl<B: Board> Search<'_, B> {
    /// One iteration over the root moves, which are left sorted best first. Returns whether it was
    /// finished. The results of an aborted iteration are kept too: it searches the previous best
    /// move first, so its best move so far is at least as well founded.
    fn root(&mut self, root: &mut Vec<(B::Move, i32)>, depth: u8) -> bool {
        let Turn::Seat(mover) = self.game.turn() else { return false };
        let mut done: Vec<(B::Move, i32)> = Vec::with_capacity(root.len());
        for (index, &(mv, _)) in root.iter().enumerate() {
            // The last of the best moves so far is the one to beat.
            let alpha = done.get(self.lines - 1).map_or(-INFINITY, |(_, value)| *value);
            let index = if index < self.lines { 0 } else { index };
            let value = self.child(mover, mv, depth, 0, alpha, INFINITY, index, 0);
            if self.stopped {
                break;
            }
            // A move that fails low has only an upper bound, so it goes behind the moves searched
            // before.
            let place = if value > alpha {
                done.partition_point(|(_, other)| *other >= value)
            } else {
                done.len()
            };
            done.insert(place, (mv, value));
        }
        let finished = !self.stopped;
        if !done.is_empty() {
            let rest: Vec<_> = root
                .iter()
                .filter(|(mv, _)| done.iter().all(|(seen, _)| seen != mv))
                .copied()
                .collect();
            done.extend(rest);
            *root = done;
        }
        finished
    }

    /// The value of a move at `ply` to `mover`. Only the first move of a node (`index` 0) gets the
    /// full window; the others get a null window, reduced by `reduction`, and are re-searched if
    /// they fail high.
    #[expect(clippy::too_many_arguments, reason = "the window, the place and the reduction")]
    fn child(
        &mut self,
        mover: usize,
        mv: B::Move,
        depth: u8,
        ply: usize,
        alpha: i32,
        beta: i32,
        index: usize,
        reduction: u8,
    ) -> i32 {
        self.game.play(mv);
        self.nodes += 1;
        let next = depth - 1;
        let mut value;
        if index == 0 {
            value = self.value_to(mover, next, ply + 1, alpha, beta);
        } else {
            value = self.value_to(mover, next.saturating_sub(reduction), ply + 1, alpha, alpha + 1);
            if value > alpha && reduction > 0 && !self.stopped {
                value = self.value_to(mover, next, ply + 1, alpha, alpha + 1);
            }
            if value > alpha && value < beta && !self.stopped {
                value = self.value_to(mover, next, ply + 1, alpha, beta);
            }
        }
        self.game.undo();
        value
    }

    /// The value of the present position to `seat`. Negates only if the turn changes: in some games
    /// a seat may move twice in a row.
    fn value_to(&mut self, seat: usize, depth: u8, ply: usize, alpha: i32, beta: i32) -> i32 {
        match self.game.turn() {
            Turn::Seat(mover) if mover != seat => -self.node(mover, depth, ply, -beta, -alpha),
            Turn::Seat(mover) => self.node(mover, depth, ply, alpha, beta),
            Turn::Over => self.terminal_value(seat, ply),
            Turn::Chance => self.evaluation(seat),
        }
    }

    /// What a position that is not searched further is worth to a seat.
    fn evaluation(&self, seat: usize) -> i32 {
        self.game.score(seat).unwrap_or(0).clamp(-20_000, 20_000)
    }

    /// The value of a finished game at `ply`.
    fn terminal_value(&self, seat: usize, ply: usize) -> i32 {
        let payoff = self.game.payoff(seat);
        let late = i32::try_from(ply).unwrap_or(0);
        if payoff > 0.0 {
            WIN - late
        } else if payoff < 0.0 {
            late - WIN
        } else {
            0
        }
    }

    fn node(&mut self, mover: usize, depth: u8, ply: usize, alpha: i32, beta: i32) -> i32 {
        // At every node: where scripts make the moves, one may take milliseconds.
        self.stopped |= self.nodes >= self.limit || self.stop.load(Ordering::Relaxed);
        if self.stopped || depth == 0 || ply >= PLIES_MAX {
            return self.evaluation(mover);
        }
        let key = self.game.hash();
        let entry = self.table.probe(key);
        if let Some(entry) = entry
            && entry.depth >= depth
        {
            let value = from_table(entry.value, ply);
            match entry.bound {
                Bound::Exact => return value,
                Bound::Lower if value >= beta => return value,
                Bound::Upper if value <= alpha => return value,
                _ => {}
            }
        }
        let moves = self.ordered(mover, ply, entry.and_then(|entry| entry.best));
        if moves.is_empty() {
            return self.terminal_value(mover, ply);
        }
        let (mut best, mut best_move, mut window) = (-INFINITY, None, alpha);
        for (index, mv) in moves.into_iter().enumerate() {
            let reduction =
                u8::from(depth >= 3 && index >= 4) + u8::from(depth >= 6 && index >= 12);
            let value = self.child(mover, mv, depth, ply, window, beta, index, reduction);
            if self.stopped {
                // An aborted search; the callers discard this value.
                return best.max(alpha);
            }
            if value > best {
                (best, best_move) = (value, Some(mv));
                window = window.max(value);
            }
            if value >= beta {
                self.note_cutoff(mover, mv, depth, ply);
                break;
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table.store(key, to_table(best, ply), depth, bound, best_move);
        best
    }

    /// All moves in search order: hash move, killers, then by history score. The sort is stable, so
    /// ties keep the game's order.
    fn ordered(&self, mover: usize, ply: usize, first: Option<B::Move>) -> Vec<B::Move> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        let killers = self.killers[ply.min(PLIES_MAX)];
        moves.sort_by_cached_key(|mv| {
            let rank = if Some(*mv) == first {
                u32::MAX
            } else if killers.contains(&Some(*mv)) {
                u32::MAX - 1
            } else {
                self.history.get(&(mover, *mv)).copied().unwrap_or(0)
            };
            std::cmp::Reverse(rank)
        });
        moves
    }

    /// Updates killers and history for a move that caused a beta cutoff.
    fn note_cutoff(&mut self, mover: usize, mv: B::Move, depth: u8, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let weight = u32::from(depth) * u32::from(depth);
        let entry = self.history.entry((mover, mv)).or_default();
        *entry = (*entry + weight).min(u32::MAX / 2);
    }

    /// What is expected to follow a move, which comes first; read from the transposition table.
    fn principal_variation(&self, first: B::Move, depth: u8) -> Vec<B::Move> {
        let mut line = vec![first];
        let mut game = self.game.clone();
        while let Some(mv) = line.last().copied() {
            game.play(mv);
            if line.len() >= usize::from(depth) || game.turn() == Turn::Over {
                break;
            }
            let mut moves = Vec::new();
            game.moves(&mut moves);
            match self.table.probe(game.hash()).and_then(|entry| entry.best) {
                Some(next) if moves.contains(&next) => line.push(next),
                _ => break,
            }
        }
        line
    }
}

/// Converts a win or loss from its distance to the root to its distance to the node, because the
/// same position is reached at different plies.
fn to_table(value: i32, ply: usize) -> i32 {
    let ply = i32::try_from(ply).unwrap_or(0);
    if value >= DECIDED {
        value + ply
    } else if value <= -DECIDED {
        value - ply
    } else {
        value
    }
}

fn from_table(value: i32, ply: usize) -> i32 {
    let ply = i32::try_from(ply).unwrap_or(0);
    if value >= DECIDED {
        value - ply
    } else if value <= -DECIDED {
        value + ply
    } else {
        value
    }
}
