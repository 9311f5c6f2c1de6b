//! Chases: which attacks each move of a repetition created.

use super::Ply;
use crate::{Color, Move, PieceKind, Position, Square};

/// Walks back through a game. Every piece keeps the number it has in the final position.
#[derive(Clone)]
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

    /// Undoes the move and returns the chased pieces, as a bit mask of their numbers.
    pub(super) fn undo_and_mask_chased(&mut self, ply: &Ply, mover: Color) -> u32 {
        let chases = self.undo_and_find_chases(ply, mover);
        chases.iter().fold(0, |mask, attack| mask | 1 << attack.pieces.1)
    }

    /// Undoes the move and returns the chasing attacks as captures, from the attacker's to the
    /// victim's point after the move.
    pub(super) fn undo_and_list_chases(&mut self, ply: &Ply, mover: Color) -> Vec<Move> {
        let stood = self.numbers;
        let standing: Vec<Square> = self.position.pieces().map(|(square, _)| square).collect();
        let at =
            |number: u8| standing.iter().copied().find(|square| stood[square.index()] == number);
        self.undo_and_find_chases(ply, mover)
            .iter()
            .filter_map(|attack| Some(Move::new(at(attack.pieces.0)?, at(attack.pieces.1)?)))
            .collect()
    }

    /// Undoes the move and returns the attacks that it created: attacks with a threat that did not
    /// exist before the move, because the attacker did not reach its victim or the capture would
    /// have gained nothing (the victim was protected or could capture first). An attack created by
    /// removing real protection does not count if the move parried a threat, as blocks 拦 do.
    fn undo_and_find_chases(&mut self, ply: &Ply, mover: Color) -> Vec<Attack> {
        let mut after = self.attacks_after(ply, mover);
        self.undo(ply);
        after.retain(|attack| attack.threat != Threat::None);
        if after.is_empty() {
            return after;
        }
        let before = self.attacks(mover, Reach::Any);
        let mut is_parry = None;
        after.retain(|attack| {
            let old = before.iter().find(|old| old.pieces == attack.pieces);
            match (old.map(|old| old.threat), attack.threat) {
                (Some(Threat::None), Threat::Real) => {
                    !*is_parry.get_or_insert_with(|| self.parries(ply, mover))
                }
                (old, _) => old.is_none_or(|old| old == Threat::None),
            }
        });
        after
    }

    /// Whether the move, which has been undone, ends a threat to a piece of its side.
    fn parries(&self, ply: &Ply, mover: Color) -> bool {
        let mut now = self.clone();
        let before = now.attacks(!mover, Reach::Legal);
        now.numbers[ply.mv.to.index()] = now.numbers[ply.mv.from.index()];
        now.position.play_unchecked(ply.mv);
        let after = now.attacks(!mover, Reach::Legal);
        let stands = |attack: &Attack| {
            let same = after.iter().find(|later| later.pieces == attack.pieces);
            same.is_some_and(|later| later.threat != Threat::None)
        };
        before.iter().any(|attack| attack.threat != Threat::None && !stands(attack))
    }

    /// The attacks after a move. A move that gives check counts as a check only and chases nothing:
    /// alternating check and chase is allowed.
    fn attacks_after(&mut self, ply: &Ply, mover: Color) -> Vec<Attack> {
        if ply.check { Vec::new() } else { self.attacks(mover, Reach::Legal) }
    }

    /// The captures that `by` could make if it were to move, with the threat of each. Kings and
    /// pawns are allowed to chase, and pawns that have not crossed the river may be chased.
    fn attacks(&mut self, by: Color, reach: Reach) -> Vec<Attack> {
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
                if reach == Reach::Any || position.keeps_king_safe(mv) {
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

/// Which captures count as attacks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Legal captures.
    Legal,
    /// Pseudo-legal captures, which only check or a pin may forbid. Thus, a move that merely lifts
    /// the check or pin does not count as creating the attack.
    Any,
}

/// A possible capture.
struct Attack {
    /// Piece numbers of attacker and victim.
    pieces: (u8, u8),
    threat: Threat,
}

/// What a capture would gain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Threat {
    /// Nothing: the victim is protected, or could capture first.
    None,
    /// Material: the victim is unprotected, or worth more than the attacker.
    Real,
    /// Material: the victim's protectors are all pinned and cannot recapture, a false root 假根.
    FalselyProtected,
}

/// The threat posed by a capture of the side to move.
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
