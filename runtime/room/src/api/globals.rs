//! Global functions that belong to no module.

use fangqi_vm::{Vm, compile};
use mlua::{Function, Table};

/// A global function, for stubs and reference pages.
#[derive(Debug)]
pub struct GlobalSpec {
    /// Its name.
    pub name: &'static str,
    /// What it does, with an example.
    pub doc: &'static str,
    /// Parameters: name, type as Luau writes it, whether it may be left out.
    pub params: &'static [(&'static str, &'static str, bool)],
    /// Type of its result.
    pub result: &'static str,
}

/// The global functions.
pub static GLOBALS: &[GlobalSpec] = &[
    GlobalSpec {
        name: "T",
        doc: "A text of the map's string tables in both languages; `{name}` in it is replaced by \
              the argument of that name.\nExample: `Hud:setStatus(T(\"moves\", { count = 3 }))`\n",
        params: &[("key", "string", false), ("args", "{ [string]: any }", true)],
        result: "{ zh: string, en: string }",
    },
    GlobalSpec {
        name: "copy_table",
        doc: "A deep copy of a table, without metatables. A table that occurs twice is copied \
              once. Anything else is returned as it is.\nExample: `local copy = copy_table(board)`\n",
        params: &[("value", "any", false)],
        result: "any",
    },
];

/// In Lua, so that copying costs fuel.
const COPY_TABLE: &str = "
local function copy(value, copies)
  if type(value) ~= 'table' then return value end
  if copies[value] then return copies[value] end
  local made = {}
  copies[value] = made
  for key, item in pairs(value) do
    made[copy(key, copies)] = copy(item, copies)
  end
  return made
end
return function(value) return copy(value, {}) end
";

/// Puts the functions into the globals, `T` excepted.
pub fn install(globals: &Table, vm: &Vm) -> mlua::Result<()> {
    let chunk = compile("copy_table", COPY_TABLE.as_bytes())
        .and_then(|compiled| vm.load(&compiled))
        .map_err(mlua::Error::external)?;
    globals.raw_set("copy_table", chunk.call::<Function>(())?)
}
