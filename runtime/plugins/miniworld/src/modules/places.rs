//! Small modules: where players come in, the small map, boards, what the editor placed.

use fangqi_binding::Refusal;
use fangqi_binding::args::{Amount, Coordinate, Number, exact};
use fangqi_plugin::{Call, lua_module};

use super::objects::{person_id, point};
use crate::living::{Scalar, Shape};
use crate::map::MiniMap;
use crate::modules::object::Obj;
use crate::room::InRoom;
use crate::views::ShapeKind;

/// Shapes on the small map at one time.
const SHAPES_MAX: usize = 1024;
/// Highest and lowest cell that is looked at for a place to stand.
const HEIGHTS: std::ops::Range<i32> = 0..256;

lua_module! {
    /// Where players come in.
    pub static SPAWNPORT = "Spawnport", Code;

    /// Where players come in.
    /// Example: `local code, x, y, z = Spawnport:getSpawnPoint()`
    fn getSpawnPoint(ctx) -> (x: f64, y: f64, z: f64) {
        let [x, y, z] = ctx.mini().spawn_point();
        Ok((x, y, z))
    }

    /// Sets where players come in.
    /// Example: `Spawnport:setSpawnPoint(0, 7, 0)`
    fn setSpawnPoint(ctx, x: f64, y: f64, z: f64) -> () {
        let to = point(x, y, z)?;
        ctx.mini().sim.scenery.spawn = Some(to);
        Ok(())
    }

    /// The highest place to stand above or below a cell; FAILED when there is none.
    /// Example: `local code, x, y, z = Spawnport:getChunkValidSpawnPos(0, 7, 0)`
    fn getChunkValidSpawnPos(ctx, x: i32, y: i32, z: i32) -> (px: i32, py: i32, pz: i32) {
        ctx.charge(u64::from(HEIGHTS.end.unsigned_abs()))?;
        let host = ctx.host();
        let solid = |y: i32| {
            let state = host.world.get(fangqi_world::IVec3::new(x, y, z));
            host.world.registry().is_solid(state)
        };
        let stands = |y: &i32| solid(*y - 1) && !solid(*y) && !solid(*y + 1);
        let py = HEIGHTS.rev().find(stands).ok_or(Refusal::no())?;
        Ok((x, py, z))
    }
}

lua_module! {
    /// Shapes on the small map: 0 lines, 1 rectangles, 2 circles, as in `MAPMARK_TYPE`.
    pub static MAP_MARK = "MapMark", Code, aka ["Mapmark"];

    /// Makes a shape of a kind and colour (0 to 255); an `update…` says where it is.
    /// Example: `local code, shape = MapMark:newShape(MAPMARK_TYPE.MMARK_LINE, true, 255, 0, 0)`
    fn newShape(ctx, kind: u8, isshow: bool, r: u8, g: u8, b: u8) -> (shapeid: u32) {
        let kind = match kind {
            0 => ShapeKind::Line,
            1 => ShapeKind::Rectangle,
            2 => ShapeKind::Circle,
            other => return Err(format!("argument 1, type, must be 0, 1 or 2, not {other}").into()),
        };
        let mut room = ctx.mini();
        if room.sim.scenery.shapes.len() >= SHAPES_MAX {
            return Err(format!("a room can have {SHAPES_MAX} shapes").into());
        }
        let id = room.globals.fresh_id();
        let shape = Shape { kind, shown: isshow, colour: [r, g, b], numbers: [0.0; 4] };
        room.sim.scenery.shapes.insert(id, shape);
        Ok((id,))
    }

    /// Removes a shape.
    /// Example: `MapMark:deleteShape(shape)`
    fn deleteShape(ctx, shapeid: u32) -> () {
        let gone = ctx.mini().sim.scenery.shapes.remove(&shapeid);
        Ok(gone.map(drop).ok_or_else(|| format!("there is no shape {shapeid}"))?)
    }

    /// Sets the colour of a shape.
    /// Example: `MapMark:setShapeColor(shape, 0, 255, 0)`
    fn setShapeColor(ctx, shapeid: u32, r: u8, g: u8, b: u8) -> () {
        shape(&ctx, shapeid, None, |shape| shape.colour = [r, g, b])
    }

    /// Shows or hides a shape.
    /// Example: `MapMark:showShape(shape, false)`
    fn showShape(ctx, shapeid: u32, showflag: Option<bool>) -> () {
        shape(&ctx, shapeid, None, |shape| shape.shown = showflag == Some(true))
    }

    /// Says from where to where a line goes.
    /// Example: `MapMark:updateLine(shape, 0, 0, 10, 10)`
    fn updateLine(ctx, shapeid: u32, sx: Coordinate, sz: Coordinate, ex: Coordinate,
        ez: Coordinate) -> () {
        let kind = ShapeKind::Line;
        shape(&ctx, shapeid, Some(kind), |shape| shape.numbers = [sx.0, sz.0, ex.0, ez.0])
    }

    /// Says where a rectangle is, and its width and height.
    /// Example: `MapMark:updateRectangle(shape, 0, 0, 10, 10)`
    fn updateRectangle(ctx, shapeid: u32, sx: Coordinate, sz: Coordinate, w: Amount,
        h: Amount) -> () {
        let kind = ShapeKind::Rectangle;
        shape(&ctx, shapeid, Some(kind), |shape| shape.numbers = [sx.0, sz.0, w.0, h.0])
    }

    /// Says where a circle is, and its radius.
    /// Example: `MapMark:updateCircle(shape, 0, 0, 5)`
    fn updateCircle(ctx, shapeid: u32, cx: Coordinate, cz: Coordinate, r: Amount) -> () {
        let kind = ShapeKind::Circle;
        shape(&ctx, shapeid, Some(kind), |shape| shape.numbers = [cx.0, cz.0, r.0, 0.0])
    }
}

