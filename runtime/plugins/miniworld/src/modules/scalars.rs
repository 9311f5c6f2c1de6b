//! Plain values between Lua and the room.

use fangqi_binding::args::Arg;
use fangqi_binding::results::Position;
use fangqi_vm::number_text;
use mlua::{IntoLua, Lua, Value};

use crate::living::Scalar;

/// Longest text kept in a variable, in bytes.
const TEXT_BYTES_MAX: usize = 16 << 10;

/// A value that a variable may hold: a number, text, truth or place.
pub(super) fn scalar(
    position: u32,
    name: &str,
    value: &Value,
    lua: &Lua,
) -> Result<Scalar, String> {
    let wrong = |what: &str| Err(format!("argument {position}, {name}, must be {what}"));
    match value {
        // The map's own, however large.
        Value::Integer(number) => Ok(Scalar::Number(*number as f64)),
        Value::Number(number) if number.is_finite() => Ok(Scalar::Number(*number)),
        Value::Boolean(truth) => Ok(Scalar::Bool(*truth)),
        Value::String(text) if text.as_bytes().len() <= TEXT_BYTES_MAX => {
            Ok(Scalar::Text(text.to_string_lossy()))
        }
        Value::String(_) => wrong("a text of at most 16 KiB"),
        Value::Table(_) => match fangqi_binding::args::Point::read(value, lua) {
            Ok(point) => Ok(Scalar::Place(point.0)),
            Err(_) => wrong("a number, a text, true, false or a position {x=, y=, z=}"),
        },
        _ => wrong("a finite number, a text, true, false or a position {x=, y=, z=}"),
    }
}

/// The value as Lua has it.
pub(super) fn to_lua(scalar: &Scalar, lua: &Lua) -> mlua::Result<Value> {
    match scalar {
        Scalar::Number(number) => number.into_lua(lua),
        Scalar::Text(text) => text.as_str().into_lua(lua),
        Scalar::Bool(truth) => truth.into_lua(lua),
        Scalar::Place(place) => Position(*place).into_lua(lua),
    }
}

/// What a variable of a type (`VARTYPE`) holds before it is set.
pub(super) fn usual(kind: i32) -> Option<Scalar> {
    match kind {
        3 => Some(Scalar::Number(0.0)),
        4 => Some(Scalar::Text(String::new())),
        5 => Some(Scalar::Bool(false)),
        _ => None,
    }
}

/// A type of variables: `VARTYPE`. Those that mean nothing here hold whatever they are given.
pub(super) fn var_type(number: i32) -> Result<i32, String> {
    if (1..=64).contains(&number) {
        Ok(number)
    } else {
        Err(format!("argument 1, vartype, must be one of VARTYPE, not {number}"))
    }
}

/// Whether a value suits a type.
fn suits(kind: i32, value: &Scalar) -> Result<(), String> {
    let ok = match kind {
        3 | 17 => matches!(value, Scalar::Number(_)),
        4 | 18 => matches!(value, Scalar::Text(_) | Scalar::Number(_)),
        5 | 19 => matches!(value, Scalar::Bool(_)),
        1 | 15 => matches!(value, Scalar::Place(_)),
        _ => true,
    };
    if ok { Ok(()) } else { Err(format!("the value does not suit the type {kind}")) }
}

/// A value as a type holds it: numbers become texts where texts are held, texts that are numbers to
/// Lua become numbers where numbers are held, and numbers become truths where those are.
pub(super) fn suited(kind: i32, value: Scalar) -> Result<Scalar, String> {
    let value = match (kind, value) {
        (4 | 18, Scalar::Number(number)) => Scalar::Text(number_text(number)),
        (3 | 17, Scalar::Text(text)) => match text.trim().parse::<f64>() {
            Ok(number) if number.is_finite() => Scalar::Number(number),
            _ => Scalar::Text(text),
        },
        (5 | 19, Scalar::Number(number)) => Scalar::Bool(number != 0.0),
        (_, value) => value,
    };
    suits(kind, &value)?;
    Ok(value)
}
