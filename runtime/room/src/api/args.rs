use fangqi_world::Face;
use mlua::{FromLua, Function, Lua, Table, Value};

use crate::model::{LocalText, PlayerId};
use crate::package::nearest;

/// Characters of a string that messages show.
const SHOWN_CHARS: usize = 30;
/// Longest string that is read as a number, in bytes.
const NUMBER_BYTES_MAX: usize = 64;
/// Longest string, in bytes: copying more would cost far more than the call's fuel pays for.
const STRING_BYTES_MAX: usize = 4096;
/// Longest text for people in one language, in bytes.
const TEXT_BYTES_MAX: usize = 2048;
/// Longest string for functions that charge fuel for it, in bytes.
const LONG_BYTES_MAX: usize = 1 << 20;

/// Something a script may pass to an API function.
pub trait Arg: Sized {
    /// Its type as Luau writes it.
    const LUA: &'static str;
    /// Whether it may be left out.
    const OPTIONAL: bool = false;

    /// Reads it, or says what it must be. Never runs the script's metamethods.
    fn read(value: &Value, lua: &Lua) -> Result<Self, String>;
}

/// An argument that has been read, but whose failure is the function's to report: raising an error
/// across the border costs two hundred successful calls.
#[derive(Debug)]
pub struct Checked<T>(Result<T, String>);

impl<T: Arg> FromLua for Checked<T> {
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<Self> {
        Ok(Self(T::read(&value, lua)))
    }
}

impl<T> Checked<T> {
    /// The argument, or a sentence that names it.
    pub fn take(self, position: u32, name: &str) -> Result<T, String> {
        self.0.map_err(|wanted| format!("argument {position}, {name}, must be {wanted}"))
    }
}

/// The module a function was called on, which no function needs. A boolean is what costs least to
/// read: a table would be given a reference of its own in every call.
pub type Module = bool;

/// What a value is, for messages: short, and without addresses.
pub fn describe(value: &Value) -> String {
    match value {
        Value::Nil => "nil".to_owned(),
        Value::Boolean(value) => value.to_string(),
        Value::Integer(value) => value.to_string(),
        Value::Number(value) => value.to_string(),
        Value::String(text) => {
            let bytes = text.as_bytes();
            // Enough for the characters shown, however long the string is.
            let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * SHOWN_CHARS)]);
            if bytes.len() > 4 * SHOWN_CHARS || text.chars().count() > SHOWN_CHARS {
                format!("\"{}…\"", text.chars().take(SHOWN_CHARS).collect::<String>())
            } else {
                format!("\"{text}\"")
            }
        }
        other => format!("a {}", other.type_name()),
    }
}

/// Reads a number, also one written as a string, as Lua 5.1 does.
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Integer(value) => Some(*value as f64),
        Value::Number(value) => Some(*value),
        Value::String(text) if text.as_bytes().len() > NUMBER_BYTES_MAX => None,
        Value::String(text) => text.to_str().ok()?.trim().parse().ok(),
        _ => None,
    }
}

macro_rules! whole {
    ($($ty:ty => $wanted:literal),*) => {$(
        impl Arg for $ty {
            const LUA: &'static str = "number";

            /// Fractions are cut off downwards: positions of players may be fractional.
            fn read(value: &Value, _: &Lua) -> Result<Self, String> {
                if let Value::Integer(value) = value
                    && let Ok(value) = Self::try_from(*value)
                {
                    return Ok(value);
                }
                let wrong = || format!(concat!($wanted, ", not {}"), describe(value));
                let number = number(value).ok_or_else(wrong)?.floor();
                if number >= Self::MIN as f64 && number <= Self::MAX as f64 {
                    Ok(number as Self)
                } else {
                    Err(wrong())
                }
            }
        }
    )*};
}

whole! {
    u8 => "a whole number from 0 to 255",
    u16 => "a whole number from 0 to 65535",
    u32 => "a whole number from 0 to 4294967295",
    i32 => "a whole number"
}

impl Arg for f64 {
    const LUA: &'static str = "number";

    fn read(value: &Value, _: &Lua) -> Result<Self, String> {
        number(value)
            .filter(|number| number.is_finite())
            .ok_or_else(|| format!("a finite number, not {}", describe(value)))
    }
}

impl Arg for bool {
    const LUA: &'static str = "boolean";

    fn read(value: &Value, _: &Lua) -> Result<Self, String> {
        match value {
            Value::Boolean(value) => Ok(*value),
            other => Err(format!("true or false, not {}", describe(other))),
        }
    }
}

impl Arg for String {
    const LUA: &'static str = "string";

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
        Value::Number(value) => Ok(value.to_string()),
        other => Err(format!("a string, not {}", describe(other))),
    }
}

/// A string of up to a mebibyte. Who takes one charges fuel for working on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LongString(pub String);

impl Arg for LongString {
    const LUA: &'static str = String::LUA;

    fn read(value: &Value, _: &Lua) -> Result<Self, String> {
        string(value, LONG_BYTES_MAX).map(Self)
    }
}

impl Arg for Table {
    const LUA: &'static str = "{ [any]: any }";

    fn read(value: &Value, _: &Lua) -> Result<Self, String> {
        match value {
            Value::Table(table) => Ok(table.clone()),
            other => Err(format!("a table, not {}", describe(other))),
        }
    }
}

impl Arg for Function {
    const LUA: &'static str = "(...any) -> ...any";

    fn read(value: &Value, _: &Lua) -> Result<Self, String> {
        match value {
            Value::Function(function) => Ok(function.clone()),
            other => Err(format!("a function, not {}", describe(other))),
        }
    }
}

/// Anything at all; left out counts as nil.
impl Arg for Value {
    const LUA: &'static str = "any";
    const OPTIONAL: bool = true;

