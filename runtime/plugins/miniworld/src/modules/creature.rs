use fangqi_binding::Refusal;
use fangqi_binding::args::EXACT;
use fangqi_plugin::{Call, lua_module};

use super::actor::ACTOR;
use super::actor_life::set_life;
use super::objects::{known, with_creature};
use crate::living::{Actor, Kind, attr};
use crate::map::MiniMap;
use crate::modules::object::Obj;
use crate::room::InRoom;

/// Highest number of an attribute that is kept.
const ATTR_MAX: i32 = 10_000;
/// Numbers of `MODATTRIB_TYPE`.
const MODS: std::ops::Range<i32> = 0..33;

lua_module! {
    /// Creatures. All functions of `Actor` are here too. -1 for a speed, for jumping and for all
    /// else that is no state of the moment, as life and air are, brings back what is usual for the
    /// creature.
    pub static CREATURE = "Creature", Code, inherits ACTOR;

    /// An attribute of a creature (`CREATUREATTR`). Numbers that mean nothing here are 0 until they
    /// are set.
    /// Example: `local code, value = Creature:getAttr(objid, CREATUREATTR.MAX_HP)`
    fn getAttr(ctx, objid: Obj, attrtype: i32) -> (val: f64) {
        let number = attr_number(attrtype)?;
        read(&ctx, objid, |actor| actor.attr(number))
    }

    /// Sets an attribute of a creature.
    /// Example: `Creature:setAttr(objid, CREATUREATTR.MAX_HP, 200)`
    fn setAttr(ctx, objid: Obj, attrtype: i32, val: f64) -> () {
        let number = attr_number(attrtype)?;
        write(&ctx, objid, number, val)
    }

    /// Whether a creature is grown up: the code is OK for yes. All are.
    /// Partly: there are no young creatures
    /// Example: `if Creature:isAdult(objid) == ErrorCode.OK then … end`
    fn isAdult(ctx, objid: Obj) -> () {
        read(&ctx, objid, |_| ()).map(drop)
    }

    /// Sets whether a creature needs air.
    /// Example: `Creature:setOxygenNeed(objid, false)`
    fn setOxygenNeed(ctx, objid: Obj, v: Option<bool>) -> () {
        change_kind(&ctx, objid, |kind| {
            if let Kind::Creature { breathes, .. } = kind {
                *breathes = v == Some(true);
            }
        })
    }

    /// Who has tamed a creature; 0 if it is wild.
    /// Partly: creatures are not tamed here, so it is always 0
    /// Example: `local code, uin = Creature:getTamedOwnerID(objid)`
    fn getTamedOwnerID(ctx, objid: Obj) -> (uin: u64) {
        read(&ctx, objid, |actor| match actor.kind {
            Kind::Creature { owner, .. } => owner,
            _ => 0,
        })
    }

    /// Sets whether a creature is in panic: it runs about until it is not.
    /// Example: `Creature:setPanic(objid, true)`
    fn setPanic(ctx, objid: Obj, v: Option<bool>) -> () {
        change_kind(&ctx, objid, |kind| {
            if let Kind::Creature { panic, .. } = kind {
                *panic = v == Some(true);
            }
        })
    }

    /// Sets whether a creature acts by itself: hostile ones of the map's catalogue go for players,
    /// as they do from the beginning, and others stroll. Told to go somewhere, all go.
    /// Example: `Creature:setAIActive(objid, false)`
    fn setAIActive(ctx, objid: Obj, v: Option<bool>) -> () {
        change_kind(&ctx, objid, |kind| {
            if let Kind::Creature { active, .. } = kind {
                *active = v == Some(true);
            }
        })
    }

    /// The type of a creature.
    /// Example: `local code, actorid = Creature:getActorID(objid)`
    fn getActorID(ctx, objid: Obj) -> (actorid: u32) {
        read(&ctx, objid, Actor::actorid)
    }

    /// The name of a creature's type.
    /// Example: `local code, name = Creature:getActorName(objid)`
    fn getActorName(ctx, objid: Obj) -> (name: String) {
        let (actorid,) = read(&ctx, objid, Actor::actorid)?;
        Ok((ctx.host().package.catalog().creature(actorid).name,))
    }

    /// Adds to a modifier of a creature (`MODATTRIB_TYPE`).
    /// Partly: those of swimming, digging, luck, sight, air and single kinds of foes do nothing
    /// Example: `Creature:addModAttrib(objid, MODATTRIB_TYPE.MODATTR_KNOCK, 2)`
    fn addModAttrib(ctx, objid: Obj, attrtype: i32, value: f64) -> () {
        check_mod(attrtype)?;
        with_creature(&ctx, objid, |room, id| {
            let mods = &mut room.actor_mut(id)?.mods;
            let sum = mods.get(&attrtype).copied().unwrap_or(0.0) + value;
            if sum.abs() >= EXACT {
                return Err("the sum is too large".into());
            }
            mods.insert(attrtype, sum);
            Ok(())
        })
    }

    /// A modifier of a creature.
    /// Example: `local code, value = Creature:getModAttrib(objid, MODATTRIB_TYPE.MODATTR_KNOCK)`
    fn getModAttrib(ctx, objid: Obj, attrtype: i32) -> (val: f64) {
        check_mod(attrtype)?;
        read(&ctx, objid, |actor| actor.mods.get(&attrtype).copied().unwrap_or(0.0))
    }

    /// Puts a creature into a team: 0 none, 1 to 6.
    /// Example: `Creature:setTeam(objid, 2)`
    fn setTeam(ctx, objid: Obj, teamid: i32) -> () {
        if !matches!(teamid, 0..=6 | 999) {
            return Err(format!("argument 2, teamid, must be 0 to 6 or 999, not {teamid}").into());
        }
        with_creature(&ctx, objid, |room, id| {
            room.actor_mut(id)?.team = teamid;
            Ok(())
        })
    }

    /// A creature's team.
    /// Example: `local code, team = Creature:getTeam(objid)`
    fn getTeam(ctx, objid: Obj) -> (teamid: i32) {
        read(&ctx, objid, |actor| actor.team)
    }

    /// The most a creature can have eaten.
    /// Example: `local code, value = Creature:getMaxFood(objid)`
    fn getMaxFood(ctx, objid: Obj) -> (val: f64) {
        read(&ctx, objid, |actor| actor.attr(attr::MAX_HUNGER))
    }

    /// What a creature has eaten.
    /// Example: `local code, value = Creature:getFood(objid)`
    fn getFood(ctx, objid: Obj) -> (val: f64) {
        read(&ctx, objid, |actor| actor.attr(attr::CUR_HUNGER))
    }

    /// The life a creature gains each second.
    /// Example: `local code, value = Creature:getHpRecover(objid)`
    fn getHpRecover(ctx, objid: Obj) -> (val: f64) {
        read(&ctx, objid, |actor| actor.attr(attr::HP_RECOVER))
    }

    /// The most air a creature can have.
    /// Example: `local code, value = Creature:getMaxOxygen(objid)`
    fn getMaxOxygen(ctx, objid: Obj) -> (val: f64) {
        read(&ctx, objid, |actor| actor.attr(attr::MAX_OXYGEN))
    }

    /// How fast a creature walks; 10 is usual.
    /// Example: `local code, value = Creature:getWalkSpeed(objid)`
    fn getWalkSpeed(ctx, objid: Obj) -> (val: f64) {
        read(&ctx, objid, |actor| actor.attr(attr::WALK_SPEED))
    }

    /// How fast a creature swims.
    /// Example: `local code, value = Creature:getSwimSpeed(objid)`
    fn getSwimSpeed(ctx, objid: Obj) -> (val: f64) {
        read(&ctx, objid, |actor| actor.attr(attr::SWIM_SPEED))
    }

    /// How high a creature jumps; 10 is a little more than a block.
    /// Example: `local code, value = Creature:getJumpPower(objid)`
    fn getJumpPower(ctx, objid: Obj) -> (val: f64) {
        read(&ctx, objid, |actor| actor.attr(attr::JUMP_POWER))
    }

    /// How heavy a creature is.
    /// Example: `local code, value = Creature:getMass(objid)`
    fn getMass(ctx, objid: Obj) -> (val: f64) {
        read(&ctx, objid, |actor| actor.attr(attr::WEIGHT))
    }

    /// How well a creature dodges.
    /// Example: `local code, value = Creature:getDodge(objid)`
    fn getDodge(ctx, objid: Obj) -> (val: f64) {
        read(&ctx, objid, |actor| actor.attr(attr::DODGE))
    }

    /// The damage a creature does at hand.
    /// Example: `local code, value = Creature:getPunchAttack(objid)`
    fn getPunchAttack(ctx, objid: Obj) -> (val: f64) {
        read(&ctx, objid, |actor| actor.attr(attr::ATK_MELEE))
    }

    /// The damage a creature does from afar.
    /// Example: `local code, value = Creature:getRangeAttack(objid)`
    fn getRangeAttack(ctx, objid: Obj) -> (val: f64) {
        read(&ctx, objid, |actor| actor.attr(attr::ATK_REMOTE))
    }

    /// What a creature takes off damage at hand.
    /// Example: `local code, value = Creature:getPunchDefense(objid)`
    fn getPunchDefense(ctx, objid: Obj) -> (val: f64) {
        read(&ctx, objid, |actor| actor.attr(attr::DEF_MELEE))
    }

    /// What a creature takes off damage from afar.
    /// Example: `local code, value = Creature:getRangeDefense(objid)`
    fn getRangeDefense(ctx, objid: Obj) -> (val: f64) {
        read(&ctx, objid, |actor| actor.attr(attr::DEF_REMOTE))
    }

    /// Sets the life of a creature; at 0 it dies.
    /// Example: `Creature:setHP(objid, 50)`
    fn setHP(ctx, objid: Obj, val: f64) -> () {
        write(&ctx, objid, attr::CUR_HP, val)
    }

    /// Sets what a creature has eaten.
    /// Example: `Creature:setFood(objid, 50)`
    fn setFood(ctx, objid: Obj, val: f64) -> () {
        write(&ctx, objid, attr::CUR_HUNGER, val)
    }

    /// Sets the most life a creature can have.
    /// Example: `Creature:setMaxHp(objid, 200)`
    fn setMaxHp(ctx, objid: Obj, val: f64) -> () {
        write(&ctx, objid, attr::MAX_HP, val)
    }

    /// Sets the life a creature gains each second.
    /// Example: `Creature:setHpRecover(objid, 1)`
    fn setHpRecover(ctx, objid: Obj, val: f64) -> () {
        write(&ctx, objid, attr::HP_RECOVER, val)
    }

    /// Sets a creature's air.
    /// Example: `Creature:setOxygen(objid, 5)`
    fn setOxygen(ctx, objid: Obj, val: f64) -> () {
        write(&ctx, objid, attr::CUR_OXYGEN, val)
    }

    /// Sets how fast a creature walks; 10 is usual.
    /// Example: `Creature:setWalkSpeed(objid, 15)`
    fn setWalkSpeed(ctx, objid: Obj, val: f64) -> () {
        write(&ctx, objid, attr::WALK_SPEED, val)
    }

    /// Sets how fast a creature swims.
    /// Example: `Creature:setSwimSpeed(objid, 10)`
    fn setSwimSpeed(ctx, objid: Obj, val: f64) -> () {
        write(&ctx, objid, attr::SWIM_SPEED, val)
    }

    /// Sets how high a creature jumps.
    /// Example: `Creature:setJumpPower(objid, 15)`
    fn setJumpPower(ctx, objid: Obj, val: f64) -> () {
        write(&ctx, objid, attr::JUMP_POWER, val)
    }

    /// Sets how well a creature dodges: of a hundred blows and shots `val` miss it.
    /// Example: `Creature:setDodge(objid, 10)`
    fn setDodge(ctx, objid: Obj, val: f64) -> () {
        write(&ctx, objid, attr::DODGE, val)
    }

    /// Sets the damage a creature does at hand.
    /// Example: `Creature:setPunchAttack(objid, 25)`
    fn setPunchAttack(ctx, objid: Obj, val: f64) -> () {
        write(&ctx, objid, attr::ATK_MELEE, val)
    }

    /// Sets the damage a creature does from afar.
    /// Example: `Creature:setRangeAttack(objid, 25)`
    fn setRangeAttack(ctx, objid: Obj, val: f64) -> () {
        write(&ctx, objid, attr::ATK_REMOTE, val)
    }

    /// Sets what a creature takes off damage at hand.
    /// Example: `Creature:setPunchDefense(objid, 5)`
    fn setPunchDefense(ctx, objid: Obj, val: f64) -> () {
        write(&ctx, objid, attr::DEF_MELEE, val)
    }

    /// Sets what a creature takes off damage from afar.
    /// Example: `Creature:setRangeDefense(objid, 5)`
    fn setRangeDefense(ctx, objid: Obj, val: f64) -> () {
        write(&ctx, objid, attr::DEF_REMOTE, val)
    }

    /// Makes another creature of a creature: it keeps its number, place, team and name. `hp` is the
    /// life it begins with.
    /// Example: `Creature:replaceActor(objid, 3401, 50)`
    fn replaceActor(ctx, objid: Obj, actorid: u32, hp: Option<f64>) -> () {
        with_creature(&ctx, objid, |room, id| {
            room.become_creature(id, actorid)?;
            if let Some(hp) = hp.filter(|hp| *hp > 0.0) {
                // Where no catalogue says how much life its kind has, the script does.
                if room.actor(id)?.attr(attr::MAX_HP) < hp {
                    room.change_attr(id, attr::MAX_HP, hp);
                }
                room.change_attr(id, attr::CUR_HP, hp);
            }
            Ok(())
        })
    }

    /// The name of a type of creature.
    /// Partly: of creatures that the map's catalogue does not describe only the number is known
    /// Example: `local code, name = Creature:GetMonsterDefName(3400)`
    fn GetMonsterDefName(ctx, monsterid: u32) -> (name: String) {
        Ok((ctx.host().package.catalog().creature(monsterid).name,))
    }

    /// What is said of a type of creature.
    /// Partly: only the map's catalogue says anything
    /// Example: `local code, desc = Creature:GetMonsterDefDesc(3400)`
    fn GetMonsterDefDesc(ctx, monsterid: u32) -> (desc: String) {
        Ok((ctx.host().package.catalog().creature(monsterid).desc,))
    }
}

