//! Positions and directions.

use fangqi_world::Face;
use mlua::{Lua, Value};

use super::{Arg, describe};

/// A cell given as `{x=, y=, z=}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell(pub [i32; 3]);

impl Arg for Cell {
    const LUA: &'static str = "{ x: number, y: number, z: number }";
    by_value!();

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
    by_value!();

    fn read(value: &Value, lua: &Lua) -> Result<Self, String> {
        xyz(value, lua).map(Self)
    }
}

/// A direction: 0 west, 1 east, 2 south, 3 north, 4 down, 5 up; nil and other numbers, such as -1,
/// leave it open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Direction(pub Option<Face>);

impl Arg for Direction {
    const LUA: &'static str = "number";
    const OPTIONAL: bool = true;
    by_value!();

    fn read(value: &Value, lua: &Lua) -> Result<Self, String> {
        let wrong = || format!("a direction, -1 to 5, not {}", describe(value));
        let number = Option::<i32>::read(value, lua).map_err(|_| wrong())?;
        let number = number.and_then(|number| u8::try_from(number).ok());
        Ok(Self(number.and_then(|number| Face::try_from(number).ok())))
    }
}

/// A direction that must be given, numbered as in [`Direction`].
impl Arg for Face {
    const LUA: &'static str = "number";
    by_value!();

    fn read(value: &Value, lua: &Lua) -> Result<Self, String> {
        let wrong = || format!("a direction, 0 to 5, not {}", describe(value));
        Direction::read(value, lua).ok().and_then(|direction| direction.0).ok_or_else(wrong)
    }
}
