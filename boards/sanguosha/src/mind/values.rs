//! What things are worth, in points: a hp is 200.

use std::collections::BTreeMap;

use crate::basics::{CardId, Name};
use crate::card::{Card, KindId};
use crate::state::State;

/// Declares the values that are numbers by themselves.
macro_rules! values {
    ($($(#[doc = $doc:literal])* $name:ident = $value:literal,)*) => {
        /// What things are worth to who has them. Packages may amend it.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Values {
            $($(#[doc = $doc])* pub $name: f64,)*
            /// What a card of a class is worth beyond `hand`, `equip` or `judging`; a mark by its
            /// name, for each of it.
            pub more: BTreeMap<Name, f64>,
        }

        impl Values {
            /// The values before anybody amends them.
            fn usual() -> Values {
                Values { $($name: $value,)* more: BTreeMap::new() }
            }

            /// Sets a value: one of the fields, the class of a card, a mark.
            pub fn set(&mut self, name: &str, value: f64) {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => {
                        self.more.insert(name.into(), value);
                    }
                }
            }

            /// A value; 0 where nothing is said.
            pub fn get(&self, name: &str) -> f64 {
                match name {
                    $(stringify!($name) => self.$name,)*
                    _ => self.more.get(name).copied().unwrap_or(0.0),
                }
            }
        }
    };
}

values! {
    /// A hp.
    hp = 200.0,
    /// Of the most hp.
    max_hp = 40.0,
    /// Being at 1 hp.
    weak = -70.0,
    /// Being dead.
    dead = -350.0,
    /// The own side has won, or lost.
    win = 4000.0,
    /// A card in the hand.
    hand = 90.0,
    /// What is left of a hand card that will have to be discarded unless it is used.
    over = 0.6,
    /// What is left of it in the discard phase.
    thrown = 0.2,
    /// What using a card has to be worth to be used.
    using = 5.0,
    /// What a point of priority is worth where it is chosen what to use first.
    priority = 25.0,
    /// A worn card.
    equip = 110.0,
    /// A delayed trick before oneself.
    judging = -180.0,
    /// A card on a private pile.
    pile = 60.0,
    /// Being chained.
    chained = -80.0,
    /// Lying on the face.
    face_down = -330.0,
    /// A skill that was got.
    skill = 120.0,
}

/// What cards of some classes are worth beyond others.
const MORE: [(&str, f64); 26] = [
    ("Peach", 70.0),
    ("Jink", 10.0),
    ("Analeptic", 20.0),
    ("Nullification", 25.0),
    ("ExNihilo", 20.0),
    ("Slash", -10.0),
    ("Snatch", 15.0),
    ("Dismantlement", 5.0),
    ("Duel", 5.0),
    ("Indulgence", 30.0),
    ("SupplyShortage", 10.0),
    ("Lightning", -30.0),
    ("IronChain", -15.0),
    ("Collateral", -15.0),
    ("AmazingGrace", -20.0),
    ("GodSalvation", -15.0),
    ("Crossbow", 20.0),
    ("Vine", 0.0),
    ("EightDiagram", 50.0),
    ("RenwangShield", 40.0),
    ("SilverLion", 20.0),
    ("Horse", 0.0),
    ("judging Lightning", 150.0),
    ("judging SupplyShortage", 20.0),
    ("judging Indulgence", -40.0),
    ("@armor", 150.0),
];

impl Default for Values {
    fn default() -> Values {
        let mut values = Values::usual();
        values.more.extend(MORE.map(|(name, value)| (Name::from(name), value)));
        values
    }
}

/// The values of all kinds of cards, looked up once.
#[derive(Debug, Clone, Default)]
pub struct Prices {
    held: Vec<f64>,
    judging: Vec<f64>,
}

impl Prices {
    /// What the kinds of cards of a game are worth beyond others.
    pub fn of(state: &State, values: &Values) -> Prices {
        let kinds = state.catalogue.kinds.borrow();
        let held = kinds.iter().map(|(_, kind)| {
            let own = kind.ancestors.iter().find_map(|class| values.more.get(class));
            own.copied().unwrap_or(0.0)
        });
        let judging = kinds.iter().map(|(_, kind)| values.get(&format!("judging {}", kind.class)));
        Prices { held: held.collect(), judging: judging.collect() }
    }

    fn of_kind(list: &[f64], kind: KindId) -> f64 {
        list.get(usize::from(kind.0)).copied().unwrap_or(0.0)
    }

    /// What a card is worth beyond others in a hand, or worn.
    pub fn held(&self, state: &State, id: CardId) -> f64 {
        Self::of_kind(&self.held, state.deck[id.index()].kind)
    }

    /// What a card that counts as another is worth beyond others before its victim.
    pub fn judging(&self, state: &State, card: &Card) -> f64 {
        Self::of_kind(&self.judging, state.kind_id(card))
    }
}
