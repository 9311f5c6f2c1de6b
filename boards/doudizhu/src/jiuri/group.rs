use crate::hand::bits;
use crate::{Hand, Kind, Play, Rank};

/// The whole hand as a single group, if it is one: `ins_SurCardsType`. Single kickers have
/// different ranks, except with four of a rank.
pub fn group(hand: Hand) -> Option<Play> {
    let len = hand.len();
    if hand == Hand::ROCKET {
        return Some(Play::ROCKET);
    }
    let exactly = |count: u8| hand.ranks_with(count) & !hand.ranks_with(count + 1);
    let (ones, twos, threes) = (exactly(1), exactly(2), exactly(3));
    let fours = hand.ranks_with(4);
    let (one, two) = (ones.count_ones(), twos.count_ones());
    let (three, four) = (threes.count_ones(), fours.count_ones());
    let alone = |kind, ranks: u32| Some(read(kind, ranks, 1, hand));
    match (len, one, two, three, four) {
        (1, ..) => return alone(Kind::Solo, ones),
        (2, _, 1, ..) => return alone(Kind::Pair, twos),
        (3, _, _, 1, _) => return alone(Kind::Trio, threes),
        (4, _, _, _, 1) => return alone(Kind::Bomb, fours),
        (4, _, _, 1, _) => return alone(Kind::TrioSolo, threes),
        (5, _, 1, 1, _) => return alone(Kind::TrioPair, threes),
        (6, _, _, _, 1) => return alone(Kind::FourTwoSolo, fours),
        (8, _, 2, _, 1) => return alone(Kind::FourTwoPair, fours),
        _ => {}
    }
    let chain =
        |kind, ranks: u32| is_run(ranks).then(|| read(kind, ranks, ranks.count_ones(), hand));
    if len >= 5 && one == len {
        return chain(Kind::SoloChain, ones);
    }
    if len >= 6 && two * 2 == len {
        return chain(Kind::PairChain, twos);
    }
    if len >= 6 && three * 3 == len {
        return chain(Kind::TrioChain, threes);
    }
    if len >= 8 && three * 4 == len && one == three {
        return chain(Kind::TrioChainSolo, threes);
    }
    if len >= 10 && three * 5 == len && two == three {
        return chain(Kind::TrioChainPair, threes);
    }
    None
}

/// The play of this kind with the highest of the ranks on top.
fn read(kind: Kind, ranks: u32, len: u32, cards: Hand) -> Play {
    Play { kind, len: len as u8, top: Rank::at(ranks.ilog2()), cards }
}

/// Whether the ranks are consecutive, none above the ace.
fn is_run(ranks: u32) -> bool {
    let lowest = ranks & ranks.wrapping_neg();
    ranks < 1 << Rank::TWO.index() && (ranks + lowest).is_power_of_two()
}

/// The value of a group: `nValue`. It is zero for a ten, kickers count nothing, groups that are
/// rarely beaten are never negative, and a bomb adds the value of a turn.
pub const fn worth(play: &Play) -> i32 {
    // The series numbers ranks from 3 to 17.
    let top = play.top.index() as i32 + 3;
    match play.kind {
        Kind::Pass => 0,
        Kind::Solo | Kind::Pair | Kind::Trio | Kind::TrioSolo | Kind::TrioPair => top - 10,
        Kind::SoloChain | Kind::PairChain => top - 10 + 1,
        Kind::TrioChain | Kind::TrioChainSolo | Kind::TrioChainPair => (top - 3 + 1) / 2,
        Kind::FourTwoSolo | Kind::FourTwoPair => (top - 3) / 2,
        Kind::Bomb => top - 3 + 7,
        Kind::Rocket => 20,
    }
}

/// A chain of `len` ranks from `low`, with `count` cards each.
pub(super) fn chain(kind: Kind, low: u32, len: u32, count: u8) -> Play {
    let cards = Hand::run(low, len, count);
    Play { kind, len: len as u8, top: Rank::at(low + len - 1), cards }
}

/// Calls `each` with `main` and every set of `number` kickers of `size` equal cards and different
/// ranks from `pool`, in ascending order.
pub(super) fn carry(main: Play, pool: u32, number: u32, size: u8, each: &mut dyn FnMut(Play)) {
    if number == 0 {
        return each(main);
    }
    for rank in bits(pool) {
        let cards = main.cards.plus(Hand::of(Rank::at(rank), size));
        carry(Play { cards, ..main }, pool & (!1 << rank), number - 1, size, each);
    }
}
