use fangqi_binding::Refusal;
use fangqi_binding::args::Direction;
use fangqi_plugin::{Call, lua_module};
use fangqi_world::{BlockDef, BlockId, BlockState, Face, IVec3};
use mlua::Value;

use super::block_more::BLOCK_MORE;
use super::support::{facing, set_block, yes};
use crate::map::MiniMap;
use crate::room::InRoom;

lua_module! {
    /// Blocks, cell by cell. `y` is up, north is +z. Cells outside the world hold air and cannot be
    /// written. What scripts change is shown when the running handlers have ended or wait.
    pub static BLOCK = "Block", Code, parts [BLOCK_MORE];

    /// The id of the block in a cell; 0 is air.
    /// Example: `local code, id = Block:getBlockID(0, 1, 0)`
    fn getBlockID(ctx, x: i32, y: i32, z: i32) -> (blockid: u16) {
        Ok((ctx.host().world.get(IVec3::new(x, y, z)).id().0,))
    }

    /// The data of the block in a cell: its facing or variant.
    /// Example: `local code, data = Block:getBlockData(0, 1, 0)`
    fn getBlockData(ctx, x: i32, y: i32, z: i32) -> (data: u8) {
        Ok((ctx.host().world.get(IVec3::new(x, y, z)).data(),))
    }

    /// Whether a block stops players and rays: the code is OK for yes, FAILED for no.
    /// Example: `if Block:isSolidBlock(0, 1, 0) == ErrorCode.OK then … end`
    fn isSolidBlock(ctx, x: i32, y: i32, z: i32) -> () {
        let host = ctx.host();
        yes(host.world.registry().is_solid(host.world.get(IVec3::new(x, y, z))))
    }

    /// Whether a block is a liquid: the code is OK for yes, FAILED for no.
    /// Example: `if Block:isLiquidBlock(0, 1, 0) == ErrorCode.OK then … end`
    fn isLiquidBlock(ctx, x: i32, y: i32, z: i32) -> () {
        let host = ctx.host();
        let id = host.world.get(IVec3::new(x, y, z)).id();
        yes(host.world.registry().get(id).is_some_and(|block| block.liquid))
    }

    /// Whether a cell is empty: the code is OK for yes, FAILED for no.
    /// Example: `if Block:isAirBlock(0, 1, 0) == ErrorCode.OK then … end`
    fn isAirBlock(ctx, x: i32, y: i32, z: i32) -> () {
        yes(ctx.host().world.get(IVec3::new(x, y, z)).is_air())
    }

    /// Writes a block and its data (0 when left out) into a cell, whatever was there.
    /// Example: `Block:setBlockAll(4, 1, 0, 2010, 0)`
    fn setBlockAll(ctx, x: i32, y: i32, z: i32, blockid: u16, data: Option<u8>) -> () {
        let state = BlockState::new(BlockId(blockid), data.unwrap_or(0));
        set_block(&ctx, IVec3::new(x, y, z), state)
    }

    /// As `setBlockAll` with data 0. Mini World differs in which neighbours it tells; here there is
    /// nothing to tell them.
    /// Example: `Block:setBlockAllForUpdate(4, 1, 0, 2010)`
    fn setBlockAllForUpdate(ctx, x: i32, y: i32, z: i32, blockid: u16) -> () {
        set_block(&ctx, IVec3::new(x, y, z), BlockState::new(BlockId(blockid), 0))
    }

    /// As `setBlockAll` with data 0. Mini World differs in which neighbours it tells; here there is
    /// nothing to tell them.
    /// Example: `Block:setBlockAllForNotify(4, 1, 0, 2010)`
    fn setBlockAllForNotify(ctx, x: i32, y: i32, z: i32, blockid: u16) -> () {
        set_block(&ctx, IVec3::new(x, y, z), BlockState::new(BlockId(blockid), 0))
    }

    /// Makes a cell air. With `dropitem` the block is left behind as an item, where players walk.
    /// Example: `Block:destroyBlock(4, 1, 0)`
    fn destroyBlock(ctx, x: i32, y: i32, z: i32, dropitem: Option<bool>) -> () {
        let mut room = ctx.mini();
        let drops = dropitem == Some(true) && room.package.walks();
        Ok(room.break_block([x, y, z], None, drops)?)
    }

    /// Puts a block into an empty cell, facing a direction (west when left out). `color`, of the
    /// newest pages, means nothing here.
    /// Partly: `color`, of the newest pages, means nothing
    /// Example: `Block:placeBlock(2010, 4, 1, 0, FACE_DIRECTION.DIR_POS_Z)`
    fn placeBlock(ctx, blockid: u16, x: i32, y: i32, z: i32, face: Direction,
        color: Value) -> () {
        let pos = IVec3::new(x, y, z);
        let there = ctx.host().world.get(pos);
        if !there.is_air() {
            return Err(format!("block {} is there already", there.id()).into());
        }
        set_block(&ctx, pos, facing(blockid, face))
    }

    /// Puts a block into a cell, whatever was there, facing a direction (west when left out).
    /// Partly: `color`, of the newest pages, means nothing
    /// Example: `Block:replaceBlock(2010, 4, 1, 0, FACE_DIRECTION.DIR_POS_Z)`
    fn replaceBlock(ctx, blockid: u16, x: i32, y: i32, z: i32, face: Direction,
        color: Value) -> () {
        set_block(&ctx, IVec3::new(x, y, z), facing(blockid, face))
    }

    /// The data of a kind of block when it faces a direction.
    /// Example: `local code, data = Block:getBlockDataByDir(2010, FACE_DIRECTION.DIR_POS_Z)`
    fn getBlockDataByDir(ctx, blockid: u16, dir: Face) -> (data: u8) {
        with_def(&ctx, blockid, |_| facing(blockid, Direction(Some(dir))).data())
    }

    /// The name of a kind of block, in Chinese.
    /// Example: `local code, name = Block:GetBlockDefName(2010)`
    fn GetBlockDefName(ctx, blockid: u16) -> (name: String) {
        with_def(&ctx, blockid, |def| def.name_zh.clone())
    }

    /// A random kind of block of this map, not air.
    /// Example: `local code, id = Block:randomBlockID()`
    fn randomBlockID(ctx) -> (blockid: u16) {
        let mut host = ctx.host();
        // Air comes first and is not chosen.
        let others = host.world.registry().len() as u64 - 1;
        ctx.charge(others / KINDS_PER_UNIT)?;
        let index = 1 + (host.rng.next_u64() % others) as usize;
        let registry = host.world.registry();
        Ok((registry.iter().nth(index).ok_or("there are no blocks")?.id.0,))
    }
}

/// Kinds of blocks that are passed over for a unit of fuel.
const KINDS_PER_UNIT: u64 = 16;

/// Reads something of a kind of block.
fn with_def<R>(
    ctx: &Call<'_>,
    blockid: u16,
    read: impl FnOnce(&BlockDef) -> R,
) -> Result<(R,), Refusal> {
    let host = ctx.host();
    let def = host.world.registry().get(BlockId(blockid));
    Ok((read(def.ok_or_else(|| format!("there is no block with id {blockid}"))?),))
}
