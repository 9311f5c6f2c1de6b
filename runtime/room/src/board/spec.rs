//! What an author gives to `Board:define`, read and checked: one table is a whole game.

use fangqi_world::{IVec3, Rgb, Shape};
use mlua::{Function, Lua, Table, Value};

use super::layout::{Layout, On};
use crate::api::args::{Arg, Cell, Options, list};
use crate::model::LocalText;

/// Keys of the table.
const KEYS: [&str; 12] = [
    "layout",
    "pieces",
    "setup",
    "legal",
    "apply",
    "over",
    "view",
    "guess",
    "score",
    "chance",
    "random_move",
    "notation",
];
/// Most kinds of pieces.
const PIECES_MAX: usize = 64;
/// Most cells or lines a layout may list.
const LISTED_MAX: usize = 4096;

/// A game.
#[derive(Debug)]
pub struct Spec {
    /// Where its cells lie.
    pub layout: Layout,
    /// What may stand on them: number 1 in `state.cells` is the first.
    pub pieces: Vec<Piece>,
    /// How it is played.
    pub rules: Rules,
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

/// The author's functions. A state is plain data; a move is a cell's number, a list of them, or a
/// word.
#[derive(Debug, Clone)]
pub struct Rules {
    /// `setup(random)` gives the state in which a game begins.
    pub setup: Function,
    /// `legal(state, seat)` gives the moves of a seat.
    pub legal: Function,
    /// `apply(state, move, seat)` changes the state; it may return the seat that moves next.
    pub apply: Function,
    /// `over(state)` gives nothing while the game goes on.
    pub over: Function,
    /// `view(state, seat)` gives what a seat knows, in the form of a state.
    pub view: Option<Function>,
    /// `guess(view, seat, random)` gives a state that fits what a seat knows.
    pub guess: Option<Function>,
    /// `score(state, seat)` says how good a state is for a seat.
    pub score: Option<Function>,
    /// `chance(state)` gives what may come of dice, with weights.
    pub chance: Option<Function>,
    /// `random_move(state, seat, random)` gives some legal move, quicker than `legal` does.
    pub random_move: Option<Function>,
    /// `notation(state, move)` gives a move's name.
    pub notation: Option<Function>,
}

impl Spec {
    /// Reads the table.
    ///
    /// # Errors
    /// What in it is wrong, and where.
    pub fn read(table: Table, lua: &Lua) -> Result<Self, String> {
        let options = Options::read(table, lua, &KEYS)?;
        let layout = layout(options.get("layout")?, lua).map_err(|why| format!("layout: {why}"))?;
        layout.tiles().map_err(|why| format!("layout: {why}"))?;
        let pieces = list::<Table>(&options.get("pieces")?, lua, PIECES_MAX)?;
        let piece = |(number, table)| {
            piece(table, lua).map_err(|why: String| format!("pieces[{number}]: {why}"))
        };
        let pieces = (1..).zip(pieces).map(piece).collect::<Result<_, _>>()?;
        let rules = Rules {
            setup: options.get("setup")?,
            legal: options.get("legal")?,
            apply: options.get("apply")?,
            over: options.get("over")?,
            view: options.get("view")?,
            guess: options.get("guess")?,
            score: options.get("score")?,
            chance: options.get("chance")?,
            random_move: options.get("random_move")?,
            notation: options.get("notation")?,
        };
        if rules.view.is_some() != rules.guess.is_some() {
            return Err("`view` and `guess` go together: computers are shown what a seat may know, \
                        and guess the rest"
                .to_owned());
        }
        Ok(Self { layout, pieces, rules })
    }
}

fn layout(table: Table, lua: &Lua) -> Result<Layout, String> {
    let options = Options::read(table, lua, &["grid", "hexes", "points", "lines", "blocks"])?;
    let grid: Option<Table> = options.get("grid")?;
    let hexes: Option<Table> = options.get("hexes")?;
    let points: Option<Table> = options.get("points")?;
    let lines: Option<Table> = options.get("lines")?;
    let blocks: Option<Table> = options.get("blocks")?;
    if lines.is_some() && points.is_none() {
        return Err("`lines` join `points`, of which there are none".to_owned());
    }
    match (grid, hexes, points, blocks) {
        (Some(grid), None, None, None) => {
            let grid = Options::read(grid, lua, &["columns", "rows", "on"])?;
            let on = match grid.get::<Option<String>>("on")?.as_deref() {
                None | Some("squares") => On::Squares,
                Some("chequers") => On::Chequers,
                Some("points") => On::Points,
                Some(other) => {
                    let known = "\"squares\", \"chequers\" or \"points\"";
                    return Err(format!("`on` must be {known}, not \"{other}\""));
                }
            };
            Ok(Layout::Grid { columns: grid.get("columns")?, rows: grid.get("rows")?, on })
        }
        (None, Some(rows), None, None) => Ok(Layout::Hexes(list(&rows, lua, LISTED_MAX)?)),
        (None, None, Some(points), None) => {
            let points = list::<Table>(&points, lua, LISTED_MAX)?;
            let point = |(number, table): (usize, Table)| {
                let [name, x, z] = items(&table, lua, ["name", "column", "row"])
                    .map_err(|why| format!("points[{number}]: {why}"))?;
                let number = |value, what| {
                    i32::read(&value, lua).map_err(|wanted| {
                        format!("points[{number}]: its {what} must be {wanted}")
                    })
                };
                let named = String::read(&name, lua)
                    .map_err(|wanted| format!("points: a name must be {wanted}"))?;
                Ok((named, number(x, "column")?, number(z, "row")?))
            };
            let points = (1..).zip(points).map(point).collect::<Result<_, String>>()?;
            let lines = match lines {
                Some(lines) => list::<Table>(&lines, lua, LISTED_MAX)?,
                None => Vec::new(),
            };
            let line = |(number, table): (usize, Table)| {
                let ends = items(&table, lua, ["first cell", "second cell"]);
                let [from, to] = ends.map_err(|why| format!("lines[{number}]: {why}"))?;
                let cell = |value| {
                    u32::read(&value, lua)
                        .map(|cell| cell as usize)
                        .map_err(|wanted| format!("lines[{number}]: a cell must be {wanted}"))
                };
                Ok((cell(from)?, cell(to)?))
            };
            let lines = (1..).zip(lines).map(line).collect::<Result<_, String>>()?;
            Ok(Layout::Graph { points, lines })
        }
        (None, None, None, Some(blocks)) => {
            let blocks = list::<Table>(&blocks, lua, LISTED_MAX)?;
            let block = |(number, table): (usize, Table)| {
                let name: Value = table.raw_get("name").map_err(|error| error.to_string())?;
                let wrong = |what: &str, wanted| format!("blocks[{number}]: its {what} must be {wanted}");
                let name = String::read(&name, lua).map_err(|wanted| wrong("name", wanted))?;
                let Cell(pos) = Cell::read(&Value::Table(table), lua)
                    .map_err(|wanted| wrong("place", wanted))?;
                Ok((name, IVec3::from(pos)))
            };
            Ok(Layout::Blocks((1..).zip(blocks).map(block).collect::<Result<_, String>>()?))
        }
        _ => Err("give one of `grid`, `hexes`, `points` and `blocks`".to_owned()),
    }
}

/// The items of a list that has exactly so many.
fn items<const N: usize>(table: &Table, lua: &Lua, names: [&str; N]) -> Result<[Value; N], String> {
    let values = list::<Value>(table, lua, N)?;
    values.try_into().map_err(|_| format!("it must be {{ {} }}", names.join(", ")))
}

fn piece(table: Table, lua: &Lua) -> Result<Piece, String> {
    let options =
        Options::read(table, lua, &["name", "glyph", "colour", "glyph_colour", "shape"])?;
    let colour = |name: &str, default: u32| match options.get::<Option<String>>(name)? {
        Some(text) => text.parse().map_err(|error| format!("`{name}`: {error}")),
        None => Ok(Rgb::hex(default)),
    };
    let shape = match options.get::<Option<String>>("shape")?.as_deref() {
        None | Some("disc") => Shape::Disc,
        Some("card") => Shape::Card,
        Some("cube") => Shape::Cube,
        Some(other) => {
            return Err(format!("`shape` must be \"disc\", \"card\" or \"cube\", not \"{other}\""));
        }
    };
    Ok(Piece {
        name: options.get("name")?,
        glyph: options.get("glyph")?,
        colour: colour("colour", 0x00ec_d2a2)?,
        glyph_colour: colour("glyph_colour", 0x001f_1b16)?,
        shape,
    })
}
