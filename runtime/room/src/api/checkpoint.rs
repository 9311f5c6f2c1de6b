use fangqi_binding::caller;
use fangqi_plugin::ctx::Offer;
use mlua::Function;

use crate::lua_module;

/// Offers one room takes.
const OFFERS_MAX: usize = 64;

lua_module! {
    /// Lets the room be stored in the middle of a game, so that it need not be played through again
    /// to be brought back. Everything the host keeps (blocks, display, seats, engine games, …) is
    /// stored by itself; what a script keeps in its own variables it has to offer.
    ///
    /// After a checkpoint the scripts run afresh, up to but not including `Game.Start`: the room
    /// goes on from what was stored. Handlers that wait, delayed calls and open questions are gone
    /// then; `load` asks and waits again. Handlers of events are those that the scripts register
    /// when they run and in `load`.
    pub static CHECKPOINT = "Checkpoint", Value;

    /// Offers a script's state; to be called while the scripts run, before `Game.Start`. `save()`
    /// gives it as plain data: texts, numbers, booleans, vectors and tables of them, without
    /// functions, metatables and cycles; a table named twice becomes two. It must change nothing
    /// and not wait; nil means "not now". `load(state)` takes the state up again in a fresh VM.
    /// Several scripts may offer; they are loaded in the order of their offers.
    /// Example: `Checkpoint:offer(function() return score end, function(old) score = old end)`
    fn offer(ctx, save: Function, load: Function) -> (done: bool) {
        let place = caller(ctx.lua);
        let mut script = ctx.script();
        if script.offers.len() >= OFFERS_MAX {
            return Err(format!("a room takes {OFFERS_MAX} offers").into());
        }
        script.offers.push(Offer { place, save, load });
        Ok((true,))
    }
}
