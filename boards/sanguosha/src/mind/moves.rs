//! Candidate answers. They are built step by step, as by clicking, with the filters that also check
//! answers.

use super::derivations::{Derivation, by_price, derivations, sources};
use super::stance::Stance;
use super::values::Prices;
use crate::basics::{CardId, PlayerId, Suit};
use crate::card::Card;
use crate::frame::Cx;
use crate::panel;
use crate::pattern;
use crate::reach;
use crate::request::{Answer, Ask};
use crate::scripts::NextTargets;

/// Maximum number of target choices for a card.
const TARGET_CHOICES_MAX: usize = 20;
/// Maximum number of arrangements or gifts.
const ARRANGEMENTS_MAX: usize = 16;

/// Parameters of the generation of candidates.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'a> {
    /// Prices of cards.
    pub prices: &'a Prices,
    /// The seat's stance towards the other players.
    pub stance: &'a Stance,
    /// Number of first targets that are tried for a card: enemies before friends, both before
    /// neutral players.
    pub targets: usize,
    /// Maximum number of candidates.
    pub most: usize,
}

/// Candidate answers to a question without equivalent duplicates. Declining comes first, if
/// allowed.
pub fn options(cx: &Cx<'_>, who: PlayerId, ask: &Ask, scope: Scope<'_>) -> Vec<Answer> {
    let prices = scope.prices;
    let mut list = Vec::new();
    if ask.may_decline() {
        list.push(Answer::Decline);
    }
    match ask {
        Ask::Activate | Ask::UseCard { .. } => uses(cx, who, ask, scope, &mut list),
        Ask::Card { .. } | Ask::Nullify { .. } | Ask::Peach { .. } => {
            let made =
                derivations(cx, who, ask, prices).take(scope.most.saturating_sub(list.len()));
            list.extend(made.map(|derivation| derivation.answer(Vec::new())));
        }
        Ask::Invoke { .. } => list.push(Answer::Accept),
        Ask::Choice { options, .. } | Ask::General { options } => {
            list.extend(options.iter().map(|text| Answer::Text(text.to_string())));
        }
        Ask::Suit { .. } => {
            list.extend(Suit::ALL[..4].iter().map(|suit| Answer::Text(suit.text().to_owned())));
        }
        Ask::Player { targets, .. } => list.extend(targets.iter().copied().map(Answer::Player)),
        _ => cards(cx, who, ask, prices, &mut list),
    }
    list.truncate(scope.most);
    list
}

impl Scope<'_> {
    /// Keeps the players with the largest weights: the most hated enemies, weak ones first, and the
    /// closest friends.
    fn narrow(&self, cx: &Cx<'_>, players: &mut Vec<PlayerId>) {
        if players.len() <= self.targets {
            return;
        }
        let state = cx.s();
        let hp = |id: PlayerId| f64::from(state.player(id).hp) * 0.05;
        let key = |id: PlayerId| self.stance.of(id) + hp(id);
        players.sort_by(|&a, &b| key(a).total_cmp(&key(b)));
        let friends = self.targets / 3;
        players.drain(self.targets - friends..players.len() - friends);
    }
}

/// Uses of cards with their targets, in order of priority. One use of each card and skill comes
/// before second ways to use any, since a seat with little time considers the first candidates
/// only.
fn uses(cx: &Cx<'_>, who: PlayerId, ask: &Ask, scope: Scope<'_>, list: &mut Vec<Answer>) {
    let ways_of = |derivation: Derivation| {
        let early = scope.prices.early_kind(cx.s().kind_id(&derivation.card));
        let found = targets(cx, who, &derivation.card, scope);
        found.into_iter().map(move |targets| (early, derivation.answer(targets)))
    };
    let sources = sources(cx, who, ask, scope.prices);
    let mut sources: Vec<_> = sources.map(|derivations| derivations.flat_map(ways_of)).collect();
    while !sources.is_empty() && list.len() < scope.most {
        let mut round = Vec::new();
        sources.retain_mut(|ways| {
            let way = ways.next();
            let goes_on = way.is_some();
            round.extend(way);
            goes_on
        });
        round.sort_by(|(early, _), (other, _)| other.total_cmp(early));
        list.extend(round.into_iter().map(|(_, answer)| answer));
    }
}

/// The candidate target choices of a card.
pub fn targets(cx: &Cx<'_>, who: PlayerId, card: &Card, scope: Scope<'_>) -> Vec<Vec<PlayerId>> {
    let mut firsts = panel::next_targets(cx, who, card, &[]).players;
    if firsts.is_empty() {
        let none = reach::check_targets(cx, card, who, &[]).is_ok();
        return if none { vec![Vec::new()] } else { Vec::new() };
    }
    scope.narrow(cx, &mut firsts);
    let mut ways = Vec::new();
    // If no second target can follow the first choice that is sufficient, the card takes one target
    // only. Second targets are then not queried for the other first targets.
    let mut for_one = false;
    for (at, &first) in firsts.iter().enumerate() {
        if for_one && cx.scripts.feasible(card, &[first], who) {
            ways.push(vec![first]);
            continue;
        }
        let NextTargets { players: mut seconds, enough: alone } =
            panel::next_targets(cx, who, card, &[first]);
        if alone {
            ways.push(vec![first]);
            for_one |= seconds.is_empty();
        }
        scope.narrow(cx, &mut seconds);
        for second in seconds {
            // The order matters only if a single target does not suffice.
            let again = alone && firsts[..at].contains(&second);
            if !again
                && ways.len() < TARGET_CHOICES_MAX
                && cx.scripts.feasible(card, &[first, second], who)
            {
                ways.push(vec![first, second]);
            }
        }
        if ways.is_empty() {
            ways.extend(fill_targets(cx, who, card, first));
        }
    }
    ways
}

