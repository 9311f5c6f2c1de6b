//! Fast estimates of a hand by bit operations: the number of turns it needs and of turns it may
//! lose.

use crate::Hand;

/// The lowest bit of every rank's four.
const ONES: u64 = 0x0111_1111_1111_1111;
/// The ranks 3 … A, which chains may contain.
const CHAIN: u64 = 0x0000_ffff_ffff_ffff & ONES;
const JOKERS: u64 = 0x0110_0000_0000_0000;

/// The ranks of which the hand has at least this many cards (1 … 4), as the lowest bits of the
/// counts.
pub const fn at_least(hand: u64, cards: u32) -> u64 {
    let x = hand;
    (match cards {
        1 => x | x >> 1 | x >> 2,
        2 => x >> 1 | x >> 2,
        3 => (x & x >> 1) | x >> 2,
        _ => x >> 2,
    }) & ONES
}

/// The first ranks of `length` consecutive ranks.
pub const fn runs(ranks: u64, length: u32) -> u64 {
    let mut starts = ranks & CHAIN;
    let chain = starts;
    let mut i = 1;
    while i < length {
        starts &= chain >> (4 * i);
        i += 1;
    }
    starts
}

/// The plays that no one else can beat: ranks not below the highest one possible with the unseen
/// cards.
#[derive(Clone, Copy, Debug)]
pub struct Tops {
    solo: u64,
    pair: u64,
    trio: u64,
}

impl Tops {
    /// The unbeatable ranks given these unseen cards.
    pub fn new(unseen: Hand) -> Tops {
        let from = |cards| {
            let ranks = at_least(unseen.bits(), cards);
            if ranks == 0 { ONES } else { ONES & !((1 << (63 - ranks.leading_zeros())) - 1) }
        };
        Tops { solo: from(1), pair: from(2), trio: from(3) }
    }
}

/// An estimate of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Number of turns needed to play it.
    pub rounds: u32,
    /// Number of those turns that can be beaten.
    pub losers: u32,
}

/// Estimates a hand by the best of its decompositions with no, one or two straights.
pub fn shape(hand: Hand, tops: &Tops) -> Shape {
    let mut best = without_straights(hand.bits(), tops, 0);
    straights(hand.bits(), tops, 0, 1, &mut best);
    best
}

fn straights(hand: u64, tops: &Tops, from: u32, made: u32, best: &mut Shape) {
    let ranks = at_least(hand, 1) & CHAIN;
    let mut starts = runs(ranks, 5) >> (4 * from) << (4 * from);
    while starts != 0 {
        let at = starts.trailing_zeros();
        starts &= starts - 1;
        let mut straight = 0x11111 << at;
        let mut end = at + 16;
        loop {
            let rest = hand - straight;
            let found = without_straights(rest, tops, made);
            best.rounds = best.rounds.min(found.rounds);
            best.losers = best.losers.min(found.losers);
            if made < 2 {
                straights(rest, tops, at / 4, made + 1, best);
            }
            end += 4;
            if end >= 48 || ranks >> end & 1 == 0 {
                break;
            }
            straight |= 1 << end;
        }
    }
}

fn without_straights(hand: u64, tops: &Tops, made: u32) -> Shape {
    let (one, two) = (at_least(hand, 1), at_least(hand, 2));
    let (three, four) = (at_least(hand, 3), at_least(hand, 4));
    let rocket = one & JOKERS == JOKERS;
    let solos = if rocket { one & !two & !JOKERS } else { one & !two };
    let (mut pairs, mut trios) = (two & !three, three & !four);
    let mut chains = 0;
    let (pair_runs, trio_runs) = (runs(pairs, 3), runs(trios, 2));
    if pair_runs != 0 {
        let covered = pair_runs | pair_runs << 4 | pair_runs << 8;
        chains += (covered & !(covered << 4)).count_ones();
        pairs &= !covered;
    }
    let all_trios = trios.count_ones();
    if trio_runs != 0 {
        let covered = trio_runs | trio_runs << 4;
        chains += (covered & !(covered << 4)).count_ones();
        trios &= !covered;
    }
    let small = solos.count_ones() + pairs.count_ones();
    let rounds = made
        + chains
        + trios.count_ones()
        + four.count_ones()
        + u32::from(rocket)
        + small.saturating_sub(all_trios);
    let beatable = (solos & !tops.solo).count_ones() + (pairs & !tops.pair).count_ones();
    let losers =
        made + chains + (trios & !tops.trio).count_ones() + beatable.saturating_sub(all_trios);
    Shape { rounds, losers }
}
