use std::sync::Arc;

use fangqi_binding::Refusal;
use fangqi_binding::args::{Options, list};
use fangqi_plugin::ctx::Call;
use fangqi_plugin::host::{Owner, Question, WakeValue};
use fangqi_protocol::{Choice, ChoiceLook, LocalText, SeatIndex, TICKS_PER_SECOND, Token};
use fangqi_vm::numbers_of_list;
use mlua::{Function, Table, Value};

use super::hud::check_seat;
use super::panel;
use super::select::{self, Answer};
use crate::lua_module;

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
    /// without it that of `Seats:setStandIn`; without that `default` is taken. With `countdown`
    /// everybody sees that the seat is asked, and until when. Returns the number
    /// of the choice and the player who chose (nil at the deadline and for a stand-in), or nil and
    /// `"cancelled"`.
    ///
    /// At a card table an answer may be given step by step, a question for each. A choice may then
    /// be made by a click on the plate of a seat, `player`, too; its button may be the one that
    /// confirms, `main`, or pressed, `on`; `about` says what it means, `colour` of which side it
    /// is. `picked`, `{cells=, players=}`, is what was chosen in earlier steps, and `elapsed` how
    /// many seconds they took: the countdown goes on where it was.
    /// Example: `Request:ask({ seat = 0, hint = T("move"), choices = moves })`
    @waits
    fn ask(ctx, question: Table) -> (index: u32, uin: u64) {
        let known = [
            "seat", "hint", "choices", "paths", "cells", "explain", "seconds", "default",
            "stand_in", "countdown", "picked", "elapsed",
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
        let (choices, looks) = match (options.get("choices")?, options.get("paths")?) {
            (Some(choices), None) => labelled(&choices, ctx.lua, max)?,
            (None, Some(paths)) => {
                (unlabelled(&paths, ctx.lua, cells.unwrap_or(1), max)?, Vec::new())
            }
            _ => return Err("give either `choices` or `paths`".into()),
        };
        let panel = panel::panel(options.get("picked")?, looks, ctx.lua)?;
        let elapsed: Option<f64> = options.get("elapsed")?;
        let countdown = options.get::<Option<bool>>("countdown")?.unwrap_or(false);
        let host = ctx.host();
        check_seat(&host, Some(seat))?;
        if let Some(panel) = &panel {
            panel::check(panel, &host)?;
        }
        if choices.is_empty() {
            return Err("choices is empty: there is nothing to answer".into());
        }
        if default.is_some_and(|default| default == 0 || default as usize > choices.len()) {
            return Err(format!("default must be a choice, 1 to {}", choices.len()).into());
        }
        drop(host);
        put(&ctx, Asking { seat, hint, seconds, explain, stand_in, shown: countdown }, |question| {
            question.choices = Arc::new(choices);
            question.default = default.map(|default| default - 1);
            question.panel = panel.map(Box::new);
            let elapsed = elapsed.unwrap_or(0.0).clamp(0.0, 86_400.0) * TICKS_PER_SECOND as f64;
            if let Some(since) = &mut question.shown_since {
                *since = since.saturating_sub(elapsed as u64);
            }
        })
    }

    /// Asks a seat for some cells together, such as the cards of one play, and waits. `cells` are
    /// those that may be selected. With `classes`, a character for each cell, such as its rank,
    /// `legal` lists what may be selected together, each as a string of classes in any order;
    /// without `legal` any `min` to `max` cells may. The player selects and takes back without a
    /// message being sent; what can still be added to come to something legal is lit.
    ///
    /// `buttons` are texts of other answers, `label` is the text of the button that answers with
    /// the selection. `suggest` lists selections to show one after the other, best first, as
    /// strings of classes or lists of cell numbers. `explain(numbers)` may return a text that says
    /// why cells cannot be selected together; without `legal` it is asked about every answer, which
    /// counts if it returns nil. After `seconds` the answer is `default`: the number of a button,
    /// or cells like a suggestion; `stand_in(seat, buttons)` returns the same, in time of its own.
    /// Everybody sees the countdown, unless `countdown` is false.
    ///
    /// Returns the number of a button or a list of cell numbers, and the player; or nil and
    /// `"cancelled"`.
    /// Example: `Request:select({ seat = 0, cells = cells, classes = "334", legal = { "33" } })`
    @waits
    fn select(ctx, question: Table) -> (answer: Value, uin: u64) {
        let known = [
            "seat", "hint", "cells", "classes", "legal", "min", "max", "buttons", "label",
            "suggest", "explain", "seconds", "default", "stand_in", "countdown",
        ];
        let options = Options::read(question, ctx.lua, &known)?;
        let max = ctx.host().limits.selections_max;
        let mut selection = select::read(&options, ctx.lua, max)?;
        let buttons = select::buttons(&options, ctx.lua)?;
        let default = match options.get::<Option<Value>>("default")? {
            None | Some(Value::Nil) => None,
            Some(value) => {
                let read = select::answer(&selection, buttons.len(), &value, ctx.lua);
                Some(read.map_err(|why| format!("the default {why}"))?)
            }
        };
        let asking = Asking {
            seat: options.get("seat")?,
            hint: options.get("hint")?,
            seconds: options.get("seconds")?,
            explain: options.get("explain")?,
            stand_in: options.get("stand_in")?,
            shown: options.get::<Option<bool>>("countdown")?.unwrap_or(true),
        };
        put(&ctx, asking, |question| {
            question.choices = Arc::new(buttons);
            match default {
                Some(Answer::Button(button)) => question.default = Some(button),
                Some(Answer::Cells(cells)) => selection.default = Some(cells),
                None => {}
            }
            question.selection = Some(Box::new(selection));
        })
    }

    /// Withdraws the map's questions to a seat, or to all; who waits for them gets `"cancelled"`.
    /// Returns how many there were.
    /// Example: `Request:cancel(0)`
    @sure
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
    @sure
    fn isAsking(ctx, seat: SeatIndex) -> (asking: bool) {
        let host = ctx.host();
        let asking = host
            .requests
            .iter()
            .any(|question| question.seat == seat && matches!(question.owner, Owner::Script(_)));
        Ok((asking,))
    }
}

