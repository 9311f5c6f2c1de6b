//! What the engine asks of packages.

use std::cell::RefCell;
use std::rc::Rc;

use fangqi_sanguosha::event::CardEffect;
use fangqi_sanguosha::reach::TargetProblem;
use fangqi_sanguosha::{
    Call, Card, CardId, NextTargets, Occasion, PlayerId, Progress, Scripts, SkillId, State,
    TargetMod, Usage, Value, first_of_all, legal_by_each, next_of_all,
};
use mlua::{FromLuaMulti, Function, IntoLua, IntoLuaMulti, Lua, MultiValue};

use super::convert::{Id, Made, Players, Who, lua_ids};
use super::fault::Fault;
use super::host::{Host, Of, Routine, SgsVm};
use super::viewing::View;
use fangqi_vm::{ScriptError, Step};

/// How the names of AI files end.
const AI_FILE: &str = "-ai.lua";
/// Asks all skills of a list.
pub(super) const ALL: u32 = u32::MAX;
impl Host {
    /// Notes an error of a skill or card for its author.
    pub(super) fn fault(&self, of: &str, error: &ScriptError) {
        if self.shared.trying.get() && !error.script.ends_with(AI_FILE) {
            return;
        }
        if !self.shared.faults.borrow_mut().count(of, &error.script, error.line) {
            return;
        }
        let fault = Fault {
            package: error.script.clone(),
            line: error.line,
            skill: of.to_owned(),
            text: self.worded(error),
        };
        self.shared.faults.borrow_mut().add(fault);
    }

    /// A plain question. One that fails is answered with nothing.
    pub(super) fn ask<R: FromLuaMulti, A: IntoLuaMulti>(
        &self,
        function: &Function,
        args: impl Fn() -> A,
        of: impl FnOnce() -> String,
    ) -> Option<R> {
        self.shared.enter();
        match self.vm.call(function, args()) {
            Ok(answer) => Some(answer),
            Err(error) => {
                // A call does not say how it got there. What is only asked may be asked again.
                let told = self.vm.start(function.clone(), args()).err().unwrap_or(error);
                self.fault(&of(), &told);
                // Nobody looks at its panel any more.
                let _: Result<(), _> = self.vm.call(&self.run.reset, ());
                None
            }
        }
    }

    pub(super) fn skill_name(&self, skill: SkillId) -> String {
        self.shared.catalogue.skill(skill).name.to_string()
    }

    pub(super) fn card_name(&self, card: &Card) -> String {
        let game = self.shared.game();
        game.map_or_else(|_| String::new(), |game| game.borrow().card_name(card).to_string())
    }

    /// What all skills of a kind add up to. Should one fail, each is asked by itself.
    fn sum<A: IntoLuaMulti>(
        &self,
        what: impl IntoLua + Copy,
        function: &Function,
        args: impl Fn() -> A,
    ) -> i32 {
        self.shared.enter();
        if let Ok(sum) = self.vm.call::<f64>(function, Ranged(1, ALL, args())) {
            return sum as i32;
        }
        let ask = |at| {
            self.ask::<f64, _>(function, || Ranged(at, at, args()), || self.asked_name(what, at))
        };
        let sum: f64 = (1..=self.asked_count(what)).filter_map(ask).sum();
        sum as i32
    }

    pub(super) fn asked_count(&self, what: impl IntoLua) -> u32 {
        self.vm.call(&self.run.asked_count, what).unwrap_or(0)
    }

    pub(super) fn asked_name(&self, what: impl IntoLua, at: u32) -> String {
        self.vm.call(&self.run.asked_name, (what, at)).unwrap_or_default()
    }

    /// Runs a function that may wait.
    pub(super) fn run(&self, function: &Function, args: impl IntoLuaMulti, of: Of) -> Progress {
        self.shared.enter();
        self.shared.in_routine.set(true);
        let outcome = self.vm.start(function.clone(), args);
        self.shared.in_routine.set(false);
        match outcome {
            Ok((task, step)) => self.after(step, Routine { task, of }, None),
            Err(error) => self.failed(&of, &error),
        }
    }

    /// The name of what a function belongs to.
    fn name_of(&self, of: &Of) -> String {
        match of {
            Of::Skill(skill) => self.skill_name(*skill),
            Of::Card(card) => self.card_name(card),
            Of::Ai => "AI".to_owned(),
        }
    }

    fn failed(&self, of: &Of, error: &ScriptError) -> Progress {
        self.shared.parked.take();
        self.endless(error);
        self.fault(&self.name_of(of), error);
        Progress::Failed
    }

