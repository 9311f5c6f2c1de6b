//! The natural limit 自然限着: sixty moves of each side without a capture draw. Of the checks that
//! a side gives meanwhile only the first ten count. Game and search both ask here.

use crate::Position;
use crate::repetition::Ply;

/// Sixty moves of each side.
pub(crate) const LIMIT: u16 = 120;
/// Checks of each side that count towards [`LIMIT`].
const CHECKS_COUNTED: u16 = 10;

/// How many plies without a capture are left before the limit, none if it has been reached:
/// `plies` led to the position. Checks before the first of them are not known and so count.
pub(crate) fn plies_left(position: &Position, plies: &[Ply]) -> u16 {
    let quiet = position.quiet_plies();
    let mut checks = [0u16; 2];
    for (back, ply) in plies.iter().rev().take(usize::from(quiet)).enumerate() {
        checks[back % 2] += u16::from(ply.check);
    }
    let exempt = checks.map(|checks| checks.saturating_sub(CHECKS_COUNTED));
    LIMIT.saturating_sub(quiet - exempt[0] - exempt[1])
}

/// Whether the limit draws here, unless the last move has mated: that wins all the same.
pub(crate) fn is_reached(position: &Position, plies: &[Ply]) -> bool {
    position.quiet_plies() >= LIMIT && plies_left(position, plies) == 0
}
