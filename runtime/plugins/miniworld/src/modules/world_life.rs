use fangqi_binding::Refusal;
use fangqi_binding::args::exact;
use fangqi_plugin::{Call, lua_module};
use fangqi_world::{DVec3, Region};
use mlua::Value;

use super::objects::{count, known, object, point};
use super::support::yes;
use crate::living::{Kind, ObjType, Stack};
use crate::modules::{lenient::Shooter, object::Obj};
use crate::room::{InRoom, MiniRoom};
use crate::views::Mode;

/// Creatures that one call makes.
const SPAWN_MAX: u32 = 100;
/// Speed of what is shot when a script says nothing or -1, and the greatest that it may say.
const SPEED: f64 = 100.0;
const SPEED_MAX: f64 = 10_000.0;

lua_module! {
    /// Objects in the world, and how the map is played.
    pub static WORLD_LIFE = "World", Code;

    /// Makes `num` creatures of a type (1 when left out) and gives their numbers.
    /// Partly: those that no catalogue calls hostile stand until they are told to go
    /// Example: `local code, objids = World:spawnCreature(4, 7, 4, 3400, 1)`
    fn spawnCreature(ctx, x: f64, y: f64, z: f64, actorid: u32, num: Option<i32>)
        -> (objids: Vec<u64>) {
        let at = point(x, y, z)?;
        let num = count(5, "num", num.unwrap_or(1))?;
        if num > SPAWN_MAX {
            return Err(format!("argument 5, num, must be at most {SPAWN_MAX}").into());
        }
        let mut room = ctx.mini();
        if room.sim.object_count() + num as usize > crate::living::OBJECTS_MAX {
            return Err(format!("a room can have {} objects", crate::living::OBJECTS_MAX).into());
        }
        let made: Result<Vec<u64>, String> =
            (0..num).map(|_| room.spawn_creature(actorid, at)).collect();
        Ok((made?,))
    }

    /// Removes a creature.
    /// Example: `World:despawnCreature(objid)`
    fn despawnCreature(ctx, objid: Obj) -> () {
        remove(&ctx, objid, |kind| matches!(kind, Kind::Creature { .. }))
    }

    /// Removes an object that is no player.
    /// Example: `World:despawnActor(objid)`
    fn despawnActor(ctx, objid: Obj) -> () {
        remove(&ctx, objid, |kind| !matches!(kind, Kind::Player))
    }

    /// Lays items into the world.
    /// Example: `local code, objid = World:spawnItem(4, 8, 4, 12051, 5)`
    fn spawnItem(ctx, x: f64, y: f64, z: f64, itemid: u32, num: Option<i32>) -> (objid: u64) {
        let at = point(x, y, z)?;
        let num = count(5, "num", num.unwrap_or(1))?;
        if itemid == 0 {
            return Err("argument 4, itemid, must not be 0".into());
        }
        Ok((ctx.mini().drop_stack(Stack::plain(itemid, num), at, 0)?,))
    }

    /// Removes all dropped items in the box between two corners.
    /// Example: `World:despawnItemByBox(0, 0, 0, 8, 8, 8)`
    fn despawnItemByBox(ctx, x1: i32, y1: i32, z1: i32, x2: i32, y2: i32, z2: i32) -> () {
        let mut room = ctx.mini();
        let region = Region::new([x1, y1, z1].into(), [x2, y2, z2].into());
        for id in room.objects_in(region, Some(ObjType::Drop)) {
            room.lose_drop(id);
        }
        Ok(())
    }

    /// Removes a dropped item.
    /// Example: `World:despawnItemByObjid(objid)`
    fn despawnItemByObjid(ctx, objid: Obj) -> () {
        remove(&ctx, objid, |kind| matches!(kind, Kind::Drop { .. }))
    }

    /// Shoots a projectile from a point towards another: a speed of 100 is 20 blocks a second. The
    /// unit is this host's: Mini World's is not published. A `shooter` of 0 or
    /// less, or nil, stands for no shooter. What is shot nowhere, from a point to itself, falls.
    /// Example: `local code, objid = World:spawnProjectile(uin, 12051, 4, 8, 4, 20, 8, 4, 100)`
    fn spawnProjectile(ctx, shooter: Shooter, itemid: u32, x: f64, y: f64, z: f64, dstx: f64,
        dsty: f64, dstz: f64, speed: Option<f64>) -> (objid: u64) {
        let (from, to) = (point(x, y, z)?, point(dstx, dsty, dstz)?);
        let along = [0, 1, 2].map(|axis| to[axis] - from[axis]);
        shoot(&ctx, shooter, itemid, from, along, speed)
    }

    /// Shoots a projectile from a point along a direction, with a speed as in `spawnProjectile`.
    /// Example: `local code, objid = World:spawnProjectileByDir(uin, 12051, 4, 8, 4, 1, 0, 0, 100)`
    fn spawnProjectileByDir(ctx, shooter: Shooter, itemid: u32, x: f64, y: f64, z: f64, dirx: f64,
        diry: f64, dirz: f64, speed: Option<f64>) -> (objid: u64) {
        let (from, along) = (point(x, y, z)?, point(dirx, diry, dirz)?);
        shoot(&ctx, shooter, itemid, from, along, speed)
    }

    /// The objects of a kind (`OBJ_TYPE`, 0 for all) in the box between two corners.
    /// Example: `local code, num, objids = World:getActorsByBox(0, 0, 0, 0, 8, 8, 8)`
    fn getActorsByBox(ctx, objtype: i32, x1: i32, y1: i32, z1: i32, x2: i32, y2: i32, z2: i32)
        -> (num: u32, objids: Vec<u64>) {
        let kind = object_kind(1, objtype)?;
        let region = Region::new([x1, y1, z1].into(), [x2, y2, z2].into());
        let found = ctx.mini().objects_in(region, kind);
        Ok((found.len() as u32, found))
    }

    /// Whether players survive rather than build: the code is OK for yes.
    /// Example: `if World:isSurviveMode() == ErrorCode.OK then … end`
    fn isSurviveMode(ctx) -> () {
        yes(ctx.mini().sim.scenery.mode == Mode::Survive)
    }

    /// Whether players build freely and cannot be hurt: the code is OK for yes.
    /// Example: `if World:isGodMode() == ErrorCode.OK then … end`
    fn isGodMode(ctx) -> () {
        yes(ctx.mini().sim.scenery.mode == Mode::Creative)
    }

    /// Whether this is a game of adventure by no rules: the answer is no.
    /// Example: `if World:isFreeMode() == ErrorCode.OK then … end`
    fn isFreeMode(ctx) -> () {
        Err(Refusal::no())
    }

    /// Whether this is extreme mode: the answer is no.
    /// Example: `if World:isExtremityMode() == ErrorCode.OK then … end`
    fn isExtremityMode(ctx) -> () {
        Err(Refusal::no())
    }

    /// Whether this is a map for building that is played: the answer is no.
    /// Example: `if World:isCreateRunMode() == ErrorCode.OK then … end`
    fn isCreateRunMode(ctx) -> () {
        Err(Refusal::no())
    }

    /// The cells that exist: from where to where along x and z.
    /// Example: `local code, startx, startz, endx, endz = World:getRangeXZ()`
    fn getRangeXZ(ctx) -> (startX: i32, startZ: i32, endX: i32, endZ: i32) {
        let host = ctx.host();
        let corners = host.world.chunks().map(|(chunk, _)| chunk.origin());
        let (low, high) = corners.fold((DVec3::MAX, DVec3::MIN), |(low, high), corner| {
            (low.min(corner.as_dvec3()), high.max(corner.as_dvec3()))
        });
        if low.x > high.x {
            return Ok((0, 0, 15, 15));
        }
        Ok((low.x as i32, low.z as i32, high.x as i32 + 15, high.z as i32 + 15))
    }

    /// Whether the camera is being arranged (`CameraEditState`): never in a game, 0.
    /// Example: `local code, state = World:getCameraEditState()`
    fn getCameraEditState(ctx) -> (state: i32) {
        Ok((0,))
    }

    /// Would begin to arrange the camera.
    /// Fails: maps are not edited in a room
    /// Example: `World:setCameraEditState(CameraEditState.CAMERA_EDIT_STATE_TEST)`
    fn setCameraEditState(ctx, state: i32) -> () {
        Err("maps are not edited in a room".into())
    }

    /// The camera of the map's manifest: a table with target, distance, pitch and yaw.
    /// Partly: Mini World's own fields are not published
    /// Example: `local code, config = World:getCustomCameraConfig()`
    fn getCustomCameraConfig(ctx) -> (config: mlua::Table) {
        let camera = ctx.host().package.camera().clone();
        let config = ctx.lua.create_table()?;
        let target = fangqi_binding::results::Position(camera.target.map(f64::from));
        config.raw_set("target", target)?;
        config.raw_set("distance", camera.distance)?;
        config.raw_set("pitch", camera.pitch)?;
        config.raw_set("yaw", camera.yaw.first().copied().unwrap_or_default())?;
        Ok((config,))
    }
}

