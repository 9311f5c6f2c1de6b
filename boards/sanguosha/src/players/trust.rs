//! The stand-in of absent players (托管): plays what it is asked for when it has it.

use super::default_answer;
use crate::basics::{CardId, PlayerId};
use crate::card::Card;
use crate::frame::Cx;
use crate::pattern;
use crate::request::{Answer, Ask};

/// Tricks that do their target good.
const BENEFICIAL: [&str; 3] = ["ExNihilo", "AmazingGrace", "GodSalvation"];
/// Cards that it answers with.
const ANSWERS: [&str; 5] = ["Slash", "Jink", "Nullification", "Analeptic", "Peach"];

/// What the stand-in answers: a slash, a jink, a nullification for a harmful trick on itself, an
/// analeptic or a peach for itself, when it holds one; otherwise nothing, or the first that fits
/// where nothing is no answer.
pub fn trust(cx: &Cx<'_>, who: PlayerId, ask: &Ask) -> Answer {
    let card = match ask {
        Ask::Card { pattern, .. } if !pattern::asks_skill(pattern) => first_that(cx, who, |card| {
            ANSWERS.iter().any(|class| cx.s().inherits(card, class))
                && pattern::matches(&cx.s(), who, pattern, card)
        }),
        Ask::Nullify { trick, to, positive: true, .. } if *to == who => {
            let harmful = !BENEFICIAL.iter().any(|class| cx.s().inherits(trick, class));
            first_that(cx, who, |card| harmful && cx.s().inherits(card, "Nullification"))
        }
        Ask::Peach { dying, .. } if *dying == who => first_that(cx, who, |card| {
            cx.s().inherits(card, "Peach") || cx.s().inherits(card, "Analeptic")
        }),
        _ => None,
    };
    match card {
        Some(id) => Answer::Card(Card::Real(id), Vec::new()),
        None => default_answer(cx, who, ask),
    }
}

/// The first hand card for which something holds that may be used at all.
pub(super) fn first_that(
    cx: &Cx<'_>,
    who: PlayerId,
    fits: impl Fn(&Card) -> bool,
) -> Option<CardId> {
    let hand = cx.s().player(who).hand.clone();
    hand.into_iter().find(|&id| {
        let card = cx.held(who, id);
        !pattern::is_jilei(&cx.s(), who, &card) && fits(&card)
    })
}
