//! Tests the play generator against published counts, tables of other programs, and a naive
//! generator written from the rules.

mod slow;

use std::collections::BTreeMap;

use fangqi_doudizhu::{Hand, Kickers, Kind, Play, Rank, follows, leads};
use fangqi_kit::Rng;
use serde_json::Value;

/// `count` random cards of the deck.
fn random_hand(rng: &mut Rng, count: usize) -> Hand {
    let mut deck: Vec<Rank> = Hand::DECK.ranks().collect();
    let drawn = (0..count).map(|_| deck.swap_remove(rng.below(deck.len())));
    Hand::collect(drawn).unwrap()
}

fn by_kind(plays: &[Play]) -> BTreeMap<&'static str, u64> {
    let mut counts = BTreeMap::new();
    for play in plays {
        *counts.entry(play.kind.name()).or_default() += 1;
    }
    counts
}

/// The published size of the action space by kind: the leads of the whole deck, of at most twenty
/// cards.
#[test]
fn the_action_space_has_27472_plays() {
    let mut plays = Vec::new();
    leads(Hand::DECK, Kickers::Rlcard, &mut plays);
    let published = [
        ("solo", 15),
        ("pair", 13),
        ("trio", 13),
        ("bomb", 13),
        ("rocket", 1),
        ("trio_solo", 182),
        ("trio_pair", 156),
        ("solo_chain", 36),
        ("pair_chain", 52),
        ("trio_chain", 45),
        ("trio_chain_solo", 21_822),
        ("trio_chain_pair", 2_939),
        ("four_two_solo", 1_326),
        ("four_two_pair", 858),
    ];
    assert_eq!(by_kind(&plays), published.into_iter().collect());
    assert_eq!(plays.len() + 1, 27_472);
}

#[test]
fn under_the_free_rule_there_are_29984_plays() {
    let mut plays = Vec::new();
    leads(Hand::DECK, Kickers::Douzero, &mut plays);
    let counts = by_kind(&plays);
    // Nine aircraft of four are also aircraft of three with singles, and are listed as the former.
    assert_eq!((counts["trio_chain_solo"], counts["four_two_solo"]), (24_331 - 9, 1_339));
    assert_eq!(plays.len(), 29_984);
}

/// Counts computed by the generators of RLCard and DouZero.
#[test]
fn hands_have_as_many_plays_as_other_programs_find() {
    let table: Value = serde_json::from_str(include_str!("../data/movegen.json")).unwrap();
    let cases = table["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 52);
    for case in cases {
        let hand: Hand = case["hand"].as_str().unwrap().parse().unwrap();
        let last: Hand = case["last"].as_str().unwrap().parse().unwrap();
        for (kickers, count) in
            [(Kickers::Rlcard, "count_rlcard"), (Kickers::Douzero, "count_douzero")]
        {
            let last = Play::read(last, kickers).expect("a play");
            let mut plays = Vec::new();
            follows(hand, &last, kickers, &mut plays);
            assert_eq!(plays.len() as u64, case[count].as_u64().unwrap(), "{case} {kickers:?}");
            if kickers == Kickers::Rlcard {
                let by_type = serde_json::to_value(by_kind(&plays)).unwrap();
                assert_eq!(by_type, case["by_type_rlcard"], "{}", case["id"]);
            }
        }
    }
}

/// Compares leads and follow-ups of a hand with the naive generator.
fn compare(hand: Hand, rng: &mut Rng) {
    for kickers in [Kickers::Rlcard, Kickers::Douzero] {
        let mut plays = Vec::new();
        leads(hand, kickers, &mut plays);
        let slow = slow::plays(hand, kickers);
        let mut fast: Vec<Hand> = plays.iter().map(|play| play.cards).collect();
        fast.sort_unstable();
        let mut expected: Vec<Hand> = slow.iter().map(|(cards, _)| *cards).collect();
        expected.sort_unstable();
        assert_eq!(fast, expected, "leads of {hand} under {kickers:?}");
        for play in &plays {
            let reading = (play.kind.name(), play.len as usize, play.top.index());
            let found = slow.iter().find(|(cards, _)| *cards == play.cards).unwrap();
            assert!(found.1.contains(&reading), "{play:?} of {hand} is read as {:?}", found.1);
        }
        // A lead from another hand, to be followed by this one.
        leads(random_hand(rng, 1 + rng.clone().below(20)), kickers, &mut plays);
        let last = plays[rng.below(plays.len())];
        follows(hand, &last, kickers, &mut plays);
        assert!(plays[0].is_pass() && plays[1..].iter().all(|play| play.beats(&last)));
        let mut fast: Vec<Hand> = plays[1..].iter().map(|play| play.cards).collect();
        fast.sort_unstable();
        let reading = (last.kind.name(), last.len as usize, last.top.index());
        let mut expected = slow::follows(&slow, reading);
        expected.sort_unstable();
        assert_eq!(fast, expected, "{hand} after {last:?} under {kickers:?}");
    }
}

/// Compares a number of random hands.
fn sweep(seed: u64) {
    let mut rng = Rng::new(seed);
    for number in 0..50_000 {
        // A hand of twenty cards has very many subsets, so large hands are tested less often.
        let count = if number % 2_000 == 0 { 12 + rng.below(9) } else { 1 + rng.below(9) };
        compare(random_hand(&mut rng, count), &mut rng);
    }
}

#[test]
fn random_hands_have_the_plays_of_the_obvious_generator() {
    sweep(20);
}

#[test]
fn more_random_hands_have_the_plays_of_the_obvious_generator() {
    sweep(22);
}

/// Hands with many adjacent triples, on which implementations differ.
#[test]
fn hands_of_triples_have_the_plays_of_the_obvious_generator() {
    let mut rng = Rng::new(21);
    for _ in 0..300 {
        let low = rng.below(9) as u32;
        let mut hand = Hand::EMPTY;
        for rank in low..low + 4 {
            let rank = Rank::new(rank as usize).unwrap();
            hand = hand.plus(Hand::of(rank, 3 + rng.below(4) as u8 / 3));
        }
        while hand.len() < 16 {
            let one = Hand::of(Rank::new(rng.below(15)).unwrap(), 1);
            hand = hand.checked_plus(one).unwrap_or(hand);
        }
        compare(hand, &mut rng);
    }
}

#[test]
fn every_kind_has_a_name_of_its_own() {
    let names: std::collections::BTreeSet<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(names.len(), Kind::ALL.len());
}
