//! The places and properties of cards.

use super::{Delayed, Location, NOBODY, Pile, RESHUFFLES_MAX, State};
use crate::basics::{CardId, Category, Name, Place, PlayerId, Slot, Suit};
use crate::card::{Card, Kind, KindId};

impl State {
    /// The kind of a card.
    pub fn kind_id(&self, card: &Card) -> KindId {
        match card {
            Card::Real(id) => self.deck[id.index()].kind,
            Card::Virtual(made) => made.kind,
        }
    }

    /// Calls `look` with the properties of a card's kind.
    pub fn kind<R>(&self, card: &Card, look: impl FnOnce(&Kind) -> R) -> R {
        look(self.catalogue.kinds.borrow().get(self.kind_id(card)))
    }

    /// Whether a card is of a class.
    pub fn inherits(&self, card: &Card, class: &str) -> bool {
        self.kind(card, |kind| kind.inherits(class))
    }

    /// The main category of a card.
    pub fn category(&self, card: &Card) -> Category {
        self.kind(card, |kind| kind.category)
    }

    /// The object name of a card.
    pub fn card_name(&self, card: &Card) -> Name {
        self.kind(card, |kind| Name::clone(&kind.name))
    }

    /// The suit of a card.
    pub fn suit(&self, card: &Card) -> Suit {
        match card {
            Card::Real(id) => self.deck[id.index()].suit,
            Card::Virtual(made) => made.suit,
        }
    }

    /// The number of a card, 0 for none.
    pub fn number(&self, card: &Card) -> u8 {
        match card {
            Card::Real(id) => self.deck[id.index()].number,
            Card::Virtual(made) => made.number,
        }
    }

    /// The object name of a card of the deck.
    pub fn name_of(&self, id: CardId) -> Name {
        self.card_name(&Card::Real(id))
    }

    /// The location of a card.
    pub fn location(&self, id: CardId) -> Location {
        self.locations[id.index()]
    }

    /// The slot in which a card is worn.
    pub fn slot_of(&self, id: CardId) -> Option<Slot> {
        self.kind(&Card::Real(id), |kind| kind.slot)
    }

    /// The attack range of a player, given by its weapon.
    pub fn attack_range(&self, id: PlayerId) -> i32 {
        let weapon = self.player(id).equip(Slot::Weapon);
        weapon.map_or(1, |card| self.kind(&Card::Real(card), |kind| kind.range)).max(1)
    }

    /// Takes a card from its place and puts it on the table.
    pub fn lift(&mut self, id: CardId) -> Location {
        let was = self.location(id);
        let without = |cards: &mut Vec<CardId>| {
            // Cards mostly leave a pile from its newest end, so the search starts there.
            if let Some(at) = cards.iter().rposition(|&other| other == id) {
                cards.remove(at);
            }
        };
        match (was.place, was.owner) {
            (Place::Draw, _) => without(&mut self.draw),
            (Place::Discard, _) => without(&mut self.discard),
            (Place::Hand, Some(owner)) => without(&mut self.player_mut(owner).hand),
            (Place::Equip, Some(owner)) => {
                for worn in &mut self.player_mut(owner).equips {
                    if *worn == Some(id) {
                        *worn = None;
                    }
                }
            }
            (Place::Judging, Some(owner)) => {
                self.player_mut(owner).judging.retain(|delayed| delayed.id != id);
            }
            (Place::Special, Some(owner)) => {
                let player = self.player_mut(owner);
                for pile in &mut player.piles {
                    without(&mut pile.cards);
                }
                player.piles.retain(|pile| !pile.cards.is_empty());
            }
            _ => {}
        }
        self.locations[id.index()] = Location { place: Place::Table, owner: None };
        was
    }

