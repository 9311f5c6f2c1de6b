use mlua::{Table, Value};

use fangqi_binding::args::Whole;
use fangqi_binding::plain;
use fangqi_plugin::lua_module;
use fangqi_plugin::{Call, Effort, Loading, Options, Refusal, into_table, order, seconds};
use fangqi_protocol::Token;
use fangqi_vm::ScriptError;

use super::job::Question;
use super::level::LEVELS;
use super::package::BoardPackage;
use super::referee::{BYTES_PER_UNIT, VALUES_MAX, referee, undefined};
use super::spec::Spec;
use super::types::{DefinitionTable, KindsTable, LatticeTable, SetTable};
use super::{lattice, parameters, pieces};

/// Level of `think` when none is given.
const LEVEL_DEFAULT: u8 = 3;
/// Level at which `lines` are thought about, how many when none are given, and at most.
const LINES_LEVEL: u8 = 4;
const LINES_DEFAULT: u8 = 3;
const LINES_MAX: u8 = 5;
/// Fuel for a second of thinking, on a slow machine that may be busy.
const FUEL_PER_SECOND: f64 = 50_000_000.0;

/// Why a function of a map without rules refuses.
const NO_RULES: &str = "map.toml names no rules";

/// The board of a room, as far as its rules have run.
#[derive(Debug, Default)]
enum Board {
    /// The rules have defined none yet.
    #[default]
    Awaited,
    /// They have, and are still running.
    Defined(Spec),
    /// They have run.
    Ready {
        /// The functions of `referee.luau` on them.
        referee: Table,
        /// The author's table.
        rules: Table,
    },
}

/// Runs the rules of a map, so that its scripts find them under `Board`.
pub(super) fn load(room: &mut Loading<'_>) -> Result<(), ScriptError> {
    let package = std::sync::Arc::clone(&room.ctx.host().package);
    let Some(board) = package.part::<BoardPackage>() else { return Ok(()) };
    room.run(board.script())?;
    let Board::Defined(spec) = std::mem::take(room.ctx.script().kept()) else {
        return Err(undefined(board.script().name()));
    };
    let referee = referee(room.vm, &spec)?;
    *room.ctx.script().kept() = Board::Ready { referee, rules: spec.rules };
    Ok(())
}

