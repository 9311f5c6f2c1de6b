//! The use of a card: announcement, effect on each target, end.

use super::{About, Cx, Flow, Frame, MoveCards, Nullify, Routine, forks};
use crate::basics::{Category, PlayerId};
use crate::card::Card;
use crate::event::{CardEffect, CardUse, Data, Event, Live, live};
use crate::notation;
use crate::scripts::{Call, Value};
use crate::state::{LogLine, Target};

/// The use of a card from announcement to end. The result says whether it took place, that is, no
/// skill prevented it.
#[derive(Debug, Clone)]
pub struct UseCard {
    data: Live,
    from: PlayerId,
    card: Card,
    count: bool,
    prevented: bool,
    at: u8,
}

impl UseCard {
    /// The use of a card. With `count` it counts towards the limit of uses in this play phase.
    pub fn new(used: CardUse, count: bool) -> UseCard {
        let (from, card) = (used.from, used.card.clone());
        UseCard { data: live(Data::Use(used)), from, card, count, prevented: false, at: 0 }
    }

    fn used(&self) -> CardUse {
        match &*self.data.borrow() {
            Data::Use(used) => used.clone(),
            _ => CardUse { card: self.card.clone(), from: self.from, to: Vec::new() },
        }
    }

    /// Counts and logs the use.
    fn announce(&mut self, cx: &Cx<'_>) {
        let mut used = self.used();
        if used.to.is_empty() {
            used.to = natural_targets(cx, &used.card, used.from);
        }
        let mut state = cx.m();
        let (key, category) = state.kind(&used.card, |kind| {
            let key = match kind.category {
                Category::Skill if kind.name.starts_with('#') => kind.name.clone(),
                _ => kind.class.clone(),
            };
            (key, kind.category)
        });
        let playing = state.player(self.from).phase == crate::basics::Phase::Play;
        if self.count && playing {
            state.player_mut(self.from).add_history(&key, 1);
        }
        let shown: Vec<PlayerId> = match category {
            Category::Skill => used.to.clone(),
            _ => used.to.iter().copied().filter(|&id| id != self.from).collect(),
        };
        let line = if shown.is_empty() { "#UseCard" } else { "#UseCardOn" };
        let text = notation::card(&state, &used.card);
        state.log.push(LogLine::new(line).from(self.from).to(&shown).card(text));
        state.see(Event::ChoiceMade, self.from, || Data::Use(used.clone()));
        drop(state);
        *self.data.borrow_mut() = Data::Use(used);
    }
}

/// The targets of a card that does not let the user choose.
fn natural_targets(cx: &Cx<'_>, card: &Card, from: PlayerId) -> Vec<PlayerId> {
    let (fixed, area, global, skill) = cx.s().kind(card, |kind| {
        (
            kind.target_fixed,
            kind.inherits("AOE"),
            kind.inherits("GlobalEffect"),
            kind.category == Category::Skill || kind.inherits("Nullification"),
        )
    });
    if !fixed || skill {
        return Vec::new();
    }
    let candidates = match (area, global) {
        (true, _) => cx.s().others(from),
        (_, true) => cx.s().alive_from(from),
        _ => return vec![from],
    };
    candidates.into_iter().filter(|&to| !cx.scripts.prohibited(from, to, card)).collect()
}

impl Frame for UseCard {
    forks!(data);

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        self.at += 1;
        match self.at {
            1 => {
                if cx.s().kind(&self.card, |kind| kind.has_about_to_use) {
                    let call = Call::AboutToUse(self.used());
                    return Flow::push(Routine::new(call, self.about()));
                }
                self.step(cx, Value::Nil)
            }
            // The card was handled in another way, such as by recasting it.
            2 if input.is_true() => Flow::end(),
            2 => {
                self.announce(cx);
                Flow::raise(cx, Event::CardUsed, self.from, &self.data)
            }
            3 => {
                self.prevented = input.is_true();
                Flow::raise(cx, Event::CardFinished, self.from, &self.data)
            }
            _ => Flow::done(!self.prevented),
        }
    }

    fn about(&self) -> About {
        About::new("use_card").player(self.from).card(&self.card)
    }
}

/// The rules' handler of [`Event::CardUsed`]: the effect of a used card.
#[derive(Debug, Clone)]
pub(super) struct CarryOut {
    data: Live,
    targets: Option<Vec<PlayerId>>,
    multiple: bool,
}

impl CarryOut {
    pub(super) fn new(data: Live) -> CarryOut {
        CarryOut { data, targets: None, multiple: false }
    }

    fn used(&self) -> Option<CardUse> {
        match &*self.data.borrow() {
            Data::Use(used) => Some(used.clone()),
            _ => None,
        }
    }

