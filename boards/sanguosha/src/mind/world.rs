//! Worlds that agree with what a seat knows: what is hidden from it is drawn by lot.

use std::iter;

use fangqi_kit::Rng;

use super::hands::{Known, Sort, Told};
use super::roles::Roles;
use crate::basics::{CardId, PlayerId};
use crate::frame::Names;
use crate::state::State;

/// So many cards are tried in the place of one.
const TRIES: usize = 100;

/// A copy of a game in which all that somebody cannot know is drawn by lot.
#[derive(Debug)]
pub struct World {
    /// The copy.
    pub state: State,
    /// What cards are called there: which card lies where another lies in the game.
    pub names: Names,
    /// The cards that lie there by lot.
    pub hidden: Vec<CardId>,
}

/// A world as a seat, or somebody who only watches, may take it to be: it depends on what is seen
/// there and on the seed alone.
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

/// Deals the cards that the viewer does not see anew to where such cards lie; gives what cards are
/// called now, and those dealt.
fn deal(
    state: &mut State,
    viewer: Option<PlayerId>,
    known: &Known,
    rng: &mut Rng,
) -> (Names, Vec<CardId>) {
    let locations = &mut state.locations;
    let mut slots: Vec<(&mut CardId, Told)> = Vec::new();
    for (at, player) in state.players.iter_mut().enumerate() {
        let owner = PlayerId(at as u8);
        if Some(owner) == viewer {
            continue;
        }
        let unseen = player.hand.iter_mut().filter(|id| !known.holds(**id, owner));
        let told = known.told(owner).iter().copied().chain(iter::repeat(Told::NOTHING));
        slots.extend(unseen.zip(told));
        let closed = player.piles.iter_mut().filter(|pile| !pile.open);
        slots.extend(closed.flat_map(|pile| &mut pile.cards).map(by_lot));
    }
    slots.extend(state.draw.iter_mut().map(by_lot));
    slots.retain(|(id, _)| !known.is_shown(**id));
    let places: Vec<_> = slots.iter().map(|(id, _)| locations[id.index()]).collect();
    let mut cards: Vec<CardId> = slots.iter().map(|(id, _)| **id).collect();
    cards.sort_unstable();
    for at in (1..cards.len()).rev() {
        cards.swap(at, rng.below(at + 1));
    }
    let told: Vec<Told> = slots.iter().map(|(_, told)| *told).collect();
    let (catalogue, deck) = (&state.catalogue, &state.deck);
    let kinds = catalogue.kinds.borrow();
    heed(&mut cards, &told, &|id| Sort::of(kinds.get(deck[id.index()].kind)), rng);
    drop(kinds);
    let mut names: Vec<CardId> = (0..locations.len()).map(|id| CardId(id as u16)).collect();
    for (((slot, _), &id), place) in slots.into_iter().zip(&cards).zip(places) {
        names[slot.index()] = id;
        *slot = id;
        locations[id.index()] = place;
    }
    // Where known cards lie in a hand among others is not seen either.
    for (at, player) in state.players.iter_mut().enumerate() {
        if viewer.is_none_or(|viewer| at != viewer.index()) {
            player.hand.sort_unstable();
        }
    }
    (names.into(), cards)
}

/// A card that lies there by lot alone.
fn by_lot(slot: &mut CardId) -> (&mut CardId, Told) {
    (slot, Told::NOTHING)
}

/// Changes those of shuffled cards of which something is told for others, by lot, until each is
/// what it is as often as that says.
fn heed(cards: &mut [CardId], told: &[Told], sort: &dyn Fn(CardId) -> Sort, rng: &mut Rng) {
    // Where cards may still come from.
    let mut open: Vec<usize> = (0..cards.len()).collect();
    for (at, told) in told.iter().enumerate().filter(|(_, told)| **told != Told::NOTHING) {
        for _ in 0..TRIES {
            let lot = super::lot(rng) * told.most();
            if lot < told.likely(sort(cards[at])) {
                break;
            }
            cards.swap(at, open[rng.below(open.len())]);
        }
        open.retain(|&other| other != at);
    }
}
