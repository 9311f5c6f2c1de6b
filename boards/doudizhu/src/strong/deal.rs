//! Determinization: deals the unseen cards to the other two seats, consistently with the view.

use fangqi_kit::Rng;

use super::table::{Table, next};
use crate::{Hand, Rank, Role, View};

/// The distribution of possible deals.
#[derive(Clone, Debug)]
pub(super) struct Deals {
    /// The game as seen: the other hands are empty.
    seen: Table,
    own: usize,
    /// The unseen cards, except those that the landlord is known to hold.
    unseen: Vec<Rank>,
    /// The known cards of each seat; the own seat's are its hand.
    known: [Hand; 3],
    /// How many of the unseen cards belong to the next seat.
    next_count: usize,
}

impl Deals {
    /// The possible deals for a consistent view.
    pub(super) fn new(view: &View) -> Deals {
        let seen = Table::seen(view);
        let own = view.role as usize;
        let mut known = [Hand::EMPTY; 3];
        known[own] = view.hand;
        if own != 0 {
            known[0] = seen.shown;
        }
        let shown = if own == 0 { Hand::EMPTY } else { seen.shown };
        let unseen = view.unseen().minus(shown).ranks().collect();
        let after = next(own);
        let next_count = view.left(Role::ALL[after]) - known[after].len();
        Deals { seen, own, unseen, known, next_count: next_count as usize }
    }

    /// Draws a uniformly random deal.
    pub(super) fn draw(&self, rng: &mut Rng) -> Table {
        let mut cards = self.unseen.clone();
        let after = next(self.own);
        let mut hands = self.known;
        for at in 0..cards.len() {
            let other = at + rng.below(cards.len() - at);
            cards.swap(at, other);
            let seat = if at < self.next_count { after } else { next(after) };
            hands[seat] = hands[seat].plus(Hand::of(cards[at], 1));
        }
        Table { hands, ..self.seen.clone() }
    }
}
