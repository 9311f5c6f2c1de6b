use super::history::History;
use super::worker::{Bounds, INFINITE, MATE, MATE_BOUND, Shared, Worker};
use super::{Limits, Score, Thought};
use crate::{Game, Move, Status, WinReason};

/// Maximum depth of iterative deepening.
const MAX_DEPTH: u8 = 90;
/// Half-width of the initial aspiration window.
const WINDOW: i32 = 14;

/// A root move with its result.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Exact if within the margin of the best score; otherwise `-INFINITE`.
    pub(super) score: i32,
    pub(super) line: Vec<Move>,
}

/// Iterative deepening at the root.
pub(super) struct Root<'a> {
    worker: Worker<'a>,
    moves: Vec<RootMove>,
    /// Moves that are at most this much below the best get exact scores too (for [`super::Level`]).
    margin: i32,
    /// MultiPV: number of lines.
    lines: usize,
    max_depth: u8,
    thought: Thought,
    /// With a margin, the moves after the last finished iteration, best first.
    finished: Vec<RootMove>,
}

impl<'a> Root<'a> {
    /// A search over the root moves `among`, or over all moves if it is empty.
    pub(super) fn new(
        game: &Game,
        among: &[Move],
        limits: &Limits,
        margin: i32,
        bounds: Bounds<'a>,
        shared: Shared<'a>,
        history: &'a mut History,
    ) -> Root<'a> {
        let worker = Worker::new(game, bounds, shared, history);
        let mut legal = game.legal_moves();
        if !among.is_empty() {
            legal.retain(|mv| among.contains(mv));
        }
        let moves: Vec<RootMove> =
            legal.into_iter().map(|mv| RootMove { mv, score: -INFINITE, line: vec![mv] }).collect();
        let mated = matches!(
            game.status(),
            Status::Won { winner, reason: WinReason::Checkmate | WinReason::Stalemate }
                if winner != game.side_to_move()
        );
        let thought = Thought {
            rank: 1,
            best: moves.first().map(|root| root.mv),
            score: if mated { Score::Mate(0) } else { Score::Cp(0) },
            pv: moves.first().map(|root| root.mv).into_iter().collect(),
            depth: 0,
            selective_depth: 0,
            nodes: 0,
            fullness: 0,
        };
        let max_depth = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let lines = usize::from(limits.lines).clamp(1, moves.len().max(1));
        Root { worker, finished: moves.clone(), moves, margin, lines, max_depth, thought }
    }

    pub(super) fn into_thought(self) -> Thought {
        self.thought
    }

    pub(super) fn finished(&self) -> &[RootMove] {
        &self.finished
    }

    /// Iterative deepening from depth `first` until a limit is reached.
    pub(super) fn deepen(&mut self, first: u8, report: &mut dyn FnMut(&Thought)) {
        if self.moves.is_empty() {
            return;
        }
        for depth in first..=self.max_depth {
            self.worker.iteration = depth.into();
            self.worker.longest = 0;
            let previous = self.thought.clone();
            for line in 0..self.lines {
                self.iterate(depth, line);
                if self.worker.stopped {
                    break;
                }
            }
            self.thought.nodes = self.worker.all_nodes();
            if self.worker.stopped {
                // An unfinished iteration counts only if one of its moves has raised alpha.
                if self.thought.depth < depth {
                    self.thought = Thought { nodes: self.thought.nodes, ..previous };
                }
                return;
            }
            self.moves[..self.lines].sort_by_key(|root| std::cmp::Reverse(root.score));
            self.thought.fullness = self.worker.table.fullness();
            self.note_best(0, depth);
            if self.margin > 0 {
                self.finished.clone_from(&self.moves);
            }
            report(&self.thought);
            for line in 1..self.lines {
                report(&self.thought_of(line, depth));
            }
            let score = self.moves[0].score;
            let mate_in = MATE - score.abs();
            // A mate found with depth to spare: deeper search would only confirm it.
            if score.abs() >= MATE_BOUND && i32::from(depth) > mate_in + 1 {
                return;
            }
        }
    }

    /// One iteration for the line with index `first`, with an aspiration window that widens until
    /// the score lies within.
    fn iterate(&mut self, depth: u8, first: usize) {
        let mut width = WINDOW;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let last = self.moves[first].score;
        if depth >= 4 && self.margin == 0 && last > -INFINITE {
            (alpha, beta) = ((last - width).max(-INFINITE), (last + width).min(INFINITE));
        }
        let mut reduction = 0;
        loop {
            let score = self.search(i32::from(depth) - reduction, first, alpha, beta);
            if self.worker.stopped {
                return;
            }
            width *= 2;
            if score <= alpha && alpha > -INFINITE {
                // Fail low: narrows beta too, as in Stockfish, since the score is not near it.
                beta = (alpha + beta) / 2;
                alpha = if width > 600 { -INFINITE } else { score - width };
                reduction = 0;
            } else if score >= beta && beta < INFINITE {
                beta = if width > 600 { INFINITE } else { score + width };
                // Fail high: a shallower search usually suffices to confirm a better move.
                reduction = (reduction + 1).min(i32::from(depth) / 4);
            } else {
                return;
            }
        }
    }

    fn search(&mut self, depth: i32, first: usize, mut alpha: i32, beta: i32) -> i32 {
        let mut best = -INFINITE;
        for index in first..self.moves.len() {
            let floor = if alpha <= -INFINITE { alpha } else { alpha - self.margin };
            let (score, exact) = self.try_move(depth, index, index == first, floor, beta);
            if self.worker.stopped {
                return best;
            }
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
                    if first == 0 {
                        self.note_best(index, self.worker.iteration as u8);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        // Stable, so that moves without an exact score keep their order.
        self.moves[first..].sort_by_key(|root| std::cmp::Reverse(root.score));
        best
    }

    /// The score of a move and whether it is exact; otherwise it is an upper bound, at most
    /// `floor`.
    fn try_move(
        &mut self,
        depth: i32,
        index: usize,
        is_first: bool,
        floor: i32,
        beta: i32,
    ) -> (i32, bool) {
        let worker = &mut self.worker;
        let mv = self.moves[index].mv;
        let deep = depth - 1;
        let check = worker.gives_check(mv);
        let quiet = worker.position.piece_at(mv.to).is_none();
        worker.play(0, mv, check);
        let mut score = floor + 1;
        if !is_first {
            let mut reduced = deep;
            if depth >= 4 && index >= 3 && !check && quiet {
                reduced =
                    (deep - (worker.base_reduction(depth, index) - 1024).max(0) / 1024).max(1);
            }
            score = -worker.search(-floor - 1, -floor, reduced, 1, true);
            if score > floor && reduced < deep {
                score = -worker.search(-floor - 1, -floor, deep, 1, true);
            }
        }
        let exact = is_first || score > floor;
        if exact {
            score = -worker.search(-beta, -floor, deep, 1, false);
        }
        worker.undo();
        (score, exact)
    }

    fn note_best(&mut self, index: usize, depth: u8) {
        self.thought = Thought { rank: 1, ..self.thought_of(index, depth) };
    }

    fn thought_of(&self, index: usize, depth: u8) -> Thought {
        let root = &self.moves[index];
        Thought {
            rank: index + 1,
            best: Some(root.mv),
            score: score(root.score),
            pv: root.line.clone(),
            depth,
            selective_depth: self.worker.longest as u8,
            nodes: self.worker.all_nodes(),
            fullness: self.thought.fullness,
        }
    }
}

/// Converts an internal score to the public form: plies to mate become moves.
pub(super) fn score(value: i32) -> Score {
    match value {
        MATE_BOUND.. => Score::Mate((MATE - value + 1) / 2),
        _ if value <= -MATE_BOUND => Score::Mate(-((MATE + value + 1) / 2)),
        _ => Score::Cp(value),
    }
}
