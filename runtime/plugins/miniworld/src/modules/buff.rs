use fangqi_binding::Refusal;
use fangqi_binding::args::Number;
use fangqi_plugin::lua_module;
use fangqi_protocol::TICKS_PER_SECOND;

use super::actor_life::{clear_bad, left_ticks};
use super::buff_new::BUFF_NEW;
use super::objects::{of, with};
use super::support::yes;
use crate::map::MiniMap;
use crate::modules::object::Obj;

lua_module! {
    /// Status effects. Scripts mostly use those of `Actor`.
    pub static BUFF = "Buff", Code, parts [BUFF_NEW];

    /// Lays a status effect on an object: level, and ticks (-1 its usual time, 0 for ever).
    /// Partly: of Mini World's own status effects only number, level and time are known
    /// Example: `Buff:addBuff(objid, 50, 1, 100)`
    fn addBuff(ctx, objid: Obj, buffid: u32, bufflv: Option<Number>,
        customticks: Option<f64>) -> () {
        let (level, ticks) = (bufflv.map_or(1, |level| level.0), customticks.unwrap_or(-1.0));
        with(&ctx, objid, |room, id| Ok(room.add_buff(id, buffid, level, ticks)?))
    }

    /// Takes a status effect off an object.
    /// Example: `Buff:removeBuff(objid, 50)`
    fn removeBuff(ctx, objid: Obj, buffid: u32) -> () {
        with(&ctx, objid, |room, id| match room.remove_buffs(id, |buff| buff.id == buffid)? {
            0 => Err(Refusal::no()),
            _ => Ok(()),
        })
    }

    /// Takes all status effects off an object.
    /// Example: `Buff:clearAllBuff(objid)`
    fn clearAllBuff(ctx, objid: Obj) -> () {
        with(&ctx, objid, |room, id| Ok(room.remove_buffs(id, |_| true).map(drop)?))
    }

    /// Takes all harmful status effects off an object.
    /// Example: `Buff:clearAllBadBuff(objid)`
    fn clearAllBadBuff(ctx, objid: Obj) -> () {
        with(&ctx, objid, clear_bad)
    }

    /// Whether a status effect is on an object, of that level if one is given: the code is OK for
    /// yes, FAILED for no.
    /// Example: `if Buff:hasBuff(objid, 50, 1) == ErrorCode.OK then … end`
    fn hasBuff(ctx, objid: Obj, buffid: u32, bufflv: Option<Number>) -> () {
        let (buff,) = of(&ctx, objid, |actor| actor.buff(buffid).copied())?;
        yes(buff.is_some_and(|buff| bufflv.is_none_or(|level| level.0 == buff.level)))
    }

    /// The status effects on an object.
    /// Example: `local code, count, ids = Buff:getBuffList(objid)`
    fn getBuffList(ctx, objid: Obj) -> (num: u32, ids: Vec<u32>) {
        let (ids,) = of(&ctx, objid, |actor| {
            actor.buffs.iter().map(|buff| buff.id).collect::<Vec<u32>>()
        })?;
        Ok((ids.len() as u32, ids))
    }

    /// How many of a status effect are on an object: 0 or 1.
    /// Example: `local code, num = Buff:getBuffNumByBuffid(objid, 50)`
    fn getBuffNumByBuffid(ctx, objid: Obj, buffid: u32) -> (num: u32) {
        of(&ctx, objid, |actor| u32::from(actor.buff(buffid).is_some()))
    }

    /// The place of a status effect in the list, from 1; FAILED when it is not on the object.
    /// Example: `local code, index = Buff:getBuffIndex(objid, 50)`
    fn getBuffIndex(ctx, objid: Obj, buffid: u32) -> (index: u32) {
        let (index,) =
            of(&ctx, objid, |actor| actor.buffs.iter().position(|buff| buff.id == buffid))?;
        Ok((index.ok_or(Refusal::no())? as u32 + 1,))
    }

    /// The seconds that a status effect still lasts; 0 for ever.
    /// Example: `local code, seconds = Buff:getBuffLeftTime(objid, 50)`
    fn getBuffLeftTime(ctx, objid: Obj, buffid: u32) -> (seconds: f64) {
        Ok((left_ticks(&ctx, objid, buffid)? as f64 / TICKS_PER_SECOND as f64,))
    }

    /// The name of a status effect on an object.
    /// Example: `local code, name = Buff:getBuffName(objid, 50)`
    fn getBuffName(ctx, objid: Obj, buffid: u32) -> (name: String) {
        let (there,) = of(&ctx, objid, |actor| actor.buff(buffid).is_some())?;
        yes(there)?;
        Ok((ctx.host().package.catalog().buff(buffid).name,))
    }

    /// The name of a kind of status effect.
    /// Partly: of those that the map's catalogue does not describe only the number is known
    /// Example: `local code, name = Buff:GetBuffDefName(50)`
    fn GetBuffDefName(ctx, buffid: u32) -> (name: String) {
        Ok((ctx.host().package.catalog().buff(buffid).name,))
    }

    /// What is said of a kind of status effect.
    /// Partly: only the map's catalogue says anything
    /// Example: `local code, desc = Buff:GetBuffDefDesc(50)`
    fn GetBuffDefDesc(ctx, buffid: u32) -> (desc: String) {
        Ok((ctx.host().package.catalog().buff(buffid).desc,))
    }
}
