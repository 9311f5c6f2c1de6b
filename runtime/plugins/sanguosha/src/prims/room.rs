//! The game as a whole: its mode, its end, its log, data of events.

use fangqi_sanguosha::event::JudgePattern;
use fangqi_sanguosha::state::roles;
use fangqi_sanguosha::{Card, Data, LogLine, Role, pattern};
use mlua::{LuaString, MultiValue, Table};

use super::Prims;
use crate::convert::{Made, Who, name, players};
use crate::live::{self, Handle};
use crate::regexp::Regexp;

/// Lines of the log that nobody has fetched yet; a script that goes on telling is not heard.
const LOG_MAX: usize = 10_000;

pub(super) fn add(prims: &Prims<'_>) -> mlua::Result<()> {
    prims.read("mode", |state, ()| state.mode.to_string())?;
    prims.read("is_finished", |state, ()| state.winner.is_some())?;
    prims.change("game_over", |state, winner: LuaString| {
        state.winner.get_or_insert_with(|| name(&winner));
    })?;
    prims.add("roles", |_, _, count: usize| {
        Ok(roles(count.clamp(2, 10)).into_iter().map(Role::text).collect::<Vec<_>>())
    })?;
    type Line = (LuaString, Option<Who>, Table, LuaString, LuaString, LuaString, Option<Who>);
    prims.add("log", |_, shared, (key, from, to, card, arg, arg2, viewer): Line| {
        let to = players(&to)?;
        let game = shared.game()?;
        let log = &mut game.borrow_mut().log;
        if log.len() < LOG_MAX {
            log.push(LogLine {
                key: name(&key),
                from: from.map(|from| from.0),
                to,
                card: name(&card),
                arg: name(&arg),
                arg2: name(&arg2),
                viewer: viewer.map(|viewer| viewer.0),
            });
        }
        Ok(())
    })?;
    data(prims)?;
    verdicts(prims)
}

fn data(prims: &Prims<'_>) -> mlua::Result<()> {
    prims.add("data_get", |lua, _, handle: Handle| live::read(lua, &handle.0.borrow()))?;
    prims.add("data_new", |lua, _, mut values: MultiValue| {
        let kind = values.pop_front().and_then(|kind| kind.as_i64()).unwrap_or(0);
        live::new(lua, live::write(lua, kind as u8, values)?)
    })?;
    prims.add("data_set", |lua, _, mut values: MultiValue| {
        let handle: Handle = lua.unpack(values.pop_front().unwrap_or(mlua::Value::Nil))?;
        let kind = values.pop_front().and_then(|kind| kind.as_i64()).unwrap_or(0);
        let data = live::write(lua, kind as u8, values)?;
        *handle.0.borrow_mut() = data;
        Ok(())
    })?;
    prims.add("data_copy", |_, _, (to, from): (Handle, Handle)| {
        let data = from.0.borrow().clone();
        *to.0.borrow_mut() = data;
        Ok(())
    })
}

fn verdicts(prims: &Prims<'_>) -> mlua::Result<()> {
    prims.add("regexp_matches", |_, _, (expression, text): (LuaString, LuaString)| {
        let expression = Regexp::new(&expression.to_string_lossy());
        Ok(expression.is_some_and(|expression| expression.matches(&text.to_string_lossy())))
    })?;
    // Whether a judgement, or another card in its place, is good for who is judged.
    prims.add("judge_is_good", |_, shared, (handle, card): (Handle, Option<Made>)| {
        let data = handle.0.borrow();
        let Data::Judge(judge) = &*data else { return Ok(false) };
        let Some(card) = card.map(|card| card.0).or_else(|| judge.card.clone()) else {
            return Ok(false);
        };
        let game = shared.game()?;
        let state = game.borrow();
        let fits = match &judge.pattern {
            JudgePattern::Response(wanted) => pattern::matches(&state, judge.who, wanted, &card),
            JudgePattern::Expression(text) => match Regexp::new(text) {
                Some(expression) => expression.matches(&judged(&state, &card)),
                None => return Err(mlua::Error::runtime(format!("{text} is no expression"))),
            },
        };
        Ok(fits == judge.good)
    })
}

/// A card as judgements look at it: `ClassName:suit:number`.
fn judged(state: &fangqi_sanguosha::State, card: &Card) -> String {
    let class = state.kind(card, |kind| kind.class.clone());
    let number = fangqi_sanguosha::basics::number_text(state.number(card));
    format!("{class}:{}:{number}", state.suit(card).text())
}
