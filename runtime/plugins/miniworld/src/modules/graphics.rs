use fangqi_binding::Refusal;
use fangqi_binding::args::Options;
use fangqi_plugin::{Call, lua_module};
use fangqi_protocol::Audience;
use fangqi_world::{EffectChange, Effects, FloatingText, Rgb, TextId};
use mlua::{Lua, Table, Value};

use super::graphics_lines::GRAPHICS_LINES;
use super::graphics_space::{GRAPHICS_SPACE, at_point, remove_graphs};
use super::markup;
use super::objects::point;
use super::support::show;
use crate::globals::{Graphic, GraphicKind};
use crate::map::MiniMap;
use crate::modules::lenient::{Letters, Share};
use crate::room::InRoom;
use crate::views::{GraphEnd, GraphKind};

/// Letter height when none is given.
pub(super) const FONT: u8 = 16;
/// Longest title, marks not counted, in characters.
const TITLE_CHARS_MAX: usize = 256;
/// Colour of a text that sets none.
const COLOUR: Rgb = Rgb::hex(0xff_ffff);
/// Fields of the tables that `make…` returns.
const INFO_FIELDS: &[&str] = &["kind", "title", "font", "alpha", "itype", "autoWrap"];

lua_module! {
    /// Texts in the world. `make…` describes one, `create…` shows it, `update…` and `remove…`
    /// change it. `itype` is a number of the caller's own by which texts are removed together.
    /// Colour marks (`#R`, `#cff0000` …) colour what follows them, a newline begins a line, and of
    /// `[zh]…[/zh][en]…[/en]` readers see their own language.
    pub static GRAPHICS = "Graphics", Code, parts [GRAPHICS_SPACE, GRAPHICS_LINES];

    /// Describes a text board: title, letter height 1 to 255, how opaque the ground behind the text
    /// is, 0 to 100, group. Returns the table for `createGraphicsTxtByPos`, no code.
    /// Partly: `autoWrap` means nothing: boards are as wide as their text; no ground is drawn where
    /// players do not walk
    /// Example: `local info = Graphics:makeGraphicsText("#RCheck!", 24, 60, 1)`
    @plain
    fn makeGraphicsText(ctx, title: String, font: Option<Letters>, alpha: Option<Share>,
        itype: Option<i32>, autoWrap: Value) -> (info: Table) {
        make(ctx.lua, GraphicKind::Board, title, font, alpha, itype)
    }

    /// Describes a floating text: title, letter height 1 to 255, group. Returns the table for
    /// `createflotageTextByPos`, no code.
    /// Example: `local info = Graphics:makeflotageText("Red", 24, 1)`
    @plain
    fn makeflotageText(ctx, title: String, font: Option<Letters>, itype: Option<i32>)
        -> (info: Table) {
        make(ctx.lua, GraphicKind::Floating, title, font, None, itype)
    }

    /// Shows a text board at a position and returns its number. `x2` and `y2` shift it to the east
    /// and upwards, in blocks.
    /// Example: `local code, id = Graphics:createGraphicsTxtByPos(4, 3, 0, info, 0, 0)`
    fn createGraphicsTxtByPos(ctx, x: f64, y: f64, z: f64, graphicInfo: Table, x2: Option<f64>,
        y2: Option<f64>) -> (graphid: u32) {
        create(&ctx, GraphicKind::Board, [x, y, z], graphicInfo, [x2, y2])
    }

    /// Shows a floating text at a position and returns its number. `x2` and `y2` shift it to the
    /// east and upwards, in blocks.
    /// Example: `local code, id = Graphics:createflotageTextByPos(4, 3, 0, info, 0, 0)`
    fn createflotageTextByPos(ctx, x: f64, y: f64, z: f64, graphicInfo: Table, x2: Option<f64>,
        y2: Option<f64>) -> (graphid: u32) {
        create(&ctx, GraphicKind::Floating, [x, y, z], graphicInfo, [x2, y2])
    }

    /// Changes a text's title, and its letter height and the opacity of its ground if they are
    /// given.
    /// Example: `Graphics:updateGraphicsTextById(id, "#GSafe", 24, 60)`
    fn updateGraphicsTextById(ctx, graphid: u32, title: String, fontsize: Option<Letters>,
        alpha: Option<Share>) -> () {
        let mut room = ctx.mini();
        check_title(&title)?;
        if let Some(graph) = room.sim.scenery.graphs.get_mut(&graphid) {
            if !matches!(graph.kind, GraphKind::Board | GraphKind::Floating) {
                return Err(format!("drawing {graphid} is no text").into());
            }
            graph.size = fontsize.map_or(graph.size, |size| f64::from(size.0));
            graph.alpha = alpha.map_or(graph.alpha, |alpha| alpha.0);
            graph.text = title;
            return Ok(());
        }
        let known = room.globals.graphics.get(&graphid).cloned();
        let mut graphic = known.ok_or_else(|| format!("there is no text {graphid}"))?;
        graphic.title = title;
        graphic.font = fontsize.map_or(graphic.font, |size| size.0);
        graphic.alpha = alpha.map_or(graphic.alpha, |alpha| alpha.0);
        show(&mut room, Audience::All, change(graphid, &graphic))?;
        room.globals.graphics.insert(graphid, graphic);
        Ok(())
    }

    /// Removes what was created at a position, of one group and one kind (`GRAPHICS`).
    /// Example: `Graphics:removeGraphicsByPos(4, 3, 0, 1, GRAPHICS.GRAPHICS_HORNBOOK)`
    fn removeGraphicsByPos(ctx, x: f64, y: f64, z: f64, itype: i32, graphType: i32) -> () {
        let wanted = GraphKind::numbered(graphType)
            .ok_or_else(|| format!("argument 5, graphType, must be 1 to 10, not {graphType}"))?;
        let mut room = ctx.mini();
        let at = GraphEnd::At([x, y, z]);
        let drawn = remove_graphs(&mut room, at, itype, wanted);
        let found = room.globals.graphics.iter().filter(|(_, graphic)| {
            graphic.kind as i32 == graphType && graphic.itype == itype && graphic.at == [x, y, z]
        });
        let ids: Vec<u32> = found.map(|(id, _)| *id).collect();
        if ids.is_empty() && drawn == 0 {
            return Err("no such text is there".into());
        }
        for id in ids {
            show(&mut room, Audience::All, EffectChange::RemoveText { id: TextId(id) })?;
            room.globals.graphics.remove(&id);
        }
        Ok(())
    }

    /// Sends what changed to the players. All changes are sent when the running handlers have ended
    /// or wait, so there is no need to call this.
    /// Example: `Graphics:snycGraphicsInfo2Client()`
    fn snycGraphicsInfo2Client(ctx) -> () {
        Ok(())
    }
}

