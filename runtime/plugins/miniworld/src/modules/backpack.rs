use fangqi_binding::Refusal;
use fangqi_plugin::{Call, lua_module};

use super::actor_look::scale_of;
use super::backpack_new::BACKPACK_NEW;
use super::backpack_single::BACKPACK_SINGLE;
use super::objects::{count, with_player};
use super::support::yes;
use crate::living::{Bar, Stack};
use crate::map::MiniMap;
use crate::modules::object::Obj;
use crate::room::{InRoom, MiniRoom};

/// Where things lie that are carried but not worn.
const CARRIED: [std::ops::Range<u32>; 2] = [1000..1008, 0..30];

lua_module! {
    /// What players hold. Slots 0 to 29 are the backpack (bar 2), 1000 to 1007 the row at hand (bar
    /// 1), 8000 to 8004 what is worn on head, chest, legs, feet and back (bar 3).
    pub static BACKPACK = "Backpack", Code, parts [BACKPACK_NEW, BACKPACK_SINGLE];

    /// The first and the last slot of a bar.
    /// Example: `local code, first, last = Backpack:getBackpackBarIDRange(BACKPACK_TYPE.SHORTCUT)`
    fn getBackpackBarIDRange(ctx, bartype: i32) -> (begid: u32, endid: u32) {
        let slots = bar(1, bartype)?.slots();
        Ok((slots.start, slots.end - 1))
    }

    /// How many slots a bar has.
    /// Example: `local code, size = Backpack:getBackpackBarSize(BACKPACK_TYPE.INVENTORY)`
    fn getBackpackBarSize(ctx, bartype: i32) -> (size: u32) {
        Ok((bar(1, bartype)?.slots().len() as u32,))
    }

    /// Puts items into a slot, in place of what is there; item 0 and 0 of any empty it.
    /// Example: `Backpack:setGridItem(uin, 1000, 12005, 1)`
    fn setGridItem(ctx, playerid: Obj, gridid: u32, itemid: u32,
        num: Option<i32>, durability: Option<i32>) -> () {
        set_grid(&ctx, playerid, gridid, itemid, num, durability)
    }

    /// Takes items out of a slot: all when no number is given.
    /// Example: `Backpack:removeGridItem(uin, 1000, 1)`
    fn removeGridItem(ctx, playerid: Obj, gridid: u32, num: Option<i32>) -> () {
        remove_grid(&ctx, playerid, gridid, num)
    }

    /// Takes items of a kind from a player: all when no number is given. Gives how many.
    /// Example: `local code, taken = Backpack:removeGridItemByItemID(uin, 12051, 5)`
    fn removeGridItemByItemID(ctx, playerid: Obj, itemid: u32, num: Option<i32>) -> (taken: u32) {
        let num = num.map_or(Ok(u32::MAX), |num| count(3, "num", num))?;
        with_player(&ctx, playerid, |room, id| Ok((room.take_items(id, itemid, num)?,)))
    }

    /// Empties a bar.
    /// Example: `Backpack:clearPack(uin, BACKPACK_TYPE.SHORTCUT)`
    fn clearPack(ctx, playerid: Obj, bartype: i32) -> () {
        let bar = bar(2, bartype)?;
        with_player(&ctx, playerid, |room, id| clear_bar(room, id, bar))
    }

    /// Empties everything.
    /// Example: `Backpack:clearAllPack(uin)`
    fn clearAllPack(ctx, playerid: Obj) -> () {
        with_player(&ctx, playerid, |room, id| {
            [Bar::Shortcut, Bar::Inventory, Bar::Equip]
                .into_iter()
                .try_for_each(|bar| clear_bar(room, id, bar))
        })
    }

    /// Moves items from one slot to another: all when no number is given.
    /// Example: `Backpack:moveGridItem(uin, 1000, 0, 5)`
    fn moveGridItem(ctx, playerid: Obj, gridsrc: u32, griddst: u32, num: Option<i32>) -> () {
        move_grid(&ctx, playerid, gridsrc, griddst, num)
    }

    /// Lets two slots change places.
    /// Example: `Backpack:swapGridItem(uin, 1000, 0)`
    fn swapGridItem(ctx, playerid: Obj, gridsrc: u32, griddst: u32) -> () {
        swap_grid(&ctx, playerid, gridsrc, griddst)
    }

    /// Whether `num` items would fit: the code is OK for yes, FAILED for no.
    /// Example: `if Backpack:enoughSpaceForItem(uin, 12051, 64) == ErrorCode.OK then … end`
    fn enoughSpaceForItem(ctx, playerid: Obj, itemid: u32, num: Option<i32>) -> () {
        let num = count(3, "num", num.unwrap_or(1))?;
        yes(space(&ctx, playerid, itemid)? >= num)
    }

    /// How many items of a kind would fit.
    /// Example: `local code, num = Backpack:calcSpaceNumForItem(uin, 12051)`
    fn calcSpaceNumForItem(ctx, playerid: Obj, itemid: u32) -> (num: u32) {
        Ok((space(&ctx, playerid, itemid)?,))
    }

    /// The slots of a bar that hold something.
    /// Example: `local code, num, slots = Backpack:getBackpackBarValidList(uin, 1)`
    fn getBackpackBarValidList(ctx, playerid: Obj, bartype: i32)
        -> (num: u32, gridids: Vec<u32>) {
        let slots = bar(2, bartype)?.slots();
        let found = stacks(&ctx, playerid, slots)?;
        Ok((found.len() as u32, found.into_iter().map(|(slot, _)| slot).collect()))
    }

    /// The kinds of items in a bar, one for each slot that holds something.
    /// Example: `local code, num, items = Backpack:getBackpackBarItemList(uin, 1)`
    fn getBackpackBarItemList(ctx, playerid: Obj, bartype: i32)
        -> (num: u32, itemids: Vec<u32>) {
        let slots = bar(2, bartype)?.slots();
        let found = stacks(&ctx, playerid, slots)?;
        Ok((found.len() as u32, found.into_iter().map(|(_, stack)| stack.item).collect()))
    }

    /// Whether a bar holds an item: the code is OK for yes, FAILED for no.
    /// Example: `if Backpack:hasItemByBackpackBar(uin, 1, 12005) == ErrorCode.OK then … end`
    fn hasItemByBackpackBar(ctx, playerid: Obj, bartype: i32, itemid: u32) -> () {
        let slots = bar(2, bartype)?.slots();
        yes(stacks(&ctx, playerid, slots)?.iter().any(|(_, stack)| stack.item == itemid))
    }

    /// How many items of a kind a bar holds, and in which slots.
    /// Example: `local code, num, slots = Backpack:getItemNumByBackpackBar(uin, 1, 12051)`
    fn getItemNumByBackpackBar(ctx, playerid: Obj, bartype: i32, itemid: u32)
        -> (num: u32, gridids: Vec<u32>) {
        let slots = bar(2, bartype)?.slots();
        with_player(&ctx, playerid, |room, id| Ok(room.person(id)?.bag.count(itemid, slots)))
    }

    /// What a slot holds: the item, 0 for nothing, and how many.
    /// Example: `local code, itemid, num = Backpack:getGridItemID(uin, 1000)`
    fn getGridItemID(ctx, playerid: Obj, gridid: u32) -> (itemid: u32, num: u32) {
        Ok(stack(&ctx, playerid, gridid)?.map_or((0, 0), |stack| (stack.item, stack.count)))
    }

    /// The name of what a slot holds; FAILED when it is empty.
    /// Example: `local code, name = Backpack:getGridItemName(uin, 1000)`
    fn getGridItemName(ctx, playerid: Obj, gridid: u32) -> (name: String) {
        let stack = stack(&ctx, playerid, gridid)?.ok_or(Refusal::no())?;
        Ok((ctx.mini().item_name(stack.item),))
    }

    /// How many items a slot holds, and how many it could.
    /// Example: `local code, num, most = Backpack:getGridStack(uin, 1000)`
    fn getGridStack(ctx, playerid: Obj, gridid: u32) -> (num: u32, maxstack: u32) {
        let stack = stack(&ctx, playerid, gridid)?.ok_or(Refusal::no())?;
        Ok((stack.count, ctx.mini().stack_max(stack.item)))
    }

    /// What is left of the durability of what a slot holds, and how much it had; -1 for what does
    /// not wear.
    /// Example: `local code, left, most = Backpack:getGridDurability(uin, 1000)`
    fn getGridDurability(ctx, playerid: Obj, gridid: u32) -> (cur: i32, max: i32) {
        let stack = stack(&ctx, playerid, gridid)?.ok_or(Refusal::no())?;
        let most = ctx.host().package.catalog().item(stack.item).durability;
        let left = stack.durability.unwrap_or(-1);
        Ok((left, if stack.durability.is_some() { most.max(left) } else { -1 }))
    }

    /// The enchantments of what a slot holds.
    /// Example: `local code, num, ids = Backpack:getGridEnchantList(uin, 1000)`
    fn getGridEnchantList(ctx, playerid: Obj, gridid: u32)
        -> (num: u32, enchantids: Vec<u32>) {
        let stack = stack(&ctx, playerid, gridid)?.ok_or(Refusal::no())?;
        let ids: Vec<u32> = stack.enchants.into_keys().collect();
        Ok((ids.len() as u32, ids))
    }

    /// The kind of tool that a slot holds; -1 for what is none.
    /// Partly: Mini World's kinds of tools are not published: every tool is 0
    /// Example: `local code, kind = Backpack:getGridToolType(uin, 1000)`
    fn getGridToolType(ctx, playerid: Obj, gridid: u32) -> (kind: i32) {
        let stack = stack(&ctx, playerid, gridid)?.ok_or(Refusal::no())?;
        let usage = ctx.host().package.catalog().item(stack.item).usage;
        Ok((if usage == crate::living::ItemUse::Tool { 0 } else { -1 },))
    }

    /// Gives a player items; gives how many it took.
    /// Example: `local code, added = Backpack:addItem(uin, 12051, 10)`
    fn addItem(ctx, playerid: Obj, itemid: u32, num: Option<i32>) -> (added: u32) {
        let num = count(3, "num", num.unwrap_or(1))?;
        with_player(&ctx, playerid, |room, id| match room.give_items(id, itemid, num, 1)? {
            0 => Err("there is no room for it".into()),
            added => Ok((added,)),
        })
    }

    /// Has a player drop items from a slot: all when no number is given.
    /// Example: `Backpack:discardItem(uin, 1000, 1)`
    fn discardItem(ctx, playerid: Obj, gridid: u32, num: Option<i32>) -> () {
        let num = num.map_or(Ok(u32::MAX), |num| count(3, "num", num))?;
        with_player(&ctx, playerid, |room, id| Ok(room.discard(id, gridid, num).map(drop)?))
    }

    /// How many items a slot holds.
    /// Example: `local code, num = Backpack:getGridNum(uin, 1000)`
    fn getGridNum(ctx, playerid: Obj, gridid: u32) -> (num: u32) {
        Ok((stack(&ctx, playerid, gridid)?.map_or(0, |stack| stack.count),))
    }

    /// Has a player wear an item that it holds.
    /// Example: `Backpack:actEquipUpByResID(uin, 12201)`
    fn actEquipUpByResID(ctx, objid: Obj, resid: u32) -> () {
        with_player(&ctx, objid, |room, id| {
            let held = |slots| room.person(id).ok()?.bag.count(resid, slots).1.first().copied();
            let from = CARRIED.into_iter().find_map(held);
            let from = from.ok_or_else(|| format!("the player has no item {resid}"))?;
            let to = place_of(room, id, resid)?;
            Ok(room.move_slot(id, from, to, 1)?)
        })
    }

    /// Has a player take off what it wears in a place: 0 to 4, or the slot's number.
    /// Example: `Backpack:actEquipOffByEquipID(uin, EQUIP_SLOT_TYPE.EQUIP_HEAD)`
    fn actEquipOffByEquipID(ctx, objid: Obj, equipid: u32) -> () {
        let slot = worn_slot(equipid)?;
        with_player(&ctx, objid, |room, id| {
            let bag = &room.person(id)?.bag;
            bag.get(slot).ok_or_else(|| format!("nothing is worn in slot {slot}"))?;
            let free = CARRIED.into_iter().flatten().find(|slot| bag.get(*slot).is_none());
            let free = free.ok_or("there is no room for it")?;
            Ok(room.move_slot(id, slot, free, u32::MAX)?)
        })
    }

    /// Makes an item that a player wears at once.
    /// Example: `Backpack:actCreateEquip(uin, 12201)`
    fn actCreateEquip(ctx, objid: Obj, resid: u32) -> () {
        with_player(&ctx, objid, |room, id| {
            let to = place_of(room, id, resid)?;
            Ok(room.put_slot(id, to, Some(made(room, resid, 1)))?)
        })
    }

    /// Destroys what a player wears in a place: 0 to 4, or the slot's number.
    /// Example: `Backpack:actDestructEquip(uin, EQUIP_SLOT_TYPE.EQUIP_HEAD)`
    fn actDestructEquip(ctx, playerid: Obj, equipid: u32) -> () {
        let slot = worn_slot(equipid)?;
        with_player(&ctx, playerid, |room, id| {
            room.person(id)?.bag.get(slot).ok_or(Refusal::no())?;
            Ok(room.put_slot(id, slot, None)?)
        })
    }

    /// Plays an effect on what a player has in hand.
    /// Partly: it is shown on the player
    /// Example: `Backpack:PlayShortCutIxEffect(uin, 1170, 1)`
    fn PlayShortCutIxEffect(ctx, objid: Obj, effectid: u32, scale: Option<f64>) -> () {
        effect(&ctx, objid, effectid, Some(scale.unwrap_or(1.0)))
    }

    /// Ends an effect on what a player has in hand.
    /// Example: `Backpack:StopShortCutIxEffect(uin, 1170)`
    fn StopShortCutIxEffect(ctx, objid: Obj, effectid: u32) -> () {
        effect(&ctx, objid, effectid, None)
    }

    /// Plays an effect on an item at a player's hand.
    /// Partly: it is shown on the player, whatever it holds
    /// Example: `Backpack:PlayShortCutItemEffect(uin, 12005, 1170, 1)`
    fn PlayShortCutItemEffect(ctx, objid: Obj, itemid: u32, effectid: u32, scale: Option<f64>)
        -> () {
        effect(&ctx, objid, effectid, Some(scale.unwrap_or(1.0)))
    }

    /// Ends an effect on an item at a player's hand.
    /// Example: `Backpack:StopShortCutItemEffect(uin, 12005, 1170)`
    fn StopShortCutItemEffect(ctx, objid: Obj, itemid: u32, effectid: u32) -> () {
        effect(&ctx, objid, effectid, None)
    }
}

