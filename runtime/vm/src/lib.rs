//! The script VM: a small, bounded, deterministic Luau.
//!
//! One [`Vm`] belongs to one room. What it adds to mlua:
//!
//! * **Bounds.** Every step runs on counted [`Fuel`] and under a memory limit; library functions
//!   whose cost grows with their arguments charge for it. A script that catches the end of its fuel
//!   is ended again at its next safepoint, and its step fails even if it manages to return.
//! * **Determinism.** `pairs` and loops over bare tables have a defined order, `tostring` prints
//!   serial numbers, `math.random` and `os.*` are the room's, weak tables are made strong, and the
//!   collector runs only where its effects are a function of what the script did. `next` is Luau's
//!   own: its order depends on a table's history, which a replay repeats, except for keys that are
//!   tables or functions, whose order under `next` called by hand differs between processes.
//! * **Waiting.** Functions made by [`Vm::waiting`] park the task; see [`Step`].
//! * **Errors** that name script and line; see [`ScriptError`].
//!
//! Not charged, because it happens inside single instructions: redistributing a table's entries to
//! its two parts, which a script can cause without a net allocation, and passing very many
//! arguments. Both are bounded by the memory limit (some milliseconds at a time), and a watchdog
//! can end a script that repeats them through a [`StopHandle`].

#![deny(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]
#![warn(missing_docs)]

mod aliases;
mod clock;
mod compare;
mod compile;
mod content;
mod digest;
mod error;
mod event;
mod extent;
mod flags;
mod fuel;
mod garbage;
mod globals;
mod heap_fingerprint;
mod introspection;
mod lexer;
mod lua51;
mod matching;
mod modules;
mod native;
mod natives;
mod number;
mod order;
mod plain;
mod profile;
mod random;
mod raw_call;
mod rng;
mod source;
mod stop;
mod task;
mod text;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::OnceLock;

use mlua::chunk::ChunkMode;
use mlua::{Function, Lua, LuaOptions, StdLib, Table, Thread, Value};

pub use clock::Clock;
pub use clock::{Date, date, days};
pub use compare::{Root, differing};
pub use compile::{
    Compiled, HOST_SCRIPT, LIBRARIES, MAX_SOURCE, Modules, compile, compile_adding, compile_for,
    host_script, written_libraries,
};
pub use error::own_words;
pub use error::{ErrorKind, ScriptError, VmError};
pub use fuel::Fuel;
pub use heap_fingerprint::HostObjects;
pub use lexer::{Lexer, Token};
pub use lua51::without_escapes;
pub use modules::{ModuleDoor, is_module_path, required_modules};
pub use number::text as number_text;
pub use plain::{Plain, list_of_numbers, numbers_of_list, table_of};
pub use profile::{FunctionCost, LineCost, Profile, profiled};
pub use raw_call::{RawArgs, RawResult};
pub use rng::Rng;
pub use stop::{Replaying, StopHandle};
pub use task::{Step, Task};

/// The chunk name of the host's own Lua code.
const PRELUDE_NAME: &str = "[fangqi]";
/// The error that Luau raises at the memory limit.
const LUAU_OUT_OF_MEMORY: &str = "not enough memory";
/// What authors are told instead.
const OUT_OF_MEMORY: &str = "the script has reached its memory limit";
/// Maximum length of a text for `loadstring`, in bytes.
const MAX_LOADSTRING: usize = 256 * 1024;
/// Fuel for compiling one byte with `loadstring`, which takes about a microsecond.
const LOADSTRING_UNITS_PER_BYTE: u64 = 64;

/// Maximum depth of calls in one coroutine. It is built into Luau; a deeper call raises "stack
/// overflow".
pub const CALL_DEPTH: usize = 20_000;
/// Maximum depth of calls through library functions, metamethods and coroutines. It is built in as
/// well, because each of these takes some of the thread's own stack.
pub const NATIVE_DEPTH: usize = 200;

