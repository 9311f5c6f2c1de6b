//! The stand-in for absent players (托管): responds if it holds the card, and does nothing else.

use super::default_answer;
use crate::basics::{CardId, PlayerId};
use crate::card::Card;
use crate::frame::Cx;
use crate::pattern;
use crate::request::{Answer, Ask};

/// Tricks that benefit their target.
const BENEFICIAL: [&str; 3] = ["ExNihilo", "AmazingGrace", "GodSalvation"];
/// Cards it responds with.
const ANSWERS: [&str; 5] = ["Slash", "Jink", "Nullification", "Analeptic", "Peach"];

/// The stand-in's answer. If it holds the card, it responds with a slash or a jink, nullifies a
/// harmful trick against itself, and rescues itself with an analeptic or a peach. Otherwise it
/// declines, or gives the first legal answer if that is not allowed.
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

/// The first hand card that satisfies a condition and is not forbidden.
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
