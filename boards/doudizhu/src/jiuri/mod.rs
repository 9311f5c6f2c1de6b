//! The hand-value player of the article series "斗地主AI算法" by 九日王朝 (sm9sun), version 2.0: the
//! value of a hand is the sum of its groups' values, less seven for each turn that they need.
//!
//! | here | in the series |
//! | --- | --- |
//! | [`Jiuri::value`] | `get_HandCardValue` |
//! | [`Value::sum`], [`Value::rounds`] | `SumValue`, `NeedRound` |
//! | [`Value::score`] | `SumValue - NeedRound * 7` |
//! | [`group`] | `ins_SurCardsType` |
//! | [`worth`] | `get_GroupData(…).nValue` |
//! | [`Jiuri::lead`] | 主动出牌, `get_PutCardList_2_unlimit` |
//! | [`Jiuri::follow`] | 被动出牌, `get_PutCardList_2_limit` |
//! | [`Jiuri::bid`] | 叫分, `LandScore` |
//!
//! | kind | in the series |
//! | --- | --- |
//! | [`Kind::Pass`] | `cgZERO` |
//! | [`Kind::Solo`], [`Kind::Pair`], [`Kind::Trio`] | `cgSINGLE`, `cgDOUBLE`, `cgTHREE` |
//! | [`Kind::TrioSolo`], [`Kind::TrioPair`] | `cgTHREE_TAKE_ONE`, `cgTHREE_TAKE_TWO` |
//! | [`Kind::SoloChain`], [`Kind::PairChain`] | `cgSINGLE_LINE`, `cgDOUBLE_LINE` |
//! | [`Kind::TrioChain`] | `cgTHREE_LINE` |
//! | [`Kind::TrioChainSolo`] | `cgTHREE_TAKE_ONE_LINE` |
//! | [`Kind::TrioChainPair`] | `cgTHREE_TAKE_TWO_LINE` |
//! | [`Kind::FourTwoSolo`], [`Kind::FourTwoPair`] | `cgFOUR_TAKE_ONE`, `cgFOUR_TAKE_TWO` |
//! | [`Kind::Bomb`], [`Kind::Rocket`] | `cgBOMB_CARD`, `cgKING_CARD` |
//! | not one group: `None` | `cgERROR` |
//!
//! Copies of the original differ in details; this one follows the corrected copies: it plays the
//! best window of a chain, not the last one tried, and computes the length of aircraft with pairs
//! correctly.

mod answers;
mod follow;
mod group;
mod lead;

pub use group::{group, worth};

use rustc_hash::FxHashMap;

use crate::{Hand, Kind, Play, View};

/// The value of a turn, which equals the cost of the worst group, a three.
const ROUND: i32 = 7;
/// Maximum number of cached hands, about 24 MB.
const MEMORY: usize = 1 << 20;

/// The value of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The sum of the values of the groups that the hand is divided into: `SumValue`.
    pub sum: i32,
    /// The number of turns they need: `NeedRound`.
    pub rounds: i32,
}

impl Value {
    /// The combined score: the sum less seven for each turn.
    pub const fn score(self) -> i32 {
        self.sum - ROUND * self.rounds
    }
}

/// The player. It caches the values of hands, which depend on the cards only, so the cache does not
/// influence its choices.
#[derive(Clone, Debug, Default)]
pub struct Jiuri {
    values: FxHashMap<Hand, (i16, u8)>,
    cooperates: bool,
}

impl Jiuri {
    /// Version 2.0: every seat plays for itself.
    pub fn new() -> Jiuri {
        Jiuri::default()
    }

    /// Adds what the author announced for version 3.0: a farmer does not beat its partner's group
    /// if that has a positive value, and never bombs it, unless that ends the game.
    pub fn cooperating() -> Jiuri {
        Jiuri { cooperates: true, ..Jiuri::default() }
    }

    /// The value of a hand if it is led group by group: `get_HandCardValue`.
    pub fn value(&mut self, hand: Hand) -> Value {
        if let Some(&(sum, rounds)) = self.values.get(&hand) {
            return Value { sum: sum.into(), rounds: rounds.into() };
        }
        let value = match group(hand) {
            _ if hand.is_empty() => Value { sum: 0, rounds: 0 },
            Some(whole) if !is_four_with_two(whole.kind) => Value { sum: worth(&whole), rounds: 1 },
            _ => {
                let first = self.lead(hand);
                let rest = self.value(hand.minus(first.cards));
                Value { sum: rest.sum + worth(&first), rounds: rest.rounds + 1 }
            }
        };
        if self.values.len() >= MEMORY {
            self.values.clear();
        }
        self.values.insert(hand, (value.sum as i16, value.rounds as u8));
        value
    }

    /// The bid for a hand of 17 cards, 0 to 3, by its `SumValue`.
    pub fn bid(&mut self, hand: Hand) -> u8 {
        match self.value(hand).sum {
            ..10 => 0,
            10..15 => 1,
            15..20 => 2,
            _ => 3,
        }
    }

    /// The play to make. The algorithm allows both jokers as kickers; if the rules do not, it
    /// passes, or leads its lowest card.
    pub fn play(&mut self, view: &View) -> Play {
        let mut legal = Vec::new();
        view.legal(&mut legal);
        let (chosen, otherwise) = match view.last() {
            None => {
                let lowest = view.hand.ranks().next().map(|rank| Hand::of(rank, 1));
                (self.lead(view.hand), lowest.unwrap_or_default())
            }
            Some((owner, last)) => {
                let of_partner = owner.is_with(view.role);
                (self.follow(view.hand, &last, of_partner), Hand::EMPTY)
            }
        };
        let find = |cards: Hand| legal.iter().find(|play| play.cards == cards).copied();
        find(chosen.cards).or_else(|| find(otherwise)).unwrap_or(Play::PASS)
    }
}

/// Four with two is not used as a last group, so that no bomb is spent on it.
const fn is_four_with_two(kind: Kind) -> bool {
    matches!(kind, Kind::FourTwoSolo | Kind::FourTwoPair)
}
