//! Numbers of objects.

use fangqi_binding::args::{Arg, EXACT, describe, number};
use fangqi_binding::by_value;
use mlua::{Lua, Value};

/// The number of an object: a player, creature, dropped item or projectile. 0 is the room's host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Obj(pub u64);

impl Arg for Obj {
    const LUA: &'static str = "number";
    by_value!();

    fn read(value: &Value, _: &Lua) -> Result<Self, String> {
        match number(value) {
            Some(number) if (0.0..EXACT).contains(&number) => Ok(Self(number as u64)),
            _ => Err(format!("an object's number, not {}", describe(value))),
        }
    }
}
