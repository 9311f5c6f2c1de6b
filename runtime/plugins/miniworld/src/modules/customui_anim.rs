use fangqi_binding::Refusal;
use fangqi_plugin::{Call, lua_module};
use mlua::Value;

use super::customui::{change, names, near, size_of};
use super::objects::with_player;
use crate::modules::object::Obj;
use crate::views::{Element, ElementKind};

/// Longest time that anything moves, in seconds.
const SECONDS_MAX: f64 = 3600.0;

lua_module! {
    /// Elements that move, and those of other kinds.
    pub static CUSTOM_UI_ANIM = "Customui", Code;

    /// Lets an element glide to a place within `time` seconds.
    /// Example: `Customui:SmoothMoveTo(uin, "7001", "7001_4", 1, 640, 360)`
    fn SmoothMoveTo(ctx, playerid: Obj, uiid: String, elementid: String, time: f64, x: f64, y: f64)
        -> () {
        let place = [near(5, "x", x)?, near(6, "y", y)?];
        glide(&ctx, playerid, names(&uiid, &elementid)?, "move", time, |element| {
            element.place = Some(place);
        })
    }

    /// Lets an element glide on by so much.
    /// Example: `Customui:SmoothMoveBy(uin, "7001", "7001_4", 1, 100, 0)`
    fn SmoothMoveBy(ctx, playerid: Obj, uiid: String, elementid: String, time: f64, x: f64, y: f64)
        -> () {
        let by = [near(5, "x", x)?, near(6, "y", y)?];
        glide(&ctx, playerid, names(&uiid, &elementid)?, "move", time, |element| {
            element.place = Some(sum(element.place.unwrap_or_default(), by));
        })
    }

    /// Lets an element grow to a size within `time` seconds.
    /// Example: `Customui:SmoothScaleTo(uin, "7001", "7001_4", 1, 200, 100)`
    fn SmoothScaleTo(ctx, playerid: Obj, uiid: String, elementid: String, time: f64, w: f64,
        h: f64) -> () {
        let size = [w, h].map(size_of);
        glide(&ctx, playerid, names(&uiid, &elementid)?, "scale", time, |element| {
            element.size = Some(size);
        })
    }

    /// Lets an element grow by so much.
    /// Example: `Customui:SmoothScaleBy(uin, "7001", "7001_4", 1, 20, 10)`
    fn SmoothScaleBy(ctx, playerid: Obj, uiid: String, elementid: String, time: f64, w: f64, h: f64)
        -> () {
        let by = [near(5, "w", w)?, near(6, "h", h)?];
        glide(&ctx, playerid, names(&uiid, &elementid)?, "scale", time, |element| {
            element.size = Some(sum(element.size.unwrap_or_default(), by));
        })
    }

    /// Lets an element turn to an angle within `time` seconds.
    /// Example: `Customui:SmoothRotateTo(uin, "7001", "7001_4", 1, 90)`
    fn SmoothRotateTo(ctx, playerid: Obj, uiid: String, elementid: String, time: f64, angle: f64)
        -> () {
        let angle = near(5, "angle", angle)?;
        glide(&ctx, playerid, names(&uiid, &elementid)?, "rotate", time, |element| {
            element.angle = Some(angle);
        })
    }

    /// Lets an element turn by an angle.
    /// Example: `Customui:SmoothRotateBy(uin, "7001", "7001_4", 1, 90)`
    fn SmoothRotateBy(ctx, playerid: Obj, uiid: String, elementid: String, time: f64, angle: f64)
        -> () {
        let by = near(5, "angle", angle)?;
        glide(&ctx, playerid, names(&uiid, &elementid)?, "rotate", time, |element| {
            element.angle = Some((element.angle.unwrap_or_default() + by).clamp(-1e6, 1e6));
        })
    }

    /// Plays an animation on an element: over and over (mode 1) or once (2).
    /// Partly: the animations of Mini World are not published: a client draws some of its own
    /// Example: `Customui:PlayElementAnim(uin, "7001", "7001_4", 10001, 1, 2)`
    fn PlayElementAnim(ctx, playerid: Obj, uiid: String, elementid: String, animid: i32,
        time: Option<f64>, mode: Option<i32>) -> () {
        let name = format!("{} {animid}", if mode == Some(1) { "loop" } else { "once" });
        let time = seconds(time.unwrap_or(1.0));
        let names = names(&uiid, &elementid)?;
        change(&ctx, playerid, names, ElementKind::Text, |element| {
            let begun = element.motion.as_ref().map_or(0, |(_, _, begun)| *begun);
            element.motion = Some((name, time, begun.wrapping_add(1)));
        })
    }

    /// Ends what an element does.
    /// Example: `Customui:StopAnim(uin, "7001", "7001_4")`
    fn StopAnim(ctx, playerid: Obj, uiid: String, elementid: String) -> () {
        let names = names(&uiid, &elementid)?;
        change(&ctx, playerid, names, ElementKind::Text, |element| {
            element.motion = None;
            element.glides.clear();
        })
    }

    /// Sets the model that an element shows: `mob_3400`, `block_100` …
    /// Partly: a client shows what it knows of the name
    /// Example: `Customui:SetLoaderModel(uin, "7001", "7001_5", "mob_3400")`
    fn SetLoaderModel(ctx, playerid: Obj, uiid: String, elementid: String, modleid: String)
        -> () {
        model(&ctx, playerid, names(&uiid, &elementid)?, |model| model.0 = modleid)
    }

    /// Sets the size of the model that an element shows.
    /// Example: `Customui:SetLoaderModelScale(uin, "7001", "7001_5", 2)`
    fn SetLoaderModelScale(ctx, playerid: Obj, uiid: String, elementid: String, modlescale: f64)
        -> () {
        model(&ctx, playerid, names(&uiid, &elementid)?, |model| model.1 = size_of(modlescale))
    }

    /// Turns the model that an element shows, in degrees.
    /// Example: `Customui:SetLoaderModelDir(uin, "7001", "7001_5", 90)`
    fn SetLoaderModelDir(ctx, playerid: Obj, uiid: String, elementid: String, yaw: f64) -> () {
        let yaw = near(4, "yaw", yaw)?;
        model(&ctx, playerid, names(&uiid, &elementid)?, |model| model.2 = yaw)
    }

    /// Has the model that an element shows play an action, over and over; 0 is none.
    /// Partly: which number is which action is not published: clients draw eight of their own
    /// Example: `Customui:SetLoaderModelAct(uin, "7001", "7001_5", 100, 1)`
    fn SetLoaderModelAct(ctx, playerid: Obj, uiid: String, elementid: String, animid: i32,
        playmode: Value) -> () {
        model(&ctx, playerid, names(&uiid, &elementid)?, |model| model.3 = animid)
    }

    /// Scrolls a list to a place.
    /// Example: `Customui:TurnSliderToPos(uin, "7001", "7001_6", 0, 100)`
    fn TurnSliderToPos(ctx, playerid: Obj, uiid: String, elementid: String, x: f64, y: f64) -> () {
        let place = [near(4, "x", x)?, near(5, "y", y)?];
        let names = names(&uiid, &elementid)?;
        change(&ctx, playerid, names, ElementKind::Slider, |element| {
            element.scroll.get_or_insert_default().0 = place;
        })
    }

    /// Sets in which direction a list is scrolled.
    /// Partly: the numbers are not published: 1 is up and down, 2 sideways, others are both
    /// Example: `Customui:SetSliderDir(uin, "7001", "7001_6", 1)`
    fn SetSliderDir(ctx, playerid: Obj, uiid: String, elementid: String, dir: i32) -> () {
        let names = names(&uiid, &elementid)?;
        change(&ctx, playerid, names, ElementKind::Slider, |element| {
            element.scroll.get_or_insert_default().1 = dir;
        })
    }

    /// Sets the picture of a list's bar.
    /// Partly: pictures of Mini World are not here: clients colour the bar by the name
    /// Example: `Customui:SetSliderBarImg(uin, "7001", "7001_6", "8_1")`
    fn SetSliderBarImg(ctx, playerid: Obj, uiid: String, elementid: String, url: String) -> () {
        let names = names(&uiid, &elementid)?;
        change(&ctx, playerid, names, ElementKind::Slider, |element| element.picture = Some(url))
    }

    /// Sets a number of a progress bar: 1 the least, 2 the most, 3 the present one. Returns true,
    /// no code.
    /// Partly: which number means which is not published
    /// Example: `Customui:SetProgressBarValue(uin, "7001", "7001_7", 3, 50)`
    @plain
    fn SetProgressBarValue(ctx, playerid: Obj, uiid: String, elementid: String, itype: i32,
        value: f64) -> (done: bool) {
        bar(&ctx, playerid, names(&uiid, &elementid)?, itype, near(5, "value", value)?, None)?;
        Ok((true,))
    }

    /// Sets a picture of a progress bar: 1 of its ground, other numbers of what fills it. Returns
    /// true, no code.
    /// Partly: which number is which is not published; clients draw a colour for an unknown picture
    /// Example: `Customui:SetProgressBarResId(uin, "7001", "7001_7", 1, "8_1")`
    @plain
    fn SetProgressBarResId(ctx, playerid: Obj, uiid: String, elementid: String, itype: i32,
        url: String) -> (done: bool) {
        if !(0..=16).contains(&itype) {
            return Err(format!("argument 4, itype, must be from 0 to 16, not {itype}").into());
        }
        let names = names(&uiid, &elementid)?;
        change(&ctx, playerid, names, ElementKind::Progress, |element| {
            element.pictures.insert(itype, url);
        })?;
        Ok((true,))
    }

    /// Lets a progress bar run to a number within `time` seconds. Returns true, no code.
    /// Example: `Customui:SmoothIncreaseProgress(uin, "7001", "7001_7", 1, 3, 100)`
    @plain
    fn SmoothIncreaseProgress(ctx, playerid: Obj, uiid: String, elementid: String, time: f64,
        ptype: i32, value: f64) -> (done: bool) {
        let value = near(6, "value", value)?;
        bar(&ctx, playerid, names(&uiid, &elementid)?, ptype, value, Some(time))?;
        Ok((true,))
    }
}

