use super::{Reason, Verdict};
use crate::search::Score;
use crate::{Move, Piece, PieceKind, Position, Square};

/// Number of plies of a line that are used; later ones are rarely played that way.
const PLIES: usize = 8;
/// Minimum gain, in tenths of a pawn, that counts as winning material.
const GAIN_MIN: i32 = 8;
/// Number of moves of each side after which development is no longer mentioned.
const OPENING_MOVES: u16 = 15;
/// Minimum gain of mobility, in points, that is mentioned.
const ROOM_MIN: u32 = 3;

/// The exchange value of a kind in tenths of a pawn; the king exceeds the sum of all others.
fn exchange_value(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::King => 1000,
        PieceKind::Chariot => 90,
        PieceKind::Cannon => 45,
        PieceKind::Horse => 40,
        PieceKind::Advisor | PieceKind::Elephant => 20,
        PieceKind::Pawn => 10,
    }
}

/// A position, the move to explain, and the line that it begins.
pub(super) struct Facts<'a> {
    pub(super) position: &'a Position,
    pub(super) after: &'a Position,
    pub(super) first: Move,
    pub(super) best: &'a Verdict,
}

impl Facts<'_> {
    pub(super) fn stops_mate(&self, threat: Option<&Verdict>) -> Option<Reason> {
        match threat?.score {
            Score::Mate(moves) if moves > 0 => {
                Some(Reason::StopsMate { moves: moves.unsigned_abs() })
            }
            _ => None,
        }
    }

    pub(super) fn forced(&self) -> Option<Reason> {
        if self.position.legal_moves().len() == 1 {
            Some(Reason::OnlyMove)
        } else {
            self.position.in_check().then_some(Reason::AnswersCheck)
        }
    }

    /// What both sides capture in the line, in order, up to where the exchanges end.
    fn taken(&self) -> (Vec<PieceKind>, Vec<PieceKind>) {
        let mut position = self.position.clone();
        let mut captures = Vec::new();
        for &mv in self.best.line.iter().take(PLIES) {
            let Ok(undo) = position.play(mv) else { break };
            captures.push(undo.captured.map(|piece| piece.kind));
        }
        // A line that ends with a capture may lack the recapture.
        while captures.last().is_some_and(Option::is_some) {
            captures.pop();
        }
        let of = |side: usize| captures.iter().skip(side).step_by(2).copied().flatten().collect();
        let (mut ours, mut theirs): (Vec<_>, Vec<_>) = (of(0), of(1));
        for kinds in [&mut ours, &mut theirs] {
            kinds.sort_by_key(|kind| -exchange_value(*kind));
        }
        (ours, theirs)
    }

    pub(super) fn wins(&self) -> Option<Reason> {
        let (mut won, mut lost) = self.taken();
        won.retain(|kind| match lost.iter().position(|other| other == kind) {
            Some(like) => {
                lost.remove(like);
                false
            }
            None => true,
        });
        let sum = |kinds: &[PieceKind]| kinds.iter().map(|kind| exchange_value(*kind)).sum::<i32>();
        (sum(&won) >= sum(&lost) + GAIN_MIN).then_some(Reason::Wins { won, lost })
    }

    /// An even exchange, started by the move to explain.
    pub(super) fn trade(&self) -> Option<Reason> {
        self.position.piece_at(self.first.to)?;
        let (ours, theirs) = self.taken();
        (!ours.is_empty() && ours == theirs).then_some(Reason::Trades(ours))
    }

    pub(super) fn check(&self) -> Option<Reason> {
        self.after.in_check().then_some(Reason::Checks)
    }

    /// The pieces that the moved piece newly attacks and that are unprotected or worth more, most
    /// valuable first. Empty if the moved piece itself can be captured.
    fn attacked(&self) -> Vec<Piece> {
        let from = victims(self.position, self.first.from);
        let mut turned = self.after.clone();
        turned.flip_side();
        if is_taken(self.after, self.first.to) {
            return Vec::new();
        }
        let mut found: Vec<(Square, Piece)> = victims(&turned, self.first.to);
        found.retain(|victim| !from.contains(victim));
        let kind = self.after.piece_at(self.first.to).map(|piece| piece.kind);
        found.retain(|(square, victim)| {
            let dearer = kind
                .is_some_and(|kind| exchange_value(victim.kind) > exchange_value(kind) + GAIN_MIN);
            dearer || !is_guarded(&turned, self.first.to, *square)
        });
        found.sort_by_key(|(square, piece)| (-exchange_value(piece.kind), square.index()));
        found.into_iter().map(|(_, piece)| piece).collect()
    }

    pub(super) fn fork(&self) -> Option<Reason> {
        let attacked = self.attacked();
        let dear = attacked.iter().filter(|piece| exchange_value(piece.kind) >= 20).count();
        (dear >= 2).then(|| {
            Reason::Forks(
                attacked.into_iter().filter(|piece| exchange_value(piece.kind) >= 20).collect(),
            )
        })
    }

    pub(super) fn attack(&self) -> Option<Reason> {
        self.attacked().first().copied().map(Reason::Attacks)
    }

    /// Whether the move prevents a threatened capture.
    pub(super) fn meets(&self, threat: Option<&Verdict>) -> Option<Reason> {
        let taking = *threat?.line.first()?;
        let piece = self.position.piece_at(taking.to)?;
        let taker = self.position.piece_at(taking.from)?;
        let mut turned = self.position.clone();
        turned.flip_side();
        let guarded = is_guarded(&turned, taking.from, taking.to);
        if guarded && exchange_value(piece.kind) <= exchange_value(taker.kind) + GAIN_MIN {
            return None;
        }
        if self.first.from == taking.to {
            return (!is_taken(self.after, self.first.to)).then_some(Reason::Saves(piece));
        }
        let mut later = self.after.clone();
        let stopped = later.play(taking).is_err();
        let guarded_now = !stopped
            && exchange_value(piece.kind) <= exchange_value(taker.kind) + GAIN_MIN
            && is_guarded(self.after, taking.from, taking.to);
        (stopped || guarded_now).then_some(Reason::Guards(piece))
    }

    /// A development move; only mentioned in the opening.
    pub(super) fn development(&self) -> Option<Reason> {
        let piece = self.position.piece_at(self.first.from)?;
        let comes_out = (40..=90).contains(&exchange_value(piece.kind))
            && Position::start().piece_at(self.first.from) == Some(piece)
            && Position::start().piece_at(self.first.to) != Some(piece)
            && self.position.move_number() <= OPENING_MOVES;
        comes_out.then_some(Reason::Develops(piece))
    }

    /// The mover's piece that gains the most mobility, the moved piece included.
    pub(super) fn room(&self) -> Option<Reason> {
        if self.position.in_check() || self.after.in_check() {
            return None;
        }
        let mut turned = self.after.clone();
        turned.flip_side();
        let count = |position: &Position, from: Square| {
            position.legal_moves().iter().filter(|mv| mv.from == from).count() as u32
        };
        let us = self.position.side_to_move();
        let pieces = self.position.pieces().filter(|(_, piece)| {
            piece.color == us && exchange_value(piece.kind) >= 40 && piece.kind != PieceKind::King
        });
        let gains = pieces.map(|(square, piece)| {
            let now = if square == self.first.from { self.first.to } else { square };
            (piece, count(self.position, square), count(&turned, now))
        });
        let most = gains.max_by_key(|(piece, before, after)| {
            (i64::from(*after) - i64::from(*before), exchange_value(piece.kind))
        });
        most.filter(|(_, before, after)| *after >= before + ROOM_MIN)
            .map(|(piece, before, after)| Reason::Frees { piece, before, after })
    }
}

/// The captures of the piece of the side to move on a point.
fn victims(position: &Position, from: Square) -> Vec<(Square, Piece)> {
    let moves = position.legal_moves();
    let taken = moves.iter().filter(|mv| mv.from == from);
    taken.filter_map(|mv| position.piece_at(mv.to).map(|piece| (mv.to, piece))).collect()
}

/// Whether the capture of the piece on `to` by the one on `from` could be answered by a recapture.
fn is_guarded(position: &Position, from: Square, to: Square) -> bool {
    let mut after = position.clone();
    after.play(Move::new(from, to)).is_ok() && is_taken(&after, to)
}

/// Whether the side to move could capture on a point.
fn is_taken(position: &Position, square: Square) -> bool {
    position.legal_moves().iter().any(|mv| mv.to == square)
}