lua_module! {
    /// Boards: games of which the author writes the rules, in the script that `rules` in `map.toml`
    /// names, and nothing else. See `scripts/BOARDS.md`. Rules call `define`, and `grid`, `hexes`,
    /// `points`, `pieces` and `parameter` before it. The other functions are for the scripts that
    /// play a board; those of `lib/board` do unless the map names others.
    pub static BOARD = "Board", Value;

    /// Defines the map's board, once: its layout, its pieces and the functions that are its rules.
    /// Example: `Board:define({ layout = layout, pieces = pieces, setup = setup, legal = legal })`
    @sure
    fn define(ctx, board: DefinitionTable) -> (done: bool) {
        if ctx.host().package.part::<BoardPackage>().is_none() {
            return Err("only the script that map.toml names under `rules` defines a board".into());
        }
        if !matches!(ctx.script().kept::<Board>(), Board::Awaited) {
            return Err("a map has one board".into());
        }
        let spec = Spec::read(board.0, ctx.lua)?;
        *ctx.script().kept() = Board::Defined(spec);
        Ok((true,))
    }

    /// What rules want to know of the cells of a grid, see `BoardLattice`. `on` and `letters` are
    /// as in a layout.
    /// Example: `local grid = Board:grid(8, 8, "chequers")`
    @sure
    fn grid(
        ctx, columns: Whole<u8>, rows: Whole<u8>, on: Option<String>, letters: Option<String>
    ) -> (grid: LatticeTable) {
        let (Whole(columns), Whole(rows)) = (columns, rows);
        let made = lattice::grid(ctx.lua, &|units| ctx.charge(units), columns, rows, on, letters);
        Ok((LatticeTable(made?),))
    }

    /// The value of a parameter that `map.toml` gives its rules, a number or a word: maps that
    /// share a file of rules differ by them.
    /// Example: `local size = Board:parameter("size")`
    @sure
    fn parameter(ctx, name: String) -> (value: Value) {
        let package = std::sync::Arc::clone(&ctx.host().package);
        let board = package.part::<BoardPackage>().ok_or(NO_RULES)?;
        Ok((parameters::find(board.parameters(), &name)?.value(ctx.lua)?,))
    }

    /// As `Board:grid`, for rows of hexagons. A column is half a cell wide; `steps` are the six
    /// neighbours, all of them `near`, and `axes` their three pairs.
    /// Example: `local star = Board:hexes({ 3, 4, 5, 4, 3 })`
    @sure
    fn hexes(ctx, rows: Table) -> (hexes: LatticeTable) {
        Ok((LatticeTable(lattice::hexes(ctx.lua, &|units| ctx.charge(units), rows)?),))
    }

    /// As `Board:grid`, for points on drawn lines, which are given as their points, with a comma
    /// after each line. A point is named by its column and row; they are numbered row by row.
    /// `near` follows the lines, `lines()` gives those of each point, and there are no steps.
    /// Example: `local points = Board:points("a1 b1 c1, a1 a2 a3, c1 c2 c3, a3 b3 c3")`
    @sure
    fn points(ctx, lines: String) -> (points: LatticeTable) {
        Ok((LatticeTable(lattice::points(ctx.lua, &|units| ctx.charge(units), &lines)?),))
    }

    /// The pieces of several sides, from one list of kinds. `sides` lists them, each a `BoardSide`.
    /// Names and glyphs are put together of a side's and a kind's; all else is the kind's, or the
    /// side's where the kind has none.
    /// Example: `local set = Board:pieces({ { en = "Red" } }, { en = "pawn rook" })`
    @sure
    fn pieces(ctx, sides: Table, kinds: KindsTable) -> (set: SetTable) {
        let made = pieces::pieces(ctx.lua, &|units| ctx.charge(units), &sides, kinds.0);
        Ok((SetTable(made?),))
    }

    /// What is known of the board: `{cells=, pieces=, players=, options=, zones=, hidden=}`. A
    /// cell is `{name=, x=, y=, z=}`, a piece `{name=, block=}`; `players` lists how many may play,
    /// `options` are `{name=, values=}`, `zones` are as `Zones:set` takes them.
    /// Example: `local cell = Board:facts().cells[1]`
    @sure
    fn facts(ctx) -> (facts: Table) {
        let package = std::sync::Arc::clone(&ctx.host().package);
        let board = package.part::<BoardPackage>().ok_or(NO_RULES)?;
        let facts = ctx.lua.create_table()?;
        let cells = ctx.lua.create_table()?;
        for cell in board.cells() {
            let entry = ctx.lua.create_table_with_capacity(0, 4)?;
            entry.raw_set("name", cell.name.as_str())?;
            entry.raw_set("x", cell.pos.x)?;
            entry.raw_set("y", cell.pos.y)?;
            entry.raw_set("z", cell.pos.z)?;
            cells.raw_push(entry)?;
        }
        let pieces = ctx.lua.create_table()?;
        for (block, name) in board.pieces() {
            let entry = ctx.lua.create_table_with_capacity(0, 2)?;
            entry.raw_set("name", into_table(ctx.lua, name)?)?;
            entry.raw_set("block", block.0)?;
            pieces.raw_push(entry)?;
        }
        let options = ctx.lua.create_table()?;
        for (name, values) in board.options() {
            let entry = ctx.lua.create_table_with_capacity(0, 2)?;
            entry.raw_set("name", name.as_str())?;
            entry.raw_set("values", ctx.lua.create_sequence_from(values.iter().cloned())?)?;
            options.raw_push(entry)?;
        }
        facts.raw_set("cells", cells)?;
        facts.raw_set("pieces", pieces)?;
        facts.raw_set("players", ctx.lua.create_sequence_from(board.players().iter().copied())?)?;
        facts.raw_set("options", options)?;
        let zones = ctx.lua.create_table()?;
        for zone in board.zones() {
            let entry = ctx.lua.create_table()?;
            entry.raw_set("kind", zone.kind.as_str())?;
            entry.raw_set("seat", zone.seat.map(|seat| seat - 1))?;
            for (name, value) in [("x", zone.at.x), ("y", zone.at.y), ("z", zone.at.z)] {
                entry.raw_set(name, value)?;
            }
            entry.raw_set("count", zone.count)?;
            zones.raw_push(entry)?;
        }
        facts.raw_set("zones", zones)?;
        facts.raw_set("hidden", board.is_hidden())?;
        Ok((facts,))
    }

    /// The rules with what the host makes of them: `setup(options)`,
    /// `read_position(text, options)` (nil and a reason if it is none), `moves(state, seat)`,
    /// `play(state, move, seat)`, `check(state, from)` (raises an error that names the author's
    /// function `from`), `standing(state)` (a seat to choose, 0 when the game is over, -1 when
    /// chance decides), `turn(state)`, `draw(state)`, `result(state)`, `decided(state)`,
    /// `view(state, seat)`, `known(state, seat)` (what a computer is given that thinks for a seat),
    /// `key(move)`, `copy(state)`. Seats count from 1.
    /// Example: `local referee = Board:referee()`
    @sure
    fn referee(ctx) -> (referee: Table) {
        match ctx.script().kept() {
            Board::Ready { referee, .. } => Ok((referee.clone(),)),
            _ => Err(NO_RULES.into()),
        }
    }

    /// The author's table.
    /// Example: `local explain = Board:rules().explain`
    @sure
    fn rules(ctx) -> (rules: Table) {
        match ctx.script().kept() {
            Board::Ready { rules, .. } => Ok((rules.clone(),)),
            _ => Err(NO_RULES.into()),
        }
    }

    /// Has a computer think about what a seat knows and waits; the room goes on meanwhile.
    /// `options` is `{level=, seconds=}`: the level is 1 to 5; it thinks no longer than `seconds`,
    /// 2 at most, and does no more than a slow machine would in the seconds given. Returns
    /// `{move=, value=, depth=, nodes=}` (`value` in thousandths of a win for the seat to move), or
    /// nil and why not.
    /// Example: `local thought = Board:think(referee.view(state, seat), { level = 3 })`
    @waits
    fn think(ctx, view: Table, options: Option<Table>) -> (thought: Table) {
        ask(&ctx, view, Effort::read(options, ctx.lua, LEVELS, LEVEL_DEFAULT)?, 0)
    }

    /// Has a computer find the best lines of play from what a seat knows, of a game without chance
    /// and without secrets, and waits as `think` does. `options` is `{count=, seconds=}`: how many
    /// lines, 1 to 5 (3 unless given), and how long it may think. Returns what `think` does, and
    /// with it `lines`, a list of `{moves=, score=, wins=, loses=, value=}`, best first and no more
    /// than there are moves. Each has `score`, as the rules score positions, in hundredths; or
    /// `wins` or `loses`, the plies to a proven end; or, where the rules score nothing, `value` as
    /// in `think`; all for the seat to move. `lines` is nil when time was too short for one.
    /// Example: `local thought = Board:lines(referee.view(state, seat), { count = 3 })`
    @waits
    fn lines(ctx, view: Table, options: Option<Table>) -> (thought: Table) {
        let (mut count, mut time) = (LINES_DEFAULT, None);
        if let Some(options) = options {
            let options = Options::read(options, ctx.lua, &["count", "seconds"])?;
            let given: Option<Whole<u8>> = options.get("count")?;
            count = given.map_or(count, |Whole(given)| given);
            time = seconds(&options)?;
        }
        if !(1..=LINES_MAX).contains(&count) {
            return Err(format!("`count` must be from 1 to {LINES_MAX}").into());
        }
        ask(&ctx, view, Effort { level: LINES_LEVEL, seconds: time }, count)
    }

    /// Gives up all thinking; who waits for it gets nil and `"cancelled"`. Returns how many.
    /// Example: `Board:stop()`
    @sure
    fn stop(ctx) -> (count: u32) {
        Ok((ctx.host().cancel_jobs(BOARD.name),))
    }
}

/// Orders thinking about what a seat knows; `lines` is how many lines are wanted.
fn ask(ctx: &Call<'_>, view: Table, effort: Effort, lines: u8) -> Result<Token, Refusal> {
    let view = write(ctx, &Value::Table(view))?;
    let mut host = ctx.host();
    let package = std::sync::Arc::clone(&host.package);
    let board = package.part::<BoardPackage>().ok_or(NO_RULES)?;
    let question = Question {
        script: board.script().name().to_owned(),
        source: board.source().to_owned(),
        modules: board.modules().clone(),
        parameters: board.parameters().clone(),
        view,
        level: effort.level,
        fuel: effort.budget(FUEL_PER_SECOND),
        time: effort.time_limit(),
        seed: host.rng.next_u64(),
        lines,
    };
    order(&mut host, &BOARD, question)
}

/// A value as plain data, paid for.
fn write(ctx: &Call<'_>, value: &Value) -> Result<Vec<u8>, Refusal> {
    let bytes = plain::write(value, VALUES_MAX)?;
    ctx.charge(bytes.len() as u64 / BYTES_PER_UNIT)?;
    Ok(bytes)
}
