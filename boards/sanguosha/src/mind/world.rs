//! Worlds that agree with what a seat knows: what is hidden from it is drawn by lot.

use std::collections::BTreeMap;

use fangqi_kit::Rng;

use super::roles::Roles;
use crate::basics::{CardId, Place, PlayerId};
use crate::event::{Data, Event, Seen};
use crate::frame::Names;
use crate::request::Ask;
use crate::state::State;

/// Which cards in the hands of others a seat has seen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    cards: BTreeMap<CardId, PlayerId>,
    /// Cards that it is shown just now.
    shown: Vec<CardId>,
}

impl Known {
    /// The same while a question is put that shows it cards.
    pub fn asked(&self, state: &State, ask: &Ask) -> Known {
        let shown = match ask {
            Ask::Grace { ids, .. } | Ask::Yiji { ids } | Ask::Guanxing { ids, .. } => ids.clone(),
            Ask::Gongxin { target } => state.player(*target).hand.clone(),
            _ => Vec::new(),
        };
        Known { shown, cards: self.cards.clone() }
    }

    /// Takes note of something that happened, as a seat sees it.
    pub fn see(&mut self, viewer: PlayerId, seen: &Seen) {
        let (Event::CardLost, Data::Move(told)) = (seen.event, &seen.data) else { return };
        let mine = [told.from, told.to].contains(&Some(viewer));
        let shown = |place| matches!(place, Place::Equip | Place::Judging | Place::Discard);
        let closed = |place| matches!(place, Place::Hand | Place::Special | Place::Draw);
        // What goes from one hand to another unseen may be any card of the first.
        let secretly = told.from_place == Place::Hand && closed(told.to_place) && !mine;
        match told.from {
            Some(from) if secretly => self.cards.retain(|_, owner| *owner != from),
            _ => {
                self.cards.remove(&told.card);
            }
        }
        if told.to_place == Place::Hand
            && let Some(to) = told.to.filter(|&to| to != viewer)
            && (shown(told.from_place) || told.from == Some(viewer))
        {
            self.cards.insert(told.card, to);
        }
    }

    /// Whether it is known where a card is.
    pub fn knows(&self, id: CardId) -> bool {
        self.cards.contains_key(&id)
    }

    /// Whether a card is known to be in a player's hand.
    pub fn holds(&self, id: CardId, owner: PlayerId) -> bool {
        self.cards.get(&id) == Some(&owner)
    }
}

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
    let mut slots: Vec<&mut CardId> = Vec::new();
    for (at, player) in state.players.iter_mut().enumerate() {
        let owner = PlayerId(at as u8);
        if Some(owner) == viewer {
            continue;
        }
        slots.extend(player.hand.iter_mut().filter(|id| !known.holds(**id, owner)));
        let closed = player.piles.iter_mut().filter(|pile| !pile.open);
        slots.extend(closed.flat_map(|pile| &mut pile.cards));
    }
    slots.extend(&mut state.draw);
    slots.retain(|id| !known.shown.contains(id));
    let places: Vec<_> = slots.iter().map(|id| locations[id.index()]).collect();
    let mut cards: Vec<CardId> = slots.iter().map(|id| **id).collect();
    cards.sort_unstable();
    for at in (1..cards.len()).rev() {
        cards.swap(at, rng.below(at + 1));
    }
    let mut names: Vec<CardId> = (0..locations.len()).map(|id| CardId(id as u16)).collect();
    for ((slot, &id), place) in slots.into_iter().zip(&cards).zip(places) {
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
