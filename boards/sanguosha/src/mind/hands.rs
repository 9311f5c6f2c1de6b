//! What a seat knows of the cards in the hands of others: which it has seen, and what is told of
//! the others by what was not done with them.

use std::collections::BTreeMap;

use crate::basics::{CardId, Category, Name, Place, PlayerId};
use crate::card::{Card, Kind};
use crate::event::{Data, Event, Move, Seen};
use crate::request::Ask;
use crate::state::State;

/// What cards are told apart by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// Of any nature.
    Slash,
    /// Against it.
    Jink,
    /// Heals.
    Peach,
    /// Heals who is dying.
    Analeptic,
    /// Against tricks.
    Nullification,
    /// Another trick.
    Trick,
    /// Is worn.
    Equip,
}

/// How many sorts there are.
const SORTS: usize = 7;
/// Which part of the cards is of each sort in the deck that comes with the program.
const SHARES: [f64; SORTS] = [0.28, 0.15, 0.08, 0.03, 0.04, 0.25, 0.17];

impl Sort {
    /// All of them.
    pub const ALL: [Sort; SORTS] = [
        Sort::Slash,
        Sort::Jink,
        Sort::Peach,
        Sort::Analeptic,
        Sort::Nullification,
        Sort::Trick,
        Sort::Equip,
    ];

    /// Which part of the cards is of this sort, about.
    pub fn share(self) -> f64 {
        SHARES[self as usize]
    }

    /// That of a kind of cards.
    pub fn of(kind: &Kind) -> Sort {
        const NAMED: [(&str, Sort); 5] = [
            ("Slash", Sort::Slash),
            ("Jink", Sort::Jink),
            ("Peach", Sort::Peach),
            ("Analeptic", Sort::Analeptic),
            ("Nullification", Sort::Nullification),
        ];
        match NAMED.into_iter().find(|(class, _)| kind.inherits(class)) {
            Some((_, sort)) => sort,
            None if kind.category == Category::Equip => Sort::Equip,
            None => Sort::Trick,
        }
    }
}

// Of some numbers tried out around those that `examples/sanguosha_hands.rs` counts, these are those
// with which hands were nearest to what was expected at level 2: the squares of how far the numbers
// of each sort are from it add up to 2.55 between two and to 2.27 among eight, by lot to 3.31 and
// to 2.66.

/// How many times as often as by lot a card is of each sort whose owner has ended its play phase
/// without using it: between two.
const KEPT_DUEL: [f64; SORTS] = [0.5, 2.2, 2.2, 0.7, 2.0, 0.5, 0.3];
/// Among more, where not everybody is in reach or an enemy.
const KEPT_MANY: [f64; SORTS] = [1.0, 2.2, 2.2, 0.9, 1.3, 0.4, 0.4];
/// The same of jinks where somebody has given none when asked, and of slashes. Not everybody gives
/// one who has it.
const NO_JINK: f64 = 0.5;
const NO_SLASH: f64 = 0.4;

/// What is told of a card that lies unseen in a hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Told {
    /// How many times as likely as by lot it is to be of each sort.
    likely: [f64; SORTS],
    /// How likely its owner has ended a play phase without it.
    kept: f64,
}

impl Told {
    /// Nothing.
    pub const NOTHING: Told = Told { likely: [1.0; SORTS], kept: 0.0 };

    /// How many times as likely as by lot it is to be of a sort.
    pub fn likely(&self, sort: Sort) -> f64 {
        self.likely[sort as usize]
    }

    /// As much as it is for any sort.
    pub fn most(&self) -> f64 {
        self.likely.iter().copied().fold(0.0, f64::max)
    }

    /// Its owner has ended a play phase without it.
    fn keep(&mut self, duel: bool) {
        let kept = if duel { KEPT_DUEL } else { KEPT_MANY };
        for (likely, kept) in self.likely.iter_mut().zip(kept) {
            *likely *= self.kept + (1.0 - self.kept) * kept;
        }
        self.kept = 1.0;
        self.balance();
    }

    /// It is so many times as likely to be of a sort.
    fn lack(&mut self, sort: Sort, times: f64) {
        self.likely[sort as usize] *= times;
        self.balance();
    }

    /// Nothing is likelier than by lot but what others are less likely than.
    fn balance(&mut self) {
        let all: f64 = self.likely.iter().zip(SHARES).map(|(likely, share)| likely * share).sum();
        self.likely.iter_mut().for_each(|likely| *likely /= all);
    }

    /// One or the other.
    fn or(&self, other: &Told, chance: f64) -> Told {
        let mean = |one: f64, other: f64| one + (other - one) * chance;
        let likely = |at: usize| mean(self.likely[at], other.likely[at]);
        Told { likely: std::array::from_fn(likely), kept: mean(self.kept, other.kept) }
    }
}

/// What a seat knows of the hands of others.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Known {
    cards: BTreeMap<CardId, PlayerId>,
    /// Cards that it is shown just now.
    shown: Vec<CardId>,
    /// What is told of the other cards of everybody, in the order in which they came.
    told: BTreeMap<PlayerId, Vec<Told>>,
    /// Whose play phase it is.
    plays: Option<PlayerId>,
}