    /// What has come of a step of a routine.
    fn after(&self, step: Step, routine: Routine, number: Option<u64>) -> Progress {
        match step {
            Step::Done(results) => {
                let stops = results.front().is_some_and(|first| first.as_boolean() == Some(true));
                Progress::Done(Value::Bool(stops))
            }
            Step::Waiting(_) => {
                let Some(frame) = self.shared.parked.take() else {
                    return Progress::Failed;
                };
                let number = number.unwrap_or_else(|| {
                    self.last_routine.set(self.last_routine.get() + 1);
                    self.last_routine.get()
                });
                self.routines.borrow_mut().insert(number, routine);
                Progress::Waiting { routine: number, frame }
            }
        }
    }

    fn begin(&self, call: Call) -> mlua::Result<Progress> {
        let (lua, run) = (self.vm.lua(), &self.run);
        Ok(match call {
            Call::Trigger { skill, event, player, data } => {
                let data = self.shared.handle(lua, &data)?;
                let args = (skill.0, event.number(), Who(player), data);
                self.run(&run.trigger, args, Of::Skill(skill))
            }
            Call::AboutToUse(used) => {
                let of = Of::Card(used.card.clone());
                let args = (Made(used.card), Who(used.from), Players(&used.to));
                self.run(&run.about_to_use, args, of)
            }
            Call::Use(used) => {
                let of = Of::Card(used.card.clone());
                let args = (Made(used.card), Who(used.from), Players(&used.to));
                self.run(&run.use_card, args, of)
            }
            Call::Effect(effect) => {
                let of = Of::Card(effect.card.clone());
                self.run(&run.effect, effect_args(effect), of)
            }
            Call::Nullified { card, target } => {
                let of = Of::Card(card.clone());
                self.run(&run.nullified, (Made(card), Who(target)), of)
            }
            Call::Wear { card, player, on } => {
                let of = Of::Card(Card::Real(card));
                self.run(&run.wear, (Id(card), Who(player), on), of)
            }
        })
    }
}

fn effect_args(effect: CardEffect) -> (Made, Option<Who>, Who, bool) {
    (Made(effect.card), effect.from.map(Who), Who(effect.to), effect.multiple)
}

/// Arguments after the range of skills that are asked.
pub(super) struct Ranged<A>(pub(super) u32, pub(super) u32, pub(super) A);

impl<A: IntoLuaMulti> IntoLuaMulti for Ranged<A> {
    fn into_lua_multi(self, lua: &Lua) -> mlua::Result<MultiValue> {
        let mut values = self.2.into_lua_multi(lua)?;
        values.push_front(self.1.into_lua(lua)?);
        values.push_front(self.0.into_lua(lua)?);
        Ok(values)
    }
}

/// A result of the engine as a running function is given it.
fn answer(lua: &Lua, value: Value) -> mlua::Result<MultiValue> {
    match value {
        Value::Nil => ().into_lua_multi(lua),
        Value::Bool(yes) => yes.into_lua_multi(lua),
        Value::Int(number) => number.into_lua_multi(lua),
        Value::Text(text) => (&*text).into_lua_multi(lua),
        Value::Player(id) => Who(id).into_lua_multi(lua),
        Value::Card(card) => Made(card).into_lua_multi(lua),
        Value::Ids(ids) => lua_ids(lua, &ids)?.into_lua_multi(lua),
        Value::Use(used) => (Made(used.card), Players(&used.to)).into_lua_multi(lua),
        Value::Arranged(top, bottom) => {
            (lua_ids(lua, &top)?, lua_ids(lua, &bottom)?).into_lua_multi(lua)
        }
        Value::Gift(id, to) => (Id(id), Who(to)).into_lua_multi(lua),
    }
}

impl Scripts for SgsVm {
    fn can_trigger(&self, skill: SkillId, player: PlayerId) -> bool {
        let host = &self.host;
        let args = || (skill.0, Who(player));
        host.ask(&host.run.can_trigger, args, || host.skill_name(skill)).unwrap_or(false)
    }

    fn credit(&self, put: f64) -> f64 {
        self.host.shared.credit.replace(put)
    }

    fn distance(&self, from: PlayerId, to: PlayerId) -> i32 {
        self.host.sum("distance", &self.host.run.distance, || (Who(from), Who(to)))
    }

    fn prohibited(&self, from: PlayerId, to: PlayerId, card: &Card) -> bool {
        self.host.is_prohibited(from, to, card)
    }

    fn max_cards(&self, player: PlayerId) -> i32 {
        self.host.sum("max_cards", &self.host.run.max_cards, || Who(player))
    }

    fn target_mod(&self, what: TargetMod, player: PlayerId, card: &Card) -> i32 {
        let what = match what {
            TargetMod::Residue => 0,
            TargetMod::Distance => 1,
            TargetMod::Extra => 2,
        };
        let args = || (what, Who(player), Made(card.clone()));
        self.host.sum(what, &self.host.run.target_mod, args)
    }

