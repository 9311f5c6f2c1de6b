//! What an author gives to `Board:define`, read and checked: one table is a whole game.

use std::collections::{BTreeMap, BTreeSet};

use fangqi_world::{IVec3, NotAColour, Rgb, Shape};
use mlua::{Function, Lua, Table, Value};

use super::layout::{Layout, On};
use super::types::{DEFINITION, LAYOUT, PIECE, ZONE};
use fangqi_binding::args::{Arg, Cell, Options, Whole, describe, list};
use fangqi_binding::calling;
use fangqi_protocol::LocalText;

/// What `stuck` may say in a word.
const STUCK: [&str; 2] = ["loses", "draws"];
/// Most players of a board.
const PLAYERS_MAX: u8 = 16;
/// Most options, and most values of one.
const OPTIONS_MAX: usize = 16;
/// Most kinds of pieces.
pub(super) const PIECES_MAX: usize = 64;
/// Most cells or lines a layout may list.
const LISTED_MAX: usize = 4096;

/// A game.
#[derive(Debug)]
pub struct Spec {
    /// Where its cells lie.
    pub layout: Layout,
    /// What may stand on them: number 1 in `state.cells` is the first.
    pub pieces: Vec<Piece>,
    /// How many may play, as it is offered.
    pub players: Vec<u8>,
    /// What may be chosen before a game: name and values, the first of which is usual.
    pub options: Vec<(String, Vec<String>)>,
    /// The rows of a card table, if the board is one.
    pub zones: Vec<Zone>,
    /// The author's table, with the functions in it.
    pub rules: Table,
    /// Whether seats know different things.
    pub hidden: bool,
    /// Whether dice, cards or the like may fall in the course of a game.
    pub chance: bool,
    /// Whether the author says how good a state is.
    pub scored: bool,
    /// Script and line of the call that gave it.
    pub place: (String, usize),
}

/// A row of a card table, as the room's module `Zones` knows it; its seat counts from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zone {
    /// `hand`, `played` or `row` of a seat; `common` or `pile` in the middle.
    pub kind: String,
    /// Whose it is.
    pub seat: Option<u8>,
    /// Its first cell.
    pub at: IVec3,
    /// How many cells it has, from west to east.
    pub count: u16,
}

/// A kind of piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// What it is called.
    pub name: LocalText,
    /// What is written on it.
    pub glyph: Option<String>,
    /// Colour of its body.
    pub colour: Rgb,
    /// Colour of the glyph.
    pub glyph_colour: Rgb,
    /// Its form.
    pub shape: Shape,
}

impl Spec {
    /// Reads the table.
    ///
    /// # Errors
    /// What in it is wrong, and where.
    pub fn read(table: Table, lua: &Lua) -> Result<Self, String> {
        let options = Options::read(table.clone(), lua, &DEFINITION.names())?;
        let layout = layout(options.get("layout")?, lua).map_err(|why| format!("layout: {why}"))?;
        layout.tiles().map_err(|why| format!("layout: {why}"))?;
        let pieces = list::<Table>(&options.get("pieces")?, lua, PIECES_MAX)
            .map_err(|why| format!("pieces: {why}"))?;
        let piece = |(number, table)| {
            piece(table, lua).map_err(|why: String| format!("pieces[{number}]: {why}"))
        };
        let pieces = (1..).zip(pieces).map(piece).collect::<Result<_, _>>()?;
        let mut there = Vec::new();
        for field in DEFINITION.fields.iter().filter(|field| field.params.is_some()) {
            if !field.optional {
                options.get::<Function>(field.name)?;
            } else if options.get::<Option<Function>>(field.name)?.is_some() {
                there.push(field.name);
            }
        }
        if there.contains(&"view") != there.contains(&"guess") {
            return Err(
                "`view` and `guess` go together: computers are shown what a seat may know, \
                        and guess the rest"
                    .to_owned(),
            );
        }
        if there.contains(&"write_position") != there.contains(&"read_position") {
            return Err("`write_position` and `read_position` go together: each reads or writes \
                        what the other does"
                .to_owned());
        }
        let players = players(options.get("players")?, lua)?;
        setup(&options.get("setup")?)?;
        stuck(&options.get("stuck")?, &players)?;
        let place = calling(lua).unwrap_or_default();
        let choices = choices(options.get("options")?, lua)?;
        let cells = layout.cells().map_err(|why| format!("layout: {why}"))?;
        let zones = zones(options.get("zones")?, lua, &cells, &players)?;
        let [hidden, chance, scored] =
            ["view", "chance", "score"].map(|name| there.contains(&name));
        let options = choices;
        let rules = table;
        Ok(Self { layout, pieces, players, options, zones, rules, hidden, chance, scored, place })
    }
}