    fn read(value: &Value, _: &Lua) -> Result<Self, String> {
        Ok(value.clone())
    }
}

impl<T: Arg> Arg for Option<T> {
    const LUA: &'static str = T::LUA;
    const OPTIONAL: bool = true;

    fn read(value: &Value, lua: &Lua) -> Result<Self, String> {
        match value {
            Value::Nil => Ok(None),
            other => T::read(other, lua).map(Some),
        }
    }
}

/// A player's number.
impl Arg for PlayerId {
    const LUA: &'static str = "number";

    fn read(value: &Value, _: &Lua) -> Result<Self, String> {
        match number(value) {
            Some(number) if (0.0..9.0e15).contains(&number) => Ok(Self(number as u64)),
            _ => Err(format!("a player's number, not {}", describe(value))),
        }
    }
}

/// A cell given as `{x=, y=, z=}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell(pub [i32; 3]);

impl Arg for Cell {
    const LUA: &'static str = "{ x: number, y: number, z: number }";

    fn read(value: &Value, lua: &Lua) -> Result<Self, String> {
        xyz(value, lua).map(Self)
    }
}

/// Reads a position's fields as `T`.
fn xyz<T: Arg>(value: &Value, lua: &Lua) -> Result<[T; 3], String> {
    let wanted = |what: String| format!("a position {{x=, y=, z=}}, {what}");
    let Value::Table(table) = value else {
        return Err(wanted(format!("not {}", describe(value))));
    };
    let field = |name: &str| {
        let value: Value = table.raw_get(name).map_err(|error| error.to_string())?;
        T::read(&value, lua).map_err(|_| wanted(format!("but its {name} is {}", describe(&value))))
    };
    Ok([field("x")?, field("y")?, field("z")?])
}

/// A point given as `{x=, y=, z=}`; it may lie between cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point(pub [f64; 3]);

impl Arg for Point {
    const LUA: &'static str = Cell::LUA;

    fn read(value: &Value, lua: &Lua) -> Result<Self, String> {
        xyz(value, lua).map(Self)
    }
}

/// A direction: 0 west, 1 east, 2 south, 3 north, 4 down, 5 up; -1 and nil leave it open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Direction(pub Option<Face>);

impl Arg for Direction {
    const LUA: &'static str = "number";
    const OPTIONAL: bool = true;

    fn read(value: &Value, lua: &Lua) -> Result<Self, String> {
        let wrong = || format!("a direction, -1 to 5, not {}", describe(value));
        match Option::<i32>::read(value, lua).map_err(|_| wrong())? {
            None | Some(-1) => Ok(Self(None)),
            Some(number) => {
                let face = u8::try_from(number).ok().and_then(|face| Face::try_from(face).ok());
                face.map(|face| Self(Some(face))).ok_or_else(wrong)
            }
        }
    }
}

/// A direction that must be given, numbered as in [`Direction`].
impl Arg for Face {
    const LUA: &'static str = "number";

    fn read(value: &Value, lua: &Lua) -> Result<Self, String> {
        let wrong = || format!("a direction, 0 to 5, not {}", describe(value));
        Direction::read(value, lua).ok().and_then(|direction| direction.0).ok_or_else(wrong)
    }
}

/// A text for people: a string, or `{zh=, en=}`.
impl Arg for LocalText {
    const LUA: &'static str = "string | { zh: string, en: string }";

    fn read(value: &Value, _: &Lua) -> Result<Self, String> {
        let Value::Table(table) = value else {
            return text(value).map(Self::same);
        };
        let field = |name: &str| {
            let value: Value = table.raw_get(name).map_err(|error| error.to_string())?;
            text(&value).map_err(|wanted| format!("a text {{zh=, en=}}, its {name} {wanted}"))
        };
        Ok(Self { zh: field("zh")?, en: field("en")? })
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

/// A table of options, of which every key must be known.
#[derive(Debug)]
pub struct Options<'a> {
    table: Table,
    lua: &'a Lua,
}

impl<'a> Options<'a> {
    /// Checks that `table` has no key but those `known`.
    pub fn read(table: Table, lua: &'a Lua, known: &[&str]) -> Result<Self, String> {
        for pair in table.pairs::<Value, Value>() {
            let (key, _) = pair.map_err(|error| error.to_string())?;
            let name = match &key {
                Value::String(name) => name.to_string_lossy(),
                other => return Err(format!("the key {} means nothing here", describe(other))),
            };
            if !known.contains(&name.as_str()) {
                return Err(match nearest(&name, known.iter().copied()) {
                    Some(near) => format!("unknown key `{name}`; did you mean `{near}`?"),
                    None => format!("unknown key `{name}`"),
                });
            }
        }
        Ok(Self { table, lua })
    }

    /// The option `name`, read as `T`.
    pub fn get<T: Arg>(&self, name: &str) -> Result<T, String> {
        let value: Value = self.table.raw_get(name).map_err(|error| error.to_string())?;
        T::read(&value, self.lua).map_err(|wanted| format!("`{name}` must be {wanted}"))
    }
}

/// The items of a list table, read as `T`; stops at the first nil.
pub fn list<T: Arg>(table: &Table, lua: &Lua, max: usize) -> Result<Vec<T>, String> {
    let mut items = Vec::new();
    for index in 1.. {
        let value: Value = table.raw_get(index).map_err(|error| error.to_string())?;
        if value.is_nil() {
            break;
        }
        if items.len() == max {
            return Err(format!("the list has more than {max} items"));
        }
        items
            .push(T::read(&value, lua).map_err(|wanted| format!("item {index} must be {wanted}"))?);
    }
    Ok(items)
}