/// A length of time, as near to what a script says as there is.
fn seconds(time: f64) -> f64 {
    time.clamp(0.0, SECONDS_MAX)
}

/// Changes an element, over some time.
fn glide(
    ctx: &Call<'_>,
    player: Obj,
    names: (&str, &str),
    what: &str,
    time: f64,
    to: impl FnOnce(&mut Element),
) -> Result<(), Refusal> {
    let time = seconds(time);
    change(ctx, player, names, ElementKind::Text, |element| {
        element.glides.insert(what.to_owned(), time);
        to(element);
    })
}

fn model(
    ctx: &Call<'_>,
    player: Obj,
    names: (&str, &str),
    set: impl FnOnce(&mut (String, f64, f64, i32)),
) -> Result<(), Refusal> {
    change(ctx, player, names, ElementKind::Loader, |element| {
        set(element.model.get_or_insert_with(|| (String::new(), 1.0, 0.0, 0)));
    })
}

fn bar(
    ctx: &Call<'_>,
    player: Obj,
    names: (&str, &str),
    which: i32,
    value: f64,
    time: Option<f64>,
) -> Result<(), Refusal> {
    let index = match which {
        1 => 0,
        2 => 1,
        3 => 2,
        other => return Err(format!("the kind of number must be 1, 2 or 3, not {other}").into()),
    };
    let time = time.map(seconds);
    with_player(ctx, player, |room, id| {
        let (page, element) = names;
        Ok(room.change_element(id, page, element, ElementKind::Progress, |element| {
            element.values.get_or_insert([0.0, 100.0, 0.0])[index] = value;
            match time {
                Some(time) => drop(element.glides.insert("progress".to_owned(), time)),
                None => drop(element.glides.remove("progress")),
            }
        })?)
    })
}

fn sum(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [(a[0] + b[0]).clamp(-1e6, 1e6), (a[1] + b[1]).clamp(-1e6, 1e6)]
}
