//! The player of the series, against a table on which all known copies of it agree.

use fangqi_doudizhu::jiuri::{Jiuri, Value};
use fangqi_doudizhu::{Hand, Kickers, Play};
use serde_json::Value as Json;

fn hand(case: &Json, field: &str) -> Hand {
    case[field].as_str().unwrap_or_else(|| panic!("{case} has no {field}")).parse().unwrap()
}

#[test]
fn values_leads_answers_and_bids_are_those_of_the_series() {
    let table: Json = serde_json::from_str(include_str!("data/jiuri.json")).unwrap();
    let mut player = Jiuri::new();
    let mut kinds = std::collections::BTreeMap::<&str, usize>::new();
    for case in table["cases"].as_array().unwrap() {
        let kind = case["kind"].as_str().unwrap();
        *kinds.entry(kind).or_default() += 1;
        let cards = hand(case, "hand");
        match kind {
            "value" => {
                let value = player.value(cards);
                assert_eq!(i64::from(value.sum), case["SumValue"].as_i64().unwrap(), "{case}");
                assert_eq!(i64::from(value.rounds), case["NeedRound"].as_i64().unwrap(), "{case}");
                if let Some(bid) = case["bid"].as_u64() {
                    assert_eq!(u64::from(player.bid(cards)), bid, "{case}");
                }
            }
            "lead" => assert_eq!(player.lead(cards).cards, hand(case, "play"), "{case}"),
            "follow" => {
                let last = Play::read(hand(case, "last"), Kickers::Rlcard).unwrap();
                let answer = player.follow(cards, &last, false);
                let wanted = match case["play"].as_str().unwrap() {
                    "pass" => Hand::EMPTY,
                    _ => hand(case, "play"),
                };
                assert_eq!(answer.cards, wanted, "{case}");
            }
            other => panic!("unknown kind of case: {other}"),
        }
    }
    println!("{kinds:?}");
    assert_eq!(kinds.values().sum::<usize>(), 81);
}

/// The hands whose values the author prints in chapter 16.
#[test]
fn the_printed_hands_have_their_printed_values() {
    for (text, sum, rounds) in
        [("B22AAKKQQJJT98877", 14, 7), ("2AKKTT99866554433", 6, 7), ("2AQQJJT8766554433", 4, 8)]
    {
        let value = Jiuri::new().value(text.parse().unwrap());
        assert_eq!(value, Value { sum, rounds }, "{text}");
    }
}

#[test]
fn a_cooperating_farmer_does_not_beat_its_partner() {
    let mut alone = Jiuri::new();
    let mut together = Jiuri::cooperating();
    let cards: Hand = "35AA2".parse().unwrap();
    let queen = Play::read("Q".parse().unwrap(), Kickers::Rlcard).unwrap();
    assert!(!alone.follow(cards, &queen, true).is_pass());
    assert!(together.follow(cards, &queen, true).is_pass());
    assert_eq!(together.follow(cards, &queen, false), alone.follow(cards, &queen, false));
    // Going out takes precedence over sparing the partner.
    let ace: Hand = "A".parse().unwrap();
    assert_eq!(together.follow(ace, &queen, true).cards, ace);
}
