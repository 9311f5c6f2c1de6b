//! Cards: of the deck, and made of others by skills.

use std::rc::Rc;

use crate::basics::{CardId, Category, Name, Slot, Suit};

/// What kind of card: an index into [`Kinds`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindId(pub u16);

/// What all cards of a name share. Packages describe them.
#[derive(Debug, Clone)]
pub struct Kind {
    /// The object name: `slash`, `ex_nihilo`; `#name` for the skill card of a script.
    pub name: Name,
    /// The class name, which `className` tells and histories count by: `Slash`, `ExNihilo`.
    pub class: Name,
    /// All classes that `inherits` is true for, the own one included.
    pub ancestors: Vec<Name>,
    /// What it is before all else.
    pub category: Category,
    /// The finer text: `attack_card`, `aoe`, `weapon`.
    pub subtype: Name,
    /// Nobody has to be chosen.
    pub target_fixed: bool,
    /// Cards it is made of are discarded when it is used.
    pub will_throw: bool,
    /// Lies in a judgement area before it works.
    pub delayed: bool,
    /// A nullification may cancel it.
    pub cancelable: bool,
    /// Where it is worn.
    pub slot: Option<Slot>,
    /// Of a weapon: how far its owner reaches.
    pub range: i32,
    /// The package that brought it.
    pub package: Name,
    /// A script says what using it does.
    pub has_use: bool,
    /// A script says something before it is used.
    pub has_about_to_use: bool,
    /// A script says what it does to one target.
    pub has_effect: bool,
    /// A script acts when it is put on.
    pub has_install: bool,
    /// A script acts when it is taken off.
    pub has_uninstall: bool,
}

impl Kind {
    /// Whether it is of a class, by the class's name.
    pub fn inherits(&self, class: &str) -> bool {
        self.ancestors.iter().any(|name| &**name == class)
    }

    /// A trick that works at once.
    pub fn is_plain_trick(&self) -> bool {
        self.category == Category::Trick && !self.delayed
    }
}

/// All kinds of cards, by name. Scripts may add kinds in mid-game.
#[derive(Debug, Clone, Default)]
pub struct Kinds {
    list: Vec<Kind>,
}

impl Kinds {
    /// Adds a kind, or replaces the one of that name.
    pub fn add(&mut self, kind: Kind) -> KindId {
        if let Some(at) = self.list.iter().position(|known| known.name == kind.name) {
            self.list[at] = kind;
            return KindId(at as u16);
        }
        self.list.push(kind);
        KindId((self.list.len() - 1) as u16)
    }

    /// The kind of that object name.
    pub fn find(&self, name: &str) -> Option<KindId> {
        let at = self.list.iter().position(|kind| &*kind.name == name)?;
        Some(KindId(at as u16))
    }

    /// The kind of that class name.
    pub fn find_class(&self, class: &str) -> Option<KindId> {
        let at = self.list.iter().position(|kind| &*kind.class == class)?;
        Some(KindId(at as u16))
    }

    /// What a kind is.
    pub fn get(&self, id: KindId) -> &Kind {
        &self.list[usize::from(id.0)]
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// All kinds with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (KindId, &Kind)> {
        self.list.iter().enumerate().map(|(at, kind)| (KindId(at as u16), kind))
    }
}

/// A card of the deck as printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printed {
    /// What it is.
    pub kind: KindId,
    /// Its suit.
    pub suit: Suit,
    /// 1 to 13.
    pub number: u8,
    /// The package that brought it.
    pub package: Name,
}

/// A card that exists only in what a skill says: made of other cards, or of none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Virtual {
    /// What it counts as.
    pub kind: KindId,
    /// Its suit.
    pub suit: Suit,
    /// 1 to 13, or 0 for none.
    pub number: u8,
    /// The skill that made it; empty if none.
    pub skill: Name,
    /// What it is made of.
    pub subcards: Vec<CardId>,
    /// Free text of a skill card.
    pub text: Name,
}

/// A card as it is used, answered with, or asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Card {
    /// A card of the deck.
    Real(CardId),
    /// One that a skill makes.
    Virtual(Rc<Virtual>),
}

impl Card {
    /// A card of a kind made of nothing yet.
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

    /// Its id, or that of the first card it is made of.
    pub fn effective_id(&self) -> Option<CardId> {
        self.ids().first().copied()
    }

    /// The skill that made it; empty for others.
    pub fn skill(&self) -> &str {
        match self {
            Card::Real(_) => "",
            Card::Virtual(made) => &made.skill,
        }
    }

    /// Whether no card of the deck has this very id.
    pub fn is_virtual(&self) -> bool {
        matches!(self, Card::Virtual(_))
    }
}
