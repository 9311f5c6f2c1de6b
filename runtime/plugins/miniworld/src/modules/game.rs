use fangqi_binding::args::{LongString, Name};
use fangqi_plugin::{Ready, lua_module};
use fangqi_protocol::{Audience, LocalText, ToastKind};
use mlua::{Table, Value};

use super::game_effects::GAME_EFFECTS;
use super::markup;
use super::support::check_text;
use crate::room::InRoom;

/// Highest number of a script variable.
const VAR_MAX: u8 = 100;
/// Bytes searched for one unit of fuel, about 10 ns.
const BYTES_PER_UNIT: u64 = 8;
/// Most parts a string may be split into.
const PARTS_MAX: usize = 65_536;

lua_module! {
    /// The match as a whole, events between scripts, and a few helpers.
    pub static GAME = "Game", Code, parts [GAME_EFFECTS];

    /// Raises an event of the map's own: its handlers are called with the table `params`, or an
    /// empty one, after the running handler.
    /// Example: `Game:dispatchEvent("ROUND_OVER", { customdata = "red" })`
    fn dispatchEvent(ctx, msgid: Name, params: Option<Table>) -> () {
        ctx.host().check_queue()?;
        let params = match params {
            Some(params) => params,
            None => ctx.lua.create_table()?,
        };
        let slot = ctx.script().keep_table(Value::Table(params));
        ctx.host().ready.push_back(Ready::Dispatch { name: msgid.0, slot });
        Ok(())
    }

    /// Ends the match: everyone still playing has ended (`Player:getGameResults` gives 2), the end
    /// is announced unless a result stands already, and `Game.End` is raised.
    /// Example: `Game:doGameEnd()`
    fn doGameEnd(ctx) -> () {
        let mut room = ctx.mini();
        room.check_queue()?;
        room.end_for_all();
        room.raise("Game.End", Vec::new());
        Ok(())
    }

    /// Shows everyone a message that asks for attention. Colour marks are taken out.
    /// Partly: colour marks are taken out
    /// Example: `Game:msgBox("Check!")`
    fn msgBox(ctx, msg: LocalText) -> () {
        let mut room = ctx.mini();
        let text = markup::plain_text(&msg);
        check_text(&room, 1, "msg", &text)?;
        Ok(room.outbox.toast(Audience::All, ToastKind::Alert, text)?)
    }

    /// Splits a string at every place where `mark` stands; an empty one splits nothing.
    /// Example: `local code, parts = Game:splitStr("h2e2,h9g7", ",")`
    fn splitStr(ctx, str: LongString, mark: String) -> (parts: Vec<String>) {
        let str = str.0;
        ctx.charge(str.len() as u64 / BYTES_PER_UNIT)?;
        if mark.is_empty() {
            return Ok((vec![str],));
        }
        if str.matches(&*mark).nth(PARTS_MAX - 1).is_some() {
            return Err(format!("there are more than {PARTS_MAX} parts").into());
        }
        Ok((str.split(&*mark).map(ToOwned::to_owned).collect(),))
    }

    /// Keeps a number under an index, 0 to 100, that all scripts of the map share.
    /// Example: `Game:setScriptVar(1, 42)`
    fn setScriptVar(ctx, index: u8, val: f64) -> () {
        check_index(index)?;
        ctx.mini().globals.script_vars.insert(index, val);
        Ok(())
    }

    /// Lets all clients know the numbers kept with `setScriptVar`, as they are now: pages and tools
    /// that show a room read them.
    /// Example: `Game:sendScriptVars2Client()`
    fn sendScriptVars2Client(ctx) -> () {
        let mut room = ctx.mini();
        room.globals.sent_vars = room.globals.script_vars.clone();
        Ok(())
    }

    /// The number kept under an index; 0 until it is set.
    /// Example: `local code, value = Game:getScriptVar(1)`
    fn getScriptVar(ctx, index: u8) -> (val: f64) {
        check_index(index)?;
        Ok((ctx.mini().globals.script_vars.get(&index).copied().unwrap_or(0.0),))
    }
}

fn check_index(index: u8) -> Result<(), String> {
    if index > VAR_MAX {
        return Err(format!("argument 1, index, must be from 0 to {VAR_MAX}, not {index}"));
    }
    Ok(())
}
