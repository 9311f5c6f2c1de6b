use fangqi_binding::Refusal;
use fangqi_binding::args::Amount;
use fangqi_plugin::{Call, lua_module};

use super::objects::point;
use crate::room::InRoom;

/// Effects over the whole map at one time.
const GLOBAL_MAX: usize = 64;
/// Longest path of one, in characters.
const PATH_CHARS_MAX: usize = 128;

lua_module! {
    /// Effects over the whole map, and texts of Mini World.
    pub static GAME_EFFECTS = "Game", Code;

    /// Adds an effect over the whole map and gives its number; only `particles/Fog.ent` is known to
    /// be one.
    /// Partly: clients draw fog as mist, and anything else as sparks about its place
    /// Example: `local code, id = Game:addRenderGlobalEffect("particles/Fog.ent", 1)`
    fn addRenderGlobalEffect(ctx, path: String, effectid: Option<u32>) -> (id: u32) {
        if path.is_empty() || path.chars().count() > PATH_CHARS_MAX {
            let wanted = format!("argument 1, path, must have 1 to {PATH_CHARS_MAX} characters");
            return Err(wanted.into());
        }
        let mut room = ctx.mini();
        if room.sim.scenery.global.len() >= GLOBAL_MAX {
            return Err(format!("a room can have {GLOBAL_MAX} effects over the whole map").into());
        }
        let id = effectid.unwrap_or_else(|| room.globals.fresh_id());
        room.sim.scenery.global.insert(id, (path, [0.0; 3], [1.0; 3]));
        Ok((id,))
    }

    /// Removes an effect over the whole map.
    /// Example: `Game:removeRenderGlobalEffect(id)`
    fn removeRenderGlobalEffect(ctx, effectid: u32) -> () {
        let gone = ctx.mini().sim.scenery.global.remove(&effectid);
        Ok(gone.map(drop).ok_or_else(|| format!("there is no effect {effectid}"))?)
    }

    /// Moves an effect over the whole map. Mist lies everywhere until it is moved or scaled, and
    /// then 48 blocks times its scale about its place.
    /// Example: `Game:setRenderGlobalEffectPos(id, 0, 7, 0)`
    fn setRenderGlobalEffectPos(ctx, effectid: u32, x: f64, y: f64, z: f64) -> () {
        let to = point(x, y, z)?;
        effect(&ctx, effectid, |effect| effect.1 = to)
    }

    /// Scales an effect over the whole map: see `setRenderGlobalEffectPos`.
    /// Example: `Game:setRenderGlobalEffectScale(id, 2, 2, 2)`
    fn setRenderGlobalEffectScale(ctx, effectid: u32, scalex: Amount, scaley: Amount,
        scalez: Amount) -> () {
        let by = [scalex.0, scaley.0, scalez.0];
        effect(&ctx, effectid, |effect| effect.2 = by)
    }

    /// A text of the map's own string tables. Mini World's are not here.
    /// Partly: only texts of the map are known
    /// Example: `local code, text = Game:getDefString("hello")`
    fn getDefString(ctx, id: String) -> (str: String) {
        let host = ctx.host();
        Ok((host.package.string(&id)?.zh.clone(),))
    }
}

fn effect(
    ctx: &Call<'_>,
    id: u32,
    change: impl FnOnce(&mut (String, [f64; 3], [f64; 3])),
) -> Result<(), Refusal> {
    let mut room = ctx.mini();
    let found = room.sim.scenery.global.get_mut(&id);
    change(found.ok_or_else(|| format!("there is no effect {id}"))?);
    Ok(())
}
