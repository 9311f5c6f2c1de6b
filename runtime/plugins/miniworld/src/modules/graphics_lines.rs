use fangqi_binding::{Refusal, results::Position};
use fangqi_plugin::{Call, lua_module};
use mlua::{Table, Value};

use super::graphics_space::{SIZE_MAX, colour_or_white, info, object_end, offset_of, read};
use super::objects::point;
use crate::living::Graph;
use crate::modules::{lenient::Vector, object::Obj};
use crate::room::InRoom;
use crate::views::{GraphEnd, GraphKind};

lua_module! {
    /// Arrows, lines and bands. `make…` says where one leads, `create…` where it begins.
    pub static GRAPHICS_LINES = "Graphics", Code;

    /// Describes an arrow to a point: its size, its colour, its group. Returns a table, no code.
    /// Example: `local info = Graphics:makeGraphicsArrowToPos(10, 3, 10, 1, 0xff0000, 1)`
    @plain
    fn makeGraphicsArrowToPos(ctx, x: f64, y: f64, z: f64, size: Option<f64>, color: Value,
        id: Option<i32>) -> (info: Table) {
        to_point(&ctx, GraphKind::ArrowPos, point(x, y, z)?, size, &color, id)
    }

    /// Describes an arrow to an object: its size, its colour, its group. Returns a table, no code.
    /// Example: `local info = Graphics:makeGraphicsArrowToActor(objid, 1, 0xff0000, 1)`
    @plain
    fn makeGraphicsArrowToActor(ctx, objid: Obj, size: Option<f64>, color: Value,
        id: Option<i32>) -> (info: Table) {
        to_object(&ctx, GraphKind::ArrowActor, objid, size, &color, id)
    }

    /// Shows an arrow from an object to a point: `offset` blocks off along `dir`.
    /// Example: `Graphics:createGraphicsArrowByActorToPos(objid, info, { x = 0, y = 1, z = 0 }, 1)`
    fn createGraphicsArrowByActorToPos(ctx, objid: Obj, info: Table, dir: Option<Vector>,
        offset: Option<f64>) -> () {
        let from = object_end(&ctx, objid)?;
        create(&ctx, GraphKind::ArrowPos, from, info, dir, offset)
    }

    /// Shows an arrow from an object to another.
    /// Example: `Graphics:createGraphicsArrowByActorToActor(objid, info, up, 1)`
    fn createGraphicsArrowByActorToActor(ctx, objid: Obj, info: Table, dir: Option<Vector>,
        offset: Option<f64>) -> () {
        let from = object_end(&ctx, objid)?;
        create(&ctx, GraphKind::ArrowActor, from, info, dir, offset)
    }

    /// Shows an arrow from a point to another.
    /// Example: `Graphics:createGraphicsArrowByPosToPos(0, 3, 0, info)`
    fn createGraphicsArrowByPosToPos(ctx, x: f64, y: f64, z: f64, info: Table) -> () {
        let from = GraphEnd::At(point(x, y, z)?);
        create(&ctx, GraphKind::ArrowPos, from, info, None, None)
    }

    /// Shows an arrow from a point to an object.
    /// Example: `Graphics:createGraphicsArrowByPosToActor(0, 3, 0, info)`
    fn createGraphicsArrowByPosToActor(ctx, x: f64, y: f64, z: f64, info: Table) -> () {
        let from = GraphEnd::At(point(x, y, z)?);
        create(&ctx, GraphKind::ArrowActor, from, info, None, None)
    }

    /// Describes a line to a point: its size, its colour, its group. Returns a table, no code.
    /// Example: `local info = Graphics:makeGraphicsLineToPos(10, 3, 10, 1, 0xff0000, 1)`
    @plain
    fn makeGraphicsLineToPos(ctx, x: f64, y: f64, z: f64, size: Option<f64>, color: Value,
        id: Option<i32>) -> (info: Table) {
        to_point(&ctx, GraphKind::LinePos, point(x, y, z)?, size, &color, id)
    }

    /// Describes a line to an object: its size, its colour, its group. Returns a table, no code.
    /// Example: `local info = Graphics:makeGraphicsLineToActor(objid, 1, 0xff0000, 1)`
    @plain
    fn makeGraphicsLineToActor(ctx, objid: Obj, size: Option<f64>, color: Value,
        id: Option<i32>) -> (info: Table) {
        to_object(&ctx, GraphKind::LineActor, objid, size, &color, id)
    }

    /// Shows a line from an object to a point: `offset` blocks off along `dir`.
    /// Example: `Graphics:createGraphicsLineByActorToPos(objid, info, { x = 0, y = 1, z = 0 }, 1)`
    fn createGraphicsLineByActorToPos(ctx, objid: Obj, info: Table, dir: Option<Vector>,
        offset: Option<f64>) -> () {
        let from = object_end(&ctx, objid)?;
        create(&ctx, GraphKind::LinePos, from, info, dir, offset)
    }

    /// Shows a line from an object to another.
    /// Example: `Graphics:createGraphicsLineByActorToActor(objid, info, up, 1)`
    fn createGraphicsLineByActorToActor(ctx, objid: Obj, info: Table, dir: Option<Vector>,
        offset: Option<f64>) -> () {
        let from = object_end(&ctx, objid)?;
        create(&ctx, GraphKind::LineActor, from, info, dir, offset)
    }

    /// Shows a line from a point to another.
    /// Example: `Graphics:createGraphicsLineByPosToPos(0, 3, 0, info)`
    fn createGraphicsLineByPosToPos(ctx, x: f64, y: f64, z: f64, info: Table) -> () {
        let from = GraphEnd::At(point(x, y, z)?);
        create(&ctx, GraphKind::LinePos, from, info, None, None)
    }

    /// Shows a line from a point to an object.
    /// Example: `Graphics:createGraphicsLineByPosToActor(0, 3, 0, info)`
    fn createGraphicsLineByPosToActor(ctx, x: f64, y: f64, z: f64, info: Table) -> () {
        let from = GraphEnd::At(point(x, y, z)?);
        create(&ctx, GraphKind::LineActor, from, info, None, None)
    }

    /// Describes a band to a point: its size, its colour, its group. Returns a table, no code.
    /// Example: `local info = Graphics:makeGraphicsSurfaceToPos(10, 3, 10, 1, 0xff0000, 1)`
    @plain
    fn makeGraphicsSurfaceToPos(ctx, x: f64, y: f64, z: f64, size: Option<f64>, color: Value,
        id: Option<i32>) -> (info: Table) {
        to_point(&ctx, GraphKind::SurfacePos, point(x, y, z)?, size, &color, id)
    }

    /// Describes a band to an object: its size, its colour, its group. Returns a table, no code.
    /// Example: `local info = Graphics:makeGraphicsSurfaceToActor(objid, 1, 0xff0000, 1)`
    @plain
    fn makeGraphicsSurfaceToActor(ctx, objid: Obj, size: Option<f64>, color: Value,
        id: Option<i32>) -> (info: Table) {
        to_object(&ctx, GraphKind::SurfaceActor, objid, size, &color, id)
    }

    /// Shows a band from an object to a point: `offset` blocks off along `dir`.
    /// Example: `Graphics:createGraphicsSurfaceByActorToPos(objid, info, up, 1)`
    fn createGraphicsSurfaceByActorToPos(ctx, objid: Obj, info: Table, dir: Option<Vector>,
        offset: Option<f64>) -> () {
        let from = object_end(&ctx, objid)?;
        create(&ctx, GraphKind::SurfacePos, from, info, dir, offset)
    }

    /// Shows a band from an object to another.
    /// Example: `Graphics:createGraphicsSurfaceByActorToActor(objid, info, up, 1)`
    fn createGraphicsSurfaceByActorToActor(ctx, objid: Obj, info: Table, dir: Option<Vector>,
        offset: Option<f64>) -> () {
        let from = object_end(&ctx, objid)?;
        create(&ctx, GraphKind::SurfaceActor, from, info, dir, offset)
    }

    /// Shows a band from a point to another.
    /// Example: `Graphics:createGraphicsSurfaceByPosToPos(0, 3, 0, info)`
    fn createGraphicsSurfaceByPosToPos(ctx, x: f64, y: f64, z: f64, info: Table) -> () {
        let from = GraphEnd::At(point(x, y, z)?);
        create(&ctx, GraphKind::SurfacePos, from, info, None, None)
    }

    /// Shows a band from a point to an object.
    /// Example: `Graphics:createGraphicsSurfaceByPosToActor(0, 3, 0, info)`
    fn createGraphicsSurfaceByPosToActor(ctx, x: f64, y: f64, z: f64, info: Table) -> () {
        let from = GraphEnd::At(point(x, y, z)?);
        create(&ctx, GraphKind::SurfaceActor, from, info, None, None)
    }
}

