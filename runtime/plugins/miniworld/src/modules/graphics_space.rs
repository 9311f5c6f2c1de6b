use fangqi_binding::Refusal;
use fangqi_binding::args::{Options, Point};
use fangqi_plugin::{Call, lua_module};
use mlua::{Lua, Table, Value};

use super::customui::colour;
use super::graphics::{FONT, check_title};
use super::objects::{known, object, point};
use crate::living::Graph;
use crate::modules::{
    lenient::{Letters, Share, Vector},
    object::Obj,
};
use crate::room::{InRoom, MiniRoom};
use crate::views::{GraphEnd, GraphKind};

/// Fields of the tables that `make…` returns.
const INFO_FIELDS: &[&str] = &[
    "kind", "title", "font", "alpha", "itype", "autoWrap", "value", "most", "colour", "size", "to",
    "objid", "image",
];
/// The largest drawing.
pub(super) const SIZE_MAX: f64 = 1e6;
/// Colour of what sets none.
pub(super) const COLOUR: u32 = 0xff_ffff;
/// What the usual drawing is.
const PLAIN: Graph = Graph {
    kind: GraphKind::Board,
    itype: 0,
    from: GraphEnd::At([0.0; 3]),
    to: None,
    offset: [0.0; 3],
    size: 1.0,
    colour: COLOUR,
    alpha: 255,
    text: String::new(),
    bar: [0.0; 2],
};