/// Adds targets until the card has enough, for cards that need three or more.
fn fill_targets(cx: &Cx<'_>, who: PlayerId, card: &Card, first: PlayerId) -> Option<Vec<PlayerId>> {
    let mut chosen = vec![first];
    loop {
        let next = panel::next_targets(cx, who, card, &chosen);
        if next.enough {
            return Some(chosen);
        }
        chosen.push(next.players.into_iter().next()?);
    }
}

/// Candidates for questions that ask for cards as they are.
fn cards(cx: &Cx<'_>, who: PlayerId, ask: &Ask, prices: &Prices, list: &mut Vec<Answer>) {
    let each = |ids: Vec<CardId>| ids.into_iter().map(|id| Answer::Ids(vec![id]));
    match ask {
        Ask::Discard { count, include_equip, throws, .. } => {
            let mut held = cx.s().cards_in(who, if *include_equip { "he" } else { "h" });
            held.retain(|&id| !*throws || !pattern::is_jilei(&cx.s(), who, &Card::Real(id)));
            let held = by_price(cx, held, prices);
            if *count == 1 {
                list.extend(each(held).take(ARRANGEMENTS_MAX));
            } else if held.len() >= *count {
                list.push(Answer::Ids(held[..*count].to_vec()));
                let hand_last = |&id: &CardId| !cx.s().player(who).worn().any(|worn| worn == id);
                let mut worn_first = held.clone();
                worn_first.sort_by_key(hand_last);
                if worn_first[..*count] != held[..*count] {
                    list.push(Answer::Ids(worn_first[..*count].to_vec()));
                }
                with_one_replaced(cx, &held, *count, list);
            }
        }
        Ask::CardChosen { whose, areas, .. } => {
            let state = cx.s();
            let all = state.cards_in(*whose, areas);
            let hand = &state.player(*whose).hand;
            let hidden = |id: &CardId| *whose != who && hand.contains(id);
            let back = all.iter().copied().find(|id| hidden(id));
            list.extend(each(all.iter().copied().filter(|id| !hidden(id)).collect()));
            list.extend(back.map(|id| Answer::Ids(vec![id])));
        }
        Ask::Grace { ids, .. } => list.extend(each(ids.clone()).take(ARRANGEMENTS_MAX)),
        Ask::Show { .. } | Ask::Pindian { .. } => {
            list.extend(each(cx.s().player(who).hand.clone()).take(ARRANGEMENTS_MAX));
        }
        Ask::Gongxin { target } => {
            let state = cx.s();
            let hearts = state.player(*target).hand.iter().copied();
            let hearts = hearts.filter(|&id| state.suit(&Card::Real(id)) == Suit::Heart);
            list.extend(each(hearts.collect()));
        }
        Ask::Yiji { ids } => {
            let state = cx.s();
            for to in state.alive() {
                list.extend(ids.iter().map(|&id| Answer::Gift(id, to)));
            }
            list.truncate(ARRANGEMENTS_MAX * 2);
        }
        Ask::Guanxing { ids, up_only } => arrangements(ids, *up_only, list),
        _ => {}
    }
}

/// Variants of the cheapest choice in which a dearer card of another kind replaces one card:
/// keeping a diverse hand may be worth more than the prices say.
fn with_one_replaced(cx: &Cx<'_>, held: &[CardId], count: usize, list: &mut Vec<Answer>) {
    let kind = |id: CardId| cx.s().kind_id(&Card::Real(id));
    let (thrown, kept) = held.split_at(count);
    let first =
        |of: &[CardId], at: usize| of[..at].iter().all(|&other| kind(other) != kind(of[at]));
    let most = list.len() + ARRANGEMENTS_MAX;
    for at in (0..thrown.len()).rev().filter(|&at| first(thrown, at)) {
        for other in (0..kept.len()).filter(|&other| first(kept, other)) {
            if kind(kept[other]) == kind(thrown[at]) {
                continue;
            }
            if list.len() == most {
                return;
            }
            let mut ids = thrown.to_vec();
            ids[at] = kept[other];
            if !list.contains(&Answer::Ids(ids.clone())) {
                list.push(Answer::Ids(ids));
            }
        }
    }
}

/// Arrangements with each card on top once, and the others below it or at the bottom of the pile.
fn arrangements(ids: &[CardId], up_only: bool, list: &mut Vec<Answer>) {
    for (at, &first) in ids.iter().enumerate() {
        let rest: Vec<CardId> =
            ids.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, &id)| id).collect();
        if !up_only {
            list.push(Answer::Arranged(vec![first], rest.clone()));
        }
        list.push(Answer::Arranged([&[first], &rest[..]].concat(), Vec::new()));
    }
    if !up_only {
        list.push(Answer::Arranged(Vec::new(), ids.to_vec()));
    }
}
