//! Who has which skills, and who listens to what.

use std::rc::Rc;

use super::State;
use crate::basics::{Name, PlayerId, Role};
use crate::catalogue::{General, SkillId};
use crate::event::Event;

impl State {
    /// The skills that listen to an event, in the order in which they are asked: larger priority
    /// first, then as they were registered.
    pub fn listeners(&self, event: Event) -> Rc<[SkillId]> {
        Rc::clone(&self.handlers[event as usize])
    }

    /// Lets a skill listen to its events. Doing it twice changes nothing.
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

    /// Whether one of these skills is somebody's, dead or alive, or there are none of which one
    /// would have to be.
    pub(crate) fn is_owned(&self, names: &[Name]) -> bool {
        let owned = |name: &Name| {
            let skill = self.catalogue.find_skill(name);
            skill.is_some_and(|skill| self.players.iter().any(|player| player.has(skill)))
        };
        names.is_empty() || names.iter().any(owned)
    }

    /// Whether some skill may forbid targets now, by what skills say of for whom they are: without
    /// asking a script.
    pub fn may_forbid(&self) -> bool {
        self.catalogue.any_prohibit(|skill| {
            let marked = || self.players.iter().any(|player| player.is_marked(&skill.marked));
            let held = || {
                // Others hold for those that have them, or wear what they go with.
                let says = !skill.owned.is_empty() || !skill.marked.is_empty() || skill.worn;
                says || self.is_owned(std::slice::from_ref(&skill.name))
            };
            self.is_owned(&skill.owned) && marked() && held()
        })
    }

    /// Whether a player owns a skill, by its name.
    pub fn has_skill(&self, id: PlayerId, name: &str) -> bool {
        self.catalogue.find_skill(name).is_some_and(|skill| self.player(id).has(skill))
    }

    /// Whether a player has a lord's skill: got, or printed while it is the lord.
    pub fn has_lord_skill(&self, id: PlayerId, name: &str) -> bool {
        let player = self.player(id);
        self.catalogue.find_skill(name).is_some_and(|skill| {
            player.acquired.contains(&skill)
                || player.role == Role::Lord && player.innate.contains(&skill)
        })
    }

    /// All skills that a player may use by hand.
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

    /// Gives a player a skill with those that come along.
    pub fn acquire_skill(&mut self, id: PlayerId, name: &str) {
        for skill in self.catalogue.with_related(name) {
            self.register(skill);
            let player = self.player_mut(id);
            if !player.has(skill) {
                player.acquired.push(skill);
            }
        }
    }

    /// Takes a skill from a player that has got it, with those that came along. What is printed
    /// stays. Whether there was one to take.
    pub fn detach_skill(&mut self, id: PlayerId, name: &str) -> bool {
        let gone = self.catalogue.with_related(name);
        let acquired = &mut self.player_mut(id).acquired;
        let before = acquired.len();
        acquired.retain(|skill| !gone.contains(skill));
        acquired.len() < before
    }

    /// Gives a player this skill alone, without those that come along elsewhere.
    pub fn attach_skill(&mut self, id: PlayerId, name: &str) {
        if let Some(skill) = self.catalogue.find_skill(name) {
            self.register(skill);
            let player = self.player_mut(id);
            if !player.has(skill) {
                player.acquired.push(skill);
            }
        }
    }

    /// Makes a player this general: its skills, kingdom and gender. Hp is left to the caller.
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

    /// Gives a player a second general, of which it has the skills besides; none if the name is no
    /// general's.
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

    /// The skills of a general with those that come along.
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

    /// A living player who owns a skill, from the one whose turn it is; a dead one if asked for.
    pub fn owner_of_skill(&self, name: &str, include_dead: bool) -> Option<PlayerId> {
        let skill = self.catalogue.find_skill(name)?;
        let owns = |id: &PlayerId| self.player(*id).has(skill);
        let first = self.place_in_ring(self.current);
        let (before, after) = self.ring.split_at(first);
        let mut around = after.iter().chain(before).copied();
        around.find(|id| owns(id) && (include_dead || self.player(*id).alive))
    }
}