/// A bar by its number.
pub(super) fn bar(position: u32, number: i32) -> Result<Bar, String> {
    Bar::numbered(number)
        .ok_or_else(|| format!("argument {position}, bartype, must be 1, 2 or 3, not {number}"))
}

/// A slot that exists.
pub(super) fn slot(number: u32) -> Result<u32, String> {
    Bar::of(number).map(|_| number).ok_or_else(|| {
        format!("there is no slot {number}: they are 0 to 29, 1000 to 1007 and 8000 to 8004")
    })
}

/// Items as they are made.
pub(super) fn made(room: &MiniRoom<'_>, item: u32, count: u32) -> Stack {
    let durability = room.package.catalog().item(item).durability;
    Stack { durability: (durability > 0).then_some(durability), ..Stack::plain(item, count) }
}

/// What a slot of a player holds.
pub(super) fn stack(ctx: &Call<'_>, player: Obj, gridid: u32) -> Result<Option<Stack>, Refusal> {
    let slot = slot(gridid)?;
    with_player(ctx, player, |room, id| Ok(room.person(id)?.bag.get(slot).cloned()))
}

/// What slots of a player hold.
pub(super) fn stacks(
    ctx: &Call<'_>,
    player: Obj,
    slots: std::ops::Range<u32>,
) -> Result<Vec<(u32, Stack)>, Refusal> {
    with_player(ctx, player, |room, id| {
        let found = room.person(id)?.bag.range(slots);
        Ok(found.map(|(slot, stack)| (slot, stack.clone())).collect())
    })
}

