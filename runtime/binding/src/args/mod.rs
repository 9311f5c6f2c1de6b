//! Arguments of API functions: what scripts may pass, read without running their metamethods.

/// The part of an [`Arg`] that is taken as a plain value.
#[macro_export]
macro_rules! by_value {
    () => {
        type Raw = $crate::Value;

        fn from_raw(raw: $crate::Value, lua: &$crate::Lua) -> Result<Self, String> {
            Self::read(&raw, lua)
        }
    };
}

mod bounded;
mod options;
mod places;
mod strings;

use mlua::{Either, FromLua, Function, Lua, Table, Value};

pub use bounded::{Amount, Coordinate, Finite, Name, Number, Seconds, Whole};
pub use options::{Options, list};
pub use places::{Cell, Direction, Point};
pub use strings::LongString;

use fangqi_protocol::PlayerId;

/// Characters of a string that messages show.
const SHOWN_CHARS: usize = 30;
/// Longest string that is read as a number, in bytes.
const NUMBER_BYTES_MAX: usize = 64;
/// Numbers as large as this are not exact in Lua: 2^53, where one more makes no difference.
pub const EXACT: f64 = 9_007_199_254_740_992.0;

/// Something a script may pass to an API function.
pub trait Arg: Sized {
    /// Its type as Luau writes it.
    const LUA: &'static str;
    /// Whether it may be left out.
    const OPTIONAL: bool = false;

    /// What Lua gives for it. Numbers have a form of their own: they are most of what hot calls are
    /// passed, and a [`Value`] costs more.
    type Raw: FromLua;

    /// Reads it, or says what it must be. Never runs the script's metamethods.
    fn read(value: &Value, lua: &Lua) -> Result<Self, String>;

    /// As [`Self::read`].
    fn from_raw(raw: Self::Raw, lua: &Lua) -> Result<Self, String>;
}

/// A number, or what was given in its place.
pub type RawNumber = Either<f64, Value>;

/// Reads the argument of a call. A bad one is the function's to report: raising an error across the
/// border costs two hundred successful calls.
#[inline]
pub fn take<T: Arg>(raw: T::Raw, lua: &Lua, position: u32, name: &str) -> Result<T, String> {
    T::from_raw(raw, lua).map_err(|wanted| format!("argument {position}, {name}, must be {wanted}"))
}

/// Reads what is not simply the number wanted.
#[cold]
fn read_slowly<T: Arg>(raw: RawNumber, lua: &Lua) -> Result<T, String> {
    T::read(&raw.either(Value::Number, |value| value), lua)
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
        // Not with three hundred digits.
        Value::Number(value) if value.abs() >= EXACT && value.is_finite() => format!("{value:e}"),
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
pub fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Integer(value) => Some(*value as f64),
        Value::Number(value) => Some(*value),
        Value::String(text) if text.as_bytes().len() > NUMBER_BYTES_MAX => None,
        Value::String(text) => text.to_str().ok()?.trim().parse().ok(),
        _ => None,
    }
}

/// A number that is exact in Lua; texts are none.
pub fn exact(value: &Value) -> Option<f64> {
    match value {
        Value::Integer(value) => Some(*value as f64),
        Value::Number(value) => Some(*value),
        _ => None,
    }
    .filter(|number| number.abs() < EXACT)
}

macro_rules! whole {
    ($($ty:ty => $wanted:literal),*) => {$(
        impl Arg for $ty {
            const LUA: &'static str = "number";
            type Raw = RawNumber;

            #[inline]
            fn from_raw(raw: RawNumber, lua: &Lua) -> Result<Self, String> {
                match raw {
                    // Saturates, so that what does not fit does not compare equal.
                    Either::Left(number) if f64::from(number as Self) == number => {
                        Ok(number as Self)
                    }
                    other => read_slowly(other, lua),
                }
            }

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
    type Raw = RawNumber;

    fn from_raw(raw: RawNumber, lua: &Lua) -> Result<Self, String> {
        match raw {
            Either::Left(number) if number.abs() < EXACT => Ok(number),
            other => read_slowly(other, lua),
        }
    }

    fn read(value: &Value, _: &Lua) -> Result<Self, String> {
        match number(value) {
            Some(number) if number.abs() < EXACT => Ok(number),
            Some(number) if number.is_finite() => {
                Err(format!("a number between -2^53 and 2^53, not {}", describe(value)))
            }
            _ => Err(format!("a finite number, not {}", describe(value))),
        }
    }
}

/// Numbers are taken as well: 0 is false, others are true.
impl Arg for bool {
    const LUA: &'static str = "boolean";
    by_value!();

    fn read(value: &Value, _: &Lua) -> Result<Self, String> {
        match value {
            Value::Boolean(value) => Ok(*value),
            other => match exact(other) {
                Some(number) => Ok(number != 0.0),
                None => Err(format!("true or false, not {}", describe(other))),
            },
        }
    }
}

impl Arg for Table {
    const LUA: &'static str = "{ [any]: any }";
    by_value!();

    fn read(value: &Value, _: &Lua) -> Result<Self, String> {
        match value {
            Value::Table(table) => Ok(table.clone()),
            other => Err(format!("a table, not {}", describe(other))),
        }
    }
}

impl Arg for Function {
    const LUA: &'static str = "(...any) -> ...any";
    by_value!();

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
    by_value!();

    fn read(value: &Value, _: &Lua) -> Result<Self, String> {
        Ok(value.clone())
    }
}

impl<T: Arg> Arg for Option<T> {
    const LUA: &'static str = T::LUA;
    const OPTIONAL: bool = true;
    type Raw = Option<T::Raw>;

    fn from_raw(raw: Option<T::Raw>, lua: &Lua) -> Result<Self, String> {
        raw.map(|raw| T::from_raw(raw, lua)).transpose()
    }

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
    by_value!();

    fn read(value: &Value, _: &Lua) -> Result<Self, String> {
        match number(value) {
            Some(number) if (0.0..EXACT).contains(&number) => Ok(Self(number as u64)),
            _ => Err(format!("a player's number, not {}", describe(value))),
        }
    }
}
