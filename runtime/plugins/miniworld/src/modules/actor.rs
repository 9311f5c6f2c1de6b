use fangqi_binding::{Refusal, results::Position};
use fangqi_plugin::lua_module;
use fangqi_world::IVec3;
use mlua::Value;

use super::actor_life::ACTOR_LIFE;
use super::actor_look::ACTOR_LOOK;
use super::objects::{change, known, object, of, point, with};
use super::support::yes;
use crate::living::{Actor, Goal, Kind, Target, ability, angles, direction, wrapped};
use crate::modules::object::Obj;
use crate::room::InRoom;
use crate::sim::JUMPS;

/// Furthest that `findNearestBlock` looks, in blocks.
const LOOK_MAX: i32 = 32;
/// Cells looked at for one unit of fuel.
const CELLS_PER_UNIT: u64 = 2;
/// What `getCurPlaceDir` says by the quarter that somebody looks into, from yaw 0 (-z) on: the
/// `FACE_DIRECTION` in which a block placed there would face the player who places it.
const QUARTERS: [u8; 4] = [3, 1, 2, 0];

lua_module! {
    /// Everything with a place in the world: players, creatures, dropped items, projectiles.
    /// `objid` is a player's number or an object's; 0 is the host of the room. Angles are in
    /// degrees: yaw 0 looks south (-z), 90 west (-x), 180 north (+z), 270 east (+x); pitch 90 looks
    /// straight down. Distances are in blocks.
    pub static ACTOR = "Actor", Code, parts [ACTOR_LIFE, ACTOR_LOOK];

    /// Whether an object is a player: the code is OK for yes, FAILED for no.
    /// Example: `if Actor:isPlayer(objid) == ErrorCode.OK then … end`
    fn isPlayer(ctx, objid: Obj) -> () {
        let room = ctx.mini();
        yes(known(&room, objid).is_ok_and(Actor::is_player))
    }

    /// Whether an object is a creature: the code is OK for yes, FAILED for no.
    /// Example: `if Actor:isMob(objid) == ErrorCode.OK then … end`
    fn isMob(ctx, objid: Obj) -> () {
        let room = ctx.mini();
        yes(known(&room, objid).is_ok_and(|actor| matches!(actor.kind, Kind::Creature { .. })))
    }

    /// What an object is, as in `OBJ_TYPE`.
    /// Example: `local code, kind = Actor:getObjType(objid)`
    fn getObjType(ctx, objid: Obj) -> (objtype: i32) {
        of(&ctx, objid, |actor| actor.object_type() as i32)
    }

    /// Whether an object is in the air: the code is OK for yes, FAILED for no.
    /// Example: `if Actor:isInAir(objid) == ErrorCode.OK then … end`
    fn isInAir(ctx, objid: Obj) -> () {
        let (grounded,) = of(&ctx, objid, |actor| actor.grounded)?;
        yes(!grounded)
    }

    /// Where an object is: the middle of its feet.
    /// Example: `local code, x, y, z = Actor:getPosition(objid)`
    fn getPosition(ctx, objid: Obj) -> (x: f64, y: f64, z: f64) {
        let ([x, y, z],) = of(&ctx, objid, |actor| actor.pos)?;
        Ok((x, y, z))
    }

    /// As `getPosition`: a name that scripts call now and then.
    /// Example: `local code, x, y, z = Actor:getPos(objid)`
    fn getPos(ctx, objid: Obj) -> (x: f64, y: f64, z: f64) {
        let ([x, y, z],) = of(&ctx, objid, |actor| actor.pos)?;
        Ok((x, y, z))
    }

    /// As `getPosition`, as a table.
    /// Example: `local code, pos = Actor:getPositionV2(objid)`
    fn getPositionV2(ctx, objid: Obj) -> (pos: Position) {
        of(&ctx, objid, |actor| Position(actor.pos))
    }

    /// Puts an object somewhere.
    /// Example: `Actor:setPosition(objid, 4, 1, 4)`
    fn setPosition(ctx, objid: Obj, x: f64, y: f64, z: f64) -> () {
        let to = point(x, y, z)?;
        with(&ctx, objid, |room, id| {
            room.send_actor(id, to);
            Ok(())
        })
    }

    /// Has an object jump.
    /// Example: `Actor:jump(objid)`
    fn jump(ctx, objid: Obj) -> () {
        with(&ctx, objid, |room, id| {
            let actor = room.actor(id)?;
            let (speed, jumps) = (actor.jump_speed(), actor.is_player() && actor.grounded);
            room.push(id, [0.0, speed, 0.0]);
            if jumps {
                room.set_doing(id, JUMPS);
            }
            Ok(())
        })
    }

    /// Which way an object looks, one of the four across: 0 east (+x), 1 west, 2 north (+z), 3
    /// south. By `FACE_DIRECTION` these name the side towards the object: how what it places faces.
    /// Example: `local code, dir = Actor:getCurPlaceDir(objid)`
    fn getCurPlaceDir(ctx, objid: Obj) -> (dir: u8) {
        of(&ctx, objid, |actor| {
            let turned = (actor.yaw + 45.0).rem_euclid(360.0) / 90.0;
            QUARTERS[(turned as usize).min(3)]
        })
    }

    /// Has an object walk to another and stay by it; speed 1 is its own, as are nothing and -1.
    /// Example: `Actor:tryMoveToActor(objid, uin, 1)`
    fn tryMoveToActor(ctx, self_objid: Obj, target_objid: Obj, speed: Option<f64>) -> () {
        with(&ctx, self_objid, |room, id| {
            let to = object(room, target_objid)?;
            let goal = Goal::new(Target::Actor(to), pace(speed), room.clock);
            // Who walks to itself is there.
            room.actor_mut(id)?.goal = (to != id).then_some(goal);
            Ok(())
        })
    }

    /// Has an object walk to a point, around blocks that are in the way; speed 1 is its own. It
    /// gives up after two minutes. A player is led, whatever its own hands do.
    /// Example: `Actor:tryMoveToPos(objid, 10, 1, 10, 1)`
    fn tryMoveToPos(ctx, objid: Obj, x: f64, y: f64, z: f64, speed: Option<f64>) -> () {
        let to = point(x, y, z)?;
        with(&ctx, objid, |room, id| {
            let goal = Goal::new(Target::Point(to), pace(speed), room.clock);
            room.actor_mut(id)?.goal = Some(goal);
            Ok(())
        })
    }

    /// As `tryMoveToPos`, at the object's own speed.
    /// Partly: `cancontrol` and `showtip` mean nothing
    /// Example: `Actor:tryNavigationToPos(objid, 10, 1, 10, false, false)`
    fn tryNavigationToPos(ctx, objid: Obj, x: f64, y: f64, z: f64, cancontrol: Option<bool>,
        showtip: Option<bool>) -> () {
        let to = point(x, y, z)?;
        with(&ctx, objid, |room, id| {
            let goal = Goal::new(Target::Point(to), 1.0, room.clock);
            room.actor_mut(id)?.goal = Some(goal);
            Ok(())
        })
    }

    /// The nearest block of a kind within a range of at most 32 blocks; FAILED when there is none.
    /// Example: `local code, x, y, z = Actor:findNearestBlock(objid, 104, 10)`
    fn findNearestBlock(ctx, objid: Obj, blockid: u16, blockRange: i32)
        -> (x: i32, y: i32, z: i32) {
        let blockRange = if blockRange < 0 { LOOK_MAX } else { blockRange.min(LOOK_MAX) };
        let side = 2 * blockRange.unsigned_abs() as u64 + 1;
        ctx.charge(side * side * side / CELLS_PER_UNIT)?;
        let (from,) = of(&ctx, objid, |actor| actor.cell())?;
        let host = ctx.host();
        let axis = -blockRange..=blockRange;
        let cells = axis.clone().flat_map(|y| {
            let axis = axis.clone();
            axis.clone().flat_map(move |z| axis.clone().map(move |x| [x, y, z]))
        });
        let found = cells.filter(|by| {
            let cell = IVec3::from(from) + IVec3::from(*by);
            host.world.get(cell).id().0 == blockid
        });
        let far = |by: &[i32; 3]| by.iter().map(|axis| axis * axis).sum::<i32>();
        let by = found.min_by_key(far).ok_or(Refusal::no())?;
        Ok((from[0] + by[0], from[1] + by[1], from[2] + by[2]))
    }

    /// Sets the yaw of an object.
    /// Example: `Actor:setFaceYaw(objid, 90)`
    fn setFaceYaw(ctx, objid: Obj, yaw: f64) -> () {
        turn(&ctx, objid, |old| (yaw, old.1))
    }

    /// The yaw of an object, from -180 (not included) to 180.
    /// Example: `local code, yaw = Actor:getFaceYaw(objid)`
    fn getFaceYaw(ctx, objid: Obj) -> (yaw: f64) {
        of(&ctx, objid, |actor| actor.yaw)
    }

    /// Turns an object to the right by `offset` degrees.
    /// Example: `Actor:turnFaceYaw(objid, 45)`
    fn turnFaceYaw(ctx, objid: Obj, offset: f64) -> () {
        turn(&ctx, objid, |old| (old.0 + offset, old.1))
    }

    /// Sets the pitch of an object, -90 to 90.
    /// Example: `Actor:setFacePitch(objid, 30)`
    fn setFacePitch(ctx, objid: Obj, pitch: f64) -> () {
        turn(&ctx, objid, |old| (old.0, pitch))
    }

    /// The pitch of an object.
    /// Example: `local code, pitch = Actor:getFacePitch(objid)`
    fn getFacePitch(ctx, objid: Obj) -> (pitch: f64) {
        of(&ctx, objid, |actor| actor.pitch)
    }

    /// Turns an object down by `offset` degrees.
    /// Example: `Actor:turnFacePitch(objid, -10)`
    fn turnFacePitch(ctx, objid: Obj, offset: f64) -> () {
        turn(&ctx, objid, |old| (old.0, old.1 + offset))
    }

    /// Has an object ride another; 0 gets it off. `posindex` means nothing here.
    /// Partly: `posindex` means nothing: there is one seat
    /// Example: `Actor:mountActor(objid, horse, 1)`
    fn mountActor(ctx, objid: Obj, mountobjid: Obj, posindex: Value) -> () {
        with(&ctx, objid, |room, id| Ok(room.mount(id, mountobjid.0)?))
    }

    /// Switches an ability of an object (`PLAYERATTR.ENABLE_…`): 1 move, 32 attack, 64 be attacked,
    /// 128 be killed, 256 pick up, 512 drop at death.
    /// Example: `Actor:setActionAttrState(objid, CREATUREATTR.ENABLE_MOVE, false)`
    fn setActionAttrState(ctx, objid: Obj, actionattr: u32, switch: Option<bool>) -> () {
        let bits = abilities(actionattr)?;
        change(&ctx, objid, |actor| actor.allow(bits, switch == Some(true)))
    }

    /// Whether an ability of an object is on.
    /// Example: `local code, on = Actor:getActionAttrState(objid, CREATUREATTR.ENABLE_MOVE)`
    fn getActionAttrState(ctx, objid: Obj, actionattr: u32) -> (enabled: bool) {
        let bits = abilities(actionattr)?;
        of(&ctx, objid, |actor| actor.can(bits))
    }

    /// What an object rides; FAILED when it rides nothing.
    /// Example: `local code, horse = Actor:getRidingActorObjId(uin)`
    fn getRidingActorObjId(ctx, objid: Obj) -> (ridden: u64) {
        let (mount,) = of(&ctx, objid, |actor| actor.mount)?;
        Ok((mount.ok_or(Refusal::no())?,))
    }

    /// Pushes an object: blocks a tick along each axis.
    /// Example: `Actor:appendSpeed(objid, 0, 1, 0)`
    fn appendSpeed(ctx, objid: Obj, x: f64, y: f64, z: f64) -> () {
        let by = point(x, y, z)?;
        with(&ctx, objid, |room, id| {
            room.push(id, by);
            Ok(())
        })
    }

    /// The direction an object looks into, of length 1.
    /// Example: `local code, x, y, z = Actor:getFaceDirection(objid)`
    fn getFaceDirection(ctx, objid: Obj) -> (dirx: f64, diry: f64, dirz: f64) {
        let ([x, y, z],) = of(&ctx, objid, |actor| direction(actor.yaw, actor.pitch))?;
        Ok((x, y, z))
    }

    /// Has an object look along a direction; one without length leaves it as it is.
    /// Example: `Actor:setFaceDirection(objid, 0, 0, 1)`
    fn setFaceDirection(ctx, objid: Obj, x: f64, y: f64, z: f64) -> () {
        turn(&ctx, objid, |old| angles([x, y, z]).unwrap_or(old))
    }

    /// A direction relative to where an object looks (x to its right, y up, z ahead) as one of the
    /// world.
    /// Example: `local code, dir = Actor:calcDirectionByDirection(objid, 0, 0, 1)`
    fn calcDirectionByDirection(ctx, objid: Obj, vx: f64, vy: f64, vz: f64) -> (dir: Position) {
        local(&ctx, objid, true, [vx, vy, vz])
    }

    /// Angles relative to where an object looks as a direction of the world.
    /// Example: `local code, dir = Actor:calcDirectionByAngle(objid, 90, 0)`
    fn calcDirectionByAngle(ctx, objid: Obj, yaw: f64, pitch: f64) -> (dir: Position) {
        local(&ctx, objid, true, aside(yaw, pitch))
    }

    /// As `calcDirectionByDirection`, as if the object looked straight ahead.
    /// Example: `local code, dir = Actor:calcDirectionByYawDirection(objid, 0, 0, 1)`
    fn calcDirectionByYawDirection(ctx, objid: Obj, vx: f64, vy: f64, vz: f64)
        -> (dir: Position) {
        local(&ctx, objid, false, [vx, vy, vz])
    }

    /// As `calcDirectionByAngle`, as if the object looked straight ahead.
    /// Example: `local code, dir = Actor:calcDirectionByYawAngle(objid, 90, 0)`
    fn calcDirectionByYawAngle(ctx, objid: Obj, yaw: f64, pitch: f64) -> (dir: Position) {
        local(&ctx, objid, false, aside(yaw, pitch))
    }

    /// How high the eyes of an object are above its feet.
    /// Example: `local code, height = Actor:getEyeHeight(objid)`
    fn getEyeHeight(ctx, objid: Obj) -> (height: f64) {
        of(&ctx, objid, |actor| actor.eye_height())
    }

    /// Where the eyes of an object are.
    /// Example: `local code, x, y, z = Actor:getEyePosition(objid)`
    fn getEyePosition(ctx, objid: Obj) -> (x: f64, y: f64, z: f64) {
        let ([x, y, z],) = of(&ctx, objid, |actor| actor.eyes())?;
        Ok((x, y, z))
    }

    /// Width and height of an object.
    /// Example: `local code, width, height = Actor:getBodySize(objid)`
    fn getBodySize(ctx, objid: Obj) -> (width: f64, height: f64) {
        let ((width, height),) = of(&ctx, objid, |actor| actor.size())?;
        Ok((width, height))
    }
}

