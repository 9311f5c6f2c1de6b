//! `Board` as rules know it outside a room; `module.rs` has the same functions.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use mlua::{Lua, Table, Value};

use super::parameters::{self, Parameters};
use super::spec::Spec;
use super::{lattice, pieces};
use fangqi_binding::args::{Arg, Module};
use fangqi_vm::Vm;

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
    let given = Rc::clone(told);
    let define = lua.create_function(move |lua, (_, table): (Module, Value)| {
        let table: Table = argument("define", table, lua, 1, "board")?;
        let spec = Spec::read(table, lua).map_err(|why| wrong("define", why))?;
        if given.borrow_mut().defined.replace(spec).is_some() {
            return Err(wrong("define", "a map has one board"));
        }
        Ok(())
    })?;
    board.raw_set("define", define)?;
    let (given, asked) = (parameters.clone(), Rc::clone(told));
    let parameter = move |lua: &Lua, (_, name): (Module, Value)| {
        let name: String = argument("parameter", name, lua, 1, "name")?;
        let value = parameters::find(&given, &name).map_err(|why| wrong("parameter", why))?;
        asked.borrow_mut().asked.insert(name);
        value.value(lua)
    };
    board.raw_set("parameter", lua.create_function(parameter)?)?;
    let fuel = vm.fuel();
    type Grid = (Module, Value, Value, Value, Value);
    let grid = move |lua: &Lua, (_, columns, rows, on, letters): Grid| {
        let columns = argument("grid", columns, lua, 1, "columns")?;
        let rows = argument("grid", rows, lua, 2, "rows")?;
        let on = argument("grid", on, lua, 3, "on")?;
        let letters = argument("grid", letters, lua, 4, "letters")?;
        lattice::grid(lua, &|units| fuel.charge(units), columns, rows, on, letters)
            .map_err(|why| why.raised("grid"))
    };
    board.raw_set("grid", lua.create_function(grid)?)?;
    let fuel = vm.fuel();
    let hexes = move |lua: &Lua, (_, rows): (Module, Value)| {
        let rows = argument("hexes", rows, lua, 1, "rows")?;
        lattice::hexes(lua, &|units| fuel.charge(units), rows).map_err(|why| why.raised("hexes"))
    };
    board.raw_set("hexes", lua.create_function(hexes)?)?;
    let fuel = vm.fuel();
    let points = move |lua: &Lua, (_, lines): (Module, Value)| {
        let lines: String = argument("points", lines, lua, 1, "lines")?;
        lattice::points(lua, &|units| fuel.charge(units), &lines)
            .map_err(|why| why.raised("points"))
    };
    board.raw_set("points", lua.create_function(points)?)?;
    let fuel = vm.fuel();
    let pieces = move |lua: &Lua, (_, sides, kinds): (Module, Value, Value)| {
        let sides = argument("pieces", sides, lua, 1, "sides")?;
        let kinds = argument("pieces", kinds, lua, 2, "kinds")?;
        pieces::pieces(lua, &|units| fuel.charge(units), &sides, kinds)
            .map_err(|why| why.raised("pieces"))
    };
    board.raw_set("pieces", lua.create_function(pieces)?)?;
    Ok(board)
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
