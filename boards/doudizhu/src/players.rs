//! Players for people: whatever a seat is asked, in five levels, and hints.

use std::cmp::Reverse;

use crate::jiuri::Jiuri;
use crate::strong::{Level, Strong};
use crate::{Act, Hand, Kind, Phase, Play, RoundView, View};

/// What a player wants to do, and what else it thought of.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// What it would do.
    pub act: Act,
    /// Everything it may do, the best first.
    pub candidates: Vec<Act>,
    /// The chance that its side wins, where that was looked at.
    pub value: Option<f32>,
}

/// What a player of this level does for a seat that is asked something; `None` if it is not. The
/// same knowledge, level and seed give the same answer, unless `stop` is true before it is found.
pub fn think(
    seen: &RoundView,
    level: Level,
    seed: u64,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Thought> {
    let seat = seen.seat?;
    if seen.course.turn() != Some(seat) {
        return None;
    }
    let hand = seen.hand?;
    let kickers = seen.course.rules().kickers;
    let player = Strong::new(seed);
    match seen.phase() {
        Phase::Auction(standing) => {
            let said = player.say(hand, standing, kickers);
            let choices = seen.course.bidding().choices();
            Some(first(Act::Say(said), choices.into_iter().map(Act::Say), None))
        }
        Phase::Doubling { .. } => {
            let factor = player.doubles(&seen.player_view()?);
            Some(first(Act::Double(factor), [1, 2, 4].map(Act::Double), None))
        }
        Phase::Playing { .. } => {
            let thought = player.think_at(&seen.player_view()?, level, stop);
            let act = Act::Play(thought.play.cards);
            let others = thought.candidates.iter().map(|(play, _)| Act::Play(play.cards));
            Some(first(act, others, Some(thought.value)))
        }
        Phase::Passed | Phase::Over(_) => None,
    }
}

fn first(act: Act, others: impl IntoIterator<Item = Act>, value: Option<f32>) -> Thought {
    let others = others.into_iter().filter(|other| *other != act);
    Thought { act, candidates: std::iter::once(act).chain(others).collect(), value }
}

/// Everything that may be played, by the value of the hand that it leaves: what ends the game
/// first, bombs after the rest, the pass last.
pub fn ranked(player: &mut Jiuri, view: &View) -> Vec<Play> {
    let mut plays = Vec::new();
    view.legal(&mut plays);
    plays.sort_by_cached_key(|play| {
        let rest = view.hand.minus(play.cards);
        let breaks = !play.kind.is_bomb() && breaks_bomb(view.hand, play.cards);
        let class = match play.kind {
            _ if rest.is_empty() => 0,
            Kind::Pass => 4,
            kind if kind.is_bomb() => 2,
            _ if breaks => 3,
            _ => 1,
        };
        (class, Reverse(player.value(rest).score()), *play)
    });
    plays
}

/// Whether cards of a bomb or the rocket are among others.
fn breaks_bomb(hand: Hand, cards: Hand) -> bool {
    let fours = cards.ranks_with(1) & hand.ranks_with(4) & !cards.ranks_with(4);
    let joker = hand.has_rocket() && (cards.ranks_with(1) & Hand::ROCKET.ranks_with(1)) != 0;
    fours != 0 || (joker && !cards.has_rocket())
}
