//! Cards, both of the deck and made by skills.

use std::rc::Rc;

use crate::basics::{CardId, Category, Name, Slot, Suit};

/// A kind of cards: an index into [`Kinds`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindId(pub u16);

/// The common properties of all cards of a name, as packages define them.
#[derive(Debug, Clone)]
pub struct Kind {
    /// The object name: `slash`, `ex_nihilo`; `#name` for the skill card of a script.
    pub name: Name,
    /// The class name, returned by `className` and used for counting uses: `Slash`, `ExNihilo`.
    pub class: Name,
    /// All classes for which `inherits` is true, including its own.
    pub ancestors: Vec<Name>,
    /// Main category.
    pub category: Category,
    /// Subcategory: `attack_card`, `aoe`, `weapon`.
    pub subtype: Name,
    /// The user does not choose targets.
    pub target_fixed: bool,
    /// The cards it is made of are discarded when it is used.
    pub will_throw: bool,
    /// A delayed trick: placed in a judgement area first.
    pub delayed: bool,
    /// Can be nullified.
    pub cancelable: bool,
    /// The equipment slot it is worn in.
    pub slot: Option<Slot>,
    /// Attack range, if it is a weapon.
    pub range: i32,
    /// The package that defines it.
    pub package: Name,
    /// A script defines the effect of its use.
    pub has_use: bool,
    /// A script runs before it is used.
    pub has_about_to_use: bool,
    /// A script defines its effect on one target.
    pub has_effect: bool,
    /// A script runs when it is put on.
    pub has_install: bool,
    /// A script runs when it is taken off.
    pub has_uninstall: bool,
}

impl Kind {
    /// Whether it belongs to a class, by name.
    pub fn inherits(&self, class: &str) -> bool {
        self.ancestors.iter().any(|name| &**name == class)
    }

    /// Whether it is a trick that is not delayed.
    pub fn is_plain_trick(&self) -> bool {
        self.category == Category::Trick && !self.delayed
    }
}

/// All kinds of cards, by name. Scripts may add kinds during the game.
#[derive(Debug, Clone, Default)]
pub struct Kinds {
    list: Vec<Kind>,
}

impl Kinds {
    /// Adds a kind, or replaces the one with the same name.
    pub fn add(&mut self, kind: Kind) -> KindId {
        if let Some(at) = self.list.iter().position(|known| known.name == kind.name) {
            self.list[at] = kind;
            return KindId(at as u16);
        }
        self.list.push(kind);
        KindId((self.list.len() - 1) as u16)
    }

    /// The kind with this object name.
    pub fn find(&self, name: &str) -> Option<KindId> {
        let at = self.list.iter().position(|kind| &*kind.name == name)?;
        Some(KindId(at as u16))
    }

    /// The kind with this class name.
    pub fn find_class(&self, class: &str) -> Option<KindId> {
        let at = self.list.iter().position(|kind| &*kind.class == class)?;
        Some(KindId(at as u16))
    }

    /// The properties of a kind.
    pub fn get(&self, id: KindId) -> &Kind {
        &self.list[usize::from(id.0)]
    }

    /// Number of kinds.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// All kinds with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (KindId, &Kind)> {
        self.list.iter().enumerate().map(|(at, kind)| (KindId(at as u16), kind))
    }
}

/// A card of the deck, as printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printed {
    /// Its kind.
    pub kind: KindId,
    /// Its suit.
    pub suit: Suit,
    /// 1 to 13.
    pub number: u8,
    /// The package that defines it.
    pub package: Name,
}

/// A virtual card: made by a skill of other cards, or of none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Virtual {
    /// The kind it counts as.
    pub kind: KindId,
    /// Its suit.
    pub suit: Suit,
    /// 1 to 13, or 0 for none.
    pub number: u8,
    /// The skill that made it; empty if none.
    pub skill: Name,
    /// The cards of the deck that it is made of.
    pub subcards: Vec<CardId>,
    /// Free text of a skill card, which the skill interprets.
    pub text: Name,
}

/// A card that is used, responded with, or asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Card {
    /// A card of the deck.
    Real(CardId),
    /// A card made by a skill.
    Virtual(Rc<Virtual>),
}

impl Card {
    /// Makes a virtual card.
    pub fn made(kind: KindId, suit: Suit, number: u8, skill: &str, subcards: Vec<CardId>) -> Card {
        Card::Virtual(Rc::new(Virtual {
            kind,
            suit,
            number,
            skill: skill.into(),
            subcards,
            text: "".into(),
        }))
    }

    /// The cards of the deck that it consists of.
    pub fn ids(&self) -> &[CardId] {
        match self {
            Card::Real(id) => std::slice::from_ref(id),
            Card::Virtual(made) => &made.subcards,
        }
    }

    /// The id of the card, or of the first card it is made of.
    pub fn effective_id(&self) -> Option<CardId> {
        self.ids().first().copied()
    }

    /// The skill that made it; empty for real cards.
    pub fn skill(&self) -> &str {
        match self {
            Card::Real(_) => "",
            Card::Virtual(made) => &made.skill,
        }
    }

    /// Whether it is virtual.
    pub fn is_virtual(&self) -> bool {
        matches!(self, Card::Virtual(_))
    }
}
