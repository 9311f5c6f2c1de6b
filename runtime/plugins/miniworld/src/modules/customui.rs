use fangqi_binding::Refusal;
use fangqi_binding::args::{describe, exact};
use fangqi_plugin::{Call, lua_module};
use mlua::Value;

use super::customui_anim::CUSTOM_UI_ANIM;
use super::objects::{of, with_player};
use crate::modules::object::Obj;
use crate::views::{Element, ElementKind};

/// Longest text of an element, in characters.
const TEXT_CHARS_MAX: usize = 4096;
/// Longest id of a page or element, in characters.
const ID_CHARS_MAX: usize = 64;
/// Furthest that anything is from the corner of a page.
const FAR: f64 = 100_000.0;

lua_module! {
    /// Pages of the custom interface. In Mini World the editor draws them; here a map's `pages` do,
    /// and an element that the map does not lay out comes into being when a script first names it.
    /// A page is 1280 wide and 720 high. What is changed for a player while a page is closed shows
    /// when it opens.
    pub static CUSTOM_UI = "Customui", Code, parts [CUSTOM_UI_ANIM], aka ["CustomUI", "Coustomui"];

    /// Opens a page for a player.
    /// Example: `Customui:openUIView(uin, "7001")`
    fn openUIView(ctx, objid: Obj, uiname: String) -> () {
        open(&ctx, objid, &uiname)
    }

    /// Closes a page of a player.
    /// Example: `Customui:hideUIView(uin, "7001")`
    fn hideUIView(ctx, objid: Obj, uiname: String) -> () {
        hide(&ctx, objid, &uiname)
    }

    /// Sets what an element says; colour marks are drawn, and of `[zh]…[/zh][en]…[/en]` readers see
    /// their own language.
    /// Partly: `animid`, `time` and `mode`, how it appears, mean nothing
    /// Example: `Customui:setText(uin, "7001", "7001_3", "#RHello")`
    fn setText(ctx, playerid: Obj, uiid: String, elementid: String, text: String,
        animid: Value, time: Value, mode: Value) -> () {
        if text.chars().count() > TEXT_CHARS_MAX {
            let wanted = format!("argument 4, text, is longer than {TEXT_CHARS_MAX} characters");
            return Err(wanted.into());
        }
        let names = names(&uiid, &elementid)?;
        change(&ctx, playerid, names, ElementKind::Text, |element| element.text = Some(text))
    }

    /// Sets the picture of an element, by the name of a picture or icon.
    /// Partly: pictures of Mini World are not here: a client shows what it knows of the name
    /// Example: `Customui:setTexture(uin, "7001", "7001_4", "item_12005")`
    fn setTexture(ctx, playerid: Obj, uiid: String, elementid: String, url: String) -> () {
        let names = names(&uiid, &elementid)?;
        let kind = ElementKind::Picture;
        change(&ctx, playerid, names, kind, |element| element.picture = Some(url))
    }

    /// Sets width and height of an element.
    /// Example: `Customui:setSize(uin, "7001", "7001_4", 100, 50)`
    fn setSize(ctx, playerid: Obj, uiid: String, elementid: String, width: f64,
        height: f64) -> () {
        let size = [width, height].map(size_of);
        let names = names(&uiid, &elementid)?;
        change(&ctx, playerid, names, ElementKind::Text, |element| {
            element.glides.remove("scale");
            element.size = Some(size);
        })
    }

    /// Sets the letter height of an element.
    /// Example: `Customui:setFontSize(uin, "7001", "7001_3", 24)`
    fn setFontSize(ctx, playerid: Obj, uiid: String, elementid: String, size: f64) -> () {
        let size = size.clamp(1.0, 1000.0);
        let names = names(&uiid, &elementid)?;
        change(&ctx, playerid, names, ElementKind::Text, |element| element.font = Some(size))
    }

    /// Sets the colour of an element: `0xrrggbb`, or a text such as `"#ff0000"`.
    /// Example: `Customui:setColor(uin, "7001", "7001_3", 0xff0000)`
    fn setColor(ctx, playerid: Obj, uiid: String, elementid: String, color: Value) -> () {
        let colour = colour(4, "color", &color)?;
        let names = names(&uiid, &elementid)?;
        change(&ctx, playerid, names, ElementKind::Text, |element| element.colour = Some(colour))
    }

    /// Shows an element.
    /// Partly: `effectid` and `time`, how it appears, mean nothing
    /// Example: `Customui:showElement(uin, "7001", "7001_3")`
    fn showElement(ctx, playerid: Obj, uiid: String, elementid: String, effectid: Value,
        time: Value) -> () {
        let names = names(&uiid, &elementid)?;
        change(&ctx, playerid, names, ElementKind::Text, |element| element.hidden = false)
    }

    /// Hides an element.
    /// Partly: `effectid` and `time`, how it goes, mean nothing
    /// Example: `Customui:hideElement(uin, "7001", "7001_3")`
    fn hideElement(ctx, playerid: Obj, uiid: String, elementid: String, effectid: Value,
        time: Value) -> () {
        let names = names(&uiid, &elementid)?;
        change(&ctx, playerid, names, ElementKind::Text, |element| element.hidden = true)
    }

    /// Turns an element, clockwise in degrees.
    /// Example: `Customui:rotateElement(uin, "7001", "7001_4", 90)`
    fn rotateElement(ctx, playerid: Obj, uiid: String, elementid: String, rotate: f64) -> () {
        let angle = near(4, "rotate", rotate)?;
        let names = names(&uiid, &elementid)?;
        change(&ctx, playerid, names, ElementKind::Text, |element| {
            element.glides.remove("rotate");
            element.angle = Some(angle);
        })
    }

    /// Shows another state of a page: elements whose `states` in the map's layout do not name it
    /// are not seen. `elementid` may be left out by giving the state there.
    /// Partly: how it changes means nothing
    /// Example: `Customui:setState(uin, "7001", "7001_1", "state2", 0, 0)`
    fn setState(ctx, playerid: Obj, uiid: String, elementid: String, pageIndex: Option<String>,
        effectid: Value, time: Value) -> () {
        let uiid = checked_id(2, "uiid", &uiid)?;
        let state = match &pageIndex {
            Some(index) => checked_id(4, "pageIndex", index)?,
            None => checked_id(3, "elementid", &elementid)?,
        };
        with_player(&ctx, playerid, |room, id| Ok(room.set_page_state(id, uiid, state)?))
    }

    /// Sets how opaque an element is, 0 to 100.
    /// Example: `Customui:setAlpha(uin, "7001", "7001_4", 50)`
    fn setAlpha(ctx, playerid: Obj, uiid: String, elementid: String, alpha: f64) -> () {
        let alpha = alpha.clamp(0.0, 255.0);
        let names = names(&uiid, &elementid)?;
        change(&ctx, playerid, names, ElementKind::Text, |element| element.alpha = Some(alpha))
    }

    /// Moves an element to a place on its page.
    /// Example: `Customui:setPosition(uin, "7001", "7001_4", 640, 360)`
    fn setPosition(ctx, playerid: Obj, uiid: String, elementid: String, x: f64, y: f64) -> () {
        let place = [near(4, "x", x)?, near(5, "y", y)?];
        let names = names(&uiid, &elementid)?;
        change(&ctx, playerid, names, ElementKind::Text, |element| {
            element.glides.remove("move");
            element.place = Some(place);
        })
    }

    /// The icon of a kind of item, for `setTexture`.
    /// Example: `local code, icon = Customui:getItemIcon(12005)`
    fn getItemIcon(ctx, itemid: u32) -> (iconid: String) {
        Ok((format!("item_{itemid}"),))
    }

    /// The icon of a creature, for `setTexture`.
    /// Example: `local code, icon = Customui:getMonsterObjIcon(objid)`
    fn getMonsterObjIcon(ctx, objid: Obj) -> (iconid: String) {
        of(&ctx, objid, |actor| format!("mob_{}", actor.actorid()))
    }

    /// The icon of a kind of creature, for `setTexture`.
    /// Example: `local code, icon = Customui:getMonsterIcon(3400)`
    fn getMonsterIcon(ctx, actorid: u32) -> (iconid: String) {
        Ok((format!("mob_{actorid}"),))
    }

    /// The icon of a status effect, for `setTexture`.
    /// Example: `local code, icon = Customui:getStatusIcon(50)`
    fn getStatusIcon(ctx, buffid: u32) -> (iconid: String) {
        Ok((format!("buff_{buffid}"),))
    }

    /// The icon of a kind of block, for `setTexture`.
    /// Example: `local code, icon = Customui:getBlockIcon(100)`
    fn getBlockIcon(ctx, blockid: u16) -> (iconid: String) {
        Ok((format!("block_{blockid}"),))
    }

    /// The icon of a player, for `setTexture`.
    /// Example: `local code, icon = Customui:getRoleIcon(uin)`
    fn getRoleIcon(ctx, playerid: Obj) -> (iconid: String) {
        with_player(&ctx, playerid, |_, id| Ok((format!("player_{id}"),)))
    }

    /// The icon of what lies in a slot at a player's hand, 0 to 7 or the slot's number; FAILED when
    /// it is empty.
    /// Example: `local code, icon = Customui:getShuctIcon(uin, 0)`
    fn getShuctIcon(ctx, playerid: Obj, ix: u32) -> (iconid: String) {
        let slot = if ix < 8 { 1000 + ix } else { ix };
        if !(1000..1008).contains(&slot) {
            return Err(format!("argument 2, ix, must be from 0 to 7, not {ix}").into());
        }
        with_player(&ctx, playerid, |room, id| {
            let stack = room.person(id)?.bag.get(slot).ok_or(Refusal::no())?;
            Ok((format!("item_{}", stack.item),))
        })
    }
}

