//! Bids and doublings, by the landlord's winning probability as the networks estimate it before the
//! first lead.

use fangqi_kit::Rng;

use super::Strong;
use super::deal::Deals;
use super::playout::Playout;
use super::table::Table;
use crate::{Hand, Kickers, Rank, Role, Standing, View};

/// Number of sampled deals over which probabilities are averaged.
const DEALS: u32 = 48;
/// Minimum winning probabilities for bids of one, two and three points.
const WORTH: [f32; 3] = [0.44, 0.52, 0.62];
/// Minimum winning probabilities for which the landlord doubles and redoubles.
const LANDLORD_DOUBLES: [f32; 2] = [0.66, 0.82];
/// The same for farmers.
const FARMER_DOUBLES: [f32; 2] = [0.66, 0.80];

impl Strong {
    /// The probability of winning as the landlord with these 17 cards and three unknown ones.
    pub fn chance_as_landlord(&self, hand: Hand, kickers: Kickers) -> f32 {
        let mut rng = Rng::new(self.seed ^ Rng::new(hand.bits()).next_u64());
        let mut playout = Playout::new(&self.net, kickers);
        let mut cards: Vec<Rank> = Hand::DECK.minus(hand).ranks().collect();
        let mut deal = || {
            for at in 0..20 {
                let other = at + rng.below(cards.len() - at);
                cards.swap(at, other);
            }
            let sum = |cards: &[Rank]| {
                cards.iter().fold(Hand::EMPTY, |sum, rank| sum.plus(Hand::of(*rank, 1)))
            };
            let shown = sum(&cards[..3]);
            let hands = [hand.plus(shown), sum(&cards[3..20]), sum(&cards[20..])];
            playout.estimate(&Table::new(hands, shown))
        };
        (0..DEALS).map(|_| deal()).sum::<f32>() / DEALS as f32
    }

    /// The answer in an auction: a bid, or 1 and 0 for yes and no.
    pub fn say(&self, hand: Hand, standing: Standing, kickers: Kickers) -> u8 {
        let chance = self.chance_as_landlord(hand, kickers);
        let worth = WORTH.iter().take_while(|least| chance >= **least).count() as u8;
        match standing {
            Standing::Bid { above, .. } => {
                if worth > above {
                    worth
                } else {
                    0
                }
            }
            Standing::Call { .. } => u8::from(worth >= 1),
            // Each takeover doubles the stake, so the hand must be worth two, then three points.
            Standing::Take { stake, .. } => u8::from(worth >= if stake > 1 { 3 } else { 2 }),
            Standing::Found { .. } | Standing::Passed => 0,
        }
    }

    /// The winning probability of the viewer's side before the first lead.
    pub fn chance_before_lead(&self, view: &View) -> f32 {
        let deals = Deals::new(view);
        let mut rng = Rng::new(self.seed ^ super::search::fingerprint(view));
        let mut playout = Playout::new(&self.net, view.kickers);
        if view.role == Role::Landlord {
            return playout.estimate(&deals.draw(&mut rng));
        }
        // Rejects deals in which the landlord would not have made its bid.
        let bid = view.bids.map_or(0, |bids| bids.into_iter().max().unwrap_or(0).min(3));
        let least = if bid == 0 { 0.0 } else { WORTH[bid as usize - 1] - 0.08 };
        let (mut sum, mut count) = (0.0, 0);
        for _ in 0..DEALS {
            let deal = deals.draw(&mut rng);
            if playout.estimate(&deal) >= least {
                sum += playout.estimate_at(deal, view.role as usize);
                count += 1;
            }
        }
        if count == 0 { 0.5 } else { sum / count as f32 }
    }

    /// The doubling factor before the first lead: 1, 2 or 4.
    pub fn doubles(&self, view: &View) -> u8 {
        let chance = self.chance_before_lead(view);
        let doubles = if view.role.is_farmer() { FARMER_DOUBLES } else { LANDLORD_DOUBLES };
        match doubles.map(|least| chance >= least) {
            [_, true] => 4,
            [true, _] => 2,
            _ => 1,
        }
    }
}
