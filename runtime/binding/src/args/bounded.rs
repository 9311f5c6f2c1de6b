//! Arguments with bounds of their own: names, numbers that count, lengths of time.

use std::ops::Deref;

use mlua::{Lua, Value};

use super::{Arg, RawNumber, describe, number};
use fangqi_protocol::FAR;

/// A name or key: a text that is not empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name(pub String);

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Arg for Name {
    const LUA: &'static str = String::LUA;
    by_value!();

    fn read(value: &Value, lua: &Lua) -> Result<Self, String> {
        let name = String::read(value, lua)?;
        if name.is_empty() {
            return Err("a text that is not empty".to_owned());
        }
        Ok(Self(name))
    }
}

/// A number of the map's own, which is only kept and compared: however large.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Finite(pub f64);

impl Arg for Finite {
    const LUA: &'static str = f64::LUA;
    by_value!();

    fn read(value: &Value, _: &Lua) -> Result<Self, String> {
        number(value)
            .filter(|number| number.is_finite())
            .map(Self)
            .ok_or_else(|| format!("a finite number, not {}", describe(value)))
    }
}

/// A whole number that is given as one. The plain types cut fractions off, as positions of players
/// may be fractional; what counts or numbers things would then be another than its author wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whole<T>(pub T);

impl<T: Arg + Copy + Into<f64>> Arg for Whole<T> {
    const LUA: &'static str = T::LUA;
    by_value!();

    fn read(value: &Value, lua: &Lua) -> Result<Self, String> {
        let whole = T::read(value, lua)?;
        if number(value) == Some(whole.into()) {
            Ok(Self(whole))
        } else {
            Err(format!("a whole number, not {}", describe(value)))
        }
    }
}

/// Numbers within bounds, by name.
macro_rules! bounded {
    ($($(#[$doc:meta])* $name:ident($ty:ty), $least:expr, $most:expr, $kind:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct $name(pub $ty);

        impl Arg for $name {
            const LUA: &'static str = <$ty>::LUA;
            type Raw = RawNumber;

            fn from_raw(raw: RawNumber, lua: &Lua) -> Result<Self, String> {
                Self::read(&raw.either(Value::Number, |value| value), lua)
            }

            fn read(value: &Value, lua: &Lua) -> Result<Self, String> {
                const LEAST: $ty = $least;
                const MOST: $ty = $most;
                match <$ty>::read(value, lua) {
                    Ok(number) if (LEAST..=MOST).contains(&number) => Ok(Self(number)),
                    _ => {
                        let given = describe(value);
                        Err(format!(concat!($kind, " from {} to {}, not {}"), LEAST, MOST, given))
                    }
                }
            }
        }
    )*};
}

bounded! {
    /// A number of an enumeration, or one that the map's author gave.
    Number(i32), 0, i32::MAX, "a whole number";
    /// How much of something there is: a size, a strength, an amount.
    Amount(f64), 0.0, 1e9, "a number";
    /// A coordinate of the world, between cells too.
    Coordinate(f64), -FAR, FAR, "a coordinate";
    /// A length of time in seconds: at most a year.
    Seconds(f64), 0.0, 365.0 * 86_400.0, "a time in seconds";
}
