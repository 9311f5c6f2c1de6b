//! Ownership of skills and registration of listeners.

use std::rc::Rc;

use super::State;
use crate::basics::{Name, PlayerId, Role};
use crate::catalogue::{General, SkillId};
use crate::event::Event;

impl State {
    /// The skills that listen to an event, in the order in which they are called: larger priority
    /// first, then in order of registration.
    pub fn listeners(&self, event: Event) -> Rc<[SkillId]> {
        Rc::clone(&self.handlers[event as usize])
    }

    /// Registers a skill for its events; idempotent.
    pub fn register(&mut self, id: SkillId) {
        if self.registered.contains(&id) {
            return;
        }
        Rc::make_mut(&mut self.registered).push(id);
        let skill = self.catalogue.skill(id);
        for &event in &skill.events {
            let handlers = Rc::make_mut(&mut self.handlers);
            let mut list = handlers[event as usize].to_vec();
            let priority = |id: SkillId| self.catalogue.skill(id).priority;
            let at = list.partition_point(|&other| priority(other) >= skill.priority);
            list.insert(at, id);
            handlers[event as usize] = list.into();
        }
    }

    /// Whether some player, dead or alive, has one of these skills; also true if the list is empty.
    pub(crate) fn is_owned(&self, names: &[Name]) -> bool {
        let owned = |name: &Name| {
            let skill = self.catalogue.find_skill(name);
            skill.is_some_and(|skill| self.players.iter().any(|player| player.has(skill)))
        };
        names.is_empty() || names.iter().any(owned)
    }

    /// Whether some prohibit skill may forbid targets now, judged by the skills' declarations,
    /// without calling a script.
    pub fn may_forbid(&self) -> bool {
        self.catalogue.any_prohibit(|skill| {
            let marked = || self.players.iter().any(|player| player.is_marked(&skill.marked));
            let held = || {
                // Undeclared ones apply to players who have them or wear their equipment.
                let says = !skill.owned.is_empty() || !skill.marked.is_empty() || skill.worn;
                says || self.is_owned(std::slice::from_ref(&skill.name))
            };
            self.is_owned(&skill.owned) && marked() && held()
        })
    }

    /// Whether a player has a skill, by name.
    pub fn has_skill(&self, id: PlayerId, name: &str) -> bool {
        self.catalogue.find_skill(name).is_some_and(|skill| self.player(id).has(skill))
    }

    /// Whether a player has a lord skill: acquired, or printed if it is the lord.
    pub fn has_lord_skill(&self, id: PlayerId, name: &str) -> bool {
        let player = self.player(id);
        self.catalogue.find_skill(name).is_some_and(|skill| {
            player.acquired.contains(&skill)
                || player.role == Role::Lord && player.innate.contains(&skill)
        })
    }

    /// The skills that a player can activate itself.
    pub fn usable_skills(&self, id: PlayerId) -> Vec<SkillId> {
        let player = self.player(id);
        let all = player.innate.iter().chain(&player.acquired);
        let mut skills: Vec<SkillId> = all.copied().collect();
        for card in player.worn() {
            let name = self.name_of(card);
            if let Some(skill) = self.catalogue.find_skill(&name) {
                skills.push(skill);
            }
        }
        skills
    }

    /// Gives a player a skill and its related skills.
    pub fn acquire_skill(&mut self, id: PlayerId, name: &str) {
        for skill in self.catalogue.with_related(name) {
            self.register(skill);
            let player = self.player_mut(id);
            if !player.has(skill) {
                player.acquired.push(skill);
            }
        }
    }

    /// Removes an acquired skill and its related skills; printed ones stay. Returns whether there
    /// was one to remove.
    pub fn detach_skill(&mut self, id: PlayerId, name: &str) -> bool {
        let gone = self.catalogue.with_related(name);
        let acquired = &mut self.player_mut(id).acquired;
        let before = acquired.len();
        acquired.retain(|skill| !gone.contains(skill));
        acquired.len() < before
    }

    /// Gives a player a single skill, without its related skills.
    pub fn attach_skill(&mut self, id: PlayerId, name: &str) {
        if let Some(skill) = self.catalogue.find_skill(name) {
            self.register(skill);
            let player = self.player_mut(id);
            if !player.has(skill) {
                player.acquired.push(skill);
            }
        }
    }

    /// Sets a player's general: skills, kingdom and gender. The caller sets the hp.
    pub fn become_general(&mut self, id: PlayerId, general: &General) {
        let mut skills = self.skills_of(general);
        let second = Name::clone(&self.player(id).general2);
        skills.extend(self.skills_of_name(&second));
        self.print_skills(id, skills);
        let player = self.player_mut(id);
        player.general = Name::clone(&general.name);
        player.kingdom = Name::clone(&general.kingdom);
        player.gender = general.gender;
    }

    /// Sets a player's second general, whose skills it gets in addition; removes it if no general
    /// has the name.
    pub fn become_second(&mut self, id: PlayerId, name: &str) {
        let first = Name::clone(&self.player(id).general);
        let mut skills = self.skills_of_name(&first);
        skills.extend(self.skills_of_name(name));
        self.print_skills(id, skills);
        self.player_mut(id).general2 = name.into();
    }

    fn print_skills(&mut self, id: PlayerId, skills: Vec<SkillId>) {
        let mut innate: Vec<SkillId> = Vec::with_capacity(skills.len());
        for skill in skills {
            if !innate.contains(&skill) {
                self.register(skill);
                innate.push(skill);
            }
        }
        self.player_mut(id).innate = innate;
    }

    fn skills_of_name(&self, name: &str) -> Vec<SkillId> {
        self.catalogue.general(name).map_or_else(Vec::new, |general| self.skills_of(&general))
    }

    /// The skills of a general with their related skills.
    pub fn skills_of(&self, general: &General) -> Vec<SkillId> {
        let mut skills = Vec::new();
        for name in &general.skills {
            for skill in self.catalogue.with_related(name) {
                if !skills.contains(&skill) {
                    skills.push(skill);
                }
            }
        }
        skills
    }

    /// The first living player, from the one whose turn it is, who has a skill; or a dead one, if
    /// allowed.
    pub fn owner_of_skill(&self, name: &str, include_dead: bool) -> Option<PlayerId> {
        let skill = self.catalogue.find_skill(name)?;
        let owns = |id: &PlayerId| self.player(*id).has(skill);
        let first = self.place_in_ring(self.current);
        let (before, after) = self.ring.split_at(first);
        let mut around = after.iter().chain(before).copied();
        around.find(|id| owns(id) && (include_dead || self.player(*id).alive))
    }
}