/// How many items would fit.
pub(super) fn space(ctx: &Call<'_>, player: Obj, item: u32) -> Result<u32, Refusal> {
    with_player(ctx, player, |room, id| {
        let most = room.stack_max(item);
        let person = room.person(id)?;
        Ok(person.bag.space(item, most, &person.slots_from(1)))
    })
}

/// Empties a bar.
pub(super) fn clear_bar(room: &mut MiniRoom<'_>, id: u64, bar: Bar) -> Result<(), Refusal> {
    let held: Vec<u32> = room.person(id)?.bag.range(bar.slots()).map(|(slot, _)| slot).collect();
    for slot in held {
        room.put_slot(id, slot, None)?;
    }
    Ok(())
}

/// Puts items into a slot.
pub(super) fn set_grid(
    ctx: &Call<'_>,
    player: Obj,
    gridid: u32,
    item: u32,
    num: Option<i32>,
    durability: Option<i32>,
) -> Result<(), Refusal> {
    let slot = slot(gridid)?;
    if item == 0 || num == Some(0) {
        return with_player(ctx, player, |room, id| Ok(room.put_slot(id, slot, None)?));
    }
    let num = count(4, "num", num.unwrap_or(1))?;
    with_player(ctx, player, |room, id| {
        let mut stack = made(room, item, num);
        stack.durability = durability.filter(|left| *left > 0).or(stack.durability);
        Ok(room.put_slot(id, slot, Some(stack))?)
    })
}

