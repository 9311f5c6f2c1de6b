use fangqi_binding::Refusal;
use fangqi_plugin::{Call, lua_module};

use super::objects::count;
use super::support::yes;
use crate::living::{Bag, Furnace, SMELT_TICKS, Stack};
use crate::map::{BOX_BLOCK, BOX_BLOCKS, FURNACE_BLOCK};
use crate::room::{InRoom, MiniRoom};

/// Slots of a box.
const SLOTS: std::ops::Range<u32> = 0..30;

lua_module! {
    /// Boxes and furnaces: containers in cells, with 30 slots from 0. In a furnace slot 0 is
    /// smelted, slot 1 burns, slot 2 is what comes out.
    pub static WORLD_CONTAINER = "WorldContainer", Code;

    /// Makes a furnace in a cell. What comes of an item the map's catalogue says.
    /// Partly: Mini World's recipes are not published: other items come out as they are
    /// Example: `WorldContainer:addFurnace(4, 7, 4)`
    fn addFurnace(ctx, x: i32, y: i32, z: i32) -> () {
        let mut room = ctx.mini();
        let block = known(&room, FURNACE_BLOCK);
        room.add_box([x, y, z], block)?;
        room.sim.furnaces.insert([x, y, z], Furnace::default());
        Ok(())
    }

    /// Removes a furnace with all that is in it, and its block.
    /// Example: `WorldContainer:removeFurnace(4, 7, 4)`
    fn removeFurnace(ctx, x: i32, y: i32, z: i32) -> () {
        let mut room = ctx.mini();
        furnace(&mut room, [x, y, z])?;
        Ok(room.remove_box([x, y, z])?)
    }

    /// Whether there is a furnace in a cell: the code is OK for yes, FAILED for no.
    /// Example: `if WorldContainer:checkFurnace(4, 7, 4) == ErrorCode.OK then … end`
    fn checkFurnace(ctx, x: i32, y: i32, z: i32) -> () {
        yes(ctx.mini().has_furnace([x, y, z]))
    }

    /// How much heat a furnace has left, in percent of what one thing that burns gives.
    /// Example: `local code, percent = WorldContainer:getFurnaceHeatPercent(4, 7, 4)`
    fn getFurnaceHeatPercent(ctx, x: i32, y: i32, z: i32) -> (percent: f64) {
        let mut room = ctx.mini();
        Ok((f64::from(furnace(&mut room, [x, y, z])?.heat) * 100.0 / 8.0,))
    }

    /// How far a furnace is with what it smelts, in percent.
    /// Example: `local code, percent = WorldContainer:getFurnaceMeltPercent(4, 7, 4)`
    fn getFurnaceMeltPercent(ctx, x: i32, y: i32, z: i32) -> (percent: f64) {
        let mut room = ctx.mini();
        let until = furnace(&mut room, [x, y, z])?.until;
        let left = until.map_or(SMELT_TICKS, |until| until.saturating_sub(room.clock));
        Ok((100.0 - left as f64 * 100.0 / SMELT_TICKS as f64,))
    }

    /// Makes a box in a cell; one of the blocks that are boxes stays as it is.
    /// Example: `WorldContainer:addStorageBox(4, 7, 4)`
    fn addStorageBox(ctx, x: i32, y: i32, z: i32) -> () {
        let mut room = ctx.mini();
        let there = room.box_block([x, y, z]).filter(|block| BOX_BLOCKS.contains(block));
        let block = there.unwrap_or_else(|| known(&room, BOX_BLOCK));
        Ok(room.add_box([x, y, z], block)?)
    }

    /// Removes a box with all that is in it, and its block.
    /// Example: `WorldContainer:removeStorageBox(4, 7, 4)`
    fn removeStorageBox(ctx, x: i32, y: i32, z: i32) -> () {
        let mut room = ctx.mini();
        room.box_at([x, y, z])?;
        Ok(room.remove_box([x, y, z])?)
    }

    /// Whether there is a box in a cell: the code is OK for yes, FAILED for no.
    /// Example: `if WorldContainer:checkStorage(4, 7, 4) == ErrorCode.OK then … end`
    fn checkStorage(ctx, x: i32, y: i32, z: i32) -> () {
        let room = ctx.mini();
        let pos = [x, y, z];
        yes(room.has_box(pos) && !room.has_furnace(pos))
    }

    /// Empties a box.
    /// Example: `WorldContainer:clearStorageBox(4, 7, 4)`
    fn clearStorageBox(ctx, x: i32, y: i32, z: i32) -> () {
        clear(&ctx, [x, y, z])
    }

    /// Whether a box has a free slot, or room for an item: the code is OK for yes.
    /// Example: `if WorldContainer:checkStorageEmptyGrid(4, 7, 4, 12051) == 0 then … end`
    fn checkStorageEmptyGrid(ctx, x: i32, y: i32, z: i32, itemid: Option<u32>) -> () {
        let mut room = ctx.mini();
        let most = itemid.map_or(1, |item| room.stack_max(item));
        let bag = room.box_at([x, y, z])?;
        let item = itemid.unwrap_or(0);
        yes(bag.space(item, most, std::slice::from_ref(&SLOTS)) > 0)
    }

    /// Puts items into a slot of a box, in place of what is there; item 0 and 0 of any empty it.
    /// Example: `WorldContainer:setStorageItem(4, 7, 4, 0, 12051, 10)`
    fn setStorageItem(ctx, x: i32, y: i32, z: i32, offset: u32, itemid: u32,
        num: Option<i32>) -> () {
        check_slot(offset)?;
        if itemid == 0 || num == Some(0) {
            return take_slot(&ctx, [x, y, z], offset, u32::MAX).map(drop);
        }
        let num = count(6, "num", num.unwrap_or(1))?;
        let mut room = ctx.mini();
        room.box_at([x, y, z])?.put(offset, Some(Stack::plain(itemid, num)));
        room.box_changed([x, y, z], itemid, num, true);
        Ok(())
    }

    /// What a slot of a box holds: the item, 0 for nothing, and how many.
    /// Example: `local code, itemid, num = WorldContainer:getStorageItem(4, 7, 4, 0)`
    fn getStorageItem(ctx, x: i32, y: i32, z: i32, offset: u32) -> (itemid: u32, num: u32) {
        check_slot(offset)?;
        let mut room = ctx.mini();
        let held = room.box_at([x, y, z])?.get(offset);
        Ok(held.map_or((0, 0), |stack| (stack.item, stack.count)))
    }

    /// Adds items to a box; gives how many it took.
    /// Example: `local code, added = WorldContainer:addStorageItem(4, 7, 4, 12051, 10)`
    fn addStorageItem(ctx, x: i32, y: i32, z: i32, itemid: u32, num: Option<i32>)
        -> (added: u32) {
        add(&ctx, [x, y, z], itemid, num)
    }

    /// Takes items of a kind out of a box: all when no number is given.
    /// Example: `WorldContainer:removeStorageItemByID(4, 7, 4, 12051, 5)`
    fn removeStorageItemByID(ctx, x: i32, y: i32, z: i32, itemid: u32, num: Option<i32>) -> () {
        take(&ctx, [x, y, z], itemid, num)
    }

    /// Takes items out of a slot of a box: all when no number is given.
    /// Example: `WorldContainer:removeStorageItemByIndex(4, 7, 4, 0, 5)`
    fn removeStorageItemByIndex(ctx, x: i32, y: i32, z: i32, offset: u32, num: Option<i32>) -> () {
        check_slot(offset)?;
        let num = num.map_or(Ok(u32::MAX), |num| count(5, "num", num))?;
        if take_slot(&ctx, [x, y, z], offset, num)? { Ok(()) } else { Err(Refusal::no()) }
    }

    /// As `addStorageItem`, for any container.
    /// Example: `local code, added = WorldContainer:addItemToContainer(4, 7, 4, 12051, 10)`
    fn addItemToContainer(ctx, x: i32, y: i32, z: i32, itemid: u32, num: Option<i32>)
        -> (added: u32) {
        add(&ctx, [x, y, z], itemid, num)
    }

    /// As `removeStorageItemByID`, for any container.
    /// Example: `WorldContainer:removeContainerItemByID(4, 7, 4, 12051, 5)`
    fn removeContainerItemByID(ctx, x: i32, y: i32, z: i32, itemid: u32, num: Option<i32>) -> () {
        take(&ctx, [x, y, z], itemid, num)
    }

    /// Empties a container.
    /// Example: `WorldContainer:clearContainer(4, 7, 4)`
    fn clearContainer(ctx, x: i32, y: i32, z: i32) -> () {
        clear(&ctx, [x, y, z])
    }
}

