use fangqi_binding::args::Number;
use fangqi_plugin::lua_module;
use fangqi_protocol::TICKS_PER_SECOND;

use super::actor_life::{clear_bad, left_ticks};
use super::objects::{of, with};
use crate::map::MiniMap;
use crate::modules::object::Obj;

lua_module! {
    /// The newer calls of `Buff`: they return values or true, no code.
    pub static BUFF_NEW = "Buff", Value;

    /// Lays a status effect on an object.
    /// Partly: of Mini World's own status effects only number, level and time are known
    /// Example: `Buff:AddBuff(objid, 50, 1, 100)`
    fn AddBuff(ctx, objid: Obj, buffid: u32, bufflv: Option<Number>, customticks: Option<f64>)
        -> (done: bool) {
        let (level, ticks) = (bufflv.map_or(1, |level| level.0), customticks.unwrap_or(-1.0));
        with(&ctx, objid, |room, id| {
            room.add_buff(id, buffid, level, ticks)?;
            Ok((true,))
        })
    }

    /// Takes a status effect off an object; whether it was there.
    /// Example: `Buff:RemoveBuff(objid, 50)`
    fn RemoveBuff(ctx, objid: Obj, buffid: u32) -> (done: bool) {
        with(&ctx, objid, |room, id| Ok((room.remove_buffs(id, |buff| buff.id == buffid)? > 0,)))
    }

    /// Puts one status effect in another's place.
    /// Example: `Buff:ReplaceBuff(objid, 50, 51, 1, 100)`
    fn ReplaceBuff(ctx, objid: Obj, oldid: u32, buffid: u32, bufflv: Option<Number>,
        customticks: Option<f64>) -> (done: bool) {
        let (level, ticks) = (bufflv.map_or(1, |level| level.0), customticks.unwrap_or(-1.0));
        with(&ctx, objid, |room, id| {
            if room.remove_buffs(id, |buff| buff.id == oldid)? == 0 {
                return Ok((false,));
            }
            room.add_buff(id, buffid, level, ticks)?;
            Ok((true,))
        })
    }

    /// Takes all status effects off an object.
    /// Example: `Buff:ClearAllBuff(objid)`
    fn ClearAllBuff(ctx, objid: Obj) -> (done: bool) {
        with(&ctx, objid, |room, id| {
            room.remove_buffs(id, |_| true)?;
            Ok((true,))
        })
    }

    /// Takes all harmful status effects off an object.
    /// Example: `Buff:ClearAllBadBuff(objid)`
    fn ClearAllBadBuff(ctx, objid: Obj) -> (done: bool) {
        with(&ctx, objid, |room, id| clear_bad(room, id).map(|()| (true,)))
    }

    /// Takes all status effects off an object that do no harm.
    /// Example: `Buff:ClearAllGoodBuff(objid)`
    fn ClearAllGoodBuff(ctx, objid: Obj) -> (done: bool) {
        with(&ctx, objid, |room, id| {
            let package = std::sync::Arc::clone(&room.package);
            room.remove_buffs(id, |buff| !package.catalog().buff(buff.id).bad)?;
            Ok((true,))
        })
    }

    /// Whether a status effect is on an object.
    /// Example: `if Buff:HasBuff(objid, 50) then … end`
    fn HasBuff(ctx, objid: Obj, buffid: u32) -> (has: bool) {
        of(&ctx, objid, |actor| actor.buff(buffid).is_some())
    }

    /// The status effects on an object.
    /// Example: `local ids = Buff:GetBuffList(objid)`
    fn GetBuffList(ctx, objid: Obj) -> (ids: Vec<u32>) {
        of(&ctx, objid, |actor| actor.buffs.iter().map(|buff| buff.id).collect())
    }

    /// How many of a status effect are on an object: 0 or 1.
    /// Example: `local num = Buff:GetBuffNumByBuffid(objid, 50)`
    fn GetBuffNumByBuffid(ctx, objid: Obj, buffid: u32) -> (num: u32) {
        of(&ctx, objid, |actor| u32::from(actor.buff(buffid).is_some()))
    }

    /// The seconds that a status effect still lasts; 0 for ever, nil when it is not there.
    /// Example: `local seconds = Buff:GetBuffLeftTime(objid, 50)`
    fn GetBuffLeftTime(ctx, objid: Obj, buffid: u32) -> (seconds: f64) {
        Ok((left_ticks(&ctx, objid, buffid)? as f64 / TICKS_PER_SECOND as f64,))
    }
}
