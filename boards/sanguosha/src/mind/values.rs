//! The value of assets in points; one hp is 200.

use std::collections::BTreeMap;

use crate::basics::{CardId, Name};
use crate::card::{Card, KindId};
use crate::state::State;

/// Declares the plain numeric values.
macro_rules! values {
    ($($(#[doc = $doc:literal])* $name:ident = $value:literal,)*) => {
        /// The values of assets to their owner. Packages may amend them.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Values {
            $($(#[doc = $doc])* pub $name: f64,)*
            /// Additional value of cards by class, beyond `hand`, `equip` or `judging`, and of
            /// marks by name.
            pub more: BTreeMap<Name, f64>,
        }

        impl Values {
            /// The default values.
            fn usual() -> Values {
                Values { $($name: $value,)* more: BTreeMap::new() }
            }

            /// Sets a value by name: a field, a class of cards, or a mark.
            pub fn set(&mut self, name: &str, value: f64) {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => {
                        self.more.insert(name.into(), value);
                    }
                }
            }

            /// A value by name; 0 if there is none.
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
    /// One hp.
    hp = 200.0,
    /// Additional value of the first hp; the nth has one nth of it.
    scarce = 0.0,
    /// One maximum hp.
    max_hp = 40.0,
    /// Having at most 1 hp.
    weak = -70.0,
    /// Being dead.
    dead = -350.0,
    /// A game won; a lost one counts negative.
    win = 4000.0,
    /// A hand card.
    hand = 90.0,
    /// Additional value of a hand card before its owner's play phase.
    fresh = 0.0,
    /// A draw phase still to come in this turn.
    drawing = 0.0,
    /// Fraction of a hand card's value that remains if it must be discarded unless it is used.
    over = 0.6,
    /// The same fraction in the discard phase.
    thrown = 0.2,
    /// Minimum gain for which a card is used.
    using = 5.0,
    /// The worth of a point of priority when choosing what to use first.
    priority = 25.0,
    /// A worn card.
    equip = 110.0,
    /// A delayed trick in the player's judgement area.
    judging = -180.0,
    /// A card on a private pile.
    pile = 60.0,
    /// Being chained.
    chained = -80.0,
    /// Being turned face down.
    face_down = -330.0,
    /// An acquired skill.
    skill = 120.0,
    /// A public mark.
    token = 0.0,
    /// Being in attack range of an opponent, with two players; scaled down with more.
    reached = 0.0,
}

impl Values {
    /// The value of a mark to its owner.
    pub fn mark(&self, name: &str) -> f64 {
        let usual = if name.starts_with('@') { self.token } else { 0.0 };
        self.more.get(name).copied().unwrap_or(usual)
    }

    /// Values fitted to the outcomes of whole games: `examples/sanguosha_values.rs`.
    pub fn learned() -> Values {
        let mut values = Values {
            hp: 0.0,
            scarce: 480.0,
            max_hp: 20.0,
            weak: 0.0,
            dead: -150.0,
            hand: 50.0,
            fresh: 50.0,
            drawing: 220.0,
            equip: 50.0,
            pile: 40.0,
            chained: -50.0,
            face_down: -200.0,
            skill: 100.0,
            token: 60.0,
            reached: -75.0,
            ..Values::usual()
        };
        values.more.extend(LEARNED.map(|(name, value)| (Name::from(name), value)));
        values
    }
}

/// The default priority of cards.
const USUAL_PRIORITY: f64 = 3.0;

/// Additional values of card classes: in a hand, worn (`worn …`) and in a judgement area (`judging
/// …`); and of marks.
const MORE: [(&str, f64); 29] = [
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
    ("EightDiagram", 50.0),
    ("RenwangShield", 40.0),
    ("SilverLion", 20.0),
    ("worn EightDiagram", 50.0),
    ("worn RenwangShield", 40.0),
    ("worn SilverLion", 20.0),
    ("worn Crossbow", 20.0),
    ("judging Lightning", 150.0),
    ("judging SupplyShortage", 20.0),
    ("judging Indulgence", -40.0),
    ("@armor", 150.0),
    ("Vine", 0.0),
];

/// The fitted values of the same kind.
const LEARNED: [(&str, f64); 41] = [
    ("Peach", 50.0),
    ("Jink", 40.0),
    ("Analeptic", 10.0),
    ("Nullification", 40.0),
    ("ExNihilo", 30.0),
    ("Slash", 15.0),
    ("Snatch", 50.0),
    ("Dismantlement", 20.0),
    ("Duel", 30.0),
    ("ArcheryAttack", 55.0),
    ("SavageAssault", 35.0),
    ("Indulgence", 40.0),
    ("SupplyShortage", 40.0),
    ("Lightning", -25.0),
    ("IronChain", -30.0),
    ("Collateral", 20.0),
    ("AmazingGrace", -40.0),
    ("GodSalvation", -25.0),
    ("Crossbow", 10.0),
    ("EightDiagram", 10.0),
    ("worn EightDiagram", 70.0),
    ("worn RenwangShield", 50.0),
    ("worn Vine", 55.0),
    ("worn SilverLion", -5.0),
    ("worn Crossbow", 10.0),
    ("worn QinggangSword", 50.0),
    ("worn Axe", 40.0),
    ("worn Spear", 40.0),
    ("worn Fan", 45.0),
    ("worn GudingBlade", 35.0),
    ("worn Blade", -10.0),
    ("worn IceSword", -20.0),
    ("worn DoubleSword", -25.0),
    ("worn Halberd", -35.0),
    ("worn KylinBow", 0.0),
    ("worn OffensiveHorse", -25.0),
    ("worn DefensiveHorse", 5.0),
    ("judging Lightning", 150.0),
    ("judging SupplyShortage", 60.0),
    ("judging Indulgence", -60.0),
    ("@armor", 150.0),
];

impl Default for Values {
    fn default() -> Values {
        let mut values = Values::usual();
        values.more.extend(MORE.map(|(name, value)| (Name::from(name), value)));
        values
    }
}

/// The values of all kinds of cards, as lookup tables.
#[derive(Debug, Clone, Default)]
pub struct Prices {
    held: Vec<f64>,
    worn: Vec<f64>,
    judging: Vec<f64>,
    early: Vec<f64>,
}

impl Prices {
    /// The additional values and the priorities of the kinds of cards of a game; `priorities` by
    /// class.
    pub fn of(state: &State, values: &Values, priorities: &[(String, f64)]) -> Prices {
        let kinds = state.catalogue.kinds.borrow();
        let held = kinds.iter().map(|(_, kind)| {
            let own = kind.ancestors.iter().find_map(|class| values.more.get(class));
            own.copied().unwrap_or(0.0)
        });
        let worn = kinds.iter().map(|(_, kind)| {
            let named = |class: &Name| values.more.get(&*format!("worn {class}"));
            kind.ancestors.iter().find_map(named).copied().unwrap_or(0.0)
        });
        let judging = kinds.iter().map(|(_, kind)| values.get(&format!("judging {}", kind.class)));
        let early = kinds.iter().map(|(_, kind)| {
            let named = |class: &Name| priorities.iter().find(|(known, _)| **known == **class);
            let own = kind.ancestors.iter().find_map(named);
            own.map_or(USUAL_PRIORITY, |(_, priority)| *priority)
        });
        Prices {
            held: held.collect(),
            worn: worn.collect(),
            judging: judging.collect(),
            early: early.collect(),
        }
    }

    fn of_kind(list: &[f64], kind: KindId) -> f64 {
        list.get(usize::from(kind.0)).copied().unwrap_or(0.0)
    }

    /// The additional value of a card where it is worn.
    pub fn worn(&self, state: &State, id: CardId) -> f64 {
        Self::of_kind(&self.worn, state.deck[id.index()].kind)
    }

    /// The additional value of a card in a hand.
    pub fn held(&self, state: &State, id: CardId) -> f64 {
        Self::of_kind(&self.held, state.deck[id.index()].kind)
    }

    /// The priority of using a card; larger ones come first.
    pub fn early(&self, state: &State, id: CardId) -> f64 {
        self.early_kind(state.deck[id.index()].kind)
    }

    /// The priority of using a kind of cards.
    pub fn early_kind(&self, kind: KindId) -> f64 {
        Self::of_kind(&self.early, kind)
    }

    /// The additional value of a delayed trick, as which `card` counts, to its victim.
    pub fn judging(&self, state: &State, card: &Card) -> f64 {
        Self::of_kind(&self.judging, state.kind_id(card))
    }
}