/// How a game begins: a function, or the state itself; without it all cells are empty.
fn setup(value: &Value) -> Result<(), String> {
    match value {
        Value::Nil | Value::Function(_) | Value::Table(_) => Ok(()),
        other => {
            let found = describe(other);
            Err(format!("`setup` must be a function, or the state as a table, not {found}"))
        }
    }
}

/// What becomes of a seat that cannot move: a function, or a word for the usual rules.
fn stuck(value: &Value, players: &[u8]) -> Result<(), String> {
    match value {
        Value::Nil | Value::Function(_) => Ok(()),
        Value::String(word) if STUCK.iter().any(|known| *word.as_bytes() == *known.as_bytes()) => {
            if *word.as_bytes() == *b"loses" && players != [2] {
                return Err("`stuck` must be a function unless two play: who would win?".to_owned());
            }
            Ok(())
        }
        other => {
            let found = describe(other);
            Err(format!("`stuck` must be a function, \"loses\" or \"draws\", not {found}"))
        }
    }
}

/// How many may play: a number or a list of them, two unless given.
fn players(value: Value, lua: &Lua) -> Result<Vec<u8>, String> {
    let counts: Vec<Whole<u8>> = match value {
        Value::Nil => vec![Whole(2)],
        Value::Table(table) => {
            list(&table, lua, PLAYERS_MAX.into()).map_err(|why| format!("players: {why}"))?
        }
        other => vec![Arg::read(&other, lua).map_err(|why| format!("`players` must be {why}"))?],
    };
    let counts: Vec<u8> = counts.into_iter().map(|Whole(count)| count).collect();
    if counts.is_empty() || counts.iter().any(|count| !(1..=PLAYERS_MAX).contains(count)) {
        return Err(format!("players: from 1 to {PLAYERS_MAX} may play"));
    }
    Ok(counts)
}

/// Options as `name = { "usual", "other" }`, in the order of their names.
fn choices(table: Option<Table>, lua: &Lua) -> Result<Vec<(String, Vec<String>)>, String> {
    let mut choices = Vec::new();
    for pair in table.iter().flat_map(Table::pairs::<Value, Value>) {
        let (name, values) = pair.map_err(|error| error.to_string())?;
        let name = match &name {
            Value::String(name) => name.to_string_lossy(),
            _ => return Err("options: an option is `name = { \"value\", … }`".to_owned()),
        };
        let Value::Table(values) = values else {
            return Err(format!("options: `{name}` must be a list of words"));
        };
        let values: Vec<String> =
            list(&values, lua, OPTIONS_MAX).map_err(|why| format!("options: `{name}`: {why}"))?;
        if values.is_empty() || name == "players" {
            return Err(format!("options: `{name}` needs values, and another name than `players`"));
        }
        choices.push((name, values));
    }
    if choices.len() > OPTIONS_MAX {
        return Err(format!("options: there may be {OPTIONS_MAX}"));
    }
    choices.sort();
    Ok(choices)
}

