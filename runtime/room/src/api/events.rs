use fangqi_binding::Refusal;
use fangqi_binding::args::Name;
use fangqi_plugin::ctx::Call;
use mlua::{Function, Value};

use crate::lua_module;

lua_module! {
    /// Registers handlers of events.
    pub static SCRIPT_SUPPORT_EVENT = "ScriptSupportEvent", Code;

    /// Calls `handler(event)` whenever the event happens; `event` is a table of its fields. Gives
    /// the handler's number.
    /// Example: `ScriptSupportEvent:registerEvent("Player.ClickBlock", function(e) print(e.x) end)`
    fn registerEvent(ctx, event: Name, handler: Function) -> (id: u32) {
        register(&ctx, &event, handler)
    }

    /// As `registerEvent`; an older name.
    /// Example: `ScriptSupportEvent:registerEvent_Block("Block.Add", function(e) print(e.x) end)`
    fn registerEvent_Block(ctx, event: Name, handler: Function) -> (id: u32) {
        register(&ctx, &event, handler)
    }

    /// As `registerEvent`.
    /// Example: `ScriptSupportEvent:RegisterEvent_NoError("Game.Run", function() end)`
    fn RegisterEvent_NoError(ctx, event: Name, handler: Function) -> (id: u32) {
        register(&ctx, &event, handler)
    }

    /// As `registerEvent`, but the handler is called once.
    /// Example: `ScriptSupportEvent:RegDynamicEventOnce("Game.Start", function() end)`
    fn RegDynamicEventOnce(ctx, event: Name, handler: Function) -> (id: u32) {
        let (id,) = register(&ctx, &event, handler)?;
        ctx.script().once.insert(id);
        Ok((id,))
    }

    /// Lets a handler go; without a number all of the event. FAILED when there is none.
    /// Example: `ScriptSupportEvent:removeEvent("Game.Run", id)`
    fn removeEvent(ctx, event: String, id: Value) -> () {
        let id = match &id {
            Value::Nil => None,
            id => Some(<u32 as fangqi_binding::args::Arg>::read(id, ctx.lua)
                .map_err(|wanted| format!("argument 2, id, must be {wanted}"))?),
        };
        let removed = ctx.script().unregister(&event, id);
        if removed == 0 {
            return Err(format!("no such handler of {event} is registered").into());
        }
        Ok(())
    }
}

fn register(ctx: &Call<'_>, event: &str, handler: Function) -> Result<(u32,), Refusal> {
    let max = ctx.host().limits.handlers_max;
    let handler = ctx.guarded(handler)?;
    let mut script = ctx.script();
    if script.handler_count() >= max {
        return Err(format!("a room can register {max} handlers").into());
    }
    let id = script.register(event, handler);
    drop(script);
    ctx.host().hear(event);
    Ok((id,))
}
