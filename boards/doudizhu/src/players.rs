//! Players for people: whatever a seat is asked, in five levels, and hints.

use std::cmp::Reverse;

use crate::jiuri::Jiuri;
use crate::strong::{Level, Strong};
use crate::{Act, Hand, Kind, Phase, Play, RoundView, Standing, View};

/// What a player wants to do, and what else it thought of.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// What it would do.
    pub act: Act,
    /// Everything it may do, the best first.
    pub candidates: Vec<Act>,
    /// The chance that its side wins, if it has thought about that.
    pub value: Option<f32>,
}

/// What a player of the series does for a seat, with farmers who spare each other. `None` if the
/// seat is not asked anything.
pub fn think(seen: &RoundView) -> Option<Thought> {
    let seat = seen.seat?;
    if seen.course.turn() != Some(seat) {
        return None;
    }
    let hand = seen.hand?;
    let mut player = Jiuri::cooperating();
    match seen.phase() {
        Phase::Auction(standing) => {
            let said = said(&mut player, hand, standing);
            let choices = seen.course.bidding().choices();
            Some(first(Act::Say(said), choices.into_iter().map(Act::Say)))
        }
        Phase::Doubling { .. } => {
            let sum = player.value(hand).sum;
            let factor = if sum >= DOUBLES_FROM { 2 } else { 1 };
            Some(first(Act::Double(factor), [1, 2, 4].map(Act::Double)))
        }
        Phase::Playing { .. } => {
            let view = seen.player_view()?;
            let play = player.play(&view);
            let mut candidates = ranked(&mut player, &view);
            candidates.retain(|other| other.cards != play.cards);
            let acts = candidates.iter().map(|play| Act::Play(play.cards));
            Some(first(Act::Play(play.cards), acts))
        }
        Phase::Passed | Phase::Over(_) => None,
    }
}

/// What the strong player does for a seat at a level. The same knowledge, level and seed make the
/// same thought, if `stop` is never true. `None` if the seat is not asked anything.
pub fn think_at(
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
    let player = Strong::new(seed);
    match seen.phase() {
        Phase::Auction(standing) => {
            let said = player.say(hand, standing, seen.course.rules().kickers);
            let choices = seen.course.bidding().choices();
            Some(first(Act::Say(said), choices.into_iter().map(Act::Say)))
        }
        Phase::Doubling { .. } => {
            let factor = player.doubles(&seen.player_view()?);
            Some(first(Act::Double(factor), [1, 2, 4].map(Act::Double)))
        }
        Phase::Playing { .. } => {
            let thought = player.think_at(&seen.player_view()?, level, stop);
            let acts = thought.candidates.iter().map(|(play, _)| Act::Play(play.cards));
            let act = first(Act::Play(thought.play.cards), acts);
            Some(Thought { value: Some(thought.value), ..act })
        }
        Phase::Passed | Phase::Over(_) => None,
    }
}

/// The `SumValue` from which a hand is worth the highest bid, and doubling.
const DOUBLES_FROM: i32 = 20;

fn first(act: Act, others: impl IntoIterator<Item = Act>) -> Thought {
    let others = others.into_iter().filter(|other| *other != act);
    let candidates = std::iter::once(act).chain(others).collect();
    Thought { act, candidates, value: None }
}

fn said(player: &mut Jiuri, hand: Hand, standing: Standing) -> u8 {
    let bid = player.bid(hand);
    match standing {
        Standing::Bid { above, .. } => {
            if bid > above {
                bid
            } else {
                0
            }
        }
        Standing::Call { .. } => u8::from(bid >= 1),
        // Each taking doubles the stake: what is worth two, then three points, is taken.
        Standing::Take { stake, .. } => u8::from(bid >= if stake > 1 { 3 } else { 2 }),
        Standing::Found { .. } | Standing::Passed => 0,
    }
}

/// Everything that may be played, by the value of the hand that it leaves: what ends the game first,
/// bombs after the rest, the pass last.
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
