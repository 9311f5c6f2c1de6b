//! Evidence of bids about hands.

use super::table::Table;
use crate::{Hand, Rank, Role, View};

/// Fraction of hands by apparent strength ([`apparent_strength`]; the last row includes all above)
/// for which at least one, two and three points are bid: the bids of [`super::Strong::say`] for
/// 3,000 random hands, counted by `examples/doudizhu-bids`.
const AT_LEAST: [[f64; 3]; 16] = [
    [0.01, 0.00, 0.00],
    [0.01, 0.00, 0.00],
    [0.01, 0.00, 0.00],
    [0.01, 0.00, 0.00],
    [0.03, 0.01, 0.00],
    [0.08, 0.01, 0.00],
    [0.11, 0.02, 0.00],
    [0.19, 0.06, 0.01],
    [0.44, 0.12, 0.02],
    [0.71, 0.24, 0.06],
    [0.86, 0.36, 0.08],
    [0.90, 0.58, 0.19],
    [0.96, 0.81, 0.31],
    [0.96, 0.87, 0.40],
    [0.97, 0.92, 0.61],
    [1.00, 0.97, 0.78],
];
/// Probability that a player bids by other criteria, so that no deal is ruled out.
const NOISE: f64 = 0.05;

/// Apparent strength of a hand in half points: the big joker counts 2 points, the small joker 1½,
/// each two 1, each ace ½, each bomb 2, and both jokers together 1 more.
pub fn apparent_strength(hand: Hand) -> usize {
    let count = |rank: Rank| usize::from(hand.count(rank));
    let bombs = hand.ranks_with(4).count_ones() as usize;
    let jokers = 4 * count(Rank::BIG_JOKER) + 3 * count(Rank::SMALL_JOKER);
    let rocket = 2 * usize::from(hand.has_rocket());
    jokers + rocket + 2 * count(Rank::TWO) + count(Rank::ACE) + 4 * bombs
}

/// The likelihood of the other seats' bids given the hands of a world; 1 if the bids are unknown. A
/// pass says only that the hand was not worth more than the highest bid.
pub(super) fn likelihood(view: &View, world: &Table) -> f64 {
    let Some(bids) = view.bids else { return 1.0 };
    let others = Role::ALL.into_iter().filter(|role| *role != view.role);
    others.map(|role| of_role(view, world, bids, role)).product()
}

fn of_role(view: &View, world: &Table, bids: [u8; 3], role: Role) -> f64 {
    let held = world.hands[role as usize].plus(view.played(role));
    let dealt = if role == Role::Landlord { held.checked_minus(view.shown) } else { Some(held) };
    let row = AT_LEAST[apparent_strength(dealt.unwrap_or(held)).min(AT_LEAST.len() - 1)];
    let at_least = |bid: u8| row.get(usize::from(bid) - 1).copied().unwrap_or(0.0);
    let chance = match bids[role as usize] {
        0 => 1.0 - at_least(bids.into_iter().max().unwrap_or(0) + 1),
        bid => at_least(bid),
    };
    NOISE + (1.0 - NOISE) * chance
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kickers;

    fn view(bids: Option<[u8; 3]>) -> View {
        let hand = "34455667789TTJJQQKKA".parse().unwrap();
        let view = View::opening(hand, "34K".parse().unwrap(), Kickers::Rlcard);
        View { bids, ..view }
    }

    /// The likelihood of bids if the farmer after the landlord holds the twos.
    fn chance(bids: Option<[u8; 3]>) -> f64 {
        let view = view(bids);
        let mut left = view.unseen();
        let down: Hand = "334456788999QQ2222".parse::<Hand>().unwrap().minus("3".parse().unwrap());
        left = left.minus(down);
        likelihood(&view, &Table::new([view.hand, down, left], view.shown))
    }

    #[test]
    fn strong_hands_go_with_high_bids() {
        assert_eq!(chance(None), 1.0);
        // Down holds four twos, Up both jokers and three aces.
        let (both, neither) = (chance(Some([3, 2, 2])), chance(Some([1, 0, 0])));
        assert!(both > 4.0 * neither, "{both} {neither}");
        // A seat that was not asked, or that could not outbid three, has given no evidence.
        assert!(chance(Some([3, 0, 0])) > 0.99);
    }

    #[test]
    fn strength_is_counted_in_half_points() {
        let strength_of = |text: &str| apparent_strength(text.parse().unwrap());
        assert_eq!(strength_of("BR"), 9);
        assert_eq!(strength_of("R22A"), 9);
        assert_eq!(strength_of("4444A"), 5);
        assert_eq!(strength_of("3456789TJQK"), 0);
    }
}
