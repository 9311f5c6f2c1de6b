//! The environment of Mini World scripts, in maps of the dialect: see `dialect.luau`.

use fangqi_plugin::Ctx;
use fangqi_protocol::{LogLevel, LogLine};
use fangqi_vm::{LIBRARIES, Vm, compile};
use mlua::{Function, IntoLuaMulti, MultiValue, Table, Value};

/// The name under which its functions show in places.
const NAME: &str = "[miniworld]";

/// What runs the scripts of a map of the dialect.
#[derive(Debug)]
pub struct Dialect {
    run: Function,
}

impl Dialect {
    /// Sets the environment up. Before the scripts, after the API. `tells_caught`: whether the log
    /// tells of errors that scripts catch by themselves.
    ///
    /// # Errors
    /// Out of memory.
    pub fn install(vm: &Vm, ctx: &Ctx, tells_caught: bool) -> mlua::Result<Self> {
        let lua = vm.lua();
        let host = lua.create_table()?;
        let sink = ctx.clone();
        let log = lua.create_function(move |_, (level, text): (mlua::LuaString, Value)| {
            let level = match &*level.as_bytes() {
                b"error" => LogLevel::Error,
                b"warn" => LogLevel::Warn,
                _ => LogLevel::Print,
            };
            let text = match text {
                Value::String(text) => text.to_string_lossy(),
                other => fangqi_binding::args::describe(&other),
            };
            sink.host().log(level, text);
            Ok(())
        })?;
        host.raw_set("log", log)?;
        if tells_caught {
            let sink = ctx.clone();
            let caught = lua.create_function(move |_, text: mlua::LuaString| {
                let mut room = sink.host();
                let (tick, text) = (room.clock, text.to_string_lossy());
                let line = LogLine { caught: true, ..LogLine::new(LogLevel::Warn, tick, text) };
                room.outbox.log_line(line);
                Ok(())
            })?;
            host.raw_set("caught", caught)?;
        }
        let of = ctx.clone();
        let event = lua.create_function(move |_, ()| Ok(of.script().event.clone()))?;
        host.raw_set("event", event)?;
        let of = ctx.clone();
        let begin = lua.create_function(move |_, event: Option<Table>| {
            of.script().event = event;
            Ok(())
        })?;
        host.raw_set("begin", begin)?;
        let scripts = lua.globals();
        let methods = lua.create_function(|lua, strings: Table| {
            let meta = lua.create_table()?;
            meta.raw_set("__index", strings)?;
            meta.raw_set("__metatable", "the metatable of texts is protected")?;
            meta.set_readonly(true);
            lua.set_type_metatable::<mlua::LuaString>(Some(meta));
            Ok(())
        })?;
        host.raw_set("methods", methods)?;
        host.raw_set("module", ctx.script().names.clone())?;
        watch_globals(lua, ctx, &host, &scripts)?;
        host.raw_set("libraries", LIBRARIES)?;
        // What lies below the scripts' own globals: the sealed library.
        host.raw_set("library", vm.library())?;
        let chunk = compile(NAME, include_str!("dialect.luau").as_bytes())
            .and_then(|compiled| vm.load(&compiled))
            .map_err(mlua::Error::external)?;
        chunk.call::<()>((&host, &scripts))?;
        ctx.script().guard = Some(host.raw_get::<Function>("guard")?);
        Ok(Self { run: host.raw_get("run")? })
    }

    /// What is to be started to run a script: its chunk and name, the page that it is attached to,
    /// if any, and whether it is of a component, which is only told.
    ///
    /// # Errors
    /// Out of memory.
    pub fn start(
        &self,
        lua: &mlua::Lua,
        script: (Function, &str, Option<&str>, bool),
    ) -> mlua::Result<(Function, MultiValue)> {
        Ok((self.run.clone(), script.into_lua_multi(lua)?))
    }
}

/// Has assignments to globals that are new go by `host.assign`, which may pass them on to
/// `host.define`, and what is found under names of the API by the function given to `host.shadow`.
fn watch_globals(lua: &mlua::Lua, ctx: &Ctx, host: &Table, scripts: &Table) -> mlua::Result<()> {
    let of = ctx.clone();
    let shadow = lua.create_function(move |_, find: Function| {
        of.script().shadows = Some(find);
        Ok(())
    })?;
    host.raw_set("shadow", shadow)?;
    let Some(old) = scripts.metatable() else { return Ok(()) };
    host.raw_set("define", old.raw_get::<Value>("__newindex")?)?;
    let scripts = scripts.clone();
    let watch = lua.create_function(move |lua, assign: Function| {
        let meta = lua.create_table()?;
        meta.raw_set("__index", old.raw_get::<Value>("__index")?)?;
        meta.raw_set("__newindex", assign)?;
        meta.raw_set("__metatable", old.raw_get::<Value>("__metatable")?)?;
        meta.set_readonly(true);
        scripts.set_metatable(Some(meta))
    })?;
    host.raw_set("watch", watch)
}
