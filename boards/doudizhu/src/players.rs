//! Computer players and hints for people: every kind of decision, at five levels.

use std::cmp::Reverse;

use crate::jiuri::Jiuri;
use crate::strong::{Level, Strong};
use crate::{Act, Hand, Kind, Phase, Play, RoundView, View};

/// A decision with its alternatives.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The chosen act.
    pub act: Act,
    /// All legal acts, best first.
    pub candidates: Vec<Act>,
    /// The winning probability of the seat's side, if estimated.
    pub value: Option<f32>,
}

/// The decision of a player of this level; `None` if the seat is not to act. The same view, level
/// and seed give the same decision, unless `stop` returns true first.
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

/// All legal plays by the value of the remaining hand. Plays that end the game come first, bombs
/// after the other plays, the pass last.
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

/// Whether the cards break up a bomb or the rocket of the hand.
fn breaks_bomb(hand: Hand, cards: Hand) -> bool {
    let fours = cards.ranks_with(1) & hand.ranks_with(4) & !cards.ranks_with(4);
    let joker = hand.has_rocket() && (cards.ranks_with(1) & Hand::ROCKET.ranks_with(1)) != 0;
    fours != 0 || (joker && !cards.has_rocket())
}
