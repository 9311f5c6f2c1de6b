//! Asking the AI of packages.

use fangqi_sanguosha::frame::Names;
use fangqi_sanguosha::{
    About, Answer, Ask, Card, Chosen, Copies, Cx, Flow, Frame, Name, Panel, PlayerId, Progress,
    Scripts, Value, panel, request,
};
use mlua::{Function, IntoLua, IntoLuaMulti, Lua, MultiValue};

use super::sight::Sight;
use crate::SgsVm;
use crate::convert::{Made, Players, Who, lua_ids};
use crate::fault::Fault;
use crate::host::{Host, Of};
use fangqi_vm::{ErrorKind, ScriptError, Step};

/// What one answer may have estimated.
const INQUIRIES_MAX: u32 = 300;
/// Fuel of one answer, over all its estimates: about a tenth of a second.
const FUEL_PER_ANSWER: u64 = 10_000_000;

/// What a thinking computer waits for.
#[derive(Debug)]
pub(crate) enum Inquiry {
    /// What an answer comes to.
    Weigh(String),
    /// The best answer, and what it comes to.
    Best,
    /// What may be clicked after these clicks.
    Panel(Chosen),
    /// What a function does comes to.
    Events(Function),
}

/// What the AI of packages says.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Said {
    pub(super) answer: Answer,
    /// What it takes that to be worth, if it says so.
    pub(super) benefit: Option<f64>,
}

/// The command of a question in the newer design.
fn command(ask: &Ask) -> &'static str {
    match ask {
        Ask::Activate => "PlayCard",
        Ask::Invoke { .. } => "AskForSkillInvoke",
        Ask::Choice { .. } => "AskForChoice",
        Ask::Suit { .. } => "AskForSuit",
        Ask::Discard { .. } => "AskForDiscard",
        Ask::CardChosen { .. } => "AskForCardChosen",
        Ask::Card { .. } => "AskForResponseCard",
        Ask::UseCard { .. } => "AskForUseCard",
        Ask::Nullify { .. } => "AskForNullification",
        Ask::Peach { .. } => "AskForPeach",
        Ask::Grace { .. } => "AskForAG",
        Ask::Show { .. } => "AskForCardShow",
        Ask::Yiji { .. } => "AskForYiji",
        Ask::Pindian { .. } => "AskForPindian",
        Ask::Player { .. } => "AskForPlayerChosen",
        Ask::Guanxing { .. } => "AskForGuanxing",
        Ask::Gongxin { .. } => "AskForGongxin",
        Ask::General { .. } => "AskForGeneral",
    }
}

/// What a question is about, as `lua/ai/border.luau` takes it.
fn arguments(host: &Host, ask: &Ask, names: &Names) -> mlua::Result<MultiValue> {
    let lua = host.vm.lua();
    let copy = |data| host.shared.handle(lua, &Copies::renaming(names).live(data));
    match ask {
        Ask::Activate => ().into_lua_multi(lua),
        Ask::Invoke { skill, data } => (&**skill, copy(data)?).into_lua_multi(lua),
        Ask::Choice { skill, options } => (&**skill, texts(lua, options)?).into_lua_multi(lua),
        Ask::Suit { reason } => (&**reason).into_lua_multi(lua),
        Ask::Discard { reason, count, optional, include_equip, .. } => {
            (&**reason, *count, *optional, *include_equip).into_lua_multi(lua)
        }
        Ask::CardChosen { whose, areas, reason } => {
            (Who(*whose), &**areas, &**reason).into_lua_multi(lua)
        }
        Ask::Card { pattern, prompt, data } => {
            (&**pattern, &**prompt, copy(data)?).into_lua_multi(lua)
        }
        Ask::UseCard { pattern, prompt } => (&**pattern, &**prompt).into_lua_multi(lua),
        Ask::Nullify { trick, from, to, positive } => {
            (Made(trick.clone()), from.map(Who), Who(*to), *positive).into_lua_multi(lua)
        }
        Ask::Peach { dying, need } => (Who(*dying), *need).into_lua_multi(lua),
        Ask::Grace { ids, refusable, reason } => {
            (lua_ids(lua, ids)?, *refusable, &**reason).into_lua_multi(lua)
        }
        Ask::Show { requestor, reason } => (Who(*requestor), &**reason).into_lua_multi(lua),
        Ask::Yiji { ids } => lua_ids(lua, ids)?.into_lua_multi(lua),
        Ask::Pindian { from, to, reason } => (Who(*from), Who(*to), &**reason).into_lua_multi(lua),
        Ask::Player { targets, reason, optional } => {
            (Players(targets), &**reason, *optional).into_lua_multi(lua)
        }
        Ask::Guanxing { ids, up_only } => (lua_ids(lua, ids)?, *up_only).into_lua_multi(lua),
        Ask::Gongxin { target } => Who(*target).into_lua_multi(lua),
        Ask::General { options } => texts(lua, options)?.into_lua_multi(lua),
    }
}

