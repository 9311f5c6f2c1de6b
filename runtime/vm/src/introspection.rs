//! Introspection functions for the host's own scripts.

use std::rc::Rc;

use mlua::{Function, Lua, LuaString, Table};

use super::Vm;
use super::content::hash_in;

impl Vm {
    /// A Lua function that returns the hash of a table ([`Vm::hash_of`]) as eight bytes.
    pub fn hasher(&self) -> mlua::Result<Function> {
        self.lua().create_function(|lua: &Lua, table: Table| -> mlua::Result<LuaString> {
            lua.create_string(hash_in(lua, &table)?.to_le_bytes())
        })
    }

    /// A Lua function that returns the state of the random number generator as bytes. Two results
    /// differ if numbers were drawn in between.
    pub fn drawn(&self) -> mlua::Result<Function> {
        // Weak: the Lua state owns the core, and its closures must not keep it alive.
        let weak = Rc::downgrade(&self.core);
        self.lua().create_function(move |lua: &Lua, ()| -> mlua::Result<LuaString> {
            let state = weak.upgrade().map(|core| core.rng.get().state()).unwrap_or_default();
            lua.create_string(state.map(u64::to_le_bytes).concat())
        })
    }
}
