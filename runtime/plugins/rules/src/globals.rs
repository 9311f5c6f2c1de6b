//! `Board` as rules know it outside a room; `module.rs` has the same functions.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ffi::c_void;
use std::rc::Rc;

use mlua::{Lua, Table, Value};

use super::parameters::{self, Parameters};
use super::spec::Spec;
use super::{lattice, pieces};
use fangqi_binding::args::{Arg, Whole};
use fangqi_vm::{Vm, VmError, VmLimits};

/// The global with the functions of rules.
pub const BOARD: &str = "Board";

/// The functions of `Board` that rules call; those of the module beside them are for scripts.
pub const FUNCTIONS: [&str; 6] = ["define", "grid", "hexes", "points", "pieces", "parameter"];

/// What a script of rules has told the host, and asked of it.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// What `Board:define` was given.
    pub(super) defined: Option<Spec>,
    /// The parameters that were asked for.
    pub(super) asked: BTreeSet<String>,
}

/// Makes it. What the script says goes into `told`; a call that is wrong is an error.
pub(super) fn board(
    vm: &Vm,
    parameters: &Parameters,
    told: &Rc<RefCell<Told>>,
) -> mlua::Result<Table> {
    let lua = vm.lua();
    let board = lua.create_table()?;
    let this = Receiver::of(&board);
    let given = Rc::clone(told);
    let define = lua.create_function(move |lua, (on, table): (Value, Value)| {
        this.check("define", &on)?;
        let table: Table = argument("define", table, lua, 1, "board")?;
        let spec = Spec::read(table, lua).map_err(|why| wrong("define", why))?;
        if given.borrow_mut().defined.replace(spec).is_some() {
            return Err(wrong("define", "a map has one board"));
        }
        Ok(())
    })?;
    board.raw_set("define", define)?;
    let (given, asked) = (parameters.clone(), Rc::clone(told));
    let parameter = move |lua: &Lua, (on, name): (Value, Value)| {
        this.check("parameter", &on)?;
        let name: String = argument("parameter", name, lua, 1, "name")?;
        let value = parameters::find(&given, &name).map_err(|why| wrong("parameter", why))?;
        asked.borrow_mut().asked.insert(name);
        value.value(lua)
    };
    board.raw_set("parameter", lua.create_function(parameter)?)?;
    let fuel = vm.fuel();
    type Grid = (Value, Value, Value, Value, Value);
    let grid = move |lua: &Lua, (board, columns, rows, on, letters): Grid| {
        this.check("grid", &board)?;
        let Whole(columns) = argument("grid", columns, lua, 1, "columns")?;
        let Whole(rows) = argument("grid", rows, lua, 2, "rows")?;
        let on = argument("grid", on, lua, 3, "on")?;
        let letters = argument("grid", letters, lua, 4, "letters")?;
        lattice::grid(lua, &|units| fuel.charge(units), columns, rows, on, letters)
            .map_err(|why| why.raised("grid"))
    };
    board.raw_set("grid", lua.create_function(grid)?)?;
    let fuel = vm.fuel();
    let hexes = move |lua: &Lua, (on, rows): (Value, Value)| {
        this.check("hexes", &on)?;
        let rows = argument("hexes", rows, lua, 1, "rows")?;
        lattice::hexes(lua, &|units| fuel.charge(units), rows).map_err(|why| why.raised("hexes"))
    };
    board.raw_set("hexes", lua.create_function(hexes)?)?;
    let fuel = vm.fuel();
    let points = move |lua: &Lua, (on, lines): (Value, Value)| {
        this.check("points", &on)?;
        let lines: String = argument("points", lines, lua, 1, "lines")?;
        lattice::points(lua, &|units| fuel.charge(units), &lines)
            .map_err(|why| why.raised("points"))
    };
    board.raw_set("points", lua.create_function(points)?)?;
    let fuel = vm.fuel();
    let pieces = move |lua: &Lua, (on, sides, kinds): (Value, Value, Value)| {
        this.check("pieces", &on)?;
        let sides = argument("pieces", sides, lua, 1, "sides")?;
        let kinds = argument("pieces", kinds, lua, 2, "kinds")?;
        pieces::pieces(lua, &|units| fuel.charge(units), &sides, kinds)
            .map_err(|why| why.raised("pieces"))
    };
    board.raw_set("pieces", lua.create_function(pieces)?)?;
    Ok(board)
}

/// The names of all globals that rules find.
///
/// # Errors
/// There is no VM.
pub fn names() -> Result<BTreeSet<String>, VmError> {
    let vm = Vm::new(&VmLimits { memory: 16 << 20, fuel: 0 }, 0)?;
    let mut names = vm.library_names()?;
    names.insert(BOARD.to_owned());
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_find_the_functions_that_are_listed() {
        let vm = Vm::new(&VmLimits { memory: 16 << 20, fuel: 0 }, 0).unwrap();
        let board = board(&vm, &Parameters::default(), &Rc::default()).unwrap();
        let there: BTreeSet<String> =
            board.pairs::<String, Value>().map(|pair| pair.unwrap().0).collect();
        assert_eq!(there, FUNCTIONS.map(str::to_owned).into());
        let names = names().unwrap();
        assert!(names.contains("Board") && names.contains("math") && !names.contains("Hud"));
    }
}

/// `Board` itself, before the colon of a call. A dot passes the first argument in its place, and
/// each of the others in the place of the one before.
#[derive(Clone, Copy)]
struct Receiver(*const c_void);

impl Receiver {
    /// Only its address is kept: functions of a table that held it would hold each other.
    fn of(board: &Table) -> Self {
        Self(board.to_pointer())
    }

    fn check(self, function: &str, given: &Value) -> mlua::Result<()> {
        if given.to_pointer() == self.0 {
            return Ok(());
        }
        let why = format!("call Board:{function} with a colon, not with a dot");
        Err(mlua::Error::runtime(why))
    }
}

fn argument<T: Arg>(
    function: &str,
    value: Value,
    lua: &Lua,
    position: u32,
    name: &str,
) -> mlua::Result<T> {
    let wrong = |wanted| wrong(function, format!("argument {position}, {name}, must be {wanted}"));
    T::read(&value, lua).map_err(wrong)
}

fn wrong(function: &str, why: impl std::fmt::Display) -> mlua::Error {
    mlua::Error::runtime(format!("Board:{function}: {why}"))
}

impl lattice::LatticeError {
    /// The error that a script gets from one of the functions.
    fn raised(self, function: &str) -> mlua::Error {
        match self {
            Self::Wrong(why) => wrong(function, why),
            Self::Lua(error) => error,
        }
    }
}
