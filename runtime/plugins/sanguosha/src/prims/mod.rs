//! What the Luau half asks of Rust: small functions over whole numbers and texts.

mod acts;
mod asks;
mod cards;
mod player;
mod register;
mod room;
mod think;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::OnceLock;

use fangqi_sanguosha::{Frame, PlayerId, State};
use mlua::chunk::{ChunkMode, Compiler};
use mlua::{FromLuaMulti, Function, IntoLuaMulti, Lua, Table};

use super::constants;
use super::convert::{Who, packs_cards};
use super::host::{NO_GAME, Shared};
use super::mind::Inquiry;
use fangqi_vm::{HostObjects, RawArgs, RawResult, Vm, VmError};

/// The scripts of the Luau half, in the order in which they build on each other.
macro_rules! scripts {
    ($sources:ident, $compiled:ident: $($name:literal,)*) => {
        /// Compiled once for the process.
        static $compiled: [OnceLock<Vec<u8>>; $sources.len()] =
            [const { OnceLock::new() }; $sources.len()];
        pub(super) const $sources: &[&str] =
            &[$(include_str!(concat!("../lua/", $name, ".luau"))),*];
    };
}

scripts! { THINKING, THINKING_COMPILED:
    "ai/smart",
    "ai/tables",
    "ai/worth",
    "ai/standing",
    "ai/holding",
    "ai/effects",
    "ai/later",
    "ai/roles",
    "ai/responses",
    "ai/replies",
    "ai/uses",
    "ai/activate",
    "ai/panel",
    "ai/trust",
    "ai/strategies",
    "ai/thinking",
    "ai/estimates",
    "ai/marks",
    "ai/border",
    "ai/packed",
}

scripts! { SOURCES, COMPILED:
    "base",
    "cards",
    "card_statics",
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
}

scripts! { LAST, LAST_COMPILED:
    "watch",
}

/// What has to be done to libraries before they are sealed.
static LIBRARIES: OnceLock<Vec<u8>> = OnceLock::new();

/// What primitives work on: the state of the VM that was last made from their template.
type Current = Rc<RefCell<Option<Rc<Shared>>>>;

/// A VM in which Luau halves can be made one after the other: libraries sealed, primitives made,
/// scripts loaded and not run.
pub(super) struct VmTemplate {
    pub(super) vm: Rc<Vm>,
    own: Vec<Function>,
    prims: Table,
    constants: Table,
    current: Current,
    thinking: bool,
}

impl VmTemplate {
    /// A template for games, or for thinking about them.
    pub(super) fn new(vm: Vm, thinking: bool) -> Result<VmTemplate, VmError> {
        let lua = vm.lua();
        let libraries = include_str!("../lua/libraries.luau");
        own(&vm, &lua.globals(), &LIBRARIES, libraries)?.call::<()>(())?;
        vm.seal()?;
        let library = vm.library();
        let ai = THINKING_COMPILED.iter().zip(THINKING).filter(|_| thinking);
        let scripts = COMPILED.iter().zip(SOURCES).chain(ai);
        let scripts = scripts.chain(LAST_COMPILED.iter().zip(LAST));
        let load = |(script, source): (_, &&str)| own(&vm, &library, script, source);
        let own = scripts.map(load).collect::<mlua::Result<_>>()?;
        let current = Current::default();
        let prims = Prims { vm: &vm, current: &current, table: lua.create_table()? };
        for add in [register::add, player::add, cards::add, room::add, acts::add, asks::add] {
            add(&prims)?;
        }
        if thinking {
            think::add(&prims)?;
        }
        let prims = prims.table;
        let constants = lua.create_table()?;
        for (name, number) in constants::constants() {
            constants.raw_set(name, number)?;
        }
        for shared in [&prims, &constants] {
            shared.set_readonly(true);
        }
        Ok(VmTemplate { vm: Rc::new(vm), own, prims, constants, current, thinking })
    }

    /// What scripts reach of the host's. To be asked before any has run.
    pub(super) fn host_objects(&self) -> Result<HostObjects, VmError> {
        self.vm.host_objects(&[&self.prims, &self.constants])
    }

    /// Makes a Luau half in the globals that the VM has now; primitives are its own from here on.
    /// Gives its table, in which are the functions that Rust calls.
    pub(super) fn install(&self, shared: &Rc<Shared>) -> Result<Table, VmError> {
        let lua = self.vm.lua();
        *self.current.borrow_mut() = Some(Rc::clone(shared));
        if self.thinking {
            packs_cards(lua, &shared.catalogue);
        }
        let kit = lua.create_table()?;
        kit.raw_set("prim", &self.prims)?;
        kit.raw_set("constants", &self.constants)?;
        kit.raw_set("run", lua.create_table()?)?;
        kit.raw_set("globals", lua.globals())?;
        let looking = lua.create_buffer(0_u32.to_le_bytes())?;
        shared.looking.tell(looking.clone());
        kit.raw_set("looking", looking)?;
        let env = self.vm.own_globals()?;
        for script in &self.own {
            let script = script.deep_clone()?;
            script.set_environment(env.clone())?;
            self.vm.call::<()>(&script, &kit).map_err(mlua::Error::external)?;
        }
        Ok(kit)
    }
}

