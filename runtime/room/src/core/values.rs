//! Conversion of event fields and results of waiting calls into Lua values.

use fangqi_binding::plain;
use fangqi_plugin::host::WakeValue;
use fangqi_protocol::{EventArgs, EventValue};
use mlua::{IntoLuaMulti, MultiValue, Value};

/// The table of fields that a handler receives.
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

/// The values that a waiting call returns; after a failure, `nil` and the reason.
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
        WakeValue::Job(result) => match result.value() {
            Ok(value) if value.is_empty() => Value::Nil.into_lua_multi(lua),
            Ok(value) => {
                plain::read(&value, lua).map_err(mlua::Error::runtime)?.into_lua_multi(lua)
            }
            Err(reason) => (Value::Nil, reason).into_lua_multi(lua),
        },
    }
}