    /// Puts a card somewhere, wherever it is. A delayed trick counts as `card`.
    pub fn put(&mut self, id: CardId, to: &Target, card: Option<&Card>) -> Location {
        let was = self.lift(id);
        let owner = to.owner();
        match to {
            Target::Hand(owner) => self.player_mut(*owner).hand.push(id),
            Target::Equip(owner) => {
                let slot = self.slot_of(id).unwrap_or(Slot::Weapon);
                // Replaces equipment in the slot that has not been taken off before.
                if let Some(worn) = self.player(*owner).equip(slot) {
                    self.put(worn, &Target::Discard, None);
                }
                self.player_mut(*owner).equips[slot as usize] = Some(id);
            }
            Target::Judging(owner) => {
                let card = card.cloned().unwrap_or(Card::Real(id));
                self.placed += 1;
                let serial = self.placed;
                self.player_mut(*owner).judging.push(Delayed { id, card, serial });
            }
            Target::Pile { owner, name, open } => {
                let piles = &mut self.player_mut(*owner).piles;
                match piles.iter_mut().find(|pile| pile.name == *name) {
                    Some(pile) => pile.cards.push(id),
                    None => {
                        piles.push(Pile { name: Name::clone(name), cards: vec![id], open: *open })
                    }
                }
            }
            Target::Discard => self.discard.push(id),
            Target::DrawTop => self.draw.push(id),
            Target::DrawBottom => self.draw.insert(0, id),
            Target::Table => {}
        }
        self.locations[id.index()] = Location { place: to.place(), owner };
        was
    }

    /// Takes the top card off the draw pile, after reshuffling if it is empty. If there is no card
    /// left, the game is a draw.
    pub fn draw_one(&mut self) -> Option<CardId> {
        if self.draw.is_empty() {
            self.reshuffle();
        }
        let id = self.draw.pop()?;
        self.locations[id.index()] = Location { place: Place::Table, owner: None };
        Some(id)
    }

    /// Shuffles the discard pile and puts it under the draw pile. If it is empty, or at the sixth
    /// reshuffle, the game is a draw.
    pub fn reshuffle(&mut self) {
        self.reshuffles += 1;
        if self.discard.is_empty() || self.reshuffles >= RESHUFFLES_MAX {
            self.winner.get_or_insert_with(|| NOBODY.into());
            return;
        }
        let mut cards = std::mem::take(&mut self.discard);
        self.shuffle(&mut cards);
        for id in &cards {
            self.locations[id.index()] = Location { place: Place::Draw, owner: None };
        }
        cards.append(&mut self.draw);
        self.draw = cards;
    }

    /// Shuffles with the game's random numbers (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.rng.below(at + 1));
        }
    }

    /// The cards of a player in areas named by letters: `h`and, `e`quipment, `j`udgement.
    pub fn cards_in(&self, id: PlayerId, areas: &str) -> Vec<CardId> {
        let player = self.player(id);
        let mut cards = Vec::new();
        if areas.contains('h') {
            cards.extend(&player.hand);
        }
        if areas.contains('e') {
            cards.extend(player.worn());
        }
        if areas.contains('j') {
            cards.extend(player.judging.iter().map(|delayed| delayed.id));
        }
        cards
    }
}

/// The destination of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A hand.
    Hand(PlayerId),
    /// An equipment area.
    Equip(PlayerId),
    /// A judgement area.
    Judging(PlayerId),
    /// A private pile.
    Pile {
        /// Its owner.
        owner: PlayerId,
        /// Its name.
        name: Name,
        /// Whether everyone sees its cards.
        open: bool,
    },
    /// The discard pile.
    Discard,
    /// The top of the draw pile.
    DrawTop,
    /// The bottom of the draw pile.
    DrawBottom,
    /// The table, in transit.
    Table,
}

impl Target {
    /// The place.
    pub fn place(&self) -> Place {
        match self {
            Target::Hand(_) => Place::Hand,
            Target::Equip(_) => Place::Equip,
            Target::Judging(_) => Place::Judging,
            Target::Pile { .. } => Place::Special,
            Target::Discard => Place::Discard,
            Target::DrawTop | Target::DrawBottom => Place::Draw,
            Target::Table => Place::Table,
        }
    }

    /// Its owner.
    pub fn owner(&self) -> Option<PlayerId> {
        match self {
            Target::Hand(id) | Target::Equip(id) | Target::Judging(id) => Some(*id),
            Target::Pile { owner, .. } => Some(*owner),
            _ => None,
        }
    }
}