/// A speed as a multiple of the usual: nothing and -1 are the usual.
fn pace(speed: Option<f64>) -> f64 {
    speed.filter(|speed| *speed >= 0.0).map_or(1.0, |speed| speed.min(100.0))
}

/// Known abilities of a number.
pub(super) fn abilities(number: u32) -> Result<u32, String> {
    match number & ability::ALL {
        0 => Err(format!("argument 2, actionattr, must be one of ENABLE_…, not {number}")),
        known => Ok(known),
    }
}

/// Sets the angles of an object; a player's client follows.
fn turn(
    ctx: &fangqi_plugin::Call<'_>,
    objid: Obj,
    angles: impl FnOnce((f64, f64)) -> (f64, f64),
) -> Result<(), Refusal> {
    with(ctx, objid, |room, id| {
        let actor = room.actor_mut(id)?;
        let (yaw, pitch) = angles((actor.yaw, actor.pitch));
        let yaw = wrapped(yaw);
        let pitch = pitch.clamp(-90.0, 90.0);
        (actor.yaw, actor.pitch) = (yaw, pitch);
        if let Some(person) = room.sim.people.get_mut(id) {
            let count = person.camera.turned.map_or(0, |(_, count)| count);
            person.camera.turned = Some(([yaw, pitch], count.wrapping_add(1)));
        }
        Ok(())
    })
}

/// Angles relative to where an object looks as parts to its right, up and ahead.
fn aside(yaw: f64, pitch: f64) -> [f64; 3] {
    let [west, up, south] = direction(yaw, pitch);
    [-west, up, -south]
}

/// A direction relative to where an object looks as one of the world.
fn local(
    ctx: &fangqi_plugin::Call<'_>,
    objid: Obj,
    pitched: bool,
    [right, up, ahead]: [f64; 3],
) -> Result<(Position,), Refusal> {
    let ((yaw, pitch),) =
        of(ctx, objid, |actor| (actor.yaw, if pitched { actor.pitch } else { 0.0 }))?;
    let forward = direction(yaw, pitch);
    let above = direction(yaw, pitch - 90.0);
    let side = direction(yaw + 90.0, 0.0);
    let world = [0, 1, 2].map(|axis| side[axis] * right + above[axis] * up + forward[axis] * ahead);
    Ok((Position(world),))
}
