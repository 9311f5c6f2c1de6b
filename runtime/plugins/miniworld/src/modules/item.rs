use fangqi_binding::Refusal;
use fangqi_plugin::lua_module;

use super::objects::{of, with};
use crate::living::{ID_MAX, ItemUse, Kind};
use crate::map::MiniMap;
use crate::modules::object::Obj;
use crate::room::InRoom;

lua_module! {
    /// Kinds of items. Blocks are items of the same number.
    pub static ITEM = "Item", Code;

    /// The name of a kind of item. One of which nothing is known is called by its number.
    /// Partly: of items that the map's catalogue does not describe only few names are known
    /// Example: `local code, name = Item:getItemName(12005)`
    fn getItemName(ctx, itemid: u32) -> (name: String) {
        if !(1..=ID_MAX).contains(&itemid) {
            return Err(Refusal::no());
        }
        Ok((ctx.mini().item_name(itemid),))
    }

    /// What is said of a kind of item.
    /// Partly: only the map's catalogue says anything
    /// Example: `local code, desc = Item:getItemDesc(12005)`
    fn getItemDesc(ctx, itemid: u32) -> (desc: String) {
        if !(1..=ID_MAX).contains(&itemid) {
            return Err(Refusal::no());
        }
        Ok((ctx.host().package.catalog().item(itemid).desc,))
    }

    /// The kind of item of a dropped item or projectile.
    /// Example: `local code, itemid = Item:getItemId(objid)`
    fn getItemId(ctx, objid: Obj) -> (itemid: u32) {
        let (item,) = of(&ctx, objid, |actor| actor.itemid())?;
        Ok((item.ok_or("it is no dropped item and no projectile")?,))
    }

    /// How many items lie in a dropped item.
    /// Example: `local code, num = Item:getDropItemNum(objid)`
    fn getDropItemNum(ctx, objid: Obj) -> (num: u32) {
        let (count,) = of(&ctx, objid, |actor| match &actor.kind {
            Kind::Drop { stack, .. } => Some(stack.count),
            _ => None,
        })?;
        Ok((count.ok_or("it is no dropped item")?,))
    }

    /// A random kind of item of those that are described.
    /// Example: `local code, itemid = Item:randomItemID()`
    fn randomItemID(ctx) -> (itemid: u32) {
        let mut host = ctx.host();
        let ids = host.package.catalog().item_ids();
        let index = host.rng.next_u64() % ids.len() as u64;
        Ok((ids[index as usize],))
    }

    /// A random kind of item that is thrown.
    /// Example: `local code, itemid = Item:randomProjectileID()`
    fn randomProjectileID(ctx) -> (itemid: u32) {
        let mut host = ctx.host();
        let mut ids = host.package.catalog().item_ids();
        ctx.charge(ids.len() as u64)?;
        ids.retain(|id| host.package.catalog().item(*id).usage == ItemUse::Throw);
        let index = host.rng.next_u64() % ids.len().max(1) as u64;
        Ok((*ids.get(index as usize).ok_or("nothing is thrown here")?,))
    }

    /// An attribute of a kind of item (`ITEMATTR`): 1 what it strikes with, 2 how many lie in a
    /// slot, 3 and 4 what it takes off blows and shots when it is worn, 9 its durability.
    /// Partly: other attributes are 0
    /// Example: `local code, value = Item:GetAttr(12005, ITEMATTR.STACKMAX)`
    fn GetAttr(ctx, itemid: u32, attr: i32) -> (value: f64) {
        let def = ctx.host().package.catalog().item(itemid);
        match attr {
            1 if def.usage == ItemUse::Tool => Ok((def.power,)),
            2 => Ok((f64::from(def.stack),)),
            9 => Ok((f64::from(def.durability),)),
            3 | 4 if def.usage.slot().is_some() => Ok((def.power,)),
            1 | 3..=8 | 10 | 11 => Ok((0.0,)),
            other => Err(format!("argument 2, attr, must be one of ITEMATTR, not {other}").into()),
        }
    }

    /// Animates the model of a dropped item: it hops and turns.
    /// Partly: there is one movement for all numbers, and it is played once
    /// Example: `Item:playAct(objid, 100, 1)`
    fn playAct(ctx, objid: Obj, animid: i32, playmode: Option<i32>) -> () {
        with(&ctx, objid, |room, id| {
            room.play_act(id, animid);
            Ok(())
        })
    }
}
