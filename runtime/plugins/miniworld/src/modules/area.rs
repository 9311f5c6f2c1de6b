use fangqi_binding::args::{Cell, Direction, Point};
use fangqi_binding::{Refusal, results::Position};
use fangqi_plugin::lua_module;
use fangqi_world::IVec3;

use super::area_more::AREA_MORE;
use super::objects::of;
use super::regions::{
    Source, center, clear, clone_to, destroy, fill, grown, insert, offset, players_in, region_of,
    replace,
};
use super::support::yes;
use crate::modules::object::Obj;
use crate::room::InRoom;

lua_module! {
    /// Boxes of cells, both corners included. An area is a number that `createAreaRect` and others
    /// return; the functions named `…Range` take two opposite corners instead.
    pub static AREA = "Area", Code, parts [AREA_MORE];

    /// Makes an area around a centre that extends `dim` cells each way along each axis.
    /// Example: `Area:createAreaRect({ x = 4, y = 1, z = 4 }, { x = 4, y = 0, z = 4 })`
    fn createAreaRect(ctx, pos: Cell, dim: Cell) -> (areaid: u32) {
        insert(&ctx, grown(pos.0, pos.0, dim.0)?)
    }

    /// Makes an area between two opposite corners.
    /// Example: `Area:createAreaRectByRange({ x = 0, y = 0, z = 0 }, { x = 8, y = 3, z = 9 })`
    fn createAreaRectByRange(ctx, posBeg: Cell, posEnd: Cell) -> (areaid: u32) {
        insert(&ctx, region_of(posBeg, posEnd)?)
    }

    /// Forgets an area. Its blocks stay.
    /// Example: `Area:destroyArea(area)`
    fn destroyArea(ctx, areaid: u32) -> () {
        let gone = ctx.mini().globals.areas.remove(&areaid);
        match gone {
            Some(_) => {
                ctx.mini().forget_area(areaid);
                Ok(())
            }
            None => Err(format!("there is no area {areaid}").into()),
        }
    }

    /// The oldest area that holds a position; FAILED when none does.
    /// Example: `local code, area = Area:getAreaByPos({ x = 4, y = 1, z = 4 })`
    fn getAreaByPos(ctx, pos: Cell) -> (areaid: u32) {
        let room = ctx.mini();
        let area = room.globals.areas.iter().find(|(_, region)| region.contains(pos.0.into()));
        Ok((*area.ok_or(Refusal::no())?.0,))
    }

    /// Makes a moved copy of an area.
    /// Example: `local code, moved = Area:offsetArea(area, 0, 1, 0)`
    fn offsetArea(ctx, areaid: u32, x: i32, y: i32, z: i32) -> (areaid: u32) {
        let region = Source::Area(areaid).region(&ctx)?;
        insert(&ctx, region.translate(IVec3::new(x, y, z)).ok_or("it would be outside the world")?)
    }

    /// Makes a copy of an area that extends `x`, `y` and `z` cells more each way.
    /// Example: `local code, larger = Area:expandArea(area, 1, 0, 1)`
    fn expandArea(ctx, areaid: u32, x: i32, y: i32, z: i32) -> (areaid: u32) {
        let region = Source::Area(areaid).region(&ctx)?;
        insert(&ctx, grown(region.min().into(), region.max().into(), [x, y, z])?)
    }

    /// The centre of an area; half a block off a cell where it has an even number of them.
    /// Example: `local code, pos = Area:getAreaCenter(area)`
    fn getAreaCenter(ctx, areaid: u32) -> (pos: Position) {
        Ok((center(&Source::Area(areaid).region(&ctx)?),))
    }

    /// How many cells an area has along each axis.
    /// Example: `local code, x, y, z = Area:getAreaRectLength(area)`
    fn getAreaRectLength(ctx, areaid: u32) -> (x: i32, y: i32, z: i32) {
        let [x, y, z] = Source::Area(areaid).region(&ctx)?.size().to_array();
        Ok((x, y, z))
    }

    /// The lowest and the highest corner of an area.
    /// Example: `local code, low, high = Area:getAreaRectRange(area)`
    fn getAreaRectRange(ctx, areaid: u32) -> (posBeg: Position, posEnd: Position) {
        let region = Source::Area(areaid).region(&ctx)?;
        Ok((region.min().into(), region.max().into()))
    }

    /// A random cell of an area.
    /// Example: `local code, pos = Area:getRandomPos(area)`
    fn getRandomPos(ctx, areaid: u32) -> (pos: Position) {
        let region = Source::Area(areaid).region(&ctx)?;
        let size = region.size().to_array().map(|length| length as u64);
        let number = ctx.host().rng.next_u64() % region.volume();
        let [x, z] = [number % size[0], number / size[0] % size[2]];
        let y = number / (size[0] * size[2]);
        Ok(((region.min() + IVec3::new(x as i32, y as i32, z as i32)).into(),))
    }

    /// Whether an object is in an area: the code is OK for yes, FAILED for no.
    /// Example: `if Area:objInArea(area, uin) == ErrorCode.OK then … end`
    fn objInArea(ctx, areaid: u32, objid: Obj) -> () {
        let region = Source::Area(areaid).region(&ctx)?;
        let (cell,) = of(&ctx, objid, |actor| actor.cell())?;
        yes(region.contains(cell.into()))
    }

    /// Whether an area holds a kind of block: the code is OK for yes, FAILED for no.
    /// Example: `if Area:blockInArea(area, 2010) == ErrorCode.OK then … end`
    fn blockInArea(ctx, areaid: u32, blockid: u16) -> () {
        yes(Source::Area(areaid).count(&ctx, blockid)? > 0)
    }

    /// Whether a position is in an area: the code is OK for yes, FAILED for no.
    /// Example: `if Area:posInArea({ x = 4, y = 1, z = 4 }, area) == ErrorCode.OK then … end`
    fn posInArea(ctx, pos: Cell, areaid: u32) -> () {
        yes(Source::Area(areaid).region(&ctx)?.contains(pos.0.into()))
    }

    /// The present players in an area.
    /// Example: `local code, uins = Area:getAreaPlayers(area)`
    fn getAreaPlayers(ctx, areaid: u32) -> (uins: Vec<u64>) {
        players_in(&ctx, &Source::Area(areaid))
    }

    /// Fills an area with a block, facing a direction (west when left out).
    /// Example: `Area:fillBlock(area, 7)`
    fn fillBlock(ctx, areaid: u32, blockid: u16, face: Direction) -> () {
        fill(&ctx, &Source::Area(areaid), blockid, face)
    }

    /// Makes every cell of an area that holds a kind of block air.
    /// Example: `Area:clearAllBlock(area, 2010)`
    fn clearAllBlock(ctx, areaid: u32, blockid: u16) -> () {
        clear(&ctx, &Source::Area(areaid), blockid)
    }

    /// Copies the cells of an area, air too, so that its lowest corner comes to `deststartpos`.
    /// Example: `Area:cloneArea(area, { x = 20, y = 0, z = 0 })`
    fn cloneArea(ctx, areaid: u32, deststartpos: Cell) -> () {
        clone_to(&ctx, &Source::Area(areaid), deststartpos)
    }

    /// Puts a block into every cell of an area that holds a kind of block.
    /// Example: `Area:replaceAreaBlock(area, 7, 15)`
    fn replaceAreaBlock(ctx, areaid: u32, srcblockid: u16, destblockid: u16, face: Direction)
        -> () {
        replace(&ctx, &Source::Area(areaid), srcblockid, destblockid, face)
    }

    /// A position moved by an offset.
    /// Example: `Area:getPosOffset({ x = 1, y = 1, z = 1 }, { x = 0, y = 2, z = 0 })`
    fn getPosOffset(ctx, srcpos: Point, dim: Point) -> (pos: Position) {
        offset(srcpos.0, dim.0)
    }

    /// Whether the box between two corners holds a kind of block: OK for yes, FAILED for no.
    /// Example: `if Area:blockInAreaRange(2010, low, high) == ErrorCode.OK then … end`
    fn blockInAreaRange(ctx, blockid: u16, posbeg: Cell, posend: Cell) -> () {
        yes(Source::Range(posbeg, posend).count(&ctx, blockid)? > 0)
    }

    /// The present players in the box between two corners.
    /// Example: `local code, uins = Area:getAllPlayersInAreaRange(low, high)`
    fn getAllPlayersInAreaRange(ctx, posbegin: Cell, posend: Cell) -> (uins: Vec<u64>) {
        players_in(&ctx, &Source::Range(posbegin, posend))
    }

    /// As `fillBlock`, for the box between two corners.
    /// Example: `Area:fillBlockAreaRange({ x = 0, y = 0, z = 0 }, { x = 8, y = 0, z = 9 }, 7)`
    fn fillBlockAreaRange(ctx, posbeg: Cell, posend: Cell, blockid: u16, face: Direction) -> () {
        fill(&ctx, &Source::Range(posbeg, posend), blockid, face)
    }

    /// As `clearAllBlock`, for the box between two corners.
    /// Example: `Area:clearAllBlockAreaRange(low, high, 2010)`
    fn clearAllBlockAreaRange(ctx, posbeg: Cell, posend: Cell, blockid: u16) -> () {
        clear(&ctx, &Source::Range(posbeg, posend), blockid)
    }

    /// As `clearAllBlock`, for the box between two corners: broken blocks leave no items behind.
    /// Example: `Area:DestroyBlockAreaRange(low, high, 2010)`
    fn DestroyBlockAreaRange(ctx, posbeg: Cell, posend: Cell, blockid: u16) -> () {
        destroy(&ctx, &Source::Range(posbeg, posend), blockid)
    }

    /// As `cloneArea`, for the box between two corners.
    /// Example: `Area:cloneAreaRange(low, high, { x = 20, y = 0, z = 0 })`
    fn cloneAreaRange(ctx, posbeg: Cell, posend: Cell, deststartpos: Cell) -> () {
        clone_to(&ctx, &Source::Range(posbeg, posend), deststartpos)
    }

    /// As `replaceAreaBlock`, for the box between two corners.
    /// Example: `Area:replaceAreaRangeBlock(low, high, 7, 15)`
    fn replaceAreaRangeBlock(ctx, posbeg: Cell, posend: Cell, srcblockid: u16, destblockid: u16,
        face: Direction) -> () {
        replace(&ctx, &Source::Range(posbeg, posend), srcblockid, destblockid, face)
    }
}
