use fangqi_binding::Refusal;
use fangqi_binding::args::LongString;
use fangqi_plugin::{Call, lua_module};
use mlua::Value;

use super::backpack::{made, slot};
use super::json_value::{from_json, to_json};
use super::objects::with_player;
use crate::living::{Bar, Stack};
use crate::modules::object::Obj;

/// Bytes read or written for one unit of fuel.
const BYTES_PER_UNIT: u64 = 2;
/// Bars in the order in which things are looked for.
const BARS: [Bar; 3] = [Bar::Shortcut, Bar::Inventory, Bar::Equip];

lua_module! {
    /// Single items with numbers of their own, and slots as texts. The numbers go with the items
    /// wherever they are moved, dropped or picked up.
    pub static BACKPACK_SINGLE = "Backpack", Value;

    /// Makes a single item with a number of its own in the first free slot; gives the number.
    /// Example: `local instance = Backpack:CreateItemInstInBackpack(uin, 12005)`
    fn CreateItemInstInBackpack(ctx, playerid: Obj, itemid: u32) -> (instance: u32) {
        single(&ctx, playerid, itemid)
    }

    /// Makes a gun with a number of its own in the first free slot; gives the number.
    /// Example: `local instance = Backpack:CreateGunInBackpack(uin, 15000)`
    fn CreateGunInBackpack(ctx, playerid: Obj, itemid: u32) -> (instance: u32) {
        single(&ctx, playerid, itemid)
    }

    /// The numbers of the single items that a player holds.
    /// Example: `local instances = Backpack:GetAllBackPackInstanceIds(uin)`
    fn GetAllBackPackInstanceIds(ctx, playerid: Obj) -> (instances: Vec<u32>) {
        with_player(&ctx, playerid, |room, id| {
            let own = room.person(id)?.bag.iter().map(|(_, stack)| stack.instance);
            Ok((own.filter(|instance| *instance != 0).collect(),))
        })
    }

    /// The number of the first single item of a kind that a player holds.
    /// Example: `local instance = Backpack:GetGunInstIdInBackpack(uin, 15000)`
    fn GetGunInstIdInBackpack(ctx, playerid: Obj, itemid: u32) -> (instance: u32) {
        with_player(&ctx, playerid, |room, id| {
            let bag = &room.person(id)?.bag;
            let mut held = BARS.into_iter().flat_map(|bar| bag.range(bar.slots()));
            let found = held.find(|(_, stack)| stack.item == itemid && stack.instance != 0);
            let (_, stack) = found.ok_or_else(|| format!("the player has no single {itemid}"))?;
            Ok((stack.instance,))
        })
    }

    /// The number of the item in a slot; 0 for one without.
    /// Example: `local instance = Backpack:GetInstIdByGridIndex(uin, 1000)`
    fn GetInstIdByGridIndex(ctx, playerid: Obj, gridid: u32) -> (instance: u32) {
        let slot = slot(gridid)?;
        with_player(&ctx, playerid, |room, id| {
            let stack = room.person(id)?.bag.get(slot).ok_or("the slot is empty")?;
            Ok((stack.instance,))
        })
    }

    /// Writes what `GetGridInfos` gave as a text.
    /// Partly: Mini World's form is not published: texts of here are JSON
    /// Example: `local text = Backpack:EncodeTableGridInfo({ itemid = 12005, num = 1 })`
    fn EncodeTableGridInfo(ctx, info: Value) -> (text: String) {
        let Value::Table(_) = &info else {
            return Err("argument 1, info, must be a table".into());
        };
        let text = to_json(&info)?;
        ctx.charge(text.len() as u64 / BYTES_PER_UNIT)?;
        Ok((text,))
    }

    /// Reads what `EncodeTableGridInfo` wrote.
    /// Partly: Mini World's form is not published: texts of here are JSON
    /// Example: `local info = Backpack:DecodeGridInfo(text)`
    fn DecodeGridInfo(ctx, text: LongString) -> (info: Value) {
        ctx.charge(text.0.len() as u64 / BYTES_PER_UNIT)?;
        match from_json(ctx.lua, &text.0)? {
            table @ Value::Table(_) => Ok((table,)),
            _ => Err("argument 1, text, holds no slot".into()),
        }
    }
}

/// Makes a single item.
fn single(ctx: &Call<'_>, player: Obj, item: u32) -> Result<(u32,), Refusal> {
    if item == 0 {
        return Err("argument 2, itemid, must not be 0".into());
    }
    with_player(ctx, player, |room, id| {
        let person = room.person(id)?;
        let mut slots = person.slots_from(1).into_iter().flatten();
        let free = slots.find(|slot| person.bag.get(*slot).is_none());
        let free = free.ok_or("there is no room for it")?;
        let instance = room.globals.fresh_id();
        let stack = Stack { instance, ..made(room, item, 1) };
        room.put_slot(id, free, Some(stack))?;
        Ok((instance,))
    })
}
