//! Response patterns: which cards answer a question.
//!
//! There are named patterns (`slash`, `.basic`, `..`), short ones (`.S`, `.S29`, `..red`),
//! expressions (`Slash,Jink|heart|2~9|hand|red`, with alternatives separated by `#`) and skills
//! (`@name`, `@@name`, `#name`), as in the facts table.

use crate::basics::{Category, Place, PlayerId, Suit, number_of};
use crate::card::Card;
use crate::state::State;

/// Whether a pattern asks for a skill rather than for cards.
pub fn asks_skill(pattern: &str) -> bool {
    pattern.starts_with('@') || pattern.starts_with('#')
}

/// The skill that a pattern asks for: `liuli` for `@@liuli`, `guicai` for `@guicai-card!`.
pub fn skill_of(pattern: &str) -> Option<&str> {
    if !asks_skill(pattern) {
        return None;
    }
    let name = pattern.trim_start_matches(['@', '#']).trim_end_matches('!');
    Some(name.split('-').next().unwrap_or(name))
}

/// Whether a card made by a skill matches a pattern. A pattern that asks for a skill matches every
/// card that this skill makes.
pub fn answers(state: &State, who: PlayerId, pattern: &str, made: &Card) -> bool {
    asks_skill(pattern) || matches(state, who, pattern, made)
}

/// The skill that a question starts directly, for any player: `@@liuli` and `@@liuli!`. The skill's
/// own functions decide what it makes, and it is not asked whether it responds.
pub fn started_skill(pattern: &str) -> Option<&str> {
    skill_of(pattern).filter(|_| pattern.starts_with("@@"))
}

/// Whether the response is discarded. A card that is only shown stays in the hand.
pub fn throws(pattern: &str) -> bool {
    pattern.trim_end_matches('!') != SHOWN_HEART
}

/// A heart from the hand that is shown and not discarded.
const SHOWN_HEART: &str = ".enyuan";

/// Whether a card matches a pattern for a player. An empty pattern matches nothing.
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
        ".." => true,
        "." => in_hand(),
        ".basic" => in_hand() && state.category(card) == Category::Basic,
        ".equip" => in_hand() && state.category(card) == Category::Equip,
        ".trick" => in_hand() && state.category(card) == Category::Trick,
        SHOWN_HEART => in_hand() && state.suit(card) == Suit::Heart,
        _ => match pattern.strip_prefix('.') {
            None => pattern.split('#').any(|part| fits_expression(state, who, part, card)),
            Some(face) => {
                let (face, anywhere) = face.strip_prefix('.').map_or((face, false), |f| (f, true));
                match Face::read(face) {
                    Some(face) => (anywhere || in_hand()) && face.fits(state, card),
                    // An expression may begin with any class: `.|heart`.
                    None => pattern.split('#').any(|part| fits_expression(state, who, part, card)),
                }
            }
        },
    }
}

/// The part of a short pattern after the dots: a suit or colour, a range of numbers, or both.
/// `.S29` is a spade from 2 to 9, `.K8` any card from 8 to K, `..H` a heart from hand or equipment.
struct Face {
    suits: Suits,
    numbers: std::ops::RangeInclusive<u8>,
}

impl Face {
    fn read(text: &str) -> Option<Face> {
        let (suits, rest) = suits_before(text);
        let mut numbers: Vec<u8> = Vec::new();
        let mut left = rest;
        while !left.is_empty() {
            let length = if left.starts_with("10") { 2 } else { 1 };
            let word = left.get(..length)?;
            numbers.push(number_of(word).filter(|number| (1..=13).contains(number))?);
            left = &left[length..];
        }
        let numbers = match numbers[..] {
            [] => suits.map(|_| 0..=u8::MAX)?,
            [only] => only..=only,
            [one, other] => one.min(other)..=one.max(other),
            _ => return None,
        };
        Some(Face { suits: suits.unwrap_or(|_| true), numbers })
    }

    fn fits(&self, state: &State, card: &Card) -> bool {
        (self.suits)(state.suit(card)) && self.numbers.contains(&state.number(card))
    }
}

/// A predicate on suits.
type Suits = fn(Suit) -> bool;

/// Parses a suit letter or a colour at the beginning of a text. Returns the rest too.
fn suits_before(text: &str) -> (Option<Suits>, &str) {
    let named: [(&str, Suits); 6] = [
        ("black", Suit::is_black),
        ("red", Suit::is_red),
        ("S", |suit| suit == Suit::Spade),
        ("C", |suit| suit == Suit::Club),
        ("H", |suit| suit == Suit::Heart),
        ("D", |suit| suit == Suit::Diamond),
    ];
    let found = named.into_iter().find_map(|(name, fits)| Some((fits, text.strip_prefix(name)?)));
    found.map_or((None, text), |(fits, rest)| (Some(fits), rest))
}

/// Tests one alternative: classes, suits, numbers, place and colour, separated by `|`. A part
/// matches if any of its words, separated by `,`, does; `.` always matches, an empty word never.
/// Missing parts match.
fn fits_expression(state: &State, who: PlayerId, text: &str, card: &Card) -> bool {
    let mut parts = text.split('|');
    let mut part = |fits: &dyn Fn(&str) -> bool| {
        parts.next().is_none_or(|part| {
            part.split(',')
                .map(str::trim)
                .any(|word| !word.is_empty() && (word == "." || fits(word)))
        })
    };
    let suit = state.suit(card);
    let number = state.number(card);
    let lies = |place: Place| {
        let there = |&id| {
            let location = state.location(id);
            location.place == place && location.owner == Some(who)
        };
        !card.ids().is_empty() && card.ids().iter().all(there)
    };
    part(&|class| state.inherits(card, class) || *state.card_name(card) == *class)
        && part(&|name| suit.text() == name)
        && part(&|range| in_range(number, range))
        && part(&|place| match place {
            "hand" => lies(Place::Hand),
            "equipped" | "equip" => lies(Place::Equip),
            _ => false,
        })
        && part(&|colour| match colour {
            "red" => suit.is_red(),
            "black" => suit.is_black(),
            _ => false,
        })
}

/// Tests a range: `7`, `A`, `2~9`, `~5`, `10~`.
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

/// Whether a player is currently forbidden to use, respond with or discard a card.
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
