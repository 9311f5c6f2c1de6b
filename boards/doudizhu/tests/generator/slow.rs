//! The naive generator: it tests every subset of a hand against each sentence of the rules. It
//! shares nothing with the crate but `Hand`.

use fangqi_doudizhu::{Hand, Kickers, Rank};

/// An interpretation of cards: kind, length, index of the highest rank of the main part.
pub type Reading = (&'static str, usize, usize);

/// Every subset of `hand` that is a play, with its interpretations.
pub fn plays(hand: Hand, kickers: Kickers) -> Vec<(Hand, Vec<Reading>)> {
    let mut subsets = vec![Hand::EMPTY];
    for (rank, count) in hand.counts() {
        subsets = subsets
            .iter()
            .flat_map(|&subset| (0..=count).map(move |n| subset.plus(Hand::of(rank, n))))
            .collect();
    }
    let mut found = Vec::new();
    for subset in subsets {
        let readings = readings(subset, kickers);
        if !readings.is_empty() {
            found.push((subset, readings));
        }
    }
    found
}

/// The plays that beat `last`, without the pass.
pub fn follows(plays: &[(Hand, Vec<Reading>)], last: Reading) -> Vec<Hand> {
    let beats = |&(kind, len, top): &Reading| match (kind, last.0) {
        (_, "rocket") => false,
        ("rocket", _) => true,
        ("bomb", "bomb") => top > last.2,
        ("bomb", _) => true,
        _ => (kind, len) == (last.0, last.1) && top > last.2,
    };
    let following = plays.iter().filter(|(_, readings)| readings.iter().any(beats));
    following.map(|(cards, _)| *cards).collect()
}

/// All interpretations of the cards.
pub fn readings(cards: Hand, kickers: Kickers) -> Vec<Reading> {
    let count: Vec<usize> = Rank::all().map(|rank| cards.count(rank).into()).collect();
    let total: usize = count.iter().sum();
    let mut found = Vec::new();
    if total == 0 || total > 20 {
        return found;
    }
    if total == 2 && count[13] == 1 && count[14] == 1 {
        found.push(("rocket", 1, 14));
    }
    let alone = ["", "solo", "pair", "trio", "bomb"];
    for top in 0..15 {
        if count[top] == total {
            found.push((alone[total], 1, top));
        }
        for (main, names) in
            [(3, ["trio_solo", "trio_pair"]), (4, ["four_two_solo", "four_two_pair"])]
        {
            if count[top] != main {
                continue;
            }
            let number = main - 2;
            if total == main + number && carried(&count, top, top, number, kickers) {
                found.push((names[0], 1, top));
            }
            if total == main + 2 * number && pairs_carried(&count, top, top, number) {
                found.push((names[1], 1, top));
            }
        }
        for low in 0..=top.min(11) {
            if top <= 11 {
                chains(&count, low, top, total, kickers, &mut found);
            }
        }
    }
    found
}

/// Their interpretations as a chain of the ranks `low` to `top`.
fn chains(
    count: &[usize],
    low: usize,
    top: usize,
    total: usize,
    kickers: Kickers,
    found: &mut Vec<Reading>,
) {
    let len = top - low + 1;
    for (each, shortest, name) in [(1, 5, "solo_chain"), (2, 3, "pair_chain"), (3, 2, "trio_chain")]
    {
        let in_chain = count[low..=top].iter().all(|&n| n == each);
        if in_chain && len >= shortest && total == each * len {
            found.push((name, len, top));
        }
    }
    if len < 2 || count[low..=top].iter().any(|&n| n != 3) {
        return;
    }
    if total == 4 * len && carried(count, low, top, len, kickers) {
        found.push(("trio_chain_solo", len, top));
    }
    if total == 5 * len && pairs_carried(count, low, top, len) {
        found.push(("trio_chain_pair", len, top));
    }
}

/// Whether the cards outside `low..=top` are `number` pairs of different ranks.
fn pairs_carried(count: &[usize], low: usize, top: usize, number: usize) -> bool {
    let outside = |rank: &usize| *rank < low || *rank > top;
    let pairs: Vec<usize> = (0..15).filter(outside).filter(|&rank| count[rank] > 0).collect();
    pairs.len() == number && pairs.iter().all(|&rank| count[rank] == 2)
}

/// Whether the cards outside `low..=top` are `number` allowed single kickers.
fn carried(count: &[usize], low: usize, top: usize, number: usize, kickers: Kickers) -> bool {
    let outside: Vec<usize> = (0..15).filter(|&rank| rank < low || rank > top).collect();
    if outside.iter().map(|&rank| count[rank]).sum::<usize>() != number {
        return false;
    }
    if kickers == Kickers::Douzero {
        return true;
    }
    let both_jokers = count[13] == 1 && count[14] == 1;
    let four = outside.iter().any(|&rank| count[rank] == 4);
    let touching = outside
        .iter()
        .any(|&rank| count[rank] == 3 && rank <= 11 && (rank + 1 == low || rank == top + 1));
    !(both_jokers || four || (touching && low < top))
}