lua_module! {
    /// Texts on objects, bars and pictures.
    pub static GRAPHICS_SPACE = "Graphics", Code;

    /// Describes a bar: its value, its maximum, its colour, its group. Returns the table for
    /// `createGraphicsProgressByPos`, no code.
    /// Example: `local info = Graphics:makeGraphicsProgress(50, 100, 0xff0000, 1)`
    @plain
    fn makeGraphicsProgress(ctx, v1: f64, v2: f64, color: Value, itype: Option<i32>)
        -> (info: Table) {
        let info = info(ctx.lua, GraphKind::Progress, itype)?;
        info.raw_set("value", v1)?;
        info.raw_set("most", v2)?;
        info.raw_set("colour", colour_or_white(3, &color)?)?;
        Ok((info,))
    }

    /// Describes a picture: its name or number, scale, opacity 0 to 255, group. Returns the table
    /// for `createGraphicsImageByPos`, no code.
    /// Partly: pictures of Mini World are not here: a client shows what it knows of the name
    /// Example: `local info = Graphics:makeGraphicsImage("8_1", 1, 255, 1)`
    @plain
    fn makeGraphicsImage(ctx, imgid: String, scale: Option<f64>, alpha: Option<f64>,
        id: Option<i32>) -> (info: Table) {
        let info = info(ctx.lua, GraphKind::Image, id)?;
        info.raw_set("image", imgid)?;
        info.raw_set("size", scale.unwrap_or(1.0).clamp(0.0, SIZE_MAX))?;
        info.raw_set("alpha", opacity(alpha))?;
        Ok((info,))
    }

    /// Shows a text board on an object and returns its number: `offset` blocks off along `dir`.
    /// Example: `local code, id = Graphics:createGraphicsTxtByActor(objid, info, up, 2, 0, 0)`
    fn createGraphicsTxtByActor(ctx, objid: Obj, graphicInfo: Table, dir: Option<Vector>,
        offset: Option<f64>, x2: Option<f64>, y2: Option<f64>) -> (graphid: u32) {
        on_object(&ctx, GraphKind::Board, objid, graphicInfo, dir, offset, [x2, y2])
    }

    /// Shows a floating text on an object and returns its number.
    /// Example: `local code, id = Graphics:createflotageTextByActor(objid, info, up, 2, 0, 0)`
    fn createflotageTextByActor(ctx, objid: Obj, graphicInfo: Table, dir: Option<Vector>,
        offset: Option<f64>, x2: Option<f64>, y2: Option<f64>) -> (graphid: u32) {
        on_object(&ctx, GraphKind::Floating, objid, graphicInfo, dir, offset, [x2, y2])
    }

    /// Shows a bar at a position and returns its number.
    /// Example: `local code, id = Graphics:createGraphicsProgressByPos(4, 3, 0, info, 0, 0)`
    fn createGraphicsProgressByPos(ctx, x: f64, y: f64, z: f64, graphicInfo: Table,
        x2: Option<f64>, y2: Option<f64>) -> (graphid: u32) {
        at_point(&ctx, GraphKind::Progress, point(x, y, z)?, graphicInfo, [x2, y2])
    }

    /// Shows a bar on an object and returns its number.
    /// Example: `local code, id = Graphics:createGraphicsProgressByActor(objid, info, up, 2, 0, 0)`
    fn createGraphicsProgressByActor(ctx, objid: Obj, graphicInfo: Table, dir: Option<Vector>,
        offset: Option<f64>, x2: Option<f64>, y2: Option<f64>) -> (graphid: u32) {
        on_object(&ctx, GraphKind::Progress, objid, graphicInfo, dir, offset, [x2, y2])
    }

    /// Shows a picture on an object and returns its number.
    /// Example: `Graphics:createGraphicsImageByActor(objid, info, up, 2, 0, 0)`
    fn createGraphicsImageByActor(ctx, objid: Obj, info: Table, dir: Option<Vector>,
        offset: Option<f64>, x2: Option<f64>, y2: Option<f64>) -> (graphid: u32) {
        on_object(&ctx, GraphKind::Image, objid, info, dir, offset, [x2, y2])
    }

    /// Shows a picture at a position and returns its number.
    /// Example: `Graphics:createGraphicsImageByPos(4, 3, 0, info, 0, 0)`
    fn createGraphicsImageByPos(ctx, x: f64, y: f64, z: f64, info: Table, x2: Option<f64>,
        y2: Option<f64>) -> (graphid: u32) {
        at_point(&ctx, GraphKind::Image, point(x, y, z)?, info, [x2, y2])
    }

    /// Removes what was created on an object, of one group and one kind (`GRAPHICS`).
    /// Example: `Graphics:removeGraphicsByObjID(objid, 1, GRAPHICS.GRAPHICS_HORNBOOK)`
    fn removeGraphicsByObjID(ctx, objid: Obj, itype: i32, graphType: i32) -> () {
        let kind = GraphKind::numbered(graphType)
            .ok_or_else(|| format!("argument 3, graphType, must be 1 to 10, not {graphType}"))?;
        let mut room = ctx.mini();
        let Ok(id) = object(&room, objid) else {
            // With an object goes what was created on it.
            return Ok(known(&room, objid).map(|_| ())?);
        };
        match remove_graphs(&mut room, GraphEnd::Object(id), itype, kind) {
            0 => Err("nothing of the kind is there".into()),
            _ => Ok(()),
        }
    }

    /// Changes value and maximum of a bar.
    /// Example: `Graphics:updateGraphicsProgressById(id, 40, 100)`
    fn updateGraphicsProgressById(ctx, graphid: u32, curval: f64, maxval: Option<f64>) -> () {
        let mut room = ctx.mini();
        let found = room.sim.scenery.graphs.get_mut(&graphid);
        let graph = found
            .filter(|graph| graph.kind == GraphKind::Progress)
            .ok_or_else(|| format!("there is no bar {graphid}"))?;
        graph.bar = [curval, maxval.unwrap_or(graph.bar[1])];
        Ok(())
    }
}

/// The table that describes a drawing.
pub(super) fn info(lua: &Lua, kind: GraphKind, itype: Option<i32>) -> mlua::Result<Table> {
    let info = lua.create_table_with_capacity(0, 6)?;
    info.raw_set("kind", kind as i32)?;
    info.raw_set("itype", itype.unwrap_or(0))?;
    Ok(info)
}

