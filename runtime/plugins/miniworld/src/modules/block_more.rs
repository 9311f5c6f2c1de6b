use fangqi_binding::Refusal;
use fangqi_binding::args::Cell;
use fangqi_plugin::lua_module;
use fangqi_world::{BlockId, IVec3};
use mlua::Value;

use crate::room::InRoom;

/// Bits of `BLOCKATTR.ENABLE_…`.
const BITS: u8 = 31;

lua_module! {
    /// What holds for kinds of blocks, and functional blocks.
    pub static BLOCK_MORE = "Block", Code;

    /// Allows or forbids something for a kind of block: 1 breaking, 2 operating, 4 pushing, 8
    /// leaving an item behind, 16 the same when pushed.
    /// Partly: nothing pushes blocks here
    /// Example: `Block:setBlockSettingAttState(104, BLOCKATTR.ENABLE_DESTROYED, false)`
    fn setBlockSettingAttState(ctx, blockid: u16, attrtype: u8,
        switch: Option<bool>) -> () {
        let bits = bits(attrtype)?;
        let mut room = ctx.mini();
        known(&room, blockid)?;
        let denied = room.sim.blocks.denied.entry(blockid).or_default();
        if switch == Some(true) {
            *denied &= !bits;
        } else {
            *denied |= bits;
        }
        if *denied == 0 {
            room.sim.blocks.denied.remove(&blockid);
        }
        Ok(())
    }

    /// Whether something is allowed for a kind of block.
    /// Example: `local code, on = Block:getBlockSettingAttState(104, BLOCKATTR.ENABLE_DESTROYED)`
    fn getBlockSettingAttState(ctx, blockid: u16, attrtype: u8) -> (enabled: bool) {
        let bits = bits(attrtype)?;
        let room = ctx.mini();
        known(&room, blockid)?;
        Ok((room.block_allows(BlockId(blockid), bits),))
    }

    /// Whether the block in a cell is switched on.
    /// Example: `local code, on = Block:getBlockSwitchStatus({ x = 4, y = 7, z = 4 })`
    fn getBlockSwitchStatus(ctx, pos: Cell) -> (isactive: bool) {
        Ok((ctx.mini().sim.blocks.on.get(&pos.0).copied().unwrap_or(false),))
    }

    /// Switches the block in a cell; `Block.Trigger` is raised if that is new. From then on players
    /// turn it over by clicking it, before handlers hear of the click.
    /// Partly: blocks do nothing of themselves, and players switch only what a script has switched
    /// Example: `Block:setBlockSwitchStatus({ x = 4, y = 7, z = 4 }, true)`
    fn setBlockSwitchStatus(ctx, pos: Cell, isactive: Option<bool>) -> () {
        let mut room = ctx.mini();
        there(&room, pos)?;
        room.charge_edits(1)?;
        room.switch_block(pos.0, isactive == Some(true), 0);
        Ok(())
    }

    /// Whether the block in a cell is powered: whether it is switched on.
    /// Partly: power does not spread
    /// Example: `local code, on = Block:getBlockPowerStatus({ x = 4, y = 7, z = 4 })`
    fn getBlockPowerStatus(ctx, pos: Cell) -> (isactive: bool) {
        Ok((ctx.mini().sim.blocks.on.get(&pos.0).copied().unwrap_or(false),))
    }

    /// What is said of a kind of block: its name in English.
    /// Partly: Mini World's descriptions are not here
    /// Example: `local code, desc = Block:GetBlockDefDesc(104)`
    fn GetBlockDefDesc(ctx, blockid: u16) -> (desc: String) {
        let host = ctx.host();
        let def = host.world.registry().get(BlockId(blockid));
        Ok((def.ok_or_else(|| format!("there is no block {blockid}"))?.name_en.clone(),))
    }

    /// How a kind of block looks, for `Actor:changeCustomModel`.
    /// Example: `local code, facade = Block:GetBlockFacade(104)`
    fn GetBlockFacade(ctx, blockid: u16) -> (facade: String) {
        known(&ctx.mini(), blockid)?;
        Ok((format!("block_{blockid}"),))
    }

    /// Has the block in a cell play an animation.
    /// Partly: blocks have no models that move: clients let it swell once, whatever `animid` is
    /// Example: `Block:PlayAct(4, 7, 4, 100, 1)`
    fn PlayAct(ctx, x: i32, y: i32, z: i32, animid: i32, playmode: Value) -> () {
        let mut room = ctx.mini();
        there(&room, Cell([x, y, z]))?;
        room.charge_edits(1)?;
        let acts = &mut room.sim.blocks.acts;
        if acts.len() >= 4096 && !acts.contains_key(&[x, y, z]) {
            return Err("4096 blocks play something already".into());
        }
        let begun = acts.get(&[x, y, z]).map_or(0, |(_, begun)| *begun);
        acts.insert([x, y, z], (animid, begun.wrapping_add(1)));
        Ok(())
    }

    /// Would lay a drawing of blocks into the world.
    /// Fails: maps come without drawings
    /// Example: `Block:ReplaceBluePrint(4, 7, 4, "house", 0, false, false)`
    fn ReplaceBluePrint(ctx, x: i32, y: i32, z: i32, blueprint: String, angle: Option<f64>,
        mirror: Option<bool>, placeMode: Option<bool>) -> () {
        Err("maps come without drawings of blocks; Area:cloneAreaRange copies".into())
    }
}

fn bits(number: u8) -> Result<u8, String> {
    match number & BITS {
        0 => Err(format!("argument 2, attrtype, must be one of BLOCKATTR.ENABLE_…, not {number}")),
        bits => Ok(bits),
    }
}

fn known(room: &crate::room::MiniRoom<'_>, block: u16) -> Result<(), String> {
    if room.world.registry().contains(BlockId(block)) {
        Ok(())
    } else {
        Err(format!("there is no block with id {block}"))
    }
}

/// There must be a block in the cell.
fn there(room: &crate::room::MiniRoom<'_>, pos: Cell) -> Result<(), Refusal> {
    if room.world.get(IVec3::from(pos.0)).is_air() {
        let [x, y, z] = pos.0;
        return Err(format!("there is no block at {x}, {y}, {z}").into());
    }
    Ok(())
}