fn to_point(
    ctx: &Call<'_>,
    kind: GraphKind,
    to: [f64; 3],
    size: Option<f64>,
    color: &Value,
    id: Option<i32>,
) -> Result<(Table,), Refusal> {
    let (size, colour) = (size_of(size), colour_or_white(5, color)?);
    let info = info(ctx.lua, kind, id)?;
    info.raw_set("to", Position(to))?;
    info.raw_set("size", size)?;
    info.raw_set("colour", colour)?;
    Ok((info,))
}

/// How thick a line is; 1 is usual.
fn size_of(size: Option<f64>) -> f64 {
    size.unwrap_or(1.0).clamp(0.0, SIZE_MAX)
}

fn to_object(
    ctx: &Call<'_>,
    kind: GraphKind,
    obj: Obj,
    size: Option<f64>,
    color: &Value,
    id: Option<i32>,
) -> Result<(Table,), Refusal> {
    let (size, colour) = (size_of(size), colour_or_white(3, color)?);
    object_end(ctx, obj)?;
    let info = info(ctx.lua, kind, id)?;
    info.raw_set("objid", obj.0)?;
    info.raw_set("size", size)?;
    info.raw_set("colour", colour)?;
    Ok((info,))
}

fn create(
    ctx: &Call<'_>,
    kind: GraphKind,
    from: GraphEnd,
    info: Table,
    dir: Option<Vector>,
    offset: Option<f64>,
) -> Result<(), Refusal> {
    let graph = read(ctx, kind, info, from)?;
    let graph = Graph { offset: offset_of(dir, offset, [None, None])?, ..graph };
    ctx.mini().add_graph(graph)?;
    Ok(())
}
