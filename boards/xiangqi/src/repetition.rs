//! Who must change when a position repeats.
//!
//! Every move of the loop is looked at. A move *checks* if the other king is attacked after it. A
//! move *chases* a piece if after it some attacker could take that piece to its profit, were the
//! mover to move again, and either that attacker could not take it before the move, or the move
//! made its protection a false one by pinning the protector. What a side did on every one of its
//! moves decides.

use crate::position::Undo;
use crate::{Color, Move, Piece, PieceKind, Position, Square};

/// By which rules repetition is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub enum RuleSet {
    /// Asian Xiangqi Federation (亚洲规则): perpetual check loses; perpetual chase of one and the
    /// same piece loses; check is worse than chase; everything else draws, as threats of mate
    /// and check and chase in turn do.
    #[default]
    Axf,
    /// Chinese rules (中国规则), in short: perpetual check loses against anything; a side each of
    /// whose moves checks, chases any piece or threatens mate (长打) loses against one that does
    /// not; everything else draws.
    Cxa,
    /// Perpetual check loses, everything else draws.
    Simple,
}

/// A move that was made, with what is needed to take it back and to judge it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ply {
    pub(crate) mv: Move,
    pub(crate) undo: Undo,
    /// The hash before the move.
    pub(crate) hash: u64,
    /// Whether the move gave check.
    pub(crate) check: bool,
}

/// What a side did in a loop that makes it lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offence {
    /// It gave check on every move.
    Check,
    /// It chased this piece on every move.
    Chase(Piece),
    /// It checked, chased or threatened mate on every move.
    Pursuit,
}

/// Judges a loop that ends in `position`: the side that must change and why, or `None` for a
/// draw. No move of the loop took anything, or the position could not have repeated.
pub(crate) fn judge(
    rules: RuleSet,
    position: &Position,
    plies: &[Ply],
) -> Option<(Color, Offence)> {
    let side = position.side_to_move();
    let checks = |color: Color| {
        // The last move was made by the side that is not to move now.
        let skip = usize::from(color == side);
        plies.iter().rev().skip(skip).step_by(2).all(|ply| ply.check)
    };
    match (checks(side), checks(!side)) {
        (true, true) => return None,
        (true, false) => return Some((side, Offence::Check)),
        (false, true) => return Some((!side, Offence::Check)),
        (false, false) => {}
    }
    match rules {
        RuleSet::Simple => None,
        RuleSet::Axf => judge_chases(position, plies),
        RuleSet::Cxa => judge_pursuits(position, plies),
    }
}

fn judge_chases(position: &Position, plies: &[Ply]) -> Option<(Color, Offence)> {
    let mut back = Rewind::new(position);
    let mut chased = [u32::MAX; 2];
    for ply in plies.iter().rev() {
        let mover = !back.position.side_to_move();
        if chased[mover.index()] == 0 {
            if chased == [0, 0] {
                return None;
            }
            back.undo(ply);
            continue;
        }
        chased[mover.index()] &= back.undo_judging(ply, mover);
    }
    let loser = match chased {
        [red, 0] if red != 0 => Color::Red,
        [0, black] if black != 0 => Color::Black,
        _ => return None,
    };
    let victim = back.piece(chased[loser.index()].trailing_zeros() as u8)?;
    Some((loser, Offence::Chase(victim)))
}

fn judge_pursuits(position: &Position, plies: &[Ply]) -> Option<(Color, Offence)> {
    let mut back = Rewind::new(position);
    let mut pursues = [true; 2];
    for ply in plies.iter().rev() {
        let mover = !back.position.side_to_move();
        let threat = ply.check || threatens_mate(&back.position);
        let chase = back.undo_judging(ply, mover) != 0;
        pursues[mover.index()] &= threat || chase;
        if pursues == [false; 2] {
            return None;
        }
    }
    match pursues {
        [true, false] => Some((Color::Red, Offence::Pursuit)),
        [false, true] => Some((Color::Black, Offence::Pursuit)),
        _ => None,
    }
}

/// Whether the side that has just moved could mate at once if it moved again 杀.
fn threatens_mate(position: &Position) -> bool {
    if position.in_check() {
        return false;
    }
    let mut passed = position.clone();
    passed.flip_side();
    let moves = passed.legal_moves();
    moves.iter().any(|&mv| {
        let undo = passed.play_unchecked(mv);
        let mated = passed.in_check() && !passed.has_legal_move();
        passed.undo_unchecked(mv, undo);
        mated
    })
}

/// A position taken back move by move, in which every piece keeps its number.
struct Rewind {
    position: Position,
    numbers: [u8; Square::COUNT],
}

impl Rewind {
    fn new(position: &Position) -> Rewind {
        let mut numbers = [0; Square::COUNT];
        for (number, (square, _)) in position.pieces().enumerate() {
            numbers[square.index()] = number as u8;
        }
        Rewind { position: position.clone(), numbers }
    }

    fn undo(&mut self, ply: &Ply) {
        self.position.undo_unchecked(ply.mv, ply.undo);
        self.numbers[ply.mv.from.index()] = self.numbers[ply.mv.to.index()];
    }

    fn piece(&self, number: u8) -> Option<Piece> {
        let mut pieces = self.position.pieces();
        pieces.find(|(square, _)| self.numbers[square.index()] == number).map(|(_, piece)| piece)
    }

    /// Takes the move back and returns the numbers of the pieces that it chased.
    fn undo_judging(&mut self, ply: &Ply, mover: Color) -> u32 {
        let after = self.attacks(mover);
        self.undo(ply);
        if after.is_empty() {
            return 0;
        }
        let before = self.attacks(mover);
        let is_new = |attack: &&Attack| {
            let old = before.iter().find(|old| old.pieces == attack.pieces);
            attack.threat != Threat::None
                && old.is_none_or(|old| {
                    old.threat == Threat::None && attack.threat == Threat::FalselyProtected
                })
        };
        after.iter().filter(is_new).fold(0, |mask, attack| mask | 1 << attack.pieces.1)
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
