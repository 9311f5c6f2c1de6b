//! Tables of options, and lists.

use mlua::{Lua, Table, Value};

use super::{Arg, describe};
use fangqi_world::nearest;

/// A table of options, of which every key must be known.
#[derive(Debug)]
pub struct Options<'a> {
    given: Vec<(String, Value)>,
    lua: &'a Lua,
}

impl<'a> Options<'a> {
    /// Checks that `table` has no key but those `known`.
    pub fn read(table: Table, lua: &'a Lua, known: &[&str]) -> Result<Self, String> {
        let mut given = Vec::with_capacity(known.len());
        for pair in table.pairs::<Value, Value>() {
            let (key, value) = pair.map_err(|error| error.to_string())?;
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
            given.push((name, value));
        }
        Ok(Self { given, lua })
    }

    /// Takes of a table what is known, whatever else lies in it: scripts hang fields of their own
    /// on tables that the API made.
    pub fn of(table: &Table, lua: &'a Lua, known: &[&str]) -> Result<Self, String> {
        let mut given = Vec::with_capacity(known.len());
        for name in known {
            let value: Value = table.raw_get(*name).map_err(|error| error.to_string())?;
            if !value.is_nil() {
                given.push(((*name).to_owned(), value));
            }
        }
        Ok(Self { given, lua })
    }

    /// The option `name`, read as `T`.
    pub fn get<T: Arg>(&self, name: &str) -> Result<T, String> {
        let given = self.given.iter().find(|(key, _)| key == name);
        let value = given.map_or(&Value::Nil, |(_, value)| value);
        T::read(value, self.lua).map_err(|wanted| format!("`{name}` must be {wanted}"))
    }
}

/// The items of a list table, read as `T`; stops at the first nil.
pub fn list<T: Arg>(table: &Table, lua: &Lua, max: usize) -> Result<Vec<T>, String> {
    let mut items = Vec::with_capacity(table.raw_len().min(max));
    let mut refused = None;
    let walked = table.for_each_value(|value: Value| {
        if items.len() == max {
            refused = Some(format!("the list has more than {max} items"));
            return Err(mlua::Error::StackError);
        }
        match T::read(&value, lua) {
            Ok(item) => items.push(item),
            Err(wanted) => {
                refused = Some(format!("item {} must be {wanted}", items.len() + 1));
                return Err(mlua::Error::StackError);
            }
        }
        Ok(())
    });
    match (refused, walked) {
        (Some(reason), _) => Err(reason),
        (None, Err(error)) => Err(error.to_string()),
        (None, Ok(())) => Ok(items),
    }
}
