//! Answers from a package's own AI that a person could not give. The engine those AIs were written
//! for does not check answers against the question, so whatever the rules can carry out is
//! accepted.

use super::check::declined;
use super::{Answer, Ask, Refusal};
use crate::basics::{CardId, Category, Place, PlayerId};
use crate::card::Card;
use crate::event::CardUse;
use crate::frame::Cx;
use crate::pattern;
use crate::reach::{TargetProblem, rescue_pattern};
use crate::scripts::Value;

/// The result of an answer that is carried out as it is.
///
/// # Errors
/// Why the rules cannot carry it out; nothing has changed then.
pub(super) fn carried_out(
    cx: &Cx<'_>,
    who: PlayerId,
    ask: &Ask,
    answer: &Answer,
) -> Result<Value, Refusal> {
    match (ask, answer) {
        (_, Answer::Decline) => match ask.may_decline() {
            true => Ok(declined(ask)),
            false => Err(Refusal::MustAnswer),
        },
        (Ask::Choice { .. }, Answer::Text(text)) => Ok(Value::Text(text.as_str().into())),
        (Ask::Player { .. }, Answer::Player(id)) => match cx.alive(*id) {
            true => Ok(Value::Player(*id)),
            false => Err(Refusal::Target(TargetProblem::Dead(*id))),
        },
        (Ask::Discard { .. }, _) => chosen(cx, who, answer, "he").map(Value::Ids),
        (Ask::CardChosen { whose, .. }, _) => {
            let ids = chosen(cx, *whose, answer, "hej")?;
            if ids.len() == 1 { Ok(Value::Ids(ids)) } else { Err(Refusal::Count(1)) }
        }
        (Ask::Show { .. }, _) => match chosen(cx, who, answer, "he")?[..] {
            [only] => Ok(Value::Card(cx.held(who, only))),
            _ => Err(Refusal::Count(1)),
        },
        (Ask::Card { pattern, .. }, Answer::Card(card, _)) => {
            let card = given(cx, who, card)?;
            fitting(cx, who, pattern, &card)?;
            Ok(Value::Card(card))
        }
        (Ask::Nullify { .. }, Answer::Card(card, _)) => {
            let card = given(cx, who, card)?;
            fitting(cx, who, "nullification", &card)?;
            Ok(Value::Card(card))
        }
        (Ask::Peach { dying, .. }, Answer::Card(card, _)) => {
            let card = given(cx, who, card)?;
            fitting(cx, who, rescue_pattern(who, *dying), &card)?;
            Ok(Value::Use(CardUse { card, from: who, to: vec![*dying] }))
        }
        (Ask::Activate, Answer::Card(card, targets)) => used(cx, who, card, targets),
        (Ask::UseCard { pattern, .. }, Answer::Card(card, targets)) => {
            fitting(cx, who, pattern, &given(cx, who, card)?)?;
            used(cx, who, card, targets)
        }
        _ => Err(Refusal::WrongAnswer("the rules cannot do this")),
    }
}

/// Checks chosen cards: at least one, without repetition, all in the player's areas.
fn chosen(
    cx: &Cx<'_>,
    whose: PlayerId,
    answer: &Answer,
    areas: &str,
) -> Result<Vec<CardId>, Refusal> {
    let ids = match answer {
        Answer::Ids(ids) => ids.clone(),
        Answer::Card(Card::Real(id), _) => vec![*id],
        _ => return Err(Refusal::WrongAnswer("choose cards")),
    };
    let held = cx.s().cards_in(whose, areas);
    for (at, id) in ids.iter().enumerate() {
        if ids[..at].contains(id) {
            return Err(Refusal::Twice(id.0));
        }
        if !held.contains(id) {
            return Err(Refusal::NotHeld(id.0));
        }
    }
    if ids.is_empty() { Err(Refusal::Count(1)) } else { Ok(ids) }
}

/// Checks a card that is given: itself or the cards it is made of belong to the player.
fn given(cx: &Cx<'_>, who: PlayerId, card: &Card) -> Result<Card, Refusal> {
    let state = cx.s();
    let foreign = card.ids().iter().find(|id| state.location(**id).owner != Some(who));
    if let Some(foreign) = foreign {
        return Err(Refusal::NotHeld(foreign.0));
    }
    drop(state);
    Ok(match card {
        Card::Real(id) => cx.held(who, *id),
        made => made.clone(),
    })
}

/// Responses must still be of the kind asked for: a slash is not a jink, whatever an AI says.
fn fitting(cx: &Cx<'_>, who: PlayerId, wanted: &str, card: &Card) -> Result<(), Refusal> {
    if pattern::answers(&cx.s(), who, wanted, card) { Ok(()) } else { Err(Refusal::Pattern) }
}

/// Checks a use: living targets, at least one unless the card determines them, and not the user
/// itself for cards that are used on others.
fn used(cx: &Cx<'_>, who: PlayerId, card: &Card, targets: &[PlayerId]) -> Result<Value, Refusal> {
    let worn = |id: &CardId| cx.s().location(*id).place == Place::Equip;
    if let Card::Real(id) = card
        && worn(id)
    {
        return Err(Refusal::NotHeld(id.0));
    }
    let card = given(cx, who, card)?;
    let mut to = targets.to_vec();
    for (at, &target) in to.iter().enumerate() {
        if !cx.alive(target) {
            return Err(Refusal::Target(TargetProblem::Dead(target)));
        }
        if to[..at].contains(&target) {
            return Err(Refusal::Target(TargetProblem::Twice(target)));
        }
    }
    let (fixed, skill, slot) = cx.s().kind(&card, |kind| {
        (kind.target_fixed, kind.category == Category::Skill, kind.slot.is_some())
    });
    if to.contains(&who) && !fixed && !skill && !slot {
        return Err(Refusal::Target(TargetProblem::Illegal(who)));
    }
    let works = cx.s().kind(&card, |kind| kind.has_use || kind.has_effect || kind.delayed || slot);
    if !works {
        return Err(Refusal::Unavailable);
    }
    if to.is_empty() && (slot || fixed && cx.s().kind(&card, |kind| kind.delayed)) {
        to.push(who);
    }
    if to.is_empty() && !fixed && !skill {
        return Err(Refusal::Target(TargetProblem::Infeasible));
    }
    Ok(Value::Use(CardUse { card, from: who, to }))
}
