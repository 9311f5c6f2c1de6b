//! What the sides attacked while a position came about.

use super::Ply;
use crate::{Color, Move, PieceKind, Position, Square};

/// A position taken back move by move, in which every piece keeps its number.
pub(super) struct Rewind {
    pub(super) position: Position,
    numbers: [u8; Square::COUNT],
}

impl Rewind {
    pub(super) fn new(position: &Position) -> Rewind {
        let mut numbers = [0; Square::COUNT];
        for (number, (square, _)) in position.pieces().enumerate() {
            numbers[square.index()] = number as u8;
        }
        Rewind { position: position.clone(), numbers }
    }

    pub(super) fn undo(&mut self, ply: &Ply) {
        self.position.undo_unchecked(ply.mv, ply.undo);
        self.numbers[ply.mv.from.index()] = self.numbers[ply.mv.to.index()];
    }

    /// Takes the move back and returns the numbers of the pieces that it chased.
    pub(super) fn undo_judging(&mut self, ply: &Ply, mover: Color) -> u32 {
        let after = self.attacks(mover);
        self.undo(ply);
        if after.is_empty() {
            return 0;
        }
        let before = self.attacks(mover);
        newly(&after, &before).fold(0, |mask, attack| mask | 1 << attack.pieces.1)
    }

    /// Takes the move back and returns the attacks by which it chased, with the squares on which
    /// attacker and victim stood after it.
    pub(super) fn undo_naming(&mut self, ply: &Ply, mover: Color) -> Vec<Move> {
        let (after, stood) = (self.attacks(mover), self.numbers);
        let standing: Vec<Square> = self.position.pieces().map(|(square, _)| square).collect();
        self.undo(ply);
        let before = self.attacks(mover);
        let at =
            |number: u8| standing.iter().copied().find(|square| stood[square.index()] == number);
        newly(&after, &before)
            .filter_map(|attack| Some(Move::new(at(attack.pieces.0)?, at(attack.pieces.1)?)))
            .collect()
    }

    /// Every capture that `by` could make if it were to move, and whether it threatens. Kings
    /// and pawns may chase; pawns that have not crossed the river may be chased.
    fn attacks(&mut self, by: Color) -> Vec<Attack> {
        let turn = self.position.side_to_move();
        if turn != by {
            self.position.flip_side();
        }
        let position = &mut self.position;
        let mut victims = position.of(!by) - position.king(!by).into();
        for pawn in position.set_of(!by, PieceKind::Pawn) {
            if pawn.is_home(!by) {
                victims = victims - pawn.into();
            }
        }
        let mut found = Vec::new();
        let free = position.kind(PieceKind::King) | position.kind(PieceKind::Pawn);
        for from in position.of(by) - free {
            for to in position.reach(from) & victims {
                let mv = Move::new(from, to);
                if position.keeps_king_safe(mv) {
                    let pieces = (self.numbers[from.index()], self.numbers[to.index()]);
                    found.push(Attack { pieces, threat: threat(position, mv) });
                }
            }
        }
        if turn != by {
            self.position.flip_side();
        }
        found
    }
}

/// The attacks that threaten and did not before the move.
fn newly<'a>(after: &'a [Attack], before: &'a [Attack]) -> impl Iterator<Item = &'a Attack> {
    after.iter().filter(|attack| {
        let old = before.iter().find(|old| old.pieces == attack.pieces);
        attack.threat != Threat::None
            && old.is_none_or(|old| {
                old.threat == Threat::None && attack.threat == Threat::FalselyProtected
            })
    })
}

/// A capture that could be made.
struct Attack {
    /// The numbers of the attacker and of the victim.
    pieces: (u8, u8),
    threat: Threat,
}

/// What a capture would gain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Threat {
    /// Nothing: the victim is protected, or could take first.
    None,
    /// The victim has no protector, or is worth more than the attacker.
    Real,
    /// The victim has protectors, but none of them may take back: false roots 假根.
    FalselyProtected,
}

/// What a legal capture of the side to move would gain.
fn threat(position: &mut Position, mv: Move) -> Threat {
    use PieceKind::{Advisor, Cannon, Chariot, Elephant, Horse};
    let (Some(attacker), Some(prize)) = (position.piece_at(mv.from), position.piece_at(mv.to))
    else {
        return Threat::None;
    };
    match (attacker.kind, prize.kind) {
        (Horse | Cannon, Chariot) | (Advisor | Elephant, Chariot | Cannon | Horse) => {
            return Threat::Real;
        }
        (mine, other) if mine == other => {
            position.flip_side();
            let mutual = position.is_legal(Move::new(mv.to, mv.from));
            position.flip_side();
            if mutual {
                return Threat::None;
            }
        }
        _ => {}
    }
    let undo = position.play_unchecked(mv);
    let us = position.side_to_move();
    let mut protectors = position.attackers(mv.to, position.occupancy()) & position.of(us);
    let threat = if protectors.is_empty() {
        Threat::Real
    } else if protectors.any(|from| position.keeps_king_safe(Move::new(from, mv.to))) {
        Threat::None
    } else {
        Threat::FalselyProtected
    };
    position.undo_unchecked(mv, undo);
    threat
}