/// Resource limits of a VM.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VmLimits {
    /// Bytes of Lua memory.
    pub memory: usize,
    /// Units of fuel for a step, until [`Vm::set_fuel`] says otherwise. A unit is roughly 10 ns.
    pub fuel: u64,
}

impl Default for VmLimits {
    /// 32 MiB, and about half a second.
    fn default() -> Self {
        Self { memory: 32 << 20, fuel: 50_000_000 }
    }
}

/// Where `print` and `warn` go.
type Sink = Rc<RefCell<Option<Box<dyn FnMut(Level, &str)>>>>;

/// The kinds of text that a script prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// `print` and `printtag`.
    Print,
    /// `warn`, and warnings of the VM itself.
    Warn,
}

/// A Luau VM for one room.
pub struct Vm {
    lua: Lua,
    core: Rc<fuel::Core>,
    clock: Clock,
    sink: Sink,
    step_fuel: Cell<u64>,
    sealed: RefCell<Option<globals::Sealed>>,
    /// `xpcall` as Luau made it: the root of every task.
    root: Function,
    on_error: Function,
    tostring: Function,
    make_waiting: Function,
    /// The first value that a waiting task yields. Scripts never see it.
    tag: Table,
    pool: RefCell<Vec<Thread>>,
    events: RefCell<BTreeMap<Vec<String>, Function>>,
    native: native::Native,
}

impl std::fmt::Debug for Vm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vm")
            .field("memory", &self.memory())
            .field("fuel", &self.fuel_left())
            .field("sealed", &self.sealed.borrow().is_some())
            .finish_non_exhaustive()
    }
}

impl Vm {
    /// Creates a VM whose random numbers come from `seed`.
    ///
    /// Set the globals that scripts are to find through [`Vm::lua`], then call [`Vm::seal`].
    ///
    /// # Errors
    /// The memory limit is too small for the libraries (about 1 MiB).
    pub fn new(limits: &VmLimits, seed: u64) -> Result<Self, VmError> {
        flags::set();
        let libraries = StdLib::TABLE
            | StdLib::STRING
            | StdLib::MATH
            | StdLib::COROUTINE
            | StdLib::BIT
            | StdLib::BUFFER
            | StdLib::UTF8
            | StdLib::VECTOR
            | StdLib::DEBUG;
        let lua = Lua::new_with(libraries, LuaOptions::new().catch_rust_panics(true))?;
        lua.set_memory_limit(limits.memory)?;
        let core = Rc::new(fuel::Core::new(limits.memory, seed));
        fuel::install(&lua, &core)?;
        let clock = Clock::default();
        extent::check(&lua)?;
        natives::install(&lua)?;
        text::install(&lua)?;
        order::install(&lua)?;
        random::install(&lua)?;
        clock::install(&lua, &clock, &core)?;
        let globals = lua.globals();
        let root = globals.raw_get("xpcall")?;
        // SAFETY: `on_error` is a C function that keeps Luau's calling convention.
        let on_error = unsafe { lua.create_c_function(fuel::on_error)? };
        let tag = lua.create_table()?;
        let sink = Sink::default();
        let host = host_functions(&lua, &core, &sink)?;
        lua.load(prelude()?)
            .set_name(format!("={PRELUDE_NAME}"))
            .set_mode(ChunkMode::Binary)
            .call::<()>((&host, &tag))?;
        let vm = Self {
            root,
            on_error,
            tostring: globals.raw_get("tostring")?,
            make_waiting: host.raw_get("waiting")?,
            tag,
            core,
            clock,
            sink,
            step_fuel: Cell::new(limits.fuel),
            sealed: RefCell::default(),
            pool: RefCell::default(),
            events: RefCell::default(),
            native: native::Native::default(),
            lua,
        };
        Ok(vm)
    }