/// What a table describes, of a kind, at an end.
pub(super) fn read(
    ctx: &Call<'_>,
    kind: GraphKind,
    info: Table,
    from: GraphEnd,
) -> Result<Graph, Refusal> {
    let info = Options::of(&info, ctx.lua, INFO_FIELDS)?;
    let made = info.get::<Option<i32>>("kind")?.unwrap_or(kind as i32);
    let same = made == kind as i32
        || matches!((made, kind), (1 | 2, GraphKind::Board | GraphKind::Floating));
    if !same {
        return Err("the table describes another kind of drawing".into());
    }
    let mut graph = Graph { kind, from, ..PLAIN.clone() };
    graph.itype = info.get::<Option<i32>>("itype")?.unwrap_or(0);
    graph.alpha = match kind {
        GraphKind::Board | GraphKind::Floating => {
            info.get::<Option<Share>>("alpha")?.map_or(0, |alpha| alpha.0)
        }
        _ => opacity(info.get("alpha")?),
    };
    graph.colour = info.get::<Option<u32>>("colour")?.unwrap_or(COLOUR) & 0xff_ffff;
    match kind {
        GraphKind::Board | GraphKind::Floating => {
            graph.text = info.get("title")?;
            check_title(&graph.text)?;
            let font = info.get::<Option<Letters>>("font")?;
            graph.size = font.map_or(f64::from(FONT), |font| f64::from(font.0));
        }
        GraphKind::Progress => graph.bar = [info.get("value")?, info.get("most")?],
        GraphKind::Image => {
            graph.text = info.get("image")?;
            graph.size = info.get::<Option<f64>>("size")?.unwrap_or(1.0);
        }
        _ => {
            graph.size = info.get::<Option<f64>>("size")?.unwrap_or(1.0);
            let to = info.get::<Option<Point>>("to")?.map(|to| GraphEnd::At(to.0));
            let object = info.get::<Option<Obj>>("objid")?;
            let object = object.map(|obj| object_end(ctx, obj)).transpose()?;
            graph.to = Some(to.or(object).ok_or("the table does not say where it leads")?);
        }
    }
    Ok(graph)
}

/// A colour; white where a script names none.
pub(super) fn colour_or_white(position: u32, value: &Value) -> Result<u32, String> {
    if value.is_nil() { Ok(COLOUR) } else { colour(position, "color", value) }
}

/// How opaque a picture is, 0 to 255, as near to what a script says as there is.
fn opacity(alpha: Option<f64>) -> u8 {
    alpha.map_or(u8::MAX, |alpha| alpha.clamp(0.0, 255.0) as u8)
}

/// An object as an end.
pub(super) fn object_end(ctx: &Call<'_>, obj: Obj) -> Result<GraphEnd, Refusal> {
    let room = ctx.mini();
    Ok(GraphEnd::Object(object(&room, obj)?))
}

/// Ways as long as this are in hundredths of a block. The unit is not published; a plate belongs
/// near what it is on, and authors write tens where they mean parts of a block.
const HUNDREDTHS: f64 = 8.0;

/// How far off something is shown.
pub(super) fn offset_of(
    dir: Option<Vector>,
    offset: Option<f64>,
    [x2, y2]: [Option<f64>; 2],
) -> Result<[f64; 3], String> {
    let [x, y, z] = dir.map_or([0.0, 1.0, 0.0], |dir| dir.0);
    let by = offset.unwrap_or(0.0);
    let [east, up] = [x2, y2].map(Option::unwrap_or_default);
    let near = |way: f64| if way.abs() > HUNDREDTHS { way / 100.0 } else { way };
    point(near(x * by) + near(east), near(y * by) + near(up), near(z * by))
}

fn on_object(
    ctx: &Call<'_>,
    kind: GraphKind,
    obj: Obj,
    info: Table,
    dir: Option<Vector>,
    offset: Option<f64>,
    shift: [Option<f64>; 2],
) -> Result<(u32,), Refusal> {
    let from = object_end(ctx, obj)?;
    let graph = Graph { offset: offset_of(dir, offset, shift)?, ..read(ctx, kind, info, from)? };
    Ok((ctx.mini().add_graph(graph)?,))
}

pub(super) fn at_point(
    ctx: &Call<'_>,
    kind: GraphKind,
    at: [f64; 3],
    info: Table,
    shift: [Option<f64>; 2],
) -> Result<(u32,), Refusal> {
    let graph = read(ctx, kind, info, GraphEnd::At(at))?;
    let graph = Graph { offset: offset_of(None, None, shift)?, ..graph };
    Ok((ctx.mini().add_graph(graph)?,))
}

/// Removes drawings; gives how many.
pub(super) fn remove_graphs(
    room: &mut MiniRoom<'_>,
    from: GraphEnd,
    itype: i32,
    kind: GraphKind,
) -> usize {
    let graphs = &mut room.sim.scenery.graphs;
    let before = graphs.len();
    graphs.retain(|_, graph| graph.from != from || graph.itype != itype || graph.kind != kind);
    before - graphs.len()
}
