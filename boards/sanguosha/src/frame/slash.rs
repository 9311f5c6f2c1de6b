//! The effect of a slash on one target.

use super::{About, AskCard, Cx, DamageFrame, Flow, Frame, forks};
use crate::card::Card;
use crate::event::{Damage, Data, Event, Live, SlashEffect, live};
use crate::scripts::Value;

/// The slash in an event's data.
fn slash_of(data: &Live) -> Option<SlashEffect> {
    match &*data.borrow() {
        Data::Slash(effect) => Some(effect.clone()),
        _ => None,
    }
}

fn about(what: &str, data: &Live) -> About {
    let about = About::new(what);
    match slash_of(data) {
        Some(effect) => about.player(effect.to).card(&effect.slash),
        None => about,
    }
}

/// A slash on one target, which may respond.
#[derive(Debug, Clone)]
pub struct SlashFrame {
    data: Live,
    at: u8,
}

impl SlashFrame {
    /// A slash and its target.
    pub fn new(effect: SlashEffect) -> SlashFrame {
        SlashFrame { data: live(Data::Slash(effect)), at: 0 }
    }
}

impl Frame for SlashFrame {
    forks!(data);

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        let Some(effect) = slash_of(&self.data) else { return Flow::done(false) };
        if input.is_true() || !cx.alive(effect.to) {
            return Flow::done(false);
        }
        self.at += 1;
        match self.at {
            1 if cx.heard(Event::SlashEffect) => {
                Flow::raise(cx, Event::SlashEffect, effect.from, &self.data)
            }
            2 if cx.heard(Event::SlashEffected) => {
                Flow::raise(cx, Event::SlashEffected, effect.to, &self.data)
            }
            1 | 2 => self.step(cx, Value::Nil),
            3 => Flow::raise(cx, Event::SlashProceed, effect.from, &self.data),
            _ => Flow::done(true),
        }
    }

    fn about(&self) -> About {
        about("slash", &self.data)
    }
}

/// The rules' handler of [`Event::SlashProceed`]: asks the target for a jink.
#[derive(Debug, Clone)]
pub(super) struct Proceed {
    data: Live,
    asked: bool,
}

impl Proceed {
    pub(super) fn new(data: Live) -> Proceed {
        Proceed { data, asked: false }
    }
}

impl Frame for Proceed {
    forks!(data);

    fn step(&mut self, _cx: &Cx<'_>, input: Value) -> Flow {
        let Some(effect) = slash_of(&self.data) else { return Flow::done(false) };
        if !self.asked {
            self.asked = true;
            let slasher = format!("slash-jink:sgs{}", effect.from.0 + 1);
            return Flow::push(AskCard::new(effect.to, "jink", &slasher, Live::clone(&self.data)));
        }
        let jink = match input {
            Value::Card(jink) => Some(jink),
            _ => None,
        };
        Flow::Become(Box::new(SlashResult::new(effect, jink)))
    }

    fn about(&self) -> About {
        about("slash", &self.data)
    }
}

/// The outcome of a slash after the response.
#[derive(Debug, Clone)]
pub struct SlashResult {
    data: Live,
    hit: bool,
    raised: bool,
}

impl SlashResult {
    /// The outcome for a slash and the response, if any.
    pub fn new(mut effect: SlashEffect, jink: Option<Card>) -> SlashResult {
        let hit = jink.is_none();
        effect.jink = jink;
        SlashResult { data: live(Data::Slash(effect)), hit, raised: false }
    }
}

impl Frame for SlashResult {
    forks!(data);

    fn step(&mut self, cx: &Cx<'_>, _input: Value) -> Flow {
        let Some(effect) = slash_of(&self.data) else { return Flow::done(false) };
        if self.raised || !cx.alive(effect.to) {
            return Flow::done(false);
        }
        self.raised = true;
        let event = if self.hit { Event::SlashHit } else { Event::SlashMissed };
        Flow::raise(cx, event, effect.from, &self.data)
    }

    fn about(&self) -> About {
        about(if self.hit { "slash_hit" } else { "slash_missed" }, &self.data)
    }
}

/// The rules' handler of [`Event::SlashHit`]: one damage, and one more after an analeptic.
#[derive(Debug, Clone)]
pub(super) struct Hit(Live);

impl Hit {
    pub(super) fn new(data: Live) -> Hit {
        Hit(data)
    }
}

impl Frame for Hit {
    forks!(0);

    fn step(&mut self, _cx: &Cx<'_>, _input: Value) -> Flow {
        let Some(effect) = slash_of(&self.0) else { return Flow::done(false) };
        Flow::Become(Box::new(DamageFrame::new(Damage {
            from: Some(effect.from),
            to: effect.to,
            card: Some(effect.slash),
            amount: 1 + i32::from(effect.drank),
            nature: effect.nature,
            chain: false,
        })))
    }

    fn about(&self) -> About {
        about("slash_hit", &self.0)
    }
}
