//! Strings of bounded length, and texts for people.

use mlua::{Lua, Value};

use super::{Arg, describe};
use fangqi_protocol::LocalText;

/// Longest string, in bytes: copying more would cost far more than the call's fuel pays for.
const STRING_BYTES_MAX: usize = 4096;
/// Longest text for people in one language, in bytes.
const TEXT_BYTES_MAX: usize = 2048;
/// Longest string for functions that charge fuel for it, in bytes.
const LONG_BYTES_MAX: usize = 1 << 20;

impl Arg for String {
    const LUA: &'static str = "string";
    by_value!();

    /// Numbers are written out, as Lua does; bytes that are not UTF-8 are replaced.
    fn read(value: &Value, _: &Lua) -> Result<Self, String> {
        string(value, STRING_BYTES_MAX)
    }
}

/// Reads a string of bounded length.
fn string(value: &Value, max: usize) -> Result<String, String> {
    match value {
        Value::String(text) if text.as_bytes().len() > max => {
            Err(format!("a string of at most {max} bytes"))
        }
        Value::String(text) => Ok(text.to_string_lossy()),
        Value::Integer(value) => Ok(value.to_string()),
        Value::Number(value) if value.is_finite() => Ok(fangqi_vm::number_text(*value)),
        other => Err(format!("a string, not {}", describe(other))),
    }
}

/// A string of up to a mebibyte. Who takes one charges fuel for working on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LongString(pub String);

impl Arg for LongString {
    const LUA: &'static str = String::LUA;
    by_value!();

    fn read(value: &Value, _: &Lua) -> Result<Self, String> {
        string(value, LONG_BYTES_MAX).map(Self)
    }
}

/// A text for people: a string, or `{zh=, en=}` with one language at least.
impl Arg for LocalText {
    const LUA: &'static str = "string | { zh: string, en: string }";
    by_value!();

    fn read(value: &Value, _: &Lua) -> Result<Self, String> {
        let Value::Table(table) = value else {
            return text(value).map(Self::same);
        };
        let field = |name: &str| {
            let value: Value = table.raw_get(name).map_err(|error| error.to_string())?;
            if value.is_nil() {
                return Ok(None);
            }
            let text = text(&value).map(Some);
            text.map_err(|wanted| format!("a text {{zh=, en=}}, its {name} {wanted}"))
        };
        Self::of_languages(field("zh")?, field("en")?)
            .ok_or_else(|| "a text {zh=, en=}, in one language at least".to_owned())
    }
}

/// Reads a text in one language.
fn text(value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) if text.as_bytes().len() > TEXT_BYTES_MAX => {
            Err(format!("a text of at most {TEXT_BYTES_MAX} bytes"))
        }
        Value::String(_) | Value::Integer(_) | Value::Number(_) => string(value, TEXT_BYTES_MAX),
        other => Err(format!("a text, not {}", describe(other))),
    }
}