    /// The Lua state, for building API tables. Do not set interrupts or thread events on it, and do
    /// not restart its collector. Run scripts through [`Vm::start`] only: a function called
    /// directly uses the fuel that the last step left, and cannot wait.
    pub fn lua(&self) -> &Lua {
        &self.lua
    }

    /// Allows up to `bytes` of garbage before a collection, if that is more than usual: for
    /// programs with few VMs that must be fast. The memory limit stays.
    pub fn set_slack(&self, bytes: usize) {
        self.core.garbage.set_slack(bytes);
    }

    /// Loads a compiled script as a function. Cheap: nothing is compiled.
    ///
    /// # Errors
    /// Out of memory.
    pub fn load(&self, script: &Compiled) -> Result<Function, ScriptError> {
        // Nothing else collects the garbage of loading scripts without running them.
        if self.core.collection_due(&self.lua) {
            self.collect();
        }
        let main =
            script.function(&self.lua).map_err(|error| ScriptError::from_mlua(&error, &[]))?;
        if let Some(source) = script.native_source()
            && !self.native.wants(&main, source)
        {
            let text = format!(
                "{}: interpreted, for the scripts with --!native are longer than {} KiB together",
                script.name(),
                native::MAX_SOURCE >> 10
            );
            tell(&self.sink, Level::Warn, &text);
        }
        Ok(main)
    }

    /// Sets the fuel that each step starts with.
    pub fn set_fuel(&self, units: u64) {
        self.step_fuel.set(units);
    }

    /// Fuel that the last step left; 0 if it ran out.
    pub fn fuel_left(&self) -> u64 {
        u64::try_from(self.core.left()).unwrap_or(0)
    }

    /// Fuel that the last step used.
    pub fn fuel_used(&self) -> u64 {
        self.fuel_of_step().saturating_sub(self.fuel_left())
    }

    /// A handle for host functions that charge fuel.
    pub fn fuel(&self) -> Fuel {
        self.core.fuel()
    }

    /// Bytes of Lua memory in use.
    pub fn memory(&self) -> usize {
        self.lua.used_memory()
    }

    /// Collects all garbage now.
    pub fn collect(&self) {
        // It could only fail in a finalizer, of which scripts have none.
        if self.core.collect(&self.lua).is_err() {
            tracing::warn!("a Lua collection failed");
        }
    }

    /// The state of the random number generator, for the room's hash.
    pub fn rng_state(&self) -> [u64; 4] {
        self.core.rng.get().state()
    }

    /// Sets the random number generator to a state that [`Self::rng_state`] returned.
    pub fn set_rng_state(&self, state: [u64; 4]) {
        self.core.rng.set(Rng::from_state(state));
    }

    /// The clock that scripts see.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Sets where `print`, `warn` and the VM's own warnings go. Without a sink they are dropped.
    pub fn set_sink(&self, sink: impl FnMut(Level, &str) + 'static) {
        *self.sink.borrow_mut() = Some(Box::new(sink));
    }

    /// Makes a host function able to wait.
    ///
    /// `f(...)` returns an integer, the token of an operation, to park the calling task until it is
    /// resumed with the operation's results; or `nil, results...` to return at once.
    ///
    /// # Errors
    /// Out of memory.
    pub fn waiting(&self, f: Function) -> mlua::Result<Function> {
        self.make_waiting.call(f)
    }

    /// Turns fuel counting off, to measure what it costs. Not for rooms.
    ///
    /// # Errors
    /// Out of memory.
    #[doc(hidden)]
    pub fn without_interrupt(&self) -> mlua::Result<()> {
        fuel::uninstall(&self.lua, &self.core)
    }

    /// Prints warnings about what the raw functions have noted.
    fn report_notes(&self) {
        if self.core.ambiguous_order.take() {
            tell(
                &self.sink,
                Level::Warn,
                "pairs: some keys are tables or functions that look alike; their order is not \
                 defined. Use strings or numbers as keys, or give each table a field that differs.",
            );
        }
        if self.core.weak_refused.take() {
            tell(&self.sink, Level::Warn, "setmetatable: weak tables (__mode) are made strong.");
        }
    }
}