/// What all questions have.
struct Asking {
    seat: SeatIndex,
    hint: Option<LocalText>,
    seconds: Option<f64>,
    explain: Option<Function>,
    stand_in: Option<Function>,
    /// Whether everybody may know of it.
    shown: bool,
}

/// Puts a question, of which `fill` says what may be answered; the caller waits for the token.
fn put(ctx: &Call<'_>, asking: Asking, fill: impl FnOnce(&mut Question)) -> Result<Token, Refusal> {
    let Asking { seat, hint, seconds, explain, stand_in, shown } = asking;
    let mut host = ctx.host();
    check_seat(&host, Some(seat))?;
    let max = host.limits.questions_max;
    if host.requests.iter().count() >= max {
        return Err(format!("{max} questions wait for answers already").into());
    }
    let deadline = match seconds {
        Some(seconds) if !(0.0..=86_400.0).contains(&seconds) => {
            return Err("seconds must be from 0 to 86400".into());
        }
        Some(seconds) => Some(host.clock + (seconds * TICKS_PER_SECOND as f64).ceil() as u64),
        None => None,
    };
    let token = host.token();
    let mut question = Question {
        id: 0,
        seat,
        owner: Owner::Script(token),
        hint: hint.unwrap_or_default(),
        choices: Arc::default(),
        deadline,
        default: None,
        explains: explain.is_some(),
        picked: Vec::new(),
        delegated: None,
        selection: None,
        panel: None,
        shown_since: shown.then_some(host.clock),
    };
    fill(&mut question);
    let id = host.requests.ask(question);
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

/// Choices as `{path=, label=, …}`, with what they are at a card table.
fn labelled(
    choices: &Table,
    lua: &mlua::Lua,
    max: usize,
) -> Result<(Vec<Choice>, Vec<ChoiceLook>), String> {
    let tables = list::<Table>(choices, lua, max)?;
    let read = |(number, table)| {
        panel::choice(table, lua, PATH_MAX).map_err(|why| format!("choice {number}: {why}"))
    };
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
    let max = max.saturating_mul(cells * 3);
    let numbers = match numbers_of_list(lua, paths, max).map_err(|error| error.to_string())? {
        Some(numbers) => numbers,
        // Item by item, to say which is wrong.
        None => list::<i32>(paths, lua, max)?,
    };
    if numbers.len() % (cells * 3) != 0 {
        return Err(format!(
            "`paths` holds {} numbers, which is not x, y and z for {cells} cells a choice",
            numbers.len()
        ));
    }
    let (cells_of, _) = numbers.as_chunks::<3>();
    Ok(cells_of.chunks(cells).map(|path| Choice { path: path.to_vec(), label: None }).collect())
}
