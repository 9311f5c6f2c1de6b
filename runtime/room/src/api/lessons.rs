use mlua::{Lua, Table, Value};

use crate::lua_module;

lua_module! {
    /// The steps in which the map teaches its rules, from the file that `lessons` in `map.toml`
    /// names. What they are made of says `scripts/LESSONS.md`; `lib/lesson` plays them.
    pub static LESSONS = "Lessons", Value;

    /// How many steps there are; 0 for a map without lessons.
    /// Example: `if Lessons:count() > 0 then … end`
    @sure
    fn count(ctx) -> (count: u32) {
        Ok((u32::try_from(ctx.host().package.lessons().count()).unwrap_or(u32::MAX),))
    }

    /// A step by its number, from 1, as its table in the file; `position` has what the file gives
    /// all positions. It is made for every call: a script keeps the step it is at, not all of them.
    /// Example: `local title = Lessons:step(1).title`
    fn step(ctx, number: u32) -> (step: Table) {
        let package = std::sync::Arc::clone(&ctx.host().package);
        let lessons = package.lessons();
        let step = usize::try_from(number).ok().and_then(|number| lessons.step(number));
        let step = step.ok_or_else(|| format!("there are {} steps", lessons.count()))?;
        Ok((table(ctx.lua, step)?,))
    }
}

fn table(lua: &Lua, given: &toml::Table) -> mlua::Result<Table> {
    let made = lua.create_table_with_capacity(0, given.len())?;
    for (key, entry) in given {
        made.raw_set(key.as_str(), value(lua, entry)?)?;
    }
    Ok(made)
}

fn value(lua: &Lua, given: &toml::Value) -> mlua::Result<Value> {
    Ok(match given {
        toml::Value::String(text) => Value::String(lua.create_string(text)?),
        toml::Value::Integer(number) => Value::Number(*number as f64),
        toml::Value::Float(number) => Value::Number(*number),
        toml::Value::Boolean(truth) => Value::Boolean(*truth),
        toml::Value::Datetime(date) => Value::String(lua.create_string(date.to_string())?),
        toml::Value::Array(list) => {
            let made = lua.create_table_with_capacity(list.len(), 0)?;
            for entry in list {
                made.raw_push(value(lua, entry)?)?;
            }
            Value::Table(made)
        }
        toml::Value::Table(entries) => Value::Table(table(lua, entries)?),
    })
}