    fn filtered(&self, skill: SkillId, player: PlayerId, card: CardId) -> Option<Card> {
        self.host.filtered(skill, player, card)
    }

    fn enabled(&self, skill: SkillId, player: PlayerId, occasion: Occasion<'_>) -> bool {
        self.host.is_enabled(skill, player, occasion)
    }

    fn view_filter(
        &self,
        skill: SkillId,
        player: PlayerId,
        chosen: &[CardId],
        candidate: CardId,
        pattern: &str,
    ) -> bool {
        self.host.view_takes(View { skill, player, chosen, pattern }, candidate)
    }

    fn view_as(
        &self,
        skill: SkillId,
        player: PlayerId,
        chosen: &[CardId],
        pattern: &str,
    ) -> Option<Card> {
        self.host.view_makes(View { skill, player, chosen, pattern })
    }

    fn target_filter(
        &self,
        card: &Card,
        chosen: &[PlayerId],
        candidate: PlayerId,
        user: PlayerId,
    ) -> bool {
        self.host.takes(card, chosen, candidate, user)
    }

    fn first_target(
        &self,
        usage: Usage<'_>,
        chosen: &[PlayerId],
        candidates: &[PlayerId],
    ) -> Option<PlayerId> {
        let found = self.host.first_target(usage, chosen, candidates);
        found.unwrap_or_else(|| first_of_all(self, usage, chosen, candidates))
    }

    fn next_targets(
        &self,
        usage: Usage<'_>,
        chosen: &[PlayerId],
        candidates: &[PlayerId],
    ) -> NextTargets {
        let found = self.host.next_targets(usage, chosen, candidates);
        found.unwrap_or_else(|| next_of_all(self, usage, chosen, candidates))
    }

    fn legal(&self, usage: Usage<'_>, targets: &[PlayerId]) -> Result<(), TargetProblem> {
        let found = self.host.legal(usage, targets);
        found.unwrap_or_else(|| legal_by_each(self, usage, targets))
    }

    fn feasible(&self, card: &Card, chosen: &[PlayerId], user: PlayerId) -> bool {
        self.host.is_feasible(card, chosen, user)
    }

    fn available(&self, card: &Card, user: PlayerId) -> bool {
        self.host.is_available(card, user)
    }

    fn cancelable(&self, effect: &CardEffect) -> bool {
        let of = || self.host.card_name(&effect.card);
        let args = || effect_args(effect.clone());
        self.host.ask(&self.host.run.cancelable, args, of).unwrap_or(true)
    }

    fn start(&self, call: Call) -> Progress {
        self.host.begin(call).unwrap_or(Progress::Failed)
    }

    fn resume(&self, routine: u64, value: Value) -> Progress {
        let host = &self.host;
        let Some(waiting) = host.routines.borrow_mut().remove(&routine) else {
            return Progress::Failed;
        };
        let Ok(results) = answer(host.vm.lua(), value) else { return Progress::Failed };
        host.shared.enter();
        host.shared.in_routine.set(true);
        let outcome = host.vm.resume(&waiting.task, results);
        host.shared.in_routine.set(false);
        match outcome {
            Ok(step) => host.after(step, waiting, Some(routine)),
            Err(error) => host.failed(&waiting.of, &error),
        }
    }

    fn look(&self, on: bool) {
        let looking = &self.host.shared.looking;
        if on { looking.begin() } else { looking.end() }
    }

    fn abandon(&self, routine: u64) {
        let waiting = self.host.routines.borrow_mut().remove(&routine);
        if let Some(waiting) = waiting {
            self.host.vm.abandon(&waiting.task);
        }
    }

    fn aside(&self, seen: Option<&State>, run: &mut dyn FnMut()) {
        let shared = &self.host.shared;
        let Ok(game) = shared.game() else { return run() };
        let scratch = seen.map_or_else(|| game.borrow().fork(), State::fork);
        shared.look_at(&Rc::new(RefCell::new(scratch)));
        run();
        shared.look_at(&game);
    }

    fn look_at(&self, state: &Rc<RefCell<State>>) {
        self.host.shared.look_at(state);
    }

    fn fault(&self, routine: u64, message: &str) {
        if self.host.shared.trying.get() {
            return;
        }
        let routines = self.host.routines.borrow();
        let skill = routines
            .get(&routine)
            .map_or_else(String::new, |waiting| self.host.name_of(&waiting.of));
        let package = self.host.shared.origin(&skill);
        let mut faults = self.host.shared.faults.borrow_mut();
        if faults.count(&skill, &package, 0) {
            faults.add(Fault { package, line: 0, skill, text: message.to_owned() });
        }
    }
}

impl SgsVm {
    /// Another handle to the same VM.
    pub fn again(&self) -> SgsVm {
        SgsVm { host: Rc::clone(&self.host) }
    }
}