/// The rows of a card table: `{ kind =, seat =, from =, count = }` each, of cells side by side.
fn zones(
    table: Option<Table>,
    lua: &Lua,
    cells: &[super::layout::Cell],
    players: &[u8],
) -> Result<Vec<Zone>, String> {
    let Some(table) = table else { return Ok(Vec::new()) };
    let tables = list::<Table>(&table, lua, LISTED_MAX).map_err(|why| format!("zones: {why}"))?;
    let most = players.iter().copied().max().unwrap_or(0);
    let mut taken = BTreeSet::new();
    let mut zone = |table| {
        let options = Options::read(table, lua, &ZONE.names())?;
        let kind: String = options.get("kind")?;
        let seat: Option<Whole<u8>> = options.get("seat")?;
        let seat = seat.map(|Whole(seat)| seat);
        match kind.as_str() {
            "hand" | "played" | "row" if seat.is_none_or(|seat| !(1..=most).contains(&seat)) => {
                return Err(format!("a \"{kind}\" needs a `seat`, 1 to {most}"));
            }
            "common" | "pile" if seat.is_some() => {
                return Err(format!("a \"{kind}\" is of no `seat`"));
            }
            "hand" | "played" | "row" | "common" | "pile" => {}
            other => {
                let known = "\"hand\", \"played\", \"row\", \"common\" or \"pile\"";
                return Err(format!("`kind` must be {known}, not \"{other}\""));
            }
        }
        let (Whole(from), Whole(count)): (Whole<u32>, Whole<u16>) =
            (options.get("from")?, options.get("count")?);
        let from = from as usize;
        let row =
            from.checked_sub(1).and_then(|first| cells.get(first..first + usize::from(count)));
        let row = row.filter(|row| !row.is_empty()).ok_or("it has cells that do not exist")?;
        let beside =
            |pair: &[super::layout::Cell]| pair[0].pos + IVec3::new(1, 0, 0) == pair[1].pos;
        if !row.windows(2).all(beside) {
            return Err("its cells do not lie in one row from west to east".to_owned());
        }
        if (from..from + row.len()).any(|cell| !taken.insert(cell)) {
            return Err("some of its cells belong to another".to_owned());
        }
        Ok(Zone { kind, seat, at: row[0].pos, count })
    };
    let read = |(number, table)| zone(table).map_err(|why| format!("zones[{number}]: {why}"));
    (1..).zip(tables).map(read).collect()
}

/// Where the cells lie, as an author gives it.
pub(super) fn layout(table: Table, lua: &Lua) -> Result<Layout, String> {
    let options = Options::read(table, lua, &LAYOUT.names())?;
    let grid: Option<Table> = options.get("grid")?;
    let hexes: Option<Table> = options.get("hexes")?;
    let tints: Option<Table> = options.get("tints")?;
    let points: Option<Table> = options.get("points")?;
    let lines: Option<Table> = options.get("lines")?;
    let blocks: Option<Table> = options.get("blocks")?;
    if lines.is_some() && points.is_none() {
        return Err("`lines` join `points`, of which there are none".to_owned());
    }
    if tints.is_some() && hexes.is_none() {
        return Err("`tints` colour `hexes`, of which there are none".to_owned());
    }
    match (grid, hexes, points, blocks) {
        (Some(grid), None, None, None) => {
            let grid = Options::read(grid, lua, &["columns", "rows", "on", "letters"])?;
            let on = match grid.get::<Option<String>>("on")?.as_deref() {
                None | Some("squares") => On::Squares,
                Some("chequers") => On::Chequers,
                Some("points") => On::Points,
                Some("upright") => On::Upright,
                Some("blocks") => On::Blocks,
                Some(other) => {
                    let known = "\"squares\", \"chequers\", \"points\", \"upright\" or \"blocks\"";
                    return Err(format!("`on` must be {known}, not \"{other}\""));
                }
            };
            let (Whole(columns), Whole(rows)) = (grid.get("columns")?, grid.get("rows")?);
            Ok(Layout::Grid { columns, rows, on, letters: grid.get("letters")? })
        }
        (None, Some(rows), None, None) => {
            let rows = list::<Whole<u8>>(&rows, lua, LISTED_MAX)
                .map_err(|why| format!("`hexes`: {why}"))?;
            let rows = rows.into_iter().map(|Whole(cells)| cells).collect();
            Ok(Layout::Hexes { rows, tints: tinted(tints, lua)? })
        }
        (None, None, Some(points), None) => graph(&points, lines.as_ref(), lua),
        (None, None, None, Some(blocks)) => {
            let blocks = list::<Table>(&blocks, lua, LISTED_MAX)?;
            let block = |(number, table): (usize, Table)| {
                let name: Value = table.raw_get("name").map_err(|error| error.to_string())?;
                let wrong = |what: &str, wanted: String| {
                    format!("blocks[{number}]: its {what} must be {wanted}")
                };
                let name = String::read(&name, lua).map_err(|wanted| wrong("name", wanted))?;
                for name in ["x", "y", "z"] {
                    let value: Value = table.raw_get(name).map_err(|error| error.to_string())?;
                    Whole::<i32>::read(&value, lua).map_err(|wanted| wrong(name, wanted))?;
                }
                let Cell(pos) = Cell::read(&Value::Table(table), lua)
                    .map_err(|wanted| wrong("place", wanted))?;
                Ok((name, IVec3::from(pos)))
            };
            Ok(Layout::Blocks((1..).zip(blocks).map(block).collect::<Result<_, String>>()?))
        }
        _ => Err("give one of `grid`, `hexes`, `points` and `blocks`".to_owned()),
    }
}