/// A kind of objects by its number: 0 and nothing are all.
pub(super) fn object_kind(position: u32, number: i32) -> Result<Option<ObjType>, String> {
    match number {
        0 => Ok(None),
        1 => Ok(Some(ObjType::Player)),
        2 => Ok(Some(ObjType::Creature)),
        3 => Ok(Some(ObjType::Drop)),
        4 => Ok(Some(ObjType::Missile)),
        other => Err(format!("argument {position}, objtype, must be one of OBJ_TYPE, not {other}")),
    }
}

fn remove(ctx: &Call<'_>, obj: Obj, is: impl FnOnce(&Kind) -> bool) -> Result<(), Refusal> {
    let mut room = ctx.mini();
    if !is(&known(&room, obj)?.kind) {
        return Err(format!("object {} is of another kind", obj.0).into());
    }
    // What has gone by itself a moment ago, as an arrow that hit, is gone.
    room.lose_drop(obj.0);
    Ok(())
}

fn shoot(
    ctx: &Call<'_>,
    shooter: Shooter,
    item: u32,
    from: [f64; 3],
    along: [f64; 3],
    speed: Option<f64>,
) -> Result<(u64,), Refusal> {
    let speed = speed.filter(|speed| *speed >= 0.0).map_or(SPEED, |speed| speed.min(SPEED_MAX));
    let mut room = ctx.mini();
    let shooter = shooter_of(&room, shooter)?;
    Ok((room.shoot(shooter, item, from, along, speed)?,))
}

/// Who shoots: an object; 0 for none, as for one that is gone since a moment ago.
fn shooter_of(room: &MiniRoom<'_>, shooter: Shooter) -> Result<u64, String> {
    match shooter.0.map(Obj) {
        Some(shooter) => known(room, shooter).map(|_| object(room, shooter).unwrap_or(0)),
        None => Ok(0),
    }
}

/// A value that may be a number or a text, as the sky takes them.
pub(super) fn number_or_text(
    position: u32,
    name: &str,
    value: &Value,
) -> Result<crate::living::Scalar, String> {
    use crate::living::Scalar;
    if let Some(number) = exact(value) {
        return Ok(Scalar::Number(number));
    }
    match value {
        Value::String(text) if (1..=256).contains(&text.as_bytes().len()) => {
            Ok(Scalar::Text(text.to_string_lossy()))
        }
        _ => Err(format!("argument {position}, {name}, must be a number or a short text")),
    }
}