fn tell(sink: &Sink, level: Level, text: &str) {
    // A sink that prints through the VM again would be a bug; then the line is dropped, which is
    // harmless.
    if let Ok(mut sink) = sink.try_borrow_mut()
        && let Some(sink) = sink.as_mut()
    {
        sink(level, text);
    }
}

/// The prelude's bytecode, compiled once for the process.
fn prelude() -> mlua::Result<&'static [u8]> {
    static BYTECODE: OnceLock<Vec<u8>> = OnceLock::new();
    if let Some(bytecode) = BYTECODE.get() {
        return Ok(bytecode);
    }
    let bytecode = compile::compiler().compile(include_str!("prelude.luau"))?;
    Ok(BYTECODE.get_or_init(|| bytecode))
}

/// The functions that the prelude needs from Rust.
fn host_functions(lua: &Lua, core: &Rc<fuel::Core>, sink: &Sink) -> mlua::Result<Table> {
    let host = lua.create_table()?;
    host.raw_set("name", PRELUDE_NAME)?;
    host.raw_set(
        "message",
        lua.create_function(|lua, error: Value| match error {
            Value::Error(error) => lua.create_string(error::message_of(&error)).map(Value::String),
            other => Ok(other),
        })?,
    )?;
    // SAFETY: a C function that keeps Luau's calling convention.
    host.raw_set("caught", unsafe { lua.create_c_function(fuel::on_caught)? })?;
    let output = Rc::clone(sink);
    host.raw_set(
        "sink",
        lua.create_function(move |_, (level, text): (mlua::LuaString, mlua::LuaString)| {
            let level = if *level.as_bytes() == *b"warn" { Level::Warn } else { Level::Print };
            tell(&output, level, &fuel::lossy(&text));
            Ok(())
        })?,
    )?;
    let held = lua.create_table()?;
    held.set_metatable(Some(lua.create_table_from([("__mode", "k")])?))?;
    host.raw_set("held", held)?;
    // Weak: the Lua state owns the core, and its closures must not keep it alive in a cycle.
    let weak = Rc::downgrade(core);
    host.raw_set(
        "escaped",
        lua.create_function(move |_, ()| {
            if let Some(core) = weak.upgrade() {
                core.escaped.set(true);
            }
            Ok(())
        })?,
    )?;
    let weak = Rc::downgrade(core);
    host.raw_set(
        "load",
        lua.create_function(
            move |lua, (text, name): (mlua::LuaString, Option<mlua::LuaString>)| {
                let fuel = weak.upgrade().map(|core| core.fuel());
                load_text(lua, fuel.as_ref(), &text, name.as_ref())
            },
        )?,
    )?;
    Ok(host)
}

/// `loadstring`: returns a function, or nil and the reason.
fn load_text(
    lua: &Lua,
    fuel: Option<&Fuel>,
    text: &mlua::LuaString,
    name: Option<&mlua::LuaString>,
) -> mlua::Result<(Option<Function>, Option<String>)> {
    let size = text.as_bytes().len();
    if size > MAX_LOADSTRING {
        return Ok((None, Some("the text is longer than 256 KiB".to_owned())));
    }
    if let Some(fuel) = fuel {
        fuel.charge(size as u64 * LOADSTRING_UNITS_PER_BYTE)?;
    }
    let name = name.map_or_else(|| "loadstring".to_owned(), fuel::lossy);
    let name = name.trim_start_matches(['=', '@']);
    let name: String = name.chars().filter(|c| !c.is_control()).take(64).collect();
    match compile(&name, &text.as_bytes()) {
        Err(error) => Ok((None, Some(error.to_string()))),
        Ok(compiled) => Ok((Some(compiled.function(lua)?), None)),
    }
}
