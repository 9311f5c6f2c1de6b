//! The contents of packages: kinds of cards, the deck, generals, skills.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::basics::{Frequency, Gender, Name};
use crate::card::{Kinds, Printed};
use crate::event::Event;

/// A skill: an index into [`Catalogue::skills`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SkillId(pub u16);

/// The declared properties of a skill. Its behaviour is implemented by scripts.
#[derive(Debug, Clone)]
pub struct Skill {
    /// Its name; hidden skills begin with `#`.
    pub name: Name,
    /// Its frequency.
    pub frequency: Frequency,
    /// A lord skill: only a lord has it.
    pub lord: bool,
    /// The events it listens to.
    pub events: Vec<Event>,
    /// Priority among the handlers of an event, larger first; the rules have 0.
    pub priority: i32,
    /// A script decides for whom it triggers. Otherwise it triggers for its living owners.
    pub own_trigger: bool,
    /// Triggers for players who wear this card, instead of owners.
    pub equip: Option<Name>,
    /// If not empty: it triggers only for players who have one of these marks or flags, and forbids
    /// targets only while some player has. The engine can check this without calling a script.
    pub marked: Vec<Name>,
    /// If not empty: it triggers or forbids targets only while some player, dead or alive, has one
    /// of these skills.
    pub owned: Vec<Name>,
    /// A view-as skill: makes cards of cards.
    pub view_as: bool,
    /// A view-as skill that decides itself whether it can make responses. Otherwise it works in the
    /// play phase only.
    pub responds: bool,
    /// A filter skill: changes its owner's cards permanently.
    pub filter: bool,
    /// A distance skill.
    pub distance: bool,
    /// A prohibit skill: forbids targets.
    pub prohibit: bool,
    /// Belongs to a worn card rather than to a player.
    pub worn: bool,
    /// Changes hand limits.
    pub max_cards: bool,
    /// A target-mod skill: changes the number of uses, the range or the number of targets of cards.
    pub target_mod: bool,
    /// Skills that are acquired together with it.
    pub related: Vec<Name>,
}

impl Skill {
    /// A skill with this name and default properties.
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

    /// Whether players can see it.
    pub fn is_visible(&self) -> bool {
        !self.name.starts_with('#')
    }
}

/// A general.
#[derive(Debug, Clone)]
pub struct General {
    /// Its name.
    pub name: Name,
    /// The package that defines it.
    pub package: Name,
    /// `wei`, `shu`, `wu`, `qun`, `god`, or a kingdom defined by a package.
    pub kingdom: Name,
    /// Printed hp.
    pub max_hp: i32,
    /// Its gender.
    pub gender: Gender,
    /// Whether it is a lord general, which lords are offered first.
    pub lord: bool,
    /// Never offered at random.
    pub hidden: bool,
    /// Its skills by name, including hidden ones.
    pub skills: Vec<Name>,
}

/// All contents of a game's packages. Scripts may add kinds and skills during the game.
#[derive(Debug, Default)]
pub struct Catalogue {
    /// Kinds of cards.
    pub kinds: RefCell<Kinds>,
    /// The cards of all packages, in the order in which they were added.
    pub cards: RefCell<Vec<Printed>>,
    generals: RefCell<Vec<Rc<General>>>,
    skills: RefCell<Vec<Rc<Skill>>>,
    skill_names: RefCell<BTreeMap<Name, SkillId>>,
    /// The prohibit skills.
    prohibits: RefCell<Vec<SkillId>>,
}

impl Catalogue {
    /// Adds a skill, or replaces the one with the same name.
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

    /// The skill with this name.
    pub fn find_skill(&self, name: &str) -> Option<SkillId> {
        self.skill_names.borrow().get(name).copied()
    }

    /// Whether some prohibit skill satisfies a condition.
    pub fn any_prohibit(&self, holds: impl Fn(&Skill) -> bool) -> bool {
        let skills = self.skills.borrow();
        self.prohibits.borrow().iter().any(|id| holds(&skills[usize::from(id.0)]))
    }

    /// The properties of a skill.
    pub fn skill(&self, id: SkillId) -> Rc<Skill> {
        Rc::clone(&self.skills.borrow()[usize::from(id.0)])
    }

    /// All skills with their ids.
    pub fn skills(&self) -> Vec<(SkillId, Rc<Skill>)> {
        let skills = self.skills.borrow();
        skills.iter().enumerate().map(|(at, s)| (SkillId(at as u16), Rc::clone(s))).collect()
    }

    /// Number of skills.
    pub fn skill_count(&self) -> usize {
        self.skills.borrow().len()
    }

    /// Number of generals.
    pub fn general_count(&self) -> usize {
        self.generals.borrow().len()
    }

    /// Adds a general, or replaces the one with the same name.
    pub fn add_general(&self, general: General) {
        let mut generals = self.generals.borrow_mut();
        match generals.iter().position(|known| known.name == general.name) {
            Some(at) => generals[at] = Rc::new(general),
            None => generals.push(Rc::new(general)),
        }
    }

    /// The general with this name.
    pub fn general(&self, name: &str) -> Option<Rc<General>> {
        self.generals.borrow().iter().find(|general| &*general.name == name).cloned()
    }

    /// All generals in order of registration.
    pub fn generals(&self) -> Vec<Rc<General>> {
        self.generals.borrow().clone()
    }

    /// A skill and its related skills.
    pub fn with_related(&self, name: &str) -> Vec<SkillId> {
        let Some(id) = self.find_skill(name) else { return Vec::new() };
        let related = self.skill(id).related.clone();
        let more = related.iter().filter_map(|name| self.find_skill(name));
        std::iter::once(id).chain(more).collect()
    }
}
