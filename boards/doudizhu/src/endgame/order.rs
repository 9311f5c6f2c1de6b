//! Move ordering.

use super::Position;
use crate::Play;
use crate::Role;
use crate::strong::shape::{Tops, shape};

/// Sorts the plays of the seat to move: plays that end the game, then those that leave the fewest
/// turns, and among those the fewest that can be beaten. A farmer tries first to let its partner's
/// play stand.
pub(super) fn order(position: &Position, plays: &mut [Play]) {
    let (turn, hand) = (position.turn, position.hand(position.turn));
    if plays.len() < 2 {
        return;
    }
    let against = if turn.is_farmer() {
        position.hand(Role::Landlord)
    } else {
        position.hand(Role::Down).plus(position.hand(Role::Up))
    };
    let tops = Tops::new(against);
    plays.sort_by_cached_key(|play| {
        if play.is_pass() {
            return if position.owner.is_with(turn) { (1, 0, 0) } else { (3, 0, 0) };
        }
        let rest = hand.minus(play.cards);
        if rest.is_empty() {
            return (0, 0, 0);
        }
        let shape = shape(rest, &tops);
        (2, shape.rounds + shape.losers, rest.len())
    });
}