fn texts(lua: &Lua, names: &[Name]) -> mlua::Result<mlua::Table> {
    lua.create_sequence_from(names.iter().map(|name| &**name))
}

impl Sight<'_> {
    /// What the AI of packages answers, if it has anything to say. What is wrong with it is told
    /// its author, once.
    pub(super) fn ask_packages(&self) -> Option<Said> {
        let host = &self.vm.host;
        let think = host.think.as_ref()?;
        host.shared.enter();
        let args = arguments(host, &self.request.ask, &self.worlds[0].names).ok()?;
        let skill = self.current_skill();
        let mut all = (Who(self.request.who), command(&self.request.ask), skill)
            .into_lua_multi(host.vm.lua())
            .ok()?;
        all.extend(args);
        let (before, changes) = (self.worlds[0].state.borrow().fork(), host.shared.changes.get());
        let said = self.converse(&think.ai_reply, all);
        if host.shared.changes.get() != changes {
            // Whatever it has done to the world, others think about the one that was.
            *self.worlds[0].state.borrow_mut() = before;
            self.vm.look_at(&self.worlds[0].state);
        }
        let (text, benefit) = match said {
            Ok(said) => said?,
            Err(mut error) => {
                host.endless(&error);
                if error.script.is_empty() {
                    // It is our own function that cannot do with what the author's has given.
                    (error.script, error.line) = self.decided();
                }
                host.fault("AI", &error);
                return None;
            }
        };
        self.read(&text, benefit)
    }

    /// An answer that was given as a text; one that is none, or is refused, is a fault.
    fn read(&self, text: &str, benefit: Option<f64>) -> Option<Said> {
        let cx = self.cx();
        let ask = &self.request.ask;
        let answer = request::read_answer(&cx, ask, text);
        let legal = |answer: &Answer| request::check(&cx, self.request.who, ask, answer);
        let said = |answer: Answer| Some(Said { answer: self.real(&answer), benefit });
        let why = match answer.map(|answer| (legal(&answer), answer)) {
            Some(_) if !benefit.is_none_or(f64::is_finite) => {
                "its benefit is not a number".to_owned()
            }
            Some((Ok(_), answer)) => return said(answer),
            Some((Err(refusal), answer)) => {
                // A person could not answer so. What the rules can do is done.
                let carried = Answer::Carried(Box::new(answer));
                if legal(&carried).is_ok() {
                    return said(carried);
                }
                refusal.to_string()
            }
            None => "this cannot be read".to_owned(),
        };
        self.blame(&format!("{} to {}: {why}", quoted(text), ask.kind()));
        let host = &self.vm.host;
        let refused = host.think.as_ref().map(|think| &think.ai_refused);
        if let Some(Err(error)) =
            refused.map(|refused| host.vm.call::<()>(refused, Who(self.request.who)))
        {
            host.fault("AI", &error);
        }
        None
    }

    /// Where the function is that decided last.
    fn decided(&self) -> (String, u32) {
        let host = &self.vm.host;
        let found = host.think.as_ref().and_then(|think| {
            let decided = host.vm.call(&think.ai_decided, Who(self.request.who));
            let decided: Option<(Option<String>, Option<u32>)> = decided.ok();
            decided
        });
        let (package, line) = found.unwrap_or_default();
        (package.unwrap_or_else(|| "AI".to_owned()), line.unwrap_or(0))
    }

    /// Tells the author of the function that decided last.
    fn blame(&self, why: &str) {
        let (package, line) = self.decided();
        let mut faults = self.vm.host.shared.faults.borrow_mut();
        if faults.count("AI", &package, line) {
            faults.add(Fault { package, line, skill: "AI".to_owned(), text: why.to_owned() });
        }
    }

    /// Runs a function that may inquire, and answers its inquiries.
    fn converse(
        &self,
        function: &Function,
        args: MultiValue,
    ) -> Result<Option<(String, Option<f64>)>, ScriptError> {
        let host = &self.vm.host;
        let thinking = |on| host.shared.thinking.set(on);
        thinking(true);
        let started = host.vm.start(function.clone(), args);
        thinking(false);
        let (task, mut step) = started?;
        let mut fuel = host.vm.fuel_used();
        for _ in 0..INQUIRIES_MAX {
            if fuel > FUEL_PER_ANSWER {
                break;
            }
            let results = match step {
                Step::Done(mut results) => {
                    let text = results.pop_front().unwrap_or(mlua::Value::Nil);
                    let text = host.vm.lua().coerce_string(text).ok().flatten();
                    let benefit = results.pop_front().filter(|value| !value.is_nil());
                    let benefit = benefit.map(|value| match value {
                        mlua::Value::Integer(number) => number as f64,
                        mlua::Value::Number(number) => number,
                        _ => f64::NAN,
                    });
                    return Ok(text.map(|text| (text.to_string_lossy().to_string(), benefit)));
                }
                Step::Waiting(_) => {
                    let inquiry = host.shared.inquiry.take();
                    let given = inquiry.map(|inquiry| self.answer(inquiry)).transpose();
                    given.map_err(lost)?.unwrap_or_default()
                }
            };
            host.shared.enter();
            thinking(true);
            let resumed = host.vm.resume(&task, results);
            thinking(false);
            step = resumed?;
            fuel += host.vm.fuel_used();
        }
        let (script, line) = self.decided();
        host.endless(&ScriptError { script, line, ..ScriptError::nowhere(ErrorKind::Fuel) });
        self.blame("it goes on asking for estimates without end");
        Ok(None)
    }

    fn answer(&self, inquiry: Inquiry) -> mlua::Result<MultiValue> {
        let lua = self.vm.host.vm.lua();
        match inquiry {
            Inquiry::Weigh(text) => {
                let answer = request::read_answer(&self.cx(), &self.request.ask, &text);
                let benefit = answer.and_then(|answer| self.weigh_all(&[self.real(&answer)])[0]);
                benefit.into_lua_multi(lua)
            }
            Inquiry::Best => {
                let options = self.options();
                let worth = self.weigh_all(&options);
                let best = (0..options.len())
                    .filter_map(|at| Some((at, worth[at]?)))
                    .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
                let state = self.worlds[0].state.borrow();
                let here = |at: usize| Copies::renaming(&self.worlds[0].names).answer(&options[at]);
                let text = best.map(|(at, _)| panel::answer_text(&state, &here(at)));
                (text, best.map(|(_, worth)| worth)).into_lua_multi(lua)
            }
            Inquiry::Panel(chosen) => {
                let (who, ask) = (self.request.who, &self.request.ask);
                self.panel(lua, &Panel::of(&self.cx(), who, ask, &chosen))?.into_lua_multi(lua)
            }
            Inquiry::Events(function) => {
                let frame = || -> Box<dyn Frame> {
                    Box::new(Events {
                        vm: self.vm.again(),
                        function: function.clone(),
                        routine: None,
                    })
                };
                self.weigh_frame(&frame).into_lua_multi(lua)
            }
        }
    }

    fn panel(&self, lua: &Lua, panel: &Panel) -> mlua::Result<mlua::Value> {
        let table = lua.create_table_with_capacity(0, 6)?;
        table.raw_set("cards", lua_ids(lua, &panel.cards)?)?;
        table.raw_set("players", Players(&panel.players))?;
        table.raw_set("skills", texts(lua, &panel.skills)?)?;
        table.raw_set("options", texts(lua, &panel.options)?)?;
        let state = self.worlds[0].state.borrow();
        let ready = panel.ready.as_ref().map(|answer| panel::answer_text(&state, answer));
        table.raw_set("ready", ready)?;
        table.into_lua(lua)
    }

    /// The skill or card that is working: the innermost one on the stack.
    fn current_skill(&self) -> Option<String> {
        let catalogue = self.vm.catalogue();
        let stack = self.engine.stack();
        // These questions have the names of skills, and others put them, too.
        let mut asking = Some(self.request.ask.kind())
            .filter(|kind| ["guanxing", "gongxin", "yiji"].contains(kind));
        stack.iter().rev().find_map(|about| {
            if asking.take_if(|kind| **kind == *about.what).is_some() {
                return None;
            }
            if catalogue.find_skill(&about.what).is_some() {
                return Some(about.what.clone());
            }
            let working = ["card", "effect"].contains(&&*about.what);
            let card = about.card.as_ref().filter(|_| working)?;
            Some(self.worlds[0].state.borrow().card_name(card).to_string())
        })
    }

    /// The classes of cards and the skills about whose use the AI of packages decides.
    pub(super) fn decided_by_packages(&self) -> Vec<String> {
        let host = &self.vm.host;
        let Some(think) = &host.think else { return Vec::new() };
        host.vm.call(&think.ai_decides, Who(self.request.who)).unwrap_or_default()
    }

    /// Whether the AI of packages would rather not have this done in the first world: a slash used
    /// on somebody whose skill is against it.
    pub(super) fn vetoed(&self, answer: &Answer) -> bool {
        let cx = self.cx();
        let (card, targets) = match answer {
            Answer::Card(card, targets) => (Some(card.clone()), targets),
            Answer::Skill { skill, ids, targets } => {
                let id = cx.s().catalogue.find_skill(skill);
                let wanted = match &self.request.ask {
                    Ask::UseCard { pattern, .. } => pattern,
                    _ => "",
                };
                let made = |id| cx.scripts.view_as(id, self.request.who, ids, wanted);
                (id.and_then(made), targets)
            }
            _ => return false,
        };
        let Some(card) = card.filter(|card| cx.s().inherits(card, "Slash")) else { return false };
        targets.iter().any(|&to| self.vetoes_slash(&card, to))
    }

    fn vetoes_slash(&self, slash: &Card, to: PlayerId) -> bool {
        let host = &self.vm.host;
        let Some(think) = &host.think else { return false };
        let args = || (Who(self.request.who), Made(slash.clone()), Who(to));
        host.vm.call(&think.ai_vetoes, args()).unwrap_or_else(|error| {
            // A call does not say how it got there. What is only asked may be asked again.
            let told = host.vm.start(think.ai_vetoes.clone(), args()).err().unwrap_or(error);
            host.endless(&told);
            host.fault("AI", &told);
            false
        })
    }
}

