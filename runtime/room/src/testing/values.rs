use mlua::{Lua, MultiValue, Value};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Converts a serialisable value to Lua tables.
pub(super) fn to_lua(lua: &Lua, value: &impl Serialize) -> mlua::Result<Value> {
    let json = serde_json::to_value(value).map_err(mlua::Error::external)?;
    from_json(lua, &json)
}

fn from_json(lua: &Lua, json: &serde_json::Value) -> mlua::Result<Value> {
    Ok(match json {
        serde_json::Value::Null => Value::Nil,
        serde_json::Value::Bool(value) => Value::Boolean(*value),
        serde_json::Value::Number(value) => Value::Number(value.as_f64().unwrap_or(f64::NAN)),
        serde_json::Value::String(value) => Value::String(lua.create_string(value)?),
        serde_json::Value::Array(values) => {
            let table = lua.create_table()?;
            for (index, value) in values.iter().enumerate() {
                table.raw_set(index + 1, from_json(lua, value)?)?;
            }
            Value::Table(table)
        }
        serde_json::Value::Object(fields) => {
            let table = lua.create_table()?;
            for (name, value) in fields {
                table.raw_set(name.as_str(), from_json(lua, value)?)?;
            }
            Value::Table(table)
        }
    })
}

/// Converts a value from a test: tables with a first element are lists, others have named fields.
pub(super) fn from_lua<T: DeserializeOwned>(value: &Value) -> mlua::Result<T> {
    let json = to_json(value, 0)?;
    serde_json::from_value(json).map_err(mlua::Error::external)
}

fn to_json(value: &Value, depth: u32) -> mlua::Result<serde_json::Value> {
    Ok(match value {
        Value::Nil => serde_json::Value::Null,
        Value::Boolean(value) => (*value).into(),
        Value::Integer(value) => (*value).into(),
        Value::Number(value) if *value == (*value as i64) as f64 => (*value as i64).into(),
        Value::Number(value) => (*value).into(),
        Value::String(text) => text.to_string_lossy().into(),
        Value::Table(_) if depth == DEPTH_MAX => {
            return Err(mlua::Error::runtime("tables are nested too deep"));
        }
        Value::Table(list) if list.raw_len() > 0 => list
            .sequence_values::<Value>()
            .map(|value| to_json(&value?, depth + 1))
            .collect::<mlua::Result<Vec<_>>>()?
            .into(),
        Value::Table(fields) => {
            let mut named = serde_json::Map::new();
            for pair in fields.pairs::<String, Value>() {
                let (name, value) = pair?;
                named.insert(name, to_json(&value, depth + 1)?);
            }
            named.into()
        }
        other => {
            return Err(mlua::Error::runtime(format!("a {} is no plain value", other.type_name())));
        }
    })
}

/// Copies plain values from the room's VM to the test's; functions and the like become their names.
pub(super) fn copy_all(lua: &Lua, values: MultiValue) -> mlua::Result<MultiValue> {
    values.into_iter().map(|value| copy(lua, &value, 0)).collect()
}

/// Maximum depth of tables; deeper ones are cut off.
const DEPTH_MAX: u32 = 32;

fn copy(lua: &Lua, value: &Value, depth: u32) -> mlua::Result<Value> {
    Ok(match value {
        Value::Nil => Value::Nil,
        Value::Boolean(value) => Value::Boolean(*value),
        Value::Integer(value) => Value::Integer(*value),
        Value::Number(value) => Value::Number(*value),
        Value::String(text) => Value::String(lua.create_string(text.as_bytes())?),
        Value::Table(table) if depth < DEPTH_MAX => {
            let copied = lua.create_table()?;
            for pair in table.pairs::<Value, Value>() {
                let (key, value) = pair?;
                copied.raw_set(copy(lua, &key, depth + 1)?, copy(lua, &value, depth + 1)?)?;
            }
            Value::Table(copied)
        }
        other => Value::String(lua.create_string(other.type_name())?),
    })
}

/// A value as shown in a test's message.
pub(super) fn show(value: &Value) -> String {
    match value {
        Value::Nil => "nil".to_owned(),
        Value::String(text) => format!("{:?}", text.to_string_lossy()),
        Value::Table(table) => {
            let mut parts: Vec<String> = table
                .pairs::<Value, Value>()
                .flatten()
                .map(|(key, value)| format!("{} = {}", show(&key), show(&value)))
                .collect();
            parts.sort();
            format!("{{ {} }}", parts.join(", "))
        }
        Value::Boolean(value) => value.to_string(),
        Value::Integer(value) => value.to_string(),
        Value::Number(value) => value.to_string(),
        other => other.type_name().to_owned(),
    }
}
