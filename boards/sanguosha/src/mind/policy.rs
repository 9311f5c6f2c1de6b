//! The fast policy for answers within an estimate: no search, good enough.

use super::stance::Stance;
use super::values::Prices;
use crate::basics::{CardId, PlayerId};
use crate::card::Card;
use crate::event::Data;
use crate::frame::Cx;
use crate::panel;
use crate::pattern;
use crate::players::trust;
use crate::reach;
use crate::request::{Answer, Ask};

/// A player's quick answer, with all roles as in the state.
pub fn quick(cx: &Cx<'_>, who: PlayerId, ask: &Ask, prices: &Prices) -> Answer {
    let stance = || Stance::by_roles(&cx.s(), who);
    match ask {
        Ask::Invoke { .. } => Answer::Accept,
        Ask::Peach { dying, .. } if *dying != who => {
            if stance().of(*dying) < 0.3 {
                return Answer::Decline;
            }
            let wanted = reach::rescue_pattern(who, *dying);
            let hand = cx.s().player(who).hand.clone();
            let peach = hand.into_iter().find(|&id| {
                let card = cx.held(who, id);
                !pattern::is_jilei(&cx.s(), who, &card)
                    && pattern::matches(&cx.s(), who, wanted, &card)
            });
            peach.map_or(Answer::Decline, |id| Answer::Card(Card::Real(id), Vec::new()))
        }
        // Giving up a card usually prevents something worse, or continues the player's own action.
        Ask::Card { pattern, .. } if pattern.starts_with('.') => {
            let mut held = cx.s().cards_in(who, "he");
            held.retain(|&id| {
                let card = cx.held(who, id);
                !pattern::is_jilei(&cx.s(), who, &card)
                    && pattern::matches(&cx.s(), who, pattern, &card)
            });
            sort(cx, &mut held, prices);
            let least = held.first().copied();
            least.map_or(Answer::Decline, |id| Answer::Card(Card::Real(id), Vec::new()))
        }
        // The question concerns a player whose skill borrows a card. No one lends to an enemy.
        Ask::Card { data, .. } if is_of_enemy(&data.borrow(), &stance()) => Answer::Decline,
        Ask::Player { targets, .. } => {
            let stance = stance();
            let hated = |a: &&PlayerId, b: &&PlayerId| stance.of(**a).total_cmp(&stance.of(**b));
            targets.iter().min_by(hated).map_or(Answer::Decline, |&id| Answer::Player(id))
        }
        Ask::Discard { optional: false, count, include_equip, throws, .. } => {
            let mut held = cx.s().cards_in(who, if *include_equip { "he" } else { "h" });
            held.retain(|&id| !*throws || !pattern::is_jilei(&cx.s(), who, &Card::Real(id)));
            sort(cx, &mut held, prices);
            held.truncate(*count);
            Answer::Ids(held)
        }
        Ask::CardChosen { whose, areas, .. } => card_of(cx, *whose, areas, &stance(), prices),
        Ask::Grace { ids, .. } => {
            let mut ids = ids.clone();
            sort(cx, &mut ids, prices);
            ids.pop().map_or(Answer::Decline, |best| Answer::Ids(vec![best]))
        }
        _ => trust(cx, who, ask),
    }
}

/// Sorts by price, cheapest first.
fn sort(cx: &Cx<'_>, ids: &mut [CardId], prices: &Prices) {
    let state = cx.s();
    ids.sort_by(|&a, &b| prices.held(&state, a).total_cmp(&prices.held(&state, b)));
}

/// Whether a question's data concerns an enemy.
fn is_of_enemy(data: &Data, stance: &Stance) -> bool {
    matches!(data, Data::Player(to) if stance.of(*to) < 0.0)
}

/// The card of a player to take: the enemy's most valuable one, or the one a friend is best
/// without.
fn card_of(cx: &Cx<'_>, whose: PlayerId, areas: &str, stance: &Stance, prices: &Prices) -> Answer {
    let state = cx.s();
    let player = state.player(whose);
    let friend = stance.is_friend(whose);
    let trick = player.judging.last().filter(|_| friend && areas.contains('j'));
    let mut worn: Vec<CardId> = player.worn().filter(|_| areas.contains('e')).collect();
    worn.sort_by(|&a, &b| prices.worn(&state, a).total_cmp(&prices.worn(&state, b)));
    let back = player.hand.first().copied().filter(|_| areas.contains('h'));
    let worn = if friend { worn.first() } else { worn.last() }.copied();
    let any = || state.cards_in(whose, areas).first().copied();
    let chosen = trick.map(|trick| trick.id).or(worn).or(back).or_else(any);
    chosen.map_or(Answer::Decline, |id| Answer::Ids(vec![id]))
}

/// The next action of a play phase without search: hand cards in order of priority, against the
/// most hated enemy.
pub fn act(cx: &Cx<'_>, who: PlayerId, prices: &Prices) -> Answer {
    let _look = cx.look();
    let stance = Stance::by_roles(&cx.s(), who);
    let mut hand = cx.s().player(who).hand.clone();
    {
        let state = cx.s();
        hand.sort_by(|&a, &b| prices.early(&state, b).total_cmp(&prices.early(&state, a)));
    }
    let found = hand.into_iter().find_map(|id| act_with(cx, who, id, &stance, prices));
    found.unwrap_or(Answer::Decline)
}

/// Uses a card if that is legal and sensible.
fn act_with(
    cx: &Cx<'_>,
    who: PlayerId,
    id: CardId,
    stance: &Stance,
    prices: &Prices,
) -> Option<Answer> {
    let card = cx.held(who, id);
    let (fixed, slot, delayed, drink) = cx.s().kind(&card, |kind| {
        (kind.target_fixed, kind.slot, kind.delayed, kind.inherits("Analeptic"))
    });
    if let Some(slot) = slot {
        let state = cx.s();
        let better = |worn| prices.worn(&state, id) > prices.worn(&state, worn);
        if !state.player(who).equip(slot).is_none_or(better) {
            return None;
        }
    }
    let slash = |id: &CardId| cx.s().inherits(&Card::Real(*id), "Slash");
    let idle = fixed && delayed || drink && !cx.s().player(who).hand.iter().any(slash);
    if idle || !panel::fits(cx, who, &Ask::Activate, &card) {
        return None;
    }
    if fixed || slot.is_some() {
        return Some(Answer::Card(Card::Real(id), Vec::new()));
    }
    let mut chosen = Vec::new();
    loop {
        let targets = panel::next_targets(cx, who, &card, &chosen).players;
        let hated = |a: &&PlayerId, b: &&PlayerId| {
            let key = |id| stance.of(id) + f64::from(cx.s().player(id).hp) * 0.05;
            key(**a).total_cmp(&key(**b))
        };
        let enemies = targets.iter().filter(|&&to| !chosen.is_empty() || stance.of(to) < 0.0);
        chosen.push(*enemies.min_by(hated)?);
        if cx.scripts.feasible(&card, &chosen, who) {
            return Some(Answer::Card(Card::Real(id), chosen));
        }
    }
}
