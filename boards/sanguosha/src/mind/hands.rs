//! Beliefs about other players' hands: the cards a seat has seen, and likelihoods of the others
//! given what their owners did not do.

use std::collections::BTreeMap;

use crate::basics::{CardId, Category, Name, Place, PlayerId};
use crate::card::{Card, Kind};
use crate::event::{Data, Event, Move, Seen};
use crate::request::Ask;
use crate::state::State;

/// The categories of cards that beliefs distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// Slashes of any nature.
    Slash,
    /// Cancels a slash.
    Jink,
    /// Heals, or rescues a dying player.
    Peach,
    /// Rescues its user when dying.
    Analeptic,
    /// Cancels tricks.
    Nullification,
    /// Any other trick.
    Trick,
    /// Equipment.
    Equip,
}

/// Number of sorts.
const SORTS: usize = 7;
/// Frequency of each sort in the standard deck.
const SHARES: [f64; SORTS] = [0.28, 0.15, 0.08, 0.03, 0.04, 0.25, 0.17];

impl Sort {
    /// All sorts.
    pub const ALL: [Sort; SORTS] = [
        Sort::Slash,
        Sort::Jink,
        Sort::Peach,
        Sort::Analeptic,
        Sort::Nullification,
        Sort::Trick,
        Sort::Equip,
    ];

    /// The approximate frequency of this sort in the deck.
    pub fn share(self) -> f64 {
        SHARES[self as usize]
    }

    /// The sort of a kind of cards.
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

// These values were tuned near the counts of `examples/sanguosha_hands.rs` to predict hands best at
// level 2. The sum over sorts of the squared error of the predicted numbers is 2.55 with two
// players and 2.27 with eight, as opposed to 3.31 and 2.66 for a uniform belief.

/// Likelihood ratio of each sort, relative to a random card, for a card whose owner has ended its
/// play phase without using it, with two players.
const KEPT_DUEL: [f64; SORTS] = [0.5, 2.2, 2.2, 0.7, 2.0, 0.5, 0.3];
/// The same with more players, not all of whom are enemies or in range.
const KEPT_MANY: [f64; SORTS] = [1.0, 2.2, 2.2, 0.9, 1.3, 0.4, 0.4];
/// Likelihood ratios of jinks and of slashes after the owner has declined to respond with one. They
/// are not zero, because players may decline although they hold one.
const NO_JINK: f64 = 0.5;
const NO_SLASH: f64 = 0.4;

/// The belief about an unseen card in a hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Belief {
    /// Likelihood ratio of each sort relative to a random card of the deck.
    likely: [f64; SORTS],
    /// Probability that the owner has held the card through a play phase of its own.
    kept: f64,
}

impl Belief {
    /// The prior: nothing is known.
    pub const PRIOR: Belief = Belief { likely: [1.0; SORTS], kept: 0.0 };

    /// The likelihood ratio of a sort.
    pub fn likely(&self, sort: Sort) -> f64 {
        self.likely[sort as usize]
    }

    /// The greatest likelihood ratio of any sort.
    pub fn most(&self) -> f64 {
        self.likely.iter().copied().fold(0.0, f64::max)
    }

    /// Updates for a play phase of the owner that has ended.
    fn hold_through_play_phase(&mut self, duel: bool) {
        let kept = if duel { KEPT_DUEL } else { KEPT_MANY };
        for (likely, kept) in self.likely.iter_mut().zip(kept) {
            *likely *= self.kept + (1.0 - self.kept) * kept;
        }
        self.kept = 1.0;
        self.normalize();
    }

    /// Multiplies the likelihood ratio of a sort.
    fn scale(&mut self, sort: Sort, times: f64) {
        self.likely[sort as usize] *= times;
        self.normalize();
    }

    /// Normalizes the ratios so that their mean over the deck is 1.
    fn normalize(&mut self) {
        let all: f64 = self.likely.iter().zip(SHARES).map(|(likely, share)| likely * share).sum();
        self.likely.iter_mut().for_each(|likely| *likely /= all);
    }

    /// A mixture: `other` with probability `chance`.
    fn mixed_with(&self, other: &Belief, chance: f64) -> Belief {
        let mean = |one: f64, other: f64| one + (other - one) * chance;
        let likely = |at: usize| mean(self.likely[at], other.likely[at]);
        Belief { likely: std::array::from_fn(likely), kept: mean(self.kept, other.kept) }
    }
}

/// A seat's knowledge of other players' hands.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Known {
    cards: BTreeMap<CardId, PlayerId>,
    /// Cards that the present question shows to the seat.
    shown: Vec<CardId>,
    /// The beliefs about each player's unseen cards, in the order in which they came.
    beliefs: BTreeMap<PlayerId, Vec<Belief>>,
    /// The player whose play phase it is.
    plays: Option<PlayerId>,
}

