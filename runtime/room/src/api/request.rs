use mlua::{Function, Table};

use super::args::{Cell, Options, list};
use super::hud::check_seat;
use super::spec::lua_module;
use crate::host::{Owner, Question, TICKS_PER_SECOND, WakeValue};
use crate::model::{Choice, LocalText, SeatIndex};

/// Cells one choice may take to click.
const PATH_MAX: usize = 16;

lua_module! {
    /// Questions to seats: who may answer, what may be chosen, and what happens at the deadline.
    pub static REQUEST = "Request", Value;

    /// Asks a seat and waits. `choices` is a list of `{path=, label=}`: `path` lists the cells to
    /// click in order (a move is from and to), `label` gives a choice a button. Where there are
    /// many choices without buttons, `paths` is quicker: one list of numbers, x, y, z of each cell,
    /// with `cells` cells to a choice (1 unless given). `explain(path)` may return a text that says
    /// why a click is not among the choices. After `seconds` the choice number `default` is taken,
    /// or the question is cancelled. For a player who is away, or who left its seat to the
    /// stand-in, `stand_in(seat, choices)` returns the number of a choice, in time of its own;
    /// without it that of `Seats:setStandIn`; without that `default` is taken. Returns the number
    /// of the choice and the player who chose (nil at the deadline and for a stand-in), or nil and
    /// `"cancelled"`.
    /// Example: `Request:ask({ seat = 0, hint = T("move"), choices = moves })`
    @waits
    fn ask(ctx, question: Table) -> (index: u32, uin: u64) {
        let known = [
            "seat", "hint", "choices", "paths", "cells", "explain", "seconds", "default",
            "stand_in",
        ];
        let options = Options::read(question, ctx.lua, &known)?;
        let seat: SeatIndex = options.get("seat")?;
        let hint: Option<LocalText> = options.get("hint")?;
        let explain: Option<Function> = options.get("explain")?;
        let stand_in: Option<Function> = options.get("stand_in")?;
        let seconds: Option<f64> = options.get("seconds")?;
        let default: Option<u32> = options.get("default")?;
        let max = ctx.host().limits.choices_max;
        let cells: Option<u32> = options.get("cells")?;
        let choices = match (options.get("choices")?, options.get("paths")?) {
            (Some(choices), None) => labelled(&choices, ctx.lua, max)?,
            (None, Some(paths)) => unlabelled(&paths, ctx.lua, cells.unwrap_or(1), max)?,
            _ => return Err("give either `choices` or `paths`".into()),
        };
        let mut host = ctx.host();
        check_seat(&host, Some(seat))?;
        let max = host.limits.questions_max;
        if host.requests.iter().count() >= max {
            return Err(format!("{max} questions wait for answers already").into());
        }
        if choices.is_empty() {
            return Err("choices is empty: there is nothing to answer".into());
        }
        if default.is_some_and(|default| default == 0 || default as usize > choices.len()) {
            return Err(format!("default must be a choice, 1 to {}", choices.len()).into());
        }
        let deadline = match seconds {
            Some(seconds) if !(0.0..=86_400.0).contains(&seconds) => {
                return Err("seconds must be from 0 to 86400".into());
            }
            Some(seconds) => Some(host.clock + (seconds * TICKS_PER_SECOND as f64).ceil() as u64),
            None => None,
        };
        let token = host.token();
        let id = host.requests.ask(Question {
            id: 0,
            seat,
            owner: Owner::Script(token),
            hint: hint.unwrap_or_default(),
            choices,
            deadline,
            default: default.map(|default| default - 1),
            explains: explain.is_some(),
            picked: Vec::new(),
            delegated: None,
        });
        host.seats.stands_in |= stand_in.is_some();
        host.delegate();
        drop(host);
        let mut script = ctx.script();
        if let Some(explain) = explain {
            script.explains.insert(id, explain);
        }
        if let Some(stand_in) = stand_in {
            script.stand_ins.insert(id, stand_in);
        }
        Ok(token)
    }

    /// Withdraws the map's questions to a seat, or to all; who waits for them gets `"cancelled"`.
    /// Returns how many there were.
    /// Example: `Request:cancel(0)`
    fn cancel(ctx, seat: Option<SeatIndex>) -> (count: u32) {
        let mut host = ctx.host();
        let gone = host.requests.withdraw(|question| {
            let of_map = matches!(question.owner, Owner::Script(_));
            of_map && seat.is_none_or(|seat| seat == question.seat)
        });
        for question in &gone {
            if let Owner::Script(token) = question.owner {
                host.wake(token, WakeValue::Cancelled);
            }
        }
        drop(host);
        let mut script = ctx.script();
        for question in &gone {
            script.forget_request(question.id);
        }
        Ok((gone.len() as u32,))
    }

    /// Whether a seat is being asked something by the map.
    /// Example: `if Request:isAsking(0) then … end`
    fn isAsking(ctx, seat: SeatIndex) -> (asking: bool) {
        let host = ctx.host();
        let asking = host
            .requests
            .iter()
            .any(|question| question.seat == seat && matches!(question.owner, Owner::Script(_)));
        Ok((asking,))
    }
}

/// Choices as `{path=, label=}`.
fn labelled(choices: &Table, lua: &mlua::Lua, max: usize) -> Result<Vec<Choice>, String> {
    let tables = list::<Table>(choices, lua, max)?;
    let read =
        |(number, table)| choice(table, lua).map_err(|why| format!("choice {number}: {why}"));
    (1..).zip(tables).map(read).collect()
}

/// Choices as one list of coordinates, `cells` cells each.
fn unlabelled(
    paths: &Table,
    lua: &mlua::Lua,
    cells: u32,
    max: usize,
) -> Result<Vec<Choice>, String> {
    let cells = cells as usize;
    if cells == 0 || cells > PATH_MAX {
        return Err(format!("`cells` must be from 1 to {PATH_MAX}"));
    }
    let numbers = list::<i32>(paths, lua, max.saturating_mul(cells * 3))?;
    if numbers.len() % (cells * 3) != 0 {
        return Err(format!(
            "`paths` holds {} numbers, which is not x, y and z for {cells} cells a choice",
            numbers.len()
        ));
    }
    let (cells_of, _) = numbers.as_chunks::<3>();
    Ok(cells_of.chunks(cells).map(|path| Choice { path: path.to_vec(), label: None }).collect())
}

fn choice(table: Table, lua: &mlua::Lua) -> Result<Choice, String> {
    let options = Options::read(table, lua, &["path", "label"])?;
    let path = match options.get::<Option<Table>>("path")? {
        Some(cells) => {
            list::<Cell>(&cells, lua, PATH_MAX)?.into_iter().map(|Cell(pos)| pos).collect()
        }
        None => Vec::new(),
    };
    let label: Option<LocalText> = options.get("label")?;
    if path.is_empty() && label.is_none() {
        return Err("it needs a path to click or a label for its button".to_owned());
    }
    Ok(Choice { path, label })
}