/// Opens a page.
pub(super) fn open(ctx: &Call<'_>, player: Obj, page: &str) -> Result<(), Refusal> {
    let page = checked_id(2, "uiname", page)?;
    with_player(ctx, player, |room, id| Ok(room.open_page(id, page)?))
}

/// Closes a page.
pub(super) fn hide(ctx: &Call<'_>, player: Obj, page: &str) -> Result<(), Refusal> {
    let page = checked_id(2, "uiname", page)?;
    with_player(ctx, player, |room, id| {
        room.close_page(id, page);
        Ok(())
    })
}

/// Ids of a page and an element that may be.
pub(super) fn names<'a>(page: &'a str, element: &'a str) -> Result<(&'a str, &'a str), String> {
    Ok((checked_id(2, "uiid", page)?, checked_id(3, "elementid", element)?))
}

/// An id that may be.
fn checked_id<'a>(position: u32, name: &str, text: &'a str) -> Result<&'a str, String> {
    if text.is_empty() || text.chars().count() > ID_CHARS_MAX {
        return Err(format!(
            "argument {position}, {name}, must have 1 to {ID_CHARS_MAX} characters"
        ));
    }
    Ok(text)
}

/// Changes an element of a page of a player.
pub(super) fn change(
    ctx: &Call<'_>,
    player: Obj,
    (page, element): (&str, &str),
    kind: ElementKind,
    change: impl FnOnce(&mut Element),
) -> Result<(), Refusal> {
    with_player(ctx, player, |room, id| Ok(room.change_element(id, page, element, kind, change)?))
}