/// Takes items out of a slot.
pub(super) fn remove_grid(
    ctx: &Call<'_>,
    player: Obj,
    gridid: u32,
    num: Option<i32>,
) -> Result<(), Refusal> {
    let (slot, num) = (slot(gridid)?, num.map_or(Ok(u32::MAX), |num| count(3, "num", num))?);
    with_player(ctx, player, |room, id| {
        let stack = room.person(id)?.bag.get(slot).cloned().ok_or(Refusal::no())?;
        let left = Stack { count: stack.count.saturating_sub(num), ..stack };
        Ok(room.put_slot(id, slot, Some(left))?)
    })
}

/// Moves items between slots.
pub(super) fn move_grid(
    ctx: &Call<'_>,
    player: Obj,
    from: u32,
    to: u32,
    num: Option<i32>,
) -> Result<(), Refusal> {
    let (from, to) = (slot(from)?, slot(to)?);
    let num = num.map_or(Ok(u32::MAX), |num| count(4, "num", num))?;
    with_player(ctx, player, |room, id| Ok(room.move_slot(id, from, to, num)?))
}

/// Lets two slots change places.
pub(super) fn swap_grid(ctx: &Call<'_>, player: Obj, a: u32, b: u32) -> Result<(), Refusal> {
    let (a, b) = (slot(a)?, slot(b)?);
    with_player(ctx, player, |room, id| {
        let bag = &room.person(id)?.bag;
        let (first, second) = (bag.get(a).cloned(), bag.get(b).cloned());
        room.put_slot(id, a, second)?;
        Ok(room.put_slot(id, b, first)?)
    })
}

