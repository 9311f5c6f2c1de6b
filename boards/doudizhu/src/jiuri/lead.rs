use crate::hand::bits;
use crate::{Hand, Kind, Play, Rank};

use super::group::{carry, chain};
use super::{Jiuri, group, is_four_with_two};

/// The ranks that can be in the main part of groups, 3 to 2.
const NORMAL: u32 = 0x1fff;

impl Jiuri {
    /// The lead from a hand: 主动出牌. The whole hand if it is one group; the rocket if one group
    /// remains after it; otherwise the best of the triples with kickers; otherwise the best group
    /// with the lowest card; otherwise a joker or the lowest bomb. The best group is the one that
    /// leaves the best hand, the last one in a tie.
    ///
    /// # Panics
    /// If the hand is empty.
    pub fn lead(&mut self, hand: Hand) -> Play {
        assert!(!hand.is_empty(), "there is nothing to lead");
        if let Some(whole) = group(hand).filter(|whole| !is_four_with_two(whole.kind)) {
            return whole;
        }
        if hand.has_rocket() && self.value(hand.minus(Hand::ROCKET)).rounds == 1 {
            return Play::ROCKET;
        }
        let carrying = self.best(hand, triples);
        let group = carrying.or_else(|| self.best(hand, lowest));
        group.unwrap_or_else(|| joker_or_bomb(hand))
    }

    /// The group that leaves the best hand, the last one in a tie.
    fn best(&mut self, hand: Hand, groups: fn(Hand, &mut dyn FnMut(Play))) -> Option<Play> {
        let mut best: Option<(i32, Play)> = None;
        groups(hand, &mut |play| {
            let score = self.value(hand.minus(play.cards)).score();
            if best.is_none_or(|(least, _)| score >= least) {
                best = Some((score, play));
            }
        });
        best.map(|(_, play)| play)
    }
}

/// Triples with kickers, single or as aircraft, from the ranks held exactly three times.
fn triples(hand: Hand, consider: &mut dyn FnMut(Play)) {
    let (one, two, three) = (hand.ranks_with(1), hand.ranks_with(2), hand.ranks_with(3));
    for low in bits(three & !hand.ranks_with(4)) {
        let main = |kind, len| chain(kind, low, len, 3);
        carry(main(Kind::TrioSolo, 1), one & !(1 << low), 1, 1, consider);
        carry(main(Kind::TrioPair, 1), two & !(1 << low), 1, 2, consider);
        for (kind, size, longest, pool) in
            [(Kind::TrioChainSolo, 1, 4, one), (Kind::TrioChainPair, 2, 3, two)]
        {
            for len in 2..=run(three, low).min(longest) {
                let span = ((1 << len) - 1) << low;
                carry(main(kind, len), pool & !span, len, size, consider);
            }
        }
    }
}

/// Groups without kickers that contain the lowest card, ignoring ranks held four times.
fn lowest(hand: Hand, consider: &mut dyn FnMut(Play)) {
    let candidates = hand.ranks_with(1) & NORMAL & !hand.ranks_with(4);
    let Some(low) = bits(candidates).next() else {
        return;
    };
    for (kind, count) in [(Kind::Solo, 1), (Kind::Pair, 2), (Kind::Trio, 3)] {
        if hand.count(Rank::at(low)) >= count {
            consider(chain(kind, low, 1, count));
        }
    }
    for (kind, count, shortest) in
        [(Kind::SoloChain, 1, 5), (Kind::PairChain, 2, 3), (Kind::TrioChain, 3, 2)]
    {
        for len in shortest..=run(hand.ranks_with(count), low) {
            consider(chain(kind, low, len, count));
        }
    }
}

/// The number of consecutive chain ranks from `low` on.
fn run(ranks: u32, low: u32) -> u32 {
    ((ranks & 0x0fff) >> low).trailing_ones()
}

/// The lead if only jokers and bombs are left: a single joker, the lowest bomb, the rocket.
fn joker_or_bomb(hand: Hand) -> Play {
    let joker = [Rank::SMALL_JOKER, Rank::BIG_JOKER].into_iter().find(|&rank| hand.count(rank) > 0);
    match (joker, bits(hand.ranks_with(4)).next()) {
        (Some(joker), _) if !hand.has_rocket() => {
            Play { kind: Kind::Solo, len: 1, top: joker, cards: Hand::of(joker, 1) }
        }
        (_, Some(low)) => chain(Kind::Bomb, low, 1, 4),
        _ => Play::ROCKET,
    }
}
