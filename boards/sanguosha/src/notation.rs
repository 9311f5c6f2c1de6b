//! Parses and formats cards as text, in the notation of the extension handbook.
//!
//! | text | card |
//! |---|---|
//! | `12` | card 12 of the deck |
//! | `slash:wushen[heart:K]=12` | a virtual card: kind, skill, suit, number, subcards |
//! | `@RendeCard=0+3`, `@RendeCard=0+3:text` | a skill card by its class name |
//! | `#name:0+3:text`, `#name:.` | a skill card of a script by its own name |
//! | `$3+4` | a dummy: cards that move together |
//!
//! Unknown suits become no suit, malformed numbers 0. `.` stands for no cards. `card->sgs1+sgs2`
//! adds targets, `card->.` none.

use std::rc::Rc;

use crate::basics::{CardId, Category, Name, PlayerId, Suit, number_of, number_text};
use crate::card::{Card, Kind, KindId, Virtual};
use crate::state::State;

/// The object name of dummies.
pub const DUMMY: &str = "dummy";

/// Formats a card.
pub fn card(state: &State, card: &Card) -> String {
    let made = match card {
        Card::Real(id) => return id.0.to_string(),
        Card::Virtual(made) => made,
    };
    let ids = joined(&made.subcards);
    state.kind(card, |kind| match kind.category {
        _ if &*kind.name == DUMMY => format!("${ids}"),
        Category::Skill => {
            let text = if made.text.is_empty() { String::new() } else { format!(":{}", made.text) };
            match kind.name.strip_prefix('#') {
                Some(name) if text.is_empty() => format!("#{name}:{ids}:"),
                Some(name) => format!("#{name}:{ids}{text}"),
                None => format!("@{}={ids}{text}", kind.class),
            }
        }
        _ => {
            let (suit, number) = (made.suit.text(), number_text(made.number));
            format!("{}:{}[{suit}:{number}]={ids}", kind.name, made.skill)
        }
    })
}

/// Formats cards of the deck.
pub fn ids(_state: &State, ids: &[CardId]) -> String {
    joined(ids)
}

fn joined(ids: &[CardId]) -> String {
    if ids.is_empty() {
        return ".".to_owned();
    }
    let texts: Vec<String> = ids.iter().map(|id| id.0.to_string()).collect();
    texts.join("+")
}

/// A dummy card of cards that move together.
pub fn dummy(state: &State, ids: Vec<CardId>) -> Card {
    Card::made(dummy_kind(state), Suit::NoSuit, 0, "", ids)
}

fn dummy_kind(state: &State) -> KindId {
    let found = state.catalogue.kinds.borrow().find(DUMMY);
    found.unwrap_or_else(|| {
        state.catalogue.kinds.borrow_mut().add(Kind {
            name: DUMMY.into(),
            class: "DummyCard".into(),
            ancestors: ["DummyCard", "SkillCard", "Card"].map(Name::from).to_vec(),
            category: Category::Skill,
            subtype: DUMMY.into(),
            target_fixed: true,
            will_throw: true,
            delayed: false,
            cancelable: false,
            slot: None,
            range: 0,
            package: "".into(),
            has_use: false,
            has_about_to_use: false,
            has_effect: false,
            has_install: false,
            has_uninstall: false,
        })
    })
}

/// Parses a card; `None` if the text is malformed.
pub fn parse(state: &State, text: &str) -> Option<Card> {
    let text = text.trim();
    let in_deck = |id: CardId| (id.index() < state.deck.len()).then_some(id);
    if let Ok(number) = text.parse::<u16>() {
        return in_deck(CardId(number)).map(Card::Real);
    }
    let kinds = state.catalogue.kinds.borrow();
    let made = |kind, suit, number, skill: &str, ids: &str, text: &str| {
        let subcards = parse_ids(state, ids)?;
        let text = text.into();
        Some(Card::Virtual(Rc::new(Virtual {
            kind,
            suit,
            number,
            skill: skill.into(),
            subcards,
            text,
        })))
    };
    if let Some(rest) = text.strip_prefix('$') {
        drop(kinds);
        return Some(dummy(state, parse_ids(state, rest)?));
    }
    if let Some(rest) = text.strip_prefix('@') {
        let (class, rest) = rest.split_once('=')?;
        let (ids, user) = rest.split_once(':').unwrap_or((rest, ""));
        let skill = class.strip_suffix("Card").unwrap_or(class).to_lowercase();
        let by_name = |name: &str| kinds.find(&format!("#{name}"));
        // A script's skill cards have names, but no classes: `RendeCard` is the card of `rende`.
        let kind =
            kinds.find_class(class).or_else(|| by_name(class)).or_else(|| by_name(&skill))?;
        return made(kind, Suit::NoSuit, 0, &skill, ids, user);
    }
    if text.starts_with('#') {
        let (name, rest) = text.split_once(':')?;
        let (ids, user) = rest.split_once(':').unwrap_or((rest, ""));
        let kind = kinds.find(name)?;
        return made(kind, Suit::NoSuit, 0, &name[1..], ids, user);
    }
    let (name, rest) = text.split_once(':')?;
    let (skill, rest) = rest.split_once('[')?;
    let (face, ids) = rest.split_once("]=")?;
    let (suit, number) = face.split_once(':')?;
    let suit = Suit::from_text(suit).unwrap_or(Suit::NoSuit);
    made(kinds.find(name)?, suit, number_of(number).unwrap_or(0), skill, ids, "")
}

/// Parses cards of the deck such as `3+4`; `None` if one of them is unknown or repeated.
pub fn parse_ids(state: &State, text: &str) -> Option<Vec<CardId>> {
    if text == "." || text.is_empty() {
        return Some(Vec::new());
    }
    let mut ids = Vec::new();
    for part in text.split('+') {
        let id = CardId(part.trim().parse().ok()?);
        if id.index() >= state.deck.len() || ids.contains(&id) {
            return None;
        }
        ids.push(id);
    }
    Some(ids)
}

/// A player by object name (`sgs1`) or by the name of its general.
pub fn player(state: &State, text: &str) -> Option<PlayerId> {
    if let Some(number) = text.strip_prefix("sgs")
        && let Ok(number) = number.parse::<u8>()
    {
        let id = PlayerId(number.checked_sub(1)?);
        return (id.index() < state.players.len()).then_some(id);
    }
    let named = |id: &PlayerId| *state.player(*id).general == *text;
    state.ring.iter().copied().find(named)
}

/// Parses a use: `card->sgs1+sgs2`, or a card alone.
pub fn parse_use(state: &State, text: &str) -> Option<(Card, Vec<PlayerId>)> {
    let (what, whom) = text.split_once("->").unwrap_or((text, "."));
    let card = parse(state, what)?;
    Some((card, parse_players(state, whom)?))
}

/// Parses players such as `sgs1+sgs2`; `.` for none.
pub fn parse_players(state: &State, text: &str) -> Option<Vec<PlayerId>> {
    if text == "." || text.is_empty() {
        return Some(Vec::new());
    }
    text.split('+').map(|name| player(state, name.trim())).collect()
}
