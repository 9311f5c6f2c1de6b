//! The repetition rules: which side must deviate when a position repeats.
//!
//! Every move of the repetition is classified. A move *checks* if it attacks the other king. A move
//! without check *chases* a piece if it creates an attack on it: after the move, the mover could
//! capture the piece with profit if it were to move again, but not before, because the attacker did
//! not reach the piece or would have gained nothing. So a move also chases by removing the piece's
//! protection (cutting off or pinning the protector), and by blocking or pinning a piece of the
//! attacker's kind that could have captured first. A move that parries a check or ends a pin may
//! free attackers that were already there; that is no chase. A side is judged by what it did with
//! every one of its moves.

mod attacks;
mod repeated_moves;

use attacks::Rewind;
pub(crate) use repeated_moves::repeated_moves;
pub use repeated_moves::{Chased, RepeatedMove};

use crate::position::Undo;
use crate::{Color, Move, Piece, Position, Square};

/// The rules by which repetitions are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub enum RuleSet {
    /// Asian Xiangqi Federation rules (亚洲规则): perpetual check loses; a perpetual chase of the same
    /// piece loses; perpetual check loses against perpetual chase. Everything else is a draw,
    /// including perpetual threats of mate and alternating check and chase.
    #[default]
    Axf,
    /// Chinese rules (中国规则), simplified: perpetual check loses against anything else; a side that
    /// checks, chases any piece or threatens mate with every move (长打) loses against one that does
    /// not. Everything else is a draw.
    Cxa,
    /// Perpetual check loses; everything else is a draw.
    Simple,
}

/// A played move, with what is needed to undo and to judge it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ply {
    pub(crate) mv: Move,
    pub(crate) undo: Undo,
    /// Hash of the position before the move.
    pub(crate) hash: u64,
    /// Whether the move gave check.
    pub(crate) check: bool,
}

/// The violation for which a side loses a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offence {
    /// It gave check with every move.
    Check,
    /// It chased this piece, which is on this point in the final position, with every move.
    Chase(Square, Piece),
    /// It gave check, chased or threatened mate with every move.
    Pursuit,
}

/// Judges a repetition that ends in `position`: the side that violates the rules and how, or `None`
/// for a draw. `plies` contains no captures, since the position could not have repeated after one.
pub(crate) fn judge(
    rules: RuleSet,
    position: &Position,
    plies: &[Ply],
) -> Option<(Color, Offence)> {
    let side = position.side_to_move();
    let checks = |color: Color| {
        // The last ply was made by the side that is not to move now.
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
        chased[mover.index()] &= back.undo_and_mask_chased(ply, mover);
    }
    let loser = match chased {
        [red, 0] if red != 0 => Color::Red,
        [0, black] if black != 0 => Color::Black,
        _ => return None,
    };
    // Piece numbers follow the order of `Position::pieces`.
    let number = chased[loser.index()].trailing_zeros() as usize;
    let (square, victim) = position.pieces().nth(number)?;
    Some((loser, Offence::Chase(square, victim)))
}

fn judge_pursuits(position: &Position, plies: &[Ply]) -> Option<(Color, Offence)> {
    let mut back = Rewind::new(position);
    let mut pursues = [true; 2];
    for ply in plies.iter().rev() {
        let mover = !back.position.side_to_move();
        let threat = ply.check || threatens_mate(&back.position);
        let chase = back.undo_and_mask_chased(ply, mover) != 0;
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

/// Whether the side that moved last could mate in one if it moved again 杀.
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
