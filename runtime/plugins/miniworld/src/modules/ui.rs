use fangqi_binding::args::{Amount, Coordinate, Number};
use fangqi_plugin::lua_module;
use fangqi_protocol::LogLevel;
use mlua::Value;

use super::places::summary;
use crate::room::InRoom;

/// Fields of the summary at the end.
const FIELDS: &[&str] = &[
    "left_title",
    "right_title",
    "left_desc",
    "left_little_desc",
    "right_little_desc",
    "battle_btn",
    "result",
    "result_bkg",
    "reopen",
];
/// Effects on the screen: lines of speed, lines of power, fog.
const SCREEN: std::ops::RangeInclusive<i32> = 1..=3;

/// Why two functions answer FAILED, as they do in Mini World.
const NO_EFFECT: &str = "Mini World documents it as without effect; use MapMark";

lua_module! {
    /// Parts of the usual interface.
    pub static UI = "UI", Code;

    /// Sets a text or switch of the summary at the end: `left_title`, `right_title`, `left_desc`,
    /// `left_little_desc`, `right_little_desc`, `battle_btn`, `result`, `result_bkg`, `reopen`.
    /// A text stands in place of the usual one; false hides who won (`result`), the seal
    /// (`result_bkg`), the button of the replay (`battle_btn`) or of a new game (`reopen`).
    /// Partly: what the switches switch is not published, and pictures of Mini World are not here
    /// Example: `UI:setGBattleUI("result", "Well played")`
    fn setGBattleUI(ctx, name: String, value: Value) -> () {
        if !FIELDS.contains(&&*name) {
            return Err(format!("argument 1, name, must be one of {}", FIELDS.join(", ")).into());
        }
        let value = summary(&value)?;
        ctx.mini().sim.scenery.summary.insert(name, value);
        Ok(())
    }

    /// A place of the world on the small map, which has the world's own measures here.
    /// Example: `local code, x, z = UI:world2RadarPos(4, 4)`
    fn world2RadarPos(ctx, x: Coordinate, y: Coordinate) -> (rx: f64, rz: f64) {
        Ok((x.0, y.0))
    }

    /// A length of the world on the small map.
    /// Example: `local code, length = UI:world2RadarDist(10)`
    fn world2RadarDist(ctx, length: Amount) -> (radar: f64) {
        Ok((length.0,))
    }

    /// Sets how the small map is drawn.
    /// Partly: it is kept; the modes are not published, so the small map stays as it is
    /// Example: `UI:setMinimapRenderMode(1)`
    fn setMinimapRenderMode(ctx, mode: Number) -> () {
        ctx.mini().sim.scenery.map_mode = mode.0;
        Ok(())
    }

    /// Would draw a line on the small map.
    /// Fails: Mini World documents it as without effect; `MapMark` draws
    /// Example: `UI:setShapeLine("line", 0, 0, 10, 10)`
    fn setShapeLine(ctx, uiname: String, p1x: f64, p1y: f64, p2x: f64, p2y: f64) -> () {
        Err(NO_EFFECT.into())
    }

    /// Would draw a circle on the small map.
    /// Fails: Mini World documents it as without effect; `MapMark` draws
    /// Example: `UI:setShapeCircle("circle", 0, 0, 10)`
    fn setShapeCircle(ctx, uiname: String, x: f64, y: f64, radius: f64) -> () {
        Err(NO_EFFECT.into())
    }

    /// Shows or hides an effect on everybody's screen: 1 lines of speed, 2 lines of power, 3 fog.
    /// Example: `UI:ShowScreenEffect(3, true, 1, true)`
    fn ShowScreenEffect(ctx, kind: i32, isloop: Option<bool>, incspeed: Option<Amount>,
        bshow: Option<bool>) -> () {
        if !SCREEN.contains(&kind) {
            return Err(format!("argument 1, kind, must be 1, 2 or 3, not {kind}").into());
        }
        let mut room = ctx.mini();
        let shown = &mut room.sim.scenery.screen;
        if bshow == Some(false) {
            shown.remove(&(0, kind));
        } else {
            shown.insert((0, kind), (isloop == Some(true), incspeed.map_or(1.0, |speed| speed.0)));
        }
        Ok(())
    }

    /// Writes a line into the map's log, with a tag before it.
    /// Example: `UI:Print2WndWithTag("shop", "opened", 5)`
    fn Print2WndWithTag(ctx, tag: Value, first: Value, second: Value, third: Value) -> () {
        let shown = [&first, &second, &third];
        ctx.charge(PRINT_FUEL)?;
        let last = shown.iter().rposition(|value| !value.is_nil()).map_or(0, |last| last + 1);
        let words: Vec<String> =
            shown[..last].iter().map(|value| fangqi_binding::args::describe(value)).collect();
        let line = format!("[{}] {}", fangqi_binding::args::describe(&tag), words.join(" "));
        ctx.host().log(LogLevel::Print, line);
        Ok(())
    }
}

/// Fuel for a line of the log: making it takes microseconds.
const PRINT_FUEL: u64 = 100;