fn quoted(text: &str) -> String {
    let short: String = text.chars().take(60).collect();
    format!("it answers \"{short}\"")
}

fn lost(error: mlua::Error) -> ScriptError {
    ScriptError { message: error.to_string(), ..ScriptError::nowhere(ErrorKind::Error) }
}

/// A function of an AI that does what is to be estimated.
#[derive(Debug)]
struct Events {
    vm: SgsVm,
    function: Function,
    routine: Option<u64>,
}

impl Frame for Events {
    fn step(&mut self, _: &Cx<'_>, input: Value) -> Flow {
        let progress = match self.routine.take() {
            None => self.vm.host.run(&self.function, (), Of::Ai),
            Some(routine) => self.vm.resume(routine, input),
        };
        match progress {
            Progress::Waiting { routine, frame } => {
                self.routine = Some(routine);
                Flow::Push(frame)
            }
            Progress::Done(_) | Progress::Failed => Flow::end(),
        }
    }

    fn about(&self) -> About {
        About::new("estimate")
    }

    fn routine(&self) -> Option<u64> {
        self.routine
    }

    fn fork(&self, _: &mut Copies) -> Box<dyn Frame> {
        let (vm, function) = (self.vm.again(), self.function.clone());
        Box::new(Events { vm, function, routine: None })
    }
}

