use fangqi_binding::Refusal;
use fangqi_binding::args::{Number, Seconds};
use fangqi_plugin::{Call, lua_module};
use fangqi_world::IVec3;
use mlua::Value;

use super::customui::colour;
use super::world_life::number_or_text;
use crate::living::Scalar;
use crate::room::InRoom;

/// Values of the sky that scripts may set.
const SKY_MAX: usize = 1024;
/// How the sky's values are told apart.
const COLOUR: u8 = 1;
const ATTR: u8 = 2;
const FILTER: u8 = 3;
const SWITCH: u8 = 4;
const FILTER_SWITCH: u8 = 5;
/// The brightest light.
const LIGHT_MAX: i32 = 15;
/// Cells that are looked at for light for one unit of fuel.
const LOOKED_PER_UNIT: u64 = 4;
/// Why textures by address answer FAILED.
const NO_TEXTURES: &str = "pictures by address are not loaded here";
/// Particle effects and sounds that clients have of their own.
pub(super) const EFFECTS: std::ops::RangeInclusive<i64> = 1001..=1020;
/// See [`EFFECTS`].
pub(super) const SOUNDS: std::ops::RangeInclusive<i64> = 10_001..=10_020;

lua_module! {
    /// Light, weather, sky, and random numbers of effects.
    pub static WORLD_SKY = "World", Code;

    /// The light in a cell, 0 to 15. Blocks that shine, cells that `setBlockLightEx` lit and the
    /// sky above all that is open to it (15 by day, 4 by night) lose one with each cell of the way,
    /// which solid cubes are in.
    /// Example: `local code, level = World:getLightByPos(4, 7, 4)`
    fn getLightByPos(ctx, x: i32, y: i32, z: i32) -> (level: u8) {
        let cell = IVec3::new(x, y, z);
        if !fangqi_world::Bounds::contains(cell) {
            return Err(format!("{x}, {y}, {z} is outside the world").into());
        }
        let (level, looked) = ctx.mini().light_at(cell);
        ctx.charge(u64::from(looked) / LOOKED_PER_UNIT)?;
        Ok((level,))
    }

    /// Sets the light that a cell gives besides its block's own, 0 to 15: 0 is none.
    /// `getLightByPos` counts it, and clients light what is around it.
    /// Partly: clients draw the four lights that are nearest, of 1024 such cells at most
    /// Example: `World:setBlockLightEx(4, 7, 4, 15)`
    fn setBlockLightEx(ctx, x: i32, y: i32, z: i32, lv: i32) -> () {
        let lv = lv.clamp(0, LIGHT_MAX) as u8;
        let mut room = ctx.mini();
        if !fangqi_world::Bounds::contains(IVec3::new(x, y, z)) {
            return Err(format!("{x}, {y}, {z} is outside the world").into());
        }
        room.charge_edits(1)?;
        let light = &mut room.sim.blocks.light;
        if light.len() >= 100_000 && !light.contains_key(&[x, y, z]) {
            return Err("100000 cells have light of their own already".into());
        }
        if lv == 0 {
            light.remove(&[x, y, z]);
        } else {
            light.insert([x, y, z], lv);
        }
        Ok(())
    }

    /// A random particle effect of those that clients draw.
    /// Example: `local code, effect = World:randomParticleEffectID()`
    fn randomParticleEffectID(ctx) -> (effectid: i64) {
        Ok((ctx.host().rng.between(*EFFECTS.start(), *EFFECTS.end()),))
    }

    /// A random sound of those that clients play.
    /// Example: `local code, sound = World:randomSoundID()`
    fn randomSoundID(ctx) -> (soundid: i64) {
        Ok((ctx.host().rng.between(*SOUNDS.start(), *SOUNDS.end()),))
    }

    /// A random weather (`WEATHERSTATUS`).
    /// Example: `local code, weather = World:randomWeatherID()`
    fn randomWeatherID(ctx) -> (weatherid: i64) {
        Ok((ctx.host().rng.between(0, 3),))
    }

    /// Sets the weather of a group of terrain (0 everywhere): 0 mixed, 1 sun, 2 rain, 3 thunder.
    /// Partly: here there is one terrain: clients show the weather of group 0
    /// Example: `World:SetGroupWeather(0, WEATHERSTATUS.RAIN)`
    fn SetGroupWeather(ctx, groupid: i32, weatherid: i32) -> () {
        if !(0..=64).contains(&groupid) || !(0..=16).contains(&weatherid) {
            return Err("groupid must be from 0 to 64 and weatherid from 0 to 16".into());
        }
        ctx.mini().set_weather(groupid, weatherid);
        Ok(())
    }

    /// The weather of a group of terrain.
    /// Example: `local code, weather = World:GetGroupWeather(0)`
    fn GetGroupWeather(ctx, groupid: Number) -> (weather: i32) {
        Ok((ctx.mini().sim.scenery.weather_of(groupid.0),))
    }

    /// Sets how fast the world's clock goes: 1 is a day in twenty minutes, 0 stands still, as it
    /// does until this is called and after -1. The unit is this host's: Mini World's is not
    /// published.
    /// Example: `World:SetTimeVanishingSpeed(1)`
    fn SetTimeVanishingSpeed(ctx, speed: f64) -> () {
        let speed = speed.clamp(0.0, 10_000.0);
        let mut room = ctx.mini();
        let now = room.clock;
        let scenery = &mut room.sim.scenery;
        (scenery.clock_speed, scenery.hour_since) = (speed, if speed > 0.0 { now } else { 0 });
        Ok(())
    }

    /// Chooses a preset of the sky, 0 to 9, of those that clients have.
    /// Example: `World:SetSkyBoxTemplate(1)`
    fn SetSkyBoxTemplate(ctx, value: i32) -> () {
        if !(0..=9).contains(&value) {
            return Err(format!("argument 1, value, must be from 0 to 9, not {value}").into());
        }
        ctx.mini().sim.scenery.sky = value;
        Ok(())
    }

    /// Would set a picture of the sky.
    /// Fails: pictures by address are not loaded
    /// Example: `World:SetSkyBoxMaps(1, 1, "url")`
    fn SetSkyBoxMaps(ctx, time: i32, itype: i32, url: String) -> () {
        Err(NO_TEXTURES.into())
    }

    /// Would change a picture of the sky by and by.
    /// Fails: pictures by address are not loaded
    /// Example: `World:SetSkyBoxMapsAnim(1, 1, "url", 1, 1)`
    fn SetSkyBoxMapsAnim(ctx, time: i32, itype: i32, url: String, animId: Option<i32>,
        animTime: Option<Seconds>) -> () {
        Err(NO_TEXTURES.into())
    }

    /// Sets a colour of the sky, `time` by the hour of the day or 0 for all: 1 its top, 2 its
    /// horizon, 3 its light.
    /// Partly: the numbers of `SKYBOXCOLOR` are not published: others than these three do nothing
    /// Example: `World:SetSkyBoxColor(1, 1, "#ff0000")`
    fn SetSkyBoxColor(ctx, time: Number, itype: Number, color: Value) -> () {
        set(&ctx, COLOUR, time, itype, sky_colour(&color)?)
    }

    /// Changes a colour of the sky by and by, as clients do with every change.
    /// Partly: `animId` and `animTime` mean nothing, and as `SetSkyBoxColor`
    /// Example: `World:SetSkyBoxColorAnim(1, 1, "#ff0000", 1, 1)`
    fn SetSkyBoxColorAnim(ctx, time: Number, itype: Number, color: Value, animId: Option<i32>,
        animTime: Option<Seconds>) -> () {
        set(&ctx, COLOUR, time, itype, sky_colour(&color)?)
    }

    /// Sets a parameter of the sky.
    /// Partly: it is kept; the numbers of `SKYBOXATTR` are not published, so nothing is drawn of it
    /// Example: `World:SetSkyBoxAttr(1, 1, 5)`
    fn SetSkyBoxAttr(ctx, time: Number, itype: Number, value: f64) -> () {
        set(&ctx, ATTR, time, itype, Scalar::Number(value))
    }

    /// Sets a parameter of the picture as a whole.
    /// Partly: it is kept; `SKYBOXFILTER` has no published numbers, so nothing is drawn of it
    /// Example: `World:SetSkyBoxFilter(1, 5)`
    fn SetSkyBoxFilter(ctx, itype: Number, value: Value) -> () {
        set(&ctx, FILTER, Number(0), itype, number_or_text(2, "value", &value)?)
    }

    /// Changes a parameter of the picture by and by.
    /// Partly: it is kept at once, and nothing is drawn of it, as with `SetSkyBoxFilter`
    /// Example: `World:SetSkyBoxFilterAnim(1, 5, 1, 1)`
    fn SetSkyBoxFilterAnim(ctx, itype: Number, value: Value, animId: Option<i32>,
        animTime: Option<Seconds>) -> () {
        set(&ctx, FILTER, Number(0), itype, number_or_text(2, "value", &value)?)
    }

    /// Switches something of the sky.
    /// Partly: it is kept; what is to be switched is not published, so nothing is drawn of it
    /// Example: `World:SetSkyBoxSwitch(1, 1, 1)`
    fn SetSkyBoxSwitch(ctx, time: Number, itype: Number, value: Value) -> () {
        set(&ctx, SWITCH, time, itype, switch(3, &value)?)
    }

    /// Switches a parameter of the picture.
    /// Partly: it is kept, and nothing is drawn of it, as with `SetSkyBoxFilter`
    /// Example: `World:SetSkyBoxFilterSwitch(1, 1)`
    fn SetSkyBoxFilterSwitch(ctx, itype: Number, value: Value) -> () {
        set(&ctx, FILTER_SWITCH, Number(0), itype, switch(2, &value)?)
    }
}

/// A colour of the sky, kept as it was written.
fn sky_colour(value: &Value) -> Result<Scalar, String> {
    colour(3, "color", value)?;
    number_or_text(3, "color", value)
}

fn switch(position: u32, value: &Value) -> Result<Scalar, String> {
    match value {
        Value::Boolean(truth) => Ok(Scalar::Bool(*truth)),
        other => number_or_text(position, "value", other),
    }
}

fn set(
    ctx: &Call<'_>,
    kind: u8,
    Number(time): Number,
    Number(number): Number,
    to: Scalar,
) -> Result<(), Refusal> {
    let values = &mut ctx.mini().sim.scenery.sky_values;
    if values.len() >= SKY_MAX && !values.contains_key(&(kind, time, number)) {
        return Err(format!("the sky has {SKY_MAX} values at most").into());
    }
    values.insert((kind, time, number), to);
    Ok(())
}