impl Known {
    /// The knowledge while a question is put that shows cards.
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

    /// The knowledge without the beliefs about unseen cards.
    pub fn seen_alone(self) -> Known {
        Known { beliefs: BTreeMap::new(), ..self }
    }

    /// Whether a card's location is known.
    pub fn knows(&self, id: CardId) -> bool {
        self.cards.contains_key(&id)
    }

    /// Whether the present question shows a card.
    pub fn is_shown(&self, id: CardId) -> bool {
        self.shown.contains(&id)
    }

    /// The beliefs about a player's unseen cards.
    pub fn beliefs(&self, owner: PlayerId) -> &[Belief] {
        self.beliefs.get(&owner).map_or(&[], |beliefs| beliefs)
    }

    /// Notes the beginning of a play phase.
    pub fn begins(&mut self, who: PlayerId) {
        self.plays = Some(who);
    }

    /// Updates the knowledge for an event, as a seat sees it.
    pub fn see(&mut self, viewer: PlayerId, state: &State, seen: &Seen) {
        match (seen.event, &seen.data) {
            (Event::CardLost, Data::Move(moved)) => self.moved(viewer, state, moved),
            (Event::CardDrawnDone, Data::Int(drawn)) => {
                let beliefs = self.beliefs.entry(seen.player).or_default();
                beliefs.extend((0..*drawn).map(|_| Belief::PRIOR));
            }
            (Event::PhaseChange, _) if self.plays == Some(seen.player) => {
                self.plays = None;
                let duel = state.alive_count() <= 2;
                self.update(seen.player, |belief| belief.hold_through_play_phase(duel));
            }
            (Event::ChoiceMade, Data::Texts(said)) => self.answered(seen.player, said),
            _ => {}
        }
    }

    /// Updates the beliefs for a response that was declined.
    fn answered(&mut self, who: PlayerId, said: &[Name]) {
        let said: Vec<&str> = said.iter().map(|part| &**part).collect();
        match said[..] {
            ["cardResponsed", "jink", _, "_nil_"] => {
                self.update(who, |belief| belief.scale(Sort::Jink, NO_JINK));
            }
            ["cardResponsed", "slash", _, "_nil_"] => {
                self.update(who, |belief| belief.scale(Sort::Slash, NO_SLASH));
            }
            _ => {}
        }
    }

    fn update(&mut self, who: PlayerId, more: impl Fn(&mut Belief)) {
        self.beliefs.entry(who).or_default().iter_mut().for_each(more);
    }

    fn moved(&mut self, viewer: PlayerId, state: &State, moved: &Move) {
        let mine = [moved.from, moved.to].contains(&Some(viewer));
        let shown = |place| matches!(place, Place::Equip | Place::Judging | Place::Discard);
        let closed = |place| matches!(place, Place::Hand | Place::Special | Place::Draw);
        // A card that moves face down between hands may be any card of the first hand.
        let secretly = moved.from_place == Place::Hand && closed(moved.to_place) && !mine;
        let was_known = self.cards.remove(&moved.card).is_some();
        if let Some(from) = moved.from.filter(|_| moved.from_place == Place::Hand) {
            let unseen = self.beliefs.entry(from).or_default();
            if secretly {
                let known = self.cards.len() + usize::from(was_known);
                self.cards.retain(|_, owner| *owner != from);
                unseen.resize(unseen.len() + known - self.cards.len(), Belief::PRIOR);
                remove_one(unseen, &|_| 1.0);
            } else if !was_known {
                let sort = state.kind(&Card::Real(moved.card), Sort::of);
                remove_one(unseen, &|belief| belief.likely(sort));
            }
        }
        if moved.to_place == Place::Hand
            && let Some(to) = moved.to.filter(|&to| to != viewer)
        {
            if shown(moved.from_place) || moved.from == Some(viewer) {
                self.cards.insert(moved.card, to);
            } else {
                self.beliefs.entry(to).or_default().push(Belief::PRIOR);
            }
        }
    }
}

/// Removes one unseen card, of which it is unknown which: it was each of them with a probability
/// proportional to `likely`, and later cards move up accordingly.
fn remove_one(unseen: &mut Vec<Belief>, likely: &dyn Fn(&Belief) -> f64) {
    let all: f64 = unseen.iter().map(likely).sum();
    let mut gone = 0.0;
    for at in 1..unseen.len() {
        gone += likely(&unseen[at - 1]) / all;
        unseen[at - 1] = unseen[at - 1].mixed_with(&unseen[at], gone.clamp(0.0, 1.0));
    }
    unseen.pop();
}
