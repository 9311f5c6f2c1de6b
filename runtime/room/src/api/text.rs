//! `T(key, args)`: a text of the map's string tables, in both languages.

use fangqi_binding::args::Arg;
use fangqi_binding::into_table;
use fangqi_plugin::ctx::Ctx;
use fangqi_protocol::{LocalText, LogLevel};
use mlua::{Lua, Table, Value};

/// Puts `T` into the globals.
pub fn install(globals: &Table, lua: &Lua, ctx: &Ctx) -> mlua::Result<()> {
    let ctx = ctx.clone();
    // Texts without places are the same every time; maps ask for them after every move.
    let plain = lua.create_table()?;
    let text = lua.create_function(move |lua, (key, args): (Value, Option<Table>)| {
        let known: Value = if args.is_none() { plain.raw_get(&key)? } else { Value::Nil };
        if let Value::Table(table) = known {
            return Ok(table);
        }
        let found = look_up(&ctx, lua, &key, args.as_ref());
        let keep = args.is_none() && found.is_ok();
        let text = found.unwrap_or_else(|reason| {
            // A missing text must not stop a game: the key stands in, and the author is told.
            let place = fangqi_binding::caller(lua);
            ctx.host().log(LogLevel::Error, format!("{place}T: {reason}"));
            LocalText::same(fangqi_binding::args::describe(&key))
        });
        let table = into_table(lua, &text)?;
        if keep {
            table.set_readonly(true);
            plain.raw_set(key, &table)?;
        }
        Ok(table)
    })?;
    globals.raw_set("T", text)
}

fn look_up(ctx: &Ctx, lua: &Lua, key: &Value, args: Option<&Table>) -> Result<LocalText, String> {
    let key = String::read(key, lua).map_err(|wanted| format!("the key must be {wanted}"))?;
    let package = std::sync::Arc::clone(&ctx.host().package);
    let mut text = package.string(&key)?.clone();
    let Some(args) = args else { return Ok(text) };
    for pair in args.pairs::<String, Value>() {
        let (name, value) = pair.map_err(|error| error.to_string())?;
        let value = LocalText::read(&value, lua).map_err(|why| format!("{key}: {name}: {why}"))?;
        let place = format!("{{{name}}}");
        text.zh = text.zh.replace(&place, &value.zh);
        text.en = text.en.replace(&place, &value.en);
    }
    Ok(text)
}
