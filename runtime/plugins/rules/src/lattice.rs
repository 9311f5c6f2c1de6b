//! What rules are given to know their cells by: tables and functions made from a layout.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use mlua::{Function, IntoLuaMulti, Lua, Table, Value};

use super::layout::{CELLS_MAX, Cell, Layout, SIDE_MAX};
use super::spec;
use fangqi_binding::args::describe;
use fangqi_vm::{Compiled, host_script};
use fangqi_world::nearest;

/// Steps to the eight neighbours on a grid, the four straight ones first; each half is turned back
/// by the next.
const GRID: [(i32, i32); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
/// Steps to the six neighbours of a hexagon, columns in half cells.
const HEXES: [(i32, i32); 6] = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)];

/// Fuel for a cell, a point or a piece that is described: a microsecond or so.
pub(super) const FUEL_EACH: u64 = 100;

/// What takes fuel from the script that called.
pub(super) type Charge<'a> = &'a dyn Fn(u64) -> mlua::Result<()>;

/// Why there is no lattice: what is wrong with the call, or the VM's own error.
#[derive(Debug, thiserror::Error)]
pub(super) enum LatticeError {
    /// The arguments describe no board.
    #[error("{0}")]
    Wrong(String),
    /// Out of memory or fuel.
    #[error(transparent)]
    Lua(#[from] mlua::Error),
}

impl From<String> for LatticeError {
    fn from(why: String) -> Self {
        Self::Wrong(why)
    }
}

/// `Board:grid`.
pub(super) fn grid(
    lua: &Lua,
    charge: Charge<'_>,
    columns: u8,
    rows: u8,
    on: Option<String>,
    letters: Option<String>,
) -> Result<Table, LatticeError> {
    charge(FUEL_EACH * u64::from(columns) * u64::from(rows))?;
    let grid = lua.create_table_from([("columns", columns), ("rows", rows)])?;
    grid.raw_set("on", on)?;
    grid.raw_set("letters", letters)?;
    let layout = lua.create_table_from([("grid", grid)])?;
    let place = |cell: &Cell| (cell.pos.x + 1, cell.pos.z + 1);
    make(lua, "grid", layout, (&GRID, 4), &[], place)
}

/// `Board:hexes`.
pub(super) fn hexes(lua: &Lua, charge: Charge<'_>, rows: Table) -> Result<Table, LatticeError> {
    let cells = u64::from(SIDE_MAX) * rows.raw_len() as u64;
    charge(FUEL_EACH * cells.min(CELLS_MAX as u64))?;
    let layout = lua.create_table_from([("hexes", rows)])?;
    let place = |cell: &Cell| (cell.pos.x + 1, cell.pos.z / 2 + 1);
    make(lua, "hexes", layout, (&HEXES, HEXES.len()), &[], place)
}

/// `Board:points`: lines such as `a1 d1 g1, a1 a4 a7`, whose names say where the points lie.
pub(super) fn points(lua: &Lua, charge: Charge<'_>, text: &str) -> Result<Table, LatticeError> {
    charge(FUEL_EACH * text.len() as u64)?;
    let mut points: Vec<(i32, i32, &str)> = Vec::new();
    for name in text.split([',', ' ', '\t', '\r', '\n']).filter(|name| !name.is_empty()) {
        let (column, row) = column_and_row(name)?;
        points.push((row, column, name));
    }
    points.sort_unstable();
    points.dedup();
    let numbers: BTreeMap<&str, usize> = points.iter().map(|point| point.2).zip(1..).collect();
    let number = |name: &str| numbers.get(name).copied();
    let line = |line: &str| line.split_whitespace().filter_map(number).collect::<Vec<_>>();
    let paths: Vec<Vec<usize>> = text.split(',').map(line).filter(|line| line.len() > 1).collect();
    let listed = lua.create_table()?;
    for (row, column, name) in &points {
        let point = (*name, *column, *row).into_lua_multi(lua)?;
        listed.raw_push(lua.create_sequence_from(point)?)?;
    }
    let drawn = lua.create_table()?;
    for pair in paths.iter().flat_map(|path| path.windows(2)) {
        drawn.raw_push(lua.create_sequence_from(pair.iter().copied())?)?;
    }
    let layout = lua.create_table_from([("points", listed), ("lines", drawn)])?;
    let place = |cell: &Cell| (cell.pos.x + 1, cell.pos.z + 1);
    make(lua, "points", layout, (&[], 0), &paths, place)
}

/// The place, from 0, that a name such as `d7` says.
fn column_and_row(name: &str) -> Result<(i32, i32), String> {
    let wrong = || format!("a point is named by its column and row, such as d7, not \"{name}\"");
    let letter = name.chars().next().filter(char::is_ascii_lowercase).ok_or_else(wrong)?;
    let row: u8 =
        name[1..].parse().ok().filter(|row| (1..=SIDE_MAX).contains(row)).ok_or_else(wrong)?;
    Ok((i32::from(letter as u8 - b'a'), i32::from(row) - 1))
}

/// What raises an error about a call of a function of the table that `Board:maker` has made: of
/// which argument is wrong, or that a colon passed the table itself. The author reads it at the
/// line of the call.
pub(super) fn refuse(lua: &Lua, maker: &'static str) -> mlua::Result<Function> {
    type Refused = (String, u32, String, String, Value, bool);
    let refuse = move |_: &Lua, (name, position, argument, wanted, value, is_colon): Refused| {
        let why = if is_colon {
            format!("call {maker}.{name} with a dot, not with a colon")
        } else {
            let found = describe(&value);
            format!(
                "{maker}.{name}: argument {position}, {argument}, must be {wanted}, not {found}"
            )
        };
        Err::<(), _>(mlua::Error::runtime(why))
    };
    lua.create_function(refuse)
}

/// Makes the table of `Board:maker`. With the directions to other
/// cells comes how many of the first are straight.
fn make(
    lua: &Lua,
    maker: &'static str,
    layout: Table,
    (directions, straight): (&[(i32, i32)], usize),
    paths: &[Vec<usize>],
    place: impl Fn(&Cell) -> (i32, i32),
) -> Result<Table, LatticeError> {
    static LATTICE: OnceLock<Compiled> = OnceLock::new();
    static LINES: OnceLock<Compiled> = OnceLock::new();
    let read: Layout = spec::layout(layout.clone(), lua)?;
    let wrong = |why: super::LayoutProblem| LatticeError::Wrong(why.to_string());
    read.tiles().map_err(wrong)?;
    let cells = read.cells().map_err(wrong)?;
    let given = lua.create_table()?;
    given.raw_set("layout", layout)?;
    let names = cells.iter().map(|cell| cell.name.as_str());
    given.raw_set("names", lua.create_sequence_from(names)?)?;
    given.raw_set("columns", lua.create_sequence_from(cells.iter().map(|cell| place(cell).0))?)?;
    given.raw_set("rows", lua.create_sequence_from(cells.iter().map(|cell| place(cell).1))?)?;
    let directions = directions.iter().map(|(x, z)| vec![*x, *z]);
    given.raw_set("directions", lua.create_sequence_from(directions)?)?;
    given.raw_set("straight", straight)?;
    given.raw_set("paths", lua.create_sequence_from(paths.iter().cloned())?)?;
    let near = |_: &Lua, (word, known): (String, Vec<String>)| {
        Ok(nearest(&word, known.iter().map(String::as_str)).map(str::to_owned))
    };
    given.raw_set("nearest", lua.create_function(near)?)?;
    given.raw_set("refuse", refuse(lua, maker)?)?;
    let lattice: Table =
        chunk(lua, &LATTICE, include_str!("lua/lattice.luau"))?.call(given.clone())?;
    Ok(chunk(lua, &LINES, include_str!("lua/lines.luau"))?.call((lattice, given))?)
}

/// A script of the host as a function of a VM that need not be ours.
pub(super) fn chunk(
    lua: &Lua,
    script: &'static OnceLock<Compiled>,
    source: &str,
) -> Result<Function, LatticeError> {
    Ok(host_script(script, source).map_err(|error| error.to_string())?.function(lua)?)
}
