//! How the map's stand-in is asked in the place of an absent player, and what it may answer.

use std::sync::Arc;

use fangqi_binding::args::describe;
use fangqi_plugin::ctx::Ctx;
use fangqi_plugin::host::{Owner, Question, WakeValue};
use fangqi_protocol::{Choice, LogLevel, RequestId, SeatIndex};
use fangqi_vm::{Vm, compile};
use mlua::{Function, Lua, MultiValue, Value};

use super::select::{self, Answer};

/// In Lua, so that a stand-in may wait, as for an engine that thinks.
const RUNNER: &str = "
return function(answer, stand_in, request, turn, seat, choices)
  answer(request, turn, pcall(stand_in, seat, choices))
end
";

/// A question as a stand-in is asked it.
#[derive(Debug)]
pub struct Delegated {
    answer: Function,
    stand_in: Function,
    request: RequestId,
    turn: u32,
    seat: SeatIndex,
    choices: Arc<Vec<Choice>>,
}

impl Delegated {
    /// The arguments of the runner.
    pub fn into_args(self, lua: &Lua) -> mlua::Result<MultiValue> {
        let choices = lua.create_table_with_capacity(self.choices.len(), 0)?;
        for (number, choice) in (1..).zip(self.choices.iter()) {
            choices.raw_set(number, choice_table(lua, choice)?)?;
        }
        let values = [
            Value::Function(self.answer),
            Value::Function(self.stand_in),
            Value::Number(f64::from(self.request)),
            Value::Number(f64::from(self.turn)),
            Value::Number(f64::from(self.seat)),
            Value::Table(choices),
        ];
        Ok(values.into_iter().collect())
    }
}

/// Makes the functions that ask stand-ins.
pub(super) fn install(vm: &Vm, ctx: &Ctx) -> mlua::Result<()> {
    let runner = compile("stand_in", RUNNER.as_bytes())
        .and_then(|compiled| vm.load(&compiled))
        .map_err(mlua::Error::external)?
        .call::<Function>(())?;
    let own = ctx.clone();
    let answer = vm.lua().create_function(
        move |lua, (request, turn, ran, index): (RequestId, u32, bool, Value)| {
            answered(&own, lua, request, turn, ran, &index);
            Ok(())
        },
    )?;
    ctx.script().runner = Some((runner, answer));
    Ok(())
}

/// What asks the stand-in a question, and the question; `None` when there is no stand-in for it.
pub fn stand_in(ctx: &Ctx, request: RequestId, turn: u32) -> Option<(Function, Delegated)> {
    let (seat, choices) = {
        let host = ctx.host();
        let question = host.requests.get(request).filter(|q| q.delegated == Some(turn))?;
        (question.seat, Arc::clone(&question.choices))
    };
    let script = ctx.script();
    let stand_in = script.stand_ins.get(&request).or(script.stand_in.as_ref())?.clone();
    let (runner, answer) = script.runner.clone()?;
    Some((runner, Delegated { answer, stand_in, request, turn, seat, choices }))
}

/// Takes the default of a question that no stand-in answers; without one it goes on waiting.
pub fn answer_by_default(ctx: &Ctx, request: RequestId, turn: u32) {
    let default = ctx.host().requests.get(request).and_then(Question::default_answer);
    if let Some(answer) = default {
        close(ctx, request, turn, answer);
    }
}

/// A stand-in has answered, or failed.
fn answered(ctx: &Ctx, lua: &Lua, request: RequestId, turn: u32, ran: bool, index: &Value) {
    let (count, selection) = match ctx.host().requests.get(request) {
        Some(question) if question.delegated == Some(turn) => {
            (question.choices.len(), question.selection.clone())
        }
        // Its player came back, or the question was withdrawn: the answer comes too late.
        _ => return,
    };
    if let (Some(selection), true, false) = (&selection, ran, index.is_nil()) {
        match select::answer(selection, count, index, lua) {
            Ok(Answer::Button(button)) => {
                return close(ctx, request, turn, WakeValue::Choice(button, None));
            }
            Ok(Answer::Cells(cells)) => {
                return close(ctx, request, turn, WakeValue::Selected(cells, None));
            }
            Err(why) => ctx.host().log(LogLevel::Warn, format!("what the stand-in returns {why}")),
        }
        return answer_by_default(ctx, request, turn);
    }
    let number = match index {
        Value::Integer(number) => Some(*number as f64),
        Value::Number(number) => Some(*number).filter(|number| number.fract() == 0.0),
        _ => None,
    };
    match number {
        Some(number) if ran && (1.0..=count as f64).contains(&number) => {
            let choice = WakeValue::Choice(number as u32 - 1, None);
            return close(ctx, request, turn, choice);
        }
        _ if ran && index.is_nil() => {}
        _ => {
            let what = if ran {
                format!("the stand-in must return a choice, 1 to {count}, not {}", describe(index))
            } else {
                format!("the stand-in failed: {}", message(index))
            };
            ctx.host().log(LogLevel::Warn, what);
        }
    }
    answer_by_default(ctx, request, turn);
}

/// What an error says.
fn message(error: &Value) -> String {
    match error {
        Value::String(text) => text.to_string_lossy(),
        Value::Error(error) => error.to_string(),
        other => describe(other),
    }
}

/// Answers a question in a player's stead.
fn close(ctx: &Ctx, request: RequestId, turn: u32, answer: WakeValue) {
    let mut host = ctx.host();
    if host.requests.get(request).is_none_or(|question| question.delegated != Some(turn)) {
        return;
    }
    let Some(question) = host.requests.take(request) else { return };
    if let Owner::Script(token) = question.owner {
        host.wake(token, answer);
    }
    drop(host);
    ctx.script().forget_request(request);
}

/// A choice as scripts write it.
fn choice_table(lua: &Lua, choice: &Choice) -> mlua::Result<mlua::Table> {
    let table = lua.create_table_with_capacity(0, 2)?;
    let path = lua.create_table_with_capacity(choice.path.len(), 0)?;
    for (number, cell) in (1..).zip(&choice.path) {
        let made = lua.create_table_with_capacity(0, 3)?;
        for (name, value) in ["x", "y", "z"].into_iter().zip(cell) {
            made.raw_set(name, *value)?;
        }
        path.raw_set(number, made)?;
    }
    table.raw_set("path", path)?;
    if let Some(label) = &choice.label {
        table.raw_set("label", fangqi_binding::into_table(lua, label)?)?;
    }
    Ok(table)
}
