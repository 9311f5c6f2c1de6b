//! Lua values as JSON text and back. Never runs metamethods.

use mlua::{Lua, Table, Value};

/// Deepest nesting either way.
const DEPTH_MAX: usize = 64;
/// Longest text that is written, in bytes.
pub(super) const BYTES_MAX: usize = 1 << 20;
/// Whole numbers up to here are written without a fraction.
const EXACT_MAX: f64 = 9_007_199_254_740_992.0;

/// A value as JSON text.
pub(super) fn to_json(value: &Value) -> Result<String, String> {
    let mut text = String::new();
    write(value, DEPTH_MAX, &mut text)?;
    Ok(text)
}

fn write(value: &Value, depth: usize, text: &mut String) -> Result<(), String> {
    match value {
        Value::Nil => text.push_str("null"),
        Value::Boolean(value) => text.push_str(if *value { "true" } else { "false" }),
        Value::Integer(value) => text.push_str(&value.to_string()),
        Value::Number(value) => write_number(*value, text)?,
        Value::String(value) => write_string(&value.to_string_lossy(), text),
        Value::Table(table) => match depth.checked_sub(1) {
            Some(depth) => write_table(table, depth, text)?,
            None => return Err(format!("the tables are nested more than {DEPTH_MAX} deep")),
        },
        other => return Err(format!("a {} cannot be written as JSON", other.type_name())),
    }
    if text.len() > BYTES_MAX {
        return Err(format!("the text is longer than {BYTES_MAX} bytes"));
    }
    Ok(())
}

fn write_number(number: f64, text: &mut String) -> Result<(), String> {
    if !number.is_finite() {
        return Err(format!("{number} cannot be written as JSON"));
    }
    if number.fract() == 0.0 && number.abs() <= EXACT_MAX {
        text.push_str(&(number as i64).to_string());
    } else {
        text.push_str(&number.to_string());
    }
    Ok(())
}

fn write_string(string: &str, text: &mut String) {
    text.push_str(&serde_json::Value::from(string).to_string());
}

fn write_table(table: &Table, depth: usize, text: &mut String) -> Result<(), String> {
    let mut fields = Vec::new();
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair.map_err(|error| error.to_string())?;
        fields.push((Key::read(&key)?, value));
        if fields.len() > BYTES_MAX / 2 {
            return Err(format!("the text would be longer than {BYTES_MAX} bytes"));
        }
    }
    fields.sort_by(|(a, _), (b, _)| a.cmp(b));
    let is_list = (1..).zip(&fields).all(|(index, (key, _))| *key == Key::Index(index));
    let (open, close) = if is_list { ('[', ']') } else { ('{', '}') };
    text.push(open);
    for (index, (key, value)) in fields.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        if !is_list {
            write_string(&key.to_string(), text);
            text.push(':');
        }
        write(value, depth, text)?;
    }
    text.push(close);
    Ok(())
}

/// A key; whole numbers come before strings.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Index(i64),
    Name(String),
}

impl Key {
    fn read(key: &Value) -> Result<Self, String> {
        match key {
            Value::Integer(index) => Ok(Self::Index(*index)),
            Value::Number(number) if number.fract() == 0.0 && number.abs() <= EXACT_MAX => {
                Ok(Self::Index(*number as i64))
            }
            Value::Number(number) => Ok(Self::Name(number.to_string())),
            Value::String(name) => Ok(Self::Name(name.to_string_lossy())),
            other => Err(format!("a {} cannot be a key in JSON", other.type_name())),
        }
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Index(index) => index.fmt(f),
            Self::Name(name) => name.fmt(f),
        }
    }
}

/// The value of a JSON text.
pub(super) fn from_json(lua: &Lua, text: &str) -> Result<Value, String> {
    let value = serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))?;
    read(lua, value, DEPTH_MAX)
}

fn read(lua: &Lua, value: serde_json::Value, depth: usize) -> Result<Value, String> {
    use serde_json::Value as Json;
    let inner =
        || depth.checked_sub(1).ok_or_else(|| format!("it is nested more than {DEPTH_MAX} deep"));
    let memory = |error: mlua::Error| error.to_string();
    Ok(match value {
        Json::Null => Value::Nil,
        Json::Bool(value) => Value::Boolean(value),
        Json::Number(number) => Value::Number(number.as_f64().unwrap_or_default()),
        Json::String(string) => Value::String(lua.create_string(string).map_err(memory)?),
        Json::Array(items) => {
            let table = lua.create_table_with_capacity(items.len(), 0).map_err(memory)?;
            for (index, item) in items.into_iter().enumerate() {
                table.raw_set(index + 1, read(lua, item, inner()?)?).map_err(memory)?;
            }
            Value::Table(table)
        }
        Json::Object(fields) => {
            let table = lua.create_table_with_capacity(0, fields.len()).map_err(memory)?;
            for (name, item) in fields {
                table.raw_set(name, read(lua, item, inner()?)?).map_err(memory)?;
            }
            Value::Table(table)
        }
    })
}
