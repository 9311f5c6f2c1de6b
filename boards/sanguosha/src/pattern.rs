//! Response patterns: which cards answer a question.
//!
//! Named ones (`slash`, `.S`, `..`), expressions (`Slash,Jink|heart|2~9|hand|red`, alternatives
//! split by `#`) and skills (`@name`, `@@name`, `#name`), as the facts table lists them.

use crate::basics::{Category, Place, PlayerId, Suit, number_of};
use crate::card::Card;
use crate::state::State;

/// Whether a pattern asks for a skill and not for cards of some kind.
pub fn asks_skill(pattern: &str) -> bool {
    pattern.starts_with('@') || pattern.starts_with('#')
}

/// The skill that a pattern asks for: `@@liuli` and `@guicai-card!` give `liuli` and `guicai`.
pub fn skill_of(pattern: &str) -> Option<&str> {
    if !asks_skill(pattern) {
        return None;
    }
    let name = pattern.trim_start_matches(['@', '#']).trim_end_matches('!');
    Some(name.split('-').next().unwrap_or(name))
}

/// Whether what a skill makes answers a pattern for a player: one that asks for a skill takes
/// whatever that makes.
pub fn answers(state: &State, who: PlayerId, pattern: &str, made: &Card) -> bool {
    asks_skill(pattern) || matches(state, who, pattern, made)
}

/// Whether a card fits a pattern for a player.
pub fn matches(state: &State, who: PlayerId, pattern: &str, card: &Card) -> bool {
    let pattern = pattern.strip_suffix('!').unwrap_or(pattern);
    if asks_skill(pattern) {
        return card.is_virtual();
    }
    let in_hand = || {
        let holds = |id| state.player(who).hand.contains(id);
        !card.ids().is_empty() && card.ids().iter().all(holds)
    };
    let is = |class: &str| state.inherits(card, class);
    match pattern {
        "slash" => is("Slash"),
        "jink" => is("Jink"),
        "peach" => is("Peach"),
        "nullification" => is("Nullification"),
        "peach+analeptic" => is("Peach") || is("Analeptic"),
        "analeptic" => is("Analeptic"),
        "" | ".." => true,
        "." => in_hand(),
        ".basic" => in_hand() && state.category(card) == Category::Basic,
        ".equip" => in_hand() && state.category(card) == Category::Equip,
        ".trick" => in_hand() && state.category(card) == Category::Trick,
        _ => match pattern.strip_prefix("..") {
            Some(suit) if suit_named(suit).is_some() => {
                suit_named(suit).is_some_and(|fits| fits(state.suit(card)))
            }
            _ => match pattern.strip_prefix('.').and_then(suit_named) {
                Some(fits) => in_hand() && fits(state.suit(card)),
                None => pattern.split('#').any(|part| fits_expression(state, who, part, card)),
            },
        },
    }
}

/// The suits that a letter or colour stands for.
fn suit_named(text: &str) -> Option<fn(Suit) -> bool> {
    Some(match text {
        "S" => |suit| suit == Suit::Spade,
        "C" => |suit| suit == Suit::Club,
        "H" => |suit| suit == Suit::Heart,
        "D" => |suit| suit == Suit::Diamond,
        "black" => Suit::is_black,
        "red" => Suit::is_red,
        _ => return None,
    })
}

/// One alternative: classes, suits, numbers, place, colour, split by `|`.
fn fits_expression(state: &State, who: PlayerId, text: &str, card: &Card) -> bool {
    let mut parts = text.split('|').map(str::trim);
    let mut part = |fits: &dyn Fn(&str) -> bool| match parts.next() {
        None | Some("" | ".") => true,
        Some(part) => part.split(',').any(|word| fits(word.trim())),
    };
    let suit = state.suit(card);
    let number = state.number(card);
    let lies = |place: Place| {
        let there = |&id| {
            let location = state.location(id);
            location.place == place && location.owner == Some(who)
        };
        card.ids().iter().all(there)
    };
    part(&|class| state.inherits(card, class) || *state.card_name(card) == *class)
        && part(&|name| suit.text() == name)
        && part(&|range| in_range(number, range))
        && part(&|place| match place {
            "hand" => lies(Place::Hand),
            "equipped" | "equip" => lies(Place::Equip),
            _ => true,
        })
        && part(&|colour| match colour {
            "red" => suit.is_red(),
            "black" => suit.is_black(),
            _ => true,
        })
}

/// `7`, `A`, `2~9`, `~5`, `10~`.
fn in_range(number: u8, text: &str) -> bool {
    match text.split_once('~') {
        None => number_of(text) == Some(number),
        Some((low, high)) => {
            let low = if low.is_empty() { Some(1) } else { number_of(low) };
            let high = if high.is_empty() { Some(13) } else { number_of(high) };
            low.is_some_and(|low| low <= number) && high.is_some_and(|high| number <= high)
        }
    }
}

/// Whether a player may not use, answer with or discard a card for now.
pub fn is_jilei(state: &State, who: PlayerId, card: &Card) -> bool {
    let player = state.player(who);
    if player.jilei.is_empty() {
        return false;
    }
    let banned = |card: &Card| {
        let category = state.category(card).text();
        player.jilei.iter().any(|name| **name == *category)
    };
    match state.category(card) {
        Category::Skill => card.ids().iter().any(|&id| banned(&Card::Real(id))),
        _ => banned(card),
    }
}
