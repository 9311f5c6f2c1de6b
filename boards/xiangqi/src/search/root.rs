use std::sync::atomic::AtomicBool;

use super::worker::{INFINITE, MATE, MATE_BOUND, Memory, Worker};
use super::{Limits, Score, Thought};
use crate::{Game, Move, Status, WinReason};

/// The deepest iteration.
const MAX_DEPTH: u8 = 90;
/// Half of the first window around the last iteration's score.
const WINDOW: i32 = 18;

/// A move at the root with what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Exact if within the margin of the best, else below it.
    pub(super) score: i32,
    pub(super) line: Vec<Move>,
}

/// The iterations of one search.
pub(super) struct Root<'a> {
    worker: Worker<'a>,
    moves: Vec<RootMove>,
    /// Moves so much worse than the best are still scored exactly.
    margin: i32,
    max_depth: u8,
    thought: Thought,
    /// The moves after the last finished iteration, the best first.
    finished: Vec<RootMove>,
}

impl<'a> Root<'a> {
    pub(super) fn new(
        game: &Game,
        limits: &Limits,
        margin: i32,
        stop: &'a AtomicBool,
        memory: &'a mut Memory,
    ) -> Root<'a> {
        let worker = Worker::new(game, limits.nodes.unwrap_or(u64::MAX), stop, memory);
        let legal = game.legal_moves();
        let moves: Vec<RootMove> =
            legal.into_iter().map(|mv| RootMove { mv, score: 0, line: vec![mv] }).collect();
        let mated = matches!(
            game.status(),
            Status::Won { winner, reason: WinReason::Checkmate | WinReason::Stalemate }
                if winner != game.side_to_move()
        );
        let thought = Thought {
            best: moves.first().map(|root| root.mv),
            score: if mated { Score::Mate(0) } else { Score::Cp(0) },
            pv: moves.first().map(|root| root.mv).into_iter().collect(),
            depth: 0,
            nodes: 0,
        };
        let max_depth = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        Root { worker, finished: moves.clone(), moves, margin, max_depth, thought }
    }

    pub(super) fn into_thought(self) -> Thought {
        self.thought
    }

    pub(super) fn finished(&self) -> &[RootMove] {
        &self.finished
    }

    /// Searches deeper and deeper until a limit.
    pub(super) fn deepen(&mut self, report: &mut dyn FnMut(&Thought)) {
        if self.moves.is_empty() {
            return;
        }
        let mut score = 0;
        for depth in 1..=self.max_depth {
            self.worker.begin(depth.into());
            let previous = self.thought.clone();
            score = self.iterate(depth, score);
            self.thought.nodes = self.worker.nodes;
            if self.worker.stopped {
                // The unfinished iteration counts only as far as it improved on its first move.
                if self.thought.depth < depth {
                    self.thought = Thought { nodes: self.worker.nodes, ..previous };
                }
                return;
            }
            self.finished = self.moves.clone();
            report(&self.thought);
            let mate_in = MATE - score.abs();
            if score.abs() >= MATE_BOUND && i32::from(depth) > mate_in + 1 {
                return;
            }
        }
    }

    /// One iteration, with windows that widen until the score lies within.
    fn iterate(&mut self, depth: u8, last: i32) -> i32 {
        let mut width = WINDOW;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 4 && self.margin == 0 {
            (alpha, beta) = (last - width, last + width);
        }
        loop {
            let score = self.search(depth, alpha, beta);
            if self.worker.stopped {
                return score;
            }
            width *= 3;
            if score <= alpha && alpha > -INFINITE {
                alpha = if width > 600 { -INFINITE } else { score - width };
            } else if score >= beta && beta < INFINITE {
                beta = if width > 600 { INFINITE } else { score + width };
            } else {
                return score;
            }
        }
    }

    fn search(&mut self, depth: u8, mut alpha: i32, beta: i32) -> i32 {
        let mut best = -INFINITE;
        let deep = i32::from(depth) - 1;
        for index in 0..self.moves.len() {
            let mv = self.moves[index].mv;
            let floor = if alpha <= -INFINITE { alpha } else { alpha - self.margin };
            let check = self.worker.position.gives_check(mv);
            self.worker.play(mv, check);
            let mut score = floor + 1;
            if index > 0 {
                let reduction = i32::from(depth >= 4 && index >= 6 && !check);
                score = -self.worker.search(-floor - 1, -floor, deep - reduction, 1, true);
                if score > floor && reduction > 0 {
                    score = -self.worker.search(-floor - 1, -floor, deep, 1, true);
                }
            }
            if index == 0 || score > floor {
                score = -self.worker.search(-beta, -floor, deep, 1, false);
            }
            self.worker.undo();
            if self.worker.stopped {
                return best;
            }
            let exact = index == 0 || score > floor;
            self.moves[index].score = if exact { score } else { -INFINITE };
            if exact {
                let line = &mut self.moves[index].line;
                line.truncate(1);
                line.extend_from_slice(&self.worker.lines[1]);
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.note_best(index, depth);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        // Stable, so that moves without an exact score keep their order.
        self.moves.sort_by_key(|root| std::cmp::Reverse(root.score));
        best
    }

    fn note_best(&mut self, index: usize, depth: u8) {
        let root = &self.moves[index];
        self.thought = Thought {
            best: Some(root.mv),
            score: score(root.score),
            pv: root.line.clone(),
            depth,
            nodes: self.worker.nodes,
        };
    }
}

/// The public form of an inner score.
pub(super) fn score(value: i32) -> Score {
    match value {
        MATE_BOUND.. => Score::Mate((MATE - value + 1) / 2),
        _ if value <= -MATE_BOUND => Score::Mate(-((MATE + value + 1) / 2)),
        _ => Score::Cp(value),
    }
}
