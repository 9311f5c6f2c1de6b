use fangqi_binding::Refusal;
use fangqi_binding::args::{Cell, Coordinate, Point};
use fangqi_plugin::{Fields, lua_module};
use fangqi_protocol::{Audience, TICKS_PER_SECOND};
use fangqi_world::{DVec3, EffectChange, Face, RAY_LENGTH_MAX};
use mlua::Value;

use super::actor_look::{level, scale_of};
use super::dates;
use super::support::{present, show, yes};
use super::world_life::WORLD_LIFE;
use super::world_sky::WORLD_SKY;
use crate::room::InRoom;
use crate::views::Mode;

/// Longest time of a particle effect that ends by itself: a day.
const EFFECT_SECONDS_MAX: f64 = 86_400.0;

/// Hours of a day.
const HOURS: u8 = 24;
/// Hours at which it is day.
const DAYTIME: std::ops::Range<u8> = 6..18;

lua_module! {
    /// The world as a whole: rays, players, effects and sounds.
    pub static WORLD = "World", Code, parts [WORLD_LIFE, WORLD_SKY];

    /// How far a ray goes from one point towards another until it meets a block, at most
    /// `distance`. The cell it starts in counts. A ray that leads nowhere has no length.
    /// Example: `local code, length = World:getRayLength(0, 9, 0, 0, 0, 0, 16)`
    fn getRayLength(ctx, srcx: Coordinate, srcy: Coordinate, srcz: Coordinate, dstx: Coordinate,
        dsty: Coordinate, dstz: Coordinate, distance: Option<f64>) -> (length: f64) {
        let from = DVec3::new(srcx.0, srcy.0, srcz.0);
        let to = DVec3::new(dstx.0, dsty.0, dstz.0);
        let max = ray_length(distance);
        if from == to {
            return Ok((0.0,));
        }
        let hit = ctx.host().world.raycast(from, to - from, max);
        Ok((hit.map_or(max, |hit| hit.distance),))
    }

    /// The id of the first block on the way along a direction, 0 if there is none within
    /// `distance`. The cell it starts in counts.
    /// Example: `local code, id = World:getRayBlock(0, 9, 0, FACE_DIRECTION.DIR_NEG_Y, 16)`
    fn getRayBlock(ctx, srcx: Coordinate, srcy: Coordinate, srcz: Coordinate, face: Face,
        distance: Option<f64>) -> (blockid: u16) {
        let (from, max) = (DVec3::new(srcx.0, srcy.0, srcz.0), ray_length(distance));
        let hit = ctx.host().world.raycast(from, face.normal().as_dvec3(), max);
        Ok((hit.map_or(0, |hit| hit.state.id().0),))
    }

    /// How many players are in the room: 1 for the living, 0 for the dead (of whom a board has
    /// none), -1, 2 or nothing for all.
    /// Example: `local code, count = World:getPlayerTotal(-1)`
    fn getPlayerTotal(ctx, alive: Option<i32>) -> (num: u32) {
        Ok((present(&ctx.mini(), alive).len() as u32,))
    }

    /// The players in the room, in the order in which they came; `alive` as in `getPlayerTotal`.
    /// Example: `local code, count, uins = World:getAllPlayers(-1)`
    fn getAllPlayers(ctx, alive: Option<i32>) -> (num: u32, uins: Vec<u64>) {
        let uins = present(&ctx.mini(), alive);
        Ok((uins.len() as u32, uins))
    }

    /// One of the players in the room, at random; `alive` as in `getPlayerTotal`.
    /// Example: `local code, uin = World:randomOnePlayer(-1)`
    fn randomOnePlayer(ctx, alive: Option<i32>) -> (uin: u64) {
        let uins = present(&ctx.mini(), alive);
        if uins.is_empty() {
            return Err(Refusal::no());
        }
        Ok((uins[(ctx.host().rng.next_u64() % uins.len() as u64) as usize],))
    }

    /// The distance between two positions.
    /// Example: `World:calcDistance({ x = 0, y = 0, z = 0 }, { x = 3, y = 4, z = 0 })`
    fn calcDistance(ctx, pos1: Point, pos2: Point) -> (distance: f64) {
        Ok((DVec3::from(pos1.0).distance(DVec3::from(pos2.0)),))
    }

    /// Starts a particle effect in a cell. It ends after `ptime` seconds, or never when that is
    /// left out or below 0; `scale` is 1 when left out.
    /// Example: `World:playParticalEffect(4, 1, 0, 1170, 1)`
    fn playParticalEffect(ctx, x: i32, y: i32, z: i32, particleId: u32, scale: Option<f64>,
        ptime: Option<f64>, bUsePlayerViewRange: Value) -> () {
        let mut room = ctx.mini();
        let expires = ptime.filter(|seconds| *seconds >= 0.0).map(|seconds| {
            let seconds = seconds.min(EFFECT_SECONDS_MAX);
            room.clock + ((seconds * TICKS_PER_SECOND as f64).ceil() as u64).max(1)
        });
        let scale = scale_of(scale);
        let (pos, effect) = ([x, y, z], particleId);
        let change = EffectChange::PlayParticle { pos, effect, scale, expires };
        show(&mut room, Audience::All, change)?;
        let fields = Fields::none().with("effectid", u64::from(effect)).in_cell(pos);
        room.tell("Particle.Pos.OnCreate", fields);
        Ok(())
    }

    /// Ends a particle effect in a cell. A fifth argument, which many scripts pass, means nothing.
    /// Example: `World:stopEffectOnPosition(4, 1, 0, 1170)`
    fn stopEffectOnPosition(ctx, x: i32, y: i32, z: i32, particleId: u32, scale: Value) -> () {
        let (pos, effect) = ([x, y, z], particleId);
        show(&mut ctx.mini(), Audience::All, EffectChange::StopParticle { pos, effect })
    }

    /// Changes the size of a particle effect that runs in a cell.
    /// Example: `World:setEffectScaleOnPosition(4, 1, 0, 1170, 2)`
    fn setEffectScaleOnPosition(ctx, x: i32, y: i32, z: i32, particleId: u32,
        scale: Option<f64>) -> () {
        let mut room = ctx.mini();
        let (pos, effect, scale) = ([x, y, z], particleId, scale_of(scale));
        let Some((_, expires)) = room.effects.particle(pos, effect) else {
            return Err(format!("effect {effect} does not run there").into());
        };
        let change = EffectChange::PlayParticle { pos, effect, scale, expires };
        show(&mut room, Audience::All, change)
    }

    /// Plays a sound in a cell, once or over and over. Volume and pitch are 1 when left out.
    /// Example: `World:playSoundEffectOnPos({ x = 4, y = 1, z = 0 }, 10947, 1, 1, false)`
    fn playSoundEffectOnPos(ctx, pos: Cell, soundId: u32, volume: Option<f64>, pitch: Option<f64>,
        isLoop: Option<bool>) -> () {
        let (Cell(pos), sound) = (pos, soundId);
        let (volume, pitch) = (level(volume), level(pitch));
        let change = if isLoop == Some(true) {
            EffectChange::LoopSound { pos, sound, volume, pitch }
        } else {
            EffectChange::PlaySound { pos, sound, volume, pitch }
        };
        show(&mut ctx.mini(), Audience::All, change)
    }

    /// Ends a sound that is played over and over in a cell.
    /// Example: `World:stopSoundEffectOnPos({ x = 4, y = 1, z = 0 }, 10947)`
    fn stopSoundEffectOnPos(ctx, pos: Cell, soundId: u32) -> () {
        let (Cell(pos), sound) = (pos, soundId);
        show(&mut ctx.mini(), Audience::All, EffectChange::StopSound { pos, sound })
    }

    /// Whether it is day in the world, from 6 to 18 o'clock: the code is OK for yes.
    /// Example: `if World:isDaytime() == ErrorCode.OK then … end`
    fn isDaytime(ctx) -> () {
        yes(DAYTIME.contains(&ctx.mini().globals.hour))
    }

    /// The hour of the day in the world, 0 to 23; 12 until it is set. It stands still until
    /// `SetTimeVanishingSpeed`.
    /// Example: `local code, hour = World:getHours()`
    fn getHours(ctx) -> (hour: u8) {
        Ok((ctx.mini().globals.hour,))
    }

    /// Sets the hour of the day in the world, 0 to 24: at night the picture is darker.
    /// Example: `World:setHours(20)`
    fn setHours(ctx, hour: u8) -> () {
        if hour > HOURS {
            return Err(format!("argument 1, hour, must be from 0 to {HOURS}, not {hour}").into());
        }
        ctx.mini().set_hour(hour % HOURS);
        Ok(())
    }

    /// One field of the room's clock; the fields are those of `EVENTDATE`. It is the time of the
    /// room, in UTC from a fixed day.
    /// Example: `local code, year = World:getLocalDate(EVENTDATE.YEAR)`
    fn getLocalDate(ctx, field: i32) -> (value: i64) {
        let now = dates::now(&ctx.host());
        Ok((dates::field(1, now, field)?,))
    }

    /// The room's clock as `YYYY-MM-DD hh:mm:ss`.
    /// Example: `local code, text = World:getLocalDateString()`
    fn getLocalDateString(ctx) -> (str: String) {
        Ok((dates::text(dates::now(&ctx.host())),))
    }

    /// As `getLocalDate`: here script and server have one clock.
    /// Example: `local code, hour = World:getServerDate(EVENTDATE.HOUR)`
    fn getServerDate(ctx, field: i32) -> (value: i64) {
        let now = dates::now(&ctx.host());
        Ok((dates::field(1, now, field)?,))
    }

    /// As `getLocalDateString`.
    /// Example: `local code, text = World:getServerDateString()`
    fn getServerDateString(ctx) -> (str: String) {
        Ok((dates::text(dates::now(&ctx.host())),))
    }

    /// One field of a time in seconds since 1970, UTC.
    /// Example: `local code, month = World:getDateFromTime(os.time(), EVENTDATE.MONTH)`
    fn getDateFromTime(ctx, time: f64, field: i32) -> (value: i64) {
        Ok((dates::field(2, dates::time_of(1, time)?, field)?,))
    }

    /// A time in seconds since 1970 as `YYYY-MM-DD hh:mm:ss`, UTC.
    /// Example: `local code, text = World:getDateStringFromTime(os.time())`
    fn getDateStringFromTime(ctx, time: f64) -> (str: String) {
        Ok((dates::text(dates::time_of(1, time)?),))
    }

    /// The time in seconds since 1970 of a text such as `2026-01-31 08:00:00`, UTC.
    /// Example: `local code, time = World:getTimeFromDateString("2026-01-31 08:00:00")`
    fn getTimeFromDateString(ctx, timestr: String) -> (time: i64) {
        let wrong = || "argument 1, timestr, must be a date such as 2026-01-31 08:00:00";
        Ok((dates::parse(&timestr).ok_or_else(wrong)?,))
    }

    /// Whether this is a game with rules of its own: always OK, for a map is one.
    /// Example: `if World:isCustomGame() == ErrorCode.OK then … end`
    fn isCustomGame(ctx) -> () {
        Ok(())
    }

    /// Whether a map is being played rather than edited: always OK.
    /// Example: `if World:isGameMakerRunMode() == ErrorCode.OK then … end`
    fn isGameMakerRunMode(ctx) -> () {
        Ok(())
    }

    /// Whether a map is being edited: always FAILED, for rooms only play.
    /// Example: `if World:isGameMakerMode() == ErrorCode.OK then … end`
    fn isGameMakerMode(ctx) -> () {
        Err(Refusal::no())
    }

    /// Whether players build freely: the code is OK for yes, by the map's manifest.
    /// Example: `if World:isCreativeMode() == ErrorCode.OK then … end`
    fn isCreativeMode(ctx) -> () {
        yes(ctx.mini().sim.scenery.mode == Mode::Creative)
    }
}

/// How far a ray is followed: as far as a script says, or as rays are.
fn ray_length(distance: Option<f64>) -> f64 {
    distance.map_or(RAY_LENGTH_MAX, |distance| distance.clamp(0.0, RAY_LENGTH_MAX))
}
