//! Cards that can be used or responded with: cards of the deck, and cards that view-as skills make.
//! They are generated lazily.

use super::values::Prices;
use crate::basics::{CardId, Name, PlayerId};
use crate::card::Card;
use crate::catalogue::SkillId;
use crate::frame::Cx;
use crate::panel;
use crate::reach;
use crate::request::{Answer, Ask};
use crate::scripts::Occasion;
use crate::view;

/// Maximum number of single cards with which a skill is tried.
const SINGLES_MAX: usize = 5;
/// Maximum number of cards that a skill is given at once.
const TOGETHER_MAX: usize = 6;

/// A card that can be used or responded with, from the deck or made by a skill.
#[derive(Debug, Clone)]
pub struct Derivation {
    /// The resulting card.
    pub card: Card,
    /// The skill that makes it, and from which cards.
    pub skill: Option<(SkillId, Vec<CardId>)>,
    name: Name,
    id: Option<CardId>,
}

impl Derivation {
    /// The answer that uses the card on these targets.
    pub fn answer(&self, targets: Vec<PlayerId>) -> Answer {
        match (&self.skill, self.id) {
            (Some((_, ids)), _) => {
                Answer::Skill { skill: self.name.clone(), ids: ids.clone(), targets }
            }
            (None, Some(id)) => Answer::Card(Card::Real(id), targets),
            (None, None) => Answer::Decline,
        }
    }
}

/// The derivations from one card of the deck or by one skill.
pub(super) type Derivations<'a> = Box<dyn Iterator<Item = Derivation> + 'a>;

/// All derivations, cards of the deck first.
pub fn derivations<'a>(
    cx: &'a Cx<'a>,
    who: PlayerId,
    ask: &'a Ask,
    prices: &'a Prices,
) -> impl Iterator<Item = Derivation> + 'a {
    sources(cx, who, ask, prices).flatten()
}

/// All derivations, grouped by source.
pub(super) fn sources<'a>(
    cx: &'a Cx<'a>,
    who: PlayerId,
    ask: &'a Ask,
    prices: &'a Prices,
) -> impl Iterator<Item = Derivations<'a>> + 'a {
    let real = real(cx, who, ask, prices).into_iter();
    let real = real.map(|derivation| Box::new(std::iter::once(derivation)) as Derivations<'a>);
    let of_skills = reach::occasion(who, ask).into_iter().flat_map(move |occasion| {
        let skills = reach::view_as_skills(cx, who, occasion);
        skills.map(move |id| by_skill(cx, who, ask, occasion, (id, prices)))
    });
    real.chain(of_skills)
}

/// Cards of the deck; among those of one kind and colour, the cheapest only.
fn real(cx: &Cx<'_>, who: PlayerId, ask: &Ask, prices: &Prices) -> Vec<Derivation> {
    let mut list: Vec<Derivation> = Vec::new();
    let same = |a: &Card, b: &Card| {
        let state = cx.s();
        state.kind_id(a) == state.kind_id(b) && state.suit(a).is_red() == state.suit(b).is_red()
    };
    for id in by_price(cx, view::choosable(cx, who, ask), prices) {
        let card = cx.held(who, id);
        if !list.iter().any(|other| same(&other.card, &card)) {
            let name = cx.s().card_name(&card);
            list.push(Derivation { card, skill: None, name, id: Some(id) });
        }
    }
    list
}

/// Sorts cards by price, cheapest first.
pub(super) fn by_price(cx: &Cx<'_>, mut ids: Vec<CardId>, prices: &Prices) -> Vec<CardId> {
    let state = cx.s();
    ids.sort_by(|&a, &b| prices.held(&state, a).total_cmp(&prices.held(&state, b)));
    ids
}

/// The cards that a view-as skill makes.
fn by_skill<'a>(
    cx: &'a Cx<'a>,
    who: PlayerId,
    ask: &'a Ask,
    occasion: Occasion<'a>,
    (id, prices): (SkillId, &'a Prices),
) -> Derivations<'a> {
    let wanted = match occasion {
        Occasion::Response(pattern) => pattern,
        _ => "",
    };
    let name = cx.s().catalogue.skill(id).name.clone();
    let held = by_price(cx, cx.s().cards_in(who, "he"), prices);
    let takes = move |chosen: &[CardId], card| {
        !chosen.contains(&card) && cx.scripts.view_filter(id, who, chosen, card, wanted)
    };
    let sets = CardSets { held, takes, tried: 0, singles: Vec::new(), growing: None };
    Box::new(sets.filter_map(move |chosen| {
        let card = cx.scripts.view_as(id, who, &chosen, wanted)?;
        let fits = panel::fits(cx, who, ask, &card);
        let skill = Some((id, chosen));
        fits.then(|| Derivation { card, skill, name: name.clone(), id: None })
    }))
}

/// The card sets with which a skill is tried: the empty set, single cards, then a growing set of
/// the cheapest cards.
struct CardSets<F> {
    /// The candidate cards, cheapest first.
    held: Vec<CardId>,
    /// Whether the skill accepts a card after those chosen.
    takes: F,
    /// Number of candidates that have been tried as single cards.
    tried: usize,
    /// Single cards that were accepted.
    singles: Vec<CardId>,
    /// The last growing set; `None` before the empty set has been returned.
    growing: Option<Vec<CardId>>,
}

impl<F: Fn(&[CardId], CardId) -> bool> Iterator for CardSets<F> {
    type Item = Vec<CardId>;

    fn next(&mut self) -> Option<Vec<CardId>> {
        let Some(growing) = &mut self.growing else {
            self.growing = Some(Vec::new());
            return Some(Vec::new());
        };
        while self.singles.len() < SINGLES_MAX && self.tried < self.held.len() {
            let card = self.held[self.tried];
            self.tried += 1;
            if (self.takes)(&[], card) {
                self.singles.push(card);
                return Some(vec![card]);
            }
        }
        if growing.is_empty() {
            growing.push(*self.singles.first()?);
        }
        if growing.len() >= TOGETHER_MAX {
            return None;
        }
        let next = self.held.iter().find(|&&card| (self.takes)(growing, card))?;
        growing.push(*next);
        Some(growing.clone())
    }
}
