//! `Board` as rules know it outside a room; `module.rs` has the same functions.

use std::cell::RefCell;
use std::rc::Rc;

use mlua::{Lua, Table, Value};

use super::spec::Spec;
use super::{lattice, pieces};
use fangqi_binding::args::{Arg, Module};
use fangqi_vm::Vm;

/// Makes it. `Board:define` fills in `defined`; a call that is wrong is an error.
pub(super) fn board(vm: &Vm, defined: &Rc<RefCell<Option<Spec>>>) -> mlua::Result<Table> {
    let lua = vm.lua();
    let board = lua.create_table()?;
    let given = Rc::clone(defined);
    let define = lua.create_function(move |lua, (_, table): (Module, Value)| {
        let table: Table = argument("define", table, lua, 1, "board")?;
        let spec = Spec::read(table, lua).map_err(|why| wrong("define", why))?;
        if given.replace(Some(spec)).is_some() {
            return Err(wrong("define", "a map has one board"));
        }
        Ok(())
    })?;
    board.raw_set("define", define)?;
    let fuel = vm.fuel();
    let grid = move |lua: &Lua, (_, columns, rows, on): (Module, Value, Value, Value)| {
        let columns = argument("grid", columns, lua, 1, "columns")?;
        let rows = argument("grid", rows, lua, 2, "rows")?;
        let on = argument("grid", on, lua, 3, "on")?;
        lattice::grid(lua, &|units| fuel.charge(units), columns, rows, on)
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
