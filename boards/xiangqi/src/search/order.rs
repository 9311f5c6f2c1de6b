//! In which order moves are tried: the move of the table, captures that gain, killers, quiet
//! moves by how often they have refuted, captures that lose.

use super::see;
use crate::{Move, MoveList, Piece, Position};

/// The greatest magnitude of a history score.
const LIMIT: i32 = 16_384;

/// Pieces times points.
const CHANNELS: usize = 14 * 90;

/// The index of "this piece goes to that point".
pub(super) fn channel(piece: Piece, mv: Move) -> usize {
    piece.index() * 90 + mv.to.index()
}

/// How well quiet moves have done: by themselves, and as answers to the previous move.
pub(super) struct History {
    quiet: Vec<i16>,
    answer: Vec<i16>,
}

impl History {
    pub(super) fn new() -> History {
        History { quiet: vec![0; CHANNELS], answer: vec![0; CHANNELS * CHANNELS] }
    }

    pub(super) fn score(&self, channel: usize, previous: Option<usize>) -> i32 {
        let answer = previous.map_or(0, |p| i32::from(self.answer[p * CHANNELS + channel]));
        i32::from(self.quiet[channel]) + answer
    }

    /// Moves the scores towards `bonus`, less the nearer they are to the limit.
    pub(super) fn update(&mut self, channel: usize, previous: Option<usize>, bonus: i32) {
        let nudge = |cell: &mut i16| {
            let old = i32::from(*cell);
            *cell = (old + bonus - old * bonus.abs() / LIMIT) as i16;
        };
        nudge(&mut self.quiet[channel]);
        if let Some(previous) = previous {
            nudge(&mut self.answer[previous * CHANNELS + channel]);
        }
    }
}

/// What is known to be good at a node before its moves are tried.
#[derive(Clone, Copy, Default)]
pub(super) struct Hints {
    pub(super) table: Option<Move>,
    pub(super) killers: [Option<Move>; 2],
    /// The channel of the previous move.
    pub(super) previous: Option<usize>,
}

const TABLE: i32 = 4_000_000;
const CAPTURE: i32 = 2_000_000;
const KILLER: i32 = 1_000_000;
const LOSING: i32 = -2_000_000;

/// Hands out moves from the most to the least promising.
pub(super) struct Picker {
    moves: MoveList,
    scores: [i32; 128],
    next: usize,
}

impl Picker {
    pub(super) fn new(
        position: &Position,
        moves: MoveList,
        history: &History,
        hints: Hints,
    ) -> Picker {
        let mut scores = [0; 128];
        for (score, &mv) in scores.iter_mut().zip(moves.iter()) {
            let Some(piece) = position.piece_at(mv.from) else { continue };
            *score = if hints.table == Some(mv) {
                TABLE
            } else if let Some(taken) = position.piece_at(mv.to) {
                CAPTURE + 16 * see::value(taken.kind) - see::value(piece.kind).min(1000)
            } else if hints.killers[0] == Some(mv) {
                KILLER + 1
            } else if hints.killers[1] == Some(mv) {
                KILLER
            } else {
                history.score(channel(piece, mv), hints.previous)
            };
        }
        Picker { moves, scores, next: 0 }
    }

    /// The next move, and whether it is a capture that loses material.
    pub(super) fn pick(&mut self, position: &Position) -> Option<(Move, bool)> {
        while self.next < self.moves.len() {
            let rest = self.next..self.moves.len();
            let best = rest.max_by_key(|&i| (self.scores[i], std::cmp::Reverse(i)))?;
            let (mv, score) = (self.moves[best], self.scores[best]);
            // Exchanges are counted only for captures whose turn has come.
            let unsure = (CAPTURE - 2000..TABLE).contains(&score);
            if unsure && !see::gains(position, mv, 0) {
                self.scores[best] += LOSING - CAPTURE;
                continue;
            }
            self.moves.swap(self.next, best);
            self.scores.swap(self.next, best);
            self.next += 1;
            return Some((mv, score < LOSING + 500_000));
        }
        None
    }
}