/// A block if the map has it, else what is there already.
fn known(room: &crate::room::MiniRoom<'_>, block: u16) -> u16 {
    let has = room.world.registry().contains(fangqi_world::BlockId(block));
    // Maps of other dialects have no such block: the container stands in any.
    if has { block } else { u16::MAX }
}

fn furnace<'r>(room: &'r mut MiniRoom<'_>, pos: [i32; 3]) -> Result<&'r Furnace, String> {
    let [x, y, z] = pos;
    if room.has_furnace(pos) {
        room.box_at(pos)?;
    }
    let found = room.sim.furnaces.get(&pos);
    found.ok_or_else(|| format!("there is no furnace at {x}, {y}, {z}"))
}

fn check_slot(offset: u32) -> Result<(), String> {
    if SLOTS.contains(&offset) {
        Ok(())
    } else {
        Err(format!("argument 4, offset, must be from 0 to {}, not {offset}", SLOTS.end - 1))
    }
}

fn add(ctx: &Call<'_>, pos: [i32; 3], item: u32, num: Option<i32>) -> Result<(u32,), Refusal> {
    let num = count(5, "num", num.unwrap_or(1))?;
    let mut room = ctx.mini();
    let most = room.stack_max(item);
    let (_, left) = room.box_at(pos)?.add(item, num, most, std::slice::from_ref(&SLOTS));
    if left == num {
        return Err("the container is full".into());
    }
    room.box_changed(pos, item, num - left, true);
    Ok((num - left,))
}

/// Takes items out of a slot; whether there was anything.
fn take_slot(ctx: &Call<'_>, pos: [i32; 3], slot: u32, num: u32) -> Result<bool, Refusal> {
    let mut room = ctx.mini();
    let bag = room.box_at(pos)?;
    let Some(item) = bag.get(slot).map(|stack| stack.item) else { return Ok(false) };
    let taken = bag.take_from(slot, num);
    room.box_changed(pos, item, taken, false);
    Ok(true)
}

fn take(ctx: &Call<'_>, pos: [i32; 3], item: u32, num: Option<i32>) -> Result<(), Refusal> {
    let num = num.map_or(Ok(u32::MAX), |num| count(5, "num", num))?;
    let mut room = ctx.mini();
    let (_, taken) = room.box_at(pos)?.take(item, num, std::slice::from_ref(&SLOTS));
    if taken == 0 {
        return Err(Refusal::no());
    }
    room.box_changed(pos, item, taken, false);
    Ok(())
}

fn clear(ctx: &Call<'_>, pos: [i32; 3]) -> Result<(), Refusal> {
    let mut room = ctx.mini();
    let held: Bag = std::mem::take(room.box_at(pos)?);
    for (_, stack) in held.iter() {
        room.box_changed(pos, stack.item, stack.count, false);
    }
    Ok(())
}
