use mlua::{Table, Value};

use super::ctx::Call;
use super::spec::lua_module;
use super::text::into_table;
use super::thinking::{Effort, order};
use crate::board::{BYTES_PER_UNIT, LEVELS, Spec, VALUES_MAX};
use crate::core::plain;
use crate::model::JobSpec;

/// Level of `think` when none is given.
const LEVEL_DEFAULT: u8 = 3;
/// Fuel for a second of thinking, on a slow machine that may be busy.
const FUEL_PER_SECOND: f64 = 50_000_000.0;

lua_module! {
    /// Boards: games of which the author writes the rules, in the script that `rules` in `map.toml`
    /// names, and nothing else. See `scripts/BOARDS.md`. The other functions are for the scripts
    /// that play a board; those of `lib/board` do unless the map names others.
    pub static BOARD = "Board", Value;

    /// Defines the map's board, once: its layout, its pieces and the functions that are its rules.
    /// Example: `Board:define({ layout = layout, pieces = pieces, setup = setup, legal = legal })`
    fn define(ctx, board: Table) -> (done: bool) {
        if ctx.host().package.board().is_none() {
            return Err("only the script that map.toml names under `rules` defines a board".into());
        }
        if ctx.script().board.is_some() || ctx.script().referee.is_some() {
            return Err("a map has one board".into());
        }
        let spec = Spec::read(board, ctx.lua)?;
        ctx.script().board = Some(spec);
        Ok((true,))
    }

    /// What is known of the board: `{cells=, pieces=, players=, options=, hidden=}`. A cell is
    /// `{name=, x=, y=, z=}`, a piece `{name=, block=}`; `players` lists how many may play,
    /// `options` are `{name=, values=}`.
    /// Example: `local cell = Board:facts().cells[1]`
    fn facts(ctx) -> (facts: Table) {
        let package = std::sync::Arc::clone(&ctx.host().package);
        let board = package.board().ok_or("map.toml names no rules")?;
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
        facts.raw_set("hidden", board.is_hidden())?;
        Ok((facts,))
    }

    /// The rules with what the host makes of them: `setup(options)`, `moves(state, seat)`,
    /// `play(state, move, seat)`, `check(state, from)` (raises an error that names the author's
    /// function `from`), `standing(state)` (a seat to choose, 0 when the game is over, -1 when
    /// chance decides), `turn(state)`, `draw(state)`, `result(state)`, `view(state, seat)`,
    /// `key(move)`, `copy(state)`. Seats count from 1.
    /// Example: `local referee = Board:referee()`
    fn referee(ctx) -> (referee: Table) {
        let referee = ctx.script().referee.clone();
        Ok((referee.ok_or("map.toml names no rules")?,))
    }

    /// The author's table.
    /// Example: `local explain = Board:rules().explain`
    fn rules(ctx) -> (rules: Table) {
        let rules = ctx.script().rules.clone();
        Ok((rules.ok_or("map.toml names no rules")?,))
    }

    /// Has a computer think about what a seat knows and waits; the room goes on meanwhile.
    /// `options` is `{level=, seconds=}`: the level is 1 to 5, and with `seconds` it works no
    /// longer than a slow machine would in that time. Returns `{move=, value=, depth=, nodes=}`
    /// (`value` in thousandths of a win for the seat to move), or nil and why not.
    /// Example: `local thought = Board:think(referee.view(state, seat), { level = 3 })`
    @waits
    fn think(ctx, view: Table, options: Option<Table>) -> (thought: Table) {
        let effort = Effort::read(options, ctx.lua, LEVELS, LEVEL_DEFAULT)?;
        let view = write(&ctx, &Value::Table(view))?;
        let mut host = ctx.host();
        let package = std::sync::Arc::clone(&host.package);
        let board = package.board().ok_or("map.toml names no rules")?;
        let spec = JobSpec::BoardThink {
            script: board.script().name().to_owned(),
            source: board.source().to_owned(),
            view,
            level: effort.level,
            fuel: effort.budget(FUEL_PER_SECOND),
            seed: host.rng.next_u64(),
        };
        order(&mut host, spec)
    }

    /// Gives up all thinking; who waits for it gets nil and `"cancelled"`. Returns how many.
    /// Example: `Board:stop()`
    fn stop(ctx) -> (count: u32) {
        let is_board = |spec: &JobSpec| matches!(spec, JobSpec::BoardThink { .. });
        Ok((ctx.host().cancel_jobs(is_board),))
    }
}

/// A value as plain data, paid for.
fn write(ctx: &Call<'_>, value: &Value) -> Result<Vec<u8>, super::results::Refusal> {
    let bytes = plain::write(value, VALUES_MAX)?;
    ctx.charge(bytes.len() as u64 / BYTES_PER_UNIT)?;
    Ok(bytes)
}
