//! The natural limit 自然限着: sixty moves of each side without a capture are a draw. Of each side's
//! checks in that span, only the first ten count. Both [`Game`](crate::Game) and the search apply
//! the rule through this module.

use crate::Position;
use crate::repetition::Ply;

/// Sixty moves of each side.
pub(crate) const LIMIT: u16 = 120;
/// Number of checks of each side that count towards [`LIMIT`].
const CHECKS_COUNTED: u16 = 10;

/// The number of plies left before the limit, given the plies that led to the position. Checks
/// before `plies` are not known and count as quiet moves.
pub(crate) fn plies_left(position: &Position, plies: &[Ply]) -> u16 {
    let quiet = position.quiet_plies();
    let mut checks = [0u16; 2];
    for (back, ply) in plies.iter().rev().take(usize::from(quiet)).enumerate() {
        checks[back % 2] += u16::from(ply.check);
    }
    let exempt = checks.map(|checks| checks.saturating_sub(CHECKS_COUNTED));
    LIMIT.saturating_sub(quiet - exempt[0] - exempt[1])
}

/// Whether the limit has been reached. The caller tests for mate and stalemate, which win even on
/// the last ply.
pub(crate) fn is_reached(position: &Position, plies: &[Ply]) -> bool {
    position.quiet_plies() >= LIMIT && plies_left(position, plies) == 0
}
