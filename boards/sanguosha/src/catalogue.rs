//! What packages bring: kinds of cards, the deck, generals, skills.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::basics::{Frequency, Gender, Name};
use crate::card::{Kinds, Printed};
use crate::event::Event;

/// A skill: an index into [`Catalogue::skills`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SkillId(pub u16);

/// What the engine knows of a skill. What it does, scripts know.
#[derive(Debug, Clone)]
pub struct Skill {
    /// Its name; `#…` for one that is not shown.
    pub name: Name,
    /// How it is invoked.
    pub frequency: Frequency,
    /// Only a lord has it.
    pub lord: bool,
    /// What it listens to; empty for skills that listen to nothing.
    pub events: Vec<Event>,
    /// Larger first among the handlers of an event; the rules are at 0.
    pub priority: i32,
    /// A script says for whom it triggers. Otherwise it triggers for living owners.
    pub own_trigger: bool,
    /// Triggers for whoever wears this card, in place of owners.
    pub equip: Option<Name>,
    /// Triggers only for those who have one of these marks or flags, where there are any, and
    /// forbids only while somebody has: whether they do is found out without asking a script.
    pub marked: Vec<Name>,
    /// Triggers or forbids only while somebody has one of these skills, dead or alive, where there
    /// are any.
    pub owned: Vec<Name>,
    /// Makes cards of cards.
    pub view_as: bool,
    /// Says of itself whether it makes some outside of the play phase. Otherwise it does not.
    pub responds: bool,
    /// Turns cards into others all the time.
    pub filter: bool,
    /// Changes distances.
    pub distance: bool,
    /// Forbids targets.
    pub prohibit: bool,
    /// Goes with something that is worn, and is nobody's.
    pub worn: bool,
    /// Changes how many cards may be kept.
    pub max_cards: bool,
    /// Changes how often, how far or on how many cards may be used.
    pub target_mod: bool,
    /// Skills that come along.
    pub related: Vec<Name>,
}

impl Skill {
    /// A skill of that name that does nothing yet.
    pub fn new(name: &str) -> Skill {
        Skill {
            name: name.into(),
            frequency: Frequency::NotFrequent,
            lord: false,
            events: Vec::new(),
            priority: 1,
            own_trigger: false,
            equip: None,
            marked: Vec::new(),
            owned: Vec::new(),
            view_as: false,
            responds: false,
            filter: false,
            distance: false,
            prohibit: false,
            worn: false,
            max_cards: false,
            target_mod: false,
            related: Vec::new(),
        }
    }

    /// Players see it.
    pub fn is_visible(&self) -> bool {
        !self.name.starts_with('#')
    }
}

/// A general.
#[derive(Debug, Clone)]
pub struct General {
    /// Its name.
    pub name: Name,
    /// The package that brought it.
    pub package: Name,
    /// `wei`, `shu`, `wu`, `qun`, `god` or what a package says.
    pub kingdom: Name,
    /// Printed hp.
    pub max_hp: i32,
    /// Its gender.
    pub gender: Gender,
    /// May be offered as a lord first.
    pub lord: bool,
    /// Not offered by chance.
    pub hidden: bool,
    /// Its skills by name, hidden ones too.
    pub skills: Vec<Name>,
}

/// All that the packages of a game bring. Scripts may add kinds and skills in mid-game.
#[derive(Debug, Default)]
pub struct Catalogue {
    /// Kinds of cards.
    pub kinds: RefCell<Kinds>,
    /// The cards of all packages, in the order in which they were added.
    pub cards: RefCell<Vec<Printed>>,
    generals: RefCell<Vec<Rc<General>>>,
    skills: RefCell<Vec<Rc<Skill>>>,
    skill_names: RefCell<BTreeMap<Name, SkillId>>,
    /// Those that forbid targets.
    prohibits: RefCell<Vec<SkillId>>,
}

impl Catalogue {
    /// Adds a skill, or replaces the one of that name.
    pub fn add_skill(&self, skill: Skill) -> SkillId {
        let mut skills = self.skills.borrow_mut();
        let mut names = self.skill_names.borrow_mut();
        let mut prohibits = self.prohibits.borrow_mut();
        if let Some(&id) = names.get(&skill.name) {
            prohibits.retain(|&other| other != id);
            prohibits.extend(skill.prohibit.then_some(id));
            skills[usize::from(id.0)] = Rc::new(skill);
            return id;
        }
        let id = SkillId(skills.len() as u16);
        names.insert(Rc::clone(&skill.name), id);
        prohibits.extend(skill.prohibit.then_some(id));
        skills.push(Rc::new(skill));
        id
    }

    /// The skill of that name.
    pub fn find_skill(&self, name: &str) -> Option<SkillId> {
        self.skill_names.borrow().get(name).copied()
    }

    /// Whether there is one among the skills that forbid targets of which that holds.
    pub fn any_prohibit(&self, holds: impl Fn(&Skill) -> bool) -> bool {
        let skills = self.skills.borrow();
        self.prohibits.borrow().iter().any(|id| holds(&skills[usize::from(id.0)]))
    }

    /// What is known of a skill.
    pub fn skill(&self, id: SkillId) -> Rc<Skill> {
        Rc::clone(&self.skills.borrow()[usize::from(id.0)])
    }

    /// All skills with their ids.
    pub fn skills(&self) -> Vec<(SkillId, Rc<Skill>)> {
        let skills = self.skills.borrow();
        skills.iter().enumerate().map(|(at, s)| (SkillId(at as u16), Rc::clone(s))).collect()
    }

    /// How many skills there are.
    pub fn skill_count(&self) -> usize {
        self.skills.borrow().len()
    }

    /// How many generals there are.
    pub fn general_count(&self) -> usize {
        self.generals.borrow().len()
    }

    /// Adds a general, or replaces the one of that name.
    pub fn add_general(&self, general: General) {
        let mut generals = self.generals.borrow_mut();
        match generals.iter().position(|known| known.name == general.name) {
            Some(at) => generals[at] = Rc::new(general),
            None => generals.push(Rc::new(general)),
        }
    }

    /// The general of that name.
    pub fn general(&self, name: &str) -> Option<Rc<General>> {
        self.generals.borrow().iter().find(|general| &*general.name == name).cloned()
    }

    /// All generals in the order in which they came.
    pub fn generals(&self) -> Vec<Rc<General>> {
        self.generals.borrow().clone()
    }

    /// A skill's name with those of the skills that come along.
    pub fn with_related(&self, name: &str) -> Vec<SkillId> {
        let Some(id) = self.find_skill(name) else { return Vec::new() };
        let related = self.skill(id).related.clone();
        let more = related.iter().filter_map(|name| self.find_skill(name));
        std::iter::once(id).chain(more).collect()
    }
}