/// Where a player wears an item: what the map says, else the first free place.
fn place_of(room: &MiniRoom<'_>, id: u64, item: u32) -> Result<u32, String> {
    let own = room.package.catalog().item(item).usage.slot();
    let bag = &room.person(id)?.bag;
    let free = || Bar::Equip.slots().find(|slot| bag.get(*slot).is_none());
    own.or_else(free).ok_or_else(|| "there is no place to wear it".to_owned())
}

fn worn_slot(number: u32) -> Result<u32, String> {
    match number {
        0..=4 => Ok(8000 + number),
        8000..=8004 => Ok(number),
        _ => Err(format!("argument 2, equipid, must be from 0 to 4, not {number}")),
    }
}

/// Plays or ends an effect on a player.
pub(super) fn effect(
    ctx: &Call<'_>,
    player: Obj,
    effect: u32,
    scale: Option<f64>,
) -> Result<(), Refusal> {
    let scale = scale.map(|scale| scale_of(Some(scale)));
    with_player(ctx, player, |room, id| {
        let effects = &mut room.actor_mut(id)?.look.effects;
        match scale {
            Some(_) if effects.len() >= 64 && !effects.contains_key(&effect) => {
                return Err("there are 64 effects on the player already".into());
            }
            Some(scale) => drop(effects.insert(effect, (scale, None))),
            None => drop(effects.remove(&effect)),
        }
        Ok(())
    })
}
