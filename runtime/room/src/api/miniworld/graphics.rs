use fangqi_world::{EffectChange, Effects, FloatingText, Rgb, TextId};
use mlua::{Lua, Table};

use super::graphics_lines::GRAPHICS_LINES;
use super::graphics_space::{GRAPHICS_SPACE, remove_graphs};
use super::markup;
use super::support::show;
use crate::api::args::Options;
use crate::api::ctx::Call;
use crate::api::results::Refusal;
use crate::api::spec::lua_module;
use crate::host::{Graphic, GraphicKind};
use crate::model::Audience;
use crate::sim::{GraphEnd, GraphKind};

/// Letter height when none is given.
pub(super) const FONT: u8 = 16;
/// Colour of a text that sets none.
const COLOUR: Rgb = Rgb::hex(0xff_ffff);
/// Fields of the tables that `make…` returns.
const INFO_FIELDS: &[&str] = &["kind", "title", "font", "alpha", "itype", "autoWrap"];

lua_module! {
    /// Texts in the world. `make…` describes one, `create…` shows it, `update…` and `remove…`
    /// change it. `itype` is a number of the caller's own by which texts are removed together. A
    /// colour mark at the beginning of a title (`#R`, `#cff0000` …) colours the text; other marks
    /// are taken out.
    pub static GRAPHICS = "Graphics", Code, parts [GRAPHICS_SPACE, GRAPHICS_LINES];

    /// Describes a text board: title, letter height 1 to 255, opacity 0 to 255 (0 hides it), group.
    /// Returns the table for `createGraphicsTxtByPos`, no code.
    /// Partly: `autoWrap` means nothing: boards are as wide as their text
    /// Example: `local info = Graphics:makeGraphicsText("#RCheck!", 24, 255, 1)`
    @plain
    fn makeGraphicsText(ctx, title: String, font: Option<u8>, alpha: Option<u8>,
        itype: Option<i32>, autoWrap: Option<bool>) -> (info: Table) {
        make(ctx.lua, GraphicKind::Board, title, font, alpha, itype)
    }

    /// Describes a floating text: title, letter height 1 to 255, group. Returns the table for
    /// `createflotageTextByPos`, no code.
    /// Example: `local info = Graphics:makeflotageText("Red", 24, 1)`
    @plain
    fn makeflotageText(ctx, title: String, font: Option<u8>, itype: Option<i32>) -> (info: Table) {
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

    /// Changes a text's title, and its letter height and opacity if they are given.
    /// Example: `Graphics:updateGraphicsTextById(id, "#GSafe", 24, 255)`
    fn updateGraphicsTextById(ctx, graphid: u32, title: String, fontsize: Option<u8>,
        alpha: Option<u8>) -> () {
        let mut host = ctx.host();
        check_title(&title)?;
        if let Some(graph) = host.sim.scenery.graphs.get_mut(&graphid) {
            if !matches!(graph.kind, GraphKind::Board | GraphKind::Floating) {
                return Err(format!("drawing {graphid} is no text").into());
            }
            graph.size = check_font(fontsize)?.map_or(graph.size, f64::from);
            graph.alpha = alpha.unwrap_or(graph.alpha);
            graph.text = title;
            return Ok(());
        }
        let known = host.graphics.get(&graphid).cloned();
        let mut graphic = known.ok_or_else(|| format!("there is no text {graphid}"))?;
        graphic.title = title;
        graphic.font = check_font(fontsize)?.unwrap_or(graphic.font);
        graphic.alpha = alpha.unwrap_or(graphic.alpha);
        show(&mut host, Audience::All, change(graphid, &graphic))?;
        host.graphics.insert(graphid, graphic);
        Ok(())
    }

    /// Removes what was created at a position, of one group and one kind (`GRAPHICS`).
    /// Example: `Graphics:removeGraphicsByPos(4, 3, 0, 1, GRAPHICS.GRAPHICS_HORNBOOK)`
    fn removeGraphicsByPos(ctx, x: f64, y: f64, z: f64, itype: i32, graphType: i32) -> () {
        let wanted = GraphKind::numbered(graphType)
            .ok_or_else(|| format!("argument 5, graphType, must be 1 to 10, not {graphType}"))?;
        let mut host = ctx.host();
        let at = GraphEnd::At([x, y, z]);
        let drawn = remove_graphs(&mut host, at, itype, wanted);
        let found = host.graphics.iter().filter(|(_, graphic)| {
            graphic.kind as i32 == graphType && graphic.itype == itype && graphic.at == [x, y, z]
        });
        let ids: Vec<u32> = found.map(|(id, _)| *id).collect();
        if ids.is_empty() && drawn == 0 {
            return Err("no such text is there".into());
        }
        for id in ids {
            show(&mut host, Audience::All, EffectChange::RemoveText { id: TextId(id) })?;
            host.graphics.remove(&id);
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
    font: Option<u8>,
    alpha: Option<u8>,
    itype: Option<i32>,
) -> Result<(Table,), Refusal> {
    check_title(&title)?;
    let info = lua.create_table_with_capacity(0, 5)?;
    info.raw_set("kind", kind as i32)?;
    info.raw_set("title", title)?;
    info.raw_set("font", check_font(font)?.unwrap_or(FONT))?;
    info.raw_set("alpha", alpha.unwrap_or(255))?;
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
    let info = Options::read(info, ctx.lua, INFO_FIELDS)?;
    if info.get::<Option<i32>>("kind")?.is_some_and(|made| made != kind as i32) {
        return Err("argument 4, graphicInfo, describes another kind of text".into());
    }
    let graphic = Graphic {
        kind,
        itype: info.get::<Option<i32>>("itype")?.unwrap_or(0),
        title: info.get("title")?,
        font: check_font(info.get("font")?)?.unwrap_or(FONT),
        alpha: info.get::<Option<u8>>("alpha")?.unwrap_or(255),
        at,
        shift: shift.map(Option::unwrap_or_default),
    };
    check_title(&graphic.title)?;
    let mut host = ctx.host();
    if host.graphics.len() >= Effects::COUNT_MAX {
        return Err(format!("a room can show {} texts", Effects::COUNT_MAX).into());
    }
    let id = host.next_id;
    // Checked even if it is transparent and shows nothing yet.
    Effects::new().apply(EffectChange::SetText { id: TextId(id), text: floating(&graphic) })?;
    show(&mut host, Audience::All, change(id, &graphic))?;
    host.fresh_id();
    host.graphics.insert(id, graphic);
    Ok((id,))
}

/// What shows a text as it is now.
fn change(id: u32, graphic: &Graphic) -> EffectChange {
    let id = TextId(id);
    match graphic.alpha {
        0 => EffectChange::RemoveText { id },
        _ => EffectChange::SetText { id, text: floating(graphic) },
    }
}

fn floating(graphic: &Graphic) -> FloatingText {
    let ([x, y, z], [east, up]) = (graphic.at, graphic.shift);
    FloatingText {
        pos: [x + east, y + up, z].map(|axis| axis as f32),
        text: markup::plain(&graphic.title),
        size: graphic.font,
        colour: markup::colour(&graphic.title).unwrap_or(COLOUR),
        viewer: None,
    }
}

pub(super) fn check_font(font: Option<u8>) -> Result<Option<u8>, String> {
    match font {
        Some(0) => Err("font, the letter height, must be from 1 to 255, not 0".to_owned()),
        font => Ok(font),
    }
}

pub(super) fn check_title(title: &str) -> Result<(), String> {
    // Marks are not counted by the world, but they are kept.
    if title.chars().count() > 2 * Effects::TEXT_CHARS_MAX {
        return Err(format!("the title is longer than {} characters", Effects::TEXT_CHARS_MAX));
    }
    Ok(())
}