impl Known {
    /// The same while a question is put that shows it cards.
    pub fn asked(&self, state: &State, ask: &Ask) -> Known {
        let shown = match ask {
            Ask::Grace { ids, .. } | Ask::Yiji { ids } | Ask::Guanxing { ids, .. } => ids.clone(),
            Ask::Gongxin { target } => state.player(*target).hand.clone(),
            _ => Vec::new(),
        };
        Known { shown, ..self.clone() }
    }

    /// Whether a card is known to be in a player's hand.
    pub fn holds(&self, id: CardId, owner: PlayerId) -> bool {
        self.cards.get(&id) == Some(&owner)
    }

    /// The same without what is told of cards that were not seen.
    pub fn seen_alone(self) -> Known {
        Known { told: BTreeMap::new(), ..self }
    }

    /// Whether it is known where a card is.
    pub fn knows(&self, id: CardId) -> bool {
        self.cards.contains_key(&id)
    }

    /// Whether a card is shown just now.
    pub fn is_shown(&self, id: CardId) -> bool {
        self.shown.contains(&id)
    }

    /// What is told of the cards that somebody has unseen.
    pub fn told(&self, owner: PlayerId) -> &[Told] {
        self.told.get(&owner).map_or(&[], |told| told)
    }

    /// A play phase has begun.
    pub fn begins(&mut self, who: PlayerId) {
        self.plays = Some(who);
    }

    /// Takes note of something that happened, as a seat sees it.
    pub fn see(&mut self, viewer: PlayerId, state: &State, seen: &Seen) {
        match (seen.event, &seen.data) {
            (Event::CardLost, Data::Move(told)) => self.moved(viewer, state, told),
            (Event::CardDrawnDone, Data::Int(drawn)) => {
                let told = self.told.entry(seen.player).or_default();
                told.extend((0..*drawn).map(|_| Told::NOTHING));
            }
            (Event::PhaseChange, _) if self.plays == Some(seen.player) => {
                self.plays = None;
                let duel = state.alive_count() <= 2;
                self.tell(seen.player, |told| told.keep(duel));
            }
            (Event::ChoiceMade, Data::Texts(said)) => self.answered(seen.player, said),
            _ => {}
        }
    }

    /// Takes note of an answer: who gives none has none.
    fn answered(&mut self, who: PlayerId, said: &[Name]) {
        let said: Vec<&str> = said.iter().map(|part| &**part).collect();
        match said[..] {
            ["cardResponsed", "jink", _, "_nil_"] => {
                self.tell(who, |told| told.lack(Sort::Jink, NO_JINK));
            }
            ["cardResponsed", "slash", _, "_nil_"] => {
                self.tell(who, |told| told.lack(Sort::Slash, NO_SLASH));
            }
            _ => {}
        }
    }

    fn tell(&mut self, who: PlayerId, more: impl Fn(&mut Told)) {
        self.told.entry(who).or_default().iter_mut().for_each(more);
    }

    fn moved(&mut self, viewer: PlayerId, state: &State, told: &Move) {
        let mine = [told.from, told.to].contains(&Some(viewer));
        let shown = |place| matches!(place, Place::Equip | Place::Judging | Place::Discard);
        let closed = |place| matches!(place, Place::Hand | Place::Special | Place::Draw);
        // What goes from one hand to another unseen may be any card of the first.
        let secretly = told.from_place == Place::Hand && closed(told.to_place) && !mine;
        let was_known = self.cards.remove(&told.card).is_some();
        if let Some(from) = told.from.filter(|_| told.from_place == Place::Hand) {
            let unseen = self.told.entry(from).or_default();
            if secretly {
                let known = self.cards.len() + usize::from(was_known);
                self.cards.retain(|_, owner| *owner != from);
                unseen.resize(unseen.len() + known - self.cards.len(), Told::NOTHING);
                take(unseen, &|_| 1.0);
            } else if !was_known {
                let sort = state.kind(&Card::Real(told.card), Sort::of);
                take(unseen, &|told| told.likely(sort));
            }
        }
        if told.to_place == Place::Hand
            && let Some(to) = told.to.filter(|&to| to != viewer)
        {
            if shown(told.from_place) || told.from == Some(viewer) {
                self.cards.insert(told.card, to);
            } else {
                self.told.entry(to).or_default().push(Told::NOTHING);
            }
        }
    }
}

/// Takes one away: which, is as likely as is said.
fn take(unseen: &mut Vec<Told>, likely: &dyn Fn(&Told) -> f64) {
    let all: f64 = unseen.iter().map(likely).sum();
    let mut gone = 0.0;
    for at in 1..unseen.len() {
        gone += likely(&unseen[at - 1]) / all;
        unseen[at - 1] = unseen[at - 1].or(&unseen[at], gone.clamp(0.0, 1.0));
    }
    unseen.pop();
}