fn read<R>(ctx: &Call<'_>, objid: Obj, read: impl FnOnce(&Actor) -> R) -> Result<(R,), Refusal> {
    let room = ctx.mini();
    let actor = known(&room, objid)?;
    match actor.kind {
        Kind::Creature { .. } => Ok((read(actor),)),
        _ => Err(format!("object {} is no creature", objid.0).into()),
    }
}

/// Sets an attribute; a creature without life dies.
fn write(ctx: &Call<'_>, objid: Obj, number: i32, value: f64) -> Result<(), Refusal> {
    with_creature(ctx, objid, |room, id| {
        if number == attr::CUR_HP {
            set_life(room, id, value);
        } else {
            room.say_attr(id, number, value);
        }
        Ok(())
    })
}

fn change_kind(ctx: &Call<'_>, objid: Obj, change: impl FnOnce(&mut Kind)) -> Result<(), Refusal> {
    with_creature(ctx, objid, |room, id| {
        change(&mut room.actor_mut(id)?.kind);
        Ok(())
    })
}

fn check_mod(number: i32) -> Result<(), String> {
    match MODS.contains(&number) {
        true => Ok(()),
        false => Err(format!("argument 2, attrtype, must be one of MODATTRIB_TYPE, not {number}")),
    }
}

/// An attribute's number. Unknown ones are kept as they are.
pub(super) fn attr_number(number: i32) -> Result<i32, String> {
    if (1..=ATTR_MAX).contains(&number) {
        Ok(number)
    } else {
        Err(format!("argument 2, attrtype, must be from 1 to {ATTR_MAX}, not {number}"))
    }
}
