use fangqi_binding::Refusal;
use fangqi_plugin::{Call, lua_module};
use mlua::Value;

use super::objects::person_id;
use super::scalars::{scalar, suited, to_lua, usual, var_type};
use crate::living::Scalar;
use crate::modules::object::Obj;
use crate::room::InRoom;

lua_module! {
    /// Variables of the map by type (`VARTYPE`: 3 numbers, 4 texts, 5 truths, 6 players …) and
    /// name. In Mini World its editor makes them first; here a name is as good as its first use.
    pub static VAR_LIB = "VarLib2", Code;

    /// Sets a variable of the map.
    /// Example: `VarLib2:setGlobalVarByName(VARTYPE.NUMBER, "wave", 1)`
    fn setGlobalVarByName(ctx, vartype: i32, name: String, val: Value) -> () {
        let kind = var_type(vartype)?;
        let value = suited(kind, scalar(3, "val", &val, ctx.lua)?)?;
        Ok(ctx.mini().sim.values.set(kind, &name, 0, value)?)
    }

    /// A variable of the map; until it is set a number is 0, a text empty, a truth false, and
    /// everything else FAILED.
    /// Example: `local code, wave = VarLib2:getGlobalVarByName(VARTYPE.NUMBER, "wave")`
    fn getGlobalVarByName(ctx, vartype: i32, name: String) -> (val: Value) {
        read(&ctx, vartype, &name, 0)
    }

    /// Sets a variable of a player.
    /// Example: `VarLib2:setPlayerVarByName(uin, VARTYPE.NUMBER, "coins", 5)`
    fn setPlayerVarByName(ctx, objid: Obj, vartype: i32, name: String, val: Value) -> () {
        let kind = var_type(vartype)?;
        let value = suited(kind, scalar(4, "val", &val, ctx.lua)?)?;
        let mut room = ctx.mini();
        let player = person_id(&room, objid)?;
        Ok(room.sim.values.set(kind, &name, player, value)?)
    }

    /// A variable of a player.
    /// Example: `local code, coins = VarLib2:getPlayerVarByName(uin, VARTYPE.NUMBER, "coins")`
    fn getPlayerVarByName(ctx, objid: Obj, vartype: i32, name: String) -> (val: Value) {
        let player = person_id(&ctx.mini(), objid)?;
        read(&ctx, vartype, &name, player)
    }
}

fn read(ctx: &Call<'_>, kind: i32, name: &str, player: u64) -> Result<(Value,), Refusal> {
    let kind = var_type(kind)?;
    let found: Option<Scalar> = ctx.mini().sim.values.get(kind, name, player).cloned();
    let value = found.or_else(|| usual(kind)).ok_or(Refusal::no())?;
    Ok((to_lua(&value, ctx.lua)?,))
}
