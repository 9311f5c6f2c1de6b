use mlua::Table;

use super::insight;
use crate::lua_module;
use fangqi_binding::args::{Options, list};
use fangqi_protocol::{Mark, MarkKind};

/// Marks a map may show at one time.
const MARKS_MAX: usize = 1024;

lua_module! {
    /// Marks on cells that everyone sees.
    pub static MARKS = "Marks", Value;

    /// Sets all public marks: a list of `{x=, y=, z=, kind=}` with the kinds `"last_from"`,
    /// `"last_to"`, `"check"`, `"hint"`, `"selected"`, `"target"`, `"capture"` and `"won"`.
    /// Example: `Marks:set({ { x = 4, y = 1, z = 0, kind = "check" } })`
    fn set(ctx, marks: Table) -> () {
        let mut read = Vec::new();
        for table in list::<Table>(&marks, ctx.lua, MARKS_MAX)? {
            let options = Options::read(table, ctx.lua, &["x", "y", "z", "kind"])?;
            let pos = [options.get("x")?, options.get("y")?, options.get("z")?];
            read.push(Mark { pos, kind: kind(&options.get::<String>("kind")?)? });
        }
        ctx.host().marks = read;
        Ok(())
    }

    /// Sets all arrows over the board: `{from=, to=, kind=}` each, with cells `{x=, y=, z=}` and
    /// the kinds `"hint"` (unless given), `"best"` and `"threat"`. `set` leaves them as they are.
    /// Example: `Marks:arrows({ { from = cell, to = { x = 4, y = 1, z = 2 }, kind = "best" } })`
    fn arrows(ctx, arrows: Table) -> () {
        let read = insight::arrows(&arrows, ctx.lua)?;
        ctx.host().hud.insight.arrows = read;
        Ok(())
    }

    /// Takes all public marks and arrows away.
    /// Example: `Marks:clear()`
    fn clear(ctx) -> () {
        let mut host = ctx.host();
        host.marks.clear();
        host.hud.insight.arrows.clear();
        Ok(())
    }
}

fn kind(name: &str) -> Result<MarkKind, String> {
    Ok(match name {
        "last_from" => MarkKind::LastFrom,
        "last_to" => MarkKind::LastTo,
        "check" => MarkKind::Check,
        "hint" => MarkKind::Hint,
        "selected" => MarkKind::Selected,
        "target" => MarkKind::Target,
        "capture" => MarkKind::Capture,
        "won" => MarkKind::Won,
        other => return Err(format!("there is no kind of mark \"{other}\"")),
    })
}
