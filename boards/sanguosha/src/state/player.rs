//! A player's own part of the state.

use std::collections::BTreeMap;

use crate::basics::{CardId, Gender, Name, Phase, Role, Slot};
use crate::card::Card;
use crate::catalogue::SkillId;
use crate::event::Data;

/// A private pile on a general.
#[derive(Debug, Clone)]
pub struct Pile {
    /// Its name.
    pub name: Name,
    /// What lies on it, oldest first.
    pub cards: Vec<CardId>,
    /// Everybody sees its cards.
    pub open: bool,
}

/// A delayed trick before a player.
#[derive(Debug, Clone)]
pub struct Delayed {
    /// The card of the deck.
    pub id: CardId,
    /// What it counts as.
    pub card: Card,
    /// When it was put there: counts all delayed tricks of the game.
    pub serial: u32,
}

/// One who plays.
#[derive(Debug, Clone)]
pub struct Player {
    /// The name people see.
    pub screen_name: Name,
    /// The first general; empty before generals are chosen.
    pub general: Name,
    /// The second one; empty if there is none.
    pub general2: Name,
    /// The kingdom it belongs to now.
    pub kingdom: Name,
    /// Its gender.
    pub gender: Gender,
    /// What it plays for.
    pub role: Role,
    /// Everybody knows the role.
    pub role_shown: bool,
    /// 1 for the lord; counted anew when somebody dies.
    pub seat: u8,
    /// May be below zero while dying.
    pub hp: i32,
    /// The most hp it may have.
    pub max_hp: i32,
    /// Lives.
    pub alive: bool,
    /// Not turned over.
    pub face_up: bool,
    /// Chained by iron.
    pub chained: bool,
    /// Where in its turn it is.
    pub phase: Phase,
    /// What of its turn is still to come.
    pub phases: Vec<Phase>,
    /// Its hand in the order in which cards came.
    pub hand: Vec<CardId>,
    /// What it wears.
    pub equips: [Option<CardId>; 4],
    /// Delayed tricks before it, oldest first.
    pub judging: Vec<Delayed>,
    /// Its private piles.
    pub piles: Vec<Pile>,
    /// Its marks; those at 0 are not kept.
    pub marks: BTreeMap<Name, i32>,
    /// Its flags, dropped after its turn.
    pub flags: Vec<Name>,
    /// What scripts remember about it.
    pub tags: BTreeMap<Name, Data>,
    /// How often it has used what in this play phase, by class name.
    pub history: BTreeMap<Name, i32>,
    /// The skills of its generals.
    pub innate: Vec<SkillId>,
    /// Skills it has got since.
    pub acquired: Vec<SkillId>,
    /// Distances that are pinned, by the other's index.
    pub fixed_distances: BTreeMap<u8, i32>,
    /// Kinds of cards that it may not use, answer with or discard.
    pub jilei: Vec<Name>,
    /// `online`, `offline`, `robot` or `trust`.
    pub state: Name,
}

impl Player {
    /// Somebody who has sat down.
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

    /// How much hp it has lost.
    pub fn lost_hp(&self) -> i32 {
        self.max_hp - self.hp.max(0)
    }

    /// Below its most hp.
    pub fn is_wounded(&self) -> bool {
        self.hp < self.max_hp
    }

    /// Sets its hp. More than it may have is not taken: all stays as it is.
    pub fn set_hp(&mut self, hp: i32) {
        if hp <= self.max_hp {
            self.hp = hp;
        }
    }

    /// The value of a mark.
    pub fn mark(&self, name: &str) -> i32 {
        self.marks.get(name).copied().unwrap_or(0)
    }

    /// Whether it has one of these marks or flags, or there are none that it would have to have.
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

    /// Sets a flag, or drops it when the text begins with `-`; `.` drops all.
    pub fn set_flag(&mut self, text: &str) {
        if text == "." {
            self.flags.clear();
        } else if let Some(name) = text.strip_prefix('-') {
            self.flags.retain(|flag| &**flag != name);
        } else if !self.has_flag(text) {
            self.flags.push(text.into());
        }
    }

    /// Owns a skill, printed or got.
    pub fn has(&self, skill: SkillId) -> bool {
        self.innate.contains(&skill) || self.acquired.contains(&skill)
    }

    /// The cards it wears, in the order of their places.
    pub fn worn(&self) -> impl Iterator<Item = CardId> {
        self.equips.iter().flatten().copied()
    }

    /// What it wears at a place.
    pub fn equip(&self, slot: Slot) -> Option<CardId> {
        self.equips[slot as usize]
    }

    /// A private pile.
    pub fn pile(&self, name: &str) -> &[CardId] {
        self.piles.iter().find(|pile| &*pile.name == name).map_or(&[], |pile| &pile.cards)
    }

    /// No hand and nothing worn.
    pub fn is_nude(&self) -> bool {
        self.hand.is_empty() && self.equips.iter().all(Option::is_none)
    }

    /// How often it has used something in this phase, by class name.
    pub fn used_times(&self, class: &str) -> i32 {
        self.history.get(class).copied().unwrap_or(0)
    }

    /// How many slashes of any kind it has used in this phase.
    pub fn slash_count(&self) -> i32 {
        ["Slash", "ThunderSlash", "FireSlash"].iter().map(|class| self.used_times(class)).sum()
    }

    /// Counts uses.
    pub fn add_history(&mut self, class: &str, times: i32) {
        if let Some(count) = self.history.get_mut(class) {
            *count += times;
        } else {
            self.history.insert(class.into(), times);
        }
    }
}
