//! A board's rules in a VM: the author's functions, and what the host makes of them.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use mlua::{Function, MultiValue, Table, Value};

use super::globals;
use super::parameters::Parameters;
use super::spec::Spec;
use fangqi_binding::plain;
use fangqi_protocol::{SEAT_TAGS_MAX, TAG_CHARACTERS_MAX};
use fangqi_vm::{Compiled, ErrorKind, Level, ScriptError, Vm, VmError, VmLimits, host_script};

/// Lua memory of rules that run outside a room.
const MEMORY: usize = 64 << 20;
/// Fuel of one call of rules outside a room: about two tenths of a second.
pub(super) const FUEL_PER_CALL: u64 = 20_000_000;
/// Fuel for running the script itself.
const FUEL_AT_LOAD: u64 = 50_000_000;

/// Most values of a state.
pub(super) const VALUES_MAX: usize = 1 << 16;
/// Bytes of a state that are looked at for a unit of fuel.
pub(super) const BYTES_PER_UNIT: u64 = 4;

/// Why rules cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// The script failed, or says nothing of use.
    #[error(transparent)]
    Script(#[from] ScriptError),
    /// There is no VM.
    #[error(transparent)]
    Vm(#[from] VmError),
    /// There is no memory.
    #[error("out of memory")]
    Memory(#[from] mlua::Error),
}

/// The rules of a board in a VM of their own, outside any room.
#[derive(Debug)]
pub struct RulesVm {
    vm: Vm,
    referee: Table,
    spec: Spec,
    asked: BTreeSet<String>,
}

impl RulesVm {
    /// Runs a compiled script of rules with the parameters that its map gives. `seed` is where its
    /// `math.random` starts.
    ///
    /// # Errors
    /// What is wrong with the script, and where.
    pub fn load(script: &Compiled, parameters: &Parameters, seed: u64) -> Result<Self, RulesError> {
        Self::heard(script, parameters, seed, |_, _| ())
    }

    /// As [`Self::load`]; `sink` hears what the rules print, from their first line on.
    pub(super) fn heard(
        script: &Compiled,
        parameters: &Parameters,
        seed: u64,
        sink: impl FnMut(Level, &str) + 'static,
    ) -> Result<Self, RulesError> {
        let vm = Vm::new(&VmLimits { memory: MEMORY, fuel: FUEL_AT_LOAD }, seed)?;
        vm.set_sink(sink);
        let told = Rc::default();
        vm.lua().globals().set(globals::BOARD, globals::board(&vm, parameters, &told)?)?;
        forbid_clock(&vm)?;
        vm.seal()?;
        let modules = vm.provide(Arc::clone(script.modules()))?;
        let chunk = vm.load(script)?;
        vm.start(chunk, ())?;
        modules.close();
        let globals::Told { defined, asked } = told.take();
        let spec = defined.ok_or_else(|| undefined(script.name()))?;
        let referee = referee(&vm, &spec)?;
        vm.set_fuel(FUEL_PER_CALL);
        Ok(Self { vm, referee, spec, asked })
    }

    /// What the script defines.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Whether the script has asked for the parameter of this name.
    pub(super) fn has_asked(&self, name: &str) -> bool {
        self.asked.contains(name)
    }

    /// The state in which a game begins: of so many players, or the usual number, with options by
    /// name, or as usual.
    ///
    /// # Errors
    /// What is wrong with the rules, with script and line.
    pub fn setup(
        &self,
        players: Option<u8>,
        options: &[(&str, &str)],
    ) -> Result<Table, ScriptError> {
        let given = self.options(players, options).map_err(|error| ScriptError::host(&error))?;
        let setup: Function =
            self.referee.raw_get("setup").map_err(|error| ScriptError::host(&error))?;
        self.vm.call(&setup, given)
    }

    /// The state of a position as the rules write it.
    ///
    /// # Errors
    /// The rules read no positions, or why this is none.
    pub fn position(&self, text: &str, players: Option<u8>) -> Result<Table, String> {
        let reads: Value =
            self.spec.rules.raw_get("read_position").map_err(|error| error.to_string())?;
        if reads.is_nil() {
            return Err("the rules read no positions: they have no `read_position`".to_owned());
        }
        let given = self.options(players, &[]).map_err(|error| error.to_string())?;
        let read: Function =
            self.referee.raw_get("read_position").map_err(|error| error.to_string())?;
        let read = self.vm.call::<(Option<Table>, Value)>(&read, (text, given));
        let (state, why) = read.map_err(|error| error.to_string())?;
        state.ok_or_else(|| match why {
            Value::String(why) => format!("\"{text}\" is no position: {}", why.to_string_lossy()),
            _ => format!("\"{text}\" is no position"),
        })
    }

    /// Plain data, such as a move of a [`Thought`](super::Thought), as a value of these rules.
    ///
    /// # Errors
    /// It is damaged.
    pub fn read(&self, data: &[u8]) -> Result<Value, String> {
        plain::read(data, self.vm.lua())
    }

    /// A value, such as a state of these rules, as plain data.
    ///
    /// # Errors
    /// Which part of it is no plain data.
    pub fn write(&self, value: &Value) -> Result<Vec<u8>, String> {
        plain::write(value, VALUES_MAX)
    }

    /// What `setup` is given.
    pub(super) fn options(
        &self,
        players: Option<u8>,
        options: &[(&str, &str)],
    ) -> mlua::Result<Table> {
        let given = self.vm.lua().create_table()?;
        for (name, values) in &self.spec.options {
            let chosen = options.iter().find(|(option, _)| option == name);
            let value = chosen.map_or(values[0].as_str(), |(_, value)| value);
            given.raw_set(name.as_str(), value)?;
        }
        given.raw_set("players", players.unwrap_or(self.spec.players[0]))?;
        Ok(given)
    }

    /// What the host's scripts are told of the board.
    pub(super) fn facts(&self) -> mlua::Result<Table> {
        facts(&self.vm, &self.spec)
    }

    /// Its VM.
    pub(super) fn vm(&self) -> &Vm {
        &self.vm
    }

    /// The functions of `referee.luau`.
    pub(super) fn referee(&self) -> &Table {
        &self.referee
    }
}

/// Functions that tell the time.
const CLOCK: [&str; 3] = ["time", "date", "clock"];

/// Makes the functions that tell the time fail. A room has them, at the time of the room; a
/// computer that thinks has no such time, and a game that is checked would go on otherwise.
fn forbid_clock(vm: &Vm) -> mlua::Result<()> {
    let os: Table = vm.lua().globals().raw_get("os")?;
    for name in CLOCK {
        let refuse = vm.lua().create_function(move |_, _: MultiValue| {
            let why = "rules do not know the time, and a game goes on alike at any: keep in the \
                       state what has happened";
            Err::<(), _>(mlua::Error::runtime(format!("os.{name}: {why}")))
        })?;
        os.raw_set(name, refuse)?;
    }
    Ok(())
}

/// What the author of a script is told that defines nothing.
pub(super) fn undefined(script: &str) -> ScriptError {
    ScriptError {
        kind: ErrorKind::Error,
        script: script.to_owned(),
        line: 0,
        message: "it defines no board: call Board:define { … }".to_owned(),
        traceback: String::new(),
        called: String::new(),
    }
}

/// Runs `referee.luau` on an author's functions.
pub(super) fn referee(vm: &Vm, spec: &Spec) -> Result<Table, ScriptError> {
    static SCRIPT: OnceLock<Compiled> = OnceLock::new();
    let chunk = vm.load(host_script(&SCRIPT, include_str!("lua/referee.luau"))?)?;
    let facts = facts(vm, spec).map_err(|error| ScriptError::host(&error))?;
    vm.call(&chunk, (&spec.rules, facts))
}

/// What the host's scripts are told of a board.
fn facts(vm: &Vm, spec: &Spec) -> mlua::Result<Table> {
    let (lua, fuel) = (vm.lua(), vm.fuel());
    let facts = lua.create_table()?;
    let not_plain = lua.create_function(move |_, state: Value| {
        Ok(match plain::write(&state, VALUES_MAX) {
            Ok(bytes) => {
                fuel.charge(bytes.len() as u64 / BYTES_PER_UNIT)?;
                None
            }
            Err(problem) => Some(problem),
        })
    })?;
    facts.raw_set("not_plain", not_plain)?;
    let cells = spec.layout.cells().map_err(mlua::Error::external)?;
    facts.raw_set("cells", cells.len())?;
    facts.raw_set("pieces", spec.pieces.len())?;
    facts.raw_set("tags_max", SEAT_TAGS_MAX)?;
    facts.raw_set("tag_characters_max", TAG_CHARACTERS_MAX)?;
    facts.raw_set("script", spec.place.0.as_str())?;
    facts.raw_set("line", spec.place.1)?;
    Ok(facts)
}