fn shape(
    ctx: &Call<'_>,
    id: u32,
    kind: Option<ShapeKind>,
    change: impl FnOnce(&mut Shape),
) -> Result<(), Refusal> {
    let mut room = ctx.mini();
    let found = room.sim.scenery.shapes.get_mut(&id);
    let shape = found.ok_or_else(|| format!("there is no shape {id}"))?;
    if kind.is_some_and(|kind| kind != shape.kind) {
        return Err(format!("shape {id} is of another kind").into());
    }
    change(shape);
    Ok(())
}

lua_module! {
    /// Boards that show pictures. They are numbered by the map's author.
    pub static DISPLAY_BOARD = "DisPlayBoard", Code;

    /// Shows a board to a player; 0 is the host of the room.
    /// Partly: where a board stands, the map's editor knew: clients list boards beside the world
    /// Example: `DisPlayBoard:showBoard(uin, 1)`
    fn showBoard(ctx, playerid: Obj, boardid: Number) -> () {
        board(&ctx, playerid, boardid, |board| board.0 = true)
    }

    /// Hides a board from a player.
    /// Example: `DisPlayBoard:hideBoard(uin, 1)`
    fn hideBoard(ctx, playerid: Obj, boardid: Number) -> () {
        board(&ctx, playerid, boardid, |board| board.0 = false)
    }

    /// Sets the picture of a board for a player.
    /// Example: `DisPlayBoard:setBoardPicture(uin, 1, "8_1")`
    fn setBoardPicture(ctx, playerid: Obj, boardid: Number, pictureid: String) -> () {
        board(&ctx, playerid, boardid, |board| board.1 = Some(pictureid))
    }
}

fn board(
    ctx: &Call<'_>,
    player: Obj,
    board: Number,
    change: impl FnOnce(&mut (bool, Option<String>)),
) -> Result<(), Refusal> {
    let mut room = ctx.mini();
    let id = person_id(&room, player)?;
    let boards = &mut room.sim.scenery.boards;
    if boards.len() >= SHAPES_MAX && !boards.contains_key(&(id, board.0)) {
        return Err(format!("a room can have {SHAPES_MAX} boards").into());
    }
    change(boards.entry((id, board.0)).or_default());
    Ok(())
}

lua_module! {
    /// What the map's editor placed, by the numbers it gave.
    pub static OBJECT_LIB = "ObjectLib", Code;

    /// The area that the editor made, by the number it gave: a map says so in the `placed` file of
    /// its manifest.
    /// Example: `local code, area = ObjectLib:getAreaData(1)`
    fn getAreaData(ctx, uuid: u32) -> (areaid: u32) {
        let room = ctx.mini();
        let area = room.sim.placed.0.get(&uuid);
        let area = area.filter(|area| room.globals.areas.contains_key(area));
        Ok((*area.ok_or_else(|| not_placed("area", uuid))?,))
    }

    /// The place that the editor marked.
    /// Example: `local code, pos = ObjectLib:getPositionData(1)`
    fn getPositionData(ctx, uuid: u32) -> (pos: fangqi_binding::results::Position) {
        let host = ctx.host();
        let found = host.package.miniworld().and_then(|map| map.placed.positions.get(&uuid));
        let at = *found.ok_or_else(|| not_placed("position", uuid))?;
        Ok((fangqi_binding::results::Position(at),))
    }

    /// The creature that the editor placed.
    /// Example: `local code, objid = ObjectLib:getLivingData(1)`
    fn getLivingData(ctx, uuid: u32) -> (objid: u64) {
        let room = ctx.mini();
        let found = room.sim.placed.1.get(&uuid).filter(|id| room.actor(**id).is_ok());
        Ok((*found.ok_or_else(|| not_placed("creature", uuid))?,))
    }

    /// The kind of item that the editor listed.
    /// Example: `local code, id = ObjectLib:getItemData(1)`
    fn getItemData(ctx, uuid: u32) -> (id: u32) {
        let host = ctx.host();
        let found = host.package.miniworld().and_then(|map| map.placed.items.get(&uuid));
        Ok((*found.ok_or_else(|| not_placed("item", uuid))?,))
    }
}

fn not_placed(kind: &str, id: u32) -> String {
    format!("argument 1, uuid: the map's editor placed no {kind} {id}")
}

/// What a summary's field may be.
pub(super) fn summary(value: &mlua::Value) -> Result<Scalar, String> {
    if let Some(number) = exact(value) {
        return Ok(Scalar::Number(number));
    }
    match value {
        mlua::Value::Boolean(truth) => Ok(Scalar::Bool(*truth)),
        mlua::Value::String(text) if text.as_bytes().len() <= 4096 => {
            Ok(Scalar::Text(text.to_string_lossy()))
        }
        _ => Err("argument 2, value, must be a text, a number, true or false".to_owned()),
    }
}
