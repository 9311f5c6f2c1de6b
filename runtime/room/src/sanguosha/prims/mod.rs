//! What the Luau half asks of Rust: small functions over whole numbers and texts.

mod acts;
mod asks;
mod cards;
mod player;
mod register;
mod room;

use std::rc::Rc;
use std::sync::OnceLock;

use fangqi_sanguosha::{Frame, State};
use mlua::chunk::{ChunkMode, Compiler};
use mlua::{FromLuaMulti, Function, IntoLuaMulti, Lua, Table};

use super::host::{Shared, set_constants};
use crate::vm::{Vm, VmError};

/// The scripts of the Luau half, in the order in which they build on each other.
macro_rules! scripts {
    ($($name:literal,)*) => {
        /// Compiled once for the process.
        static COMPILED: [OnceLock<Vec<u8>>; SOURCES.len()] =
            [const { OnceLock::new() }; SOURCES.len()];
        const SOURCES: &[&str] = &[$(include_str!(concat!("../lua/", $name, ".luau"))),*];
    };
}

scripts! {
    "base",
    "cards",
    "kinds",
    "skills",
    "skill_methods",
    "packages",
    "engine",
    "data",
    "values",
    "player",
    "player_cards",
    "player_acts",
    "ai",
    "room",
    "room_acts",
    "room_asks",
    "card_use",
    "library",
    "run",
    "watch",
}

/// Puts primitives and the Luau half into a VM and seals it. Gives the functions that Rust calls.
pub(super) fn install(vm: &Vm, shared: &Rc<Shared>) -> Result<Table, VmError> {
    let lua = vm.lua();
    let kit = lua.create_table()?;
    let prims = Prims { vm, shared, table: lua.create_table()? };
    for add in [register::add, player::add, cards::add, room::add, acts::add, asks::add] {
        add(&prims)?;
    }
    kit.raw_set("prim", &prims.table)?;
    kit.raw_set("run", lua.create_table()?)?;
    let constants = lua.create_table()?;
    set_constants(&constants)?;
    kit.raw_set("constants", constants)?;
    for (script, source) in COMPILED.iter().zip(SOURCES) {
        let chunk = own(vm, script, source)?;
        vm.call::<()>(&chunk, &kit).map_err(mlua::Error::external)?;
    }
    vm.seal()?;
    let given: Table = kit.raw_get("globals")?;
    let globals = lua.globals();
    given.for_each(|name: String, value: mlua::Value| globals.raw_set(name, value))?;
    Ok(kit.raw_get("run")?)
}

/// The name of the host's own scripts; frames in them are none of an author's.
const HOST_SCRIPT: &str = "=[fangqi]";

fn own(vm: &Vm, script: &OnceLock<Vec<u8>>, source: &str) -> mlua::Result<Function> {
    let bytecode = match script.get() {
        Some(bytecode) => bytecode,
        None => {
            // Lines of the host mean nothing to authors, and each room holds them.
            let compiler = Compiler::new().set_optimization_level(2).set_debug_level(0);
            let bytecode = compiler.compile(source)?;
            script.get_or_init(|| bytecode)
        }
    };
    let chunk = vm.lua().load(&**bytecode);
    chunk.set_name(HOST_SCRIPT).set_mode(ChunkMode::Binary).into_function()
}

/// A table of primitives being filled.
struct Prims<'a> {
    vm: &'a Vm,
    shared: &'a Rc<Shared>,
    table: Table,
}

impl Prims<'_> {
    /// Adds a function.
    fn add<A, R>(
        &self,
        name: &str,
        body: impl Fn(&Lua, &Rc<Shared>, A) -> mlua::Result<R> + 'static,
    ) -> mlua::Result<()>
    where
        A: FromLuaMulti,
        R: IntoLuaMulti,
    {
        let shared = Rc::clone(self.shared);
        let function = self.vm.lua().create_function(move |lua, args| body(lua, &shared, args))?;
        self.table.raw_set(name, function)
    }

    /// Adds a function that looks at the game.
    fn read<A, R>(&self, name: &str, body: impl Fn(&State, A) -> R + 'static) -> mlua::Result<()>
    where
        A: FromLuaMulti,
        R: IntoLuaMulti,
    {
        self.add(name, move |_, shared, args| Ok(body(&shared.game()?.borrow(), args)))
    }

    /// Adds a function that changes the game.
    fn change<A, R>(
        &self,
        name: &str,
        body: impl Fn(&mut State, A) -> R + 'static,
    ) -> mlua::Result<()>
    where
        A: FromLuaMulti,
        R: IntoLuaMulti,
    {
        self.add(name, move |_, shared, args| Ok(body(&mut shared.game()?.borrow_mut(), args)))
    }

    /// Adds a function that takes time: the running function is parked until the engine has the
    /// frame's result. What is only asked may not wait.
    fn wait<A>(
        &self,
        name: &'static str,
        body: impl Fn(&Lua, &Rc<Shared>, A) -> mlua::Result<Box<dyn Frame>> + 'static,
    ) -> mlua::Result<()>
    where
        A: FromLuaMulti,
    {
        let shared = Rc::clone(self.shared);
        let function = self.vm.lua().create_function(move |lua, args| {
            if !shared.in_routine.get() {
                return Err(mlua::Error::runtime(format!(
                    "{name} takes time: it cannot be called where only a question is answered"
                )));
            }
            *shared.parked.borrow_mut() = Some(body(lua, &shared, args)?);
            Ok(1)
        })?;
        self.table.raw_set(name, self.vm.waiting(function)?)
    }
}