    /// The first step: moves the card away.
    fn begin(&mut self, cx: &Cx<'_>, used: &CardUse) -> Flow {
        let (has_use, slot, delayed, throws) = cx
            .s()
            .kind(&used.card, |kind| (kind.has_use, kind.slot, kind.delayed, kind.will_throw));
        if has_use {
            return Flow::Become(Box::new(Routine::new(Call::Use(used.clone()), self.about())));
        }
        let ids = used.card.ids().to_vec();
        let to = used.to.first().copied().unwrap_or(used.from);
        if slot.is_some() {
            return Flow::Become(Box::new(MoveCards::new(ids, Target::Equip(to))));
        }
        if delayed {
            let moves = MoveCards::new(ids, Target::Judging(to)).counting_as(&used.card);
            return Flow::Become(Box::new(moves));
        }
        let mut targets = used.to.clone();
        cx.s().sort_by_action(&mut targets);
        self.multiple = targets.len() > 1;
        targets.reverse();
        self.targets = Some(targets);
        if throws && !ids.is_empty() {
            return Flow::push(MoveCards::new(ids, Target::Discard));
        }
        self.next(cx, used)
    }

    fn next(&mut self, cx: &Cx<'_>, used: &CardUse) -> Flow {
        let targets = self.targets.get_or_insert_default();
        while let Some(to) = targets.pop() {
            if cx.alive(to) {
                let multiple = self.multiple;
                let from = Some(used.from);
                return Flow::push(EffectOn::new(CardEffect {
                    card: used.card.clone(),
                    from,
                    to,
                    multiple,
                }));
            }
        }
        Flow::done(false)
    }
}

impl Frame for CarryOut {
    forks!(data);

    fn step(&mut self, cx: &Cx<'_>, _input: Value) -> Flow {
        let Some(used) = self.used() else { return Flow::end() };
        match self.targets {
            None => self.begin(cx, &used),
            Some(_) => self.next(cx, &used),
        }
    }

    fn about(&self) -> About {
        let about = About::new("card");
        match self.used() {
            Some(used) => about.player(used.from).card(&used.card),
            None => about,
        }
    }
}

/// The effect of a card on one target. The result says whether it took effect.
#[derive(Debug, Clone)]
pub struct EffectOn {
    data: Live,
    at: u8,
}

impl EffectOn {
    /// A card and its target.
    pub fn new(effect: CardEffect) -> EffectOn {
        EffectOn { data: live(Data::Effect(effect)), at: 0 }
    }
}

/// The effect in an event's data.
fn effect_of(data: &Live) -> Option<CardEffect> {
    match &*data.borrow() {
        Data::Effect(effect) => Some(effect.clone()),
        _ => None,
    }
}

impl Frame for EffectOn {
    forks!(data);

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        let Some(effect) = effect_of(&self.data) else { return Flow::done(false) };
        if input.is_true() || !cx.alive(effect.to) {
            return Flow::done(false);
        }
        self.at += 1;
        if self.at == 1 {
            let whose = effect.from.unwrap_or(effect.to);
            cx.m().see(Event::CardEffect, whose, || Data::Effect(effect.clone()));
        }
        match (self.at, effect.from) {
            (1, Some(from)) if cx.heard(Event::CardEffect) => {
                Flow::raise(cx, Event::CardEffect, from, &self.data)
            }
            (1, _) => self.step(cx, Value::Nil),
            (2, _) => Flow::raise(cx, Event::CardEffected, effect.to, &self.data),
            _ => Flow::done(true),
        }
    }

    fn about(&self) -> About {
        let about = About::new("card_effect");
        match effect_of(&self.data) {
            Some(effect) => about.player(effect.to).card(&effect.card),
            None => about,
        }
    }
}

/// The rules' handler of [`Event::CardEffected`]: the effect may be nullified, then it takes place.
#[derive(Debug, Clone)]
pub(super) struct Effected {
    data: Live,
    at: u8,
}

impl Effected {
    pub(super) fn new(data: Live) -> Effected {
        Effected { data, at: 0 }
    }
}

impl Frame for Effected {
    forks!(data);

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        let Some(effect) = effect_of(&self.data) else { return Flow::done(false) };
        self.at += 1;
        match self.at {
            1 => {
                let may = cx.s().kind(&effect.card, |kind| kind.cancelable);
                if may && cx.scripts.cancelable(&effect) {
                    return Flow::push(Nullify::new(effect.card, effect.from, effect.to, true));
                }
                self.step(cx, Value::Nil)
            }
            2 if input.is_true() => Flow::done(true),
            2 => {
                if !cx.s().kind(&effect.card, |kind| kind.has_effect) {
                    return Flow::done(false);
                }
                Flow::push(Routine::new(Call::Effect(effect), self.about()))
            }
            _ => Flow::done(false),
        }
    }

    fn about(&self) -> About {
        let about = About::new("effect");
        match effect_of(&self.data) {
            Some(effect) => about.player(effect.to).card(&effect.card),
            None => about,
        }
    }
}
