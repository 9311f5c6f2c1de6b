use fangqi_plugin::{Ready, lua_module};
use mlua::{Function, Table, Value};

use crate::room::InRoom;

lua_module! {
    /// Drawings that refresh themselves.
    pub static LISTEN_PARAM = "ListenParam", Code;

    /// Binds functions to a drawing: they are called with `param`, at once and then every second
    /// while the drawing is there, and what they return becomes its text, or the value and maximum
    /// of a bar.
    /// Example: `ListenParam:AddGraphicsListenParam(id, { function(p) return "now" end }, {})`
    fn AddGraphicsListenParam(ctx, graphid: u32, funcs: Table, param: Value) -> () {
        let known = {
            let room = ctx.mini();
            room.globals.graphics.contains_key(&graphid)
                || room.sim.scenery.graphs.contains_key(&graphid)
        };
        if !known {
            return Err(format!("there is no drawing {graphid}").into());
        }
        let functions: Vec<Function> = fangqi_binding::args::list(&funcs, ctx.lua, 8)?;
        if functions.is_empty() {
            return Err("argument 2, funcs, holds no function".into());
        }
        ctx.host().check_queue()?;
        let run = fangqi_vm::compile("ListenParam", RUN.as_bytes())?.function(ctx.lua)?;
        let run = ctx.guarded(run)?;
        let mut args = vec![Value::Number(f64::from(graphid)), param];
        args.extend(functions.into_iter().map(Value::Function));
        let max = ctx.host().limits.waiting_max;
        let mut script = ctx.script();
        if script.kept_calls() >= max {
            return Err(format!("{max} functions wait to be run already").into());
        }
        let slot = script.keep_call(run, mlua::MultiValue::from_vec(args));
        drop(script);
        ctx.host().ready.push_back(Ready::Call { slot });
        Ok(())
    }
}

/// Asks the functions and shows what they say, again and again until the drawing is gone.
const RUN: &str = "local id, param, first, second = ...
repeat
  local value = first(param)
  local code
  if second then
    code = Graphics:updateGraphicsProgressById(id, value, second(param))
  elseif type(value) == 'number' then
    code = Graphics:updateGraphicsProgressById(id, value)
  else
    code = Graphics:updateGraphicsTextById(id, tostring(value))
  end
  if code == ErrorCode.OK then threadpool:wait(1) end
until code ~= ErrorCode.OK";