impl Host {
    /// Notes which function it was if one of an AI file has gone on without end.
    pub(crate) fn endless(&self, error: &ScriptError) {
        let Some(think) = self.think.as_ref().filter(|_| error.kind == ErrorKind::Fuel) else {
            return;
        };
        let place = (error.script.as_str(), error.line);
        if let Err(error) = self.vm.call::<()>(&think.ai_endless, place) {
            self.fault("AI", &error);
        }
    }
}

/// Numbers by name.
type Weights = Vec<(String, f64)>;

impl SgsVm {
    /// Whether packages have brought AI.
    pub(super) fn has_ai(&self) -> bool {
        self.host.has_ai.get()
    }

    /// How loyal everybody looks to the recorder, and how often each was found on both sides; and
    /// who has done how hostile a thing to whom since, players counted from 1.
    pub(super) fn judged(&self) -> Option<(Vec<f64>, Vec<f64>, Vec<f64>)> {
        let think = self.host.think.as_ref()?;
        self.host.vm.call(&think.ai_judged, ()).ok()
    }

    /// What packages say that things are worth, and in which order they are used.
    pub(super) fn ai_values(&self) -> Option<(Weights, Weights)> {
        let think = self.host.think.as_ref()?;
        let (values, priorities): (mlua::Table, mlua::Table) =
            self.host.vm.call(&think.ai_values, ()).ok()?;
        let read = |table: mlua::Table| {
            let pairs = table.pairs::<String, f64>().flatten();
            pairs.filter(|(_, value)| value.is_finite()).collect()
        };
        Some((read(values), read(priorities)))
    }
}

/// The events that AI files want to hear of, by their numbers; nothing where they want all.
pub(super) fn heard(vm: &SgsVm) -> Option<Vec<i64>> {
    let host = &vm.host;
    let think = host.think.as_ref()?;
    host.shared.enter();
    host.vm.call(&think.ai_heard, ()).unwrap_or_default()
}

/// The recorder of a thinking VM forgets who is whose friend.
pub(super) fn forget(vm: &SgsVm) {
    let host = &vm.host;
    let Some(think) = &host.think else { return };
    host.shared.enter();
    if let Err(error) = host.vm.call::<()>(&think.ai_forget, ()) {
        host.fault("AI", &error);
    }
}

/// Lets the recorder of a thinking VM see something.
pub(super) fn observe(vm: &SgsVm, event: i64, player: PlayerId, data: &fangqi_sanguosha::Live) {
    let host = &vm.host;
    let Some(think) = &host.think else { return };
    host.shared.enter();
    let seen = host.shared.handle(host.vm.lua(), data);
    let told = seen.map(|data| host.vm.start(think.ai_observe.clone(), (event, Who(player), data)));
    if let Ok(Err(error)) = told {
        host.endless(&error);
        host.fault("AI", &error);
    }
}
