use fangqi_plugin::lua_module;

use super::backpack::{
    bar, clear_bar, effect, made, move_grid, remove_grid, set_grid, slot, space, stack, stacks,
    swap_grid,
};
use super::objects::{count, with_player};
use crate::living::Bar;
use crate::map::MiniMap;
use crate::modules::object::Obj;
use crate::room::InRoom;

/// Slots that a player has besides those at hand and those worn.
const ROOM: u8 = 30;

lua_module! {
    /// The newer calls of `Backpack`: they return values or true, no code.
    pub static BACKPACK_NEW = "Backpack", Value;

    /// Gives a player items; gives how many it took.
    /// Example: `local added = Backpack:AddItem(uin, 12051, 10)`
    fn AddItem(ctx, playerid: Obj, itemid: u32, num: Option<i32>) -> (added: u32) {
        let num = count(3, "num", num.unwrap_or(1))?;
        with_player(&ctx, playerid, |room, id| Ok((room.give_items(id, itemid, num, 1)?,)))
    }

    /// As `AddItem`.
    /// Example: `local added = Backpack:CreateItem(uin, 12051, 10)`
    fn CreateItem(ctx, playerid: Obj, itemid: u32, num: Option<i32>) -> (added: u32) {
        let num = count(3, "num", num.unwrap_or(1))?;
        with_player(&ctx, playerid, |room, id| Ok((room.give_items(id, itemid, num, 1)?,)))
    }

    /// How many items of a kind would fit.
    /// Example: `local num = Backpack:CalcSpaceNumForItem(uin, 12051)`
    fn CalcSpaceNumForItem(ctx, playerid: Obj, itemid: u32) -> (num: u32) {
        Ok((space(&ctx, playerid, itemid)?,))
    }

    /// Whether `num` items would fit.
    /// Example: `if Backpack:EnoughSpaceForItem(uin, 12051, 64) then … end`
    fn EnoughSpaceForItem(ctx, playerid: Obj, itemid: u32, num: Option<i32>) -> (enough: bool) {
        let num = count(3, "num", num.unwrap_or(1))?;
        Ok((space(&ctx, playerid, itemid)? >= num,))
    }

    /// Empties everything.
    /// Example: `Backpack:ClearAllPack(uin)`
    fn ClearAllPack(ctx, playerid: Obj) -> (done: bool) {
        with_player(&ctx, playerid, |room, id| {
            for bar in [Bar::Shortcut, Bar::Inventory, Bar::Equip] {
                clear_bar(room, id, bar)?;
            }
            Ok((true,))
        })
    }

    /// Empties a bar.
    /// Example: `Backpack:ClearPack(uin, 1)`
    fn ClearPack(ctx, playerid: Obj, bartype: i32) -> (done: bool) {
        let bar = bar(2, bartype)?;
        with_player(&ctx, playerid, |room, id| clear_bar(room, id, bar).map(|()| (true,)))
    }

    /// Empties slots from one to another.
    /// Example: `Backpack:ClearGrids(uin, 0, 5)`
    fn ClearGrids(ctx, playerid: Obj, first: u32, last: u32) -> (done: bool) {
        let (first, last) = (slot(first)?, slot(last)?);
        for (slot, _) in stacks(&ctx, playerid, first..last.saturating_add(1))? {
            remove_grid(&ctx, playerid, slot, None)?;
        }
        Ok((true,))
    }

    /// Puts items into a slot.
    /// Example: `Backpack:SetGridItem(uin, 1000, 12005, 1)`
    fn SetGridItem(ctx, playerid: Obj, gridid: u32, itemid: u32,
        num: Option<i32>, durability: Option<i32>) -> (done: bool) {
        set_grid(&ctx, playerid, gridid, itemid, num, durability).map(|()| (true,))
    }

    /// Takes items out of a slot.
    /// Example: `Backpack:RemoveGridItem(uin, 1000, 1)`
    fn RemoveGridItem(ctx, playerid: Obj, gridid: u32, num: Option<i32>) -> (done: bool) {
        remove_grid(&ctx, playerid, gridid, num).map(|()| (true,))
    }

    /// Takes items of a kind; gives how many.
    /// Example: `local taken = Backpack:RemoveGridItemByItemID(uin, 12051, 5)`
    fn RemoveGridItemByItemID(ctx, playerid: Obj, itemid: u32, num: Option<i32>) -> (taken: u32) {
        let num = num.map_or(Ok(u32::MAX), |num| count(3, "num", num))?;
        with_player(&ctx, playerid, |room, id| Ok((room.take_items(id, itemid, num)?,)))
    }

    /// Moves items between slots.
    /// Example: `Backpack:MoveGridItem(uin, 1000, 0, 5)`
    fn MoveGridItem(ctx, playerid: Obj, gridsrc: u32, griddst: u32, num: Option<i32>)
        -> (done: bool) {
        move_grid(&ctx, playerid, gridsrc, griddst, num).map(|()| (true,))
    }

    /// Lets two slots change places.
    /// Example: `Backpack:SwapGridItem(uin, 1000, 0)`
    fn SwapGridItem(ctx, playerid: Obj, gridsrc: u32, griddst: u32) -> (done: bool) {
        swap_grid(&ctx, playerid, gridsrc, griddst).map(|()| (true,))
    }

    /// The item in a slot; 0 for none.
    /// Example: `local itemid = Backpack:GetGridItemID(uin, 1000)`
    fn GetGridItemID(ctx, playerid: Obj, gridid: u32) -> (itemid: u32) {
        Ok((stack(&ctx, playerid, gridid)?.map_or(0, |stack| stack.item),))
    }

    /// The name of what a slot holds.
    /// Example: `local name = Backpack:GetGridItemName(uin, 1000)`
    fn GetGridItemName(ctx, playerid: Obj, gridid: u32) -> (name: String) {
        let stack = stack(&ctx, playerid, gridid)?.ok_or("the slot is empty")?;
        Ok((ctx.mini().item_name(stack.item),))
    }

    /// How many items of a kind a player holds.
    /// Example: `local num = Backpack:GetItemNum(uin, 12051)`
    fn GetItemNum(ctx, playerid: Obj, itemid: u32) -> (num: u32) {
        with_player(&ctx, playerid, |room, id| {
            Ok((room.person(id)?.bag.count(itemid, 0..u32::MAX).0,))
        })
    }

    /// How many items of a kind a bar holds.
    /// Example: `local num = Backpack:GetItemNumByBackpackBar(uin, 1, 12051)`
    fn GetItemNumByBackpackBar(ctx, playerid: Obj, bartype: i32, itemid: u32) -> (num: u32) {
        let slots = bar(2, bartype)?.slots();
        with_player(&ctx, playerid, |room, id| Ok((room.person(id)?.bag.count(itemid, slots).0,)))
    }

    /// Whether a bar holds an item.
    /// Example: `if Backpack:HasItemByBackpackBar(uin, 1, 12051) then … end`
    fn HasItemByBackpackBar(ctx, playerid: Obj, bartype: i32, itemid: u32) -> (has: bool) {
        let slots = bar(2, bartype)?.slots();
        with_player(&ctx, playerid, |room, id| {
            Ok((room.person(id)?.bag.count(itemid, slots).0 > 0,))
        })
    }

    /// Has a player drop items from a slot.
    /// Example: `Backpack:DiscardItem(uin, 1000, 1)`
    fn DiscardItem(ctx, playerid: Obj, gridid: u32, num: Option<i32>) -> (done: bool) {
        let num = num.map_or(Ok(u32::MAX), |num| count(3, "num", num))?;
        with_player(&ctx, playerid, |room, id| {
            room.discard(id, gridid, num)?;
            Ok((true,))
        })
    }

    /// Has a player drop items of a kind, from the first slot that holds some.
    /// Example: `Backpack:DiscardItemByID(uin, 12051, 1)`
    fn DiscardItemByID(ctx, playerid: Obj, itemid: u32, num: Option<i32>) -> (done: bool) {
        let num = num.map_or(Ok(u32::MAX), |num| count(3, "num", num))?;
        with_player(&ctx, playerid, |room, id| {
            let slots = room.person(id)?.bag.count(itemid, 0..u32::MAX).1;
            let first = slots.first().ok_or_else(|| format!("the player has no item {itemid}"))?;
            room.discard(id, *first, num)?;
            Ok((true,))
        })
    }

    /// Has a player wear an item that it holds.
    /// Example: `Backpack:ActEquipUpByResID(uin, 12201)`
    fn ActEquipUpByResID(ctx, objid: Obj, resid: u32) -> (done: bool) {
        with_player(&ctx, objid, |room, id| {
            let held = room.person(id)?.bag.count(resid, 0..8000).1;
            let from = held.first().ok_or_else(|| format!("the player has no item {resid}"))?;
            let own = room.package.catalog().item(resid).usage.slot();
            room.move_slot(id, *from, own.unwrap_or(8000), 1)?;
            Ok((true,))
        })
    }

    /// Has a player take off what it wears in a place, 0 to 4.
    /// Example: `Backpack:ActEquipOffByEquipID(uin, 0)`
    fn ActEquipOffByEquipID(ctx, objid: Obj, equipid: u32) -> (done: bool) {
        let from = slot(8000_u32.saturating_add(equipid))?;
        with_player(&ctx, objid, |room, id| {
            let bag = &room.person(id)?.bag;
            let free = (1000..1008).chain(0..30).find(|slot| bag.get(*slot).is_none());
            room.move_slot(id, from, free.ok_or("there is no room for it")?, u32::MAX)?;
            Ok((true,))
        })
    }

    /// Destroys what a player wears in a place, 0 to 4.
    /// Example: `Backpack:ActDestructEquip(uin, 0)`
    fn ActDestructEquip(ctx, playerid: Obj, equipid: u32) -> (done: bool) {
        let slot = slot(8000_u32.saturating_add(equipid))?;
        remove_grid(&ctx, playerid, slot, None).map(|()| (true,))
    }

    /// What a slot holds as a table: itemid, num, durability; nil for nothing.
    /// Partly: Mini World's own fields are not published
    /// Example: `local info = Backpack:GetGridInfos(uin, 1000)`
    fn GetGridInfos(ctx, playerid: Obj, gridid: u32) -> (info: mlua::Value) {
        let Some(stack) = stack(&ctx, playerid, gridid)? else { return Ok((mlua::Value::Nil,)) };
        let info = ctx.lua.create_table()?;
        info.raw_set("itemid", stack.item)?;
        info.raw_set("num", stack.count)?;
        info.raw_set("durability", stack.durability)?;
        Ok((mlua::Value::Table(info),))
    }

    /// Puts into slots what `GetGridInfos` gave: a table of such tables by slot.
    /// Partly: Mini World's own fields are not published
    /// Example: `Backpack:LoadGridInfos(uin, { [1000] = { itemid = 12005, num = 1 } })`
    fn LoadGridInfos(ctx, playerid: Obj, infos: mlua::Table) -> (done: bool) {
        let mut read = Vec::new();
        for pair in infos.pairs::<u32, mlua::Table>().take(64) {
            let (gridid, info) = pair?;
            let item: u32 = info.raw_get("itemid")?;
            let num: u32 = info.raw_get::<Option<u32>>("num")?.unwrap_or(1);
            if item == 0 || !(1..=1_000_000).contains(&num) {
                return Err("every slot needs an itemid and a num of at least 1".into());
            }
            read.push((slot(gridid)?, item, num));
        }
        read.sort_unstable();
        with_player(&ctx, playerid, |room, id| {
            for (slot, item, num) in read {
                let stack = made(room, item, num);
                room.put_slot(id, slot, Some(stack))?;
            }
            Ok((true,))
        })
    }

    /// An attribute of what a slot holds: 1 its durability, 2 how many it is.
    /// Partly: Mini World's own numbers are not published
    /// Example: `local value = Backpack:GetGridAttr(uin, 1000, 1)`
    fn GetGridAttr(ctx, playerid: Obj, gridid: u32, attr: i32) -> (value: i32) {
        let stack = stack(&ctx, playerid, gridid)?.ok_or("the slot is empty")?;
        match attr {
            1 => Ok((stack.durability.unwrap_or(-1),)),
            2 => Ok((i32::try_from(stack.count).unwrap_or(i32::MAX),)),
            other => Err(format!("argument 3, attr, must be 1 or 2, not {other}").into()),
        }
    }

    /// Sets the durability (1) of what a slot holds, or how many it is (2).
    /// Partly: Mini World's own numbers are not published
    /// Example: `Backpack:SetGridAttr(uin, 1000, 1, 50)`
    fn SetGridAttr(ctx, playerid: Obj, gridid: u32, attr: i32, value: i32) -> (done: bool) {
        let value = count(4, "value", value)?;
        let mut stack = stack(&ctx, playerid, gridid)?.ok_or("the slot is empty")?;
        match attr {
            1 => stack.durability = Some(value.cast_signed()),
            2 => stack.count = value,
            other => return Err(format!("argument 3, attr, must be 1 or 2, not {other}").into()),
        }
        with_player(&ctx, playerid, |room, id| {
            room.put_slot(id, gridid, Some(stack))?;
            Ok((true,))
        })
    }

    /// Plays an effect on an item at a player's hand.
    /// Partly: it is shown on the player
    /// Example: `Backpack:PlayShortCutItemParticle(uin, 12005, 1170, 1)`
    fn PlayShortCutItemParticle(ctx, objid: Obj, itemid: u32, effectid: u32, scale: Option<f64>)
        -> (done: bool) {
        effect(&ctx, objid, effectid, Some(scale.unwrap_or(1.0))).map(|()| (true,))
    }

    /// Plays an effect on what a player has in hand.
    /// Partly: it is shown on the player
    /// Example: `Backpack:PlayShortCutIxParticle(uin, 1170, 1)`
    fn PlayShortCutIxParticle(ctx, objid: Obj, effectid: u32, scale: Option<f64>)
        -> (done: bool) {
        effect(&ctx, objid, effectid, Some(scale.unwrap_or(1.0))).map(|()| (true,))
    }

    /// Whether a slot is locked.
    /// Example: `if Backpack:IsLock(uin, 1000) then … end`
    fn IsLock(ctx, playerid: Obj, gridid: u32) -> (locked: bool) {
        let slot = slot(gridid)?;
        with_player(&ctx, playerid, |room, id| Ok((room.person(id)?.locked.contains(&slot),)))
    }

    /// Locks a slot (or unlocks it): the player moves nothing into it or out of it, scripts do.
    /// Example: `Backpack:SetGridsLock(uin, 1000, true)`
    fn SetGridsLock(ctx, playerid: Obj, gridid: u32, lock: Option<bool>) -> (done: bool) {
        let slot = slot(gridid)?;
        with_player(&ctx, playerid, |room, id| {
            let locked = &mut room.person_mut(id)?.locked;
            if lock == Some(false) {
                locked.remove(&slot);
            } else {
                locked.insert(slot);
            }
            Ok((true,))
        })
    }

    /// Sets how many slots a player has besides those at hand and those worn: 0 to 30, and -1 for
    /// the usual 30. What lies in the others stays there.
    /// Partly: a player has 30 slots at most
    /// Example: `Backpack:SetBackPackNum(uin, 20)`
    fn SetBackPackNum(ctx, playerid: Obj, num: i32) -> (done: bool) {
        let slots = u8::try_from(num).unwrap_or(if num < 0 { ROOM } else { u8::MAX });
        with_player(&ctx, playerid, |room, id| {
            room.person_mut(id)?.room = (slots < ROOM).then_some(slots);
            Ok((true,))
        })
    }
}
