//! The Lua module `Kalah`.

use fangqi_plugin::{Effort, Host, Refusal, list_of_numbers, lua_module, may_think, order};
use mlua::Table;

use crate::job::Think;
use crate::rules::Position;
use crate::state::Games;

/// Levels of `think`; a level looks two plies further than the one before.
const LEVELS: u8 = 5;

lua_module! {
    /// Kalah 播棋. A game is a number that `new` returns. Seat 0 has pits 0 to 5 and store 6, seat 1
    /// pits 7 to 12 and store 13.
    pub static KALAH = "Kalah", Value;

    /// Begins a game with four seeds in each pit.
    /// Example: `local game = Kalah:new()`
    fn new(ctx) -> (game: u32) {
        let mut host = ctx.host();
        let max = host.limits.engine_games_max;
        let Games { games, .. } = host.state();
        if games.len() >= max {
            return Err(format!("a room can hold {max} games").into());
        }
        games.push(Position::default());
        Ok((games.len() as u32,))
    }

    /// Shows a game to everybody in the room.
    /// Example: `Kalah:show(game)`
    fn show(ctx, game: u32) -> (done: bool) {
        let mut host = ctx.host();
        find(&mut host, game)?;
        host.state::<Games>().shown = Some(game as usize - 1);
        Ok((true,))
    }

    /// The seeds in all pits, from pit 0 on: a list of 14 numbers.
    /// Example: `local seeds = Kalah:pits(game)[1]`
    fn pits(ctx, game: u32) -> (pits: Table) {
        let pits = find(&mut ctx.host(), game)?.pits.map(i32::from);
        Ok((list_of_numbers(ctx.lua, &pits)?,))
    }

    /// The seat to move; nil when the game is over.
    /// Example: `if Kalah:turn(game) == 0 then … end`
    fn turn(ctx, game: u32) -> (seat: Option<u32>) {
        let position = *find(&mut ctx.host(), game)?;
        Ok(((!position.is_over()).then_some(position.turn as u32),))
    }

    /// Seeds in the store of seat 0 less those of seat 1.
    /// Example: `local lead = Kalah:lead(game)`
    fn lead(ctx, game: u32) -> (seeds: i32) {
        Ok((find(&mut ctx.host(), game)?.lead(),))
    }

    /// Sows a pit of the seat to move; nil when that is not legal.
    /// Example: `local done = Kalah:sow(game, 2)`
    fn sow(ctx, game: u32, pit: u32) -> (done: bool) {
        match find(&mut ctx.host(), game)?.sow(pit as usize) {
            true => Ok((true,)),
            false => Err(format!("pit {pit} cannot be sown now").into()),
        }
    }

    /// Has the computer think and waits: `{pit=, value=}`, or nil and why not. `options` is
    /// `{level=}`, from 1 to 5.
    /// Example: `local thought = Kalah:think(game, { level = 3 })`
    @waits
    fn think(ctx, game: u32, options: Option<Table>) -> (thought: Table) {
        let level = Effort::read(options, ctx.lua, LEVELS, 3)?.level;
        let mut host = ctx.host();
        may_think(&host)?;
        let position = *find(&mut host, game)?;
        order(&mut host, &KALAH, Think { position, depth: 2 * u32::from(level) })
    }
}

/// The game with a handle.
fn find(host: &mut Host, game: u32) -> Result<&mut Position, Refusal> {
    let Games { games, .. } = host.state();
    let index = (game as usize).wrapping_sub(1);
    Ok(games.get_mut(index).ok_or_else(|| format!("there is no game {game}"))?)
}
