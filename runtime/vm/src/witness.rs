//! Functions for the host's own scripts, by which they see what others do.

use std::rc::Rc;

use mlua::{Function, Lua, LuaString, Table};

use super::Vm;
use super::content::hash_in;

impl Vm {
    /// A function that gives the hash of a table, as [`Vm::hash_of`] does, as eight bytes.
    pub fn hasher(&self) -> mlua::Result<Function> {
        self.lua().create_function(|lua: &Lua, table: Table| -> mlua::Result<LuaString> {
            lua.create_string(hash_in(lua, &table)?.to_le_bytes())
        })
    }

    /// A function that gives the state of the random numbers, as bytes: whoever compares two sees
    /// whether any were drawn between.
    pub fn drawn(&self) -> mlua::Result<Function> {
        // Weak: the core hangs off the Lua state, whose closures must not keep it alive.
        let weak = Rc::downgrade(&self.core);
        self.lua().create_function(move |lua: &Lua, ()| -> mlua::Result<LuaString> {
            let state = weak.upgrade().map(|core| core.rng.get().state()).unwrap_or_default();
            lua.create_string(state.map(u64::to_le_bytes).concat())
        })
    }
}