/// Colours of cells, as `[cell] = "#rrggbb"`.
fn tinted(table: Option<Table>, lua: &Lua) -> Result<BTreeMap<usize, Rgb>, String> {
    let mut tints = BTreeMap::new();
    for pair in table.iter().flat_map(Table::pairs::<Value, Value>) {
        let (cell, colour) = pair.map_err(|error| error.to_string())?;
        let Whole(cell) = Whole::<u32>::read(&cell, lua)
            .map_err(|wanted| format!("tints: a cell must be {wanted}"))?;
        let cell = cell as usize;
        let wrong = |why: String| format!("tints[{cell}]: {why}");
        let text = String::read(&colour, lua)
            .map_err(|wanted| wrong(format!("a colour must be {wanted}")))?;
        tints.insert(cell, text.parse().map_err(|error: NotAColour| wrong(error.to_string()))?);
    }
    Ok(tints)
}

/// Points and the lines between them.
fn graph(points: &Table, lines: Option<&Table>, lua: &Lua) -> Result<Layout, String> {
    let points = list::<Table>(points, lua, LISTED_MAX)?;
    let point = |(number, table): (usize, Table)| {
        let [name, x, z] = items(&table, lua, ["name", "column", "row"])
            .map_err(|why| format!("points[{number}]: {why}"))?;
        let number = |value, what| {
            Whole::<i32>::read(&value, lua)
                .map(|Whole(number)| number)
                .map_err(|wanted| format!("points[{number}]: its {what} must be {wanted}"))
        };
        let named = String::read(&name, lua)
            .map_err(|wanted| format!("points: a name must be {wanted}"))?;
        Ok((named, number(x, "column")?, number(z, "row")?))
    };
    let points = (1..).zip(points).map(point).collect::<Result<_, String>>()?;
    let lines = match lines {
        Some(lines) => list::<Table>(lines, lua, LISTED_MAX)?,
        None => Vec::new(),
    };
    let line = |(number, table): (usize, Table)| {
        let ends = items(&table, lua, ["first cell", "second cell"]);
        let [from, to] = ends.map_err(|why| format!("lines[{number}]: {why}"))?;
        let cell = |value| {
            Whole::<u32>::read(&value, lua)
                .map(|Whole(cell)| cell as usize)
                .map_err(|wanted| format!("lines[{number}]: a cell must be {wanted}"))
        };
        Ok((cell(from)?, cell(to)?))
    };
    let lines = (1..).zip(lines).map(line).collect::<Result<_, String>>()?;
    Ok(Layout::Graph { points, lines })
}

/// The items of a list that has exactly so many.
fn items<const N: usize>(table: &Table, lua: &Lua, names: [&str; N]) -> Result<[Value; N], String> {
    let values = list::<Value>(table, lua, N)?;
    values.try_into().map_err(|_| format!("it must be {{ {} }}", names.join(", ")))
}

fn piece(table: Table, lua: &Lua) -> Result<Piece, String> {
    let options = Options::read(table, lua, &PIECE.names())?;
    let colour = |name: &str, default: u32| match options.get::<Option<String>>(name)? {
        Some(text) => text.parse().map_err(|error| format!("`{name}`: {error}")),
        None => Ok(Rgb::hex(default)),
    };
    let shape = match options.get::<Option<String>>("shape")?.as_deref() {
        None | Some("disc") => Shape::Disc,
        Some("card") => Shape::Card,
        Some("cube") => Shape::Cube,
        Some("stone") => Shape::Stone,
        Some("ball") => Shape::Ball,
        Some("die") => Shape::Die,
        Some(other) => {
            let known = "\"disc\", \"stone\", \"ball\", \"die\", \"card\" or \"cube\"";
            return Err(format!("`shape` must be {known}, not \"{other}\""));
        }
    };
    if let Value::Table(name) = options.get("name")? {
        Options::read(name, lua, &["zh", "en"])
            .map_err(|why| format!("`name`: {why}; a name has `zh` and `en`"))?;
    }
    Ok(Piece {
        name: options.get("name")?,
        glyph: options.get("glyph")?,
        colour: colour("colour", 0x00ec_d2a2)?,
        glyph_colour: colour("glyph_colour", 0x001f_1b16)?,
        shape,
    })
}