/// A width, height or scale, as near to what a script says as there is.
pub(super) fn size_of(size: f64) -> f64 {
    size.clamp(0.0, FAR)
}

/// A number that is not absurd.
pub(super) fn near(position: u32, name: &str, value: f64) -> Result<f64, String> {
    if value.abs() <= FAR {
        Ok(value)
    } else {
        Err(format!("argument {position}, {name}, must be between -{FAR} and {FAR}, not {value}"))
    }
}

/// A colour as a number or a text.
pub(super) fn colour(position: u32, name: &str, value: &Value) -> Result<u32, String> {
    let wrong = || {
        let found = describe(value);
        format!("argument {position}, {name}, must be a colour such as 0xff0000, not {found}")
    };
    let number = match value {
        Value::String(text) if text.as_bytes().len() <= 16 => {
            let text = text.to_string_lossy();
            let digits = text.trim_start_matches('#');
            let digits = digits.strip_prefix("0x").unwrap_or(digits);
            u32::from_str_radix(digits, 16).ok().map(f64::from)
        }
        other => exact(other),
    };
    match number {
        Some(number) if (0.0..=f64::from(u32::MAX)).contains(&number) => {
            Ok(number as u32 & 0xff_ffff)
        }
        _ => Err(wrong()),
    }
}
