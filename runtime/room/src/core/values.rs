//! What handlers are called with, and what waiting calls return.

use mlua::{IntoLuaMulti, MultiValue, Value};

use super::plain;
use crate::host::{EventArgs, EventValue, WakeValue};
use crate::model::{JobResult, XiangqiVerdict};

/// The table a handler is called with.
pub(super) fn event_table(lua: &mlua::Lua, args: &EventArgs) -> mlua::Result<mlua::Table> {
    let table = lua.create_table_with_capacity(0, args.len())?;
    for (name, value) in args {
        match value {
            EventValue::Number(value) => table.raw_set(*name, *value)?,
            EventValue::Text(value) => table.raw_set(*name, value.as_str())?,
        }
    }
    Ok(table)
}

/// What a waiting call returns.
pub(super) fn wake_values(lua: &mlua::Lua, value: WakeValue) -> mlua::Result<MultiValue> {
    match value {
        WakeValue::Time => 0.into_lua_multi(lua),
        WakeValue::Choice(index, player) => {
            (index + 1, player.map(|player| player.0)).into_lua_multi(lua)
        }
        WakeValue::Selected(cells, player) => {
            let numbers =
                lua.create_sequence_from(cells.iter().map(|cell| u32::from(*cell) + 1))?;
            (numbers, player.map(|player| player.0)).into_lua_multi(lua)
        }
        WakeValue::Cancelled => (Value::Nil, "cancelled").into_lua_multi(lua),
        WakeValue::Job(JobResult::Failed { reason }) => (Value::Nil, reason).into_lua_multi(lua),
        WakeValue::Job(JobResult::BoardMove { best, value, depth, nodes }) => {
            let best = match best {
                Some(bytes) => plain::read(&bytes, lua).map_err(mlua::Error::runtime)?,
                None => Value::Nil,
            };
            let table = lua.create_table_with_capacity(0, 4)?;
            table.raw_set("move", best)?;
            table.raw_set("value", value)?;
            table.raw_set("depth", depth)?;
            table.raw_set("nodes", nodes)?;
            table.into_lua_multi(lua)
        }
        WakeValue::Job(JobResult::XiangqiMove { best, score, depth, nodes }) => {
            let table = lua.create_table_with_capacity(0, 4)?;
            table.raw_set("move", best)?;
            table.raw_set("score", score)?;
            table.raw_set("depth", depth)?;
            table.raw_set("nodes", nodes)?;
            table.into_lua_multi(lua)
        }
        WakeValue::Job(JobResult::DoudizhuSolved { landlord: None, .. }) => {
            (Value::Nil, "unsolved").into_lua_multi(lua)
        }
        WakeValue::Job(JobResult::DoudizhuSolved { landlord: Some(landlord), line, winning }) => {
            let table = lua.create_table_with_capacity(0, 3)?;
            table.raw_set("winner", if landlord { "landlord" } else { "farmers" })?;
            table.raw_set("line", line)?;
            table.raw_set("winning", winning)?;
            table.into_lua_multi(lua)
        }
        WakeValue::Job(JobResult::DoudizhuThought { candidates, value }) => {
            let table = lua.create_table_with_capacity(0, 3)?;
            table.raw_set("act", candidates.first().cloned())?;
            table.raw_set("value", value)?;
            table.raw_set("candidates", candidates)?;
            table.into_lua_multi(lua)
        }
        WakeValue::Job(JobResult::SanguoshaThought { answer, layer, candidates }) => {
            let table = lua.create_table_with_capacity(0, 3)?;
            table.raw_set("answer", answer)?;
            table.raw_set("layer", layer)?;
            table.raw_set("candidates", candidate_list(lua, candidates)?)?;
            table.into_lua_multi(lua)
        }
        WakeValue::Job(JobResult::XiangqiVerdict { verdict, threat, depth, nodes }) => {
            let table = verdict_table(lua, verdict)?;
            let threat = threat.map(|threat| verdict_table(lua, threat)).transpose()?;
            table.raw_set("threat", threat)?;
            table.raw_set("depth", depth)?;
            table.raw_set("nodes", nodes)?;
            table.into_lua_multi(lua)
        }
    }
}

/// What a computer weighed against each other: answers, and what each is worth.
fn candidate_list(lua: &mlua::Lua, candidates: Vec<(String, i32)>) -> mlua::Result<mlua::Table> {
    let list = lua.create_table_with_capacity(candidates.len(), 0)?;
    for (text, worth) in candidates {
        let candidate = lua.create_table_with_capacity(0, 2)?;
        candidate.raw_set("answer", text)?;
        candidate.raw_set("worth", worth)?;
        list.raw_push(candidate)?;
    }
    Ok(list)
}

fn verdict_table(lua: &mlua::Lua, verdict: XiangqiVerdict) -> mlua::Result<mlua::Table> {
    let XiangqiVerdict { score, line } = verdict;
    let table = lua.create_table_with_capacity(0, 6)?;
    table.raw_set("move", line.first().cloned())?;
    table.raw_set("score", score)?;
    table.raw_set("line", line)?;
    Ok(table)
}
