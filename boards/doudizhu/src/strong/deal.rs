//! Worlds: the unseen cards dealt to the other two seats, as all that was seen allows.

use fangqi_kit::Rng;

use super::table::{Table, next};
use crate::{Hand, Rank, Role, View};

/// What the other seats may hold.
#[derive(Clone, Debug)]
pub(super) struct Deals {
    /// The game as it was seen, with the own hand only.
    seen: Table,
    own: usize,
    /// The cards in the other two hands but for those that are known to be the landlord's.
    loose: Vec<Rank>,
    /// Who holds what for certain; the own seat has its hand.
    certain: [Hand; 3],
    /// How many of the loose cards the seat after this one has.
    share: usize,
}

impl Deals {
    /// What may be held in the situation of a view that does not contradict itself.
    pub(super) fn new(view: &View) -> Deals {
        let seen = Table::seen(view);
        let own = view.role as usize;
        let mut certain = [Hand::EMPTY; 3];
        certain[own] = view.hand;
        if own != 0 {
            certain[0] = seen.shown;
        }
        let known = if own == 0 { Hand::EMPTY } else { seen.shown };
        let loose = view.unseen().minus(known).ranks().collect();
        let after = next(own);
        let share = view.left(Role::ALL[after]) - certain[after].len();
        Deals { seen, own, loose, certain, share: share as usize }
    }

    /// One of the ways, each as likely as the cards make it.
    pub(super) fn draw(&self, rng: &mut Rng) -> Table {
        let mut cards = self.loose.clone();
        let after = next(self.own);
        let mut hands = self.certain;
        for at in 0..cards.len() {
            let other = at + rng.below(cards.len() - at);
            cards.swap(at, other);
            let seat = if at < self.share { after } else { next(after) };
            hands[seat] = hands[seat].plus(Hand::of(cards[at], 1));
        }
        Table { hands, ..self.seen.clone() }
    }
}
