//! Dispatch of an event to its listeners.

use std::rc::Rc;

use super::{About, Cx, Flow, Frame, Routine, forks, rules};
use crate::basics::PlayerId;
use crate::catalogue::SkillId;
use crate::event::{Data, Event, Live, live};
use crate::scripts::{Call, Value};

/// The room tag by which a skill skips the rules' handler of the current event.
const SKIP_RULE: &str = "SkipGameRule";

/// An event. Listeners run in order of priority, the rules at 0. The first handler that returns
/// true ends the event, and that is its result.
#[derive(Debug, Clone)]
pub struct Trigger {
    event: Event,
    player: PlayerId,
    data: Live,
    listeners: Rc<[SkillId]>,
    next: usize,
    ruled: bool,
}

impl Trigger {
    /// An event that concerns `player`.
    pub fn new(cx: &Cx<'_>, event: Event, player: PlayerId, data: Live) -> Trigger {
        let listeners = cx.s().listeners(event);
        Trigger { event, player, data, listeners, next: 0, ruled: false }
    }

    /// An event for one skill alone; `None` if the skill does not listen to it.
    pub(super) fn alone(
        cx: &Cx<'_>,
        skill: SkillId,
        event: Event,
        player: PlayerId,
    ) -> Option<Trigger> {
        let listens = cx.s().catalogue.skill(skill).events.contains(&event);
        let listeners: Rc<[SkillId]> = Rc::from([skill]);
        let data = live(Data::None);
        listens.then_some(Trigger { event, player, data, listeners, next: 0, ruled: true })
    }

    /// The rules' handler; `None` if a skill has asked to skip it this time.
    fn rule(&self, cx: &Cx<'_>) -> Option<Box<dyn Frame>> {
        let skipped = rules::rules(self.event)
            && cx.s().tags.get(SKIP_RULE).is_some_and(Data::is_true)
            && cx.m().tags.remove(SKIP_RULE).is_some();
        if skipped {
            return None;
        }
        rules::of(cx, self.event, self.player, &self.data)
    }

    fn triggers(&self, cx: &Cx<'_>, id: SkillId) -> bool {
        let state = cx.s();
        let skill = state.catalogue.skill(id);
        let player = state.player(self.player);
        if !player.is_marked(&skill.marked) || !state.is_owned(&skill.owned) {
            return false;
        }
        if skill.own_trigger {
            drop(state);
            return cx.scripts.can_trigger(id, self.player);
        }
        player.alive
            && match &skill.equip {
                Some(name) => player.worn().any(|card| state.name_of(card) == *name),
                None => player.has(id),
            }
    }
}

impl Frame for Trigger {
    forks!(data);

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        if input.is_true() {
            return Flow::done(true);
        }
        while let Some(&id) = self.listeners.get(self.next) {
            // The rules come before skills of priority 0 or less.
            if !self.ruled && cx.s().catalogue.skill(id).priority <= 0 {
                self.ruled = true;
                if let Some(frame) = self.rule(cx) {
                    return Flow::Push(frame);
                }
            }
            self.next += 1;
            if self.triggers(cx, id) {
                let name = cx.s().catalogue.skill(id).name.to_string();
                let about = About::new(&name).player(self.player);
                let call = Call::Trigger {
                    skill: id,
                    event: self.event,
                    player: self.player,
                    data: Live::clone(&self.data),
                };
                return Flow::push(Routine::new(call, about));
            }
        }
        if !self.ruled {
            self.ruled = true;
            if let Some(frame) = self.rule(cx) {
                return Flow::Push(frame);
            }
        }
        Flow::done(false)
    }

    fn about(&self) -> About {
        About::new(self.event.text()).player(self.player)
    }
}
