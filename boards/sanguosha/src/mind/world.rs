//! Determinization: samples worlds that are consistent with what a seat knows.

use std::iter;

use fangqi_kit::Rng;

use super::hands::{Belief, Known, Sort};
use super::roles::Roles;
use crate::basics::{CardId, PlayerId};
use crate::frame::Names;
use crate::state::State;

/// Maximum number of candidates in the rejection sampling of a card.
const TRIES: usize = 100;

/// A copy of a game in which everything hidden from a viewer is sampled.
#[derive(Debug)]
pub struct World {
    /// The sampled state.
    pub state: State,
    /// The renaming of cards: for each card of the game, the card in its place in the sample.
    pub names: Names,
    /// The cards whose places were sampled.
    pub hidden: Vec<CardId>,
}

/// Samples a world from the point of view of a seat or a spectator. It depends only on what the
/// viewer knows and on the seed.
pub fn world(
    state: &State,
    viewer: Option<PlayerId>,
    known: &Known,
    roles: &Roles,
    seed: u64,
) -> World {
    let mut rng = Rng::new(seed);
    let mut copy = state.fork();
    let (names, hidden) = deal(&mut copy, viewer, known, &mut rng);
    for (at, role) in roles.draw(&mut rng) {
        copy.players[at].role = role;
    }
    copy.rng = Rng::new(rng.next_u64());
    World { state: copy, names, hidden }
}

/// Redistributes the cards that the viewer cannot see among their places. Returns the renaming and
/// the cards.
fn deal(
    state: &mut State,
    viewer: Option<PlayerId>,
    known: &Known,
    rng: &mut Rng,
) -> (Names, Vec<CardId>) {
    let locations = &mut state.locations;
    let mut slots: Vec<(&mut CardId, Belief)> = Vec::new();
    for (at, player) in state.players.iter_mut().enumerate() {
        let owner = PlayerId(at as u8);
        if Some(owner) == viewer {
            continue;
        }
        let unseen = player.hand.iter_mut().filter(|id| !known.holds(**id, owner));
        let beliefs = known.beliefs(owner).iter().copied().chain(iter::repeat(Belief::PRIOR));
        slots.extend(unseen.zip(beliefs));
        let closed = player.piles.iter_mut().filter(|pile| !pile.open);
        slots.extend(closed.flat_map(|pile| &mut pile.cards).map(without_belief));
    }
    slots.extend(state.draw.iter_mut().map(without_belief));
    slots.retain(|(id, _)| !known.is_shown(**id));
    let places: Vec<_> = slots.iter().map(|(id, _)| locations[id.index()]).collect();
    let mut cards: Vec<CardId> = slots.iter().map(|(id, _)| **id).collect();
    cards.sort_unstable();
    for at in (1..cards.len()).rev() {
        cards.swap(at, rng.below(at + 1));
    }
    let beliefs: Vec<Belief> = slots.iter().map(|(_, belief)| *belief).collect();
    let (catalogue, deck) = (&state.catalogue, &state.deck);
    let kinds = catalogue.kinds.borrow();
    resample(&mut cards, &beliefs, &|id| Sort::of(kinds.get(deck[id.index()].kind)), rng);
    drop(kinds);
    let mut names: Vec<CardId> = (0..locations.len()).map(|id| CardId(id as u16)).collect();
    for (((slot, _), &id), place) in slots.into_iter().zip(&cards).zip(places) {
        names[slot.index()] = id;
        *slot = id;
        locations[id.index()] = place;
    }
    // The position of known cards within a hand is not visible either.
    for (at, player) in state.players.iter_mut().enumerate() {
        if viewer.is_none_or(|viewer| at != viewer.index()) {
            player.hand.sort_unstable();
        }
    }
    (names.into(), cards)
}

/// A place about which there is no belief.
fn without_belief(slot: &mut CardId) -> (&mut CardId, Belief) {
    (slot, Belief::PRIOR)
}

/// Rejection sampling: swaps shuffled cards with other places until each place with a belief holds
/// a card of a sort that the belief accepts.
fn resample(
    cards: &mut [CardId],
    beliefs: &[Belief],
    sort: &dyn Fn(CardId) -> Sort,
    rng: &mut Rng,
) {
    // Places not fixed yet, from which cards can be swapped in.
    let mut open: Vec<usize> = (0..cards.len()).collect();
    for (at, belief) in beliefs.iter().enumerate().filter(|(_, belief)| **belief != Belief::PRIOR) {
        for _ in 0..TRIES {
            let draw = super::random(rng) * belief.most();
            if draw < belief.likely(sort(cards[at])) {
                break;
            }
            cards.swap(at, open[rng.below(open.len())]);
        }
        open.retain(|&other| other != at);
    }
}