/// The name of the host's own scripts; frames in them are none of an author's.
const HOST_SCRIPT: &str = "=[fangqi]";

/// A script of the host's own, compiled once for the process.
pub(super) fn own(
    vm: &Vm,
    env: &Table,
    script: &OnceLock<Vec<u8>>,
    source: &str,
) -> mlua::Result<Function> {
    let chunk = vm.lua().load(compiled(script, source)?).set_environment(env.clone());
    chunk.set_name(HOST_SCRIPT).set_mode(ChunkMode::Binary).into_function()
}

fn compiled<'a>(script: &'a OnceLock<Vec<u8>>, source: &str) -> mlua::Result<&'a [u8]> {
    if let Some(bytecode) = script.get() {
        return Ok(bytecode);
    }
    // Lines of the host mean nothing to authors, and each room holds them; nor is the code to be
    // any larger than it need be.
    let compiler = Compiler::new().set_optimization_level(1).set_debug_level(0);
    let bytecode = compiler.compile(source)?;
    Ok(script.get_or_init(|| bytecode))
}

/// How many scripts a VM for games needs.
pub(super) const OWN_SCRIPTS: usize = SOURCES.len();

/// Compiles one of them before a VM needs it, for whoever has threads to do so.
pub(super) fn compile_own(at: usize) {
    if let Err(error) = compiled(&COMPILED[at], SOURCES[at]) {
        // Whoever loads it is told so.
        tracing::error!(%error, "a script of the program's own is no Lua");
    }
}

/// What primitives work on.
fn shared(current: &Current) -> mlua::Result<Rc<Shared>> {
    let shared = current.borrow().clone();
    shared.ok_or_else(|| mlua::Error::runtime(NO_GAME))
}

/// A table of primitives being filled.
struct Prims<'a> {
    vm: &'a Vm,
    current: &'a Current,
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
        let current = Rc::clone(self.current);
        let body = move |lua: &Lua, args| body(lua, &shared(&current)?, args);
        self.table.raw_set(name, self.vm.lua().create_function(body)?)
    }

    /// Adds a function that changes what packages bring.
    fn register<A, R>(
        &self,
        name: &str,
        body: impl Fn(&Lua, &Rc<Shared>, A) -> mlua::Result<R> + 'static,
    ) -> mlua::Result<()>
    where
        A: FromLuaMulti,
        R: IntoLuaMulti,
    {
        self.add(name, move |lua, shared, args| {
            shared.altered.set(true);
            body(lua, shared, args)
        })
    }

    /// Adds a function that looks at the game.
    fn read<A, R>(&self, name: &str, body: impl Fn(&State, A) -> R + 'static) -> mlua::Result<()>
    where
        A: FromLuaMulti,
        R: IntoLuaMulti,
    {
        self.add(name, move |_, shared, args| Ok(body(&shared.game()?.borrow(), args)))
    }

    /// Adds a function that looks at a player and needs no more than plain arguments to do so: the
    /// first is the player. Scripts see no difference but in time: see [`Vm::raw_call`].
    fn raw_call<R: Into<RawResult>>(
        &self,
        name: &str,
        body: impl Fn(&State, PlayerId, &RawArgs) -> Result<R, String> + 'static,
    ) -> mlua::Result<()> {
        let current = Rc::clone(self.current);
        let look = move |asked: &RawArgs| {
            let current = current.borrow();
            let shared = current.as_ref().ok_or(NO_GAME)?;
            let who = Who::asked(asked, 1)?;
            shared.raw_call(|state| body(state, who.0, asked)).map(Into::into)
        };
        self.table.raw_set(name, self.vm.raw_call(look)?)
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
        self.add(name, move |_, shared, args| Ok(body(&mut shared.changing()?.borrow_mut(), args)))
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
        let current = Rc::clone(self.current);
        let function = self.vm.lua().create_function(move |lua, args| {
            let shared = shared(&current)?;
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

    /// Adds a function for which a thinking computer waits.
    fn inquire<A>(
        &self,
        name: &'static str,
        body: impl Fn(&Lua, A) -> mlua::Result<Inquiry> + 'static,
    ) -> mlua::Result<()>
    where
        A: FromLuaMulti,
    {
        let current = Rc::clone(self.current);
        let function = self.vm.lua().create_function(move |lua, args| {
            let shared = shared(&current)?;
            if !shared.thinking.get() {
                return Err(mlua::Error::runtime(format!(
                    "{name} is for computers that think about an answer"
                )));
            }
            *shared.inquiry.borrow_mut() = Some(body(lua, args)?);
            Ok(1)
        })?;
        self.table.raw_set(name, self.vm.waiting(function)?)
    }
}
