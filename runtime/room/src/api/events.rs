use mlua::Function;

use super::spec::lua_module;

lua_module! {
    /// Registers handlers of events.
    pub static SCRIPT_SUPPORT_EVENT = "ScriptSupportEvent", Code;

    /// Calls `handler(event)` whenever the event happens; `event` is a table of its fields.
    /// Example: `ScriptSupportEvent:registerEvent("Player.ClickBlock", function(e) print(e.x) end)`
    fn registerEvent(ctx, event: String, handler: Function) -> () {
        let max = ctx.host().limits.handlers_max;
        let mut script = ctx.script();
        if script.handler_count() >= max {
            return Err(format!("a room can register {max} handlers").into());
        }
        script.register(&event, handler);
        Ok(())
    }
}