/// The table that describes a text.
fn make(
    lua: &Lua,
    kind: GraphicKind,
    title: String,
    font: Option<Letters>,
    alpha: Option<Share>,
    itype: Option<i32>,
) -> Result<(Table,), Refusal> {
    check_title(&title)?;
    let info = lua.create_table_with_capacity(0, 5)?;
    info.raw_set("kind", kind as i32)?;
    info.raw_set("title", title)?;
    info.raw_set("font", font.map_or(FONT, |font| font.0))?;
    info.raw_set("alpha", alpha.map_or(0, |alpha| alpha.0))?;
    info.raw_set("itype", itype.unwrap_or(0))?;
    Ok((info,))
}

/// Shows what a table describes.
fn create(
    ctx: &Call<'_>,
    kind: GraphicKind,
    at: [f64; 3],
    info: Table,
    shift: [Option<f64>; 2],
) -> Result<(u32,), Refusal> {
    if ctx.host().package.walks() {
        let kind = match kind {
            GraphicKind::Board => GraphKind::Board,
            GraphicKind::Floating => GraphKind::Floating,
        };
        let [x, y, z] = at;
        return at_point(ctx, kind, point(x, y, z)?, info, shift);
    }
    let info = Options::of(&info, ctx.lua, INFO_FIELDS)?;
    if info.get::<Option<i32>>("kind")?.is_some_and(|made| !matches!(made, 1 | 2)) {
        return Err("argument 4, graphicInfo, describes another kind of drawing".into());
    }
    let graphic = Graphic {
        kind,
        itype: info.get::<Option<i32>>("itype")?.unwrap_or(0),
        title: info.get("title")?,
        font: info.get::<Option<Letters>>("font")?.map_or(FONT, |font| font.0),
        alpha: info.get::<Option<Share>>("alpha")?.map_or(0, |alpha| alpha.0),
        at,
        shift: shift.map(Option::unwrap_or_default),
    };
    check_title(&graphic.title)?;
    let mut room = ctx.mini();
    if room.globals.graphics.len() >= Effects::COUNT_MAX {
        return Err(format!("a room can show {} texts", Effects::COUNT_MAX).into());
    }
    let id = room.globals.next_id;
    show(&mut room, Audience::All, change(id, &graphic))?;
    room.globals.fresh_id();
    room.globals.graphics.insert(id, graphic);
    Ok((id,))
}

/// What shows a text as it is now.
fn change(id: u32, graphic: &Graphic) -> EffectChange {
    let ([x, y, z], [east, up]) = (graphic.at, graphic.shift);
    let text = FloatingText {
        pos: [x + east, y + up, z].map(|axis| axis as f32),
        text: graphic.title.clone(),
        size: graphic.font,
        colour: COLOUR,
        viewer: None,
    };
    EffectChange::SetText { id: TextId(id), text }
}

pub(super) fn check_title(title: &str) -> Result<(), String> {
    let seen = markup::length(title);
    if seen > TITLE_CHARS_MAX || title.chars().count() > Effects::TEXT_CHARS_MAX {
        return Err(format!(
            "the title is longer than {TITLE_CHARS_MAX} characters, or {} with its marks",
            Effects::TEXT_CHARS_MAX
        ));
    }
    Ok(())
}
