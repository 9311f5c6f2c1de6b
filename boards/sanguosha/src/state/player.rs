//! The state of a player.

use std::collections::BTreeMap;

use crate::basics::{CardId, Gender, Name, Phase, Role, Slot};
use crate::card::Card;
use crate::catalogue::SkillId;
use crate::event::Data;

/// A private pile of a general.
#[derive(Debug, Clone)]
pub struct Pile {
    /// Its name.
    pub name: Name,
    /// Its cards, oldest first.
    pub cards: Vec<CardId>,
    /// Whether everyone sees its cards.
    pub open: bool,
}

/// A delayed trick in a judgement area.
#[derive(Debug, Clone)]
pub struct Delayed {
    /// The card of the deck.
    pub id: CardId,
    /// The card it counts as.
    pub card: Card,
    /// Serial number among all delayed tricks placed in the game.
    pub serial: u32,
}

/// A player.
#[derive(Debug, Clone)]
pub struct Player {
    /// The display name.
    pub screen_name: Name,
    /// The first general; empty before generals are chosen.
    pub general: Name,
    /// The second general; empty if there is none.
    pub general2: Name,
    /// Its current kingdom.
    pub kingdom: Name,
    /// Its gender.
    pub gender: Gender,
    /// Its role.
    pub role: Role,
    /// Whether the role is public.
    pub role_shown: bool,
    /// Seat number, 1 for the lord; renumbered when a player dies.
    pub seat: u8,
    /// Its hp; may be negative while dying.
    pub hp: i32,
    /// Its maximum hp.
    pub max_hp: i32,
    /// Whether it is alive.
    pub alive: bool,
    /// Whether its general is face up.
    pub face_up: bool,
    /// Whether it is chained.
    pub chained: bool,
    /// The current phase of its turn.
    pub phase: Phase,
    /// The phases of its turn still to come.
    pub phases: Vec<Phase>,
    /// Its hand, in the order in which cards arrived.
    pub hand: Vec<CardId>,
    /// Its equipment by slot.
    pub equips: [Option<CardId>; 4],
    /// The delayed tricks in its judgement area, oldest first.
    pub judging: Vec<Delayed>,
    /// Its private piles.
    pub piles: Vec<Pile>,
    /// Its marks; those with value 0 are not stored.
    pub marks: BTreeMap<Name, i32>,
    /// Its flags, cleared after its turn.
    pub flags: Vec<Name>,
    /// Script data of the player.
    pub tags: BTreeMap<Name, Data>,
    /// Number of uses in this play phase, by class name.
    pub history: BTreeMap<Name, i32>,
    /// The skills of its generals.
    pub innate: Vec<SkillId>,
    /// Skills acquired during the game.
    pub acquired: Vec<SkillId>,
    /// Fixed distances, by the other player's index.
    pub fixed_distances: BTreeMap<u8, i32>,
    /// Kinds of cards that it may not use, respond with or discard.
    pub jilei: Vec<Name>,
    /// Connection state: `online`, `offline`, `robot` or `trust`.
    pub state: Name,
}

impl Player {
    /// A player before the game.
    pub(crate) fn new(screen_name: &str, seat: u8, role: Role) -> Player {
        Player {
            screen_name: screen_name.into(),
            general: "".into(),
            general2: "".into(),
            kingdom: "".into(),
            gender: Gender::Neuter,
            role,
            role_shown: role == Role::Lord,
            seat,
            hp: 0,
            max_hp: 0,
            alive: true,
            face_up: true,
            chained: false,
            phase: Phase::NotActive,
            phases: Vec::new(),
            hand: Vec::new(),
            equips: [None; 4],
            judging: Vec::new(),
            piles: Vec::new(),
            marks: BTreeMap::new(),
            flags: Vec::new(),
            tags: BTreeMap::new(),
            history: BTreeMap::new(),
            innate: Vec::new(),
            acquired: Vec::new(),
            fixed_distances: BTreeMap::new(),
            jilei: Vec::new(),
            state: "robot".into(),
        }
    }

    /// Number of hp below the maximum.
    pub fn lost_hp(&self) -> i32 {
        self.max_hp - self.hp.max(0)
    }

    /// Whether its hp are below the maximum.
    pub fn is_wounded(&self) -> bool {
        self.hp < self.max_hp
    }

    /// Sets its hp. A value above the maximum is ignored.
    pub fn set_hp(&mut self, hp: i32) {
        if hp <= self.max_hp {
            self.hp = hp;
        }
    }

    /// The value of a mark.
    pub fn mark(&self, name: &str) -> i32 {
        self.marks.get(name).copied().unwrap_or(0)
    }

    /// Whether it has one of these marks or flags; also true if the list is empty.
    pub(crate) fn is_marked(&self, names: &[Name]) -> bool {
        names.is_empty() || names.iter().any(|name| self.mark(name) != 0 || self.has_flag(name))
    }

    /// Sets a mark.
    pub fn set_mark(&mut self, name: &str, value: i32) {
        if value == 0 {
            self.marks.remove(name);
        } else if let Some(mark) = self.marks.get_mut(name) {
            *mark = value;
        } else {
            self.marks.insert(name.into(), value);
        }
    }

    /// Whether it has a flag.
    pub fn has_flag(&self, name: &str) -> bool {
        self.flags.iter().any(|flag| &**flag == name)
    }

    /// Sets a flag, clears it if the text begins with `-`, or clears all for `.`.
    pub fn set_flag(&mut self, text: &str) {
        if text == "." {
            self.flags.clear();
        } else if let Some(name) = text.strip_prefix('-') {
            self.flags.retain(|flag| &**flag != name);
        } else if !self.has_flag(text) {
            self.flags.push(text.into());
        }
    }

    /// Whether it has a skill, printed or acquired.
    pub fn has(&self, skill: SkillId) -> bool {
        self.innate.contains(&skill) || self.acquired.contains(&skill)
    }

    /// Its equipment, in the order of slots.
    pub fn worn(&self) -> impl Iterator<Item = CardId> {
        self.equips.iter().flatten().copied()
    }

    /// The card worn in a slot.
    pub fn equip(&self, slot: Slot) -> Option<CardId> {
        self.equips[slot as usize]
    }

    /// The cards of a private pile.
    pub fn pile(&self, name: &str) -> &[CardId] {
        self.piles.iter().find(|pile| &*pile.name == name).map_or(&[], |pile| &pile.cards)
    }

    /// Whether it has neither hand cards nor equipment.
    pub fn is_nude(&self) -> bool {
        self.hand.is_empty() && self.equips.iter().all(Option::is_none)
    }

    /// Number of uses of a class in this phase.
    pub fn used_times(&self, class: &str) -> i32 {
        self.history.get(class).copied().unwrap_or(0)
    }

    /// Number of slashes of any kind used in this phase.
    pub fn slash_count(&self) -> i32 {
        ["Slash", "ThunderSlash", "FireSlash"].iter().map(|class| self.used_times(class)).sum()
    }

    /// Counts uses of a class.
    pub fn add_history(&mut self, class: &str, times: i32) {
        if let Some(count) = self.history.get_mut(class) {
            *count += times;
        } else {
            self.history.insert(class.into(), times);
        }
    }
}
