//! The globals of scripts: sealed libraries, and the scripts' own tables on top of them.

use std::collections::BTreeSet;

use mlua::{Function, Lua, Table, Value, ffi};

use super::rng::Rng;
use super::{Vm, VmError, text};

/// The result of sealing.
pub(super) struct Sealed {
    /// The globals before sealing.
    library: Table,
    /// The metatable of all tables of scripts' globals. It is shared, because a C function keeps
    /// the globals alive in which it was created: metatables of their own would make the globals of
    /// one game keep those of the game before.
    meta: Table,
}

impl Sealed {
    /// Turns a table into globals of scripts.
    fn make_globals(&self, scripts: &Table) -> mlua::Result<()> {
        scripts.set_metatable(Some(self.meta.clone()))?;
        scripts.raw_set("_G", scripts)?;
        scripts.set_safeenv(true);
        Ok(())
    }
}

impl Vm {
    /// Makes all globals and libraries read-only, and gives scripts a table of their own on top.
    ///
    /// A script may still define a global with a library's name. That hides the library for all
    /// scripts of the room, and makes global names slower from then on.
    ///
    /// # Errors
    /// Out of memory.
    pub fn seal(&self) -> Result<(), VmError> {
        if self.sealed.borrow().is_some() {
            return Ok(());
        }
        let library = self.lua.globals();
        let sealed = Sealed { meta: globals_meta(&self.lua, &library)?, library };
        self.lua.sandbox(true)?;
        sealed.make_globals(&self.lua.globals())?;
        *self.sealed.borrow_mut() = Some(sealed);
        self.collect();
        Ok(())
    }

    /// Sets the function that is called with a table and a name for names that neither scripts nor
    /// the sealed libraries define.
    ///
    /// # Errors
    /// Out of memory.
    pub fn look_up(&self, find: Function) -> mlua::Result<()> {
        let meta = self.lua.create_table_from([("__index", find)])?;
        meta.set_readonly(true);
        let library = self.library();
        library.set_readonly(false);
        let done = library.set_metatable(Some(meta));
        library.set_readonly(true);
        done
    }

    /// The libraries as they were sealed, which no script can change.
    pub fn library(&self) -> Table {
        let sealed = self.sealed.borrow();
        sealed.as_ref().map_or_else(|| self.lua.globals(), |sealed| sealed.library.clone())
    }

    /// The names of all globals of the libraries, which every script finds.
    ///
    /// # Errors
    /// Out of memory.
    pub fn library_names(&self) -> mlua::Result<BTreeSet<String>> {
        self.library().pairs::<String, Value>().map(|pair| Ok(pair?.0)).collect()
    }

    /// Resets a sealed VM: new globals, random numbers from `seed`, serial numbers from 1, and no
    /// sink for what is printed. Scripts loaded or started from here on find it as if it were new,
    /// without anything that earlier ones have defined.
    ///
    /// # Errors
    /// Out of memory.
    pub fn begin_again(&self, seed: u64) -> Result<(), VmError> {
        self.seal()?;
        let globals = self.lua.create_table()?;
        if let Some(sealed) = &*self.sealed.borrow() {
            sealed.make_globals(&globals)?;
        }
        // SAFETY: runs under mlua's protection with the table as the only value on the stack; the
        // main thread has room for it.
        unsafe {
            self.lua.exec_raw::<()>(globals, |state| {
                let main = ffi::lua_mainthread(state);
                ffi::lua_rawcheckstack(main, 1);
                ffi::lua_xpush(state, main, -1);
                ffi::lua_replace(main, ffi::LUA_GLOBALSINDEX);
                ffi::lua_pop(state, 1);
            })?;
        }
        // Coroutines keep the globals with which they were created.
        self.pool.borrow_mut().clear();
        self.begin_with(seed)
    }

    /// Restarts random numbers from `seed` and serial numbers from 1, and removes the sink. What
    /// scripts have defined stays.
    ///
    /// # Errors
    /// Out of memory.
    pub fn begin_with(&self, seed: u64) -> Result<(), VmError> {
        self.core.escaped.set(false);
        *self.sink.borrow_mut() = None;
        self.core.rng.set(Rng::new(seed));
        Ok(text::forget_serials(&self.lua)?)
    }

    /// Whether nothing that [`Self::begin_with`] resets has been used since: random numbers, serial
    /// numbers, coroutines of tasks.
    pub fn is_as_begun_with(&self, seed: u64) -> bool {
        let core = &self.core;
        !core.escaped.get() && core.serial.get() == 0 && core.rng.get() == Rng::new(seed)
    }

    /// A table of globals for functions of the host: the sealed libraries, to which nothing can be
    /// added.
    ///
    /// # Errors
    /// Out of memory.
    pub fn own_globals(&self) -> mlua::Result<Table> {
        let globals = self.lua.create_table()?;
        let meta = self.lua.create_table_from([("__index", self.library())])?;
        meta.set_readonly(true);
        globals.set_metatable(Some(meta))?;
        globals.set_readonly(true);
        globals.set_safeenv(true);
        Ok(globals)
    }
}

/// The metatable of scripts' globals, which finds undefined names in the library.
fn globals_meta(lua: &Lua, library: &Table) -> mlua::Result<Table> {
    let meta = lua.create_table()?;
    meta.raw_set("__index", library)?;
    meta.raw_set("__metatable", "the globals are protected")?;
    let library = library.clone();
    let define = lua.create_function(move |_, (scripts, name, value): (Table, Value, Value)| {
        if library.raw_get::<Value>(&name)? != Value::Nil {
            // Luau resolved library names when it loaded the scripts; from now on it must do so
            // late.
            scripts.set_safeenv(false);
        }
        scripts.raw_set(name, value)
    })?;
    meta.raw_set("__newindex", define)?;
    meta.set_readonly(true);
    Ok(meta)
}
