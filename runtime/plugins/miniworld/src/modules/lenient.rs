//! Arguments that Mini World takes in more forms than one: what a script leaves out or writes
//! beyond the usual is no reason for a map to stop.

use fangqi_binding::args::{Arg, EXACT, RawNumber, describe, list, number};
use fangqi_binding::by_value;
use fangqi_protocol::PlayerId;
use mlua::{Lua, Value};

/// A vector `{x=, y=, z=}` of which parts may be left out; those are 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vector(pub [f64; 3]);

impl Arg for Vector {
    const LUA: &'static str = "{ x: number?, y: number?, z: number? }";
    by_value!();

    fn read(value: &Value, lua: &Lua) -> Result<Self, String> {
        let Value::Table(table) = value else {
            return Err(format!("a vector {{x=, y=, z=}}, not {}", describe(value)));
        };
        let mut axes = [0.0; 3];
        let mut given = false;
        for (name, axis) in ["x", "y", "z"].into_iter().zip(&mut axes) {
            let value: Value = table.raw_get(name).map_err(|error| error.to_string())?;
            let read = Option::<f64>::read(&value, lua).map_err(|_| {
                format!("a vector {{x=, y=, z=}}, but its {name} is {}", describe(&value))
            })?;
            given |= read.is_some();
            *axis = read.unwrap_or_default();
        }
        // `{ 1, 2, 3 }` is no vector: the author meant something else by it.
        if given { Ok(Self(axes)) } else { Err("a vector {x=, y=, z=}".to_owned()) }
    }
}

/// Who shoots: the number of an object; nothing, 0 and numbers below it stand for no shooter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shooter(pub Option<u64>);

impl Arg for Shooter {
    const LUA: &'static str = "number";
    const OPTIONAL: bool = true;
    by_value!();

    fn read(value: &Value, _: &Lua) -> Result<Self, String> {
        if value.is_nil() {
            return Ok(Self(None));
        }
        match number(value).filter(|number| number.abs() < EXACT) {
            Some(number) if number < 1.0 => Ok(Self(None)),
            Some(number) => Ok(Self(Some(number as u64))),
            None => Err(format!("an object's number or nothing, not {}", describe(value))),
        }
    }
}

/// Numbers that are brought within bounds, by name.
macro_rules! brought_within {
    ($($(#[$doc:meta])* $name:ident($ty:ty), $least:expr, $most:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name(pub $ty);

        impl Arg for $name {
            const LUA: &'static str = "number";
            type Raw = RawNumber;

            fn from_raw(raw: RawNumber, lua: &Lua) -> Result<Self, String> {
                Self::read(&raw.either(Value::Number, |value| value), lua)
            }

            fn read(value: &Value, lua: &Lua) -> Result<Self, String> {
                const BOUNDS: (f64, f64) = ($least, $most);
                Ok(Self(f64::read(value, lua)?.clamp(BOUNDS.0, BOUNDS.1) as $ty))
            }
        }
    )*};
}

brought_within! {
    /// Height of letters: 1 to 255.
    Letters(u8), 1.0, 255.0;
    /// A part of a whole in percent: 0 to 100.
    Share(u8), 0.0, 100.0;
}

/// Some players: a list of their numbers, or the number of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Players(pub Vec<PlayerId>);

impl Players {
    /// More than any room has.
    const MOST: usize = 1024;
}

impl Arg for Players {
    const LUA: &'static str = "{ number } | number";
    by_value!();

    fn read(value: &Value, lua: &Lua) -> Result<Self, String> {
        match value {
            Value::Table(ids) => list(ids, lua, Self::MOST)
                .map(Self)
                .map_err(|why| format!("a list of players' numbers: {why}")),
            other => PlayerId::read(other, lua).map(|id| Self(vec![id])),
        }
    }
}
