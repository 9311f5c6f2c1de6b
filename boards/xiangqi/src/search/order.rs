//! Staged move picker: hash move, winning and equal captures, killers, quiet moves by history,
//! losing captures. A stage is generated only if the search gets to it.

use super::history::{History, PriorMoves, piece_to};
use super::see;
use crate::{Move, MoveList, Position, Square};

/// What is known about good moves before any is generated.
#[derive(Clone, Copy, Default)]
pub(super) struct Hints {
    pub(super) table: Option<Move>,
    pub(super) killers: [Option<Move>; 2],
    pub(super) prior_moves: PriorMoves,
}

/// Stages of the picker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Table,
    FindCaptures,
    Captures,
    FirstKiller,
    SecondKiller,
    FindQuiets,
    Quiets,
    Losing,
    FindEvasions,
    Evasions,
    Done,
}

/// The set of moves to pick from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    All,
    /// All moves of a side in check, in one stage.
    Evasions,
    /// Captures that gain at least this much by static exchange evaluation.
    Captures(i32),
}

/// Bonus of a quiet move that gives check, in the scale of a quarter of its history score.
const CHECK_BONUS: i32 = 5000;

/// A move in the low 16 bits with its score above them. Comparing the integers orders moves by
/// score and breaks ties, since no two moves are equal.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Scored(i32);

impl Scored {
    fn new(score: i32, mv: Move) -> Scored {
        let score = score.clamp(i16::MIN.into(), i16::MAX.into());
        Scored(score << 16 | (mv.from.index() << 7 | mv.to.index()) as i32)
    }

    fn mv(self) -> Option<Move> {
        let square = |bits: i32| Square::from_index(bits as usize & 127);
        Some(Move::new(square(self.0 >> 7)?, square(self.0)?))
    }
}

/// Yields moves from the most to the least promising.
pub(super) struct Picker {
    stage: Stage,
    wanted: Wanted,
    hints: Hints,
    /// Deferred losing captures are in `..losing`, moves still to be picked in `next..length`.
    list: [Scored; 128],
    next: usize,
    length: usize,
    losing: usize,
    /// Set by the search to end the quiet stages (late move pruning).
    pub(super) skips_quiets: bool,
}

impl Picker {
    pub(super) fn new(position: &Position, wanted: Wanted, mut hints: Hints) -> Picker {
        let fits = |mv: &Move| {
            position.is_legal(*mv)
                && match wanted {
                    Wanted::Captures(least) => {
                        position.piece_at(mv.to).is_some() && see::gains(position, *mv, least)
                    }
                    _ => true,
                }
        };
        hints.table = hints.table.filter(fits);
        let stage = match (hints.table, wanted) {
            (Some(_), _) => Stage::Table,
            (None, Wanted::Evasions) => Stage::FindEvasions,
            (None, _) => Stage::FindCaptures,
        };
        let list = [Scored::default(); 128];
        Picker { stage, wanted, hints, list, next: 0, length: 0, losing: 0, skips_quiets: false }
    }

    /// The next move, and whether it is a losing capture.
    pub(super) fn pick(&mut self, position: &Position, history: &History) -> Option<(Move, bool)> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = match self.wanted {
                        Wanted::Evasions => Stage::FindEvasions,
                        _ => Stage::FindCaptures,
                    };
                    return Some((self.hints.table?, false));
                }
                Stage::FindCaptures => {
                    self.add_captures(position, &position.legal_captures(), history);
                    self.stage = Stage::Captures;
                }
                Stage::Captures => match self.next_capture(position) {
                    Some(mv) => return Some((mv, false)),
                    None if self.wanted == Wanted::All => self.stage = Stage::FirstKiller,
                    None => self.stage = Stage::Done,
                },
                Stage::FirstKiller | Stage::SecondKiller => {
                    let first = self.stage == Stage::FirstKiller;
                    self.stage = if first { Stage::SecondKiller } else { Stage::FindQuiets };
                    if let Some(mv) = self.hints.killers[usize::from(!first)]
                        && !self.skips_quiets
                        && self.hints.table != Some(mv)
                        && position.piece_at(mv.to).is_none()
                        && position.is_legal(mv)
                    {
                        return Some((mv, false));
                    }
                }
                Stage::FindQuiets => {
                    if !self.skips_quiets {
                        self.add_quiets(position, &position.legal_quiets(), history);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.pick_best() {
                    Some(mv) if !self.skips_quiets => return Some((mv, false)),
                    _ => {
                        (self.next, self.length) = (0, self.losing);
                        self.stage = Stage::Losing;
                    }
                },
                Stage::Losing => return Some((self.pick_best()?, true)),
                Stage::FindEvasions => {
                    self.add_evasions(position, &position.legal_moves(), history);
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => return Some((self.pick_best()?, false)),
                Stage::Done => return None,
            }
        }
    }

    fn push(&mut self, score: i32, mv: Move) {
        if self.hints.table != Some(mv) {
            self.list[self.length] = Scored::new(score, mv);
            self.length += 1;
        }
    }

    fn add_captures(&mut self, position: &Position, moves: &MoveList, history: &History) {
        for &mv in moves.iter() {
            if let (Some(piece), Some(taken)) =
                (position.piece_at(mv.from), position.piece_at(mv.to))
            {
                let score = history.capture(piece_to(piece, mv), taken.kind) / 8;
                self.push(
                    8 * see::value(taken.kind) + score - see::value(piece.kind).min(1000),
                    mv,
                );
            }
        }
    }

    fn add_quiets(&mut self, position: &Position, moves: &MoveList, history: &History) {
        let checks = position.check_squares();
        for &mv in moves.iter() {
            if let Some(piece) = position.piece_at(mv.from)
                && !self.hints.killers.contains(&Some(mv))
            {
                let mut score = history.quiet(piece_to(piece, mv), &self.hints.prior_moves) / 4;
                if checks[piece.kind.index()].has(mv.to) {
                    score += CHECK_BONUS;
                }
                self.push(score, mv);
            }
        }
    }

    fn add_evasions(&mut self, position: &Position, moves: &MoveList, history: &History) {
        for &mv in moves.iter() {
            let Some(piece) = position.piece_at(mv.from) else { continue };
            let score = match position.piece_at(mv.to) {
                Some(taken) => {
                    20_000 + 10 * see::value(taken.kind) - see::value(piece.kind).min(1000)
                }
                None => history.quiet(piece_to(piece, mv), &self.hints.prior_moves) / 5,
            };
            self.push(score, mv);
        }
    }

    /// Selection sort, one step: removes and returns the best remaining move.
    fn pick_best(&mut self) -> Option<Move> {
        let rest = &mut self.list[self.next..self.length];
        let mut best = *rest.first()?;
        let mut at = 0;
        for (index, &scored) in rest.iter().enumerate() {
            if scored > best {
                (best, at) = (scored, index);
            }
        }
        rest[at] = rest[0];
        self.next += 1;
        best.mv()
    }

    /// The next capture that does not lose material. Losing ones are deferred to the last stage.
    fn next_capture(&mut self, position: &Position) -> Option<Move> {
        let least = if let Wanted::Captures(least) = self.wanted { least } else { 0 };
        loop {
            let mv = self.pick_best()?;
            // Exchanges are evaluated lazily, as most nodes cut off before the last capture.
            if see::gains(position, mv, least) {
                return Some(mv);
            }
            if self.wanted == Wanted::All {
                // The slot is free: at least as many captures were picked as have been deferred.
                self.list[self.losing] = Scored::new(-(self.losing as i32), mv);
                self.losing += 1;
            }
        }
    }
}
