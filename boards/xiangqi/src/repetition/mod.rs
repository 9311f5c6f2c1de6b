//! Who must change when a position repeats.
//!
//! Every move of the loop is looked at. A move *checks* if the other king is attacked after it. A
//! move that does not check *chases* a piece if after it some attacker could take that piece to its
//! profit, were the mover to move again, and that attack is the move's doing: before it the
//! attacker did not reach the piece, or would have gained nothing. So a move chases as well by
//! taking the piece's protection away, whether it cuts the protector off or pins it, and by
//! blocking or pinning a piece of the attacker's kind that could have taken first. A move only
//! frees attackers of its own side that stood there already when it meets a check or ends a pin:
//! that is no chase. What a side did on every one of its moves decides.

mod attacks;
mod deeds;

use attacks::Rewind;
pub(crate) use deeds::deeds;
pub use deeds::{Chased, RepeatedMove};

use crate::position::Undo;
use crate::{Color, Move, Piece, Position, Square};

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
    /// It chased this piece, which stands here now, on every move.
    Chase(Square, Piece),
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
    // Pieces are numbered as they are listed.
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
